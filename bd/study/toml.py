"""Reading one TOML file of a study strictly: every key known, every value of its kind, all faults told at once.

What the values mean together (a group without a control, a decision without texts) is `bd.study.check`'s part.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bd.errors import Problem
from bd.files import read_ordinary
from bd.naming import TURNING, name_fault, shows_nothing

__all__ = ["Reader", "Table", "read_toml"]


def read_toml(path: Path, shown: str, expected: str, problems: list[Problem]) -> Table | None:
    """Read one file; None if it is no TOML of this format, with the reason added to `problems`.

    Parameters
    ----------
    path
        Where the file is.
    shown
        The file's name in messages, relative to the project.
    expected
        The format version that this file must state, such as `bd/decision@1`.
    """
    try:
        text = read_ordinary(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        problems.append(Problem(shown, None, "not UTF-8; save the file as UTF-8"))
        return None
    except OSError as error:
        problems.append(Problem(shown, None, f"cannot be read ({error.strerror})"))
        return None
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+)", str(error))
        line = int(found[1]) if found else max(1, len(text.splitlines()))  # else "at end of document"
        problems.append(Problem(shown, line, f"not TOML: {error}"))
        return None
    except RecursionError:
        problems.append(Problem(shown, None, "not read: lists or tables stand too deep within each other"))
        return None
    except ValueError:
        problems.append(Problem(shown, None, "not read: a number has thousands of digits; write it shorter"))
        return None
    stated = values.pop("format", None)
    if stated != expected:
        problems.append(Problem(shown, None, f"format is {stated!r}, this bd reads {expected!r}"))
        return None
    return Table(values, "", Reader(shown, text, problems))


class Reader:
    """Where faults of one file go, with the line where a key stands."""

    def __init__(self, shown: str, text: str, problems: list[Problem]) -> None:
        self.shown = shown
        self._lines = text.splitlines()
        self._problems = problems

    def fault(self, message: str, near: str | None = None, after: int | None = None) -> None:
        """Add a fault; `near` is text that stands on the line that is meant, at or below the line `after`."""
        line = after
        if near:
            below = [n for n, text in enumerate(self._lines, 1) if near in text and n >= (after or 1)]
            line = below[0] if below else after
        self._problems.append(Problem(self.shown, line, message))

    def headers(self, name: str, after: int | None) -> Iterator[int]:
        """Yield the lines on which tables of a dotted name begin, below the line `after`."""
        for number, text in enumerate(self._lines, 1):
            if number > (after or 0) and text.strip().startswith(f"[[{name}]]"):
                yield number


class Table:
    """One TOML table, from which each key is taken once; `done` names the keys that nothing asked for."""

    def __init__(self, values: Mapping[str, Any], place: str, reader: Reader, line: int | None = None) -> None:
        self._left = dict(values)
        self._place = place
        self.reader = reader
        self.line = line
        """Where the table begins, for tables of an array; None for the file itself."""

    def _fault(self, message: str, near: str | None = None) -> None:
        self.reader.fault(f"{self._place}{message}", near, self.line)

    def _take(self, key: str, kind: type, empty: Any, required: bool) -> Any:
        if key not in self._left:
            if required:
                self._fault(f"{key} is missing")
            return empty
        value = self._left.pop(key)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self._fault(f"{key} must be {_KINDS[kind]}", key)
            return empty
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """Take a string; without a default it must be there and not be empty."""
        if default is None and self._left.get(key) == "":
            self._fault(f"{key} is empty", key)
        value: str = self._take(key, str, default or "", default is None)
        fault = name_fault(value) if key in _NAMES else _words_fault(value)
        if fault and value:
            self._fault(f"{key} {fault}", key)
        return value

    def optional_text(self, key: str) -> str | None:
        """Take a string, or None where the key is absent."""
        value: str | None = self._take(key, str, None, False)
        return value

    def flag(self, key: str, default: bool) -> bool:
        """Take true or false."""
        return bool(self._take(key, bool, default, False))

    def number(self, key: str, default: int | None = None) -> int:
        """Take a whole number."""
        return int(self._take(key, int, default or 0, default is None))

    def optional_number(self, key: str) -> int | None:
        """Take a whole number, or None where the key is absent."""
        value: int | None = self._take(key, int, None, False)
        return value

    def fraction(self, key: str, default: float | None = None) -> float:
        """Take a number from 0 to 1."""
        value = self._take(key, object, default or 0.0, default is None)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
            self._fault(f"{key} must be a number from 0 to 1", key)
            return 0.0
        return float(value)

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """Take a list of strings."""
        values = self._take(key, list, list(default or ()), default is None)
        if not all(isinstance(v, str) for v in values):
            self._fault(f"{key} must be a list of texts", key)
            return ()
        return tuple(values)

    def numbers(self, key: str) -> tuple[float, ...]:
        """Take a list of numbers."""
        values = self._take(key, list, [], True)
        if not all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in values):
            self._fault(f"{key} must be a list of numbers", key)
            return ()
        return tuple(float(v) for v in values)

    def table(self, key: str, required: bool = True) -> Table:
        """Take a table within this one."""
        return Table(self._take(key, dict, {}, required), f"{self._place}{key}.", self.reader, self.line)

    def optional_table(self, key: str) -> Table | None:
        """Take a table within this one, or None where the key is absent."""
        return self.table(key) if key in self._left else None

    def tables(self, key: str, required: bool = True) -> list[Table]:
        """Take an array of tables."""
        values = self._take(key, list, [], required)
        if not all(isinstance(v, dict) for v in values):
            self._fault(f"{key} must be tables, each headed [[{self._place}{key}]]", key)
            return []
        name = re.sub(r"\[\d+\]", "", self._place) + key
        lines = self.reader.headers(name, self.line)
        return [Table(v, f"{self._place}{key}[{n}].", self.reader, next(lines, None)) for n, v in enumerate(values, 1)]

    def rest(self) -> dict[str, Any]:
        """Take everything not yet taken."""
        values, self._left = self._left, {}
        return values

    def done(self) -> None:
        """Name every key that nothing asked for: most often it is misspelt."""
        for key in self._left:
            self._fault(f"{key} is not a known key", key)


_NAMES = ("label", "long", "noun", "words", "build_label", "before_words", "after_words")
"""Keys of texts that are names, wherever they stand."""
_HIDDEN = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029{TURNING}]")
"""Signs that a reader does not see and that would move or hide the words around them."""


def _words_fault(text: str) -> str | None:
    if _HIDDEN.search(text):
        return "holds a control character, or a sign that turns the words around it; take it out"
    return "shows nothing; write words that can be read" if shows_nothing(text) else None


_KINDS = {str: "a text", bool: "true or false", int: "a whole number", list: "a list", dict: "a table"}
