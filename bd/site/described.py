"""What the data file describes, by id: whatever names something else is told in one line as a fault of that file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn, TypeVar

from bd.errors import BdError
from bd.report.state import DATA_FILE

__all__ = ["Described"]

_Id = TypeVar("_Id")
_Thing = TypeVar("_Thing")


class Described(dict[_Id, _Thing]):
    """Things of one kind by id; BdError for an id that is not among them.

    Parameters
    ----------
    kind
        What they are, such as a model.
    each
        Every one with its id.
    """

    def __init__(self, kind: str, each: Iterable[tuple[_Id, _Thing]]) -> None:
        super().__init__(each)
        self._kind = kind

    def __missing__(self, name: _Id) -> NoReturn:
        what = f"{self._kind} {name!r}"
        raise BdError(f"{DATA_FILE}: names the {what}, which the file does not describe; write it again with bd report")
