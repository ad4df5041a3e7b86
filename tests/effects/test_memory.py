import subprocess
import sys

import pytest

from tests.projects import Project

TEXTS = 200_000
GIGABYTE = 2**30

REPLAY = """
import pathlib, re, sys
from bd.replay.work import replay
effect, = replay(pathlib.Path(sys.argv[1])).effects
# Of this process alone: what `getrusage` tells begins with the memory of the process that started it.
peak = re.search(r"VmHWM:\\s+(\\d+) kB", pathlib.Path("/proc/self/status").read_text())[1]
print(effect.texts, effect.value, effect.hi > effect.lo, int(peak) * 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is told in another way there")
def test_200_000_texts_in_one_cell_are_scored_within_a_gigabyte(tmp_path):
    project = Project(tmp_path, TEXTS).save()
    project.flips("fern", "as-written", "", 0, pinned=False)
    project.flips("fern", "gender-swap", "-swapped", 5000, pinned=False)
    command = [sys.executable, "-c", REPLAY, str(tmp_path)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert told[:3] == [str(TEXTS), "0.025", "True"]
    assert int(told[3]) < GIGABYTE
