"""The title of a page that shows results: its finding, in a dozen words and whole numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bd.report import contract
from bd.site.boards import PLACED, Level, drawn_lines, facet_of, lead_line, loose
from bd.site.names import Names
from bd.site.numbers import count, whole
from bd.site.openings import opening
from bd.site.records.parts import Figure, Link, Model, Sentence
from bd.site.records.pictures import Square
from bd.site.text import text, worded
from bd.site.verdicts import (
    ALIKE,
    AMONG_GROUPS,
    CLEAR,
    NOT_CLEAR,
    RATES,
    REVERSE,
    direction_words,
    unseen,
    verdict,
)
from bd.site.words import small

__all__ = ["amount", "engine_title", "level_title", "result_title", "standing_title"]


_AMOUNTS = {
    "points": ("points.some", "points.one", "points.many"),
    "answers": ("answers.some", "answers.one", "answers.many"),
}
"""Texts for less than one, one, and more."""


def level_title(names: Names, level: Level, topic: str, asked: Link | None = None) -> Sentence:
    """Return what a level found, as a title; `topic` is what its page is called, `asked` names a loaded question."""
    line = lead_line(level)
    if line is None:
        return text("title.unmeasured", topic=topic)
    both = _both_ways(names, level, asked)
    if both:
        return both
    clear = [facet_of(level, each) for each in level.board.ranked if not loose(each, facet_of(level, each))]
    placed = [facet_of(level, each) for part in PLACED for each in level.board.part(part)]
    if not placed:
        return text("title.unplaced", topic=topic)
    if not clear:
        most = max(facet.n for facet in placed)
        return text("title.none", topic=topic, texts=count(most))
    if len(level.cells) == 1 and len(clear) > 1:
        seeing = sum(not unseen(facet) for facet in placed)
        said = _together(names, clear, seeing)
        if said:
            return said
    return result_title(names, facet_of(level, line), asked)


def _both_ways(names: Names, level: Level, asked: Link | None) -> Sentence:
    """Return how many models are surer of the unfavourable answer about a group and how many less sure, on one test."""
    facets = [facet_of(level, line) for line in drawn_lines(level)] if len(level.cells) == 1 else []
    other = [facet for facet in facets if verdict(facet) == REVERSE]
    if not other:
        return ()
    surer = sum(verdict(facet) == CLEAR for facet in facets)
    return text(
        "title.loaded-both" if surer else "title.loaded-other",
        question=asked or names.questions[other[0].item].label,
        n=str(surer),
        other_n=str(len(other)),
        of=str(len(facets)),
        option=other[0].positive_label,
        group=names.group_label(other[0]),
    )


def _together(names: Names, clear: Sequence[contract.Result], seeing: int) -> Sentence:
    """Return which way several models lean on one test; nothing where that is open, or where no answer is followed."""
    ways = Counter(facet.direction_label or "" if direction_words(facet) else "" for facet in clear)
    if "" in ways or any(facet.measure in (*RATES, *AMONG_GROUPS) for facet in clear):
        return ()
    when = small(opening(names, clear[0]))
    if len(ways) > 1:
        first, second = ways.most_common(2)
        counts = {"n": str(first[1]), "of": str(seeing), "other_n": str(second[1])}
        return text("title.apart", option=first[0], other=second[0], when=when, **counts)
    key = "title.some-toward" if len(clear) < seeing else "title.both-toward" if seeing == 2 else "title.all-toward"
    return text(key, n=str(len(clear)), of=str(seeing), option=next(iter(ways)), when=when)


def amount(size: Figure, of: str = "points") -> Sentence:
    """Return a whole number of points, or of answers, in words that fit it."""
    some, one, many = _AMOUNTS[of]
    return text(some if size.text.startswith("<") else one if size.text == "1" else many, n=size)


def engine_title(model: Model, squares: Sequence[Square]) -> Sentence:
    """Return on how many of the characteristics that a model was tested on it shows a clear effect."""
    tested = [each for each in squares if each.value is not None]
    clear = sum(each.state == "clear" for each in tested)
    if model.planted or not tested:
        return (model.label,)
    return text("title.engine", model=model.label, clear=str(clear), of=str(len(tested)))


def standing_title(names: Names, facet: contract.Result, *, firm: bool) -> Sentence:
    """Return what the result found that speaks for a model on a characteristic, clear or not, as a title.

    `firm` tells whether a clear effect is clear however it is counted.
    """
    model, told = names.models[facet.engine].label, verdict(facet)
    if told in (CLEAR, REVERSE):
        found = result_title(names, facet)
        return found if firm or told == REVERSE else text("title.alone", found=found)
    when = small(opening(names, facet))
    if unseen(facet):
        return text("title.unseen", model=model, when=when)
    if told == ALIKE:
        return text("title.alike", model=model, amount=amount(whole(facet.excess.value)), when=when)
    key = "title.unclear" if told == NOT_CLEAR else "title.unranked"
    return text(key, model=model, when=when, texts=count(facet.n))


def result_title(names: Names, facet: contract.Result, asked: Link | None = None) -> Sentence:
    """Return what one result found, as a title; `asked` names a loaded question, instead of its label."""
    model, size = names.models[facet.engine].label, whole(facet.excess.value)
    if facet.measure in AMONG_GROUPS:
        return text(
            "title.loaded-less" if verdict(facet) == REVERSE else "title.loaded",
            question=asked or names.questions[facet.item].label,
            model=model,
            amount=amount(size),
            option=facet.positive_label,
            group=names.group_label(facet),
        )
    when = small(opening(names, facet))
    if verdict(facet) == CLEAR and facet.measure in RATES:
        return _counted(model, facet, amount(size, "answers"), when)
    toward = facet.direction_label if direction_words(facet) else ""
    if toward:
        return text("title.toward", model=model, amount=amount(size), option=toward, when=when)
    return text("title.moves", model=model, amount=amount(size), when=when)


def _counted(model: str, facet: contract.Result, many: Sentence, when: str) -> Sentence:
    """Return how many answers changed, with the way that they went where that is told.

    A swap is read one way, so that it has one direction; the title says which.
    """
    counts = facet.direction_counts
    if counts is None or not direction_words(facet):
        return text("title.counted", model=model, amount=many, when=when)
    read = worded("title.read", read=facet.directions[1].from_) if len(facet.directions) == 2 else when
    key = "title.counted-always" if counts.toward == counts.changed else "title.counted-mostly"
    return text(key, model=model, amount=many, option=facet.direction_label or "", when=read)
