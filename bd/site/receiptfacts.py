"""What must be known of receipts before any are put together: how many texts a cell has, and what they follow from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bd.answers.sidecar import SIDECAR_SUFFIX
from bd.board.cells import CellKey
from bd.receipts import Receipts
from bd.report import contract
from bd.site.known import Known

__all__ = ["KnownReceipts", "known_receipts", "receipt_keys"]


@dataclass(frozen=True)
class KnownReceipts:
    """Every cell is in one of the two tables."""

    sizes: Mapping[CellKey, int]
    """How many texts each cell with receipts has."""
    missing: Mapping[CellKey, str]
    """Why a cell has no receipts."""
    shared: tuple[tuple[CellKey, ...], ...]
    """The cells of each file; every cell with receipts is in one."""
    opened: Callable[[], Receipts]
    """Returns the receipts themselves, always the same."""


def known_receipts(known: Known, data: contract.Leaderboard, opened: Callable[[], Receipts]) -> KnownReceipts:
    """Return what is known of receipts; they are opened only if the answers, the study or the data file are others."""

    def tell() -> dict[str, list[Any]]:
        found = opened()
        return {
            "sizes": [[*_told(key), size] for key, size in found.sizes.items()],
            "missing": [[*_told(key), why] for key, why in found.missing.items()],
            "shared": [[_told(key) for key in keys] for keys in found.shared],
        }

    told = known.facts.of(known.key("sizes", _resting(data), known.inputs.below("answers/", "studies/")), tell)
    return KnownReceipts(
        {CellKey(*key): size for *key, size in told["sizes"]},
        {CellKey(*key): why for *key, why in told["missing"]},
        tuple(tuple(CellKey(*key) for key in keys) for keys in told["shared"]),
        opened,
    )


def _told(key: CellKey) -> list[str | None]:
    return [key.characteristic, key.group, key.question, key.edit]


def _resting(data: contract.Leaderboard) -> bytes:
    """Return which builds each cell has, and which logs their numbers rest on."""
    cells = [
        [dimension.id, cell.group, cell.item, cell.edit]
        + [
            [facet.engine, facet.build, facet.study, facet.answers]
            if isinstance(facet, contract.Result)
            else [facet.engine]
            for facet in cell.outcomes
        ]
        for dimension in data.dimensions
        for cell in dimension.breakdown.cells
    ]
    return contract.dumps([[engine.id for engine in data.engines], cells])


def receipt_keys(known: Known, data: contract.Leaderboard) -> Mapping[CellKey, str]:
    """Return the key of the receipts of each cell: the study, its scored rows, its numbers and the logs they name."""
    study = known.inputs.of(path for path in known.inputs.paths("studies/") if not _is_scored(path))
    return {
        CellKey(dimension.id, cell.group, cell.item, cell.edit): known.key(study, *_parts(known, cell))
        for dimension in data.dimensions
        for cell in dimension.breakdown.cells
    }


def _parts(known: Known, cell: contract.Cell) -> Iterator[str | bytes]:
    measured = cell.measured
    yield contract.dumps(cell.outcomes)
    yield known.inputs.of(sorted({facet.study for facet in measured}))
    logs = {log.path for facet in measured for log in facet.answers}
    yield known.inputs.of(sorted(logs | {log + SIDECAR_SUFFIX for log in logs}))


def _is_scored(path: str) -> bool:
    """Whether a file below `studies` was written by a replay."""
    return path.endswith(".jsonl") and (path.count("/") == 1 or path.startswith("studies/levels/"))
