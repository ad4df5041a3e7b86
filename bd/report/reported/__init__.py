"""Figures that others published: read, checked, and told apart from everything that is worked out here.

Nothing of this takes part in an effect, a place or an average; it only adds the part `reported` to the data file.
"""

from bd.report.reported.convert import Imported, import_reported
from bd.report.reported.part import reported_part
from bd.report.reported.read import FOLDER, check_reported, read_reported
from bd.report.reported.records import FORMAT, Reported, ReportedCell, Source

__all__ = [
    "FOLDER",
    "FORMAT",
    "Imported",
    "Reported",
    "ReportedCell",
    "Source",
    "check_reported",
    "import_reported",
    "read_reported",
    "reported_part",
]
