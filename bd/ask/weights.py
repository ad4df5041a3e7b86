"""Find a model's weights in the packages that carry them, and name them by their SHA-256."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path
from typing import Any

from bd.ask.model import INSTALL, NotHereError, Setting, missing_packages, setting_of
from bd.errors import BdError
from bd.study.records import ModelCard

__all__ = ["package_file", "package_version", "sha256_file", "weights_file"]

_BLOCK = 1 << 20


def sha256_file(path: Path) -> str:
    """Return the SHA-256 of a file too large to hold in memory."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise BdError(f"{path}: cannot be read ({error.strerror})") from error


def package_version(card: ModelCard, package: str) -> str:
    """Return the version of an installed package; `BdError` if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError as error:
        raise missing_packages(str(card.ask.get("adapter")), error, package) from error


def package_file(card: ModelCard, package: str, file: str) -> Path:
    """Return the path of a file that an installed package carries, without importing the package."""
    try:
        path = Path(str(distribution(package).locate_file(file)))
    except PackageNotFoundError as error:
        raise _missing_weights(card, package) from error
    if not path.is_file():
        raise BdError(f"{card.path}: the package {package} {version(package)} holds no {file}")
    return path


def _missing_weights(card: ModelCard, package: str) -> NotHereError:
    return NotHereError(f"{card.path}: the package {package!r} is not installed: {INSTALL}")


def weights_file(card: ModelCard, setting: Setting) -> tuple[Path, str]:
    """Return the file of a card's weights and its SHA-256.

    The card names a `file` in its `package`; or `parts`, each a `package` and a `file`, that are joined in the cache;
    or a `file` in the project's folder, where it names no package. A `sha256` in the card must match.
    """
    expected = card.ask.get("sha256")
    if "parts" in card.ask:
        path = _joined(card, card.ask["parts"], setting)
    elif "package" in card.ask:
        path = package_file(card, card.ask["package"], setting_of(card, "file"))
    else:
        path = setting.root / setting_of(card, "file")
    found = sha256_file(path)
    if expected is not None and found != expected:
        raise BdError(f"{path}: its SHA-256 is {found}, but {card.path} expects {expected}")
    return path, found


def _joined(card: ModelCard, parts: Sequence[Mapping[str, Any]], setting: Setting) -> Path:
    """Join the parts of a file that is spread over several packages; done once, kept in the cache."""
    sources = [package_file(card, part["package"], part["file"]) for part in parts]
    target = setting.cache / "weights" / f"{card.ask.get('sha256', card.id)}{Path(setting_of(card, 'name')).suffix}"
    if target.is_file() and target.stat().st_size == sum(source.stat().st_size for source in sources):
        return target
    beside = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as out:
            for source in sources:
                with source.open("rb") as file:
                    while block := file.read(_BLOCK):
                        out.write(block)
        beside.replace(target)
    except OSError as error:
        with suppress(OSError):  # the error that led here is the one to tell
            beside.unlink(missing_ok=True)
        raise BdError(f"{target}: cannot be written ({error.strerror})") from error
    return target
