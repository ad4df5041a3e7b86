"""What the data file calls things, looked up once for all pages: models, characteristics, questions, addresses."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from bd.errors import BdError
from bd.files import is_slug
from bd.report import contract
from bd.site.described import Described
from bd.site.levels import Levels
from bd.site.records.parts import Link, Model

__all__ = ["HOME", "Names", "names_of"]

HOME = "/"


class Names:
    """The data file with its look-ups.

    Parameters
    ----------
    data
        The whole file.

    Raises
    ------
    BdError
        By every look-up, for what the file does not describe.
    """

    def __init__(self, data: contract.Leaderboard) -> None:
        self.data = data
        self.digits: int = data.digits
        self.models = Described("model", ((engine.id, _model(engine)) for engine in data.engines))
        self.dimensions = Described("characteristic", ((each.id, each) for each in data.dimensions))
        self.questions = Described("question", ((each.id, each) for each in data.questions))
        self._engines = Described("model", ((each.id, each) for each in data.engines))
        self._waiting = Described("characteristic", ((each.id, each.label) for each in data.waiting))
        self._levels: dict[str, Levels] = {}
        self._builds: dict[str, dict[str, str]] = {}
        self._tests = Described(
            "test",
            (
                ((test.edit, decision), (dimension, test))
                for dimension in self.dimensions.values()
                for test in dimension.tests
                for decision in test.decisions
            ),
        )

    @cached_property
    def _options(self) -> Described[tuple[str, str], str]:
        return Described(
            "option",
            (
                ((name, option.id), option.label)
                for name, question in self.questions.items()
                for option in question.options
            ),
        )

    @cached_property
    def addresses(self) -> frozenset[str]:
        """Every address that has a page."""
        return frozenset(self._pages)

    @cached_property
    def _pages(self) -> Described[str, contract.Page]:
        return Described("page", ((page.address, page) for page in self.data.pages))

    def page(self, address: str) -> contract.Page:
        """Return where the data file names a page."""
        return self._pages[address]

    def engine(self, model: str) -> contract.Model:
        """Return where the data file describes a model."""
        return self._engines[model]

    def builds(self, model: str) -> dict[str, str]:
        """Return what the builds of a model are called, by id."""
        if model not in self._builds:
            self._builds[model] = {build.id: build.label for build in self.engine(model).builds}
        return self._builds[model]

    def levels(self, characteristic: str) -> Levels:
        """Return what stands below a characteristic."""
        if characteristic not in self._levels:
            self._levels[characteristic] = Levels(self.dimensions[characteristic])
        return self._levels[characteristic]

    def build_label(self, model: str, build: str) -> str:
        """Return what a build is called where it is not the model's own; otherwise nothing."""
        return "" if build == model else self.builds(model).get(build, build)

    def test_of(self, facet: contract.Outcome) -> contract.Test:
        """Return the test behind a result: no two claim the same edit of a decision."""
        return self._tests[facet.edit, facet.item][1]

    def group_label(self, facet: contract.Outcome) -> str:
        """Return what the group of a result is called; nothing where its test knows no groups."""
        if facet.group is None:
            return ""
        dimension = self._tests[facet.edit, facet.item][0]
        return self.levels(dimension.id).groups[facet.group].label

    def called(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Return what the characteristics are called that a row of the main board names, such as those never tested."""
        return tuple(self.dimensions[each].label for each in ids)

    def label(self, characteristic: str) -> str:
        """Return what a characteristic is called, one that waits for answers included."""
        if characteristic in self.dimensions:
            return self.dimensions[characteristic].label
        return self._waiting[characteristic]

    def option(self, question: str, option: str) -> str:
        """Return the words of an option."""
        return self._options[question, option]

    def home(self) -> Link:
        """Return the way home, for the path above a page."""
        return Link("Home", HOME)

    def engine_topic(self, model: str, characteristic: str) -> str:
        """Return the address of a model's page on a characteristic, or, where there is none, of the model's page."""
        below = f"{self.models[model].address}{characteristic}/"
        return below if below in self.addresses else self.models[model].address


def names_of(data: contract.Leaderboard) -> Names:
    """Return the look-ups of a data file.

    Raises
    ------
    BdError
        A model's id is not one that can stand in an address.
    """
    names = Names(data)
    for model in names.models:
        if not is_slug(model):
            raise BdError(f"the data file names a model {model!r}, which is not an id such as e5-small")
    return names


def _model(engine: contract.Model) -> Model:
    return Model(
        id=engine.id,
        label=engine.label,
        kind=engine.kind,
        planted=engine.planted,
        marker=engine.marker,
        address=engine.address,
    )
