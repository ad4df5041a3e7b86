from __future__ import annotations

import copy

import orjson
import pytest
from msgspec import convert

from bd.report import contract
from bd.report.agreement import agreement_part
from bd.report.words import load_words
from bd.site.agreement import agreement_finding, agreement_here, agreement_meaning
from bd.site.build import build_site
from bd.site.words import plain
from tests.report.samples import sample_board
from tests.report.test_agreement import AGREEING, CROSSING, main, row
from tests.site.reading import names_in
from tests.site.sites import Html, make_project, words


def said(found):
    told = contract.located(convert(found, contract.Agreement))
    return plain(agreement_finding(told)), agreement_meaning(told)


def part(board, **more):
    return agreement_part(load_words(), board, row(board, **more))


def test_agreement_beyond_chance():
    finding, meaning = said(part(AGREEING) | {"w": 0.8123, "range": [0.5, 0.9], "null_95": 0.5})
    assert finding == (
        "The characteristics agree on the order of the models more than chance does: Kendall’s W is 0.81 "
        "(95% range 0.50 to 0.90), where chance alone stays at or below 0.50 in 95 of 100."
    )
    assert "tends to be high on others" in meaning


def test_no_agreement_beyond_chance():
    finding, meaning = said(part(CROSSING) | {"w": 0.1, "range": None, "null_95": 0.5})
    assert finding == (
        "The characteristics do not agree on the order of the models more than chance does: Kendall’s W is 0.10, "
        "where chance alone stays at or below 0.50 in 95 of 100."
    )
    assert "says little about its place on another" in meaning
    assert "Nor does this show that they differ" in meaning


def test_too_noisy_is_never_disagreement():
    finding, meaning = said(part(CROSSING, reliabilities=(0.9, 0.1, 0.1, 0.1)))
    assert finding == (
        "Whether the characteristics agree on the order of the models cannot be told: fewer than 3 of those compared "
        "would put the models in much the same order on other texts (a reliability of 0.50 or more)."
    )
    assert "nor can it be said to disagree" in meaning


@pytest.mark.parametrize(
    ("board", "end"),
    [
        (main(counted=()), "and here are no characteristics and no models."),
        (main([1, 2, 3, 4, 5], counted=("sort",)), "and here is 1 characteristic and 5 models."),
        (main([1], [1], counted=("sort", "years"), models=("alder",)), "and here are no characteristics and 1 model."),
        (main([1, 2], [1, 2], [2, 1], [1, 2], models=("a", "b")), "and here are 4 characteristics and 2 models."),
    ],
)
def test_too_few(board, end):
    finding, meaning = said(part(board, ends=None, reliabilities=(0.9,) * len(board.counted)))
    assert finding == (
        "Whether the characteristics agree on the order of the models cannot be told: that takes 3 characteristics "
        f"that tell models apart and 3 models with a place on all of them, {end}"
    )
    assert meaning == "Read each characteristic by itself."


def test_so_many_digits_that_the_side_of_chance_is_seen():
    finding, _ = said(part(AGREEING) | {"w": 0.5004, "range": None, "null_95": 0.5})
    assert "W is 0.5004," in finding


def board_with(found):
    """The sample board with an agreement of its own characteristics and models."""
    board = copy.deepcopy(sample_board())
    names = [each["id"] for each in board["dimensions"] if each["kind"] == "characteristic"]
    renamed = dict(zip(("sort", "years", "hue", "tone"), (names * 4)[:4], strict=True))
    renamed |= dict(
        zip(
            ("alder", "birch", "cedar", "dale", "elder"),
            [*("alder", "birch", "cedar"), "stranger", "seeded"],
            strict=True,
        )
    )
    text = orjson.dumps(found).decode()
    for old, new in renamed.items():
        text = text.replace(f'"{old}"', f'"{new}"')
    board["overall"]["agreement"] = orjson.loads(text)
    return board


def section(tmp_path, board):
    root = make_project(tmp_path, board)
    build_site(root)
    page = Html(root / "site" / "dist" / "index.html")
    return next((e for e in page.all("section") if e.attrib.get("aria-labelledby") == "_agreement"), None)


