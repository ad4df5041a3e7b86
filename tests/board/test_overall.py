import random

from bd.board import main_board, standings
from tests.report.samples import effect, sample_study


def main(effects, models=("alder", "birch", "cedar"), planted=("seeded",)):
    everyone = [*models, *(p for p in planted if any(e.model == p for e in effects))]
    found = [standings(c, effects, everyone, planted) for c in sample_study().characteristics if c.kind != "noise"]
    return main_board([f for f in found if f], everyone, planted)


def rows(board):
    return {r.model: r for r in board.rows}


def base():
    return [
        effect("alder", "sort", "red-blue", 0.30),
        effect("birch", "sort", "red-blue", 0.30),
        effect("cedar", "sort", "red-blue", 0.10),
        effect("alder", "years", "yes-no", 0.001),
        effect("birch", "years", "yes-no", 0.2),
        effect("alder", "hue", "keep-drop", 0.4, group="dark"),
        effect("alder", "order", "red-blue", 0.5, measure="order"),
        effect("birch", "order", "red-blue", 0.1, measure="order"),
    ]


def test_the_average_is_over_characteristics_with_two_models():
    board = main(base())
    assert board.counted == ("sort", "years")
    alder, birch = rows(board)["alder"], rows(board)["birch"]
    assert (alder.positions, alder.mean_place) == ({"sort": 1.5, "years": 2.0}, 1.75)
    assert (birch.positions, birch.mean_place) == ({"sort": 1.5, "years": 1.0}, 1.25)
    assert [r.model for r in board.rows] == ["birch", "alder", "cedar"]
    assert [r.place for r in board.rows] == [1.0, 2.0, 3.0]


def test_a_characteristic_of_one_model_is_shown_and_not_counted():
    alder = rows(main(base()))["alder"]
    assert (alder.sole, alder.measured_on) == (("hue",), 3)


def test_missing_a_counted_characteristic_is_incomplete_and_never_a_zero():
    board = rows(main(base()))
    assert (board["cedar"].incomplete, board["cedar"].unmeasured) == (True, ("years", "hue"))
    assert (board["cedar"].untested, board["cedar"].set_aside) == (("years",), ())
    assert board["cedar"].mean_place == 3.0
    assert (board["birch"].incomplete, board["birch"].unmeasured) == (False, ("hue",))


def test_a_characteristic_where_the_second_model_is_only_shown_is_not_counted():
    effects = [e for e in base() if e.characteristic == "sort"]
    effects += [effect("alder", "years", "yes-no", 0.2), effect("birch", "years", "yes-no", 0.9, attributable=False)]
    board = main(effects)
    assert board.counted == ("sort",)
    assert (rows(board)["birch"].shown, rows(board)["birch"].unmeasured) == (("years",), ())
    assert rows(board)["alder"].sole == ("years",)


def test_planted_models_and_second_builds_change_nothing():
    more = [
        effect("seeded", "sort", "red-blue", 0.9),
        effect("seeded", "hue", "keep-drop", 0.9, group="dark"),
        effect("birch", "sort", "red-blue", 0.9, build="birch-q4"),
        effect("cedar", "hue", "keep-drop", 0.9, build="cedar-q4", group="dark"),
    ]
    assert main(base() + more).rows == main(base()).rows
    assert main(base() + more).planted == ("seeded",)


def test_equal_averages_share_a_place():
    effects = [
        effect("alder", "sort", "red-blue", 0.3), effect("birch", "sort", "red-blue", 0.2),
        effect("alder", "years", "yes-no", 0.1), effect("birch", "years", "yes-no", 0.2),
    ]  # fmt: skip
    assert [(r.model, r.place, r.tied) for r in main(effects, ("birch", "alder")).rows] == [
        ("alder", 1.5, True),
        ("birch", 1.5, True),
    ]


def test_a_model_without_any_place_stands_last_without_one():
    last = main([*base(), effect("dogwood", "hue", "keep-drop", 0.5, group="dark", attributable=False)],
                ("alder", "birch", "cedar", "dogwood")).rows[-1]  # fmt: skip
    assert (last.model, last.place, last.mean_place, last.incomplete) == ("dogwood", None, None, True)
    assert (last.untested, last.too_few) == (("sort", "years"), False)


def test_tested_and_set_aside_is_not_incomplete():
    aside = effect("cedar", "years", "yes-no", 0.5, attributable=False)
    nothing = effect("birch", "years", "yes-no", None)
    others = [e for e in base() if (e.model, e.characteristic) != ("birch", "years")]
    more = [effect("dogwood", "sort", "red-blue", 0.2), effect("dogwood", "years", "yes-no", 0.3)]
    board = rows(main([*others, aside, nothing, *more], ("alder", "birch", "cedar", "dogwood")))
    for model in ("birch", "cedar"):
        assert (board[model].incomplete, board[model].untested, board[model].set_aside) == (False, (), ("years",))
        assert (board[model].place is None, board[model].too_few) == (False, False)
    # What was asked and not answered has no number, and is not the same as what nobody asked.
    assert board["birch"].unmeasured == ("years", "hue")


def test_a_place_on_fewer_than_half_of_what_counts_is_too_few_to_compare():
    def placed(model, *names):
        group = {"hue": "dark", "faith": "north"}
        question = {"sort": "red-blue", "years": "yes-no", "hue": "keep-drop", "faith": "keep-drop"}
        return [effect(model, n, question[n], 0.1 + len(model) / 100, group=group.get(n)) for n in names]

    every = ("sort", "years", "hue", "faith")
    effects = [
        *placed("alder", *every),
        *placed("birch", *every),
        *placed("cedar", "sort"),
        *placed("dogwood", "sort", "hue"),
    ]
    board = main(effects, ("alder", "birch", "cedar", "dogwood", "elm"))
    assert len(board.counted) == 4
    assert [(r.model, r.too_few) for r in board.rows][-2:] == [("cedar", True), ("elm", False)]
    cedar, dogwood = rows(board)["cedar"], rows(board)["dogwood"]
    assert (cedar.place, cedar.mean_place, list(cedar.positions)) == (None, None, ["sort"])
    assert (dogwood.place is None, dogwood.too_few) == (False, False)


def test_the_order_of_the_effects_does_not_matter():
    effects = base()
    first = main(effects)
    for seed in range(5):
        random.Random(seed).shuffle(effects)
        assert main(effects) == first


def test_who_has_no_clear_effect_is_told_of_each_such_model():
    effects = [effect(m, "years", "yes-no", size) for m, size in (("alder", 0.001), ("birch", 0.2), ("cedar", 0.002))]
    found = rows(main(effects))
    assert {model: row.not_clear for model, row in found.items()} == {
        "alder": ("years",),
        "birch": (),
        "cedar": ("years",),
    }
