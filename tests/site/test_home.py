"""What the first page says about the text that it shows."""

from __future__ import annotations

import pytest

from bd.site.plan import plan_pages
from bd.site.records import HomePage
from bd.site.settings import load_settings
from bd.site.words import plain
from tests.report.samples import sample_board
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
    cell["example"] |= {"answers": {n: list(pair) for n, pair in answers.items()}, "moves": {"answers": moves}}
    home = next(page for page in plan_pages(board, load_settings(REPOSITORY)) if isinstance(page, HomePage))
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
