"""What tests of several folders share."""

from __future__ import annotations

from pathlib import Path

import hypothesis
import pytest

from tests.projects import Project

# The same examples in every run, however slow the machine is.
hypothesis.settings.register_profile("bd", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("bd")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A saved made-up study of twelve texts, without answers."""
    return Project(tmp_path).save()
