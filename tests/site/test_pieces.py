from __future__ import annotations

import pytest

from bd.site.pieces import figure, named, term
from bd.site.records.parts import Figure, Model
from bd.site.verdicts import CLEAR

HOSTILE = "<b title='x'>&\""


def model(label):
    return Model(id="alder", label=label, kind="", planted=False, marker="circle", address="/engines/alder/")


@pytest.mark.parametrize(
    "piece",
    [
        figure(Figure(HOSTILE, HOSTILE, HOSTILE)),
        figure(Figure("1.0", "1.0", HOSTILE)),
        named(model(HOSTILE), HOSTILE, CLEAR, HOSTILE),
        term(HOSTILE, HOSTILE),
    ],
)
def test_words_of_others_stay_words(piece):
    assert "<b" not in piece
    assert "&lt;b title=&#39;x&#39;&gt;&amp;&#34;" in piece


def test_a_number_carries_its_value_and_its_place():
    assert figure(Figure("7.4", "7.4213", "/a/0")) == '<data value="7.4213" data-key="/a/0">7.4</data>'
