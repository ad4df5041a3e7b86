"""What hosts need besides the pages: `_redirects`, `_headers`, the sitemap, and pages at addresses that moved.

Runs last, when every other file of the site is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bd.site.headers import HEADERS, headers_text
from bd.site.making import Making
from bd.site.moved import moved_files, moves_of
from bd.site.paths import address_of
from bd.site.receipts import moved_receipts
from bd.site.sitemap import sitemap_files
from bd.site.write import File

__all__ = ["MOST_REDIRECTS", "hosting_files"]

MOST_REDIRECTS = 2000
"""Lines that Cloudflare Pages reads; it would stop at the next one."""


def hosting_files(making: Making, files: Sequence[File]) -> Iterator[File]:
    """Yield what hosts need.

    Parameters
    ----------
    making
        The site.
    files
        Everything else that it is made of.

    Raises
    ------
    ProblemsError
        The addresses that moved do not fit the pages that there are.
    """
    addresses = [address_of(file.path) for file in files if file.path.endswith(".html")]
    moves = moves_of(making, set(addresses))
    yield from moved_files(making, moves)
    yield from sitemap_files(making, files)
    files_moved = moved_receipts(making)
    yield File("_redirects", _redirects(making.settings.base_path, moves, files_moved, addresses), "the redirects")
    yield File(HEADERS, headers_text(making.settings.base_path), "the headers")


def _redirects(base: str, moves: Mapping[str, str], files: Mapping[str, str], addresses: Iterable[str]) -> bytes:
    """Return the addresses that lead on, then each page's address without the slash at its end, the highest first."""
    pairs = [(each, new) for old, new in moves.items() for each in (old, old.removesuffix("/"))]
    pairs += files.items()
    folders = (address for address in addresses if address.endswith("/") and (address != "/" or base != "/"))
    pairs += [(each.removesuffix("/"), each) for each in sorted(folders, key=lambda each: (each.count("/"), each))]
    head = "# Read by Netlify and Cloudflare Pages: docs/deploy.md"
    lines = (f"{base.removesuffix('/')}{old} {base.removesuffix('/')}{new} 301" for old, new in pairs[:MOST_REDIRECTS])
    return "\n".join((head, *lines, "")).encode()
