"""What the search on every page looks through: one small script with an entry for each page and each term.

An entry says what the page is called and what kind it is, where it stands, what was found there, and other words that
it should be found by. How words are compared is the part of `site/static/search-match.js`; here nothing is ranked,
save that of two entries found equally well the earlier one is shown first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from typing import Any

from bd.naming import bare
from bd.site.paths import file_of
from bd.site.records.boards import Boards
from bd.site.records.pages import EnginePage, EngineTopicPage, HomePage, LevelPage, MethodsPage
from bd.site.records.parts import Page, Term
from bd.site.verdicts import CLEAR
from bd.site.write import File

__all__ = ["INDEX", "Entry", "SearchIndex", "index_script"]

INDEX = "static/search-index.js"
"""The file that the search script asks for when somebody first goes to the field."""

_ORDER = ("characteristic", "group", "item", "engine", "term", "cell", "engine-characteristic")
"""Levels of pages, the most general first; pages of other levels come last."""

_LONGEST = 110
"""Signs that a finding may have in a list of results."""

_BRACKETS = re.compile(r" \([^()]*; [^()]*\)")
"""The evidence within a sentence: where, in which range, in how many texts."""

_SENTENCE = re.compile(r"(.+?[.!?])(?= |$)", re.DOTALL)


@dataclass(frozen=True)
class Entry:
    """One thing that can be found."""

    kind: str
    """What kind of page it is, in a reader's words."""
    label: str
    file: str
    """From the site's folder, with the anchor where there is one."""
    found: str
    """What the page says, in one line."""
    more: str
    """Other words that lead here, each once."""


class SearchIndex:
    """An entry for each page that the data file names, and for each term of the method.

    The home page is left out: every page has a link to it, and it holds nothing that has no page of its own.

    Parameters
    ----------
    data
        The data file.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self._levels = {page["address"]: page["level"] for page in data["pages"]}
        self._found: list[tuple[str, Entry]] = []

    def add(self, page: Page) -> None:
        """Take in a page that was made."""
        level = self._levels.get(page.head.address)
        if level is not None and not isinstance(page, HomePage):
            self._found.append((level, _entry(page, level)))
        if isinstance(page, MethodsPage):
            self._found += [("term", _term(page.head.address, term)) for term in page.terms]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, the most general first."""
        return tuple(entry for _, entry in sorted(self._found, key=lambda each: _place(each[0])))

    def file(self) -> File:
        """Return the script that holds the index."""
        return File(INDEX, index_script(self.entries), "the search")


def index_script(entries: Iterable[Entry]) -> bytes:
    """Return entries as a script of ASCII signs, one entry a line, that cannot end an element it stands in."""
    each = list(entries)
    kinds = list(dict.fromkeys(entry.kind for entry in each))
    rows = ",\n".join(_json([kinds.index(entry.kind), *map(bare, astuple(entry)[1:])]) for entry in each)
    return f'"use strict";\nself.searchIndex = {{\n"kinds": {_json(kinds)},\n"entries": [\n{rows}\n]}};\n'.encode(
        "ascii"
    )


def _json(value: object) -> str:
    # ASCII alone: so the two line ends that JSON allows and older scripts do not are escaped as well.
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c").replace(">", "\\u003e")


def _place(level: str) -> int:
    return _ORDER.index(level) if level in _ORDER else len(_ORDER)


def _entry(page: Page, level: str) -> Entry:
    head, kind, more = page.head, "Page", ""
    found = _brief(head.description)
    if isinstance(page, LevelPage):
        kind, found, more = page.kicker, _standing(page.boards), _level_words(page, level)
    elif isinstance(page, EnginePage):
        kind, more = "Model", " ".join([page.model.kind, *(f"{build.id} {build.label}" for build in page.builds)])
    elif isinstance(page, EngineTopicPage):
        kind = "Model on one characteristic"
    return Entry(kind, head.title, file_of(head.address), found, _others(more, head.title))


def _term(address: str, term: Term) -> Entry:
    return Entry("Term", term.term, f"{file_of(address)}#{term.anchor}", _brief(term.text), "")


def _standing(boards: Boards) -> str:
    """Say in a few words what a board shows first."""
    if boards.clear:
        first = boards.clear[0]
        return f"{first.model.label}, {first.value.text} points"
    other_way = [line for line in boards.shown if line.mark == CLEAR]
    if other_way:
        first = min(other_way, key=lambda line: float(line.value.value))
        return f"clearly the other way: {first.model.label}, {first.value.text} points"
    if boards.not_clear:
        first = boards.not_clear[0]
        return f"no clear effect; the largest {first.model.label}, {first.value.text} points"
    if boards.shown:
        first = max(boards.shown, key=lambda line: abs(float(line.value.value)))
        return f"{first.model.label}, {first.value.text} points, not ranked"
    return "planted models only" if boards.planted else "not measured"


def _level_words(page: LevelPage, level: str) -> str:
    """Return what a level is also known by: what was changed, the phrases of the group, the question, its options."""
    if level == "group":
        return " ".join(label for change in page.changes for role, label in change.pairs if role == "to")
    if level in ("item", "cell"):
        return " ".join(word for each in page.asked.questions for word in (each.question, *each.options))
    return " ".join([page.head.heading, *(change.changed for change in page.changes)])


def _others(text: str, label: str) -> str:
    """Return the words of a text that a label lacks, each once."""
    held = {word.casefold() for word in re.findall(r"\w+", label)}
    words = {word.casefold(): word for word in reversed(re.findall(r"\w+", text)) if word.casefold() not in held}
    return " ".join(reversed(words.values()))


def _brief(text: str) -> str:
    """Return the first sentence of a text without its evidence, cut between words where it is long."""
    words = " ".join(_BRACKETS.sub("", text).split())
    said = _SENTENCE.match(words)
    first = said[1] if said else words
    if len(first) <= _LONGEST:
        return first
    whole_words, space, _ = first[:_LONGEST].rpartition(" ")
    return f"{whole_words.rstrip(' ,;:') if space else first[:_LONGEST]}…"
