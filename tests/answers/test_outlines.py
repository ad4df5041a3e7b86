"""Outlines of all logs at once say what the plan of each log says."""

from collections import Counter

import pytest

from bd.answers.outlines import AskedRows, Outlines, outlines_of
from bd.study import plan
from bd.study.load import load_study
from bd.study.plan import decision_texts, edits_of, plan_log
from tests.projects import DECISION, Project, decision

OTHER = "tulip-lily"


@pytest.fixture
def study(tmp_path):
    """Two decisions about the same texts, the second about half of them; some texts have no version of some edits."""
    project = Project(tmp_path, 300)
    for n, text in enumerate(project.texts):
        text["text"] = ("The beds are dry.", "By the gate, he, aged 61, waters.", text["text"])[n % 3]
    project.files[f"studies/decisions/{OTHER}.toml"] = decision(where={"grows": ["tulip"]})
    for values in project.files.values():
        for test in values.get("tests", ()):
            test["decisions"] = [DECISION, OTHER]
    return load_study(project.save().root)


def askings(study):
    several = [(DECISION, None), (DECISION, 7), (OTHER, None), (OTHER, 100)]
    return [AskedRows(name, edit, limit) for name, limit in several for edit in edits_of(study, name)]


def test_they_say_what_the_plan_says(study):
    for asking, outline in outlines_of(study, askings(study)).items():
        planned = plan_log(study, *asking)
        of = study.decisions[asking.decision]
        ids = [text.id for text in decision_texts(of, study.texts[of.texts])]
        rows = {row.id for row in planned.rows}
        assert (outline.decision, outline.edit) == asking[:2]
        assert outline.texts_sha256 == planned.texts_sha256
        assert outline.attempt == planned.rows[0].attempt
        assert outline.suffixes == tuple(dict.fromkeys(["", *planned.excluded]))
        for suffix in filter(None, outline.suffixes):
            assert outline.asked_in(suffix).tolist() == [i + suffix in rows for i in ids]
            reasons = [outline.reasons[code] for code in outline.left_out[suffix]]
            assert reasons == [planned.excluded[suffix].get(i, "") for i in ids]
        assert outline.asked.tolist() == [i in {row.text_id for row in planned.rows} for i in ids]
        assert list(outline.reasons) == ["", *sorted({r for e in planned.excluded.values() for r in e.values()})]


def test_what_decisions_have_in_common_is_made_once(study, monkeypatch):
    made = Counter()

    def of(form, text):
        made[form.suffix] += 1
        return real(form, text)

    real = plan.Form.of
    monkeypatch.setattr(plan.Form, "of", of)
    outlines = Outlines(study)
    outlines.expect(askings(study))
    found = {each: outlines.take(each) for each in askings(study)}
    assert set(found) == set(askings(study))
    assert made.pop("") == 600, "as written, and asked again"
    assert set(made.values()) == {300}


def test_what_was_not_expected_is_worked_out_alone(study):
    outlines = Outlines(study)
    asking = AskedRows(OTHER, "age", 50)
    assert outlines.take(asking).texts_sha256 == plan_log(study, *asking).texts_sha256
