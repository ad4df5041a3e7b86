"""The command `bd`: each subcommand gathers its options, calls one library function, and prints.

Results go to standard output, remarks and progress to standard error. Exit status 0: done. 1: something in the data is
wrong, named in one line each. 2: wrong usage. 130: stopped by the user.
"""

from __future__ import annotations

import datetime
import errno
import io
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from rich.console import Console

import bd
from bd.errors import BdError, Problem, UsageError
from bd.files import dump_json

__all__ = ["main"]

_QUIET_SECONDS = 2.0
"""Work shorter than this shows no progress."""


class _Group(click.Group):
    """Turns the library's errors into one line and an exit status."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a subcommand."""
        if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal that has no sign for a label shows it escaped
            sys.stdout.reconfigure(errors="backslashreplace")
        try:
            return super().invoke(ctx)
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


def _examples(*lines: str) -> str:
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


_project_option = click.option(
    "--project",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    callback=_project,
    is_eager=True,
    help="The project's folder. By default the one you stand in, or the nearest above that holds a study.",
)
_json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for another program to read.")


@contextmanager
def _progress(what: str) -> Iterator[Callable[[str], None]]:
    """Show what is worked on, on a terminal and only when it takes longer than two seconds."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda step: None
        return
    started = time.monotonic()
    with console.status("") as status:
        status.stop()

        def show(step: str) -> None:
            if time.monotonic() - started > _QUIET_SECONDS:
                status.start()
                status.update(f"{what}: {step}")

        yield show


def _tell(problems: Iterable[Problem]) -> None:
    for problem in problems:
        click.echo(f"bd: {problem}", err=True)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(bd.__version__, prog_name="bd")
def main() -> None:
    """Test whether a model treats people differently, and check every number from the saved answers.

    The usual order is: check, ask, replay, report, site. Asking needs a model; everything after it needs only the
    answers that were saved.
    """


@main.command("list", epilog=_examples("bd list", "bd list --json | jq '.characteristics[].id'"))
@_project_option
@_json_option
def list_(project: Path, as_json: bool) -> None:
    """List what is tested and which models have answered."""
    from bd.listing import listing, listing_lines

    found = listing(project)
    if as_json:
        click.echo(dump_json(found, indent=True), nl=False)
    else:
        click.echo("\n".join(listing_lines(found)))


@main.command(epilog=_examples("bd check", "bd check --project ../audit"))
@_project_option
def check(project: Path) -> None:
    """Check every file of the study, every saved log and all reported figures; name all faults at once.

    Nothing is written. Exit status 1 if there is any fault.
    """
    from bd.answers.folder import read_answers
    from bd.report.reported import check_reported
    from bd.study.load import load_study

    study = load_study(project)
    with _progress("checking") as step:
        answers = read_answers(project, study, step)
    problems = (*answers.problems, *check_reported(project, study))
    _tell((*answers.notes, *problems))
    if problems:
        raise click.exceptions.Exit(1)
    logs = sum(len(t.logs) for t in answers.tables)
    click.echo(
        f"{len(study.characteristics)} characteristics, {len(study.decisions)} decisions, {len(study.models)} models, "
        f"{logs} logs: no fault"
    )


@main.command(
    epilog=_examples(
        "bd ask my-model",
        "bd ask my-model --decision my-decision --edit my-edit",
        "bd ask my-model --limit 200 --threads 2",
    )
)
@click.argument("model")
@_project_option
@click.option("--decision", "decisions", multiple=True, help="Ask only this decision; may be given several times.")
@click.option("--edit", "edits", multiple=True, help="Ask only this edit; may be given several times.")
@click.option("--limit", type=click.IntRange(min=2), help="Ask about so many texts a decision, the same for everyone.")
@click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True, help="Threads for the model.")
@click.option("--again", is_flag=True, help="Replace logs that hold answers to something else.")
@click.option("--check", is_flag=True, help="Only ask a few dozen saved rows again, and compare; nothing is written.")
def ask(
    model: str,
    project: Path,
    decisions: tuple[str, ...],
    edits: tuple[str, ...],
    limit: int | None,
    threads: int,
    again: bool,
    check: bool,
) -> None:
    """Put the study's texts to MODEL and save its answers.

    Each answer is saved as it comes, so that you may stop at any moment; the same command goes on where it stopped.
    """
    from bd.ask import ask as ask_model
    from bd.ask import reask
    from bd.ask.progress import TerminalProgress

    if check:
        if decisions or edits or limit or again:
            raise UsageError("--check goes with --threads only: it chooses saved rows itself")
        with TerminalProgress(model) as progress:
            found = reask(project, model, threads=threads, progress=progress)
        click.echo(str(found))
        if found.differing:
            raise click.exceptions.Exit(1)
        return
    with TerminalProgress(model) as progress:
        done = ask_model(
            project,
            model,
            decisions=decisions or None,
            edits=edits or None,
            limit=limit,
            threads=threads,
            again=again,
            progress=progress,
        )
    click.echo(str(done))


@main.command(epilog=_examples("bd replay", "bd replay && git diff --exit-code studies"))
@_project_option
@_json_option
def replay(project: Path, as_json: bool) -> None:
    """Work every number out again from the saved answers, and write it under `studies/`.

    Effects go to `studies/<decision>-<edit>.jsonl`, how certain each board is to `studies/levels/`. Needs no network
    and no model. A log with a fault enters no number; it is named, the rest is scored, and the exit status is 1.
    """
    from bd.effects.rows import to_row
    from bd.replay import replay as replay_all

    with _progress("replaying") as step:
        done = replay_all(project, progress=step)
    _tell((*done.answers.notes, *done.answers.problems))
    for path in done.removed:
        click.echo(f"bd: {path}: removed, no saved answer stands behind it", err=True)
    if as_json:
        click.echo(dump_json([to_row(e) for e in done.effects]), nl=False)
    else:
        clear = sum(e.clear for e in done.effects)
        builds = len({e.build for e in done.effects})
        click.echo(
            f"{len(done.effects)} effects of {builds} {'model' if builds == 1 else 'models'}, {clear} of them clear; "
            f"{len(done.written)} files changed, {len(done.removed)} removed"
        )
    if done.answers.problems:
        raise click.exceptions.Exit(1)


@main.command(epilog=_examples("bd report --date 2026-01-31", "bd report --json --date 2026-01-31 | jq .overall"))
@_project_option
@click.option("--date", help="The day the file is made for, YYYY-MM-DD. By default the one in site/site.toml.")
@click.option("--commit", help="Full hash of the commit that holds the answers. By default git is asked.")
@_json_option
def report(project: Path, date: str | None, commit: str | None, as_json: bool) -> None:
    """Put the models in order at every level, and write `site/data/leaderboard.json`."""
    from bd.report.lines import board_lines
    from bd.report.run import DATA_FILE
    from bd.report.run import report as report_all
    from bd.site.settings import load_settings

    with _progress("reporting") as step:
        done = report_all(project, date=date or load_settings(project).date, commit=commit, progress=step)
    click.echo(f"{DATA_FILE}: {'written' if done.changed else 'unchanged'}", err=True)
    if as_json:
        click.echo(dump_json(done.board), nl=False)
    else:
        click.echo("\n".join(board_lines(done.board)))


@main.command(
    epilog=_examples(
        "bd explain /age/", "bd explain '/age/#my-model'", "bd explain '/age/#my-model' --snippet | python3 -"
    )
)
@click.argument("address")
@_project_option
@click.option("--cell", help="Explain this cell, as GROUP/QUESTION/EDIT, in place of the headline.")
@click.option("--all", "every", is_flag=True, help="Explain every cell at this address.")
@click.option("--snippet", is_flag=True, help="Print only the Python that works the number out again.")
@_json_option
def explain(address: str, project: Path, cell: str | None, every: bool, snippet: bool, as_json: bool) -> None:
    """Show how the number at an ADDRESS of the site came to be, from the saved answers to the published digits.

    An ADDRESS is what a page is called, with the model after `#`; a whole URL will do. Without a model, everybody's
    number is told in one line. The number is worked out again first: exit status 1 if it is not what the answers give.
    What compares it with other results (places, the range of all at once) is read from the data file, which `bd verify`
    checks.
    """
    from bd.explain import explain as explain_address
    from bd.explain import explanation_lines, explanation_part, snippet_lines
    from bd.site.settings import SETTINGS, load_settings

    if cell is not None and every:
        raise UsageError("--cell explains one cell and --all every one: give one of them")
    base_url = load_settings(project).base_url if (project / SETTINGS).exists() else None
    with _progress("explaining") as step:
        found = explain_address(project, address, cell=cell, every=every, base_url=base_url, progress=step)
    if as_json:
        click.echo(dump_json(explanation_part(found)), nl=False)
    else:
        click.echo("\n".join(snippet_lines(found) if snippet else explanation_lines(found)))


@main.command(
    epilog=_examples("bd verify", "bd verify --all downloads/leaderboard.json", "bd verify --json | jq .same")
)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@_project_option
@click.option("--all", "every", is_flag=True, help="Tell every difference. By default the first 50 and their number.")
@_json_option
def verify(file: Path | None, project: Path, every: bool, as_json: bool) -> None:
    """Compare every number and word of a data FILE, and every scored row, with what the saved answers give.

    By default the FILE is `site/data/leaderboard.json`. Everything is worked out again for the day and the commit that
    it states; nothing is written. Each difference is told by the address of the page that shows it. Exit status 1 if
    there is any.
    """
    from bd.verify import FIRST, verified_lines, verified_part
    from bd.verify import verify as verify_file

    with _progress("verifying") as step:
        found = verify_file(project, file, progress=step)
    if as_json:
        click.echo(dump_json(verified_part(found)), nl=False)
    else:
        click.echo("\n".join(verified_lines(found, None if every else FIRST)))
    if not found.same:
        raise click.exceptions.Exit(1)


@main.command(epilog=_examples("bd site", "bd site --base-url https://example.org/bias/ --out public"))
@_project_option
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Where to. By default site/dist.")
@click.option("--base-url", help="Where the site will stand. By default the one in site/site.toml.")
def site(project: Path, out: Path | None, base_url: str | None) -> None:
    """Build the static site from `site/data/leaderboard.json`."""
    from bd.site.build import build_site

    done = build_site(project, out=out, base_url=base_url)
    files = f"{done.written} files written, {done.kept} kept, {done.removed} removed"
    click.echo(f"{done.pages} pages in {done.out}: {files}")


@main.command(epilog=_examples("bd serve", "bd serve --port 8001"))
@_project_option
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
def serve(project: Path, port: int) -> None:
    """Show the built site in a browser, from this machine only. Stop with Ctrl-C."""
    from bd.site.serve import serve as serve_folder

    folder = project / "site" / "dist"
    serve_folder(folder, port, lambda url: click.echo(f"{url} (Ctrl-C stops)", err=True))


@main.command(
    epilog=_examples("bd rows my-decision as-written > rows.jsonl", "bd rows my-decision my-edit --limit 200")
)
@click.argument("decision")
@click.argument("edit")
@_project_option
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


@main.command(
    epilog=_examples(
        "bd describe answers/my-model/my-decision/as-written.jsonl.gz --package my-model --version 1 "
        "--licence MIT --asked 2026-01-31"
    )
)
@click.argument("log", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_project_option
@click.option("--package", required=True, help="What the model is called.")
@click.option("--version", required=True, help="Its version.")
@click.option("--licence", required=True, help="Its own terms.")
@click.option("--asked", required=True, type=click.DateTime(["%Y-%m-%d"]), help="The day on which it answered.")
@click.option("--decides", type=click.Choice(["argmax", "sampled"]), default="argmax", show_default=True)
@click.option("--limit", type=click.IntRange(min=2), help="How many of the decision's texts it was asked about.")
def describe(log: Path, project: Path, asked: datetime.datetime, **told: Any) -> None:
    """Check a LOG that was made without `bd ask`, and write the description that ties it to the texts.

    A log without one is scored and marked unpinned.
    """
    from bd.answers.describe import describe as describe_log
    from bd.study.load import load_study

    done = describe_log(project, load_study(project), log, asked=asked.date().isoformat(), **told)
    click.echo(f"{done.path}: {done.answered} of {done.asked} rows answered")


@main.command("import-reported", epilog=_examples("bd import-reported my-source published.json"))
@click.argument("source")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_project_option
def import_reported(source: str, file: Path, project: Path) -> None:
    """Take over the figures that others published in FILE, to be shown apart and never ranked.

    `studies/reported/SOURCE.toml` says who they are and what their words mean in this study; the cells are written to
    `studies/reported/SOURCE.jsonl`. Each is taken or counted under the reason for leaving it out.
    """
    from bd.report.reported import import_reported as import_file
    from bd.study.load import load_study

    done = import_file(project, load_study(project), source, file)
    click.echo(f"{done.path}: {done.taken} of {done.published} cells, {'written' if done.changed else 'unchanged'}")
    for each in done.left_out:
        click.echo(f"{each.cells} left out: {each.reason}")


@main.command(epilog=_examples("bd compose my-texts"))
@click.argument("name")
@_project_option
def compose(name: str, project: Path) -> None:
    """Compose text sets from the sentence frames in `studies/texts/compose/NAME.toml`."""
    from bd.study.compose import compose as compose_sets

    for done in compose_sets(project, name):
        state = "written" if done.changed else "unchanged"
        click.echo(f"studies/texts/{done.id}.jsonl: {done.texts} texts, {state}, SHA-256 {done.sha256}")


@main.command(
    epilog=_examples("bd validate --jobs 4", "bd validate --case rate --studies 200", "bd validate --case power --json")
)
@_project_option
@click.option("--case", "names", multiple=True, help="Only this case, or kind of cases; may be given several times.")
@click.option("--studies", type=click.IntRange(min=20), default=2000, show_default=True, help="Studies in each case.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Another seed, other studies.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes to share the cases.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="By default docs/validation.md.")
@_json_option
def validate(
    project: Path, names: tuple[str, ...], studies: int, seed: int, jobs: int, out: Path | None, as_json: bool
) -> None:
    """Prove the numbers right: put simulated models with known effects through the replay, and count what holds.

    Not part of the usual order: it reads no answers. It writes `docs/validation.md`, save where only some cases are
    named; those are printed. All of them take about ten minutes on one core.
    """
    from bd.validate.run import DOCUMENT, as_json_lines, result_lines
    from bd.validate.run import validate as validate_all

    written = out or (None if names else project / DOCUMENT)
    with _progress("simulating") as step:
        results = validate_all(project, names=names, studies=studies, seed=seed, jobs=jobs, out=written, progress=step)
    if as_json:
        click.echo(dump_json(as_json_lines(results)), nl=False)
    else:
        click.echo("\n".join(result_lines(results)))


if __name__ == "__main__":
    main()
