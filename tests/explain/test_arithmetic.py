"""The arithmetic, written down a second time, agrees with the rows of a replay for every kind of cell."""

from __future__ import annotations

import pytest

from bd.answers.folder import read_answers
from bd.effects.records import Compares, Part
from bd.effects.saved import read_effects
from bd.explain.arithmetic import weighted
from bd.explain.recompute import logs_of
from bd.study.load import load_study
from tests.projects import Project


def test_every_row_of_a_made_up_project(kinds: Project) -> None:
    study = load_study(kinds.root)
    answers = read_answers(kinds.root, study)
    for effect in read_effects(kinds.root):
        logs = logs_of(kinds.root, study, effect, answers)
        own, control = logs.column(), logs.control_column()
        assert own.texts == effect.texts
        assert effect.value == (None if own.value is None else round(own.value, 6) + 0.0)
        if control is not None:
            assert effect.control.value == abs(round(control.value or 0.0, 6))


def side(*names: str) -> tuple[Part, ...]:
    return tuple(("log", name) for name in names)


@pytest.mark.parametrize(
    ("measure", "compares", "weights", "unit"),
    [
        ("shift", Compares(side("a"), side("b")), {"b": 1, "a": -1}, 1_000_000),
        ("shift-of-means", Compares(side("a", "b"), side("c", "d", "e")), {"c": 2, "a": -3}, 6_000_000),
        ("stereotype", Compares(side("z"), side("a"), (side("b"), side("c"))), {"a": 2, "b": -1, "z": 0}, 2_000_000),
        (
            "stereotype",
            Compares(side("z"), side("a"), (side("b", "c"), side("d"))),
            {"a": 4, "b": -1, "d": -2},
            4_000_000,
        ),
    ],
)
def test_means_are_multiplied_out(measure: str, compares: Compares, weights: dict[str, int], unit: int) -> None:
    found, divisor = weighted(measure, compares)
    by_name = {part[1]: weight for weight, part in found}
    assert divisor == unit
    assert {name: by_name[name] for name in weights} == weights
