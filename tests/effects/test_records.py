import dataclasses

import pytest

from bd.effects.rows import from_row, to_row
from tests.projects import full


def test_a_row_read_back_is_the_same_record(project):
    full(project)
    for effect in project.replay().effects:
        assert from_row(to_row(effect)) == effect


def test_a_row_states_its_format_and_every_field(project):
    full(project)
    effect = project.replay().effects[0]
    row = to_row(effect)
    assert row["format"] == "bd/effect@1"
    assert set(row) == {f.name for f in dataclasses.fields(effect)} | {"format"}
    assert set(row["compares"]) == {"from", "to"}
    assert "from" in row["control"]


def test_a_row_that_lacks_a_key_is_refused(project):
    full(project)
    row = to_row(project.replay().effects[0])
    del row["value"]
    with pytest.raises(KeyError):
        from_row(row)


def test_the_share_answered_is_of_the_texts_asked(project):
    full(project)
    effect = project.replay().effects[0]
    assert effect.answered == 1.0
    assert dataclasses.replace(effect, texts=3).answered == 0.25
    assert dataclasses.replace(effect, texts=0, asked=0).answered == 1.0
