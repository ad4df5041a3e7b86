"""Ask the made-up model in a process of its own, one that may be killed: python -m tests.ask.asker MODEL --project ...

With `BD_TEST_FILE_BYTES` set, no file may grow beyond so many bytes, which fails as a full disk does.
"""

import os
import resource
import sys

import bd.ask.model
from bd.cli import main
from tests.ask.fake import fake_entry_points

if __name__ == "__main__":
    most = os.environ.get("BD_TEST_FILE_BYTES")
    if most is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(most), int(most)))
    bd.ask.model.entry_points = fake_entry_points
    main(["ask", *sys.argv[1:]], prog_name="bd")
