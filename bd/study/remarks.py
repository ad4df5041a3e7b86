"""What is worth knowing of a study before anything is asked, and keeps nothing from being asked.

Faults are `bd.study.check`'s part.
"""

from __future__ import annotations

from collections.abc import Iterator

from bd.errors import Problem
from bd.said import many
from bd.study.plan import decision_texts
from bd.study.records import Decision, Study

__all__ = ["remarks"]


def remarks(study: Study) -> list[Problem]:
    """Return what weakens what a study can tell, each with its file."""
    found = []
    for decision in study.decisions.values():
        found += [Problem(decision.path, None, message) for message in _of_decision(study, decision)]
    return found


def _of_decision(study: Study, decision: Decision) -> Iterator[str]:
    tested = decision_texts(decision, study.texts[decision.texts])
    words = {text.text for text in tested}
    shared = sum(text.text in words for text in study.texts[decision.calibration].texts)
    if shared:
        yield (
            f"calibration {decision.calibration!r} shares {many(shared, 'text')} with those tested; a model that is "
            "fitted on the answers it is tested by looks better than it is: keep them apart"
        )
    tests = [test for c in study.characteristics for test in c.tests if decision.id in test.decisions]
    needing = sorted({test.edit for test in tests if test.control == "repeat"})
    if needing and not any(test.measure == "repeat" for test in tests):
        yield (
            f"nothing is asked twice on {decision.id!r}, which is the control of {', '.join(needing)}; "
            "test a repeat on it, as without one a model that draws its answers has no rank"
        )
