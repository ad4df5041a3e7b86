"""A data file as pages read it, from what a test made of it."""

from __future__ import annotations

from typing import Any

from bd.report import contract
from bd.site.names import Names, names_of


def names_in(board: dict[str, Any]) -> Names:
    return names_of(contract.read(board))
