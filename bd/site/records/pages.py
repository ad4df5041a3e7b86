"""One record for each kind of page, and what stands only there."""

from __future__ import annotations

from dataclasses import dataclass, field

from bd.site.records.agreement import Agreement
from bd.site.records.boards import Averages, Boards, CellGroup, MainBoard
from bd.site.records.charts import EffectChart
from bd.site.records.evidence import Change, Evidence, Example, PageQuestions
from bd.site.records.parts import Fact, Figure, Link, Model, Nav, Page, Sentence, Skill, Span, Term
from bd.site.records.pictures import Grid, Meaning, Square, Swing
from bd.site.records.reported import ReportedSource, ReportedTable
from bd.site.records.shortlists import ShortlistPart
from bd.site.records.take import Download, TableLine

__all__ = [
    "AnswersLine",
    "AskedTwicePage",
    "Build",
    "DataPage",
    "EnginePage",
    "EngineTopicPage",
    "EnginesLine",
    "EnginesPage",
    "FileLine",
    "HomePage",
    "LevelPage",
    "Licence",
    "LogGroup",
    "MethodsPage",
    "MethodsTopic",
    "MissingPage",
    "MovedPage",
    "Repeat",
    "ScoredFile",
    "StyleguidePage",
    "Tested",
    "TopicLine",
    "Verdict",
]


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
    logs: tuple[str, ...] = ()
    """The files of saved answers that it was counted in."""


@dataclass(frozen=True)
class HomePage(Page):
    """`/`."""

    lead: Sentence
    example: Example | None
    picture: Swing | None
    """The example, drawn."""
    example_finding: Sentence
    board: MainBoard
    checks: tuple[Link, ...]
    """Checks of the method, which are no detail about a person."""
    waiting: tuple[tuple[str, str], ...]
    """Characteristics without an answer, and why."""
    warnings: tuple[Term, ...]
    agreement: Agreement | None = None
    """None where the data file does not speak of it."""


@dataclass(frozen=True)
class Tested:
    """A build that was tested on a characteristic."""

    model: Model
    build: str
    logs: tuple[str, ...]
    """The files of its saved answers."""


@dataclass(frozen=True)
class LevelPage(Page):
    """A characteristic, a group, a question, or one group asked one question."""

    level: str
    """Which of these, as the data file says it."""
    kicker: str
    """What kind of page this is, in a word or two."""
    topic: str
    """What the page is about, in full."""
    line: tuple[Sentence, ...]
    """What stands below the title, a fact each."""
    finding: Sentence
    picture: Swing | None
    """Of one cell that follows confidence: what moved, from where to where."""
    grids: tuple[Grid, ...]
    meaning: Meaning | None
    """What a group meets, by parts of life; None on other pages."""
    search: str
    """Other words that the page is found by."""
    """Of several cells."""
    facts: tuple[Fact, ...]
    chart: EffectChart | None
    """The board drawn."""
    boards: Boards
    averages: Averages | None
    """Behind the effects of one cell; None where there are several, or where answers are counted."""
    cells: tuple[CellGroup, ...]
    lines: int
    """How many lines these are in a table, so that room can be kept for them before they are laid out."""
    detailed: bool
    """Whether this is the page of those cells, so that every number of theirs stands here."""
    asked: PageQuestions
    changes: tuple[Change, ...]
    evidence: Evidence
    notes: tuple[str, ...]
    siblings: tuple[Nav, ...]
    reported: tuple[ReportedTable, ...] = ()
    ratios: tuple[ReportedTable, ...] = ()
    """What others reported that is no effect; it stands beside the shortlists."""
    """Figures of others; no board, chart or sentence of the page knows them."""
    shortlists: tuple[ShortlistPart, ...] = ()
    listed: bool = False
    """Whether the page of shortlists holds some of the questions below."""
    """Who is among the first when applicants are put in order; no board knows it."""
    tested: tuple[Tested, ...] = ()
    """Of a characteristic: who was tested, and where the answers are."""


@dataclass(frozen=True)
class TopicLine:
    """A characteristic on a model's page."""

    link: Link
    place: Figure | None
    tied: bool
    mark: str
    """What its mark says: clear, apart or open."""
    finding: Sentence
    measured: bool
    counted: bool


