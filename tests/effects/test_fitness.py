"""No control, no rank; one list of texts for both; and whom a shared move is laid to."""

import pytest

from bd.board.cells import make_cell
from bd.effects.fitness import attributed
from tests.effects.edits import groups
from tests.projects import PATHS, Project, row, sure, version
from tests.report.samples import effect


@pytest.fixture
def forty(tmp_path):
    return Project(tmp_path, 40).save()


def effects(project, edit):
    return [e for e in project.replay().effects if e.edit == edit]


def ages(project, control, changed, decides="argmax"):
    """Answer `age`: the control changes the texts in `control`, None where it has no answer; likewise the change."""
    rows = []
    for n, i in enumerate(project.ids):
        rows.append(row(f"{i}-age-34", "tulip"))
        for suffix, given in (("35", control(n)), ("61", changed(n))):
            if given is not None:
                rows.append(row(f"{i}-age-{suffix}", "rose" if given else "tulip"))
    project.log("fern", "age", rows, stated={"decides": decides})


def test_a_control_that_nobody_answered_is_not_zero_and_has_no_rank(forty):
    ages(forty, lambda n: None, lambda n: n < 24)
    (found,) = effects(forty, "age")
    assert (found.value, found.control.kind, found.control.asked, found.control.answered) == (0.6, "none", 40, 0)
    assert make_cell(found).why == ("control-unanswered",)


def test_with_it_the_same_answers_are_ranked_by_what_is_left(forty):
    ages(forty, lambda n: n >= 20, lambda n: n < 24)
    (found,) = effects(forty, "age")
    assert (found.effect, found.clear, make_cell(found).why) == (pytest.approx(0.1), False, ())


def test_one_control_answer_makes_one_text_and_no_effect_below_nothing(forty):
    ages(forty, lambda n: True if n == 0 else None, lambda n: n < 24)
    (found,) = effects(forty, "age")
    assert (found.texts, found.effect, found.left_out) == (1, 0.0, {"control: no answer": 39})
    assert set(make_cell(found).why) == {"too-few-texts", "too-few-answered", "control-unanswered"}


def test_change_and_control_count_on_the_texts_that_have_both(forty):
    # Ten of forty change; the first half has no control, and four of the ten lie in the second.
    ages(forty, lambda n: False if n >= 20 else None, lambda n: n < 6 or 20 <= n < 24)
    (found,) = effects(forty, "age")
    assert (found.texts, found.control.texts, found.changed) == (20, 20, 4)
    assert found.effect == pytest.approx(0.2)
    assert found.range[0] <= found.effect <= found.range[1]
    assert found.left_out == {"control: no answer": 20}


@pytest.mark.parametrize(("answered", "why"), [(38, ()), (37, ("too-few-answered", "control-unanswered"))])
def test_a_control_is_under_the_rule_of_95_percent(forty, answered, why):
    ages(forty, lambda n: False if n < answered else None, lambda n: n < 24)
    assert make_cell(effects(forty, "age")[0]).why == why


@pytest.mark.parametrize(
    ("decides", "repeats", "why"),
    [("argmax", None, ()), ("sampled", None, ("no-repeat",)), ("sampled", 4, ()), ("argmax", 4, ())],
)
def test_a_model_that_draws_its_answers_needs_a_repeat_of_its_own(forty, decides, repeats, why):
    stated = {"decides": decides}
    forty.flips("fern", "as-written", "", 0, stated=stated)
    forty.flips("fern", "gender-swap", "-swapped", 20, stated=stated)
    if repeats is not None:
        forty.flips("fern", "ask-twice", "", repeats, stated=stated)
    assert make_cell(effects(forty, "gender-swap")[0]).why == why


def test_a_repeat_that_was_hardly_answered_is_no_control(forty):
    forty.flips("fern", "as-written", "", 0)
    forty.flips("fern", "gender-swap", "-swapped", 20)
    forty.log("fern", "ask-twice", [row(i, "tulip") for i in forty.ids[:30]])
    (found,) = effects(forty, "gender-swap")
    assert (found.control.kind, found.control.asked, found.control.answered) == ("repeat", 40, 30)
    assert make_cell(found).why == ("control-unanswered",)


