"""Lines of Python that every snippet shares: what reads a log, what lists the texts, what draws them anew."""

from __future__ import annotations

from collections.abc import Collection

from bd.effects.records import Part
from bd.effects.redraw import RESAMPLES, SEED
from bd.explain.reading import Reading

__all__ = ["IMPORTS", "MOST_LINES", "WIDTH", "asked_lines", "draw_lines", "log_call", "narrow", "reader_lines"]

IMPORTS = "import gzip, hashlib, json, numpy as np"
MOST_LINES = 20
WIDTH = 100
_FEW_IDS = 3


def narrow(line: str) -> str:
    """Return a line without its remark where it is too long with it."""
    return line if len(line) <= WIDTH else line.partition("  # ")[0]


def reader_lines(reading: Reading) -> list[str]:
    """Return the function that reads one version from a log, as plain as the logs allow."""
    decision, counts = reading.decision, reading.counts
    what = "the chosen option" if counts else f'the probability of "{decision.positive}" in millionths'
    lines = [
        f'def log(edit, end, task="{decision.id}"):  # {what}, by text id',
        f"    rows = map(json.loads, {_opened(reading.table.build, reading.blank_lines)})",
    ]
    if reading.plain:
        wanted = 'a["choice"]' if counts else f'round(1e6 * a["probabilities"]["{decision.positive}"])'
        return [
            *lines,
            '    said = {r["id"].removesuffix(end): r["answers"][task] for r in rows if r["id"].endswith(end)}',
            f"    return {{t: {wanted} for t, a in said.items()}}",
        ]
    found = ".get(task)" if reading.own_names else ""
    answers = f'(r.get("answers") or {{}}){found}' if found else 'next(iter((r.get("answers") or {}).values()), None)'
    lines.append(f'    said = {{r["id"]: {answers} or {{}} for r in rows}}')
    if counts:
        return [
            *lines,
            '    return {i.removesuffix(end): a["choice"] for i, a in said.items() if a.get("choice")',
            '            and i.endswith(end) and None not in (a.get("probabilities") or {}).values()}',
        ]
    return [
        *lines,
        '    told = {i: a.get("probabilities") or {} for i, a in said.items() if a.get("choice")}',
        f'    return {{i.removesuffix(end): round(1e6 * p["{decision.positive}"]) for i, p in told.items()',
        f'            if i.endswith(end) and "{decision.positive}" in p and None not in p.values()}}',
    ]


def _opened(build: str, blank_lines: bool) -> str:
    opened = f'gzip.open(f"answers/{build}/{{task}}/{{edit}}.jsonl.gz")'
    return f"filter(bytes.strip, {opened})" if blank_lines else opened


def log_call(reading: Reading, part: Part) -> str:
    """Return the call that reads one version."""
    _, _, decision, name = part[0].split("/")
    other = "" if decision == reading.decision.id else f', "{decision}"'
    return f'log("{name.removesuffix(".jsonl.gz")}", "{part[1]}"{other})'


def asked_lines(reading: Reading, counted: Collection[str]) -> list[str]:
    """Return what lists the texts that are re-drawn, in order: one line, or two where nothing shorter tells them.

    Parameters
    ----------
    counted
        Ids of the texts that are the keys of `y` in the lines before.
    """
    asked = reading.asked_ids
    whole = next((part for part in reading.versions() if reading.answered(part) == asked), None)
    if whole is not None:
        return [f"ids = list({log_call(reading, whole)})  # every text that the model was asked about, in order"]
    if asked == reading.all_ids:
        return [f'ids = [json.loads(x)["id"] for x in open("{reading.texts_path}", "rb")]']
    listed = f'(json.loads(x)["id"] for x in open("{reading.texts_path}", "rb"))'
    more = [t for t in asked if t not in counted]
    if len(more) <= _FEW_IDS:
        also = "".join(f' or t == "{t}"' for t in more)
        return [f"ids = [t for t in {listed} if t in y{also}]"]
    mask = sum(1 << n for n, t in enumerate(reading.all_ids) if t in set(asked))
    return [
        f'asked, rows = int("{mask:x}", 16), open("{reading.texts_path}", "rb")  # a bit for each text: asked or not',
        'ids = [json.loads(x)["id"] for n, x in enumerate(rows) if asked >> n & 1]',
    ]


def draw_lines() -> list[str]:
    """Return the lines that draw raw numbers for every re-draw, with the generator and the key of a replay."""
    return [
        f'key = int(hashlib.sha256("\\n".join(["bd/redraw@1", "{SEED}", *ids, ""]).encode()).hexdigest()[:32], 16)',
        f"raw = [np.random.Philox(key=key, counter=[0, 0, r, 0]).random_raw(len(ids)) for r in range({RESAMPLES})]",
    ]
