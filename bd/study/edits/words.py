"""The gendered words that the swap knows, as plain data.

Every row is a pair that turns into each other in both directions. He, him, his, she, her and hers are left to
`her.py`, because which of them answers to which depends on the words around. Words that a person's gender does
not decide ("host", "hero", "alumni") are left out: changing them would change more than the gender.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["ANY_CASE", "ATTRIBUTES", "CAPITAL", "GROUPS", "HONORIFICS", "HYPHENS", "LOWER_ONLY", "PARTNERS", "PRONOUNS"]
__all__ += ["word_set"]

CAPITAL = "A-Z" + "".join(sign for sign in map(chr, range(0xC0, 0x530)) if sign.isupper())
"""What a name may begin with, for an expression's brackets: capitals with accents, Greek and Cyrillic ones too."""

HYPHENS = "-\u2010\u2011"
"""The same for hyphens; the first must stand first in its brackets."""

_FAMILY = """
father mother; dad mom; daddy mommy; stepfather stepmother; stepdad stepmom; godfather godmother;
grandfather grandmother; grandfathers grandmothers; grandpa grandma; great-grandfather great-grandmother;
son daughter; sons daughters; stepson stepdaughter; stepsons stepdaughters; godson goddaughter;
grandson granddaughter; grandsons granddaughters;
brother sister; brothers sisters; stepbrother stepsister; stepbrothers stepsisters;
uncle aunt; uncles aunts; nephew niece; nephews nieces;
husband wife; husbands wives; fiancé fiancée; fiance fiancee; boyfriend girlfriend; widower widow
"""

_PEOPLE = """
man woman; boy girl; schoolboy schoolgirl; cowboy cowgirl; gentleman lady; sir madam;
king queen; prince princess; duke duchess; actor actress; waiter waitress; heir heiress
"""

# These stand before or after names with a capital ("Chairwoman Holt") and say the gender of the holder even then.
_OFFICES = """
chairman chairwoman; vice-chairman vice-chairwoman; businessman businesswoman; spokesman spokeswoman;
salesman saleswoman; congressman congresswoman; councilman councilwoman; assemblyman assemblywoman;
alderman alderwoman; policeman policewoman; fireman firewoman; anchorman anchorwoman; cameraman camerawoman;
craftsman craftswoman; sportsman sportswoman; horseman horsewoman; clergyman clergywoman;
serviceman servicewoman; headmaster headmistress; landlord landlady; alumnus alumna; emeritus emerita;
frenchman frenchwoman; englishman englishwoman; irishman irishwoman; dutchman dutchwoman;
welshman welshwoman; scotsman scotswoman
"""

# Plurals that in a text about one person nearly always mean others: patients, pupils, readers.
_GROUPS = """
men women; boys girls; gentlemen ladies; fathers mothers; dads moms; males females
"""

_ATTRIBUTES = """
male female
"""


def word_set(text: str) -> frozenset[str]:
    """Return the words of `text`, so that lists stay readable in the source."""
    return frozenset(text.split())


def _pairs(rows: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for row in rows.split(";"):
        one, other = row.split()
        pairs[one], pairs[other] = other, one
    return pairs


# "Mum" has no partner of its own: Dad leads back to Mom, so such a text is left out rather than half changed.
_NOUNS = _pairs(_FAMILY) | _pairs(_PEOPLE) | _pairs(_OFFICES) | {"mum": "dad"}

GROUPS: Mapping[str, str] = MappingProxyType(_pairs(_GROUPS))
"""Plurals that change only where the person is one of them ("one of the first women to")."""

ATTRIBUTES: Mapping[str, str] = MappingProxyType(_pairs(_ATTRIBUTES))
"""Words that change unless they are said of others or of a part of the body ("female patients")."""

HONORIFICS: Mapping[str, str] = MappingProxyType({"mr": "ms", "ms": "mr", "mrs": "mr", "miss": "mr"})
"""Forms of address. Mrs. and Miss say a marriage that Mr. does not, so a swap back does not restore them."""

PRONOUNS = word_set("he she him his her hers himself herself")
"""The pronouns, reflexive ones included."""

LOWER_ONLY = word_set("king queen prince princess duke duchess lady sir madam")
"""Words that are surnames or parts of names whenever they carry a capital."""

ANY_CASE = frozenset(_pairs(_OFFICES))
"""Words that change with a capital within a sentence too."""

PARTNERS: Mapping[str, str] = MappingProxyType({**_NOUNS, **GROUPS, **ATTRIBUTES})
"""Every word but pronouns and forms of address, with its partner."""
