"""Pages of levels: a characteristic, a group, a question, or one group asked one question."""

from __future__ import annotations

from collections.abc import Iterator

from bd.report import contract
from bd.report.reported.records import EFFECT
from bd.site.around import crumbs, siblings
from bd.site.averages import averages_of
from bd.site.below import level_line
from bd.site.boards import Level, boards, lead_line, level_of
from bd.site.cells import cell_groups, folded
from bd.site.charts import board_chart, chart_links, chart_title, two_ways
from bd.site.evidence import asking_of, changes_of, evidence_of
from bd.site.facts import level_facts
from bd.site.findings import level_finding
from bd.site.grids import grids
from bd.site.meaning import meaning_of
from bd.site.names import Names
from bd.site.records.pages import LevelPage, Tested
from bd.site.records.parts import Head
from bd.site.reported import reported_here
from bd.site.scale import scale_of
from bd.site.shortlist import listed_below, shortlists_here
from bd.site.text import worded
from bd.site.threepoints import level_picture
from bd.site.titles import level_title
from bd.site.words import plain
from bd.study.records import CHECK

__all__ = ["level_page"]


def level_page(names: Names, page: contract.Page) -> LevelPage:
    """Return the page of a level."""
    level, here = level_of(names, page), page.address
    dimension, top = level.dimension, level.kind == "characteristic"
    facets = [facet for cell in level.cells for facet in cell.measured]
    options = two_ways(names, level)
    scale = scale_of(facets, signed=options is not None)
    reported = reported_here(names, here)
    said = level_finding(names, level, here, reported=bool(reported))
    asked = asking_of(names, (cell.item for cell in level.cells))
    changes = changes_of(dimension, names, level.cells)
    cells = cell_groups(names, level.cells)
    cells = folded(cells) if len(cells) > 1 else cells
    chart = board_chart(names, level, scale, id="chart", title=chart_title(level), at=here, options=options)
    title = plain(level_title(names, level, page.label))
    return LevelPage(
        head=Head(
            address=here,
            title=page.label,
            description=plain(said),
            heading=title,
            crumbs=tuple(crumbs(names, level)),
            also=chart_links(chart),
        ),
        level=level.kind,
        kicker=worded("kind.check" if top and dimension.kind == CHECK else f"kind.{level.kind}"),
        topic=dimension.long if top else page.label,
        line=level_line(names, level, title),
        finding=said,
        picture=level_picture(names, level),
        grids=grids(names, level),
        meaning=meaning_of(names, level),
        search=_search(names, level),
        facts=level_facts(names, level, asked, changes, here),
        chart=chart,
        boards=boards(names, level),
        averages=averages_of(names, level),
        cells=cells,
        lines=sum(len(group.rows) + 1 for group in cells),
        detailed=all(cell.engines[model].address == here for cell in level.cells for model in names.models),
        asked=asked,
        changes=changes,
        evidence=evidence_of(names, _by_interest(names, level)),
        notes=tuple(dimension.notes) if top else (),
        siblings=tuple(siblings(names, level, here)),
        reported=tuple(each for each in reported if each.tells == EFFECT),
        ratios=tuple(each for each in reported if each.tells != EFFECT),
        shortlists=shortlists_here(names, level),
        listed=listed_below(names, level),
        tested=tuple(_tested(names, level)) if top else (),
    )


def _search(names: Names, level: Level) -> str:
    """Return the study's other words for what a level is about."""
    about: list[contract.Characteristic | contract.Group | contract.Question] = []
    if level.kind == "characteristic":
        about.append(level.dimension)
    if level.group is not None:
        about.append(names.levels(level.dimension.id).groups[level.group])
    if level.question is not None:
        about.append(names.questions[level.question])
    return " ".join(word for each in about for word in each.search)


def _tested(names: Names, level: Level) -> Iterator[Tested]:
    """Yield every build with an answer here, in the order of the models, and the logs behind its results."""
    logs: dict[tuple[str, str], dict[str, None]] = {}
    for cell in level.cells:
        for facet in cell.measured:
            mine = logs.setdefault((facet.engine, facet.build), {})
            mine.update((log.path, None) for log in facet.answers)
    order = list(names.models)
    for model, build in sorted(logs, key=lambda each: (order.index(each[0]), each[1] != each[0], each[1])):
        yield Tested(names.models[model], names.build_label(model, build), tuple(sorted(logs[model, build])))


def _by_interest(names: Names, level: Level) -> list[contract.Cell]:
    """Return the cells with that of the first line of the board in front."""
    line = lead_line(level)
    first = None if line is None else line.facet
    return sorted(level.cells, key=lambda cell: cell.facet != first)
