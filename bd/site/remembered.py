"""The memory of addresses: `site/data/addresses.txt` names every page that any build of the site had, a line each.

It is kept in git beside the data, so that a page that is gone leads on from its address, whoever builds the site. Only
`bd site` adds to it and nothing takes away; a line that a person deletes is an address that is let go. Where a gone
address leads is `bd.board.addresses`' part, the page that stands there `bd.site.moved`'s.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from bd.board.addresses import nearest
from bd.errors import Problem, ProblemsError
from bd.files import read_bytes, write_atomically
from bd.site.inputs import ADDRESSES
from bd.site.paths import is_page

__all__ = ["gone", "read_addresses", "remember"]

_HEAD = "# Every address that a page of this site had. Written by `bd site`; docs/deploy.md tells what it is for.\n"


def read_addresses(root: Path) -> frozenset[str]:
    """Return every address that is remembered; none where there is no such file yet.

    Raises
    ------
    ProblemsError
        A line is no address of a page.
    """
    path = root / ADDRESSES
    if not path.exists():
        return frozenset()
    lines = read_bytes(path).decode("utf-8", "replace").splitlines()
    told = {number: line.strip() for number, line in enumerate(lines, 1) if line.strip() and not line.startswith("#")}
    wrong = [
        Problem(ADDRESSES, number, f"{line!r} is not the address of a page, such as /age/; mend the line or delete it")
        for number, line in told.items()
        if not is_page(line)
    ]
    if wrong:
        raise ProblemsError(wrong)
    return frozenset(told.values())


def gone(remembered: Iterable[str], standing: Collection[str]) -> dict[str, str]:
    """Return each remembered address that has no page now, with the page that it leads to."""
    return {each: nearest(each, standing) for each in sorted(remembered) if each not in standing}


def remember(root: Path, addresses: Iterable[str]) -> None:
    """Add addresses to those that are remembered; the file is touched only where one is new.

    Raises
    ------
    BdError
        The file cannot be written.
    """
    before = read_addresses(root)
    now = before.union(addresses)
    if now != before:
        write_atomically(root / ADDRESSES, (_HEAD + "".join(f"{each}\n" for each in sorted(now))).encode())
