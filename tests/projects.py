"""Throw-away projects for tests: a made-up study of gardeners, and saved answers written by hand.

`Project(tmp_path)` holds one text set, one decision (does the gardener grow tulips or roses?) and one test of every
kind. Change `files` before `save()` to break it, write logs with `log`, then replay.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bd.answers.folder import Answers, read_answers
from bd.files import sha256_bytes
from bd.replay.work import Replayed, replay
from bd.study.load import load_study
from bd.study.plan import edits_of, plan_log

DECISION = "tulip-rose"
PATHS = {"decision": "studies/decisions/tulip-rose.toml", "texts": "studies/texts/beds.toml"}
WORDS = {"changed": "A detail.", "control": "Another detail.", "measured": "Changes.", "scored": "Changes beyond it."}

Row = dict[str, Any]


def row(row_id: str, choice: str | None, p: float | None = None, question: str = DECISION, **more: Any) -> Row:
    """One saved answer; `p` is the probability of `tulip`."""
    body: dict[str, Any] = {"type": "choice", "choice": choice} | more
    if p is not None:
        body["probabilities"] = {"tulip": p, "rose": round(1 - p, 6)}
    return {"id": row_id, "answers": {question: body}}


def sure(row_id: str, p: float) -> Row:
    """An answer whose choice is the more probable option."""
    return row(row_id, "tulip" if p >= 0.5 else "rose", p)


def pack(rows: Iterable[Any], members: int = 1) -> bytes:
    """Gzip rows; what is bytes already is taken as it stands."""
    lines = [r if isinstance(r, bytes) else json.dumps(r, ensure_ascii=False).encode() for r in rows]
    step = max(1, -(-len(lines) // members))
    parts = [lines[n : n + step] for n in range(0, len(lines), step)] or [[]]
    return b"".join(gzip.compress(b"".join(line + b"\n" for line in part), mtime=0) for part in parts)


def as_toml(values: Mapping[str, Any], place: str = "") -> str:
    """Write plain values, tables and arrays of tables as TOML; JSON strings are TOML strings."""
    tables = {k: v for k, v in values.items() if isinstance(v, dict)}
    arrays = {k: v for k, v in values.items() if isinstance(v, list) and v and isinstance(v[0], dict)}
    plain = {k: v for k, v in values.items() if k not in tables and k not in arrays}
    text = "".join(f"{key} = {json.dumps(value)}\n" for key, value in plain.items())
    for key, table in tables.items():
        text += f"\n[{place}{key}]\n" + as_toml(table, f"{place}{key}.")
    for key, items in arrays.items():
        text += "".join(f"\n[[{place}{key}]]\n" + as_toml(item, f"{place}{key}.") for item in items)
    return text


def version(name: str, role: str = "measured", **settings: Any) -> dict[str, Any]:
    return {"id": name, "label": name, "role": role} | settings


def characteristic(
    edit: str, edits: str, measure: str, control: str, versions: Sequence[dict[str, Any]], **more: Any
) -> dict[str, Any]:
    test = {
        "edit": edit,
        "kind": edits,
        "measure": measure,
        "control": control,
        "decisions": [DECISION],
        "words": dict(WORDS),
        "versions": list(versions),
    }
    return {"format": "bd/characteristic@1", "label": edit, "long": edit, "tests": [test]} | more


def characteristics() -> dict[str, dict[str, Any]]:
    groups = [{"id": "east", "label": "East"}, {"id": "west", "label": "West"}]
    phrases = (
        version("east", group="east", phrase="a member of the east club"),
        version("west", group="west", phrase="a member of the west club"),
        version("chess", "control", phrase="a member of the chess club"),
    )
    ages = (version("34", "from", age=34), version("35", "control", age=35), version("61", age=61))
    orders = (version("listed", "from", reversed=False), version("reversed", reversed=True))
    return {
        "gender": characteristic("gender-swap", "swap", "flip", "repeat", [version("swapped")]),
        "age": characteristic("age", "stated-age", "flip", "version", ages),
        "club": characteristic("club", "phrase-before-pronoun", "shift", "version", phrases, groups=groups),
        "option-order": characteristic("option-order", "order", "order", "repeat", orders, kind="check"),
        "ask-twice": characteristic("ask-twice", "repeat", "repeat", "none", [version("again")], kind="noise"),
    }


def option(name: str) -> dict[str, str]:
    return {"id": name, "label": name, "statement": f"The gardener grows {name}s."}


def decision(**more: Any) -> dict[str, Any]:
    return {
        "format": "bd/decision@1",
        "label": "tulip or rose",
        "question": "What does the gardener grow?",
        "positive": "tulip",
        "texts": "beds",
        "truth": "grows",
        "calibration": "beds",
        "prompt": "{text} {options}",
        "options": [option("tulip"), option("rose")],
    } | more


def _told_apart(path: str, values: dict[str, Any]) -> dict[str, Any]:
    """Give a copy of a decision or card that kept its label the name of its file: no two may be called alike."""
    stem, label = Path(path).stem, values.get("label")
    kept = {"tulip or rose": DECISION, "Fern": "fern"}
    return values | {"label": stem} if label in kept and kept[label] != stem else values


class Project:
    """A project under a test's own folder."""

    def __init__(self, root: Path, texts: int = 12) -> None:
        self.root = root
        self.ids = [f"bed-{n:06d}" for n in range(1, texts + 1)]
        self.texts: list[Row] = [
            {"id": i, "text": "By the gate, she waters the beds.", "grows": "tulip" if n % 2 else "rose"}
            for n, i in enumerate(self.ids)
        ]
        beds = {"label": "beds", "noun": "bed", "about": "Made-up gardeners.", "licence": "CC BY 4.0"}
        self.files: dict[str, dict[str, Any]] = {
            PATHS["texts"]: {"format": "bd/texts@1", "sha256": ""} | beds,
            PATHS["decision"]: decision(),
        }
        self.files |= {f"studies/characteristics/{name}.toml": c for name, c in characteristics().items()}

    def characteristic(self, name: str) -> dict[str, Any]:
        return self.files[f"studies/characteristics/{name}.toml"]

    def save(self) -> Project:
        """Write the study; the SHA-256 of the texts is filled in where none is stated."""
        texts = self.write("studies/texts/beds.jsonl", b"".join(json.dumps(t).encode() + b"\n" for t in self.texts))
        for path, values in self.files.items():
            if path == PATHS["texts"] and not values["sha256"]:
                values = values | {"sha256": sha256_bytes(texts)}
            self.write(path, as_toml(_told_apart(path, values)).encode())
        return self

    def write(self, path: str, data: bytes) -> bytes:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_bytes(data)
        return data

    def log(
        self,
        model: str,
        edit: str,
        rows: Iterable[Any],
        *,
        decision: str = DECISION,
        pinned: bool = True,
        members: int = 1,
        limit: int | None = None,
        stated: Mapping[str, Any] = MappingProxyType({}),
    ) -> str:
        """Write one log, with its sidecar if it is pinned, and return its path.

        What is `stated` stands in the sidecar instead of what is true; `...` leaves a key out.
        """
        path = f"answers/{model}/{decision}/{edit}.jsonl.gz"
        data = self.write(path, pack(rows, members))
        if pinned:
            facts = {
                "format": "bd/answers@1",
                "build": {"package": "made-up", "version": "1"},
                "decides": "argmax",
                "limit": limit,
                "texts_sha256": plan_log(load_study(self.root), decision, edit, limit).texts_sha256,
                "sha256": sha256_bytes(data),
                "rows": gzip.decompress(data).count(b"\n"),
                "licence": "MIT",
                "asked": "2026-11-29",
            }
            facts = {k: v for k, v in (facts | dict(stated)).items() if v is not ...}
            self.write(f"{path}.metadata.json", json.dumps(facts).encode())
        return path

    def flips(self, model: str, edit: str, suffix: str, changed: int, **more: Any) -> str:
        """Write a log in which the first `changed` texts are answered `rose`, the others `tulip`."""
        rows = (row(i + suffix, "rose" if n < changed else "tulip") for n, i in enumerate(self.ids))
        return self.log(model, edit, rows, **more)

    def answers(self) -> Answers:
        return read_answers(self.root, load_study(self.root))

    def replay(self) -> Replayed:
        return replay(self.root)

    def scored(self, edit: str, decision: str = DECISION) -> list[dict[str, Any]]:
        """Return the rows of one scored file as they stand in it."""
        path = self.root / "studies" / f"{decision}-{edit}.jsonl"
        return [json.loads(line) for line in path.read_bytes().splitlines()]

    def outputs(self) -> dict[str, bytes]:
        """Return the bytes of every file of a replay's, by its path under `studies/`."""
        studies = self.root / "studies"
        found = sorted([*studies.glob("*.jsonl"), *studies.glob("levels/*.jsonl")])
        return {p.relative_to(studies).as_posix(): p.read_bytes() for p in found}


