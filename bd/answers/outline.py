"""What a log was asked, without the texts: which of a decision's texts in which version, and why others were not.

The texts as asked are `bd.study.plan`'s part. Making them again costs more than reading the answers, and a replay needs
them for nothing but this.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bd.study.plan import LogPlan

__all__ = ["Arrays", "Outline", "TextIds", "outline_from", "outline_of", "outline_parts"]

Arrays = dict[str, NDArray[Any]]


class TextIds:
    """Ids of a decision's texts, in order."""

    def __init__(self, ids: tuple[str, ...]) -> None:
        self.ids = ids
        self._column = pa.array(ids, pa.string())

    def in_version(self, suffix: str) -> pa.StringArray:
        """Return the id that each text's row has in a version."""
        return pc.binary_join_element_wise(self._column, suffix, "") if suffix else self._column

    def among(self, found: list[str], suffix: str = "") -> NDArray[np.bool_]:
        """Return which texts have a row of this version among `found`."""
        rows = pa.array(found, pa.string())
        held: NDArray[np.bool_] = pc.is_in(self.in_version(suffix), value_set=rows).to_numpy(False)
        return held


@dataclass(frozen=True)
class Outline:
    """One log, before it is answered; every array has one place for each text of the decision, in order."""

    decision: str
    edit: str
    attempt: int
    """1, or 2 where the same texts were asked again; 0 where no text has this version."""
    texts_sha256: str
    """Over the ids and texts as asked."""
    asked: Mapping[str, NDArray[np.bool_]]
    """By suffix: which texts were to be asked about in that version; without a suffix, in any."""
    left_out: Mapping[str, NDArray[np.int8]]
    """By suffix: why a text has no such version, an index into `reasons`."""
    reasons: tuple[str, ...]
    """The first stands for texts that have the version."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """What the ids of its rows may end in; texts as written end in nothing."""
        return tuple(dict.fromkeys(("", *self.left_out)))


def outline_of(plan: LogPlan, texts: TextIds) -> Outline:
    """Return the outline of a log from its rows."""
    reasons = ("", *sorted({reason for excluded in plan.excluded.values() for reason in excluded.values()}))
    rows = [row.id for row in plan.rows]
    asked = {suffix: texts.among(rows, suffix) for suffix in plan.excluded if suffix}
    return Outline(
        decision=plan.decision,
        edit=plan.edit,
        attempt=plan.rows[0].attempt if plan.rows else 0,
        texts_sha256=plan.texts_sha256,
        asked=asked | {"": texts.among([row.text_id for row in plan.rows])},
        left_out={suffix: _codes(excluded, texts, reasons) for suffix, excluded in plan.excluded.items()},
        reasons=reasons,
    )


def _codes(excluded: Mapping[str, str], texts: TextIds, reasons: tuple[str, ...]) -> NDArray[np.int8]:
    codes = {reason: n for n, reason in enumerate(reasons)}
    return np.array([codes[excluded.get(text, "")] for text in texts.ids], dtype=np.int8)


def outline_parts(outline: Outline) -> tuple[dict[str, Any], Arrays]:
    """Return an outline as words and arrays, to be kept."""
    arrays: Arrays = {f"asked{suffix}": mask for suffix, mask in outline.asked.items()}
    arrays |= {f"left-out{suffix}": codes for suffix, codes in outline.left_out.items()}
    told = {key: getattr(outline, key) for key in ("decision", "edit", "attempt", "texts_sha256", "reasons")}
    return told | {"suffixes": list(outline.left_out)}, arrays


def outline_from(told: Any, arrays: Mapping[str, NDArray[Any]]) -> Outline:
    """Return what `outline_parts` took apart."""
    suffixes = told["suffixes"]
    return Outline(
        decision=told["decision"],
        edit=told["edit"],
        attempt=told["attempt"],
        texts_sha256=told["texts_sha256"],
        asked={suffix: arrays[f"asked{suffix}"] for suffix in dict.fromkeys(("", *suffixes))},
        left_out={suffix: arrays[f"left-out{suffix}"] for suffix in suffixes},
        reasons=tuple(told["reasons"]),
    )
