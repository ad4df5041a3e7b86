"""The rows of a log one by one: what each says, and which rule a faulty one breaks, with its line.

Nearly every log is read by `bd.answers.columns` at once; this module reads rows that it leaves aside: those without an
answer, and every row of a log that is unusual in any way. The rules stand here.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from bd.answers.unpack import Lines, LogFaultError
from bd.jsons import TwiceError, once, twice_in
from bd.said import brief

__all__ = [
    "ASKED",
    "CAUSES",
    "FAILED",
    "MILLION",
    "NOT_A_NUMBER",
    "NO_CHOICE",
    "NO_PROBABILITY",
    "REFUSED",
    "ROUNDING",
    "STATED",
    "SUM_TOLERANCE",
    "Row",
    "RowReader",
    "Rows",
    "millionths",
]

CAUSES = ("", "no answer", "error", "refusal", "probability not a number")
"""Why a text has no answer; the place in this tuple is the code in `Log.causes`. Code 0 is an answer."""
_ABSENT, _ERROR, _REFUSAL, NOT_A_NUMBER = 1, 2, 3, 4

MILLION = 1_000_000
"""Probabilities are kept as whole numbers of millionths, so that every sum of them is exact."""
NO_CHOICE = -1
NO_PROBABILITY = -1.0
ROUNDING = 1e-9
SUM_TOLERANCE = 0.011 + ROUNDING
"""Public logs round probabilities to two digits, so that two of them miss 1 by up to 0.01."""
_MOST_DIGITS = 4300
"""Digits of a whole number that Python reads; more would take long, and no answer has a number anywhere near."""

STATED: tuple[tuple[str, ...], ...] = (
    ("model",),
    *((*within, name) for within in ((), ("params",), ("settings",)) for name in ("temperature", "top_p", "top_k")),
)
"""Where rows may say by which model, and with which settings, they were answered: keys, each within the one before."""
ASKED = "asked_sha256"
"""Where a row may say which text was asked."""
REFUSED, FAILED = "refusal", "error"
"""What stands in the place of an answer, in the row itself or in what it says to the question."""

Row = tuple[int, float, int]
"""Index of the choice, the positive option's probability, and the cause of there being neither."""


def millionths(probabilities: NDArray[np.float64]) -> NDArray[np.int32]:
    """Return probabilities as whole numbers, -1 for none."""
    return np.where(probabilities < 0, -1, np.rint(probabilities * MILLION)).astype(np.int32)


@dataclass
class Rows:
    """What the rows of a whole log say; repeated rows once."""

    line_of: dict[str, int] = field(default_factory=dict)
    """In which line, from 1, each row id stands first."""
    found: list[Row] = field(default_factory=list)
    asked: list[str | None] = field(default_factory=list)
    """What each says is the SHA-256 of the text that was asked, if it says so."""
    stated: dict[str, Any] = field(default_factory=dict)
    """What rows say of the model, which is the same in all that say it; by the names of `STATED`."""
    repeated: int = 0


