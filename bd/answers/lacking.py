"""What saved answers lack for the tests that they belong to, told before anything is scored: nothing here is a fault.

Few answers, no probability where a test measures one, a control that was not asked or hardly answered, nothing asked
twice. What follows from it for a board is `bd.board`'s part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bd.answers.align import AnswerTable, SavedLog
from bd.answers.enough import mostly_answered
from bd.answers.sidecar import SAMPLED
from bd.errors import Problem
from bd.said import many
from bd.study.records import Study, Test
from bd.study.rules import COUNTING

__all__ = ["lacking"]


def lacking(study: Study, tables: Iterable[AnswerTable]) -> list[Problem]:
    """Return what the answers of each model to each decision lack, with the log that is meant."""
    found: list[Problem] = []
    tables = tuple(tables)
    repeats = {t.edit for c in study.characteristics for t in c.tests if t.measure == "repeat"}
    twice = {table.build for table in tables if repeats & table.logs.keys()}
    for table in tables:
        for saved in table.logs.values():
            found += [Problem(saved.path, None, message) for message in _few_answers(table, saved)]
        tests = [t for c in study.characteristics for t in c.tests if table.decision in t.decisions]
        for test in tests:
            if test.edit in table.logs:
                own = table.logs[test.edit]
                found += [Problem(own.path, None, m) for m in _no_probabilities(table, own, test)]
                found += [Problem(own.path, None, m) for m in _no_control(table, own, test)]
        found += _nothing_twice(table, tests, table.build in twice)
    return found


def _answered(table: AnswerTable, saved: SavedLog, suffix: str) -> tuple[int, int]:
    """Return how many texts have an answer in a version, and how many were asked about."""
    asked = saved.outline.asked_in(suffix)
    return int((asked & (table.column(saved, suffix).choices >= 0)).sum()), int(asked.sum())


def _few_answers(table: AnswerTable, saved: SavedLog) -> Iterator[str]:
    counts = [_answered(table, saved, suffix) for suffix in saved.outline.left_out or ("",)]
    given, asked = (sum(each) for each in zip(*counts, strict=True))
    if not mostly_answered(given, asked):
        yield (
            f"holds answers to {given:,} of {many(asked, 'row')} that were to be asked; ask the others, or describe it "
            "with --limit if no more texts were asked"
        )


def _no_probabilities(table: AnswerTable, saved: SavedLog, test: Test) -> Iterator[str]:
    if test.measure in COUNTING:
        return
    parts = [(saved, test.suffix(version.id)) for version in test.versions]
    written = table.as_written(test.edit)
    if not test.by_role("from") and not test.by_role("control") and written is not None:
        parts.append((written, ""))
    columns = [table.column(*part) for part in parts]
    given = sum(int((column.choices >= 0).sum()) for column in columns)
    without = sum(int(((column.choices >= 0) & (column.millionths < 0)).sum()) for column in columns)
    if without:
        yield (
            f"{without:,} of {many(given, 'answer')} give no probabilities, which the measure {test.measure!r} needs; "
            "those texts count as not answered"
        )


def _no_control(table: AnswerTable, saved: SavedLog, test: Test) -> Iterator[str]:
    versions = test.by_role("control") if test.control == "version" else ()
    if test.control == "halves":
        versions = test.by_role("from")
    for version in versions:
        given, asked = _answered(table, saved, test.suffix(version.id))
        if not mostly_answered(given, asked):
            what = f"the control version {version.id!r} of {test.edit!r} on {table.decision!r}"
            said = "was not answered" if not given else f"has answers to {given:,} of {many(asked, 'text')}"
            yield f"{what} {said}; without a control there is no rank"


def _nothing_twice(table: AnswerTable, tests: Iterable[Test], elsewhere: bool) -> Iterator[Problem]:
    repeats = [test for test in tests if test.measure == "repeat"]
    needing = sorted(t.edit for t in tests if t.control == "repeat" and t.edit in table.logs)
    asked = [table.logs[test.edit] for test in repeats if test.edit in table.logs]
    if not needing:
        return
    edits, where = ", ".join(needing), f"answers/{table.build}/{table.decision}"
    if not asked:
        message = f"{table.build!r} was asked nothing twice on {table.decision!r}, the control of {edits}"
        ask = f"ask {repeats[0].edit!r} too" if repeats else "test a repeat on it"
        drawn = any(log.sidecar is not None and log.sidecar.decides == SAMPLED for log in table.logs.values())
        follows = (
            "its answers are drawn, so that without a repeat of its own it has no rank"
            if drawn
            else "its largest rate on another decision is taken"
            if elsewhere
            else "what asking again changes counts as nothing"
        )
        yield Problem(where, None, f"{message}; {ask}: {follows}")
    for saved in asked:
        given, count = _answered(table, saved, "")
        if not mostly_answered(given, count):
            message = f"only {given:,} of {many(count, 'text')} were answered twice, the control of {edits}"
            yield Problem(saved.path, None, f"{message}; without a control there is no rank")
