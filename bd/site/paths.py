"""The one place where addresses become files, and links between two addresses become relative.

A link names `index.html`, so that the same pages work at the root of a host, under a sub-path and from the file
system. The address without it is what the canonical link shows.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import urljoin

from bd.errors import BdError

__all__ = ["EMBEDDED", "MISSING", "absolute", "address_of", "file_of", "is_page", "link", "relative"]

EMBEDDED = "chart/"
"""Below a page: its chart alone, which others may embed."""
MISSING = "/404.html"
"""The address of the page for addresses that do not exist."""

_INDEX = "index.html"
_ADDRESS = re.compile(r"/([a-z0-9._-]+/)*([a-z0-9_-]+(\.[a-z0-9_-]+)+)?")


@lru_cache(maxsize=1 << 16)
def file_of(address: str) -> str:
    """Return the file of an address, relative to the site's folder.

    Raises
    ------
    BdError
        The address would lead outside the folder, or has other signs than lower-case letters, digits and hyphens.

    Examples
    --------
    >>> file_of("/age/"), file_of("/data/leaderboard.json")
    ('age/index.html', 'data/leaderboard.json')
    """
    if not _ADDRESS.fullmatch(address) or {".", ".."} & set(address.split("/")):
        raise BdError(
            f"the address {address!r} cannot be a page: it may hold only lower-case letters, digits and hyphens"
        )
    return address.lstrip("/") + (_INDEX if address.endswith("/") else "")


def is_page(address: object) -> bool:
    """Whether this could be the address of a page.

    Examples
    --------
    >>> is_page("/age/"), is_page("/age"), is_page("https://x.example/")
    (True, False, False)
    """
    try:
        return isinstance(address, str) and address.endswith("/") and bool(file_of(address))
    except BdError:
        return False


def address_of(file: str) -> str:
    """Return the address of a file of the site: that of its folder, for a page.

    Examples
    --------
    >>> address_of("age/index.html"), address_of("index.html"), address_of("404.html")
    ('/age/', '/', '/404.html')
    """
    folder, _, name = file.rpartition("/")
    return f"/{folder}/".replace("//", "/") if name == _INDEX else f"/{file}"


def relative(here: str, to: str) -> str:
    """Return the way from the page at one address to another address, an anchor included.

    Examples
    --------
    >>> relative("/age/", "/age/#alder"), relative("/age/", "/"), relative("/", "/age/")
    ('#alder', '../index.html', 'age/index.html')
    """
    address, mark, anchor = to.partition("#")
    if address == here and mark:
        return f"#{anchor}"
    steps, wanted = file_of(here).split("/")[:-1], file_of(address).split("/")
    shared = 0
    for step, other in zip(steps, wanted[:-1], strict=False):
        if step != other:
            break
        shared += 1
    return "../" * (len(steps) - shared) + "/".join(wanted[shared:]) + mark + anchor


@lru_cache(maxsize=1 << 16)
def absolute(base_url: str, address: str) -> str:
    """Return an address with the host and the path that the site stands under.

    Examples
    --------
    >>> absolute("https://bias.example/audit/", "/age/")
    'https://bias.example/audit/age/'
    """
    return urljoin(base_url, address.lstrip("/"))


def link(here: str, to: str, base_path: str) -> str:
    """Return what stands in a link on the page at `here`.

    The page for missing addresses is shown at any address, so its links start at the site's base path.
    """
    if here != MISSING:
        return relative(here, to)
    address, mark, anchor = to.partition("#")
    return base_path + file_of(address) + mark + anchor
