import subprocess
import sys

import pytest

from tests.projects import Project

TEXTS = 200_000
GIGABYTE = 2**30

REPLAY = """
import pathlib, resource, sys
from bd.replay.work import replay
effect, = replay(pathlib.Path(sys.argv[1])).effects
print(effect.texts, effect.value, effect.hi > effect.lo, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in other units there")
def test_200_000_texts_in_one_cell_are_scored_within_a_gigabyte(tmp_path):
    project = Project(tmp_path, TEXTS).save()
    project.flips("fern", "as-written", "", 0, pinned=False)
    project.flips("fern", "gender-swap", "-swapped", 5000, pinned=False)
    command = [sys.executable, "-c", REPLAY, str(tmp_path)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert told[:3] == [str(TEXTS), "0.025", "True"]
    assert int(told[3]) < GIGABYTE