class RowReader:
    """Reads rows of one log.

    Rows are not kept: of a row that stands twice the first one is read again, so that a large log needs little memory.

    Parameters
    ----------
    question
        Under which rows keep their answer; where every row answers one question of another name, that one is read.
    options, positive
        Ids of the options, in order, and the one whose probability is followed.
    sampled
        The choice was drawn, so that it need not be the most probable option.
    cutoff
        From which probability on the positive option is chosen, otherwise the most probable of the others; None where
        no cutoff decides.
    """

    def __init__(
        self, question: str, options: Sequence[str], positive: str, sampled: bool, cutoff: float | None = None
    ) -> None:
        self._question = question
        self._index = {option: n for n, option in enumerate(options)}
        self._of_options = itemgetter(*options)
        self._positive = positive
        self.sampled = sampled
        self.cutoff = cutoff
        self._other_names: set[str] = set()
        self._own_name = False

    def some(self, lines: Iterable[bytes]) -> list[Row]:
        """Return what stands in some lines; `LogFaultError` if one breaks a rule."""
        found = []
        for line in lines:
            _, body, row = self._row(line)
            found.append(self._answer(body, row))
        return found

    def all(self, lines: Lines) -> Rows:
        """Return what stands in every line of a log; `LogFaultError` with the first line that breaks a rule."""
        rows, number = Rows(), 0
        try:
            for number, line in enumerate(lines, 1):
                if line and not line.isspace():
                    self._add(rows, lines, number, line)
        except LogFaultError as fault:
            fault.line = number
            raise
        if self._other_names and (self._own_name or len(self._other_names) > 1):
            names = ", ".join(brief(name) for name in sorted(self._other_names)[:5])
            raise LogFaultError(f"answers several questions, and not every row answers {self._question!r} ({names})")
        return rows

    def _add(self, rows: Rows, lines: Lines, number: int, line: bytes) -> None:
        row_id, body, row = self._row(line)
        _same_model(rows.stated, row)
        first = rows.line_of.setdefault(row_id, number)
        if first == number:
            rows.found.append(self._answer(body, row))
            rows.asked.append(_asked(row))
            return
        _, earlier, earlier_row = self._row(lines[first - 1])
        if not _equal(earlier, body):
            raise LogFaultError(f"{brief(row_id)} stands twice with different answers, first in line {first}")
        if _asked(earlier_row) != _asked(row):
            raise LogFaultError(f"{brief(row_id)} stands twice, and was asked two texts, first in line {first}")
        rows.repeated += 1

    def _row(self, line: bytes) -> tuple[str, Any, Mapping[str, Any]]:
        """Return a row's id, what it says to the question (None: nothing), and the whole row."""
        try:
            row = orjson.loads(line)
        except orjson.JSONDecodeError:
            row = _lenient(line)
        else:
            twice = twice_in(line, row)
            if twice:
                raise LogFaultError(twice)
        if not isinstance(row, dict):
            raise LogFaultError('each line must be an object with "id" and "answers"')
        row_id, answers = row.get("id"), row.get("answers")
        if not isinstance(row_id, str):
            raise LogFaultError(f'"id" must be a string, not {brief(row_id)}')
        if not _whole_characters(row_id):
            raise LogFaultError(f'"id" {brief(row_id)} holds half of a surrogate pair, which is no character')
        if isinstance(answers, dict):
            return row_id, self._body(answers), row
        if answers is None and (row.get(FAILED) or row.get(REFUSED)):
            return row_id, None, row
        raise LogFaultError('each line must be an object with "id" and "answers"')

    def _body(self, answers: Mapping[str, Any]) -> Any:
        if self._question in answers:
            self._own_name = True
            return answers[self._question]
        self._other_names.update(answers)
        return next(iter(answers.values())) if len(answers) == 1 else None

    def _answer(self, body: Any, row: Mapping[str, Any]) -> Row:
        if body is None:
            return NO_CHOICE, NO_PROBABILITY, _cause({}, row)
        if not isinstance(body, dict):
            raise LogFaultError("an answer must be an object")
        choice = body.get("choice")
        if choice is None:
            return NO_CHOICE, NO_PROBABILITY, _cause(body, row)
        if not isinstance(choice, str) or choice not in self._index:
            raise LogFaultError(f"choice {brief(choice)} is none of the options ({', '.join(self._index)})")
        instead = _cause(body, row)
        if instead != _ABSENT:
            raise LogFaultError(
                f"has the choice {choice!r} and {_AND[instead]}; a row has one or the other: write null for the choice "
                "if there was no answer"
            )
        probabilities = body.get("probabilities")
        if probabilities is None:
            return self._index[choice], NO_PROBABILITY, 0
        if not self._usual(choice, probabilities) and not self._checked(choice, probabilities):
            return NO_CHOICE, NO_PROBABILITY, NOT_A_NUMBER
        return self._index[choice], probabilities.get(self._positive, NO_PROBABILITY), 0

    def _usual(self, choice: str, probabilities: Any) -> bool:
        """Tell quickly whether nothing is wrong with the probabilities, as in nearly every row."""
        try:
            values = self._of_options(probabilities)
            least, most = min(values), max(values)
            return (
                len(probabilities) == len(values)
                and type(least) in _NUMBERS
                and type(most) in _NUMBERS
                and least >= 0
                and most <= 1
                and -SUM_TOLERANCE <= sum(values) - 1 <= SUM_TOLERANCE
                and (self.sampled or self._follows(choice, probabilities))
            )
        except (KeyError, TypeError):
            return False

    def _checked(self, choice: str, probabilities: Any) -> bool:
        """Say what is wrong with the probabilities; False if one of them is no number at all."""
        if not isinstance(probabilities, dict) or not probabilities:
            raise LogFaultError('"probabilities" must be an object of numbers by option')
        for option in probabilities:
            if option not in self._index:
                known = ", ".join(self._index)
                raise LogFaultError(f"probability for {brief(option)}, which is none of the options ({known})")
        if any(p is None or (isinstance(p, float) and not math.isfinite(p)) for p in probabilities.values()):
            return False
        for option, p in probabilities.items():
            if type(p) not in _NUMBERS or not 0 <= p <= 1:
                raise LogFaultError(f"probability of {option!r} is {brief(p)}; it must lie between 0 and 1")
        total = sum(probabilities.values())
        if abs(total - 1) > SUM_TOLERANCE:
            raise LogFaultError(f"probabilities add up to {total:.4g}, not to 1")
        if not self.sampled and not self._follows(choice, probabilities):
            if self.cutoff is not None:
                raise LogFaultError(self._beside_cutoff(choice, probabilities))
            raise LogFaultError(
                f"choice {choice!r} is not the most probable option; if choices were drawn, say so in the sidecar "
                '("decides": "sampled")'
            )
        return True

    def _follows(self, choice: str, probabilities: Mapping[str, float]) -> bool:
        """Tell whether the choice is the one that the probabilities lead to; of equal ones either."""
        own = probabilities.get(choice, 0.0)
        if self.cutoff is None:
            return own >= max(probabilities.values()) - ROUNDING
        if choice == self._positive:
            return own >= self.cutoff - ROUNDING
        others = (p for option, p in probabilities.items() if option != self._positive)
        return probabilities.get(self._positive, 0.0) < self.cutoff and own >= max(others, default=0.0) - ROUNDING

    def _beside_cutoff(self, choice: str, probabilities: Mapping[str, float]) -> str:
        reached = probabilities.get(self._positive, 0.0) >= (self.cutoff or 0.0)
        said = f"{self._positive!r} {'reaches' if reached else 'does not reach'} the cutoff of {self.cutoff:g}"
        if choice != self._positive and not reached:
            said += " and another option is more probable"
        return f'choice {choice!r}, although {said} ("decides" and "cutoff" in the sidecar say how choices are made)'


