"""Are the logs of one model of one build? Answers of two builds are never two sides of one number.

What descriptions say is compared over all logs of a model, what was fitted for a question over those of one decision,
and what single rows say with both. Nothing is guessed: of logs that differ, all are named and none enters a number.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import orjson

from bd.answers.sidecar import Sidecar
from bd.said import brief
from bd.study.records import Study

__all__ = ["by_another", "unlike"]

Facts = Mapping[str, Any]
_SPLIT = "logs of one model are of one build and setting: give those of another a folder of their own"


def unlike(logs: Iterable[tuple[str, Facts]]) -> Iterator[tuple[str, str]]:
    """Yield each log that says another thing than one of the others, and what is wrong with it.

    Parameters
    ----------
    logs
        The path of each, and what it says of the model; what one does not say differs from nothing.
    """
    logs = tuple(logs)
    first: dict[str, dict[bytes, tuple[str, Any]]] = defaultdict(dict)
    for shown, facts in logs:
        for name, value in facts.items():
            first[name].setdefault(_key(value), (shown, value))
    for shown, facts in logs:
        for name in sorted(facts):
            other = next((each for key, each in first[name].items() if key != _key(facts[name])), None)
            if other is not None:
                yield shown, f"{name} is {brief(facts[name])}, and {brief(other[1])} in {other[0]}; {_SPLIT}"
                break


def _key(value: Any) -> bytes:
    if isinstance(value, str):
        value = value.lower()
    return orjson.dumps(float(value) if type(value) is int else value, option=orjson.OPT_SORT_KEYS)


def by_another(study: Study, build: str, sidecar: Sidecar | None, named: object, others: Iterable[str]) -> str | None:
    """Say that rows are by another model than that of their folder; None where they are not.

    A row may name its model as its makers do (`maker/model`, `model-2026-01-31`), by the package, or by the model of
    which it is a build.

    Parameters
    ----------
    named
        Whom the rows name.
    others
        Further models of which there are logs.
    """
    card = study.models.get(build)
    said = [*(sidecar.build.values() if sidecar else ()), *(card.ask.values() if card else ())]
    own = {_plain(name) for name in (build, card and card.build_of, *said) if isinstance(name, str) and name}
    name = _plain(str(named))
    known = {_plain(other) for other in (*study.models, *others)} - own
    alike = any(name == each or name.startswith(f"{each}-") or name.endswith(f"-{each}") for each in own)
    if alike and name not in known:
        return None
    return f"rows say that they are by the model {brief(named)}, and not by {build!r}; move them to a folder of its own"


def _plain(name: str) -> str:
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")
