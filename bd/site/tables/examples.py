"""Which texts a page shows as examples, found by the numbers it shows of them, and what each build said to them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

from bd.report import contract
from bd.site.names import Names
from bd.site.records.parts import Figure
from bd.site.tables.columns import Part, Parts, Table, key_of, number, text
from bd.site.tables.units import CHANCE, POINTS

__all__ = ["EXAMPLES", "examples_shown"]

_SHOWN = re.compile(r"(/dimensions/\d+/breakdown/cells/\d+/[a-z]+)(/control)?/(?:answers|builds)/[^/]+/\d+/p")
"""Where the probability of an answer stands: below a text, or below the control on the same text."""


def examples_shown(names: Names, figures: Iterable[Figure]) -> Iterator[Parts]:
    """Yield what each build said to both versions of each text that the numbers are from."""
    found = (match.groups() for figure in figures if (match := _SHOWN.fullmatch(figure.key)))
    for pointer, control in dict.fromkeys(found):
        example = _example(names, pointer)
        if control is None:
            yield from _said(example, example, "change")
        elif example.control is not None:
            yield from _said(example, example.control, "control")


def _said(
    example: contract.Example, pair: contract.Example | contract.ExampleControl, compared: str
) -> Iterator[Parts]:
    for part in ("answers", "builds"):
        said: dict[str, contract.Answers] = getattr(pair, part)
        for build, (before, after) in said.items():
            beside = _beside(example, part, build) if compared == "change" else {}
            yield beside | {
                "example": example,
                "pair": pair,
                "compared": compared,
                "build": build,
                "before": before,
                "after": after,
            }


def _beside(example: contract.Example, part: str, build: str) -> dict[str, Part]:
    """Return what else there is of a build and a text: the others' average, the move, the text as it was written."""
    found: dict[str, Part] = {}
    for key in ("others", "moves", "unedited"):
        beside = getattr(getattr(example, key), part, {})
        if build in beside:
            found[key] = beside[build][0] if key == "unedited" else beside[build]
    return found


def _example(names: Names, pointer: str) -> contract.Example:
    found: Any = names.data
    for step in pointer.split("/")[1:]:
        found = found[int(step)] if step.isdecimal() else getattr(found, step)
    return cast("contract.Example", found)


def _version(number: int) -> Callable[[Names, Parts], str]:
    def read(names: Names, parts: Parts) -> str:
        pair = parts["pair"]
        assert isinstance(pair, (contract.Example, contract.ExampleControl))
        return pair.versions[number].label

    return read


EXAMPLES = Table(
    "examples",
    "One build's answers to two versions of a text that the page shows",
    (
        text("text", "Id of the text", "example.source_id"),
        text("chosen", "Why this text is shown", "example.chosen"),
        text("question", "Id of the question", "example.task"),
        text("compared", "Whether the versions differ by the change or by the control edit", "compared"),
        text("build", "Id of the build", "build"),
        text("first_version", "What the first version is called", _version(0)),
        text("first_choice", "Answer to it; empty where there was none", "before.choice"),
        number("first_probability", "Probability of the followed answer", "before.p", CHANCE),
        text("second_version", "What the second version is called", _version(1)),
        text("second_choice", "Answer to it; empty where there was none", "after.choice"),
        number("second_probability", "Probability of the followed answer", "after.p", CHANCE),
        number(
            "others_probability", "The same for the other groups on average, if groups are compared", "others", CHANCE
        ),
        number(
            "move",
            "Rise of it from the first version or, if groups are compared, from the others",
            "moves",
            POINTS,
        ),
        text("unedited_choice", "Answer to the text as it was written, if that is shown", "unedited.choice"),
        number("unedited_probability", "Probability of the followed answer to it", "unedited.p", CHANCE),
        text("positive", "Id of the followed answer", "example.positive"),
        key_of("pair"),
    ),
)
