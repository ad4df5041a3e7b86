"""A sheet of paper on which words, bars and shapes leave ink: rows of indexes into a small palette.

Each ink has a few strengths between the paper and itself, for smooth edges, so nothing has to be reduced to few
colours afterwards. Where inks meet, the later one wins.
"""

from __future__ import annotations

from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from bd.site.cards.letters import font, runs
from bd.site.cards.outlines import covered
from bd.site.cards.png import png

__all__ = ["Canvas"]

_STRENGTHS = 3
"""Steps from paper to full ink: enough for smooth edges at these sizes, and five inks fit sixteen colours."""

Colour = tuple[int, int, int]


def _colour(text: str) -> Colour:
    return (int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))


class Canvas:
    """A picture on its way.

    Parameters
    ----------
    width, height
        In pixels.
    paper
        Colour of the ground, such as `#fdfdfb`.
    """

    def __init__(self, width: int, height: int, paper: str) -> None:
        self.pixels: NDArray[np.uint8] = np.zeros((height, width), np.uint8)
        self._paper = _colour(paper)
        self._palette: list[Colour] = [self._paper]
        self._inks: dict[str, int] = {}
        self.inked: list[tuple[int, int, int, int]] = []
        """What was drawn, as left, top, right and bottom, in order."""

    def words(self, left: float, baseline: int, text: str, *, name: str, size: int, ink: str) -> None:
        """Draw a line of text from its left end."""
        for which, signs in runs(text, name):
            letters = font(which, size)
            x0, y0, x1, y1 = letters.getbbox(signs, anchor="ls")
            start = round(left)
            mask = Image.new("L", (ceil(x1) - int(x0) + 2, ceil(y1) - int(y0) + 2))
            ImageDraw.Draw(mask).text((1 - int(x0), 1 - int(y0)), signs, fill=255, font=letters, anchor="ls")
            self._leave(start + int(x0) - 1, baseline + int(y0) - 1, np.asarray(mask) / 255, ink)
            left += letters.getlength(signs)

    def bar(self, left: float, top: float, right: float, bottom: float, ink: str) -> None:
        """Fill a rectangle, its edges on whole pixels."""
        x0, y0, x1, y1 = (round(edge) for edge in (left, top, right, bottom))
        self._leave(x0, y0, np.ones((max(y1 - y0, 1), max(x1 - x0, 1))), ink)

    def shape(self, marker: str, x: float, y: float, side: int, ink: str, *, filled: bool) -> None:
        """Draw a model's shape around a point; a hollow one hides what is beneath it."""
        whole, line = covered(marker, side)
        left, top = round(x - side / 2), round(y - side / 2)
        if filled:
            self._leave(left, top, whole, ink)
            return
        within = self._within(left, top, whole)
        within[whole >= 0.5] = 0
        self._leave(left, top, line, ink)

    def png(self) -> bytes:
        """Return the file."""
        return png(self.pixels, self._palette)

    def _within(self, left: int, top: int, cover: NDArray[Any]) -> NDArray[np.uint8]:
        height, width = cover.shape
        return self.pixels[top : top + height, left : left + width]

    def _leave(self, left: int, top: int, cover: NDArray[np.float64], ink: str) -> None:
        strength = np.floor(cover * _STRENGTHS + 0.5).astype(np.uint8)
        rows, columns = np.nonzero(strength)
        if not len(rows):
            return
        edges = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
        x0, y0, x1, y1 = (int(edge) for edge in edges)
        self.inked.append((left + x0, top + y0, left + x1, top + y1))
        within = self._within(left, top, cover)
        within[rows, columns] = strength[rows, columns] + np.uint8(self._before(ink))

    def _before(self, ink: str) -> int:
        """Return the index before the first strength of an ink."""
        if ink not in self._inks:
            self._inks[ink] = len(self._palette) - 1
            self._palette += [_mixed(self._paper, _colour(ink), step) for step in range(1, _STRENGTHS + 1)]
        return self._inks[ink]


def _mixed(paper: Colour, ink: Colour, step: int) -> Colour:
    red, green, blue = (p + round((i - p) * step / _STRENGTHS) for p, i in zip(paper, ink, strict=True))
    return red, green, blue
