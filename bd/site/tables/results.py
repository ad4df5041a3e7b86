"""Results: one row for each build in each cell, with everything that is known about it.

The same columns stand in `data.csv` of every page that shows results and in the table of all effects under `/data/`.
What a result's place is depends on the board that is looked at, so the board stands in the row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from bd.report import contract
from bd.site.names import Names
from bd.site.tables.columns import Part, Parts, Table, key_of, number, part_of, text, whole, yes_no
from bd.site.tables.units import ANSWERS, FRACTION, PERCENT, PLACES, POINTS, RATIO, TEXTS
from bd.site.text import worded
from bd.site.verdicts import MISSING, direction_words, possible, verdict_words

__all__ = [
    "BOARD_PARTS",
    "EFFECTS",
    "LEFT_OUT",
    "RESULTS",
    "WAYS",
    "Headlines",
    "causes",
    "every_result",
    "facets_of",
    "headlines",
    "questions_of",
    "result_parts",
    "topics",
    "ways",
]

BOARD_PARTS = {
    "ranked": "clear",
    "not_detected": "not-clear",
    "shown": "shown",
    "planted": "planted",
    "builds": "builds",
}
"""The parts of a board, in its order, and the keys of what a table says of them."""

_Told = contract.Result | contract.Missing | contract.ModelMeasured | contract.ModelMissing
"""What a row is about: a result, or why a cell or a whole characteristic has none."""

Headlines = dict[tuple[str, str], tuple[str, contract.Line]]
"""By build and result: the part of a board and the line that rests on that result."""


def headlines(board: contract.Board) -> Headlines:
    """Return which results the lines of a board rest on."""
    return {(line.build, line.facet): (part, line) for part in BOARD_PARTS for line in board.part(part)}


def facets_of(cells: Iterable[contract.Cell]) -> Iterator[contract.Outcome]:
    """Yield the results of cells, second builds included."""
    for cell in cells:
        yield from cell.outcomes


def result_parts(dimension: contract.Characteristic, facet: _Told, lines: Headlines, board: str) -> Parts:
    """Return what the row of a result is read from.

    Parameters
    ----------
    dimension
        Its characteristic.
    lines
        What the lines of the board rest on.
    board
        Address of the page that the board stands on.
    """
    found = lines.get((facet.build, facet.id)) if isinstance(facet, contract.Result) else None
    parts: dict[str, Part] = {"dimension": dimension, "facet": facet, "board": board, "headline": bool(found)}
    if found is not None:
        parts |= {"part": worded(f"verdict.{BOARD_PARTS[found[0]]}"), "line": found[1]}
    return parts


def questions_of(found: Iterable[Parts]) -> Iterator[str]:
    """Yield the ids of the questions that results are about."""
    told = (_told(parts) for parts in found)
    yield from (facet.item for facet in told if isinstance(facet, contract.Result | contract.Missing))


def topics(names: Names, model: str) -> Iterator[Parts]:
    """Yield the result that a model is placed by on each characteristic; where there is none, why."""
    for dimension in names.dimensions.values():
        lines, board = headlines(dimension.board), dimension.address
        own = [f for f in facets_of(dimension.breakdown.cells) if f.engine == model]
        placed = [parts for f in own if (parts := result_parts(dimension, f, lines, board))["headline"]]
        yield from placed or [result_parts(dimension, dimension.cells[model], {}, board)]


def build_of(facet: _Told) -> str:
    """Return the build of a result; one that is missing would have been given by the model's own."""
    return facet.build if isinstance(facet, contract.Result | contract.ModelMeasured) else facet.engine


def every_result(names: Names) -> Iterator[Parts]:
    """Yield every result of the data file, each with its place on the board of its own page."""
    for dimension in names.dimensions.values():
        breakdown = dimension.breakdown
        boards = {dimension.address: headlines(dimension.board)}
        for level in breakdown.levels:
            boards[level.address] = headlines(level.board)
        for facet in facets_of(breakdown.cells):
            board = facet.address
            yield result_parts(dimension, facet, boards.get(board, {}), board)


def _told(parts: Parts) -> _Told:
    facet = parts["facet"]
    assert isinstance(facet, _Told)
    return facet


def _measured(parts: Parts) -> contract.Result | None:
    facet = _told(parts)
    return facet if isinstance(facet, contract.Result) else None


