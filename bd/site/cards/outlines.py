"""The shapes of models as masks of pixels, from the same outlines that the pages draw as SVG.

How far each pixel is from the outline is worked out exactly, so that edges are smooth at every size without drawing
large and shrinking. Only what `bd.site.markers` writes is read: lines, level and upright ones, and half circles.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from bd.site.markers import shape

__all__ = ["covered", "outline"]

_BOX = 16
"""Side of the square that the outlines are written in."""

_STROKE = 1.6
"""Width of the line around a shape, as in the style sheet, in the same unit."""
_ARC_STEPS = 24
_PART = re.compile(r"([MLHVAZ])([-\d., ]*)")

Point = tuple[float, float]
Mask = NDArray[np.float64]


def outline(path: str) -> list[list[Point]]:
    """Return the closed figures of an SVG path, each as its corners.

    Raises
    ------
    ValueError
        The path holds something else than M, L, H, V, A and Z with absolute numbers.
    """
    if "".join(match.group() for match in _PART.finditer(path)) != path:
        raise ValueError(f"not an outline that can be read: {path}")
    figures: list[list[Point]] = []
    for command, numbers in _PART.findall(path):
        values = [float(number) for number in re.split(r"[ ,]+", numbers.strip()) if number]
        if command == "M":
            figures.append([(values[0], values[1])])
        elif command != "Z":
            figures[-1] += _onward(command, figures[-1][-1], values)
    return figures


def _onward(command: str, here: Point, values: list[float]) -> list[Point]:
    if command == "L":
        return [(values[0], values[1])]
    if command == "H":
        return [(values[0], here[1])]
    if command == "V":
        return [(here[0], values[0])]
    return _half_circle(here, (values[5], values[6]), clockwise=bool(values[4]))


def _half_circle(start: Point, end: Point, *, clockwise: bool) -> list[Point]:
    centre = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    radius = math.dist(start, end) / 2
    first = math.atan2(start[1] - centre[1], start[0] - centre[0])
    turn = math.pi / _ARC_STEPS * (1 if clockwise else -1)
    angles = (first + turn * step for step in range(1, _ARC_STEPS + 1))
    return [(centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles]


@lru_cache(maxsize=256)
def covered(marker: str, side: int) -> tuple[Mask, Mask]:
    """Return how much of each pixel a model's shape covers, 0 to 1: the whole shape, and its outline alone.

    Parameters
    ----------
    marker
        Name of the shape.
    side
        Pixels along an edge of the square that holds it.
    """
    inside, away = _distances(outline(shape(marker)), side)
    half = _STROKE / 2 * side / _BOX
    whole = np.clip(np.where(inside, away, -away) + half + 0.5, 0.0, 1.0)
    return whole, np.clip(half - away + 0.5, 0.0, 1.0)


def _distances(figures: list[list[Point]], side: int) -> tuple[NDArray[np.bool_], Mask]:
    """Return for each pixel whether it is inside, by the even-odd rule, and its distance from the outline in pixels."""
    centres = np.arange(side) + 0.5
    x, y = np.meshgrid(centres, centres)
    inside, away = np.zeros((side, side), bool), np.full((side, side), np.inf)
    for figure in figures:
        corners = [(px * side / _BOX, py * side / _BOX) for px, py in figure]
        for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
            length = (bx - ax) * (bx - ax) + (by - ay) * (by - ay)
            if not length:
                continue
            along = np.clip(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length, 0.0, 1.0)
            gone_x, gone_y = ax + along * (bx - ax) - x, ay + along * (by - ay) - y
            away = np.minimum(away, np.sqrt(gone_x * gone_x + gone_y * gone_y))
            if ay != by:
                crosses = ((ay > y) != (by > y)) & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
                inside ^= crosses
    return inside, away
