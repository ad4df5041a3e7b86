"""Selection rates among the figures of a page."""

from bd.site.cells import cell_groups
from bd.site.tables.columns import Column
from bd.site.tables.results import EFFECTS, every_result
from tests.report.samples import sample_board
from tests.site.reading import names_in

RATES = {
    "n": 500,
    "group": {"picked": 200, "versions": 1, "rate": 0.4},
    "reference": {"picked": 255, "versions": 1, "rate": 0.51},
    "reference_label": "a tall person",
    "ratio": 0.784314,
    "lo": 0.71,
    "hi": 0.86,
    "why": None,
    "why_no_range": None,
    "undefined": 0,
    "upper_if_none": None,
    "below_line": True,
    "range_below_line": False,
    "above_line": False,
    "range_above_line": False,
    "rule": "may be under four fifths",
}


def names_with(rates):
    board = sample_board()
    for topic in board["dimensions"]:
        for cell in topic["breakdown"]["cells"]:
            if topic["id"] == "hue" and cell["group"] == "dark":
                cell["engines"]["alder"]["rates"] = rates
    return names_in(board)


def alder(rates):
    names = names_with(rates)
    cells = [cell for cell in names.dimensions["hue"].breakdown.cells if cell.group == "dark"]
    (group,) = cell_groups(names, cells)
    return next(row for row in group.rows if row.model.id == "alder").rates


def test_rates_stand_in_percent_and_the_ratio_on_its_side_of_the_mark():
    found = alder(RATES)
    assert (found.group_rate.text, found.reference_rate.text) == ("40.0%", "51.0%")
    assert (found.ratio.text, found.range.lo.text, found.range.hi.text) == ("0.78", "0.71", "0.86")
    assert (found.rule, found.beyond, found.option, found.reference) == (RATES["rule"], True, "drop", "a tall person")
    assert alder(RATES | {"ratio": 0.7999}).ratio.text == "0.7999"


def test_without_a_ratio_its_reason_stands_there():
    why = {"id": "too-few-answered", "text": "fewer than 95% were answered"}
    found = alder(RATES | {"ratio": None, "lo": None, "hi": None, "why": why, "rule": None, "below_line": False})
    assert (found.ratio, found.range, found.rule, found.why, found.beyond) == (None, None, "", why["text"], False)


def test_where_nobody_is_picked_the_exact_bound_takes_the_place_of_the_range():
    found = alder(RATES | {"ratio": 0.0, "lo": 0.0, "hi": 0.0, "upper_if_none": 0.0144})
    assert (found.range, found.bound.text) == (None, "0.01")


def test_a_file_of_an_earlier_version_and_a_result_without_a_group_have_none():
    assert alder(None) is None
    names = names_in(sample_board())
    assert names.dimensions


def test_the_table_of_results_has_them():
    names = names_with(RATES)
    columns = {column.name: column for column in EFFECTS.columns if isinstance(column, Column)}
    rows = [p for p in every_result(names) if getattr(p["facet"], "rates", None) is not None]
    (parts,) = rows
    read = {name: columns[name].read(names, parts) for name in ("rate_group", "impact_ratio", "impact_rule")}
    assert {name: getattr(value, "value", value) for name, value in read.items()} == {
        "rate_group": 0.4, "impact_ratio": 0.784314, "impact_rule": "may be under four fifths"
    }  # fmt: skip
