"""Where texts stand that nothing was changed in, and which effects lie between edited ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bd.effects.records import Compares
from bd.effects.unedited import both_edited, unedited
from tests.report.samples import sample_effects

ONE, OTHER = ("answers/fern/yes-no/hat.jsonl.gz", "-red"), ("answers/fern/yes-no/hat.jsonl.gz", "-blue")


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ((ONE,), (OTHER,), True),
        ((unedited("fern", "yes-no"),), (OTHER,), False),
        ((ONE,), (OTHER, (OTHER[0], "")), False),
    ],
)
def test_an_effect_between_edited_texts_alone(before, after, expected):
    effect = replace(sample_effects()[0], compares=Compares(before, after))
    assert both_edited(effect) is expected


def test_texts_as_they_were_written_have_a_log_of_their_own():
    assert unedited("fern", "yes-no") == ("answers/fern/yes-no/as-written.jsonl.gz", "")
