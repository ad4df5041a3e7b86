"""A replay on many machines, through dask.distributed; also on worker processes of this machine.

`machines.py` finds the workers or starts them, `run.py` says what is to be done and `waiting.py` waits for it,
`tasks.py` is what runs in a worker, `version.py` sees who may work. What the numbers are is left to the steps before;
what is written, and how, to `bd.replay`. Nothing outside this folder imports dask.
"""

from __future__ import annotations

from collections.abc import Callable

from bd.answers.folder import AnswerFolder
from bd.cluster.machines import LOCAL, Machines, workers_of
from bd.replay.parts import Part
from bd.study.records import Study

__all__ = ["LOCAL", "Machines", "parts_on", "workers_of"]


def parts_on(
    machines: Machines, study: Study, folder: AnswerFolder, progress: Callable[[str], None] = lambda step: None
) -> list[Part]:
    """Return every decision's part, worked out on machines; see `bd.cluster.run`."""
    from bd.cluster.run import parts_on as run  # dask, which need not be installed

    return run(machines, study, folder, progress)
