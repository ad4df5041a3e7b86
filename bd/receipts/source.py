"""Where receipts come from: the project's study, scored rows and saved answers, as far as a data file rests on them.

A data file names the logs behind each of its numbers with their sums. Only where today's rows and answers are the same
does a cell have receipts, for otherwise they would prove something else; where they are not, it is said why.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from bd.answers.align import AnswerTable, SavedLog
from bd.board.cells import CellKey
from bd.effects.records import Effect, EffectKey
from bd.effects.saved import read_effects
from bd.errors import BdError, ProblemsError
from bd.receipts.gather import gather, gather_together, places_of
from bd.receipts.records import CellReceipts, SharedReceipts
from bd.receipts.saved import Saved, saved_for
from bd.receipts.sides import Builds, Frame, frame_of
from bd.report import contract
from bd.report.names import Names, names_of
from bd.study.edits import Excluded
from bd.study.plan import Form, forms_of

__all__ = ["Receipts", "open_receipts"]

_ABSENT = "the saved answers are not among the files that this site was built from"
_STUDY = "the study cannot be read among the files that this site was built from"
_NONE = "nobody has answered here"
_ROWS = "the scored rows are not those of this page’s numbers: {path} is of another day"
_LOG = "the saved answers are not those of this page’s numbers: {path} is another, or is missing"

_Wanted = Mapping[CellKey, list[tuple[contract.Result, Effect | None]]]
"""The measured builds of every cell of a data file, with today's scored row of each."""


class Receipts:
    """The receipts of a data file's cells; each is put together when it is asked for, and not kept.

    Parameters
    ----------
    saved
        What the project keeps; cells of one decision are best asked for one after the other.
    effects
        The scored rows of each cell with receipts, in the order of the models.
    frames
        What each of these cells compares with.
    sizes
        How many texts each of them has.
    missing
        Why a cell has no receipts; every cell of the data file is in here or among the rows.
    """

    def __init__(
        self,
        saved: Saved,
        effects: Mapping[CellKey, Sequence[Effect]],
        frames: Mapping[CellKey, Frame],
        sizes: Mapping[CellKey, int],
        missing: Mapping[CellKey, str],
    ) -> None:
        self._saved = saved
        self._effects = effects
        self._frames = frames
        self.sizes = sizes
        self.missing = missing

    @cached_property
    def shared(self) -> tuple[tuple[CellKey, ...], ...]:
        """Cells whose texts and answers belong together: the groups of one test that are held against the same."""
        tests: dict[tuple[str, str, str], list[CellKey]] = defaultdict(list)
        for key in self.sizes:
            tests[key.characteristic, key.question, key.edit].append(key)
        found: list[tuple[CellKey, ...]] = []
        for keys in tests.values():
            alike = len({self._frames[key] for key in keys}) == 1
            found += [tuple(keys)] if alike else [(key,) for key in keys]
        return tuple(found)

    def cell(self, key: CellKey, most: int | None = None) -> CellReceipts:
        """Return the receipts of a cell, of its first texts alone where `most` is given; KeyError if it has none."""
        return gather(self._names, self._builds(key), self._texts, most)

    def together(self, keys: Iterable[CellKey]) -> SharedReceipts:
        """Return the receipts of cells that share them; KeyError if one has none."""
        return gather_together(self._names, [self._builds(key) for key in keys], self._texts)

    def _builds(self, key: CellKey) -> Builds:
        tables = self._saved.tables(key.question)
        return [(tables[effect.build], effect) for effect in self._effects[key]]

    @cached_property
    def _names(self) -> Names:
        return names_of(self._saved.study, (effect for effects in self._effects.values() for effect in effects))

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


def open_receipts(root: Path, data: contract.Leaderboard, saved: Saved | None = None) -> Receipts:
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
    cells, saved = dict(_cells(data)), saved or saved_for(root, data)
    try:
        if not saved.is_there or not (root / "studies").is_dir():
            raise BdError(_ABSENT)
        _, rows = saved.study, {effect.cell: effect for effect in read_effects(root)}
    except ProblemsError:
        return Receipts(saved, {}, {}, {}, dict.fromkeys(cells, _STUDY))
    except BdError:
        return Receipts(saved, {}, {}, {}, dict.fromkeys(cells, _ABSENT))
    return _matched(saved, {key: [(f, rows.get(_row_of(key, f))) for f in facets] for key, facets in cells.items()})


def _matched(saved: Saved, wanted: _Wanted) -> Receipts:
    sums: dict[str, str] = {}
    frames: dict[CellKey, Frame] = {}
    sizes: dict[CellKey, int] = {}
    for read in saved.read():
        here = {log.path: log.sha256 for table in read.tables for log in table.logs.values()}
        for key in (key for key in wanted if key.question == read.decision):
            found = _known_of(_builds_of(wanted[key], {table.build: table for table in read.tables}, here))
            if found is not None:
                frames[key], sizes[key] = found
        sums |= here
        del read  # let go before the next is put together
    missing = {key: why for key, each in wanted.items() if (why := _why_missing(each, sums))}
    effects = {key: [row for _, row in each if row] for key, each in wanted.items() if key not in missing}
    return Receipts(saved, effects, frames, {key: sizes[key] for key in effects}, missing)


def _known_of(builds: Builds) -> tuple[Frame, int] | None:
    return (frame_of(builds), len(places_of(builds))) if builds else None


def _builds_of(
    each: Iterable[tuple[contract.Result, Effect | None]], tables: Mapping[str, AnswerTable], sums: Mapping[str, str]
) -> Builds:
    """Return the scored rows of a cell with their answers; none where answers to this decision are others, or gone."""
    builds = []
    for _, row in each:
        if row is None or row.build not in tables:
            return []
        own = f"answers/{row.build}/{row.decision}/"
        if any(path.startswith(own) and sums.get(path) != sha256 for path, sha256 in row.answers):
            return []
        builds.append((tables[row.build], row))
    return builds


def _why_missing(each: Sequence[tuple[contract.Result, Effect | None]], sums: Mapping[str, str]) -> str:
    """Say why a cell has no receipts; nothing where it has."""
    return next((why for facet, row in each if (why := _why_not(facet, row, sums))), "" if each else _NONE)


def _cells(data: contract.Leaderboard) -> Iterable[tuple[CellKey, list[contract.Result]]]:
    """Yield every cell with its measured builds, in the order of the models, a model's own build first."""
    order = {engine.id: n for n, engine in enumerate(data.engines)}
    for dimension in data.dimensions:
        for cell in dimension.breakdown.cells:
            key = CellKey(dimension.id, cell.group, cell.item, cell.edit)
            yield key, sorted(cell.measured, key=lambda f: (order[f.engine], f.build != f.engine, f.build))


def _row_of(key: CellKey, facet: contract.Result) -> EffectKey:
    return (facet.build, key.question, key.edit, key.group)


def _why_not(facet: contract.Result, row: Effect | None, sums: Mapping[str, str]) -> str:
    """Say why a number has no receipt; nothing where it has."""
    named = {(log.path, log.sha256) for log in facet.answers}
    if row is None or set(row.answers) != named:
        return _ROWS.format(path=facet.study)
    other = next((path for path, sha256 in sorted(named) if sums.get(path) != sha256), None)
    return "" if other is None else _LOG.format(path=other)
