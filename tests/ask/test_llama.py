import hashlib
from dataclasses import replace

import numpy as np
import pytest

import bd.ask.llama
from bd.ask import ask
from bd.ask.llama import CALIBRATION_TEXTS, LlamaModel, draw, render_prompt
from bd.ask.model import Labelled, Row, Setting
from bd.errors import BdError
from tests.ask.fake import TEXTS, card, question, write_card
from tests.ask.logs import rows_of


class FakeEngine:
    """Gives each piece a log-probability by a hash, and more of it to the option that the prompt lists first."""

    prompts = ()
    unseen = None
    """A piece that is never among the most probable, in texts that say so."""

    def __init__(self, path, threads):
        self.name = "fake 1.0"
        type(self).prompts = []

    def first_piece(self, word):
        assert word.startswith(" ")
        return {"n": 1, "s": 2, "d": 3}.get(word[1:2], 0)

    def next_pieces(self, prompt, pieces):
        self.prompts.append(prompt)
        text, _, listed = prompt.partition("\nPossible jobs: ")
        first = self.first_piece(" " + listed)
        number = int(hashlib.sha256(text.encode()).hexdigest()[:4], 16) / 2**16
        values = [-1.0 - 0.5 * (piece == 2) * number + 0.4 * (piece == first) for piece in pieces]
        seen = [
            None if piece == self.unseen and "unreadable" in text else v
            for piece, v in zip(pieces, values, strict=True)
        ]
        return seen, len(prompt.split())


@pytest.fixture
def engine(monkeypatch):
    monkeypatch.setattr(bd.ask.llama, "_Engine", FakeEngine)
    monkeypatch.setattr(FakeEngine, "unseen", None)
    return FakeEngine


@pytest.fixture
def weights(tmp_path, engine):
    (tmp_path / "weights.gguf").write_bytes(b"weights")
    return tmp_path


def model(root, *, fresh=False, **ask_settings):
    return LlamaModel(card(adapter="llama-cpp", file="weights.gguf", **ask_settings), Setting(root, fresh=fresh))


def row(text="He reads.", *, order="both", attempt=1, row_id="note-001"):
    return Row(row_id, row_id, text, order, attempt)


def answers(asked, rows, offset=0.0):
    return list(asked.answer(question(), {"scale": 1.0, "offset": offset}, rows))


def llama_project(root, **settings):
    (root / "weights.gguf").write_bytes(b"weights")
    write_card(root, "fake", adapter="llama-cpp", file="weights.gguf", **settings)


def said(root, edit):
    return [row["answers"]["nurse-surgeon"] for row in rows_of(root, edit)]


def test_the_prompt_lists_the_options_both_ways_round():
    assert (
        render_prompt(question(), "He reads.", reverse=False) == "Text: He reads.\nPossible jobs: nurse, surgeon\nJob:"
    )
    assert "Possible jobs: surgeon, nurse" in render_prompt(question(), "He reads.", reverse=True)


def test_braces_in_a_text_are_left_as_they_are():
    assert "Text: {options} and {text}\n" in render_prompt(question(), "{options} and {text}", reverse=False)


def test_an_answer_is_the_mean_over_both_orders(weights):
    both, listed, other = answers(model(weights), [row(), row(order="listed"), row(order="reversed")], offset=0.3)
    one, two = listed.probabilities["nurse"], other.probabilities["nurse"]
    assert one > two
    assert both.probabilities["nurse"] == pytest.approx((one + two) / 2)
    assert both.input_tokens == listed.input_tokens + other.input_tokens


def test_the_offset_moves_the_followed_option(weights):
    (low,), (high,) = (answers(model(weights), [row()], offset=offset) for offset in (-1.0, 1.0))
    assert low.probabilities["surgeon"] < high.probabilities["surgeon"]


def test_options_with_the_same_first_piece_are_refused(weights):
    with pytest.raises(BdError, match=r"starts these options with the same piece: nurse \(nurse\), notary \(notary\)$"):
        list(model(weights).answer(question(words=("nurse", "notary")), {"scale": 1.0, "offset": 0.0}, [row()]))


def test_an_option_that_is_not_among_the_likeliest_is_no_answer(weights, monkeypatch):
    monkeypatch.setattr(FakeEngine, "unseen", 2)
    missing, there = answers(model(weights), [row("An unreadable note."), row()])
    assert missing.error == "no probability for the next piece of: surgeon"
    assert (missing.choice, dict(missing.probabilities), missing.latency_ms) == (None, {}, None)
    assert there.error is None


def test_an_improbable_option_is_looked_for_further_down(monkeypatch):
    asked = []

    def most_probable(engine, prompt, pieces, count):
        asked.append(count)
        return ([-1.0, -9.0 if count > 400 else None], 12)

    monkeypatch.setattr(bd.ask.llama._Engine, "_most_probable", most_probable)
    engine = object.__new__(bd.ask.llama._Engine)
    assert engine.next_pieces("Text: He reads.", (1, 2)) == ([-1.0, -9.0], 12)
    assert asked == list(bd.ask.llama.READ[:2])


def test_the_offset_is_fitted_on_the_first_texts_by_hash_and_on_those_that_are_answered(weights, monkeypatch):
    monkeypatch.setattr(FakeEngine, "unseen", 2)
    texts = [Labelled(f"t{n}", f"Text {n}.", ("nurse", "surgeon")[n % 2]) for n in range(60)]
    asked = model(weights)
    fitted = asked.calibrate(question(), texts)
    assert fitted["texts"] == 2 * CALIBRATION_TEXTS
    assert (fitted["method"], fitted["scale"], fitted["engine"]) == ("offset", 1.0, "fake 1.0")
    rows = [row(t.text) for t in texts]
    mean = np.mean([a.probabilities["surgeon"] for a in answers(asked, rows, fitted["offset"])])
    assert mean == pytest.approx(0.5, abs=0.05)
    texts[0] = Labelled("t0", "An unreadable text.", "nurse")
    used = asked.calibrate(question(), texts[:10])
    assert used["texts"] == 9


