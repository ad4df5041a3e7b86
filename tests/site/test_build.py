"""The whole site from the made-up sample: every page read strictly, every link followed, every number looked up."""

from __future__ import annotations

import posixpath
import re
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urlsplit

import orjson
import pytest

from bd.errors import BdError
from bd.site import build_site
from bd.study.check import RESERVED
from bd.study.rules import CONTROLS
from tests.report.samples import sample_board
from tests.site.sites import make_project, pages_of, set_board, words

APART = ("chart/index.html", "styleguide/index.html")
"""Pages that no reader is led to, and that have tests of their own."""


@pytest.fixture(scope="module")
def board(sample_root):
    return orjson.loads((sample_root / "site" / "data" / "leaderboard.json").read_bytes())


@pytest.fixture(scope="module")
def pages(dist):
    return {name: page for name, page in pages_of(dist).items() if not name.endswith(APART)}


def test_the_methods_page_defines_every_kind_of_control(dist):
    text = (dist / "methods" / "index.html").read_text("utf-8")
    assert [kind for kind in CONTROLS if f'id="control-{kind}"' not in text] == []


def test_every_page_of_the_data_file_is_there_and_no_other(pages, board):
    wanted = {f"{page['address'].strip('/')}/index.html".lstrip("/") for page in board["pages"]}
    assert set(pages) == wanted | {"404.html", "changes/index.html"}


def test_no_characteristic_may_take_a_folder_of_the_site_and_no_other_name_is_refused(dist, board):
    characteristics = {dimension["id"] for dimension in board["dimensions"]}
    models = {engine["id"] for engine in board["engines"]}
    folders = {path.name for path in dist.iterdir() if path.is_dir()}
    below_models = {path.name for model in models for path in (dist / "engines" / model).glob("*/")}
    promised = {"agreement", "paired", "report", "shortlist"}  # by the formats, for pages that are yet to come
    assert (folders | below_models | promised) - characteristics == set(RESERVED)


def test_every_page_says_what_it_is(pages):
    titles = [words(page.first("title")) for page in pages.values()]
    assert len(set(titles)) == len(titles)
    for page in pages.values():
        assert page.first("html").attrib["lang"] == "en"
        assert len(list(page.all("h1"))) == 1
        assert words(page.first("h1"))
        metas = {each.attrib.get("name"): each.attrib.get("content") for each in page.all("meta")}
        assert metas["description"]
        assert metas["viewport"]
        assert "#_main" in page.links
        for script in page.all("script"):
            if script.attrib.get("type") != "application/ld+json":
                assert script.attrib["src"]
                assert not words(script)


def test_no_id_stands_twice_on_a_page(pages):
    for name, page in pages.items():
        assert len(set(page.ids)) == len(page.ids), name


def test_headings_never_skip_a_step(pages):
    for name, page in pages.items():
        steps = [int(e.tag[1]) for e in page.tree.iter() if isinstance(e.tag, str) and re.fullmatch("h[1-6]", e.tag)]
        assert steps[0] == 1, name
        assert all(after <= before + 1 for before, after in pairwise(steps)), (name, steps)


def follow(name, target):
    """Return the file and the anchor that a link on a page leads to."""
    parts = urlsplit(target)
    base = "" if name == "404.html" else posixpath.dirname(name)
    path = parts.path.lstrip("/") if name == "404.html" else posixpath.normpath(posixpath.join(base, parts.path))
    return (name if not parts.path else unquote(path)), parts.fragment


def test_no_link_is_broken_and_no_page_an_orphan(pages, dist):
    reached = set()
    for name, page in pages.items():
        for target in page.links:
            if urlsplit(target).scheme:
                assert target.startswith(("https://bd-audit.example/", "data:,")), (name, target)
                continue
            path, anchor = follow(name, target)
            assert (dist / path).is_file(), (name, target)
            if anchor and path in pages:
                assert anchor in pages[path].ids, (name, target)
            if path != name:
                reached.add(path)
    assert set(pages) - reached == {"404.html"}


def test_every_model_has_its_line_on_every_level(pages, board):
    models = {engine["id"] for engine in board["engines"]}
    for page in board["pages"]:
        if page["level"] in ("home", "engines", "characteristic", "group", "item", "cell"):
            path = f"{page['address'].strip('/')}/index.html".lstrip("/")
            assert models <= set(pages[path].ids), path


def look_up(board, pointer):
    place = board
    for step in pointer.split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        place = place[int(step)] if isinstance(place, list) else place[step]
    return place


def shown(value, text):
    """Return a number of the data file with as many decimals, and in the unit, as a page shows it."""
    bare = text.replace("\u2212", "-").rstrip("%").replace(",", "")
    digits = len(bare.partition(".")[2])
    step = Decimal(1).scaleb(-digits)
    exact = Decimal(repr(value))
    return {exact.quantize(step, ROUND_HALF_UP), (exact * 100).quantize(step, ROUND_HALF_UP)}, Decimal(bare)


def test_every_number_is_the_data_files_own(pages, board):
    counted = 0
    for name, page in pages.items():
        for each in page.all("data"):
            value = look_up(board, each.attrib["data-key"])
            assert orjson.loads(each.attrib["value"]) == value, (name, each.attrib)
            possible, text = shown(value, words(each))
            assert text in possible, (name, each.attrib, words(each))
            counted += 1
    assert counted > 2000


