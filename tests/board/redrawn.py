"""Made-up re-draws for made-up effects: normal noise around the effect, as wide as its range."""

from __future__ import annotations

import hashlib

import numpy as np

from bd.board import main_board
from bd.board.certainty import main_rows
from bd.board.levels import Standings, all_standings
from bd.board.overall import MainBoard
from bd.board.records import BoardRows
from bd.board.uncertainty import level_row
from bd.effects.drawn import Redrawn
from bd.effects.records import Effect
from tests.report.samples import sample_study

MODELS = ("alder", "birch", "cedar", "stranger", "seeded", "seeded-even")
PLANTED = ("seeded", "seeded-even")


def made_up(effect: Effect) -> Redrawn:
    """Return re-draws that depend on what the effect is called and on nothing else."""
    assert effect.range is not None
    assert effect.effect is not None
    name = "/".join(str(part) for part in (effect.build, effect.decision, effect.edit, effect.group))
    rng = np.random.default_rng(int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big"))
    error = (effect.range[1] - effect.range[0]) / 2 / 1.96
    apart = rng.standard_normal(100) * error
    return Redrawn(
        effect=effect.effect + rng.standard_normal(1000) * error,
        event_floor=0.00375 if effect.upper_if_none is not None else 0.0,
        halves=effect.effect + np.stack([np.stack([apart, -apart], axis=1)] * 2, axis=2),
    )


def worked_out(effects: list[Effect]) -> tuple[list[Standings], MainBoard, BoardRows]:
    """Return the standings of the sample study, its main board, and what made-up re-draws say of both."""
    found = all_standings(sample_study(), effects, MODELS, PLANTED)
    main = main_board(found, MODELS, PLANTED)
    levels = {s.characteristic.id: tuple(level_row(level, made_up) for level in s.levels) for s in found}
    return found, main, BoardRows(levels, main_rows(main, found, made_up))
