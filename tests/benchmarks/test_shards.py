import pytest

from bd.effects import weights
from bd.effects.weights import Part
from benchmarks import shards
from benchmarks.frame import Settings
from benchmarks.goals import missed


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "MOST_COUNTED", 150)


def test_no_way_of_cutting_a_large_list_gives_other_bytes() -> None:
    (found,) = shards.measure(Settings(runs=2))
    assert (found.goal, found.runs) == ("shards-equal", (0.0, 0.0))
    assert found.note.startswith("32 ways a run, each beside the whole list of 151 texts: 1, 2, 7, 64 shards,")
    assert not missed(found)


def test_ways_that_give_other_bytes_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Part.sums

    def by_the_shard(part: Part):
        """As if texts were drawn by their place in a shard and not by their id."""
        return real(Part(tuple(map(str, range(len(part.ids)))), part.columns, part.of))

    monkeypatch.setattr(Part, "sums", by_the_shard)
    (found,) = shards.measure(Settings(runs=1))
    assert found.runs == (28.0,)  # all but those of one shard in a row
    assert missed(found)
