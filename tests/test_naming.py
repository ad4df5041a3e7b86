from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bd.naming import bare, isolated, lookalikes, looks, name_fault, shows_nothing


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("acme chat", "Acme  Chat"),
        ("Straße", "STRASSE"),
        ("ﬁg", "fig"),
        ("Mu\u0308ller", "Müller"),
        ("a\u00adb", "ab"),
        ("\u202aab", "ab"),
        ("O’Neil", "O'Neil"),
        ("А1", "A1"),
        ("Клуб", "клуб"),
        ("Κοσμος", "Κoσμος"),
    ],
)
def test_what_looks_alike(one: str, other: str) -> None:
    assert looks(one) & looks(other)
    assert list(lookalikes(["x", one, other])) == [(1, 2)]


@pytest.mark.parametrize(
    ("one", "other"), [("Jose", "José"), ("East", "West"), ("GPT-4o", "GPT-40"), ("Клуб", "Club"), ("a b", "ab")]
)
def test_what_does_not(one: str, other: str) -> None:
    assert not looks(one) & looks(other)
    assert list(lookalikes([one, other])) == []


@given(st.text(max_size=20))
def test_a_name_looks_like_its_other_compositions(name: str) -> None:
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert looks(name) & looks(unicodedata.normalize(form, name))


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u3164", "\u2800\ufe0f", "\u0301", "\u2062\U000e0041"])
def test_names_that_show_nothing(name: str) -> None:
    assert shows_nothing(name)
    assert name_fault(name) == "shows nothing; write a name that can be read"


@pytest.mark.parametrize("name", ["East", "א", "😀", "…", "1", "Jose\u0301", "نام\u200cها"])
def test_names_that_can_be_read(name: str) -> None:
    assert name_fault(name) is None


@pytest.mark.parametrize("name", ["אקמה (2)", "أكمي", "Acme א", "\u202eturned"])
def test_names_that_run_leftwards_are_isolated_and_bare_again(name: str) -> None:
    assert isolated(name) == f"\u2068{name}\u2069"
    assert bare(isolated(name)) == name


def test_other_names_are_shown_as_they_are() -> None:
    assert isolated("Žižek (2)") == "Žižek (2)"
