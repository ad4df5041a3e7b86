"""The pages of changes: today's data beside what was published before."""

from __future__ import annotations

import gzip
import re
import shutil
from dataclasses import replace

import orjson
import pytest

from bd.errors import BdError, ProblemsError
from bd.report.editions import edition_path, publish
from bd.site import build_site
from tests.report import samples
from tests.site.published import EARLIER, EARLIEST, board_of, make_published, put_edition
from tests.site.sites import pages_of, set_board, words
from tests.site.test_build import follow, look_up


def earlier(effect):
    """Say what an effect was when it was published."""
    if effect.characteristic == "hue" or effect.build == "birch-q4":
        return None
    if (effect.model, effect.characteristic, effect.decision) == ("birch", "sort", "red-blue"):
        return replace(effect, effect=0.05, range=(0.04, 0.06), exact_range=None, few=False)
    if (effect.model, effect.characteristic) == ("alder", "years"):
        return replace(effect, range=(-0.01, 0.03), clear=False)
    if (effect.model, effect.characteristic, effect.decision) == ("alder", "sort", "red-blue"):
        return replace(effect, effect=0.031)
    return effect


def without_cedar(effect):
    return None if effect.model == "cedar" else effect


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    first = drop(board_of(EARLIEST, without_cedar), "cedar")
    root = make_published(tmp_path_factory.mktemp("published"), first, board_of(EARLIER, earlier))
    build_site(root)
    return root


@pytest.fixture(scope="module")
def pages(root):
    return pages_of(root / "site" / "dist")


@pytest.fixture(scope="module")
def page(pages):
    return pages["changes/index.html"]


def drop(board, model):
    board["engines"] = [each for each in board["engines"] if each["id"] != model]
    return board


def section(page, anchor):
    return next((each for each in page.all("section") if each.attrib.get("aria-labelledby") == anchor), None)


def test_the_first_sentence_says_everything_in_numbers(page):
    assert words(next(each for each in page.all("p") if each.attrib.get("class") == "finding")) == (
        f"Since the data of {EARLIER}, 1 characteristic, 2 groups and 13 results are new; of the 27 earlier results, 1 "
        "moved beyond its range and 1 changed its verdict; 2 models changed places on the main board."
    )


def test_a_result_beyond_its_range_is_told_with_both_values(page):
    (row,) = [each for each in section(page, "_moved").iter("tr") if each.find("td") is not None]
    assert [words(each) for each in row] == [
        "Birch",
        "red or blue",
        "5.00 (4.00 to 6.00) clear, 500 texts",
        "12.00 (11.00 to 13.00) clear, 500 texts",
    ]


def test_another_verdict_is_told_in_the_words_of_the_other_pages(page):
    (row,) = [each for each in section(page, "_verdicts").iter("tr") if each.find("td") is not None]
    assert [words(each) for each in row] == [
        "Alder",
        "yes or no",
        "2.00 (−1.00 to 3.00) no clear effect, 500 texts",
        "2.00 (1.00 to 3.00) clear, 500 texts",
    ]


def test_what_changed_within_its_range_is_counted_and_not_listed(page):
    assert "1 result changed within its range" in words(section(page, "_quiet"))
    assert "3.10" not in page.text


def test_new_things_are_linked(page):
    links = {words(each): each.attrib["href"] for each in section(page, "_new").iter("a")}
    assert links["Hue"] == "../hue/index.html"
    assert links["Dark"] == "../hue/dark/index.html"
    assert "Hue: 5 results, the whole characteristic is new." in words(section(page, "_new"))
    assert "Birch (4-bit weights)" in words(section(page, "_new"))


def test_every_link_of_every_page_of_changes_leads_somewhere(pages, root):
    for name in (name for name in pages if name.startswith("changes/")):
        for target in pages[name].links:
            if "://" in target or target.startswith("data:"):
                continue
            path, anchor = follow(name, target)
            assert (root / "site" / "dist" / path).is_file(), (name, target)
            assert not anchor or anchor in pages[path].ids, (name, target)
        assert len(set(pages[name].ids)) == len(pages[name].ids)


