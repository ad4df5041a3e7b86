"""The arithmetic of flips against figures that others published (`tests/data/published-flips.json`)."""

import json
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from bd.effects.columns import Measured
from bd.effects.drawn import Drawn
from bd.effects.stack import Stack
from tests.projects import Project, row

CELLS = json.loads((Path(__file__).parent.parent / "data" / "published-flips.json").read_text("utf-8"))["cells"]
RANGED = [c for c in CELLS if c.get("interval", "").startswith("bootstrap-1000")]
BY_ID = {c["id"]: c for c in CELLS}
ROUNDING = 0.00005
"""Figures there have 4 decimals."""


def rounded(value):
    """Round as the source does: to 4 decimals, halves upwards."""
    return float(value.quantize(Decimal("0.0001"), ROUND_HALF_UP))


@cache
def stack_of(n):
    """Return one stack for all cells of `n` texts, with every flip count that has a published range."""
    stack = Stack([f"text-{i:06d}" for i in range(n)], np.arange(n))
    return {flips: drawn(stack, flips, n) for flips in sorted({c["flips"] for c in RANGED if c["n"] == n})}


def drawn(stack, flips, n):
    measured = Measured((np.arange(n) * flips % n < flips).astype(np.int64), np.ones(n, dtype=np.bool_))
    assert measured.total == flips
    return Drawn(measured, stack.add(measured), None)


def standard_error(cell, position):
    """Return the standard error of the difference of two range ends, each from 1,000 re-draws of its own.

    A range end is an order statistic: the binomial count of a re-draw at a beta-distributed level.
    """
    levels = stats.beta.ppf((np.arange(2000) + 0.5) / 2000, position + 1, 1000 - position)
    return stats.binom.ppf(levels, cell["n"], cell["flips"] / cell["n"]).std() * 2**0.5 / cell["n"]


def misses(cell, low, high):
    """Return by how many standard errors both ends miss the published ones, beyond what rounding can do."""
    return [
        max(0.0, abs(end - published) - ROUNDING) / standard_error(cell, position)
        for end, published, position in ((low, cell["lo"], 24), (high, cell["hi"], 975))
    ]


def test_the_record_holds_every_kind_of_cell():
    assert len(CELLS) == 275
    assert {c["measure"] for c in CELLS} == {"flip", "ask-twice", "order-flip"}
    assert len(RANGED) == 35


@pytest.mark.parametrize("cell", CELLS, ids=[c["id"] for c in CELLS])
def test_a_count_gives_the_published_value(cell):
    flips, n = cell["flips"], cell["n"]
    stack = Stack([f"text-{i:06d}" for i in range(n)], np.arange(n))
    value = drawn(stack, flips, n).value
    assert value == flips / n
    assert rounded(Decimal(flips) / Decimal(n)) == cell["value"]
    assert abs(value - cell["value"]) <= ROUNDING + 1e-12


@pytest.mark.parametrize("cell", RANGED, ids=[c["id"] for c in RANGED])
def test_the_range_ends_within_three_re_draw_standard_errors(cell):
    assert max(misses(cell, *stack_of(cell["n"])[cell["flips"]].range)) <= 3


def test_on_the_whole_the_ranges_miss_by_no_more_than_chance():
    found = [m for c in RANGED for m in misses(c, *stack_of(c["n"])[c["flips"]].range)]
    assert np.mean(np.square(found)) < 1.5


@pytest.mark.parametrize(
    ("cell", "edit", "suffix"),
    [
        ("jev/surgeon-physician/gender-pronouns/flip", "gender-swap", "-swapped"),
        ("jev/teacher-professor/ask-twice/ask-twice", "ask-twice", ""),
    ],
)
def test_a_log_with_that_count_replays_to_the_published_figures(tmp_path, cell, edit, suffix):
    cell = BY_ID[cell]
    project = Project(tmp_path, cell["n"]).save()
    project.flips("fern", "as-written", "", 0)
    project.flips("fern", edit, suffix, cell["flips"])
    project.replay()
    (found,) = project.scored(edit)
    assert (found["value"], found["texts"], found["changed"]) == (cell["value"], cell["n"], cell["flips"])
    if "lo" in cell:
        assert max(misses(cell, found["lo"], found["hi"])) <= 3


def test_an_order_log_with_that_count_replays_to_the_published_value(tmp_path):
    cell = next(c for c in CELLS if c["measure"] == "order-flip" and c["n"] == 500 and c["flips"])
    project = Project(tmp_path, 500).save()
    rows = [row(f"{i}-option-order-listed", "tulip") for i in project.ids]
    rows += [
        row(f"{i}-option-order-reversed", "rose" if n < cell["flips"] else "tulip") for n, i in enumerate(project.ids)
    ]
    project.log("fern", "option-order", rows)
    project.replay()
    (found,) = project.scored("option-order")
    assert (found["value"], found["texts"]) == (cell["value"], 500)
