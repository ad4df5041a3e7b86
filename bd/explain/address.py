"""From an address, as a reader copies it, to what it names: a page, and perhaps a model on it.

A whole URL loses the site's base address, the address of a build leads to the page of its model, and an unknown one is
told with its nearest neighbours and with what an address is like. What stands on a page is left to `bd.explain.found`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any
from urllib.parse import unquote, urlsplit

from bd.board import axes_of, engine_address
from bd.board.addresses import ASKED_TWICE
from bd.errors import BdError
from bd.said import brief, cut
from bd.study.records import NOISE, Characteristic, Study

__all__ = ["REPEATS", "Target", "resolve"]

_NEAREST = 5
"""So many neighbours of an unknown address are told at most."""
_ALIKE, _ALMOST = 0.7, 0.85
"""What `difflib` must find two names to have in common, at least."""
_REPORTED = "reported by {}; the answers are not held here, so nothing can be replayed"
_LISTS = "shortlist"
"""The level of the page of all shortlists, whose numbers stand on pages of questions too."""
_OTHERS = "reported"
"""The level of a page of what others reported."""
_NOT_YET = "has no number yet; `bd list` tells what it was not asked, and `bd report` takes in what it has answered"
REPEATS = ("methods", "asked-twice")
"""Levels of the pages that show how often a model changes its mind."""
_NUMBERS = ("home", *REPEATS)
"""Levels of the pages with numbers of their own that are about no characteristic and no model."""


@dataclass(frozen=True)
class Target:
    """What an address names."""

    address: str
    """Of the page."""
    kind: str
    """The page's level in the data file, such as `characteristic` or `engine`."""
    characteristic: str | None
    group: str | None
    question: str | None
    engine: str | None
    """The model whose page it is."""
    build: str | None
    """The build that is asked about: named after `#`, or the model whose page it is."""
    remark: str | None
    """Where the page is another than the one that was named."""

    @property
    def named(self) -> str:
        """The address with its model, where the page is not that model's own."""
        return self.address if self.build in (None, self.engine) else f"{self.address}#{self.build}"


def resolve(board: Mapping[str, Any], study: Study, text: str, base_url: str | None) -> Target:
    """Return what an address names.

    Parameters
    ----------
    board
        The data file; its pages are what exists.
    study
        For addresses of levels that have no page yet, and of builds.
    text
        An address such as `/age/#alder`, or a URL that ends in one.
    base_url
        Where the site stands; None where that is not known.

    Raises
    ------
    BdError
        There is no such page or no such model; or the page shows what others reported, or no number at all.
    """
    path, build = _split(text, base_url)
    pages = {page["address"]: page for page in board["pages"]}
    page, remark = pages.get(path), None
    if page is None and "://" in text:  # a site may stand below another address, or on a disk
        page = next((pages[tail] for tail in _tails(path) if tail in pages), None)
    if page is None:
        other = _other_page(study, path)
        page = pages.get(other) if other else None
        if page is None:
            raise BdError(_unknown(board, study, path))
        remark = f"{cut(path)} is shown at {other}: it is another build of that model"
    _refuse(page)
    known = _builds(board)
    if build is not None and build not in known:
        raise BdError(_unknown_model(board, study, page["address"], build, known))
    if build is not None and page["engine"] not in (None, known[build]):
        raise BdError(f"{page['address']} is the page of {page['engine']}, not of {build}")
    return Target(
        address=page["address"],
        kind=page["level"],
        characteristic=page["characteristic"],
        group=page["group"],
        question=page["question"],
        engine=page["engine"],
        build=build or page["engine"],
        remark=remark,
    )


def _split(text: str, base_url: str | None) -> tuple[str, str | None]:
    """Return the address and the model behind `#`; what stands before the site's own addresses is taken off."""
    if base_url and text.startswith(base_url):
        text = "/" + text.removeprefix(base_url)
    try:
        parts = urlsplit(text)
    except ValueError as error:  # brackets that hold no address, as in http://[x/
        raise BdError(f"{brief(text)} is no address ({error})") from None
    path = unquote(parts.path).removesuffix("index.html")
    base = urlsplit(base_url).path if base_url and parts.scheme else "/"
    if path.startswith(base):
        path = path.removeprefix(base)
    path = "/" + path.strip("/")
    return path if path == "/" else f"{path}/", unquote(parts.fragment) or None


def _tails(path: str) -> Iterator[str]:
    """Yield what an address ends in, the longest first; not the home page, in which every one ends."""
    names = path.strip("/").split("/")
    yield from (f"/{'/'.join(names[first:])}/" for first in range(1, len(names)))


