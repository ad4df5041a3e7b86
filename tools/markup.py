"""Faults in the HTML of a built site: what breaks the rules of HTML, leads nowhere, or has no name.

The strict parser of html5lib stands behind the first; the rest are rules that no parser knows. Each fault is one line.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.etree.ElementTree import Element

import html5lib

from tools.kinds import BuiltPage, Site

__all__ = ["Markup", "site_faults", "summed", "vague_links"]

_HEADING = re.compile("h[1-6]")
_LINKING = ("href", "src", "srcset", "data", "poster", "action")
_MISSING = "404.html"


class Markup:
    """One page, parsed.

    Parameters
    ----------
    page
        A page of a built site.
    """

    def __init__(self, page: BuiltPage) -> None:
        self.page = page
        parser = html5lib.HTMLParser(namespaceHTMLElements=False)
        self.tree: Any = parser.parse(page.html)
        self.errors = [f"{code} at line {place[0]}" for place, code, _ in parser.errors]

    @cached_property
    def elements(self) -> list[Element]:
        """Every element, in the order of the page."""
        return [each for each in self.tree.iter() if isinstance(each.tag, str)]

    @cached_property
    def ids(self) -> list[str]:
        """Every id, as often as it stands there."""
        return [each.attrib["id"] for each in self.elements if "id" in each.attrib]

    @cached_property
    def targets(self) -> list[str]:
        """Where links and assets of the page lead, as it is written."""
        return [each.attrib[name] for each in self.elements for name in _LINKING if name in each.attrib]

    def faults(self) -> Iterator[str]:
        """Tell what is wrong with the page by itself."""
        yield from (f"not valid HTML: {error}" for error in self.errors)
        yield from (f"the id {each!r} stands twice" for each, n in Counter(self.ids).items() if n > 1)
        yield from self._head_faults()
        yield from self._heading_faults()
        yield from self._reference_faults()
        yield from self._picture_faults()
        yield from self._table_faults()

    def _head_faults(self) -> Iterator[str]:
        """Without an icon, browsers ask the host for one that is not there."""
        named = {each.attrib.get("name") for each in self.elements if each.tag == "meta"}
        related = {each.attrib.get("rel") for each in self.elements if each.tag == "link"}
        yield from (f"no <meta name={name}>" for name in ("viewport", "description") if name not in named)
        yield from (f"no <link rel={rel}>" for rel in ("icon", "stylesheet") if rel not in related)
        if not any(_text(each) for each in self.elements if each.tag == "title") or not _language(self.elements):
            yield "no title, or no language"

    def _heading_faults(self) -> Iterator[str]:
        steps = [int(each.tag[1]) for each in self.elements if _HEADING.fullmatch(each.tag)]
        if steps.count(1) != 1:
            yield f"{steps.count(1)} first headings"
        if any(after > before + 1 for before, after in pairwise(steps)):
            yield f"headings skip a step: {steps}"

    def _reference_faults(self) -> Iterator[str]:
        known = set(self.ids)
        for each in self.elements:
            for name in ("aria-labelledby", "aria-describedby", "aria-controls", "for"):
                missing = set(each.attrib.get(name, "").split()) - known
                yield from (f"{name} of <{_short(each)}> names {target!r}, which is not there" for target in missing)

    def _picture_faults(self) -> Iterator[str]:
        names = {each.attrib["id"]: _text(each) for each in self.elements if "id" in each.attrib}
        for each in self.elements:
            if each.tag == "img" and "alt" not in each.attrib:
                yield f"<{_short(each)}> has no alt text"
            if each.tag.rpartition("}")[2] == "svg" and each.attrib.get("role") == "img" and not _named(each, names):
                yield f"<{_short(each)}> is a picture without a name"

    def _table_faults(self) -> Iterator[str]:
        for table in (each for each in self.elements if each.tag == "table"):
            if not _named(table, dict.fromkeys(self.ids, "x")) and not any(_text(c) for c in table.iter("caption")):
                yield f"<{_short(table)}> has neither a caption nor a name"
            yield from (f"<th> {_text(th)!r} has no scope" for th in table.iter("th") if "scope" not in th.attrib)
            if not any(True for _ in table.iter("th")):
                yield f"<{_short(table)}> has no heading cell"


def site_faults(site: Site, pages: Iterable[BuiltPage] | None = None) -> Iterator[tuple[str, str]]:
    """Tell every fault of a site as the name of the file and what is wrong.

    Parameters
    ----------
    site
        The site.
    pages
        Those to look at; by default all of them.
    """
    anchors: dict[str, frozenset[str]] = {}
    for page in site.pages if pages is None else pages:
        markup = Markup(page)
        yield from ((page.name, fault) for fault in markup.faults())
        for target in dict.fromkeys(markup.targets):
            fault = _link_fault(site, page.name, target, anchors)
            if fault:
                yield page.name, fault


def summed(faults: Iterable[tuple[str, str]]) -> list[str]:
    """Tell each fault once, with the first place where it stands and how often it does."""
    first: dict[str, str] = {}
    times: Counter[str] = Counter()
    for place, fault in faults:
        first.setdefault(fault, place)
        times[fault] += 1
    return [f"{first[fault]}: {fault}" + (f" ({n} times)" if n > 1 else "") for fault, n in times.items()]


def vague_links(markup: Markup) -> Iterator[str]:
    """Tell which words of links lead to different places on one page; often right, so a hint and no fault."""
    found: dict[str, set[str]] = {}
    for each in markup.elements:
        if each.tag == "a" and "href" in each.attrib:
            found.setdefault(each.attrib.get("aria-label") or _text(each), set()).add(each.attrib["href"])
    yield from (f"{words!r} leads to {len(to)} places" for words, to in found.items() if len(to) > 1)


def _link_fault(site: Site, name: str, target: str, anchors: dict[str, frozenset[str]]) -> str | None:
    parts = urlsplit(target)
    if parts.scheme or parts.netloc:
        return None
    path = _file(name, unquote(parts.path), site.base_path)
    if not (site.dist / path).is_file():
        return f"{target!r} leads to no file"
    if not parts.fragment or not path.endswith(".html"):
        return None
    if path not in anchors:
        anchors[path] = frozenset(re.findall(r'\bid="([^"]*)"', (site.dist / path).read_text("utf-8")))
    return None if unquote(parts.fragment) in anchors[path] else f"{target!r} leads to no place on that page"


def _file(name: str, path: str, base_path: str) -> str:
    """Return the file that a link on a page leads to; those of the page for missing addresses start at the root."""
    if not path:
        return name
    if name == _MISSING:
        return path.removeprefix(base_path)
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _named(each: Element, names: dict[str, str]) -> bool:
    by = any(names.get(i) for i in each.attrib.get("aria-labelledby", "").split())
    title = next((child for child in each if isinstance(child.tag, str) and child.tag.endswith("title")), None)
    return bool(by or each.attrib.get("aria-label", "").strip() or (title is not None and _text(title)))


def _text(each: Element) -> str:
    return " ".join("".join(each.itertext()).split())


def _language(elements: list[Element]) -> str:
    return next((each.attrib.get("lang", "") for each in elements if each.tag == "html"), "")


def _short(each: Element) -> str:
    named = " ".join(f'{name}="{each.attrib[name]}"' for name in ("id", "class") if name in each.attrib)
    return f"{each.tag.rpartition('}')[2]} {named}".strip()
