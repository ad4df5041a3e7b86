"""The whole way of the data: what is committed replays to the same bytes, and new files alone make new pages."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from bd.replay.work import replay, replayed_files
from bd.report.run import report
from bd.report.state import DATA_FILE
from bd.site.build import build_site
from bd.site.settings import load_settings
from bd.verify import verify
from tests.projects import Project, characteristic, decision, full, sure, version

ROOT = Path(__file__).parents[1]


def copy_of(root: Path, to: Path) -> Path:
    """Copy what the commands read, without what they write."""
    for folder in ("studies", "answers", "site"):
        shutil.copytree(root / folder, to / folder, ignore=shutil.ignore_patterns("dist", ".*"))
    for path in replayed_files(to):
        (to / path).unlink()
    return to


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a replay must not touch the network")

    monkeypatch.setattr(socket, "socket", refuse)


@pytest.mark.usefixtures("offline")
def test_the_committed_answers_replay_to_the_committed_rows_and_data_file(tmp_path: Path) -> None:
    copy = copy_of(ROOT, tmp_path)
    done = replay(copy)
    assert done.problems == ()
    assert replayed_files(copy) == replayed_files(ROOT)
    assert all((copy / path).read_bytes() == (ROOT / path).read_bytes() for path in replayed_files(ROOT))
    report(copy, date=load_settings(ROOT).date)
    assert (copy / DATA_FILE).read_bytes() == (ROOT / DATA_FILE).read_bytes()


@pytest.mark.usefixtures("offline")
def test_every_number_of_the_committed_file_is_what_the_committed_answers_give() -> None:
    found = verify(ROOT)
    assert [str(each) for each in (*found.differences, *found.stale)] == []
    assert found.same
    assert found.numbers > 20_000


def test_the_committed_answers_are_as_wide_as_promised() -> None:
    board = orjson.loads((ROOT / DATA_FILE).read_bytes())
    measured = {d["id"]: d for d in board["dimensions"]}
    counted = [d for d in measured.values() if d["kind"] == "characteristic"]
    assert len(board["engines"]) >= 8
    assert len(counted) >= 5
    assert any(d["kind"] == "check" for d in measured.values())
    assert len(board["questions"]) >= 8


def rows_of(model: str, measure: str, edit: str | None = None) -> list[dict[str, object]]:
    rows = [orjson.loads(line) for p in (ROOT / "studies").glob("*.jsonl") for line in p.read_bytes().splitlines()]
    return [r for r in rows if r["build"] == model and r["measure"] == measure and edit in (None, r["edit"])]


def planted() -> dict[str, str]:
    """The planted models, by what their card says they were made for."""
    cards = (ROOT / "studies" / "models").glob("planted-*.toml")
    return {path.stem.removeprefix("planted-"): path.stem for path in cards}


def test_the_planted_effect_is_found_and_its_balanced_twin_stays_quiet() -> None:
    skewed, balanced = (rows_of(planted()[name], "flip", "gender-swap") for name in ("skewed", "balanced"))
    assert len(skewed) == len(balanced) > 0
    assert all(r["clear"] for r in skewed)
    assert not any(r["clear"] for r in balanced)


def test_the_sampler_changes_its_mind_and_that_is_subtracted() -> None:
    sidecars = sorted((ROOT / "answers").glob("*/*/ask-twice.jsonl.gz.metadata.json"))
    sampled = {p.parts[-3] for p in sidecars if orjson.loads(p.read_bytes())["decides"] == "sampled"}
    assert sampled
    for model in sampled:
        repeats = rows_of(model, "repeat")
        assert min(float(str(r["value"])) for r in repeats) > 0.05
        for flip in rows_of(model, "flip", "gender-swap"):
            control = flip["control"]
            assert isinstance(control, dict)
            assert control["kind"] == "repeat"
            assert control["value"] > 0.05
            assert flip["effect"] == pytest.approx(float(str(flip["value"])) - control["value"], abs=2e-6)


def two_models(root: Path) -> Project:
    """Build a small project's whole site."""
    project = Project(root, texts=60).save()
    full(project)
    full(project, "moss")
    shutil.copytree(ROOT / "site", root / "site", ignore=shutil.ignore_patterns("dist", "data"))
    project.replay()
    report(root, date="2026-01-31", given=True)  # as bd report --date does
    build_site(root)
    return project