@dataclass(frozen=True)
class Build:
    """A build of a model."""

    id: str
    label: str
    main: bool
    note: str
    moves: Sentence = ()
    """How far its answers were seen to move from one machine to another; empty where nobody has measured it."""


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
class EnginesPage(Page):
    """`/engines/`."""

    lines: tuple[EnginesLine, ...]
    planted: tuple[EnginesLine, ...]


@dataclass(frozen=True)
class EnginePage(Page):
    """`/engines/<model>/`."""

    model: Model
    about: str
    licence: str
    finding: Sentence
    squares: tuple[Square, ...]
    """Its largest effect on each characteristic that counts."""
    builds: tuple[Build, ...]
    compare: Link | None
    """The page that compares the builds, where there are two."""
    machines: tuple[Sentence, ...]
    """What another machine does to its numbers, where a build shows it."""
    chart: EffectChart | None
    """Its headline on each characteristic."""
    topics: tuple[TopicLine, ...]
    skills: tuple[Skill, ...]
    repeats: tuple[Repeat, ...]
    siblings: tuple[Nav, ...]


@dataclass(frozen=True)
class EngineTopicPage(Page):
    """`/engines/<model>/<characteristic>/`."""

    model: Model
    line: tuple[Sentence, ...]
    """What stands below the title, a fact each."""
    grids: tuple[Grid, ...]
    finding: Sentence
    place: Figure | None
    topic: Link
    chart: EffectChart | None
    """Each of its results."""
    cells: tuple[CellGroup, ...]
    changes: tuple[Change, ...]
    asked: PageQuestions
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
class AskedTwicePage(Page):
    """`/asked-twice/`."""

    changes: tuple[Change, ...]
    moved: tuple[Repeat, ...]
    """Those in which an answer changed."""
    still: tuple[Repeat, ...]
    """Those in which none did."""
    reported: tuple[ReportedTable, ...]
    """What others reported of asking again."""


@dataclass(frozen=True)
class MethodsSection:
    """One part of the method in words."""

    id: str
    title: str
    opening: tuple[Sentence, ...]
    """Paragraphs."""
    terms: tuple[tuple[str, str, Sentence], ...]
    """Anchor, term, and what it means."""


@dataclass(frozen=True)
class MethodsPage(Page):
    """`/methods/`."""

    sections: tuple[MethodsSection, ...]
    topics: tuple[MethodsTopic, ...]
    repeat_changes: tuple[Change, ...]
    asked_twice: bool
    """Whether they also have a page of their own, as every data file written now says."""
    warnings: tuple[Term, ...]
    terms: tuple[Term, ...]
    questions: PageQuestions
    patterns: tuple[tuple[str, str], ...]
    """Each form of address, and what stands there."""
    command: str


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
class AnswersLine:
    """What the table of answers holds."""

    rows: str
    logs: str
    left_out: tuple[str, ...]
    """Logs that the data file names and that are not there, or have changed since."""


@dataclass(frozen=True)
class DataPage(Page):
    """`/data/`."""

    schema: str
    date: str
    commit: str
    release: str
    command: str
    scored: tuple[ScoredFile, ...]
    logs: tuple[LogGroup, ...]
    texts: tuple[FileLine, ...]
    licences: tuple[Licence, ...]
    reported: tuple[ReportedSource, ...] = ()
    """Whoever reported figures that rest on no file here."""
    downloads: tuple[Download, ...] = ()
    """The whole data as files."""
    dictionary: tuple[TableLine, ...] = ()
    """What their columns mean, that of effects first, and those of the files beside pages."""
    answers: AnswersLine | None = None
    """What the table of answers holds; None where the project keeps no answers."""


@dataclass(frozen=True)
class Verdict:
    """A sentence that stands for all with its verdict."""

    verdict: str
    sentence: Sentence


@dataclass(frozen=True)
class StyleguidePage(Page):
    """`/styleguide/`."""

    several: LevelPage
    """A level with others below it."""
    single: LevelPage
    """One group asked one question."""
    verdicts: tuple[Verdict, ...]
    models: tuple[Model, ...]
    variables: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class MissingPage(Page):
    """`404.html`."""

    links: tuple[Link, ...] = field(default=())


@dataclass(frozen=True)
class MovedPage(Page):
    """A page at an address whose page moved or is gone."""

    said: str
    """What stands before the link."""
    to: Link
