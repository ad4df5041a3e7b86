"""What the pages are made of: frozen records that hold everything a template shows, already decided and in order.

A template gets one page record and nothing else. It computes no number and knows no rule; it only lays out.
"""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = [
    "Answer",
    "Answered",
    "Asked",
    "Asking",
    "Background",
    "Block",
    "BoardLine",
    "Boards",
    "Build",
    "Card",
    "CellGroup",
    "CellRow",
    "Change",
    "CharacteristicCard",
    "DataPage",
    "EnginePage",
    "EngineTopicPage",
    "EnginesLine",
    "EnginesPage",
    "Example",
    "Figure",
    "FileLine",
    "Head",
    "HomePage",
    "LevelPage",
    "Licence",
    "Link",
    "LogGroup",
    "MainBoard",
    "MainLine",
    "MethodsPage",
    "MethodsTopic",
    "MissingPage",
    "Model",
    "Nav",
    "Page",
    "Piece",
    "Position",
    "Repeat",
    "ScoredFile",
    "Sentence",
    "Skill",
    "Span",
    "Strip",
    "Term",
    "TopicLine",
    "Unmeasured",
    "Version",
    "WordRun",
]


@dataclass(frozen=True)
class Figure:
    """One number as shown, with where it stands in the data file."""

    text: str
    value: str
    """As the data file writes it."""
    key: str
    """JSON pointer into the data file."""


@dataclass(frozen=True)
class Span:
    """A range, both ends included."""

    lo: Figure
    hi: Figure


@dataclass(frozen=True)
class Link:
    """A way to another page of the site."""

    label: str
    to: str
    """An address such as `/age/`, with `#anchor` where a place within it is meant."""


Piece = str | Figure | Link
Sentence = tuple[Piece, ...]
"""Words, numbers and links in order; spaces are part of the words."""


@dataclass(frozen=True)
class Nav:
    """A list of links under a heading."""

    label: str
    links: tuple[Link, ...]


@dataclass(frozen=True)
class Head:
    """What every page says about itself."""

    address: str
    title: str
    """For the window and for search results; also the heading, unless `heading` is given."""
    description: str
    heading: str
    crumbs: tuple[Link, ...] = ()
    """The pages above this one, the highest first."""


@dataclass(frozen=True)
class Model:
    """A model as it is drawn and called."""

    id: str
    label: str
    kind: str
    planted: bool
    marker: str
    """Name of its shape."""
    address: str


@dataclass(frozen=True)
class Strip:
    """A result drawn on a line: places between 0 and 100, the same scale for everything on a page."""

    zero: float
    value: float
    lo: float | None
    hi: float | None


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
    joint_differs: bool
    """Whether the range in which the control's own uncertainty takes part says otherwise about clear."""
    value: Figure
    range: Span | None
    texts: Figure
    where: Link
    """The cell that the number comes from."""
    cells: Figure
    cells_clear: Figure
    found_from: Figure | None
    """Smallest effect that this test finds four times in five."""
    possible_to: Figure | None
    """Largest effect that it leaves possible."""
    unseen: bool
    """Whether the model cannot see the change at all."""
    why: tuple[str, ...]
    """Why it takes no place."""
    strip: Strip | None


@dataclass(frozen=True)
class Unmeasured:
    """A model without a number, and why."""

    model: Model
    why: str


@dataclass(frozen=True)
class Boards:
    """Everyone at one level: with a place, without one, and set apart."""

    clear: tuple[BoardLine, ...]
    not_clear: tuple[BoardLine, ...]
    shown: tuple[BoardLine, ...]
    planted: tuple[BoardLine, ...]
    builds: tuple[BoardLine, ...]
    unmeasured: tuple[Unmeasured, ...]
    contested: bool
    """Whether at least two models have a place."""
    cells_vary: bool
    """Whether there is more than one cell to take a headline from."""


