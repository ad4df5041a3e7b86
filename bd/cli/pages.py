"""Commands that publish: the data file, an edition of it, the site, a look at it."""

from __future__ import annotations

from pathlib import Path

import click

from bd.cli.frame import examples, json_option, progress, project_option, terminal_width
from bd.files import dump_json
from bd.said import many

__all__ = ["publish", "report", "serve", "site"]

_LEFT_OUT = (
    "not in this site, since it holds other data of the same day, or of a later one; with a later date in "
    "site/site.toml, or --date of bd report, it is what these data are compared with"
)
_NOT_REMEMBERED = "if one of these pages goes, its address will not lead on"


@click.command(
    epilog=examples(
        "bd report --date 2026-01-31",
        "bd report --brief --json | jq -r '.models[].id'",
        "bd report --json | jq .overall",
    )
)
@project_option
@click.option(
    "--date",
    help="The day the file is made for, YYYY-MM-DD; later reports keep it. By default the one in site/site.toml.",
)
@click.option("--commit", help="Full hash of the commit that holds the answers. By default git is asked.")
@click.option("--brief", is_flag=True, help="Print the order of the models and nothing else, as a table or as JSON.")
@click.option("--afresh", is_flag=True, help="Use nothing that is kept of earlier runs, and keep nothing.")
@json_option
def report(project: Path, date: str | None, commit: str | None, brief: bool, afresh: bool, as_json: bool) -> None:
    """Put the models in order at every level, and write `site/data/leaderboard.json`.

    Without --date the file is made for the day of site/site.toml, unless the last --date was another: that stays, as in
    `bd report --date D && make site`, until another is given. What is printed goes to standard output, remarks to
    standard error. Where nothing has changed since the last report, nothing is worked out.
    """
    from bd.report.lines import board_lines, brief_lines, brief_part
    from bd.report.state import DATA_FILE, given_day, look_at, unchanged
    from bd.site.inputs import SETTINGS
    from bd.site.settings import load_settings

    # Where the day is given, a project needs no settings of a site.
    usual = load_settings(project).date if date is None or (project / SETTINGS).exists() else ""
    day = date or given_day(project) or usual
    given = day != usual
    looked = None if afresh else look_at(project, date=day, commit=commit, given=given)
    known = None if looked is None else unchanged(looked)
    board, changed = known, False
    if board is None:
        from bd.report.run import report as report_all  # what works anything out is imported where there is work

        with progress("reporting") as step:
            done = report_all(project, date=day, commit=commit, given=given, looked=looked, progress=step)
        board, changed = done.board, done.changed
    click.echo(f"{DATA_FILE}: {'written' if changed else 'unchanged'}", err=True)
    if date is None and given:
        click.echo(
            f"made for {day}, the --date given last; `bd report --date {usual}` goes back to {SETTINGS}", err=True
        )
    if as_json:
        click.echo(dump_json(brief_part(board) if brief else board), nl=False)
    else:
        tell = brief_lines if brief else board_lines
        click.echo("\n".join(tell(board, terminal_width())))


@click.command(epilog=examples("bd publish", "bd publish --file earlier/leaderboard.json"))
@project_option
@click.option(
    "--file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Freeze this data file. By default site/data/leaderboard.json.",
)
@click.option("--again", is_flag=True, help="Replace another edition of the same day.")
def publish(project: Path, file: Path | None, again: bool) -> None:
    """Freeze the data file into the edition of its day, under `site/data/editions/`.

    Run it when data goes out to readers, and commit the file: the page of changes and the feed compare later data with
    it. Nothing else writes editions.
    """
    from bd.report.editions import publish as publish_file

    done = publish_file(project, file=file, again=again)
    said = f"{many(len(done.edition.results), 'result')} of {done.edition.date}"
    click.echo(f"{done.path}: {said}, {'written' if done.changed else 'unchanged'}")


@click.command(epilog=examples("bd site", "bd site --base-url https://example.org/bias/ --out public"))
@project_option
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Where to. By default site/dist.")
@click.option("--base-url", help="Where the site will stand. By default the one in site/site.toml.")
@click.option("--afresh", is_flag=True, help="Use nothing that is known of earlier builds, and keep nothing.")
def site(project: Path, out: Path | None, base_url: str | None, afresh: bool) -> None:
    """Build the static site from `site/data/leaderboard.json`."""
    from bd.site.build import build_site

    done = build_site(project, out=out, base_url=base_url, remember=not afresh)
    files = f"{many(done.written, 'file')} written, {done.kept:,} kept, {done.removed:,} removed"
    click.echo(f"{many(done.pages, 'page')} in {done.out}: {files}")
    if done.not_remembered:
        click.echo(f"{done.not_remembered}; {_NOT_REMEMBERED}", err=True)
    for path in done.editions_left_out:
        click.echo(f"{path}: {_LEFT_OUT}", err=True)
    if done.without_receipts:
        cells = many(len(done.without_receipts), "cell")
        click.echo(f"{cells} without receipts: {done.without_receipts[0]}", err=True)


@click.command(epilog=examples("bd serve", "bd serve --port 8001"))
@project_option
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
def serve(project: Path, port: int) -> None:
    """Show the site in a browser, from this machine only. Stop with Ctrl-C.

    A page is made when it is asked for, so an edited word, template or colour is seen at once. Receipts and downloads
    are those of the last `bd site`.
    """
    from bd.site.preview import Preview
    from bd.site.serve import serve as serve_folder

    folder = project / "site" / "dist"
    fresh = Preview(project, folder).file
    serve_folder(folder, port, lambda url: click.echo(f"{url} (Ctrl-C stops)", err=True), fresh=fresh)
