import shutil
import weakref

import pytest

from bd.receipts import Receipts, Saved, open_receipts
from bd.report import contract
from bd.site.answerfile import answer_file
from tests.projects import DECISION, Project, decision, full, row
from tests.receipts.told import key, receipts, reported
from tests.site.reading import names_in


@pytest.fixture
def project(tmp_path):
    project = Project(tmp_path).save()
    full(project)
    return project


def whys(project, data):
    return open_receipts(project.root, contract.read(data)).missing


@pytest.mark.parametrize("gone", ["answers", "studies"])
def test_without_the_answers_or_the_study_every_cell_says_why(project, gone):
    data = reported(project)
    shutil.rmtree(project.root / gone)
    missing = whys(project, data)
    assert len(missing) == 5
    assert set(missing.values()) == {"the saved answers are not among the files that this site was built from"}


def test_a_study_with_faults_is_no_reason_not_to_build(project):
    data = reported(project)
    project.write("studies/characteristics/age.toml", b"label = 3\n")
    assert set(whys(project, data).values()) == {
        "the study cannot be read among the files that this site was built from"
    }


def test_a_log_that_is_another_by_now_takes_the_receipts_of_its_cells_alone(project):
    data = reported(project)
    project.flips("fern", "gender-swap", "-swapped", changed=2)
    missing = whys(project, data)
    assert list(missing) == [key("gender", edit="gender-swap")]
    assert missing[key("gender", edit="gender-swap")] == (
        "the saved answers are not those of this page’s numbers: "
        f"answers/fern/{DECISION}/gender-swap.jsonl.gz is another, or is missing"
    )


def test_a_log_that_is_gone_or_damaged_is_told_like_one_that_changed(project):
    data = reported(project)
    (project.root / f"answers/fern/{DECISION}/age.jsonl.gz").unlink()
    project.write(f"answers/fern/{DECISION}/club.jsonl.gz", b"no gzip")
    assert set(whys(project, data)) == {key("age"), key("club", "east"), key("club", "west")}


def test_rows_in_another_order_are_the_same_answers(project):
    data = reported(project)
    rows = [row(f"{i}-swapped", "rose" if n < 4 else "tulip") for n, i in enumerate(project.ids)]
    project.log("fern", "gender-swap", rows[::-1], members=3)
    found = open_receipts(project.root, contract.read(data))
    assert found.missing == {}
    told = found.cell(key("gender", edit="gender-swap"))
    swapped = told.witnesses[0].said[1]
    assert swapped.lines[told.texts.index(project.ids[0])] == len(project.ids)


def test_rows_replayed_since_are_not_those_of_the_data_file(project):
    data = reported(project)
    project.flips("fern", "gender-swap", "-swapped", changed=2)
    project.replay()
    (why,) = whys(project, data).values()
    assert f"studies/{DECISION}-gender-swap.jsonl is of another day" in why


def test_a_model_that_the_data_file_does_not_name_is_not_read(project):
    data = reported(project)
    full(project, "moss")
    found = open_receipts(project.root, contract.read(data))
    assert {w.build for cell in found.sizes for w in found.cell(cell).witnesses} == {"fern"}


def test_a_cell_without_a_number_has_no_receipts_and_says_so(project):
    for edit, ends in (("age", ("-age-34", "-age-35", "-age-61")),):
        project.log("fern", edit, [row(i + end, None, error="none") for i in project.ids for end in ends])
    assert receipts(project).missing == {key("age"): "nobody has answered here"}


def test_receipts_are_put_together_anew_each_time_and_are_the_same(project):
    found = receipts(project)
    one, other = found.cell(key("age")), found.cell(key("age"))
    assert one is not other
    assert (one.texts, one.slots) == (other.texts, other.slots)


def test_no_log_is_planned_anew_for_its_receipts(project, monkeypatch):
    data = reported(project)

    def planned(*_):
        raise AssertionError("whole logs of texts would be held as long as the answers are")

    monkeypatch.setattr("bd.answers.fit.plan_log", planned)
    found = open_receipts(project.root, contract.read(data))
    assert all(all(slot.texts) for cell in found.sizes for slot in found.cell(cell).slots)


def test_groups_share_their_receipts_only_where_they_are_held_against_the_same(project):
    east, west = key("club", "east"), key("club", "west")
    shared = receipts(project).shared
    assert (east, west) in shared
    assert sorted(len(keys) for keys in shared) == [1, 1, 1, 2]
    frames = {east: ((("-club-chess", False), ("from",)),), west: ((("-club-chess", False), ("from", "control from")),)}
    apart = Receipts(Saved(project.root, {"fern"}), {}, frames, {east: 1, west: 1}, {})
    assert apart.shared == ((east,), (west,))


def test_answers_to_one_decision_are_held_at_a_time(project):
    project.files["studies/decisions/peas-beans.toml"] = decision(
        label="peas or beans",
        positive="peas",
        options=[{"id": i, "label": i, "statement": i, "truth": t} for i, t in (("peas", "tulip"), ("beans", "rose"))],
    )
    project.characteristic("gender")["tests"][0]["decisions"] += ["peas-beans"]
    project.save()
    for edit, ending in (("as-written", ""), ("gender-swap", "-swapped")):
        rows = [row(i + ending, "peas", question="peas-beans") for i in project.ids]
        project.log("fern", edit, rows, decision="peas-beans")
    data, held = reported(project), []

    class Watched(Saved):
        def read(self):
            for read in super().read():
                assert not [each for each in held if each() is not None]
                held.extend(weakref.ref(table) for table in read.tables)
                yield read
                del read

    saved = Watched(project.root, {"fern"})
    found = open_receipts(project.root, contract.read(data), saved)
    assert len(held) == 2
    assert {cell.question for cell in found.sizes} == {DECISION, "peas-beans"}
    held.clear()
    answer_file(saved, names_in(data), {})
    assert len(held) == 2
