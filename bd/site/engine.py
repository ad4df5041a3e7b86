"""Pages of models: the list of them, one model, and one model on one characteristic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bd.report import contract
from bd.site.below import result_line
from bd.site.boards import PLACED, head_facet, head_of, level_of, loose
from bd.site.builds import machine_findings
from bd.site.cells import topic_groups
from bd.site.charts import Drawn, chart_links, effect_chart
from bd.site.evidence import asking_of, changes_of, first_example
from bd.site.grids import grids
from bd.site.heat import shaded, squares
from bd.site.names import Names
from bd.site.numbers import chance, count, place, points, share, span
from bd.site.openings import opening
from bd.site.order import engines_in_order, largest_first, repeats_first
from bd.site.records.charts import EffectChart
from bd.site.records.pages import Build, EnginePage, EnginesLine, EnginesPage, EngineTopicPage, Repeat, TopicLine
from bd.site.records.parts import Head, Link, Nav, Sentence, Skill
from bd.site.scale import scale_of
from bd.site.titles import engine_title, standing_title
from bd.site.verdicts import OPEN, sign
from bd.site.words import listed, model_finding, plain

__all__ = ["engine_page", "engine_topic_page", "engines_page", "repeats_of"]

ENGINES = "/engines/"
_MODELS = Link("Models", ENGINES)
_TOPICS = "Its largest effect on each characteristic, in percentage points"
_RESULTS = "Each of its results, in percentage points"
_ABOUT = "A mark for each shows the effect, and a line its 95% range. The upright line is what the control edit did."


def engines_page(names: Names, page: contract.Page) -> EnginesPage:
    """Return the list of all models, in the order of the main board, planted ones apart."""
    lines = [_engine_line(names, engine) for engine in engines_in_order(names)]
    head = Head(
        address=page.address,
        title="Models",
        description="Every model that was asked: its kind, its builds and its place on the main board.",
        heading="Models",
        crumbs=(names.home(),),
    )
    return EnginesPage(
        head=head,
        lines=tuple(line for line in lines if not line.model.planted),
        planted=tuple(line for line in lines if line.model.planted),
    )


def _row(names: Names, model: str) -> contract.OverallRow | None:
    return next((row for row in names.data.overall.rows if row.engine == model), None)


def _engine_line(names: Names, engine: contract.Model) -> EnginesLine:
    row = _row(names, engine.id)
    return EnginesLine(
        model=names.models[engine.id],
        about=engine.about,
        licence=engine.licence,
        builds=tuple(_builds(engine)),
        place=place(row.rank) if row is not None and row.rank is not None else None,
        tied=row is not None and row.tied,
        measured_on=None if row is None else count(row.measured_on),
        incomplete=row is not None and row.incomplete,
    )


def _builds(engine: contract.Model) -> Iterator[Build]:
    for build in engine.builds:
        moves = _moves(build.tolerance) if build.tolerance is not None else ()
        yield Build(build.id, build.label, build.main, build.note, moves)


def _moves(tolerance: contract.Tolerance) -> Sentence:
    machines = " and on ".join(tolerance.machines)
    if not tolerance.probability:
        return (f"Asked again on {machines}, it gives the same answers to the last digit. ", tolerance.why)
    return (
        f"Asked again on {machines}, a probability moved by at most ",
        chance(tolerance.probability),
        ", and ",
        chance(tolerance.choices),
        " of the answers or more stayed. ",
        tolerance.why,
    )


def engine_page(names: Names, page: contract.Page) -> EnginePage:
    """Return the page of a model."""
    model = names.models[contract.required(page.engine)]
    engine = names.engine(model.id)
    said = _standing(names, model.id)
    others = [Link(each.label, each.address) for each in names.models.values() if each.id != model.id]
    chart = _topics_chart(names, model.id)
    topics = [each for each in names.dimensions.values() if each.counted]
    (row,) = shaded([tuple(squares(names, model.id, topics))])
    return EnginePage(
        head=Head(
            address=model.address,
            title=model.label,
            description=plain(said),
            heading=plain(engine_title(model, row)),
            crumbs=(names.home(), _MODELS),
            also=chart_links(chart),
        ),
        model=model,
        about=engine.about,
        licence=engine.licence,
        finding=said,
        squares=row,
        builds=tuple(_builds(engine)),
        compare=_compare(names, model.address),
        machines=machine_findings(names, model.id),
        chart=chart,
        topics=tuple(_topic(names, dimension, model.id) for dimension in names.dimensions.values()),
        skills=tuple(_skills(names, model.id)),
        repeats=repeats_of(names, model.id),
        siblings=(Nav("Other models", tuple(others)),) if others else (),
    )


def _compare(names: Names, address: str) -> Link | None:
    pages = (page for page in names.data.pages if page.level == "builds")
    found = next((page for page in pages if page.address.startswith(address)), None)
    return None if found is None else Link("The builds compared, result by result", found.address)


def _standing(names: Names, model: str) -> Sentence:
    label, row = names.models[model].label, _row(names, model)
    if names.models[model].planted:
        return (f"{label} is a planted model: made here to check the test itself. It is shown and takes no place.",)
    if row is None:
        return (f"{label} was not measured on any characteristic.",)
    measured: Sentence = ("It was measured on ", count(row.measured_on), " of the characteristics listed here.")
    if row.rank is None:
        few = row.too_few is not None and row.too_few
        why = ": it has one on too few characteristics to be compared" if few else ""
        return (f"{label} has no place on the main board{why}. ", *measured)
    tied = ", shared with others," if row.tied else ""
    opening = (
        f"{label} has place ",
        place(row.rank),
        f"{tied} on the main board, where the largest effects come first. ",
    )
    untested = listed(names.called(row.untested)) or "one that counts"
    rest = (f" It is incomplete: it was never tested on {untested}.",) if row.incomplete else ()
    return (*opening, *measured, *rest)


def _topic(names: Names, dimension: contract.Characteristic, model: str) -> TopicLine:
    cell, address = dimension.cells[model], names.engine_topic(model, dimension.id)
    head = head_of(dimension, model)
    ranks = dimension.ranks
    line = next((e for part in PLACED for e in dimension.board.part(part) if e.engine == model), None)
    missing = (f"Not measured: {cell.why}.",) if isinstance(cell, contract.ModelMissing) else ()
    return TopicLine(
        link=Link(dimension.label, dimension.address if head is None else address),
        place=place(ranks[model]) if model in ranks else None,
        tied=isinstance(line, contract.Placed) and line.tied,
        mark=OPEN if head is None else sign(head_facet(head)),
        finding=missing if head is None else _title(names, head),
        measured=head is not None,
        counted=dimension.counted,
    )


def _topics_chart(names: Names, model: str) -> EffectChart | None:
    """Draw the result that the model is placed by on each characteristic, the largest first."""
    found = [(dimension, head_of(dimension, model)) for dimension in names.dimensions.values()]
    facets = [(dimension, head_facet(head)) for dimension, head in found if head is not None]
    heads = {id(facet): (dimension, facet) for dimension, facet in facets}
    ordered = [heads[id(facet)] for facet in largest_first(facet for _, facet in heads.values())]
    drawn = [Drawn(d.label, facet, names.engine_topic(model, d.id)) for d, facet in ordered]
    return effect_chart(
        names,
        scale_of(each.facet for each in drawn),
        drawn,
        id="chart",
        title=_TOPICS,
        about=_ABOUT,
        at=names.models[model].address,
    )


def _skills(names: Names, model: str) -> Iterator[Skill]:
    """Yield how often the model is right, once for each decision."""
    facets = [f for d in names.dimensions.values() for f in d.cells[model].facets if isinstance(f, contract.Result)]
    seen: set[str] = set()
    for facet in facets:
        item, ends = facet.item, facet.accuracy_range
        if facet.accuracy is not None and item not in seen:
            seen.add(item)
            yield Skill(
                decision=names.questions[item].label,
                accuracy=share(facet.accuracy),
                range=span(ends[0], ends[1], 1) if ends is not None else None,
            )


def repeats_of(names: Names, model: str | None = None) -> tuple[Repeat, ...]:
    """Return how often answers changed when nothing had; of one model, or of all. The largest first."""
    rows = repeats_first(r for r in names.data.floors.ask_twice if model in (None, r.engine))
    return tuple(_repeat(names, row) for row in rows)


def _repeat(names: Names, row: contract.Repeat) -> Repeat:
    model = names.models[row.engine]
    return Repeat(
        model=model,
        build=names.build_label(model.id, row.build),
        decision=row.task_label,
        changed=points(row.flip_pct, names.digits),
        range=span(row.lo, row.hi, names.digits),
        possible_to=points(row.upper_if_none, names.digits) if row.upper_if_none is not None else None,
        mean_move=chance(row.mean_abs_dp) if row.mean_abs_dp is not None else None,
        max_move=chance(row.max_abs_dp) if row.max_abs_dp is not None else None,
        texts=count(row.n),
        logs=tuple(each.path for each in row.answers),
    )


def engine_topic_page(names: Names, page: contract.Page) -> EngineTopicPage:
    """Return the page of a model on a characteristic."""
    model = names.models[contract.required(page.engine)]
    dimension = names.dimensions[contract.required(page.characteristic)]
    head = head_of(dimension, model.id)
    cells = _cells(dimension, model.id)
    facets = [facet for cell in cells for facet in cell.measured]
    said = () if head is None else _said(names, model.label, head)
    own = largest_first(f for f in facets if f.engine == model.id and isinstance(f, contract.Result))
    drawn = [Drawn(f.label, f, f"{f.address}#{f.build}") for f in own]
    chart = effect_chart(names, scale_of(own), drawn, id="chart", title=_RESULTS, about=_ABOUT, at=page.address)
    level = level_of(names, names.page(dimension.address))
    return EngineTopicPage(
        head=Head(
            address=page.address,
            title=page.label,
            description=plain(said),
            heading=page.label if head is None else plain(_title(names, head)),
            crumbs=(names.home(), _MODELS, Link(model.label, model.address)),
            also=chart_links(chart),
        ),
        model=model,
        line=() if head is None else result_line(names, head_facet(head)),
        grids=grids(names, level, [model.id]),
        finding=said,
        place=place(dimension.ranks[model.id]) if model.id in dimension.ranks else None,
        topic=Link(dimension.label, f"{dimension.address}#{model.id}"),
        chart=chart,
        cells=topic_groups(names, cells, model.id),
        changes=changes_of(dimension, names, cells),
        asked=asking_of(names, (cell.item for cell in cells)),
        example=first_example(names, cells),
        siblings=tuple(_topic_siblings(names, dimension, model.id)),
    )


def _title(names: Names, head: contract.ModelMeasured) -> Sentence:
    facet = head_facet(head)
    return standing_title(names, facet, firm=not loose(head, facet))


def _said(names: Names, label: str, head: contract.ModelMeasured) -> Sentence:
    facet = head_facet(head)
    return model_finding(label, opening(names, facet), facet, names.digits, firm=not loose(head, facet))


def _cells(dimension: contract.Characteristic, model: str) -> list[contract.Cell]:
    """Return the cells in which the model, or another build of it, has a number or a reason; the largest first."""
    cells = list(dimension.breakdown.cells)
    order = largest_first(cell.engines[model] for cell in cells)
    return [next(c for c in cells if c.facet == facet.id) for facet in order]


def _topic_siblings(names: Names, dimension: contract.Characteristic, model: str) -> Iterator[Nav]:
    name = dimension.id
    topics = [
        (d.label, f"{names.models[model].address}{other}/") for other, d in names.dimensions.items() if other != name
    ]
    yield from _known(names, f"{names.models[model].label}, other characteristics", topics)
    models = [(m.label, f"{m.address}{name}/") for m in names.models.values() if m.id != model]
    yield from _known(names, f"{dimension.label}, other models", models)


def _known(names: Names, label: str, links: Iterable[tuple[str, str]]) -> Iterator[Nav]:
    found = tuple(Link(text, to) for text, to in links if to in names.addresses)
    if found:
        yield Nav(label, found)
