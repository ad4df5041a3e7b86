"""Charts to take away: for each page with one, a picture file and a page that others may embed."""

from __future__ import annotations

from collections.abc import Iterator

from bd.site.charts import PICTURE
from bd.site.folders import static_folder
from bd.site.making import Making
from bd.site.paths import file_of
from bd.site.records import EffectChart, EnginePage, EngineTopicPage, LevelPage
from bd.site.styles import chart_style
from bd.site.write import File

__all__ = ["chart_files"]


def chart_files(making: Making) -> Iterator[File]:
    """Yield the picture and the page to embed of every page that shows a chart of its own."""
    for page in making.pages:
        if not isinstance(page, LevelPage | EnginePage | EngineTopicPage) or page.chart is None:
            continue
        address, behind = page.head.address, f"the chart of {page.head.title!r} ({page.head.address})"
        picture = making.renderer.fill("chart.svg", page, style=_style(making, page.chart))
        yield File(file_of(f"{address}{PICTURE}"), picture, behind)
        yield File(file_of(page.chart.embedded), making.renderer.fill("chart.html", page), behind)


def _style(making: Making, chart: EffectChart) -> str:
    drawn = {row.model.id for row in chart.rows}
    engines = [engine for engine in making.data["engines"] if engine["id"] in drawn]
    return chart_style(static_folder(making.root), making.settings, engines)
