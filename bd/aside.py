"""Names that people's tools leave beside their files and that are nobody's data: every step passes them over.

File managers and editors write them without being asked, wherever somebody has looked or copied; none may stop a
command, be read as data, or be published.
"""

from __future__ import annotations

import re
from pathlib import Path

__all__ = ["entries", "is_aside", "is_backup"]

_ASIDE = re.compile(
    r"\..*"  # hidden: macOS's ._x and .DS_Store, .vscode, .x.swp, .#x, .~lock.x#
    r"|.*~|#.*#|.*\.sw[a-p]"  # Emacs, vim
    r"|Thumbs\.db(:encryptable)?|ehthumbs(_vista)?\.db|desktop\.ini|Icon\r|\$RECYCLE\.BIN|@eaDir|__MACOSX|__pycache__",
    re.IGNORECASE | re.DOTALL,
)
_BACKUP = re.compile(r".*\.(bak|orig|rej|old|tmp|part)", re.IGNORECASE | re.DOTALL)


def is_aside(name: str) -> bool:
    """Tell whether a file or folder of this name is passed over.

    Examples
    --------
    >>> [is_aside(name) for name in ("._age.toml", ".vscode", "age.toml~", "#age.toml#", "Thumbs.db", "age.toml")]
    [True, True, True, True, True, False]
    """
    return _ASIDE.fullmatch(name) is not None


def is_backup(name: str) -> bool:
    """Tell whether a file is an earlier or unfinished state of another, such as `style.css.orig`.

    It may hold what its owner wants back, so that it is passed over only where files are published as they are.
    """
    return _BACKUP.fullmatch(name) is not None


def entries(folder: Path, pattern: str = "*") -> list[Path]:
    """Return what stands in a folder and is not passed over, sorted; nothing where there is no folder."""
    return sorted(path for path in folder.glob(pattern) if not is_aside(path.name))
