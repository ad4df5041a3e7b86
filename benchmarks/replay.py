"""`bd replay` on made-up projects: cold beside the floor and the plain implementation, warm, and its memory.

Replays run as `python -m bd replay` in a process of its own, so that starting Python counts, and nothing is known here
of how bd works inside but that what it keeps between replays stands in `.cache/bd/`.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from isal import igzip

from bd.answers.sidecar import SIDECAR_SUFFIX
from bd.files import dump_json, sha256_bytes
from bd.study.records import AS_WRITTEN
from benchmarks.floor import PARSERS, parse
from benchmarks.frame import Measured, Ran, Settings, Timed, child, in_turn, ratios
from benchmarks.generate import Made, made_up
from benchmarks.goals import missed
from benchmarks.plain import REDRAWS
from benchmarks.profiles import profile

__all__ = ["changed_log", "measure"]

COLD, WARM = "Cold replay", "Warm replay"
_REPLAY = ("-m", "bd", "replay")
_MB = 10**6
_SLOW = 2.0
"""A parser so many times as slow as the fastest is not run again."""
_LARGEST_REPEATED = 10
"""Above this scale a replay is run once, and the plain implementation never: that would need more memory than most
machines have."""
_FLOOR = "duckdb"
"""The parser that a replay is held against where nothing is run twice; the fastest at every other size."""
_SAMPLE = 10
"""Re-draws that the plain implementation makes of 1,000."""
_PLAIN_NOTE = (
    "{made:,} of {redraws:,} re-draws of every {every}cell were run, and the seconds reckoned from these: reading by "
    "the bytes of the logs, re-drawing by the texts drawn. They are divided by the {cores} cores, as if plain Python "
    "could share its work out without loss. It works out one range of each cell, a replay all of them."
)


def measure(settings: Settings) -> list[Measured | Timed]:
    """Make up a project at every scale, and measure replays of it."""
    found: list[Measured | Timed] = []
    for scale in settings.scales:
        with made_up(settings, scale) as made:
            if scale > _LARGEST_REPEATED:
                found += _once(made, settings)
            else:
                found += _cold(made, settings)
                found += _warm(made, settings)
    return found


def _once(made: Made, settings: Settings) -> list[Measured | Timed]:
    """Replay a project once that is so large that what counts is whether its memory is enough."""
    settings.say(f"one cold replay at {made.scale:g} times the record")
    floor = parse(_FLOOR, made.root)
    ran = _replayed(made.root)
    note = f"{made.answers:,} answers in {made.logs} logs, {made.packed / _MB:,.0f} MB packed. Run once."
    return [
        Measured("cold-floor", ratios((ran,), (floor,)), made.scale, f"{note} The floor is {_FLOOR}."),
        Measured("cold-memory", (ran.peak / _MB,), made.scale, note),
        Timed(COLD, f"unpack and parse: {_FLOOR}", (floor,), made.scale, "Run once."),
        Timed(COLD, _WORDS["cold"], (ran,), made.scale, "Run once."),
    ]


def _cold(made: Made, settings: Settings) -> list[Measured | Timed]:
    scale = made.scale
    settings.say(f"cold replays and parsers at {scale:g} times the record")
    first = _replayed(made.root)  # writes the rows that the plain implementation takes the cells from
    trial = {name: parse(name, made.root) for name in PARSERS}
    fastest = min(ran.seconds for ran in trial.values())
    works: dict[str, Callable[[], Ran]] = {
        name: partial(parse, name, made.root) for name, ran in trial.items() if ran.seconds <= _SLOW * fastest
    }
    works["cold"] = partial(_replayed, made.root)
    works["plain"] = partial(_plain, made)
    runs = in_turn(works, settings.runs)
    sampled = runs["plain"]
    runs |= {name: tuple(_reckoned(made, ran, name) for ran in sampled) for name in ("plain", "once")}
    floor = min(set(runs) & set(PARSERS), key=lambda name: sorted(r.seconds for r in runs[name])[settings.runs // 2])
    size = f"{made.answers:,} answers in {made.logs} logs, {made.packed / _MB:,.0f} MB packed"
    figures = [
        Measured("cold-floor", ratios(runs["cold"], runs[floor]), scale, f"{size}; the floor is {floor}."),
        Measured("cold-memory", tuple(ran.peak / _MB for ran in (first, *runs["cold"])), scale, f"{size}."),
    ]
    figures += [
        Measured("cold-plain", ratios(runs["plain"], runs["cold"]), scale, _plain_note(scale)),
        Measured("cold-plain-once", ratios(runs["once"], runs["cold"]), scale),
    ]
    timed = [Timed(COLD, _WORDS.get(name, f"unpack and parse: {name}"), each, scale) for name, each in runs.items()]
    tried = [
        Timed(COLD, f"unpack and parse: {name}", (ran,), scale, "Too slow to be the floor, so run once.")
        for name, ran in trial.items()
        if name not in runs
    ]
    return [*_explained(figures, made.root, _uncached), *timed, *tried]


def _warm(made: Made, settings: Settings) -> list[Measured | Timed]:
    settings.say(f"warm replays at {made.scale:g} times the record")
    scale, path = made.scale, _middle_log(made.root)
    nothing = in_turn({"warm": partial(child, [sys.executable, *_REPLAY], at=made.root)}, settings.runs)["warm"]
    figures = [Measured("warm-nothing", tuple(ran.seconds for ran in nothing), scale)]
    figures = _explained(figures, made.root, lambda root: None)
    with tempfile.TemporaryDirectory(prefix="bd-bench-", dir=settings.at) as folder:
        alone = _with_one_log(made.root, Path(folder), path)
        numbers = iter(range(settings.runs + 1))
        runs = in_turn(
            {
                "one": lambda: _changed_and_replayed(made.root, path, next(numbers)),
                "alone": lambda: _copied_and_replayed(made.root, alone, path),
            },
            settings.runs,
        )
    note = f"One log of {made.logs} changed; alone it is replayed in a project of the same texts that holds no other."
    one = [Measured("warm-one", ratios(runs["one"], runs["alone"]), scale, note)]
    return [
        *figures,
        *_explained(one, made.root, lambda root: changed_log(root / path, next(numbers))),
        Timed(WARM, "nothing changed", nothing, scale),
        Timed(WARM, "one log changed", runs["one"], scale),
        Timed(WARM, "that log alone, without a cache", runs["alone"], scale),
    ]


_WORDS: Mapping[str, str] = {
    "cold": "`bd replay` without a cache",
    "plain": "plain Python, the measurement repeated on every re-draw (reckoned)",
    "once": "plain Python, each text's number worked out once (reckoned)",
}


def _explained(figures: list[Measured], root: Path, before: Callable[[Path], None]) -> list[Measured]:
    """Add a profile of a replay to what misses its goal; `before` brings the project into the state that is meant."""
    if not any(map(missed, figures)):
        return figures
    before(root)
    found = profile(_REPLAY, at=root)
    return [replace(figure, profile=found) if missed(figure) else figure for figure in figures]


def _uncached(root: Path) -> None:
    shutil.rmtree(root / ".cache", ignore_errors=True)


def _replayed(root: Path) -> Ran:
    _uncached(root)
    return child([sys.executable, *_REPLAY], at=root)


def _plain(made: Made) -> Ran:
    """Run a part of the plain implementation."""
    sample = ("--every", str(_every(made.scale)), "--redraws", str(_SAMPLE))
    return child([sys.executable, "-m", "benchmarks.plain", str(made.root), *sample, "--facts"])


def _reckoned(made: Made, ran: Ran, name: str) -> Ran:
    """Return how long all of it takes on all cores, from what the run of a part said."""
    facts = json.loads(ran.said)
    reading = facts["reading"] * made.packed / facts["read"]
    drawing = facts["once" if name == "once" else "anew"] * REDRAWS * facts["texts"] / facts["drawn"]
    rest = facts["rest"] * facts["of"] / facts["cells"]
    return Ran((reading + drawing + rest) / _cores(), ran.peak)


def _every(scale: float) -> int:
    return max(1, round(scale))


def _plain_note(scale: float) -> str:
    every = "" if _every(scale) == 1 else f"{_every(scale)}th "
    return _PLAIN_NOTE.format(made=_SAMPLE, redraws=REDRAWS, every=every, cores=_cores())


def _cores() -> int:
    return os.cpu_count() or 1


def _middle_log(root: Path) -> str:
    """Return the log in the middle by size, of those that no other is compared with."""
    logs = [path for path in (root / "answers").glob("*/*/*.jsonl.gz") if not path.name.startswith(f"{AS_WRITTEN}.")]
    ordered = sorted(logs, key=lambda path: (path.stat().st_size, path))
    return ordered[len(ordered) // 2].relative_to(root).as_posix()


def _with_one_log(root: Path, folder: Path, path: str) -> Path:
    """Make a project with the same study and room for one log."""
    shutil.copytree(root / "studies", folder / "studies", ignore=_scored)
    (folder / path).parent.mkdir(parents=True)
    return folder


def _scored(folder: str, names: list[str]) -> list[str]:
    """Name what a replay wrote into the folder of a study."""
    if Path(folder).name != "studies":
        return []
    return [name for name in names if name.endswith(".jsonl") or name == "levels"]


def _changed_and_replayed(root: Path, path: str, number: int) -> Ran:
    changed_log(root / path, number)
    return child([sys.executable, *_REPLAY], at=root)


def _copied_and_replayed(root: Path, alone: Path, path: str) -> Ran:
    for name in (path, path + SIDECAR_SUFFIX):
        shutil.copyfile(root / name, alone / name)
    return _replayed(alone)


def changed_log(log: Path, number: int) -> None:
    """Give the answer in one row of a log the other way round, and change its description with it.

    Parameters
    ----------
    number
        Which of the rows that have an answer; another number is another change.
    """
    lines: list[bytes] = igzip.decompress(log.read_bytes()).splitlines(keepends=True)  # type: ignore[no-untyped-call]
    answered = (n for n, line in enumerate(lines) if b'"probabilities"' in line)
    place = next(n for count, n in enumerate(answered) if count == number)
    row = json.loads(lines[place])
    for answer in row["answers"].values():
        _turn_round(answer)
    lines[place] = dump_json(row)
    data = igzip.compress(b"".join(lines), compresslevel=1, mtime=0)
    described = log.with_name(log.name + SIDECAR_SUFFIX)
    facts = json.loads(described.read_bytes()) | {"sha256": sha256_bytes(data)}
    log.write_bytes(data)
    described.write_bytes(dump_json(facts, indent=True))


def _turn_round(answer: dict[str, Any]) -> None:
    chances: dict[str, float] = answer["probabilities"]
    answer["probabilities"] = dict(zip(chances, reversed(chances.values()), strict=True))
    answer["choice"] = next(option for option in chances if option != answer["choice"])
