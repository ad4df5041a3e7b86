"""One log of saved answers, `answers/<model>/<decision>/<edit>.jsonl.gz`, read and checked.

A fault in any row refuses the whole log, with the line. What is no answer (an error, a refusal, a probability that
is not a number) is kept with its cause and counted later. Unpacking is `bd.answers.unpack`'s part, reading all rows at
once `bd.answers.columns`', reading single ones `bd.answers.rows`', bringing them into the texts' order
`bd.answers.align`'s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bd.answers.alike import Alike
from bd.answers.arrow import strings, strings_or_none
from bd.answers.columns import read_columns
from bd.answers.digest import lines_sha256
from bd.answers.rows import CAUSES, MILLION, NOT_A_NUMBER, RowReader, millionths
from bd.answers.unpack import Lines, unpack
from bd.said import many

__all__ = ["CAUSES", "MILLION", "Log", "parse_log"]


@dataclass(frozen=True)
class Log:
    """The answers of one log to one question, in the order of the file."""

    row_ids: pa.StringArray
    """Each once."""
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
    asked: pa.StringArray | None = None
    """What each row says is the SHA-256 of the text that was asked, where it says so; None where no row does."""
    stated: Mapping[str, Any] = field(default_factory=dict)
    """What rows say of the model and its settings, by the names of `bd.answers.rows.STATED`."""

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The row ids, for looking at single rows."""
        return tuple(self.row_ids.to_pylist())


def parse_log(
    data: bytes,
    *,
    question: str,
    options: Sequence[str],
    positive: str,
    sampled: bool = False,
    cutoff: float | None = None,
    alike: Alike | None = None,
) -> Log:
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
    cutoff
        From which probability on the positive option is chosen; None for the most probable option.
    alike
        Rows of logs that were read before; those of equal ones are held once.

    Raises
    ------
    LogFaultError
        The log breaks a rule of the format.
    """
    reader = RowReader(question, options, positive, sampled, cutoff)
    columns = read_columns(data, question, options, positive, reader, alike or Alike())
    if columns is None:
        return _one_by_one(unpack(data), reader)
    return Log(
        row_ids=columns.rows.ids,
        choices=columns.choices,
        millionths=columns.millionths,
        causes=columns.causes,
        sha256=columns.sha256,
        repeated=0,
        notes=_notes(columns.rows.lines, columns.causes),
        lines=columns.rows.lines,
        asked=columns.asked,
        stated=columns.stated,
    )


def _one_by_one(lines: Lines, reader: RowReader) -> Log:
    rows = reader.all(lines)
    choices, probabilities, causes = zip(*rows.found, strict=True) if rows.found else ((), (), ())
    numbers, why = np.array(list(rows.line_of.values()), dtype=np.int32), np.array(causes, dtype=np.int8)
    return Log(
        row_ids=strings(rows.line_of),
        choices=np.array(choices, dtype=np.int8),
        millionths=millionths(np.array(probabilities, dtype=np.float64)),
        causes=why,
        sha256=lines_sha256(lines),
        repeated=rows.repeated,
        notes=_notes(numbers, why),
        lines=numbers,
        asked=strings_or_none(rows.asked) if any(rows.asked) else None,
        stated=rows.stated,
    )


def _notes(lines: NDArray[np.int32], causes: NDArray[np.int8]) -> tuple[tuple[int, str], ...]:
    strange = lines[causes == NOT_A_NUMBER].tolist()
    if not strange:
        return ()
    message = "a probability is not a number; counted as no answer"
    more = len(strange) - 1
    return ((strange[0], f"{message}, as in {many(more, 'row')} more" if more else message),)
