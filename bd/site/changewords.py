"""Sentences about what changed between two editions, with the grammar of one and many.

The same sentences open the page of changes, stand in the list of editions and in the feed, so they name no result and
no model and can never be too long.
"""

from __future__ import annotations

from bd.report.editions import Comparison, Edition
from bd.report.editions.compare import Things
from bd.said import many
from bd.site.words import listed

__all__ = ["first_said", "quiet_said", "said"]

_KINDS = ("characteristic", "group", "question", "model", "result")


def first_said(edition: Edition) -> str:
    """Return the sentence about an edition that has none before it."""
    results, models = many(len(edition.results), "result"), many(len(edition.models), "model")
    topics = many(len(edition.characteristics), "characteristic")
    return f"The first data published: {results} of {models} on {topics}."


def said(found: Comparison) -> str:
    """Return the sentence that sums up everything that changed."""
    since = f"the data of {found.before.date}"
    if found.same:
        return f"Nothing has changed since {since}: {_all(found.both)}."
    parts = [_things(found.new, "new"), _things(found.gone, "gone"), _results(found), _places(found)]
    return f"Since {since}, {'; '.join(part for part in parts if part)}."


def _all(both: int) -> str:
    return "the one result is as it was" if both == 1 else f"all {both:,} results are as they were"


def _things(things: Things, what: str) -> str:
    """Say how many of each kind are new, or gone."""
    numbers = [len(getattr(things, f"{kind}s")) for kind in _KINDS]
    there = [many(number, kind) for number, kind in zip(numbers, _KINDS, strict=True) if number]
    return f"{listed(there)} {'is' if sum(numbers) == 1 else 'are'} {what}" if there else ""


def _results(found: Comparison) -> str:
    """Say what became of the results that were there before."""
    moved, verdicts, both = len(found.moved), len(found.verdicts), found.both
    if not both:
        return ""
    if not moved and not verdicts:
        if both == 1:
            return "the one earlier result neither moved beyond its range nor changed its verdict"
        return f"none of the {both:,} earlier results moved beyond its range or changed its verdict"
    of = "the one earlier result" if both == 1 else f"of the {both:,} earlier results"
    parts = []
    for number, verb, noun in ((moved, "moved beyond", "range"), (verdicts, "changed", "verdict")):
        if number:
            parts.append(f"{'' if both == 1 else f'{number:,} '}{verb} {'its' if number == 1 else 'their'} {noun}")
    return f"{of} {listed(parts)}" if both == 1 else f"{of}, {listed(parts)}"


def _places(found: Comparison) -> str:
    number = len(found.places)
    if not number:
        return "no model changed its place on the main board"
    return f"{many(number, 'model')} changed {'its place' if number == 1 else 'places'} on the main board"


def quiet_said(found: Comparison) -> tuple[str, ...]:
    """Return what is counted and not listed, a sentence each."""
    sentences = []
    if found.within:
        number = len(found.within)
        sentences.append(
            f"{many(number, 'result')} changed within {'its' if number == 1 else 'their'} range, without another "
            "verdict."
        )
    if found.unjudged:
        number = len(found.unjudged)
        sentences.append(f"{many(number, 'result')} changed that {'has' if number == 1 else 'have'} no range.")
    if found.boards:
        boards = many(found.boards, "board")
        sentences.append(
            f"Below the main board, {boards} {'was' if found.boards == 1 else 'were'} there before; on "
            f"{found.boards_changed:,} of them, a model that was on it already has another place."
        )
    return tuple(sentences)
