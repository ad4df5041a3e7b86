"""Words for readers that belong to the method rather than to a study; they stand in `vocabulary.toml` beside this.

Numbers never stand in them: they are filled in from the results, and that of a rule from the code that holds it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from bd.answers.read import MILLION
from bd.effects.fitness import SHARED_MOVE
from bd.effects.records import Effect, OnCommon

__all__ = ["SHARED_POINTS", "Words", "load_words"]

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _in_points(millionths: int) -> str:
    """Say in words how many percentage points that is; in digits where it is no small whole number."""
    points, rest = divmod(millionths * 100, MILLION)
    number = _NUMBERS[points] if not rest and points < len(_NUMBERS) else f"{millionths * 100 / MILLION:g}"
    return f"{number} {'point' if number == 'one' else 'points'}"


SHARED_POINTS = _in_points(SHARED_MOVE)
"""What every phrase must move answers by, on average and the same way, so that no single group is to blame."""


@dataclass(frozen=True)
class Words:
    """The tables of `vocabulary.toml`."""

    measures: Mapping[str, Mapping[str, str]]
    """By measure: `label`, `plain` (what the number says) and `unit`."""
    controls: Mapping[str, str]
    """By kind of control."""
    reasons: Mapping[str, str]
    """Why a cell is shown and not ranked, by `bd.board.cells.REASONS`."""
    missing: Mapping[str, str]
    """Why there is no number."""
    intervals: Mapping[str, str]
    """How a range was found."""
    shortlist: Mapping[str, str]
    """Why a shortlist lacks a number."""
    rates: Mapping[str, str]
    """Why selection rates lack a ratio or its range, and what they are compared with."""
    firmness: Mapping[str, str]
    """Other rules for the main board, by `bd.board.firmness`, and the `sentence` about them."""
    saved_answers: str
    overall_rule: str
    agreement_rule: str
    terms: tuple[Mapping[str, str], ...]
    """The glossary: `term` and `text`."""
    honesty: tuple[Mapping[str, Any], ...]
    """Things to know before reading: `id`, `title`, `text` and `facts` to add, each where what it tells is known."""

    def interval_method(self, told: Effect | OnCommon, resamples: int) -> str:
        """Say how the range of an effect was found."""
        if told.range is None:
            return self.intervals["none"]
        text = self.intervals["redrawn"].format(resamples=f"{resamples:,}")
        return f"{text}; {self.intervals['exact']}" if told.exact_range is not None else text


@lru_cache(maxsize=1)
def load_words() -> Words:
    """Read the file that is part of the package."""
    text = files("bd.report").joinpath("vocabulary.toml").read_text("utf-8")
    table: dict[str, Any] = tomllib.loads(text.replace("{shared_points}", SHARED_POINTS))
    return Words(
        measures=table["measures"],
        controls=table["controls"],
        reasons=table["reasons"],
        missing=table["missing"],
        intervals=table["intervals"],
        shortlist=table["shortlist"],
        rates=table["rates"],
        firmness=table["firmness"],
        saved_answers=table["saved_answers"],
        overall_rule=table["overall_rule"],
        agreement_rule=table["agreement_rule"],
        terms=tuple(table["terms"]),
        honesty=tuple(table["honesty"]),
    )
