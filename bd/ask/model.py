"""What every model that can be asked looks like: the contract between the runner and the adapters.

An adapter is found by its name in the entry-point group `bd.models`; that name leads to a factory, called with the
model's card and a `Setting`, that returns a `Model`. Which rows are asked is `bd.study.plan`'s part, and saving the
answers is the runner's.
"""

from __future__ import annotations

import hashlib
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from importlib.metadata import EntryPoint, PackageNotFoundError, entry_points, requires
from pathlib import Path
from typing import Any, Protocol

import orjson

from bd.errors import BdError, Problem, UsageError
from bd.said import brief
from bd.study.deciding import ARGMAX, CUTOFF, deciding_faults
from bd.study.plan import Asked
from bd.study.records import Decision, ModelCard, Option, Study, TextSet

__all__ = [
    "GROUP",
    "INSTALL",
    "Answer",
    "Build",
    "ByCutoff",
    "Calibration",
    "Factory",
    "Labelled",
    "Model",
    "NotHereError",
    "Question",
    "Row",
    "Setting",
    "answers_of",
    "calibration_texts",
    "fitted_by",
    "load_model",
    "missing_packages",
    "no_such_model",
    "setting_of",
    "unknown_adapters",
]

DISTRIBUTION = "bd-audit"
"""What bd is called among installed packages."""

GROUP = "bd.models"
"""The entry-point group in which adapters are found."""

INSTALL = "run `make models` in bd's own folder; docs/ask.md says what to install without make"
"""What to do where a package is missing."""


class NotHereError(BdError):
    """A model cannot be asked on this machine: a package or weights are missing, or its engine does not run here."""


Row = Asked
"""One row of a log before it is answered."""

Calibration = dict[str, Any]
"""What was fitted for a question before it is asked, as it stands in the sidecar."""


@dataclass(frozen=True)
class Question:
    """A decision, as an adapter needs it."""

    decision: str
    options: tuple[Option, ...]
    """In the order in which they are listed."""
    positive: str
    """Id of the option whose probability is followed."""
    prompt: str
    """Template with `{text}` and `{options}`, for models that complete a prompt."""

    @classmethod
    def of(cls, decision: Decision) -> Question:
        """Return the question that a decision asks."""
        return cls(decision.id, decision.options, decision.positive, decision.prompt)

    @property
    def positive_index(self) -> int:
        """Where the followed option stands in the list."""
        return [option.id for option in self.options].index(self.positive)

    @property
    def sha256(self) -> str:
        """SHA-256 over everything a model may be shown of the question."""
        shown = [[o.id, o.statement, o.word, o.truth] for o in self.options]
        return hashlib.sha256(orjson.dumps([self.decision, shown, self.positive, self.prompt])).hexdigest()


@dataclass(frozen=True)
class Labelled:
    """A calibration text, with its right answer where there is one."""

    id: str
    text: str
    option: str | None
    """Id of the option that is right; None where the question has no right answer."""


@dataclass(frozen=True)
class Answer:
    """What a model answered to one row."""

    choice: str | None
    """Id of the option chosen by drawing; None for the most probable one, or where there is no answer."""
    probabilities: Mapping[str, float]
    """By option id, summing to 1; empty where there is no answer."""
    input_tokens: int | None = None
    latency_ms: float | None = None
    """Milliseconds spent on the answer; None where it was remembered from an equal question."""
    error: str | None = None
    """Why there is no answer."""
    cutoff: float | None = None
    """From which probability on the followed option is chosen; `ByCutoff` sees to it where the card says so."""


@dataclass(frozen=True)
class Build:
    """Which package, version and weights answered."""

    package: str
    version: str
    weights_sha256: str

    def as_json(self) -> dict[str, str]:
        """Return the build as it stands in a sidecar."""
        return {"package": self.package, "version": self.version, "weights_sha256": self.weights_sha256}


class Model(Protocol):
    """A model that answers questions with options."""

    build: Build
    decides: str
    """`argmax`, or `sampled` where the choice is drawn from the probabilities. A card can add a cutoff to the first."""
    anywhere: tuple[str, ...] | None
    """Packages of which, besides the build's, processes must have the same version to give the same answers at once.
    None if only one process may ask: behind it stands one connection, or a limit."""

    def calibrate(self, question: Question, texts: Sequence[Labelled]) -> Calibration:
        """Fit what the question needs on texts apart from those tested; the same texts give the same result."""
        ...

    def answer(self, question: Question, calibration: Calibration, rows: Sequence[Row]) -> Iterator[Answer]:
        """Answer the rows in order, one answer a row.

        A row with `attempt` 2 is put to the model anew, whatever was remembered.
        """
        ...


@dataclass(frozen=True)
class Setting:
    """Where a model runs."""

    root: Path
    """The project's folder."""
    texts: Mapping[str, TextSet] = field(default_factory=dict)
    """The study's text sets, for models that are trained here."""
    threads: int = 1
    fresh: bool = False
    """Never answer from memory."""
    alone: bool = True
    """Whether no other process, perhaps of another machine, asks in the same folder."""

    @property
    def cache(self) -> Path:
        """The folder for what can be made again; not part of the project."""
        return self.root / ".cache" / "bd"


class ByCutoff:
    """A model, whatever adapter runs it, whose followed option is chosen from a probability on."""

    decides = CUTOFF

    def __init__(self, model: Model, cutoff: float) -> None:
        self.build = model.build
        self.anywhere = model.anywhere
        self.cutoff = cutoff
        self._model = model

    def calibrate(self, question: Question, texts: Sequence[Labelled]) -> Calibration:
        """Fit what the model fits."""
        return self._model.calibrate(question, texts)

    def answer(self, question: Question, calibration: Calibration, rows: Sequence[Row]) -> Iterator[Answer]:
        """Answer as the model does, each answer with the cutoff."""
        return (replace(each, cutoff=self.cutoff) for each in self._model.answer(question, calibration, rows))