def strings(value):
    if isinstance(value, dict):
        for each in value.values():
            yield from strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)
    elif isinstance(value, str):
        yield value


def bare_texts(element):
    """Yield the stretches of text outside numbers."""
    if element.tag in ("data", "time"):
        return
    yield element.text or ""
    for each in element:
        yield from bare_texts(each)
        yield each.tail or ""


def test_no_number_in_a_table_stands_outside_a_figure(pages, board):
    known = {text for text in strings(board) if re.search(r"\d", text)}
    for name, page in pages.items():
        for body in page.all("tbody"):
            for text in bare_texts(body):
                for part in sorted(known, key=len, reverse=True):
                    text = text.replace(part, "")
                assert not re.search(r"\d", text), (name, text)


def test_the_data_file_is_there_byte_for_byte(sample_root, dist):
    data = (sample_root / "site" / "data" / "leaderboard.json").read_bytes()
    assert (dist / "data" / "leaderboard.json").read_bytes() == data


def test_largest_first_and_planted_apart(pages):
    page = pages["sort/index.html"]
    parts = [words(row) for row in page.all("tr") if row.attrib.get("class") == "part"]
    assert [part.split(" ", 2)[:2] for part in parts[:3]] == [
        ["Clear", "effect"],
        ["No", "clear"],
        ["Planted", "models"],
    ]
    rows = [row.attrib["id"] for row in page.all("tr") if "id" in row.attrib]
    assert rows == ["birch", "alder", "stranger", "cedar", "seeded", "seeded-even", "birch-q4"]


def test_each_verdict_is_on_its_page(pages):
    said = "in at least one of 2 tests, all counted at once. The largest of them is that of Birch: "
    assert said in pages["sort/index.html"].text
    assert "it changes its answer in 12.00 of 100 texts more (" in pages["sort/index.html"].text
    assert "fewer than ten texts, too few for a range" in pages["years/index.html"].text
    assert "not attributable: every phrase with enough answers moves it alike" in pages["faith/yes-no/index.html"].text
    assert "this model has not been asked" in pages["hue/index.html"].text
    assert "not the same as none: effects of up to" in pages["hue/light/index.html"].text
    assert "unbiased" not in " ".join(page.text for page in pages.values()).lower()


def test_changed_words_are_marked(pages):
    marked = [words(each) for each in pages["years/index.html"].all("mark")]
    assert marked == ["34", "61"]
    assert "no answer" in pages["years/index.html"].text


def test_built_again_nothing_changes(sample_root):
    built = build_site(sample_root)
    assert (built.written, built.removed) == (0, 0)


def test_a_model_that_leaves_leaves_nothing_behind(tmp_path):
    from bd.report.build import build_leaderboard
    from tests.report import samples

    root = make_project(tmp_path, sample_board())
    build_site(root)
    effects = [e for e in samples.sample_effects() if e.model != "cedar"]
    set_board(root, build_leaderboard(samples.sample_study(), effects, date=samples.DATE, commit=samples.COMMIT))
    assert build_site(root).removed > 0
    dist = root / "site" / "dist"
    left = {p.relative_to(dist) for p in dist.rglob("*") if p.is_file() and b"cedar" in p.read_bytes().lower()}
    assert left == {Path("_redirects")}  # an address once built leads on


def test_without_a_data_file_one_line_says_what_to_run(tmp_path):
    root = make_project(tmp_path, {})
    (root / "site" / "data" / "leaderboard.json").unlink()
    with pytest.raises(BdError, match="run `bd replay` and `bd report` first"):
        build_site(root)
    assert not (root / "site" / "dist").exists()


def test_a_broken_data_file_leaves_the_earlier_site(tmp_path):
    root = make_project(tmp_path, sample_board())
    build_site(root)
    set_board(root, {"schema": "biased-decisions/leaderboard@5"})
    with pytest.raises(BdError, match="update bd"):
        build_site(root)
    assert (root / "site" / "dist" / "index.html").is_file()


def test_two_names_of_one_page_are_refused(tmp_path):
    board = sample_board()
    page = next(p for p in board["pages"] if p["address"] == "/faith/north/")
    board["pages"].append(page | {"label": "Another North"})
    with pytest.raises(BdError, match=r"'Faith: North'.*'Another North'"):
        build_site(make_project(tmp_path, board))


def test_elsewhere_than_in_the_project(tmp_path):
    root = make_project(tmp_path / "project", sample_board())
    assert build_site(root, out=tmp_path / "public").out == tmp_path / "public"
    assert (tmp_path / "public" / "index.html").is_file()
    assert not (root / "site" / "dist").exists()
    with pytest.raises(BdError, match="a site needs a folder of its own"):
        build_site(root, out=Path("/"))


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ("pages", "names no home page"),
        ("questions", "which the file does not describe"),
        ("engines", "which the file does not describe"),
    ],
)
def test_a_data_file_that_lacks_a_part_is_one_line_and_the_earlier_site_stays(tmp_path, part, message):
    root = make_project(tmp_path, sample_board())
    before = build_site(root)
    kept = {path: path.read_bytes() for path in before.out.rglob("*.html")}
    assert kept
    set_board(root, sample_board() | {part: []})
    with pytest.raises(BdError, match=message):
        build_site(root)
    assert {path: path.read_bytes() for path in before.out.rglob("*.html")} == kept
