"""What is kept from one replay to the next is used where nothing changed, and believed nowhere else."""

import gzip
import os
import shutil
import time

import pytest
from click.testing import CliRunner

from bd.cli import main
from bd.replay import state, work
from bd.replay.state import look_at, unchanged
from bd.replay.work import replay
from tests.projects import DECISION, Project, decision, full, row

CARD = {"format": "bd/model@1", "label": "Moss", "kind": "lexicon", "about": "Made up.", "licence": "MIT"}


@pytest.fixture
def project(tmp_path):
    made = Project(tmp_path, 40).save()
    full(made, "fern")
    full(made, "moss", limit=30)
    return made


def test_a_pipe_in_the_place_of_what_is_kept_or_written_is_not_waited_for(project):
    done = replay(project.root, kept=look_at(project.root))
    kept = [path for path in (project.root / ".cache").rglob("*") if path.is_file()]
    for path in (*kept, project.root / done.written[0]):
        path.unlink()
        os.mkfifo(path)
    assert replay(project.root, kept=look_at(project.root)).written == done.written[:1]


@pytest.fixture
def reads(monkeypatch):
    """Every log that is parsed."""
    from bd.answers import fit

    parsed = []

    def parse(data, **settings):
        parsed.append(settings["question"])
        return real(data, **settings)

    real = fit.parse_log
    monkeypatch.setattr(fit, "parse_log", parse)
    return parsed


def add(path, more):
    path.write_bytes(path.read_bytes() + more)


def run(project, command, *more):
    return CliRunner().invoke(main, [command, "--project", str(project.root), *more])


def kept(project):
    return replay(project.root, kept=look_at(project.root))


def files(project):
    return {p.relative_to(project.root): p.read_bytes() for p in (project.root / "studies").rglob("*.jsonl")}


def cache(project, pattern):
    return sorted((project.root / ".cache/bd/replay").glob(pattern))


def test_a_second_replay_parses_nothing_and_gives_the_same_bytes(project, reads):
    kept(project)
    assert len(reads) == 12
    expected = files(project)
    for path in (project.root / "studies").glob("*.jsonl"):
        path.unlink()
    reads.clear()
    kept(project)
    assert (reads, files(project)) == ([], expected)


def test_what_is_kept_changes_no_byte(project):
    kept(project)
    expected = files(project)
    shutil.rmtree(project.root / ".cache")
    replay(project.root)
    assert files(project) == expected
    assert not (project.root / ".cache/bd/replay").exists()


def test_one_changed_log_is_parsed_alone(project, reads):
    kept(project)
    reads.clear()
    project.log("moss", "gender-swap", [row(f"{i}-swapped", "rose") for i in project.ids])
    kept(project)
    assert len(reads) == 1
    found = files(project)
    replay(project.root)
    assert files(project) == found


def test_a_change_in_one_decision_keeps_what_is_kept_of_the_others(project, reads):
    options = [{"id": i, "label": i, "statement": i, "truth": t} for i, t in (("peas", "tulip"), ("beans", "rose"))]
    project.files["studies/decisions/peas-beans.toml"] = decision(label="peas", positive="peas", options=options)
    project.characteristic("gender")["tests"][0]["decisions"] += ["peas-beans"]
    project.save()

    def answer(question, choice):
        rows = [row(f"{i}-swapped", choice, question=question) for i in project.ids]
        project.log("fern", "gender-swap", rows, decision=question)

    project.log(
        "fern", "as-written", [row(i, "peas", question="peas-beans") for i in project.ids], decision="peas-beans"
    )
    answer("peas-beans", "peas")
    kept(project)
    names = len(cache(project, "logs/*"))
    for question, choice in (("peas-beans", "beans"), (DECISION, "tulip"), ("peas-beans", "peas"), (DECISION, "rose")):
        reads.clear()
        answer(question, choice)
        kept(project)
        assert reads == [question]
        assert len(cache(project, "logs/*")) == names
    found = files(project)
    replay(project.root)
    assert files(project) == found


def test_nothing_changed_is_known_without_any_work(project):
    assert unchanged(look_at(project.root)) is None
    done = kept(project)
    told = unchanged(look_at(project.root))
    assert told is not None
    assert (told.effects, told.builds) == (len(done.effects), 2)
    assert told.notes == done.notes


