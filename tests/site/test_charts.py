"""What is drawn, in which order, and that a chart holds the numbers of the board beside it."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from bd.report.datafile import load_leaderboard
from bd.site.plan import plan_pages
from bd.site.records.pages import EnginePage, EngineTopicPage, LevelPage
from bd.site.settings import load_settings
from tests.site.reading import names_in
from tests.site.sites import REPOSITORY, pages_of

SVG = "{http://www.w3.org/2000/svg}"


def pages(root):
    board = load_leaderboard(root / "site/data/leaderboard.json")
    return plan_pages(names_in(board), load_settings(REPOSITORY))


def test_a_chart_has_a_row_for_each_line_of_the_board_in_its_order(sample_root):
    found = [page for page in pages(sample_root) if isinstance(page, LevelPage) and page.chart]
    assert found
    for page in found:
        lines = [*page.boards.clear, *page.boards.not_clear, *page.boards.shown]
        assert [row.model.id for row in page.chart.rows] == [line.model.id for line in lines]
        assert [row.value.text for row in page.chart.rows] == [line.value.text for line in lines]


def test_marks_tell_clear_from_clear_without_a_place_and_from_not_clear_and_no_place_is_named(sample_root):
    rows = [row for p in pages(sample_root) if isinstance(p, LevelPage) and p.chart for row in p.chart.rows]
    assert {row.verdict == "clear" for row in rows} == {True, False}
    assert all((row.sign == "clear") == (row.verdict == "clear") for row in rows)
    assert {row.sign for row in rows if row.verdict == "not attributable"} == {"apart"}
    assert {row.sign for row in rows if row.verdict == "no clear effect"} == {"open"}
    shown = [row for row in rows if row.verdict not in ("clear", "no clear effect")]
    assert shown
    assert all(row.whole_name.endswith("not ranked") for row in shown)


def test_every_page_with_a_chart_has_it_as_a_picture_and_to_embed(sample_root, dist):
    with_chart = [p for p in pages(sample_root) if isinstance(p, LevelPage | EnginePage | EngineTopicPage) and p.chart]
    assert {type(p) for p in with_chart} == {LevelPage, EnginePage, EngineTopicPage}
    for page in with_chart:
        folder = dist / page.head.address.strip("/")
        tree = ElementTree.parse(folder / "chart.svg")
        words = " ".join("".join(each.itertext()) for each in tree.iter(f"{SVG}text"))
        assert all(row.value.text in words for row in page.chart.rows)
        assert not [a for a in tree.iter(f"{SVG}a") if not a.attrib["href"].startswith("https://bd-audit.example/")]
        assert (folder / "chart" / "index.html").is_file()


def test_a_picture_needs_no_other_file(dist):
    picture = next(dist.rglob("chart.svg")).read_text("utf-8")
    assert "--model: #" in picture
    assert re.findall(r"(?:url\(|@import|<image|<script)", picture) == []


def test_every_mark_leads_to_a_page_that_exists(dist):
    for path, page in pages_of(dist).items():
        for link in page.all("a"):
            if "data-model" in link.attrib and not path.endswith("chart/index.html"):
                target = (dist / path).parent / link.attrib["href"].partition("#")[0]
                assert not link.attrib["href"].partition("#")[0] or target.resolve().is_file(), (path, link.attrib)


def loaded(root):
    """Return the pages of a data file in which one characteristic's scores set groups against each other."""
    changed = {"measure": "stereotype", "control_kind": "version"}
    board = load_leaderboard(root / "site/data/leaderboard.json")
    hue = next(d for d in board["dimensions"] if d["id"] == "hue")
    for cell in hue["breakdown"]["cells"]:
        for facet in cell["engines"].values():
            if facet["status"] == "measured":
                facet |= changed
    return {page.head.address: page for page in plan_pages(names_in(board), load_settings(REPOSITORY))}


def test_a_chart_names_its_unit_and_what_its_zero_is(sample_root):
    found = loaded(sample_root)
    assert found["/sort/"].chart.title == "Answers that each model changes beyond the control, of 100"
    assert found["/faith/"].chart.title == (
        "How far each model moves beyond the control edit, in percentage points of confidence"
    )
    dark = found["/hue/dark/"].chart
    assert dark.title == (
        "How far each model’s answers about a group stand from those about the others, "
        "in percentage points of confidence"
    )
    assert dark.zero_is == "the average of the other groups (1 of them); the control text cancels out"
    assert dark.ends == ("← less unfavourable", "more unfavourable →")


def test_a_mark_that_is_clear_and_has_no_place_is_struck_through(sample_root, dist):
    apart = next(
        page
        for page in pages(sample_root)
        if isinstance(page, LevelPage) and page.chart and any(row.sign == "apart" for row in page.chart.rows)
    )
    text = (dist / apart.head.address.strip("/") / "index.html").read_text("utf-8")
    assert text.count('class="strike"') >= sum(row.sign == "apart" for row in apart.chart.rows)
    assert "Grey and struck through: clear, but set aside" in text


def test_where_nothing_is_clear_no_place_is_told(sample_root):
    boards = [page.boards for page in pages(sample_root) if isinstance(page, LevelPage)]
    still = [each for each in boards if each.not_clear and not each.clear]
    assert still
    assert all(line.place is None and line.tier is None for each in still for line in each.not_clear)
    assert all(line.place is not None for each in boards if each.clear for line in each.not_clear)


MEANT = {"clear": "filled: clear", "apart": "struck through: clear, but set aside", "open": "hollow: not clear"}


def told(text, shows):
    """Whether the key in a text explains these kinds of marks and no others; case aside."""
    return {kind for kind, said in MEANT.items() if said in text.lower()} == set(MEANT) & set(shows)


def test_the_key_of_a_chart_tells_of_no_mark_that_it_has_not(sample_root, dist):
    html, seen = pages_of(dist), set()
    for page in pages(sample_root):
        if isinstance(page, LevelPage | EnginePage | EngineTopicPage) and page.chart:
            text = html[f"{page.chart.embedded.lstrip('/')}index.html"].text
            assert told(text, page.chart.shows), page.chart.embedded
            seen.add(frozenset(MEANT) & set(page.chart.shows))
    assert len(seen) > 1
