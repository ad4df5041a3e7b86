"""The shapes that stand for models: an outline each, drawn filled for a clear effect and hollow otherwise.

Shapes are told apart by form, so that colour never carries anything alone; which model has which is written in the
data file. All fit a square of 16 by 16 with a margin for the outline.
"""

from __future__ import annotations

import math

__all__ = ["SHAPES", "shape"]


def _corners(number: int, turn: float = 0.0, radius: float = 6.0, inner: float | None = None) -> str:
    """Return a closed path through the corners of a regular figure; with `inner`, of a star."""
    steps = number * 2 if inner is not None else number
    ends = []
    for step in range(steps):
        size = inner if inner is not None and step % 2 else radius
        angle = math.radians(turn - 90 + 360 * step / steps)
        ends.append(f"{8 + size * math.cos(angle):.2f} {8 + size * math.sin(angle):.2f}")
    return f"M{' L'.join(ends)} Z"


_CIRCLE = "M2.5 8 A5.5 5.5 0 1 0 13.5 8 A5.5 5.5 0 1 0 2.5 8 Z"
_PLUS = "M6 2 H10 V6 H14 V10 H10 V14 H6 V10 H2 V6 H6 Z"
_CROSS = "M4.5 2 L8 5.5 L11.5 2 L14 4.5 L10.5 8 L14 11.5 L11.5 14 L8 10.5 L4.5 14 L2 11.5 L5.5 8 L2 4.5 Z"

SHAPES = {
    "circle": _CIRCLE,
    "square": "M3 3 H13 V13 H3 Z",
    "triangle": "M8 2 L14 13 H2 Z",
    "diamond": "M8 1.5 L14.5 8 L8 14.5 L1.5 8 Z",
    "cross": _CROSS,
    "plus": _PLUS,
    "star": _corners(5, radius=7.0, inner=3.0),
    "triangle-down": "M8 14 L2 3 H14 Z",
    "hexagon": _corners(6),
    "ring": _CIRCLE + " M5.8 8 A2.2 2.2 0 1 1 10.2 8 A2.2 2.2 0 1 1 5.8 8 Z",
    "bar": "M5.5 1.5 H10.5 V14.5 H5.5 Z",
    "pentagon": _corners(5),
}


def shape(name: str) -> str:
    """Return the outline of a shape as an SVG path; a circle for a name that is not known here."""
    return SHAPES.get(name, _CIRCLE)
