"""One log as it is to be asked: its files, its rows, its question, and what its sidecar will say.

Asking it is `bd.ask.run`'s part, asking a few of its rows again `bd.ask.reask`'s. Both must know whether a saved log
answers what would be asked today; that is told here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bd.ask.model import ByCutoff, Model, Question, calibration_texts
from bd.ask.store import LogFiles
from bd.machine import this_machine
from bd.study.plan import ANSWERS_FORMAT, LogPlan, plan_log, texts_sha256
from bd.study.records import ModelCard, Study

__all__ = ["Job", "differing", "plan_job"]


@dataclass(frozen=True)
class Job:
    """One log of one model."""

    files: LogFiles
    plan: LogPlan
    question: Question
    facts: dict[str, Any]
    """What the sidecar will say, but for the calibration, the date, the number of rows and the log's hash."""
    basis: dict[str, str]
    """SHA-256 of the question and of the calibration texts; stands in the sidecar beside the calibration's numbers."""
    answered: Mapping[str, bytes] = field(default_factory=dict)
    """Lines of a finished log that hold an answer, by id, where only its other rows are asked again."""
    fitted: dict[str, Any] | None = None
    """What those were asked with."""


def plan_job(
    study: Study, card: ModelCard, model: Model, root: Path, decision_id: str, edit: str, limit: int | None
) -> Job:
    """Return a log of a loaded model, with so many texts (None for all of the decision's)."""
    decision = study.decisions[decision_id]
    plan = plan_log(study, decision_id, edit, limit)
    question = Question.of(decision)
    fitted_on = calibration_texts(decision, study.texts[decision.calibration])
    facts = {
        "format": ANSWERS_FORMAT,
        "model": card.id,
        "build": model.build.as_json(),
        "decides": model.decides,
        **({"cutoff": model.cutoff} if isinstance(model, ByCutoff) else {}),
        "licence": card.licence,
        "limit": limit,
        "machine": this_machine().as_json(),
        "texts_sha256": plan.texts_sha256,
    }
    basis = {
        "question_sha256": question.sha256,
        "texts_sha256": texts_sha256((t.id, f"{t.option}\n{t.text}") for t in fitted_on),
    }
    return Job(LogFiles(root, card.id, decision_id, edit), plan, question, facts, basis)


def differing(job: Job, saved: Mapping[str, Any]) -> list[str]:
    """Return, in words, in what a saved log's sidecar differs from what would be asked today; empty where nothing."""
    calibration = saved.get("calibration") or {}
    other = saved.get("limit") != job.facts["limit"]
    compared = (
        ("another number of texts" if other else "other texts", saved.get("texts_sha256") == job.facts["texts_sha256"]),
        ("another build of the model", saved.get("build") == job.facts["build"]),
        ("another way of deciding", all(saved.get(k) == job.facts.get(k) for k in ("decides", "cutoff"))),
        ("another question or calibration", all(calibration.get(k) == v for k, v in job.basis.items())),
    )
    return [words for words, same in compared if not same]
