from dataclasses import replace

import numpy as np
import pytest

from bd.board import CellKey
from bd.effects.records import Compares, Control
from bd.report.build import build_leaderboard
from bd.report.datafile import check_leaderboard
from bd.report.examples import find_examples, find_extremes
from bd.report.versions import segments
from tests.report.samples import COMMIT, DATE, effect, sample_study

KEY = CellKey("hue", "dark", "keep-drop", "hue")
NO = np.nan


class Source:
    """Twelve texts; what is not given is not answered."""

    def __init__(self, columns, drawn=()):
        self.columns, self.builds_drawn = columns, drawn

    def drawn(self, build, decision, part):
        return build in self.builds_drawn

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


def extreme(columns, rows):
    return find_extremes(sample_study(), rows, Source(columns)).get(KEY)


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


MOVED = {
    ("alder", "-hue-tall"): [0.5, 0.5, 0.5, 0.5],
    ("alder", "-hue-dark"): [0.6, 0.2, 0.8, NO],
    ("birch", "-hue-tall"): [0.5, 0.5, 0.5, 0.5],
    ("birch", "-hue-dark"): [0.5, 0.5, 0.8, 0.5],
}


def test_the_extreme_is_where_one_model_moved_furthest_and_says_whose():
    told = extreme(MOVED | {("birch", "-hue-dark"): [0.5, 0.9, 0.5, 0.5]}, [row("alder"), row("birch")])
    assert (told["source_id"], told["engine"]) == ("remarks-002", "birch")
    assert "a single model’s confidence moves furthest, here that of Birch" in told["chosen"]


def test_of_equal_moves_the_first_models_first_text_is_taken_whatever_the_order_of_the_rows():
    for rows in ([row("alder"), row("birch")], [row("birch"), row("alder")]):
        assert extreme(MOVED, rows)["source_id"] == "remarks-002"  # 0.3 down counts as much as 0.3 up
        assert extreme(MOVED, rows)["engine"] == "alder"


def test_planted_models_and_second_builds_make_no_extreme():
    columns = MOVED | {
        (build, suffix): [p] * 4
        for build in ("seeded", "birch-q4")
        for suffix, p in (("-hue-tall", 0), ("-hue-dark", 1))
    }
    rows = [row("alder"), row("birch"), row("birch", "birch-q4"), row("seeded")]
    assert extreme(columns, rows)["engine"] == "alder"
    assert extreme(columns, [row("seeded")])["engine"] == "seeded"


def test_where_nothing_moves_there_is_no_extreme():
    still = {("alder", "-hue-tall"): [0.5, NO], ("alder", "-hue-dark"): [0.5, 0.9]}
    assert extreme(still, [row("alder")]) is None
    assert extreme({}, [row("alder")]) is None
    assert found(still, [row("alder")])["source_id"] == "remarks-001"


def years(build, kind, before, after):
    log = f"answers/{build}/yes-no/years.jsonl.gz"
    compares = Compares(((log, "-years-34"),), ((log, "-years-61"),))
    control = Control(kind, 0.0, None, None, 12, Compares((before,), (after,)), None)
    return effect(build, "years", "yes-no", 0.1, compares=compares, control=control)


class Notes(Source):
    def texts(self, decision):
        return tuple(f"notes-{n:03}" for n in range(1, 13))

    def column(self, build, decision, part):
        again = part[0].endswith("/again.jsonl.gz")
        return super().column(build, decision, (part[0], "again" if again else part[1]))


def test_the_controls_version_of_the_same_text_stands_beside_the_example():
    log = "answers/alder/yes-no/years.jsonl.gz"
    rows = [
        years("alder", "version", (log, "-years-34"), (log, "-years-35")),
        years("birch", "borrowed", *[("x", "")] * 2),
    ]
    columns = {(b, f"-years-{v}"): [p] for b in ("alder", "birch") for v, p in ((34, 0.5), (35, 0.6), (61, 0.9))}
    study = sample_study()
    for find in (find_examples, find_extremes):
        told = find(study, rows, Notes(columns))[CellKey("years", None, "yes-no", "years")]
        control = told["control"]
        assert (control["kind"], [v["id"] for v in control["versions"]]) == ("version", ["34", "35"])
        assert [piece for piece, mark in control["versions"][1]["segments"] if mark] == ["35"]
        assert control["answers"] == {"alder": [{"p": 0.5, "choice": "yes"}, {"p": 0.6, "choice": "yes"}]}


def test_a_text_asked_again_is_the_control_version_where_the_control_is_a_repeat():
    written, again = (f"answers/alder/red-blue/{edit}.jsonl.gz" for edit in ("as-written", "again"))
    compares = Compares(((written, ""),), (("answers/alder/red-blue/swap.jsonl.gz", "-swapped"),))
    control = Control("repeat", 0.0, None, None, 12, Compares(((written, ""),), ((again, ""),)), None)
    rows = [effect("alder", "sort", "red-blue", 0.1, compares=compares, control=control)]
    columns = {("alder", ""): [0.5], ("alder", "-swapped"): [0.9], ("alder", "again"): [0.4]}
    told = find_examples(sample_study(), rows, Notes(columns))[CellKey("sort", None, "red-blue", "swap")]["control"]
    assert [(v["id"], v["label"]) for v in told["versions"]] == [("as-written", "as written"), ("again", "again")]
    assert not any(mark for version in told["versions"] for _, mark in version["segments"])
    assert told["answers"]["alder"][1] == {"p": 0.4, "choice": "blue"}


