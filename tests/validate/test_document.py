"""The committed document says what is demanded, and what it says can be had again."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from bd.cli import main
from bd.validate import sums
from bd.validate.cases import cases, find_cases
from bd.validate.coverage import Count, Mean, verdict
from bd.validate.demands import demands
from bd.validate.figures import read_figures
from bd.validate.results import Result
from bd.validate.run import DOCUMENT, run_cases
from bd.validate.tables import SECTIONS, rows, table
from bd.validate.write import document

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / DOCUMENT).read_text("utf-8")
LINES = TEXT.splitlines()
CHEAP = "rate-n-50-rate-0.05"
BETWEEN = {(case.n, case.number("rate")) for case in cases() if case.kind == "between"}
"""Rates just above a whole expected count, where coverage is lowest."""
BROKEN = re.compile(r"\*\*(falls short|too wide|too often)\*\*")
KNOWN_TO_FALL_SHORT = {"within-shift, n 200, law small, add 0.01"}
"""Cases that do not keep their limits, each with its reason in the document."""


def made_up(case, share=0.95):
    """Return a result in which everything held so often."""
    count = Count(round(2000 * share), 2000, ((round(1000 * share), 1000), (round(1000 * share), 1000)))
    names = ["range", "range_difference", "joint", "row", "few", "clear", "clear_joint", "within_point", "frame_range"]
    names += ["under", "may_be", "headline", "headline_alone", "all", "each_alone", "naive_all", "naive_each"]
    names += ["heads_all", "clear_alone", "whole", "inside", "ranked"]
    means = ["reads", "unselected", "true", "width", "heads_width", "min_detectable"]
    return Result(case, dict.fromkeys(names, count), dict.fromkeys(means, Mean(0.01, 0.001, 2000)))


def test_it_says_that_a_command_wrote_it():
    assert LINES[2].startswith("This file is written by the command `bd validate`")


def test_a_case_that_is_run_again_gives_the_same_line_byte_for_byte():
    (line,) = rows("rates", run_cases(find_cases([CHEAP]), 2000, 0, 1, lambda name: None), cases())
    assert line in LINES


def test_it_has_a_line_for_every_case():
    for name, section in SECTIONS.items():
        results = [made_up(case) for case in cases() if case.kind in section.kinds]
        head, *_, last = table(name, results).splitlines()
        start = LINES.index(head)
        end = LINES.index("", start)
        assert end - start - 2 == len(results)
        settings = last.split("|")[1 : -1 - len(section.columns) - section.judged]
        assert LINES[end - 1].split("|")[1 : len(settings) + 1] == settings


def test_every_line_that_breaks_its_limits_is_named_in_short_and_none_is_new():
    named = re.findall(r"^- (\w[\w-]*, .*?), `", TEXT, re.MULTILINE)
    assert set(named) == KNOWN_TO_FALL_SHORT
    broken = [line for line in LINES if line.startswith("|") and BROKEN.search(line)]
    assert len(broken) == len(KNOWN_TO_FALL_SHORT)


@pytest.mark.parametrize("name", ["grid", "short", "exact_ranges"])
def test_its_sums_are_what_they_are_today(name):
    assert getattr(sums, name)() in TEXT


def test_re_drawn_coverage_is_between_its_limits_wherever_ten_events_are_expected():
    table = LINES[LINES.index("## One rate") : LINES.index("### How far re-drawing alone falls short")]
    held = 0
    for line in table:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("| ") or not cells[0].isdigit():
            continue
        texts, rate, share, exactly = int(cells[0]), float(cells[1]), cells[3], cells[4]
        if texts * rate >= 10 - 1e-9 and (texts, rate) not in BETWEEN:
            assert 93.5 <= float(exactly.rstrip("%")) <= 96.5
            low, high = (float(end) for end in re.search(r"\((.*) to (.*)\)", share).groups())
            assert low <= 96.5
            assert high >= 93.5
            held += 1
    assert held >= 8


def test_the_same_results_give_the_same_bytes():
    results = [made_up(case) for case in cases()]
    one, two = (document(results, 2000, 0, read_figures(ROOT)) for _ in range(2))
    assert one == two
    assert "$" not in one


def test_a_result_that_breaks_its_limits_is_told():
    results = [made_up(case, 0.8 if case.name == "rate-n-500-rate-0.1" else 0.95) for case in cases()]
    told = document(results, 2000, 0, None)
    assert "- rate, n 500, rate 0.1, `range`: 80.0%, and not 93.5% to 96.5%" in told
    assert "| 80.0% (78.2 to 81.7) | 95.6% | **falls short** |" not in told
    assert any("80.0%" in line and "**falls short**" in line for line in told.splitlines())


def test_verdicts_in_the_document_follow_from_its_shares():
    result = made_up(find_cases(["rate-n-500-rate-0.1"])[0], 0.99)
    assert result.verdicts == {d.statistic: verdict(result.counts[d.statistic], d.limits) for d in demands(result.case)}
    assert result.verdicts == {"range": "wide", "row": "within"}


def test_the_command_prints_named_cases_and_writes_the_rest(tmp_path):
    out = tmp_path / "validation.md"
    run = CliRunner().invoke(main, ["validate", "--case", "rate-n-50-rate-0.3", "--studies", "20"])
    assert (run.exit_code, run.stdout.startswith("rate-n-50-rate-0.3: range ")) == (0, True)
    run = CliRunner().invoke(main, ["validate", "--case", "no-such", "--out", str(out)])
    assert (run.exit_code, out.exists()) == (2, False)
    assert "no case 'no-such'" in run.stderr


def test_the_command_prints_json(tmp_path):
    run = CliRunner().invoke(main, ["validate", "--case", "rate-n-50-rate-0.3", "--studies", "20", "--json"])
    assert run.exit_code == 0
    assert '"case":"rate-n-50-rate-0.3"' in run.stdout
