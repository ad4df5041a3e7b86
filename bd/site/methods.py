"""The methods page: every definition, with the tests of this study and how steady each model is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bd.board.addresses import ASKED_TWICE
from bd.report import contract
from bd.report.words import SHARED_POINTS
from bd.site.evidence import asking_of, change_of
from bd.site.home import warnings
from bd.site.names import Names
from bd.site.numbers import count
from bd.site.records.pages import MethodsPage, MethodsSection, MethodsTopic
from bd.site.records.parts import Figure, Head, Link, Piece, Sentence, Term
from bd.site.shortlist import shortlist_rule
from bd.site.text import CATALOGUE, text, worded

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
        sections=tuple(_sections(names)),
        topics=tuple(_topic(names, dimension) for dimension in names.dimensions.values()),
        repeat_changes=tuple(change_of(names, test) for test in floors.tests),
        asked_twice=ASKED_TWICE in names.addresses,
        warnings=warnings(names),
        terms=terms(names),
        questions=asking_of(names, names.questions),
        patterns=_PATTERNS,
        command=names.data.provenance.command,
    )


def _sections(names: Names) -> Iterator[MethodsSection]:
    """Yield the method in words, as the catalogue has it; what is not in the data is left out."""
    rule, slots = shortlist_rule(names), _slots(names)
    for id in CATALOGUE.below("methods"):
        key = f"methods.{id}"
        if f"{key}.title" in CATALOGUE and (rule is not None or id != "shortlist"):
            yield MethodsSection(
                id=id,
                title=worded(f"{key}.title"),
                opening=tuple(text(f"{key}.{e}", **slots) for e in CATALOGUE.below(key) if e.startswith("opening")),
                terms=tuple(
                    (term, worded(f"{key}.terms.{term}.term"), text(f"{key}.terms.{term}.text", **slots))
                    for term in CATALOGUE.below(f"{key}.terms")
                ),
            )


def _slots(names: Names) -> dict[str, Piece | Sentence]:
    """Return what the method in words says of this data."""
    rule, resamples = shortlist_rule(names), _resamples(names)
    planted = [Link(model.label, model.address) for model in names.models.values() if model.planted]
    fifths: dict[str, Piece] = {"under": worded("rule.four-fifths"), "over": worded("rule.five-fourths")}
    slots: dict[str, Piece | Sentence] = {
        "times": () if resamples is None else text("methods.times", n=resamples),
        "shared": SHARED_POINTS,
        "rule": names.data.overall.rule,
        "four_fifths": text("rule.told", **fifths),
        "planted": text("methods.planted", models=_between(", ", planted)) if planted else (),
    }
    if rule is not None:
        pairs = (worded("methods.pair", group=group, reference=reference) for group, reference in rule.pairs)
        slots |= {
            "pairs": ", ".join(pairs),
            "rule_of_lists": text("rule.told", under=rule.line, over=rule.upper_line),
        }
    return slots


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


def _between(sign: str, pieces: Iterable[Piece]) -> Sentence:
    """Return pieces with a sign between each two."""
    return tuple(each for piece in pieces for each in (sign, piece))[1:]
