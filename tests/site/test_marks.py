"""What stands in a few words beside a result."""

import pytest

from bd.site.marks import exact_because, marks
from tests.site.facets import facet


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"mostly_control": True}, "more than half of it comes from the harmless phrase"),
        ({"control_kind": "none"}, "nothing was asked twice, so nothing is subtracted"),
        ({"chance": True}, "cannot tell these options apart; read its figures with care"),
        ({"clear_joint": False}, "not clear once the control’s own uncertainty is counted in"),
        ({"excess": {"value": 3.0, "lo": 3.0, "hi": 3.0}}, "the same in every text, so that drawing texts anew"),
        ({"detected": False, "cannot_see_change": True, "clear_joint": False}, "cannot see the change"),
    ],
)
def test_each_thing_that_weakens_a_result_stands_beside_it(given, said):
    assert any(each.startswith(said) for each in marks(facet(**given)))


def test_a_result_that_nothing_weakens_has_none():
    assert list(marks(facet())) == []


@pytest.mark.parametrize(
    ("changed", "said"), [(3, "so few answers changed"), (40, "so few answers stayed the same"), (None, "so few")]
)
def test_an_exact_range_says_why_it_is_told(changed, said):
    assert said in exact_because(facet(changed=changed, n=40))
