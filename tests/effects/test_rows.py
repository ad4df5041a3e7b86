import dataclasses

import orjson
import pytest

from bd.effects.records import Effect
from bd.effects.rows import from_row, to_row
from bd.files import dump_json
from tests.effects.edits import add_averages, add_frames, add_orientation, add_stereotypes, answer, averages
from tests.projects import Project, full


@pytest.fixture(scope="module")
def effects(tmp_path_factory):
    """Rows of every measure, with and without every part."""
    project = Project(tmp_path_factory.mktemp("project"), 40).save()
    add_orientation(project)
    add_frames(project, 2)
    full(project, "fern")
    full(project, "moss", limit=30)
    add_averages(project)
    add_stereotypes(project)
    averages(project, (0.6, 0.5, 0.7, 0.4), cats=0.3)
    answer(project, "stall", {"ant": 0.4, "bee": 0.7, "cow": 0.5, "pig": 0.3})
    return project.replay().effects


def test_a_row_read_back_is_the_same_record(effects):
    assert {e.measure for e in effects} == {"flip", "shift", "shift-of-means", "stereotype", "order", "repeat"}
    assert {e.common is None for e in effects} == {e.directions == () for e in effects} == {True, False}
    for effect in effects:
        assert from_row(Effect, orjson.loads(dump_json(to_row(effect)))) == effect


def test_a_row_states_its_format_and_every_field(effects):
    row = to_row(effects[0])
    assert row["format"] == "bd/effect@1"
    assert set(row) == {f.name for f in dataclasses.fields(effects[0])} | {"format"}
    assert set(row["compares"]) == {"from", "to"}
    assert "from" in row["control"]
    assert "from" in to_row(next(e for e in effects if e.directions))["directions"][0]


@pytest.mark.parametrize(
    "key",
    ["value", "directions", "range_90", "within_point", "frame_range", "frames", "common", "chance"],
)
def test_a_row_that_lacks_a_key_is_refused(effects, key):
    row = to_row(effects[0])
    del row[key]
    with pytest.raises(KeyError):
        from_row(Effect, row)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("directions", 3),
        ("directions", [{"from": "here", "texts": 3, "changed": 1, "towards": "rose"}]),
        ("common", []),
        ("common", {"texts": 3, "models": 2, "value": "0", "control": None, "effect": None, "range": None}),
        ("frames", -1),
        ("range_90", 0.1),
        ("within_point", None),
        ("chance", 1),
    ],
)
def test_a_row_with_a_value_of_another_kind_is_refused(effects, key, value):
    with pytest.raises(ValueError, match=" is "):
        from_row(Effect, to_row(effects[0]) | {key: value})


def test_the_share_answered_is_of_the_texts_asked(effects):
    effect = dataclasses.replace(effects[0], texts=12, asked=12)
    assert effect.answered == 1.0
    assert dataclasses.replace(effect, texts=3).answered == 0.25
    assert dataclasses.replace(effect, texts=0, asked=0).answered == 1.0