@dataclass(frozen=True)
class CellRow:
    """One build's result in one cell."""

    model: Model
    build: str
    clear: bool
    ranked: bool
    verdict: str
    why: tuple[str, ...]
    unit: str
    value: Figure | None
    """Before the control is subtracted, with its sign."""
    value_range: Span | None
    control: Figure
    control_range: Span | None
    control_words: str
    control_kind: str
    control_file: str
    """The scored file a borrowed control comes from; otherwise empty."""
    effect: Figure
    range: Span | None
    joint: Span | None
    joint_differs: bool
    exact: Span | None
    texts: Figure
    asked: Figure
    left_out: tuple[tuple[str, Figure], ...]
    direction: str
    direction_share: Figure | None
    accuracy: Figure | None
    found_from: Figure | None
    possible_to: Figure | None
    changed: Figure | None
    unseen: bool
    unpinned: bool
    strip: Strip | None


@dataclass(frozen=True)
class CellGroup:
    """All results of one cell, or all cells of one model."""

    link: Link
    rows: tuple[CellRow, ...]
    unmeasured: tuple[Unmeasured, ...]


@dataclass(frozen=True)
class Asked:
    """A question that was put, and to which texts."""

    question: str
    options: tuple[str, ...]
    positive: str
    texts: str
    """What the texts are called."""
    count: Figure


@dataclass(frozen=True)
class Background:
    """What is to be known about something; Markdown."""

    label: str
    text: str


@dataclass(frozen=True)
class Asking:
    """All questions of a page."""

    questions: tuple[Asked, ...]
    texts: tuple[Background, ...]
    """What the texts are."""
    laws: tuple[Background, ...]
    """Under which law decisions of that kind fall."""


@dataclass(frozen=True)
class Change:
    """One edit and its control in words; Markdown."""

    changed: str
    control: str
    measured: str
    scored: str
    pairs: tuple[tuple[str, str], ...]
    """Role and words of each version of the text."""
    decisions: tuple[str, ...]


@dataclass(frozen=True)
class WordRun:
    """A stretch of a text."""

    text: str
    changed: bool


@dataclass(frozen=True)
class Version:
    """A text as one side of the comparison reads."""

    label: str
    runs: tuple[WordRun, ...]
    options: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """What a model said to one version."""

    choice: str
    """Words of the option; empty where there was no answer."""
    chance: Figure | None


@dataclass(frozen=True)
class Answered:
    """What a model said to both."""

    model: Model
    build: str
    before: Answer
    after: Answer
    changed: bool


@dataclass(frozen=True)
class Example:
    """One text of a cell, in both versions, with all answers."""

    cell: Link
    question: str
    positive: str
    chosen: str
    source: str
    shortened: bool
    versions: tuple[Version, Version]
    same_text: bool
    """Whether the texts are alike, so that something else was changed."""
    answers: tuple[Answered, ...]
    records: tuple[str, ...]


@dataclass(frozen=True)
class Position:
    """A model's place on one characteristic, on the main board."""

    label: str
    to: str
    place: Figure | None
    clear: bool
    words: str
    """Instead of a place, or beside it."""
    counted: bool


@dataclass(frozen=True)
class MainLine:
    """One model on the main board."""

    model: Model
    place: Figure | None
    tied: bool
    mean: Figure | None
    measured_on: Figure
    ranked_on: Figure
    incomplete: bool
    positions: tuple[Position, ...]


@dataclass(frozen=True)
class MainBoard:
    """The main board."""

    columns: tuple[Link, ...]
    lines: tuple[MainLine, ...]
    planted: tuple[Model, ...]
    rule: str
    counted: Figure
    incomplete: tuple[Model, ...]


@dataclass(frozen=True)
class CharacteristicCard:
    """A characteristic on the home page."""

    link: Link
    long: str
    finding: Sentence
    model: Model | None
    clear: bool
    counted: bool
    kind: str


@dataclass(frozen=True)
class Card:
    """A link to a page below, with what it found."""

    link: Link
    finding: Sentence
    model: Model | None
    clear: bool


@dataclass(frozen=True)
class Block:
    """A heading with the cards under it."""

    label: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Repeat:
    """How one build answered when nothing had changed."""

    model: Model
    build: str
    decision: str
    changed: Figure
    range: Span | None
    possible_to: Figure | None
    mean_move: Figure | None
    max_move: Figure | None
    texts: Figure


@dataclass(frozen=True)
class Term:
    """A word of the method."""

    anchor: str
    term: str
    text: str


