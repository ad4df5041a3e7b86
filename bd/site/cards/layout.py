"""Where everything on a card stands: one column within generous margins, the number large, the drawing beneath it.

Every text is made to fit the place it has, so that nothing on a card runs into anything else, whatever the words.
"""

from __future__ import annotations

from dataclasses import dataclass

from bd.site.cards.canvas import Canvas
from bd.site.cards.letters import SANS, SERIF, Lines, fitted, width_of
from bd.site.cards.place import HEIGHT, WIDTH
from bd.site.cards.records import Card, Drawing, Row
from bd.site.records.parts import Figure
from bd.site.words import plain

__all__ = ["MARGIN", "draw"]

MARGIN = 72
"""Pixels left free at both sides."""

_RULE = 12
"""Height of the rule along the top."""
_PAPER, _INK, _QUIET, _HAIR = "#fdfdfb", "#1b1d1e", "#585e61", "#c3c7c4"
"""As in the light scheme of the style sheet."""
_COLUMN = WIDTH - 2 * MARGIN
_LEADING = 1.3
"""From line to line, in sizes of the letters."""

_TITLE, _HEADING, _LEAD, _NUMBER, _DRAWN, _VERDICT, _DETAILS, _FOOT = 70, 122, 260, 358, 406, 489, 522, 595
"""Where the parts of a card stand, from the top: base lines, and the middle of the drawing."""
_GAP = 22
"""Between the number and the words that follow it."""
_INSET = 14
"""From the edge of the column to the ends of an axis, so that shapes stay within the column."""


def draw(card: Card, accent: str) -> Canvas:
    """Return the picture of a card.

    Parameters
    ----------
    accent
        The site's own colour, such as `#0b5c62`: that of the rule, and of a number that is sure.
    """
    canvas = Canvas(WIDTH, HEIGHT, _PAPER)
    canvas.bar(0, 0, WIDTH, _RULE, accent)
    _line(canvas, MARGIN, _TITLE, fitted(card.site, SANS, (23,), _COLUMN, 1), SANS, _QUIET)
    heading = fitted(card.heading, SERIF, (46, 42, 38, 34, 30), _COLUMN, 2, even=True)
    below = _line(canvas, MARGIN, _HEADING, heading, SERIF, _INK, leading=1.14)
    if card.number is not None:
        _result(canvas, card, card.number, accent if card.sure else _QUIET)
    elif card.drawing is not None:
        _board(canvas, plain(card.details), card.drawing, below)
    else:
        _words(canvas, card.words, below)
    _foot(canvas, card)
    return canvas


def _line(
    canvas: Canvas, left: float, baseline: int, text: Lines, name: str, ink: str, leading: float = _LEADING
) -> int:
    """Draw lines below each other; return the base line of the next."""
    for line in text.lines:
        canvas.words(left, baseline, line, name=name, size=text.size, ink=ink)
        baseline += round(text.size * leading)
    return baseline


