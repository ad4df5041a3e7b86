"""Markdown that people wrote in a study, as HTML; HTML written in it stays text.

Links and pictures are off as well: the words of a study lead nowhere outside the site. The same words stand on many
pages, so what became of them is kept.
"""

from __future__ import annotations

from functools import lru_cache

from markdown_it import MarkdownIt
from markupsafe import Markup

__all__ = ["block", "inline"]


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "linkify": False})
    return parser.disable(
        ["image", "link", "autolink", "html_block", "html_inline", "heading", "lheading", "reference"]
    )


@lru_cache(maxsize=4096)
def block(text: str) -> Markup:
    """Return paragraphs and lists."""
    return Markup(_parser().render(text))


@lru_cache(maxsize=4096)
def inline(text: str) -> Markup:
    """Return one run of words, without a paragraph around it."""
    return Markup(_parser().renderInline(text))
