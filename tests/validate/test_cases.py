import pytest

from bd.errors import UsageError
from bd.validate.cases import cases, find_cases
from bd.validate.demands import demands, expected_events
from bd.validate.simulate import KINDS
from bd.validate.tables import SECTIONS


def test_every_case_has_a_name_of_its_own_a_kind_a_table_and_demands():
    names = [case.name for case in cases()]
    assert len(set(names)) == len(names)
    in_tables = {kind for section in SECTIONS.values() for kind in section.kinds}
    assert {case.kind for case in cases()} == set(KINDS) == in_tables


@pytest.mark.parametrize(
    "kind",
    [
        "rate",
        "difference",
        "alarm",
        "sampled",
        "missing",
        "shift",
        "frames",
        "family",
        "unequal",
        "places",
        "power",
        "within",
    ],
)
def test_of_every_kind_something_is_demanded(kind):
    assert any(demands(case) for case in cases() if case.kind == kind)


def test_re_drawn_ranges_are_held_to_their_limits_from_ten_events_on():
    for case in find_cases(["rate", "difference"]):
        held = {d.statistic for d in demands(case)}
        assert ("range" in held) == (expected_events(case) >= 10 - 1e-9)
        assert "row" in held


def test_the_cases_reach_as_far_as_they_must():
    found = [case.settings for case in cases()]
    assert {50, 2000} <= {s["n"] for s in found}
    assert max(s.get("rate", 0) for s in found if "ratio" not in s) == 0.3
    events = {round(s["n"] * s["control"], 6) for s in found if "control" in s and s["n"] == 500}
    assert {0, 1, 2, 5, 10} <= events
    assert {1, 5, 30} <= {s.get("cells") for s in found}
    assert {3, 8, 12} <= {s.get("models") for s in found}


def test_cases_are_found_by_name_and_by_kind():
    (one,) = find_cases(["rate-n-50-rate-0.3"])
    assert (one.kind, one.n, one.number("rate")) == ("rate", 50, 0.3)
    assert {case.kind for case in find_cases(["power", "alarm"])} == {"power", "alarm"}
    assert find_cases([]) == cases()


def test_a_case_that_is_not_there_is_named():
    with pytest.raises(UsageError, match="no case 'rates'"):
        find_cases(["rates"])
