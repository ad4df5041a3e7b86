"""Boards: the lines of a level, pairs of models, the levels below, and the main board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bd.report import contract
from bd.site.boards import Level, first_line, heads_of
from bd.site.levels import Levels
from bd.site.names import Names
from bd.site.tables.columns import Column, Part, Parts, Table, key_of, number, part_of, text, whole, yes_no
from bd.site.tables.results import BOARD_PARTS, facets_of
from bd.site.tables.units import PERCENT, PLACES, POINTS, RESULTS, TEXTS
from bd.site.text import worded

__all__ = ["BELOW", "BOARD", "PAIRS", "below", "board_lines", "main_board", "main_lines", "pairs"]


def board_lines(
    names: Names, dimension: contract.Characteristic, place: contract.Characteristic | contract.Level, address: str
) -> Iterator[Parts]:
    """Yield the lines of a board in its order, and the models without one.

    Parameters
    ----------
    dimension
        The characteristic.
    place
        The same, or the level below it that has the board.
    address
        The page that the board stands on.
    """
    board, heads = place.board, heads_of(place)
    for part, key in BOARD_PARTS.items():
        words = worded(f"verdict.{key}")
        for line in board.part(part):
            head = heads[line.build].headline
            yield {"dimension": dimension, "line": line, "head": head, "board": address, "part": words}
    seen = {line.engine for part in BOARD_PARTS for line in board.part(part)}
    for model in names.models:
        if model not in seen:
            yield {"dimension": dimension, "missing": model, "board": address, "part": worded("verdict.missing")}


def pairs(board: contract.Board) -> Iterator[Parts]:
    """Yield the pairs of models that a board compares."""
    yield from ({"pair": pair} for pair in board.pairs or ())


def below(names: Names, level: Level) -> Iterator[Parts]:
    """Yield the levels below one, each with the first line of its board."""
    for each in _beneath(names.levels(level.dimension.id), level):
        line = first_line(each.board)
        parts: dict[str, Part] = {"level": each, "dimension": level.dimension}
        if line is not None:
            head = heads_of(each)[line.build].headline
            parts |= {"line": line, "head": head, "part": _part(each.board, line)}
        yield parts


def _beneath(levels: Levels, level: Level) -> Iterable[contract.Level]:
    if level.kind == "characteristic":
        return (each for each in levels.all if each.kind in ("group", "item"))
    if level.kind == "group":
        return levels.of_group("cell", level.group)
    return levels.of_question("cell", level.question) if level.kind == "item" else ()


def _part(board: contract.Board, line: contract.Line) -> str:
    part = next(part for part in BOARD_PARTS if any(each is line for each in board.part(part)))
    return worded(f"verdict.{BOARD_PARTS[part]}")


def main_lines(names: Names) -> Iterator[Parts]:
    """Yield the models of the main board."""
    overall = names.data.overall
    for row in overall.rows:
        yield {"row": row, "counted": overall.n_dimensions}


def _line(parts: Parts) -> contract.Line | None:
    line = parts.get("line")
    return line if isinstance(line, contract.Line) else None


def _model(names: Names, parts: Parts) -> str | None:
    line, missing = _line(parts), parts.get("missing")
    return line.engine if line is not None else missing if isinstance(missing, str) else None


def _model_label(names: Names, parts: Parts) -> str | None:
    model = _model(names, parts)
    return None if model is None else names.models[model].label


def _planted(names: Names, parts: Parts) -> bool | None:
    model = _model(names, parts)
    return None if model is None else names.models[model].planted


def _why(names: Names, parts: Parts) -> str | None:
    line, dimension, missing = _line(parts), parts.get("dimension"), parts.get("missing")
    if line is not None:
        return "; ".join(reason.text for reason in line.why) if isinstance(line, contract.Shown) else None
    if not isinstance(dimension, contract.Characteristic) or not isinstance(missing, str):
        return None
    return names.levels(dimension.id).why_missing(missing)


def _address(names: Names, parts: Parts) -> str | None:
    """Return the page of the result that a line rests on."""
    line, dimension = _line(parts), parts.get("dimension")
    if line is None or not isinstance(dimension, contract.Characteristic):
        return None
    cell = names.levels(dimension.id).cells_of([line.facet])[0]
    address: str = next(facets_of([cell])).address
    return address


_LINE: tuple[Column, ...] = (
    text("board_part", "Part of the board", "part"),
    number("place", "Place; the mean of the places where several models share them", "line.rank", PLACES),
    yes_no("shared", "Whether other models share the place", "line.tied"),
    number(
        "place_lo", "First place that the texts leave open, all models compared at once", "line.place_range.0", PLACES
    ),
    number("place_hi", "Last place that they leave open", "line.place_range.1", PLACES),
    whole("tier", "Tier", "line.tier", "tier"),
    text("model", "Id of the model", _model),
    text("model_label", "What the model is called", _model_label),
    text("build", "Id of the build", "line.build"),
    yes_no("planted", "Whether the model was made here to check the test", _planted),
    number("effect", "Effect beyond the control edit, of the result that the model is placed by", "line.value", POINTS),
    number("effect_lo", "Lower end of its 95% range", "line.lo", POINTS),
    number("effect_hi", "Upper end of its 95% range", "line.hi", POINTS),
    whole("texts", "Texts that it was measured on", "head.n", TEXTS),
    yes_no("clear", "Whether the whole range lies above zero and the result is ranked", "line.clear"),
    yes_no("clear_joint", "The same by the joint range", "line.clear_joint"),
    number(
        "family_lo",
        "Lower end of the range with every result it was picked from counted at once",
        "line.family_range.lo",
        POINTS,
    ),
    number("family_hi", "Upper end of that range", "line.family_range.hi", POINTS),
    number("unselected", "Effect picked on one half of the texts and measured on the other", "line.unselected", POINTS),
    whole("picked_from", "Results that the largest was picked from", "line.picked_from", RESULTS),
    whole("results", "Results of the model here", "line.n_facets", RESULTS),
    whole("results_texts", "Texts of all of them, added up", "line.n", TEXTS),
    whole("results_clear", "Those that are clear and ranked", "line.n_facets_detected", RESULTS),
    number("min_detectable", "Smallest effect that this test finds four times in five", "line.min_detectable", POINTS),
    number("upper_if_none", "Largest effect left possible where not one answer changed", "line.upper_if_none", POINTS),
    text("why", "Why the model takes no place, or has no number", _why),
    text("result", "The result that the model is placed by", "line.facet_label"),
    text("address", "Page of that result", _address),
    key_of("line"),
)

BOARD = Table(
    "board",
    "One line of a board",
    (
        text("board", "Address of the page that the board stands on", "board"),
        text("characteristic", "Id of the characteristic", "dimension.id"),
        text("characteristic_label", "What the characteristic is called", "dimension.label"),
        *_LINE,
    ),
)


def _level_label(names: Names, parts: Parts) -> str:
    return names.page(part_of(parts, "level", contract.Level).address).label


BELOW = Table(
    "below",
    "One level below the page, with the first line of its board",
    (
        text("level", "Kind of level: group, item (a question) or cell (one group, one question)", "level.kind"),
        text("level_label", "What the page of the level is called", _level_label),
        text("level_address", "Its page", "level.address"),
        text("group", "Id of the group", "level.group"),
        text("question", "Id of the question", "level.item"),
        *_LINE,
    ),
)


def _of_pair(key: str) -> Column:
    def label(names: Names, parts: Parts) -> str:
        return names.models[getattr(part_of(parts, "pair", contract.Pair), key)].label

    return text(f"model_{key}_label", "What it is called", label)


PAIRS = Table(
    "pairs",
    "Two models compared on the same re-draws of the texts that both answered",
    (
        text("model_a", "Id of the model that stands higher on the board", "pair.a"),
        _of_pair("a"),
        text("model_b", "Id of the other", "pair.b"),
        _of_pair("b"),
        number("difference", "Effect of the first less that of the second", "pair.difference", POINTS),
        number("difference_lo", "Lower end of its 95% range", "pair.lo", POINTS),
        number("difference_hi", "Upper end of its 95% range", "pair.hi", POINTS),
        number("first_larger", "How often in the re-draws the first has the larger effect", "pair.worse", PERCENT),
        key_of("pair"),
    ),
)


def _row_model(names: Names, parts: Parts) -> str:
    return names.models[part_of(parts, "row", contract.OverallRow).engine].label


def _listed(key: str) -> Column:
    def read(names: Names, parts: Parts) -> str:
        return "; ".join(getattr(part_of(parts, "row", contract.OverallRow), key))

    words = {
        "not_detected": "Characteristics without a clear effect",
        "shown": "Characteristics whose effects are shown and not ranked",
        "unmeasured": "Characteristics that were not measured",
        "untested": "Characteristics that count and that it was never tested on",
        "set_aside": "Characteristics that count, on which it was tested and has no place",
    }
    return text(key, words[key], read)


def _position(dimension: contract.Characteristic) -> Column:
    name = dimension.id

    def read(names: Names, parts: Parts) -> float | None:
        return part_of(parts, "row", contract.OverallRow).positions.get(name)

    return number(f"place_{name}", f"Place on {dimension.label}", read, PLACES)


def main_board(dimensions: Iterable[contract.Characteristic]) -> Table:
    """Return the table of the main board, with a column of places for each characteristic."""
    return Table(
        "main_board",
        "One model on the main board",
        (
            number("place", "Place on the main board", "row.rank", PLACES),
            yes_no("shared", "Whether other models share the place", "row.tied"),
            number(
                "place_lo",
                "First place that the texts leave open, everything compared at once",
                "row.place_range.0",
                PLACES,
            ),
            number("place_hi", "Last place that they leave open", "row.place_range.1", PLACES),
            whole("tier", "Tier", "row.tier", "tier"),
            text("model", "Id of the model", "row.engine"),
            text("model_label", "What the model is called", _row_model),
            number("average_place", "Average of its places on the characteristics that count", "row.mean_rank", PLACES),
            number("average_lo", "Lower end of the span that the texts leave open", "row.mean_place_range.0", PLACES),
            number("average_hi", "Upper end of that span", "row.mean_place_range.1", PLACES),
            whole("ranked_on", "Characteristics that count on which the model is ranked", "row.ranked_on"),
            whole("counted", "Characteristics that count", "counted"),
            yes_no("incomplete", "Whether it was never tested on one that counts", "row.incomplete"),
            yes_no("too_few", "Whether it has a place on fewer than half of those", "row.too_few"),
            *(_position(each) for each in dimensions),
            _listed("not_detected"),
            _listed("shown"),
            _listed("unmeasured"),
            _listed("untested"),
            _listed("set_aside"),
            key_of("row"),
        ),
    )
