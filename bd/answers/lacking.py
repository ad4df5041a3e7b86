"""What saved answers lack for the tests that they belong to, told before anything is scored: nothing here is a fault.

Few answers, no probability where a test measures one, a control that was not asked or hardly answered, nothing asked
twice. What follows from it for a board is `bd.board`'s part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bd.answers.align import AnswerTable, SavedLog
from bd.answers.enough import mostly_answered
from bd.answers.sidecar import SAMPLED
from bd.errors import Problem
from bd.said import many
from bd.study.records import Study, Test
from bd.study.rules import COUNTING

__all__ = ["lacking"]

_NO_RANK = "its answers are drawn, so that without a repeat of its own it has no rank"
_ELSEWHERE = "its largest rate on another decision is taken"
_NOTHING = "what asking again changes counts as nothing"


def lacking(study: Study, tables: Iterable[AnswerTable]) -> list[Problem]:
    """Return what the answers of each model to each decision lack, with the log that is meant."""
    found: list[Problem] = []
    asked: list[tuple[AnswerTable, list[Test]]] = []
    for table in tables:
        for saved in table.logs.values():
            found += [Problem(saved.path, None, message) for message in _few_answers(table, saved)]
        tests = [t for c in study.characteristics for t in c.tests if table.decision in t.decisions]
        for test in tests:
            if test.edit in table.logs:
                own = table.logs[test.edit]
                found += [Problem(own.path, None, m) for m in _no_probabilities(table, own, test)]
                found += [Problem(own.path, None, m) for m in _no_control(table, own, test)]
        found += _half_twice(table, tests)
        asked.append((table, tests))
    return [*found, *_nothing_twice(asked)]


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


def _half_twice(table: AnswerTable, tests: Sequence[Test]) -> Iterator[Problem]:
    edits = ", ".join(_needing(table, tests))
    for test in tests:
        if edits and test.measure == "repeat" and test.edit in table.logs:
            saved = table.logs[test.edit]
            given, count = _answered(table, saved, "")
            if not mostly_answered(given, count):
                message = f"only {given:,} of {many(count, 'text')} were answered twice, the control of {edits}"
                yield Problem(saved.path, None, f"{message}; without a control there is no rank")


def _needing(table: AnswerTable, tests: Iterable[Test]) -> list[str]:
    """Return the edits that a repeat is the control of, of those that were asked."""
    return sorted(test.edit for test in tests if test.control == "repeat" and test.edit in table.logs)


def _nothing_twice(tables: Iterable[tuple[AnswerTable, Sequence[Test]]]) -> Iterator[Problem]:
    """Yield one remark for each build and each thing that follows from not asking twice."""
    tables = tuple(tables)
    twice = {table.build for table, tests in tables if _repeats(tests) & table.logs.keys()}
    found: dict[tuple[str, str], tuple[list[str], set[str]]] = {}
    for table, tests in tables:
        edits = _needing(table, tests)
        if edits and not _repeats(tests) & table.logs.keys():
            drawn = any(log.sidecar is not None and log.sidecar.decides == SAMPLED for log in table.logs.values())
            follows = _NO_RANK if drawn else _ELSEWHERE if table.build in twice else _NOTHING
            ask = f"ask {min(_repeats(tests))!r} too" if _repeats(tests) else "test a repeat on it"
            decisions, needing = found.setdefault((table.build, f"{ask}: {follows}"), ([], set()))
            decisions.append(table.decision)
            needing.update(edits)
    for (build, then), (decisions, needing) in found.items():
        where = f"answers/{build}" if len(decisions) > 1 else f"answers/{build}/{decisions[0]}"
        told = f"{build!r} was asked nothing twice on {', '.join(map(repr, decisions))}"
        yield Problem(where, None, f"{told}, the control of {', '.join(sorted(needing))}; {then}")


def _repeats(tests: Iterable[Test]) -> set[str]:
    return {test.edit for test in tests if test.measure == "repeat"}
