"""The sentence that opens the page of a level."""

from __future__ import annotations

from dataclasses import replace

from bd.report import build_leaderboard
from bd.site.plan import plan_pages
from bd.site.records import LevelPage
from bd.site.settings import load_settings
from bd.site.words import plain
from tests.report.samples import DATE, sample_effects, sample_study
from tests.site.sites import REPOSITORY


def findings(effects):
    board = build_leaderboard(sample_study(), effects, date=DATE, commit=None)
    pages = plan_pages(board, load_settings(REPOSITORY))
    return {page.head.address: plain(page.finding) for page in pages if isinstance(page, LevelPage)}


def largest_unranked():
    """Make one model's cells of one decision the largest of all, and not attributable."""
    return [
        replace(e, effect=0.9, range=(0.8, 0.95), attributable=False) if e.build == "alder" and e.group else e
        for e in sample_effects()
    ]


def test_a_larger_effect_that_has_no_place_is_named_after_the_first_that_has_one():
    said = [text for text in findings(largest_unranked()).values() if "A larger figure takes no place" in text]
    assert any("90.00" in text for text in said)
    assert all("shown and not ranked" in text for text in said)


def test_nothing_is_named_outside_the_order_where_the_largest_has_a_place():
    answered = [replace(e, attributable=True, asked=e.texts) for e in sample_effects() if e.range]
    assert not [text for text in findings(answered).values() if "A larger figure takes no place" in text]


def test_two_models_with_the_same_weights_are_not_counted_in_silence():
    study = sample_study()
    models = dict(study.models) | {"alder": replace(study.models["alder"], weights_of="birch")}
    board = build_leaderboard(replace(study, models=models), sample_effects(), date=DATE, commit=None)
    cautions = [plain(p.caution) for p in plan_pages(board, load_settings(REPOSITORY)) if isinstance(p, LevelPage)]
    assert any("Alder has the weights of Birch: count the two as one." in each for each in cautions)
    assert not any("weights" in text for text in findings(sample_effects()).values())
