from dataclasses import replace

from bd.board import main_board
from bd.board.firmness import firmness
from bd.board.levels import all_standings
from bd.board.rows import dump_rows, read_rows
from bd.effects.records import Common
from bd.report.build import build_leaderboard
from bd.report.datafile import check_leaderboard
from bd.report.lines import board_lines
from bd.report.run import report
from tests.board.redrawn import made_up, worked_out
from tests.projects import Project, full
from tests.report.samples import effect, sample_effects, sample_study

MODELS = ("alder", "birch", "cedar")


def firm(effects, models=MODELS):
    found = all_standings(sample_study(), effects, models, ())
    main = main_board(found, models, ())
    return firmness(main, [s for s in found if s.characteristic.id in main.counted], made_up)


def row(found, rule, without=None):
    return next(r for r in found.rules if (r.rule, r.without) == (rule, without))


def agreed():
    return [
        effect(model, name, question, size)
        for name, question in (("sort", "red-blue"), ("years", "yes-no"))
        for model, size in zip(MODELS, (0.5, 0.3, 0.1), strict=True)
    ]


def test_where_all_agrees_nothing_changes():
    found = firm(agreed())
    assert (found.pairs, found.changed) == (3, 0)
    assert all(r.stays and r.first == ("alder",) and r.changed == 0 for r in found.rules)
    assert [(r.rule, r.without) for r in found.rules] == [
        ("scaled", None),
        ("without", "sort"),
        ("without", "years"),
        ("common", None),
        ("average", None),
        ("joint", None),
        ("frames", None),
    ]


def test_a_characteristic_that_decides_alone_shows_when_it_is_left_out():
    both = {"alder": (0.5, 0.14), "birch": (0.3, 0.1), "cedar": (0.1, 0.2)}
    effects = [effect(m, "sort", "red-blue", first) for m, (first, _) in both.items()]
    effects += [effect(m, "years", "yes-no", second) for m, (_, second) in both.items()]
    found = firm(effects)
    left = row(found, "without", "sort")
    # Usually alder, cedar, birch; by years alone cedar comes before alder.
    assert (left.first, left.stays, left.pairs, left.changed) == (("cedar",), False, 3, 1)
    assert row(found, "scaled").stays
    assert found.changed >= 1


def test_each_rule_reads_what_it_says():
    own = agreed()
    common = Common(200, 3, 0.9, 0.0, 0.9, (0.8, 1.0))
    shared = [replace(e, common=common) if e.model == "cedar" else e for e in own]
    assert row(firm(shared), "common").first == ("cedar",)
    joint = [replace(e, clear_joint=False) if e.model == "alder" else replace(e, clear_joint=True) for e in own]
    assert row(firm(joint), "joint").first == ("birch",)
    framed = [replace(e, frame_range=(-0.1, 0.9), frames=20) if e.model == "alder" else e for e in own]
    assert row(firm(framed), "frames").first == ("birch",)
    averaged = row(firm([*own, effect("alder", "sort", "yes-no", 0.001)]), "average")
    # On one of two alder's average falls behind birch, so that they share the first place.
    assert (averaged.first, averaged.stays, averaged.changed) == (("alder", "birch"), True, 0)


def test_scaled_places_weigh_a_characteristic_with_few_models_as_much_as_one_with_many():
    # The last of two is as far down as the last of four.
    effects = [effect(m, "sort", "red-blue", s) for m, s in zip("abcd", (0.3, 0.4, 0.2, 0.1), strict=True)]
    effects += [effect("a", "years", "yes-no", 0.3), effect("c", "years", "yes-no", 0.5)]
    found = row(firm(effects, ("a", "b", "c", "d")), "scaled")
    assert (found.pairs, found.first) == (6, ("b",))


def test_one_model_alone_has_no_order():
    assert firm([effect("alder", "sort", "red-blue", 0.5)]) is None


def test_what_is_said_survives_the_file(tmp_path):
    _, _, rows = worked_out(sample_effects())
    assert rows.main.firmness is not None
    for path, data in dump_rows(rows).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    assert read_rows(tmp_path).main.firmness == rows.main.firmness


def test_it_is_told_in_one_sentence_that_stands_once():
    _, _, rows = worked_out(sample_effects())
    board = build_leaderboard(sample_study(), sample_effects(), date="2026-01-31", commit=None, rows=rows)
    check_leaderboard(board)
    found = board["overall"]["firmness"]
    assert f"{found['changed']} of {found['pairs']} pair" in found["text"]
    assert f"under {sum(r['stays'] for r in found['rules'])}, and" in found["text"]
    assert found["text"].startswith("How firm is this order?")
    assert " ".join(board_lines(board)).count("How firm is this order?") == 1


def test_models_that_share_the_first_place_stay_there_together(tmp_path):
    project = Project(tmp_path).save()
    for model in ("fern", "moss", "sedge"):
        full(project, model)
    project.replay()
    text = report(tmp_path, date="2026-11-30").board["overall"]["firmness"]["text"]
    assert "), fern, moss and sedge stay first under " in text
