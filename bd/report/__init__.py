"""Effects to `site/data/leaderboard.json`: the public file that the site, and anyone else, reads."""

from bd.report.build import build_leaderboard
from bd.report.datafile import SCHEMA_ID, SchemaFaultError, check_leaderboard, load_leaderboard, write_leaderboard
from bd.report.examples import AnswerSource, find_examples, find_extremes
from bd.report.provenance import Release

__all__ = [
    "SCHEMA_ID",
    "AnswerSource",
    "Release",
    "SchemaFaultError",
    "build_leaderboard",
    "check_leaderboard",
    "find_examples",
    "find_extremes",
    "load_leaderboard",
    "write_leaderboard",
]
