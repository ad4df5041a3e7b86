"""How a sentence about a result opens."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import convert

from bd.report import contract
from bd.site.openings import opening
from tests.site.facets import facet

VERSIONS = [
    {"role": "measured", "group": "red", "label": "a red hat"},
    {"role": "measured", "group": "blue", "label": "a blue hat"},
    {"role": "control", "group": None, "label": "a tall hat"},
]
FACET = facet(edit="hat", item="hire", group="red")


class Named:
    """The look-ups that an opening needs."""

    def __init__(self, when: str | None, versions: list[dict[str, Any]], measure: str = "shift") -> None:
        words = {"changed": "", "control": "", "measured": "", "scored": "", "when": when or "", "limits": ""}
        each = [{"id": f"v{number}"} | version for number, version in enumerate(versions)]
        test = {"edit": "hat", "kind": "phrase", "measure": measure, "control": "", "decisions": []}
        self.test = convert(test | {"words": words, "versions": each}, contract.Test)

    def test_of(self, facet: contract.Result) -> contract.Test:
        return self.test

    def group_label(self, facet: contract.Result) -> str:
        return "People in red hats"


@pytest.mark.parametrize(
    ("when", "versions", "words"),
    [
        (None, VERSIONS, "When the text says “a red hat” rather than “a tall hat”"),
        ("", VERSIONS, "When the text says “a red hat” rather than “a tall hat”"),
        ("", VERSIONS[:2], "With “a red hat” in the text"),
        ("", [*VERSIONS, VERSIONS[0]], "With the change"),
        ("When somebody wears {measured}, not {control}", VERSIONS, "When somebody wears a red hat, not a tall hat"),
        ("When it is about {group}", VERSIONS, "When it is about People in red hats"),
    ],
)
def test_the_words_of_a_test_come_first_and_its_labels_otherwise(when, versions, words):
    assert opening(Named(when, versions), FACET) == words


def test_a_label_that_looks_like_a_place_is_not_filled_in():
    versions = [VERSIONS[0] | {"label": "{control}"}, VERSIONS[2]]
    assert opening(Named("", versions), FACET) == "When the text says “{control}” rather than “a tall hat”"


def test_a_stereotype_score_is_not_a_comparison_with_the_control():
    words = "With “a red hat” in the text, set against the average of the other groups’ phrases"
    assert opening(Named("", VERSIONS, "stereotype"), FACET) == words
