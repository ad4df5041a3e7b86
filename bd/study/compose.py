"""Compose a text set from sentence frames that people wrote: the same frames and seed give the same texts.

The frames, their slots and the pronouns to fill them with are data beside the texts (`studies/texts/compose/`). What
the texts are used for is left to the decisions. Nothing here runs in a replay.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bd.aside import entries
from bd.errors import BdError, Problem, ProblemsError
from bd.files import dump_jsonl, sha256_bytes, write_atomically
from bd.study.toml import Table, read_toml

__all__ = ["Composed", "compose"]

_PLACEHOLDER = re.compile(r"\{([A-Za-z_]+)\}")
_SENTENCES = ((3, 0.31), (4, 0.65), (5, 0.04))
"""How many sentences a text has, and how often."""
_TRIES = 60_000


@dataclass(frozen=True)
class Composed:
    """One set as it was written."""

    id: str
    texts: int
    sha256: str
    changed: bool
    """Whether the file differs from the one that stood there."""


@dataclass(frozen=True)
class _Frame:
    id: str
    place: str
    split: str
    dated: bool
    topics: frozenset[str]
    """What it tells of: no text has two frames that share a topic, since they could contradict each other."""
    text: str


@dataclass(frozen=True)
class _Source:
    """The frames of one value of the label, such as one occupation."""

    value: str
    frames: tuple[_Frame, ...]
    slots: Mapping[str, tuple[str, ...]]
    never: re.Pattern[str]
    shown: str

    def at(self, place: str, split: str, dated: bool) -> list[_Frame]:
        return [f for f in self.frames if (f.place, f.split, f.dated) == (place, split, dated)]


class _Draws:
    """Choices from one seed. Only `random()` is used, whose sequence Python promises to keep between versions."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed).random

    def one(self, values: Sequence[Any]) -> Any:
        return values[int(self._random() * len(values))]

    def some(self, values: Sequence[Any], count: int) -> list[Any]:
        left = list(values)
        return [left.pop(int(self._random() * len(left))) for _ in range(count)]

    def weighted(self, pairs: Sequence[tuple[Any, float]]) -> Any:
        at = self._random() * sum(weight for _, weight in pairs)
        for value, weight in pairs:
            at -= weight
            if at < 0:
                return value
        return pairs[-1][0]


def compose(root: Path, name: str) -> list[Composed]:
    """Write every set that `studies/texts/compose/<name>.toml` describes, each with its description and SHA-256.

    Raises
    ------
    ProblemsError
        A frame file is wrong.
    BdError
        The frames are too few for texts as different as the description asks for.
    """
    folder = root / "studies" / "texts"
    problems: list[Problem] = []
    path = folder / "compose" / f"{name}.toml"
    recipe = read_toml(path, path.relative_to(root).as_posix(), "bd/compose@1", problems)
    if recipe is None:
        raise ProblemsError(problems)
    labels = (recipe.text("label"), recipe.optional_text("form_label"))
    forms = [t.rest() for t in recipe.tables("forms", labels[1] is not None)] or [{"words": {}}]
    sources = _sources(root, folder / "compose" / recipe.text("folder"), forms, problems)
    once = recipe.texts("once", ())
    sets = [t.rest() | {"once": once} for t in recipe.tables("sets")]
    if problems:
        raise ProblemsError(problems)
    written: list[Composed] = []
    earlier: dict[str, set[str]] = {}
    for settings in sets:
        apart = earlier.get(settings.get("apart_from", ""), set())
        rows = [r for s in sources for r in _texts(s, settings, forms, labels, apart)]
        for number, row in enumerate(rows, 1):
            row["id"] = f"{settings['prefix']}-{number:06d}"
        earlier[settings["id"]] = {str(r["text"]) for r in rows}
        written.append(_write(folder, settings, rows))
    return written


def _sources(root: Path, folder: Path, forms: list[dict[str, Any]], problems: list[Problem]) -> list[_Source]:
    shared: dict[str, tuple[str, ...]] = {}
    tables: list[tuple[str, Table]] = []
    for path in entries(folder, "*.toml"):
        shown = path.relative_to(root).as_posix()
        table = read_toml(path, shown, "bd/frames@1", problems)
        if table is None:
            continue
        if path.stem == "shared":
            shared = {k: tuple(v) for k, v in table.table("slots").rest().items()}
        else:
            tables.append((shown, table))
    known = {w for form in forms for w in form["words"]}
    return [_source(shown, table, shared, known, problems) for shown, table in tables]


def _source(
    shown: str, table: Table, shared: Mapping[str, tuple[str, ...]], words: set[str], problems: list[Problem]
) -> _Source:
    slots = {**shared, **{k: tuple(v) for k, v in table.table("slots", required=False).rest().items()}}
    never = table.texts("never", ())
    frames = tuple(
        _Frame(
            t.text("id"),
            t.text("place"),
            t.text("split"),
            t.flag("dated", False),
            frozenset(t.texts("topics", ())),
            t.text("text"),
        )
        for t in table.tables("frames")
    )
    for frame in frames:
        for slot in _PLACEHOLDER.findall(frame.text):
            if slot not in slots and slot[0].lower() + slot[1:] not in words and slot not in words:
                table.reader.fault(f"frame {frame.id}: {{{slot}}} is no slot and no pronoun", frame.text)
    told = "|".join(re.escape(w) for w in never) or "(?!)"
    pattern = re.compile(rf"\b({told})\b", re.IGNORECASE)
    return _Source(table.text("value"), frames, slots, pattern, shown)


