import numpy as np
import pytest

from bd.answers.arrow import strings
from bd.answers.outline import Outline, TextIds

IDS = ("a", "b", "c", "d")


def outline(asked=(1, 1, 1, 1), **left_out):
    """`left_out` by version: a reason for each text, 0 where it has the version."""
    codes = {f"-{name}": np.array(each, dtype=np.int8) for name, each in left_out.items()}
    return Outline("bed", "swap", 1, "", np.array(asked, dtype=np.bool_), codes, ("", "too short"))


def places(rows, of, ids=IDS):
    _, found = TextIds(ids).placed(strings(rows), of)
    assert all(each.dtype == np.int32 for each in found.values())
    return {suffix: each.tolist() for suffix, each in found.items()}


TWO = {"one": [0, 1, 0, 0], "two": [0, 0, 0, 1]}
ROWS = ["a-one", "a-two", "b-two", "c-one", "c-two", "d-one"]
PLACES = {"": [-1] * 4, "-one": [0, -1, 3, 5], "-two": [1, 2, 4, -1]}


def test_rows_in_the_order_in_which_they_were_asked_are_not_looked_up(monkeypatch):
    monkeypatch.setattr("bd.answers.outline.places_among", None)
    assert places(ROWS, outline(**TWO)) == PLACES
    assert places(["a", "c"], outline((1, 0, 1, 0))) == {"": [0, -1, 1, -1]}
    assert places(["c-one"], outline((0, 0, 1, 0), one=[0, 0, 0, 0])) == {"": [-1] * 4, "-one": [-1, -1, 0, -1]}


@pytest.mark.parametrize(
    "rows",
    [ROWS[::-1], ROWS[:-1], ROWS[1:], [*ROWS, "b"], [*ROWS[:-1], "b"], [*ROWS[:-1], "strange"], [*ROWS, "d-two"], []],
)
def test_any_other_rows_are_found_wherever_they_stand(rows):
    at = {row: n for n, row in enumerate(rows)}
    wanted = {suffix: [at.get(each + suffix, -1) for each in IDS] for suffix in ("", "-one", "-two")}
    assert places(rows, outline(**TWO)) == wanted


def test_a_text_that_is_called_like_another_one_s_version_is_found_as_itself_too():
    found = places(["a-one", "a-one-one"], outline((1, 1), one=[0, 0]), ids=("a", "a-one"))
    assert found == {"": [-1, 0], "-one": [0, 1]}
