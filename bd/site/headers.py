"""`_headers`: what a host sends with each file, and above all what a page may load.

Netlify and Cloudflare Pages read the file from the folder of the site; `bd serve` sends the same, so that tests run
under it. Pages need no inline style and no inline script, so none is allowed. A chart that others may put into pages of
their own can be framed, nothing else can.

Where several rules fit, the later one counts. Cloudflare would add its value to that of the earlier one instead, if it
were not taken off first: that is what the line with the exclamation mark is for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bd.site.paths import EMBEDDED

__all__ = ["HEADERS", "Headers", "headers_text", "read_headers"]

HEADERS = "_headers"
_POLICY = "Content-Security-Policy"
_SOURCES = (
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "script-src 'self'",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
)
_OTHERS = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "strict-origin-when-cross-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    # No name of a file changes with its content, so nothing may be kept for long.
    ("Cache-Control", "public, max-age=600"),
)


def headers_text(base_path: str) -> bytes:
    """Return the file for a site that stands under a path, with a slash at both ends."""
    lines = ["# Read by Netlify and Cloudflare Pages; the same for other hosts: docs/deploy.md", f"{base_path}*"]
    lines += [f"  {name}: {value}" for name, value in ((_POLICY, _policy("'none'")), *_OTHERS)]
    for above in ("", "*/"):
        for page in ("", "index.html"):
            lines += [f"{base_path}{above}{EMBEDDED}{page}", f"  ! {_POLICY}", f"  {_POLICY}: {_policy('*')}"]
    return ("\n".join(lines) + "\n").encode()


def _policy(framed_by: str) -> str:
    return "; ".join((*_SOURCES, f"frame-ancestors {framed_by}"))


@dataclass(frozen=True)
class _Rule:
    path: re.Pattern[str]
    off: tuple[str, ...]
    on: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Headers:
    """The rules of a built site."""

    base_path: str
    """The path for which the site was built, with a slash at both ends."""
    rules: tuple[_Rule, ...]

    def of(self, path: str) -> dict[str, str]:
        """Return what is sent with the file at a path, which starts with `base_path`."""
        sent: dict[str, str] = {}
        for rule in self.rules:
            if rule.path.fullmatch(path):
                for name in rule.off:
                    sent.pop(name, None)
                sent |= dict(rule.on)
        return sent


def read_headers(folder: Path) -> Headers:
    """Read the rules of a built site; a site without any was built for the root of a host."""
    try:
        text = (folder / HEADERS).read_text("utf-8-sig")
    except OSError:
        return Headers("/", ())
    rules = list(_blocks(text.splitlines()))
    every = rules[0][0] if rules else "/*"  # the first rule is for all files: before its star stands the site's path
    return Headers(every.partition("*")[0], tuple(_rule(path, lines) for path, lines in rules))


def _blocks(lines: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    path, inside = "", list[str]()
    for line in lines:
        if line.startswith("/"):
            if path:
                yield path, inside
            path, inside = line.strip(), []
        elif line.strip() and not line.startswith("#"):
            inside.append(line.strip())
    if path:
        yield path, inside


def _rule(path: str, lines: Iterable[str]) -> _Rule:
    pattern = re.compile(".*".join(re.escape(part) for part in path.split("*")))
    off = tuple(line[1:].strip() for line in lines if line.startswith("!"))
    pairs = (line.partition(":") for line in lines if not line.startswith("!"))
    return _Rule(pattern, off, tuple((name.strip(), value.strip()) for name, _, value in pairs))
