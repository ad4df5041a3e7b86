"""Shortlists from saved answers: pools worked out by hand, ranges against a loop, rows there and back."""

import json
from pathlib import Path

import numpy as np
import pytest

from bd.answers.folder import read_answers
from bd.effects.pool import Tally, pool_of
from bd.effects.ranges import percentile_range
from bd.effects.redraw import Redraws, raw_bits
from bd.effects.rows import from_row, to_row
from bd.effects.shortlist import shortlists
from bd.effects.shortlisted import AS_ASKED, BOTH_WAYS, MEASURE, SHORTLIST_FORMAT, Shortlisted, SideCount
from bd.files import dump_json
from bd.study.load import load_study
from tests.effects.test_pool import naive
from tests.projects import DECISION, Project, sure

PUBLISHED = Path(__file__).parent.parent / "data" / "published-shortlist.json"


def pool(tmp_path, late, early, swapped_late=None, swapped_early=None, shares=(0.5,), names=("late", "early")):
    """A project with one model that gave these probabilities to late and early risers, one text each.

    Every other text of each side, the first included, is one for which the positive option is right.
    """
    project = Project(tmp_path, len(late) + len(early))
    works = ["late"] * len(late) + ["early"] * len(early)
    places = [*range(len(late)), *range(len(early))]
    for text, value, place in zip(project.texts, works, places, strict=True):
        text |= {"works": value, "grows": "rose" if place % 2 else "tulip"}
    sides = [{"value": value, "words": f"{value} risers"} for value in names]
    shortlist = {"edit": "gender-swap", "label": "works", "decisions": [DECISION], "shares": list(shares)}
    project.characteristic("gender")["shortlists"] = [shortlist | {"group": sides[0], "reference": sides[1]}]
    project.save()
    written = [*late, *early]
    project.log("fern", "as-written", [sure(i, p) for i, p in zip(project.ids, written, strict=True) if p is not None])
    if swapped_late is not None:
        swapped = zip(project.ids, [*swapped_late, *swapped_early], strict=True)
        project.log("fern", "gender-swap", [sure(f"{i}-swapped", p) for i, p in swapped if p is not None])
    return project


def rows_of(project):
    study = load_study(project.root)
    return shortlists(study, read_answers(project.root, study).tables)


def only(project, variant=AS_ASKED):
    (row,) = (row for row in rows_of(project) if row.variant == variant)
    return row


def test_a_pool_by_hand(tmp_path):
    # late 0.9 0.4, early 0.8 0.7 0.6 0.2: half of six is 0.9, 0.8 and 0.7
    row = only(pool(tmp_path, [0.9, 0.4], [0.8, 0.7, 0.6, 0.2]))
    assert (row.asked, row.applicants, row.seats, row.above_cut, row.tied_at_cut) == (6, 6, 3, 2, 1)
    assert (row.everyone.group.applicants, row.everyone.group.seats, row.everyone.group.rate) == (2, 1.0, 0.5)
    assert (row.everyone.reference.seats, row.everyone.reference.rate) == (2.0, 0.5)
    assert (row.everyone.ratio, row.everyone.below_mark, row.everyone.above_mark) == (1.0, False, False)
    # right are late 0.9 and early 0.8 and 0.6; of those the list has late 0.9 and early 0.8
    assert row.qualified is not None
    assert (row.qualified.ratio, row.qualified.above_mark) == (2.0, True)


def test_ties_share_the_last_seats_and_the_order_of_the_file_never_matters(tmp_path):
    one = only(pool(tmp_path / "one", [0.9, 0.5, 0.5], [0.5, 0.1, 0.1]))
    two = only(pool(tmp_path / "two", [0.5, 0.9, 0.5], [0.1, 0.1, 0.5]))
    assert (one.above_cut, one.tied_at_cut, one.everyone.group.seats) == (1, 3, round(1 + 4 / 3, 6))
    assert one.everyone.ratio == pytest.approx(3.5)
    assert (one.everyone.group, one.everyone.ratio) == (two.everyone.group, two.everyone.ratio)


