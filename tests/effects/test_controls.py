import numpy as np
import pytest

from bd.effects.columns import Measured
from bd.effects.controls import exact_difference
from bd.effects.drawn import NOTHING, Drawn, Subtracted
from bd.effects.ranges import clopper_pearson, independent_difference, paired_difference
from bd.effects.redraw import Redraws
from bd.effects.stack import Stack
from tests.projects import Project, decision, row

IDS = [f"bed-{n:02d}" for n in range(40)]


def drawn(stack, y, mask=None):
    mask = np.ones(len(y), dtype=np.bool_) if mask is None else mask
    measured = Measured(np.where(mask, y, 0).astype(np.int64), mask)
    return Drawn(measured, stack.add(measured), None)


def first(count, of=40):
    return np.arange(of) < count


def test_pairs_on_the_same_texts():
    stack = Stack(IDS, np.arange(40))
    own, other = drawn(stack, first(8)), drawn(stack, first(8) & ~first(5) | (np.arange(40) == 20))
    assert exact_difference(own, Subtracted("repeat", other)) == (6, paired_difference(5, 1, 40))


def test_pairs_need_both_answers():
    stack = Stack(IDS, np.arange(40))
    own, other = drawn(stack, first(8)), drawn(stack, first(0), mask=~first(3))
    assert exact_difference(own, Subtracted("repeat", other)) == (5, paired_difference(5, 0, 37))


def test_rates_on_other_texts():
    own, other = drawn(Stack(IDS, np.arange(40)), first(8)), drawn(Stack(IDS[:20], np.arange(20)), first(1, 20))
    assert exact_difference(own, Subtracted("borrowed", other)) == (9, independent_difference(8, 40, 1, 20))


def test_nothing_to_subtract():
    own = drawn(Stack(IDS, np.arange(40)), first(8))
    assert exact_difference(own, NOTHING) == (8, None)


def test_no_text_in_common():
    stack = Stack(IDS, np.arange(40))
    own, other = drawn(stack, first(8), mask=first(20)), drawn(stack, first(0), mask=~first(20))
    assert exact_difference(own, Subtracted("repeat", other)) == (0, None)


@pytest.fixture
def two(tmp_path):
    """Two decisions: the second on the first 30 of 40 texts."""
    project = Project(tmp_path, 40)
    for n, text in enumerate(project.texts):
        text["plot"] = "near" if n < 30 else "far"
    project.files["studies/decisions/daisy-lily.toml"] = decision(where={"plot": ["near"]})
    for name in ("gender", "ask-twice"):
        project.characteristic(name)["tests"][0]["decisions"].append("daisy-lily")
    return project.save()


def asked_twice(project, decision, changed, model="fern"):
    ids = project.ids if decision == "tulip-rose" else project.ids[:30]
    project.log(model, "as-written", [row(i, "tulip", question=decision) for i in ids], decision=decision)
    rows = [row(i, "rose" if n < changed else "tulip", question=decision) for n, i in enumerate(ids)]
    project.log(model, "ask-twice", rows, decision=decision)


def test_a_repeat_on_another_decision_is_borrowed_and_re_drawn_on_its_own(two):
    two.flips("fern", "as-written", "", 0)
    two.flips("fern", "gender-swap", "-swapped", 20)
    asked_twice(two, "daisy-lily", 6)
    two.replay()
    (found,) = two.scored("gender-swap")
    control = found["control"]
    assert (control["kind"], control["value"], control["texts"]) == ("borrowed", 0.2, 30)
    assert control["from"] == "studies/daisy-lily-ask-twice.jsonl"
    logs = "answers/fern/daisy-lily"
    assert control["compares"] == {
        "from": [[f"{logs}/as-written.jsonl.gz", ""]],
        "to": [[f"{logs}/ask-twice.jsonl.gz", ""]],
    }
    assert found["effect"] == 0.3
    assert {a["path"] for a in found["answers"]} > {f"{logs}/as-written.jsonl.gz", f"{logs}/ask-twice.jsonl.gz"}
    # Independent re-draws: the variance of the difference is the sum of both.
    width = found["joint_range"][1] - found["joint_range"][0]
    alone = (found["hi"] - found["lo"]) ** 2 + (control["hi"] - control["lo"]) ** 2
    assert width == pytest.approx(alone**0.5, rel=0.15)