def test_every_number_is_the_data_files_or_an_editions_own(pages, root):
    board = orjson.loads((root / "site/data/leaderboard.json").read_bytes())
    seen = {"data-key": 0, "data-edition": 0}
    for name in (name for name in pages if name.startswith("changes/")):
        for each in pages[name].all("data"):
            value = orjson.loads(each.attrib["value"])
            if "data-key" in each.attrib:
                assert look_up(board, each.attrib["data-key"]) == value
                seen["data-key"] += 1
                continue
            file = root / "site" / "dist" / "data" / "editions" / f"{each.attrib['data-edition']}.jsonl.gz"
            line = orjson.loads(gzip.decompress(file.read_bytes()).split(b"\n")[int(each.attrib["data-line"]) - 1])
            held = [*line.values(), *line.get("places", {}).values()]
            assert value in [number for number in held if not isinstance(number, (str, dict))]
            seen["data-edition"] += 1
    assert min(seen.values()) > 4


def test_no_number_in_a_table_stands_outside_a_figure(page):
    for cell in (each for body in page.all("tbody") for each in body.iter("td")):
        bare = re.sub(r"4-bit|95%", "", "".join(text for text in outside(cell)))
        assert not re.search(r"\d", bare), words(cell)


def outside(element):
    if element.tag != "data":
        yield element.text or ""
        for each in element:
            yield from outside(each)
            yield each.tail or ""


def test_everything_published_has_its_place_and_its_own_page(pages, page):
    assert [each for each in page.ids if each.startswith("20")] == [samples.DATE, EARLIER, EARLIEST]
    older = pages[f"changes/{EARLIER}/index.html"]
    assert f"Since the data of {EARLIEST}, 1 model and 3 results are new; 1 characteristic" in older.text
    assert section(older, "_editions") is None
    assert f"changes/{EARLIEST}/index.html" not in pages
    text = words(section(page, "_editions"))
    assert "The first data published: 37 results of 5 models on 5 characteristics." in text


def test_editions_can_be_downloaded_as_they_are(root):
    for day in (EARLIER, EARLIEST):
        name = f"data/editions/{day}.jsonl.gz"
        assert (root / "site" / "dist" / name).read_bytes() == (root / "site" / name).read_bytes()


def test_the_way_there_is_on_every_page(pages):
    for name, page in pages.items():
        if not name.endswith("chart/index.html") and "noindex" not in page.path.read_text("utf-8"):
            assert any(follow(name, target)[0] == "changes/index.html" for target in page.links), name


def test_without_an_earlier_edition_the_page_says_so(dist):
    text = pages_of(dist)["changes/index.html"].text
    assert "There is no earlier edition to compare these data with. The first data published: " in text


def test_nothing_changed_is_said_plainly(tmp_path):
    root = make_published(tmp_path, board_of(EARLIER))
    build_site(root)
    page = pages_of(root / "site" / "dist")["changes/index.html"]
    assert f"Nothing has changed since the data of {EARLIER}: all" in page.text
    assert [section(page, anchor) for anchor in ("_moved", "_verdicts", "_new", "_gone", "_places")] == [None] * 5


def test_a_model_that_is_gone_is_named_without_a_link_and_nowhere_else(tmp_path):
    today = drop(board_of(samples.DATE, without_cedar), "cedar")
    root = make_published(tmp_path, board_of(EARLIER), today=today)
    build_site(root)
    dist = root / "site" / "dist"
    naming = {
        path.relative_to(dist).as_posix()
        for path in dist.rglob("*")
        if path.is_file() and b"cedar" in path.read_bytes().lower()
    }
    assert naming == {"changes/index.html", "changes/data.csv", "changes/data.json"}
    page = pages_of(dist)["changes/index.html"]
    assert "Cedar" in words(section(page, "_gone"))
    assert not [each for each in page.all("a") if "cedar" in words(each).lower() or "cedar" in each.attrib["href"]]
    for name in ("sitemap.xml", "feed.xml", "_redirects"):
        assert b"cedar" not in (dist / name).read_bytes().lower()


def test_a_page_that_is_gone_is_named_without_a_link(tmp_path):
    gone = lambda effect: None if effect.characteristic == "years" else effect  # noqa: E731
    root = make_published(tmp_path, board_of(EARLIER), today=board_of(samples.DATE, gone))
    build_site(root)
    page = pages_of(root / "site" / "dist")["changes/index.html"]
    text = words(section(page, "_gone"))
    assert "Years" in text
    assert "Years: 3 results, the whole characteristic is gone." in text
    assert not list(section(page, "_gone").iter("a"))


