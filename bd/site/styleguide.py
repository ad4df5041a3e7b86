"""`/styleguide/`: every piece that pages are made of, once, with the site's own data in it.

For whoever changes a template or a colour; in no menu, no search and no sitemap.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from bd.files import read_bytes
from bd.report import contract
from bd.site.folders import static_folder
from bd.site.making import Making
from bd.site.names import Names
from bd.site.openings import opening
from bd.site.records.pages import LevelPage, StyleguidePage, Verdict
from bd.site.records.parts import Head, Page
from bd.site.styles import VARIABLES
from bd.site.verdicts import verdict_words
from bd.site.words import model_finding
from bd.site.write import File

__all__ = ["styleguide_files"]

_STYLEGUIDE = "/styleguide/"
_VARIABLE = re.compile(r"^  --([a-z0-9]+): ([^;]+);", re.MULTILINE)


def styleguide_files(making: Making) -> Iterator[File]:
    """Yield the page; nothing where no level has a chart to show."""
    variables = _VARIABLE.findall(read_bytes(static_folder(making.root) / VARIABLES).decode().partition("@media")[0])
    page = _styleguide_page(making.names, making.pages, variables)
    if page is not None:
        yield making.page_file(page)


def _styleguide_page(
    names: Names, pages: Iterable[Page], variables: Sequence[tuple[str, str]]
) -> StyleguidePage | None:
    """Return the page; None where there is nothing to show.

    Parameters
    ----------
    names
        What the data file calls things.
    pages
        All other pages, from which the pieces are taken.
    variables
        Name and value of each variable of the style sheet.
    """
    several, single = _first(pages, lambda page: bool(page.grids)), _first(pages, lambda page: len(page.cells) == 1)
    if several is None or single is None:
        return None
    return StyleguidePage(
        head=Head(
            address=_STYLEGUIDE,
            title="Pieces",
            description="Every piece that the pages of this site are made of, once.",
            heading="The pieces of this site",
            crumbs=(names.home(),),
            indexed=False,
        ),
        several=several,
        single=single,
        verdicts=tuple(_verdicts(names)),
        models=tuple(names.models.values()),
        variables=tuple(variables),
    )


def _first(pages: Iterable[Page], wanted: Callable[[LevelPage], bool]) -> LevelPage | None:
    levels = (page for page in pages if isinstance(page, LevelPage) and page.chart is not None)
    return next((page for page in levels if wanted(page)), None)


def _verdicts(names: Names) -> Iterator[Verdict]:
    """Yield one sentence for each verdict that the data file holds."""
    seen: set[str] = set()
    for facet in _facets(names):
        said = verdict_words(facet)
        if said not in seen:
            seen.add(said)
            label = names.models[facet.engine].label
            yield Verdict(said, model_finding(label, opening(names, facet), facet, names.digits))


def _facets(names: Names) -> Iterator[contract.Outcome]:
    for dimension in names.dimensions.values():
        for cell in dimension.breakdown.cells:
            yield from cell.engines.values()