def test_the_order_of_lines_in_a_log_moves_no_byte(tmp_path):
    project = pool(tmp_path, [0.9, 0.5, 0.5] * 4, [0.5, 0.1, 0.1] * 4)
    before = [to_row(row) for row in rows_of(project)]
    rows = [sure(i, p) for i, p in zip(project.ids, [0.9, 0.5, 0.5] * 4 + [0.5, 0.1, 0.1] * 4, strict=True)]
    project.log("fern", "as-written", rows[::-1], members=3)
    assert [to_row(row) for row in rows_of(project)] == before


def test_nobody_picked_is_undefined_with_its_reason_and_none_of_the_group_is_zero(tmp_path):
    # the one seat goes to an early riser for whom the positive option is wrong
    row = only(pool(tmp_path / "a", [0.1] * 10, [0.2, 0.9] * 5, shares=(0.05,)))
    assert (row.everyone.ratio, row.everyone.why, row.everyone.below_mark) == (0.0, None, True)
    assert (row.everyone.group.seats, row.everyone.group.applicants, row.everyone.reference.seats) == (0.0, 10, 1.0)
    assert (row.qualified.ratio, row.qualified.why, row.qualified.range) == (None, "nobody-picked", None)
    assert (row.qualified.why_no_range, row.qualified.below_mark) == ("no-ratio", False)
    other = only(pool(tmp_path / "b", [0.9] * 10, [0.1] * 10, shares=(0.25,)))
    assert (other.everyone.ratio, other.everyone.why) == (None, "no-reference-picked")


def test_of_nobody_picked_a_range_of_zero_to_zero_never_stands_alone(tmp_path):
    found = only(pool(tmp_path, [0.1] * 20, [0.9] * 20, shares=(0.25,))).everyone
    assert found.range == (0.0, 0.0)
    assert found.upper_if_none == pytest.approx((1 - 0.025 ** (1 / 20)) / 0.5, abs=1e-6)
    assert found.below_mark
    assert found.range_below_mark == (found.upper_if_none < 0.8)


def test_a_side_without_an_answer_is_named(tmp_path):
    assert only(pool(tmp_path / "a", [None] * 4, [0.5] * 10)).everyone.why == "no-group"
    assert only(pool(tmp_path / "b", [0.5] * 10, [None] * 4)).everyone.why == "no-reference"


def test_fewer_than_ten_applicants_have_no_range(tmp_path):
    row = only(pool(tmp_path, [0.9, 0.4], [0.8, 0.7, 0.6, 0.2]))
    assert (row.everyone.range, row.everyone.why_no_range) == (None, "few")


def test_a_ratio_that_is_often_undefined_has_no_range_and_says_so(tmp_path):
    # one early riser alone is ever picked: in a third of the re-draws nobody
    row = only(pool(tmp_path, [0.9] * 9 + [0.1], [0.8] + [0.2] * 9))
    assert row.everyone.ratio is not None
    assert (row.everyone.range, row.everyone.why_no_range) == (None, "undefined")
    assert 250 < row.everyone.undefined < 450


def drawn_by_loop(project, share, scores, side, count=1000):
    """Return the ratio in every re-draw: the texts drawn, ranked as a list of people, and counted."""
    key = Redraws(project.ids).key
    n = len(project.ids)
    bits, upper = (raw_bits(key, r, n) for r in range(count)), np.uint64(32)
    drawn = [(each >> upper) * np.uint64(n) >> upper for each in bits]
    found = [naive(scores, each.astype(np.int64), share, side, ~side) for each in drawn]
    return np.array([np.nan if f is None else f for f in found])


def test_ranges_are_those_of_a_loop_over_the_same_re_draws(tmp_path):
    random = np.random.default_rng(3)
    p = np.round(random.random(40), 1)
    swapped = np.round(random.random(40), 1)
    project = pool(tmp_path, p[:15], p[15:], swapped[:15], swapped[15:], shares=(0.25, 0.5))
    side = np.arange(40) < 15
    for row in rows_of(project):
        scores = np.round(p * 10) if row.variant == AS_ASKED else np.round(p * 10) + np.round(swapped * 10)
        draws = drawn_by_loop(project, row.share, scores, side)
        assert row.everyone.undefined == np.isnan(draws).sum()
        assert row.everyone.range == tuple(round(end, 6) for end in percentile_range(draws))


