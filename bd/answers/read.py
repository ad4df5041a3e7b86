"""One log of saved answers, `answers/<model>/<decision>/<edit>.jsonl.gz`, read and checked row by row.

A fault in any row refuses the whole log, with the line. What is no answer (an error, a refusal, a probability that
is not a number) is kept with its cause and counted later. Bringing rows into the texts' order is `bd.answers.align`'s
part.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

__all__ = ["CAUSES", "MILLION", "Log", "LogFaultError", "parse_log"]

MILLION = 1_000_000
"""Probabilities are kept as whole numbers of millionths, so that every sum of them is exact."""

CAUSES = ("", "no answer", "error", "refusal", "probability not a number")
"""Why a text has no answer; the place in this tuple is the code in `Log.causes`. Code 0 is an answer."""
_ABSENT, _ERROR, _REFUSAL, _NOT_A_NUMBER = 1, 2, 3, 4

_SUM_TOLERANCE = 0.011
"""Public logs round probabilities to two digits, so that two of them miss 1 by up to 0.01."""
_RANK_TOLERANCE = 1e-9
_NOT_FINITE = re.compile(rb"(?<=[:\[,\s])-?(?:NaN|Infinity)(?=\s*[,}\]])")
_OVERFLOW = re.compile(rb"(?<=[:\[,\s])-?\d[\d.]*[eE]\+?\d{3,}(?=\s*[,}\]])")


class LogFaultError(Exception):
    """A log that must not enter any number; `line` is 1-based, None where the whole file is meant."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


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
    repeated: int
    """Rows that stood again, with equal answers, and were counted once."""
    notes: tuple[tuple[int, str], ...]
    """Lines worth a remark, with what is remarkable."""


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
    rows = _Rows(question, tuple(options), positive, sampled)
    for number, line in enumerate(_gunzip(data).split(b"\n"), 1):
        if line.strip():
            rows.add(number, line)
    return rows.done()


def _gunzip(data: bytes) -> bytes:
    """Return the text of every member of a gzip file; a cut-off or foreign file is a fault."""
    parts: list[bytes] = []
    while data:
        member = zlib.decompressobj(wbits=31)
        try:
            parts.append(member.decompress(data) + member.flush())
        except zlib.error as error:
            raise LogFaultError(f"not gzip, or damaged ({error}); fetch the file again") from error
        if not member.eof:
            lines = b"".join(parts).count(b"\n")
            raise LogFaultError("cut off: the gzip stream has no end; fetch the file again, or ask again", lines + 1)
        data = member.unused_data
        if not data.strip(b"\0"):
            break
    text = b"".join(parts)
    if text.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise LogFaultError("not UTF-8; save the log as UTF-8", 1)
    return text.removeprefix(b"\xef\xbb\xbf")


