"""Whether the characteristics agree on the order of the models: a sentence a verdict, a line, and the numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bd.report import contract
from bd.site.names import Names
from bd.site.numbers import count, ratio
from bd.site.records.agreement import Agreement, AgreementLine, AgreementNumber, AgreementPair
from bd.site.records.parts import Figure, Link, Sentence, Span
from bd.site.scale import Scale
from bd.site.words import listed

__all__ = ["agreement_finding", "agreement_here", "agreement_meaning"]

_MEANINGS = {
    "beyond-chance": "So a model that is high on one characteristic tends to be high on others. It need not be: each "
    "characteristic has a board of its own.",
    "not-beyond-chance": "So a model’s place on one characteristic says little about its place on another; read "
    "each characteristic by itself. Nor does this show that they differ: with few models only close agreement stands "
    "out from chance.",
    "too-few": "Read each characteristic by itself.",
    "too-noisy": "What does not agree with itself cannot agree with another, nor can it be said to disagree. Read each "
    "characteristic by itself.",
}
_ABOUT = (
    "A line from 0, no agreement, to 1, the same order on every characteristic. The band is what chance alone stays "
    "within in 95 of 100, the upright line in it the average by chance, the dot what was found, with its 95% range."
)
_LINE = Scale(-3 / 94, 1 + 3 / 94)
"""With room at both ends: a mark there is not cut off."""


def agreement_here(names: Names) -> Agreement | None:
    """Return the section; None where the data file does not speak of it."""
    overall = names.data.overall
    if overall.agreement is None:
        return None
    found = overall.agreement
    return Agreement(
        finding=agreement_finding(found),
        meaning=agreement_meaning(found),
        drawn=_drawn(found),
        numbers=tuple(_numbers(found)),
        notes=tuple(_notes(names, found)),
        rule=found.rule,
        pairs=_pairs(names, found),
    )


def agreement_finding(found: contract.Agreement) -> Sentence:
    """Return what was found, in a sentence."""
    if found.verdict == "too-few":
        return _too_few(found)
    if found.verdict == "too-noisy":
        return _too_noisy(found)
    verb = "agree" if found.verdict == "beyond-chance" else "do not agree"
    return (
        f"The characteristics {verb} on the order of the models more than chance does: Kendall’s W is ",
        *_with_range(found),
        ", where chance alone stays at or below ",
        ratio(contract.required(found.null_95)),
        " in 95 of 100.",
    )


def agreement_meaning(found: contract.Agreement) -> str:
    """Return what that means for a reader."""
    return _MEANINGS[found.verdict]


def _too_few(found: contract.Agreement) -> Sentence:
    dimensions, engines = len(found.dimensions), len(found.engines)
    here = f"{_many(dimensions, 'characteristic')} and {_many(engines, 'model')}"
    return (
        "Whether the characteristics agree on the order of the models cannot be told: that takes ",
        count(found.least),
        " characteristics that tell models apart and ",
        count(found.least),
        f" models with a place on all of them, and here {'is' if dimensions == 1 else 'are'} {here}.",
    )


def _too_noisy(found: contract.Agreement) -> Sentence:
    return (
        "Whether the characteristics agree on the order of the models cannot be told: fewer than ",
        count(found.least),
        " of those compared would put the models in much the same order on other texts (a reliability of ",
        ratio(found.noisy_below),
        " or more).",
    )


def _with_range(found: contract.Agreement) -> Sentence:
    said: Sentence = (_w(found),)
    ends = _range(found.range)
    return said if ends is None else (*said, " (95% range ", ends[0], " to ", ends[1], ")")


def _w(found: contract.Agreement) -> Figure:
    """Return W with as many digits as it takes to see on which side of chance it lies."""
    return ratio(contract.required(found.w), [contract.required(found.null_95)])


def _range(at: contract.Range | None) -> tuple[Figure, Figure] | None:
    return (ratio(at[0]), ratio(at[1])) if at is not None else None


def _many(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number or 'no'} {what}s"


def _drawn(found: contract.Agreement) -> AgreementLine | None:
    if found.w is None:
        return None
    ends = found.range
    return AgreementLine(
        title="How far the characteristics agree on the order of the models, beside what chance gives",
        description=_ABOUT,
        value=_LINE.at(found.w),
        lo=None if ends is None else _LINE.at(ends[0]),
        hi=None if ends is None else _LINE.at(ends[1]),
        start=_LINE.at(0),
        end=_LINE.at(1),
        mean=_LINE.at(contract.required(found.null_mean)),
        band=round(_LINE.at(contract.required(found.null_95)) - _LINE.at(0), 2),
        label=f"W = {_w(found).text}",
        ticks=_LINE.ticks(step=0.2),
    )


def _numbers(found: contract.Agreement) -> Iterator[AgreementNumber]:
    """Return the numbers behind the sentence and the picture, those that there are."""
    if found.w is None:
        return
    yield AgreementNumber("Kendall’s W", _w(found))
    ends = _range(found.range)
    if ends is not None:
        yield AgreementNumber("95% range of W, the texts drawn again", Span(*ends))
    yield AgreementNumber("By chance, on average", ratio(contract.required(found.null_mean)))
    yield AgreementNumber("By chance, at most in 95 of 100", ratio(contract.required(found.null_95)))
    yield AgreementNumber(
        "Share of shuffled orders that agree at least as much (p)", ratio(contract.required(found.p), [0.0])
    )
    yield AgreementNumber("Shuffles", count(contract.required(found.shuffles)))
    if found.mean_tau is not None:
        yield AgreementNumber("Tau-b of two characteristics, on average", ratio(found.mean_tau))
    for kind, label in (
        ("engine", "W with any one model left out"),
        ("dimension", "W with any one characteristic left out"),
    ):
        ordered = sorted(e.w for e in found.without_one if e.kind == kind)
        if ordered:
            yield AgreementNumber(label, Span(ratio(ordered[0]), ratio(ordered[-1])))


def _notes(names: Names, found: contract.Agreement) -> Iterator[Sentence]:
    """Say what is compared, what is not, and which characteristics are too noisy for it."""
    if found.w is not None:
        models = listed(names.models[model].label for model in found.engines)
        yield ("Compared: ", *_links(names, found.dimensions), f", on {models}.")
    if found.gaps:
        yield ("Left out, since models have no place there: ", *_links(names, found.gaps), ".")
    if found.no_order:
        yield (
            "Left out, since the models compared share one place there: ",
            *_links(names, found.no_order),
            ".",
        )
    for each in found.reliability:
        if each.noisy and each.dimension in found.dimensions:
            yield _noisy(names, each)
    yield from _hanging_on(names, found)


def _noisy(names: Names, each: contract.Reliability) -> Sentence:
    said: Sentence = (_link(names, each.dimension), " is too noisy to be said to agree or to disagree:")
    said += (" other texts might put the models in another order",)
    return (*said, " (reliability ", ratio(each.value), ").") if each.value is not None else (*said, ".")


def _hanging_on(names: Names, found: contract.Agreement) -> Iterator[Sentence]:
    """Say where leaving out one model or characteristic would turn the finding round."""
    if found.verdict not in ("beyond-chance", "not-beyond-chance"):
        return
    beyond, tries = found.verdict == "beyond-chance", list(found.without_one)
    turned = [each for each in tries if each.beyond_chance is not beyond]
    for each in turned:
        name = each.id
        yield (
            "Without ",
            _link(names, name) if each.kind == "dimension" else names.models[name].label,
            f" the characteristics would {'not ' if beyond else ''}agree more than chance does: W would be ",
            ratio(each.w, [each.null_95]),
            ", where chance alone stays at or below ",
            ratio(each.null_95),
            ".",
        )
    if tries:
        turn = "none turns" if not turned else "that one alone turns" if len(turned) == 1 else "no other turns"
        yield (f"Each characteristic and each model was left out once in this way; {turn} the finding round.",)


def _link(names: Names, dimension: str) -> Link:
    return Link(names.label(dimension), names.dimensions[dimension].address)


def _links(names: Names, dimensions: Iterable[str]) -> Iterator[str | Link]:
    """Return links as a list in a sentence."""
    each = [_link(names, name) for name in dimensions]
    for number, link in enumerate(each):
        yield link
        if number < len(each) - 1:
            yield " and " if number == len(each) - 2 else ", "


def _pairs(names: Names, found: contract.Agreement) -> tuple[AgreementPair, ...]:
    # Those without a tau come last; Python's sort keeps the order of the study among equals.
    ordered = sorted(found.pairs, key=lambda p: (p.tau_b is None, -(p.tau_b or 0.0)))
    return tuple(
        AgreementPair(
            a=_link(names, each.a),
            b=_link(names, each.b),
            models=count(each.engines),
            tau=ratio(each.tau_b) if each.tau_b is not None else None,
            ceiling=ratio(each.ceiling) if each.ceiling is not None else None,
            noisy=each.noisy,
        )
        for each in ordered
    )