@pytest.mark.parametrize(
    "change",
    [
        lambda p: p.log("moss", "age", []),
        lambda p: (p.root / "answers/moss/tulip-rose/age.jsonl.gz").unlink(),
        lambda p: p.log("sedge", "as-written", [row(i, "rose") for i in p.ids]),
        lambda p: (p.root / "studies/tulip-rose-age.jsonl").unlink(),
        lambda p: (p.root / "studies/tulip-rose-age.jsonl").write_bytes(b"{}\n"),
        lambda p: add(p.root / "studies/characteristics/age.toml", b"# a remark\n"),
        lambda p: (p.root / "studies/other.jsonl").write_bytes(b""),
    ],
)
def test_whatever_changes_is_noticed(project, change):
    kept(project)
    change(project)
    assert unchanged(look_at(project.root)) is None
    kept(project)
    found = files(project)
    replay(project.root)
    assert files(project) == found


@pytest.mark.parametrize("more", [{"build_of": "fern", "build_label": "half"}, {"planted": True}])
def test_a_changed_card_alone_changes_the_rows_of_its_model(project, more):
    # A card says whose build the answers are, and whether its model is compared with others: both stand in rows.
    project.files["studies/models/moss.toml"] = CARD
    project.files["studies/models/fern.toml"] = CARD | {"label": "Fern"}
    project.save()
    kept(project)
    before = files(project)
    project.files["studies/models/moss.toml"] = CARD | more
    project.save()
    kept(project)
    found = files(project)
    assert found != before
    replay(project.root)
    assert files(project) == found


def test_a_file_written_again_with_the_same_time_and_size_is_noticed(project):
    log = project.root / "answers/moss/tulip-rose/as-written.jsonl.gz"
    kept(project)
    at = log.stat()
    data = bytearray(log.read_bytes())
    data[-1] ^= 1
    log.write_bytes(bytes(data))
    os.utime(log, ns=(at.st_atime_ns, at.st_mtime_ns))
    assert log.stat()[6:9] == at[6:9]
    assert unchanged(look_at(project.root)) is None


@pytest.mark.parametrize("name", ["answers/moss/tulip-rose/as-written.jsonl.gz", "studies/tulip-rose-age.jsonl"])
def test_other_bytes_with_the_old_size_and_an_old_time_are_noticed(project, name, monkeypatch):
    path = project.root / name
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + 10**10)  # long after everything was written
    kept(project)
    os.utime(path, ns=(10**18, 10**18))
    kept(project)
    before = path.read_bytes()
    path.write_bytes(before[:-2] + bytes([before[-2] ^ 1]) + before[-1:])
    os.utime(path, ns=(10**18, 10**18))
    assert unchanged(look_at(project.root)) is None


def test_a_file_written_over_before_it_is_remembered_is_not_believed(project, monkeypatch):
    path = project.root / "studies/tulip-rose-age.jsonl"

    def meanwhile(looked):
        path.write_bytes(b"{}\n")
        return real(looked)

    real = work.still_so
    with monkeypatch.context() as patched:
        patched.setattr(work, "still_so", meanwhile)
        replay(project.root, kept=look_at(project.root))
        path.write_bytes(b"{}\n")
    assert unchanged(look_at(project.root)) is None
    kept(project)
    found = files(project)
    assert found[path.relative_to(project.root)] != b"{}\n"
    replay(project.root)
    assert files(project) == found


@pytest.mark.parametrize("pattern", ["logs/*", "parts/*.basis", "parts/*.scored", "state"])
@pytest.mark.parametrize(
    "damage", [lambda d: b"", lambda d: d[:70], lambda d: d[:-1] + bytes([d[-1] ^ 1]), lambda d: b"\x80\x04N."]
)
def test_a_damaged_file_is_made_again(project, pattern, damage):
    kept(project)
    expected = files(project)
    for path in (project.root / "studies").glob("*.jsonl"):
        path.unlink()
    assert cache(project, pattern)
    for path in cache(project, pattern):
        path.write_bytes(damage(path.read_bytes()))
    if pattern == "logs/*":
        for path in cache(project, "parts/*"):
            path.unlink()
    assert unchanged(look_at(project.root)) is None
    kept(project)
    assert files(project) == expected