def _other_page(study: Study, path: str) -> str | None:
    """Return the page of the model that an address names a second build of."""
    named = [part for part in path.split("/") if part]
    card = study.models.get(named[1]) if named[:1] == ["engines"] and len(named) == 2 else None
    return engine_address(card.build_of) if card and card.build_of else None


def _is_level(characteristic: Characteristic, named: list[str]) -> bool:
    """Whether these are ids of a group, of a question, or of both in this order."""
    axes = axes_of(characteristic)
    rest = named[1:] if named[:1] and named[0] in axes.groups else named
    return not rest or (len(rest) == 1 and rest[0] in axes.questions)


def _unknown(board: Mapping[str, Any], study: Study, path: str) -> str:
    named = [part for part in path.split("/") if part]
    characteristic = next((c for c in study.characteristics if named[:1] == [c.id]), None)
    waiting = {each["id"]: each["why"] for each in board["waiting"]}
    if characteristic is not None and _is_level(characteristic, named[1:]):
        why = waiting.get(characteristic.id, "no model has been asked this yet")
        if characteristic.kind == NOISE:
            why = f"asking again has one page for all; its numbers are at {ASKED_TWICE}"
        return f"{cut(path)}: no data: {why}"
    if named[:1] == ["engines"] and named[1:2] and named[1] in study.models:
        return f"{path}: {named[1]} {_NOT_YET}"
    shown = [page for page in board["pages"] if _has_numbers(page)]
    near = _nearest(path, [page["address"] for page in shown])
    like = next(
        (f"{page['address']}#{build}" for page in shown if page["characteristic"] for build in _builds(board)), "/"
    )
    said = f"; the nearest: {', '.join(near)}" if near else ""
    return f"no page {cut(path)}{said}; an address is like {like}, or that page alone"


def _nearest(path: str, addresses: Sequence[str]) -> list[str]:
    """Return which addresses may have been meant: begun alike, almost the same, alike in the last name, or above."""
    by_length = sorted(addresses, key=lambda each: each.count("/"))
    last = path.rstrip("/").rsplit("/", 1)[-1]
    ends = {each: each.rstrip("/").rsplit("/", 1)[-1] for each in by_length}
    alike = {*get_close_matches(last, set(ends.values()), n=_NEAREST, cutoff=_ALIKE)}
    found = (
        *(each for each in by_length if each.startswith(path.rstrip("/"))),
        *get_close_matches(path, addresses, n=_NEAREST, cutoff=_ALMOST),
        *(each for each in by_length if ends[each].startswith(last)),
        *get_close_matches(path, addresses, n=_NEAREST, cutoff=_ALIKE),
        *(each for each in by_length if ends[each] in alike),
        *(each for each in reversed(by_length) if each != "/" and path.startswith(each)),
    )
    return list(dict.fromkeys(found))[:_NEAREST]


def _refuse(page: Mapping[str, Any]) -> None:
    where = page["address"]
    if page["level"] == _OTHERS:
        raise BdError(f"{where}: {_REPORTED.format(page['label'])}")
    if page["level"] == _LISTS:
        raise BdError(f"{where} shows numbers of single questions: give the page of one, `--all` tells its lists too")
    if not _has_numbers(page):
        raise BdError(f"{where} shows no number of its own")


def _has_numbers(page: Mapping[str, Any]) -> bool:
    """Whether there is something to explain: so a page of a kind that is new here is refused, not taken for another."""
    return any(page[key] is not None for key in ("characteristic", "engine")) or page["level"] in _NUMBERS


def _builds(board: Mapping[str, Any]) -> dict[str, str]:
    """Return every build with its model."""
    return {build["id"]: engine["id"] for engine in board["engines"] for build in engine["builds"]}


def _unknown_model(board: Mapping[str, Any], study: Study, where: str, build: str, known: Mapping[str, str]) -> str:
    for source in _reporting(board, build):
        return f"{where}#{build}: {_REPORTED.format(source)}"
    if build in study.models:
        return f"{build} {_NOT_YET}"
    begun = (each for each in sorted(known) if each.startswith(build))
    near = list(dict.fromkeys((*begun, *get_close_matches(build, known, n=_NEAREST, cutoff=_ALIKE))))[:_NEAREST]
    if not known:
        return f"no model {brief(build)}: none has answered yet"
    if not near:
        return f"no model {brief(build)}; there are: {', '.join(sorted(known))}"
    return f"no model {brief(build)}; the nearest: {', '.join(f'{where}#{each}' for each in near)}"


def _reporting(board: Mapping[str, Any], model: str) -> Iterator[str]:
    """Yield the sources that reported figures of a model."""
    for source in board.get("reported", ()):
        if any(each["id"] == model for each in source["models"]):
            yield source["label"]
