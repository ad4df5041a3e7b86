import orjson
import pytest

from bd.answers.describe import describe
from bd.errors import BdError, ProblemsError, UsageError
from bd.study.load import load_study
from tests.projects import DECISION, row

TOLD = {"package": "made-up", "version": "1", "licence": "MIT", "asked": "2026-01-31"}


def described(project, rows, edit="gender-swap", **more):
    path = project.root / project.log("fern", edit, rows, pinned=False)
    return describe(project.root, load_study(project.root), path, **(TOLD | more))


def swapped(project):
    return [row(f"{i}-swapped", "tulip", 0.7) for i in project.ids]


def test_a_described_log_is_pinned_to_its_texts(project):
    done = described(project, swapped(project))
    assert (done.answered, done.asked) == (12, 12)
    answers = project.answers()
    assert (answers.problems, answers.notes) == ((), ())
    assert answers.tables[0].logs["gender-swap"].sidecar.licence == "MIT"


def test_what_is_told_stands_in_the_description(project):
    drawn = [row(f"{i}-swapped", "rose", 0.7) for i in project.ids]
    facts = orjson.loads(described(project, drawn, decides="sampled").path.read_bytes())
    assert (facts["decides"], facts["model"], facts["rows"]) == ("sampled", "fern", 12)


def test_a_row_that_is_not_asked_is_refused_and_nothing_is_written(project):
    with pytest.raises(BdError, match=r"row 'bed-999999-swapped' is not asked by this study; `bd rows tulip-rose"):
        described(project, [*swapped(project), row("bed-999999-swapped", "tulip", 0.7)])
    assert not list((project.root / "answers").rglob("*.json"))


def test_a_fault_is_named_with_its_line(project):
    with pytest.raises(ProblemsError, match=rf"answers/fern/{DECISION}/gender-swap\.jsonl\.gz:13: not JSON"):
        described(project, [*swapped(project), b"{"])


def test_a_file_elsewhere_is_no_log(project, tmp_path):
    (tmp_path / "some.jsonl.gz").write_bytes(b"")
    with pytest.raises(UsageError, match=r"a log is answers/<model>/<decision>/<edit>\.jsonl\.gz"):
        describe(project.root, load_study(project.root), tmp_path / "some.jsonl.gz", **TOLD)
