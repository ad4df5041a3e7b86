"""How texts are changed: one detail at a time, the rest kept letter for letter.

Each edit kind takes a text and a version's settings and gives the changed text, or the reason why the text has no
such version. Which edits a study uses, and with which words, is written in `studies/`; asking models and counting
what was left out are left to `bd.ask` and `bd.effects`.
"""

from __future__ import annotations

from bd.study.edits.diff import mark_changes, replacements
from bd.study.edits.kinds import KINDS, Kind, apply, check_settings
from bd.study.edits.letters import letter_start
from bd.study.edits.outcome import Edited, EditKind, Excluded

__all__ = ["KINDS", "EditKind", "Edited", "Excluded", "Kind", "apply", "check_settings", "letter_start"]
__all__ += ["mark_changes", "replacements"]
