"""What a project tests and which models have answered it, for `bd list`.

Logs are counted by their files alone; whether they are fit is what `bd check` tells.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bd.aside import is_aside
from bd.said import many
from bd.study.load import load_study
from bd.study.plan import decision_texts
from bd.study.records import AS_WRITTEN, Characteristic, ModelCard, Study

__all__ = ["listing", "listing_lines"]


def listing(root: Path) -> dict[str, Any]:
    """Return characteristics, decisions and models of a project, each with what has been answered."""
    study = load_study(root)
    folder = root / "answers"
    logs = sorted(p.relative_to(folder).parts for p in folder.glob("*/*/*.jsonl.gz"))
    logs = [parts for parts in logs if not any(is_aside(part) for part in parts)]
    answered = {(model, decision, name.removesuffix(".jsonl.gz")) for model, decision, name in logs}
    models = sorted({*study.models, *(m for m, _, _ in answered)})
    return {
        "characteristics": [_characteristic(study, c, answered) for c in study.characteristics],
        "decisions": [_decision(study, d) for d in sorted(study.decisions)],
        "models": [_model(study.models.get(m), m, answered) for m in models],
    }


def _characteristic(
    study: Study, characteristic: Characteristic, answered: set[tuple[str, str, str]]
) -> dict[str, Any]:
    tested = {(d, t.edit) for t in characteristic.tests for d in t.decisions}
    models = sorted({m for m, d, e in answered if (d, e) in tested})
    return {
        "id": characteristic.id,
        "label": characteristic.label,
        "kind": characteristic.kind,
        "groups": [g.id for g in characteristic.groups],
        "decisions": sorted({d for d, _ in tested}),
        "models": models,
        "unmeasured": {
            card.id: _why_not(card, characteristic) for card in study.models.values() if card.id not in models
        },
    }


def _why_not(card: ModelCard, characteristic: Characteristic) -> str:
    """Say why a model has no answer to any test of a characteristic, as far as its card tells."""
    asked = set(card.ask.get("decisions", ()))
    if asked and not any(asked.intersection(t.decisions) for t in characteristic.tests):
        return "not asked these decisions"
    if not card.sees_order and all(t.kind == "order" for t in characteristic.tests):
        return "never sees the order of options"
    return "not asked yet"


def _decision(study: Study, decision_id: str) -> dict[str, Any]:
    decision = study.decisions[decision_id]
    return {
        "id": decision_id,
        "question": decision.question,
        "options": [o.id for o in decision.options],
        "positive": decision.positive,
        "texts": len(decision_texts(decision, study.texts[decision.texts])),
    }


def _model(card: ModelCard | None, model: str, answered: set[tuple[str, str, str]]) -> dict[str, Any]:
    own = sorted((d, e) for m, d, e in answered if m == model)
    return {
        "id": model,
        "label": card.label if card else model,
        "kind": card.kind if card else "model",
        "planted": bool(card and card.planted),
        "build_of": card.build_of if card else None,
        "logs": len(own),
        "decisions": sorted({d for d, _ in own}),
        "edits": sorted({e for _, e in own if e != AS_WRITTEN}),
    }


def listing_lines(found: dict[str, Any]) -> list[str]:
    """Return the listing as lines for people."""
    lines = ["Characteristics"]
    for each in found["characteristics"]:
        groups = f"{many(len(each['groups']), 'group')}, " if each["groups"] else ""
        kind = "" if each["kind"] == "characteristic" else f" ({each['kind']})"
        lines.append(
            f"  {each['id']:<18} {groups}{many(len(each['decisions']), 'decision')}, "
            f"{many(len(each['models']), 'model')}{kind}"
        )
        lines += [f"{'':<21}without {', '.join(models)}: {why}" for why, models in _by_reason(each["unmeasured"])]
    lines += ["", "Decisions"]
    for each in found["decisions"]:
        lines.append(f"  {each['id']:<30} {_aligned(each['texts'], 'text', 5)}  {each['question']}")
    lines += ["", "Models"]
    for each in found["models"]:
        remark = ", planted" if each["planted"] else f", a build of {each['build_of']}" if each["build_of"] else ""
        lines.append(f"  {each['id']:<24} {_aligned(each['logs'], 'log', 3)}  {each['label']} ({each['kind']}{remark})")
    return lines


def _by_reason(unmeasured: dict[str, str]) -> list[tuple[str, list[str]]]:
    found: dict[str, list[str]] = {}
    for model, why in sorted(unmeasured.items()):
        found.setdefault(why, []).append(model)
    return sorted(found.items())


def _aligned(number: int, what: str, width: int) -> str:
    return f"{number:>{width}} {what if number == 1 else f'{what}s':<{len(what) + 1}}"
