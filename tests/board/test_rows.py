import random
from dataclasses import replace

import orjson
import pytest

from bd.board.records import BoardRows, MainRows
from bd.board.rows import check_rows, dump_rows, level_files, read_rows
from bd.errors import BdError, ProblemsError
from tests.board.redrawn import worked_out
from tests.report.samples import effect, sample_effects


def written(root, rows):
    for path, data in dump_rows(rows).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    return root


def test_rows_are_read_back_as_they_were_written(tmp_path):
    standings, main, rows = worked_out(sample_effects())
    root = written(tmp_path, rows)
    assert level_files(root) == [
        f"studies/levels/{name}.jsonl" for name in ("faith", "hue", "order", "overall", "sort", "years")
    ]
    assert read_rows(root) == rows
    check_rows(read_rows(root), standings, main)


def test_one_line_a_level_with_the_keys_that_are_promised():
    files = dump_rows(worked_out(sample_effects())[2])
    lines = [orjson.loads(line) for line in files["studies/levels/hue.jsonl"].splitlines()]
    assert [(line["kind"], line["group"], line["question"]) for line in lines] == [
        ("characteristic", None, None),
        ("group", "dark", None),
        ("group", "light", None),
        ("item", None, "keep-drop"),
        ("cell", "dark", "keep-drop"),
        ("cell", "light", "keep-drop"),
    ]
    assert {line["format"] for line in lines} == {"bd/level@1"}
    assert sorted(lines[0]["models"][0]) == [
        "build", "cells", "clear", "edit", "effect", "family_range", "group", "model", "place", "place_range",
        "question", "tier", "unselected",
    ]  # fmt: skip
    assert sorted(lines[0]["pairs"][0]) == ["a", "b", "difference", "range", "worse"]
    (main,) = [orjson.loads(line) for line in files["studies/levels/overall.jsonl"].splitlines()]
    assert main["format"] == "bd/main-board@1"
    assert sorted(main["models"][0]) == ["mean_place", "mean_place_range", "model", "place", "place_range", "tier"]


def test_numbers_have_at_most_six_decimals():
    def numbers(value):
        if isinstance(value, dict | list):
            for each in value.values() if isinstance(value, dict) else value:
                yield from numbers(each)
        elif isinstance(value, float):
            yield value

    for data in dump_rows(worked_out(sample_effects())[2]).values():
        for line in data.splitlines():
            assert all(round(n, 6) == n and str(n) != "-0.0" for n in numbers(orjson.loads(line)))


def test_the_same_effects_in_any_order_give_the_same_bytes():
    effects = sample_effects()
    first = dump_rows(worked_out(effects)[2])
    for seed in range(3):
        random.Random(seed).shuffle(effects)
        assert dump_rows(worked_out(effects)[2]) == first


def test_nothing_measured_writes_nothing(tmp_path):
    assert dump_rows(BoardRows({}, MainRows((), ()))) == {}
    assert read_rows(tmp_path) == BoardRows({}, MainRows((), ()))


def test_a_characteristic_called_like_the_main_board_is_refused():
    with pytest.raises(BdError, match=r"studies/characteristics/overall\.toml: .* choose another id"):
        dump_rows(BoardRows({"overall": ()}, MainRows((), ())))


def test_other_files_in_the_folder_are_left_alone(tmp_path):
    root = written(tmp_path, worked_out(sample_effects())[2])
    (root / "studies/levels/mine.jsonl").write_bytes(b'{"note": 1}\n')
    (root / "studies/levels/odd.jsonl").write_bytes(b"\xff")
    assert not {"studies/levels/mine.jsonl", "studies/levels/odd.jsonl"} & set(level_files(root))


@pytest.mark.parametrize(
    "changed",
    [
        lambda effects: effects[:-1],
        lambda effects: [*effects, effect("stranger", "years", "yes-no", 0.01)],
        lambda effects: [*effects, effect("stranger", "years", "yes-no", 0.01, build="stranger-q4")],
        lambda effects: [replace(effects[0], effect=0.031), *effects[1:]],
        lambda effects: [replace(effects[0], clear=False), *effects[1:]],
        lambda effects: [e for e in effects if e.characteristic != "hue"],
        lambda effects: [replace(e, attributable=False) if e.decision == "keep-drop" else e for e in effects],
    ],
)
def test_rows_of_another_replay_are_refused(changed):
    rows = worked_out(sample_effects())[2]
    standings, main, _ = worked_out(changed(sample_effects()))
    with pytest.raises(BdError, match=r"studies/levels/[a-z]+\.jsonl: .*run `bd replay` first"):
        check_rows(rows, standings, main)


def test_a_main_board_of_another_replay_is_refused():
    standings, main, rows = worked_out(sample_effects())
    other = replace(rows, main=replace(rows.main, counted=()))
    with pytest.raises(BdError, match=r"studies/levels/overall\.jsonl: .*run `bd replay` first"):
        check_rows(other, standings, main)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"tier":1', b'"tier":"first"'),
        (b'"tier":1', b'"tear":1'),
        (b'"clear":true', b'"clear":1'),
        (b'"place_range":[1,', b'"place_range":[9,'),
        (b'"worse":', b'"worse":[],"was":'),
        (b'{"characteristic"', b'["characteristic"'),
        (b"bd/level@1", b"bd/level@2"),
    ],
)
def test_a_row_that_no_replay_writes_is_named_by_file_and_line(tmp_path, old, new):
    root = written(tmp_path, worked_out(sample_effects())[2])
    path = root / "studies/levels/sort.jsonl"
    head, _, rest = path.read_bytes().partition(b"\n")
    assert old in head
    # A fault in the first line would make the file nobody's.
    path.write_bytes(head + b"\n" + head.replace(old, new) + b"\n" + rest)
    with pytest.raises(ProblemsError, match=r"studies/levels/sort\.jsonl:2: not a row of a level"):
        read_rows(root)
