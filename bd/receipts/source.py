"""Where receipts come from: the project's study, scored rows and saved answers, as far as a data file rests on them.

A data file names the logs behind each of its numbers with their sums. Only where today's rows and answers are the same
does a cell have receipts, for otherwise they would prove something else; where they are not, it is said why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from bd.answers.align import AnswerTable, SavedLog
from bd.board.cells import CellKey
from bd.effects.records import Effect, EffectKey
from bd.effects.saved import read_effects
from bd.errors import BdError, ProblemsError
from bd.receipts.gather import gather, places_of
from bd.receipts.records import CellReceipts
from bd.receipts.saved import Saved, saved_for
from bd.report.names import Names, names_of
from bd.study.edits import Excluded
from bd.study.plan import Form, forms_of
from bd.study.records import Study

__all__ = ["Receipts", "open_receipts"]

Builds = list[tuple[AnswerTable, Effect]]

_ABSENT = "the saved answers are not among the files that this site was built from"
_STUDY = "the study cannot be read among the files that this site was built from"
_NONE = "nobody has answered here"
_ROWS = "the scored rows are not those of this page’s numbers: {path} is of another day"
_LOG = "the saved answers are not those of this page’s numbers: {path} is another, or is missing"


class Receipts:
    """The receipts of a data file's cells; each is put together when it is asked for, and not kept.

    Parameters
    ----------
    study, effects, tables
        The study, the scored rows of each cell in the order of the models, and the answers behind them.
    missing
        Why a cell has no receipts; every cell of the data file is in here or among the rows.
    """

    def __init__(
        self,
        study: Study | None,
        effects: Mapping[CellKey, list[Effect]],
        tables: Mapping[tuple[str, str], AnswerTable],
        missing: Mapping[CellKey, str],
    ) -> None:
        self._study = study
        self._effects = effects
        self._tables = tables
        self.missing = missing

    @cached_property
    def sizes(self) -> Mapping[CellKey, int]:
        """How many texts each cell with receipts has."""
        return {key: len(places_of(self._builds(key))) for key in self._effects}

    def cell(self, key: CellKey) -> CellReceipts:
        """Return the receipts of a cell; KeyError if it has none."""
        return gather(self._names, self._builds(key), self._texts)

    def _builds(self, key: CellKey) -> Builds:
        return [(self._tables[effect.build, effect.decision], effect) for effect in self._effects[key]]

    @cached_property
    def _names(self) -> Names:
        if self._study is None:
            raise KeyError("no study")
        return names_of(self._study, (effect for effects in self._effects.values() for effect in effects))

    def _texts(
        self, decision: str, suffix: str, logs: Iterable[SavedLog], ids: Iterable[str]
    ) -> tuple[str | None, ...]:
        """Return texts in one version, as the study makes it for the first of the logs that hold it."""
        written = self._written[decision]
        if not suffix:
            return tuple(written[i] for i in ids)
        study, edits = self._names.study, dict.fromkeys(saved.outline.edit for saved in logs)
        form = next(form for edit in edits for form in forms_of(study, decision, edit) if form.suffix == suffix)
        return tuple(_made(form, written[i]) for i in ids)

    @cached_property
    def _written(self) -> Mapping[str, Mapping[str, str]]:
        study = self._names.study
        sets = {name: {text.id: text.text for text in each.texts} for name, each in study.texts.items()}
        return {decision.id: sets[decision.texts] for decision in study.decisions.values()}


def _made(form: Form, text: str) -> str | None:
    made = form.of(text)
    return None if isinstance(made, Excluded) else made.text


def open_receipts(root: Path, data: Mapping[str, Any], saved: Saved | None = None) -> Receipts:
    """Find the receipts of every cell of a data file.

    Parameters
    ----------
    root
        The project's folder; it may lack answers, or have others by now.
    data
        The data file, read and checked.
    saved
        What the project keeps, where somebody else needs it too.
    """
    wanted, saved = dict(_cells(data)), saved or saved_for(root, data)
    try:
        if not saved.is_there or not (root / "studies").is_dir():
            raise BdError(_ABSENT)
        study, effects = saved.study, read_effects(root)
    except ProblemsError:
        return Receipts(None, {}, {}, dict.fromkeys(wanted, _STUDY))
    except BdError:
        return Receipts(None, {}, {}, dict.fromkeys(wanted, _ABSENT))
    return _matched(study, saved.answers.tables, effects, wanted)


def _matched(
    study: Study, tables: Iterable[AnswerTable], effects: Iterable[Effect], wanted: Mapping[CellKey, list[Any]]
) -> Receipts:
    answers = {(table.build, table.decision): table for table in tables}
    sums = {log.path: log.sha256 for table in answers.values() for log in table.logs.values()}
    rows = {effect.cell: effect for effect in effects}
    found: dict[CellKey, list[Effect]] = {}
    missing: dict[CellKey, str] = {}
    for key, facets in wanted.items():
        each = [(facet, rows.get(_row_of(key, facet))) for facet in facets]
        why = next((why for facet, row in each if (why := _why_not(facet, row, sums))), "" if each else _NONE)
        if why:
            missing[key] = why
        else:
            found[key] = [row for _, row in each if row is not None]
    return Receipts(study, found, answers, missing)


def _cells(data: Mapping[str, Any]) -> Iterable[tuple[CellKey, list[Any]]]:
    """Yield every cell with its measured builds, in the order of the models, a model's own build first."""
    order = {engine["id"]: n for n, engine in enumerate(data["engines"])}
    for dimension in data["dimensions"]:
        for cell in dimension["breakdown"]["cells"]:
            key = CellKey(dimension["id"], cell["group"], cell["item"], cell["edit"])
            facets = [f for f in [*cell["engines"].values(), *cell["builds"].values()] if f["status"] == "measured"]
            yield key, sorted(facets, key=lambda f: (order[f["engine"]], f["build"] != f["engine"], f["build"]))


def _row_of(key: CellKey, facet: Mapping[str, Any]) -> EffectKey:
    return (facet["build"], key.question, key.edit, key.group)


def _why_not(facet: Mapping[str, Any], row: Effect | None, sums: Mapping[str, str]) -> str:
    """Say why a number has no receipt; nothing where it has."""
    named = {(log["path"], log["sha256"]) for log in facet["answers"]}
    if row is None or set(row.answers) != named:
        return _ROWS.format(path=facet["study"])
    other = next((path for path, sha256 in sorted(named) if sums.get(path) != sha256), None)
    return "" if other is None else _LOG.format(path=other)
