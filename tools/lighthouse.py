"""Lighthouse on a home page, a characteristic, a cell and what stands below a cell: a slow phone, simulated.

Run as `make lighthouse`. Prints a table and what costs points; exits with 1 if any score is below 100. Timings depend
on the machine, so nothing of this is part of `make test`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bd.errors import BdError
from tools.kinds import BuiltPage, Site
from tools.serving import ARGUMENTS, ROOT, built, chromium, served

__all__ = ["Measured", "main", "pages_to_measure", "read_report", "table"]

PROGRAM = ROOT / "tools" / "node_modules" / "lighthouse" / "cli" / "index.js"
DOCUMENT = ROOT / "docs" / "site-quality.md"

CATEGORIES = {"performance": "speed", "accessibility": "access", "best-practices": "practices", "seo": "search"}
FULL = 100
_LEVELS = ("home", "characteristic", "cell")
_ABOVE = "cell"
_TIMINGS = {"largest-contentful-paint": "LCP, ms", "total-blocking-time": "TBT, ms", "cumulative-layout-shift": "CLS"}
_BYTES = "total-byte-weight"


@dataclass(frozen=True)
class Measured:
    """What Lighthouse said about one page."""

    kind: str
    address: str
    scores: dict[str, int]
    """By category, of 100."""
    numbers: dict[str, float]
    """Timings in milliseconds, the layout's shift, and bytes."""
    costs: tuple[str, ...]
    """Every audit with a weight that is below full marks."""
    version: str


def main(arguments: list[str] | None = None) -> int:
    """Measure the pages and print what was found; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.lighthouse", description=__doc__.partition("\n")[0])
    parser.add_argument("--dist", type=Path, help="a built site; by default the project's is built anew")
    parser.add_argument("--runs", type=int, default=3, help="runs of each page; the middle one counts")
    parser.add_argument("--write", action="store_true", help=f"also write {DOCUMENT.relative_to(ROOT)}")
    options = parser.parse_args(arguments)
    try:
        with built(options.dist) as dist:
            site = Site(dist)
            url = served(dist)
            found = [_measure(url, page, options.runs) for page in pages_to_measure(site)]
    except BdError as error:
        print(error, file=sys.stderr)
        return 2
    print(table(found))
    for each in found:
        print("\n".join(f"{each.kind}: {cost}" for cost in each.costs), end="\n" if each.costs else "")
    if options.write:
        DOCUMENT.write_text(_document(found, options.runs), "utf-8")
    return 1 if any(score < FULL for each in found for score in each.scores.values()) else 0


def pages_to_measure(site: Site) -> list[BuiltPage]:
    """Return the heaviest page of each level that matters most, and the heaviest that stands below a cell."""
    levels = [site.kinds[level][0] for level in _LEVELS if level in site.kinds]
    below = [page for page in site.pages if page.level == _ABOVE != page.kind and page.listed]
    return levels + sorted(below, key=lambda page: -page.path.stat().st_size)[:1]


def _measure(url: str, page: BuiltPage, runs: int) -> Measured:
    each = [read_report(page, _run(url + page.address)) for _ in range(runs)]
    return sorted(each, key=lambda found: found.scores["performance"])[len(each) // 2]


def _run(url: str) -> dict[str, Any]:
    """Run Lighthouse once; it tells what it found in a file of its own."""
    node, browser = shutil.which("node"), chromium()
    if node is None or browser is None or not PROGRAM.is_file():
        raise BdError("Lighthouse needs Node and Chromium; `make lighthouse` installs the rest")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "report.json"
        flags = " ".join(["--headless=new", *ARGUMENTS])
        command = [node, str(PROGRAM), url, "--quiet", "--output=json", f"--output-path={out}"]
        command += [
            f"--only-categories={','.join(CATEGORIES)}",
            f"--chrome-flags={flags}",
            "--no-enable-error-reporting",
        ]
        done = subprocess.run(
            command, env=os.environ | {"CHROME_PATH": browser}, capture_output=True, text=True, check=False
        )
        if not out.is_file():
            raise BdError(f"Lighthouse wrote nothing about {url}: {done.stderr.strip()[-400:]}")
        return dict(json.loads(out.read_bytes()))


def read_report(page: BuiltPage, report: dict[str, Any]) -> Measured:
    """Take what counts out of one report of Lighthouse."""
    if report.get("runtimeError"):
        raise BdError(f"Lighthouse could not read {page.name}: {report['runtimeError']['message']}")
    audits = report["audits"]
    return Measured(
        kind=page.kind,
        address="/" + page.address,
        scores={name: round(100 * (report["categories"][name]["score"] or 0)) for name in CATEGORIES},
        numbers={name: float(audits[name]["numericValue"]) for name in (*_TIMINGS, _BYTES)},
        costs=tuple(_costs(report)),
        version=report["lighthouseVersion"],
    )


def _costs(report: dict[str, Any]) -> Iterator[str]:
    for category in CATEGORIES:
        for part in report["categories"][category]["auditRefs"]:
            audit = report["audits"][part["id"]]
            if part["weight"] and audit["score"] is not None and audit["score"] < 1:
                value = f": {audit['displayValue']}" if audit.get("displayValue") else ""
                points = 100 * part["weight"] * (1 - audit["score"])
                share = points / sum(each["weight"] for each in report["categories"][category]["auditRefs"])
                yield f"{CATEGORIES[category]} loses {share:.1f} by {part['id']}: {audit['title']}{value}"


def table(found: list[Measured]) -> str:
    """Return all that was measured as a table in Markdown."""
    head = ["page", *CATEGORIES.values(), *_TIMINGS.values(), "kB"]
    lines = [head, ["---"] + ["---:"] * (len(head) - 1)]
    for each in found:
        numbers = each.numbers
        timings = [f"{numbers[name]:.3f}" if "shift" in name else f"{numbers[name]:.0f}" for name in _TIMINGS]
        scores = [str(each.scores[name]) for name in CATEGORIES]
        lines.append([f"{each.kind} `{each.address}`", *scores, *timings, f"{numbers[_BYTES] / 1000:.1f}"])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _document(found: list[Measured], runs: int) -> str:
    browser = subprocess.run(
        [chromium() or "", "--version"], capture_output=True, text=True, check=False
    ).stdout.strip()
    return f"""# How good the site is

Written by `make lighthouse WRITE=--write`. Lighthouse {found[0].version}, its usual slow phone (simulated), {browser},
{os.cpu_count()} cores ({platform.machine()}). Of {runs} runs of each page the middle one counts; each page is the
heaviest of its kind. Bytes are those of the page and all that it asks for.

{table(found)}
"""


if __name__ == "__main__":
    sys.exit(main())
