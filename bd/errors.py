"""The errors that a user can cause, and how several of them are told at once.

Every error here ends as one clear line on the terminal: where, what is wrong, what to do. Anything else that
escapes is a fault in `bd` itself and keeps its traceback. Turning these into exit codes is `bd.cli`'s part.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["BdError", "Problem", "ProblemsError", "UsageError"]


class BdError(Exception):
    """Something in the user's files or machine is wrong; the message is the one line they need. Exit status 1."""


class UsageError(BdError):
    """The command was asked for something that does not exist, such as an unknown model. Exit status 2."""


@dataclass(frozen=True, order=True)
class Problem:
    """One fault in one file, as it is shown to the user."""

    path: str
    """The file, relative to the project's folder, with forward slashes."""
    line: int | None
    """The 1-based line, or None where the whole file is meant."""
    message: str
    """What is wrong and what to do, without a full stop at its end."""

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        # A name may hold a line end or a terminal's control signs: one fault stays one line.
        return "".join(c if c.isprintable() else repr(c)[1:-1] for c in f"{place}: {self.message}")


class ProblemsError(BdError):
    """Several faults at once, each with its file and place."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda p: (p.path, p.line or 0, p.message)))
        super().__init__("\n".join(str(p) for p in self.problems))
