"""What the search on every page looks through: one small script with an entry for each page and each term.

An entry says what the page is called and what kind it is, where it stands, what was found there, and other words that
it should be found by. How words are compared is the part of `site/static/search-match.js`; here nothing is ranked,
save that of two entries found equally well the earlier one is shown first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from bd.naming import bare
from bd.site.paths import file_of
from bd.site.records.boards import Boards
from bd.site.records.pages import EnginePage, EngineTopicPage, LevelPage, MethodsPage
from bd.site.records.parts import Page
from bd.site.text import worded
from bd.site.verdicts import CLEAR
from bd.site.write import File

__all__ = [
    "INDEX",
    "Entry",
    "engine_entry",
    "in_order",
    "index_file",
    "index_script",
    "level_entry",
    "methods_entries",
    "no_entry",
    "page_entry",
    "topic_entry",
]

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
    level: str = ""
    """How general it is, as a level of pages; no part of the index."""


def index_file(entries: Iterable[Entry]) -> File:
    """Return the script that holds the index of a site."""
    return File(INDEX, index_script(in_order(entries)), "the search")


def in_order(entries: Iterable[Entry]) -> list[Entry]:
    """Return entries with the most general first; of those that are equally general the order stays."""
    return sorted(entries, key=lambda each: _ORDER.index(each.level) if each.level in _ORDER else len(_ORDER))


def index_script(entries: Iterable[Entry]) -> bytes:
    """Return entries as a script of ASCII signs, one entry a line, that cannot end an element it stands in."""
    each = list(entries)
    kinds = list(dict.fromkeys(entry.kind for entry in each))
    rows = ",\n".join(
        _json([kinds.index(entry.kind), *map(bare, (entry.label, entry.file, entry.found, entry.more))])
        for entry in each
    )
    return f'"use strict";\nself.searchIndex = {{\n"kinds": {_json(kinds)},\n"entries": [\n{rows}\n]}};\n'.encode(
        "ascii"
    )


def _json(value: object) -> str:
    # ASCII alone: so the two line ends that JSON allows and older scripts do not are escaped as well.
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c").replace(">", "\\u003e")


def page_entry(page: Page) -> Iterator[Entry]:
    """Yield the entry of a page of which nothing more is to be told than its title and what it says of itself."""
    yield _entry("page", page)


def no_entry(page: Page) -> Iterator[Entry]:
    """Yield nothing: a page that search does not lead to."""
    return iter(())


def level_entry(page: LevelPage) -> Iterator[Entry]:
    """Yield the entry of a level, with what its board shows first."""
    entry = _entry(page.level, page, _level_words(page))
    yield replace(entry, kind=page.kicker, found=_standing(page.boards))


def engine_entry(page: EnginePage) -> Iterator[Entry]:
    """Yield the entry of a model, which is also found by its builds."""
    builds = (f"{build.id} {build.label}" for build in page.builds)
    yield _entry("engine", page, " ".join([page.model.kind, *builds]))


def topic_entry(page: EngineTopicPage) -> Iterator[Entry]:
    """Yield the entry of a model on one characteristic."""
    yield _entry("engine-characteristic", page)


def methods_entries(page: MethodsPage) -> Iterator[Entry]:
    """Yield the entries of the methods page and of each term on it."""
    yield from page_entry(page)
    for term in page.terms:
        file = f"{file_of(page.head.address)}#{term.anchor}"
        yield Entry(worded("kind.term"), term.term, file, _brief(term.text), "", "term")


def _entry(level: str, page: Page, more: str = "") -> Entry:
    head = page.head
    found, others = _brief(head.description), _others(more, head.title)
    return Entry(worded(f"kind.{level}"), head.title, file_of(head.address), found, others, level)


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
        return f"{worded('verdict.not-clear')}; the largest {first.model.label}, {first.value.text} points"
    if boards.shown:
        first = max(boards.shown, key=lambda line: abs(float(line.value.value)))
        return f"{first.model.label}, {first.value.text} points, not ranked"
    return "planted models only" if boards.planted else worded("verdict.missing")


def _level_words(page: LevelPage) -> str:
    """Return what a level is also known by: the study's words, what was changed, the group's phrases, the question."""
    return f"{page.search} {_own_words(page)}"


def _own_words(page: LevelPage) -> str:
    if page.level == "group":
        return " ".join(label for change in page.changes for role, label in change.pairs if role == "to")
    if page.level in ("item", "cell"):
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
