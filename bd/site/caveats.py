"""What may lie behind a level's figures besides the group itself, and what they do not say.

Said once for each page: in the words of its test where these name a weakness, and in words of its own where a test
asked one group alone, or where models do the same with every phrase.
"""

from __future__ import annotations

from collections.abc import Iterable

from bd.report import contract
from bd.report.words import SHARED_POINTS
from bd.site.boards import Level
from bd.site.names import Names
from bd.site.otherwise import beyond_both, of_same_test, otherwise
from bd.site.verdicts import ALIKE, AMONG_GROUPS, ENOUGH, verdict
from bd.site.words import listed

__all__ = ["among", "doubt", "not_meant", "unasked"]

_PAIRED = "paired"
"""The source of a control where each text is measured from its own version with the control phrase."""
_NEVER = (
    "Nothing about the people whom the detail describes, and nothing about why a model answers as it does. {people}"
    "Other texts, another question, control edit or model may give another result."
)
_IF_CLEAR = (
    " A clear effect is one that chance over these texts does not explain; that alone makes it neither large nor "
    "harmful."
)
_IF_NOT = " Nor is it a finding of fairness: it says what this many texts could not tell."
_ALIKE = (
    f" the same way with {ENOUGH}, by more than {SHARED_POINTS} on average and with none more than "
    "twice as far as with another: all or part may come from the control phrase, and not from this group."
)
_ONE_GROUP = (
    "Only one group was asked this question: whether any other phrase in that place would do the same was not tested."
)


def doubt(names: Names, level: Level) -> str:
    """Return what else a cell's figures may come from than its group; nothing where nothing particular is known."""
    parts = (_alone(level), _alike(names, level), otherwise(names, level), beyond_both(names, level))
    return " ".join(part for part in parts if part)


def not_meant(line: contract.Line | None, people: Iterable[str]) -> str:
    """Return what the figures of a level do not say, by the first line of its board and who is in the texts."""
    never = _NEVER.format(people="".join(f"{each} " for each in people))
    if not isinstance(line, contract.Placed):
        return never
    return never + (_IF_CLEAR if line.clear else _IF_NOT)


def unasked(names: Names, level: Level) -> str:
    """Name the models that score a text by itself, so that nobody takes their score for an answer to the question."""
    own = dict.fromkeys(facet.engine for facet in level.measured)
    engines = [names.engine(model) for model in own if not names.models[model].planted]
    found = [engine.label for engine in engines if not engine.sees_question]
    if not found:
        return ""
    are, they = ("is", "it scores") if len(found) == 1 else ("are", "they score")
    return f" {listed(found)} {are} never given a question: {they} the text by itself, and that is read as an answer."


def among(level: Level) -> bool:
    """Return whether a level holds results that compare groups."""
    return bool(level.measures & set(AMONG_GROUPS))


def _alike(names: Names, level: Level) -> str:
    """Name the models whose move is that of every phrase, on the page of one cell."""
    alike = [facet for facet in level.measured if verdict(facet) == ALIKE] if len(level.cells) == 1 else []
    if not alike:
        return ""
    models = list(dict.fromkeys(names.models[facet.engine].label for facet in alike))
    return f"{listed(models)} {'moves' if len(models) == 1 else 'move'}{_ALIKE}"


def _alone(level: Level) -> str:
    """Say that nobody can tell a group's own move from that of any phrase, where only one group was asked."""
    if len(level.cells) != 1 or level.cells[0].group is None:
        return ""
    found = level.measured
    if not found or found[0].floor.source != _PAIRED or among(level):
        return ""
    return "" if of_same_test(level) else _ONE_GROUP
