"""The rows of `studies/levels/`: to text and back, and whether they still belong to the scored rows.

`studies/levels/<characteristic>.jsonl` holds one line a level, `studies/levels/overall.jsonl` the main board. When they
are written is left to `bd.replay`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any, TypeVar

import orjson

from bd.aside import entries
from bd.board.agreement import compared
from bd.board.levels import Standings
from bd.board.overall import MainBoard
from bd.board.records import AgreementRow, BoardRows, Firmness, FirmRow, LevelRow, MainRow, MainRows, ModelRow, PairRow
from bd.board.uncertainty import bare_rows
from bd.effects.records import DIGITS
from bd.effects.saved import holds_rows
from bd.errors import BdError, Problem, ProblemsError
from bd.files import dump_jsonl, read_bytes
from bd.study.check import MAIN_BOARD

__all__ = ["LEVEL_FORMAT", "MAIN_FORMAT", "check_rows", "dump_rows", "level_files", "read_rows"]

T = TypeVar("T")

LEVEL_FORMAT = "bd/level@1"
MAIN_FORMAT = "bd/main-board@1"
_KINDS = tuple(form.partition("@")[0] + "@" for form in (LEVEL_FORMAT, MAIN_FORMAT))
"""What the formats of rows start with, whatever their version."""
FOLDER = "studies/levels"
NOBODY = MainRows((), ())


def _path(name: str) -> str:
    return f"{FOLDER}/{name}.jsonl"


def level_files(root: Path) -> list[str]:
    """Return every file of level rows that is there, relative to the project, of whatever version."""
    found = entries(root / FOLDER, "*.jsonl")
    return [path.relative_to(root).as_posix() for path in found if holds_rows(path, _KINDS)]


def dump_rows(rows: BoardRows) -> dict[str, bytes]:
    """Return the bytes of every file, by its path relative to the project.

    Raises
    ------
    BdError
        A characteristic is called like the file of the main board.
    """
    if MAIN_BOARD in rows.levels:
        file = f"studies/characteristics/{MAIN_BOARD}.toml"
        raise BdError(f"{file}: {_path(MAIN_BOARD)} is the main board's; choose another id")
    files = {
        _path(name): dump_jsonl({"format": LEVEL_FORMAT, "characteristic": name} | asdict(row) for row in levels)
        for name, levels in rows.levels.items()
    }
    main = [{"format": MAIN_FORMAT} | asdict(rows.main)] if rows.main != NOBODY else []
    return files | ({_path(MAIN_BOARD): dump_jsonl(main)} if main else {})


def read_rows(root: Path) -> BoardRows:
    """Read the rows back; where there are none, there is nothing in them.

    Raises
    ------
    ProblemsError
        A row is not one that this version writes.
    """
    levels: dict[str, tuple[LevelRow, ...]] = {}
    main: list[MainRows] = []
    problems: list[Problem] = []
    for path in level_files(root):
        name = Path(path).stem
        if name == MAIN_BOARD:
            main += _read(root, path, MAIN_FORMAT, _main_rows, problems)
        else:
            levels[name] = tuple(_read(root, path, LEVEL_FORMAT, _level_row, problems))
    if problems:
        raise ProblemsError(problems)
    return BoardRows(levels, main[0] if len(main) == 1 else NOBODY)


def _read(
    root: Path, path: str, form: str, record: Callable[[Mapping[str, Any]], Any], problems: list[Problem]
) -> list[Any]:
    found = []
    for number, line in enumerate(read_bytes(root / path).splitlines(), 1):
        try:
            row = orjson.loads(line)
            if row.get("format") != form:
                raise ValueError(f"format is {row.get('format')!r}, this bd reads {form!r}")
            found.append(record(row))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            problems.append(Problem(path, number, f"not a row of a level ({error}); run `bd replay`"))
    return found


def _level_row(row: Mapping[str, Any]) -> LevelRow:
    return _record(
        LevelRow,
        row,
        models=tuple(_record(ModelRow, each) for each in row["models"]),
        pairs=tuple(_record(PairRow, each) for each in row["pairs"]),
    )


def _main_rows(row: Mapping[str, Any]) -> MainRows:
    models = tuple(_record(MainRow, each) for each in row["models"])
    return MainRows(
        tuple(str(name) for name in row["counted"]),
        models,
        _agreement_row(row.get("agreement")),
        _firmness(row.get("firmness")),
    )


def _firmness(row: Mapping[str, Any] | None) -> Firmness | None:
    """Return how firm the order is; None where the row does not say."""
    if row is None:
        return None
    rules = (_record(FirmRow, each, first=tuple(str(name) for name in each["first"])) for each in row["rules"])
    return _record(Firmness, row, rules=tuple(rules))


def _agreement_row(row: Mapping[str, Any] | None) -> AgreementRow | None:
    """Return what is said of agreement; None where the row was written before it was asked."""
    if row is None:
        return None
    names = {key: tuple(str(name) for name in row[key]) for key in ("characteristics", "models")}
    found = tuple(row["reliabilities"])
    if not all(value is None or _number(value) for value in found):
        raise ValueError("reliabilities are not all numbers")
    return _record(AgreementRow, row, **names, reliabilities=found)


def _number(value: Any) -> bool:
    return type(value) in (int, float)


def _two(value: Any, kind: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(kind, value)) and value[0] <= value[1]


_IS: dict[str, Callable[[Any], bool]] = {
    "None": lambda value: value is None,
    "str": lambda value: isinstance(value, str),
    "bool": lambda value: isinstance(value, bool),
    "int": lambda value: type(value) is int and value >= 0,
    "float": _number,
    "Range": lambda value: _two(value, _number),
    "PlaceRange": lambda value: _two(value, lambda end: type(end) is int),
}
"""How a value of each kind is known; kinds are as the records spell them."""


def _record(record: type[T], row: Mapping[str, Any], **made: Any) -> T:
    """Return a record from a row; what is `made` already is taken as it is. ValueError for a value of another kind."""
    values = dict(made)
    for field in fields(record):  # type: ignore[arg-type]
        if field.name in made:
            continue
        value = row[field.name]
        if not any(_IS[kind](value) for kind in str(field.type).split(" | ")):
            raise ValueError(f"{field.name} is {str(value)[:40]!r}, not {field.type}")
        values[field.name] = tuple(value) if isinstance(value, list) else value
    return record(**values)


def check_rows(rows: BoardRows, all_standings: Iterable[Standings], main: MainBoard) -> None:
    """Hold the rows against what follows from the scored rows.

    Raises
    ------
    BdError
        They disagree: one of the two is from another replay.
    """
    found = {s.characteristic.id: s for s in all_standings}
    for name in sorted(found.keys() | rows.levels.keys()):
        if name not in found or name not in rows.levels or not _agree(rows.levels[name], found[name]):
            raise BdError(f"{_path(name)}: does not belong to the scored rows as they are now; run `bd replay` first")
    placed = [(row.model, row.place, row.mean_place) for row in rows.main.models]
    means = ((row, None if row.mean_place is None else round(row.mean_place, DIGITS)) for row in main.rows)
    if (
        not _same_compared(rows.main.agreement, main)
        or rows.main.counted != main.counted
        or placed != [(row.model, row.place, mean) for row, mean in means]
    ):
        raise BdError(f"{_path(MAIN_BOARD)}: does not belong to the scored rows as they are now; run `bd replay` first")


def _same_compared(row: AgreementRow | None, main: MainBoard) -> bool:
    if row is None:
        return True
    found = compared(main)
    own = (row.characteristics, row.models, len(row.reliabilities))
    return own == (found.characteristics, found.models, len(main.counted))


def _agree(rows: Iterable[LevelRow], standings: Standings) -> bool:
    bare = [
        replace(
            row,
            models=tuple(
                replace(m, family_range=None, unselected=None, place_range=None, tier=None) for m in row.models
            ),
            pairs=(),
        )
        for row in rows
    ]
    return bare == [
        LevelRow(level.kind, level.group, level.question, bare_rows(level), ()) for level in standings.levels
    ]
