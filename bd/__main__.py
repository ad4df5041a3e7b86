"""The command `bd`, and `python -m bd` where it is not on the path: stopped while it still loads, it ends silently."""

from __future__ import annotations

import signal

__all__ = ["run"]


def run() -> None:
    """Load the commands and run the one that is asked for."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # else the stop would be told as a fault of whatever is being imported
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from bd.memory import be_sparing

    be_sparing()
    from bd.cli import main

    signal.signal(signal.SIGINT, before)
    main(prog_name="bd")


if __name__ == "__main__":
    run()
