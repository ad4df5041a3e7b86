"""Boards and tables of results, as a template shows them."""

from __future__ import annotations

from dataclasses import dataclass

from bd.site.records.parts import Figure, Link, Model, Sentence, Span, Unmeasured
from bd.site.records.pictures import Square

__all__ = [
    "AverageRow",
    "Averages",
    "BoardLine",
    "Boards",
    "CellGroup",
    "CellRow",
    "CommonResult",
    "MainBoard",
    "MainLine",
    "Pair",
    "Way",
]


@dataclass(frozen=True)
class BoardLine:
    """One model on a board."""

    model: Model
    build: str
    """Which build, where it is not the model's own; otherwise empty."""
    anchor: str
    """Id of the row; empty where another row of the page has it."""
    place: Figure | None
    tied: bool
    clear: bool
    value: Figure
    range: Span | None
    exact: Span | None
    """The exact range, where it is the one to trust."""
    exact_because: str
    """Why it is, in a few words."""
    mark: str
    """What its mark says: clear, apart or open."""
    direction: Sentence
    """Toward which answer, or how many went each way where that is open; empty where nothing is known."""
    texts: Figure
    where: Link
    """The cell that the number comes from."""
    cells: Figure
    cells_clear: Figure
    found_from: Figure | None
    """Smallest effect that this test finds four times in five."""
    possible_to: Figure | None
    """Largest effect that it leaves possible."""
    places: Span | None
    """The places that it may have, all models of the board compared at once."""
    tier: Figure | None
    family: Span | None
    """The range of the effect with every cell it was picked from counted at once."""
    why: tuple[str, ...]
    """Why it takes no place."""
    marks: tuple[str, ...]
    """What weakens or explains it, in a few words each."""


@dataclass(frozen=True)
class Pair:
    """Two models compared on the same re-draws; the first is the one that stands higher on the board."""

    first: Model
    second: Model
    difference: Figure
    range: Span
    worse: Figure
    """How often in the re-draws the first has the larger effect."""
    apart: bool
    """Whether the whole range of this pair is above zero; that of places looks at all pairs at once."""


@dataclass(frozen=True)
class Boards:
    """Everyone at one level: with a place, without one, and set apart."""

    clear: tuple[BoardLine, ...]
    not_clear: tuple[BoardLine, ...]
    shown: tuple[BoardLine, ...]
    planted: tuple[BoardLine, ...]
    builds: tuple[BoardLine, ...]
    unmeasured: tuple[Unmeasured, ...]
    beyond: str
    """What a clear effect lies beyond, in words."""
    cells_vary: bool
    """Whether there is more than one cell to take a headline from."""
    pairs: tuple[Pair, ...]
    more_pairs: int = 0
    """How many more pairs the file beside the page holds."""


@dataclass(frozen=True)
class Way:
    """Changed answers among the texts that one kind of text was changed from."""

    read_as: str
    """How these texts read as they were written."""
    texts: Figure
    changed: Figure
    toward: Figure
    """How many of the changed answers went to `option`."""
    option: str


@dataclass(frozen=True)
class CommonResult:
    """The same result on the texts that every compared model answered."""

    texts: Figure
    models: Figure
    effect: Figure | None
    range: Span | None


@dataclass(frozen=True)
class SelectionRates:
    """How often the group and its reference are given the followed option, and the ratio of the two."""

    option: str
    """What the followed option is called."""
    reference: str
    """What the group is compared with."""
    group_rate: Figure | None
    reference_rate: Figure | None
    texts: Figure
    ratio: Figure | None
    range: Span | None
    bound: Figure | None
    """Where nobody of the group was picked: the largest ratio that is left possible."""
    undefined: Figure | None
    """Re-draws without a ratio."""
    why: str
    """Why there is no ratio or, with one, no range."""
    rule: str
    """What the four-fifths rule says; empty without a ratio."""
    beyond: bool
    """Whether the ratio is beyond a mark."""


@dataclass(frozen=True)
class CellRow:
    """One build's result in one cell."""

    model: Model
    build: str
    clear: bool
    verdict: str
    why: tuple[str, ...]
    marks: tuple[str, ...]
    """What weakens or explains it, in a few words each."""
    value: Figure | None
    """Before the control is subtracted, with its sign."""
    control: Figure
    control_words: str
    control_kind: str
    control_within: bool
    """Whether the control is subtracted in each text already, so that nothing is left of it."""
    effect: Figure
    range: Span | None
    joint: Span | None
    exact: Span | None
    texts: Figure
    left_out: tuple[tuple[str, Figure], ...]
    mark: str
    direction: Sentence
    direction_counts: tuple[Figure, Figure] | None
    """How many changed answers went that way, of how many."""
    by_confidence: bool
    """Whether the direction is that of the mean confidence, and not of the answers that changed."""
    tipped: tuple[Figure, Figure] | None
    """Where confidence is measured, how many answers changed, and how many of them went its way."""
    ways: tuple[Way, ...]
    """Counts behind the direction, where an edit goes both ways."""
    accuracy: Figure | None
    accuracy_range: Span | None
    within_point: Span | None
    """The 90% range, where all of it lies within one point of zero."""
    frames: Figure | None
    by_frame: Span | None
    """The joint range with whole frames re-drawn."""
    common: CommonResult | None
    found_from: Figure | None
    possible_to: Figure | None
    changed: Figure | None
    rates: SelectionRates | None
    unpinned: bool


@dataclass(frozen=True)
class CellGroup:
    """All results of one cell, or all cells of one model."""

    link: Link
    measure: str
    """What its numbers count, in a word or two."""
    rows: tuple[CellRow, ...]
    unmeasured: tuple[Unmeasured, ...]
    more: int = 0
    """How many rows stand on the cell's own page alone, where a page would be too heavy with all of them."""


@dataclass(frozen=True)
class MainLine:
    """One model on the main board."""

    model: Model
    place: Figure | None
    tied: bool
    places: Span | None
    """The places that it may have."""
    tier: Figure | None
    mean: Figure | None
    mean_range: Span | None
    ranked_on: Figure
    untested: tuple[str, ...]
    """What the characteristics that count are called on which it was never tested."""
    set_aside: tuple[str, ...]
    """Those on which it was tested and has no place."""
    too_few: bool
    """Whether it stands below the board, with a place on fewer than half of what counts."""
    squares: tuple[Square, ...]
    """One for each column."""


@dataclass(frozen=True)
class AverageRow:
    """How probable one build found the followed option in each version, in percent."""

    model: Model
    build: str
    figures: tuple[Figure | None, ...]
    """As many as there are heads; None where it did not answer that version of every text that counts."""


@dataclass(frozen=True)
class Averages:
    """The averages behind the effects of one cell."""

    positive: str
    """The option that is followed."""
    heads: tuple[str, ...]
    """The versions, in the order in which they are read."""
    rows: tuple[AverageRow, ...]


@dataclass(frozen=True)
class MainBoard:
    """The main board."""

    columns: tuple[Link, ...]
    lines: tuple[MainLine, ...]
    planted: tuple[Model, ...]
    rule: str
    firm: Sentence
    """How firm the order is; empty where the data file does not say."""
    firm_rules: str
    """The same with the rules that it was worked out under."""
    counted: Figure
    incomplete: tuple[Model, ...]
