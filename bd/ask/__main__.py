"""Run `python -m bd.ask MODEL`: ask one model, for use without the `bd` command."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bd.ask.progress import TerminalProgress
from bd.ask.run import ask
from bd.errors import BdError, UsageError


def main() -> int:
    """Read the arguments, ask, and say what was done."""
    parser = argparse.ArgumentParser(prog="python -m bd.ask", description="Put a study's texts to one of its models.")
    parser.add_argument("model")
    parser.add_argument("--project", type=Path, default=Path())
    parser.add_argument("--decision", action="append")
    parser.add_argument("--edit", action="append")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="replace logs that hold answers to something else")
    given = parser.parse_args()
    try:
        with TerminalProgress(given.model) as progress:
            report = ask(
                given.project.resolve(),
                given.model,
                decisions=given.decision,
                edits=given.edit,
                limit=given.limit,
                threads=given.threads,
                again=given.again,
                progress=progress,
            )
    except KeyboardInterrupt as stop:  # with a message once the asking has begun
        print(str(stop) or "stopped; nothing was asked yet", file=sys.stderr)
        return 130
    except BdError as error:
        print(error, file=sys.stderr)
        return 2 if isinstance(error, UsageError) else 1
    print(report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