def _result(canvas: Canvas, card: Card, number: Figure, ink: str) -> None:
    """Draw a number with the words around it, the drawing and the verdict."""
    indent = 0 if card.drawing is None else 36
    lead = fitted(card.lead, SANS, (26, 24, 22, 20), _COLUMN - indent, 2, even=True)
    first = _LEAD - round(lead.size * _LEADING) * (len(lead.lines) - 1)
    if card.drawing is not None:
        row = card.drawing.rows[0]
        canvas.shape(row.marker, MARGIN + 12, first - 9, 24, row.colour, filled=row.filled)
    _line(canvas, MARGIN + indent, first, lead, SANS, _INK)
    value = fitted(number.text, SERIF, (100, 80, 60), _COLUMN // 2, 1)
    _line(canvas, MARGIN - 3, _NUMBER, value, SERIF, ink)
    beside = MARGIN + width_of("".join(value.lines), SERIF, value.size) + _GAP
    after = fitted(card.after, SANS, (30, 26, 23, 20), WIDTH - MARGIN - beside, 2, even=True)
    first = _NUMBER - 1 - round(after.size * _LEADING) * (len(after.lines) - 1)
    _line(canvas, beside, first, after, SANS, _INK)
    if card.drawing is not None:
        _drawing(canvas, card.drawing)
    _line(canvas, MARGIN, _VERDICT, fitted(card.verdict, SERIF, (28, 25, 22, 20), _COLUMN, 1), SERIF, _INK)
    _line(canvas, MARGIN, _DETAILS, fitted(plain(card.details), SANS, (23, 21), _COLUMN, 2, even=True), SANS, _QUIET)


@dataclass(frozen=True)
class _Axis:
    """Where the numbers of a drawing stand, in pixels from the left."""

    drawing: Drawing
    left: float
    right: float

    def at(self, value: float) -> float:
        low, high = self.drawing.low, self.drawing.high
        return self.left + (self.right - self.left) * (min(max(value, low), high) - low) / (high - low)


def _drawing(canvas: Canvas, drawing: Drawing) -> None:
    axis = _Axis(drawing, MARGIN + _INSET, WIDTH - MARGIN - _INSET)
    _across(canvas, axis, _DRAWN - 22, _DRAWN + 22, _DRAWN + 42)
    canvas.bar(axis.left, _DRAWN, axis.right, _DRAWN + 1, _HAIR)
    for row in drawing.rows:
        _row(canvas, row, axis, _DRAWN, 32)


def _across(canvas: Canvas, axis: _Axis, top: int, bottom: int, baseline: int) -> None:
    """Draw the lines across an axis with their labels, which stay within the column."""
    for line in axis.drawing.lines:
        x = axis.at(line.at)
        canvas.bar(x - 1, top, x + 1, bottom, _QUIET)
        label = fitted(line.label, SANS, (18,), 300, 1)
        wide = width_of("".join(label.lines), SANS, label.size)
        left = min(max(x - wide / 2, axis.left - _INSET), axis.right + _INSET - wide)
        _line(canvas, left, baseline, label, SANS, _QUIET)


def _row(canvas: Canvas, row: Row, axis: _Axis, y: int, side: int) -> None:
    if row.lo is not None and row.hi is not None:
        canvas.bar(axis.at(row.lo), y - 2, axis.at(row.hi), y + 2, row.colour)
    canvas.shape(row.marker, axis.at(row.at), y, side, row.colour, filled=row.filled)


def _board(canvas: Canvas, said: str, drawing: Drawing, top: int) -> None:
    """Draw several models below each other, each with its label and its number."""
    _line(canvas, MARGIN, top, fitted(said, SANS, (26, 23, 20), _COLUMN, 1), SANS, _QUIET)
    bottom = _FOOT - 76
    step = min(44, (bottom - top - 70) // max(len(drawing.rows) - 1, 1))
    axis = _Axis(drawing, MARGIN + 380, WIDTH - MARGIN - 110)
    _across(canvas, axis, top + 50, top + 70 + step * (len(drawing.rows) - 1) + 20, top + 42)
    for number, row in enumerate(drawing.rows):
        y = top + 72 + step * number
        canvas.bar(axis.left, y, axis.right, y + 1, _HAIR)
        _line(canvas, MARGIN, y + 8, fitted(row.label, SANS, (23, 20), 340, 1), SANS, _INK)
        _row(canvas, row, axis, y, 26)
        if row.figure is not None:
            _right(canvas, y + 8, Lines(23, (row.figure.text,)), _INK)


def _words(canvas: Canvas, words: str, top: int) -> None:
    """Draw a text in place of a number, as large as it can be."""
    for size in (38, 34, 30, 26, 23):
        step = round(size * _LEADING)
        text = fitted(words, SANS, (size,), _COLUMN, (_FOOT - 50 - top - 30) // step)
        if not text.lines or not text.lines[-1].endswith("…"):
            break
    _line(canvas, MARGIN, top + 30, text, SANS, _INK)


def _right(canvas: Canvas, baseline: int, text: Lines, ink: str) -> None:
    """Draw a line that ends at the right edge of the column."""
    for line in text.lines:
        left = WIDTH - MARGIN - width_of(line, SANS, text.size)
        canvas.words(left, baseline, line, name=SANS, size=text.size, ink=ink)


def _foot(canvas: Canvas, card: Card) -> None:
    date = fitted(f"Data of {card.date}", SANS, (21,), _COLUMN // 3, 1)
    _line(canvas, MARGIN, _FOOT, date, SANS, _QUIET)
    _right(canvas, _FOOT, fitted(card.where, SANS, (21, 19, 17), _COLUMN * 2 // 3 - 30, 1), _QUIET)
