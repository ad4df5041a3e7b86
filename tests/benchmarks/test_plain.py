from pathlib import Path

import pytest

from benchmarks.plain import FEWEST, Plain, scored_rows

SHARE = 0.2
"""So much of a range's width, and one text's share, two draws of 1,000 may differ by at each end."""


HALF = 0.5e-6 + 1e-12
"""What rounding to six decimals changes at most."""


def pairs(root: Path, every: int, *, once: bool) -> list[tuple]:
    rows = [row for row in scored_rows(root)[::every] if row["texts"]]
    return list(zip(rows, Plain(root, once=once).cells(rows), strict=True))


def test_value_control_and_effect_are_those_of_the_replay(replayed: Path) -> None:
    rows = [row for row in scored_rows(replayed) if row["texts"]]
    found = list(Plain(replayed, redraws=40).cells(rows))
    assert {row["measure"] for row in rows} >= {"flip", "order", "repeat", "shift", "shift-of-means", "stereotype"}
    assert {row["control"]["kind"] for row in rows} >= {"repeat", "version", "halves", "none"}
    for row, cell in zip(rows, found, strict=True):
        key = (row["build"], row["decision"], row["edit"], row["group"])
        assert (key, row["texts"]) == (cell.key, cell.texts)
        rounded = (row["value"], row["control"]["value"], row["effect"])
        assert rounded == pytest.approx((cell.value, cell.control, cell.effect), rel=0, abs=HALF)


def test_ranges_are_close_to_those_of_the_replay(replayed: Path) -> None:
    seen = 0
    for once in (False, True):
        for row, cell in pairs(replayed, 7, once=once):
            assert (row["range"] is None) == (cell.range is None) == (cell.texts < FEWEST)
            if cell.range is not None:
                # A rate moves by whole texts; means of moves do not.
                step = 1 / cell.texts if row["changed"] and row["measure"] in ("flip", "order", "repeat") else 0
                slack = SHARE * (row["range"][1] - row["range"][0]) + step + HALF
                assert abs(row["range"][0] - cell.range[0]) <= slack
                assert abs(row["range"][1] - cell.range[1]) <= slack
                seen += 1
    assert seen > 50


def test_what_was_read_and_drawn_is_counted(replayed: Path) -> None:
    rows = [row for row in scored_rows(replayed) if row["texts"] >= FEWEST][:3]
    plain = Plain(replayed, redraws=40, both=True)
    list(plain.cells(rows))
    paths = {part[0] for row in rows for side in compared(row) for part in side}
    assert plain.read == sum((replayed / path).stat().st_size for path in paths)
    assert plain.drawn == 40 * sum(row["texts"] for row in rows)
    assert all(seconds > 0 for seconds in plain.drawing.values())


def compared(row: dict) -> list:
    compares = [c for c in (row["compares"], row["control"]["compares"]) if c]
    return [side for c in compares for side in (c["from"], c["to"], *c.get("others", ()))]
