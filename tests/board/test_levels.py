from bd.board import standings
from bd.effects.records import OnCommon
from tests.report.samples import effect, sample_effects, sample_study

MODELS = ("alder", "birch", "cedar", "stranger", "seeded", "seeded-even")
PLANTED = ("seeded", "seeded-even")


def found(name, effects=None):
    study = sample_study()
    characteristic = next(c for c in study.characteristics if c.id == name)
    return standings(characteristic, sample_effects() if effects is None else effects, MODELS, PLANTED)


def test_every_level_with_data_has_a_board():
    kinds = [(level.kind, level.address) for level in found("hue").levels]
    assert kinds == [
        ("characteristic", "/hue/"),
        ("group", "/hue/dark/"),
        ("group", "/hue/light/"),
        ("item", "/hue/keep-drop/"),
        ("cell", "/hue/dark/keep-drop/"),
        ("cell", "/hue/light/keep-drop/"),
    ]
    faith = found("faith").levels
    assert [level.kind for level in faith].count("cell") == 7
    assert len({level.address for level in faith}) == len(faith)


def test_a_level_without_data_has_no_page():
    rows = [effect("alder", "faith", "red-blue", 0.1, group="north")]
    addresses = [level.address for level in found("faith", rows).levels]
    assert addresses == ["/faith/", "/faith/north/", "/faith/red-blue/", "/faith/north/red-blue/"]
    assert found("faith", []) is None


def test_headlines_are_taken_from_the_cells_below():
    levels = {level.address: level for level in found("hue").levels}
    assert levels["/hue/"].heads["birch"].size == 0.003
    assert levels["/hue/dark/"].heads["birch"].size == 0.002
    assert levels["/hue/dark/"].board.unmeasured == ("cedar", "stranger")


def test_a_test_without_groups_stands_on_the_page_of_its_question():
    rows = [effect("alder", "sort", d, 0.1) for d in ("red-blue", "yes-no")]
    levels = found("sort", rows).levels
    assert [level.address for level in levels] == ["/sort/", "/sort/red-blue/", "/sort/yes-no/"]


def test_models_are_ranked_by_their_effects_on_common_texts_where_they_have_such():
    def placed(on_common):
        (sort,) = (c for c in sample_study().characteristics if c.id == "sort")
        effects = [
            effect("alder", "sort", "red-blue", 0.3, on_common=on_common),
            effect("birch", "sort", "red-blue", 0.2),
        ]
        return standings(sort, effects, ["alder", "birch"], []).top.board

    common = placed(OnCommon(50, 0.1, 0.05, 0.15, 0.0, 0.1, (0.05, 0.15), clear=True))
    assert list(placed(None).places) == ["alder", "birch"]
    assert list(common.places) == ["birch", "alder"]
    assert common.standings[1].headline.size == 0.1
