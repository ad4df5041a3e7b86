import numpy as np
import pytest

from bd.effects.redraw import Redraws
from bd.effects.score import score
from bd.study.load import load_study
from tests.effects.edits import add_averages, averages
from tests.projects import Project, decision, row

CARD = {"format": "bd/model@1", "label": "Fern", "kind": "lexicon", "about": "Made up.", "licence": "MIT"}


@pytest.fixture
def forty(tmp_path):
    return Project(tmp_path, 40).save()


def card(project, model, **more):
    project.files[f"studies/models/{model}.toml"] = CARD | more
    project.save()


def swap(project, model, changed, texts=range(40), repeats=None):
    """Save a swap that changes the first texts, answered for some texts only."""
    project.flips(model, "as-written", "", 0)
    rows = [row(f"{project.ids[n]}-swapped", "rose" if n < changed else "tulip") for n in texts]
    project.log(model, "gender-swap", rows)
    if repeats is not None:
        project.flips(model, "ask-twice", "", repeats)


def common(project, edit="gender-swap"):
    project.replay()
    return {r["build"]: r["common"] for r in project.scored(edit)}


def test_the_same_cell_on_the_texts_that_every_model_answered_by_hand(forty):
    swap(forty, "fern", 20, repeats=6)
    swap(forty, "moss", 30, texts=range(4, 36), repeats=5)
    swap(forty, "sedge", 10, texts=range(0, 38))
    found = common(forty)
    # Texts 5 to 36 are common: 32. Of these fern changes 16, and 2 when asked again.
    # All 40 were asked about, so 40 are drawn, and what is told is the mean over those of the 32 that were.
    counted = np.array([[4 <= n < 20, 4 <= n < 36] for n in range(40)], dtype=np.int64)
    sums = Redraws(forty.ids).sums(counted)
    draws = np.sort(sums[:, 0] / sums[:, 1])
    control = 2 / 32
    assert found["fern"] == {
        "texts": 32,
        "models": 3,
        "value": 0.5,
        "control": control,
        "effect": 0.5 - control,
        "range": [round(draws[24] - control, 6), round(draws[975] - control, 6)],
    }
    assert (found["moss"]["value"], found["moss"]["control"]) == (0.8125, 1 / 32)
    assert (found["sedge"]["value"], found["sedge"]["control"]) == (0.1875, 0.0)


def test_one_model_alone_has_nothing_in_common(forty):
    swap(forty, "fern", 20)
    assert common(forty) == {"fern": None}


def test_models_that_answered_the_same_texts_need_no_common_list(forty):
    swap(forty, "fern", 20)
    swap(forty, "moss", 10)
    assert common(forty) == {"fern": None, "moss": None}


def test_a_row_on_just_the_common_texts_says_so_where_another_has_more(forty):
    swap(forty, "fern", 20, texts=range(30))
    swap(forty, "moss", 10)
    found = common(forty)
    assert (found["fern"]["texts"], found["moss"]["texts"]) == (30, 30)


def test_second_builds_and_planted_models_have_no_say_and_are_told_where_they_answered_all(forty):
    card(forty, "fern")
    card(forty, "fern-q4", build_of="fern", build_label="4 bits")
    card(forty, "seeded", planted=True)
    swap(forty, "fern", 20, texts=range(30))
    swap(forty, "moss", 10)
    swap(forty, "fern-q4", 20, texts=range(20))
    swap(forty, "seeded", 40)
    found = common(forty)
    assert {build: c and (c["texts"], c["models"], c["value"]) for build, c in found.items()} == {
        "fern": (30, 2, 0.666667),
        "moss": (30, 2, 0.333333),
        "fern-q4": None,
        "seeded": (30, 2, 1.0),
    }


def test_a_planted_model_with_more_texts_is_told_on_the_common_ones(forty):
    card(forty, "seeded", planted=True)
    for model in ("fern", "moss"):
        swap(forty, model, 20, texts=range(30))
    swap(forty, "seeded", 40)
    found = common(forty)
    assert (found["fern"], found["moss"]) == (None, None)
    assert found["seeded"]["texts"] == 30


def test_a_model_without_any_answer_is_not_compared(forty):
    swap(forty, "fern", 20)
    swap(forty, "moss", 10, texts=range(30))
    swap(forty, "sedge", 0, texts=())
    found = common(forty)
    assert (found["fern"]["texts"], found["fern"]["models"], found["sedge"]) == (30, 2, None)


def test_no_text_in_common_is_told_and_has_no_value(forty):
    swap(forty, "fern", 20, texts=range(20))
    swap(forty, "moss", 10, texts=range(20, 40))
    nothing = {"texts": 0, "models": 2, "value": None, "control": None, "effect": None, "range": None}
    assert common(forty) == {"fern": nothing, "moss": nothing}


