"""Tests of the made-up study with several versions or groups on a side, and answers to them by place of the text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tests.projects import PATHS, Project, characteristic, sure, version

Place = Callable[[int], float]
"""Probability of `tulip` by place of the text."""


def phrase(name: str, role: str = "measured", **more: Any) -> dict[str, Any]:
    return version(name, role, phrase=f"a keeper of {name}s", **more)


def groups(*names: str) -> list[dict[str, Any]]:
    return [{"id": name, "label": name.capitalize()} for name in names]


def add(project: Project, name: str, made: dict[str, Any]) -> None:
    project.files[f"studies/characteristics/{name}.toml"] = made
    project.save()


def add_averages(project: Project, control: str = "halves") -> None:
    """Add `pet`: two groups of two and three versions, compared with four versions in two halves."""
    halves = ("first", "first", "second", "second") if control == "halves" else (None,) * 4
    origins = [phrase(f"hen-{n}", "from", **({"half": h} if h else {})) for n, h in enumerate(halves, 1)]
    measured = [phrase(f"cat-{n}", group="cats") for n in (1, 2)] + [
        phrase(f"dog-{n}", group="dogs") for n in (1, 2, 3)
    ]
    made = characteristic(
        "pet", "phrase-before-pronoun", "shift-of-means", control, [*origins, *measured], groups=groups("cats", "dogs")
    )
    add(project, "pet", made)


def add_stereotypes(project: Project) -> None:
    """Add `stall`: three groups and a control."""
    names = ("bee", "cow", "pig")
    versions = [*(phrase(n, group=n) for n in names), phrase("ant", "control")]
    made = characteristic("stall", "phrase-before-pronoun", "stereotype", "version", versions, groups=groups(*names))
    add(project, "stall", made)


def add_orientation(project: Project) -> None:
    """Read the swap from texts about `her` to texts about `him`; the first half of the texts is about her."""
    half = len(project.texts) // 2
    for n, text in enumerate(project.texts):
        text["gender"] = "her" if n < half else "him"
    (test,) = project.characteristic("gender")["tests"]
    words = {"before_words": "read as a woman", "after_words": "read as a man"}
    test["orientation"] = {"label": "gender", "before": "her", "after": "him"} | words
    project.save()


def add_frames(project: Project, texts_each: int) -> None:
    """Put the texts together from frames, so many texts from each, one after the other."""
    for n, text in enumerate(project.texts):
        text["frame"] = f"frame-{n // texts_each:03}"
    project.files[PATHS["texts"]]["frame"] = "frame"
    project.save()


def answer(
    project: Project, edit: str, versions: Mapping[str, Place | float], model: str = "fern", **more: Any
) -> None:
    """Save the answers to every version of an edit."""
    rows = []
    for n, i in enumerate(project.ids):
        for name, p in versions.items():
            rows.append(sure(f"{i}-{edit}-{name}", round(p if isinstance(p, float) else p(n), 6)))
    project.log(model, edit, rows, **more)


def averages(
    project: Project, origins: tuple[Place | float, ...], cats: Place | float, dogs: Place | float = 0.5
) -> None:
    """Save answers to `pet`: one probability for each of the four versions compared with, one for each group."""
    versions: dict[str, Place | float] = {f"hen-{n}": p for n, p in enumerate(origins, 1)}
    versions |= {f"cat-{n}": cats for n in (1, 2)} | {f"dog-{n}": dogs for n in (1, 2, 3)}
    answer(project, "pet", versions)


def scored(project: Project, edit: str, **wanted: Any) -> dict[str, Any]:
    """Replay and return the one row of an edit that is wanted."""
    project.replay()
    (found,) = [r for r in project.scored(edit) if all(r[k] == v for k, v in wanted.items())]
    return found
