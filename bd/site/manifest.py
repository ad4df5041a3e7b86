"""What a build remembers of the one before: what it rested on, and every file that it left, with its key.

The manifest stands in `.cache/bd/` of the project, one for each folder that a site was built into, and can be deleted
at any time. It is believed only if it is whole, of this format, and of this project and folder; of what it says, each
line is held against the disk before anything is skipped.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from bd.errors import BdError
from bd.files import write_atomically
from bd.seen import Seen

__all__ = ["Facts", "Kept", "Manifest", "folders_of", "read_manifest", "untouched", "write_manifest"]

_FORMAT = "bd/site-manifest@1"
_FOLDER = ".cache/bd/site"


class Kept(NamedTuple):
    """A file of the built site, as it was left."""

    key: str
    """What its bytes follow from; empty where only the bytes tell."""
    size: int
    mtime_ns: int


@dataclass(frozen=True)
class Manifest:
    """One build."""

    base_url: str | None
    """Where the site is to stand, as it was asked for; empty where the settings say it, None before any build."""
    began_ns: int
    """When its inputs were first looked at, by this machine's clock."""
    inputs: Mapping[str, Seen] = field(default_factory=dict)
    files: Mapping[str, Kept] = field(default_factory=dict)
    """By path within the site's folder."""
    folders: Mapping[str, int] = field(default_factory=dict)
    """When an entry was last added to each folder or taken away, in nanoseconds."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Small results, by what they follow from."""
    told: Mapping[str, Any] = field(default_factory=dict)
    """What the command says of the build."""


class Facts:
    """Small results that are worked out again only where what they follow from is another.

    Parameters
    ----------
    known
        Those of an earlier build, by key.
    """

    def __init__(self, known: Mapping[str, Any]) -> None:
        self._known = known
        self.used: dict[str, Any] = {}
        """Those that were asked for; the others are forgotten."""

    def of(self, key: str, make: Callable[[], Any]) -> Any:
        """Return the result of this key, which JSON must be able to hold."""
        if key not in self.used:
            self.used[key] = self._known[key] if key in self._known else make()
        return self.used[key]


def read_manifest(root: Path, out: Path) -> Manifest | None:
    """Return what the last build into a folder left; None where nothing can be believed."""
    try:
        head, body = _place(root, out).read_bytes().split(b"\n", 1)
        if orjson.loads(head) != _head(root, out, body):
            return None
        told = orjson.loads(body)
        inputs = {path: Seen(*each) for path, each in told.pop("inputs").items()}
        return Manifest(inputs=inputs, files={path: Kept(*each) for path, each in told.pop("files").items()}, **told)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def write_manifest(root: Path, out: Path, manifest: Manifest) -> None:
    """Remember a build; where that cannot be written, the next one has all the work again, and nothing else is lost."""
    rows = {name: {path: tuple(each) for path, each in getattr(manifest, name).items()} for name in ("inputs", "files")}
    body = orjson.dumps(vars(manifest) | rows)
    with suppress(BdError):
        write_atomically(_place(root, out), orjson.dumps(_head(root, out, body)) + b"\n" + body)
        _forget_gone(root)


def untouched(out: Path, manifest: Manifest) -> bool:
    """Whether every file is as it was left, by size and time, and none was added or taken away."""
    base = f"{out}/"
    try:
        for path, kept in manifest.files.items():
            found = os.lstat(base + path)
            if found.st_size != kept.size or found.st_mtime_ns != kept.mtime_ns:
                return False
        return all(os.lstat(base + path).st_mtime_ns == time for path, time in manifest.folders.items())
    except OSError:
        return False


def folders_of(out: Path, files: Iterable[str]) -> dict[str, int]:
    """Return the folders that files stand in, each with the time at which its entries last changed."""
    found = {"."}
    for path in files:
        folder = path.rpartition("/")[0]
        while folder and folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return {folder: os.lstat(f"{out}/{folder}").st_mtime_ns for folder in sorted(found)}


def _place(root: Path, out: Path) -> Path:
    return root / _FOLDER / f"{hashlib.sha256(os.fsencode(out)).hexdigest()[:16]}.json"


def _head(root: Path, out: Path, body: bytes) -> dict[str, str]:
    return {"format": _FORMAT, "root": str(root), "out": str(out), "sha256": hashlib.sha256(body).hexdigest()}


def _forget_gone(root: Path) -> None:
    """Delete what is remembered of folders that are gone, such as those of tests."""
    for path in (root / _FOLDER).glob("*.json"):
        with suppress(OSError, ValueError, KeyError, TypeError):
            with path.open("rb") as handle:
                out = orjson.loads(handle.readline())["out"]
            if not Path(out).is_dir():
                path.unlink()
