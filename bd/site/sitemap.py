"""`sitemap.xml` and `robots.txt`: every page that is to be found.

Whichever part of the site makes a page says whether it is, by the rule of `Renderer.listed`, which its template follows
as well. So a page for missing addresses, one that moved and one that shows a piece of another are not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element, SubElement

from bd.site.making import Making
from bd.site.paths import absolute, address_of
from bd.site.write import File
from bd.site.xml import xml_bytes

__all__ = ["sitemap_files"]

_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def sitemap_files(making: Making, files: Iterable[File]) -> Iterator[File]:
    """Yield the sitemap of everything that was made, and the file that leads to it."""
    base, day = making.settings.base_url, making.data.provenance.generated
    root = Element("urlset", {"xmlns": _NAMESPACE})
    for address in sorted(address_of(file.path) for file in files if file.listed):
        entry = SubElement(root, "url")
        SubElement(entry, "loc").text = absolute(base, address)
        SubElement(entry, "lastmod").text = day
    yield File("sitemap.xml", xml_bytes(root), "the sitemap")
    robots = f"User-agent: *\nAllow: /\n\nSitemap: {absolute(base, '/sitemap.xml')}\n"
    yield File("robots.txt", robots.encode(), "the sitemap")