_NUMBERS = {int, float}
_AND = {_ERROR: "an error", _REFUSAL: "a refusal"}


def _same_model(stated: dict[str, Any], row: Mapping[str, Any]) -> None:
    """See that a row is by the same model, with the same settings, as those before it."""
    for path in STATED:
        value: Any = row
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        if value is None:
            continue
        name = ".".join(path)
        if isinstance(value, (dict, list)):
            raise LogFaultError(f'"{name}" must be one value, not {brief(value)}')
        first = stated.setdefault(name, value)
        if first != value:
            raise LogFaultError(f'"{name}" is {brief(value)}, and {brief(first)} in rows before; {_ONE_MODEL}')


_ONE_MODEL = "give each model, and each setting of one, a folder of its own"


def _asked(row: Mapping[str, Any]) -> str | None:
    asked = row.get(ASKED)
    if asked is not None and not isinstance(asked, str):
        raise LogFaultError(f'"{ASKED}" must be the SHA-256 of the text that was asked, not {brief(asked)}')
    return None if asked is None else asked.lower()


def _lenient(line: bytes) -> Any:
    """Read what is no JSON but comes close: NaN and Infinity become null, 1e400 infinite."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise LogFaultError("not UTF-8; save the log as UTF-8") from error
    if "\0" in text:
        raise LogFaultError("not UTF-8 (every other byte may be zero, as in UTF-16); save the log as UTF-8")
    try:
        return json.loads(text, parse_constant=lambda name: None, parse_int=_whole_number, object_pairs_hook=once)
    except RecursionError as error:
        raise LogFaultError("lists or objects stand too deep within each other") from error
    except TwiceError as error:
        raise LogFaultError(str(error)) from error
    except ValueError as error:
        raise LogFaultError(f"not JSON ({error})") from error


def _whole_number(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise LogFaultError(f"holds a number of {len(digits):,} digits, which no answer needs; write it shorter")
    return int(digits)


def _whole_characters(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _cause(body: Mapping[str, Any], row: Mapping[str, Any]) -> int:
    if body.get("type") == REFUSED or body.get(REFUSED) or row.get(REFUSED):
        return _REFUSAL
    return _ERROR if body.get(FAILED) or row.get(FAILED) else _ABSENT


def _equal(one: Any, other: Any) -> bool:
    try:
        return bool(one == other)
    except RecursionError as error:
        raise LogFaultError("nested too deep to be compared with an earlier row of its id; write it once") from error