class Factory(Protocol):
    """What an entry point of the group `bd.models` leads to."""

    def __call__(self, card: ModelCard, setting: Setting) -> Model:
        """Load the model that a card describes."""
        ...


def load_model(
    study: Study, model_id: str, root: Path, *, threads: int = 1, fresh: bool = False, alone: bool = True
) -> Model:
    """Load a model of the study through its card's adapter.

    Raises
    ------
    UsageError
        The study has no such model.
    BdError
        No installed package offers the adapter, a package it needs is missing, or the card's cutoff cannot be used.
    """
    if model_id not in study.models:
        raise no_such_model(study, model_id)
    card = study.models[model_id]
    decides, cutoff = card.ask.get("decides", ARGMAX), card.ask.get("cutoff")
    for fault in deciding_faults(decides, cutoff):
        raise BdError(f"{card.path}: [ask] {fault}")
    point = _entry_point(card)
    with _told(model_id, "cannot be loaded"):
        factory: Factory = point.load()
        model = factory(card, Setting(root, study.texts, threads, fresh, alone))
    return model if cutoff is None else ByCutoff(model, float(cutoff))


@contextmanager
def _told(model_id: str, what: str) -> Iterator[None]:
    """Have whatever an adapter raises told in one line: anybody may have written it, and the libraries behind it."""
    try:
        yield
    except BdError:
        raise
    except Exception as error:
        said = " ".join(str(error).split())
        words = f"{type(error).__name__}{said and ': '}{said}"
        raise BdError(f"{model_id}: its adapter {what} ({words})") from error


def fitted_by(model: Model, model_id: str, question: Question, texts: Sequence[Labelled]) -> Calibration:
    """Return what a model fits; whatever goes wrong in its adapter is a `BdError`."""
    with _told(model_id, f"failed while it was fitted to {question.decision}"):
        return model.calibrate(question, texts)


def answers_of(
    model: Model, model_id: str, question: Question, calibration: Calibration, rows: Sequence[Row]
) -> Iterator[Answer]:
    """Yield a model's answers, one a row; whatever goes wrong in its adapter is a `BdError`."""
    given = 0
    with _told(model_id, f"failed at {question.decision}; rows answered before are saved, ask again to go on"):
        for answer in model.answer(question, calibration, rows):
            if given == len(rows):
                raise TypeError("it gave more answers than rows")
            if not isinstance(answer, Answer):
                raise TypeError(f"it gave {brief(answer)} for an answer")
            given += 1
            yield answer
        if given < len(rows):
            raise TypeError(f"it gave {given:,} of {len(rows):,} answers")


def no_such_model(study: Study, model_id: str) -> UsageError:
    """Return the error for a model that the study does not name."""
    if not study.models:
        return UsageError(f"no model {brief(model_id)}: this study has none; describe one in studies/models/ first")
    return UsageError(f"no model {brief(model_id)}; there are: {', '.join(sorted(study.models))}")


def _entry_point(card: ModelCard) -> EntryPoint:
    name = card.ask.get("adapter")
    if name is None:
        raise BdError(f"{card.path}: no [ask] with an adapter, so bd cannot ask this model itself")
    known = {point.name: point for point in entry_points(group=GROUP)}
    if name not in known:
        there = ", ".join(sorted(known)) or f"none (is {DISTRIBUTION} installed? run `make install` in bd's own folder)"
        raise BdError(f"{card.path}: no adapter {name!r} is installed; there are: {there}")
    return known[name]


def unknown_adapters(study: Study) -> list[Problem]:
    """Return the cards that name an adapter which no installed package offers."""
    found = []
    for card in study.models.values():
        if "adapter" in card.ask:
            try:
                _entry_point(card)
            except BdError as error:
                path, _, said = str(error).partition(": ")
                found.append(Problem(path, None, said))
    return found


def missing_packages(adapter: str, error: Exception, *packages: str) -> NotHereError:
    """Return the error for packages that an adapter needs and that cannot be imported; other models' are not named."""
    alone = " ".join(shlex.quote(_pinned(each)) for each in packages)
    return NotHereError(
        f"the adapter {adapter!r} needs {' and '.join(packages)} ({error}): run `.venv/bin/pip install {alone}` for it "
        f"alone, or for all models {INSTALL}"
    )


def _pinned(package: str) -> str:
    """Return a package with the versions that bd asks for, since another version can count as another build."""
    with suppress(PackageNotFoundError):
        for each in requires(DISTRIBUTION) or ():
            wanted = each.partition(";")[0].strip()
            if re.split(r"[^\w.-]", wanted)[0].lower() == package.lower():
                return package + wanted[len(package) :]
    return package


def setting_of(card: ModelCard, key: str) -> Any:
    """Return one of a card's own settings; a `BdError` that names the card if it is missing."""
    if key not in card.ask:
        raise BdError(f"{card.path}: [ask] needs {key!r} for the adapter {card.ask.get('adapter')!r}")
    return card.ask[key]


def calibration_texts(decision: Decision, texts: TextSet) -> tuple[Labelled, ...]:
    """Return the texts on which a decision's calibration is fitted, in the set's order."""
    if decision.truth is None:
        return tuple(Labelled(t.id, t.text, None) for t in texts.texts)
    by_truth = {option.truth: option.id for option in decision.options}
    return tuple(
        Labelled(t.id, t.text, by_truth[t.labels[decision.truth]])
        for t in texts.texts
        if t.labels.get(decision.truth) in by_truth
    )
