"""Figures that others published, rebuilt from their counts.

Rates with a count and their re-drawn ranges are tried in `tests/effects/test_published.py`; here follow controls,
differences, Wilson's ranges and ratios of shortlists. `tests/data/published-others.json` was taken from the record of
all 628 cells (`cells`, each with `value`, `control`, `flips` and what else its source says under `extra`):

    shortlists = [{"id": c["id"], "value": c["value"], "commit": c["source"]["commit"][:12],
                   "group": [e["women_shortlisted"], e["n_women_positive"]],
                   "reference": [e["men_shortlisted"], e["n_men_positive"]]}
                  for c in cells if c["measure"] == "shortlist" for e in [c["extra"]]]
    controls = [{"id": c["id"], "n": c["n"], "flips": c["flips"], "value": c["value"], "control": k["value"],
                 "control_flips": k.get("flips"), "lo": k.get("lo"), "hi": k.get("hi"),
                 "excess": c["extra"].get("excess"), "commit": c["source"]["commit"][:12]}
                for c in cells if c["flips"] is not None and c["control"] for k in [c["control"]]
                if k.get("value") is not None]
"""

import json
from pathlib import Path

import pytest

from bd.validate.figures import FLIPS, OTHERS, figures, read_figures
from bd.validate.rivals import wilson
from tests.effects.test_published import misses
from tests.projects import Project

ROOT = Path(__file__).parents[2]
FLIP_CELLS = json.loads((ROOT / FLIPS).read_text("utf-8"))["cells"]
RECORD = json.loads((ROOT / OTHERS).read_text("utf-8"))
CONTROLS = [c for c in RECORD["controls"] if c["control_flips"] is not None]
ROUNDING = 0.00005 + 1e-12
"""Figures there have 4 decimals."""


def names(cells):
    return [cell["id"] for cell in cells]


@pytest.mark.parametrize("cell", RECORD["shortlists"], ids=names(RECORD["shortlists"]))
def test_two_counts_give_the_ratio_of_a_shortlist(cell):
    (own, of), (reference, of_reference) = cell["group"], cell["reference"]
    assert own / of / (reference / of_reference) == pytest.approx(cell["value"], abs=ROUNDING)


@pytest.mark.parametrize("cell", CONTROLS, ids=names(CONTROLS))
def test_counts_give_value_control_and_difference(cell):
    own, control = cell["flips"] / cell["n"], cell["control_flips"] / cell["n"]
    assert own == pytest.approx(cell["value"], abs=ROUNDING)
    assert control == pytest.approx(cell["control"], abs=ROUNDING)
    if cell["excess"] is not None:
        assert own - control == pytest.approx(cell["excess"], abs=ROUNDING)


WILSON = [c for c in FLIP_CELLS if c.get("interval") == "Wilson"]


@pytest.mark.parametrize("cell", WILSON, ids=names(WILSON))
def test_a_count_gives_wilsons_range(cell):
    assert wilson(cell["flips"], cell["n"]) == pytest.approx((cell["lo"], cell["hi"]), abs=ROUNDING)


RANGED = [c for c in CONTROLS if c["lo"] is not None]


@pytest.mark.parametrize("cell", RANGED, ids=names(RANGED))
def test_logs_with_these_counts_replay_to_value_control_and_difference(tmp_path, cell):
    project = Project(tmp_path, cell["n"]).save()
    project.flips("fern", "as-written", "", 0)
    project.flips("fern", "gender-swap", "-swapped", cell["flips"])
    project.flips("fern", "ask-twice", "", cell["control_flips"])
    project.replay()
    (found,) = project.scored("gender-swap")
    assert found["value"] == pytest.approx(cell["value"], abs=ROUNDING)
    assert found["control"]["value"] == pytest.approx(cell["control"], abs=ROUNDING)
    assert found["effect"] == pytest.approx(found["value"] - found["control"]["value"], abs=2e-6)
    if cell["excess"] is not None:
        assert found["effect"] == pytest.approx(cell["excess"], abs=ROUNDING)
    ends = (found["control"]["lo"], found["control"]["hi"])
    if cell["control_flips"] >= 5:
        assert max(misses(cell | {"flips": cell["control_flips"]}, *ends)) <= 3
    else:  # ends stand on so few counts that a standard error says nothing
        assert ends == pytest.approx((cell["lo"], cell["hi"]), abs=1.01 / cell["n"])


def test_of_628_published_cells_323_can_be_rebuilt_and_all_of_them_agree():
    found = read_figures(ROOT)
    assert (found.all, found.rebuilt, found.agree) == (628, 323, 323)
    assert (found.values, found.redrawn, found.wilson, found.shortlists) == (275, 35, 4, 48)
    assert found.not_rebuilt == {"shift": 245, "stereotype": 60}


def test_a_figure_that_is_off_by_a_digit_does_not_agree():
    wrong = [FLIP_CELLS[0] | {"value": FLIP_CELLS[0]["value"] + 0.0002}, *FLIP_CELLS[1:]]
    assert figures(wrong, RECORD).agree == 322


def test_a_project_without_published_counts_has_no_figures(tmp_path):
    assert read_figures(tmp_path) is None
