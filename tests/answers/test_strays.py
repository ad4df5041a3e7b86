import bz2
import lzma

import pytest
from click.testing import CliRunner

from bd.cli import main
from bd.replay.state import look_at, unchanged
from bd.replay.work import replay
from tests.projects import DECISION, full

HERE = f"answers/moss/{DECISION}"


def check(project):
    return CliRunner().invoke(main, ["check", "--project", str(project.root)])


STRAYS = [
    "answers/elm.jsonl.gz",
    "answers/moss/gender-swap.jsonl.gz",
    f"{HERE}/age.json.gz",
    f"{HERE}/age.jsonl.GZ",
    f"{HERE}/age.jsonl.gz.1",
    f"{HERE}/age.jsonl.gz.bak",
    f"{HERE}/age.jsonl.gz.txt",
    f"{HERE}/club.jsonl.bz2",
    f"{HERE}/club.jsonl.xz",
    f"{HERE}/club.parquet",
    f"{HERE}/run.eval",
    f"{HERE}/run2/age.jsonl.gz",
    f"{HERE}/run2/a/b/c/age.jsonl.gz",
    f"{HERE}/samples_age_2026.json",
]
ASIDE = [
    "answers/.DS_Store",
    "answers/._moss",
    "answers/Thumbs.db",
    "answers/README.md",
    "answers/moss/LICENSE",
    f"{HERE}/._age.jsonl.gz",
    f"{HERE}/.age.jsonl.gz.swp",
    f"{HERE}/.vscode/settings.json",
    f"{HERE}/age.jsonl.gz~",
    f"{HERE}/#age.jsonl.gz#",
    f"{HERE}/desktop.ini",
    f"{HERE}/notes.txt",
    f"{HERE}/age.jsonl.part",
]


def test_answers_that_nothing_reads_are_named_one_by_one(project):
    full(project)
    for path in (*STRAYS, *ASIDE):
        project.write(path, b"\x1f\x8b")
    assert [p.path for p in project.answers().strays] == sorted(STRAYS)
    result = check(project)
    assert (result.exit_code, "no fault" in result.stdout) == (1, False)
    assert all(f"bd: {path}: is not read" in result.stderr for path in STRAYS)
    replayed = project.replay()
    assert {p.path for p in replayed.notes} >= set(STRAYS)
    assert (replayed.problems, bool(replayed.effects)) == ((), True)


def test_what_tools_leave_behind_stops_no_command(project):
    full(project)
    for path in ASIDE:
        project.write(path, b"\x00\x05\x16\x07")
    for path in ("decisions/._tulip-rose.toml", "texts/._beds.toml", "characteristics/age.toml~", "models/.#x.toml"):
        project.write(f"studies/{path}", b"\x00\x05\x16\x07")
    project.write("studies/._tulip-rose-age.jsonl", b"\x00\x05\x16\x07")
    project.write("studies/levels/._age.jsonl", b"\x00\x05\x16\x07")
    project.write("studies/reported/._source.toml", b"\x00\x05\x16\x07")
    for command in (["check"], ["replay"], ["list"], ["replay"]):
        result = CliRunner().invoke(main, [*command, "--project", str(project.root)])
        assert (result.exit_code, "._" in result.output) == (0, False)


def test_links_to_data_that_was_not_fetched_are_named(project):
    full(project)
    log = project.root / "answers/fern" / DECISION / "age.jsonl.gz"
    log.unlink()
    log.symlink_to(".git/annex/objects/x")
    (project.root / "answers/moss").symlink_to("nowhere")
    (project.root / "answers/fern/more").symlink_to("nowhere")
    sidecar = log.with_name("club.jsonl.gz.metadata.json")
    sidecar.unlink()
    sidecar.symlink_to("nowhere")
    project.write(f"answers/fern/{DECISION}/names.jsonl.gz.dvc", b"outs:\n")
    answers = project.answers()
    assert [(p.path.rpartition("/")[2], p.message.partition(";")[0]) for p in answers.problems] == [
        ("age.jsonl.gz", "is a link to data that was not fetched"),
        ("club.jsonl.gz", "its description club.jsonl.gz.metadata.json is a link to a file that is not there"),
    ]
    assert [p.path for p in answers.strays] == [
        "answers/fern/more",
        f"answers/fern/{DECISION}/names.jsonl.gz.dvc",
        "answers/moss",
    ]


@pytest.mark.parametrize(
    "pointer",
    [
        b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
        b"/annex/objects/SHA256E-s1--0.jsonl.gz\n",
        b"../../.git/annex/objects/x",
    ],
)
def test_a_pointer_in_the_place_of_a_log_is_called_one(project, pointer):
    project.write(f"answers/fern/{DECISION}/age.jsonl.gz", pointer)
    (problem,) = project.answers().problems
    assert "stands for data that was not fetched" in problem.message


@pytest.mark.parametrize(
    ("pack", "kind"), [(bz2.compress, "bzip2"), (lzma.compress, "xz"), (lambda data: data, "plain JSON")]
)
def test_a_log_that_is_packed_otherwise_is_told_as_what(project, pack, kind):
    project.write(f"answers/fern/{DECISION}/age.jsonl.gz", pack(b'{"id":"a","answers":{}}\n'))
    (problem,) = project.answers().problems
    assert f"not gzip but {kind}" in problem.message


def test_a_link_that_leads_nowhere_is_heard_of_by_a_replay_that_had_nothing_to_do(project):
    full(project)
    replay(project.root, kept=look_at(project.root))
    assert unchanged(look_at(project.root)) is not None
    (project.root / "answers/fern" / DECISION / "run2").symlink_to("nowhere")
    assert unchanged(look_at(project.root)) is None
