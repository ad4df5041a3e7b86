"""Before a number is explained it is worked out again, twice: by the code of a replay, and by the lines that are shown.

A row that is not what the saved answers give, or that the data file tells otherwise, is explained to nobody.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from bd.answers.folder import Answers
from bd.board.cells import make_cell
from bd.board.digits import points
from bd.effects.records import Effect
from bd.effects.rows import to_row
from bd.effects.saved import scored_path
from bd.effects.score import score
from bd.errors import BdError
from bd.explain.logs import Logs
from bd.report.state import DATA_FILE
from bd.study.records import Study

__all__ = ["check_file", "check_row", "logs_of", "run_lines", "run_snippet"]

_NAMES = ("value", "control", "effect", "low", "high")
_MOST = "most"


def logs_of(root: Path, study: Study, effect: Effect, answers: Answers) -> Logs:
    """Return the answers behind a row; `BdError` where they are not there."""
    tables = {table.decision: table for table in answers.tables if table.build == effect.build}
    control = effect.control.compares
    other = effect.decision if control is None else control.to[0][0].split("/")[2]
    try:
        return Logs(root, study, effect, tables[effect.decision], tables[other])
    except KeyError as missing:
        folder = f"answers/{effect.build}/{missing.args[0]}"
        raise BdError(f"{folder}: not there, but a scored row came from it; run `bd replay`") from None


def check_row(logs: Logs) -> None:
    """Score the row again by the code of a replay.

    What a row says of other models, its texts in common, is left out; `bd verify` compares that too.

    Raises
    ------
    BdError
        The row says something else.
    """
    effect = logs.effect
    again = score(logs.study, {t.decision: t for t in (logs.table, logs.control_table)}.values())
    found = next((e for e in again.effects if e.cell == effect.cell), None)
    where = scored_path(effect.decision, effect.edit)
    if found is None:
        raise BdError(f"{where}: the saved answers give no row of {effect.build}; run `bd replay`")
    said, given = (to_row(replace(e, common=None, on_common=None)) for e in (effect, found))
    for key in said:
        if said[key] != given[key]:
            told = f"{where}: {effect.build}: {key} is {said[key]}, the saved answers give {given[key]}"
            raise BdError(f"{told}; run `bd verify`")


def check_file(effect: Effect, facet: Mapping[str, Any]) -> None:
    """Compare the digits that the data file publishes with the row's; `BdError` where they differ."""
    if facet["status"] != "measured":
        raise BdError(f"{DATA_FILE}: has no number of this row; run `bd report`")
    own = facet.get("on_own_texts")
    told = make_cell(effect).told if own is None else effect
    low, high = told.range or (None, None)
    excess, raw, floor = ("excess", "raw", "floor") if own is None else ("on_own_texts",) * 3
    said = {
        (excess, "value"): told.effect,
        (excess, "lo"): low,
        (excess, "hi"): high,
        (raw, "value" if own is None else "raw"): effect.value,
        (floor, "value" if own is None else "floor"): effect.control.value,
    }
    for (part, key), fraction in said.items():
        wanted = None if fraction is None else points(fraction)
        if facet[part][key] != wanted:
            raise BdError(
                f"{DATA_FILE}: {part}.{key} is {facet[part][key]}, the scored row says {wanted}; run `bd verify`"
            )


def run_snippet(logs: Logs, code: str) -> tuple[str, ...]:
    """Run the lines that are shown for a row and return what they print; `BdError` if these are not its digits."""
    return run_lines(logs.root, code, _wanted(logs.effect))


def run_lines(root: Path, code: str, wanted: Mapping[str, float]) -> tuple[str, ...]:
    """Run lines of Python in the project's folder and return what they print.

    Raises
    ------
    BdError
        What they print is not what is wanted, by name.
    """
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BdError(f"the short recomputation fails: {(done.stderr.splitlines() or ['no reason given'])[-1]}")
    printed = tuple(done.stdout.splitlines())
    found = _numbers(printed, wanted)
    if found != wanted:
        raise BdError(f"the short recomputation gives {found}, the scored row says {dict(wanted)}")
    return printed


def _numbers(printed: Iterable[str], names: Iterable[str]) -> dict[str, float]:
    """Return what was printed, by name: one line each, or most of them without names in the first line."""
    found: dict[str, float] = {}
    for line in printed:
        words = line.split()
        if words[0].isalpha():
            found[words[0]] = float(words[1])
        else:
            found |= dict(zip(names, map(float, words), strict=False))
    return found


def _wanted(effect: Effect) -> dict[str, float]:
    low, high = effect.range or (None, None)
    numbers = (effect.value, effect.control.value, effect.effect, low, high)
    said = dict(zip(_NAMES, numbers, strict=True)) | {_MOST: effect.upper_if_none}
    return {name: number for name, number in said.items() if number is not None}
