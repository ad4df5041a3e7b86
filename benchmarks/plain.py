"""The public method in plain Python, without bd and without numpy: what a replay is compared with.

Value, control, effect and 95% range of every cell, one range at a time with `random`, as a short script would do it.
Which cells there are, and what each compares, is taken from the rows that a replay wrote; no number is. It does less
than a replay: no joint ranges, halves or shortlists, no places and no checks.

`python -m benchmarks.plain FOLDER` prints every cell; with `--every` and `--redraws` it works out a part of them.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["Cell", "Plain"]

MILLION = 1_000_000
REDRAWS = 1000
FEWEST = 10
"""Below so many texts there is no range."""
BY_SIZE = ("shift", "shift-of-means")
"""Measures whose column is reflected where its mean is negative."""
COUNTS = ("flip", "order", "repeat")
ONE_LIST = ("version", "halves")
"""Controls that are compared on the texts that have every answer of both, the change's and the control's."""

Answer = tuple[str, int]
"""The choice, and the positive option's probability in millionths."""
Part = tuple[str, str]
"""A log, and what follows the text id in the ids of its rows."""
Sides = list[list[list[Answer]]]
"""Before, after and the other groups; each a list of versions, each version the answers to the texts, in one order."""
Answered = list[list[dict[str, Answer]]]
"""The same by text id."""
Measure = Callable[[Sides, Sequence[int]], list[float]]
"""Gives a number for each of some texts, which are places in that order."""


@dataclass(frozen=True)
class Cell:
    """The four numbers of one cell."""

    key: tuple[str, str, str, str | None]
    """Model, decision, edit and group."""
    texts: int
    value: float
    control: float
    effect: float
    range: tuple[float, float] | None


