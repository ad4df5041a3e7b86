"""From page records to HTML. Templates get one page, the frame around every page, and a few ways of showing things."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import jinja2
from jinja2.runtime import Context

from bd.site import markdown
from bd.site.markers import shape
from bd.site.paths import MISSING, link
from bd.site.records import (
    BuildsPage,
    DataPage,
    EnginePage,
    EnginesPage,
    EngineTopicPage,
    HomePage,
    LevelPage,
    Link,
    MethodsPage,
    MissingPage,
    Page,
    ReportedPage,
)
from bd.site.settings import Settings

__all__ = ["Frame", "Renderer", "accent_colours", "frame_of", "model_colours"]

_NOT_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")
"""Signs that HTML does not allow; shown as the sign for a sign that cannot be shown."""

_TEMPLATES: dict[type[Page], str] = {
    HomePage: "home.html",
    LevelPage: "level.html",
    EnginesPage: "engines.html",
    EnginePage: "engine.html",
    EngineTopicPage: "engine-topic.html",
    BuildsPage: "builds.html",
    MethodsPage: "methods.html",
    DataPage: "data.html",
    MissingPage: "missing.html",
    ReportedPage: "reported.html",
}


@dataclass(frozen=True)
class Frame:
    """What stands around every page."""

    title: str
    base_url: str
    base_path: str
    nav: tuple[Link, ...]
    date: str
    """The day of the data, as the data file tells it."""
    commit: str
    """The commit of the answers, short; empty where there is none."""
    reported: bool = False
    """Whether the site also shows what others reported."""


def frame_of(data: dict[str, Any], settings: Settings) -> Frame:
    """Return the frame of a data file's site."""
    origin = data["provenance"]
    return Frame(
        title=settings.title,
        base_url=settings.base_url,
        base_path=settings.base_path,
        nav=(Link("Models", "/engines/"), Link("Methods", "/methods/"), Link("Data", "/data/")),
        date=origin["generated"],
        commit=origin["record_commit_short"] or "",
        reported=bool(data.get("reported")),
    )


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
            loader=jinja2.FileSystemLoader(templates),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.environment.globals.update(frame=frame, shape=shape, to=self._to, canonical=self._canonical)
        self.environment.filters.update(md=markdown.block, words=markdown.inline)

    def render(self, page: Page) -> bytes:
        """Return a page as UTF-8 HTML."""
        template = self.environment.get_template(_TEMPLATES[type(page)])
        return _NOT_TEXT.sub("\ufffd", template.render(page=page)).encode("utf-8", "replace")

    @jinja2.pass_context
    def _to(self, context: Context, address: str) -> str:
        return link(context["page"].head.address, address, self.frame.base_path)

    def _canonical(self, address: str) -> str:
        return "" if address == MISSING else urljoin(self.frame.base_url, address.lstrip("/"))


def model_colours(engines: Iterable[dict[str, Any]]) -> str:
    """Return the colours of models as style rules, for light and dark."""
    each = list(engines)
    light = "\n".join(f".m-{e['id']} {{ --model: {e['color']}; }}" for e in each)
    dark = "\n".join(f"  .m-{e['id']} {{ --model: {e['color_dark']}; }}" for e in each)
    return f"{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}\n"


def accent_colours(settings: Settings) -> str:
    """Return the site's own colours as style rules, for light and dark."""
    light, dark = settings.light, settings.dark
    return (
        f":root {{ --accent: {light.accent}; --mark: {light.mark}; }}\n"
        "@media (prefers-color-scheme: dark) {\n"
        f"  :root {{ --accent: {dark.accent}; --mark: {dark.mark}; }}\n}}\n"
    )
