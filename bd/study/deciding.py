"""How a model comes from probabilities to its choice, and what cards, descriptions and commands may say of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bd.said import brief

__all__ = ["ARGMAX", "CUTOFF", "DECIDES", "SAMPLED", "deciding_faults"]

DECIDES = ARGMAX, SAMPLED, CUTOFF = ("argmax", "sampled", "cutoff")
"""The most probable option; one drawn by the probabilities; the positive one where its probability reaches a cutoff."""


def deciding_faults(decides: Any, cutoff: Any) -> Iterator[str]:
    """Say what is wrong with a way of deciding and its cutoff, None where none is given."""
    if decides not in DECIDES:
        yield f"decides must be {', '.join(DECIDES[:-1])} or {DECIDES[-1]}, not {brief(decides)}"
    elif decides != CUTOFF and cutoff is not None:
        yield f"cutoff is only for decides {CUTOFF!r}, not for {decides!r}; leave it out"
    elif decides == CUTOFF and cutoff is None:
        yield f"decides {CUTOFF!r} needs cutoff, the probability from which on the positive option is chosen"
    elif decides == CUTOFF and (type(cutoff) not in (int, float) or not 0 <= cutoff <= 1):
        yield f"cutoff must be a number from 0 to 1, not {brief(cutoff)}"
