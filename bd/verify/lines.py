"""What `bd verify` found, as lines for a terminal and as data for another program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from bd.report.state import DATA_FILE
from bd.said import many
from bd.verify.differences import ABSENT
from bd.verify.run import Verified

__all__ = ["FIRST", "verified_lines", "verified_part"]

FIRST = 50
"""So many differences are told before they are only counted."""


def verified_lines(found: Verified, most: int | None = FIRST) -> list[str]:
    """Return one line for each thing that differs, `most` of them, and one that says how much was compared."""
    lines = list(_differing(found))
    told = lines if most is None else lines[:most]
    if len(lines) > len(told):
        told = [*told, f"and {len(lines) - len(told):,} more; --all tells them all"]
    return [*_other_answers(found), *told, _compared(found)]


def _other_answers(found: Verified) -> Iterator[str]:
    if found.other_answers is not None:
        theirs, ours = found.other_answers
        yield f"{found.path}: made from other answers (answers_sha256 {theirs:.12}…, of those here {ours:.12}…)"


def _differing(found: Verified) -> Iterator[str]:
    """Yield what differs; a number that stands in several places of the file, such as a headline's, once."""
    for line, places in Counter(str(d) for d in found.differences).items():
        yield f"{line} ({places} places)" if places > 1 else line
    yield from (str(each) for each in found.stale)


def _compared(found: Verified) -> str:
    what = f"{many(found.numbers, 'number')} and {many(found.words, 'word')}, {many(found.rows, 'scored or level row')}"
    when = f"made for {found.date} at commit {found.commit:.8}" if found.commit else f"made for {found.date}"
    if found.same:
        return f"{found.path}: all as the saved answers give them: {what}; {when}"
    wrong = f"{many(len(found.differences), 'difference')} in the file, {len(found.stale):,} in rows"
    mend = "" if found.path != DATA_FILE else "; bd replay makes the rows anew, then bd report the file"
    return f"{found.path}: {wrong}; compared {what}; {when}{mend}"


def verified_part(found: Verified) -> dict[str, Any]:
    """Return the same as data; where one side has nothing, its key is left out."""
    return {
        "path": found.path,
        "date": found.date,
        "commit": found.commit,
        "same": found.same,
        "numbers": found.numbers,
        "words": found.words,
        "rows": found.rows,
        "other_answers": None
        if found.other_answers is None
        else dict(zip(("file", "replay"), found.other_answers, strict=True)),
        "differences": [
            {"address": d.address, "at": d.at, "pointer": d.pointer}
            | {side: value for side, value in (("file", d.file), ("replay", d.replay)) if value is not ABSENT}
            for d in found.differences
        ],
        "stale": [{"path": s.path, "line": s.line, "message": s.message} for s in found.stale],
    }
