"""Answers of two kinds of machines are not joined without a word.

Some engines answer otherwise on another processor, so what one log was asked on a second machine would count as an
effect. Half a log is gone on with on the kind of machine that began it. Logs of one model come from one kind of
machine, unless its card says that it answers the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bd.ask.job import Job
from bd.ask.store import LogFiles
from bd.errors import BdError
from bd.machine import Machine, machine_of, this_machine
from bd.study.records import ModelCard

__all__ = ["from_elsewhere", "refuse_to_join"]


def from_elsewhere(card: ModelCard, saved: Mapping[str, Any]) -> Machine | None:
    """Return the machine that a saved log comes from, if it is another than this one and that may matter."""
    machine = machine_of(saved.get("machine"))
    return None if card.same_everywhere or machine == this_machine() else machine


def refuse_to_join(card: ModelCard, todo: Iterable[Job], kept: Iterable[LogFiles], *, again: bool) -> None:
    """See that what is about to be asked here joins nothing that was answered on another kind of machine.

    Parameters
    ----------
    card
        Whose answers they are.
    todo
        What is about to be asked.
    kept
        The model's other logs, which stay as they are.
    again
        Begin logs anew that were begun elsewhere.

    Raises
    ------
    BdError
        Names the log and both machines, and says what may be done.
    """
    todo = list(todo)
    for job in todo:
        _see_to_begun(job, again)
    for files in kept if todo else ():
        there = from_elsewhere(card, files.sidecar_facts() or {})
        if there is not None:
            raise BdError(
                f"{files.shown}: was answered on {there}, and this is {this_machine()}, where {card.id} may answer "
                "otherwise: go on there, give this machine's answers a card of their own with build_of, or replace all "
                "logs with --again"
            )


def _see_to_begun(job: Job, again: bool) -> None:
    begun = job.files.begun_facts()
    if begun is None or begun.get("machine") == job.facts["machine"]:
        return
    if again:
        job.files.part.unlink(missing_ok=True)
        return
    there = machine_of(begun.get("machine")) or "a machine that was not noted"
    raise BdError(
        f"{job.files.shown}: was begun on {there}, and this is {this_machine()}: go on there, or begin it anew with "
        "--again"
    )
