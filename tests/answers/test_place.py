import shutil
import sys
from pathlib import Path

import fsspec
import pytest
from click.testing import CliRunner
from fsspec.implementations.memory import MemoryFileSystem
from upath import UPath

from bd.answers.folder import AnswerFolder
from bd.answers.place import INSTALL, place_of, read_at
from bd.cli import main
from bd.errors import BdError, UsageError
from bd.replay.work import replay
from bd.study.load import load_study
from tests.projects import DECISION, Project, full


@pytest.fixture
def project(tmp_path):
    made = Project(tmp_path / "project", 40).save()
    full(made, "fern")
    full(made, "moss", limit=30)
    return made


@pytest.fixture
def bucket(project):
    """The project's answers, moved to where only fsspec reaches them."""
    place = UPath("memory://bucket/kept/answers")
    for path in sorted((project.root / "answers").rglob("*")):
        if path.is_file():
            there = place / path.relative_to(project.root / "answers").as_posix()
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_bytes(path.read_bytes())
    yield place
    fsspec.filesystem("memory").rm("/bucket", recursive=True)


def run(project, *more):
    return CliRunner().invoke(main, ["replay", "--project", str(project.root), *more])


def test_logs_behind_a_url_give_the_same_bytes(project, bucket):
    project.replay()
    expected = project.outputs()
    shutil.rmtree(project.root / "answers")
    for path in expected:
        (project.root / "studies" / path).unlink()
    result = run(project, "--answers", str(bucket))
    assert (result.exit_code, result.stderr, project.outputs()) == (0, "", expected)
    assert "answers/fern/tulip-rose/age.jsonl.gz" in expected["tulip-rose-age.jsonl"].decode()
    assert not (project.root / ".cache").exists()


def test_logs_in_another_folder_give_the_same_bytes(project, tmp_path, monkeypatch):
    project.replay()
    expected = project.outputs()
    shutil.move(project.root / "answers", tmp_path / "elsewhere")
    monkeypatch.chdir(tmp_path)
    for place in ("elsewhere", str(tmp_path / "elsewhere"), f"file://{tmp_path}/elsewhere"):
        assert run(project, "--answers", place).exit_code == 0
        assert project.outputs() == expected


def test_what_is_wrong_behind_a_url_is_told_as_in_the_folder(project, bucket):
    def told(place):
        folder = AnswerFolder(project.root, load_study(project.root), answers=place)
        known = (*folder.problems, *folder.notes, *folder.strays)
        return [*known, *(p for read in folder.read(folder.decisions) for p in read.problems)]

    for place in (project.root / "answers", bucket):
        (place / "Fern" / DECISION).mkdir(parents=True)
        (place / "Fern" / DECISION / "age.jsonl.gz").write_bytes(b"")
        (place / "moss" / DECISION / "age.jsonl.gz").write_bytes(b"no gzip")
        (place / "moss" / DECISION / "none.jsonl.gz").write_bytes(b"")
        (place / "moss" / DECISION / "gone.jsonl.gz.metadata.json").write_bytes(b"")
    assert len(told(None)) == 5
    assert told(bucket) == told(None)


def test_a_log_that_cannot_be_fetched_is_that_logs_problem(project, bucket, monkeypatch):
    real_open = MemoryFileSystem._open

    def fails(self, path, *arguments, **more):
        if path.endswith("moss/tulip-rose/club.jsonl.gz"):
            raise ValueError("the bucket said 503")
        return real_open(self, path, *arguments, **more)

    monkeypatch.setattr(MemoryFileSystem, "_open", fails)
    done = replay(project.root, answers=bucket)
    (problem,) = done.problems
    assert str(problem) == (
        "answers/moss/tulip-rose/club.jsonl.gz: cannot be read (the bucket said 503); the log is left out"
    )
    assert any(effect.model == "moss" for effect in done.effects)


def test_folders_that_cannot_be_listed_are_one_line(project, bucket, monkeypatch):
    def fails(self, path, *arguments, **more):
        raise ValueError("no credentials")

    monkeypatch.setattr(MemoryFileSystem, "ls", fails)
    with pytest.raises(BdError, match=r"cannot be listed \(no credentials\)$"):
        replay(project.root, answers=bucket)


@pytest.mark.parametrize(
    ("url", "error", "said"),
    [
        ("memory://nowhere/answers", BdError, "no folder is there"),
        ("/no/such/folder", BdError, "no folder is there"),
        ("what://bucket", UsageError, "what"),
        ("s3://bucket/answers", UsageError, "Install s3fs"),
    ],
)
def test_a_place_that_is_none(url, error, said):
    if url.startswith("s3") and Path(fsspec.__file__).parent.parent.joinpath("s3fs").exists():
        pytest.skip("s3fs is installed")
    with pytest.raises(error, match=said) as raised:
        place_of(url)
    assert str(raised.value).startswith(f"{url}: ")


def test_without_universal_pathlib_one_line_says_what_to_install(project, monkeypatch):
    monkeypatch.setitem(sys.modules, "upath", None)
    result = run(project, "--answers", "memory://bucket")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert result.stderr.endswith(f": {INSTALL}\n")


def test_a_fault_of_this_machine_stays_what_it_is(tmp_path, monkeypatch):
    def fails(self):
        raise ValueError("a fault in bd")

    monkeypatch.setattr(Path, "read_bytes", fails)
    (tmp_path / "log").touch()
    with pytest.raises(ValueError, match="a fault in bd"):
        read_at(tmp_path / "log")