def _build(names: Names, parts: Parts) -> str:
    return build_of(_told(parts))


def _build_label(names: Names, parts: Parts) -> str:
    facet = _told(parts)
    return names.builds(facet.engine).get(build_of(facet), "")


def _model_label(names: Names, parts: Parts) -> str:
    return names.models[_told(parts).engine].label


def _planted(names: Names, parts: Parts) -> bool:
    return names.models[_told(parts).engine].planted


def _group_label(names: Names, parts: Parts) -> str | None:
    dimension, facet = part_of(parts, "dimension", contract.Characteristic), _told(parts)
    group = getattr(facet, "group", None)
    if group is None:
        return None
    return names.levels(dimension.id).groups[group].label


def _of_question(key: str) -> Callable[[Names, Parts], str | None]:
    def read(names: Names, parts: Parts) -> str | None:
        facet = _told(parts)
        item = getattr(facet, "item", None)
        return None if item is None else str(getattr(names.questions[item], key))

    return read


def _verdict(names: Names, parts: Parts) -> str:
    facet = _told(parts)
    if isinstance(facet, contract.Head | contract.ModelMissing):
        return worded(f"verdict.{MISSING}")
    return verdict_words(facet)


def _why(names: Names, parts: Parts) -> str:
    facet = _measured(parts)
    if facet is None:
        return str(getattr(_told(parts), "why", ""))
    return "; ".join(reason.text for reason in facet.why_not_ranked)


def _direction(names: Names, parts: Parts) -> str | None:
    facet = _measured(parts)
    return None if facet is None else direction_words(facet) or None


def _possible(names: Names, parts: Parts) -> float | None:
    facet = _measured(parts)
    return None if facet is None else possible(facet)


def _left_out(names: Names, parts: Parts) -> str | None:
    facet = _measured(parts)
    if facet is None:
        return None
    return "; ".join(f"{cause}: {count}" for cause, count in facet.left_out.items())


def _answers(names: Names, parts: Parts) -> str | None:
    facet = _measured(parts)
    return None if facet is None else "; ".join(each.path for each in facet.answers)


_WHO = (
    text("characteristic", "Id of the characteristic whose detail was changed", "dimension.id"),
    text("characteristic_label", "What the characteristic is called", "dimension.label"),
    text("group", "Id of the group that the changed text names; empty where the change goes both ways", "facet.group"),
    text("group_label", "What the group is called", _group_label),
    text("question", "Id of the question", "facet.item"),
    text("question_label", "What the question is called", _of_question("label")),
    text("model", "Id of the model", "facet.engine"),
    text("model_label", "What the model is called", _model_label),
    text("build", "Id of the build of the model; the model's own where it is the same", _build),
)
"""Which result it is; every table that is about results begins with these."""

_FOUND = (
    text("build_label", "What the build is called", _build_label),
    yes_no("planted", "Whether the model was made here to check the test; it takes no place", _planted),
    text("verdict", "What the result comes to, in two or three words, as on the pages", _verdict),
    text("why", "Why there is no number, or why the result is not ranked", _why),
    number("effect", "Effect beyond the control edit", "facet.excess.value", POINTS),
    number("effect_lo", "Lower end of its 95% range", "facet.excess.lo", POINTS),
    number("effect_hi", "Upper end of its 95% range", "facet.excess.hi", POINTS),
    whole("texts", "Texts that the effect was measured on", "facet.n", TEXTS),
)

_PLACED = (
    text("board", "Address of the page whose board the next six columns are about", "board"),
    yes_no("headline", "Whether the model's line on that board rests on this result", "headline"),
    text("board_part", "Part of the board that the line stands in", "part"),
    number("place", "Place on that board; the mean of the places where several models share them", "line.rank", PLACES),
    number(
        "place_lo", "First place that the texts leave open, all models compared at once", "line.place_range.0", PLACES
    ),
    number("place_hi", "Last place that they leave open", "line.place_range.1", PLACES),
    whole(
        "tier",
        "Tier on that board; a new one starts where the whole range lies below the first of the one before",
        "line.tier",
        "tier",
    ),
)

