"""The command on agreement: whether instruments, or a project's characteristics, agree on the order of models."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from bd.cli.frame import examples, json_option
from bd.errors import BdError, UsageError
from bd.files import dump_json, read_bytes

__all__ = ["agree"]

_WIDTH = 100
"""Columns of a report that goes to a file or another program."""


@click.command(epilog=examples("bd agree", "bd agree scores.csv", "bd agree scores.csv --json | jq .ranking.w"))
@click.argument("file", required=False, type=click.Path(path_type=Path, allow_dash=True))
@click.option(
    "--project",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Without FILE: the project whose characteristics are compared. By default the one you stand in.",
)
@click.option("--signed", is_flag=True, help="Order models by their net score. By default by its size.")
@json_option
def agree(file: Path | None, project: Path | None, signed: bool, as_json: bool) -> None:
    """Tell whether instruments agree on the order of models, and how reliable each of them is.

    FILE is a table with the columns instrument, model, item and score, parted by commas, semicolons or tabs, a score
    being signed and from -1 to 1; `-` reads standard input. Without FILE, it is told of the project's own
    characteristics, as `bd report` found it.
    """
    if file is None:
        if signed:
            raise UsageError("--signed goes with a FILE: the characteristics of a project are ordered by their places")
        _own(project, as_json)
        return
    from rich.console import Console

    from bd.agree import agreement, read_scores
    from bd.agree.lines import print_agreement
    from bd.agree.part import agreement_part

    data = sys.stdin.buffer.read() if str(file) == "-" else read_bytes(file)
    name = "standard input" if str(file) == "-" else str(file)
    found = agreement(read_scores(data, name, lambda said: click.echo(said, err=True)), signed=signed)
    if as_json:
        click.echo(dump_json(agreement_part(found)), nl=False)
        return
    console = Console()
    print_agreement(found, console if console.is_terminal else Console(width=_WIDTH))


def _own(project: Path | None, as_json: bool) -> None:
    from bd.report.datafile import load_leaderboard
    from bd.report.lines import agreement_lines
    from bd.report.state import DATA_FILE
    from bd.study.load import find_root

    path = find_root(project or Path()) / DATA_FILE
    board = load_leaderboard(path)
    if "agreement" not in board["overall"]:
        raise BdError(f"{path}: does not tell it yet; run `bd replay` and `bd report` first")
    if as_json:
        click.echo(dump_json(board["overall"]["agreement"]), nl=False)
    else:
        click.echo("\n".join(agreement_lines(board)))
