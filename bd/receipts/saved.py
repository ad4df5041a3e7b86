"""The study and the saved answers of a project, for all who show answers: read when asked, a decision at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path

from bd.answers.align import AnswerTable
from bd.answers.fit import ReadDecision
from bd.answers.folder import AnswerFolder
from bd.answers.kept import KeptLogs
from bd.report import contract
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
    kept
        Where logs are kept as they were read, if they are.
    """

    def __init__(self, root: Path, builds: Collection[str], kept: KeptLogs | None = None) -> None:
        self.root = root
        self._builds = builds
        self._kept = kept
        self.tables = lru_cache(maxsize=1)(self._tables)
        """Returns the answers to a decision by their build, aligned to its texts; only the last one's are held."""

    @property
    def is_there(self) -> bool:
        """Whether the project keeps any answers."""
        return (self.root / "answers").is_dir()

    @cached_property
    def study(self) -> Study:
        """What was asked; `BdError` if it cannot be read."""
        return load_study(self.root)

    def read(self) -> Iterator[ReadDecision]:
        """Yield the answers to every decision in turn; logs that are not fit to enter a number are not among them."""
        return self._folder.read(self._folder.decisions)

    @cached_property
    def _folder(self) -> AnswerFolder:
        return AnswerFolder(self.root, self.study, builds=self._builds, kept=self._kept)

    def _tables(self, decision: str) -> Mapping[str, AnswerTable]:
        return {table.build: table for read in self._folder.read([decision]) for table in read.tables}


def saved_for(root: Path, data: contract.Leaderboard, kept: KeptLogs | None = None) -> Saved:
    """Return what a project keeps of the builds that a data file names."""
    return Saved(root, {build.id for engine in data.engines for build in engine.builds}, kept)
