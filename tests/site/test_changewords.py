"""The grammar of sentences about what changed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bd.report.editions import Characteristic, compare
from bd.site.changewords import first_said, quiet_said, said
from tests.report.editions.small import edition, model, result

NAMES = ("owl", "elk", "ant")


def results(*values, verdict="clear"):
    """Return a result for each model, with a range of one point either way."""
    names = NAMES[: len(values)]
    return tuple(result(v, v - 1, v + 1, model=m, build=m, verdict=verdict) for m, v in zip(names, values, strict=True))


def compared(before, now, **changed):
    models = tuple(model(name) for name in NAMES)
    return compare(edition(*before, models=models), edition(*now, models=models, date="2026-02-01", **changed))


@pytest.mark.parametrize(
    ("before", "now", "wanted"),
    [
        ((5, 6), (5, 6), "Nothing has changed since the data of 2026-01-31: all 2 results are as they were."),
        ((5,), (5,), "Nothing has changed since the data of 2026-01-31: the one result is as it was."),
        (
            (5,),
            (5, 6),
            "1 result is new; the one earlier result neither moved beyond its range nor changed its verdict",
        ),
        ((5, 6, 7), (5,), "2 results are gone; the one earlier result neither moved"),
        ((5, 6), (5.5, 6), "none of the 2 earlier results moved beyond its range or changed its verdict"),
        ((5, 6), (9, 6), "of the 2 earlier results, 1 moved beyond its range"),
        ((5, 6), (9, 9), "of the 2 earlier results, 2 moved beyond their range"),
        ((5,), (9,), "the one earlier result moved beyond its range; no model changed its place"),
    ],
)
def test_one_and_many(before, now, wanted):
    sentence = said(compared(results(*before), results(*now)))
    assert wanted in sentence
    assert sentence.endswith(".")
    assert "  " not in sentence


def test_moved_and_another_verdict_are_told_together():
    now = (result(9, 8, 10), *results(6, 6, verdict="not-clear")[1:])
    assert "of the 2 earlier results, 1 moved beyond its range and 1 changed its verdict" in said(
        compared(results(5, 6), now)
    )
    assert "the one earlier result moved beyond its range and changed its verdict" in said(
        compared(results(5), results(9, verdict="not-clear"))
    )


def test_things_of_every_kind_are_listed_in_one_order():
    more = (Characteristic("hat", "Hat"), Characteristic("shoe", "Shoe"))
    found = compared(results(5), results(5, 6, 7), characteristics=more)
    assert said(found).startswith("Since the data of 2026-01-31, 1 characteristic and 2 results are new; ")


@pytest.mark.parametrize(
    ("places", "wanted"),
    [
        ({"owl": 1.0, "elk": 2.0}, "Nothing has changed"),
        ({"owl": 2.0, "elk": 1.0}, "2 models changed places on the main board."),
        ({"owl": 1.0, "elk": 3.0}, "1 model changed its place on the main board."),
    ],
)
def test_places(places, wanted):
    models = tuple(model(name) for name in NAMES)
    before = edition(*results(5), models=models, places={"owl": 1.0, "elk": 2.0})
    assert wanted in said(compare(before, replace(edition(*results(5), models=models, places=places), date="x")))


def test_a_model_that_is_new_did_not_change_its_place():
    before = edition(*results(5), places={"owl": 1.0})
    now = edition(*results(5, 6), models=(model("owl"), model("elk")), places={"elk": 1.0, "owl": 2.0})
    assert "1 model changed its place" in said(compare(before, now))


def test_an_edition_with_none_before_it():
    assert first_said(edition(*results(5))) == "The first data published: 1 result of 1 model on 1 characteristic."
    nothing = edition(models=(), characteristics=())
    assert first_said(nothing) == "The first data published: 0 results of 0 models on 0 characteristics."


def test_what_is_not_listed_is_counted():
    levels = {"/hat/": {"owl": 1.0}}
    before = edition(*results(5, 6), result(1, None, None, build="z"), levels=levels)
    now = edition(*results(5.5, 6), result(2, None, None, build="z"), levels=levels)
    assert quiet_said(compare(before, now)) == (
        "1 result changed within its range, without another verdict.",
        "1 result changed that has no range.",
        "Below the main board, 1 board was there before; on 0 of them, a model that was on it already has another "
        "place.",
    )
    assert quiet_said(compare(before, replace(now, results=results(5.5, 6.5))))[0].startswith(
        "2 results changed within their range"
    )
