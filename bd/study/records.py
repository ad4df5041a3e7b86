"""What a study is: the frozen records that the files under `studies/` become.

Reading and checking the files is `bd.study.load`'s part; changing texts is `bd.study.edits`'. No record here knows a
characteristic, a group, a decision or a model by name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

__all__ = [
    "AS_WRITTEN",
    "CHARACTERISTIC_KINDS",
    "CHECK",
    "COUNTED",
    "NOISE",
    "Characteristic",
    "Decision",
    "Group",
    "ModelCard",
    "Option",
    "Orientation",
    "Shortlist",
    "ShortlistSide",
    "Study",
    "Test",
    "Text",
    "TextSet",
    "Tolerance",
    "Version",
]

AS_WRITTEN = "as-written"
"""The log of unedited texts, and the version id that means them."""

CHARACTERISTIC_KINDS = COUNTED, CHECK, NOISE = ("characteristic", "check", "noise")
"""What a characteristic's file may call itself: ranked and counted on the main board, ranked only, or never ranked."""


@dataclass(frozen=True, slots=True)
class Text:
    """One text as its author wrote it."""

    id: str
    """Slug, unique within its set."""
    text: str
    """The text itself."""
    labels: Mapping[str, Any]
    """What is known about it, such as the right answer; never shown to a model."""


@dataclass(frozen=True)
class TextSet:
    """One file of texts, `studies/texts/<id>.jsonl`, with its description beside it in `<id>.toml`."""

    id: str
    label: str
    """What one of them is called, for readers, in the plural ("biographies")."""
    noun: str
    """What one of them is called in the singular ("biography")."""
    about: str
    """Where the texts come from, one or two sentences for readers."""
    licence: str
    sha256: str
    """SHA-256 of the file's bytes, fixed in the description."""
    texts: tuple[Text, ...]
    """In the file's own order, which is the order of every array of answers."""
    frame: str | None = None
    """The label that names the frame a text was put together from, where texts share frames."""
    people: str = ""
    """Who the people in the texts are, a sentence that stands beside every result; empty where nobody says."""

    @cached_property
    def in_turn(self) -> tuple[Text, ...]:
        """The texts by SHA-256 of their ids: the order in which they are taken where not all are asked about."""
        return tuple(sorted(self.texts, key=lambda t: hashlib.sha256(t.id.encode()).digest()))


@dataclass(frozen=True)
class Option:
    """One of the answers to a decision's question."""

    id: str
    """Slug; what the logs call it."""
    label: str
    """The words shown to readers."""
    statement: str
    """A sentence that is true where this option is the right answer, for models that compare statements."""
    word: str
    """How a prompt lists the option, for models that complete a prompt."""
    truth: str
    """The value of the decision's truth label where this option is right."""


@dataclass(frozen=True)
class Decision:
    """A question with options, asked of every text of a list."""

    id: str
    label: str
    """Short words for readers, such as "surgeon or physician"."""
    question: str
    """The question as readers see it."""
    options: tuple[Option, ...]
    """In the order in which they are listed."""
    positive: str
    """Id of the option whose probability is followed."""
    texts: str
    """Id of the text set."""
    where: Mapping[str, tuple[str, ...]]
    """Labels that a text must carry, each with the values allowed."""
    truth: str | None
    """The label that holds the right answer; None where no answer is right, as with a loaded question."""
    calibration: str
    """Id of the text set on which adapters fit scale and offset; texts apart from those tested, with the same label."""
    prompt: str
    """Template for models that complete a prompt: `{text}` and, where the prompt lists them, `{options}` are filled
    in."""
    law: str | None
    """The law such a decision falls under, for readers, if any."""
    path: str
    """The file, relative to the project, for messages."""
    most: int | None = None
    """How many texts are asked about at most; None for all that `where` allows."""
    area: str | None = None
    """The part of life that it is about, for readers, such as "Work"."""
    search: tuple[str, ...] = ()
    """Other words that readers look for it by."""

    @property
    def lists_options(self) -> bool:
        """Whether the prompt lists the options, so that their order can matter."""
        return "{options}" in self.prompt

    def option(self, option_id: str) -> Option:
        """Return the option with this id; KeyError if there is none."""
        for option in self.options:
            if option.id == option_id:
                return option
        raise KeyError(option_id)


@dataclass(frozen=True)
class Group:
    """A group of people that a characteristic tells apart."""

    id: str
    label: str
    search: tuple[str, ...] = ()
    """Other words that readers look for it by."""


@dataclass(frozen=True)
class Version:
    """One way of changing a text within an edit."""

    id: str
    """Slug. Rows are called `<text id>-<edit>-<version>`, save where `suffix` says otherwise."""
    label: str
    """For readers, such as "a wheelchair user"."""
    role: str
    """`measured`, `control` or `from` (what the measured versions are compared with, unless that is the control)."""
    group: str | None
    """The group this version stands for, for measured versions of a characteristic with groups."""
    settings: Mapping[str, Any]
    """What the edit kind needs: a phrase, an age."""
    half: str | None = None
    """Which half of the reference versions this one belongs to, where control is `halves`."""
    line: int | None = field(default=None, compare=False)
    """Where it stands in its file, for messages."""


