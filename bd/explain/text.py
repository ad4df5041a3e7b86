"""An explanation as lines of plain text, at most 100 columns wide, and as data for another program.

Lines of a snippet and of commands are never broken, so that they can be copied.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from bd.explain.records import Example, ExplainedCell, Explanation, Shown, Step

__all__ = ["WIDTH", "explanation_lines", "explanation_part", "snippet_lines"]

WIDTH = 100
_INDENT = "  "
_NAME = 15
_HANGING = 8
"""Where a line of a board goes on."""


def explanation_lines(found: Explanation) -> list[str]:
    """Return the whole explanation."""
    lines = [f"{found.address}  {found.model}" if found.model else found.address]
    lines += [] if found.remark is None else _wrapped(found.remark)
    lines += [""] if found.overview else []
    for line in found.overview:
        lines += _wrapped(line, "", " " * _HANGING if line.startswith((" ", ">")) else "")
    for cell in found.cells:
        lines += ["", *_cell(cell)]
    if found.others:
        lines += ["", *_wrapped(f"Other cells here (--cell, or --all): {', '.join(found.others)}")]
    return lines


def snippet_lines(found: Explanation) -> list[str]:
    """Return the snippets alone."""
    return [cell.snippet.rstrip("\n") for cell in found.cells if cell.snippet]


def explanation_part(found: Explanation) -> dict[str, Any]:
    """Return the same as data."""
    return asdict(found)


def _wrapped(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """Return words as lines; what is too long for a line is not broken."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=first if rest is None else rest,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _titled(title: str, text: str) -> list[str]:
    return _wrapped(text, f"{title:<{_NAME}}", " " * _NAME)


def _cell(cell: ExplainedCell) -> Iterator[str]:
    yield from _wrapped(f"{cell.label} [{cell.cell}]{', the headline here' if cell.headline else ''}", "", _INDENT)
    yield f"{'Row':<{_NAME}}{cell.row}"
    yield from _titled("Question", f"{cell.question} {' or '.join(cell.options)} (followed: {cell.positive})")
    yield from _titled("Measure", cell.measure)
    yield from _titled("Changed", cell.changed)
    yield from _titled("Control", f"{cell.control} ({cell.control_kind})")
    yield from _titled("Texts", _counts(cell))
    if cell.example is not None:
        yield ""
        yield from _example(cell.example, cell.positive)
    yield from ("", "Arithmetic, in fractions, with percentage points in brackets")
    for step in cell.steps:
        yield from _step(step)
    yield from ("", "So it is")
    for verdict in cell.verdicts:
        yield from _wrapped(verdict, _INDENT, _INDENT * 2)
    yield from ("", "Answers, and the command that checks each sum")
    for log in cell.logs:
        yield f"{_INDENT}{log.sha256}"
        yield f"{_INDENT}{log.command}"
    if cell.snippet:
        yield from ("", "To work it out again, in the project's folder, with Python and numpy")
        yield from cell.snippet.rstrip("\n").split("\n")
        yield from ("", "It was run just now and printed the digits of the row", *(_INDENT + p for p in cell.printed))


def _counts(cell: ExplainedCell) -> str:
    left_out = "; ".join(f"{count:,} left out, {reason}" for reason, count in cell.left_out)
    said = f"{cell.texts:,} of {cell.asked:,} asked have every answer that this needs"
    return f"{said} ({left_out})" if left_out else said


def _example(example: Example, positive: str) -> Iterator[str]:
    what = "the first whose answer changed" if example.changed else "no answer changed, so the first one"
    yield f"One text, {example.text} ({what}); words that differ in brackets"
    for title, shown, other in (("before", example.before, example.after), ("after", example.after, example.before)):
        yield from _shown(title, shown, other, positive)


def _shown(title: str, shown: Shown, other: Shown, positive: str) -> Iterator[str]:
    order = f", options in the order {', '.join(shown.options)}" if shown.options != other.options else ""
    yield from _wrapped(f"{title} ({shown.label}{order}): {shown.text}", _INDENT, _INDENT * 2)
    p = "" if shown.p is None else f", probability of {positive} {shown.p:g}"
    yield f"{_INDENT * 2}-> {shown.choice}{p}"


def _step(step: Step) -> Iterator[str]:
    if step.fractions is None:
        yield from _wrapped(step.how, f"{_INDENT}{step.name:<{_NAME - 2}}", " " * _NAME)
        return
    found = " to ".join(f"{n}" for n in step.fractions)
    shown = "" if step.points is None else f" ({' to '.join(f'{n}' for n in step.points)})"
    yield f"{_INDENT}{step.name:<{_NAME - 2}}{found}{shown}"
    yield from _wrapped(step.how, " " * _NAME)
