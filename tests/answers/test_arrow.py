import subprocess
import sys

import numpy as np
import pyarrow as pa

from bd.answers.arrow import floats_of, numbers, places_among, strings, values_of
from tests.projects import full


def test_texts_become_what_pyarrow_makes_of_them():
    for values in ([], [""], ["a", "", "é", "bed-000001"]):
        assert strings(values).equals(pa.array(values, pa.string()))


def test_numbers_become_what_pyarrow_makes_of_them():
    for values in (np.zeros(0, np.int8), np.arange(-3, 4, dtype=np.int32), np.arange(10)[::3]):
        assert numbers(values).equals(pa.array(values))


def test_a_part_of_an_array_gives_its_own_numbers():
    array = pa.array([1, 2, 3, 4], pa.int32())
    assert values_of(array[1:3], np.int32).tolist() == [2, 3]
    np.testing.assert_array_equal(floats_of(pa.array([0.5, None, 0.25])[1:]), [np.nan, 0.25])
    assert len(values_of(pa.array([], pa.int32()), np.int32)) == 0


def test_texts_are_found_among_others():
    found = places_among(pa.array(["b", None, "c", "a"]), strings(["a", "b"]))
    assert found.tolist() == [1, -1, -1, 0]


def test_a_replay_does_without_what_takes_long_to_import(project):
    full(project)
    code = (
        "import sys; from bd.cli import main;"
        f"main(['replay', '--project', {str(project.root)!r}], standalone_mode=False);"
        "print(sorted({'pandas', 'jinja2', 'PIL', 'jsonschema_rs'} & set(sys.modules)))"
    )
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert said.stdout.splitlines()[-1] == "[]"
