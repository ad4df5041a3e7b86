"""The study and the saved answers of a project: read when somebody first asks, and once for all who show answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from bd.answers.folder import Answers, read_answers
from bd.study.load import load_study
from bd.study.records import Study

__all__ = ["Saved", "saved_for"]


class Saved:
    """What a project keeps.

    Parameters
    ----------
    root
        The project's folder.
    builds
        Whose answers are wanted.
    """

    def __init__(self, root: Path, builds: Collection[str]) -> None:
        self.root = root
        self._builds = builds

    @property
    def is_there(self) -> bool:
        """Whether the project keeps any answers."""
        return (self.root / "answers").is_dir()

    @cached_property
    def study(self) -> Study:
        """What was asked; `BdError` if it cannot be read."""
        return load_study(self.root)

    @cached_property
    def answers(self) -> Answers:
        """The answers, aligned to the study's texts; logs that are not fit to enter a number are not among them."""
        return read_answers(self.root, self.study, builds=self._builds)


def saved_for(root: Path, data: Mapping[str, Any]) -> Saved:
    """Return what a project keeps of the builds that a data file names."""
    return Saved(root, {build["id"] for engine in data["engines"] for build in engine["builds"]})
