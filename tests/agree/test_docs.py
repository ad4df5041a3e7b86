"""What the documentation shows of `bd agree` is what it prints of the file that the documentation writes."""

import re
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from bd.cli import main

TEXT = (Path(__file__).parents[2] / "docs" / "agree.md").read_text()


def test_the_sample_of_the_documentation_is_what_is_printed(tmp_path):
    (lines,) = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    ((file, shown),) = re.findall(r"^```\n\$ bd agree (\S+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    subprocess.run([sys.executable, "-c", lines], cwd=tmp_path, check=True)
    result = CliRunner().invoke(main, ["agree", str(tmp_path / file)])
    assert result.exit_code == 0, result.output
    assert [line.rstrip() for line in result.stdout.splitlines()] == shown.splitlines()
