"""What answers lack is told before anything is scored."""

import pytest
from click.testing import CliRunner

from bd.answers.lacking import lacking
from bd.cli import main
from bd.study.load import load_study
from tests.projects import DECISION, Project, full, row, sure

HERE = f"answers/fern/{DECISION}"


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path, 40).save()


def told(project):
    return {
        p.path.removeprefix(f"{HERE}/"): p.message for p in lacking(load_study(project.root), project.answers().tables)
    }


def test_whole_answers_lack_nothing(project):
    full(project)
    assert told(project) == {}


def test_half_a_log_is_named_with_how_much_of_it_there_is(project):
    full(project)
    project.log("fern", "gender-swap", [row(f"{i}-swapped", "tulip") for i in project.ids[:20]])
    assert told(project) == {
        "gender-swap.jsonl.gz": "holds answers to 20 of 40 rows that were to be asked; ask the others, or describe it "
        "with --limit if no more texts were asked"
    }


def test_a_log_without_the_probabilities_that_its_test_needs_is_named(project):
    full(project)
    versions = ("east", "west", "chess")
    project.log("fern", "club", [row(f"{i}-club-{v}", "tulip") for i in project.ids for v in versions])
    assert told(project)["club.jsonl.gz"].startswith(
        "120 of 120 answers give no probabilities, which the measure 'shift' needs"
    )


def test_a_control_version_that_was_not_answered_is_named(project):
    full(project)
    rows = [sure(f"{i}-age-{v}", p) for i in project.ids for v, p in (("34", 0.6), ("61", 0.3))]
    project.log("fern", "age", rows)
    found = [p.message for p in lacking(load_study(project.root), project.answers().tables)]
    assert (
        "the control version '35' of 'age' on 'tulip-rose' was not answered; without a control there is no rank"
        in found
    )


@pytest.mark.parametrize(("decides", "follows"), [("argmax", "counts as nothing"), ("sampled", "it has no rank")])
def test_a_repeat_that_nobody_asked_is_named(project, decides, follows):
    full(project)
    for edit in ("ask-twice.jsonl.gz", "ask-twice.jsonl.gz.metadata.json"):
        (project.root / HERE / edit).unlink()
    for path in (project.root / HERE).glob("*.json"):
        path.write_text(path.read_text().replace('"argmax"', f'"{decides}"'))
    (message,) = told(project).values()
    assert message.startswith(
        f"'fern' was asked nothing twice on '{DECISION}', the control of gender-swap, option-order; ask 'ask-twice' too"
    )
    assert message.endswith(follows)


def test_a_repeat_that_was_half_answered_is_named(project):
    full(project)
    project.log("fern", "ask-twice", [row(i, "tulip") for i in project.ids[:30]])
    said = "only 30 of 40 texts were answered twice, the control of gender-swap"
    problems = lacking(load_study(project.root), project.answers().tables)
    assert any(p.message.startswith(said) for p in problems)


def card(project, **ask):
    lines = "".join(f'{key} = "{value}"\n' for key, value in ask.items())
    head = 'format = "bd/model@1"\nlabel = "Moss"\nkind = "made up"\nabout = "Made up."\nlicence = "MIT"\n[ask]\n'
    project.write("studies/models/moss.toml", (head + lines).encode())


def check(project):
    return CliRunner().invoke(main, ["check", "--project", str(project.root)])


def test_an_adapter_that_nobody_offers_is_a_fault(project):
    card(project, adapter="no-such-adapter")
    result = check(project)
    assert result.exit_code == 1
    assert "bd: studies/models/moss.toml: no adapter 'no-such-adapter' is installed; there are: " in result.stderr


def test_calibration_on_tested_texts_and_a_study_without_a_repeat_are_named(project):
    assert "calibration 'beds' shares 40 texts with those tested" in check(project).stderr
    (project.root / "studies/characteristics/ask-twice.toml").unlink()
    result = check(project)
    assert result.exit_code == 0
    assert f"nothing is asked twice on '{DECISION}', which is the control of gender-swap, option-order" in result.stderr
