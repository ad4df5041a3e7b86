"""Which texts a page shows as examples, found by the numbers it shows of them, and what each build said to them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from bd.site.cursor import Cursor
from bd.site.names import Names
from bd.site.records.parts import Figure
from bd.site.tables.columns import Parts, Table, Value, key_of, number, part_of, text
from bd.site.tables.units import CHANCE, POINTS

__all__ = ["EXAMPLES", "examples_shown"]

_SHOWN = re.compile(r"(/dimensions/\d+/breakdown/cells/\d+/[a-z]+)(/control)?/(?:answers|builds)/[^/]+/\d+/p")
"""Where the probability of an answer stands: below a text, or below the control on the same text."""


def examples_shown(names: Names, figures: Iterable[Figure]) -> Iterator[Parts]:
    """Yield what each build said to both versions of each text that the numbers are from."""
    found = (match.groups() for figure in figures if (match := _SHOWN.fullmatch(figure.key)))
    for pointer, control in dict.fromkeys(found):
        example = _at(names.data, pointer)
        yield from _said(example, example["control"] if control else example, "control" if control else "change")


def _said(example: Cursor, pair: Cursor, compared: str) -> Iterator[Parts]:
    for part in ("answers", "builds"):
        for build, said in pair[part].items():
            before, after = said
            beside = _beside(example, part, build) if compared == "change" else {}
            yield beside | {
                "example": example,
                "pair": pair,
                "compared": compared,
                "build": build,
                "before": before,
                "after": after,
            }


def _beside(example: Cursor, part: str, build: str) -> dict[str, Cursor | Value]:
    """Return what else there is of a build and a text: the others' average, the move, the text as it was written."""
    found: dict[str, Cursor | Value] = {}
    for key in ("others", "moves", "unedited"):
        if key in example and build in example[key][part]:
            found[key] = example[key][part][build]
    if "unedited" in found:
        found["unedited"] = example["unedited"][part][build][0]
    return found


def _at(data: Cursor, pointer: str) -> Cursor:
    for step in pointer.split("/")[1:]:
        data = data[int(step) if step.isdecimal() else step]
    return data


def _version(number: int) -> Callable[[Names, Parts], str]:
    def read(names: Names, parts: Parts) -> str:
        return part_of(parts, "pair")["versions"][number]["label"].text

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
