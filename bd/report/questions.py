"""The part `questions`: what was asked, of which texts."""

from __future__ import annotations

from typing import Any

from bd.study.plan import decision_texts
from bd.study.records import Decision, Study

__all__ = ["questions_part"]


def questions_part(study: Study) -> list[dict[str, Any]]:
    """Return every decision of the study, by id."""
    return [_question(study, study.decisions[name]) for name in sorted(study.decisions)]


def _question(study: Study, decision: Decision) -> dict[str, Any]:
    texts = study.texts[decision.texts]
    return {
        "id": decision.id,
        "label": decision.label,
        "question": decision.question,
        "options": [{"id": option.id, "label": option.label} for option in decision.options],
        "positive": decision.positive,
        "law": decision.law,
        "area": decision.area,
        "search": list(decision.search),
        "n_texts": len(decision_texts(decision, texts)),
        "texts": {
            "id": texts.id,
            "label": texts.label,
            "noun": texts.noun,
            "about": texts.about,
            "licence": texts.licence,
            "sha256": texts.sha256,
        }
        | ({"people": texts.people} if texts.people else {}),
    }
