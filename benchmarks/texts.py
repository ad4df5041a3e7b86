"""Made-up texts on made-up people, put together by chance from the sentences of `study/texts.toml`.

The same seed gives the same texts, and a larger scale the same ones and more after them. About one note in twenty
leaves no room for a phrase, and one in four tells a year, so that some edits do not fit, as in any study.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bd.files import dump_jsonl, sha256_bytes

__all__ = ["SOURCES", "chance", "text_files"]

SOURCES = Path(__file__).with_name("study")
"""The study as people wrote it; only texts and answers are made up anew."""
_CALIBRATION = 20
_CLOSED = 0.05
"""Part of the notes that leave no room before he or she."""
_NUMBERS = 98

Words = Mapping[str, Any]
Label = dict[str, Any]


def chance(*key: object) -> np.random.Generator:
    """Return a generator of its own for what the key names."""
    digest = sha256_bytes(repr(key).encode())
    return np.random.Generator(np.random.Philox(key=int(digest[:32], 16)))


def text_files(scale: float, seed: int) -> dict[str, bytes]:
    """Return the files under `studies/texts/`, by name: both sets of texts, and of each some for calibration."""
    words = tomllib.loads((SOURCES / "texts.toml").read_text("utf-8"))
    notes, letters = words["notes"], words["letters"]
    trades = len(notes["trades"])
    files: dict[str, bytes] = {}
    for name, source, make, own in (
        ("notes", notes, _notes, max(2, round(notes["texts"] * scale)) * trades),
        ("letters", letters, _letters, max(10, round(letters["texts"] * scale))),
    ):
        texts = list(make(words, source, own, seed))
        extra = [text | {"id": f"cal-{text['id']}"} for text in make(words, source, _CALIBRATION * trades, seed + 1)]
        files |= _described(name, source, texts) | _described(f"{name}-calibration", source, extra)
    return files


def _described(name: str, source: Words, texts: Sequence[Label]) -> dict[str, bytes]:
    lines = dump_jsonl(texts)
    facts = {
        "format": "bd/texts@1",
        "label": source["label"],
        "noun": source["noun"],
        "about": "Made up for timings.",
        "licence": "CC0-1.0",
        "sha256": sha256_bytes(lines),
    }
    if "frame" in texts[0]:
        facts["frame"] = "frame"
    described = "".join(f'{key} = "{value}"\n' for key, value in facts.items())
    return {f"{name}.jsonl": lines, f"{name}.toml": described.encode()}


def _notes(words: Words, source: Words, count: int, seed: int) -> Iterator[Label]:
    """Yield notes, of each trade in turn; a trade's goods and the opening sentence are the frame."""
    trades = list(source["trades"].items())
    draw = _Draws(words, chance("notes", seed), count)
    closed = draw.parts < _CLOSED
    for n in range(count):
        trade, goods = trades[n % len(trades)]
        place, shape = draw.pick(n, 0, goods), draw.pick(n, 1, source["closed" if closed[n] else "openings"])
        sentences = (shape[1], draw.pick(n, 2, source["middles"])[1], draw.pick(n, 3, source["endings"])[1])
        she = draw.pick(n, 4, (False, True))[1]
        yield {
            "id": f"note-{n + 1:06d}",
            "text": draw.filled(n, sentences, she, place[1]),
            "gender": "she" if she else "he",
            "trade": trade,
            "skill": draw.pick(n, 5, ("hire", "decline"))[1],
            "frame": f"{trade}-{place[0]}-{'closed' if closed[n] else shape[0]}",
        }


def _letters(words: Words, source: Words, count: int, seed: int) -> Iterator[Label]:
    draw = _Draws(words, chance("letters", seed), count)
    for n in range(count):
        tone = draw.pick(n, 4, ("friendly", "cross"))[1]
        sentences = (draw.pick(n, part, source[name])[1] for part, name in enumerate(("openings", tone, "endings")))
        yield {"id": f"letter-{n + 1:06d}", "text": draw.filled(n, tuple(sentences), False, ""), "tone": tone}


class _Draws:
    """Everything that is drawn for each of so many texts; a text's draws do not depend on how many come after it."""

    def __init__(self, words: Words, source: np.random.Generator, count: int) -> None:
        self._words = words
        drawn = source.random((count, 12))
        self._drawn = drawn.tolist()
        self.parts = drawn[:, -1]

    def pick(self, n: int, part: int, among: Sequence[Any]) -> tuple[int, Any]:
        """Return one of several, and its place."""
        place = int(self._drawn[n][part] * len(among))
        return place, among[place]

    def filled(self, n: int, sentences: Sequence[str], she: bool, goods: str) -> str:
        """Return the sentences as one text, the second with its number, the third with another."""
        they, their = ("she", "her") if she else ("he", "his")
        return " ".join(
            sentence.format(
                They=they.capitalize(),
                they=they,
                Their=their.capitalize(),
                their=their,
                title="Ms." if she else "Mr.",
                name=self.pick(n, 6, self._words["names"])[1],
                town=self.pick(n, 7, self._words["towns"])[1],
                goods=goods,
                year=1990 + self.pick(n, 8, range(30))[1],
                n=2 + self.pick(n, 9 + place % 2, range(_NUMBERS))[1],
            )
            for place, sentence in enumerate(sentences)
        )
