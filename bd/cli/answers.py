"""Commands that bring answers in: ask a model, describe a log made elsewhere, take over what others reported."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import click

from bd.cli.elsewhere import cluster_options, elsewhere_of
from bd.cli.frame import examples, project_option
from bd.errors import UsageError
from bd.said import many
from bd.study.deciding import DECIDES

__all__ = ["ask", "describe", "import_reported"]


@click.command(
    epilog=examples(
        "bd ask my-model",
        "bd ask my-model --decision my-decision --edit my-edit",
        "bd ask my-model --limit 200 --threads 2",
        "bd ask my-model --cluster local --workers 4",
    )
)
@click.argument("model")
@project_option
@click.option("--decision", "decisions", multiple=True, help="Ask only this decision; may be given several times.")
@click.option("--edit", "edits", multiple=True, help="Ask only this edit; may be given several times.")
@click.option("--limit", type=click.IntRange(min=2), help="Ask about so many texts a decision, the same for everyone.")
@click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True, help="Threads for the model.")
@click.option("--again", is_flag=True, help="Replace logs that hold answers to something else.")
@cluster_options
@click.option("--check", is_flag=True, help="Only ask a few dozen saved rows again, and compare; nothing is written.")
def ask(
    model: str,
    project: Path,
    decisions: tuple[str, ...],
    edits: tuple[str, ...],
    limit: int | None,
    threads: int,
    again: bool,
    cluster: str | None,
    workers: int | None,
    memory: str | None,
    check: bool,
) -> None:
    """Put the study's texts to MODEL and save its answers.

    Each answer is saved as it comes, so that you may stop at any moment; the same command goes on where it stopped, and
    asks rows again that failed. Exit status 1 where more than one row in ten has no answer.
    With --cluster, workers answer whole logs, which are saved here as each is done; docs/cluster.md tells more.
    """
    from bd.ask import ask as ask_model
    from bd.ask import reask
    from bd.ask.asking import Asker, ask_here
    from bd.ask.progress import TerminalProgress

    reached = elsewhere_of(cluster, workers, memory)
    if check:
        if decisions or edits or limit or again or cluster:
            raise UsageError("--check goes with --threads only: it chooses saved rows itself")
        with TerminalProgress(model) as shown:
            found = reask(project, model, threads=threads, progress=shown)
        click.echo(str(found))
        if found.differing:
            raise click.exceptions.Exit(1)
        return
    asker: Asker = ask_here
    if cluster is not None:
        from bd.cluster import asker_on

        asker = asker_on(cluster, **reached)
    with TerminalProgress(model) as shown:
        done = ask_model(
            project,
            model,
            decisions=decisions or None,
            edits=edits or None,
            limit=limit,
            threads=threads,
            again=again,
            progress=shown,
            asker=asker,
        )
    click.echo(str(done))
    if done.many_failed:
        raise click.exceptions.Exit(1)


@click.command(
    epilog=examples(
        "bd describe answers/my-model/my-decision/as-written.jsonl.gz --package my-model --version 1 "
        "--licence MIT --asked 2026-01-31"
    )
)
@click.argument("log", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@project_option
@click.option("--package", required=True, help="What the model is called.")
@click.option("--version", required=True, help="Its version.")
@click.option("--licence", required=True, help="Its own terms.")
@click.option("--asked", required=True, type=click.DateTime(["%Y-%m-%d"]), help="The day on which it answered.")
@click.option("--decides", type=click.Choice(DECIDES), default=DECIDES[0], show_default=True)
@click.option(
    "--cutoff", type=float, help="With --decides cutoff: from which probability on the positive option is chosen."
)
@click.option("--limit", type=click.IntRange(min=2), help="How many of the decision's texts it was asked about.")
@click.option(
    "--machine",
    nargs=2,
    metavar="ARCHITECTURE MAKER",
    help="What it ran on, where that may matter: x86_64 GenuineIntel.",
)
def describe(log: Path, project: Path, asked: datetime.datetime, machine: tuple[str, str] | None, **told: Any) -> None:
    """Check a LOG that was made without `bd ask`, and write the description that ties it to the texts.

    A log without one is scored and marked unpinned.
    """
    from bd.answers.describe import describe as describe_log
    from bd.machine import Machine
    from bd.study.load import load_study

    told["machine"] = Machine(*machine) if machine else None
    done = describe_log(project, load_study(project), log, asked=asked.date().isoformat(), **told)
    click.echo(f"{done.path}: {done.answered:,} of {many(done.asked, 'row')} answered")


@click.command("import-reported", epilog=examples("bd import-reported my-source published.json"))
@click.argument("source")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@project_option
def import_reported(source: str, file: Path, project: Path) -> None:
    """Take over the figures that others published in FILE, to be shown apart and never ranked.

    `studies/reported/SOURCE.toml` says who they are and what their words mean in this study; the cells are written to
    `studies/reported/SOURCE.jsonl`. Each is taken or counted under the reason for leaving it out.
    """
    from bd.report.reported import import_reported as import_file
    from bd.study.load import load_study

    done = import_file(project, load_study(project), source, file)
    state = "written" if done.changed else "unchanged"
    click.echo(f"{done.path}: {done.taken:,} of {many(done.published, 'cell')}, {state}")
    for each in done.left_out:
        click.echo(f"{each.cells} left out: {each.reason}")
