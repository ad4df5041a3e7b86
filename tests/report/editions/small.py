"""Small made-up editions. Nothing here was measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bd.report.editions import Board, Characteristic, Edition, Group, Model, Question, Result


def result(value: float = 5.0, lo: float | None = 4.0, hi: float | None = 6.0, **changed: Any) -> Result:
    plain = Result(
        characteristic="hat",
        group="red",
        question="hire",
        edit="hat",
        model="owl",
        build="owl",
        measure="flip",
        address="/hat/red/",
        label="Red",
        value=value,
        lo=lo,
        hi=hi,
        exact=None,
        most=None,
        verdict="clear",
        n=100,
    )
    return replace(plain, **changed)


def model(name: str) -> Model:
    return Model(name, name.capitalize(), False, {name: "as is"})


def edition(
    *results: Result,
    places: Mapping[str, float | None] | None = None,
    levels: Mapping[str, Mapping[str, float]] | None = None,
    **changed: Any,
) -> Edition:
    plain = Edition(
        date="2026-01-31",
        commit=None,
        schema="x@4",
        digits=2,
        models=(model("owl"),),
        characteristics=(Characteristic("hat", "Hat"),),
        groups=(Group("hat", "red", "Red"),),
        questions=(Question("hire", "hire or not"),),
        results=results,
        boards=(Board("/", places or {}), *(Board(address, each) for address, each in (levels or {}).items())),
    )
    return replace(plain, **changed)
