"""Which words of two versions of a text differ, for readers.

Only marks; how a change looks on a page is the site's part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from bd.study.edits.letters import Wholes, joined

__all__ = ["Runs", "mark_changes", "replacements"]

Runs = tuple[tuple[str, bool], ...]
"""A text in pieces, each with whether it differs from the other text; joined, they are the text."""

# A word takes the white space after it along, so that spaces alone are never what two texts have in common.
_TOKEN = re.compile(r"(?:\w+(?:['’-]\w+)*|[^\w\s])\s*|\s+")


class _Side:
    """The runs of one text as they grow."""

    def __init__(self) -> None:
        self._runs: list[tuple[str, bool]] = []

    def add(self, piece: str, changed: bool) -> None:
        if not piece:
            return
        if self._runs and self._runs[-1][1] == changed:
            piece = self._runs.pop()[0] + piece
        elif self._runs and not changed:
            # The space after a changed word is not part of the change.
            last = self._runs[-1][0]
            bare = last.rstrip()
            if bare:
                self._runs[-1] = (bare, True)
                piece = last[len(bare) :] + piece
        self._runs.append((piece, changed))

    def runs(self) -> Runs:
        return tuple(self._runs)


def _common(one: list[str], other: list[str]) -> int:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


def mark_changes(before: str, after: str) -> tuple[Runs, Runs]:
    """Return both texts as runs of words, each marked with whether it differs.

    Parameters
    ----------
    before, after : str
        The two versions.

    Returns
    -------
    tuple of Runs
        For each text its runs `(piece, changed)`. Joined pieces give the text back exactly; neighbouring runs differ
        in their mark; an empty text has no runs.

    Examples
    --------
    >>> mark_changes("He operates.", "She operates.")
    ((('He', True), (' operates.', False)), (('She', True), (' operates.', False)))
    """
    left, right = _Side(), _Side()
    for one, other, changed in _aligned(before, after):
        left.add(one, changed)
        right.add(other, changed)
    return left.runs(), right.runs()


def replacements(before: str, after: str) -> tuple[tuple[str, str], ...]:
    """Return what stands in place of what, in the order of the text, each pair once.

    Parameters
    ----------
    before, after : str
        The two versions.

    Returns
    -------
    tuple of (str, str)
        Words of either version without the white space around them; one of them is empty where words were put in or
        left out.

    Examples
    --------
    >>> replacements("He says he operates.", "She says she operates.")
    (('He', 'She'), ('he', 'she'))
    """
    pairs = ((one.strip(), other.strip()) for one, other, changed in _aligned(before, after) if changed)
    return tuple(dict.fromkeys(pair for pair in pairs if pair[0] != pair[1]))


def _tokens(text: str) -> list[str]:
    if text.isascii():
        return _TOKEN.findall(text)
    wholes = Wholes(text)
    return joined(text, map(wholes.opened, _TOKEN.findall(wholes.closed(text))))


def _aligned(before: str, after: str) -> Iterator[tuple[str, str, bool]]:
    """Yield both texts piece by piece, each with whether it differs."""
    one, other = _tokens(before), _tokens(after)
    head = _common(one, other)
    tail = _common(one[head:][::-1], other[head:][::-1])
    yield "".join(one[:head]), "".join(other[:head]), False
    mid_one, mid_other = one[head : len(one) - tail], other[head : len(other) - tail]
    for tag, a, b, c, d in SequenceMatcher(None, mid_one, mid_other, autojunk=False).get_opcodes():
        yield "".join(mid_one[a:b]), "".join(mid_other[c:d]), tag != "equal"
    yield "".join(one[len(one) - tail :]), "".join(other[len(other) - tail :]), False
