"""Charts to take away: for each page with one, a picture file and a page that others may embed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from bd.site.charts import PICTURE
from bd.site.folders import static_folder
from bd.site.keys import key_of
from bd.site.making import Making, PageFiles
from bd.site.paths import file_of
from bd.site.records.charts import EffectChart
from bd.site.records.parts import Page
from bd.site.styles import chart_style
from bd.site.write import File

__all__ = ["chart_files"]


def chart_files(making: Making) -> PageFiles:
    """Return what yields the picture and the page to embed of a page that shows a chart of its own."""
    folder, fill = static_folder(making.root), making.renderer.fill

    @cache
    def style(models: frozenset[str]) -> str:
        engines = [engine for engine in making.data.engines if engine.id in models]
        return chart_style(folder, making.settings, engines)

    def files(page: Page, key: str) -> Iterator[File]:
        chart: EffectChart | None = getattr(page, "chart", None)
        if chart is None:
            return
        address, behind = page.head.address, f"the chart of {page.head.title!r} ({page.head.address})"
        key, rules = key_of(making.frame, key), style(frozenset(row.model.id for row in chart.rows))
        picture = partial(fill, "chart.svg", page, style=rules)
        yield File(file_of(f"{address}{PICTURE}"), picture, behind, key_of(key, "picture", rules))
        embedded = partial(fill, "chart.html", page)
        yield File(file_of(chart.embedded), embedded, behind, key_of(key, "embedded"))

    return files
