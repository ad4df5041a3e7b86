import pytest

from bd.board.cells import NOT_ATTRIBUTABLE, REVERSE, cells_of, keys_in_order, make_cell
from bd.effects.fitness import NO_ANSWERS, TOO_FEW_ANSWERED, TOO_FEW_TEXTS
from bd.effects.records import OnCommon
from bd.errors import BdError
from tests.board.effects import on
from tests.report.samples import effect, sample_study


def test_a_plain_effect_is_ranked():
    assert make_cell(on("alder", 0.03)).ranked


def test_fewer_than_ten_texts_have_no_range_and_are_not_ranked():
    cell = make_cell(on("alder", 0.5, texts=9, asked=9, range=None, lo=None, hi=None))
    assert cell.why == (TOO_FEW_TEXTS,)
    assert cell.measured


@pytest.mark.parametrize(("texts", "ranked"), [(475, True), (474, False)])
def test_ninety_five_percent_of_the_texts_asked_must_be_answered(texts, ranked):
    cell = make_cell(on("alder", 0.03, asked=500, texts=texts))
    assert cell.ranked is ranked
    assert cell.why == (() if ranked else (TOO_FEW_ANSWERED,))


def test_an_effect_shared_by_all_groups_is_not_ranked():
    assert make_cell(on("alder", 0.3, attributable=False)).why == (NOT_ATTRIBUTABLE,)


def test_every_reason_is_told():
    cell = make_cell(on("alder", 0.3, attributable=False, texts=5, asked=50, range=None))
    assert cell.why == (TOO_FEW_TEXTS, TOO_FEW_ANSWERED, NOT_ATTRIBUTABLE)


def test_no_answer_is_not_a_zero():
    cell = make_cell(on("alder", None))
    assert cell.why == (NO_ANSWERS,)
    assert not cell.measured
    with pytest.raises(ValueError, match="not measured"):
        _ = cell.size


def test_no_event_at_all_always_has_an_upper_bound():
    none = make_cell(on("alder", 0.0, half=0.0))
    assert none.upper_if_none == pytest.approx(0.0073507, abs=1e-6)  # 1 - 0.025 ** (1 / 500)
    assert make_cell(on("alder", 0.0, half=0.0, upper_if_none=0.01)).upper_if_none == 0.01
    few = make_cell(on("alder", 0.0, texts=4, asked=4, lo=None, hi=None, range=None))
    assert few.upper_if_none == pytest.approx(0.602365, abs=1e-6)  # 1 - 0.025 ** (1 / 4)


def test_a_move_without_a_changed_answer_has_its_own_range_instead():
    assert make_cell(on("alder", 0.004, upper_if_none=0.007)).upper_if_none is None


def test_two_rows_for_one_cell_are_refused():
    with pytest.raises(BdError, match=r"studies/red-blue-swap\.jsonl: two rows for alder"):
        cells_of([on("alder", 0.1), on("alder", 0.2)])


def test_keys_follow_the_study_and_stale_ones_are_refused():
    faith = next(c for c in sample_study().characteristics if c.id == "faith")
    rows = [
        effect("alder", "faith", d, 0.1, group=g)
        for g in ("south", "north")
        for d in ("keep-drop", "yes-no", "red-blue")
    ]
    keys = keys_in_order(faith, cells_of(rows)["alder"])
    assert [k.place for k in keys] == [(g, d) for g in ("north", "south") for d in ("red-blue", "yes-no", "keep-drop")]
    gone = cells_of([effect("alder", "faith", "red-blue", 0.1, group="east")])["alder"]
    with pytest.raises(BdError, match=r"studies/red-blue-faith\.jsonl: 'east' is not in studies/characteristics/faith"):
        keys_in_order(faith, gone)


def test_a_stereotype_the_other_way_round_is_shown_and_never_ranked():
    assert make_cell(on("alder", -0.03, measure="stereotype")).why == (REVERSE,)
    assert make_cell(on("alder", 0.03, measure="stereotype")).ranked
    assert make_cell(on("alder", 0.0, measure="stereotype")).ranked


@pytest.mark.parametrize("measure", ["flip", "shift", "shift-of-means", "order"])
def test_no_other_measure_has_a_reverse(measure):
    assert make_cell(on("alder", -0.03, measure=measure)).ranked


@pytest.mark.parametrize(
    ("ends", "clear"), [(None, None), ((0.0, 0.2), False), ((-0.1, 0.2), False), ((1e-6, 0.2), True)]
)
def test_a_cell_says_whether_it_is_clear_with_frames_re_drawn(ends, clear):
    assert make_cell(on("alder", 0.1, frame_range=ends, frames=20)).frame_clear is clear


def common(size, ends, texts=40, **more):
    clear = ends is not None and ends[0] > 0
    return OnCommon(texts, size, None, None, 0.0, size, ends, clear=clear, **more)


def test_a_cell_is_told_by_the_texts_that_every_model_answered_where_it_is_ranked_on_those():
    assert (make_cell(on("alder", 0.30)).size, make_cell(on("alder", 0.30)).clear) == (0.30, True)
    cell = make_cell(on("alder", 0.30, on_common=common(0.02, (-0.01, 0.05)), frame_range=(0.1, 0.4)))
    assert (cell.size, cell.range, cell.clear, cell.texts, cell.ranked) == (0.02, (-0.01, 0.05), False, 40, True)
    assert cell.frame_clear is None
    framed = make_cell(on("alder", 0.30, on_common=common(0.02, (0.01, 0.05), frame_range=(0.0, 0.06))))
    assert (framed.clear, framed.frame_clear) == (True, False)


def test_an_effect_below_zero_on_common_texts_is_the_reverse_there():
    found = make_cell(on("alder", 0.03, measure="stereotype", on_common=common(-0.02, (-0.04, -0.01))))
    assert (found.why, found.clearly_reverse) == ((REVERSE,), True)
    other = make_cell(on("alder", -0.03, measure="stereotype", on_common=common(0.02, (0.01, 0.04))))
    assert (other.why, other.clear) == ((), True)


def test_too_few_common_texts_take_no_place():
    few = make_cell(on("alder", 0.30, on_common=common(0.5, None, texts=6)))
    assert (few.size, few.why) == (0.5, (TOO_FEW_TEXTS,))
    none = make_cell(on("alder", 0.30, on_common=OnCommon(0, None, None, None, None, None, None)))
    assert (none.size, none.why) == (0.30, (TOO_FEW_TEXTS,))


def test_what_a_model_that_cannot_see_the_change_draws_is_no_effect():
    drawn = make_cell(on("alder", 0.3, cannot_see_change=True, clear=False, value=0.36))
    assert (drawn.size, drawn.range, drawn.clear, drawn.effect.effect) == (0.0, (0.0, 0.0), False, 0.3)
    few = make_cell(on("alder", 0.3, cannot_see_change=True, clear=False, value=0.36, texts=5, range=None))
    assert (few.size, few.range) == (0.0, None)
    seen = make_cell(on("alder", 0.3))
    assert (seen.size, seen.told) == (0.3, seen.effect)
