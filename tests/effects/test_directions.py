import pytest

from tests.effects.edits import add_orientation, scored
from tests.projects import Project, full, row


@pytest.fixture
def twenty(tmp_path):
    """Ten texts about her, then ten about him."""
    project = Project(tmp_path, 20)
    add_orientation(project)
    return project


def swapped(project, written, edited):
    """Save what the model says to each text as written and swapped: t for tulip, r for rose."""
    for edit, suffix, said in (("as-written", "", written), ("gender-swap", "-swapped", edited)):
        choices = ["tulip" if letter == "t" else "rose" for letter in said]
        project.log("fern", edit, [row(i + suffix, c) for i, c in zip(project.ids, choices, strict=True)])
    return scored(project, "gender-swap")


def test_a_swap_is_read_one_way(twenty):
    # About her: three go from tulip to rose. About him, read from her to him: the text as written is what it goes to,
    # so two that say rose as written and tulip when swapped go to rose too, and one goes to tulip.
    found = swapped(twenty, "tttttttttt" + "rrtttttttt", "rrrttttttt" + "ttrttttttt")
    assert (found["value"], found["changed"]) == (0.3, 6)
    assert (found["direction"], found["direction_share"]) == ("rose", 0.833333)
    assert found["directions"] == [
        {"from": "read as a woman", "texts": 10, "changed": 3, "towards": 3},
        {"from": "read as a man", "texts": 10, "changed": 3, "towards": 2},
    ]


def test_changes_that_go_the_same_way_in_both_kinds_balance_when_read_one_way(twenty):
    found = swapped(twenty, "tttttttttt" + "tttttttttt", "rrrttttttt" + "rrrttttttt")
    assert (found["direction"], found["direction_share"]) == (None, 0.5)
    # Without a direction the positive option is counted: tulip.
    assert [(d["changed"], d["towards"]) for d in found["directions"]] == [(3, 0), (3, 3)]


def test_a_swap_that_changes_nothing_has_counts_and_no_direction(twenty):
    found = swapped(twenty, "t" * 20, "t" * 20)
    assert (found["direction"], found["direction_share"]) == (None, None)
    assert [(d["texts"], d["changed"], d["towards"]) for d in found["directions"]] == [(10, 0, 0)] * 2


def test_a_text_of_neither_kind_is_counted_in_the_value_alone(twenty):
    twenty.texts[0]["gender"] = "them"
    twenty.save()
    found = swapped(twenty, "t" * 20, "rr" + "t" * 18)
    assert (found["value"], found["changed"]) == (0.1, 2)
    assert [(d["texts"], d["changed"], d["towards"]) for d in found["directions"]] == [(9, 1, 1), (10, 0, 0)]
    assert (found["direction"], found["direction_share"]) == ("rose", 1.0)


def test_an_orientation_moves_no_value(tmp_path):
    said = "trtrtrtrtrttttrrrrtt", "trrrtrttttttttrttrtt"
    plain = Project(tmp_path / "plain", 20).save()
    oriented = Project(tmp_path / "oriented", 20)
    add_orientation(oriented)
    rows = [swapped(project, *said) for project in (plain, oriented)]
    for key in ("value", "effect", "range", "joint_range", "exact_range", "changed"):
        assert rows[0][key] == rows[1][key]
    assert (rows[0]["direction"], rows[0]["directions"]) == (None, [])


def test_an_edit_that_goes_one_way_has_one_count(twenty):
    full(twenty)
    assert scored(twenty, "age")["directions"] == [{"from": "34", "texts": 20, "changed": 20, "towards": 20}]
    east = scored(twenty, "club", group="east")
    assert east["directions"] == [{"from": "chess", "texts": 20, "changed": 0, "towards": 0}]


@pytest.mark.parametrize("edit", ["option-order", "ask-twice"])
def test_an_order_and_a_repeat_have_no_direction_and_no_counts(twenty, edit):
    full(twenty)
    found = scored(twenty, edit)
    assert (found["direction"], found["direction_share"], found["directions"]) == (None, None, [])


def test_a_cell_without_any_answer_has_no_counts(twenty):
    twenty.flips("fern", "as-written", "", 0)
    twenty.log("fern", "gender-swap", [])
    assert scored(twenty, "gender-swap")["directions"] == []
