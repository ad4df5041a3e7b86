"""Every saved answer behind a number, as one Parquet file: a row an answer, a group of rows a log.

Only logs that the data file names are in it, and only while they are, word for word, the ones it was worked out from;
the others are told. One log is read at a time, so that the memory needed does not grow with the number of logs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from bd.answers.read import CAUSES, MILLION, Log, parse_log
from bd.answers.sidecar import read_sidecar
from bd.answers.unpack import LogFaultError
from bd.errors import BdError
from bd.files import read_bytes
from bd.site.columnar import parquet_bytes, schema_of
from bd.site.cursor import Cursor
from bd.site.names import Names
from bd.site.tables import ANSWERS
from bd.study.load import load_study
from bd.study.plan import edits_of, find_test
from bd.study.records import AS_WRITTEN, Decision, Study

__all__ = ["AnswerFile", "answer_file", "logs_of"]

_SUFFIX = ".jsonl.gz"


@dataclass(frozen=True)
class AnswerFile:
    """What was written."""

    data: bytes
    rows: int
    logs: int
    """Logs that are in it."""
    left_out: tuple[str, ...]
    """Logs that the data file names and that are not here, or have changed since."""


def logs_of(names: Names) -> dict[str, str]:
    """Return every log that a number of the data file was worked out from: its path, and the SHA-256 of its lines."""
    found = {each["path"].text: each["sha256"].text for row in answered(names) for each in row["answers"]}
    return dict(sorted(found.items()))


def answered(names: Names) -> Iterator[Cursor]:
    """Yield everything in the data file that names the files it was worked out from."""
    yield from names.data["floors"]["ask_twice"]
    for dimension in names.dimensions.values():
        for part in ("cells", "builds"):
            for _, cell in dimension[part].items():
                yield from (facet for facet in cell["facets"] if facet["status"].value == "measured")


def answer_file(root: Path, names: Names, words: Mapping[str, str]) -> AnswerFile | None:
    """Write the table of answers; None where the project keeps no answers.

    Parameters
    ----------
    root
        The project's folder.
    names
        The data file.
    words
        What the file says of itself.

    Raises
    ------
    BdError
        The study that tells what the rows of the logs are cannot be read.
    """
    if not (root / "answers").is_dir():
        return None
    reader = _Reader(root, load_study(root), {build: model for model in names.models for build in names.builds(model)})
    logs = logs_of(names)
    data = parquet_bytes(ANSWERS, reader.batches(logs), words)
    return AnswerFile(data, reader.rows, len(logs) - len(reader.left_out), tuple(reader.left_out))


class _Reader:
    def __init__(self, root: Path, study: Study, models: Mapping[str, str]) -> None:
        self._root = root
        self._study = study
        self._models = models
        self._texts = {name: frozenset(text.id for text in each.texts) for name, each in study.texts.items()}
        self.rows = 0
        self.left_out: list[str] = []

    def batches(self, logs: Mapping[str, str]) -> Iterator[pa.RecordBatch]:
        """Yield the rows of each log that is still the one that the data file was worked out from."""
        for path, sha256 in logs.items():
            batch = self._batch(path, sha256)
            if batch is None:
                self.left_out.append(path)
            else:
                self.rows += batch.num_rows
                yield batch

    def _batch(self, path: str, sha256: str) -> pa.RecordBatch | None:
        _, _, decision_id, name = path.split("/")
        decision, edit = self._study.decisions.get(decision_id), name.removesuffix(_SUFFIX)
        if decision is None or edit not in edits_of(self._study, decision_id) or not (self._root / path).is_file():
            return None
        log = self._log(path, decision)
        if log is None or log.sha256 != sha256:
            return None
        return self._table(path, log, decision, edit)

    def _table(self, path: str, log: Log, decision: Decision, edit: str) -> pa.RecordBatch:
        build = path.split("/")[1]
        kept, texts, versions = self._rows(log, decision, edit)
        options = np.array([*(option.id for option in decision.options), None], dtype=object)
        millionths = log.millionths[kept]
        same = {
            "model": self._models.get(build, build),
            "build": build,
            "question": decision.id,
            "edit": edit,
            "positive": decision.positive,
            "log": path,
        }
        columns: dict[str, Any] = {key: pa.repeat(value, len(kept)) for key, value in same.items()} | {
            "version": pa.array(versions, pa.string()),
            "text": pa.array(texts, pa.string()),
            "choice": pa.array(options[log.choices[kept]], pa.string()),
            "probability": pa.array(millionths / MILLION, pa.float64(), mask=millionths < 0),
            "why_no_answer": pa.array(_CAUSES[log.causes[kept]], pa.string()),
            "line": pa.array(log.lines[kept], pa.int64()),
        }
        schema = schema_of(ANSWERS)
        return pa.record_batch([columns[name] for name in schema.names], schema=schema)

    def _log(self, path: str, decision: Decision) -> Log | None:
        try:
            sidecar = read_sidecar(self._root / path)
            return parse_log(
                read_bytes(self._root / path),
                question=decision.id,
                options=[option.id for option in decision.options],
                positive=decision.positive,
                sampled=sidecar is not None and sidecar.decides == "sampled",
            )
        except (BdError, LogFaultError):
            return None

    def _rows(self, log: Log, decision: Decision, edit: str) -> tuple[list[int], list[str], list[str]]:
        """Return which rows answer a text of the study, which text, and in which version."""
        known, suffixes = self._texts[decision.texts], self._suffixes(decision.id, edit)
        kept, texts, versions = [], [], []
        for number, row_id in enumerate(log.ids):
            for suffix, version in suffixes.items():
                text = row_id[: len(row_id) - len(suffix)]
                if row_id.endswith(suffix) and text in known:
                    kept.append(number)
                    texts.append(text)
                    versions.append(version)
                    break
        return kept, texts, versions

    def _suffixes(self, decision: str, edit: str) -> dict[str, str]:
        """Return the versions of an edit by what their rows' ids end in; texts as they are end in nothing."""
        if edit == AS_WRITTEN:
            return {"": AS_WRITTEN}
        test = find_test(self._study, decision, edit)
        return {"": AS_WRITTEN} | {test.suffix(version.id): version.id for version in test.versions}


_CAUSES = np.array([cause or None for cause in CAUSES], dtype=object)
