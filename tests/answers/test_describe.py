import orjson
import pytest

from bd.answers.describe import describe
from bd.errors import BdError, ProblemsError, UsageError
from bd.machine import Machine
from bd.study.load import load_study
from bd.study.plan import plan_log
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


def test_a_cutoff_stands_in_the_description_and_every_row_is_held_against_it(project):
    low = [row(f"{i}-swapped", "tulip", 0.3) for i in project.ids]
    told = described(project, low, decides="cutoff", cutoff=0.3)
    facts = orjson.loads(told.path.read_bytes())
    assert (facts["decides"], facts["cutoff"]) == ("cutoff", 0.3)
    answers = project.answers()
    assert (answers.problems, answers.tables[0].logs["gender-swap"].sidecar.cutoff) == ((), 0.3)
    told.path.write_bytes(orjson.dumps(facts | {"cutoff": 0.4}))
    (problem,) = project.answers().problems
    assert (problem.line, "does not reach the cutoff of 0.4" in problem.message) == (1, True)


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"decides": "cutoff"}, "needs cutoff"),
        ({"cutoff": 0.3}, "only for decides 'cutoff'"),
        ({"decides": "cutoff", "cutoff": float("nan")}, "must be a number from 0 to 1"),
    ],
)
def test_a_cutoff_that_does_not_fit_is_wrong_usage(project, told, message):
    with pytest.raises(UsageError, match=message):
        described(project, swapped(project), **told)


def test_what_it_ran_on_stands_there_if_it_is_told(project):
    facts = orjson.loads(described(project, swapped(project)).path.read_bytes())
    assert "machine" not in facts
    told = Machine("aarch64", "Apple")
    facts = orjson.loads(described(project, swapped(project), machine=told).path.read_bytes())
    assert facts["machine"] == {"architecture": "aarch64", "maker": "Apple"}
    assert project.answers().tables[0].logs["gender-swap"].sidecar.machine == told


def asked_about(project, limit):
    return {row.text_id for row in plan_log(load_study(project.root), DECISION, "gender-swap", limit).rows}


def test_a_limit_that_was_told_is_not_lost_by_saying_none(project):
    some = [row(f"{i}-swapped", "tulip", 0.7) for i in project.ids if i in asked_about(project, 6)]
    path = described(project, some, limit=6).path
    before = path.read_bytes()
    with pytest.raises(
        UsageError, match="asked about 6 texts: say --limit 6 again, or --limit 12 if it was asked about"
    ):
        described(project, swapped(project))
    assert path.read_bytes() == before
    assert described(project, swapped(project), limit=12).answered == 12
    every = orjson.loads(path.read_bytes())
    assert described(project, swapped(project)).asked == 12
    assert orjson.loads(path.read_bytes()) == every | {"limit": None}


def test_a_description_that_cannot_be_read_is_written_anew(project):
    path = described(project, swapped(project), limit=12).path
    path.write_text("{")
    assert described(project, swapped(project)).answered == 12


def test_what_a_limit_leaves_out_is_told_with_the_limit(project):
    with pytest.raises(BdError, match=r"is not asked by this study; `bd rows tulip-rose gender-swap --limit 6` lists"):
        described(project, swapped(project), limit=6)


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
