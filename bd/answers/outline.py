"""What a log was asked, without the texts: which of a decision's texts in which version, and why others were not.

The texts as asked are `bd.study.plan`'s part; a replay needs them for nothing but this, which `bd.answers.outlines`
works out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bd.answers.arrow import numbers, places_among, strings

__all__ = ["Arrays", "Outline", "Places", "TextIds", "outline_from", "outline_parts"]

Arrays = dict[str, NDArray[Any]]
Places = Mapping[str, NDArray[np.int32]]
"""By suffix: where each text's row stands in a log."""


@dataclass(frozen=True)
class Outline:
    """One log, before it is answered; every array has one place for each text of the decision, in order."""

    decision: str
    edit: str
    attempt: int
    """1, or 2 where the same texts were asked again; 0 where no text has this version."""
    texts_sha256: str
    """Over the ids and texts as asked."""
    asked: NDArray[np.bool_]
    """Which texts were to be asked about in any version."""
    left_out: Mapping[str, NDArray[np.int8]]
    """By suffix: why a text has no such version, an index into `reasons`."""
    reasons: tuple[str, ...]
    """The first stands for texts that have the version."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """What the ids of its rows may end in; texts as written end in nothing."""
        return tuple(dict.fromkeys(("", *self.left_out)))

    def asked_in(self, suffix: str) -> NDArray[np.bool_]:
        """Return which texts were to be asked about in a version; without a suffix, in any."""
        return self.asked & (self.left_out[suffix] == 0) if suffix else self.asked


class TextIds:
    """Ids of a decision's texts, in order."""

    def __init__(self, ids: tuple[str, ...]) -> None:
        self.ids = ids
        self._column = strings(ids)
        self._placed: dict[tuple[tuple[str, ...], int], tuple[pa.StringArray, Places]] = {}

    def placed(self, rows: pa.StringArray, outline: Outline) -> tuple[pa.StringArray, Places]:
        """Return ids of rows, and by suffix where each text's row stands among them, -1 where it has none.

        Most models answer the same rows in the same order: what is returned is the same for all of them, so that ids
        are looked up once and held once.
        """
        alike = (outline.suffixes, len(rows))
        known = self._placed.get(alike)
        if known is None or not known[0].equals(rows):
            known = self._placed[alike] = rows, self._in_order(rows, outline) or self._looked_up(rows, outline)
        return known

    def _in_order(self, rows: pa.StringArray, outline: Outline) -> Places | None:
        """Return the places of rows that are just those that were asked for, in that order; None for any others.

        That is soon seen, and needs a fraction of the memory that looking up takes.
        """
        forms = tuple(outline.left_out) or ("",)
        asked = np.stack([outline.asked & (outline.left_out.get(suffix, 0) == 0) for suffix in forms], axis=1)
        if int(asked.sum()) != len(rows):
            return None
        places = np.where(asked, np.cumsum(asked).reshape(asked.shape) - 1, -1).astype(np.int32)
        for n, suffix in enumerate(forms):
            here = np.flatnonzero(asked[:, n])
            if not rows.take(numbers(places[here, n])).equals(self._in_version(suffix).take(numbers(here))):
                return None
            if (
                suffix and pc.any(pc.ends_with(self._column, suffix)).as_py()
            ):  # a text may be called like another's version
                return None
        found = {suffix: np.ascontiguousarray(places[:, n]) for n, suffix in enumerate(forms)}
        return {suffix: found.get(suffix, np.full(len(self.ids), -1, dtype=np.int32)) for suffix in outline.suffixes}

    def _looked_up(self, rows: pa.StringArray, outline: Outline) -> Places:
        wanted = pa.concat_arrays([self._in_version(suffix) for suffix in outline.suffixes])
        found = places_among(wanted, rows)
        return dict(zip(outline.suffixes, np.split(found, len(outline.suffixes)), strict=True))

    def _in_version(self, suffix: str) -> pa.StringArray:
        """Return the id that each text's row has in a version."""
        ending, between = strings([suffix, ""])
        return pc.binary_join_element_wise(self._column, ending, between) if suffix else self._column


def outline_parts(outline: Outline) -> tuple[dict[str, Any], Arrays]:
    """Return an outline as words and arrays, to be kept."""
    arrays: Arrays = {f"left-out{suffix}": codes for suffix, codes in outline.left_out.items()}
    arrays["asked"] = outline.asked
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
        asked=arrays["asked"],
        left_out={suffix: arrays[f"left-out{suffix}"] for suffix in suffixes},
        reasons=tuple(told["reasons"]),
    )
