"""From page records to HTML. Templates get one page, the frame around every page, and a few ways of showing things."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from pathlib import Path
from types import CodeType

import jinja2
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.runtime import Context
from markupsafe import Markup

from bd.report import contract
from bd.site import markdown, pieces
from bd.site.cards.place import Picture, picture_of
from bd.site.keys import key_of
from bd.site.kinds import kind_of
from bd.site.markers import shape
from bd.site.paths import EMBEDDED, MISSING, absolute, link
from bd.site.records.parts import Link, Model, Page
from bd.site.records.shortlists import SEATS
from bd.site.records.take import Take
from bd.site.settings import Settings
from bd.site.structured import structured
from bd.site.take import Edition, edition_of, take_of
from bd.site.text import CATALOGUE, text, worded
from bd.site.verdicts import CLEAR

__all__ = ["Frame", "Renderer", "frame_of"]

_NOT_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufffe\uffff]")
"""Signs that HTML does not allow; shown as the sign for a sign that cannot be shown. The old line end U+0085, which
validators remark on and browsers keep, is left as it is: a text is shown as it was asked."""

METHODS = "/methods/"
"""The address of the page that says what the words mean."""

_NAV = (("models", "/engines/"), ("methods", METHODS), ("data", "/data/"))

_PLAIN = bytes([*b"\t\n\r", *range(0x20, 0x7F)])
"""Signs of ASCII that HTML allows."""


@dataclass(frozen=True)
class Frame:
    """What stands around every page."""

    title: str
    base_url: str
    base_path: str
    nav: tuple[Link, ...]
    topics: tuple[Link, ...]
    """Every characteristic and what is beside them, which stand in the navigation of every page."""
    date: str
    """The day of the data, as the data file tells it."""
    commit: str
    """The commit of the answers, short; empty where there is none."""
    edition: Edition
    """Which data these are, and who made them."""
    models: str = ""
    """What a reader should know of the models."""
    repository: str = ""
    """Where the code and the saved answers can be had; empty where nobody has said."""
    get: str = ""
    """How they are got, in Markdown; empty likewise."""
    more: str = ""
    """Where more on checking stands, in Markdown."""
    reported: bool = False
    """Whether the site also shows what others reported."""
    tabled: frozenset[str] = frozenset()
    """Addresses of the pages that have files beside them."""
    carded: frozenset[str] = frozenset()
    """Addresses of the pages that have a card of their own."""

    @cached_property
    def key(self) -> str:
        """The key of all of it."""
        plain = replace(self, tabled=frozenset(), carded=frozenset())
        return key_of(plain, sorted(self.tabled), sorted(self.carded))


def _beside(data: contract.Leaderboard) -> Iterator[Link]:
    """Yield the pages beside those of the characteristics that the catalogue has a word for."""
    for page in data.pages:
        word = CATALOGUE.get(f"beside.{page.level}")
        if word is not None:
            yield Link(word, page.address)


def frame_of(
    data: contract.Leaderboard,
    settings: Settings,
    tabled: frozenset[str] = frozenset(),
    carded: frozenset[str] = frozenset(),
) -> Frame:
    """Return the frame of a data file's site.

    Parameters
    ----------
    data
        The data file.
    settings
        The site's own words.
    tabled, carded
        Addresses of the pages with files, and with a card, beside them.
    """
    origin = data.provenance
    return Frame(
        title=settings.title,
        base_url=settings.base_url,
        base_path=settings.base_path,
        nav=tuple(Link(worded(f"nav.{key}"), to) for key, to in _NAV),
        topics=(*(Link(each.label, each.address) for each in data.dimensions), *_beside(data)),
        date=origin.generated,
        commit=origin.record_commit_short or "",
        edition=edition_of(data, settings),
        models=settings.models,
        repository=settings.repository,
        get=settings.get,
        more=settings.more,
        tabled=tabled,
        carded=carded,
        reported=bool(data.reported),
    )


class _Compiled(BytecodeCache):
    """What templates compile to, kept while the process lasts: whoever builds or previews twice compiles once."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, CodeType]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give back what was kept of a template, if its source is the same."""
        source, code = self._kept.get(bucket.key, ("", None))
        if source == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what a template compiled to."""
        if bucket.code is not None:
            self._kept[bucket.key] = bucket.checksum, bucket.code


_COMPILED = _Compiled()


class Renderer:
    """Turns page records into the bytes of their files.

    Parameters
    ----------
    templates
        The folder that holds them.
    frame
        What stands around every page.
    """

    def __init__(self, templates: Path, frame: Frame) -> None:
        self.frame = frame
        self.environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(templates, encoding="utf-8-sig"),
            auto_reload=False,
            bytecode_cache=_COMPILED,
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.environment.globals.update(frame=frame, shape=shape, canonical=self._canonical)
        self.environment.globals.update(take=self._take, structured=self._structured, picture=self._picture)
        self.environment.globals.update(t=worded, sentence=text, SEATS=SEATS)
        self.environment.filters.update(md=markdown.block, words=markdown.inline)
        self.environment.filters.update(figure=pieces.figure, span=pieces.span, marker=pieces.marker)
        self.environment.globals.update(strike=pieces.STRIKE, marks=pieces.MARKS)
        self.environment.filters.update(named=self._named, term=self._term)

    def render(self, page: Page) -> bytes:
        """Return a page as UTF-8 HTML."""
        return self.fill(kind_of(page).template, page)

    def fill(self, template: str, page: Page, **more: object) -> bytes:
        """Return a template of this name, filled with a page and whatever else it takes, as UTF-8."""
        to, below = self._links(page.head.address), self._links(f"{page.head.address}{EMBEDDED}")
        text = self.environment.get_template(template).render(page=page, to=to, below=below, **more)
        data = text.encode("utf-8", "replace")
        # Nearly all signs of a page are plain ones: without them, there is little to look through.
        if _NOT_TEXT.search(data.translate(None, _PLAIN).decode("utf-8")):
            return _NOT_TEXT.sub("\ufffd", text).encode("utf-8", "replace")
        return data

    def _links(self, here: str) -> Callable[[str], str]:
        """Return what makes the link from a page to an address; a page links to the same ones again and again."""
        return cache(partial(link, here, base_path=self.frame.base_path))

    @jinja2.pass_context
    def _named(self, context: Context, model: Model, mark: str = CLEAR, build: str = "", address: str = "") -> Markup:
        return pieces.named(model, context["to"](address or model.address), mark, build)

    @jinja2.pass_context
    def _term(self, context: Context, label: str, anchor: str) -> Markup:
        return pieces.term(label, context["to"](f"{METHODS}#{anchor}"))

    def _canonical(self, address: str) -> str:
        return "" if address == MISSING else absolute(self.frame.base_url, address)

    def _picture(self, page: Page) -> Picture:
        return picture_of(page.head, self.frame.title, self.frame.carded)

    def _take(self, page: Page) -> Take | None:
        return take_of(page.head, self.frame.edition, self.frame.tabled)

    def _structured(self, page: Page) -> Markup:
        """Tell machines of a page's data, where there are files of it; empty where there is nothing to tell."""
        told = kind_of(page).dataset
        if told is None or page.head.address not in self.frame.tabled:
            return Markup()
        return structured(told(page, self.frame.edition))
