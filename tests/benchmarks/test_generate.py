import gzip
from pathlib import Path

import pytest

import benchmarks.generate as module
from bd.answers.folder import read_answers
from bd.errors import BdError
from bd.study.load import load_study
from bd.study.plan import plan_log
from benchmarks.frame import Settings
from benchmarks.generate import generate, made_up
from tests.benchmarks.conftest import SCALE


def contents(root: Path, pattern: str = "**/*") -> dict[str, bytes]:
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in sorted(root.glob(pattern)) if p.is_file()}


def lines(root: Path) -> dict[str, bytes]:
    return {path: gzip.decompress(data) for path, data in contents(root, "answers/**/*.gz").items()}


def test_the_same_seed_gives_the_same_bytes_and_another_one_others(made: Path, tmp_path: Path) -> None:
    again, other = tmp_path / "again", tmp_path / "other"
    for root, seed in ((again, 0), (other, 1)):
        root.mkdir()
        generate(root, SCALE, seed)
    assert lines(again) == lines(made)  # told apart from how they are packed
    assert contents(again, "answers/**/*") == contents(made, "answers/**/*")
    assert contents(again, "studies/texts/*") == contents(made, "studies/texts/*")
    logs = contents(made, "answers/**/*.gz")
    assert all(data != logs[path] for path, data in contents(other, "answers/**/*.gz").items())


def test_a_larger_scale_begins_with_the_same_texts(made: Path, tmp_path: Path) -> None:
    generate(tmp_path, SCALE * 2)
    for name in ("notes", "letters"):
        small, large = ((root / f"studies/texts/{name}.jsonl").read_bytes() for root in (made, tmp_path))
        assert large.startswith(small)
        assert len(large) > len(small)


def test_every_log_is_fit_and_holds_every_row_that_is_asked(made: Path) -> None:
    study = load_study(made)
    answers = read_answers(made, study)
    assert answers.problems == ()
    assert answers.notes == ()
    causes = set()
    for table in answers.tables:
        for edit, saved in table.logs.items():
            assert saved.sidecar is not None
            plan = plan_log(study, table.decision, edit, saved.sidecar.limit)
            assert saved.log.ids == tuple(row.id for row in plan.rows)
            causes |= set(saved.log.causes.tolist())
    assert len(causes) > 1, "no model refuses an answer"


def test_some_texts_have_no_edited_version(made: Path) -> None:
    study = load_study(made)
    excluded = [
        texts
        for characteristic in study.characteristics
        for test in characteristic.tests
        for texts in plan_log(study, test.decisions[0], test.edit).excluded.values()
    ]
    assert any(excluded)
    assert not all(excluded)


def test_a_full_disk_is_told_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(BdError, match=r"needs about .* MB and .* MB are free; name a folder on another disk"):
        generate(tmp_path, 10**9)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_holds_something_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("kept")
    with pytest.raises(BdError, match=r"empty folder"):
        generate(tmp_path, SCALE)
    assert (tmp_path / "mine").read_text() == "kept"


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_a_made_up_project_goes_however_the_measuring_ends(
    error: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def begun(root: Path, scale: float) -> None:
        (root / "answers").mkdir()
        raise error

    monkeypatch.setattr(module, "generate", begun)
    with pytest.raises(error), made_up(Settings(at=tmp_path), SCALE):
        pass
    assert list(tmp_path.iterdir()) == []
