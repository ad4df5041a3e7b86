"""From the files under `studies/` to one checked `Study`, or every fault in them at once.

Reading single keys is `bd.study.toml`'s part, rules that span files are `bd.study.check`'s.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import orjson

from bd.aside import entries
from bd.errors import BdError, Problem, ProblemsError
from bd.files import is_slug, read_ordinary, sha256_bytes, slug_fault
from bd.jsons import BOM, twice_in
from bd.study.check import check_study
from bd.study.records import (
    Characteristic,
    Decision,
    Group,
    ModelCard,
    Option,
    Orientation,
    Study,
    Test,
    Text,
    TextSet,
    Tolerance,
    Version,
)
from bd.study.shortlist import read_shortlist
from bd.study.toml import Table, read_toml

__all__ = ["find_root", "load_study"]


def find_root(start: Path) -> Path:
    """Return the project's folder: `start` or the nearest folder above it that has `studies/decisions`."""
    for folder in (start.resolve(), *start.resolve().parents):
        if (folder / "studies" / "decisions").is_dir():
            return folder
    raise BdError(f"{start}: no folder studies/decisions here or above; go into a project, or name one with --project")


def load_study(root: Path) -> Study:
    """Read everything that people write under `root/studies`.

    Raises
    ------
    ProblemsError
        Names every fault of every file, each with its place.
    """
    problems: list[Problem] = []
    study = Study(
        texts=_each(root, "texts", "bd/texts@1", _text_set, problems),
        decisions=_each(root, "decisions", "bd/decision@1", _decision, problems),
        characteristics=_in_order(_each(root, "characteristics", "bd/characteristic@1", _characteristic, problems)),
        models=_each(root, "models", "bd/model@1", _model_card, problems),
    )
    problems += check_study(study)
    if problems:
        raise ProblemsError(problems)
    return study


def _in_order(characteristics: Mapping[str, Characteristic]) -> tuple[Characteristic, ...]:
    return tuple(sorted(characteristics.values(), key=lambda c: (c.order, c.id)))


def _each(root: Path, folder: str, expected: str, build: Any, problems: list[Problem]) -> dict[str, Any]:
    built: dict[str, Any] = {}
    for path in entries(root / "studies" / folder, "*.toml"):
        shown = path.relative_to(root).as_posix()
        if fault := slug_fault(path.stem):
            problems.append(Problem(shown, None, f"the file's name is its id, and {path.stem!r} {fault}"))
            continue
        table = read_toml(path, shown, expected, problems)
        if table is not None:
            built[path.stem] = build(path, shown, table, problems)
            table.done()
    return built


def _text_set(path: Path, shown: str, table: Table, problems: list[Problem]) -> TextSet:
    sha256 = table.text("sha256").lower()  # some tools print it in capitals
    lines = path.with_suffix(".jsonl")
    texts, found = _texts(lines, shown.removesuffix(".toml") + ".jsonl", problems)
    if found is not None and sha256 and found != sha256:
        table.reader.fault(
            f"the texts have changed: {lines.name} has SHA-256 {found}, not the one fixed here; "
            "saved answers belong to the texts as they were",
            "sha256",
        )
    return TextSet(
        id=path.stem,
        label=table.text("label"),
        noun=table.text("noun"),
        about=table.text("about"),
        licence=table.text("licence"),
        sha256=sha256,
        texts=texts,
        frame=table.optional_text("frame"),
        people=table.optional_text("people") or "",
    )


def _texts(path: Path, shown: str, problems: list[Problem]) -> tuple[tuple[Text, ...], str | None]:
    try:
        data = read_ordinary(path)
    except OSError as error:
        problems.append(Problem(shown, None, f"cannot be read ({error.strerror})"))
        return (), None
    texts: dict[str, Text] = {}
    alike: dict[bytes, Any] = {}  # most sets have few kinds of texts, and labels take more memory than short texts
    for number, line in enumerate(BytesIO(data.removeprefix(BOM)), 1):
        if not line.strip():
            continue
        try:
            row = orjson.loads(line)
        except orjson.JSONDecodeError as error:
            problems.append(Problem(shown, number, f"not JSON ({error})"))
            continue
        fault = _text_fault(row, texts) or twice_in(line, row)
        if fault:
            problems.append(Problem(shown, number, fault))
            continue
        text_id, text = row.pop("id"), row.pop("text")
        try:
            texts[text_id] = Text(text_id, text, alike.setdefault(orjson.dumps(row), row))
        except TypeError:  # as orjson has it
            problems.append(Problem(shown, number, "its labels stand too deep within each other; write them plainly"))
    if not texts:
        problems.append(Problem(shown, None, "holds no text"))
    return tuple(texts.values()), sha256_bytes(data)


