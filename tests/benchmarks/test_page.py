import re
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

import benchmarks.__main__ as command
from benchmarks.earlier import Earlier
from benchmarks.frame import RUNS, Machine, Measured, Ran, Timed
from benchmarks.goals import Goal, goals, missed
from benchmarks.page import NOT_MEASURED, page, rows_of

NUMBER = re.compile(r"\d[\d,.]*\d|\d")
MACHINE = Machine("Abacus 9", 3, 7 * 2**30, "Slate 1.0", "Python 3.99", {"beads": "4.5.6"})
COLD = Measured("cold-floor", (1.25, 1.11, 9.75, 1.37, 1.26), 10, "Found by a snail.")
TIMED = Timed("Cold replay", "a snail", (Ran(61.5, 123_456_789), Ran(60.25, 5), Ran(62.75, 5)), 10)


def row(text: str, words: str, *more: str) -> str:
    (found,) = [
        line for line in text.split("\n") if words in line and line.startswith("|") and all(m in line for m in more)
    ]
    return found


def test_a_figure_stands_beside_its_goal_with_its_spread() -> None:
    text = page(MACHINE, [COLD, TIMED], RUNS)
    cells = row(text, goals()["cold-floor"].words, "| 10× |")
    assert "| at most 1.5 times | 10× | 1.26 times | 1.11 to 9.75 | **held** |" in cells
    assert "Found by a snail." in text
    assert "| a snail | 10× | 61.5 | 60.2 to 62.8 | 3 | 123 |" in text
    assert "Nothing that was measured" in text


def test_a_missed_goal_is_marked_and_explained_once() -> None:
    both = [Measured(g, (7.0,), 10, profile="snails.py:1(crawl)") for g in ("cold-floor", "warm-one")]
    text = page(MACHINE, both, RUNS)
    assert row(text, goals()["cold-floor"].words, "10×").endswith("| **missed** |")
    assert text.count("snails.py:1(crawl)") == 1
    assert "Nothing that was measured" not in text


def test_what_was_not_measured_says_so() -> None:
    text = page(MACHINE, [], RUNS)
    for goal in goals().values():
        assert row(text, f"| {goal.words} |").endswith(f"| {NOT_MEASURED} |")


def test_a_figure_at_another_size_leaves_the_goal_unmeasured() -> None:
    small = Measured("cold-floor", (99.0,), 1)
    assert [r.verdict for r in rows_of([small]) if r.words == goals()["cold-floor"].words] == [
        "not asked at this size",
        NOT_MEASURED,
    ]
    assert not missed(small)


def test_no_figure_is_typed_into_the_page() -> None:
    known = NUMBER.findall(
        " ".join(f"{g.words} {g.limit or 0:,.0f} {g.limit or 0:g} {g.scale or 0:g}" for g in goals().values())
    )
    shown = [line for line in page(MACHINE, [], RUNS).split("\n") if line.startswith("|")]
    assert {number for line in shown for number in NUMBER.findall(line)} <= set(known)


def test_the_machine_is_described() -> None:
    text = page(MACHINE, [], RUNS)
    assert "Abacus 9, 3 cores, 7 GB of memory, Slate 1.0, Python 3.99." in text
    assert "beads 4.5.6" in text


@pytest.mark.parametrize(
    ("way", "value", "met"),
    [
        ("at most", 2.0, True),
        ("under", 2.0, False),
        ("under", 1.9, True),
        ("at least", 2.0, True),
        ("at least", 1.9, False),
    ],
)
def test_a_limit_is_meant_as_its_words_say(way: str, value: float, met: bool) -> None:
    assert Goal("g", "P", "w", "s", way, 2.0).met(Measured("g", (value,))) is met


def test_the_median_counts() -> None:
    assert COLD.value == 1.26
    assert COLD.spread == (1.11, 9.75)


def test_the_command_measures_what_it_is_asked_and_writes_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "performance.md"
    monkeypatch.setattr(command, "_PAGE", target)
    monkeypatch.setattr(command, "Earlier", partial(Earlier, root=tmp_path))
    monkeypatch.setattr(
        "benchmarks.bootstrap.measure", lambda settings: [Measured("bootstrap-loop", (2.5,), settings.scales[0])]
    )
    done = CliRunner().invoke(command.main, ["--only", "bootstrap", "--scales", "0.5"])
    assert done.exit_code == 0
    assert "0.5× | 2.5 times" in done.stdout
    assert not target.exists()
    CliRunner().invoke(command.main, ["--only", "bootstrap", "--scales", "0.5", "--write"])
    assert "| 0.5× | 2.5 times |" in target.read_text()


@pytest.mark.parametrize("scales", ["", "ten", "0", "-1"])
def test_a_scale_that_is_none_is_refused(scales: str) -> None:
    done = CliRunner().invoke(command.main, ["--scales", scales])
    assert done.exit_code == 2
    assert "must be numbers" in done.output


@pytest.mark.parametrize("part", command.PARTS)
def test_every_part_can_be_measured(part: str) -> None:
    assert callable(__import__(f"benchmarks.{part}", fromlist=["measure"]).measure)
