"""Real models, asked a few of their committed answers again. Needs the packages that carry their weights."""

from pathlib import Path

import pytest

from bd.ask import reask
from bd.errors import BdError

REPOSITORY = Path(__file__).parents[2]
MODELS = sorted(path.stem for path in (REPOSITORY / "studies" / "models").glob("*.toml"))
QUICK = {"alt-profanity-check", "glove", "planted-balanced", "planted-skewed", "vader"}
NOT_HERE = ("not installed", "npm install", "no finished log")
"""What the line says where a package, its weights or the saved answers are not here."""


@pytest.mark.models
@pytest.mark.filterwarnings("default")  # the models' packages are not ours
@pytest.mark.parametrize("model", MODELS)
def test_a_real_model_still_gives_its_saved_answers(model):
    try:
        report = reask(REPOSITORY, model, rows=36 if model in QUICK else 12)
    except BdError as error:
        if any(words in str(error) for words in NOT_HERE):
            pytest.skip(str(error))
        raise
    assert report.rows > 0
    assert not report.differing, str(report)
