"""The gender swap: the same text with he for she, her for his, Ms. for Mr. and so on, in both directions.

The words are in `words.py`, their exceptions in `protected.py`, the cases of "her" and "his" in `her.py`. A text is
used only if swapping its swapped copy restores it letter for letter, so that the copy carries the gender and nothing
else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bd.study.edits.her import her_becomes, his_becomes
from bd.study.edits.outcome import Edited, Excluded
from bd.study.edits.protected import is_owned_title, is_protected, is_title, joins_hyphen
from bd.study.edits.sentences import inside_name
from bd.study.edits.words import HONORIFICS, PARTNERS, PRONOUNS

__all__ = ["swap", "swap_words"]

_SIMPLE: Mapping[str, str] = {
    "he": "she",
    "she": "he",
    "him": "her",
    "hers": "his",
    "himself": "herself",
    "herself": "himself",
}


def _branch(words: set[str]) -> str:
    """Return an expression for the words that shares their beginnings, so that most letters are passed at once."""
    by_letter: dict[str, set[str]] = {}
    for word in words - {""}:
        by_letter.setdefault(word[0], set()).add(word[1:])
    branches = [re.escape(letter) + _branch(rest) for letter, rest in sorted(by_letter.items())]
    if not branches:
        return ""
    return f"(?:{'|'.join(branches)}){'?' if '' in words else ''}"


def _pattern() -> re.Pattern[str]:
    """Return the expression for all words as they are usually written; "hE" is nobody's pronoun."""
    words = {*PARTNERS, *HONORIFICS, *PRONOUNS}
    return re.compile(rf"(?<!\w){_branch(words | {w.capitalize() for w in words} | {w.upper() for w in words})}(?!\w)")


_WORD = _pattern()
_BOTH = re.compile(
    r"\bs/he\b|\(s\)he\b"
    r"|\b(?:he|him|his|himself)\s*(?:/|\bor\b|\band/or\b)\s*(?:she|hers?|herself)\b"
    r"|\b(?:she|hers?|herself)\s*(?:/|\bor\b|\band/or\b)\s*(?:he|him|his|himself)\b"
    r"|\b(?:he\s+and\s+she|she\s+and\s+he|his\s+and\s+hers?|hers?\s+and\s+his)\b",
    re.IGNORECASE,
)


# Expressions that begin with plain letters are searched fastest; most texts have no such join.
_JOINS = tuple(re.compile(rf"{word}\s+(?:s?he|hers?|him|his)\b") for word in ("or", "and")) + tuple(
    re.compile(rf"{word}\s+(?:S?HE|HERS?|HIM|HIS)\b") for word in ("OR", "AND")
)


def _in_case_of(word: str, other: str) -> str:
    if word.isupper():
        return other.upper()
    return other.capitalize() if word[0].isupper() else other


def _pronoun(text: str, start: int, end: int, word: str, low: str) -> str | None:
    if joins_hyphen(text, start, end) or inside_name(text, start) or _abbreviation(text, start, end, word):
        return None
    simple = _SIMPLE.get(low)
    if simple is not None:
        return simple
    if is_owned_title(text, start, end):
        return None
    return her_becomes(text, start, end) if low == "her" else his_becomes(text, start, end)


def _replacement(text: str, start: int, end: int, word: str) -> str | None:
    """Return what the gendered word at this place turns into, or None if it stays."""
    low = word.lower()
    if low in PRONOUNS:
        other = _pronoun(text, start, end, word, low)
        return None if other is None else _in_case_of(word, other)
    if low in HONORIFICS:
        return _address(text, start, end, word) if is_title(text, start, end) else None
    return None if is_protected(text, start, end, low) else _in_case_of(word, PARTNERS[low])


def _address(text: str, start: int, end: int, word: str) -> str:
    other = _in_case_of(word, HONORIFICS[word.lower()])
    # "Miss Holt" has no full stop to keep, and "Mr Holt" without one is as usual as with one.
    return f"{other}." if word.lower() == "miss" and text[end : end + 1] != "." else other


def _abbreviation(text: str, start: int, end: int, word: str) -> bool:
    """Tell whether HIS or HIM is a department's short name: capitals with none around them."""
    if word not in {"HIS", "HIM"}:
        return False
    around = re.findall(r"[^\W\d_]{2,}", text[max(0, start - 24) : start])[-1:]
    around += re.findall(r"[^\W\d_]{2,}", text[end : end + 24])[:1]
    return not any(word.isupper() for word in around)


def swap_words(text: str) -> str:
    """Return `text` with every gendered word turned, without asking whether the way back exists."""
    pieces: list[str] = []
    kept = 0
    for found in _WORD.finditer(text):
        start, end = found.span()
        other = _replacement(text, start, end, found.group())
        if other is not None:
            pieces += (text[kept:start], other)
            kept = end
    if not pieces:
        return text
    pieces.append(text[kept:])
    return "".join(pieces)


def _names_both(text: str) -> bool:
    """Tell whether the text speaks of "he or she" in any form; the words that join them are looked for first."""
    if "/" in text or ")he" in text or any(join.search(text) for join in _JOINS):
        return _BOTH.search(text) is not None
    return False


def swap(text: str, settings: Mapping[str, Any]) -> Edited | Excluded:
    """Return the swapped copy of a text.

    Parameters
    ----------
    text : str
        The text as written.
    settings : Mapping[str, Any]
        Not used; the swap has none.

    Returns
    -------
    Edited | Excluded
        Excluded where the text speaks of "he or she", has no gendered word, or is not restored by a second swap.

    Examples
    --------
    >>> swap("She told her he liked her 2003 book.", {})
    Edited(text='He told him she liked his 2003 book.')
    """
    swapped = swap_words(text)
    if _names_both(text):
        return Excluded("names both")
    if swapped == text:
        return Excluded("no gendered word")
    if swap_words(swapped) != text:
        return Excluded("not invertible")
    return Edited(swapped)
