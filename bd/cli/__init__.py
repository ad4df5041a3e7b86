"""The command `bd`: each subcommand gathers its options, calls one library function, and prints.

Results go to standard output, remarks and progress to standard error. Exit status 0: done. 1: something in the data is
wrong, named in one line each. 2: wrong usage. 130: stopped by the user.
"""

from __future__ import annotations

import os

import click

import bd
from bd.cli import agreement, answers, numbers, pages, study
from bd.cli.frame import Commands

__all__ = ["main"]

# Before numpy is imported: work is shared out among threads of bd's own, and those of a library of matrix products
# beside them take a core each to wait for the others. `bd ask` sets it for models as it is told.
for _library in ("OPENBLAS", "MKL"):
    os.environ.setdefault(f"{_library}_NUM_THREADS", "1")


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(bd.__version__, prog_name="bd")
def main() -> None:
    """Test whether a model treats people differently, and check every number from the saved answers.

    The usual order is: check, ask, replay, report, site. Asking needs a model; everything after it needs only the
    answers that were saved.
    """


for _command in (
    study.list_,
    study.check,
    answers.ask,
    numbers.replay,
    pages.report,
    numbers.explain,
    numbers.verify,
    agreement.agree,
    pages.publish,
    pages.site,
    pages.serve,
    study.rows,
    answers.describe,
    answers.import_reported,
    study.compose,
    numbers.validate,
):
    main.add_command(_command)
