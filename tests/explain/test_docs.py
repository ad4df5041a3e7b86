"""What the documentation shows of a command is what the command prints, but for lines that it leaves out."""

from __future__ import annotations

import re

from click.testing import CliRunner

from bd.cli import main
from tests.explain.conftest import ROOT

SHOWN = re.compile(r"^```\n\$ bd explain '(.*)'\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_number_of_the_documentation_is_explained_as_it_says() -> None:
    ((address, block),) = SHOWN.findall((ROOT / "docs" / "check.md").read_text())
    result = CliRunner().invoke(main, ["explain", address, "--project", str(ROOT)])
    assert result.exit_code == 0, result.output
    printed = set(result.stdout.splitlines())
    assert [line for line in block.splitlines() if line not in printed | {"…"}] == []
