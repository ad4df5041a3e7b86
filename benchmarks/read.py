"""What checking every row of a log costs beside only decoding it; ratios within one run. Run it with `make bench`."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Callable

import orjson

from bd.answers.read import parse_log

ROWS = 50_000


def a_log() -> bytes:
    """Return a log of made-up answers."""
    lines = []
    for n in range(ROWS):
        p = n * 7919 % 1_000_001 / 1_000_000
        choice = "yes" if p >= 0.5 else "no"
        body = {"type": "choice", "choice": choice, "probabilities": {"yes": p, "no": round(1 - p, 6)}}
        lines.append(orjson.dumps({"id": f"text-{n:06d}-swapped", "answers": {"made-up": body}}) + b"\n")
    return gzip.compress(b"".join(lines), mtime=0)


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def main() -> None:
    log = a_log()
    checked = seconds(lambda: parse_log(log, question="made-up", options=["yes", "no"], positive="yes"))
    fast = seconds(lambda: [orjson.loads(line) for line in gzip.decompress(log).splitlines()])
    plain = seconds(lambda: [json.loads(line) for line in gzip.decompress(log).splitlines()])
    print(f"{ROWS} rows, read and checked: {checked / fast:.1f} times as long as orjson alone needs to decode them,")
    print(f"{checked / plain:.1f} times as long as Python's own json")


if __name__ == "__main__":
    main()