def _texts(
    source: _Source,
    settings: Mapping[str, Any],
    forms: list[dict[str, Any]],
    labels: tuple[str, str | None],
    apart: set[str],
) -> Iterator[dict[str, Any]]:
    """Yield the texts of one source: short ones first, since they are the hardest to keep apart."""
    _check_enough(source, settings["split"])
    draws = _Draws(f"{settings['seed']}/{source.value}")
    each = int(settings["each"])
    lengths = sorted(draws.weighted(_SENTENCES) for _ in range(each))
    dated = _alternate(each, float(settings.get("dated_share", 0.0)))
    rows: list[dict[str, Any]] = []
    taken: list[frozenset[str]] = []
    for number, length in enumerate(lengths):
        form = forms[number // 2 % len(forms)]
        frames, text = _one(source, settings, draws, form, length, dated[number], taken, apart)
        taken.append(frozenset(f.id for f in frames))
        row: dict[str, Any] = {
            "text": text,
            labels[0]: source.value,
            "frame": frames[0].id,
            "frames": [f.id for f in frames],
        }
        if labels[1] is not None:
            row[labels[1]] = form["id"]
        if "dated_share" in settings:
            row["dated"] = dated[number]
        rows.append(row)
    yield from draws.some(rows, len(rows))


def _check_enough(source: _Source, split: str) -> None:
    """Refuse frames of which the longest text could not be put together at all."""
    longest = max(length for length, _ in _SENTENCES)
    for place, fewest in (("opening", 1), ("middle", longest - 2), ("closing", 1)):
        found = len(source.at(place, split, False))
        if found < fewest:
            raise BdError(
                f"{source.shown}: {found} undated frames for {place!r} in {split!r}; {fewest} or more are needed"
            )


def _alternate(count: int, share: float) -> list[bool]:
    """Return `count` flags, `share` of them true, spread evenly."""
    return [int((n + 1) * share) > int(n * share) for n in range(count)]


def _one(
    source: _Source,
    settings: Mapping[str, Any],
    draws: _Draws,
    form: Mapping[str, Any],
    length: int,
    dated: bool,
    taken: list[frozenset[str]],
    apart: set[str],
) -> tuple[list[_Frame], str]:
    low, high = settings["words"]
    for _ in range(_TRIES):
        frames = _choose(source, settings["split"], draws, length, dated)
        topics = [topic for f in frames for topic in f.topics]
        if len(topics) > len(set(topics)):
            continue
        ids = frozenset(f.id for f in frames)
        if any(_too_alike(ids, other, settings["shared"]) for other in taken):
            continue
        text = _fill(frames, source, form["words"], settings["once"], draws)
        if low <= len(text.split()) <= high and not source.never.search(text) and text not in apart:
            return frames, text
    raise BdError(f"{source.shown}: too few frames for {settings['each']} texts of {settings['id']}; write more frames")


def _choose(source: _Source, split: str, draws: _Draws, length: int, dated: bool) -> list[_Frame]:
    opening, middle = source.at("opening", split, False), source.at("middle", split, False)
    closing = [f for d in (False, True) for f in source.at("closing", split, d) if d is False or dated]
    openings, middles = [draws.one(opening)], draws.some(middle, length - 2)
    if dated:
        old_openings, old_middles = source.at("opening", split, True), source.at("middle", split, True)
        if draws.one(old_openings + old_middles) in old_openings:
            openings = [draws.one(old_openings)]
        else:
            middles = draws.some([*draws.some(middle, length - 3), draws.one(old_middles)], length - 2)
    return [*openings, *middles, draws.one(closing)]


def _too_alike(one: frozenset[str], other: frozenset[str], shared: str) -> bool:
    common = len(one & other)
    if shared == "half":
        return common * 2 > min(len(one), len(other))
    return common == max(len(one), len(other))


def _fill(
    frames: Sequence[_Frame], source: _Source, words: Mapping[str, str], once: Sequence[str], draws: _Draws
) -> str:
    used: set[str] = set()
    kept: dict[str, str] = {}

    def value(match: re.Match[str]) -> str:
        name = match[1]
        if name in words:
            return words[name]
        lower = name[0].lower() + name[1:]
        if lower in words:
            return words[lower][0].upper() + words[lower][1:]
        if name in kept:
            return kept[name]
        fresh = [v for v in source.slots[name] if v not in used] or source.slots[name]
        chosen: str = draws.one(fresh)
        used.add(chosen)
        if name in once:
            kept[name] = chosen
        return chosen

    return " ".join(_PLACEHOLDER.sub(value, frame.text) for frame in frames)


def _write(folder: Path, settings: Mapping[str, Any], rows: list[dict[str, Any]]) -> Composed:
    data = dump_jsonl(rows)
    sha256 = sha256_bytes(data)
    changed = write_atomically(folder / f"{settings['id']}.jsonl", data)
    lines = ['format = "bd/texts@1"']
    lines += [
        f'{key} = "{settings[key]}"' for key in ("label", "noun", "about", "people", "licence") if key in settings
    ]
    lines += ['frame = "frame"', f'sha256 = "{sha256}"']
    write_atomically(folder / f"{settings['id']}.toml", ("\n".join(lines) + "\n").encode())
    return Composed(settings["id"], len(rows), sha256, changed)
