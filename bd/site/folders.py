"""Where templates and static files are: the project's own, or those that come with `bd`.

So a project that holds only studies and answers gets the same pages, and one that wants others writes its own.
"""

from __future__ import annotations

from pathlib import Path

from bd.errors import BdError

__all__ = ["static_folder", "templates_folder"]

_PACKAGE = Path(__file__).parents[1]
_CHECKOUT = _PACKAGE.parent


def templates_folder(root: Path) -> Path:
    """Return the folder of templates; `BdError` if there is none."""
    return _first("base.html", root / "templates", _PACKAGE / "templates", _CHECKOUT / "templates")


def static_folder(root: Path) -> Path:
    """Return the folder of static files; `BdError` if there is none."""
    return _first("style.css", root / "site" / "static", _PACKAGE / "static", _CHECKOUT / "site" / "static")


def _first(holding: str, *folders: Path) -> Path:
    for folder in folders:
        if (folder / holding).is_file():
            return folder
    raise BdError(f"{folders[0]}: no {holding} here, and none in the package; install bd again")
