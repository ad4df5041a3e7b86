"""How everything here is measured: in turn, at least five times, as ratios within one run.

What is measured stands in modules of its own, one a part of `bd`. A part that is to be measured needs three things:
rows in `goals.toml`, a module with a function `measure(settings: Settings) -> list[Measured | Timed]`, and its name in
`PARTS` of `benchmarks.__main__`. `benchmarks.page` makes the table of goals of what comes back.
"""

from __future__ import annotations

import json
import os
import platform
import signal
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bd.errors import BdError

__all__ = [
    "RUNS",
    "Machine",
    "Measured",
    "Ran",
    "Settings",
    "Timed",
    "child",
    "in_turn",
    "machine",
    "ratios",
]

RUNS = 5
"""Fewest runs of anything that is measured; of all of them the median counts."""
_LAUNCH = Path(__file__).with_name("launch.py")
_PACKAGES = ("bd-audit", "numpy", "scipy", "pyarrow", "isal", "orjson", "polars", "duckdb")
_LAST = 3


@dataclass(frozen=True)
class Measured:
    """One figure, as often as it was measured.

    The figure is what the goal limits, in the goal's unit: a ratio, seconds, bytes, pages. Work a ratio out from two
    things measured in the same run (`in_turn`, then `ratios`), never from medians of different runs.
    """

    goal: str
    """Its id in `goals.toml`."""
    runs: tuple[float, ...]
    """The figure in every run, in order."""
    scale: float | None = None
    """How many times the committed record the logs were; None where that does not matter."""
    note: str = ""
    """What a reader must know of this figure, such as that only a part was run: whole sentences of Markdown."""
    profile: str = ""
    """Where a goal is missed, what `benchmarks.profiles` told."""

    @property
    def value(self) -> float:
        """The median of the runs."""
        return statistics.median(self.runs)

    @property
    def spread(self) -> tuple[float, float]:
        """The smallest and the largest run."""
        return min(self.runs), max(self.runs)


@dataclass(frozen=True)
class Settings:
    """What the person who measures has asked for."""

    scales: tuple[float, ...] = (1.0,)
    """How many times the committed record the made-up logs are, each in turn."""
    at: Path | None = None
    """Where made-up projects are written; None for the system's folder of temporary files."""
    runs: int = RUNS
    """How often each thing is run."""
    say: Callable[[str], None] = lambda line: None
    """Told in a line what is about to be done."""


@dataclass(frozen=True)
class Ran:
    """One run of one thing."""

    seconds: float
    peak: int = 0
    """Most memory that a process of it held, in bytes; 0 where that is not known."""
    said: str = field(default="", repr=False)
    """What it wrote to standard output."""


@dataclass(frozen=True)
class Timed:
    """One thing as often as it was run: what stands behind the figures, shown below the table of goals."""

    part: str
    """The heading that it is shown under, the `part` of a goal."""
    what: str
    """In a few words, as Markdown."""
    runs: tuple[Ran, ...]
    scale: float | None = None
    note: str = ""
    """As in `Measured`."""

    @property
    def seconds(self) -> float:
        """The median of the runs."""
        return statistics.median(run.seconds for run in self.runs)

    @property
    def peak(self) -> int:
        """The most memory of any run, in bytes; 0 where it is not known."""
        return max(run.peak for run in self.runs)


def child(command: Sequence[str], *, at: Path | None = None) -> Ran:
    """Run a command as a process of its own, and return its seconds, from start to end, and its peak memory.

    Parameters
    ----------
    command
        What to run, such as `[sys.executable, "-m", "bd", "replay"]`.
    at
        The folder to run it in.

    Raises
    ------
    BdError
        It ended with another exit status than 0; the message holds the end of what it wrote to standard error.
    """
    # The folder that holds bd and benchmarks goes with it, since the command runs in another.
    paths = os.pathsep.join([str(_LAUNCH.parent.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    started = subprocess.Popen(
        [sys.executable, "-I", "-S", str(_LAUNCH), *command],
        cwd=at,
        env=os.environ | {"PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        said, errors = started.communicate()
    except BaseException:  # Ctrl-C among others: what was started ends too, with what it started in turn
        os.killpg(started.pid, signal.SIGKILL)
        started.wait()
        raise
    *told, measured = errors.splitlines() or [""]
    if started.returncode:
        raise BdError(f"{' '.join(command)}: exit status {started.returncode}: {' / '.join(told[-_LAST:])}")
    facts = json.loads(measured)
    return Ran(facts["seconds"], facts["peak"], said)


def in_turn(works: Mapping[str, Callable[[], Ran]], runs: int = RUNS) -> dict[str, tuple[Ran, ...]]:
    """Run each thing once, then each a second time, and so on; return all runs of each, by its name.

    What slows the machine for a while so slows everything that is compared.
    """
    found: dict[str, list[Ran]] = {name: [] for name in works}
    for _ in range(runs):
        for name, work in works.items():
            found[name].append(work())
    return {name: tuple(each) for name, each in found.items()}


def ratios(over: Iterable[Ran], under: Iterable[Ran]) -> tuple[float, ...]:
    """Return how many times the seconds of the second the first took, within each run."""
    return tuple(a.seconds / b.seconds for a, b in zip(over, under, strict=True))


@dataclass(frozen=True)
class Machine:
    """What everything was measured on."""

    processor: str
    cores: int
    memory: int
    """In bytes."""
    system: str
    python: str
    packages: Mapping[str, str]
    """Versions of what is compared, by the name of the package."""


def machine() -> Machine:
    """Describe this machine, without its name."""
    return Machine(
        processor=_processor(),
        cores=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        memory=os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        system=f"{platform.system()} {platform.release()}",
        python=f"{platform.python_implementation()} {platform.python_version()}",
        packages={name: found for name in _PACKAGES if (found := _version(name))},
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    named = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
