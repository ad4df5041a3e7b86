"""Commands on what is asked: list it, check it, print the rows of a log, compose texts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from bd.cli.frame import examples, json_option, progress, project_option, tell
from bd.files import dump_json
from bd.said import many

__all__ = ["check", "compose", "list_", "rows"]


@click.command("list", epilog=examples("bd list", "bd list --json | jq '.characteristics[].id'"))
@project_option
@json_option
def list_(project: Path, as_json: bool) -> None:
    """List what is tested and which models have answered."""
    from bd.listing import listing, listing_lines

    found = listing(project)
    if as_json:
        click.echo(dump_json(found, indent=True), nl=False)
    else:
        click.echo("\n".join(listing_lines(found)))


@click.command(epilog=examples("bd check", "bd check --project ../audit"))
@project_option
def check(project: Path) -> None:
    """Check every file of the study, every saved log and all reported figures; name all faults at once.

    What is no fault but weakens a number is named too: few answers, no probabilities where a test needs them, a control
    that was not asked, calibration on the tested texts. Nothing is written. Exit status 1 if there is any fault.
    """
    from bd.answers.folder import read_answers
    from bd.answers.lacking import lacking
    from bd.ask.model import unknown_adapters
    from bd.report.reported import check_reported
    from bd.study.load import load_study
    from bd.study.remarks import remarks

    study = load_study(project)
    with progress("checking") as step:
        answers = read_answers(project, study, step)
    problems = (*answers.problems, *answers.strays, *unknown_adapters(study), *check_reported(project, study))
    weak = (*remarks(study), *answers.notes, *lacking(study, answers.tables))
    tell((*(replace(each, message=f"remark: {each.message}") for each in weak), *problems))
    if problems:
        raise click.exceptions.Exit(1)
    logs = sum(len(t.logs) for t in answers.tables)
    click.echo(
        f"{many(len(study.characteristics), 'characteristic')}, {many(len(study.decisions), 'decision')}, "
        f"{many(len(study.models), 'model')}, {many(logs, 'log')}: no fault"
        + (f", {many(len(weak), 'remark')}" if weak else "")
    )


@click.command(
    epilog=examples("bd rows my-decision as-written > rows.jsonl", "bd rows my-decision my-edit --limit 200")
)
@click.argument("decision")
@click.argument("edit")
@project_option
@click.option("--limit", type=click.IntRange(min=2), help="So many of the decision's texts, the same for everyone.")
def rows(decision: str, edit: str, project: Path, limit: int | None) -> None:
    """List every row that a log of DECISION and EDIT holds, for a model that is asked by a program of your own.

    One JSON object a line: the id that the answer must carry, the text, how the options are listed, and the attempt.
    """
    from bd.study.load import load_study
    from bd.study.plan import plan_log

    for row in plan_log(load_study(project), decision, edit, limit).rows:
        asked = {"id": row.id, "text": row.text, "options": row.order, "attempt": row.attempt}
        click.echo(dump_json(asked), nl=False)


@click.command(epilog=examples("bd compose my-texts"))
@click.argument("name")
@project_option
def compose(name: str, project: Path) -> None:
    """Compose text sets from the sentence frames in `studies/texts/compose/NAME.toml`."""
    from bd.study.compose import compose as compose_sets

    for done in compose_sets(project, name):
        state = "written" if done.changed else "unchanged"
        click.echo(f"studies/texts/{done.id}.jsonl: {many(done.texts, 'text')}, {state}, SHA-256 {done.sha256}")
