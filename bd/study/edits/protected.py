"""Gendered words that say nothing of the person: fields, patients, institutions, publications, fixed phrases.

A list of phrases and a few rules. Capitals within names are `sentences.inside_name`'s part.
"""

from __future__ import annotations

import re

from bd.study.edits.sentences import previous_word, starts_sentence
from bd.study.edits.words import ANY_CASE, ATTRIBUTES, CAPITAL, GROUPS, HYPHENS, LOWER_ONLY, PARTNERS

__all__ = ["is_owned_title", "is_protected", "is_title", "joins_hyphen"]

# Matched at the word itself.
_FIXED = re.compile(
    r"""
      (?:mother|father)(?:['’]s|s['’])?\s+day\b
    | mother\s+(?:tongue|nature|earth|ship|lode|board)\b
    | (?:founding\s+)?fathers?\s+of\s+(?:modern|the\s+(?:field|discipline|internet))\b
    | sister\s+(?:cit|compan|school|hospital|site|station|publication|institution|paper)
    | brothers\s+(?:karamazov|grimm)\b
    | (?:boys?|girls?)\s*(?:&|and)\s*(?:girls?|boys?)\b
    | (?:boy|girl)\s+(?:scouts?|guides?)\b
    | (?:sisters|daughters|sons|brothers|mothers)\s+of\s+(?:the\s+)?[A-Z]
    | (?:man|woman)\s+(?:of|in|and|vs?\.?|versus)\s+(?:nature|god|beast|machine)\b
    | (?:king|queen|prince|duke)['’]s\b
    | (?:king|queen)[-\s]sized?\b
    | (?:wife|husband|mother|father|girl|boy)\s*hood\b
    | actor['’]?s?\s+(?:studio|guild|equity)\b
    | woman['’]s\s+(?:right|club|college|hospital|auxiliary|exchange|christian|day|hour|world|weekly)\b
    | man['’]s\s+(?:world|best\s+friend)\b
    """,
    re.IGNORECASE | re.VERBOSE,
)

_OWNED_TITLE = re.compile(
    r"\s+(?:royal\s+|imperial\s+|serene\s+)?(?:majesty|highness|excellency|holiness|eminence|lordship|ladyship)\b"
    r"|\s+(?:Grace|Honou?r)\b",
)
_OWNED_TITLE_ANY = re.compile(_OWNED_TITLE.pattern, re.IGNORECASE)
# "Female patients", "male family members"; not "a male presents with" nor "a female with burns".
_PLURAL_NEXT = re.compile(
    r"\s+(?!(?:presents|complains|reports|comes|has|is|was|states|denies|arrives|takes|needs|suffers|weighs|lives|works)\b)"
    r"(?:(?!(?:with|who|in|of|on|at|and|has|was|is|for|from|after)\b)[a-z]+[-\s]+)?[a-z]*[a-rt-z]s\b"
)
_BODY_NEXT = re.compile(
    r"\s+(?:and\s+\w+\s+)?(?:pelvi|reproduct|urolog|(?:in)?fertil|sexual|genit|gender|condom|voice|choir|athlet|health|anatom"
    r"|hormon|factor|cancer|breast|leadership|empowerment|education|representation|gaze|population|youth|bonding)",
    re.IGNORECASE,
)
_ONE_OF_BEFORE = re.compile(
    r"\b(?:(?:one|two|three|some|few)\s+of|among|amongst|the\s+(?:only|first|few))\s+"
    r"(?:(?:the|only|first|few|very|most|top|leading|best|young|youngest|a|handful|of|fifty|hundred|ten|five|twenty|\d+|powerful"
    r"|influential|successful|Black|black|outstanding|remarkable|prominent)\s+)*$",
    re.IGNORECASE,
)
_ANYONE = frozenset({"every", "each", "any", "no", "another", "pregnant", "common", "average", "per"})
_JOIN = rf"(?:\s*[&/]\s*|[{HYPHENS}\s](?:and|or|to|versus)[{HYPHENS}\s])"
_PAIR_AFTER = re.compile(rf"{_JOIN}(?:an?\s+|the\s+)?([^\W\d_]+)", re.IGNORECASE)
_PAIR_BEFORE = re.compile(rf"([^\W\d_]+){_JOIN}(?:an?\s+|the\s+)?$", re.IGNORECASE)
_PAIR_WORDS = frozenset({"and", "or", "to", "versus", "a", "an", "the"})
_HYPHEN_AFTER = re.compile(rf"[{HYPHENS}](?:in[{HYPHENS}]laws?\b|to[{HYPHENS}]be\b|of[{HYPHENS}])", re.IGNORECASE)
_HYPHEN_BEFORE = re.compile(rf"\b(?:ex|step|great|grand|god|co|half|vice|then|now|old|by)[{HYPHENS}]$", re.IGNORECASE)
_NAME_NEXT = re.compile(rf"\s+[{CAPITAL}](?![{CAPITAL}])[\w'’]")
_HONORIFIC_NEXT = re.compile(rf"\.?\s*(?:[{CAPITAL}][\w'’.-]*)")
_CAPITALS_NEXT = re.compile(r"\.\s*(?:[A-Z]\.\s*)*[A-Z]{2,}")
_NO_PERSON_NEXT = re.compile(r"\.?\s+(?:magazine|america|usa|universe|world|olympia|teen|porter['’]s)\b", re.IGNORECASE)
_COUPLE_NEXT = re.compile(r"\.?\s*(?:and|&|or)\s+(?:mr|ms|mrs|miss)\b", re.IGNORECASE)
_COUPLE_BEFORE = re.compile(r"\b(?:mr|ms|mrs)\.?\s*(?:and|&|or)\s+$", re.IGNORECASE)
_NOT_A_NAME = frozenset({"The", "A", "An", "In", "On", "At", "Out", "No", "It", "This", "That", "You", "Your"})


