import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bd.board.rows import read_rows
from bd.effects.saved import read_effects, scored_path
from bd.errors import BdError, ProblemsError
from bd.replay.work import work_out
from tests.projects import Project, full, row

SCORED = ["age", "ask-twice", "club", "gender-swap", "option-order"]
LEVELS = ["age", "club", "gender", "option-order", "overall"]


def test_every_edit_and_every_characteristic_has_its_own_file(project):
    full(project)
    levels = [f"studies/levels/{name}.jsonl" for name in LEVELS]
    assert sorted(project.replay().written) == levels + [scored_path("tulip-rose", edit) for edit in SCORED]


def test_a_second_replay_writes_nothing(project):
    full(project)
    project.replay()
    first = project.outputs()
    again = project.replay()
    assert (again.written, again.removed) == ((), ())
    assert project.outputs() == first


def test_scored_rows_worked_out_afresh_are_the_same_bytes(project):
    full(project)
    project.replay()
    first = project.outputs()
    for name in first:
        (project.root / "studies" / name).unlink()
    project.replay()
    assert project.outputs() == first


def test_a_file_that_no_answer_stands_behind_any_more_is_removed(project):
    full(project)
    project.replay()
    (project.root / "answers/fern/tulip-rose/age.jsonl.gz").unlink()
    assert project.replay().removed == ("studies/tulip-rose-age.jsonl", "studies/levels/age.jsonl")
    assert "tulip-rose-age.jsonl" not in project.outputs()


def test_such_a_file_that_cannot_be_removed_is_one_line(project, monkeypatch):
    full(project)
    project.replay()
    (project.root / "answers/fern/tulip-rose/age.jsonl.gz").unlink()
    unlink = Path.unlink

    def locked(path, **more):
        if path.name == "tulip-rose-age.jsonl":
            raise PermissionError(1, "Operation not permitted")
        unlink(path, **more)

    monkeypatch.setattr(Path, "unlink", locked)
    with pytest.raises(BdError, match=r"tulip-rose-age\.jsonl: .* cannot be removed \(Operation not permitted\)$"):
        project.replay()


def test_the_texts_are_no_scored_rows(project):
    full(project)
    project.replay()
    assert (project.root / "studies/texts/beds.jsonl").is_file()


def test_a_fault_in_the_study_leaves_earlier_rows_as_they_were(project):
    full(project)
    project.replay()
    first = project.outputs()
    project.characteristic("age")["tests"][0]["measure"] = "wish"
    project.save()
    with pytest.raises(ProblemsError):
        project.replay()
    assert project.outputs() == first


