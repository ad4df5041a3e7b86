"""What differs between two editions, on small made-up ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bd.report.editions import Characteristic, Group, Question, compare
from tests.report.editions.small import edition, model, result


def test_nothing_differs_between_an_edition_and_itself():
    one = edition(result(), places={"owl": 1.0}, levels={"/hat/": {"owl": 1.0}})
    found = compare(one, replace(one, date="2026-02-01"))
    assert found.same
    assert (found.both, found.boards, found.boards_changed) == (1, 1, 0)


@pytest.mark.parametrize(
    ("before", "now", "part"),
    [
        (result(5.0, 4.0, 6.0), result(6.1, 3.0, 9.0), "moved"),
        (result(5.0, 3.0, 9.0), result(6.0, 5.5, 6.5), "moved"),
        (result(5.0, 4.0, 6.0), result(6.0, 5.0, 7.0), "within"),
        (result(5.0, 4.0, 6.0), result(5.0, 4.5, 6.0), "within"),
        (result(5.0, None, None), result(6.0, 5.5, 6.5), "moved"),
        (result(5.0, 4.0, 6.0), result(9.0, None, None), "moved"),
        (result(5.0, None, None), result(5.8, 4.5, 6.5), "within"),
        (result(5.0, None, None), result(9.0, None, None), "unjudged"),
        (result(0.0, 0.0, 0.0, most=0.7), result(0.5, 0.0, 1.0), "within"),
        (result(0.0, 0.0, 0.0, most=0.7), result(0.8, 0.1, 1.0), "moved"),
        (result(1.0, 0.9, 1.1, exact=(0.2, 3.0)), result(2.0, 0.5, 3.0), "within"),
        (result(-5.0, -6.0, -4.0), result(5.0, 4.0, 6.0), "moved"),
    ],
)
def test_a_change_is_news_where_one_value_lies_outside_the_range_of_the_other(before, now, part):
    found = compare(edition(before), edition(now))
    assert [name for name in ("moved", "within", "unjudged") if getattr(found, name)] == [part]
    assert found.same is False


def test_another_verdict_is_told_even_within_the_range():
    found = compare(edition(result(verdict="clear")), edition(result(verdict="not-clear")))
    assert [(pair.before.verdict, pair.now.verdict) for pair in found.verdicts] == [("clear", "not-clear")]
    assert (found.moved, found.within) == ((), ())


def test_what_is_in_one_alone_is_new_or_gone():
    more = edition(
        result(),
        result(build="owl-q4"),
        result(model="elk", build="elk"),
        characteristics=(Characteristic("hat", "Hat"), Characteristic("shoe", "Shoe")),
        groups=(Group("hat", "red", "Red"), Group("shoe", "red", "Red")),
        questions=(Question("hire", "hire or not"), Question("rent", "rent or not")),
        models=(model("owl"), model("elk")),
    )
    found = compare(edition(result()), more)
    assert [each.build for each in found.new.results] == ["owl-q4", "elk"]
    for part, wanted in (("characteristics", "shoe"), ("questions", "rent"), ("models", "elk")):
        assert [each.id for each in getattr(found.new, part)] == [wanted]
    assert [each.characteristic for each in found.new.groups] == ["shoe"]
    assert found.gone.none
    back = compare(more, edition(result()))
    assert (back.gone, back.new.none) == (found.new, True)


def test_the_same_result_on_another_page_is_not_new():
    found = compare(edition(result()), edition(result(address="/hat/red/hire/", label="Red, hire")))
    assert found.same


def test_another_measure_is_another_result():
    found = compare(edition(result()), edition(result(measure="shift")))
    assert (len(found.new.results), len(found.gone.results)) == (1, 1)


def models(*more):
    return tuple(model(name) for name in ("owl", "elk", "ant", "bat", *more))


def test_places_of_the_main_board_are_compared_for_models_of_both():
    found = compare(
        edition(places={"owl": 1.0, "elk": 2.5, "ant": None, "bat": 4.0, "hen": 5.0}, models=models("hen")),
        edition(places={"elk": 1.0, "owl": 2.0, "ant": 3.0, "bat": 4.0, "jay": 5.0}, models=models("jay")),
    )
    assert [(each.model, each.before, each.now) for each in found.places] == [
        ("elk", 2.5, 1.0),
        ("owl", 1.0, 2.0),
        ("ant", None, 3.0),
    ]


def test_boards_of_levels_are_counted():
    before = {"/hat/": {"owl": 1.0, "elk": 2.0}, "/shoe/": {"owl": 1.0}, "/gone/": {"owl": 1.0}}
    now = {"/hat/": {"owl": 2.0, "elk": 1.0}, "/shoe/": {"owl": 1.0, "elk": 2.0}, "/new/": {"owl": 1.0}}
    found = compare(edition(levels=before), edition(levels=now))
    assert (found.boards, found.boards_changed) == (2, 1)


def test_a_model_that_becomes_a_build_of_another_is_not_gone_and_none_of_its_results_is():
    drawn = result(model="owl-drawn", build="owl-drawn")
    before = edition(result(), drawn, models=(model("owl"), model("owl-drawn")))
    both = replace(model("owl"), builds={"owl": "as is", "owl-drawn": "drawn"})
    now = edition(result(), replace(drawn, model="owl"), models=(both,), date="2026-02-01")
    found = compare(before, now)
    assert (found.gone.models, found.gone.results) == ((), ())
    back = compare(now, replace(before, date="2026-03-01"))
    assert (back.new.models, back.new.results) == ((), ())
    lost = compare(before, edition(result(), models=(model("owl"),)))
    assert ([each.id for each in lost.gone.models], len(lost.gone.results)) == (["owl-drawn"], 1)
