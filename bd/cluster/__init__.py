"""A replay, or the asking of a model, on many machines, through dask.distributed; also on processes of this machine.

`machines.py` finds the workers or starts them, `run.py` and `asking.py` say what is to be done and `waiting.py` waits
for it, `tasks.py` and `ask_tasks.py` are what runs in a worker, `version.py` sees who may work. What the numbers and
the answers are is left to the steps before; what is written, and how, to `bd.replay` and `bd.ask`. Nothing outside this
folder imports dask.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bd.answers.folder import AnswerFolder
from bd.ask.asking import Asker
from bd.cluster.machines import LOCAL, Machines, check_address, workers_of
from bd.replay.parts import Part
from bd.study.records import Study

__all__ = ["LOCAL", "Machines", "asker_on", "parts_on", "workers_of"]


def parts_on(
    machines: Machines, study: Study, folder: AnswerFolder, progress: Callable[[str], None] = lambda step: None
) -> list[Part]:
    """Return every decision's part, worked out on machines; see `bd.cluster.run`."""
    from bd.cluster.run import parts_on as run  # dask, which need not be installed

    return run(machines, study, folder, progress)


def asker_on(
    address: str,
    *,
    workers: int | None = None,
    memory: str | None = None,
    say: Callable[[str], None] = lambda line: None,
) -> Asker:
    """Return who asks a model by workers; parameters and errors as for `workers_of`, see also `bd.cluster.asking`."""
    check_address(address)  # before a model is loaded
    from bd.cluster.asking import asker_on as make

    return make(partial(workers_of, address, workers=workers, memory=memory, say=say))
