"""One text before and after the change, as the model read it, with what it answered.

The first text whose answer changed; where none did, the first that was answered both times. A side that holds several
versions of each text is shown by its first one.
"""

from __future__ import annotations

import numpy as np

from bd.answers.align import Column
from bd.answers.read import MILLION
from bd.board.cells import key_of
from bd.effects.records import Part
from bd.explain.arithmetic import saved_log
from bd.explain.logs import Logs
from bd.explain.records import Example, Shown
from bd.report.names import Names
from bd.report.versions import Runs, asked_text, segments, version_of

__all__ = ["example_of"]


def example_of(names: Names, logs: Logs) -> Example | None:
    """Return the example of a row; None where no text was answered both times, or where it cannot be made anew."""
    effect = logs.effect
    key = key_of(effect)
    test, parts = names.test(key), (effect.compares.from_[0], effect.compares.to[0])
    before, after = (_column(logs, part) for part in parts)
    both = logs.column().mask & (before.choices >= 0) & (after.choices >= 0)
    moved = both & (before.choices != after.choices)
    place = next(iter(np.flatnonzero(moved if moved.any() else both)), None)
    if place is None:
        return None
    text_id = logs.table.texts[place]
    sides = [version_of(test, logs.decision, part[1]) for part in parts]
    texts = [asked_text(logs.study, logs.decision, test, side, text_id) for side in sides]
    if texts[0] is None or texts[1] is None:
        return None
    runs, _ = segments(texts[0], texts[1])
    shown = [
        Shown(
            label=side.label,
            text=_bracketed(each),
            options=side.options,
            choice=_choice(logs, column, int(place)),
            p=None if column.millionths[place] < 0 else int(column.millionths[place]) / MILLION,
        )
        for side, each, column in zip(sides, runs, (before, after), strict=True)
    ]
    return Example(text_id, bool(moved.any()), shown[0], shown[1])


def _column(logs: Logs, part: Part) -> Column:
    return logs.table.column(saved_log(logs.table, part[0]), part[1])


def _choice(logs: Logs, column: Column, place: int) -> str:
    return logs.decision.options[int(column.choices[place])].label


def _bracketed(runs: Runs) -> str:
    """Return a text with the pieces that differ in brackets, the blanks around them outside."""
    told = []
    for piece, changed in runs:
        words = piece.strip()
        start = piece.find(words)
        whole = f"{piece[:start]}[{words}]{piece[start + len(words) :]}"
        told.append(whole if changed and words else piece)
    return "".join(told)