def _text_fault(row: Any, texts: Mapping[str, Text]) -> str | None:
    if not isinstance(row, dict) or not isinstance(row.get("text"), str) or not row["text"].strip():
        return 'each line is an object with "id" and a "text" that is not empty'
    if not isinstance(row.get("id"), str):
        return '"id" must be a string'
    if not is_slug(row["id"]):
        return f"id {row['id']!r} must be lower-case words and digits joined by single hyphens"
    if row["id"] in texts:
        return f"id {row['id']!r} stands twice"
    return None


def _decision(path: Path, shown: str, table: Table, problems: list[Problem]) -> Decision:
    where = {label: _values(values) for label, values in table.table("where", required=False).rest().items()}
    return Decision(
        id=path.stem,
        label=table.text("label"),
        question=table.text("question"),
        options=tuple(_option(t) for t in table.tables("options")),
        positive=table.text("positive"),
        texts=table.text("texts"),
        where=where,
        truth=table.optional_text("truth"),
        calibration=table.text("calibration"),
        prompt=table.text("prompt"),
        law=table.optional_text("law"),
        path=shown,
        most=table.optional_number("most"),
        area=table.optional_text("area"),
        search=table.texts("search", ()),
    )


def _values(values: Any) -> tuple[str, ...]:
    return tuple(values) if isinstance(values, list) else (values,)


def _option(table: Table) -> Option:
    option_id = table.text("id")
    option = Option(
        id=option_id,
        label=table.text("label"),
        statement=table.text("statement"),
        word=table.text("word", option_id),
        truth=table.text("truth", option_id),
    )
    table.done()
    return option


def _characteristic(path: Path, shown: str, table: Table, problems: list[Problem]) -> Characteristic:
    return Characteristic(
        id=path.stem,
        label=table.text("label"),
        long=table.text("long"),
        kind=table.text("kind", "characteristic"),
        order=table.number("order", 50),
        groups=tuple(_group(t) for t in table.tables("groups", required=False)),
        tests=tuple(_test(t) for t in table.tables("tests")),
        notes=table.texts("notes", ()),
        path=shown,
        shortlists=tuple(read_shortlist(t) for t in table.tables("shortlists", required=False)),
        search=table.texts("search", ()),
    )


def _group(table: Table) -> Group:
    group = Group(id=table.text("id"), label=table.text("label"), search=table.texts("search", ()))
    table.done()
    return group


def _test(table: Table) -> Test:
    words = table.table("words")
    orientation = table.optional_table("orientation")
    test = Test(
        edit=table.text("edit"),
        kind=table.text("kind"),
        measure=table.text("measure"),
        control=table.text("control"),
        decisions=table.texts("decisions"),
        versions=tuple(_version(t) for t in table.tables("versions")),
        words={key: words.text(key) for key in ("changed", "control", "measured", "scored")}
        | {key: words.text(key, "") for key in ("when", "limits")},
        orientation=None if orientation is None else _orientation(orientation),
        ranked_on=table.text("ranked_on", "own"),
        line=table.line,
    )
    words.done()
    table.done()
    return test


def _version(table: Table) -> Version:
    return Version(
        id=table.text("id"),
        label=table.text("label"),
        role=table.text("role", "measured"),
        group=table.optional_text("group"),
        half=table.optional_text("half"),
        settings=table.rest(),
        line=table.line,
    )


def _orientation(table: Table) -> Orientation:
    orientation = Orientation(
        label=table.text("label"),
        before=table.text("before"),
        after=table.text("after"),
        before_words=table.text("before_words"),
        after_words=table.text("after_words"),
    )
    table.done()
    return orientation


def _model_card(path: Path, shown: str, table: Table, problems: list[Problem]) -> ModelCard:
    return ModelCard(
        id=path.stem,
        label=table.text("label"),
        kind=table.text("kind"),
        about=table.text("about"),
        licence=table.text("licence"),
        planted=table.flag("planted", False),
        build_of=table.optional_text("build_of"),
        build_label=table.text("build_label", ""),
        order=table.number("order", 50),
        sees_order=table.flag("sees_order", True),
        sees_question=table.flag("sees_question", True),
        ask=table.table("ask", required=False).rest(),
        tolerance=_tolerance(table.optional_table("tolerance")),
    )


def _tolerance(table: Table | None) -> Tolerance | None:
    if table is None:
        return None
    tolerance = Tolerance(
        probability=table.fraction("probability"),
        choices=table.fraction("choices", 1.0),
        machines=table.texts("machines"),
        why=table.text("why"),
    )
    table.done()
    return tolerance