@dataclass
class Plain:
    """One run over the cells of a project; answers are kept once they are read."""

    root: Path
    redraws: int = REDRAWS
    once: bool = False
    """Whether each text's number is worked out once and then re-drawn, which gives the same and is faster."""
    reading: float = 0.0
    """Seconds spent on reading logs."""
    read: int = 0
    """Bytes of the logs that were read, packed."""
    both: bool = False
    """Whether every range is worked out the other way too, for its time alone."""
    drawing: dict[bool, float] = field(default_factory=lambda: {False: 0.0, True: 0.0})
    """Seconds spent on re-drawing and sorting, by whether numbers are worked out once."""
    drawn: int = 0
    """Texts drawn, over all re-draws."""
    _logs: dict[str, dict[str, Answer]] = field(default_factory=dict)
    _random: random.Random = field(default_factory=lambda: random.Random(0))

    def cells(self, rows: Iterable[dict[str, Any]]) -> Iterator[Cell]:
        """Work out the cells that some scored rows are about; those without a text are passed over."""
        for row in rows:
            measure = COLUMNS[row["measure"]]
            texts, sides, control = self._compared(row)
            if not texts:
                continue
            value = sum(measure(sides, range(texts))) / texts / MILLION
            sign = -1 if row["measure"] in BY_SIZE and value < 0 else 1
            ends = sorted(sign * end for end in self._range(measure, sides, texts)) if texts >= FEWEST else None
            yield Cell(
                key=(row["build"], row["decision"], row["edit"], row["group"]),
                texts=texts,
                value=value,
                control=control,
                effect=sign * value - control,
                range=(ends[0] - control, ends[1] - control) if ends else None,
            )

    def _compared(self, row: dict[str, Any]) -> tuple[int, Sides, float]:
        """Return how many texts are counted, the answers to them, and the control's value."""
        positive, compares = row["positive"], row["control"]["compares"]
        answers = self._answers(row["compares"], row["question"], positive)
        if compares is None:
            texts = _shared(answers)
            return len(texts), _only(answers, texts), 0.0
        # A borrowed control stands on another decision, whose positive option matters to no count.
        control = self._answers(compares, compares["to"][0][0].split("/")[2], positive)
        texts, own = _shared(answers), _shared(control)
        if row["control"]["kind"] in ONE_LIST:
            texts = own = sorted({*texts} & {*own})
        measure = COLUMNS["flip" if row["measure"] in COUNTS else row["measure"]]
        value = sum(measure(_only(control, own), range(len(own)))) / len(own) / MILLION if own else 0.0
        return len(texts), _only(answers, texts), abs(value) if row["measure"] in BY_SIZE else value

    def _range(self, measure: Measure, sides: Sides, n: int) -> tuple[float, float]:
        """Return both ends: the measurement repeated on re-draws of the texts, each kept with all its versions."""
        if self.both:
            self._means(measure, sides, n, not self.once)
        means = self._means(measure, sides, n, self.once)
        self.drawn += self.redraws * n
        out = max(1, self.redraws // 40)
        return means[out - 1], means[-out]

    def _means(self, measure: Measure, sides: Sides, n: int, once: bool) -> list[float]:
        started = time.perf_counter()
        draw = self._random.choices
        if once:
            column = measure(sides, range(n))
            means = sorted(sum(draw(column, k=n)) / n / MILLION for _ in range(self.redraws))
        else:
            texts = range(n)
            means = sorted(sum(measure(sides, draw(texts, k=n))) / n / MILLION for _ in range(self.redraws))
        self.drawing[once] += time.perf_counter() - started
        return means

    def _answers(self, compares: dict[str, Any], question: str, positive: str) -> Answered:
        sides = [compares["from"], compares["to"], *compares.get("others", [])]
        return [[self._version(path, suffix, question, positive) for path, suffix in side] for side in sides]

    def _version(self, path: str, suffix: str, question: str, positive: str) -> dict[str, Answer]:
        log = self._log(path, question, positive)
        return {row_id[: len(row_id) - len(suffix)]: a for row_id, a in log.items() if row_id.endswith(suffix)}

    def _log(self, path: str, question: str, positive: str) -> dict[str, Answer]:
        if path not in self._logs:
            started = time.perf_counter()
            self._logs[path] = {}
            with gzip.open(self.root / path) as lines:
                for line in lines:
                    row = json.loads(line)
                    answer = row["answers"][question]
                    if answer["choice"] is not None:
                        p = round(answer["probabilities"].get(positive, 0) * MILLION)
                        self._logs[path][row["id"]] = (answer["choice"], p)
            self.reading += time.perf_counter() - started
            self.read += (self.root / path).stat().st_size
        return self._logs[path]


def _shared(answers: Answered) -> list[str]:
    return sorted(set.intersection(*(set(version) for side in answers for version in side)))


def _only(answers: Answered, texts: Sequence[str]) -> Sides:
    return [[[version[text] for text in texts] for version in side] for side in answers]


def _changed(sides: Sides, places: Sequence[int]) -> list[float]:
    (before,), (after,) = sides
    return [MILLION if before[n][0] != after[n][0] else 0 for n in places]


def _moved(sides: Sides, places: Sequence[int]) -> list[float]:
    before, after = (_means(side, places) for side in sides)
    return [after - before for before, after in zip(before, after, strict=True)]


def _stereotype(sides: Sides, places: Sequence[int]) -> list[float]:
    _, own, *others = (_means(side, places) for side in sides)
    return [one - sum(rest) / len(rest) for one, *rest in zip(own, *others, strict=True)]


def _means(versions: list[list[Answer]], places: Sequence[int]) -> list[float]:
    if len(versions) == 1:
        return [versions[0][n][1] for n in places]
    return [sum(answers[n][1] for answers in versions) / len(versions) for n in places]


COLUMNS: dict[str, Measure] = {
    "flip": _changed,
    "order": _changed,
    "repeat": _changed,
    "shift": _moved,
    "shift-of-means": _moved,
    "stereotype": _stereotype,
}
"""Every measure by its name; numbers are in millionths."""


def scored_rows(root: Path) -> list[dict[str, Any]]:
    """Return every scored row of a project that was replayed; rows of shortlists are none."""
    lines = (
        line for path in sorted((root / "studies").glob("*.jsonl")) for line in path.read_text("utf-8").split("\n")
    )
    return [row for row in map(json.loads, filter(None, lines)) if "control" in row]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("root", type=Path, metavar="FOLDER", help="a project that was replayed")
    parser.add_argument("--every", type=int, default=1, help="work out only each cell of so many")
    parser.add_argument("--redraws", type=int, default=REDRAWS, help="so many re-draws instead of 1,000")
    parser.add_argument("--once", action="store_true", help="work out each text's number once, not in every re-draw")
    parser.add_argument(
        "--facts",
        action="store_true",
        help="work ranges out both ways, and print how long each part took instead of the cells",
    )
    options = parser.parse_args()
    plain = Plain(options.root, options.redraws, once=options.once, both=options.facts)
    rows = scored_rows(options.root)
    started = time.perf_counter()
    cells = list(plain.cells(rows[:: options.every]))
    seconds = time.perf_counter() - started
    if options.facts:
        facts = {
            "reading": plain.reading,
            "read": plain.read,
            "anew": plain.drawing[False],
            "once": plain.drawing[True],
            "drawn": plain.drawn,
            "rest": seconds - plain.reading - sum(plain.drawing.values()),
            "cells": len(cells),
            "of": len(rows),
            "texts": sum(row["texts"] for row in rows),
        }
        print(json.dumps(facts))
    else:
        for cell in cells:
            print(json.dumps(vars(cell)))


if __name__ == "__main__":
    main()
