"""`site/site.toml`: the site's title, description, base address, date and accent colours.

Every fault is told at once, each in one line. The date is the day of the data; `bd report` takes it when none is given.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bd.errors import BdError, Problem, ProblemsError
from bd.files import is_day, read_bytes
from bd.passwords import holds_password
from bd.site.inputs import SETTINGS
from bd.site.paths import is_page

__all__ = ["Accents", "Settings", "base_fault", "load_settings"]

_COLOUR = re.compile(r"#[0-9a-f]{6}")
_WORDS = ("title", "description")
_MAY_LACK = ("by", "licence", "licence_url", "models", "repository", "get", "more")
_KEYS = {*_WORDS, *_MAY_LACK, "base_url", "date", "colours", "moved", "notes"}
_SCHEMES = ("light", "dark")
_ACCENTS = ("accent", "mark")


@dataclass(frozen=True)
class Accents:
    """The two colours of a scheme besides those of the models."""

    accent: str
    """Links and the rule beside a finding."""
    mark: str
    """Behind changed words."""


@dataclass(frozen=True)
class Settings:
    """What people decide about the site as a whole."""

    title: str
    description: str
    base_url: str
    """Where the site will stand, with a slash at its end."""
    date: str
    """The day of the data, such as `2026-01-31`."""
    light: Accents
    dark: Accents
    by: str = ""
    """Whoever is to be named when something of the site is used."""
    licence: str = ""
    """Under which terms the numbers stand, in a word or two."""
    licence_url: str = ""
    """Where those terms can be read."""
    models: str = ""
    """What a reader who has never heard of them should know of the models, in a sentence or two."""
    repository: str = ""
    """Where the code and the saved answers can be had."""
    get: str = ""
    """How a reader gets `bd` and the answers, in Markdown: the first step of those who check."""
    more: str = ""
    """Where more on checking can be read, in Markdown."""
    moved: tuple[tuple[str, str], ...] = ()
    """Addresses that pages had, each with the one that it leads to now."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """By the day of an edition: what changed in the rules with it and why, as Markdown."""

    @property
    def base_path(self) -> str:
        """The path part of the base address, with a slash at both ends."""
        return urlsplit(self.base_url).path or "/"


def load_settings(root: Path) -> Settings:
    """Read `site/site.toml` of a project.

    Raises
    ------
    BdError
        The file is missing or not TOML.
    ProblemsError
        Something in it is missing, unknown or not as it must be; one line for each.
    """
    path = root / SETTINGS
    try:
        table = tomllib.loads(read_bytes(path).decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BdError(f"{SETTINGS}: not TOML ({error})") from None
    except (ValueError, RecursionError):
        raise BdError(f"{SETTINGS}: not read: a number has thousands of digits, or lists are nested too deep") from None
    problems = [Problem(SETTINGS, None, message) for message in _faults(table)]
    if problems:
        raise ProblemsError(problems)
    light, dark = (Accents(**{name: table["colours"][scheme][name] for name in _ACCENTS}) for scheme in _SCHEMES)
    more = {key: table.get(key, "") for key in _MAY_LACK}
    moved = tuple(sorted(table.get("moved", {}).items()))
    fixed = (table["title"], table["description"], table["base_url"], table["date"])
    return Settings(*fixed, light, dark, **more, moved=moved, notes=table.get("notes", {}))


_PASSWORD = "holds the name of a user or a password, which everybody could read; leave out all before the @"


def base_fault(url: object) -> str | None:
    """Say what is wrong with a base address; None if nothing is."""
    if holds_password(url):
        return f"base address {_PASSWORD}"
    try:
        parts = urlsplit(url) if isinstance(url, str) and url.isprintable() else None
    except ValueError:
        parts = None
    right = parts and parts.scheme in ("http", "https") and parts.netloc and not parts.query and not parts.fragment
    if parts and right and parts.path.endswith("/") and not {" ", '"', "<", ">"} & set(parts.geturl()):
        return None
    return f"base address {url!r} must look like https://example.org/ or https://example.org/bias/, slash included"


def _faults(table: dict[str, Any]) -> Iterator[str]:
    for key in sorted(table.keys() - _KEYS):
        yield f"unknown key {key!r}; known are {', '.join(sorted(_KEYS))}"
    for key in _WORDS:
        text = table.get(key)
        if not _is_line(text):
            yield f"{key} must be a line of text"
    for key in _MAY_LACK:
        if key in table and not _is_line(table[key]):
            yield f"{key} must be a line of text, or be left out"
    for key in ("licence_url", "repository"):
        if _is_line(table.get(key)) and not str(table[key]).startswith(("https://", "http://")):
            yield f"{key} must begin with https:// or http://"
    for key in sorted(_KEYS - {"base_url", "colours", "moved"}):
        if holds_password(table.get(key)):
            yield f"{key} {_PASSWORD}"
    fault = base_fault(table.get("base_url"))
    if fault is not None:
        yield fault
    if not is_day(table.get("date")):
        yield f'date {table.get("date")!r} must be a day in quotes, such as "2026-01-31"'
    yield from _colour_faults(table.get("colours"))
    yield from _moved_faults(table.get("moved", {}))
    yield from _note_faults(table.get("notes", {}))


def _is_line(text: object) -> bool:
    return isinstance(text, str) and bool(text.strip()) and text.isprintable()


def _moved_faults(moved: object) -> Iterator[str]:
    if not isinstance(moved, dict):
        yield 'moved must be a table of addresses, such as "/old/" = "/new/"'
        return
    for old, new in moved.items():
        for each in (old, new):
            if not is_page(each):
                yield f"moved: {each!r} must be the address of a page, such as /age/"


def _note_faults(notes: object) -> Iterator[str]:
    if not isinstance(notes, dict):
        yield 'notes must be a table of texts by day, such as "2026-01-31" = "What changed."'
        return
    for day, text in notes.items():
        if not is_day(day) or not isinstance(text, str) or not text.strip():
            yield f'notes: {day!r} must be a day, such as "2026-01-31", with a text'


def _colour_faults(colours: object) -> Iterator[str]:
    for scheme in _SCHEMES:
        table = colours.get(scheme) if isinstance(colours, dict) else None
        for name in _ACCENTS:
            value = table.get(name) if isinstance(table, dict) else None
            if not isinstance(value, str) or not _COLOUR.fullmatch(value):
                yield f'colours.{scheme}.{name} must be a colour such as "#0b5a5e"'
