import numpy as np
import pytest

from bd.ask.model import Build, Labelled, Row
from bd.ask.statements import StatementModel, unit
from bd.errors import BdError
from tests.ask.fake import question

CALIBRATION = {"scale": 4.0, "offset": 0.5}


class CountingEncoder:
    """One direction for each of two words."""

    def __init__(self):
        self.build = Build("fake", "1.0", "0" * 64)
        self.encoded = []

    def encode(self, text):
        self.encoded.append(text)
        return np.array([text.count("nurse") * 3.0 + 1, text.count("surgeon") * 3.0 + 1]), len(text.split())


def asked(model, text, *, order="both", attempt=1):
    return next(iter(model.answer(question(), CALIBRATION, [Row("a", "a", text, order, attempt)])))


def test_the_nearer_statement_is_more_probable():
    model = StatementModel(CountingEncoder())
    assert asked(model, "With a nurse.").probabilities["nurse"] > asked(model, "With a surgeon.").probabilities["nurse"]


def test_probabilities_follow_the_cosines():
    answer = asked(StatementModel(CountingEncoder()), "A text.")
    cosines = [float(unit(np.array([1.0, 1.0])) @ unit(np.array(v))) for v in ([4.0, 1.0], [1.0, 4.0])]
    logits = 4.0 * np.array(cosines) + [0.0, 0.5]
    assert answer.probabilities["surgeon"] == pytest.approx(1 / (1 + np.exp(logits[0] - logits[1])))


def test_the_order_of_the_options_does_not_matter():
    model = StatementModel(CountingEncoder())
    one, two = (asked(model, "With a nurse.", order=order) for order in ("listed", "reversed"))
    assert one.probabilities == two.probabilities


def test_a_text_is_encoded_once_unless_it_is_asked_again():
    encoder = CountingEncoder()
    model = StatementModel(encoder)
    first, kept, again = asked(model, "A text."), asked(model, "A text."), asked(model, "A text.", attempt=2)
    assert encoder.encoded.count("A text.") == 2
    assert (first.latency_ms is None, kept.latency_ms is None, again.latency_ms is None) == (False, True, False)
    assert encoder.encoded.count("This person is a nurse.") == 1


def test_a_fresh_model_encodes_every_text_anew():
    encoder = CountingEncoder()
    model = StatementModel(encoder, fresh=True)
    asked(model, "A text.")
    asked(model, "A text.")
    assert encoder.encoded.count("A text.") == 2


def test_scale_and_offset_are_fitted_on_the_calibration_texts():
    texts = [Labelled(f"{word}{n}", f"With a {word}. " * n, word) for word in ("nurse", "surgeon") for n in range(1, 4)]
    fitted = StatementModel(CountingEncoder()).calibrate(question(), texts)
    assert (fitted["method"], fitted["texts"]) == ("scale and offset", 6)
    assert fitted["scale"] > 0
    assert fitted["offset"] == pytest.approx(0, abs=1e-5)


def test_a_zero_vector_stays_zero():
    assert unit(np.zeros(3)).tolist() == [0.0, 0.0, 0.0]
    assert np.linalg.norm(unit(np.array([3.0, 4.0]))) == pytest.approx(1)


def test_without_right_answers_the_log_odds_are_standardised_on_the_calibration_texts():
    texts = [Labelled(f"t{n}", "nurse " * n + "surgeon " * (7 - n), None) for n in range(8)]
    model = StatementModel(CountingEncoder())
    fitted = model.calibrate(question(), texts)
    assert (fitted["method"], fitted["texts"]) == ("standard log-odds", 8)
    rows = [Row(t.id, t.id, t.text, "both", 1) for t in texts]
    p = np.array([a.probabilities["surgeon"] for a in model.answer(question(), fitted, rows)])
    odds = np.log(p / (1 - p))
    assert np.median(odds) == pytest.approx(0, abs=1e-5)
    assert odds.std() == pytest.approx(1, abs=1e-5)


def test_without_right_answers_and_with_equal_scores_nothing_can_be_fitted():
    texts = [Labelled(f"t{n}", "nurse surgeon", None) for n in range(4)]
    with pytest.raises(BdError, match="cannot tell them apart"):
        StatementModel(CountingEncoder()).calibrate(question(), texts)