def drawings(shown):
    return [each for each in shown.iter() if each.tag.rpartition("}")[2] == "svg"]


def test_the_section_has_a_picture_with_a_title_and_the_same_numbers_in_a_table(tmp_path):
    found = board_with(part(CROSSING, reliabilities=(0.9, 0.9, 0.9, 0.3)))
    shown = section(tmp_path, found)
    (svg,) = drawings(shown)
    assert svg.attrib["aria-labelledby"] == "_agree-title _agree-about"
    assert {each.tag.rpartition("}")[2] for each in svg} >= {"title", "desc", "rect", "line", "circle", "text"}
    assert not any("style" in each.attrib for each in shown.iter())
    table = words(next(shown.iter("table")))
    assert f"{found['overall']['agreement']['null_95']:.2f}" in table
    assert "0.50 to 1.00" in table
    assert "20,000" in table


def test_pairs_are_listed_the_closest_first_with_the_noisy_marked(tmp_path):
    found = board_with(part(CROSSING, reliabilities=(0.9, 0.9, 0.9, 0.3)))
    pairs = agreement_here(names_in(found)).pairs
    taus = [float(p.tau.text.replace("−", "-")) for p in pairs if p.tau]
    assert taus == sorted(taus, reverse=True)
    assert len(pairs) == 6
    assert sum(p.noisy for p in pairs) == 3
    assert words(list(section(tmp_path, found).iter("table"))[1]).count("too noisy to compare") == 3


def test_every_number_of_the_section_leads_back_to_the_data_file(tmp_path):
    found = board_with(part(AGREEING))
    for data in section(tmp_path, found).iter("data"):
        here = found
        for step in data.attrib["data-key"].split("/")[1:]:
            here = here[int(step)] if isinstance(here, list) else here[step]
        assert orjson.dumps(here).decode() == data.attrib["value"]


def test_marks_stand_where_the_numbers_are():
    line = agreement_here(names_in(board_with(part(AGREEING) | {"w": 1.0, "range": [0.0, 1.0], "null_95": 0.5}))).drawn
    assert (line.lo, line.hi) == (line.start, line.end)
    assert line.value == line.end
    assert line.band == (line.end - line.start) / 2
    assert line.mean == line.start + (line.end - line.start) / 4


def notes(found):
    return [plain(each) for each in agreement_here(names_in(board_with(found))).notes]


def test_a_finding_that_hangs_on_one_of_them_says_so():
    tries = [
        {"kind": "dimension", "id": "sort", "w": 0.6, "null_95": 0.5, "beyond_chance": True},
        {"kind": "engine", "id": "alder", "w": 0.2, "null_95": 0.5, "beyond_chance": False},
    ]
    found = notes(part(CROSSING) | {"without_one": tries})
    assert any(
        "the characteristics would agree more than chance does: W would be 0.60, where chance alone stays at or "
        "below 0.50." in each
        for each in found
    )
    assert found[-1].endswith("that one alone turns the finding round.")
    assert notes(part(CROSSING) | {"without_one": tries[1:]})[-1].endswith("none turns the finding round.")
    found = notes(part(AGREEING) | {"without_one": [tries[1], tries[1]]})
    assert found[-2].startswith(
        "Without Alder the characteristics would not agree more than chance does: W would be 0.20"
    )
    assert found[-1].endswith("no other turns the finding round.")


def test_what_is_left_out_is_named_with_the_reason():
    found = notes(part(CROSSING) | {"gaps": ["sort"], "no_order": ["years"]})
    assert any(each.startswith("Left out, since models have no place there: ") for each in found)
    assert any(each.startswith("Left out, since the models compared share one place there: ") for each in found)


def test_too_few_has_words_and_no_picture(tmp_path):
    shown = section(tmp_path, sample_board())
    assert "cannot be told" in words(shown)
    assert drawings(shown) == []


def test_an_older_data_file_has_no_section(tmp_path):
    board = copy.deepcopy(sample_board())
    del board["overall"]["agreement"]
    assert section(tmp_path, board) is None
