import shutil
from dataclasses import replace
from functools import partial

import pytest

from bd.cluster import parts_on, workers_of
from bd.cluster.tasks import Sent
from bd.cluster.version import OtherVersionError, own
from bd.replay.work import replay
from bd.seen import PACKAGE
from tests.cluster.processes import scheduler, worker


def test_the_same_process_has_no_difference():
    assert own().differences(own()) == ""
    Sent(own(), "run", 100).check()


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"bd": "0"}, "other code of bd"),
        ({"python": "3.99.0"}, "Python 3.99.0 and not "),
        ({"packages": (("numpy", "1.0"),)}, "numpy 1.0 and not "),
        ({"packages": ()}, "pyarrow none and not "),
    ],
)
def test_what_differs_is_named(other, said):
    assert said in own().differences(replace(own(), **other))


@pytest.fixture(scope="module", params=["effects/ranges.py", "ask/store.py"])
def foreign(tmp_path_factory, request):
    """The address of a scheduler whose only worker has another bd."""
    folder = tmp_path_factory.mktemp("foreign")
    shutil.copytree(PACKAGE, folder / "bd", ignore=shutil.ignore_patterns("__pycache__"))
    with (folder / "bd" / request.param).open("a") as out:
        out.write("\n# one line more\n")
    with scheduler() as (_, address), worker(address, folder, {"PYTHONPATH": str(folder)}):
        yield address


def test_a_worker_with_another_version_is_refused_before_anything_is_done(foreign):
    said = r"^the worker tcp://127.0.0.1:\d+ has other code of bd; install the same on all$"
    with pytest.raises(OtherVersionError, match=said), workers_of(foreign):
        pytest.fail("it was taken")


def test_a_worker_with_another_version_that_comes_later_is_refused_by_its_first_task(foreign, project, monkeypatch):
    monkeypatch.setattr("bd.cluster.machines._check_versions", lambda client: None)
    with workers_of(foreign) as ready, pytest.raises(OtherVersionError, match="other code of bd"):
        replay(project.root, elsewhere=partial(parts_on, ready))
    assert project.outputs() == {}
