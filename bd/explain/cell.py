"""One number explained: every part of it put together, after it was worked out again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bd.board.cells import key_of, make_cell
from bd.effects.records import Effect
from bd.explain.example import example_of
from bd.explain.found import cell_id
from bd.explain.logs import Logs
from bd.explain.recompute import check_file, check_row, run_snippet
from bd.explain.records import ExplainedCell, LogFile
from bd.explain.snippet import snippet
from bd.explain.steps import steps_of
from bd.explain.verdicts import verdicts_of
from bd.report.facets import facet_label
from bd.report.names import Names
from bd.report.words import Words

__all__ = ["explain_cell"]


def explain_cell(
    names: Names,
    words: Words,
    logs: Logs,
    row: str,
    *,
    headline: bool,
    facet: Mapping[str, Any] | None,
) -> ExplainedCell:
    """Return everything about one row.

    Parameters
    ----------
    logs
        The row with its answers.
    row
        Where it stands, file and line.
    headline
        Whether the model is placed by it at the address.
    facet
        What the data file publishes of it; None where it publishes no cell, as of a control.

    Raises
    ------
    BdError
        The row, the data file or the short recomputation do not say the same.
    """
    effect = logs.effect
    check_row(logs)
    if facet is not None:
        check_file(effect, facet)
    code = snippet(logs)
    decision = logs.decision
    test = names.test(key_of(effect))
    cell = make_cell(effect)
    return ExplainedCell(
        cell=cell_id(effect),
        label=facet_label(names, cell.key),
        headline=headline,
        row=row,
        question=decision.question,
        options=tuple(option.label for option in decision.options),
        positive=decision.option(decision.positive).label,
        measure=f"{words.measures[effect.measure]['label']} ({effect.measure})",
        changed=test.words["changed"],
        control=_control_words(words, effect, test.words["control"]),
        control_kind=effect.control.kind,
        example=example_of(names, logs),
        asked=effect.asked,
        texts=effect.texts,
        left_out=tuple(sorted(effect.left_out.items())),
        steps=steps_of(logs, cell),
        verdicts=verdicts_of(names, words, cell),
        logs=tuple(
            LogFile(path, sha256, f"zcat {path} | LC_ALL=C sort | sha256sum") for path, sha256 in effect.answers
        ),
        snippet=code,
        printed=run_snippet(logs, code) if code else (),
    )


def _control_words(words: Words, effect: Effect, told: str) -> str:
    """Say what is subtracted: in the test's own words, unless another control stands in for its own."""
    if effect.control.kind == "borrowed":
        return f"{words.controls['borrowed']} ({effect.control.from_}), since the model was not asked twice on this one"
    if effect.control.kind == "none":
        return words.controls["none"]
    return told
