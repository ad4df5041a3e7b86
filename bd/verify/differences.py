"""Where two data files differ, by the address of the page that shows it.

Lists are compared entry by entry, each known by its own id and not by its position, so that one model dropped is one
difference for each list it stood in. What the files should hold is left to others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from os.path import commonprefix
from typing import Any

__all__ = ["ABSENT", "Difference", "Tally", "differences", "shown"]


class _Absent:
    """What stands where one file has nothing."""

    def __repr__(self) -> str:
        return "nothing"


ABSENT = _Absent()

_NAMES = tuple(
    tuple(names.split("/"))
    for names in ("address", "id", "build/task", "build", "engine", "facet", "path", "reason", "term", "edit")
)
"""What an entry of a list may be known by; the first that is there and differs in every entry is taken."""
_FILE = "/data/leaderboard.json"
_PAGES = {"overall": "/", "floors": "/methods/", "vocabulary": "/methods/"}
"""Pages that show a part of the file as a whole; what stands on no page of its own is told as the file's."""
_ENGINES = "/engines/"
_LONGEST = 60


@dataclass(frozen=True)
class Difference:
    """One place in which the files differ."""

    address: str
    """The page that shows it, with the model where it is about one."""
    at: str
    """What it is on that page, in the words of the data file, such as `excess.lo`."""
    pointer: str
    """Where it stands in the file, as a JSON pointer by ids, such as `/dimensions/age/ranks/alder`."""
    file: Any
    replay: Any

    def __str__(self) -> str:
        """In one line: what a file calls its entries must not end it, nor steer a terminal."""
        where = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in f"{self.address} {self.at}")
        return f"{where}: file {shown(self.file, self.replay)}, replay {shown(self.replay, self.file)}"


@dataclass
class Tally:
    """How much was compared."""

    numbers: int = 0
    words: int = 0


@dataclass(frozen=True)
class _Place:
    address: str
    build: str | None
    steps: tuple[str, ...]
    """Since the address."""
    pointer: str

    def step(self, key: str, builds: Collection[str]) -> _Place:
        """Go down to an entry; one that is known by a build is about it, and what more it is known by is a step."""
        pointer = f"{self.pointer}/{key.replace('~', '~0').replace('/', '~1')}"
        build, _, rest = key.partition("/")
        if build in builds:
            return replace(self, build=build, steps=(*self.steps, rest) if rest else self.steps, pointer=pointer)
        return replace(self, steps=(*self.steps, key), pointer=pointer)

    def difference(self, file: Any, again: Any) -> Difference:
        own_page = self.build is not None and self.address.startswith(f"{_ENGINES}{self.build}/")
        anchor = "" if self.build is None or own_page else f"#{self.build}"
        at = "".join(f"[{step}]" if step.isdecimal() else f".{step}" for step in self.steps).removeprefix(".")
        return Difference(self.address + anchor, at or "entry", self.pointer, file, again)


def differences(file: Any, again: Any, tally: Tally) -> Iterator[Difference]:
    """Yield every difference between what a data file holds and what it should hold, in the order of the latter.

    Parameters
    ----------
    file, again
        Both as read from JSON.
    tally
        Counts every number and word of `again` as it is compared.
    """
    builds = {build["id"] for engine in again["engines"] for build in engine["builds"]}
    for key in dict.fromkeys((*again, *file)):
        place = _Place(_PAGES.get(key, _FILE), None, (), "").step(key, builds)
        yield from _entry(file, again, key, place, builds, tally)


def _compare(file: Any, again: Any, place: _Place, builds: Collection[str], tally: Tally) -> Iterator[Difference]:
    if isinstance(file, dict) and isinstance(again, dict):
        yield from _objects(file, again, _moved(place, file, again), builds, tally)
    elif isinstance(file, list) and isinstance(again, list):
        yield from _lists(file, again, place, builds, tally)
    else:
        tally.numbers += isinstance(again, (int, float)) and not isinstance(again, bool)
        tally.words += isinstance(again, str)
        if isinstance(file, bool) is not isinstance(again, bool) or file != again:
            yield place.difference(file, again)


def _moved(place: _Place, file: Mapping[str, Any], again: Mapping[str, Any]) -> _Place:
    """Start anew at an entry that has an address. Two edits may share one, so that what was edited is said too."""
    address = again.get("address", file.get("address"))
    if not isinstance(address, str) or not address.startswith("/"):
        return place
    edit = again.get("edit", file.get("edit"))
    return replace(place, address=address, steps=(edit,) if isinstance(edit, str) else ())


def _objects(
    file: Mapping[str, Any], again: Mapping[str, Any], place: _Place, builds: Collection[str], tally: Tally
) -> Iterator[Difference]:
    for key in dict.fromkeys((*again, *file)):
        yield from _entry(file, again, key, place.step(key, builds), builds, tally)


def _entry(
    file: Mapping[str, Any], again: Mapping[str, Any], key: str, place: _Place, builds: Collection[str], tally: Tally
) -> Iterator[Difference]:
    if key in file and key in again:
        yield from _compare(file[key], again[key], place, builds, tally)
        return
    there = file.get(key, again.get(key))
    own = _moved(place, there, there) if isinstance(there, dict) else place
    yield own.difference(file.get(key, ABSENT), again.get(key, ABSENT))


def _lists(
    file: Sequence[Any], again: Sequence[Any], place: _Place, builds: Collection[str], tally: Tally
) -> Iterator[Difference]:
    named = _named(file, again)
    if named is None:
        yield from _objects(_numbered(file), _numbered(again), place, builds, tally)
        return
    mine, theirs = named
    yield from _objects(mine, theirs, place, builds, tally)
    both = [[key for key in one if key in other] for one, other in ((mine, theirs), (theirs, mine))]
    if both[0] != both[1]:
        yield place.step("order", ()).difference(*both)


def _numbered(entries: Sequence[Any]) -> dict[str, Any]:
    return {str(number): each for number, each in enumerate(entries)}


def _named(file: Sequence[Any], again: Sequence[Any]) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Return the entries of both lists by what they are known by; None where nothing tells them apart."""
    if not all(isinstance(each, dict) for each in (*file, *again)):
        return None
    for names in _NAMES:
        keys = [["/".join(str(each.get(n)) for n in names) for each in entries] for entries in (file, again)]
        there = all(n in each for each in (*file, *again) for n in names)
        if there and all(len(set(found)) == len(found) for found in keys):
            return dict(zip(keys[0], file, strict=True)), dict(zip(keys[1], again, strict=True))
    return None


def shown(value: Any, beside: Any = None) -> str:
    """Return a value in a few words; of long words those around the first that differ from what stands `beside`."""
    if isinstance(value, dict):
        return "an entry"
    if isinstance(value, list) and any(isinstance(each, (dict, list)) for each in value):
        return f"a list of {len(value)}"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str) and isinstance(beside, str) and len(value) > _LONGEST:
        return repr(_around(value, len(commonprefix([value, beside]))))  # noqa: RUF071, characters are meant
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _around(text: str, place: int) -> str:
    """Return the part of a long text in which something stands, with a mark where it goes on."""
    start = max(0, min(place - _LONGEST // 3, len(text) - _LONGEST))
    end = start + _LONGEST
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"
