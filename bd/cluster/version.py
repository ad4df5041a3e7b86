"""Which code and which libraries a process works with, so that no number comes from two versions of them."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from bd.errors import BdError
from bd.replay.state import code_names
from bd.seen import PACKAGE, files_below, look, sum_of

__all__ = ["OtherVersionError", "Version", "own", "versions"]

_PACKAGES = ("numpy", "scipy", "pyarrow", "orjson", "isal", "dask", "distributed")
"""What numbers follow from, and what carries them."""
_MORE = ("bd:ask/", "bd:cluster/")
"""Code that no number of a replay follows from, and that answers and their way here do."""


class OtherVersionError(BdError):
    """A worker works with something else than who sent the work."""


@dataclass(frozen=True)
class Version:
    """What one process works with."""

    bd: str
    """The SHA-256 over the code that answers and numbers follow from."""
    python: str
    packages: tuple[tuple[str, str], ...]

    def differences(self, other: Version) -> str:
        """Return in words how another process differs from this one; empty where it does not."""
        return ", ".join(self._differences(other))

    def _differences(self, other: Version) -> Iterator[str]:
        if self.bd != other.bd:
            yield "other code of bd"
        for name, here, there in (("Python", self.python, other.python), *self._packages(other)):
            if here != there:
                yield f"{name} {there} and not {here}"

    def _packages(self, other: Version) -> Iterator[tuple[str, str, str]]:
        there = dict(other.packages)
        yield from ((name, here, there.get(name, "none")) for name, here in self.packages)


@cache
def own() -> Version:
    """Return what this process works with."""
    seen = look(files_below("bd:", str(PACKAGE)), {}, 0)
    code = sum_of(seen, [*code_names(seen), *sorted(name for name in seen if name.startswith(_MORE))])
    return Version(code, platform.python_version(), versions(_PACKAGES))


def versions(packages: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return the installed version of each package, `none` where it is not installed."""
    return tuple((name, _version(name)) for name in packages)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"
