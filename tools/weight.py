"""How heavy a built site is, and what a browser must fetch before it can show anything."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.kinds import BuiltPage, Site

__all__ = ["LARGEST_PAGE", "WHOLE_SITE", "Weight", "blocking", "weigh", "weight_faults"]

WHOLE_SITE = 150_000_000
"""Bytes that all files together may have."""

LARGEST_PAGE = 100_000
"""Bytes that one page may have when it is sent, compressed as hosts do."""

_BLOCKING_REQUESTS = 1
"""The style sheet, and nothing else."""

_HEAVIEST = 10
_TAG = re.compile(r"<(link|script)\b([^>]*)>")
_ATTRIBUTE = re.compile(r'([a-z-]+)(?:="([^"]*)")?')


@dataclass(frozen=True)
class Weight:
    """What a site weighs."""

    files: int
    whole: int
    """Bytes of all files."""
    pages: tuple[tuple[int, str], ...]
    """Compressed bytes and name of the heaviest pages, the heaviest first."""


def weigh(site: Site) -> Weight:
    """Weigh a built site; only pages that could be among the heaviest are compressed."""
    files = [path for path in site.dist.rglob("*") if path.is_file()]
    candidates = sorted(site.pages, key=lambda page: -page.path.stat().st_size)[: 5 * _HEAVIEST]
    packed = sorted(((len(gzip.compress(page.path.read_bytes(), 9)), page.name) for page in candidates), reverse=True)
    return Weight(len(files), sum(path.stat().st_size for path in files), tuple(packed[:_HEAVIEST]))


def blocking(page: BuiltPage) -> list[str]:
    """Return what a browser fetches before it shows the page: style sheets, and scripts that do not wait."""
    found = []
    for tag, written in _TAG.findall(page.html):
        attributes = dict(_ATTRIBUTE.findall(written))
        if tag == "link" and attributes.get("rel") in ("stylesheet", "preload", "modulepreload"):
            found.append(attributes["href"])
        waits = {"defer", "async"} & attributes.keys() or attributes.get("type") == "module"
        if tag == "script" and "src" in attributes and not waits:
            found.append(attributes["src"])
    return found


def weight_faults(site: Site) -> Iterator[str]:
    """Tell what is heavier than it may be."""
    weight = weigh(site)
    if weight.whole > WHOLE_SITE:
        yield f"all files together have {weight.whole:,} bytes; {WHOLE_SITE:,} are allowed"
    for size, name in weight.pages:
        if size > LARGEST_PAGE:
            yield f"{name} has {size:,} bytes when compressed; {LARGEST_PAGE:,} are allowed"
    for page in site.sample:
        asked = blocking(page)
        if len(asked) > _BLOCKING_REQUESTS:
            yield f"{page.name} waits for {len(asked)} files before it shows anything: {', '.join(asked)}"
