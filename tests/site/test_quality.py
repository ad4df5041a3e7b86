"""The fictional site as browsers get it: markup without fault, and light. `docs/site.md` tells the rest."""

from __future__ import annotations

import pytest

from tools.kinds import Site
from tools.markup import site_faults, summed
from tools.weight import weigh, weight_faults


@pytest.fixture(scope="module")
def site(dist):
    return Site(dist)


def test_no_page_has_a_fault_in_its_markup(site):
    faults = summed(site_faults(site))
    assert not faults, "\n".join(faults)


def test_nothing_is_heavier_than_it_may_be(site):
    assert list(weight_faults(site)) == []
    assert weigh(site).pages


def test_every_level_of_the_data_file_has_a_kind_of_page(site):
    assert {page["level"] for page in site.data["pages"]} <= set(site.kinds)
