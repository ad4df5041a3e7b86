"""`bd replay` on worker processes of this machine: whether the bytes are the same, and what a million answers cost.

Costs are core-seconds of the workers, as the system counts them, so that other work on the machine matters little. What
ten billion answers would take is worked out from these, and its note says so.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

from dask.typing import Key
from distributed import Worker, WorkerPlugin

from bd.cluster import LOCAL, parts_on, workers_of
from bd.effects import weights
from bd.files import sha256_bytes
from bd.replay.work import replay, replayed_files
from benchmarks.frame import Measured, Ran, Settings, Timed, child, in_turn
from benchmarks.generate import Made, made_up

__all__ = ["measure"]

PART = "Many machines"
_MILLION = 10**6
_READ, _DRAWN = ("read",), ("look", "cut", "sums_of", "added")
_LARGE = 10
"""For the cost of large lists, every list of more texts than this is cut; no list of these projects is large else."""
_MANY = 10**10
_HOUR = 3600


def measure(settings: Settings) -> list[Measured | Timed]:
    """Make up a project at every scale, and replay it alone, on workers, and on workers with every list cut."""
    found: list[Measured | Timed] = []
    for scale in settings.scales:
        with made_up(settings, scale) as made:
            settings.say(f"replays on workers at {scale:g} times the record")
            found += _measured(made, settings)
    return found


def _measured(made: Made, settings: Settings) -> list[Measured | Timed]:
    sums: dict[str, list[Mapping[str, str]]] = {"alone": [], "workers": [], "cut": []}
    works = {
        "alone": partial(_run, made.root, sums["alone"], ["-m", "bd", "replay", "--afresh"]),
        "workers": partial(_run, made.root, sums["workers"], _worker_command(made.root)),
        "cut": partial(_run, made.root, sums["cut"], _worker_command(made.root, "--large", str(_LARGE))),
    }
    runs = in_turn(works, settings.runs)
    differing = [float(_differing(*each)) for each in zip(sums["alone"], sums["workers"], strict=True)]
    facts = [json.loads(run.said) for run in runs["workers"]]
    cut = [json.loads(run.said) for run in runs["cut"]]
    return [
        Measured("cluster-equal", tuple(differing), made.scale),
        *_rates(made, facts, cut),
        Timed(PART, "a single process, without a cache", runs["alone"], made.scale),
        Timed(
            PART, f"{facts[0]['workers']} workers of this machine, starting them included", runs["workers"], made.scale
        ),
        Timed(PART, "the same, with every list of texts cut into parts", runs["cut"], made.scale),
    ]


def _rates(made: Made, facts: Sequence[Mapping[str, Any]], cut: Sequence[Mapping[str, Any]]) -> list[Measured]:
    def each(of: Sequence[Mapping[str, Any]], name: str, unit: float = _MILLION) -> tuple[float, ...]:
        return tuple(one[name] * unit / made.answers for one in of)

    large = tuple(sum(parts) for parts in zip(each(cut, "read"), each(cut, "rest"), each(cut, "drawn"), strict=True))
    hours = tuple(seconds * _MANY / _MILLION / _HOUR for seconds in large)
    return [
        Measured("cluster-rate", each(facts, "all"), made.scale),
        Measured("cluster-read", each(facts, "read"), made.scale),
        Measured("cluster-rest", each(facts, "rest"), made.scale),
        Measured(
            "cluster-drawn", each(cut, "drawn"), made.scale, f"Measured with every list above {_LARGE} texts cut."
        ),
        Measured("cluster-held", each(facts, "held", 1), made.scale),
        Measured("cluster-moved", each(facts, "moved", 1), made.scale),
        Measured("cluster-many", hours, made.scale, "Worked out from the rates of large lists at that size, not run."),
    ]


def _run(root: Path, sums: list[Mapping[str, str]], command: Sequence[str]) -> Ran:
    ran = child([sys.executable, *command], at=root)
    sums.append({path: sha256_bytes((root / path).read_bytes()) for path in replayed_files(root)})
    return ran


def _worker_command(root: Path, *more: str) -> list[str]:
    return ["-m", "benchmarks.cluster", str(root), *more]


def _differing(one: Mapping[str, str], other: Mapping[str, str]) -> int:
    return sum(one.get(path) != other.get(path) for path in {*one, *other})


class Costs(WorkerPlugin):
    """Counts in a worker of one thread what each kind of task takes of the processor, and what its results hold."""

    name = "costs"

    def setup(self, worker: Worker) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.held: Counter[str] = Counter()
        self._worker = worker
        self._began = 0.0

    def transition(self, key: Key, start: str, finish: str, **_: Any) -> None:
        kind = str(key[0]) if isinstance(key, tuple) else str(key)
        if finish == "executing":
            self._began = time.process_time()
        elif start == "executing":
            self.seconds[kind] += time.process_time() - self._began
            self.held[kind] += self._worker.state.tasks[key].nbytes or 0


def _counted(dask_worker: Worker) -> tuple[float, Mapping[str, float], Counter[str], int]:
    """Return what a worker has taken in all, what of it in which kind of task, what these held, and bytes sent."""
    costs = cast(Costs, dask_worker.plugins[Costs.name])
    return time.process_time(), costs.seconds, costs.held, dask_worker.transfer_outgoing_bytes_total


def _on_workers(root: Path, large: int | None) -> dict[str, float]:
    """Replay on workers of this machine; return core-seconds and bytes."""
    weights.MOST_COUNTED = weights.MOST_COUNTED if large is None else large
    with workers_of(LOCAL) as ready:
        ready.client.register_plugin(Costs())
        before = ready.client.run(_counted)
        replay(root, elsewhere=partial(parts_on, ready))
        after = ready.client.run(_counted)
    counts = list(after.values())
    total = sum(after[worker][0] - before[worker][0] for worker in after)
    read, drawn = (sum(seconds[kind] for _, seconds, _, _ in counts for kind in kinds) for kinds in (_READ, _DRAWN))
    held = sum(nbytes[kind] for _, _, nbytes, _ in counts for kind in _READ)
    rest, moved = total - read - drawn, sum(sent for _, _, _, sent in counts)
    return {
        "all": total,
        "read": read,
        "drawn": drawn,
        "rest": rest,
        "held": held,
        "moved": moved,
        "workers": len(after),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("root", type=Path, metavar="FOLDER")
    parser.add_argument("--large", type=int, help="cut lists of more texts than this")
    options = parser.parse_args()
    print(json.dumps(_on_workers(options.root, options.large)))


if __name__ == "__main__":
    main()
