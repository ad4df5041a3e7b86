"""The committed figures of others, against cells that a program copied from what the source publishes."""

import json
import shutil
from pathlib import Path

import pytest

from bd.report.reported import import_reported, read_reported
from bd.study.load import load_study

ROOT = Path(__file__).parents[2]
PUBLISHED = json.loads((ROOT / "tests" / "data" / "published-reported.json").read_text("utf-8"))

SHORTLISTS = json.loads((ROOT / "tests" / "data" / "published-others.json").read_text("utf-8"))["shortlists"]


@pytest.fixture(scope="module")
def committed():
    (found,) = read_reported(ROOT, load_study(ROOT))
    return found


def test_every_published_cell_is_taken_or_counted(committed):
    assert committed.published == PUBLISHED["count"]
    assert len(committed.cells) + sum(each.cells for each in committed.left_out) == PUBLISHED["count"]


@pytest.mark.parametrize("cell", PUBLISHED["cells"], ids=[c["id"] for c in PUBLISHED["cells"]])
def test_a_committed_line_holds_the_published_numbers(committed, cell):
    found = next(c for c in committed.cells if c.id == cell["id"])
    assert (found.value, found.lo, found.hi) == (cell["value"], cell["lo"], cell["hi"])
    assert (found.variant, found.cut) == (cell.get("variant"), cell.get("cut"))
    assert (found.texts, found.changed) == (cell["n"], cell["flips"])
    assert (found.model, found.decision, found.edit) == (cell["model"], cell["decision"], cell["edit"])
    assert (found.path, found.commit) == (cell["source"]["path"], cell["source"]["commit"])
    if cell["control"] is None:
        assert found.control is None
    else:
        control = (found.control.kind, found.control.value, found.control.lo, found.control.hi)
        assert control == tuple(cell["control"][key] for key in ("kind", "value", "lo", "hi"))


def test_every_published_ratio_and_repeat_is_taken_and_only_what_belongs_nowhere_is_left_out(committed):
    ratios = {c.id: c.value for c in committed.cells if committed.source.measures[c.measure].tells == "ratio"}
    assert ratios == {each["id"]: each["value"] for each in SHORTLISTS}
    repeats = [c for c in committed.cells if committed.source.measures[c.measure].tells == "repeat"]
    assert len(repeats) == sum(cell["measure"] == "ask-twice" for cell in PUBLISHED["cells"]) == 10
    assert all(c.changed == round(c.value * c.texts) for c in repeats)
    assert [each.cells for each in committed.left_out] == [6]


def test_the_copied_cells_taken_over_again_give_the_committed_lines(committed, tmp_path):
    shutil.copytree(ROOT / "studies" / "reported", tmp_path / "studies" / "reported")
    file = tmp_path / "published.json"
    file.write_text(json.dumps(PUBLISHED), "utf-8")
    done = import_reported(tmp_path, load_study(ROOT), committed.source.id, file)
    again = set((tmp_path / done.path).read_text("utf-8").splitlines()[1:])
    assert again
    assert again <= set((ROOT / done.path).read_text("utf-8").splitlines())
