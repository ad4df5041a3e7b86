"""Run one command, and tell its seconds and its peak memory as a line of JSON on standard error, the last one.

A process of its own, started without packages: Linux counts what the starting process holds towards the peak of the
one it starts, so whoever starts what is measured must be small.
"""

import json
import os
import sys
import time


def main() -> int:
    started = time.perf_counter()
    child = os.fork()
    if child == 0:
        try:
            os.execvp(sys.argv[1], sys.argv[1:])
        except OSError as error:
            print(f"{sys.argv[1]}: {error.strerror}", file=sys.stderr)
        os._exit(127)
    _, status, used = os.wait4(child, 0)
    seconds = time.perf_counter() - started
    peak = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    print(json.dumps({"seconds": seconds, "peak": peak}), file=sys.stderr)
    return os.waitstatus_to_exitcode(status) & 255


if __name__ == "__main__":
    sys.exit(main())
