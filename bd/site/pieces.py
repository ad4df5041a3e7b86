"""The smallest pieces of HTML, which stand on a page by the hundred: numbers, ranges, links to a model or a term.

They are filters of the templates (`number|figure`), since calling a macro takes several times as long as what it does.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from markupsafe import Markup, escape

from bd.site.markers import shape
from bd.site.records.parts import Figure, Model, Span
from bd.site.verdicts import APART, CLEAR, OPEN

__all__ = ["MARKS", "STRIKE", "figure", "marker", "named", "safe", "shown", "span", "term"]

MARKS = {CLEAR: "", OPEN: " hollow", APART: " apart"}
"""The class of each mark, beside that of its model."""
STRIKE = Markup('<path class="strike" d="M1 15 L15 1"/>')
"""What is drawn across a shape that is clear and takes no place, so that colour is not all that tells it."""
_SIGNS = re.compile("[&<>\"']")
"""What `escape` changes."""
safe: Callable[[str], Markup] = partial(str.__new__, Markup)
"""As `Markup` itself, which first looks whether it is given some already."""


def shown(value: Any) -> Any:
    """Return words as they may stand in HTML: as `escape` does, and quicker where there is nothing to do."""
    kind = type(value)
    if kind is Markup or (kind is str and not _SIGNS.search(value)):
        return value
    return str(value) if kind is int or kind is float else escape(value)


def figure(number: Figure) -> Markup:
    """Return a number with its value and its place in the data file."""
    value, key, text = number.value, number.key, number.text
    if _SIGNS.search(value + key + text):
        value, key, text = escape(value), escape(key), escape(text)
    return safe(f'<data value="{value}" data-key="{key}">{text}</data>')


def span(ends: Span) -> Markup:
    """Return both ends of a range."""
    return safe(f"{figure(ends.lo)} to {figure(ends.hi)}")


@lru_cache(maxsize=1024)
def marker(model: Model, mark: str = CLEAR) -> Markup:
    """Return the shape of a model as a mark: filled for clear, hollow for open, grey and struck through for apart."""
    return Markup(
        f'<svg class="marker m-{escape(model.id)}{MARKS[mark]}" viewBox="0 0 16 16" width="16" height="16" '
        f'aria-hidden="true" focusable="false"><path d="{shape(model.marker)}"/>{STRIKE if mark == APART else ""}</svg>'
    )


def named(model: Model, link: str, mark: str, build: str) -> Markup:
    """Return a model with its shape and a link, and which build of it is meant."""
    aside = f' <span class="aside">{shown(build)}</span>' if build else ""
    name = f'<a href="{shown(link)}">{shown(model.label)}</a>'
    return safe(f'<span class="named">{marker(model, mark)}{name}</span>{aside}')


def term(label: str, link: str) -> Markup:
    """Return a word of the method, which leads to what it means."""
    return safe(f'<a class="term" href="{shown(link)}">{shown(label)}</a>')
