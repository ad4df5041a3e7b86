"""Where sentences start, what stands inside quotation marks, and which capitals belong to names.

Only what the edits need: a full parse is left out on purpose, because the same text must give the same version
on every machine and in every year.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["Spans", "inside", "inside_name", "previous_word", "quotations", "starts_sentence", "subject_pronouns"]

Spans = tuple[tuple[int, int], ...]

_LOOK_BACK = 48
_OPENERS = "\"“‘'([«"
_CLOSERS = "\"”’')]»"
_ENDS = frozenset(".!?…:")
_BULLETS = frozenset("•*·")
# "St." is left out: a capital He or She after it follows a street, since no saint is called so.
_TITLE_BEFORE = re.compile(
    r"\b(?:dr|mr|ms|mrs|mx|prof|rev|hon|gen|col|lt|capt|sgt|maj|sen|rep|gov|pres|fr|sr|mt|ft|messrs)\.$", re.IGNORECASE
)
_WORD_BEFORE = re.compile(r"([^\W\d_]+(?:['’][^\W\d_]+)*)(\.?\s+)$")
_SUBJECT = re.compile(
    r"(?<![\w/’'-])(?<!\bor )(?<!\bor\n)(?:[Ss]he|SHE|[Hh]e|HE)(?![\w/-])(?!\s+(?:or|OR|and|AND)\s+(?:she|he|SHE|HE)\b)"
)
_MARKS = re.compile(r"[\"“”‘’'«»]")
_QUOTED = re.compile(
    r"“[^”\n]*(?:”|$|(?=\n))"
    r'|"[^"\n]*(?:"|$|(?=\n))'
    r"|«[^»\n]*»"
    # Single marks double as apostrophes, so they count only where they open before a letter and close after one.
    r"|(?<!\w)‘(?=[^\W\d_])[^\n]*?[^\s]’(?!\w)"
    r"|(?<!\w)'(?=[^\W\d_])[^'\n]*(?:\w'\w[^'\n]*)*[^\s']'(?!\w)"
)


def starts_sentence(text: str, at: int) -> bool:
    """Tell whether the word at `at` is the first of a sentence.

    A full stop after a title ("Dr.", "Ms.") ends nothing. One after a degree or a time of day ("Ph.D.", "a.m.") ends
    the sentence when a capital follows. A new line before a capital starts a sentence too.
    """
    if not text[at : at + 1].isupper():
        return at == 0 or not text[:at].strip(_OPENERS + " \t\n")
    spot = at - 1
    while spot >= 0 and text[spot] in _OPENERS:
        spot -= 1
    while spot >= 0 and text[spot].isspace():
        if text[spot] == "\n":
            return True
        spot -= 1
    while spot >= 0 and text[spot] in _CLOSERS:
        spot -= 1
    if spot < 0 or text[spot] in _BULLETS:
        return True
    if text[spot] not in _ENDS:
        return False
    return text[spot] != "." or _TITLE_BEFORE.search(text, max(0, spot - 8), spot + 1) is None


def previous_word(text: str, at: int) -> str:
    """Return the word directly before `at`, or "" where punctuation or nothing stands between."""
    found = _WORD_BEFORE.search(text, max(0, at - _LOOK_BACK), at)
    return found.group(1) if found and not found.group(2).startswith(".") else ""


def inside_name(text: str, at: int) -> bool:
    """Tell whether the capitalised word at `at` belongs to a name or a title of a work.

    It does where it stands within a sentence directly after another capitalised word ("Wei He", "Finding Her
    Voice") or after a title ("Dr. He"). Words all in capitals say nothing either way.
    """
    if not text[at].isupper() or text[at + 1 : at + 2].isupper():
        return False
    found = _WORD_BEFORE.search(text, max(0, at - _LOOK_BACK), at)
    if found is None or not found.group(1)[0].isupper():
        return False
    before = found.group(1)
    if len(before) > 1 and before.isupper():
        return False
    return not starts_sentence(text, at)


def quotations(text: str) -> Spans:
    """Return the spans of quoted passages, marks included; one never closed runs to the end of its line."""
    if _MARKS.search(text) is None:
        return ()
    return tuple(found.span() for found in _QUOTED.finditer(text))


def inside(spans: Spans, at: int) -> bool:
    """Tell whether `at` lies within one of the spans."""
    return any(start <= at < end for start, end in spans)


def subject_pronouns(text: str) -> Iterator[re.Match[str]]:
    """Yield every he and she that the author says of the person.

    Left out are those in quotations, which are somebody else's words, those in "he or she", and those in names.
    """
    quoted: Spans | None = None
    for found in _SUBJECT.finditer(text):
        if quoted is None:
            quoted = quotations(text)
        if not inside(quoted, found.start()) and not inside_name(text, found.start()):
            yield found
