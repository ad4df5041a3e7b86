"""Run the measurements, show every figure beside its goal, and write `docs/performance.md` where that is asked."""

from __future__ import annotations

import importlib
import os
from pathlib import Path

import click

from bd.errors import BdError
from bd.files import write_atomically
from benchmarks.earlier import Earlier
from benchmarks.frame import Measured, Settings, Timed, machine
from benchmarks.page import page, rows_of

PARTS = ("bootstrap", "replay", "site", "shards", "cluster")
"""Modules of this folder with a function `measure`, in the order in which they run."""
_PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
_BUSY = 0.5
"""More than so much other work, in cores, and figures are not worth writing down."""


def _scales(_: click.Context, __: click.Parameter, value: str) -> tuple[float, ...]:
    try:
        scales = tuple(float(each) for each in value.replace(",", " ").split())
    except ValueError as error:
        raise click.BadParameter(f"{value!r} must be numbers, such as '1 10'") from error
    if not scales or min(scales) <= 0:
        raise click.BadParameter(f"{value!r} must be numbers above 0, such as '1 10'")
    return scales


@click.command(help=__doc__)
@click.option("--scales", default="1 10", show_default=True, callback=_scales, help="Times the committed record.")
@click.option("--only", multiple=True, type=click.Choice(PARTS), help="Measure this part; by default all.")
@click.option(
    "--at",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Where made-up projects are written for a while; by default among the system's temporary files.",
)
@click.option(
    "--write",
    is_flag=True,
    help="Write docs/performance.md, with what runs of other parts on the same machine and code found.",
)
def main(scales: tuple[float, ...], only: tuple[str, ...], at: Path | None, write: bool) -> None:
    load = os.getloadavg()[0]
    if load > _BUSY:
        click.echo(
            f"bench: other work takes {load:.1f} cores; figures are only worth keeping from a quiet machine", err=True
        )
    settings = Settings(scales=scales, at=at, say=lambda line: click.echo(f"bench: {line}", err=True))
    earlier = Earlier(machine())
    found: list[Measured | Timed] = []
    try:
        for name in only or PARTS:
            new = importlib.import_module(f"benchmarks.{name}").measure(settings)
            earlier.put(name, new)
            found += new
    except BdError as error:
        raise click.ClickException(str(error)) from error
    for row in rows_of(each for each in found if isinstance(each, Measured)):
        click.echo(
            " | ".join(filter(None, (row.part, row.words, row.goal, row.scale, row.found, row.spread, row.verdict)))
        )
    if write:
        write_atomically(_PAGE, page(machine(), earlier.all(PARTS), settings.runs).encode())


if __name__ == "__main__":
    main()
