"""`sitemap.xml` and `robots.txt`: every page that is to be found, as the pages themselves say.

A page is in the sitemap if its canonical link is its own address and nothing asks to leave it out, whichever part of
the site made it. So a page for missing addresses, one that moved and one that shows a piece of another are not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from urllib.parse import urljoin
from xml.etree.ElementTree import Element, SubElement

from bd.site.headers import is_embed
from bd.site.making import Making
from bd.site.paths import address_of
from bd.site.write import File
from bd.site.xml import xml_bytes

__all__ = ["listed_pages", "sitemap_files"]

_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def sitemap_files(making: Making, files: Iterable[File]) -> Iterator[File]:
    """Yield the sitemap of everything that was made, and the file that leads to it."""
    base, day = making.settings.base_url, making.data["provenance"]["generated"]
    root = Element("urlset", {"xmlns": _NAMESPACE})
    for address in listed_pages(base, files):
        entry = SubElement(root, "url")
        SubElement(entry, "loc").text = _full(base, address)
        SubElement(entry, "lastmod").text = day
    yield File("sitemap.xml", xml_bytes(root), "the sitemap")
    robots = f"User-agent: *\nAllow: /\n\nSitemap: {_full(base, '/sitemap.xml')}\n"
    yield File("robots.txt", robots.encode(), "the sitemap")


def listed_pages(base_url: str, files: Iterable[File]) -> list[str]:
    """Return the addresses of the pages that are to be found, in order."""
    found = []
    for file in files:
        if file.path.endswith(".html"):
            address = address_of(file.path)
            head = _Head(file.data)
            if head.canonical == _full(base_url, address) and not head.hidden and not is_embed(address):
                found.append(address)
    return sorted(found)


def _full(base_url: str, address: str) -> str:
    return urljoin(base_url, address.lstrip("/"))


class _Head(HTMLParser):
    """What a page says about itself to search engines."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.canonical, self.hidden = "", False
        self.feed(page.partition(b"</head>")[0].decode())
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read one tag."""
        told = {name: value or "" for name, value in attrs}
        if tag == "link" and told.get("rel") == "canonical":
            self.canonical = told.get("href", "")
        if tag == "meta" and told.get("name") == "robots":
            self.hidden |= "noindex" in told.get("content", "")
