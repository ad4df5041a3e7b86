"""Twenty lines of Python that work one scored row out again, to be copied and run in the project's folder.

They need numpy and the saved answers and know nothing of `bd`: value, control, effect and the 95% range, from the same
re-draws. How they are put together depends on whether answers are counted or confidence is averaged, on what is
subtracted, and on whether any answer is missing. Running them is `bd.explain.recompute`'s part.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from bd.answers.read import MILLION
from bd.effects.columns import MEASURES
from bd.effects.ranges import FEWEST_TEXTS
from bd.effects.records import Effect, Part
from bd.effects.redraw import RESAMPLES
from bd.explain.logs import Logs
from bd.explain.pieces import IMPORTS, MOST_LINES, WIDTH, asked_lines, draw_lines, log_call, narrow, reader_lines

__all__ = ["snippet"]

_SURE = 30
"""With so many texts answered, no re-draw misses all of them."""
_END = RESAMPLES // 40


def snippet(logs: Logs) -> str:
    """Return the lines for a row that has a value; nothing where a count is taken over several versions a side."""
    effect = logs.effect
    counts = MEASURES[effect.measure].counts
    if counts and max(len(effect.compares.from_), len(effect.compares.to)) > 1:
        return ""
    lines = [IMPORTS, *reader_lines(logs.reading)]
    lines += _counting(logs) if counts else _averaging(logs)
    ranged = effect.texts >= FEWEST_TEXTS
    lines += _redraws(logs, 1 if counts else _unit(effect)) if ranged else []
    printing = _printing(effect, ranged)
    if len(lines) + len(printing) > MOST_LINES:
        printing = _short(effect, ranged)
    return "\n".join(map(narrow, (*lines, *printing))) + "\n"


def _counting(logs: Logs) -> list[str]:
    """Return the lines for a measure that counts changed answers."""
    (before,), (after,) = logs.effect.compares.from_, logs.effect.compares.to
    compares = logs.effect.control.compares
    lines = [
        "def changed(a, b):  # 1 where the answer differs, for each text with both answers",
        "    return {t: int(a[t] != b[t]) for t in a if t in b}",
        *_pair(("before", "after"), (log_call(logs.reading, before), log_call(logs.reading, after))),
        "y = changed(before, after)",
    ]
    if compares is None:
        return [*lines, "v, c = sum(y.values()) / len(y), 0.0  # nothing is subtracted"]
    known = {before: "before", after: "after"}
    sides = [known.get(side[0]) or log_call(logs.reading, side[0]) for side in (compares.from_, compares.to)]
    control = f"k = changed({', '.join(sides)})  # the control"
    return [*lines, control, *_one_list(logs), "v, c = sum(y.values()) / len(y), sum(k.values()) / len(k)"]


def _one_list(logs: Logs) -> list[str]:
    """Return the line that leaves out texts with an answer to the change alone, or to the control alone."""
    return ["y, k = ({t: s[t] for t in y if t in k} for s in (y, k))"] if logs.unlike else []


def _pair(names: tuple[str, str], calls: tuple[str, str]) -> list[str]:
    """Return two assignments, in one line where it is not too long."""
    line = f"{', '.join(names)} = {', '.join(calls)}"
    return [line] if len(line) <= WIDTH else [f"{name} = {call}" for name, call in zip(names, calls, strict=True)]


def _averaging(logs: Logs) -> list[str]:
    """Return the lines for a measure of confidence: the mean over some versions less the mean over others."""
    effect, control = logs.effect, logs.effect.control.compares
    sides = _sides(effect)
    names = ["a", "b", "need"][: len(sides)]
    edit = _one_edit(effect)
    given = ", ".join(names) if edit is None else "*sides"
    lines = [f"def column({given}):  # the mean of versions a less that of b"]
    if edit is not None:
        read = f'[log("{edit}", f"-{edit}-{{v}}") for v in side.split()]'
        lines.append(f"    {', '.join(names)} = ({read} for side in sides)")
    lines += [
        f"    both = [t for t in a[0] if all(t in p for p in {' + '.join(names)})]",
        "    return {t: len(b) * sum(p[t] for p in a) - len(a) * sum(p[t] for p in b) for t in both}",
        f"y = column({', '.join(_versions(logs, side, edit) for side in sides)})",
    ]
    mean = f"sum(y.values()) / (len(y) * {_unit(effect):_})"
    if control is None:
        return [*lines, f"v, c = {mean}, 0.0  # nothing is subtracted"]
    if effect.control.kind not in ("halves", "version"):
        return [*lines, *_other_control(logs, mean)]
    unit = len(control.to) * len(control.from_) * MILLION
    need = [()] if len(names) == 3 else []
    called = ", ".join(_versions(logs, side, edit) for side in (control.to, control.from_, *need))
    return [
        *lines,
        f"k = column({called})",
        *_one_list(logs),
        f"v, c = {mean}, abs(sum(k.values())) / (len(k) * {unit:_})",
    ]


def _other_control(logs: Logs, mean: str) -> list[str]:
    """Return the lines for a control that counts changed answers, as it stands in the row."""
    return [f"v, c = {mean}, {logs.effect.control.value!r}  # the share of answers changed when asked again"]


def _sides(effect: Effect) -> list[tuple[Part, ...]]:
    """Return the versions to be averaged, those to be subtracted, and those that must only be there.

    Other groups have equal weight, so where they differ in size their versions are listed several times.
    """
    others = effect.compares.others
    if not others:
        return [effect.compares.to, effect.compares.from_]
    times = math.lcm(*(len(side) for side in others))
    less = tuple(part for side in others for part in side for _ in range(times // len(side)))
    return [effect.compares.to, less, effect.compares.from_]


def _unit(effect: Effect) -> int:
    plus, less = _sides(effect)[:2]
    return len(plus) * len(less) * MILLION


def _one_edit(effect: Effect) -> str | None:
    """Return the edit where all versions stand in its one log under its name, so that their own names suffice."""
    control = effect.control.compares
    parts = [part for side in _sides(effect) for part in side]
    parts += [part for side in (control.from_, control.to) for part in side] if control else []
    path = f"answers/{effect.build}/{effect.decision}/{effect.edit}.jsonl.gz"
    named = all(part[0] == path and part[1].startswith(f"-{effect.edit}-") for part in parts)
    return effect.edit if named else None


def _versions(logs: Logs, side: Sequence[Part], edit: str | None) -> str:
    if edit is None:
        return f"[{', '.join(log_call(logs.reading, part) for part in side)}]"
    return f'"{" ".join(part[1].removeprefix(f"-{edit}-") for part in side)}"'


def _redraws(logs: Logs, unit: int) -> list[str]:
    """Return the lines that work the value out in every re-draw."""
    by = "K[at].sum(1)" if unit == 1 else f"(K[at].sum(1) * {unit:_})"
    lines = [
        *asked_lines(logs.reading, set(logs.ids(logs.column()))),
        *draw_lines(),
        "at = (np.array(raw) >> 32) * len(ids) >> 32  # which texts each re-draw holds",
        "Y, K = np.array([(y.get(t, 0), t in y) for t in ids]).T",
        f"d = np.sort(Y[at].sum(1) / {by})",
    ]
    return lines if logs.effect.texts >= _SURE else [*lines, "d = d[d == d]  # without re-draws that hold no answer"]


def _found(effect: Effect, ranged: bool) -> dict[str, str]:
    """Return what is printed, by name; a negative move of confidence is reflected."""
    reflected = MEASURES[effect.measure].by_size and (effect.value or 0) < 0
    found = {"value": "v", "control": "c", "effect": f"{'-' if reflected else ''}v - c"}
    if not ranged:
        return found
    end, start = (str(_END), str(_END - 1)) if effect.texts >= _SURE else ("(len(d) // 40)", "len(d) // 40 - 1")
    first, last = f"d[{start}]", f"d[-{end}]"
    low, high = (f"-{last}", f"-{first}") if reflected else (first, last)
    return found | {"low": f"{low} - c", "high": f"{high} - c"}


def _printing(effect: Effect, ranged: bool) -> list[str]:
    found = ", ".join(f"{name}={what}" for name, what in _found(effect, ranged).items())
    return [
        f"for name, x in dict({found}).items():",
        '    print(name, f := round(float(x), 6) + 0.0, "=", round(100 * f, 4) + 0.0, "points")',
        *_most(effect),
    ]


def _short(effect: Effect, ranged: bool) -> list[str]:
    """Return the same in a line less, without names and percentage points."""
    found = _found(effect, ranged)
    line = f"print(*(round(float(x), 6) + 0.0 for x in ({', '.join(found.values())})))  # {', '.join(found)}"
    return [line, *_most(effect)]


def _most(effect: Effect) -> list[str]:
    return [] if effect.upper_if_none is None else ['print("most", round(1 - 0.025 ** (1 / len(y)), 6))']