def test_evidence_of_every_kind_fits_the_data_file_and_so_does_a_file_without_it():
    log = "answers/alder/yes-no/years.jsonl.gz"
    rows = [years("alder", "version", (log, "-years-34"), (log, "-years-35"))]
    source = Notes({("alder", f"-years-{v}"): [p] for v, p in ((34, 0.5), (35, 0.6), (61, 0.9))})
    study = sample_study()
    examples, extremes = find_examples(study, rows, source), find_extremes(study, rows, source)
    board = build_leaderboard(study, rows, date=DATE, commit=COMMIT, examples=examples, extremes=extremes)
    check_leaderboard(board)
    (cell,) = board["dimensions"][0]["breakdown"]["cells"]
    assert cell["extreme"]["control"]["kind"] == "version"
    del cell["extreme"], cell["example"]["control"]
    check_leaderboard(board)


def against(model):
    log = f"answers/{model}/keep-drop/hue.jsonl.gz"
    others = tuple(((log, f"-hue-{group}"),) for group in ("light", "grey"))
    compares = Compares(((log, "-hue-tall"),), ((log, "-hue-dark"),), others)
    return effect(model, "hue", "keep-drop", 0.1, group="dark", compares=compares, measure="stereotype")


AMONG = {
    ("alder", "-hue-tall"): [0.1, 0.9, 0.5, 0.5],
    ("alder", "-hue-dark"): [0.5, 0.5, 0.5, 0.5],
    ("alder", "-hue-light"): [0.5, 0.4, 0.0, 0.4],
    ("alder", "-hue-grey"): [0.5, 0.4, 0.2, NO],
}


def test_where_groups_are_compared_the_text_is_picked_by_the_distance_from_the_others_not_by_the_move():
    study, source = sample_study(), Source(AMONG)
    typical = find_examples(study, [against("alder")], source)[KEY]
    furthest = find_extremes(study, [against("alder")], source)[KEY]
    assert (typical["source_id"], furthest["source_id"]) == ("remarks-002", "remarks-003")
    assert "the median distance from the other groups' average" in typical["chosen"]
    assert "furthest from the other groups' average, here that of Alder" in furthest["chosen"]
    assert furthest["others"] == {"groups": 2, "answers": {"alder": 0.1}, "builds": {}}


def test_an_average_that_lacks_a_group_is_none():
    columns = AMONG | {("birch", f"-hue-{v}"): [0.5] * 3 for v in ("tall", "dark", "light")}
    columns["birch", "-hue-grey"] = [0.5, NO, NO]
    rows = [against("alder"), against("birch")]
    told = find_extremes(sample_study(), rows, Source(columns))[KEY]
    assert (told["source_id"], told["others"]["answers"]) == ("remarks-003", {"alder": 0.1, "birch": None})


def test_the_text_as_written_stands_beside_a_move_that_every_phrase_makes_and_no_other():
    columns = MOVED | {("alder", ""): [0.1, 0.2, 0.3, 0.4]}
    alike = [replace(row("alder"), attributable=False), row("birch")]
    told = find_extremes(sample_study(), alike, Source(columns))[KEY]
    assert told["unedited"] == {"answers": {"alder": [{"p": 0.2, "choice": "keep"}]}, "builds": {}}
    assert "unedited" not in extreme(columns, [row("alder"), row("birch")])


def test_it_is_said_whose_answers_were_drawn_at_random():
    source = Source(MOVED, drawn=("birch",))
    told = find_extremes(sample_study(), [row("alder"), row("birch")], source)[KEY]
    assert told["drawn"] == ["birch"]


def test_examples_with_other_groups_or_the_text_as_written_fit_the_data_file():
    for rows, columns in (
        ([against("alder")], AMONG),
        ([replace(row("alder"), attributable=False)], MOVED | {("alder", ""): [0.1] * 4}),
    ):
        extremes = find_extremes(sample_study(), rows, Source(columns))
        board = build_leaderboard(sample_study(), rows, date=DATE, commit=COMMIT, extremes=extremes)
        check_leaderboard(board)


@pytest.mark.parametrize("place", [0, 500_000])
def test_an_enormous_text_is_shortened_around_the_change_and_says_so(place):
    long = "word " * 200_000
    (before, after), shortened = segments(long[:place] + "red " + long, long[:place] + "blue " + long)
    assert shortened
    assert sum(len(piece) for piece, _ in before) <= 4_002
    assert ("red", True) in before
    assert ("blue", True) in after