def test_new_files_alone_make_a_new_characteristic_decision_and_model(tmp_path: Path) -> None:
    project = two_models(tmp_path)
    dist = project.root / "site" / "dist"
    assert not (dist / "hat").exists()

    versions = (
        version("red-hat", group="red", phrase="a wearer of red hats"),
        version("blue-hat", group="blue", phrase="a wearer of blue hats"),
        version("scarf", "control", phrase="a wearer of scarves"),
    )
    groups = [{"id": "red", "label": "Red hats"}, {"id": "blue", "label": "Blue hats"}]
    hat = characteristic("hat", "phrase-before-pronoun", "shift", "version", versions, groups=groups, label="Hat")
    hat["tests"][0]["decisions"] = ["tulip-rose", "digs-waters"]
    project.files["studies/characteristics/hat.toml"] = hat
    truths = {"digs": "tulip", "waters": "rose"}
    options = [{"id": i, "label": i, "statement": f"It {i}.", "truth": truth} for i, truth in truths.items()]
    project.files["studies/decisions/digs-waters.toml"] = decision(options=options, positive="digs")
    project.save()
    # One group up and one down: groups that all move one way are not ranked.
    shares = {"red-hat": 0.9, "blue-hat": 0.5, "scarf": 0.55}
    for model, scale in (("clover", 1.0), ("fern", 0.5)):
        rows = [
            sure(f"{i}-hat-{v}", round(0.5 + (p - 0.5) * scale + n % 5 / 1000, 6))
            for n, i in enumerate(project.ids)
            for v, p in shares.items()
        ]
        project.log(model, "hat", rows)
        dug = [_renamed(r, {"tulip": "digs", "rose": "waters"}, "digs-waters") for r in rows]
        project.log(model, "hat", dug, decision="digs-waters")
    project.replay()
    board = report(project.root, date="2026-01-31").board
    build_site(project.root)

    for page in ("hat", "hat/red", "hat/digs-waters", "hat/red/digs-waters", "engines/clover", "engines/clover/hat"):
        assert (dist / page / "index.html").is_file(), page
    places = next(d for d in board["dimensions"] if d["id"] == "hat")["ranks"]
    assert places == {"clover": 1.0, "fern": 2.0}


def _renamed(row: dict[str, object], options: dict[str, str], question: str) -> dict[str, object]:
    (body,) = row["answers"].values()  # type: ignore[attr-defined]
    shares = {options[o]: p for o, p in body["probabilities"].items()}
    return {"id": row["id"], "answers": {question: body | {"choice": options[body["choice"]], "probabilities": shares}}}


@pytest.mark.parametrize(("threads", "hash_seed"), [("1", "0"), ("2", "1")])
def test_same_bytes_whatever_the_threads_and_the_hash_seed(tmp_path: Path, threads: str, hash_seed: str) -> None:
    project = two_models(tmp_path)
    before = _files(project.root)
    shutil.rmtree(project.root / ".cache")  # or nothing would be made again
    for path in (project.root / "studies").glob("*.jsonl"):
        path.unlink()
    shutil.rmtree(project.root / "site" / "dist")
    shutil.rmtree(project.root / "site" / "data")
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    environment = os.environ | dict.fromkeys(names, threads) | {"PYTHONHASHSEED": hash_seed}
    for arguments in (["replay"], ["report", "--date", "2026-01-31"], ["site"]):
        command = [sys.executable, "-m", "bd", *arguments, "--project", str(project.root)]
        subprocess.run(command, check=True, env=environment, capture_output=True)
    assert _files(project.root) == before


def _files(root: Path) -> dict[Path, bytes]:
    """Return every file but what is kept from one run to the next."""
    found = {p.relative_to(root): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}
    return {path: data for path, data in found.items() if path.parts[0] != ".cache"}
