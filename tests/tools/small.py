"""A folder that looks like a built site, from a few lines."""

from __future__ import annotations

import json
from pathlib import Path

from tools.kinds import Site

META = '<meta name="viewport" content="width=device-width"><meta name="description" content="x">'
META += '<link rel="icon" href="data:,">'
SHEET = '<link rel="stylesheet" href="static/style.css">'
HEAD = f'{META}<link rel="canonical" href="https://bd-audit.example/bias/">{SHEET}'
LEVELS = {"/": "home", "/hue/": "characteristic", "/faith/": "characteristic", "/faith/north/": "group"}


def html(body: str, head: str = HEAD) -> str:
    return f"<!doctype html>\n<html lang=en><head><title>x</title>{head}</head><body>{body}</body></html>"


def make_site(root: Path, pages: dict[str, str], levels: dict[str, str] = LEVELS) -> Site:
    """Write pages by the names of their files, with a style sheet and a data file."""
    data = {
        "pages": [{"address": address, "level": level} for address, level in levels.items()],
        "engines": [{"id": "alder"}, {"id": "birch"}],
    }
    files = {"data/leaderboard.json": json.dumps(data), "static/style.css": "", "index.html": html("<h1>x</h1>")}
    for name, text in (files | pages).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return Site(root)
