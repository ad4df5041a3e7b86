"""Real models, asked a few of their committed answers again. Needs the packages that carry their weights.

How far an answer may move stands in each model's card, and where that was measured. On another kind of machine a larger
move is told and is no fault; a model that cannot be asked here says why. `-rs` shows what was skipped.
"""

from pathlib import Path

import pytest

from bd.ask import reask
from bd.ask.model import NotHereError
from bd.study.load import load_study

REPOSITORY = Path(__file__).parents[2]
STUDY = load_study(REPOSITORY)
MODELS = sorted(STUDY.models)
QUICK = {"alt-profanity-check", "glove", "planted-balanced", "planted-skewed", "vader"}


@pytest.mark.parametrize("model", MODELS)
def test_every_card_says_how_far_answers_move_and_why(model):
    tolerance = STUDY.models[model].tolerance
    assert tolerance is not None
    assert "x86_64 AuthenticAMD" in tolerance.machines  # what was not measured is not claimed
    assert tolerance.why.endswith(".")


@pytest.mark.models
@pytest.mark.filterwarnings("default")  # the models' packages are not ours
@pytest.mark.parametrize("model", MODELS)
def test_a_real_model_still_gives_its_saved_answers(model):
    try:
        report = reask(REPOSITORY, model, rows=36 if model in QUICK else 6)
    except NotHereError as error:
        pytest.skip(str(error))
    assert report.rows > 0
    if report.differing and not report.measured:
        pytest.skip(str(report))
    assert not report.differing, str(report)
