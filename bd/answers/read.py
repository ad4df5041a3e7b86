"""One log of saved answers, `answers/<model>/<decision>/<edit>.jsonl.gz`, read and checked row by row.

A fault in any row refuses the whole log, with the line. What is no answer (an error, a refusal, a probability that
is not a number) is kept with its cause and counted later. Unpacking is `bd.answers.unpack`'s part, bringing rows into
the texts' order `bd.answers.align`'s.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from bd.answers.unpack import LogFaultError, lines_sha256, unpack

__all__ = ["CAUSES", "MILLION", "Log", "parse_log"]

MILLION = 1_000_000
"""Probabilities are kept as whole numbers of millionths, so that every sum of them is exact."""

CAUSES = ("", "no answer", "error", "refusal", "probability not a number")
"""Why a text has no answer; the place in this tuple is the code in `Log.causes`. Code 0 is an answer."""
_ABSENT, _ERROR, _REFUSAL, _NOT_A_NUMBER = 1, 2, 3, 4

_NO_CHOICE = -1
_NO_PROBABILITY = -1.0
_ROUNDING = 1e-9
_SUM_TOLERANCE = 0.011 + _ROUNDING
"""Public logs round probabilities to two digits, so that two of them miss 1 by up to 0.01."""
_SHOWN = 60
"""Characters of a value that are shown in a message."""


@dataclass(frozen=True)
class Log:
    """The answers of one log to one question, in the order of the file."""

    ids: tuple[str, ...]
    """Row ids, each once."""
    choices: NDArray[np.int8]
    """Index of the chosen option, -1 where there is no answer."""
    millionths: NDArray[np.int32]
    """Probability of the positive option in millionths, -1 where none is given."""
    causes: NDArray[np.int8]
    """Index into `CAUSES`; 0 where there is an answer."""
    sha256: str
    """Over the lines in sorted order, so that neither their order nor the packing matters."""
    repeated: int
    """Rows that stood again, with equal answers, and were counted once."""
    notes: tuple[tuple[int, str], ...]
    """Lines worth a remark, with what is remarkable."""
    lines: NDArray[np.int32]
    """In which line of the unpacked file each row stands, counted from 1: `zcat LOG | sed -n LINEp` shows it."""


def parse_log(data: bytes, *, question: str, options: Sequence[str], positive: str, sampled: bool = False) -> Log:
    """Read one log.

    Parameters
    ----------
    data
        The file's bytes: gzip of one or several members.
    question
        The decision's id, under which rows keep their answer. Where every row of the file answers one question of
        another name, that one is read.
    options
        Ids of the options, in order.
    positive
        The option whose probability is followed.
    sampled
        The choice was drawn, so that it need not be the most probable option.

    Raises
    ------
    LogFaultError
        The log breaks a rule of the format.
    """
    return _Reader(unpack(data), question, tuple(options), positive, sampled).read()


class _Reader:
    """What has been read of one log so far.

    Rows are not kept: of a row that stands twice the first one is read again, so that a large log needs little memory.
    """

    def __init__(
        self, lines: Sequence[bytes], question: str, options: tuple[str, ...], positive: str, sampled: bool
    ) -> None:
        self._lines = lines
        self._question = question
        self._index = {option: n for n, option in enumerate(options)}
        self._of_options = itemgetter(*options)
        self._positive = positive
        self._sampled = sampled
        self._line_of: dict[str, int] = {}
        self._other_names: set[str] = set()
        self._own_name = False
        self._choices: list[int] = []
        self._probabilities: list[float] = []
        self._causes: list[int] = []
        self._repeated = 0
        self._not_numbers: list[int] = []

    def read(self) -> Log:
        number = 0
        try:
            for number, line in enumerate(self._lines, 1):
                if line and not line.isspace():
                    self._add(number, line)
        except LogFaultError as fault:
            fault.line = number
            raise
        return self._log()

    def _add(self, number: int, line: bytes) -> None:
        row_id, body, row = self._row(line)
        first = self._line_of.setdefault(row_id, number)
        if first != number:
            self._again(first, row_id, body)
            return
        choice, probability, cause = self._answer(body, row)
        self._choices.append(choice)
        self._probabilities.append(probability)
        self._causes.append(cause)
        if cause == _NOT_A_NUMBER:
            self._not_numbers.append(number)

    def _row(self, line: bytes) -> tuple[str, Any, Mapping[str, Any]]:
        """Return a row's id, what it says to the question (None: nothing), and the whole row."""
        try:
            row = orjson.loads(line)
        except orjson.JSONDecodeError:
            row = _lenient(line)
        if not isinstance(row, dict):
            raise LogFaultError('each line must be an object with "id" and "answers"')
        row_id, answers = row.get("id"), row.get("answers")
        if not isinstance(row_id, str):
            raise LogFaultError(f'"id" must be a string, not {_shown(row_id)}')
        if isinstance(answers, dict):
            return row_id, self._body(answers), row
        if answers is None and row.get("error"):
            return row_id, None, row
        raise LogFaultError('each line must be an object with "id" and "answers"')

    def _body(self, answers: Mapping[str, Any]) -> Any:
        if self._question in answers:
            self._own_name = True
            return answers[self._question]
        self._other_names.update(answers)
        return next(iter(answers.values())) if len(answers) == 1 else None

    def _again(self, first: int, row_id: str, body: Any) -> None:
        _, earlier, _ = self._row(self._lines[first - 1])
        if earlier != body:
            raise LogFaultError(f"{_shown(row_id)} stands twice with different answers, first in line {first}")
        self._repeated += 1

    def _answer(self, body: Any, row: Mapping[str, Any]) -> tuple[int, float, int]:
        """Return the index of the choice, the positive option's probability, and the cause of there being neither."""
        if body is None:
            return _NO_CHOICE, _NO_PROBABILITY, _cause({}, row)
        if not isinstance(body, dict):
            raise LogFaultError("an answer must be an object")
        choice = body.get("choice")
        if choice is None:
            return _NO_CHOICE, _NO_PROBABILITY, _cause(body, row)
        if not isinstance(choice, str) or choice not in self._index:
            raise LogFaultError(f"choice {_shown(choice)} is none of the options ({', '.join(self._index)})")
        probabilities = body.get("probabilities")
        if probabilities is None:
            return self._index[choice], _NO_PROBABILITY, 0
        if not self._usual(choice, probabilities) and not self._checked(choice, probabilities):
            return _NO_CHOICE, _NO_PROBABILITY, _NOT_A_NUMBER
        return self._index[choice], probabilities.get(self._positive, _NO_PROBABILITY), 0

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
                and -_SUM_TOLERANCE <= sum(values) - 1 <= _SUM_TOLERANCE
                and (self._sampled or probabilities[choice] >= most - _ROUNDING)
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
                raise LogFaultError(f"probability for {_shown(option)}, which is none of the options ({known})")
        if any(p is None or (isinstance(p, float) and not math.isfinite(p)) for p in probabilities.values()):
            return False
        for option, p in probabilities.items():
            if type(p) not in _NUMBERS or not 0 <= p <= 1:
                raise LogFaultError(f"probability of {option!r} is {_shown(p)}; it must lie between 0 and 1")
        total = sum(probabilities.values())
        if abs(total - 1) > _SUM_TOLERANCE:
            raise LogFaultError(f"probabilities add up to {total:.4g}, not to 1")
        if not self._sampled and probabilities.get(choice, 0.0) < max(probabilities.values()) - _ROUNDING:
            raise LogFaultError(
                f"choice {choice!r} is not the most probable option; if choices were drawn, say so in the sidecar "
                '("decides": "sampled")'
            )
        return True

    def _log(self) -> Log:
        if self._other_names and (self._own_name or len(self._other_names) > 1):
            names = ", ".join(_shown(name) for name in sorted(self._other_names)[:5])
            raise LogFaultError(f"answers several questions, and not every row answers {self._question!r} ({names})")
        probabilities = np.array(self._probabilities, dtype=np.float64)
        return Log(
            ids=tuple(self._line_of),
            choices=np.array(self._choices, dtype=np.int8),
            millionths=np.where(probabilities < 0, -1, np.rint(probabilities * MILLION)).astype(np.int32),
            causes=np.array(self._causes, dtype=np.int8),
            sha256=lines_sha256(self._lines),
            repeated=self._repeated,
            notes=self._notes(),
            lines=np.fromiter(self._line_of.values(), dtype=np.int32, count=len(self._line_of)),
        )

    def _notes(self) -> tuple[tuple[int, str], ...]:
        if not self._not_numbers:
            return ()
        message = "a probability is not a number; counted as no answer"
        more = len(self._not_numbers) - 1
        return ((self._not_numbers[0], f"{message}, as in {more} rows more" if more else message),)


_NUMBERS = {int, float}


def _lenient(line: bytes) -> Any:
    """Read what is no JSON but comes close: NaN and Infinity become null, 1e400 infinite."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise LogFaultError("not UTF-8; save the log as UTF-8") from error
    if "\0" in text:
        raise LogFaultError("not UTF-8 (every other byte may be zero, as in UTF-16); save the log as UTF-8")
    try:
        return json.loads(text, parse_constant=lambda name: None)
    except (ValueError, RecursionError) as error:
        raise LogFaultError(f"not JSON ({error})") from error


def _cause(body: Mapping[str, Any], row: Mapping[str, Any]) -> int:
    if body.get("type") == "refusal" or body.get("refusal"):
        return _REFUSAL
    return _ERROR if body.get("error") or row.get("error") else _ABSENT


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
