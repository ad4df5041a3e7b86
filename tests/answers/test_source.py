"""Saved answers as the report asks for them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bd.answers.source import SavedAnswers

LOG = "answers/alder/red-blue/swap.jsonl.gz"


@pytest.mark.parametrize(
    ("sidecar", "drawn"),
    [(SimpleNamespace(decides="sampled"), True), (SimpleNamespace(decides="argmax"), False), (None, False)],
)
def test_whether_answers_were_drawn_is_what_their_description_says(sidecar, drawn):
    saved = SimpleNamespace(path=LOG, sidecar=sidecar)
    table = SimpleNamespace(build="alder", decision="red-blue", texts=(), logs={"swap": saved})
    source = SavedAnswers(SimpleNamespace(tables=(table,)))
    assert source.drawn("alder", "red-blue", (LOG, "-swapped")) is drawn
    assert not source.drawn("birch", "red-blue", (LOG, "-swapped"))
    assert not source.drawn("alder", "red-blue", ("answers/alder/red-blue/other.jsonl.gz", ""))
