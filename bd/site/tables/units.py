"""The units that columns are given in."""

from __future__ import annotations

__all__ = ["ANSWERS", "APPLICANTS", "CHANCE", "FRACTION", "PERCENT", "PLACES", "POINTS", "RATIO", "RESULTS", "TEXTS"]

POINTS = "percentage points"
PERCENT = "percent"
CHANCE = "probability, 0 to 1"
RATIO = "ratio"
FRACTION = "fraction"
TEXTS = "texts"
ANSWERS = "answers"
PLACES = "place, 1 is the largest effect"
RESULTS = "results"
APPLICANTS = "applicants"
