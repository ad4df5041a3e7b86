from bd.board import Axes, address, addresses, axes_of, engine_address
from bd.study.check import RESERVED
from tests.report.samples import sample_study


def test_only_axes_that_vary_are_in_the_path():
    both = Axes("faith", ("north", "south"), ("hiring", "renting"))
    assert address(both) == "/faith/"
    assert address(both, "north") == "/faith/north/"
    assert address(both, question="hiring") == "/faith/hiring/"
    assert address(both, "north", "hiring") == "/faith/north/hiring/"
    assert address(Axes("faith", ("north", "south"), ("hiring",)), "north", "hiring") == "/faith/north/"
    assert address(Axes("faith", ("north",), ("hiring", "renting")), "north", "hiring") == "/faith/hiring/"
    assert address(Axes("faith", (None,), ("hiring",)), None, "hiring") == "/faith/"


def test_axes_come_from_the_study_and_not_from_answers():
    axes = {c.id: axes_of(c) for c in sample_study().characteristics}
    assert axes["faith"] == Axes("faith", ("north", "south", "west"), ("red-blue", "yes-no", "keep-drop"))
    assert axes["years"] == Axes("years", (None,), ("yes-no",))


def test_a_test_without_groups_beside_one_with_groups_makes_groups_vary():
    axes = Axes("faith", (None, "north"), ("hiring",))
    assert address(axes, None, "hiring") == "/faith/"
    assert address(axes, "north", "hiring") == "/faith/north/"


def test_addresses_of_models():
    assert engine_address("alder") == "/engines/alder/"
    assert engine_address("alder", "faith") == "/engines/alder/faith/"


def test_no_characteristic_may_take_the_address_of_another_page():
    taken = (addresses.ENGINES, addresses.METHODS, addresses.DATA, addresses.REPORTED, addresses.BUILDS)
    assert {each.strip("/") for each in taken} <= set(RESERVED)
