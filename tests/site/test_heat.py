"""The heat map and the grids: every square holds the result that it leads to, and darker is larger."""

from collections import defaultdict

import pytest

from bd.report.datafile import load_leaderboard
from bd.site.boards import head_of
from bd.site.heat import SHADES, shaded, square_of, squares
from bd.site.plan import plan_pages
from bd.site.records.pages import EnginePage, EngineTopicPage, HomePage, LevelPage
from bd.site.records.pictures import Square
from bd.site.settings import load_settings
from tests.site.facets import facet, missing
from tests.site.reading import names_in
from tests.site.sites import REPOSITORY, pages_of, words


@pytest.fixture(scope="module")
def pages(sample_root):
    return list(
        plan_pages(names_in(load_leaderboard(sample_root / "site/data/leaderboard.json")), load_settings(REPOSITORY))
    )


def at(board, pointer):
    for step in pointer.strip("/").split("/"):
        board = board[int(step)] if isinstance(board, list) else board[step.replace("~1", "/").replace("~0", "~")]
    return board


def squares_of(page):
    if isinstance(page, HomePage):
        return [square for line in page.board.lines for square in line.squares]
    if isinstance(page, EnginePage):
        return list(page.squares)
    grids = page.grids if isinstance(page, LevelPage | EngineTopicPage) else ()
    return [square for grid in grids for row in grid.rows for square in row.squares]


def test_every_square_shows_the_effect_of_the_result_that_it_leads_to(sample_root, pages):
    board, seen = load_leaderboard(sample_root / "site/data/leaderboard.json"), 0
    for square in (each for page in pages for each in squares_of(page) if each.value):
        result = at(board, square.value.key.removesuffix("/excess/value"))
        address, _, build = square.to.partition("#")
        assert (result["address"], result["build"]) == (address, build)
        assert float(square.value.value) == result["excess"]["value"]
        seen += 1
    assert seen > 50


def test_the_main_board_has_a_square_for_each_model_and_characteristic(pages):
    home = next(page for page in pages if isinstance(page, HomePage))
    assert home.board.lines
    for line in home.board.lines:
        assert [square.label for square in line.squares] == [column.label for column in home.board.columns]


def square(size, state="clear", tone="points"):
    return Square("", "", state, "", facet_value(size), tone=tone)


def facet_value(size):
    return square_of(facet(excess={"value": size, "lo": None, "hi": None}), "", "", placed=True).value


def test_darker_is_larger_within_one_unit_and_the_largest_is_darkest():
    ((a, b, c, d),) = shaded([[square(1), square(4), square(16), square(100, tone="answers")]])
    assert a.shade < b.shade < c.shade == SHADES == d.shade
    ((aside, alone),) = shaded([[square(90, "set-aside"), square(2)]])
    assert (aside.shade, alone.shade) == (0, SHADES)


@pytest.mark.parametrize(
    ("changed", "placed", "state"),
    [
        ({}, True, "clear"),
        ({}, False, "set-aside"),
        ({"detected": False}, True, "not-clear"),
        ({"cannot_see_change": True, "detected": False}, True, "blind"),
        (
            {
                "measure": "stereotype",
                "detected": False,
                "excess": {"value": -4.0, "lo": -5.0, "hi": -3.0},
                "why_not_ranked": [{"id": "reverse", "text": "less unfavourable"}],
            },
            False,
            "reverse",
        ),
    ],
)
def test_a_square_is_coloured_only_where_an_effect_is_clear_and_has_a_place_or_goes_the_other_way(
    changed, placed, state
):
    found = square_of(facet(**changed), "Hats", "/hats/", placed=placed)
    assert found.state == state
    assert square_of(missing(), "Hats", "/hats/", placed=placed).state == "not-measured"
    ((only,),) = shaded([[found]])
    assert bool(only.shade) == (state in ("clear", "reverse"))


def test_what_was_never_tested_is_told_from_what_could_not_be_measured(sample_root):
    names = names_in(load_leaderboard(sample_root / "site/data/leaderboard.json"))
    missing = [(d, m) for d in names.dimensions.values() for m in names.models if head_of(d, m) is None]
    assert missing
    for dimension, model in missing:
        for untested, state in ((), "not-measured"), ([dimension.id], "never"):
            (square,) = squares(names, model, [dimension], untested)
            assert (square.state, square.value) == (state, None)


@pytest.mark.parametrize(("value", "shown"), [(0.4, "<1"), (0.0, "0"), (-0.3, "<1"), (44.6, "45"), (-7.5, "8")])
def test_a_square_has_whole_numbers(value, shown):
    assert facet_value(value).text == shown


def test_no_square_leads_nowhere_and_each_says_its_state_in_words(dist, pages):
    html = pages_of(dist)
    for page in pages:
        if squares_of(page):
            shown = html[f"{page.head.address.lstrip('/')}index.html"]
            marks = [each for each in shown.all("a") if "square" in each.attrib.get("class", "").split()]
            assert marks
            for mark in marks:
                assert words(mark)
                target = (shown.path.parent / mark.attrib["href"].partition("#")[0]).resolve()
                assert not mark.attrib["href"].partition("#")[0] or target.is_file(), (page.head.address, mark.attrib)


def test_a_square_of_a_grid_says_toward_which_answer_where_that_is_known():
    data = load_leaderboard(REPOSITORY / "site/data/leaderboard.json")
    pages = {page.head.address: page for page in plan_pages(names_in(data), load_settings(REPOSITORY))}
    facets = defaultdict(list)
    for dimension in data["dimensions"]:
        for cell in dimension["cells"].values():
            for found in cell["facets"]:
                if found["status"] == "measured":
                    facets[found["address"], found["engine"]].append(found)
    seen = 0
    for page in pages.values():
        for grid in getattr(page, "grids", ()):
            for square in (each for row in grid.rows for each in row.squares if each.toward):
                address, _, model = square.to.partition("#")
                assert square.state in ("clear", "set-aside", "reverse")
                own = [each for each in facets[address, model] if each["direction_label"] == square.toward]
                assert any(each["direction_counts"] is None or each["direction_counts"]["settled"] for each in own)
                seen += 1
    assert seen > 100
