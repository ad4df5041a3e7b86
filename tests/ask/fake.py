"""A model that is made up, and a small project whose texts are put to it.

The entry-point lookup is replaced by `fake_entry_points`. What the model does beyond answering stands in its card, so
that it does the same in another process: `sleep` (seconds a row), `tell` (a file that gets the id of each row as it is
asked), `interrupt` (Ctrl-C on so many rows' end).
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from bd.ask.model import GROUP, Answer, Build, Calibration, Labelled, Question, Row, Setting
from bd.study.records import ModelCard, Option

JOBS = ("nurse", "surgeon")
SHIFTS = ("day", "night")
TEXTS = 12


def fake_entry_points(*, group: str) -> list[EntryPoint]:
    assert group == GROUP
    return [EntryPoint("fake", "tests.ask.fake:fake", GROUP), EntryPoint("llama-cpp", "bd.ask.llama:llama_cpp", GROUP)]


class FakeModel:
    """Answers by a hash of the text; the first option gains where it is listed first."""

    def __init__(self, card: ModelCard, setting: Setting) -> None:
        self.build = Build("fake", str(card.ask.get("version", "1.0")), "0" * 64)
        self.decides = "argmax"
        self.anywhere = None if "alone" in card.ask else ()
        self.setting = setting
        self._ask = card.ask
        self._answered = 0

    def calibrate(self, question: Question, texts: Sequence[Labelled]) -> Calibration:
        return {"method": "fake", "texts": len(texts), "lift": self._ask.get("lift", 0.125)}

    def answer(self, question: Question, calibration: Calibration, rows: Sequence[Row]) -> Iterator[Answer]:
        for row in rows:
            if self._answered == self._ask.get("interrupt"):
                raise KeyboardInterrupt
            self._answered += 1
            time.sleep(self._ask.get("sleep", 0))
            if "tell" in self._ask:
                with (self.setting.root / self._ask["tell"]).open("a") as told:
                    told.write(f"{question.decision} {row.id}\n")
            yield answered(question, calibration["lift"], row)


def answered(question: Question, lift: float, row: Row) -> Answer:
    first, second = (option.id for option in question.options)
    if "unreadable" in row.text:
        return Answer(None, {}, 0, None, "cannot be read")
    if "tie" in row.text:
        return Answer(None, {second: 0.5, first: 0.5})
    chance = 0.2 + 0.6 * int(hashlib.sha256(row.text.encode()).hexdigest()[:8], 16) / 2**32
    chance += {"both": 0.0, "listed": lift, "reversed": -lift}[row.order]
    return Answer(None, {second: 1 - chance, first: chance}, len(row.text.split()), 1.26)


def fake(card: ModelCard, setting: Setting) -> FakeModel:
    return FakeModel(card, setting)


def question(decision: str = "nurse-surgeon", words: Sequence[str] = JOBS) -> Question:
    options = tuple(Option(word, word, f"This person is a {word}.", word, word) for word in words)
    return Question(decision, options, words[1], "Text: {text}\nPossible jobs: {options}\nJob:")


def card(model_id: str = "fake", **ask: Any) -> ModelCard:
    return ModelCard(model_id, model_id, "made up", "Made up.", "MIT", False, None, "", 1, True, True, ask)


def write_project(root: Path, **ask: Any) -> Path:
    """Write a project with two decisions, three tests, and the models `fake` and `narrow` (asked one decision)."""
    write_texts(root, "notes", [_note(n) for n in range(TEXTS)])
    write_texts(root, "notes-calibration", [_note(n) for n in range(100, 106)])
    _write_decision(root, "nurse-surgeon", "job", JOBS)
    _write_decision(root, "day-night", "shift", SHIFTS)
    _write_characteristic(root, "gender", "gender-swap", "swap", "flip", [("swapped", "")])
    _write_characteristic(root, "ask-twice", "ask-twice", "repeat", "repeat", [("again", "")])
    order = [("listed", 'role = "from"\nreversed = false'), ("reversed", "reversed = true")]
    _write_characteristic(root, "option-order", "option-order", "order", "order", order)
    write_card(root, "fake", **ask)
    write_card(root, "narrow", decisions=["day-night"], **ask)
    return root


def _note(n: int) -> dict[str, Any]:
    text = f"He has kept {n} bees since spring and she waters his garden."
    text = {3: "He wears a tie.", 5: "She sent an unreadable letter.", 7: "Nobody is named here."}.get(n, text)
    return {"id": f"note-{n:03}", "text": text, "job": JOBS[n % 2], "shift": SHIFTS[n // 2 % 2]}


def write_texts(root: Path, name: str, rows: Sequence[dict[str, Any]]) -> None:
    data = "".join(json.dumps(row) + "\n" for row in rows).encode()
    _write(root / "studies" / "texts" / f"{name}.jsonl", data.decode())
    toml = {"format": "bd/texts@1", "label": "notes", "noun": "note", "about": "Made up.", "licence": "CC0-1.0"}
    _write(root / "studies" / "texts" / f"{name}.toml", _toml(toml | {"sha256": hashlib.sha256(data).hexdigest()}))


def write_card(root: Path, name: str, tolerance: dict[str, Any] | None = None, **ask: Any) -> None:
    head = {"format": "bd/model@1", "label": name, "kind": "made up", "about": "Made up.", "licence": "MIT"}
    text = _toml(head) + "\n[ask]\n" + _toml({"adapter": "fake"} | ask)
    if tolerance is not None:
        measured = {"choices": 1.0, "machines": ["x86_64 GenuineIntel"], "why": "Made up."}
        text += "\n[tolerance]\n" + _toml(measured | tolerance)
    _write(root / "studies" / "models" / f"{name}.toml", text)


def _write_decision(root: Path, name: str, truth: str, words: Sequence[str]) -> None:
    asked = question(name, words)
    head = {
        "format": "bd/decision@1",
        "label": name,
        "question": f"Which of {' and '.join(words)}?",
        "positive": words[1],
        "texts": "notes",
        "truth": truth,
        "calibration": "notes-calibration",
        "prompt": asked.prompt,
    }
    options = "".join(
        "\n[[options]]\n" + _toml({"id": o.id, "label": o.label, "statement": o.statement}) for o in asked.options
    )
    _write(root / "studies" / "decisions" / f"{name}.toml", _toml(head) + options)


def _write_characteristic(
    root: Path, name: str, edit: str, kind: str, measure: str, versions: Sequence[tuple[str, str]]
) -> None:
    worth = "noise" if measure == "repeat" else "check"
    head = _toml({"format": "bd/characteristic@1", "label": name, "long": name, "kind": worth})
    test = {
        "edit": edit,
        "kind": kind,
        "measure": measure,
        "control": "none",
        "decisions": ["nurse-surgeon", "day-night"],
    }
    words = dict.fromkeys(("changed", "control", "measured", "scored"), "Made up.")
    text = f"{head}\n[[tests]]\n{_toml(test)}\n[tests.words]\n{_toml(words)}"
    for version, settings in versions:
        text += f"\n[[tests.versions]]\n{_toml({'id': version, 'label': version})}{settings}\n"
    _write(root / "studies" / "characteristics" / f"{name}.toml", text)


def _toml(values: dict[str, Any]) -> str:
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
