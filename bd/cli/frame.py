"""What every command shares: errors as one line and an exit status, the common options, progress and examples."""

from __future__ import annotations

import errno
import io
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import click
from rich.console import Console

from bd.errors import BdError, Problem, UsageError

__all__ = [
    "Commands",
    "check_writable",
    "examples",
    "json_option",
    "progress",
    "project_option",
    "tell",
    "terminal_width",
]

_QUIET_SECONDS = 2.0
"""Work shorter than this shows no progress."""


class Commands(click.Group):
    """Turns errors, the library's and click's, into one line and an exit status."""

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        """Read what stands before the subcommand."""
        with _told():
            return super().make_context(*args, **more)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a subcommand."""
        if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal that has no sign for a label shows it escaped
            sys.stdout.reconfigure(errors="backslashreplace")
        with _told():
            return super().invoke(ctx)


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        said = " ".join(error.format_message().split())
        where = error.ctx.command_path if error.ctx is not None else "bd"
        raise click.exceptions.Exit(_complain(f"{said} See `{where} --help`", 2)) from error
    except UsageError as error:
        raise click.exceptions.Exit(_complain(str(error), 2)) from error
    except BdError as error:
        raise click.exceptions.Exit(_complain(str(error), 1)) from error
    except KeyboardInterrupt as stop:
        said = str(stop) or "stopped; what was there before is unchanged"
        raise click.exceptions.Exit(_complain(said, 130)) from stop
    except BrokenPipeError as error:  # the reader of our output has gone, as in `bd list | head`
        sys.stderr.close()
        raise click.exceptions.Exit(1) from error
    except OSError as error:  # a full disk behind `> file`; files of bd's own never come here, they are BdErrors
        if error.errno != errno.ENOSPC or error.filename is not None:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # so that nothing fails again when the program ends
        said = f"standard output cannot be written ({error.strerror}); what was printed is not whole"
        raise click.exceptions.Exit(_complain(said, 1)) from error


def _complain(message: str, status: int) -> int:
    click.echo("\n".join(f"bd: {line}" for line in message.splitlines()), err=True)
    return status


def _project(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path:
    from bd.study.load import find_root

    return find_root(value or Path())


def examples(*lines: str) -> str:
    """Return what stands at the end of a command's help."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


project_option = click.option(
    "--project",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    callback=_project,
    is_eager=True,
    help="The project's folder. By default the one you stand in, or the nearest above that holds a study.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for another program to read.")


@contextmanager
def progress(what: str) -> Iterator[Callable[[str], None]]:
    """Show what is worked on, on a terminal and only when it takes longer than two seconds."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda step: None
        return
    started, status = time.monotonic(), console.status("")

    def show(step: str) -> None:
        if time.monotonic() - started > _QUIET_SECONDS:
            status.update(f"{what}: {step}")
            status.start()

    try:
        yield show
    finally:
        status.stop()


def terminal_width() -> int | None:
    """Return the columns of the terminal that results go to; None where they go elsewhere, or nowhere."""
    there: TextIO | None = sys.stdout
    return shutil.get_terminal_size().columns if there is not None and there.isatty() else None


def check_writable(path: Path) -> None:
    """See that a file can be written that is only made after long work; BdError where it cannot."""
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        why = "no right to write there" if path.parent.is_dir() else "no such folder"
        raise BdError(f"{path}: cannot be written ({why})")


def tell(problems: Iterable[Problem]) -> None:
    """Print each problem on a line of standard error."""
    for problem in problems:
        click.echo(f"bd: {problem}", err=True)
