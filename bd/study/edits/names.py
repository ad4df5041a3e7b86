"""Edits that say who somebody is: a name in a biography, a named person in place of "the patient".

Which names are compared, and where they come from, is written in the study.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bd.study.edits.outcome import Edited, Excluded
from bd.study.edits.places import place_of
from bd.study.edits.sentences import remembered, subject_pronouns
from bd.study.edits.words import CAPITAL

__all__ = ["named", "person"]

_TITLED = re.compile(rf"\b(Mr|Ms|Mrs|Miss)(\.?\s+)([{CAPITAL}][\w’'-]*?)(?=['’]s\b|[^\w’'-]|$)")
_FORM = {"mr": "he", "ms": "she", "mrs": "she", "miss": "she"}


def named(text: str, settings: Mapping[str, Any]) -> Edited | Excluded:
    """Name the person of a biography that gives no first name.

    Where the text has a title and a surname, the first of them becomes the name: all of it if the name has a surname of
    its own, which then replaces the surname behind every title; else the first name before the surname that is there.
    Where it has none, the name takes the place of the first he or she that starts a sentence.

    Parameters
    ----------
    text : str
        The text as written.
    settings : Mapping[str, Any]
        `he` and `she`: the name in texts that say he, and in texts that say she; one word is a first name.

    Returns
    -------
    Edited | Excluded
        Excluded where no place for a name is found, or where two people with a title are in the text.

    Examples
    --------
    >>> named("He operates. He sings.", {"he": "Tod Holt", "she": "Ann Holt"})
    Edited(text='Tod Holt operates. He sings.')
    >>> named("Ms. Price's firm grew. Ms. Price sings.", {"he": "Tod Holt", "she": "Ann Holt"})
    Edited(text="Ann Holt's firm grew. Ms. Holt sings.")
    """
    place = _place(text)
    return place if isinstance(place, Excluded) else Edited(place.filled(settings[place.form]))


class _Place(NamedTuple):
    """Where a name goes; the text without it."""

    form: str
    """he or she, as the text says."""
    surname: str | None
    """The one that the text gives; None where it gives none."""
    before: str
    titles: tuple[str, ...]
    """What stands between each surname and the next, up to the title; a surname follows each."""
    after: str

    def filled(self, name: str) -> str:
        """Return the text with a name."""
        if " " in name or self.surname is None:
            full, surname = name, name.split()[-1]
        else:
            full, surname = f"{name} {self.surname}", self.surname
        later = "".join([title + surname for title in self.titles])
        return f"{self.before}{full}{later}{self.after}"


@remembered
def _place(text: str) -> _Place | Excluded:
    titled = list(_TITLED.finditer(text))
    if titled:
        return _place_of_title(text, titled)
    for found in subject_pronouns(text):
        if place_of(text, found) == "start":
            return _Place(found.group().lower(), None, text[: found.start()], (), text[found.end() :])
    return Excluded("no place for a name")


def _place_of_title(text: str, titled: Sequence[re.Match[str]]) -> _Place | Excluded:
    first, *others = titled
    if len({(_FORM[m[1].lower()], m[3]) for m in titled}) > 1:
        return Excluded("two people with a title")
    titles = tuple(text[a.end() : b.start()] + b[1] + b[2] for a, b in zip(titled, others, strict=False))
    return _Place(_FORM[first[1].lower()], first[3], text[: first.start()], titles, text[titled[-1].end() :])


_SUBJECT = re.compile(r"\bThe patient\b(?!['’])")
_OWNER = re.compile(r"\b([Tt])he patient['’]s\b")
_OTHER = re.compile(r"\bpatients?\b", re.IGNORECASE)
_POSSESSIVE = {"he": "his", "she": "her"}


def person(text: str, settings: Mapping[str, Any]) -> Edited | Excluded:
    """Put a named person in place of "the patient": the name at the first mention, the pronoun at every later one.

    Parameters
    ----------
    text : str
        The text as written; it mentions "The patient" at the start of sentences and "the patient's" anywhere.
    settings : Mapping[str, Any]
        `name`; `pronoun`, he or she; and, where it is to be said, `description`, such as "a Black man".

    Returns
    -------
    Edited | Excluded
        Excluded where the patient is mentioned in any other way, or the text says he or she already.

    Examples
    --------
    >>> person("The patient is 40. The patient's knee hurts.", {"name": "Tod Holt", "pronoun": "he"})
    Edited(text='Tod Holt is 40. His knee hurts.')
    """
    first = _SUBJECT.search(text)
    owner = _OWNER.search(text)
    if first is None or (owner is not None and owner.start() < first.start()):
        return Excluded("no place for a name")
    if subject_pronouns(text):
        return Excluded("says he or she already")
    pronoun: str = settings["pronoun"]
    described = f"{settings['name']}, {settings['description']}," if "description" in settings else settings["name"]
    his = _POSSESSIVE[pronoun]
    rest = _SUBJECT.sub(pronoun.capitalize(), text[first.end() :])
    rest = _OWNER.sub(lambda m: his.capitalize() if m[1] == "T" else his, rest)
    if _OTHER.search(rest):
        return Excluded("mentions the patient in another way")
    return Edited(text[: first.start()] + described + rest)
