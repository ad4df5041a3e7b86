"""A made-up source with a few figures, for tests of what others reported. Nothing here was measured."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bd.files import dump_jsonl
from bd.report.build import build_leaderboard
from bd.report.reported import Reported, import_reported, read_reported
from bd.study.records import Study
from tests.report.samples import COMMIT, DATE, sample_effects, sample_examples, sample_study

SOURCE = "elsewhere"
TOML = """format = "bd/reported-source@1"
label = "Elsewhere"
about = "Another *audit*."
as_of = "2026-05-04"
citation = "Elsewhere, their own files."

[[models]]
id = "owl"
label = "Owl"
about = "A model of theirs."

[[models]]
id = "alder"
label = "Alder, as they call it"

[[edits]]
id = "creed"
characteristic = "faith"
words = "a phrase about a faith"

[[edits]]
id = "years"
characteristic = "years"
words = "another year"

[[edits]]
id = "list"
characteristic = "faith"
words = "Northerners over Southerners"

[[edits]]
id = "again"
characteristic = "again"
words = "nothing"

[[edits]]
id = "harmless"
left_out = "A control edit."

[[measures]]
id = "flip"
label = "answers changed, in 100"

[[measures]]
id = "shift"
label = "move, in points"
difference = true

[[measures]]
id = "ratio"
label = "a ratio"
left_out = "A ratio, which is no effect."

[[measures]]
id = "share"
label = "ratio of two shares"
tells = "ratio"

[[measures]]
id = "repeat"
label = "answers changed with nothing else, in 100"
tells = "repeat"

[[questions]]
id = "their-keep"
label = "keep it or not"
decision = "keep-drop"

[[questions]]
id = "their-own"
label = "a question of their own"

[[groups]]
id = "northern"
label = "Northerners"
group = "north"

[[groups]]
id = "all"
label = "mean of all groups"

[[samples]]
id = "half"
label = "half of the texts"

[[variants]]
id = "plain"
label = "as written"

[[variants]]
id = "both"
label = "both versions averaged"

[[controls]]
id = "asked again"
label = "asked again"
subtract = true

[[controls]]
id = "level"
label = "a neutral phrase, text by text"

[[intervals]]
id = "redrawn"
label = "2,000 re-draws"
"""


def published(name: str, **changed: Any) -> dict[str, Any]:
    """Return a cell as the source publishes it."""
    plain = {
        "id": name,
        "model": "owl",
        "decision": "red-blue",
        "edit": "creed",
        "group": "northern",
        "question": None,
        "measure": "shift",
        "n": 1200,
        "value": -0.0512,
        "lo": -0.06,
        "hi": -0.0411,
        "control": {"kind": "level", "value": None, "lo": None, "hi": None},
        "flips": None,
        "interval": "redrawn",
        "published_unit": "points",
        "extra": {},
        "source": {"path": "studies/red-blue.jsonl", "commit": "0123abcd"},
    }
    return plain | changed


def published_file() -> dict[str, Any]:
    """Return everything the source publishes: cells for each kind of page, and some to be left out."""
    alone = {"group": None, "control": None, "n": None}
    listed = alone | {"edit": "list", "measure": "share", "published_unit": "ratio", "variant": "plain", "cut": 1250}
    counted = {"measure": "flip", "control": {"kind": "asked again", "value": 0.01, "lo": 0.0, "hi": 0.02}}
    return copy.deepcopy(
        {
            "cells": [
                published("within"),
                published("level", control={"kind": "level", "value": 0.3, "lo": None, "hi": None}, group="all"),
                published(
                    "flips", lo=0.03, hi=0.05, value=0.04, flips=48, extra={"excess_ci": [0.01, 0.045]}, **counted
                ),
                published("few", lo=None, hi=None, value=0.04, interval=None, sample="half", **counted),
                published("mapped", question="their-keep"),
                published("own", question="their-own"),
                published("none", edit="years", group=None, decision="yes-no", control=None, model="alder", n=None),
                published("written-20", **listed | {"value": 0.8597, "lo": 0.6576, "hi": 0.9996}),
                published("written-both", **listed | {"value": 1.0, "lo": 0.9, "hi": 1.1, "variant": "both"}),
                published("written-few", **listed | {"value": 1.2, "lo": 1.1, "hi": 1.3, "cut": 20}),
                published(
                    "yes-again",
                    **alone | {"edit": "again", "measure": "repeat", "value": 0.006, "flips": 3, "n": 500},
                    lo=None,
                    hi=None,
                    interval=None,
                ),
                published("ratio", measure="ratio", value=0.9, lo=None, hi=None),
                published("harmless", edit="harmless", measure="flip"),
            ]
        }
    )


def make_reported(root: Path, study: Study, found: dict[str, Any] | None = None, toml: str = TOML) -> Path:
    """Write the source's description, import what it publishes, and return the file of lines."""
    folder = root / "studies" / "reported"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{SOURCE}.toml").write_text(toml, "utf-8")
    file = root / "published.json"
    file.write_text(json.dumps(published_file() if found is None else found), "utf-8")
    import_reported(root, study, SOURCE, file)
    return folder / f"{SOURCE}.jsonl"


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def write_rows(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    path.write_bytes(dump_jsonl(rows))


def sample_reported(root: Path, toml: str = TOML) -> tuple[Reported, ...]:
    """Return the made-up source as `bd report` reads it."""
    make_reported(root, sample_study(), toml=toml)
    return read_reported(root, sample_study())


def reported_board(root: Path, toml: str = TOML) -> dict[str, Any]:
    """Return a whole data file that holds the made-up source."""
    return build_leaderboard(
        sample_study(),
        sample_effects(),
        date=DATE,
        commit=COMMIT,
        examples=sample_examples(),
        reported=sample_reported(root, toml),
    )