def test_a_draw_is_seeded_by_decision_row_and_attempt():
    chances = {"nurse": 0.5, "surgeon": 0.5}
    rows = [row(row_id=f"note-{n}", attempt=attempt) for n in range(200) for attempt in (1, 2)]
    drawn = [draw(chances, decision="d", row=r) for r in rows]
    assert drawn == [draw(chances, decision="d", row=r) for r in rows]
    assert 60 < sum(one != two for one, two in zip(drawn[::2], drawn[1::2], strict=True)) < 140
    assert drawn != [draw(chances, decision="another", row=r) for r in rows]


def test_draws_follow_the_probabilities():
    drawn = [draw({"nurse": 0.8, "surgeon": 0.2}, decision="d", row=row(row_id=f"note-{n}")) for n in range(2000)]
    assert drawn.count("nurse") / 2000 == pytest.approx(0.8, abs=0.03)
    assert draw({"nurse": 0.0, "surgeon": 1.0}, decision="d", row=row()) == "surgeon"
    assert draw({"nurse": 0.0, "surgeon": 0.0}, decision="d", row=row()) == "surgeon"


def test_what_was_answered_is_not_computed_twice_unless_it_is_asked_again(weights):
    asked = model(weights)
    answers(asked, [row(), row()])
    assert len(FakeEngine.prompts) == 2
    remembered, anew = answers(asked, [row(), row(attempt=2)])
    assert len(FakeEngine.prompts) == 4
    assert remembered.latency_ms is None
    assert anew.latency_ms is not None
    assert remembered.probabilities == anew.probabilities


def test_a_fresh_model_remembers_nothing(weights):
    asked = model(weights, fresh=True)
    answers(asked, [row(), row()])
    assert len(FakeEngine.prompts) == 4
    assert not (weights / ".cache" / "bd" / "prompts.sqlite").exists()


def test_a_run_remembers_what_an_earlier_one_computed(weights):
    answers(model(weights), [row()])
    answers(model(weights, decides="sampled"), [row()])
    assert FakeEngine.prompts == []


def test_the_order_log_holds_the_two_answers_whose_mean_is_the_answer(project, engine):
    llama_project(project)
    ask(project, "fake", decisions=["nurse-surgeon"], edits=["as-written", "option-order"])
    orders = [answer["probabilities"]["nurse"] for answer in said(project, "option-order")]
    mean = [answer["probabilities"]["nurse"] for answer in said(project, "as-written")]
    assert mean == pytest.approx(
        [(one + two) / 2 for one, two in zip(orders[::2], orders[1::2], strict=True)], abs=1e-6
    )
    assert all(one > two for one, two in zip(orders[::2], orders[1::2], strict=True))
    assert len(FakeEngine.prompts) == 2 * (TEXTS + 6)  # the calibration texts too


def test_asked_twice_every_prompt_is_computed_twice(project, engine):
    llama_project(project)
    ask(project, "fake", decisions=["nurse-surgeon"], edits=["as-written", "ask-twice"])
    counts = [FakeEngine.prompts.count(prompt) for prompt in FakeEngine.prompts if "100" not in prompt[:30]]
    assert counts.count(2) == 2 * 2 * TEXTS


def test_a_model_that_draws_changes_its_mind_when_asked_twice(project, engine):
    llama_project(project, decides="sampled")
    ask(project, "fake", decisions=["nurse-surgeon"], edits=["as-written", "ask-twice"])
    first, second = said(project, "as-written"), said(project, "ask-twice")
    assert [answer["probabilities"] for answer in first] == [answer["probabilities"] for answer in second]
    assert [answer["choice"] for answer in first] != [answer["choice"] for answer in second]
    kept = (project / "answers" / "fake" / "nurse-surgeon" / "ask-twice.jsonl.gz").read_bytes()
    (project / "answers" / "fake" / "nurse-surgeon" / "ask-twice.jsonl.gz").unlink()
    ask(project, "fake", decisions=["nurse-surgeon"], edits=["ask-twice"])
    again = said(project, "ask-twice")
    assert again == second
    assert kept == (project / "answers" / "fake" / "nurse-surgeon" / "ask-twice.jsonl.gz").read_bytes()


def test_without_right_answers_the_offset_makes_the_mean_probability_one_half(weights):
    texts = [Labelled(f"t{n}", f"Text {n}.", None) for n in range(60)]
    asked = model(weights)
    fitted = asked.calibrate(question(), texts)
    assert (fitted["method"], fitted["texts"]) == ("offset to one half", 2 * CALIBRATION_TEXTS)
    used = sorted(texts, key=lambda t: hashlib.sha256(t.id.encode()).hexdigest())[: 2 * CALIBRATION_TEXTS]
    found = answers(asked, [row(t.text) for t in used], fitted["offset"])
    assert np.mean([a.probabilities["surgeon"] for a in found]) == pytest.approx(0.5, abs=1e-5)


def test_a_prompt_that_lists_no_options_is_put_once(weights):
    asked = model(weights)
    plain = replace(question(), prompt="{text}\nPossible jobs: ")
    (answer,) = asked.answer(plain, {"scale": 1.0, "offset": 0.0}, [row()])
    assert FakeEngine.prompts == ["He reads.\nPossible jobs: "]
    assert set(answer.probabilities) == {"nurse", "surgeon"}
