import gzip
import random
import shutil
import subprocess

import pytest

from bd.answers.digest import SortedSum, lines_sha256
from bd.answers.unpack import pieces


def test_the_hash_of_lines_ignores_their_order_and_blank_ones():
    assert lines_sha256([b"b", b"", b"a", b"  "]) == lines_sha256([b"a", b"b"])
    assert lines_sha256([b"a", b"b"]) != lines_sha256([b"a", b"c"])


@pytest.mark.skipif(not all(map(shutil.which, ("zcat", "sort", "sha256sum"))), reason="needs zcat, sort and sha256sum")
def test_the_hash_of_lines_is_what_the_docstring_says(tmp_path):
    lines = ['{"id": "ü"}'.encode(), b'{"id": "b"}', b'{"id": "a"}']
    log = tmp_path / "log.gz"
    log.write_bytes(gzip.compress(b"".join(line + b"\n" for line in lines)))
    command = f"zcat < {log} | LC_ALL=C sort | sha256sum"
    told = subprocess.run(command, shell=True, capture_output=True, text=True, check=True).stdout
    assert told.split()[0] == lines_sha256(lines)


@pytest.mark.parametrize("held", [2**30, 100_000, 5_000, 1])
@pytest.mark.parametrize("end", [b"", b"\n", b"\n\n"])
def test_lines_that_come_some_at_a_time_have_the_same_sum(monkeypatch, held, end):
    monkeypatch.setattr("bd.answers.unpack._PIECE", 1000)
    monkeypatch.setattr("bd.answers.unpack._CHUNK", 64)
    monkeypatch.setattr("bd.answers.digest._MOST_HELD", held)
    monkeypatch.setattr("bd.answers.digest._SAMPLED", 20)
    monkeypatch.setattr("bd.answers.digest._AT_ONCE", 7)
    many = 1000 if held > 1 else 150  # where next to nothing may be held, the work grows with the square of the lines
    lines = [b'{"id":"%d"}' % (n * 7919 % many) for n in range(many)]
    lines[5:5] = [b"", b"", lines[-1], lines[0]]
    for some in (lines, sorted(lines), random.Random(1).sample(lines, 7 * many // 10), lines[:1], []):
        data, total = gzip.compress(b"\n".join(some) + end), SortedSum()
        for each in pieces(data):
            total.add(each)
        assert total.hexdigest(data) == lines_sha256(some)
