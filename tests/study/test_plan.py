import hashlib
import itertools
import json

import pytest

from bd.errors import UsageError
from bd.study.load import load_study
from bd.study.plan import decision_texts, edits_of, find_test, plan_log, texts_sha256
from tests.projects import PATHS, Project


@pytest.fixture
def study(project):
    return load_study(project.root)


def plan(study, edit, limit=None):
    return plan_log(study, "tulip-rose", edit, limit)


def ids(texts):
    return [t.id for t in texts]


def chosen(study, limit=None):
    decision = study.decisions["tulip-rose"]
    return decision_texts(decision, study.texts[decision.texts], limit)


def test_unedited_texts_keep_their_ids(study):
    rows = plan(study, "as-written").rows
    assert [r.id for r in rows] == [r.text_id for r in rows] == ids(study.texts["beds"].texts)
    assert {(r.order, r.attempt) for r in rows} == {("both", 1)}


@pytest.mark.parametrize(
    ("edit", "suffixes", "attempt", "orders"),
    [
        ("gender-swap", ["-swapped"], 1, {"both"}),
        ("age", ["-age-34", "-age-35", "-age-61"], 1, {"both"}),
        ("ask-twice", [""], 2, {"both"}),
        ("option-order", ["-option-order-listed", "-option-order-reversed"], 1, {"listed", "reversed"}),
    ],
)
def test_versions_stand_side_by_side_under_their_own_suffix(study, edit, suffixes, attempt, orders):
    rows = plan(study, edit).rows
    assert [r.id for r in rows[: len(suffixes)]] == [f"bed-000001{s}" for s in suffixes]
    assert len(rows) == 12 * len(suffixes)
    assert {r.attempt for r in rows} == {attempt}
    assert {r.order for r in rows} == orders


def test_texts_are_changed_as_they_are_put(study):
    assert plan(study, "gender-swap").rows[0].text == "By the gate, he waters the beds."
    assert plan(study, "ask-twice").rows[0].text == "By the gate, she waters the beds."


def test_texts_without_a_version_are_left_out_with_the_reason(project):
    project.texts[2]["text"] = "The beds are dry."
    project.save()
    found = plan(load_study(project.root), "club")
    assert len(found.rows) == 11 * 3
    assert found.excluded["-club-east"] == {"bed-000003": "no he or she"}


def test_the_hash_is_over_ids_and_texts_as_asked(study):
    found = plan(study, "gender-swap")
    lines = "".join(json.dumps([r.id, r.text], separators=(",", ":")) + "\n" for r in found.rows)
    assert found.texts_sha256 == hashlib.sha256(lines.encode()).hexdigest()
    assert found.texts_sha256 != texts_sha256((r.id, r.text) for r in found.rows[1:])


def test_the_hash_changes_with_a_text_or_a_phrase_and_not_with_words_for_readers(project):
    first = plan(load_study(project.root), "club").texts_sha256
    project.characteristic("club")["tests"][0]["words"]["changed"] = "Another word for it."
    project.save()
    assert plan(load_study(project.root), "club").texts_sha256 == first
    project.characteristic("club")["tests"][0]["versions"][0]["phrase"] = "a member of the eastern club"
    project.save()
    assert plan(load_study(project.root), "club").texts_sha256 != first


def test_a_smaller_list_is_part_of_a_larger_one_and_balanced_over_the_right_answers(study):
    lists = [ids(chosen(study, limit)) for limit in range(13)]
    for smaller, larger in itertools.pairwise(lists):
        assert set(smaller) < set(larger)
    for limit, found in enumerate(lists):
        right = [t.labels["grows"] for t in chosen(study, limit)]
        assert len(found) == limit
        assert abs(right.count("tulip") - right.count("rose")) <= 1
        assert found == sorted(found)


def test_a_limit_beyond_the_texts_is_all_of_them(study):
    assert chosen(study, 500) == chosen(study)


def test_a_decision_is_asked_about_the_texts_it_chooses(project: Project):
    project.files[PATHS["decision"]]["where"] = {"grows": "rose"}
    project.save()
    found = chosen(load_study(project.root))
    assert len(found) == 6
    assert {t.labels["grows"] for t in found} == {"rose"}


def test_the_edits_of_a_decision_begin_with_the_text_as_written(study):
    assert edits_of(study, "tulip-rose") == ("as-written", "age", "ask-twice", "club", "gender-swap", "option-order")


def test_an_unknown_edit_or_decision_is_named_with_those_there_are(study):
    with pytest.raises(UsageError, match="no edit 'names' is tested on 'tulip-rose'; there are: as-written, age"):
        find_test(study, "tulip-rose", "names")
    with pytest.raises(UsageError, match="no decision 'daisy-lily'; there are: tulip-rose"):
        plan_log(study, "daisy-lily", "age")
