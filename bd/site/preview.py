"""Pages as they would be built now: whoever edits words, templates or colours sees them without a build.

Made is the one page that is asked for. What takes long, such as receipts and downloads, is left to the last build.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from threading import Lock

from bd.report.state import DATA_FILE
from bd.seen import files_below
from bd.site.folders import static_folder, templates_folder
from bd.site.inputs import SETTINGS, look
from bd.site.known import Known
from bd.site.making import Making
from bd.site.manifest import Facts, Manifest, read_manifest
from bd.site.paths import address_of, file_of
from bd.site.render import Renderer
from bd.site.styles import STYLE, style_sheet
from bd.site.text import CATALOGUE
from bd.site.whole import making_of

__all__ = ["Preview"]

Stamp = tuple[tuple[str, int, int], ...]
"""Files with their sizes and times: what differs when somebody saved one."""


class Preview:
    """The site of a project, page by page, for several threads.

    Parameters
    ----------
    root
        The project's folder.
    out
        Where its site was built, whose facts are taken over.
    """

    def __init__(self, root: Path, out: Path) -> None:
        self._root, self._out = root, out
        self._one_at_a_time = Lock()
        self._making: Making | None = None
        self._stamps: dict[str, Stamp] = {}

    def file(self, path: str) -> bytes | None:
        """Return a file of the site, such as `age/index.html`; None for one that only a build makes.

        Raises
        ------
        Exception
            Whatever a template that is just being edited gives rise to.
        """
        with self._one_at_a_time:
            making = self._now()
            if path == STYLE:
                return style_sheet(static_folder(self._root), making.settings, making.data.engines)
            folder, _, name = path.partition("/")
            own = dict(files_below("", str(static_folder(self._root)))) if folder == "static" else {}
            if name in own:
                return Path(own[name]).read_bytes()
            address = address_of(path)
            if address not in making.pages.addresses or path != file_of(address):
                return None
            return making.renderer.render(making.pages.at(address))

    def _now(self) -> Making:
        """Return what the site is made from, with what has changed since the last time."""
        if self._changed("texts", [Path(str(path)) for path in CATALOGUE.paths]):
            CATALOGUE.read()
        named = [self._root / DATA_FILE, self._root / SETTINGS]
        if self._changed("data", named) or self._making is None:
            self._making = self._made()
        folder = templates_folder(self._root)
        if self._changed("templates", map(Path, dict(files_below("", str(folder))).values())):
            self._making = replace(self._making, renderer=Renderer(folder, self._making.renderer.frame))
        return self._making

    def _made(self) -> Making:
        before = read_manifest(self._root, self._out) or Manifest(None, 0)
        inputs = look(self._root, before.inputs, before.began_ns)
        return making_of(self._root, before.base_url or None, Known(inputs, Facts(before.facts), before.files, True))

    def _changed(self, name: str, files: Iterable[Path]) -> bool:
        stamp = tuple(_stamped(sorted(files)))
        changed = self._stamps.get(name) != stamp
        self._stamps[name] = stamp
        return changed


def _stamped(files: Iterable[Path]) -> Iterable[tuple[str, int, int]]:
    for path in files:
        found = path.stat()
        yield str(path), found.st_size, found.st_mtime_ns
