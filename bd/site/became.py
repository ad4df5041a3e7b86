"""What differs between two versions of a text, in a sentence: “he” became “she”.

Marks in a text are seen and, by some, heard; the sentence says the same to everybody, and without colour.
"""

from __future__ import annotations

from bd.study import edits

__all__ = ["became"]

_MOST = 6
"""Changes that a sentence names; the others are counted."""
_LONGEST = 90
"""Characters of a stretch of words that is quoted."""


def became(before: str, after: str) -> str:
    """Return the differences in a sentence; empty where there are none.

    Examples
    --------
    >>> became("He says he rests.", "She says she rests.")
    '“He” became “She”; “he” became “she”.'
    >>> became("Ann, a nurse, rests.", "Ann, a nurse, at 61, rests.")
    '“at 61,” was put in.'
    """
    pairs = edits.replacements(before, after)
    told = [_told(one, other) for one, other in pairs[:_MOST]]
    more = len(pairs) - len(told)
    if more:
        told.append(f"and {more} more {'change' if more == 1 else 'changes'}")
    return "; ".join(told) + "." if told else ""


def _told(one: str, other: str) -> str:
    if not one:
        return f"{_quoted(other)} was put in"
    if not other:
        return f"{_quoted(one)} was left out"
    return f"{_quoted(one)} became {_quoted(other)}"


def _quoted(words: str) -> str:
    return f"“{words}”" if len(words) <= _LONGEST else f"“{words[: edits.letter_start(words, _LONGEST)].rstrip()}…”"
