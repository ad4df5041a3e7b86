import pytest

from bd.answers.read import CAUSES
from bd.study.load import load_study
from bd.study.plan import plan_log
from tests.projects import Project, full, row, sure


def table(project: Project):
    (found,) = project.answers().tables
    return found


def column(project, edit, suffix):
    found = table(project)
    return found.column(found.logs[edit], suffix)


def test_answers_stand_in_the_order_of_the_texts(project):
    rows = [sure(f"{i}-swapped", n / 20) for n, i in enumerate(project.ids)]
    project.log("fern", "gender-swap", rows[::-1])
    found = column(project, "gender-swap", "-swapped")
    assert found.millionths.tolist() == [n * 50_000 for n in range(12)]
    assert found.choices.tolist() == [1] * 10 + [0] * 2
    assert found.asked.all()


def test_a_missing_row_is_no_answer(project):
    project.log("fern", "gender-swap", [row(f"{i}-swapped", "rose", 0.2) for i in project.ids[1:]])
    found = column(project, "gender-swap", "-swapped")
    assert (found.choices[0], found.millionths[0], CAUSES[found.causes[0]]) == (-1, -1, "no answer")
    assert (found.choices[1], found.millionths[1], CAUSES[found.causes[1]]) == (1, 200000, "")


def test_a_log_without_rows_answers_nothing(project):
    project.log("fern", "gender-swap", [])
    found = column(project, "gender-swap", "-swapped")
    assert found.choices.tolist() == [-1] * 12
    assert {CAUSES[c] for c in found.causes} == {"no answer"}


def test_rows_of_other_texts_are_passed_over(project):
    project.log("fern", "gender-swap", [row("bed-999999-swapped", "rose"), row(f"{project.ids[4]}-swapped", "rose")])
    assert column(project, "gender-swap", "-swapped").choices.tolist() == [-1] * 4 + [1] + [-1] * 7


def test_texts_beyond_the_limit_were_not_asked(project):
    asked = [r.id for r in plan_log(load_study(project.root), "tulip-rose", "gender-swap", 4).rows]
    project.log("fern", "gender-swap", [row(i, "rose") for i in asked], limit=4)
    found = column(project, "gender-swap", "-swapped")
    assert found.asked.sum() == 4
    assert ((found.choices == 1) == found.asked).all()
    assert (table(project).asked == found.asked).all()


def test_a_row_that_nobody_planned_counts_as_asked(project):
    project.log("fern", "gender-swap", [row(f"{i}-swapped", "rose") for i in project.ids[:7]], limit=4)
    assert (column(project, "gender-swap", "-swapped").choices == 1).sum() == 7
    assert table(project).asked[:7].all()


def test_a_text_that_has_no_such_version_was_not_asked_and_carries_the_reason(tmp_path):
    project = Project(tmp_path)
    project.texts[2]["text"] = "The beds are dry."
    project.save()
    project.log("fern", "club", [sure(f"{i}-club-east", 0.6) for i in project.ids if i != project.ids[2]])
    found = column(project, "club", "-club-east")
    assert found.asked.tolist() == [True, True, False, *[True] * 9]
    assert {i: found.reasons[code] for i, code in zip(project.ids, found.left_out, strict=True) if code} == {
        project.ids[2]: "no he or she"
    }


def test_a_suffix_is_matched_as_a_whole(project):
    rows = [row(f"{i}-age-{v}", c) for i in project.ids for v, c in (("34", "tulip"), ("35", "rose"))]
    project.log("fern", "age", rows)
    assert column(project, "age", "-age-34").choices.tolist() == [0] * 12
    assert column(project, "age", "-age-35").choices.tolist() == [1] * 12


@pytest.mark.parametrize("beside", ["gender-swap", "age", "ask-twice"])
def test_unedited_texts_come_from_their_own_log_where_there_is_one(project, beside):
    full(project)
    assert table(project).as_written(beside).path.endswith("as-written.jsonl.gz")


def with_plain_rows(project, edit, suffix, choice):
    rows = [row(i, choice) for i in project.ids] + [row(i + suffix, "tulip") for i in project.ids]
    project.log("fern", edit, rows)


def test_without_it_they_come_from_the_edit_they_are_compared_with(project):
    with_plain_rows(project, "gender-swap", "-swapped", "rose")
    with_plain_rows(project, "age", "-age-34", "rose")
    for edit in ("gender-swap", "age"):
        assert table(project).as_written(edit).path.endswith(f"{edit}.jsonl.gz")


def test_else_from_the_first_log_that_holds_a_plain_id(project):
    project.log("fern", "age", [row(f"{i}-age-34", "tulip") for i in project.ids])
    with_plain_rows(project, "gender-swap", "-swapped", "rose")
    assert table(project).as_written("age").path.endswith("gender-swap.jsonl.gz")


def test_never_from_texts_asked_a_second_time(project):
    project.flips("fern", "ask-twice", "", 3)
    assert table(project).as_written("gender-swap") is None


def test_a_swap_with_the_unedited_texts_beside_it_is_scored(project):
    with_plain_rows(project, "gender-swap", "-swapped", "rose")
    project.replay()
    (scored,) = project.scored("gender-swap")
    path = "answers/fern/tulip-rose/gender-swap.jsonl.gz"
    assert scored["compares"] == {"from": [[path, ""]], "to": [[path, "-swapped"]]}
    assert (scored["value"], scored["texts"]) == (1.0, 12)


def test_columns_are_the_same_however_few_are_held(project, monkeypatch):
    full(project)
    found = table(project)
    asked = [(saved, suffix) for saved in found.logs.values() for suffix in saved.outline.suffixes]
    whole = [found.column(*each) for each in asked]
    assert found.column(*asked[-1]) is whole[-1]
    monkeypatch.setattr("bd.answers.align._MOST_HELD", 2)
    few = table(project)
    for each, column in zip([*asked, *asked], [*whole, *whole], strict=True):
        again = few.column(*each)
        assert again.choices.tolist() == column.choices.tolist()
        assert again.millionths.tolist() == column.millionths.tolist()
        assert again.asked.tolist() == column.asked.tolist()
