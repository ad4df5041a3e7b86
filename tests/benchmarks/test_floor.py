import gzip
from pathlib import Path

import pytest

from benchmarks.floor import PARSERS, logs_of


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("name", PARSERS)
def test_every_parser_reads_every_row(name: str, made: Path) -> None:
    pytest.importorskip(name)
    logs = logs_of(made)
    assert {log.path for log in logs} == set(made.glob("answers/*/*/*.gz"))
    assert PARSERS[name](logs) == sum(gzip.decompress(log.path.read_bytes()).count(b"\n") for log in logs)