def test_another_version_of_the_code_believes_nothing(project, reads, monkeypatch):
    kept(project)
    reads.clear()
    monkeypatch.setattr(state, "libraries", lambda: "another version of NumPy")
    assert unchanged(look_at(project.root)) is None
    kept(project)
    assert len(reads) == 12


def test_the_state_of_another_project_is_not_believed(project, tmp_path_factory):
    kept(project)
    other = tmp_path_factory.mktemp("other") / "project"
    shutil.copytree(project.root, other)
    assert unchanged(look_at(other)) is None


def test_a_fault_is_told_again_by_the_replay_that_has_nothing_to_do(project):
    log = project.root / "answers/moss/tulip-rose/age.jsonl.gz"
    log.write_bytes(gzip.compress(b"no JSON\n"))
    first, second = run(project, "replay"), run(project, "replay")
    assert first.exit_code == second.exit_code == 1
    assert "age.jsonl.gz" in first.stderr
    assert first.stderr == second.stderr
    assert second.stdout == first.stdout.replace(f"{changed(first)} files", "0 files")


def changed(result):
    return int(result.stdout.split("; ")[1].split()[0])


def test_afresh_neither_uses_nor_keeps(project):
    assert run(project, "replay", "--afresh").exit_code == 0
    assert not (project.root / ".cache/bd/replay").exists()


def test_what_follows_from_nothing_any_more_is_deleted(project):
    kept(project)
    before = len(cache(project, "logs/*"))
    shutil.rmtree(project.root / "answers/moss")
    kept(project)
    assert len(cache(project, "logs/*")) == before // 2
    assert len(cache(project, "parts/*")) == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_cache_that_cannot_be_written_stops_nothing(project):
    (project.root / ".cache").mkdir(mode=0o500)
    assert kept(project).effects


def test_a_file_in_the_place_of_the_cache_stops_nothing(project):
    (project.root / ".cache").write_text("no folder")
    assert kept(project).effects
    assert kept(project).effects


def test_a_log_that_could_not_be_read_is_read_when_it_can_be(project, monkeypatch):
    from bd.answers import fit

    real = fit.read_at

    def refused(path):
        if path.name == "age.jsonl.gz":
            raise PermissionError(13, "Permission denied")
        return real(path)

    with monkeypatch.context() as patched:
        patched.setattr(fit, "read_at", refused)
        assert kept(project).problems
    assert unchanged(look_at(project.root)) is None
    assert kept(project).problems == ()
    found = files(project)
    replay(project.root)
    assert files(project) == found


def test_nothing_is_kept_of_a_replay_during_which_a_file_changed(project):
    looked = look_at(project.root)
    log = project.root / "answers/moss/tulip-rose/as-written.jsonl.gz"
    before, sidecar = log.read_bytes(), log.with_name(log.name + ".metadata.json").read_bytes()
    project.log("moss", "as-written", [row(i, "rose") for i in project.ids], limit=30)
    replay(project.root, kept=looked)
    log.write_bytes(before)
    log.with_name(log.name + ".metadata.json").write_bytes(sidecar)
    kept(project)
    found = files(project)
    replay(project.root)
    assert files(project) == found


def test_one_kept_file_in_the_place_of_another_is_not_believed(project):
    kept(project)
    expected = files(project)
    paths = cache(project, "logs/*.arrow")
    data = [path.read_bytes() for path in paths]
    for path, other in zip(paths, data[1:] + data[:1], strict=True):
        path.write_bytes(other)
    for path in (*cache(project, "parts/*"), *cache(project, "state")):
        path.unlink()
    kept(project)
    assert files(project) == expected


def test_a_model_that_is_a_link_to_another_is_noticed(project):
    kept(project)
    (project.root / "answers/zinnia").symlink_to("fern")
    assert unchanged(look_at(project.root)) is None


def test_a_link_that_leads_back_up_ends(project):
    (project.root / "answers/fern/again").symlink_to("..")
    assert kept(project).effects