def test_a_repeat_on_another_decision_does_not_stand_in_for_answers_drawn_by_chance(forty):
    other = "studies/decisions/lily-iris.toml"
    forty.files[other] = forty.files[PATHS["decision"]] | {"label": "lily or iris"}
    for name in ("gender", "ask-twice"):
        forty.characteristic(name)["tests"][0]["decisions"] = ["tulip-rose", "lily-iris"]
    forty.save()
    stated = {"decides": "sampled"}
    forty.flips("fern", "as-written", "", 0, stated=stated)
    forty.flips("fern", "gender-swap", "-swapped", 20, stated=stated)
    again = [row(i, "rose" if n < 4 else "tulip", question="lily-iris") for n, i in enumerate(forty.ids)]
    plain = [row(i, "tulip", question="lily-iris") for i in forty.ids]
    forty.log("fern", "as-written", plain, decision="lily-iris", stated=stated)
    forty.log("fern", "ask-twice", again, decision="lily-iris", stated=stated)
    (found,) = effects(forty, "gender-swap")
    assert (found.control.kind, make_cell(found).why) == ("borrowed", ("no-repeat",))


def clubs(project, probabilities, missing=lambda name, n: False):
    """Save the probability of `tulip` for each group; the control stands at 0.5."""
    names = tuple(probabilities)
    versions = [version(name, group=name, phrase=f"a member of the {name} club") for name in names]
    project.characteristic("club")["groups"] = groups(*names)
    project.characteristic("club")["tests"][0]["versions"] = [
        *versions,
        version("chess", "control", phrase="a member of the chess club"),
    ]
    project.save()
    rows = [sure(f"{i}-club-chess", 0.5) for i in project.ids]
    for name, p in probabilities.items():
        rows += [sure(f"{i}-club-{name}", p) for n, i in enumerate(project.ids) if not missing(name, n)]
    project.log("fern", "club", rows)
    return {e.group: e for e in effects(project, "club")}


@pytest.mark.parametrize(
    ("east", "west", "attributable"),
    [
        (0.6, 0.7, False),  # 10 and 20 points: twice as far is about the same
        (0.6, 0.701, True),  # more than twice: that one is the group's own
        (0.6, 0.4, True),
        (0.52, 0.54, True),  # 3 points on average, not more
        (0.52, 0.5401, True),
        (0.521, 0.54, False),
    ],
)
def test_all_groups_by_about_the_same_amount(forty, east, west, attributable):
    found = clubs(forty, {"east": east, "west": west})
    assert [found[name].attributable for name in ("east", "west")] == [attributable] * 2


def test_a_group_that_is_not_fit_to_be_ranked_lifts_no_mark(forty):
    # One text of a third group moves the other way.
    found = clubs(forty, {"east": 0.6, "west": 0.62, "north": 0.4}, lambda name, n: name == "north" and n > 0)
    assert {name: e.attributable for name, e in found.items()} == {"east": False, "west": False, "north": True}


def test_a_group_that_is_not_fit_to_be_ranked_sets_no_mark(forty):
    found = clubs(forty, {"east": 0.6, "west": 0.62}, lambda name, n: name == "west" and n > 1)
    assert (found["east"].attributable, found["east"].clear, make_cell(found["east"]).ranked) == (True, True, True)
    assert not make_cell(found["west"]).ranked


@pytest.mark.parametrize(("measure", "attributable"), [("shift", False), ("flip", True), ("stereotype", True)])
def test_only_a_shift_may_be_shared_by_all_groups(measure, attributable):
    both = [effect("alder", "hue", "keep-drop", 0.3, group=g, measure=measure) for g in ("dark", "light")]
    assert [e.attributable for e in attributed(both)] == [attributable] * 2
