"""Where sentences start, what stands inside quotation marks, and which capitals belong to names.

Only what the edits need: a full parse is left out on purpose, because the same text must give the same version
on every machine and in every year.
"""

from __future__ import annotations

import re
from functools import lru_cache

from bd.study.edits.words import HYPHENS, word_set

__all__ = ["Spans", "inside", "inside_name", "previous_word", "quotations", "remembered", "starts_sentence"]
__all__ += ["subject_pronouns"]

remembered = lru_cache(maxsize=512)
"""What versions of a text have in common is found once, where some hundred texts are gone through edit by edit."""

Spans = tuple[tuple[int, int], ...]

_OPENERS = "\"“‘'([«"
_CLOSERS = "\"”’')]»"
_ENDS = frozenset(".!?…:")
_BULLETS = frozenset("•*·")
# "St." is left out: a capital He or She after it follows a street, since no saint is called so.
_TITLES = word_set("dr mr ms mrs mx prof rev hon gen col lt capt sgt maj sen rep gov pres fr sr mt ft messrs")
_SUBJECT = re.compile(
    rf"(?<![{HYPHENS}\w/’'])(?<!\bor )(?<!\bor\n)(?:[Ss]he|SHE|[Hh]e|HE)(?![{HYPHENS}\w/])"
    r"(?!\s+(?:or|OR|and|AND)\s+(?:she|he|SHE|HE)\b)"
)
_NAME_OPENS = re.compile(r"(?:He|She)[ \t]+([^\W\d_]{2,})")
_MARKS = re.compile(r"[\"“”‘’'«»]")
_QUOTED = re.compile(
    r"“[^”\n]*(?:”|$|(?=\n))"
    r'|"[^"\n]*(?:"|$|(?=\n))'
    r"|«[^»\n]*»"
    # Single marks double as apostrophes, so they count only where they open before a letter and close after one.
    r"|(?<!\w)‘(?=[^\W\d_])[^\n]*?[^\s]’(?!\w)"
    r"|(?<!\w)'(?=[^\W\d_])[^'\n]*(?:\w'\w[^'\n]*)*[^\s']'(?!\w)"
)


def _word_ending(text: str, end: int) -> str:
    """Return the word whose last letter stands before `end`, apostrophes inside it included."""
    start = end
    while start and (text[start - 1].isalpha() or (text[start - 1] in "'’" and start < end)):
        start -= 1
    return text[start:end].lstrip("'’")


def _skip_space(text: str, at: int) -> int:
    """Return where the white space before `at` begins."""
    while at and text[at - 1].isspace():
        at -= 1
    return at


def _skip_openers(text: str, at: int) -> int:
    while at and text[at - 1] in _OPENERS:
        at -= 1
    return at


def starts_sentence(text: str, at: int) -> bool:
    """Tell whether the word at `at` is the first of a sentence.

    A full stop after a title ("Dr.", "Ms.") ends nothing. One after a degree or a time of day ("Ph.D.", "a.m.") ends
    the sentence when a capital follows. A new line before a capital starts a sentence too. A word in small letters
    starts one only at the start of the text.
    """
    opened = _skip_openers(text, at)
    end = _skip_space(text, opened)
    if end == 0:
        return True
    if not text[at].isupper():
        return False
    if "\n" in text[end:opened]:
        return True
    while end and text[end - 1] in _CLOSERS:
        end -= 1
    if end == 0:
        return True
    mark = text[end - 1]
    if mark == ".":
        return _word_ending(text, end - 1).lower() not in _TITLES
    return mark in _ENDS or mark in _BULLETS


def previous_word(text: str, at: int) -> str:
    """Return the word directly before `at` as written, or "" where a mark, a digit or nothing stands between."""
    end = _skip_space(text, at)
    return _word_ending(text, end) if end < at else ""


def inside_name(text: str, at: int) -> bool:
    """Tell whether the capitalised word at `at` belongs to a name or a title of a work.

    It does where it stands within a sentence directly after another capitalised word ("Wei He", "Finding Her
    Voice"), an initial ("J. He") or a title ("Dr. He"), and "He" and "She" do directly before one ("He Wei", "She
    Codes"). Words all in capitals say nothing either way.
    """
    if not text[at].isupper() or text[at + 1 : at + 2].isupper():
        return False
    opens = _NAME_OPENS.match(text, at)
    if opens is not None and opens[1][0].isupper() and opens[1][1:].islower():
        return True
    end = _skip_space(text, at)
    if end in (0, at) or "\n" in text[end:at]:
        return False
    if text[end - 1] == ".":
        return _titled(text, end) or _is_initial(text, end - 2)
    before = _word_ending(text, end)
    return before[:1].isupper() and not (len(before) > 1 and before.isupper())


def _is_initial(text: str, at: int) -> bool:
    """Tell whether a full stop after the letter at `at` is that of a name's first letter, and not of "plan B."."""
    if at < 0 or not text[at].isupper() or (at and not text[at - 1].isspace()):
        return False
    before = _skip_space(text, at)
    return before == 0 or starts_sentence(text, at) or _titled(text, before)


def _titled(text: str, end: int) -> bool:
    return text[end - 1] == "." and _word_ending(text, end - 1).lower() in _TITLES


def quotations(text: str) -> Spans:
    """Return the spans of quoted passages, marks included; one never closed runs to the end of its line."""
    if _MARKS.search(text) is None:
        return ()
    return tuple(found.span() for found in _QUOTED.finditer(text))


def inside(spans: Spans, at: int) -> bool:
    """Tell whether `at` lies within one of the spans."""
    return any(start <= at < end for start, end in spans)


@remembered
def subject_pronouns(text: str) -> tuple[re.Match[str], ...]:
    """Return every he and she that the author says of the person.

    Left out are those in quotations, which are somebody else's words, those in "he or she", and those in names.
    """
    found = [found for found in _SUBJECT.finditer(text) if not inside_name(text, found.start())]
    quoted = quotations(text) if found else ()
    return tuple(each for each in found if not inside(quoted, each.start()))