class _Rows:
    """What has been read of one log so far."""

    def __init__(self, question: str, options: tuple[str, ...], positive: str, sampled: bool) -> None:
        self._question = question
        self._index = {option: n for n, option in enumerate(options)}
        self._positive = positive
        self._sampled = sampled
        self._seen: dict[str, tuple[int, Any]] = {}
        self._other_names: set[str] = set()
        self._own_name = False
        self._choices: list[int] = []
        self._millionths: list[int] = []
        self._causes: list[int] = []
        self._repeated = 0
        self._notes: list[tuple[int, str]] = []

    def add(self, number: int, line: bytes) -> None:
        row, not_a_number = _json(number, line)
        if not isinstance(row, dict) or not isinstance(row.get("answers"), dict):
            raise LogFaultError('each line must be an object with "id" and "answers"', number)
        row_id = row.get("id")
        if not isinstance(row_id, str):
            raise LogFaultError(f'"id" must be a string, not {row_id!r}', number)
        body = self._body(row["answers"])
        if row_id in self._seen:
            self._again(number, row_id, body)
            return
        self._seen[row_id] = (number, body)
        if not_a_number:
            self._notes.append((number, f"{row_id}: a probability is not a number; counted as no answer"))
            self._put(-1, -1, _NOT_A_NUMBER)
        else:
            self._put(*self._answer(number, body, row))

    def _body(self, answers: Mapping[str, Any]) -> Any:
        if self._question in answers:
            self._own_name = True
            return answers[self._question]
        if len(answers) == 1:
            (name,) = answers
            self._other_names.add(name)
            return answers[name]
        return None

    def _again(self, number: int, row_id: str, body: Any) -> None:
        first, earlier = self._seen[row_id]
        if earlier != body:
            raise LogFaultError(f"{row_id!r} stands twice with different answers, first in line {first}", number)
        self._repeated += 1

    def _put(self, choice: int, millionths: int, cause: int) -> None:
        self._choices.append(choice)
        self._millionths.append(millionths)
        self._causes.append(cause)

    def _answer(self, number: int, body: Any, row: Mapping[str, Any]) -> tuple[int, int, int]:
        if body is None:
            return -1, -1, _ABSENT
        if not isinstance(body, dict):
            raise LogFaultError("an answer must be an object", number)
        choice = body.get("choice")
        if choice is None:
            return -1, -1, _cause(body, row)
        if choice not in self._index:
            raise LogFaultError(f"choice {choice!r} is none of the options ({', '.join(self._index)})", number)
        probabilities = body.get("probabilities")
        if probabilities is None:
            return self._index[choice], -1, 0
        _check_probabilities(number, probabilities, self._index)
        if not self._sampled and probabilities.get(choice, 0.0) < max(probabilities.values()) - _RANK_TOLERANCE:
            raise LogFaultError(
                f"choice {choice!r} is not the most probable option; if choices were drawn, say so in the sidecar "
                '("decides": "sampled")',
                number,
            )
        p = probabilities.get(self._positive)
        return self._index[choice], -1 if p is None else round(p * MILLION), 0

    def done(self) -> Log:
        if self._other_names and (self._own_name or len(self._other_names) > 1):
            names = ", ".join(sorted(self._other_names))
            raise LogFaultError(f"answers several questions, and not every row answers {self._question!r} ({names})")
        return Log(
            ids=tuple(self._seen),
            choices=np.array(self._choices, dtype=np.int8),
            millionths=np.array(self._millionths, dtype=np.int32),
            causes=np.array(self._causes, dtype=np.int8),
            repeated=self._repeated,
            notes=tuple(self._notes),
        )


def _json(number: int, line: bytes) -> tuple[Any, bool]:
    """Return one line's value, and whether it held a number that JSON does not know (NaN, Infinity, 1e400)."""
    try:
        return orjson.loads(line), False
    except orjson.JSONDecodeError as error:
        mended = _OVERFLOW.sub(b"null", _NOT_FINITE.sub(b"null", line))
        if mended != line:
            try:
                return orjson.loads(mended), True
            except orjson.JSONDecodeError:
                pass
        raise LogFaultError(_not_json(line, error), number) from error


def _not_json(line: bytes, error: Exception) -> str:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return "not UTF-8; save the log as UTF-8"
    return f"not JSON ({error})"


def _cause(body: Mapping[str, Any], row: Mapping[str, Any]) -> int:
    if body.get("type") == "refusal" or body.get("refusal"):
        return _REFUSAL
    return _ERROR if body.get("error") or row.get("error") else _ABSENT


def _check_probabilities(number: int, probabilities: Any, index: Mapping[str, int]) -> None:
    if not isinstance(probabilities, dict) or not probabilities:
        raise LogFaultError('"probabilities" must be an object of numbers by option', number)
    total = 0.0
    for option, p in probabilities.items():
        if option not in index:
            raise LogFaultError(
                f"probability for {option!r}, which is none of the options ({', '.join(index)})", number
            )
        if isinstance(p, bool) or not isinstance(p, (int, float)) or not math.isfinite(p) or not 0 <= p <= 1:
            raise LogFaultError(f"probability of {option!r} is {p!r}; it must lie between 0 and 1", number)
        total += p
    if abs(total - 1) > _SUM_TOLERANCE:
        raise LogFaultError(f"probabilities add up to {total:.4g}, not to 1", number)