def test_an_edition_of_the_same_day_or_later_plays_no_part(tmp_path):
    root = make_published(tmp_path, board_of(samples.DATE, earlier), board_of("2027-01-01", earlier))
    told = [edition_path(day) for day in (samples.DATE, "2027-01-01")]
    assert build_site(root).editions_left_out == told
    assert build_site(root).editions_left_out == told  # said again where nothing was to be done
    assert "There is no earlier edition" in pages_of(root / "site" / "dist")["changes/index.html"].text
    assert not (root / "site" / "dist" / "data" / "editions").exists()


def test_todays_data_can_be_downloaded_as_an_edition_once_it_is_frozen(tmp_path):
    root = make_published(tmp_path, board_of(EARLIER))
    publish(root)
    assert build_site(root).editions_left_out == []
    page = pages_of(root / "site" / "dist")["changes/index.html"]
    assert f"../data/editions/{samples.DATE}.jsonl.gz" in page.links
    set_board(root, board_of(samples.DATE, earlier))  # no longer what was frozen
    assert build_site(root).editions_left_out == [edition_path(samples.DATE)]
    assert not (root / "site" / "dist" / "data" / "editions" / f"{samples.DATE}.jsonl.gz").exists()


def test_hostile_labels_stay_words(tmp_path):
    board = board_of(EARLIER)
    for engine in board["engines"]:
        engine["label"] = '</script><b id="canary">x</b><!-- \u202e\x00 '
    root = make_published(tmp_path, board, today=drop(board_of(samples.DATE, without_cedar), "cedar"))
    build_site(root)
    page = pages_of(root / "site" / "dist")["changes/index.html"]
    assert "canary" not in page.ids
    assert '</script><b id="canary">x</b><!-- \u202e\ufffd' in page.text


def test_a_bad_edition_is_named_and_leaves_the_earlier_site(tmp_path):
    root = make_published(tmp_path, board_of(EARLIER))
    built = build_site(root)
    kept = {path: path.read_bytes() for path in built.out.rglob("*") if path.is_file()}
    path = root / "site" / "data" / "editions" / f"{EARLIER}.jsonl.gz"
    path.write_bytes(gzip.compress(gzip.decompress(path.read_bytes()).replace(b"edition@1", b"edition@2")))
    with pytest.raises(ProblemsError, match=rf"{EARLIER}.jsonl.gz:1: .*update bd"):
        build_site(root)
    assert kept == {path: path.read_bytes() for path in built.out.rglob("*") if path.is_file()}


def test_an_edition_published_again_changes_the_page_and_nothing_else_written_by_hand(tmp_path):
    root = make_published(tmp_path, board_of(EARLIER))
    build_site(root)
    with pytest.raises(BdError, match="another edition"):
        put_edition(root, board_of(EARLIER, earlier))
    put_edition(root, board_of(EARLIER, earlier), again=True)
    build_site(root)
    assert "1 characteristic, 2 groups and 13 results are new" in (
        pages_of(root / "site" / "dist")["changes/index.html"].text
    )


def test_built_again_nothing_changes(root):
    built = build_site(root)
    assert (built.written, built.removed) == (0, 0)


def test_what_changed_in_the_rules_stands_on_the_page_of_its_day_and_no_other(root, tmp_path):
    copy = tmp_path / "noted"
    shutil.copytree(root, copy)
    settings = copy / "site" / "site.toml"
    day = samples.DATE
    own = settings.read_text().partition("\n[notes]")[0]
    settings.write_text(f'{own}\n[notes]\n"{day}" = "Without a *control* no place."\n')
    build_site(copy)
    found = pages_of(copy / "site" / "dist")
    assert words(section(found["changes/index.html"], "_rules")).endswith("Without a control no place.")
    others = (page for path, page in found.items() if path.startswith("changes/2"))
    assert all(section(page, "_rules") is None for page in others)


def test_a_note_for_no_day_is_refused(root, tmp_path):
    copy = tmp_path / "noted"
    shutil.copytree(root, copy)
    settings = copy / "site" / "site.toml"
    own = settings.read_text().partition("\n[notes]")[0]
    settings.write_text(f'{own}\n[notes]\n"2026-02-30" = "Never."\n')
    with pytest.raises(ProblemsError, match="notes: '2026-02-30' must be a day"):
        build_site(copy)
