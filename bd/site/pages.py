"""The pages of a site, each put together when it is its turn and then let go: ten thousand of them fill no memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from bd.site.records.parts import Head, Page

__all__ = ["Pages"]


class Pages:
    """Every page that a site is planned with, in order; whoever goes through them twice has them made twice.

    Parameters
    ----------
    makers
        The address of each page, and what makes it.
    """

    def __init__(self, makers: Iterable[tuple[str, Callable[[], Page]]]) -> None:
        self._makers = tuple(makers)
        self.heads: dict[str, Head] = {}
        """What the pages that were made so far say of themselves, by address."""

    @property
    def addresses(self) -> frozenset[str]:
        """Where the pages stand."""
        return frozenset(address for address, _ in self._makers)

    def at(self, address: str) -> Page:
        """Make the page of an address; KeyError if there is none."""
        for own, make in self._makers:
            if own == address:
                return make()
        raise KeyError(address)

    def __len__(self) -> int:
        return len(self._makers)

    def __iter__(self) -> Iterator[Page]:
        """Make one page after the other."""
        for address, make in self._makers:
            page = make()
            self.heads[address] = page.head
            yield page

    def each(self, change: Callable[[Page], Page]) -> Pages:
        """Return the same pages with something changed."""

        def changed(make: Callable[[], Page]) -> Callable[[], Page]:
            return lambda: change(make())

        return Pages((address, changed(make)) for address, make in self._makers)
