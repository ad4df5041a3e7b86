from bd.effects.cells import cells_of
from bd.study.load import load_study
from tests.projects import Project, full, row

LOGS = "answers/fern/tulip-rose"


def cells(project: Project):
    found = cells_of(load_study(project.root), project.answers().tables)
    return {(c.test.edit, c.group): c for c in found}


def sides(contrast):
    """Return the parts on both sides; None for no contrast."""
    return None if contrast is None else ([s.part for s in contrast.before], [s.part for s in contrast.after])


def test_every_test_that_was_answered_is_a_cell(project):
    full(project)
    assert sorted(cells(project), key=str) == [
        ("age", None),
        ("ask-twice", None),
        ("club", "east"),
        ("club", "west"),
        ("gender-swap", None),
        ("option-order", None),
    ]


def test_a_cell_needs_both_sides(project):
    project.flips("fern", "gender-swap", "-swapped", 3)
    assert cells(project) == {}


def test_a_swap_is_compared_with_the_text_as_written_and_controlled_by_a_repeat(project):
    full(project)
    cell = cells(project)["gender-swap", None]
    written = (f"{LOGS}/as-written.jsonl.gz", "")
    assert sides(cell.contrast) == ([written], [(f"{LOGS}/gender-swap.jsonl.gz", "-swapped")])
    assert cell.control_kind == "repeat"
    assert sides(cell.control) == ([written], [(f"{LOGS}/ask-twice.jsonl.gz", "")])


def test_versions_that_count_are_compared_with_the_from_version_and_controlled_by_another(project):
    full(project)
    cell, log = cells(project)["age", None], f"{LOGS}/age.jsonl.gz"
    assert sides(cell.contrast) == ([(log, "-age-34")], [(log, "-age-61")])
    assert cell.control_kind == "version"
    assert sides(cell.control) == ([(log, "-age-34")], [(log, "-age-35")])


def test_a_shift_is_compared_with_the_control_version_so_that_nothing_is_left_to_subtract(project):
    full(project)
    cell, log = cells(project)["club", "west"], f"{LOGS}/club.jsonl.gz"
    assert sides(cell.contrast) == ([(log, "-club-chess")], [(log, "-club-west")])
    assert (cell.control_kind, cell.control) == ("version", None)


def test_the_order_is_compared_in_its_own_log(project):
    full(project)
    cell, log = cells(project)["option-order", None], f"{LOGS}/option-order.jsonl.gz"
    assert sides(cell.contrast) == ([(log, "-option-order-listed")], [(log, "-option-order-reversed")])
    assert cell.control_kind == "repeat"


def test_without_a_repeat_the_control_is_missing(project):
    project.flips("fern", "as-written", "", 0)
    project.flips("fern", "gender-swap", "-swapped", 3)
    cell = cells(project)["gender-swap", None]
    assert (cell.control_kind, cell.control) == ("repeat", None)


def test_accuracy_needs_the_unedited_answers(project):
    rows = [row(f"{i}-age-{v}", "tulip") for i in project.ids for v in (34, 35, 61)]
    project.log("fern", "age", rows)
    assert cells(project)["age", None].as_written is None
