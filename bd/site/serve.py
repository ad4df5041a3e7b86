"""A preview of the built site on this machine alone: what a static host would do, and no more."""

from __future__ import annotations

import errno
import gzip
import io
import sys
from collections.abc import Callable
from functools import partial
from html import escape
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO
from urllib.parse import unquote, urlsplit

from bd.errors import BdError, UsageError
from bd.site.headers import Headers, read_headers
from bd.site.write import MARK

__all__ = ["serve"]

_LOOPBACK = "127.0.0.1"
_PACKED = ("text/", "application/json", "application/javascript", "application/xml", "application/atom", "image/svg")
"""Starts of the kinds of files that static hosts send compressed."""


class _Handler(SimpleHTTPRequestHandler):
    """Serves a folder under a path, sends a folder's address without its slash on, and shows the site's own 404."""

    def __init__(
        self, *args: object, under: str, rules: Headers, fresh: Callable[[str], bytes | None], **kwargs: object
    ) -> None:
        self.under, self.rules, self.fresh = under, rules, fresh
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]

    def translate_path(self, path: str) -> str:
        """Return the file of an address; for one outside `under`, a file that does not exist."""
        bare = urlsplit(path).path
        if not bare.startswith(self.under) or "\0" in unquote(bare):
            return str(Path(self.directory) / "no such page")
        return super().translate_path("/" + path[len(self.under) :])

    def send_head(self) -> BinaryIO | None:
        """Send what stands before a file; its bytes are compressed for a browser that takes them so, as hosts do."""
        path = Path(self.translate_path(self.path))
        if path.is_dir() and urlsplit(self.path).path.endswith("/"):
            path /= "index.html"
        kind, body = self.guess_type(str(path)), self._made(path)
        if body is None and (not path.is_file() or not self._packs(kind)):
            return super().send_head()
        body = path.read_bytes() if body is None else body
        return io.BytesIO(self._send_packed(HTTPStatus.OK, kind, body) if self._packs(kind) else self._send(kind, body))

    def _made(self, path: Path) -> bytes | None:
        """Return a file as it would be built now; a page that cannot be made says why, as its text."""
        if not path.is_relative_to(self.directory):
            return None
        try:
            return self.fresh(path.relative_to(self.directory).as_posix())
        except Exception as error:
            place = "".join(f"{getattr(error, key)}:" for key in ("filename", "lineno") if getattr(error, key, None))
            return f"<!doctype html><title>not made</title><pre>{escape(f'{place} {error}')}</pre>".encode()

    def _send(self, kind: str, body: bytes) -> bytes:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return body

    def _packs(self, kind: str) -> bool:
        return kind.startswith(_PACKED) and "gzip" in self.headers.get("Accept-Encoding", "")

    def _send_packed(self, code: int, kind: str, body: bytes) -> bytes:
        """Send the head of a compressed answer, and return what is to follow it."""
        body = gzip.compress(body, mtime=0)
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Vary", "Accept-Encoding")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return body

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send the site's page for missing addresses; anything else as usual."""
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def list_directory(self, path: object) -> None:
        """Show no lists of files: a static host has none."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def end_headers(self) -> None:
        """Send what the site's own `_headers` say, save that no browser may keep a page that may be built anew."""
        inside = urlsplit(getattr(self, "path", "")).path.removeprefix(self.under)
        for name, value in (self.rules.of(self.rules.base_path + inside) | {"Cache-Control": "no-store"}).items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Stay silent when a browser goes away before its answer is there; anything else is told as usual."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def _unusable(error: OSError | OverflowError) -> str:
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return "is in use by another program"
    why = error.strerror if isinstance(error, OSError) else "no port has that number"
    return f"cannot be used ({why})"


def serve(
    folder: Path,
    port: int = 8000,
    on_ready: Callable[[str], None] | None = None,
    *,
    under: str | None = None,
    fresh: Callable[[str], bytes | None] = lambda path: None,
) -> None:
    """Serve a built site until the process is interrupted.

    Parameters
    ----------
    folder
        A folder that `build_site` wrote.
    port
        Where to listen, on the loopback address alone; 0 takes a free one.
    on_ready
        Called once with the address, as soon as it answers.
    under
        The path under which the site stands, with a slash at both ends. By default the one that it was built for.
    fresh
        Returns a file as it would be built now, by its path; None, as always by default, for the built one.

    Raises
    ------
    BdError
        There is no built site, or the port cannot be used.
    """
    if not (folder / MARK).is_file():
        raise BdError(f"{folder}: no built site here; run `bd site` first")
    rules = read_headers(folder)
    under = rules.base_path if under is None else under
    if not under.startswith("/") or not under.endswith("/"):
        raise UsageError(f"the path {under!r} must have a slash at both ends")
    try:
        server = _Server(
            (_LOOPBACK, port), partial(_Handler, directory=str(folder), under=under, rules=rules, fresh=fresh)
        )
    except (OSError, OverflowError) as error:
        raise BdError(f"port {port} {_unusable(error)}; choose another with --port, or 0 for a free one") from error
    with server:
        if on_ready is not None:
            on_ready(f"http://{_LOOPBACK}:{server.server_port}{under}")
        try:
            server.serve_forever(poll_interval=0.1)
        except KeyboardInterrupt:
            return