def is_title(text: str, start: int, end: int) -> bool:
    """Tell whether Mr, Ms, Mrs or Miss at this place addresses a person who is named next.

    "MS in nursing", "20 ms", "miss a day", "Ms. magazine" and couples ("Mr. and Mrs. Holt") do not.
    """
    word = text[start:end]
    if word.islower() or _NO_PERSON_NEXT.match(text, end):
        return False
    if _COUPLE_NEXT.match(text, end) or _COUPLE_BEFORE.search(text, max(0, start - 16), start):
        return False
    if word.isupper():  # MS and MR are degrees and scans unless a name in capitals follows
        return _CAPITALS_NEXT.match(text, end) is not None
    found = _HONORIFIC_NEXT.match(text, end)
    if found is None:
        return False
    return found.group().strip(". ") not in _NOT_A_NAME


def _names_both(text: str, start: int, end: int, partner: str) -> bool:
    after = _PAIR_AFTER.match(text, end)
    if after and after.group(1).lower() == partner:
        return True
    # The search from the left is slow, and nearly always the word before already rules it out.
    if text[start - 2 : start - 1] not in "&/" and previous_word(text, start).lower() not in _PAIR_WORDS:
        return False
    before = _PAIR_BEFORE.search(text, max(0, start - 32), start)
    return before is not None and before.group(1).lower() == partner


def _capital_of_name(text: str, start: int, end: int, word: str) -> bool:
    if word in LOWER_ONLY:
        return True
    if word in ANY_CASE or text[start:end].isupper():
        return False
    return not starts_sentence(text, start) or _NAME_NEXT.match(text, end) is not None


def joins_hyphen(text: str, start: int, end: int) -> bool:
    """Tell whether a hyphen makes the word part of another ("man-made", "she-wolf", the gene HER-2).

    Relations stay words of their own: "mother-in-law", "ex-husband".
    """
    if (
        end < len(text)
        and text[end] in HYPHENS
        and not _HYPHEN_AFTER.match(text, end)
        and not _PAIR_AFTER.match(text, end)
    ):
        return True
    return start > 0 and text[start - 1] in HYPHENS and not _HYPHEN_BEFORE.search(text, max(0, start - 8), start)


def is_owned_title(text: str, start: int, end: int) -> bool:
    """Tell whether "her" or "his" belongs to a form of address ("Her Majesty") or to the gene HER 2."""
    if text[start:end] == "HER" and re.match(r"[-\s]?[2-4]\b", text[end : end + 3]):
        return True
    return text[start].isupper() and _OWNED_TITLE_ANY.match(text, end) is not None


def is_protected(text: str, start: int, end: int, word: str) -> bool:
    """Tell whether the gendered word at this place stays as it is.

    Parameters
    ----------
    text : str
        The whole text.
    start, end : int
        Where the word stands.
    word : str
        The word in lower case.
    """
    if joins_hyphen(text, start, end) or _FIXED.match(text, start):
        return True
    partner = PARTNERS[word]
    if text[start].isupper() and _capital_of_name(text, start, end, word):
        return True
    if _names_both(text, start, end, partner):
        return True
    if word in GROUPS:
        # "women's health", "the men’s ward": the possessive plural names a field or an institution.
        return text[end : end + 1] in ("'", "’") or not _ONE_OF_BEFORE.search(text, max(0, start - 64), start)
    if word in ATTRIBUTES:
        return bool(_PLURAL_NEXT.match(text, end) or _BODY_NEXT.match(text, end))
    return word in {"man", "woman"} and previous_word(text, start).lower() in _ANYONE
