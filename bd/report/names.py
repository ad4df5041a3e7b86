"""What readers are told about models, groups, decisions and tests, looked up once for every part of the file.

Ids come from the study and the effects; a model without a card goes by its id.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bd.board.cells import CellKey
from bd.effects.records import Effect
from bd.effects.saved import scored_path
from bd.errors import BdError
from bd.files import slug_fault
from bd.study.records import Characteristic, Decision, ModelCard, Study, Test

__all__ = ["Names", "names_of"]

_NO_CARD = ModelCard(
    id="",
    label="",
    kind="model",
    about="",
    licence="",
    planted=False,
    build_of=None,
    build_label="",
    order=50,
    sees_order=True,
    sees_question=True,
)


@dataclass(frozen=True)
class Names:
    """The study, with the models that the effects know."""

    study: Study
    models: tuple[str, ...]
    """Ids of every model with an effect, in the order of their cards, then by id."""
    builds: dict[str, tuple[str, ...]]
    """By model: the builds with an effect, the model's own first."""
    planted: frozenset[str]

    def card(self, model: str) -> ModelCard:
        """Return a model's card, or a plain one."""
        return self.study.models.get(model, _NO_CARD)

    def label(self, model: str) -> str:
        """Return what a model is called."""
        return self.card(model).label or model

    def characteristic(self, name: str) -> Characteristic:
        """Return a characteristic; KeyError if the study has none of that id."""
        return next(c for c in self.study.characteristics if c.id == name)

    def decision(self, name: str) -> Decision:
        """Return a decision."""
        return self.study.decisions[name]

    def group_label(self, characteristic: Characteristic, group: str | None) -> str:
        """Return what a group is called; empty for none."""
        return next((g.label for g in characteristic.groups if g.id == group), "")

    def test(self, key: CellKey) -> Test:
        """Return the test behind a cell."""
        tests = self.characteristic(key.characteristic).tests
        return next(t for t in tests if t.edit == key.edit and key.question in t.decisions)


def names_of(study: Study, effects: Iterable[Effect]) -> Names:
    """Gather the names.

    Raises
    ------
    BdError
        If an effect names a characteristic or a decision that the study does not have (its scored file is stale), or
        a model whose id cannot be part of an address.
    """
    known = {c.id for c in study.characteristics}
    builds: dict[str, set[str]] = {}
    for effect in effects:
        if effect.characteristic not in known or effect.decision not in study.decisions:
            where = scored_path(effect.decision, effect.edit)
            what = f"{effect.characteristic!r} asked as {effect.decision!r}"
            raise BdError(f"{where}: {what} is not in this study; delete the file and run bd replay")
        for name in (effect.model, effect.build):
            if fault := slug_fault(name):
                raise BdError(f"answers/{name}: a model's folder is called by its id, and {name!r} {fault}")
        builds.setdefault(effect.model, set()).add(effect.build)

    def place(model: str) -> tuple[int, str]:
        return (study.models.get(model, _NO_CARD).order, model)

    models = tuple(sorted(builds, key=place))
    return Names(
        study=study,
        models=models,
        builds={m: tuple(sorted(builds[m], key=lambda b: (b != m, *place(b)))) for m in models},
        planted=frozenset(m for m in models if m in study.models and study.models[m].planted),
    )
