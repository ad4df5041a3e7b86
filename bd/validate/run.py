"""The command's work: simulate every case, one process a case if asked, and write the document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from bd.files import write_atomically
from bd.validate.cases import Case, find_cases
from bd.validate.figures import read_figures
from bd.validate.results import Result
from bd.validate.simulate import simulate
from bd.validate.write import document

__all__ = ["DOCUMENT", "as_json_lines", "result_lines", "run_cases", "validate"]

DOCUMENT = "docs/validation.md"


def _result(case: Case, studies: int, seed: int) -> Result:
    tally = simulate(case, studies, seed)
    return Result(case, tally.counts, tally.means)


def run_cases(
    cases: Sequence[Case], studies: int, seed: int, jobs: int, progress: Callable[[str], None]
) -> tuple[Result, ...]:
    """Simulate cases; the results do not depend on how many processes share the work."""
    if jobs == 1:
        return tuple(_told(map(partial(_result, studies=studies, seed=seed), cases), progress))
    with ProcessPoolExecutor(jobs) as pool:
        return tuple(_told(pool.map(partial(_result, studies=studies, seed=seed), cases), progress))


def _told(results: Iterable[Result], progress: Callable[[str], None]) -> Iterable[Result]:
    for result in results:
        progress(result.case.name)
        yield result


def validate(
    root: Path,
    *,
    names: Sequence[str] = (),
    studies: int = 2000,
    seed: int = 0,
    jobs: int = 1,
    out: Path | None = None,
    progress: Callable[[str], None] = lambda case: None,
) -> tuple[Result, ...]:
    """Simulate the named cases, or all, and write the document if all were simulated.

    Parameters
    ----------
    root
        The project's folder; figures that others published are read from it, where it holds any.
    names
        Cases, or kinds of cases.
    studies
        Simulated studies in each case.
    seed
        Another seed gives other studies.
    jobs
        Processes that share the cases.
    out
        Where the document is written; None for none.
    progress
        Called with each case that is done.

    Raises
    ------
    UsageError
        No case is called so.
    """
    results = run_cases(find_cases(names), studies, seed, jobs, progress)
    if out is not None:
        write_atomically(out, document(results, studies, seed, read_figures(root)).encode())
    return results


def result_lines(results: Iterable[Result]) -> list[str]:
    """Return one line a case for people: what is held to limits, and how it came out."""
    lines = []
    for result in results:
        found = (f"{name} {result.counts[name].share:.1%} {word}" for name, word in result.verdicts.items())
        lines.append(f"{result.case.name}: " + (", ".join(found) or "not held to limits"))
    return lines


def as_json_lines(results: Iterable[Result]) -> list[dict[str, Any]]:
    """Return the results as plain values."""
    return [
        {
            "case": result.case.name,
            "counts": {name: {"held": c.held, "of": c.of, "bounds": c.bounds} for name, c in result.counts.items()},
            "means": {name: {"mean": m.value, "error": m.error} for name, m in result.means.items()},
            "verdicts": result.verdicts,
        }
        for result in results
    ]