def test_the_repeat_of_the_same_decision_comes_before_a_larger_one(two):
    asked_twice(two, "tulip-rose", 2)
    asked_twice(two, "daisy-lily", 6)
    two.flips("fern", "gender-swap", "-swapped", 20)
    two.replay()
    (found,) = two.scored("gender-swap")
    assert (found["control"]["kind"], found["control"]["value"], found["control"]["from"]) == ("repeat", 0.05, None)


def test_the_largest_repeat_rate_of_the_model_is_borrowed(two):
    two.files["studies/decisions/pea-bean.toml"] = decision()
    two.characteristic("ask-twice")["tests"][0]["decisions"].append("pea-bean")
    two.save()
    asked_twice(two, "daisy-lily", 3)
    ids = two.ids
    two.log("fern", "as-written", [row(i, "tulip", question="pea-bean") for i in ids], decision="pea-bean")
    rows = [row(i, "rose" if n < 10 else "tulip", question="pea-bean") for n, i in enumerate(ids)]
    two.log("fern", "ask-twice", rows, decision="pea-bean")
    two.flips("fern", "as-written", "", 0)
    two.flips("fern", "gender-swap", "-swapped", 20)
    two.replay()
    (found,) = two.scored("gender-swap")
    assert (found["control"]["value"], found["control"]["from"]) == (0.25, "studies/pea-bean-ask-twice.jsonl")


def test_a_control_borrowed_from_a_decision_on_the_same_texts_is_re_drawn_together(two):
    two.files["studies/decisions/pea-bean.toml"] = decision()
    two.characteristic("ask-twice")["tests"][0]["decisions"].append("pea-bean")
    two.save()
    for edit, changed in (("as-written", 0), ("ask-twice", 6)):
        rows = [row(i, "rose" if n < changed else "tulip", question="pea-bean") for n, i in enumerate(two.ids)]
        two.log("fern", edit, rows, decision="pea-bean")
    two.flips("fern", "as-written", "", 0)
    two.flips("fern", "gender-swap", "-swapped", 20)
    two.replay()
    (found,) = two.scored("gender-swap")
    assert found["control"]["kind"] == "borrowed"
    alone = np.sort(Redraws(two.ids).sums(np.array([[6 <= n < 20] for n in range(40)], dtype=np.int64))[:, 0] / 40)
    assert found["joint_range"] == [round(alone[24], 6), round(alone[975], 6)]


def test_another_models_repeat_is_never_borrowed(two):
    asked_twice(two, "daisy-lily", 6, model="moss")
    two.flips("fern", "as-written", "", 0)
    two.flips("fern", "gender-swap", "-swapped", 20)
    two.replay()
    (found,) = two.scored("gender-swap")
    assert (found["control"]["kind"], found["control"]["value"]) == ("none", 0.0)


def test_few_changes_against_a_borrowed_control_carry_a_range_of_independent_rates(two):
    two.flips("fern", "as-written", "", 0)
    two.flips("fern", "gender-swap", "-swapped", 5)
    asked_twice(two, "daisy-lily", 1)
    two.replay()
    (found,) = two.scored("gender-swap")
    assert found["few"]
    assert found["exact_range"] == [round(end, 6) for end in independent_difference(5, 40, 1, 30)]


def test_a_repeat_without_any_answer_is_no_control(two):
    two.flips("fern", "as-written", "", 0)
    two.log("fern", "ask-twice", [])
    two.flips("fern", "gender-swap", "-swapped", 5)
    two.replay()
    (found,) = two.scored("gender-swap")
    assert found["control"]["kind"] == "none"
    assert found["exact_range"] == [round(end, 6) for end in clopper_pearson(5, 40)]
