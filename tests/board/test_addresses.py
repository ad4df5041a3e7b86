from bd.board import Axes, address, addresses, axes_of, engine_address, nearest
from bd.study.check import RESERVED
from tests.report.samples import sample_study


def test_every_part_is_in_the_path_also_where_it_is_the_only_one():
    both = Axes("faith", ("north", "south"), ("hiring", "renting"))
    assert address(both) == "/faith/"
    assert address(both, "north") == "/faith/north/"
    assert address(both, question="hiring") == "/faith/hiring/"
    assert address(both, "north", "hiring") == "/faith/north/hiring/"
    assert address(Axes("faith", ("north", "south"), ("hiring",)), "north", "hiring") == "/faith/north/hiring/"
    assert address(Axes("faith", ("north",), ("hiring",)), "north", "hiring") == "/faith/north/hiring/"
    assert address(Axes("faith", (None,), ("hiring",)), None, "hiring") == "/faith/hiring/"


def test_axes_come_from_the_study_and_not_from_answers():
    axes = {c.id: axes_of(c) for c in sample_study().characteristics}
    assert axes["faith"] == Axes("faith", ("north", "south", "west"), ("red-blue", "yes-no", "keep-drop"))
    assert axes["years"] == Axes("years", (None,), ("yes-no",))


def test_an_address_that_is_gone_leads_to_the_nearest_that_stands():
    standing = {
        "/",
        "/faith/",
        "/faith/north/",
        "/faith/hiring/",
        "/engines/",
        "/engines/faith/",
        "/faith/hiring/chart/",
    }
    assert nearest("/faith/north/hiring/", standing) == "/faith/north/"
    assert nearest("/faith/south/hiring/", standing) == "/faith/hiring/"
    assert nearest("/faith/south/hiring/chart/", standing) == "/faith/hiring/chart/"
    assert nearest("/faith/north/receipts/2/", standing) == "/faith/north/"
    assert nearest("/faith/south/", standing) == "/faith/"
    assert nearest("/hat/north/", standing) == "/"
    assert nearest("/hat/", standing) == "/"
    # the page of another model is never meant
    assert nearest("/engines/alder/faith/", standing) == "/engines/"


def test_addresses_of_models():
    assert engine_address("alder") == "/engines/alder/"
    assert engine_address("alder", "faith") == "/engines/alder/faith/"


def test_no_characteristic_may_take_the_address_of_another_page():
    fixed = (addresses.ENGINES, addresses.METHODS, addresses.DATA, addresses.REPORTED, addresses.ASKED_TWICE)
    taken = (*fixed, addresses.BUILDS)
    assert {each.strip("/") for each in taken} <= set(RESERVED)
