"""Commands on numbers: work them out, explain one, verify a file of them, prove that the rules hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bd.cli.elsewhere import Workers, cluster_options, elsewhere_of
from bd.cli.frame import check_writable, examples, json_option, progress, project_option, tell
from bd.errors import UsageError
from bd.files import dump_json
from bd.said import many

if TYPE_CHECKING:
    from bd.replay.state import Told
    from bd.replay.work import Elsewhere

__all__ = ["explain", "replay", "validate", "verify"]


@click.command(
    epilog=examples(
        "bd replay",
        "bd replay && git diff --exit-code studies",
        "bd replay --cluster local --workers 4",
        "bd replay --cluster tcp://10.0.0.5:8786 --answers s3://my-bucket/answers",
    )
)
@project_option
@click.option("--afresh", is_flag=True, help="Use nothing that is kept of earlier replays, and keep nothing.")
@click.option("--answers", metavar="URL", help="Where the logs lie, if not in answers/: a folder, or a URL for fsspec.")
@cluster_options
@json_option
def replay(
    project: Path,
    afresh: bool,
    answers: str | None,
    cluster: str | None,
    workers: int | None,
    memory: str | None,
    as_json: bool,
) -> None:
    """Work every number out again from the saved answers, and write it under `studies/`.

    Effects go to `studies/<decision>-<edit>.jsonl`, how certain each board is to `studies/levels/`. Needs no network
    and no model. A log with a fault enters no number; it is named, the rest is scored, and the exit status is 1.

    What was worked out of answers that have not changed since is taken from `.cache/bd/replay/`, which may be deleted.
    With --cluster or --answers nothing is taken from there, and all is worked out anew; docs/cluster.md tells more.
    """
    from bd.replay.state import look_at, unchanged

    reached = elsewhere_of(cluster, workers, memory)
    kept = None if afresh or answers is not None or cluster is not None else look_at(project)
    known = None if kept is None or as_json else unchanged(kept)
    if known is not None:
        _tell_replay(known, written=0, removed=())
        return
    from bd.answers.place import place_of
    from bd.effects.rows import to_row
    from bd.replay.work import replay as replay_all
    from bd.replay.work import told_of

    place = None if answers is None else place_of(answers)
    with progress("replaying") as step, _elsewhere(cluster, reached, step) as elsewhere:
        done = replay_all(project, kept=kept, answers=place, elsewhere=elsewhere, progress=step)
    if as_json:
        click.echo(dump_json([to_row(e) for e in done.effects]), nl=False)
    _tell_replay(told_of(done), written=len(done.written), removed=done.removed, quiet=as_json)


@contextmanager
def _elsewhere(cluster: str | None, reached: Workers, step: Callable[[str], None]) -> Iterator[Elsewhere | None]:
    """Yield who works the decisions out, if it is not this process."""
    if cluster is None:
        yield None
        return
    from bd.cluster import parts_on, workers_of

    with workers_of(cluster, **reached) as ready:
        yield lambda study, folder: parts_on(ready, study, folder, step)


def _tell_replay(told: Told, *, written: int, removed: Sequence[str], quiet: bool = False) -> None:
    tell((*told.notes, *told.problems))
    for path in removed:
        click.echo(f"bd: {path}: removed, no saved answer stands behind it", err=True)
    if not quiet:
        click.echo(
            f"{many(told.effects, 'effect')} of {many(told.builds, 'model')}, {told.clear:,} of them clear; "
            f"{many(written, 'file')} changed, {len(removed):,} removed"
        )
    if told.problems:
        raise click.exceptions.Exit(1)


@click.command(
    epilog=examples(
        "bd explain /age/", "bd explain '/age/#my-model'", "bd explain '/age/#my-model' --snippet | python3 -"
    )
)
@click.argument("address")
@project_option
@click.option("--cell", help="Explain this cell, as GROUP/QUESTION/EDIT, in place of the headline.")
@click.option("--all", "every", is_flag=True, help="Explain every cell at this address.")
@click.option("--snippet", is_flag=True, help="Print only the Python that works the number out again.")
@json_option
def explain(address: str, project: Path, cell: str | None, every: bool, snippet: bool, as_json: bool) -> None:
    """Show how the number at an ADDRESS of the site came to be, from the saved answers to the published digits.

    An ADDRESS is what a page is called, with the model after `#`; a whole URL will do. Without a model, everybody's
    number is told in one line. The number is worked out again first: exit status 1 if it is not what the answers give.
    What compares it with other results (places, the range of all at once) is read from the data file, which `bd verify`
    checks.
    """
    from bd.explain import explain as explain_address
    from bd.explain import explanation_lines, explanation_part, snippet_lines
    from bd.site.inputs import SETTINGS
    from bd.site.settings import load_settings

    if cell is not None and every:
        raise UsageError("--cell explains one cell and --all every one: give one of them")
    base_url = load_settings(project).base_url if (project / SETTINGS).exists() else None
    with progress("explaining") as step:
        found = explain_address(project, address, cell=cell, every=every, base_url=base_url, progress=step)
    if not found.cells and (cell is not None or every or snippet):
        raise UsageError(
            f"{found.address}: --cell, --all and --snippet go with a model on a page, as in /age/#my-model"
        )
    if as_json:
        click.echo(dump_json(explanation_part(found)), nl=False)
    else:
        click.echo("\n".join(snippet_lines(found) if snippet else explanation_lines(found)))


@click.command(
    epilog=examples("bd verify", "bd verify --all downloads/leaderboard.json", "bd verify --json | jq .same")
)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@project_option
@click.option("--all", "every", is_flag=True, help="Tell every difference. By default the first 50 and their number.")
@json_option
def verify(file: Path | None, project: Path, every: bool, as_json: bool) -> None:
    """Compare every number and word of a data FILE, and every scored row, with what the saved answers give.

    By default the FILE is `site/data/leaderboard.json`. Everything is worked out again for the day and the commit that
    it states; nothing is written. Each difference is told by the address of the page that shows it. Exit status 1 if
    there is any.
    """
    from bd.verify import FIRST, verified_lines, verified_part
    from bd.verify import verify as verify_file

    with progress("verifying") as step:
        found = verify_file(project, file, progress=step)
    if as_json:
        click.echo(dump_json(verified_part(found)), nl=False)
    else:
        click.echo("\n".join(verified_lines(found, None if every else FIRST)))
    if not found.same:
        raise click.exceptions.Exit(1)


@click.command(
    epilog=examples("bd validate --jobs 4", "bd validate --case rate --studies 200", "bd validate --case power --json")
)
@project_option
@click.option("--case", "names", multiple=True, help="Only this case, or kind of cases; may be given several times.")
@click.option("--studies", type=click.IntRange(min=20), default=2000, show_default=True, help="Studies in each case.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Another seed, other studies.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes to share the cases.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="By default docs/validation.md.")
@json_option
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
    if written is not None:
        check_writable(written)  # before ten minutes of work
    with progress("simulating") as step:
        results = validate_all(project, names=names, studies=studies, seed=seed, jobs=jobs, out=written, progress=step)
    if as_json:
        click.echo(dump_json(as_json_lines(results)), nl=False)
    else:
        click.echo("\n".join(result_lines(results)))
