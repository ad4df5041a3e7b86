"""Where a command spends its time, in all of its threads: what is told of a goal that is missed.

py-spy looks at the command from outside a hundred times a second, so that nothing of it is slowed and what packages do
in C counts for the function that called them.
"""

from __future__ import annotations

import sys
import sysconfig
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.frame import child

__all__ = ["profile", "table"]

_TOP = 12
_RATE = 100
"""Looks a second."""
_WAITING = ("_worker (", "Condition.wait (")
"""Where a thread stands that has nothing to do, which is not always seen from outside."""


def profile(arguments: Sequence[str], *, at: Path) -> str:
    """Run a Python command (what follows `python`), and return as a table in which functions its threads were at work.

    Raises
    ------
    BdError
        The command fails, or the system lets no process look at another.
    """
    spy = Path(sysconfig.get_path("scripts")) / "py-spy"
    with tempfile.TemporaryDirectory(prefix="bd-profile-") as folder:
        file = Path(folder) / "stacks"
        looks = ("--format", "raw", "--function", "--rate", str(_RATE), "--output", str(file))
        child([str(spy), "record", *looks, "--", sys.executable, *arguments], at=at)
        return "\n".join(table(file.read_text(encoding="utf-8").splitlines()))


def table(stacks: Iterable[str], top: int = _TOP) -> list[str]:
    """Return in lines the functions that took the most by themselves, as shares of the time that threads were at work.

    Parameters
    ----------
    stacks
        Lines such as `<module> (snail.py);crawl (snail.py) 12`: who called whom, and how often it was seen.
    top
        How many functions are told.
    """
    alone: Counter[str] = Counter()
    within: Counter[str] = Counter()
    for line in stacks:
        stack, _, seen = line.rpartition(" ")
        frames = stack.split(";")
        if frames[-1].startswith(_WAITING):
            continue
        alone[frames[-1]] += int(seen)
        within.update(dict.fromkeys(frames, int(seen)))
    total = alone.total()
    ranked = sorted(alone.items(), key=lambda each: (-each[1], each[0]))[:top]
    rows = (f"{own / total:6.1%} {within[name] / total:12.1%}   {_plain(name)}" for name, own in ranked)
    return [f" alone  with callees   {total / _RATE:,.1f} s of all threads together", *rows]


def _plain(frame: str) -> str:
    """Return what a frame is called, without the folders that packages stand in on this machine."""
    name, _, file = frame.rpartition(" (")
    kept = Path(file.rstrip(")")).parts
    inside = next((n + 1 for n, part in enumerate(kept) if part in {"site-packages", "lib-dynload"}), -2)
    return f"{name} ({'/'.join(kept[inside:])})"