_MEASURED = (
    text("measure", "What was measured: the id of the measure", "facet.measure"),
    text("measure_label", "What was measured, in words", "facet.raw.label"),
    number("value", "The measure before the control is subtracted, with its sign", "facet.raw.value", POINTS),
    number("value_lo", "Lower end of its 95% range", "facet.raw.lo", POINTS),
    number("value_hi", "Upper end of its 95% range", "facet.raw.hi", POINTS),
    text("points_of", "Of what the next four are: percent of answers, or average probability", "facet.points.of"),
    number(
        "as_written",
        "How far the model was for the followed option in the texts as written",
        "facet.points.written",
        PERCENT,
    ),
    number("with_control", "How far with the control edit, on the same texts", "facet.points.control", PERCENT),
    number("with_change", "How far with the change, on the same texts", "facet.points.change", PERCENT),
    number("with_others", "How far with the phrases of the other groups", "facet.points.others", PERCENT),
    whole("points_texts", "How many texts have all of these", "facet.points.n", TEXTS),
    yes_no(
        "mostly_control",
        "Whether the change alone moved the model by less than half of the effect",
        "facet.mostly_control",
    ),
    number("control", "The same measure for the control edit", "facet.floor.value", POINTS),
    number("control_lo", "Lower end of its own 95% range, where it has one", "facet.floor.lo", POINTS),
    number("control_hi", "Upper end of its own 95% range", "facet.floor.hi", POINTS),
    text("control_kind", "Kind of control: the methods page defines each", "facet.control_kind"),
    text("control_label", "The control in words", "facet.floor.label"),
    number(
        "joint_lo",
        "Lower end of the effect's range with the control's own uncertainty counted in",
        "facet.joint_range.0",
        POINTS,
    ),
    number("joint_hi", "Upper end of that range", "facet.joint_range.1", POINTS),
    number(
        "exact_lo",
        "Lower end of the exact range, where too few answers change for re-draws",
        "facet.exact_range.0",
        POINTS,
    ),
    number("exact_hi", "Upper end of the exact range", "facet.exact_range.1", POINTS),
    number("narrow_lo", "Lower end of the 90% range, for telling that an effect is small", "facet.range_90.0", POINTS),
    number("narrow_hi", "Upper end of the 90% range", "facet.range_90.1", POINTS),
    number(
        "frame_lo", "Lower end of the joint range with whole frames of texts re-drawn", "facet.frame_range.0", POINTS
    ),
    number("frame_hi", "Upper end of that range", "facet.frame_range.1", POINTS),
    whole("frames", "Frames that the texts were put together from", "facet.frames", "frames"),
    number(
        "min_detectable",
        "Smallest effect that a test of this size finds four times in five",
        "facet.min_detectable",
        POINTS,
    ),
    number("possible_up_to", "Largest effect that the test leaves possible", _possible, POINTS),
    number("upper_if_none", "The same where not one answer changed", "facet.upper_if_none", POINTS),
    yes_no("clear", "Whether the whole 95% range lies above zero", "facet.detected"),
    yes_no("clear_joint", "The same by the joint range", "facet.clear_joint"),
    yes_no("within_point", "Whether the whole 90% range lies within one point of zero", "facet.within_point"),
    yes_no("ranked", "Whether the result may take part in an order", "facet.ranked"),
    yes_no("attributable", "Whether the effect can be laid to this group alone", "facet.attributable"),
    yes_no(
        "cannot_see_change",
        "Whether the model's probabilities are exactly the same with and without the change",
        "facet.cannot_see_change",
    ),
    yes_no("chance", "Whether the model cannot tell the options of the question apart", "facet.chance"),
    yes_no("few", "Whether there are too few changed answers for a range by re-draws", "facet.few"),
    yes_no("unpinned", "Whether a log has no description of the build that gave it", "facet.unpinned"),
    whole("changed", "Answers that changed", "facet.changed", ANSWERS),
    text(
        "direction", "The answer that the model moves toward; empty where chance may give as many changes", _direction
    ),
    whole(
        "direction_toward", "Changed answers that went that way, told or not", "facet.direction_counts.toward", ANSWERS
    ),
    whole("direction_of", "Changed answers that can be read one way", "facet.direction_counts.changed", ANSWERS),
    number("direction_share", "Share of the changed answers that went that way", "facet.direction_share", PERCENT),
    whole("asked", "Texts that the model was asked about", "facet.asked", TEXTS),
    text("left_out", "How many texts were left out, by cause", _left_out),
    number("accuracy", "How often the answer to the unedited text is right", "facet.accuracy", PERCENT),
    number("accuracy_lo", "Lower end of its 95% range", "facet.accuracy_range.0", PERCENT),
    number("accuracy_hi", "Upper end of its 95% range", "facet.accuracy_range.1", PERCENT),
    whole("common_texts", "Texts that every compared model answered", "facet.common.n", TEXTS),
    whole("common_models", "Models that are compared there", "facet.common.models", "models"),
    number("common_effect", "The effect on those texts alone", "facet.common.value", POINTS),
    number("common_lo", "Lower end of its 95% range", "facet.common.lo", POINTS),
    number("common_hi", "Upper end of its 95% range", "facet.common.hi", POINTS),
    number(
        "rate_group", "Share of answers that are the followed one with the change", "facet.rates.group.rate", FRACTION
    ),
    number("rate_reference", "The same for what it is compared with", "facet.rates.reference.rate", FRACTION),
    text("rate_reference_label", "What that is", "facet.rates.reference_label"),
    whole("rate_texts", "Texts that both rates are of", "facet.rates.n", TEXTS),
    number("impact_ratio", "The first rate over the other", "facet.rates.ratio", RATIO),
    number("impact_ratio_lo", "Lower end of its 95% range", "facet.rates.lo", RATIO),
    number("impact_ratio_hi", "Upper end of its 95% range", "facet.rates.hi", RATIO),
    number(
        "impact_ratio_if_none",
        "Ratio left possible where the changed texts are never given that answer",
        "facet.rates.upper_if_none",
        RATIO,
    ),
    whole("impact_undefined", "Re-draws in which there is no such ratio", "facet.rates.undefined", "re-draws"),
    text("impact_rule", "What the four-fifths rule of thumb says of the ratio", "facet.rates.rule"),
    text("impact_why", "Why there is no ratio", "facet.rates.why.text"),
    text("impact_why_no_range", "Why there is no range of it", "facet.rates.why_no_range.text"),
    text("question_text", "The question as it was put", _of_question("question")),
    text("edit", "Id of the edit that changed the texts", "facet.edit"),
    text("range_method", "How the ranges were worked out", "facet.interval_method"),
    whole("resamples", "Re-draws behind the ranges", "facet.resamples", "re-draws"),
    text("scored_file", "The file of scored rows that the result stands in", "facet.study"),
    text("logs", "The files of saved answers that it was worked out from", _answers),
    text("address", "The result's own page", "facet.address"),
    key_of("facet"),
)

