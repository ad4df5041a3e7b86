"""What tests of several folders share."""

from __future__ import annotations

import signal
from pathlib import Path

import hypothesis
import pytest

from tests.projects import Project

# The same examples in every run, however slow the machine is.
hypothesis.settings.register_profile("bd", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("bd")

# A job in the background is started deaf to Ctrl-C, and so would be all that tests start in order to interrupt it.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A saved made-up study of twelve texts, without answers."""
    return Project(tmp_path).save()
