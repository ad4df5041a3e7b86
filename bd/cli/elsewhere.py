"""Options of commands that can have their work done by workers: where these are, how many, and how much memory each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

import click

from bd.errors import UsageError

__all__ = ["Workers", "cluster_options", "elsewhere_of"]

_LOCAL = "local"  # as bd.cluster has it, which is slow to import


class Workers(TypedDict):
    """What `bd.cluster.workers_of` and `asker_on` are told beside an address; what it means stands there."""

    workers: int | None
    memory: str | None
    say: Callable[[str], None]


def cluster_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options `--cluster`, `--workers` and `--memory`."""
    for option in (
        click.option(
            "--memory", metavar="SIZE", help="With --cluster local: the most memory of each worker, like 4GB."
        ),
        click.option(
            "--workers", type=click.IntRange(min=1), help="With --cluster local: processes. By default one a core."
        ),
        click.option(
            "--cluster", metavar="ADDRESS", help="Of a dask scheduler; or local, for workers on this machine."
        ),
    ):
        command = option(command)
    return command


def elsewhere_of(cluster: str | None, workers: int | None, memory: str | None) -> Workers:
    """Return what `bd.cluster` is told of workers beside their address; UsageError for workers that others started."""
    if cluster != _LOCAL and (workers is not None or memory is not None):
        raise UsageError("--workers and --memory go with --cluster local: other workers have their own number and size")
    return {"workers": workers, "memory": memory, "say": lambda line: click.echo(f"bd: {line}", err=True)}
