"""What `bd agree` prints: the finding in a sentence, then tables of instruments and pairs.

What is found is `bd.agree.compare`'s part, the same as data `bd.agree.part`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from bd.agree.compare import BEYOND_CHANCE, NOT_BEYOND_CHANCE, TOO_NOISY, Agreement, Measured, Pair, Ranking
from bd.agree.reliability import NOISY, SATURATED, TARGET
from bd.naming import isolated
from bd.said import many

__all__ = ["print_agreement", "ranking_sentence"]

_VERDICTS = {
    BEYOND_CHANCE: "The instruments agree on the order of the models more than chance does.",
    NOT_BEYOND_CHANCE: "The instruments do not agree on the order of the models more than chance does.",
    TOO_NOISY: "Too noisy to compare: fewer than three instruments are reliable enough to agree or to disagree.",
}


def print_agreement(found: Agreement, console: Console) -> None:
    """Print a report to a terminal, or as plain text to a file."""
    for each in _report(found):
        console.print(each)


def _report(found: Agreement) -> Iterator[RenderableType]:
    yield Text(_VERDICTS.get(found.verdict, _too_few(found.ranking)), style="bold")
    yield Text(ranking_sentence(found.ranking))
    yield Text(f"Models are in order of their net score{'' if found.signed else ', whichever way it leans'}.")
    yield from (Text(each) for each in _left_out(found))
    yield Text()
    yield _findings(found.instruments)
    yield Text()
    yield _reliabilities(found.instruments)
    if found.pairs:
        yield Text()
        yield _pairs(found.pairs)
    yield Text()
    yield from (Text(each) for each in _sensitivity(found))


def ranking_sentence(found: Ranking) -> str:
    """Return W with its range and what chance gives, or what is compared where there is no W."""
    compared = f"{many(len(found.instruments), 'instrument')} on {many(len(found.models), 'model')}"
    by = found.concordance
    if by is None:
        return f"Compared: {compared}."
    ranged = "" if found.range is None else f", 95% range {found.range[0]:.2f} to {found.range[1]:.2f}"
    tau = "" if by.mean_tau is None else f"; mean tau-b between two instruments {_two(by.mean_tau)}"
    return (
        f"{compared}: Kendall's W = {by.w:.2f}{ranged}, p = {_p(by.p)}{tau}. "
        f"Chance alone gives {by.null_mean:.2f} on average and up to {by.null_95:.2f} in 95 of 100."
    )


def _p(p: float) -> str:
    return f"{p:.2f}" if p >= 0.1 else f"{p:.3f}" if p >= 0.001 else "below 0.001"


def _too_few(found: Ranking) -> str:
    return (
        "It cannot be told whether the instruments agree: that takes three instruments that tell models apart and "
        f"three models on all of them, and here are {len(found.instruments)} and {len(found.models)}."
    )


def _left_out(found: Agreement) -> Iterator[str]:
    saturated = [each.name for each in found.instruments if each.saturated]
    other = [e.name for e in found.instruments if not e.saturated and e.name not in found.ranking.instruments]
    models = [name for name in found.models if name not in found.ranking.models]
    if saturated:
        yield f"Left out as saturated (variance ratio below {SATURATED}): {_listed(saturated)}."
    if other:
        yield f"Left out for missing models, or because all models tie: {_listed(other)}."
    if models:
        yield f"Models left out, since they lack a score on an instrument compared: {_listed(models)}."
    yield f"Models with a score on every instrument compared: {_listed(found.ranking.models) or 'none'}."


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(isolated, names))


def _findings(found: tuple[Measured, ...]) -> Table:
    table = _table("What each finds", "Models", "Items", "Detection", "Chance up to", "Direction")
    for each in found:
        table.add_row(
            Text(isolated(each.name)),
            str(each.models),
            str(each.items),
            _ranged(each.detection.value, each.detection.range),
            f"{each.detection.chance_95:.2f}{'' if each.detection.detected else ' (not beyond)'}",
            _ranged(each.direction.value, each.direction.range),
        )
    return table


def _reliabilities(found: tuple[Measured, ...]) -> Table:
    table = _table("How reliable it is", "Reliability", "Variance ratio", "ICC(2,k)", f"Items for {TARGET}")
    table.add_column("", overflow="fold")
    for each in found:
        table.add_row(
            Text(isolated(each.name)),
            _two(each.reliability),
            f"{each.variance_ratio:.3f}",
            _two(each.icc),
            "-" if each.items_needed is None else f"{each.items_needed:,}",
            "saturated" if each.saturated else "too noisy to compare" if each.noisy else "",
        )
    return table


def _pairs(found: tuple[Pair, ...]) -> Table:
    table = _table("Two by two", "Models", "tau-b", "At most")
    table.add_column("", overflow="fold")
    for each in found:
        names = Text(_listed((each.a, each.b)))
        remark = f"too noisy to compare: reliability below {NOISY}" if each.noisy else ""
        table.add_row(names, str(each.models), _two(each.tau_b), _two(each.ceiling), remark)
    return table


def _sensitivity(found: Agreement) -> Iterator[str]:
    others = {"With saturated instruments": found.with_saturated, "Without noisy instruments": found.without_noisy}
    for label, ranking in others.items():
        if ranking.instruments != found.ranking.instruments:
            yield f"{label}: {ranking_sentence(ranking)}"


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(first, overflow="fold")
    for each in others:
        table.add_column(each, justify="right", no_wrap=True)
    return table


def _ranged(value: float, ends: tuple[float, float] | None) -> str:
    return _two(value) if ends is None else f"{_two(value)} ({_two(ends[0])} to {_two(ends[1])})"


def _two(value: float | None) -> str:
    return "-" if value is None else f"{round(value, 2) + 0.0:.2f}"  # adding 0.0 turns -0.0 into 0.0
