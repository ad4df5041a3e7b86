import numpy as np
import pytest

from bd.board import CellKey
from bd.report import build_leaderboard, check_leaderboard, find_examples
from bd.report.versions import segments
from tests.report.samples import COMMIT, DATE, effect, sample_study

KEY = CellKey("hue", "dark", "keep-drop", "hue")
NO = np.nan


class Source:
    """Twelve texts; what is not given is not answered."""

    def __init__(self, columns):
        self.columns = columns

    def texts(self, decision):
        return tuple(f"remarks-{n:03}" for n in range(1, 13))

    def column(self, build, decision, part):
        p = self.columns.get((build, part[1]))
        if p is None:
            return None
        padded = np.array([*p, *[NO] * (12 - len(p))])
        return np.where(np.isnan(padded), -1, np.where(padded >= 0.5, 0, 1)).astype(np.int8), padded


def row(model, build=None):
    build = build or model
    log = f"answers/{build}/keep-drop/hue.jsonl.gz"
    compares = effect(model, "hue", "keep-drop", 0.1).compares.__class__(((log, "-hue-tall"),), ((log, "-hue-dark"),))
    return effect(model, "hue", "keep-drop", 0.1, group="dark", build=build, compares=compares)


def found(columns, rows):
    return find_examples(sample_study(), rows, Source(columns)).get(KEY)


def test_the_text_with_the_median_move_is_taken():
    example = found({("alder", "-hue-tall"): [0.5] * 3, ("alder", "-hue-dark"): [0.9, 0.6, 0.5]}, [row("alder")])
    assert example["source_id"] == "remarks-002"
    assert example["answers"] == {"alder": [{"p": 0.5, "choice": "drop"}, {"p": 0.6, "choice": "drop"}]}


def test_models_are_averaged_and_planted_ones_and_second_builds_have_no_say():
    columns = {
        ("alder", "-hue-tall"): [0.0, 0.0, 0.0],
        ("alder", "-hue-dark"): [0.1, 0.2, 0.3],
        ("birch", "-hue-tall"): [0.0, 0.0, 0.0],
        ("birch", "-hue-dark"): [0.3, 0.4, 0.1],  # sums: 0.4, 0.6, 0.4
        ("birch-q4", "-hue-tall"): [0.0, 0.0, 0.0],
        ("birch-q4", "-hue-dark"): [0.9, 0.0, 0.0],
        ("seeded", "-hue-tall"): [0.0, 0.0, 0.0],
        ("seeded", "-hue-dark"): [0.9, 0.5, NO],
    }
    example = found(columns, [row("seeded"), row("birch", "birch-q4"), row("birch"), row("alder")])
    assert (example["source_id"], example["engine"]) == ("remarks-001", "alder")
    assert list(example["answers"]) == ["alder", "birch", "seeded"]
    assert list(example["builds"]) == ["birch-q4"]


def test_texts_that_somebody_did_not_answer_are_passed_over():
    columns = {
        ("alder", "-hue-tall"): [0.5, 0.5, 0.5],
        ("alder", "-hue-dark"): [0.5, 0.6, 0.9],
        ("birch", "-hue-tall"): [0.5, NO, NO],
        ("birch", "-hue-dark"): [0.5, 0.5, 0.5],
    }
    assert found(columns, [row("alder"), row("birch")])["source_id"] == "remarks-001"
    columns["birch", "-hue-dark"] = [NO, NO, NO]
    alone = found(columns, [row("alder"), row("birch")])
    assert alone["source_id"] == "remarks-002"
    assert alone["answers"]["birch"] == [{"p": None, "choice": None}] * 2


def test_without_answers_there_is_no_example():
    assert found({}, [row("alder")]) is None
    assert found({("alder", "-hue-tall"): [NO], ("alder", "-hue-dark"): [NO]}, [row("alder")]) is None


def test_both_versions_are_shown_as_asked_with_the_change_marked():
    example = found({("alder", "-hue-tall"): [0.5], ("alder", "-hue-dark"): [0.4]}, [row("alder")])
    assert [v["id"] for v in example["versions"]] == ["tall", "dark"]
    for version, text in zip(example["versions"], example["texts"], strict=True):
        assert "".join(piece for piece, _ in version["segments"]) == text
    changed = [[piece for piece, mark in v["segments"] if mark] for v in example["versions"]]
    assert changed == [["tall"], ["dark"]]
    assert example["versions"][0]["options"] == ["drop", "keep"]


def test_an_option_order_example_lists_the_options_both_ways():
    log = "answers/alder/red-blue/order.jsonl.gz"
    plain = effect("alder", "order", "red-blue", 0.1, measure="order")
    sides = plain.compares.__class__(((log, "-order-listed"),), ((log, "-order-reversed"),))
    rows = [effect("alder", "order", "red-blue", 0.1, measure="order", compares=sides)]
    source = Source({("alder", "-order-listed"): [0.5], ("alder", "-order-reversed"): [0.4]})
    source.texts = lambda decision: ("notes-001", *["notes-002"] * 11)
    example = find_examples(sample_study(), rows, source)[CellKey("order", None, "red-blue", "order")]
    assert [v["options"] for v in example["versions"]] == [["red", "blue"], ["blue", "red"]]
    assert not any(mark for v in example["versions"] for _, mark in v["segments"])


def test_found_examples_fit_the_data_file():
    rows = [row("alder"), row("birch")]
    columns = {(m, s): [0.4, 0.6] for m in ("alder", "birch") for s in ("-hue-tall", "-hue-dark")}
    examples = find_examples(sample_study(), rows, Source(columns))
    board = build_leaderboard(sample_study(), rows, date=DATE, commit=COMMIT, examples=examples)
    check_leaderboard(board)
    hue = next(d for d in board["dimensions"] if d["id"] == "hue")
    assert hue["breakdown"]["cells"][0]["example"]["source_id"] == "remarks-001"


@pytest.mark.parametrize("place", [0, 500_000])
def test_an_enormous_text_is_shortened_around_the_change_and_says_so(place):
    long = "word " * 200_000
    (before, after), shortened = segments(long[:place] + "red " + long, long[:place] + "blue " + long)
    assert shortened
    assert sum(len(piece) for piece, _ in before) <= 4_002
    assert ("red", True) in before
    assert ("blue", True) in after
