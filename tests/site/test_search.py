"""What the search knows: every page and every term once, in words that cannot break the script they stand in."""

from __future__ import annotations

import gzip
import re
from dataclasses import replace

import orjson
import pytest

from bd.report.datafile import load_leaderboard
from bd.site import build_site
from bd.site.kinds import kind_of
from bd.site.plan import plan_pages
from bd.site.search import INDEX, Entry, in_order, index_script
from bd.site.settings import load_settings
from tests.report.samples import sample_board
from tests.site.reading import names_in
from tests.site.sites import REPOSITORY, make_project, pages_of
from tests.site.test_hostile import CANARY, LABELS, renamed

PLAIN = Entry("Group", "Faith: North", "faith/north/index.html", "Birch, 12.00 points", "a north person")


def read(script: bytes):
    """Return the index that a script sets, as a JSON reader understands it."""
    text = script.decode("ascii")
    assert text.startswith('"use strict";\nself.searchIndex = {')
    assert text.endswith("};\n")
    return orjson.loads(text.partition(" = ")[2].removesuffix(";\n"))


@pytest.fixture(scope="module")
def index(dist):
    return read((dist / INDEX).read_bytes())


def entries_of(pages):
    return in_order(entry for page in pages for entry in kind_of(page).found(page))


@pytest.fixture(scope="module")
def board(sample_root):
    return load_leaderboard(sample_root / "site" / "data" / "leaderboard.json")


@pytest.fixture(scope="module")
def entries(sample_root, board):
    return entries_of(plan_pages(names_in(board), load_settings(sample_root)))


def find(entries, label):
    return next(entry for entry in entries if entry.label == label)


def test_every_page_but_the_first_is_found_once(board, index):
    files = [row[2] for row in index["entries"]]
    pages = {f"{page['address'].strip('/')}/index.html" for page in board["pages"] if page["level"] != "home"}
    assert len(set(files)) == len(files)
    assert {file for file in files if "#" not in file} == pages


def test_every_term_is_found_and_leads_to_its_anchor(dist, board, index):
    page = pages_of(dist)["methods/index.html"]
    terms = [row for row in index["entries"] if "#" in row[2]]
    assert [row[1] for row in terms] == [each["term"] for each in board["vocabulary"]]
    for row in terms:
        assert row[2].partition("#")[0] == "methods/index.html"
        assert row[2].partition("#")[2] in page.ids


def test_kinds_are_in_the_words_of_a_reader(entries):
    kinds = {entry.file: entry.kind for entry in entries}
    assert kinds["faith/index.html"] == "Characteristic"
    assert kinds["order/index.html"] == "Check of the method"
    assert kinds["faith/north/index.html"] == "Group"
    assert kinds["faith/red-blue/index.html"] == "Question"
    assert kinds["faith/north/red-blue/index.html"] == "One group, one question"
    assert kinds["engines/birch/index.html"] == "Model"
    assert kinds["engines/birch/faith/index.html"] == "Model on one characteristic"
    assert kinds["data/index.html"] == "Page"


def test_the_general_comes_before_the_particular(entries):
    order = [entry.kind for entry in entries]
    first = [order.index(kind) for kind in ("Characteristic", "Group", "Question", "Model", "Term")]
    assert first == sorted(first)
    assert order.index("Term") < order.index("One group, one question") < order.index("Model on one characteristic")


def test_a_result_says_in_one_line_what_was_found(entries):
    assert find(entries, "Sort").found == "Birch, 12.00 points"
    assert find(entries, "Hue: Light").found.startswith("no clear effect; the largest ")
    assert all(len(entry.found) <= 111 and "\n" not in entry.found for entry in entries)
    assert all("95% range" not in entry.found for entry in entries if entry.kind != "Term")


def test_other_words_come_from_the_data(entries):
    assert "blue" in find(entries, "Faith: North, red or blue").more + find(entries, "Faith: North, red or blue").label
    assert "phrase" in find(entries, "Faith").more.split()
    assert "language" in find(entries, "Alder").more.split()
    assert "q4" in find(entries, "Birch").more.split()


def test_no_word_is_said_twice(entries):
    for entry in entries:
        words = [word.casefold() for word in entry.more.split()]
        assert len(set(words)) == len(words)
        assert not set(words) & set(re.findall(r"\w+", entry.label.casefold()))


@pytest.mark.parametrize("label", [*LABELS.values(), "\u2028line\u2029end", "\x00\ud800"])
def test_a_hostile_label_comes_back_as_it_was(label):
    script = index_script([replace(PLAIN, label=label, found=label, kind=label)])
    assert b"<" not in script
    assert b">" not in script
    assert script.count(b"\n") == index_script([PLAIN]).count(b"\n")
    if "\ud800" not in label:
        assert read(script) == {
            "kinds": [label],
            "entries": [[0, label, PLAIN.file, label, PLAIN.more]],
        }


def test_hostile_labels_of_a_whole_study_are_in_the_index(tmp_path):
    built = build_site(make_project(tmp_path, renamed(CANARY)))
    labels = {row[1] for row in read((built.out / INDEX).read_bytes())["entries"]}
    assert CANARY in labels


def test_the_same_data_gives_the_same_bytes(sample_root, board, entries):
    again = entries_of(plan_pages(names_in(board), load_settings(sample_root)))
    assert index_script(again) == index_script(entries)


def test_a_project_without_terms_still_has_an_index(tmp_path):
    built = build_site(make_project(tmp_path, sample_board() | {"vocabulary": []}))
    assert not any("#" in row[2] for row in read((built.out / INDEX).read_bytes())["entries"])


def test_the_index_of_this_repository_is_small():
    path = REPOSITORY / "site" / "data" / "leaderboard.json"
    if not path.exists():
        pytest.skip("bd report has not been run")
    data = load_leaderboard(path)
    script = index_script(entries_of(plan_pages(names_in(data), load_settings(REPOSITORY))))
    assert len(gzip.compress(script, 9)) < 40_000


@pytest.mark.parametrize("name", ["search.js", "search-match.js", "reader.js"])
def test_scripts_are_small_strict_and_make_no_markup(name):
    text = (REPOSITORY / "site" / "static" / name).read_text("utf-8")
    assert len(text.encode()) < 6_144
    assert '"use strict";' in text
    assert not re.search(r"innerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|https?://", text)


@pytest.mark.parametrize(
    "word", ["hiring", "job", "women", "wheelchair", "doctor", "immigrant", "military", "moderation"]
)
def test_words_of_readers_lead_to_pages(word):
    board = load_leaderboard(REPOSITORY / "site/data/leaderboard.json")
    found = entries_of(plan_pages(names_in(board), load_settings(REPOSITORY)))
    assert [each for each in found if re.search(rf"\b{word}", f"{each.label} {each.more}", re.IGNORECASE)]


def test_a_level_is_found_by_the_words_of_its_group_and_question(index):
    more = {label: words for _, label, _, _, words in index["entries"]}
    assert "northfolk" in more["Faith: North"]
    assert {"northfolk", "hiring"} <= set(more["Faith: North, yes or no"].split())
