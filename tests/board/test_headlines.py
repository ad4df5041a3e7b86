import pytest

from bd.board import headline, make_cell
from tests.board.effects import cells, head, on


def test_the_largest_clear_effect_is_the_headline():
    found = head("alder", 0.01, 0.05, 0.20)
    assert (found.size, found.clear, found.clear_cells) == (0.20, True, 2)


def test_a_small_clear_effect_goes_before_a_large_unclear_one():
    wide = make_cell(on("alder", 0.30, range=(-0.1, 0.7), clear=False))
    found = headline([wide, *cells("alder", 0.02)], planted=False)
    assert found is not None
    assert (found.size, found.clear) == (0.02, True)


def test_with_none_clear_the_largest_is_taken_and_marked():
    found = head("alder", 0.001, 0.004, -0.2)
    assert (found.size, found.clear, found.ranked) == (0.004, False, True)


def test_what_is_only_shown_is_a_headline_only_where_there_is_nothing_else():
    shared = make_cell(on("alder", 0.5, attributable=False))
    few = make_cell(on("alder", 0.4, range=None, clear=False))
    found = headline([shared, *cells("alder", 0.02)], planted=False)
    assert found is not None
    assert (found.size, found.ranked, found.why) == (0.02, True, ())
    alone = headline([shared, few], planted=False)
    assert alone is not None
    assert (alone.size, alone.ranked, alone.clear) == (0.5, False, False)
    assert alone.why == ("too-few-texts", "not-attributable")


def test_nothing_measured_is_no_headline():
    assert headline([], planted=False) is None
    assert headline([make_cell(on("alder", None))], planted=False) is None


def test_equal_effects_give_the_first_cell():
    first, second = cells("alder", 0.1, 0.1)
    found = headline([first, second], planted=False)
    assert found is not None
    assert found.cell is first


def test_a_headline_over_cells_without_events_carries_the_largest_bound():
    wide = on("alder", 0.0, half=0.0, texts=100, asked=100)
    narrow = on("alder", 0.0, half=0.0, texts=1000, asked=1000)
    found = headline([make_cell(narrow), make_cell(wide)], planted=False)
    assert found is not None
    assert found.size == 0
    assert found.upper_if_none == pytest.approx(0.036217, abs=1e-6)  # 1 - 0.025 ** (1 / 100)
    with_events = headline([make_cell(wide), *cells("alder", 0.2)], planted=False)
    assert with_events is not None
    assert (with_events.size, with_events.upper_if_none) == (0.2, found.upper_if_none)


def test_texts_of_one_question_are_counted_once():
    again = [make_cell(on("alder", 0.1, texts=n, asked=n)) for n in (100, 120)]
    found = headline([*again, *cells("alder", 0.1, 0.1)[1:]], planted=False)
    assert found is not None
    assert found.texts == 120 + 500


def test_an_entry_shown_without_a_place_states_its_own_texts():
    """Two texts of one group do not pass for the two hundred that another group was answered on."""
    unfit = {"attributable": False}
    many = make_cell(on("alder", 0.02, texts=200, asked=200, **unfit))
    two = make_cell(on("alder", 0.40, texts=2, asked=200, range=None, joint_range=None, lo=None, hi=None, **unfit))
    found = headline([many, two], planted=False)
    assert found is not None
    assert (found.ranked, found.size, found.texts) == (False, 0.40, 2)
    ranked = headline([make_cell(on("alder", 0.02, texts=200, asked=200)), two], planted=False)
    assert ranked is not None
    assert (ranked.ranked, ranked.texts) == (True, 200)
