"""The floor: unpack and parse every log of a project, and nothing else, on all cores.

Four parsers are measured, each the way that suits it best; the fastest is the floor. What counts is what a replay
cannot do without: the id of every row, its choice and both probabilities, as columns (for orjson, as Python objects).
Nothing is checked, matched or kept. Logs are unpacked by isal, but for DuckDB, which is faster when it unpacks files
itself than when it is given unpacked ones.

`python -m benchmarks.floor PARSER FOLDER` reads a project once and prints the seconds, without those that Python and
the packages took to start.
"""

from __future__ import annotations

import argparse
import importlib
import io
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isal import igzip

from bd.study.load import load_study
from benchmarks.frame import Ran, child

__all__ = ["PARSERS", "Log", "logs_of", "parse"]

_WHOLE = 2**31 - 1
"""Bytes of a block: a log is parsed as one."""


@dataclass(frozen=True)
class Log:
    """One log, and which question its rows answer with which options."""

    path: Path
    question: str
    options: tuple[str, ...]


def logs_of(root: Path) -> list[Log]:
    """Return every log of a project, the largest first, so that no core is left alone with one at the end."""
    decisions = load_study(root).decisions
    paths = sorted((root / "answers").glob("*/*/*.jsonl.gz"), key=lambda path: (-path.stat().st_size, path))
    return [Log(p, p.parent.name, tuple(sorted(o.id for o in decisions[p.parent.name].options))) for p in paths]


def parse(name: str, root: Path) -> Ran:
    """Parse a project's logs in a process of its own; its peak memory is that of the process, its seconds are not."""
    ran = child([sys.executable, "-m", "benchmarks.floor", name, str(root)])
    return Ran(float(ran.said), ran.peak)


def with_pyarrow(logs: list[Log]) -> int:
    """Return how many rows there are; a thread a core, a log at a time in each, the schema given."""
    import pyarrow as pa
    from pyarrow import json

    def read(log: Log) -> int:
        chances = pa.struct([(option, pa.float64()) for option in log.options])
        body = pa.struct([("choice", pa.string()), ("probabilities", chances)])
        schema = pa.schema([("id", pa.string()), ("answers", pa.struct([(log.question, body)]))])
        table = json.read_json(
            pa.BufferReader(_unpacked(log)),
            read_options=json.ReadOptions(use_threads=False, block_size=_WHOLE),
            parse_options=json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore"),
        )
        return int(table.num_rows)

    return _in_threads(read, logs)


def with_orjson(logs: list[Log]) -> int:
    """Return how many rows there are; a process a core, since rows become Python objects."""
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        return sum(pool.imap_unordered(_orjson_rows, logs))


def _orjson_rows(log: Log) -> int:
    import orjson

    return len([orjson.loads(line) for line in _unpacked(log).splitlines()])


def with_polars(logs: list[Log]) -> int:
    """Return how many rows there are; polars spreads each log over the cores."""
    import polars as pl

    def read(log: Log) -> int:
        chances = pl.Struct(dict.fromkeys(log.options, pl.Float64))
        body = pl.Struct({"choice": pl.String, "probabilities": chances})
        schema = pl.Schema([("id", pl.String()), ("answers", pl.Struct({log.question: body}))])
        return int(pl.read_ndjson(io.BytesIO(_unpacked(log)), schema=schema).height)

    return sum(map(read, logs))


def with_duckdb(logs: list[Log]) -> int:
    """Return how many rows there are; all logs of a decision in one statement, unpacked by DuckDB."""
    import duckdb

    rows = 0
    for question, options, paths in _by_question(logs):
        chances = ", ".join(f'"{option}" DOUBLE' for option in options)
        body = f'STRUCT("{question}" STRUCT(choice VARCHAR, probabilities STRUCT({chances})))'
        found: Any = duckdb.sql(
            f"SELECT id, answers FROM read_json({paths!r}, format='newline_delimited', compression='gzip', "
            f"columns={{id: 'VARCHAR', answers: '{body}'}})"
        )
        rows += found.to_arrow_table().num_rows
    return rows


PARSERS: dict[str, Callable[[list[Log]], int]] = {
    "pyarrow": with_pyarrow,
    "orjson": with_orjson,
    "polars": with_polars,
    "duckdb": with_duckdb,
}


def _unpacked(log: Log) -> bytes:
    return bytes(igzip.decompress(log.path.read_bytes()))  # type: ignore[no-untyped-call]


def _in_threads(read: Callable[[Log], int], logs: list[Log]) -> int:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return sum(pool.map(read, logs))


def _by_question(logs: list[Log]) -> Iterator[tuple[str, tuple[str, ...], list[str]]]:
    for question, options in sorted({(log.question, log.options) for log in logs}):
        yield question, options, [str(log.path) for log in logs if log.question == question]


def main() -> None:
    parser: Any = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("parser", choices=PARSERS)
    parser.add_argument("root", type=Path, metavar="FOLDER", help="the project whose logs are parsed")
    options = parser.parse_args()
    logs = logs_of(options.root)
    for name in {options.parser, "pyarrow"}:
        importlib.import_module(name)
    started = time.perf_counter()
    PARSERS[options.parser](logs)
    print(time.perf_counter() - started)


if __name__ == "__main__":
    main()
