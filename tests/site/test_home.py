"""What the first page says about the text that it shows."""

from __future__ import annotations

import pytest

from bd.site.plan import plan_pages
from bd.site.records.pages import HomePage
from bd.site.settings import load_settings
from bd.site.words import plain
from tests.report.samples import sample_board
from tests.site.reading import names_in
from tests.site.sites import REPOSITORY

YES, SURER, NO, SILENT = (
    {"p": 0.75, "choice": "yes"},
    {"p": 0.875, "choice": "yes"},
    {"p": 0.25, "choice": "no"},
    {"p": None, "choice": None},
)


def said(**answers):
    """Return what is said of a text to which models gave these pairs of answers."""
    board = sample_board()
    (cell,) = next(d for d in board["dimensions"] if d["id"] == "years")["breakdown"]["cells"]
    moves = {name: None if None in (b["p"], a["p"]) else 100 * (a["p"] - b["p"]) for name, (b, a) in answers.items()}
    cell["example"] |= {
        "answers": {n: list(pair) for n, pair in answers.items()},
        "moves": {"answers": moves, "builds": {}},
    }
    home = next(page for page in plan_pages(names_in(board), load_settings(REPOSITORY)) if isinstance(page, HomePage))
    return plain(home.example_finding)


@pytest.mark.parametrize(
    ("answers", "text"),
    [
        ({"alder": (YES, YES), "birch": (YES, YES)}, "No model changes its answer on this text."),
        (
            {"alder": (YES, SURER), "birch": (YES, YES)},
            "No model changes its answer on this text, though their confidence moves.",
        ),
        ({"alder": (YES, SURER)}, "Alder keeps its answer on this text, though its confidence moves."),
        ({"alder": (YES, NO)}, "Alder changes its answer on this text."),
        ({"alder": (YES, NO), "birch": (YES, NO)}, "Every model asked changes its answer on this text."),
        ({"alder": (YES, NO), "birch": (YES, SILENT)}, "Alder changes its answer on this text."),
        (
            {"alder": (YES, NO), "birch": (YES, YES)},
            "On this text Alder changes its answer; the other model keeps its own, though its confidence may move.",
        ),
        ({"alder": (YES, SILENT)}, ""),
    ],
)
def test_it_claims_of_models_no_more_than_their_answers_show(answers, text):
    assert said(**answers) == text


def board_on_the_page(**overall):
    board = sample_board()
    board["overall"] |= overall
    home = next(page for page in plan_pages(names_in(board), load_settings(REPOSITORY)) if isinstance(page, HomePage))
    return home.board


def test_how_firm_the_order_is_stands_below_the_board_in_one_sentence():
    rule = {"id": "r", "label": "R", "without": None, "first": [], "pairs": 3, "changed": 0}
    rules = [rule | {"stays": stays} for stays in (True, True, False)]
    told = {"text": "Under 3 rules.", "pairs": 3, "changed": 1, "rules": rules}
    board = board_on_the_page(firmness=told)
    first = board.lines[0].model.label
    assert plain(board.firm) == (
        f"The order is not firm: under 3 other rules that would be as fair, {first} stays first in 2, "
        "and 1 of 3 pairs of models change order."
    )
    assert board.firm_rules == told["text"]
    firm = board_on_the_page(firmness=told | {"changed": 0, "rules": rules[:2]})
    assert plain(firm.firm) == "The order is firm: it stays the same under 2 other rules that would be as fair."
    assert board_on_the_page().firm == ()


def test_what_a_model_was_never_tested_on_and_what_was_set_aside_are_named_apart():
    rows = sample_board()["overall"]["rows"]
    counted = sample_board()["overall"]["counted"]
    labels = {d["id"]: d["label"] for d in sample_board()["dimensions"]}
    rows[0] |= {"untested": [counted[0]], "set_aside": [counted[1]], "too_few": True, "rank": None, "mean_rank": None}
    (line,) = (each for each in board_on_the_page(rows=rows).lines if each.model.id == rows[0]["engine"])
    assert (line.untested, line.set_aside, line.too_few) == ((labels[counted[0]],), (labels[counted[1]],), True)
