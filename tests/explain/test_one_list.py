"""Change and control that some texts have an answer to alone, explained."""

from click.testing import CliRunner

from bd.cli import main
from tests.projects import Project, row


def test_the_lines_that_are_shown_count_both_on_one_list(tmp_path):
    project = Project(tmp_path, 40)
    project.save()
    rows = []
    for n, i in enumerate(project.ids):
        rows += [row(f"{i}-age-34", "tulip"), row(f"{i}-age-61", "rose" if n < 6 or 20 <= n < 24 else "tulip")]
        rows += [row(f"{i}-age-35", "tulip")] if n >= 20 else []
    project.log("fern", "as-written", [row(i, "tulip") for i in project.ids])
    project.log("fern", "age", rows)
    project.replay()
    runner = CliRunner()
    told = runner.invoke(main, ["report", "--project", str(tmp_path), "--date", "2026-11-30"])
    assert told.exit_code == 0, told.output
    said = runner.invoke(main, ["explain", "--project", str(tmp_path), "/age/#fern"])
    assert said.exit_code == 0, said.output
    assert "y, k = ({t: s[t] for t in y if t in k} for s in (y, k))" in said.output
    assert "answered: 20 of 40 texts" in said.output
