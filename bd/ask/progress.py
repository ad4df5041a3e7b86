"""Progress on the terminal while a model is asked: logs, rows, rate and time left."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

__all__ = ["TerminalProgress"]


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:.1f}/s" if task.speed else "")


class TerminalProgress:
    """Shows progress on standard error where that is a terminal, and nothing elsewhere. Use as a context manager."""

    def __init__(self, label: str) -> None:
        console = Console(stderr=True)
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            _Rate(),
            TimeRemainingColumn(),
            console=console,
            disable=not console.is_terminal,
            speed_estimate_period=60,
        )
        self._label = label
        self._task = self._bar.add_task(label, total=None)

    def __enter__(self) -> TerminalProgress:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def begin(self, rows: int) -> None:
        """Set the number of rows."""
        self._bar.update(self._task, total=rows)

    def log(self, decision: str, edit: str) -> None:
        """Show which log is being asked."""
        self._bar.update(self._task, description=f"{self._label} {decision}/{edit}")

    def answered(self, rows: int = 1) -> None:
        """Count so many rows."""
        self._bar.advance(self._task, rows)
