"""Pictures of one page of each kind, on a phone and on a desk, light and dark, into `docs/screenshots/`.

Run as `make screenshots`. Names follow from kinds alone; pictures of kinds that are gone are removed.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tools.kinds import BuiltPage, Site
from tools.serving import ARGUMENTS, ROOT, built, chromium, served

__all__ = ["main", "name_of", "packed"]

FOLDER = ROOT / "docs" / "screenshots"
WIDTHS = (390, 1280)
SCHEMES = ("light", "dark")
TALLEST = 2400
COLOURS = 48
"""Enough for words, greys, two accents and the models, and a quarter of the size of all colours."""


def main(arguments: list[str] | None = None) -> int:
    """Write the pictures and print their names and sizes; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=__doc__.partition("\n")[0])
    parser.add_argument("--dist", type=Path, help="a built site; by default the project's is built anew")
    parser.add_argument("--out", type=Path, default=FOLDER, help="where to; by default docs/screenshots")
    parser.add_argument("--only", default="", help="kinds whose name holds this")
    options = parser.parse_args(arguments)
    program = chromium()
    if program is None:
        print("no Chromium found: install Debian's package chromium", file=sys.stderr)
        return 2
    options.out.mkdir(parents=True, exist_ok=True)
    with built(options.dist) as dist, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        site = Site(dist)
        pages = [page for page in site.one_of_each if options.only in page.kind]
        written = dict(_pictures(browser, served(dist), pages))
        browser.close()
    if not options.only:
        for old in sorted(options.out.glob("*.png")):
            if old.name not in written:
                old.unlink()
    for name, picture in written.items():
        (options.out / name).write_bytes(picture)
    print(f"{len(written)} pictures in {options.out}, {sum(map(len, written.values())) / 1e6:.1f} MB")
    return 0


def name_of(kind: str, width: int, scheme: str) -> str:
    """Return the name of the file of a picture.

    Examples
    --------
    >>> name_of("cell/more/*", 390, "dark")
    'cell-more-390-dark.png'
    """
    words = re.sub(r"[^a-z0-9]+", "-", kind.removesuffix(".html")).strip("-")
    return f"{words}-{width}-{scheme}.png"


def packed(picture: bytes) -> bytes:
    """Return a PNG of few colours, the same bytes whenever the picture is the same."""
    out = io.BytesIO()
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    # Of all ways to choose few colours, this one keeps those that stand in a few small marks.
    few = image.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


def _pictures(browser: Browser, url: str, pages: list[BuiltPage]) -> Iterator[tuple[str, bytes]]:
    for width in WIDTHS:
        for scheme in SCHEMES:
            context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
            tab = context.new_page()
            for page in pages:
                tab.goto(url + page.address)
                height = min(TALLEST, int(tab.evaluate("document.documentElement.scrollHeight")))
                clip = {"x": 0, "y": 0, "width": width, "height": height}
                shot = tab.screenshot(full_page=True, clip=clip, animations="disabled")  # type: ignore[arg-type]
                yield name_of(page.kind, width, scheme), packed(shot)
            context.close()


if __name__ == "__main__":
    sys.exit(main())
