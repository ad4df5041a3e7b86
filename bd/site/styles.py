"""The one style sheet of the site, put together, and the rules that a picture file carries with it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bd.files import read_bytes
from bd.report import contract
from bd.site.settings import Settings

__all__ = ["STYLE", "VARIABLES", "chart_style", "is_style_part", "style_sheet"]

STYLE = "static/style.css"
"""Where the style sheet stands on the site."""

VARIABLES = "variables.css"
"""Every size, space and grey, in the static folder."""
_STYLE, _CHART, _FONTS = "style.css", "chart.css", "fonts.css"


def is_style_part(path: Path) -> bool:
    """Return whether a file of the static folder goes into the style sheet, and so is not on the site by itself."""
    return path.name in (VARIABLES, _STYLE, _CHART, _FONTS)


def style_sheet(folder: Path, settings: Settings, engines: Iterable[contract.Model]) -> bytes:
    """Return the style sheet: variables, rules, charts, and the colours that settings and data file name."""
    parts = [read_bytes(folder / name).decode("utf-8-sig") for name in (_FONTS, VARIABLES, _STYLE, _CHART)]
    return "\n".join([*parts, _accent_colours(settings) + _model_colours(engines)]).encode()


def chart_style(folder: Path, settings: Settings, engines: Iterable[contract.Model]) -> str:
    """Return the rules for a picture file in which these models are drawn."""
    parts = [read_bytes(folder / name).decode("utf-8-sig") for name in (VARIABLES, _CHART)]
    return "\n".join([*parts, _accent_colours(settings) + _model_colours(engines)])


def _model_colours(engines: Iterable[contract.Model]) -> str:
    """Return the colours of models as style rules, for light and dark."""
    each = list(engines)
    light = "\n".join(f".m-{e.id} {{ --model: {e.color}; }}" for e in each)
    dark = "\n".join(f"  .m-{e.id} {{ --model: {e.color_dark}; }}" for e in each)
    return f"{light}\n@media screen and (prefers-color-scheme: dark) {{\n{dark}\n}}\n"


def _accent_colours(settings: Settings) -> str:
    """Return the site's own colours as style rules, for light and dark."""
    light, dark = settings.light, settings.dark
    return (
        f":root {{ --accent: {light.accent}; --mark: {light.mark}; }}\n"
        "@media screen and (prefers-color-scheme: dark) {\n"
        f"  :root {{ --accent: {dark.accent}; --mark: {dark.mark}; }}\n}}\n"
    )
