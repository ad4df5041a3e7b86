"""A throw-away project with a data file, and ways of reading the pages built from it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import html5lib
import orjson

REPOSITORY = Path(__file__).resolve().parents[2]


def make_project(root: Path, board: dict[str, Any]) -> Path:
    """Write a project that has a data file, the repository's settings and its style sheet, and nothing else."""
    (root / "site" / "data").mkdir(parents=True, exist_ok=True)
    shutil.copy(REPOSITORY / "site" / "site.toml", root / "site" / "site.toml")
    shutil.copytree(REPOSITORY / "site" / "static", root / "site" / "static", dirs_exist_ok=True)
    set_board(root, board)
    return root


def set_board(root: Path, board: dict[str, Any]) -> None:
    (root / "site" / "data" / "leaderboard.json").write_bytes(orjson.dumps(board))


def pages_of(dist: Path) -> dict[str, Html]:
    """Return every page by its path; html5lib refuses one that is not written by the rules."""
    return {path.relative_to(dist).as_posix(): Html(path) for path in sorted(dist.rglob("*.html"))}


@dataclass
class Html:
    """One page, read strictly."""

    path: Path

    @cached_property
    def tree(self) -> Element:
        parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
        return parser.parse(self.path.read_text("utf-8"))

    def all(self, tag: str) -> Iterator[Element]:
        return self.tree.iter(tag)

    def first(self, tag: str) -> Element:
        return next(self.all(tag))

    @cached_property
    def ids(self) -> list[str]:
        return [each.attrib["id"] for each in self.tree.iter() if isinstance(each.tag, str) and "id" in each.attrib]

    @cached_property
    def links(self) -> list[str]:
        return [each.attrib[name] for each in self.tree.iter() for name in ("href", "src") if name in each.attrib]

    @property
    def text(self) -> str:
        return words(self.first("body"))


def words(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())
