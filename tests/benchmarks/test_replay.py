import gzip
import shutil
from pathlib import Path

import pytest

from bd.answers.folder import read_answers
from bd.study.load import load_study
from benchmarks.replay import changed_log


@pytest.mark.parametrize("number", [0, 1, 5])
def test_a_changed_log_is_fit_and_differs_in_one_answer(number: int, made: Path, tmp_path: Path) -> None:
    root = tmp_path / "copy"
    shutil.copytree(made, root)
    # A model that refuses some answers, so that rows without probabilities are passed over.
    log = max(root.glob("answers/fir/*/*.gz"), key=lambda path: path.stat().st_size)
    before = gzip.decompress(log.read_bytes()).splitlines()
    changed_log(log, number)
    after = gzip.decompress(log.read_bytes()).splitlines()
    assert [n for n, (a, b) in enumerate(zip(before, after, strict=True)) if a != b] == [
        [n for n, line in enumerate(before) if b"probabilities" in line][number]
    ]
    assert read_answers(root, load_study(root), builds={"fir"}).problems == ()
