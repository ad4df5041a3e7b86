from dataclasses import replace

import numpy as np
import pytest

from bd.effects.columns import MEASURES, Measured
from bd.effects.drawn import NOTHING, CellDraws, Drawn, Subtracted
from bd.effects.ranges import none_seen_bound, percentile_range
from bd.effects.redraw import Redraws
from bd.effects.score import score
from bd.effects.stack import Stack
from bd.study.load import load_study
from tests.effects.edits import add_averages, add_stereotypes, answer, averages
from tests.projects import Project, decision, full, row

IDS = [f"bed-{n:02d}" for n in range(40)]


def drawn(stack, y, mask=None, **more):
    mask = np.ones(len(y), dtype=np.bool_) if mask is None else np.asarray(mask)
    measured = Measured(np.where(mask, y, 0).astype(np.int64), mask, more.pop("unit", 1))
    return Drawn(measured, stack.add(measured), None, **more)


def cell(y, control=None, *, by_size=False, counts=True, kind="repeat"):
    stack = Stack(IDS, np.arange(40))
    own = drawn(stack, y, by_size=by_size)
    other = NOTHING if control is None else Subtracted(kind, drawn(stack, control, by_size=by_size))
    return CellDraws(own, other, counts)


def first(count):
    return np.arange(40) < count


@pytest.fixture
def scored(tmp_path):
    """Two models with every kind of test."""
    project = Project(tmp_path, 40).save()
    for model in ("fern", "moss"):
        full(project, model)
    add_averages(project)
    add_stereotypes(project)
    averages(project, (0.6, 0.5, 0.7, 0.4), cats=lambda n: 0.3 + n / 100)
    answer(project, "stall", {"ant": 0.4, "bee": lambda n: 0.4 + n / 100, "cow": 0.5, "pig": 0.3})
    return score(load_study(project.root), project.answers().tables)


def test_every_effect_with_a_range_has_its_re_draws_under_its_name(scored):
    assert set(scored.draws) == {e.cell for e in scored.effects}
    assert ("fern", "tulip-rose", "pet", "cats") in scored.draws


def test_the_re_drawn_effects_are_those_of_the_joint_range(scored):
    for effect in scored.effects:
        found = scored.draws[effect.cell]
        assert found.effect.shape == (1000,)
        assert tuple(round(end, 6) + 0.0 for end in percentile_range(found.effect)) == effect.joint_range


def test_both_halves_together_give_the_effect(scored):
    for effect in scored.effects:
        halves = scored.draws[effect.cell].halves
        assert halves.shape == (100, 2, 2)
        if not MEASURES[effect.measure].by_size:
            assert np.allclose(halves.mean(axis=1), effect.effect, atol=2e-6)  # 40 texts, all answered: equal halves


def test_cells_without_a_range_have_no_re_draws(tmp_path):
    project = Project(tmp_path, 9).save()
    full(project)
    found = score(load_study(project.root), project.answers().tables)
    assert found.effects
    assert not found.draws


def test_models_asked_the_same_texts_share_re_draws_and_others_do_not(tmp_path):
    project = Project(tmp_path, 40).save()
    full(project, "fern")
    full(project, "moss")
    full(project, "sedge", limit=20)
    found = score(load_study(project.root), project.answers().tables).draws
    fern, moss, sedge = (found[build, "tulip-rose", "gender-swap", None].effect for build in ("fern", "moss", "sedge"))
    assert (fern == moss).all()
    assert (fern != sedge).any()


def test_a_rate_less_a_rate_in_every_re_draw():
    counts = Redraws(IDS).sums(np.stack([first(20), first(6)], axis=1).astype(np.int64)) / 40
    assert (cell(first(20), first(6)).effect == counts[:, 0] - counts[:, 1]).all()
    assert (cell(first(20)).effect == counts[:, 0]).all()


def test_a_negative_mean_is_reflected_once():
    y = np.where(np.arange(40) % 2, 30, -32)
    found = cell(y, by_size=True, counts=False).effect
    assert (found == -Redraws(IDS).sums(y[:, None])[:, 0] / 40).all()
    assert (found < 0).any()  # not in every re-draw
    assert (cell(y, counts=False).effect == -found).all()  # nor where the sign is kept


def test_the_control_is_reflected_by_its_own_mean():
    up, down = np.arange(40) - 10, 10 - np.arange(40)
    there, back = (cell(np.full(40, 30), y, by_size=True, counts=False, kind="halves") for y in (up, down))
    assert (there.effect == back.effect).all()
    assert there.control.value == back.control.value == 9.5