@dataclass(frozen=True)
class HomePage:
    """`/`."""

    head: Head
    example: Example | None
    example_finding: Sentence
    board: MainBoard
    characteristics: tuple[CharacteristicCard, ...]
    checks: tuple[CharacteristicCard, ...]
    waiting: tuple[tuple[str, str], ...]
    """Characteristics without an answer, and why."""
    warnings: tuple[Term, ...]


@dataclass(frozen=True)
class LevelPage:
    """A characteristic, a group, a question, or one group asked one question."""

    head: Head
    kicker: str
    """What kind of page this is, in a word or two."""
    finding: Sentence
    caution: Sentence
    boards: Boards
    blocks: tuple[Block, ...]
    cells: tuple[CellGroup, ...]
    asked: Asking
    changes: tuple[Change, ...]
    example: Example | None
    notes: tuple[str, ...]
    siblings: tuple[Nav, ...]


@dataclass(frozen=True)
class TopicLine:
    """A characteristic on a model's page."""

    link: Link
    place: Figure | None
    tied: bool
    clear: bool
    finding: Sentence
    measured: bool
    counted: bool


@dataclass(frozen=True)
class Skill:
    """How often a model is right on one decision."""

    decision: str
    accuracy: Figure
    range: Span | None


@dataclass(frozen=True)
class Build:
    """A build of a model."""

    id: str
    label: str
    main: bool
    note: str


@dataclass(frozen=True)
class EnginesLine:
    """A model in the list of models."""

    model: Model
    about: str
    licence: str
    builds: tuple[Build, ...]
    place: Figure | None
    tied: bool
    measured_on: Figure | None
    incomplete: bool


@dataclass(frozen=True)
class EnginesPage:
    """`/engines/`."""

    head: Head
    lines: tuple[EnginesLine, ...]
    planted: tuple[EnginesLine, ...]


@dataclass(frozen=True)
class EnginePage:
    """`/engines/<model>/`."""

    head: Head
    model: Model
    about: str
    licence: str
    finding: Sentence
    builds: tuple[Build, ...]
    topics: tuple[TopicLine, ...]
    skills: tuple[Skill, ...]
    repeats: tuple[Repeat, ...]
    siblings: tuple[Nav, ...]


@dataclass(frozen=True)
class EngineTopicPage:
    """`/engines/<model>/<characteristic>/`."""

    head: Head
    model: Model
    finding: Sentence
    place: Figure | None
    topic: Link
    cells: tuple[CellGroup, ...]
    changes: tuple[Change, ...]
    asked: Asking
    example: Example | None
    siblings: tuple[Nav, ...]


@dataclass(frozen=True)
class MethodsTopic:
    """A characteristic on the methods page."""

    id: str
    link: Link
    long: str
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class MethodsPage:
    """`/methods/`."""

    head: Head
    rule: str
    topics: tuple[MethodsTopic, ...]
    repeat_changes: tuple[Change, ...]
    repeats: tuple[Repeat, ...]
    warnings: tuple[Term, ...]
    terms: tuple[Term, ...]
    planted: tuple[Link, ...]
    questions: Asking
    patterns: tuple[tuple[str, str], ...]
    """Each form of address, and what stands there."""
    command: str
    resamples: Figure | None


@dataclass(frozen=True)
class FileLine:
    """A file with its checksum."""

    path: str
    sha256: str


@dataclass(frozen=True)
class LogGroup:
    """All files of answers of one build."""

    label: str
    files: tuple[FileLine, ...]


@dataclass(frozen=True)
class ScoredFile:
    """A file of scored rows."""

    path: str
    about: str
    builds: str
    made_by: str


@dataclass(frozen=True)
class Licence:
    """Under which terms something stands."""

    what: str
    terms: str


@dataclass(frozen=True)
class DataPage:
    """`/data/`."""

    head: Head
    schema: str
    date: str
    commit: str
    release: str
    command: str
    scored: tuple[ScoredFile, ...]
    logs: tuple[LogGroup, ...]
    texts: tuple[FileLine, ...]
    licences: tuple[Licence, ...]


@dataclass(frozen=True)
class MissingPage:
    """`404.html`."""

    head: Head
    links: tuple[Link, ...] = field(default=())


Page = HomePage | LevelPage | EnginesPage | EnginePage | EngineTopicPage | MethodsPage | DataPage | MissingPage
