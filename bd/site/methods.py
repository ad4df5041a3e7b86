"""The methods page: every definition, with the tests of this study and how steady each model is."""

from __future__ import annotations

import re

from bd.board.addresses import ASKED_TWICE
from bd.report import contract
from bd.report.words import SHARED_POINTS
from bd.site.evidence import asking_of, change_of
from bd.site.home import warnings
from bd.site.names import Names
from bd.site.numbers import count
from bd.site.records.pages import MethodsPage, MethodsTopic
from bd.site.records.parts import Figure, Head, Link, Term
from bd.site.shortlist import shortlist_rule

__all__ = ["methods_page"]

_DESCRIPTION = "How the tests work: the change, the control edit, ranges, places, and what a result cannot say."
_PATTERNS = (
    ("/<characteristic>/", "a characteristic: its board and all of its results"),
    ("/<characteristic>/<group>/", "one group"),
    ("/<characteristic>/<question>/", "one question"),
    ("/<characteristic>/<group>/<question>/", "one group asked one question"),
    ("/<any level>/chart.svg", "its chart as a picture; /<any level>/chart/ is a page to embed"),
    ("/engines/<model>/", "a model"),
    ("/engines/<model>/<characteristic>/", "a model on one characteristic"),
    ("/<any level>/#<model>", "the line of one model on the board of a level"),
    ("/reported/<source>/", "figures that others published, where there are some"),
    ("/asked-twice/", "what changes when nothing has, and which logs tell it"),
    ("/data/leaderboard.json", "everything in one file"),
)


def methods_page(names: Names, page: contract.Page) -> MethodsPage:
    """Return the methods page."""
    floors = names.data.floors
    return MethodsPage(
        head=Head(page.address, "Methods", _DESCRIPTION, "How the tests work", (names.home(),)),
        rule=names.data.overall.rule,
        topics=tuple(_topic(names, dimension) for dimension in names.dimensions.values()),
        repeat_changes=tuple(change_of(names, test) for test in floors.tests),
        asked_twice=ASKED_TWICE in names.addresses,
        warnings=warnings(names),
        terms=terms(names),
        planted=tuple(Link(model.label, model.address) for model in names.models.values() if model.planted),
        questions=asking_of(names, names.questions),
        patterns=_PATTERNS,
        command=names.data.provenance.command,
        resamples=_resamples(names),
        shared_points=SHARED_POINTS,
        shortlist=shortlist_rule(names),
    )


def terms(names: Names) -> tuple[Term, ...]:
    """Return the glossary; anchors start with `term-`."""
    return tuple(Term(_anchor(e.term), e.term, e.text) for e in names.data.vocabulary)


def _anchor(term: str) -> str:
    return "term-" + re.sub(r"[^a-z0-9]+", "-", term.lower()).strip("-")


def _topic(names: Names, dimension: contract.Characteristic) -> MethodsTopic:
    return MethodsTopic(
        id=dimension.id,
        link=Link(dimension.label, dimension.address),
        long=dimension.long,
        changes=tuple(change_of(names, test) for test in dimension.tests),
    )


def _resamples(names: Names) -> Figure | None:
    """Return how many re-draws there were, from the first result that has some."""
    facets = (f for d in names.dimensions.values() for _, cell in d.cells.items() for f in cell.facets)
    return next((count(f.resamples) for f in facets if isinstance(f, contract.Result) and f.resamples), None)
