"""The sentences that open the page of a level, and the short answers below them."""

from __future__ import annotations

import re
from dataclasses import replace

from bd.effects.records import Direction
from bd.report.build import build_leaderboard
from bd.site.plan import plan_pages
from bd.site.records.pages import LevelPage
from bd.site.settings import load_settings
from bd.site.words import plain
from tests.report.samples import DATE, sample_effects, sample_study
from tests.site.reading import names_in
from tests.site.sites import REPOSITORY


def findings(effects):
    board = build_leaderboard(sample_study(), effects, date=DATE, commit=None)
    pages = plan_pages(names_in(board), load_settings(REPOSITORY))
    return {page.head.address: plain(page.finding) for page in pages if isinstance(page, LevelPage)}


def largest_unranked():
    """Make one model's cells of one decision the largest of all, and not attributable."""
    return [
        replace(e, effect=0.9, range=(0.8, 0.95), attributable=False) if e.build == "alder" and e.group else e
        for e in sample_effects()
    ]


def answers(board):
    """Return the short answers of every level, by address and label."""
    pages = [page for page in plan_pages(names_in(board), load_settings(REPOSITORY)) if isinstance(page, LevelPage)]
    return {(p.head.address, f.label): plain(f.sentence) + f.markdown for p in pages for f in p.facts}


def made(effects, study=None):
    return build_leaderboard(study or sample_study(), effects, date=DATE, commit=None)


def test_a_larger_effect_that_has_no_place_is_named_in_what_was_found():
    found = answers(made(largest_unranked()))
    said = [text for (_, label), text in found.items() if label == "What was found" and "without a place" in text]
    assert any("The largest figure without a place: Alder, 90.00 points (not attributable" in text for text in said)
    answered = [replace(e, attributable=True, asked=e.texts) for e in sample_effects() if e.range]
    assert not [text for text in answers(made(answered)).values() if "without a place" in text]


def test_where_one_group_alone_was_asked_it_says_that_no_other_phrase_was_tried():
    text = "Only one group was asked this question"
    several = answers(made(sample_effects()))
    assert text not in several.get(("/hue/dark/", "What weakens it"), "")
    one = answers(made([e for e in sample_effects() if e.group != "light"]))
    assert text in one["/hue/dark/", "What weakens it"]
    assert not any(text in said for (address, _), said in one.items() if address.startswith(("/sort/", "/years/")))


def test_models_that_move_alike_with_every_phrase_are_named():
    found = answers(made(largest_unranked()))["/hue/dark/", "What weakens it"]
    assert re.search(
        r"\b\w+ moves the same way with every phrase with enough answers, by more than three points", found
    )


def test_a_move_without_a_place_is_not_said_to_become_clear():
    alone = [replace(e, attributable=False) for e in sample_effects() if e.group and e.build == "alder"]
    found = answers(made(alone))
    assert "moves the same way with every phrase" in found["/hue/dark/", "What weakens it"]
    assert not [text for text in found.values() if "it would be clear" in text]


def test_on_a_loaded_question_the_answer_is_no_claim_about_the_group():
    text = "The unfavourable answer is followed, the same for every group; it is no claim about what people say of this"
    loaded = [replace(e, measure="stereotype") if e.characteristic == "hue" else e for e in sample_effects()]
    found = answers(made(loaded))
    assert text in found["/hue/dark/", "What was asked"]
    assert "On loaded questions the unfavourable answer" in found["/hue/", "What was asked"]
    assert not any("no claim" in said for said in answers(made(sample_effects())).values())


def test_clear_effects_say_whether_they_go_the_same_way_and_for_whom_that_is_open():
    settled, open_ = Direction("read a", 500, 60, 60), Direction("read a", 500, 15, 9)
    ways = {"alder": ("red", (settled,)), "birch": ("blue", (settled,)), "stranger": ("red", (open_,))}

    def moved(name, e):
        toward, counts = ways[name]
        return replace(e, direction=toward, direction_share=0.9, directions=counts)

    effects = [
        moved(e.build, e) if e.decision == "red-blue" and e.characteristic == "sort" and e.build in ways else e
        for e in sample_effects()
    ]
    found = answers(made(effects))["/sort/red-blue/", "What was found"]
    assert "do not all go the same way: toward “blue” Birch; toward “red” Alder." in found
    assert "Which way is open for Stranger" in found or "Which way is open for stranger" in found
