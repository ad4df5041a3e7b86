"""The catalogue of texts: every key is used, every slot is filled, and nothing is found that is not in it."""

import re
from pathlib import Path

import pytest

from bd.site.records.parts import Figure, Link
from bd.site.text import CATALOGUE, text, worded

ROOT = Path(__file__).parents[2]
CODE = [*(ROOT / "bd" / "site").rglob("*.py"), *(ROOT / "templates").glob("*.html")]
SAID = "\n".join(path.read_text("utf-8") for path in CODE)


def test_slots_take_words_numbers_links_and_several_pieces_at_once():
    number, link = Figure("45", "44.6", "/x"), Link("there", "/there/")
    assert text("level.texts", n=number) == (number, " texts")
    assert text("level.range", ends=(number, " – ", number), unit="points") == (
        "other such texts would give ",
        number,
        " – ",
        number,
        " ",
        "points",
        " (95% range)",
    )
    assert text("home.firm", rules=link)[1] == link
    assert worded("swing.says", option="yes") == "says “yes”"


def test_a_slot_that_is_not_filled_and_a_text_that_is_not_there_are_faults():
    with pytest.raises(KeyError):
        text("level.texts")
    with pytest.raises(KeyError):
        text("level.no-such-text")


def test_every_text_is_used():
    """A key is named whole, or by its last part where the first is fixed, as in `heat.{state}`."""
    for key in CATALOGUE:
        above, _, last = key.rpartition(".")
        by_part = re.search(rf'"{re.escape(above)}\.(\{{|" ~)', SAID) and re.search(rf'["({{ ]{re.escape(last)}"', SAID)
        # the method in words is read section by section, whatever it holds
        assert f'"{key}"' in SAID or by_part or re.match(r"methods\.[a-z-]+\.(title|opening|terms)", key), key


def test_every_text_that_templates_and_code_name_is_there():
    named = set(re.findall(r'\b(?:t|text|worded)\("([a-z-]+\.[a-z0-9-]+)"', SAID))
    assert named
    assert named <= set(CATALOGUE)
