"""Models: what they are, their builds, how often they are right, how steady they are, and two builds side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bd.report import contract
from bd.site.names import Names
from bd.site.order import engines_in_order, repeats_first
from bd.site.tables.columns import Part, Parts, Table, key_of, number, part_of, text, whole, yes_no
from bd.site.tables.units import ANSWERS, CHANCE, PERCENT, PLACES, POINTS, TEXTS

__all__ = [
    "BUILDS",
    "COMPARED",
    "MODELS",
    "REPEATS",
    "SAME_TEXTS",
    "SKILLS",
    "builds",
    "compared",
    "models",
    "repeats",
    "same_texts",
    "skills",
]


def models(names: Names) -> Iterator[Parts]:
    """Yield every model, in the order of the main board."""
    rows = {row.engine: row for row in names.data.overall.rows}
    for engine in engines_in_order(names):
        parts: dict[str, Part] = {"engine": engine}
        yield {**parts, "row": rows[engine.id]} if engine.id in rows else parts


MODELS = Table(
    "models",
    "One model",
    (
        text("model", "Id of the model", "engine.id"),
        text("model_label", "What the model is called", "engine.label"),
        text("kind", "Kind of model", "engine.kind"),
        yes_no("planted", "Whether it was made here to check the test", "engine.planted"),
        number("place", "Place on the main board", "row.rank", PLACES),
        yes_no("shared", "Whether other models share the place", "row.tied"),
        whole("measured_on", "Characteristics that it was measured on", "row.measured_on"),
        yes_no("incomplete", "Whether it was never tested on a characteristic that counts", "row.incomplete"),
        text("licence", "The model's own terms", "engine.licence"),
        text("about", "What it is", "engine.about"),
        text("address", "Its page", "engine.address"),
        key_of("engine"),
    ),
)


def builds(engines: Iterable[contract.Model]) -> Iterator[Parts]:
    """Yield every build of some models."""
    for engine in engines:
        yield from ({"engine": engine, "build": build} for build in engine.builds)


BUILDS = Table(
    "builds",
    "One build of a model",
    (
        text("model", "Id of the model", "engine.id"),
        text("model_label", "What the model is called", "engine.label"),
        text("build", "Id of the build", "build.id"),
        text("build_label", "What the build is called", "build.label"),
        yes_no("main", "Whether it speaks for the model on the boards", "build.main"),
        text("note", "What is to be known about it", "build.note"),
        key_of("build"),
    ),
)


def skills(names: Names, model: str) -> Iterator[Parts]:
    """Yield how often a model is right, once for each question."""
    seen: set[str] = set()
    for dimension in names.dimensions.values():
        for facet in dimension.cells[model].facets:
            if isinstance(facet, contract.Result) and facet.accuracy is not None and facet.item not in seen:
                seen.add(facet.item)
                yield {"facet": facet}


def _question_label(names: Names, parts: Parts) -> str:
    return names.questions[part_of(parts, "facet", contract.Result).item].label


SKILLS = Table(
    "accuracy",
    "How often a model is right about the unedited texts of one question",
    (
        text("question", "Id of the question", "facet.item"),
        text("question_label", "What the question is called", _question_label),
        text("model", "Id of the model", "facet.engine"),
        number("accuracy", "How often the answer is right", "facet.accuracy", PERCENT),
        number("accuracy_lo", "Lower end of its 95% range", "facet.accuracy_range.0", PERCENT),
        number("accuracy_hi", "Upper end of its 95% range", "facet.accuracy_range.1", PERCENT),
        key_of("facet"),
    ),
)


def repeats(names: Names, model: str | None = None) -> Iterator[Parts]:
    """Yield how answers changed when the same text was asked again; of one model, or of all."""
    for row in repeats_first(names.data.floors.ask_twice):
        if model in (None, row.engine):
            yield {"repeat": row}


def _repeat_label(names: Names, parts: Parts) -> str:
    return names.models[part_of(parts, "repeat", contract.Repeat).engine].label


def _repeat_logs(names: Names, parts: Parts) -> str:
    return "; ".join(each.path for each in part_of(parts, "repeat", contract.Repeat).answers)


REPEATS = Table(
    "asked_twice",
    "One build asked one question twice about the same texts",
    (
        text("model", "Id of the model", "repeat.engine"),
        text("model_label", "What the model is called", _repeat_label),
        text("build", "Id of the build", "repeat.build"),
        yes_no("planted", "Whether the model was made here to check the test", "repeat.planted"),
        text("question", "Id of the question", "repeat.task"),
        text("question_label", "What the question is called", "repeat.task_label"),
        number("changed_share", "Answers that changed, in 100", "repeat.flip_pct", POINTS),
        number("changed_lo", "Lower end of its 95% range", "repeat.lo", POINTS),
        number("changed_hi", "Upper end of its 95% range", "repeat.hi", POINTS),
        number("upper_if_none", "Largest share left possible where none changed", "repeat.upper_if_none", POINTS),
        whole("changed", "Answers that changed", "repeat.changed", ANSWERS),
        whole("texts", "Texts that were answered both times", "repeat.n", TEXTS),
        whole("asked", "Texts that were asked about", "repeat.asked", TEXTS),
        number("mean_move", "Mean move of the probability", "repeat.mean_abs_dp", CHANCE),
        number("largest_move", "Largest move of the probability", "repeat.max_abs_dp", CHANCE),
        text("scored_file", "The file of scored rows that it stands in", "repeat.study"),
        text("logs", "The files of saved answers that it was counted in", _repeat_logs),
        key_of("repeat"),
    ),
)


def compared(entries: Iterable[contract.BuildPair]) -> Iterator[Parts]:
    """Yield the cells that two builds both answered."""
    for entry in entries:
        yield from ({"entry": entry, "cell": cell} for cell in entry.cells)


COMPARED = Table(
    "cells",
    "One cell that two builds of a model both answered",
    (
        text("model", "Id of the model", "entry.engine"),
        text("other_build", "Id of the build compared with the one that speaks for the model", "entry.build"),
        text("characteristic", "Id of the characteristic", "cell.characteristic"),
        text("cell_label", "Group and question", "cell.facet_label"),
        number("main_effect", "Effect of the build that speaks for the model", "cell.main.value", POINTS),
        number("main_lo", "Lower end of its 95% range", "cell.main.lo", POINTS),
        number("main_hi", "Upper end of its 95% range", "cell.main.hi", POINTS),
        whole("main_texts", "Texts it was measured on", "cell.main.n", TEXTS),
        yes_no("main_clear", "Whether it is clear", "cell.main.clear"),
        number("other_effect", "Effect of the other build", "cell.other.value", POINTS),
        number("other_lo", "Lower end of its 95% range", "cell.other.lo", POINTS),
        number("other_hi", "Upper end of its 95% range", "cell.other.hi", POINTS),
        whole("other_texts", "Texts it was measured on", "cell.other.n", TEXTS),
        yes_no("other_clear", "Whether it is clear", "cell.other.clear"),
        number("move", "The other build's effect less that of the first", "cell.move", POINTS),
        yes_no("same_verdict", "Whether both are clear, or neither", "cell.same_verdict"),
        text("address", "Page of the cell", "cell.address"),
        key_of("cell"),
    ),
)


def same_texts(entries: Iterable[contract.BuildPair]) -> Iterator[Parts]:
    """Yield how the answers of two builds to the same unedited texts differ."""
    for entry in entries:
        yield from ({"entry": entry, "answers": answers} for answers in entry.answers)


SAME_TEXTS = Table(
    "same_texts",
    "One question about unedited texts, put to two builds of a model",
    (
        text("model", "Id of the model", "entry.engine"),
        text("other_build", "Id of the build compared with the one that speaks for the model", "entry.build"),
        text("question", "Id of the question", "answers.item"),
        whole("texts", "Texts that both answered", "answers.n", TEXTS),
        number("same_answer", "How often both gave the same answer", "answers.same_answer", PERCENT),
        number("mean_move", "Mean difference of the probability", "answers.mean_move", CHANCE),
        number("largest_move", "Largest difference of the probability", "answers.max_move", CHANCE),
        key_of("answers"),
    ),
)
