"""A whole made-up project: a study, texts and saved answers, about as large as the committed record or many times so.

`python -m benchmarks.generate FOLDER --scale 10` writes one to keep; measurements make theirs in a temporary folder,
which goes when they end, however they end. A larger scale means more texts to every decision; models, decisions and
tests stay as they are. The same scale and seed give the same bytes, whatever the number of cores.
"""

from __future__ import annotations

import argparse
import gzip
import multiprocessing
import os
import shutil
import signal
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from bd.answers.sidecar import SIDECAR_SUFFIX
from bd.errors import BdError
from bd.files import dump_json, sha256_bytes
from bd.study.load import load_study
from bd.study.plan import ANSWERS_FORMAT, LogPlan, edits_of, plan_log
from bd.study.records import Study
from benchmarks.frame import Settings
from benchmarks.lines import Behaviour, Rows, log_lines
from benchmarks.texts import SOURCES, text_files

__all__ = ["Made", "generate", "made_up"]

SEED = 0
_LEVEL = 1
"""Of zlib, which always packs the same lines into the same bytes; faster packers do not promise that."""
_RECORD = 800_000
"""About so many answers at scale 1, and so many bytes of disk for each: packed log, texts, and what a replay keeps."""
_BYTES = 100
_MB = 10**6


@dataclass(frozen=True)
class Made:
    """What was made up."""

    root: Path
    scale: float
    logs: int
    answers: int
    packed: int
    """Bytes of all logs."""
    unpacked: int


@contextmanager
def made_up(settings: Settings, scale: float) -> Iterator[Made]:
    """Make a project in a temporary folder, and delete it at the end, also after an error or Ctrl-C."""
    with _terminated_as_interrupted(), tempfile.TemporaryDirectory(prefix="bd-bench-", dir=settings.at) as folder:
        settings.say(f"making up answers at {scale:g} times the record")
        yield generate(Path(folder), scale)


def generate(root: Path, scale: float, seed: int = SEED) -> Made:
    """Write a project into a folder that is there and empty.

    Raises
    ------
    BdError
        The disk has too little space for what this scale needs, or the folder is not empty.
    """
    _check_room(root, scale)
    studies = root / "studies"
    for part in ("decisions", "characteristics", "models"):
        shutil.copytree(SOURCES / part, studies / part)
    (studies / "texts").mkdir()
    for name, data in text_files(scale, seed).items():
        (studies / "texts" / name).write_bytes(data)
    study = load_study(root)
    jobs = [(root, scale, seed, decision, edit) for decision in study.decisions for edit in edits_of(study, decision)]
    # Processes that share nothing with this one, so that no lock of its threads is copied. Leaving the block ends them.
    with multiprocessing.get_context("spawn").Pool(os.cpu_count(), _left_to_parent) as pool:
        counts = np.array(pool.map(_write_logs, jobs, chunksize=1))
    logs, answers, packed, unpacked = counts.sum(axis=0).tolist()
    return Made(root, scale, logs, answers, packed, unpacked)


def _check_room(root: Path, scale: float) -> None:
    if not root.is_dir() or any(root.iterdir()):
        raise BdError(f"{root}: a made-up project is written into an empty folder; make one, or name another")
    needed, free = round(_RECORD * scale * _BYTES), shutil.disk_usage(root).free
    if needed > free:
        raise BdError(
            f"{root}: {scale:g} times the record needs about {needed // _MB:,} MB and {free // _MB:,} MB are free; "
            "name a folder on another disk with --at, or a smaller scale"
        )


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """Take a request to end as Ctrl-C, so that the folder is deleted then too."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    earlier = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, earlier)


def _left_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@cache
def _study(root: Path) -> Study:
    return load_study(root)


@cache
def _behaviours() -> dict[str, Behaviour]:
    tables = tomllib.loads((SOURCES / "models.toml").read_text("utf-8"))
    return {
        model: Behaviour(**(table | {"decisions": tuple(table.get("decisions", ()))}))
        for model, table in sorted(tables.items())
    }


def _write_logs(job: tuple[Path, float, int, str, str]) -> tuple[int, int, int, int]:
    """Write the logs of one edit of one decision by every model; return how many logs, answers and bytes they are."""
    root, _, seed, decision, edit = job
    study = _study(root)
    positive = study.decisions[decision].positive
    options = sorted((o.id for o in study.decisions[decision].options), key=lambda option: option != positive)
    plans: dict[int | None, tuple[LogPlan, Rows]] = {}
    logs = answers = packed = unpacked = 0
    for model, behaviour in _behaviours().items():
        if behaviour.decisions and decision not in behaviour.decisions:
            continue
        limit = _limit(study, decision, behaviour.share)
        if limit not in plans:
            plan = plan_log(study, decision, edit, limit)
            plans[limit] = (plan, _rows(study, plan))
        plan, rows = plans[limit]
        lines = log_lines(model, behaviour, decision, edit, options, rows, seed)
        data = gzip.compress(lines, compresslevel=_LEVEL, mtime=0)
        facts = _facts(model, behaviour, limit, plan) | {"sha256": sha256_bytes(data)}
        path = root / "answers" / model / decision / f"{edit}.jsonl.gz"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        path.with_name(path.name + SIDECAR_SUFFIX).write_bytes(dump_json(facts, indent=True))
        logs, answers, packed, unpacked = logs + 1, answers + len(plan.rows), packed + len(data), unpacked + len(lines)
    return logs, answers, packed, unpacked


def _limit(study: Study, decision: str, share: float) -> int | None:
    if share >= 1:
        return None
    texts = study.decisions[decision]
    allowed = [t for t in study.texts[texts.texts].texts if all(t.labels.get(k) in v for k, v in texts.where.items())]
    return max(2, round(len(allowed) * share))


def _rows(study: Study, plan: LogPlan) -> Rows:
    places = {text.id: n for n, text in enumerate(study.texts[study.decisions[plan.decision].texts].texts)}
    suffixes: dict[str, int] = {}
    versions = [suffixes.setdefault(row.id[len(row.text_id) :], len(suffixes)) for row in plan.rows]
    return Rows(
        ids=pa.array([row.id for row in plan.rows], pa.string()),
        texts=np.array([places[row.text_id] for row in plan.rows], dtype=np.int64),
        versions=np.array(versions, dtype=np.int64),
    )


def _facts(model: str, behaviour: Behaviour, limit: int | None, plan: LogPlan) -> dict[str, Any]:
    return {
        "format": ANSWERS_FORMAT,
        "model": model,
        "build": {"package": "made-up", "version": "1"},
        "decides": "sampled" if behaviour.sampled else "argmax",
        "calibration": None,
        "licence": "CC0-1.0",
        "asked": "2026-01-31",
        "limit": limit,
        "texts_sha256": plan.texts_sha256,
        "rows": len(plan.rows),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("root", type=Path, metavar="FOLDER", help="where to write it; made if it is not there")
    parser.add_argument("--scale", type=float, default=1.0, help="how many times the committed record (1)")
    parser.add_argument("--seed", type=int, default=SEED, help="another seed gives other texts and answers (0)")
    options = parser.parse_args()
    options.root.mkdir(parents=True, exist_ok=True)
    try:
        made = generate(options.root, options.scale, options.seed)
    except BdError as error:
        parser.exit(1, f"{error}\n")
    print(
        f"{made.answers:,} answers in {made.logs} logs, {made.packed // _MB:,} MB packed, {made.unpacked // _MB:,} not"
    )


if __name__ == "__main__":
    main()