@dataclass(frozen=True)
class Orientation:
    """How an edit that goes both ways, such as a swap, is read one way: from one kind of text to the other."""

    label: str
    """The texts' label that tells the two kinds apart."""
    before: str
    """Its value for texts that are read forwards, from as written to edited."""
    after: str
    """Its value for texts that are read backwards."""
    before_words: str
    """For readers, such as "read as a man"."""
    after_words: str


@dataclass(frozen=True)
class Test:
    """One edit of a characteristic: what is changed, against which control, measured how, on which decisions."""

    edit: str
    """Slug; the name of the log and of the scored file."""
    kind: str
    """Name in the table of edit kinds."""
    measure: str
    """Name in the table of measures."""
    control: str
    """Name in the table of control kinds: `repeat`, `version`, `halves` or `none`."""
    decisions: tuple[str, ...]
    versions: tuple[Version, ...]
    words: Mapping[str, str]
    """Markdown for readers: `changed`, `control`, `measured`, `scored`.

    Two more may be empty: `when`, plain words that open a sentence about a result, with `{measured}`, `{control}` and
    `{group}` for labels; and `limits`, what this test in particular cannot tell.
    """
    orientation: Orientation | None = None
    """None where the edit goes one way."""
    ranked_on: str = "own"
    """Which texts models are ranked on: each its `own`, or the `common` ones that all of them answered."""
    line: int | None = field(default=None, compare=False)
    """Where it stands in its file, for messages."""

    @property
    def on_common_texts(self) -> bool:
        """Whether models are ranked on the texts that all of them answered."""
        return self.ranked_on == "common"

    def by_role(self, role: str) -> tuple[Version, ...]:
        """Return the versions of one role, in the file's order."""
        return tuple(v for v in self.versions if v.role == role)

    def suffix(self, version_id: str) -> str:
        """Return what follows the text id in the rows of a version."""
        if version_id == AS_WRITTEN or self.kind == "repeat":
            return ""
        return "-swapped" if self.kind == "swap" else f"-{self.edit}-{version_id}"


@dataclass(frozen=True)
class ShortlistSide:
    """One of the two kinds of applicants that a shortlist compares."""

    value: str
    """What the texts' label says."""
    words: str
    """For readers, in the plural, such as "women"."""


@dataclass(frozen=True)
class Shortlist:
    """Applicants in the order of a model's answers, of whom the first are picked, and two kinds of them compared."""

    edit: str
    """The swap whose answers are averaged with those to the text as written."""
    label: str
    """The texts' label that tells applicants apart; never shown to a model."""
    group: ShortlistSide
    """Whose rate is divided by the reference's."""
    reference: ShortlistSide
    decisions: tuple[str, ...]
    shares: tuple[float, ...]
    """How much of the pool is picked, each share a list of its own; fractions between 0 and 1."""


@dataclass(frozen=True)
class Characteristic:
    """One file of `studies/characteristics/`: a personal detail that is tested, or a check of the method."""

    id: str
    label: str
    """One word for readers, such as "Age"."""
    long: str
    """The heading of its page."""
    kind: str
    """One of `CHARACTERISTIC_KINDS`."""
    order: int
    """Where it stands in lists; ties by id."""
    groups: tuple[Group, ...]
    tests: tuple[Test, ...]
    notes: tuple[str, ...]
    """Markdown paragraphs for readers."""
    path: str
    shortlists: tuple[Shortlist, ...] = ()
    search: tuple[str, ...] = ()
    """Other words that readers look for it by."""


@dataclass(frozen=True)
class Tolerance:
    """How far a model's answers were seen to move where only the machine was another, or nothing: `[tolerance]`."""

    probability: float
    """The largest move of a probability; 0 for an engine that gives the same answers everywhere."""
    choices: float
    """The smallest share of choices that stayed as they were."""
    machines: tuple[str, ...]
    """Where this was measured, each an architecture and a maker such as `x86_64 AuthenticAMD`."""
    why: str
    """For readers: how it was measured, and why answers move."""


@dataclass(frozen=True)
class ModelCard:
    """What readers are told about a model, and how it is asked: `studies/models/<id>.toml`."""

    id: str
    label: str
    kind: str
    """For readers, such as "language model"."""
    about: str
    licence: str
    planted: bool
    """Made here to have (or not to have) a known effect; shown, never ranked."""
    build_of: str | None
    """Id of the model of which this is another build."""
    build_label: str
    """For readers, such as "32-bit weights"."""
    order: int
    """Place in the palette of colours and markers."""
    sees_order: bool
    """False where listing the options the other way round cannot matter by construction."""
    sees_question: bool
    """False where a text is scored by itself, and the score read as an answer."""
    ask: Mapping[str, Any] = field(default_factory=dict)
    """`adapter` (a name of the entry-point group `bd.models`), `limit` (texts a decision, or absent for all),
    `decisions` (ids, or absent for all) and the adapter's own settings."""
    tolerance: Tolerance | None = None
    """None where nobody has measured it."""

    @property
    def path(self) -> str:
        """Its file, relative to the project."""
        return f"studies/models/{self.id}.toml"

    @property
    def same_everywhere(self) -> bool:
        """Whether the model was seen to give the same answers on any machine."""
        return self.tolerance is not None and self.tolerance.probability == 0


@dataclass(frozen=True)
class Study:
    """Everything under `studies/` that people write."""

    texts: Mapping[str, TextSet]
    decisions: Mapping[str, Decision]
    characteristics: tuple[Characteristic, ...]
    """In reading order."""
    models: Mapping[str, ModelCard]