def test_halves_by_hand():
    # 1 in the first twenty texts, so that a half's mean is its share of them.
    found = cell(first(20)).halves[:, :, 0]
    assert np.allclose(found.sum(axis=1), 1)
    assert {round(v * 20, 9) % 1 for v in found.ravel()} == {0.0}
    # Hypergeometric: 20 of 40 drawn, 20 marked; the standard deviation of the share is 0.5 / sqrt(39).
    assert found[:, 0].std() == pytest.approx(0.5 / 39**0.5, rel=0.25)
    assert found[:, 0].mean() == pytest.approx(0.5, abs=0.03)


def test_a_size_is_picked_by_the_sign_of_a_half_and_read_by_that_of_the_other():
    y = np.where(np.arange(40) % 2, 30, -32)
    plain = cell(y, counts=False).halves
    found = cell(y, by_size=True, counts=False).halves
    assert (plain[:, :, 0] == plain[:, :, 1]).all()
    assert (found[:, :, 0] == np.abs(plain[:, :, 0])).all()
    opposite = plain[:, 0, 0] * plain[:, 1, 0] < 0
    assert 0 < opposite.sum() < 100
    assert (found[opposite, :, 1] == -found[opposite, :, 0]).all()
    assert (found[~opposite, :, 1] == found[~opposite, :, 0]).all()


def test_a_half_that_does_not_move_turns_no_size_round():
    found = cell(np.where(np.arange(40) < 2, 30, 0), by_size=True, counts=False).halves
    assert (found[:, :, 0] == 0).any()
    assert (found[:, :, 1] == found[:, :, 0]).all()


def test_a_control_on_the_same_texts_is_halved_with_them():
    assert (cell(first(20), first(20)).halves == 0).all()


def test_a_half_without_a_text_that_counts_has_no_mean():
    stack = Stack(IDS, np.arange(40))
    own = drawn(stack, first(40), mask=np.arange(40) == 3)
    found = CellDraws(own, NOTHING, True).halves
    assert (np.isnan(found).sum(axis=1) == 1).all()


def framed(y, *, frames, texts_each, **more):
    """Return a cell whose texts share frames, so many in a row."""
    ids = [f"frame-{n}" for n in range(frames)]
    texts, clusters = Stack(IDS, np.arange(40)), Stack(ids, np.arange(40), np.arange(40) // texts_each)
    own = drawn(texts, y, **more)
    return CellDraws(replace(own, framed=clusters.add(own.measured)), NOTHING, True)


def test_the_board_re_draws_and_halves_frames_where_there_are_enough():
    # Half of twenty frames change throughout: as if twenty texts had been drawn, not forty.
    y = np.arange(40) // 2 % 2
    found = framed(y, frames=20, texts_each=2).redrawn()
    assert found.effect.std() == pytest.approx(0.5 / 20**0.5, rel=0.1)
    assert found.halves[:, 0, 0].std() == pytest.approx(0.5 / 19**0.5, rel=0.25)
    assert {round(v * 10, 9) % 1 for v in found.halves.ravel()} == {0.0}
    assert framed(y, frames=20, texts_each=2).effect.std() == pytest.approx(0.5 / 40**0.5, rel=0.1)


def test_fewer_frames_than_a_range_needs_are_not_re_drawn():
    few = framed(np.arange(40) // 5 % 2, frames=8, texts_each=5)
    assert (few.redrawn().effect == few.effect).all()


def test_a_borrowed_control_is_halved_on_its_own_texts(tmp_path):
    project = Project(tmp_path, 40)
    for n, text in enumerate(project.texts):
        text["plot"] = "near" if n < 30 else "far"
    project.files["studies/decisions/pea-bean.toml"] = decision(where={"plot": ["near"]})
    project.characteristic("ask-twice")["tests"][0]["decisions"].append("pea-bean")
    project.save()
    for edit, changed in (("as-written", 0), ("ask-twice", 15)):
        rows = [row(i, "rose" if n < changed else "tulip", question="pea-bean") for n, i in enumerate(project.ids[:30])]
        project.log("fern", edit, rows, decision="pea-bean")
    project.flips("fern", "as-written", "", 0)
    project.flips("fern", "gender-swap", "-swapped", 40)
    found = score(load_study(project.root), project.answers().tables).draws["fern", "tulip-rose", "gender-swap", None]
    other = cell(first(0)).halves  # any halves will do: all 40 texts change
    assert other.shape == found.halves.shape
    assert np.allclose(found.halves.mean(axis=1), 0.5)
    assert found.halves[:, 0, 0].std() > 0.05


def test_the_floor_of_the_standard_error_is_what_none_seen_leaves():
    assert cell(first(20)).event_floor == none_seen_bound(40) / 1.96
    assert cell(first(20), counts=False).event_floor == 0.0
