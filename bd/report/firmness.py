"""The part `overall.firmness`: whether the order of the main board holds under other rules, and that in one sentence.

How it is worked out is `bd.board.firmness`' part.
"""

from __future__ import annotations

from typing import Any

from bd.board.overall import MainBoard
from bd.board.records import Firmness
from bd.report.names import Names
from bd.report.words import Words
from bd.said import many

__all__ = ["firmness_part"]


def firmness_part(names: Names, words: Words, board: MainBoard, found: Firmness) -> dict[str, Any]:
    """Return every rule with what it changes, and the sentence that readers are shown everywhere."""
    return {
        "text": _sentence(names, words, board, found),
        "pairs": found.pairs,
        "changed": found.changed,
        "rules": [
            {
                "id": row.rule,
                "label": words.firmness[row.rule],
                "without": row.without,
                "first": list(row.first),
                "stays": row.stays,
                "pairs": row.pairs,
                "changed": row.changed,
            }
            for row in found.rules
        ],
    }


def _sentence(names: Names, words: Words, board: MainBoard, found: Firmness) -> str:
    places = {row.model: row.place for row in board.rows if row.place is not None}
    first = [names.label(model) for model, place in places.items() if place == min(places.values())]
    kinds = dict.fromkeys(words.firmness[row.rule] for row in found.rules)
    return words.firmness["sentence"].format(
        rules=many(len(found.rules), "other fair rule"),
        kinds="; ".join(kinds),
        first=" and ".join([", ".join(first[:-1]), first[-1]] if first[1:] else first),
        stay="stay" if first[1:] else "stays",
        stays=sum(row.stays for row in found.rules),
        changed=found.changed,
        pairs=many(found.pairs, "pair"),
    )
