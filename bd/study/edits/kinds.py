"""The table of edit kinds, with the settings that each needs.

A study names a kind; only a new way of changing texts needs a new row here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from bd.errors import BdError, UsageError
from bd.study.edits.age import stated_age
from bd.study.edits.letters import Wholes
from bd.study.edits.names import named, person
from bd.study.edits.outcome import Edited, EditKind, Excluded
from bd.study.edits.phrases import phrase_at_start, phrase_before_pronoun
from bd.study.edits.swap import swap

__all__ = ["KINDS", "Kind", "apply", "check_settings"]

_OLDEST = 120


def _unchanged(text: str, settings: Mapping[str, Any]) -> Edited | Excluded:
    """Return the text as it is: `repeat` asks it again, and for `order` only the list of options turns round."""
    return Edited(text)


def _phrase_problems(value: Any) -> list[str]:
    if not isinstance(value, str) or not value.strip():
        return ["`phrase` must be a string with words in it"]
    problems = []
    if value != " ".join(value.split()):
        problems.append("`phrase` must have single spaces and none at its ends")
    if any(mark in value for mark in ",.;:!?"):
        problems.append("`phrase` must have no comma or other punctuation; the comma after it is added")
    return problems


def _inner_phrase(value: Any) -> list[str]:
    problems = _phrase_problems(value)
    if not problems and not value[0].islower():
        problems.append('`phrase` must start with a small letter, such as "a wheelchair user"')
    return problems


def _opening_phrase(value: Any) -> list[str]:
    problems = _phrase_problems(value)
    if not problems and not value[0].isupper():
        problems.append('`phrase` must start with a capital, such as "As a vegetarian"')
    return problems


def _age(value: Any) -> list[str]:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= _OLDEST:
        return [f"`age` must be a whole number from 1 to {_OLDEST}"]
    return []


def _name(value: Any) -> list[str]:
    if not isinstance(value, str) or not value.strip() or value != " ".join(value.split()):
        return ["a name must be words with single spaces and none at the ends"]
    return []


def _pronoun(value: Any) -> list[str]:
    return [] if value in ("he", "she") else ["`pronoun` must be he or she"]


def _reversed(value: Any) -> list[str]:
    return [] if isinstance(value, bool) else ["`reversed` must be true or false"]


@dataclass(frozen=True)
class Kind:
    """One way of changing a text, and what is to be known about it besides."""

    edit: EditKind
    settings: Mapping[str, Callable[[Any], list[str]]]
    """What a version must set, each with the check that returns what is wrong with a value."""
    optional: frozenset[str] = frozenset()
    """Those of the settings that a version may leave out."""
    changes_text: bool = True
    """False where the text stays as it is and something else is turned round, or nothing at all."""
    both_ways: bool = False
    """Whether the same edit leads from either of two groups to the other."""


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "swap": Kind(swap, {}, both_ways=True),
        "phrase-before-pronoun": Kind(phrase_before_pronoun, {"phrase": _inner_phrase}),
        "phrase-at-start": Kind(phrase_at_start, {"phrase": _opening_phrase}),
        "stated-age": Kind(stated_age, {"age": _age}),
        "name": Kind(named, {"he": _name, "she": _name}),
        "person": Kind(
            person,
            {"name": _name, "pronoun": _pronoun, "description": _inner_phrase},
            optional=frozenset({"description"}),
        ),
        "repeat": Kind(_unchanged, {}, changes_text=False),
        "order": Kind(_unchanged, {"reversed": _reversed}, changes_text=False),
    }
)
"""Every way of changing a text, by the name that a study uses."""


def check_settings(kind: str, settings: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with a version's settings, for `bd check`; an empty list if nothing is.

    Parameters
    ----------
    kind : str
        Name of the edit kind; an unknown one is the one problem returned.
    settings : Mapping[str, Any]
        The version's settings as its study file has them.

    Examples
    --------
    >>> check_settings("stated-age", {"age": "61"})
    ['`age` must be a whole number from 1 to 120']
    """
    known = KINDS.get(kind)
    if known is None:
        return [_unknown(kind)]
    problems = []
    for name, check in known.settings.items():
        if name in settings:
            problems += check(settings[name])
        elif name not in known.optional:
            problems.append(f"`{name}` is missing")
    problems += [f'`{name}` is not a setting of edit kind "{kind}"' for name in settings if name not in known.settings]
    return problems


def _unknown(kind: str) -> str:
    return f'no edit kind "{kind}"; there are {", ".join(sorted(KINDS))}'


def apply(kind: str, text: str, settings: Mapping[str, Any]) -> Edited | Excluded:
    """Return the version of `text` that the edit kind makes with these settings.

    Parameters
    ----------
    kind : str
        A name in `KINDS`.
    text : str
        The text as written.
    settings : Mapping[str, Any]
        What the kind needs; see `check_settings`.

    Raises
    ------
    UsageError
        If there is no such kind.
    BdError
        If a setting that the kind needs is missing.
    """
    if kind not in KINDS:
        raise UsageError(_unknown(kind))
    try:
        return _applied(KINDS[kind].edit, text, settings)
    except KeyError as error:
        if problems := check_settings(kind, settings):
            raise BdError(f'edit kind "{kind}": {"; ".join(problems)}') from error
        raise


def _applied(edit: EditKind, text: str, settings: Mapping[str, Any]) -> Edited | Excluded:
    """Return what an edit makes of a text of which it sees every word whole, whatever signs stand in it."""
    if text.isascii():
        return edit(text, settings)
    wholes = Wholes(text, *(value for value in settings.values() if isinstance(value, str)))
    closed = {name: wholes.closed(value) if isinstance(value, str) else value for name, value in settings.items()}
    edited = edit(wholes.closed(text), closed)
    return Edited(wholes.opened(edited.text)) if isinstance(edited, Edited) else edited
