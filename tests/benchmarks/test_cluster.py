from pathlib import Path

import pytest

from benchmarks.cluster import _measured
from benchmarks.frame import Measured, Settings
from benchmarks.generate import Made
from benchmarks.goals import goals


@pytest.mark.bench
def test_replays_on_workers_are_equal_and_their_costs_add_up(made: Path) -> None:
    found = _measured(Made(made, 1.0, 1, 10**6, 1, 1), Settings(runs=1))
    values = {each.goal: each.value for each in found if isinstance(each, Measured)}
    assert values.keys() == {name for name, goal in goals().items() if goal.part == "Many machines"}
    assert values.pop("cluster-equal") == 0
    assert values.pop("cluster-moved") >= 0
    assert min(values.values()) > 0
    assert values["cluster-rate"] == pytest.approx(values["cluster-read"] + values["cluster-rest"])
