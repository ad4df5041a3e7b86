"""What was changed, in the words of a result's test in the data file: how a sentence about it opens."""

from __future__ import annotations

import re

from bd.report import contract
from bd.site.names import Names
from bd.site.verdicts import AMONG_GROUPS

__all__ = ["label_of", "opening"]

_RATHER = "When the text says “{measured}” rather than “{control}”"
_OTHERS = "With “{measured}” in the text, set against the average of the other groups’ phrases"
_WITH = "With “{measured}” in the text"
_SOMEHOW = "With the change"
_PLACES = re.compile(r"\{(measured|control|group)\}")


def opening(names: Names, facet: contract.Outcome) -> str:
    """Return words such as `When the text says “aged 61” rather than “aged 34”`.

    The test's own words come first; a test without any gets a standard opening out of the labels of its versions, as
    far as these are unmistakable: one version that is measured, and one that it is compared with.
    """
    test = names.test_of(facet)
    measured = label_of(test, "measured", facet.group)
    control = label_of(test, "control")
    own = test.words.when
    # A stereotype score sets a group against the other groups; the control cancels out of it.
    rather = measured and control and test.measure not in AMONG_GROUPS
    standard = _RATHER if rather else _OTHERS if measured and control else _WITH if measured else _SOMEHOW
    pattern = own or standard
    group = names.group_label(facet)
    labels = {"measured": measured, "control": control, "group": group}
    return _PLACES.sub(lambda place: labels[place[1]], pattern)


def label_of(test: contract.Test, role: str, group: str | None = None) -> str:
    """Return the label of the one version with a role, of a group where that is given; nothing if there are several."""
    found = [v.label for v in test.versions if v.role == role and group in (None, v.group)]
    return found[0] if len(found) == 1 else ""
