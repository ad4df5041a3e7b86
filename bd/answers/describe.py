"""Write the description beside a log that was made without `bd ask`, so that its answers are tied to the texts.

The log is read and checked as a replay would; a row of a text that was not asked is refused.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bd.answers.read import Log, parse_log
from bd.answers.sidecar import SIDECAR_SUFFIX, read_sidecar
from bd.answers.unpack import LogFaultError
from bd.errors import BdError, Problem, ProblemsError, UsageError
from bd.files import dump_json, read_bytes, sha256_bytes, write_atomically
from bd.machine import Machine
from bd.said import brief
from bd.study.deciding import SAMPLED, deciding_faults
from bd.study.plan import ANSWERS_FORMAT, LogPlan, decision_texts, plan_log
from bd.study.records import Decision, Study

__all__ = ["Described", "describe"]

_SUFFIX = ".jsonl.gz"


@dataclass(frozen=True)
class Described:
    """What was found in the log."""

    path: Path
    """The description."""
    answered: int
    """Rows with an answer."""
    asked: int
    """Rows that the study asks for."""


def describe(
    root: Path,
    study: Study,
    log: Path,
    *,
    package: str,
    version: str,
    licence: str,
    asked: str,
    decides: str = "argmax",
    cutoff: float | None = None,
    limit: int | None = None,
    machine: Machine | None = None,
) -> Described:
    """Check a log and write its description.

    Parameters
    ----------
    root, study
        The project.
    log
        `answers/<model>/<decision>/<edit>.jsonl.gz` within it.
    package, version, licence
        What the model is, and its own terms.
    asked
        The day on which it answered, YYYY-MM-DD.
    decides
        `argmax`; `sampled` where the choice was drawn and need not be the most probable option; `cutoff` where the
        positive option is chosen from a probability on.
    cutoff
        That probability; None where something else decides.
    limit
        How many of the decision's texts were asked about; None for all.
    machine
        What it ran on, where that is known and may matter.

    Raises
    ------
    UsageError
        The path is not that of a log of this study; an earlier description names a limit and none is given now; or
        the cutoff does not fit.
    ProblemsError
        The log breaks a rule of the format; the line is named.
    BdError
        It answers texts that the study does not ask about.
    """
    for key, value in (("package", package), ("version", version), ("licence", licence)):
        if not value.strip():
            raise UsageError(f"--{key} is empty; say what it is, or `unknown`")
    for fault in deciding_faults(decides, cutoff):
        raise UsageError(fault)
    model, decision_id, edit = _parts(root, log)
    plan = plan_log(study, decision_id, edit, limit)
    if limit is None:
        _see_to_limit(study, decision_id, log)
    data = read_bytes(log)
    shown = log.resolve().relative_to(root.resolve()).as_posix()
    found = _read(data, shown, study.decisions[decision_id], decides, cutoff)
    _see_to_rows(found, plan, shown, limit)
    facts = {
        "format": ANSWERS_FORMAT,
        "model": model,
        "build": {"package": package, "version": version},
        "decides": decides,
        **({} if cutoff is None else {"cutoff": cutoff}),
        "calibration": None,
        "licence": licence,
        "asked": asked,
        "limit": limit,
        "texts_sha256": plan.texts_sha256,
        "rows": len(found.ids),
        "sha256": sha256_bytes(data),
    }
    if machine is not None:
        facts["machine"] = machine.as_json()
    path = log.with_name(log.name + SIDECAR_SUFFIX)
    write_atomically(path, dump_json(facts, indent=True))
    return Described(path, int((found.choices >= 0).sum()), len(plan.rows))


def _read(data: bytes, shown: str, decision: Decision, decides: str, cutoff: float | None) -> Log:
    try:
        return parse_log(
            data,
            question=decision.id,
            options=[o.id for o in decision.options],
            positive=decision.positive,
            sampled=decides == SAMPLED,
            cutoff=cutoff,
        )
    except LogFaultError as fault:
        raise ProblemsError([Problem(shown, fault.line, fault.message)]) from fault


def _see_to_rows(found: Log, plan: LogPlan, shown: str, limit: int | None) -> None:
    """Refuse a log with a row that the study does not ask."""
    planned = {row.id for row in plan.rows}
    strange = next((row_id for row_id in found.ids if row_id not in planned), None)
    if strange is not None:
        raise BdError(
            f"{shown}: row {brief(strange)} is not asked by this study; "
            f"`bd rows {plan.decision} {plan.edit}{'' if limit is None else f' --limit {limit}'}` lists them"
        )


def _see_to_limit(study: Study, decision_id: str, log: Path) -> None:
    """Refuse to turn a log that was asked about some texts into one about all of them, just by leaving out a word."""
    earlier = None
    with suppress(LogFaultError):  # a description that cannot be read says nothing, and is written anew
        earlier = read_sidecar(log)
    decision = study.decisions[decision_id]
    every = len(decision_texts(decision, study.texts[decision.texts]))
    if earlier is not None and earlier.limit is not None and earlier.limit < every:
        raise UsageError(
            f"{log}: by its description it was asked about {earlier.limit} texts: say --limit {earlier.limit} again, "
            f"or --limit {every} if it was asked about all"
        )


def _parts(root: Path, log: Path) -> tuple[str, str, str]:
    try:
        parts = log.resolve().relative_to((root / "answers").resolve()).parts
    except ValueError:
        parts = ()
    if len(parts) != 3 or not parts[2].endswith(_SUFFIX):
        raise UsageError(f"{log}: a log is answers/<model>/<decision>/<edit>{_SUFFIX} within the project")
    return parts[0], parts[1], parts[2].removesuffix(_SUFFIX)
