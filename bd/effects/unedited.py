"""Where the texts as they were written stand beside an effect between edited ones."""

from __future__ import annotations

from bd.effects.records import Effect, Part
from bd.study.records import AS_WRITTEN

__all__ = ["both_edited", "unedited"]


def unedited(build: str, decision: str) -> Part:
    """Return the version of a decision's texts that nothing was changed in, whether or not a build was asked it."""
    return f"answers/{build}/{decision}/{AS_WRITTEN}.jsonl.gz", ""


def both_edited(effect: Effect) -> bool:
    """Whether neither side of an effect is the text as it was written."""
    return all(suffix for _, suffix in (*effect.compares.from_, *effect.compares.to))