def test_fewer_than_ten_common_texts_have_no_range(forty):
    swap(forty, "fern", 20, texts=range(25))
    swap(forty, "moss", 10, texts=range(16, 40))
    found = common(forty)["fern"]
    assert (found["texts"], found["value"], found["range"]) == (9, round(4 / 9, 6), None)


def test_a_borrowed_control_keeps_its_value(forty):
    forty.files["studies/decisions/pea-bean.toml"] = decision()
    forty.characteristic("ask-twice")["tests"][0]["decisions"].append("pea-bean")
    forty.save()
    for edit, changed in (("as-written", 0), ("ask-twice", 4)):
        rows = [row(i, "rose" if n < changed else "tulip", question="pea-bean") for n, i in enumerate(forty.ids)]
        forty.log("fern", edit, rows, decision="pea-bean")
    swap(forty, "fern", 20)
    swap(forty, "moss", 20, texts=range(10, 40))
    found = common(forty)
    assert (found["fern"]["control"], found["fern"]["effect"]) == (0.1, round(10 / 30 - 0.1, 6))


def test_means_and_their_halves_are_worked_out_on_the_common_texts(tmp_path):
    project = Project(tmp_path, 40)
    add_averages(project)

    def origin(n):
        return 0.6 if n < 20 else 0.4

    averages(project, (origin, origin, 0.5, 0.5), cats=0.2)
    names = [f"hen-{n}" for n in (1, 2, 3, 4)] + ["cat-1", "cat-2", "dog-1", "dog-2", "dog-3"]
    project.log("moss", "pet", [row(f"{i}-pet-{v}", "tulip", 0.9) for i in project.ids[:20] for v in names])
    project.replay()
    (found,) = [r for r in project.scored("pet") if (r["build"], r["group"]) == ("fern", "cats")]
    assert (found["value"], found["control"]["value"], found["effect"]) == (-0.3, 0.0, 0.3)
    assert found["common"] == {
        "texts": 20,
        "models": 2,
        "value": -0.35,
        "control": 0.1,
        "effect": 0.25,
        "range": [0.25, 0.25],
    }


def test_where_a_test_says_so_re_draws_are_those_of_the_common_texts(forty):
    """Place and certainty follow the common texts, the control as well: `fern` skipped what moves `moss` most."""
    (test,) = forty.characteristic("gender")["tests"]
    swap(forty, "fern", 20, texts=range(4, 36), repeats=6)
    swap(forty, "moss", 30, repeats=10)
    own = {e.build: scored_of(forty).draws[e.cell] for e in scored_of(forty).effects if e.edit == "gender-swap"}
    test["ranked_on"] = "common"
    forty.save()
    shared = scored_of(forty)
    effects = {e.build: e for e in shared.effects if e.edit == "gender-swap"}
    moss = shared.draws[effects["moss"].cell]
    # On texts 5 to 36 moss changes 26 of 32, and 6 when asked again.
    assert effects["moss"].common.effect == (26 - 6) / 32
    assert moss.effect.mean() == pytest.approx(20 / 32, abs=0.01)
    assert own["moss"].effect.mean() == pytest.approx(20 / 40, abs=0.01)
    assert effects["moss"].effect == 20 / 40  # the row itself keeps what is on its own texts


def test_where_a_test_says_so_every_range_is_that_of_the_common_texts(forty):
    """On the common texts alone `moss` is the model that was asked nothing else."""
    (test,) = forty.characteristic("gender")["tests"]
    test["ranked_on"] = "common"
    forty.save()
    swap(forty, "fern", 3, texts=range(0, 30), repeats=0)
    swap(forty, "moss", 8, texts=range(5, 40), repeats=1)
    effects = {e.build: e for e in scored_of(forty).effects if e.edit == "gender-swap"}
    fern, moss = (effects[name].on_common for name in ("fern", "moss"))
    # Texts 6 to 30 are common: 25. Fern's three changes are not among them, three of moss' are, its repeat is not.
    assert (fern.texts, fern.value, fern.changed, fern.few) == (25, 0.0, 0, True)
    assert fern.upper_if_none == fern.min_detectable == pytest.approx(1 - 0.025 ** (1 / 25), abs=1e-6)
    assert fern.exact_range == (-fern.upper_if_none, fern.upper_if_none)
    assert (moss.texts, moss.value, moss.control, moss.changed) == (25, 3 / 25, 0.0, 3)
    assert moss.joint_range == (moss.lo, moss.hi) == moss.range
    assert moss.exact_range != effects["moss"].exact_range
    assert (effects["fern"].changed, effects["moss"].changed) == (3, 8 - 5)


def test_where_models_are_ranked_on_their_own_texts_there_is_nothing_else_to_be_ranked_by(forty):
    swap(forty, "fern", 20, texts=range(30))
    swap(forty, "moss", 10)
    effects = [e for e in scored_of(forty).effects if e.edit == "gender-swap"]
    assert [(e.common is None, e.on_common) for e in effects] == [(False, None), (False, None)]


def scored_of(project):
    return score(load_study(project.root), project.answers().tables)
