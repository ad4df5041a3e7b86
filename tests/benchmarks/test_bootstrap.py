import numpy as np
import pytest

from benchmarks.bootstrap import WAYS, columns_of


@pytest.mark.parametrize("name", WAYS)
def test_every_way_gives_the_ranges_that_theory_gives(name: str) -> None:
    ids, columns = columns_of(400)
    ends = WAYS[name](ids, columns)
    middle, error = columns.mean(axis=0), columns.std(axis=0) / np.sqrt(len(ids))
    expected = np.stack([middle - 1.96 * error, middle + 1.96 * error], axis=1)
    assert ends.shape == expected.shape
    assert np.abs(ends - expected).max() < 0.7 * error.max()
    assert np.abs((ends - expected).mean()) < 0.05 * error.mean()
