import pytest

from bd.ask.lexicons import ScaleModel
from bd.ask.model import Build, Labelled, Row
from bd.errors import BdError
from tests.ask.fake import card, question

BUILD = Build("fake", "1.0", "0" * 64)


def rudeness(text):
    return text.count("!") / 10


def judge(*, is_probability, detects="rude"):
    return ScaleModel(card(detects=detects), BUILD, rudeness, is_probability=is_probability)


def asked(model, text, calibration, words=("fine", "rude")):
    return next(iter(model.answer(question("comments", words), calibration, [Row("a", "a", text, "both", 1)])))


def test_a_probability_is_the_answer_whichever_option_it_speaks_for():
    model = judge(is_probability=True)
    assert model.calibrate(question("comments", ("fine", "rude")), []) == {"method": "none", "texts": 0}
    assert asked(model, "No!!!", {}).probabilities == pytest.approx({"fine": 0.7, "rude": 0.3})
    assert asked(model, "No!!!", {}, ("rude", "fine")).probabilities == pytest.approx({"rude": 0.3, "fine": 0.7})


def test_another_scale_is_fitted():
    model = judge(is_probability=False)
    texts = [Labelled(str(n), "No" + "!" * n, "rude" if n > 4 else "fine") for n in range(10)]
    fitted = model.calibrate(question("comments", ("fine", "rude")), texts)
    assert (fitted["method"], fitted["texts"]) == ("scale and offset", 10)
    assert (
        asked(model, "No", fitted).probabilities["rude"]
        < 0.5
        < asked(model, "No!!!!!!!!!", fitted).probabilities["rude"]
    )


@pytest.mark.parametrize("words", [("nurse", "surgeon"), ("rude", "fine", "neither")])
def test_a_question_that_the_scale_does_not_answer_is_refused(words):
    with pytest.raises(BdError, match="one of them right for 'rude'; comments is not one"):
        judge(is_probability=True).calibrate(question("comments", words), [])
