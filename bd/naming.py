"""What a name may be, which two names no reader can tell apart, and how a name that runs from right to left is shown.

The one place that judges names: of options, groups, models, instruments, or whatever else readers meet. Ids, which
are plainer, are `bd.files`' part.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

__all__ = ["TURNING", "bare", "isolated", "lookalikes", "looks", "name_fault", "shows_nothing"]

TURNING = "\u202a-\u202e\u2066-\u2069"
"""Signs that turn the words around them, for an expression's brackets."""
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_TURNS = re.compile(f"[{TURNING}]")
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""What Unicode calls ignorable by default, for which nothing is drawn, and the blank of Braille."""
_BLANK = ("C", "M", "Z")
"""Categories of signs that by themselves show nothing, or nothing that could be read."""
_LEFT, _RIGHT = "\u2068", "\u2069"
_FROM_RIGHT = ("R", "AL", "AN", "RLE", "RLO", "RLI", "LRE", "LRO", "LRI", "FSI")
"""Directions of letters, and of signs that turn what follows, which may stand in a file that `bd` did not write."""

_TWINS = str.maketrans(
    "АВСЕНІЈКМОРЅТХУаеһіјорԛѕѵԝхусΑΒΕΖΗΙΚΜΝΟΡΤΥΧαινορυϳ‘’ʼ′“”„",
    "ABCEHIJKMOPSTXYaehijopqsvwxycABEZHIKMNOPTYXaivopuj''''\"\"\"",
)
"""Letters of Greek and Cyrillic that fonts draw like Latin ones, and marks that are one on a keyboard."""


def shows_nothing(text: str) -> bool:
    r"""Tell whether a text is empty to the eye: blanks, signs of no width, marks without a letter.

    Examples
    --------
    >>> shows_nothing("\u200b \u2800"), shows_nothing("East")
    (True, False)
    """
    return all(unicodedata.category(sign)[0] in _BLANK for sign in _UNSEEN.sub("", text))


def name_fault(name: str) -> str | None:
    r"""Return why a text can be nobody's name, or None.

    Examples
    --------
    >>> name_fault("\u200b")
    'shows nothing; write a name that can be read'
    """
    if _CONTROL.search(name):
        return "holds a line end or a control character; take it out"
    if _TURNS.search(name):
        return "holds a sign that turns the words around it; take it out"
    return "shows nothing; write a name that can be read" if shows_nothing(name) else None


def looks(name: str) -> frozenset[str]:
    r"""Return what a name looks like; two names are alike to the eye where one of these is the same.

    Alike are names that differ only in composition, width, case, blanks, hyphens or signs that are not seen, and names
    whose letters are those that Greek, Cyrillic and Latin have in common.

    Examples
    --------
    >>> looks("Acme\u00a0Chat") & looks("acme  ch\u0430t") != set()
    True
    """
    plain = _UNSEEN.sub("", unicodedata.normalize("NFKC", name))
    plain = "".join("-" if unicodedata.category(sign) == "Pd" else sign for sign in plain)
    return frozenset(_folded(each) for each in (plain, plain.translate(_TWINS)))


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text.casefold()).split())


def lookalikes(names: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Yield the places of each name that looks like one before it, the earlier one's first.

    Examples
    --------
    >>> list(lookalikes(["East", "West", "EAST"]))
    [(0, 2)]
    """
    first: dict[str, int] = {}
    for place, name in enumerate(names):
        own = looks(name)
        found = min((first[look] for look in own if look in first), default=None)
        if found is not None:
            yield found, place
        for look in own:
            first.setdefault(look, place)


def isolated(name: str) -> str:
    r"""Return a name so that it moves no words around it where it is shown: with isolates if any of it runs leftwards.

    Examples
    --------
    >>> isolated("Acme Chat"), isolated("\u05d0") == "\u2068\u05d0\u2069"
    ('Acme Chat', True)
    """
    if name.isascii() or all(unicodedata.bidirectional(sign) not in _FROM_RIGHT for sign in name):
        return name
    return f"{_LEFT}{name}{_RIGHT}"


def bare(text: str) -> str:
    """Return a text without what `isolated` put into it, for a file or an index in which words are looked up."""
    return text.replace(_LEFT, "").replace(_RIGHT, "")
