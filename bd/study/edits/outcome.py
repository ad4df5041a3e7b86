"""What an edit gives back: the changed text, or the reason why a text has no such version."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["EditKind", "Edited", "Excluded"]


@dataclass(frozen=True)
class Edited:
    """One text as a model is asked it."""

    text: str
    """The changed text; everything that the edit does not name is as it was, white space included."""


@dataclass(frozen=True)
class Excluded:
    """A text that has no such version; it is counted by its reason and never asked."""

    reason: str
    """Short words for readers, such as "no he or she"."""


EditKind = Callable[[str, Mapping[str, Any]], Edited | Excluded]
"""From a text and a version's settings to the version of that text."""
