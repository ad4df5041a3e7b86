"""Every saved answer behind a number, as one Parquet file: a row an answer, a group of rows a log.

Only logs that the data file names are in it, and only while they may enter numbers and are, word for word, the ones it
was worked out from; the others are told. Those of one decision are held at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bd.answers.align import AnswerTable, SavedLog
from bd.answers.read import CAUSES, MILLION
from bd.receipts import Saved
from bd.report import contract
from bd.site.columnar import parquet_bytes, schema_of
from bd.site.names import Names
from bd.site.tables.answers import ANSWERS
from bd.study.plan import find_test
from bd.study.records import AS_WRITTEN

__all__ = ["AnswerFile", "answer_file", "logs_of"]

_ENCODINGS = {"text": "DELTA_BYTE_ARRAY", "probability": "BYTE_STREAM_SPLIT", "line": "DELTA_BINARY_PACKED"}
"""Texts and lines follow each other, and of a probability the first bytes are alike: two thirds of the size, and all
readers of Parquet know these."""


@dataclass(frozen=True)
class AnswerFile:
    """What was written."""

    rows: int
    logs: int
    """Logs that are in it."""
    left_out: tuple[str, ...]
    """Logs that the data file names and that are not here, or have changed since."""


def logs_of(names: Names) -> dict[str, str]:
    """Return every log that a number of the data file was worked out from: its path, and the SHA-256 of its lines."""
    found = {each.path: each.sha256 for row in answered(names) for each in row.answers}
    return dict(sorted(found.items()))


def answered(names: Names) -> Iterator[contract.Repeat | contract.Result]:
    """Yield everything in the data file that names the files it was worked out from."""
    yield from names.data.floors.ask_twice
    for dimension in names.dimensions.values():
        for cells in (dimension.cells, dimension.builds):
            for cell in cells.values():
                yield from (facet for facet in cell.facets if isinstance(facet, contract.Result))


def answer_file(saved: Saved, names: Names, words: Mapping[str, str]) -> tuple[bytes, AnswerFile]:
    """Return the table of answers, and what is to be said of it.

    Parameters
    ----------
    saved
        What the project keeps.
    names
        The data file.
    words
        What the file says of itself.

    Raises
    ------
    BdError
        The study that tells what the rows of the logs are cannot be read.
    """
    logs, writer = logs_of(names), _Writer(saved, names)
    data = parquet_bytes(ANSWERS, writer.batches(logs), words, _ENCODINGS)
    left_out = tuple(path for path in logs if path not in writer.written)
    return data, AnswerFile(writer.rows, len(writer.written), left_out)


class _Writer:
    def __init__(self, saved: Saved, names: Names) -> None:
        self._saved = saved
        self._models = {build: model for model in names.models for build in names.builds(model)}
        self.written: set[str] = set()
        self.rows = 0

    def batches(self, logs: Mapping[str, str]) -> Iterator[pa.RecordBatch]:
        """Yield the rows of each log, by path and sum, that is still the one that the data file was worked out from."""
        for read in self._saved.read():
            yield from self._batches(read.tables, logs)
            del read  # let go before the next is put together

    def _batches(self, tables: Iterable[AnswerTable], logs: Mapping[str, str]) -> Iterator[pa.RecordBatch]:
        for table in tables:
            for _, saved in sorted(table.logs.items()):
                if logs.get(saved.path) == saved.sha256:
                    self.written.add(saved.path)
                    yield self._batch(table, saved)

    def _batch(self, table: AnswerTable, saved: SavedLog) -> pa.RecordBatch:
        """Return the rows of a log that answer a text of the study."""
        kept, texts, versions = self._rows(saved)
        self.rows += len(kept)
        options = np.array([*table.options, None], dtype=object)
        log, schema = saved.log, schema_of(ANSWERS)
        millionths = log.millionths[kept]
        columns = {key: pa.repeat(value, len(kept)) for key, value in self._same(table, saved).items()} | {
            "version": versions,
            "text": texts,
            "choice": pa.array(options[log.choices[kept]], pa.string()),
            "probability": pa.array(millionths / MILLION, pa.float64(), mask=millionths < 0),
            "why_no_answer": pa.array(_CAUSES[log.causes[kept]], pa.string()),
            "line": pa.array(log.lines[kept], pa.int64()),
        }
        return pa.record_batch([columns[name] for name in schema.names], schema=schema)

    def _same(self, table: AnswerTable, saved: SavedLog) -> dict[str, str]:
        """Return what is the same in all rows of a log."""
        return {
            "model": self._models.get(table.build, table.build),
            "build": table.build,
            "question": table.decision,
            "edit": saved.outline.edit,
            "positive": table.positive,
            "log": saved.path,
        }

    def _rows(self, saved: SavedLog) -> tuple[NDArray[np.int64], pa.StringArray, pa.StringArray]:
        """Return which rows answer a text of the study, which text, and in which version."""
        asked = saved.outline
        texts, suffixes = self._texts[asked.decision], self._suffixes(asked.decision, asked.edit)
        ids = pa.concat_arrays([pc.binary_join_element_wise(texts, suffix, "") for suffix in suffixes])
        found = pc.index_in(saved.log.row_ids, value_set=ids).fill_null(-1).to_numpy(zero_copy_only=False)
        kept = np.flatnonzero(found >= 0)
        version, text = np.divmod(found[kept], max(1, len(texts)))
        return kept, texts.take(pa.array(text)), pa.array(list(suffixes.values()), pa.string()).take(pa.array(version))

    @cached_property
    def _texts(self) -> Mapping[str, pa.StringArray]:
        """The ids of the texts of every decision, in any version."""
        sets = {n: pa.array([text.id for text in e.texts], pa.string()) for n, e in self._saved.study.texts.items()}
        return {decision.id: sets[decision.texts] for decision in self._saved.study.decisions.values()}

    def _suffixes(self, decision: str, edit: str) -> dict[str, str]:
        """Return the versions of an edit by what their rows' ids end in; texts as they are end in nothing."""
        if edit == AS_WRITTEN:
            return {"": AS_WRITTEN}
        test = find_test(self._saved.study, decision, edit)
        return {"": AS_WRITTEN} | {test.suffix(version.id): version.id for version in test.versions}


_CAUSES = np.array([cause or None for cause in CAUSES], dtype=object)