def test_both_ways_ranks_by_the_mean_of_a_text_and_its_copy(tmp_path):
    # as asked late risers come last; with the copies averaged, 0.5 0.5 against 0.55 0.45
    project = pool(tmp_path, [0.1, 0.2], [0.9, 0.8], [0.9, 0.8], [0.2, 0.1])
    assert only(project).everyone.ratio == 0.0
    row = only(project, BOTH_WAYS)
    assert (row.seats, row.above_cut, row.tied_at_cut) == (2, 1, 2)
    assert row.everyone.ratio == pytest.approx(1 / 1)


def test_only_texts_with_both_answers_are_averaged(tmp_path):
    project = pool(tmp_path, [0.1, 0.2], [0.9, 0.8], [0.9, None], [0.2, 0.1])
    assert only(project).applicants == 4
    row = only(project, BOTH_WAYS)
    assert (row.asked, row.applicants, row.everyone.group.applicants) == (4, 3, 1)


def test_without_a_swapped_log_there_is_no_both_ways(tmp_path):
    project = pool(tmp_path, [0.1, 0.2], [0.9, 0.8])
    (row,) = rows_of(project)
    assert (row.variant, row.changes, row.why_no_changes) == (AS_ASKED, None, "no-swapped-answers")
    assert row.compares.to == ()


def test_places_lost_and_gained_when_read_as_the_other_side(tmp_path):
    # late 0.1 would rise over all, late 0.2 would not; early 0.9 would fall, early 0.8 stays first
    project = pool(tmp_path, [0.1, 0.2], [0.9, 0.8], [0.95, 0.3], [0.05, 0.85])
    changes = only(project).changes
    assert changes is not None
    assert (changes.applicants, changes.group.gain, changes.group.lose) == (4, 1, 0)
    assert (changes.reference.gain, changes.reference.lose) == (0, 1)
    assert (only(project, BOTH_WAYS).changes, only(project, BOTH_WAYS).why_no_changes) == (None, "both-ways")


def test_with_a_tie_at_the_cut_nobody_loses_or_gains(tmp_path):
    row = only(pool(tmp_path, [0.5, 0.2], [0.9, 0.5], [0.9, 0.3], [0.1, 0.8]))
    assert (row.changes, row.why_no_changes) == (None, "tied-at-cut")


def test_sides_exchanged_turn_the_ratio_over(tmp_path):
    late, early = [0.9, 0.5, 0.4, 0.3, 0.2] * 4, [0.9, 0.8, 0.7, 0.6, 0.1] * 4
    one = only(pool(tmp_path / "one", late, early)).everyone
    two = only(pool(tmp_path / "two", late, early, names=("early", "late"))).everyone
    assert one.ratio == pytest.approx(1 / two.ratio, abs=1e-5)
    assert (one.below_mark, one.above_mark) == (two.above_mark, two.below_mark) == (True, False)


def test_a_decision_without_a_right_answer_has_no_qualified(tmp_path):
    project = pool(tmp_path, [0.9, 0.4], [0.8, 0.7])
    del project.files["studies/decisions/tulip-rose.toml"]["truth"]
    project.save()
    assert only(project).qualified is None


def test_rows_come_back_as_they_were_and_say_which_rows_they_compare(tmp_path):
    project = pool(tmp_path, [0.1, 0.2] * 6, [0.9, 0.8] * 6, [0.9, 0.8] * 6, [0.2, 0.1] * 6, shares=(0.25, 0.5))
    rows = rows_of(project)
    assert [(row.variant, row.share) for row in rows] == [
        (variant, share) for variant in (AS_ASKED, BOTH_WAYS) for share in (0.25, 0.5)
    ]
    for row in rows:
        written = json.loads(dump_json(to_row(row)))
        assert from_row(Shortlisted, written) == row
        assert (written["format"], written["measure"]) == (SHORTLIST_FORMAT, MEASURE)
        path = f"answers/fern/{DECISION}"
        assert written["compares"] == {
            "from": [[f"{path}/as-written.jsonl.gz", ""]],
            "to": [[f"{path}/gender-swap.jsonl.gz", "-swapped"]],
        }


