"""What `bd explain` prints: everything behind a number, in at most 100 columns, or one line that says why not."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner, Result

from bd.cli import main
from bd.explain import explain
from bd.replay.work import replay
from bd.report.run import report
from bd.report.state import DATA_FILE
from tests.projects import Project, as_toml, row, sure


def run(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["explain", *arguments, "--project", str(root)])


def lines(root: Path, *arguments: str) -> list[str]:
    result = run(root, *arguments)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return result.stdout.splitlines()


def refused(root: Path, *arguments: str) -> str:
    result = run(root, *arguments)
    assert (result.exit_code, result.stdout) == (1, "")
    (line,) = result.stderr.splitlines()
    return line


@pytest.fixture
def copied(kinds: Project, tmp_path: Path) -> Path:
    copytree(kinds.root, tmp_path / "copy")
    return tmp_path / "copy"


def test_everything_behind_a_number(kinds: Project) -> None:
    told = "\n".join(lines(kinds.root, "/gender/#fern", "--cell", "tulip-rose/gender-swap"))
    for part in (
        "/gender/#fern  fern",
        "What does the gardener grow? tulip or rose (followed: tulip)",
        "A detail.",
        "40 of 40 asked have every answer that this needs",
        "before (as written): By the gate, [she] waters the beds.",
        "after (swapped): By the gate, [he] waters the beds.",
        "value        0.325 (32.5)",
        "13 of 40 texts got another answer",
        "control      0.1 (10.0)",
        "effect       0.225 (22.5)",
        "13/40 less 4/40",
        "joint range",
        "| LC_ALL=C sort | sha256sum",
        "import gzip, hashlib, json, numpy as np",
        "effect 0.225 = 22.5 points",
    ):
        assert part in told, part


def test_lines_are_at_most_100_columns_except_what_is_copied(kinds: Project) -> None:
    for address in ("/gender/#fern", "/pet/#fern", "/stall/#fern", "/", "/methods/", "/club/"):
        long = [line for line in lines(kinds.root, address) if len(line) > 100 and "zcat " not in line]
        assert long == []


def test_without_a_model_everybody_is_told_in_a_line(kinds: Project) -> None:
    told = lines(kinds.root, "/gender/")
    assert any(line.strip().startswith("1 ") and "(#sedge)" in line for line in told)
    assert told[-1] == "add a model to explain its number, as in /gender/#sedge"


def test_where_all_answers_change_every_line_and_table_has_the_exact_range(tmp_path: Path) -> None:
    project = Project(tmp_path, 40)
    project.save()
    for model, changed in (("fern", 40), ("moss", 4)):
        rows = [row(i + end, "tulip") for i in project.ids for end in ("-age-34", "-age-35")]
        rows += [row(f"{i}-age-61", "rose" if n < changed else "tulip") for n, i in enumerate(project.ids)]
        project.log(model, "as-written", [row(i, "tulip") for i in project.ids])
        project.log(model, "age", rows)
    project.replay()
    report(tmp_path, date="2026-11-30")
    for told in (lines(tmp_path, "/age/"), lines(tmp_path, "/age/#fern"), lines(tmp_path, "/engines/fern/#fern")):
        assert any("100.00  [82.38, 100.00] exact  " in line for line in told), told
    assert any("10.00  [-1.60, 23.66] exact" in line for line in lines(tmp_path, "/age/")), lines(tmp_path, "/age/")


def test_the_place_and_the_effects_that_it_was_ordered_among(kinds: Project) -> None:
    told = "\n".join(lines(kinds.root, "/gender/#fern"))
    assert "place 2 of 4: clear effects come first, the largest first" in told
    assert "headline: the largest clear effect (of 2 cells here, " in told
    assert ">" in {line[0] for line in told.splitlines() if "(#fern)" in line}
    assert "Other cells here (--cell, or --all): digs-waters/gender-swap" in told


def test_the_average_place_of_the_main_board(kinds: Project) -> None:
    told = lines(kinds.root, "/#fern")
    row = next(r for r in json.loads((kinds.root / DATA_FILE).read_bytes())["overall"]["rows"] if r["engine"] == "fern")
    places = " + ".join(f"{place:g}" for place in row["positions"].values())
    assert f"average: ({places}) / {row['ranked_on']} = {row['mean_rank']:g}" in told


def test_a_model_s_page_lists_its_characteristics(kinds: Project) -> None:
    told = lines(kinds.root, "/engines/fern/")
    assert any("/gender/#fern: " in line for line in told)
    assert any("/club/#fern: " in line for line in told)


def test_a_model_on_a_characteristic_is_the_model_on_its_board(kinds: Project) -> None:
    page, anchor = (json.loads(run(kinds.root, a, "--json").stdout) for a in ("/engines/fern/age/", "/age/#fern"))
    assert page["cells"] == anchor["cells"]


def test_all_cells(kinds: Project) -> None:
    found = explain(kinds.root, "/stall/#fern", every=True)
    assert [cell.cell for cell in found.cells] == [f"{g}/tulip-rose/stall" for g in ("bee", "cow", "pig")]
    assert found.others == ()
    assert sum(cell.headline for cell in found.cells) == 1


def test_as_data_it_says_the_same(kinds: Project) -> None:
    found = json.loads(run(kinds.root, "/age/#flax", "--json").stdout)
    (cell,) = found["cells"]
    assert (found["address"], cell["cell"], cell["texts"]) == ("/age/#flax", "tulip-rose/age", 35)
    assert [count for _, count in cell["left_out"]] == [5]
    steps = {step["name"]: step for step in cell["steps"]}
    assert steps["effect"]["points"] == [round(100 * f, 4) for f in steps["effect"]["fractions"]]


def test_only_the_snippet(kinds: Project) -> None:
    told = lines(kinds.root, "/age/#fern", "--snippet")
    assert told[0].startswith("import ")
    assert len(told) <= 20


def test_the_command_for_the_sum_gives_the_sum(kinds: Project) -> None:
    (cell,) = explain(kinds.root, "/age/#fern").cells
    for log in cell.logs:
        said = subprocess.run(log.command, shell=True, cwd=kinds.root, capture_output=True, text=True, check=True)
        assert said.stdout.split()[0] == log.sha256


def test_no_event_tells_what_is_still_possible(kinds: Project) -> None:
    told = "\n".join(lines(kinds.root, "/gender/#heather"))
    assert "no text changed: 1 - 0.025 ** (1 / 40)" in told
    how = "few texts changed, or few did not: 0 changed only by the edit and 0 only by the control, of 40"
    assert how in " ".join(told.split())


def test_fewer_than_ten_texts_have_no_range(kinds: Project) -> None:
    told = "\n".join(lines(kinds.root, "/gender/#reed"))
    assert "none: fewer than 10 texts" in told
    assert "not ranked: fewer than ten texts, too few for a range" in told


def test_a_model_that_was_not_measured_there_says_why(kinds: Project) -> None:
    assert refused(kinds.root, "/stall/#sedge").startswith(
        "bd: /stall/#sedge: no number: this model has not been asked"
    )


def test_an_unknown_cell_is_told_with_its_neighbours(kinds: Project) -> None:
    told = refused(kinds.root, "/stall/#fern", "--cell", "bees/tulip-rose/stall")
    assert told.startswith(
        "bd: /stall/#fern: no cell 'bees/tulip-rose/stall' with a number; the nearest: bee/tulip-rose/stall"
    )


def test_a_cell_and_all_of_them_is_wrong_usage(kinds: Project) -> None:
    assert run(kinds.root, "/stall/#fern", "--cell", "x", "--all").exit_code == 2


def change_row(root: Path, **more: object) -> None:
    path = root / "studies" / "tulip-rose-age.jsonl"
    rows = [json.loads(line) for line in path.read_bytes().splitlines()]
    path.write_text("".join(json.dumps(r | (more if r["build"] == "fern" else {})) + "\n" for r in rows))


def test_a_row_that_the_answers_do_not_give_is_explained_to_nobody(copied: Path) -> None:
    change_row(copied, joint_range=[0.1, 0.2])
    told = refused(copied, "/age/#fern")
    assert told.startswith("bd: studies/tulip-rose-age.jsonl: fern: joint_range is [0.1, 0.2], the saved answers give ")


def test_a_file_that_says_something_else_is_explained_to_nobody(copied: Path) -> None:
    path = copied / DATA_FILE
    board = json.loads(path.read_bytes())
    for dimension in board["dimensions"]:
        if dimension["id"] == "age":
            dimension["cells"]["fern"]["facets"][0]["excess"]["hi"] = 12.5
    path.write_text(json.dumps(board))
    assert refused(copied, "/age/#fern").startswith(f"bd: {DATA_FILE}: excess.hi is 12.5, the scored row says ")


def test_a_file_that_was_edited_by_hand_is_one_line(copied: Path) -> None:
    path = copied / DATA_FILE
    board = json.loads(path.read_bytes())
    for dimension in board["dimensions"]:
        del dimension["cells"]
    path.write_text(json.dumps(board))
    assert f"{DATA_FILE}: breaks its schema at $.dimensions[0]: Object missing required field cells" in refused(
        copied, "/age/#fern"
    )


def test_answers_that_have_gone_are_told(copied: Path) -> None:
    for log in (copied / "answers" / "fern" / "tulip-rose").iterdir():
        log.unlink()
    assert "answers/fern/tulip-rose: not there" in refused(copied, "/age/#fern")


def test_before_a_report_it_says_so(copied: Path) -> None:
    (copied / DATA_FILE).unlink()
    assert "cannot be read" in refused(copied, "/age/#fern")


def test_a_model_of_which_only_a_second_build_answered_has_its_name(copied: Path) -> None:
    card = {"format": "bd/model@1", "kind": "lexicon", "about": "Made up.", "licence": "MIT"}
    for name, more in (("aster", {"label": "Aster"}), ("heather", {"label": "Aster small", "build_of": "aster"})):
        (copied / "studies/models").mkdir(exist_ok=True)
        (copied / f"studies/models/{name}.toml").write_text(as_toml(card | more))
    replay(copied)
    report(copied, date="2026-01-31")
    assert any(line.endswith("Aster (#aster)") for line in lines(copied, "/"))
    assert any("(#heather)" in line for line in lines(copied, "/gender/#fern"))
    assert lines(copied, "/")[-1] == "add a model to explain its number, as in /#heather"
    assert lines(copied, "/gender/#heather")[0] == "/gender/#heather  Aster (Aster small)"
    assert lines(copied, "/engines/aster/")


def test_two_builds_of_a_model_are_told_apart_as_on_the_site(copied: Path) -> None:
    card = {"format": "bd/model@1", "kind": "lexicon", "about": "Made up.", "licence": "MIT"}
    (copied / "studies/models").mkdir(exist_ok=True)
    for name, more in (
        ("fern", {"label": "Fern"}),
        ("heather", {"label": "Heather", "build_of": "fern", "build_label": "4-bit weights"}),
    ):
        (copied / f"studies/models/{name}.toml").write_text(as_toml(card | more))
    replay(copied)
    report(copied, date="2026-01-31")
    board = "\n".join(lines(copied, "/gender/"))
    assert "Fern (#fern)" in board
    assert "Fern (4-bit weights) (#heather)" in board
    assert lines(copied, "/engines/fern/")[0] == "/engines/fern/  Fern"
    assert lines(copied, "/engines/fern/#heather")[0] == "/engines/fern/#heather  Fern (4-bit weights)"


def test_a_data_file_that_names_what_it_does_not_describe_is_refused_in_a_line(copied: Path) -> None:
    path = copied / DATA_FILE
    known = path.read_bytes()
    board = json.loads(known)
    next(each for each in board["engines"] if each["id"] == "fern")["id"] = "heath"
    path.write_text(json.dumps(board))
    assert refused(copied, "/gender/#fern") == (
        f"bd: {DATA_FILE}: names 'fern', which it does not describe; write it again with `bd report`"
    )
    board = json.loads(known)
    for dimension in board["dimensions"]:
        for line in dimension["board"]["ranked"]:
            line["facet"] = "a/b/c"
    path.write_text(json.dumps(board))
    assert "a/b/c', which it does not describe" in refused(copied, "/gender/")


def test_a_model_that_cannot_see_the_change_is_not_said_to_have_a_range_that_touches_zero(tmp_path: Path) -> None:
    project = Project(tmp_path, 40)
    project.save()
    for edit, end, changed in (("as-written", "", 0), ("ask-twice", "", 1), ("gender-swap", "-swapped", 14)):
        rows = [row(i + end, "rose" if n < changed else "tulip", 0.6) for n, i in enumerate(project.ids)]
        project.log("fern", edit, rows, stated={"decides": "sampled"})
    project.replay()
    report(tmp_path, date="2026-11-30")
    told = lines(tmp_path, "/gender/#fern")
    assert any(line.endswith("  not clear  fern (#fern): tulip or rose") for line in told), told
    said = " ".join(" ".join(told).split())
    assert "not clear: both versions of every text have the same probabilities; what changed was drawn" in said
    board = json.loads((tmp_path / DATA_FILE).read_bytes())
    (line,) = board["dimensions"][0]["board"]["not_detected"]
    assert (line["value"], line["lo"], line["hi"]) == (0.0, 0.0, 0.0)
    (facet,) = board["dimensions"][0]["cells"]["fern"]["facets"]
    assert (facet["raw"]["value"], facet["excess"]) == (35.0, {"value": 0.0, "lo": 0.0, "hi": 0.0})
    assert "is not above 0" not in said


def test_a_bound_is_not_told_as_a_range_of_re_draws_and_a_lacking_ratio_is_told_in_words(tmp_path: Path) -> None:
    project = Project(tmp_path, 400)
    project.save()
    versions = ("east", "west", "chess")
    project.log("fern", "club", [sure(f"{i}-club-{version}", 0.3) for i in project.ids for version in versions])
    project.replay()
    report(tmp_path, date="2026-11-30")
    said = " ".join(" ".join(lines(tmp_path, "/club/east/#fern")).split())
    assert "within one point of 0: the whole exact 90% range, 0.0 to 0.7461, is" in said
    assert "none: neither version is ever given this answer, so there is nothing to divide" in said
    assert "nobody-picked" not in said
    assert "no clear effect, and no other model to compare with" in said
    assert "place 1 of 1" not in said
