"""Answers in memory score as the same answers in logs do."""

import dataclasses

import numpy as np
import pytest

from bd.study.records import AS_WRITTEN
from bd.validate.chance import Chance
from bd.validate.world import AGAIN, CONTROL, HERE, Design, Model, World, chosen, confident
from tests.projects import Project, row, sure

NUMBERS = (
    "texts",
    "value",
    "lo",
    "hi",
    "effect",
    "range",
    "joint_range",
    "exact_range",
    "few",
    "clear",
    "clear_joint",
    "range_90",
    "within_point",
    "min_detectable",
    "upper_if_none",
)


def replayed(project, edit, group=None):
    project.replay()
    found = [r for r in project.scored(edit) if r["group"] == group and r["model"] == "fern"]
    return {name: found[0][name] for name in NUMBERS}


def scored(design, answers):
    (effect,) = World(design, [Model("fern", {(HERE, v): c for v, c in answers.items()})]).effects
    row = dataclasses.asdict(effect)
    return {name: list(row[name]) if isinstance(row[name], tuple) else row[name] for name in NUMBERS}


@pytest.mark.parametrize(("rate", "again"), [(0.3, 0.1), (0.05, 0.02)])
def test_flips_beyond_a_repeat(tmp_path, rate, again):
    project = Project(tmp_path, 120).save()
    chance = Chance("logs", rate)
    changed, repeats = chance.events(rate, 120), chance.events(again, 120)
    for edit, suffix, rose in (("gender-swap", "-swapped", changed), ("ask-twice", "", repeats)):
        answers = zip(project.ids, rose, strict=True)
        project.log("fern", edit, [row(i + suffix, "rose" if r else "tulip") for i, r in answers])
    project.flips("fern", "as-written", "", 0)
    written = chosen(np.zeros(120, dtype=np.bool_))
    found = scored(
        Design({HERE: project.ids}, control="repeat"),
        {AS_WRITTEN: written, "one": chosen(changed), AGAIN: chosen(repeats)},
    )
    assert found == replayed(project, "gender-swap")


def test_moves_from_a_control_version(tmp_path):
    project = Project(tmp_path, 60).save()
    chance = Chance("logs")
    before = 600_000 + 10_000 * chance.pick([0.25] * 4, 60)
    after = before + 40_000 * chance.pick([0.5, 0.5], 60) - 10_000
    rows = [
        sure(f"{i}-club-{version}", p / 1e6)
        for i, b, a in zip(project.ids, before.tolist(), after.tolist(), strict=True)
        for version, p in (("chess", b), ("east", a), ("west", b))
    ]
    project.log("fern", "club", rows)
    answers = {AS_WRITTEN: before, CONTROL: before, "one": after}
    found = scored(
        Design({HERE: project.ids}, measure="shift", control="version"),
        {version: confident(p) for version, p in answers.items()},
    )
    assert found == replayed(project, "club", group="east")