def test_one_log_without_a_description_leaves_a_shortlist_unpinned(tmp_path):
    project = pool(tmp_path, [0.1, 0.2] * 6, [0.9, 0.8] * 6, [0.9, 0.8] * 6, [0.2, 0.1] * 6)
    assert {row.unpinned for row in rows_of(project)} == {False}
    (tmp_path / f"answers/fern/{DECISION}/gender-swap.jsonl.gz.metadata.json").unlink()
    assert {row.unpinned for row in rows_of(project)} == {True}


@pytest.mark.parametrize(
    ("key", "value"), [("seats", 2.5), ("seats", True), ("share", "half"), ("unpinned", 0), ("group", None)]
)
def test_a_row_of_another_kind_is_refused(tmp_path, key, value):
    row = to_row(only(pool(tmp_path, [0.1, 0.2], [0.9, 0.8])))
    with pytest.raises(ValueError, match=key):
        from_row(Shortlisted, row | {key: value})


def test_a_second_build_is_its_models(tmp_path):
    project = pool(tmp_path, [0.1, 0.2], [0.9, 0.8])
    card = {"format": "bd/model@1", "label": "Fern", "kind": "lexicon", "about": "Made up.", "licence": "MIT"}
    project.files["studies/models/moss.toml"] = card
    project.files["studies/models/fern.toml"] = card
    project.save()
    assert only(project).model == "fern"
    project.files["studies/models/fern.toml"] = card | {"build_of": "moss"}
    project.save()
    assert (only(project).model, only(project).build) == ("moss", "fern")


ROWS = json.loads(PUBLISHED.read_text("utf-8"))["rows"]
ROUNDING = 0.00006
"""Figures there have 4 decimals."""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_published_ratios_follow_from_published_counts(row):
    """The ratio of the public record is the one among the qualified: seats over applicants, women's over men's."""
    side = {who: SideCount(row[f"n_{who}_positive"], row[f"{who}_shortlisted"], None) for who in ("women", "men")}
    rates = {who: each.seats / each.applicants for who, each in side.items()}
    assert rates["women"] == pytest.approx(row["women_shortlist_rate"], abs=ROUNDING)
    assert rates["men"] == pytest.approx(row["men_shortlist_rate"], abs=ROUNDING)
    assert rates["women"] / rates["men"] == pytest.approx(row["value"], abs=ROUNDING)


@pytest.mark.parametrize(
    "row", [r for r in ROWS if r["above_cut"] + r["tied_at_cut"] == r["cut"]], ids=lambda r: r["id"]
)
def test_where_a_tie_fits_whole_there_is_nothing_to_share(row):
    assert row["tie_fair_ratio"] == pytest.approx(row["value"], abs=ROUNDING)


def test_where_the_first_tie_takes_all_seats_the_shared_ratio_is_the_same_at_every_cut():
    """As with us: each tied applicant has the same part of a seat, and that part cancels."""
    found = {}
    for row in ROWS:
        if row["above_cut"] == 0:
            found.setdefault((row["id"].rpartition("/top")[0], row["tied_at_cut"]), set()).add(row["tie_fair_ratio"])
    assert found
    assert all(len(ratios) == 1 for ratios in found.values())
    scores, side = np.array([9] * 7 + [1] * 5), np.array([True, True, False] * 4)
    counts = np.ones((12, 1), np.int32)
    ours = {float(Tally(pool_of(scores, scores > 0), [side, ~side], counts).cut(s).ratios(0, 1)[0]) for s in (0.2, 0.5)}
    assert len(ours) == 1