def test_a_stop_between_two_files_leaves_each_of_them_whole(project, monkeypatch):
    full(project)
    project.replay()
    first = project.outputs()
    project.flips("fern", "as-written", "", 6)
    renamed = []
    rename = Path.replace

    def stop_at_the_second(path, target):
        renamed.append(target)
        if len(renamed) == 2:
            raise KeyboardInterrupt
        return rename(path, target)

    monkeypatch.setattr(Path, "replace", stop_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        project.replay()
    changed = {name for name, data in project.outputs().items() if data != first[name]}
    assert len(changed) == 1
    assert not list((project.root / "studies").glob(".*"))
    for data in project.outputs().values():
        assert all(json.loads(line) for line in data.splitlines())


def test_rows_are_read_back_as_they_were_scored(project):
    full(project)
    effects = project.replay().effects
    assert read_effects(project.root) == effects


def test_level_rows_are_read_back_as_they_were_worked_out(project):
    full(project)
    full(project, "moss")
    done = project.replay()
    assert read_rows(project.root) == done.rows
    (top, *below) = done.rows.levels["club"]
    assert [level.group for level in below if level.kind == "group"] == ["east", "west"]
    assert {m.model: m.place_range for m in top.models} == {"fern": (1, 2), "moss": (1, 2)}
    assert [(p.difference, p.worse) for p in top.pairs] == [(0.0, 0.5)]
    assert done.rows.main.counted == ("age", "club", "gender")


def test_models_far_apart_have_a_place_each(tmp_path):
    project = Project(tmp_path, 60).save()
    for model, changed in (("fern", 30), ("moss", 5), ("ivy", 5)):
        project.flips(model, "as-written", "", 0)
        project.flips(model, "gender-swap", "-swapped", changed)
    level, *_ = project.replay().rows.levels["gender"]
    assert [(m.model, m.place, m.place_range, m.tier) for m in level.models] == [
        ("fern", 1.0, (1, 1), 1),
        ("ivy", 2.5, (2, 3), 2),
        ("moss", 2.5, (2, 3), 2),
    ]
    assert [(p.a, p.b, p.worse) for p in level.pairs] == [
        ("fern", "ivy", 1.0),
        ("fern", "moss", 1.0),
        ("ivy", "moss", 0.5),
    ]
    # The same five texts changed, so the two never differ in a re-draw; yet five events leave room for a difference.
    assert level.pairs[2].range[0] < 0 < level.pairs[2].range[1]


def test_working_out_writes_nothing(project):
    full(project)
    done = work_out(project.root)
    assert project.outputs() == {}
    project.replay()
    assert project.outputs() == {path.removeprefix("studies/"): data for path, data in done.files.items()}


def test_a_file_that_is_no_replays_own_is_left_alone(project):
    full(project)
    project.replay()
    mine = project.root / "studies/levels/mine.jsonl"
    mine.write_bytes(b'{"note": 1}\n')
    assert project.replay().removed == ()
    assert mine.exists()


def test_no_rows_to_read_ask_for_a_replay(project):
    with pytest.raises(BdError, match="run `bd replay` first"):
        read_effects(project.root)


@pytest.mark.parametrize("line", [b"{", b"[]", b'{"format": "bd/effect@2"}', b'{"format": "bd/effect@1"}'])
def test_rows_of_another_version_are_named_with_file_and_line(project, line):
    full(project)
    project.replay()
    path = project.root / "studies/tulip-rose-club.jsonl"
    path.write_bytes(path.read_bytes() + line + b"\n")
    with pytest.raises(ProblemsError, match=r"studies/tulip-rose-club\.jsonl:3: not a scored row"):
        read_effects(project.root)


REPLAY = """
import pathlib, sys
if sys.argv[2] == "reversed":
    kept, found = pathlib.Path.iterdir, pathlib.Path.glob
    pathlib.Path.iterdir = lambda self: reversed(list(kept(self)))
    pathlib.Path.glob = lambda self, pattern: reversed(list(found(self, pattern)))
from bd.replay.work import replay
print(len(replay(pathlib.Path(sys.argv[1])).written))
"""


def replayed(root, listing="as it is", hash_seed="0", threads="1"):
    """Replay in a process of its own."""
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    env = os.environ | dict.fromkeys(names, threads) | {"PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-W", "error", "-c", REPLAY, str(root), listing]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout.strip()


def test_hash_seed_threads_and_the_order_of_folders_change_no_byte(tmp_path):
    project = Project(tmp_path, 60).save()
    for model in ("moss", "fern", "Fern", "fern-2"):
        full(project, model)
    project.log("moss", "gender-swap", [row(f"{i}-swapped", "rose") for i in project.ids], pinned=False)
    assert replayed(project.root) == str(len(SCORED + LEVELS))
    first = project.outputs()
    for name in first:
        (project.root / "studies" / name).unlink()
    assert replayed(project.root, "reversed", hash_seed="1", threads="2") == str(len(SCORED + LEVELS))
    assert project.outputs() == first


@pytest.mark.parametrize(
    ("key", "value"),
    [("value", "0.1"), ("lo", 1e308), ("clear", 1), ("group", []), ("range", [0.1]), ("left_out", None), ("texts", -5)],
)
def test_a_row_edited_by_hand_is_named_with_file_and_line(project, key, value):
    full(project)
    project.replay()
    path = project.root / "studies/tulip-rose-club.jsonl"
    first, *rest = path.read_text().splitlines()
    path.write_text("\n".join([json.dumps(json.loads(first) | {key: value}), *rest]) + "\n")
    with pytest.raises(ProblemsError, match=rf"studies/tulip-rose-club\.jsonl:1: not a scored row \({key} is "):
        read_effects(project.root)


def test_scored_rows_outlive_a_missing_folder_of_answers(project):
    full(project)
    project.replay()
    (project.root / "answers").rename(project.root / "elsewhere")
    with pytest.raises(BdError, match="answers/: not there, but scored rows are"):
        project.replay()
    assert read_effects(project.root)
