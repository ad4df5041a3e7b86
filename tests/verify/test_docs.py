"""What the documentation shows of `bd verify` is what it prints; how many numbers there are changes with the data."""

import json
import re

from click.testing import CliRunner

from bd.cli import main
from bd.report.state import DATA_FILE
from tests.verify.conftest import ROOT

TEXT = (ROOT / "docs" / "check.md").read_text()
SAME = re.compile(r"^\$ bd verify\n(.+): all as the saved answers give them: (.+)$", re.MULTILINE)
OTHER = re.compile(r"^/(\w+)/(\w+)/([\w-]+)/#([\w-]+) \w+\.excess\.lo: file ([\d.]+), replay ([\d.]+)$", re.MULTILINE)


def masked(line):
    return re.sub(r"commit \w{8}$", "commit #", re.sub(r"\d+(,\d{3})*", "#", line))


def test_both_outcomes_of_the_documentation_are_told_as_it_says(tmp_path):
    ((path, compared),) = SAME.findall(TEXT)
    (found,) = OTHER.finditer(TEXT)
    characteristic, group, question, model, theirs, ours = found.groups()
    board = json.loads((ROOT / DATA_FILE).read_bytes())
    cells = next(d for d in board["dimensions"] if d["id"] == characteristic)["cells"][model]["facets"]
    cell = next(each for each in cells if (each["group"], each["item"]) == (group, question))
    assert cell["excess"]["lo"] == float(ours)
    cell["excess"]["lo"] = float(theirs)
    (tmp_path / "copy.json").write_text(json.dumps(board))
    result = CliRunner().invoke(main, ["verify", str(tmp_path / "copy.json"), "--project", str(ROOT)])
    assert result.exit_code == 1, result.output
    told, last = result.stdout.splitlines()
    assert (path, told) == (DATA_FILE, found[0])
    assert masked(last.partition("; compared ")[2]) == masked(compared)
