"""Which kind of processor this is: some engines give other answers on another.

Only what answers can follow from is told: the architecture and who made the processor. No name of the machine, of its
user or of its model is read.
"""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["UNKNOWN", "Machine", "machine_of", "this_machine"]

UNKNOWN = "unknown"
"""What stands where a system does not tell."""

_SAME = {"amd64": "x86_64", "x64": "x86_64", "arm64": "aarch64"}
"""Names that Windows and macOS have for what Linux calls otherwise."""
_CPUINFO = Path("/proc/cpuinfo")
_MAKER_KEYS = ("vendor_id", "CPU implementer")
"""Where Linux names the maker, on x86 (`GenuineIntel`) and on ARM (a code, such as `0x41`)."""


@dataclass(frozen=True, order=True)
class Machine:
    """An architecture and the maker of its processor.

    Examples
    --------
    >>> str(Machine("x86_64", "GenuineIntel")), str(Machine("riscv64", "unknown"))
    ('x86_64 GenuineIntel', 'riscv64 of an unknown maker')
    """

    architecture: str
    """As Linux calls it, such as `x86_64` or `aarch64`."""
    maker: str
    """As the processor calls it, such as `AuthenticAMD`."""

    def __str__(self) -> str:
        maker = "of an unknown maker" if self.maker == UNKNOWN else self.maker
        return f"{self.architecture if self.architecture != UNKNOWN else 'a machine of an unknown kind'} {maker}"

    def as_json(self) -> dict[str, str]:
        """Return the machine as it stands in a sidecar."""
        return {"architecture": self.architecture, "maker": self.maker}


def machine_of(values: Any) -> Machine | None:
    """Return the machine that a sidecar or a model card names; None where it names none, or not in this form."""
    if not isinstance(values, Mapping) or set(values) != {"architecture", "maker"}:
        return None
    texts = values["architecture"], values["maker"]
    return Machine(*texts) if all(isinstance(text, str) and text.strip() for text in texts) else None


@cache
def this_machine() -> Machine:
    """Return what this process runs on; `unknown` for whatever the system does not tell."""
    name = platform.machine().lower()
    return Machine(_SAME.get(name, name) or UNKNOWN, next(_makers(), UNKNOWN))


def _makers() -> Iterator[str]:
    """Yield what the system calls the maker: Linux in a file, macOS by a command, Windows in a variable."""
    yield from _named_in(_CPUINFO)
    if platform.system() == "Darwin":
        yield from _told_by("sysctl", "-n", "machdep.cpu.vendor")  # on Intel
        yield from (brand.split()[0] for brand in _told_by("sysctl", "-n", "machdep.cpu.brand_string"))
    if platform.system() == "Windows":
        yield from filter(None, [os.environ.get("PROCESSOR_IDENTIFIER", "").rpartition(",")[2].strip()])


def _named_in(path: Path) -> Iterator[str]:
    try:
        lines = path.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return
    found = {key.strip(): value.strip() for key, colon, value in (line.partition(":") for line in lines) if colon}
    yield from (found[key] for key in _MAKER_KEYS if found.get(key))


def _told_by(*command: str) -> Iterator[str]:
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return
    if said:
        yield said
