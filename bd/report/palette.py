"""Colours and marker shapes for models, so that a chart can be read by anyone, on light pages and dark.

The colours were chosen so that any two differ, with ordinary sight and with each of the three kinds of colour
blindness, and stand out from the page (`tests/report/test_palette.py` measures both). Which model gets which is a
matter of its card's `order`; no name is known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["MARKERS", "PAIRS", "Look", "looks"]

PAIRS = (
    ("#ee5c10", "#e87a34"),
    ("#1c01e7", "#416fb5"),
    ("#5d0f03", "#edb200"),
    ("#029fcd", "#2bd3fd"),
    ("#2d1679", "#0fab9a"),
    ("#925e6d", "#a8cb9a"),
    ("#c57c82", "#fdde20"),
    ("#9660f6", "#9837ff"),
    ("#6e32a6", "#ae7bfc"),
    ("#be1d01", "#d71e01"),
    ("#3877b1", "#b8f1d2"),
    ("#87183a", "#9c596e"),
)
"""A colour for light pages and its partner for dark ones."""

MARKERS = (
    "circle",
    "square",
    "triangle",
    "diamond",
    "cross",
    "plus",
    "star",
    "triangle-down",
    "hexagon",
    "ring",
    "bar",
    "pentagon",
)
"""Shapes, so that colour never carries anything alone."""


@dataclass(frozen=True)
class Look:
    """How one model is drawn."""

    color: str
    color_dark: str
    marker: str


def looks(orders: Sequence[tuple[int, str]]) -> dict[str, Look]:
    """Return the look of each model.

    Parameters
    ----------
    orders
        The `order` of each model's card (1 is the first place of the palette) and its id. A model takes the place
        that its order names, or the next free one, so that a model that leaves does not recolour the others. Where
        there are more models than places, colours come round again with other shapes.
    """
    size = len(PAIRS)
    found: dict[str, Look] = {}
    taken: set[int] = set()
    for number, (order, model) in enumerate(sorted(orders)):
        lap = number // size
        if len(taken) == size:
            taken.clear()
        place = (order - 1) % size
        while place in taken:
            place = (place + 1) % size
        taken.add(place)
        found[model] = Look(*PAIRS[place], MARKERS[(place + lap) % size])
    return found
