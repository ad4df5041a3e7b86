"""Published data, kept: one small file for each day on which data was published, and what differs between two."""

from bd.report.editions.compare import Comparison, PlaceChange, ResultChange, compare
from bd.report.editions.files import EDITIONS, Published, edition_path, publish, read_editions
from bd.report.editions.freeze import edition_of
from bd.report.editions.records import Board, Characteristic, Edition, Group, Model, Question, Result

__all__ = [
    "EDITIONS",
    "Board",
    "Characteristic",
    "Comparison",
    "Edition",
    "Group",
    "Model",
    "PlaceChange",
    "Published",
    "Question",
    "Result",
    "ResultChange",
    "compare",
    "edition_of",
    "edition_path",
    "publish",
    "read_editions",
]