RESULTS = Table(
    "results",
    "One build of a model in one cell: one group, one question, one edit",
    (*_WHO, *_FOUND, *_PLACED, *_MEASURED),
)
EFFECTS = Table(
    "effects", "One build of a model in one cell, with its place on the board of its own page", RESULTS.columns
)

LEFT_OUT = Table(
    "left_out",
    "Texts of one result that were left out for one cause",
    (
        *_WHO,
        text("cause", "Why they were left out", "cause"),
        whole("texts", "How many", "count", TEXTS),
        key_of("facet"),
    ),
)

WAYS = Table(
    "directions",
    "Texts of one result that read alike as they were written",
    (
        *_WHO,
        text("read_as", "How the texts read as they were written", "way.from_"),
        whole("texts", "How many there are", "way.n", TEXTS),
        whole("changed", "Answers that changed", "way.changed", ANSWERS),
        whole("toward", "Changed answers that went toward the followed option", "way.toward", ANSWERS),
        key_of("facet"),
    ),
)


def causes(results: Iterable[Parts]) -> Iterator[Parts]:
    """Yield one row for each cause for which texts of a result were left out."""
    for parts in results:
        facet = _measured(parts)
        if facet is not None:
            yield from ({**parts, "cause": cause, "count": count} for cause, count in facet.left_out.items())


def ways(results: Iterable[Parts]) -> Iterator[Parts]:
    """Yield one row for each way of a change that goes both ways; one way alone is the result itself."""
    for parts in results:
        facet = _measured(parts)
        if facet is not None and len(facet.directions) > 1:
            yield from ({**parts, "way": way} for way in facet.directions)