def full(project: Project, model: str = "fern", limit: int | None = None) -> None:
    """Save answers to every test, with flips, shifts and repeats in known texts, to all texts or only some."""
    study = load_study(project.root)
    ages = {"34": 0.6, "35": 0.55, "61": 0.3}
    clubs = {"east": 0.75, "west": 0.55, "chess": 0.6}
    sides = {"listed": 0.7, "reversed": 0.4}
    rows: dict[str, list[Row]] = {edit: [] for edit in edits_of(study, DECISION)}
    asked = [r.text_id for r in plan_log(study, DECISION, "as-written", limit).rows]
    for n, i in enumerate(asked):
        rows["as-written"].append(row(i, "tulip"))
        rows["ask-twice"].append(row(i, "rose" if n < len(asked) // 10 else "tulip"))
        rows["gender-swap"].append(row(f"{i}-swapped", "rose" if n < len(asked) // 3 else "tulip"))
        rows["age"] += [sure(f"{i}-age-{v}", p) for v, p in ages.items()]
        rows["club"] += [sure(f"{i}-club-{v}", round(p + n % 7 / 100, 6)) for v, p in clubs.items()]
        rows["option-order"] += [sure(f"{i}-option-order-{v}", round(p + n % 3 / 10, 6)) for v, p in sides.items()]
    for edit, found in rows.items():
        project.log(model, edit, found, limit=limit)
