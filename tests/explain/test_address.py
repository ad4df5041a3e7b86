"""Addresses are understood as readers copy them; what is not there is told with its neighbours."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bd.errors import BdError
from bd.explain.address import resolve
from bd.report.datafile import load_leaderboard
from bd.report.state import DATA_FILE
from bd.study.load import load_study
from bd.study.records import ModelCard
from tests.projects import Project

BASE = "https://example.org/bias/"


@pytest.fixture(scope="module")
def board(kinds: Project) -> dict[str, Any]:
    return load_leaderboard(kinds.root / DATA_FILE)


def found(kinds: Project, board: dict[str, Any], text: str) -> tuple[str, str | None]:
    target = resolve(board, load_study(kinds.root), text, BASE)
    return target.address, target.build


@pytest.mark.parametrize(
    ("text", "address", "build"),
    [
        ("/club/east/#fern", "/club/east/", "fern"),
        ("/club/east#fern", "/club/east/", "fern"),
        ("club/east", "/club/east/", None),
        ("/club/east/index.html#fern", "/club/east/", "fern"),
        (f"{BASE}club/east/#fern", "/club/east/", "fern"),
        (f"{BASE}club/east/index.html", "/club/east/", None),
        ("http://127.0.0.1:8000/club/east/#fern", "/club/east/", "fern"),
        ("https://elsewhere.example/bias/club/#fern", "/club/", "fern"),
        ("https://elsewhere.example/a/b/club/east/#fern", "/club/east/", "fern"),
        ("file:///copied/site/dist/club/east/index.html#fern", "/club/east/", "fern"),
        ("/", "/", None),
        (BASE, "/", None),
        ("/engines/fern/", "/engines/fern/", "fern"),
        ("/engines/fern/club/", "/engines/fern/club/", "fern"),
        ("/methods/#fern", "/methods/", "fern"),
        ("/asked-twice/#fern", "/asked-twice/", "fern"),
    ],
)
def test_an_address_as_it_is_copied(
    kinds: Project, board: dict[str, Any], text: str, address: str, build: str | None
) -> None:
    assert found(kinds, board, text) == (address, build)


def test_every_level_of_a_characteristic_can_be_asked_for(kinds: Project, board: dict[str, Any]) -> None:
    study = load_study(kinds.root)
    # one question only, and for the gender swap no group at all
    wanted = {"/club/", "/club/east/", "/club/tulip-rose/", "/club/east/tulip-rose/", "/age/", "/age/tulip-rose/"}
    assert wanted <= {page["address"] for page in board["pages"]}
    for text in wanted:
        target = resolve(board, study, f"{text}#fern", BASE)
        assert (target.address, target.build, target.remark) == (text, "fern", None)


def test_the_address_of_another_build_leads_to_the_page_of_its_model(kinds: Project, board: dict[str, Any]) -> None:
    study = load_study(kinds.root)
    card = ModelCard("ferns", "Ferns", "lexicon", "Made up.", "MIT", False, "fern", "", 1, False, True)
    target = resolve(board, replace(study, models={**study.models, "ferns": card}), "/engines/ferns/", BASE)
    assert target.address == "/engines/fern/"
    assert target.remark == "/engines/ferns/ is shown at /engines/fern/: it is another build of that model"


@pytest.mark.parametrize("text", ["/club/#{}", "/{}/", "/club/{}/", "{}", "http://[{}/", "https://x.example/{}/#fern"])
def test_of_a_long_address_only_the_beginning_is_told(kinds: Project, board: dict[str, Any], text: str) -> None:
    with pytest.raises(BdError) as error:
        resolve(board, load_study(kinds.root), text.format("x" * 5000), None)
    assert len(str(error.value)) < 400


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("/clubs/", "no page /clubs/; the nearest: /club/"),
        ("/club/north/", "no page /club/north/; the nearest: /club/"),
        ("/cl/", "no page /cl/; the nearest: /club/, /club/"),
        ("east", "no page /east/; the nearest: /club/east/"),
        ("/nothing/", "no page /nothing/; an address is like /"),
        ("/club/#ferns", "no model 'ferns'; the nearest: /club/#fern"),
        ("/club/#f", "no model 'f'; the nearest: /club/#fern"),
        ("/engines/fern/#moss", "no model 'moss'; there are: "),
        ("/engines/fern/#heather", "/engines/fern/ is the page of fern, not of heather"),
        ("/engines/", "/engines/ shows no number of its own"),
        ("http://[x/club/", "'http://[x/club/' is no address ("),
        ("/ask-twice/", "/ask-twice/: no data: asking again has one page for all; its numbers are at /asked-twice/"),
        ("/data/", "/data/ shows no number of its own"),
    ],
)
def test_what_is_not_there_is_one_line(kinds: Project, board: dict[str, Any], text: str, told: str) -> None:
    with pytest.raises(BdError) as error:
        found(kinds, board, text)
    assert str(error.value).startswith(told)
    assert "\n" not in str(error.value)


def test_a_page_of_a_kind_that_is_new_is_not_taken_for_another(kinds: Project, board: dict[str, Any]) -> None:
    page = next(each for each in board["pages"] if each["level"] == "data")
    grown = board | {"pages": [*board["pages"], page | {"address": "/firm/", "level": "firm", "label": "Firm"}]}
    with pytest.raises(BdError, match=r"^/firm/ shows no number of its own$"):
        found(kinds, grown, "/firm/")


@pytest.mark.parametrize("text", ["/cl/", "/club/nort/", "fern", "/nothing/"])
def test_every_address_that_is_told_instead_leads_to_a_number(kinds: Project, board: dict[str, Any], text: str) -> None:
    study = load_study(kinds.root)
    with pytest.raises(BdError) as error:
        resolve(board, study, text, BASE)
    near, like = re.fullmatch(
        r".* page /\S+/(?:; the nearest: (.*))?; an address is like (\S+), or that page alone", str(error.value)
    ).groups()
    told = [] if near is None else near.split(", ")
    assert len(told) == len(set(told)) <= 5
    assert resolve(board, study, like, BASE).build
    for each in told:
        assert resolve(board, study, each, BASE).remark is None


def test_a_model_of_the_study_without_a_number_is_not_called_unknown(kinds: Project, board: dict[str, Any]) -> None:
    study = load_study(kinds.root)
    card = ModelCard("ferns", "Ferns", "lexicon", "Made up.", "MIT", False, None, "", 1, False, True)
    study = replace(study, models={**study.models, "ferns": card})
    for text, named in (("/club/#ferns", ""), ("/engines/ferns/", "/engines/ferns/: ")):
        with pytest.raises(BdError, match=f"^{named}ferns has no number yet; `bd list` tells"):
            resolve(board, study, text, None)


def test_a_level_without_data_says_so(kinds: Project, board: dict[str, Any]) -> None:
    waiting = {"id": "club", "label": "Club", "long": "Club", "kind": "characteristic", "why": "nobody was asked"}
    pages = [page for page in board["pages"] if page["characteristic"] != "club"]
    with pytest.raises(BdError, match=r"^/club/east/: no data: nobody was asked$"):
        found(kinds, board | {"waiting": [waiting], "pages": pages}, "/club/east/")


def test_what_others_reported_is_not_held_here(kinds: Project, board: dict[str, Any]) -> None:
    page = board["pages"][0] | {"address": "/reported/them/", "level": "reported", "label": "Them"}
    source = {"label": "Them", "models": [{"id": "big", "label": "Big", "about": ""}], "characteristics": []}
    wider = board | {"pages": [*board["pages"], page], "reported": [source]}
    for text in ("/reported/them/", "/club/#big"):
        with pytest.raises(
            BdError, match="reported by Them; the answers are not held here, so nothing can be replayed"
        ):
            found(kinds, wider, text)


def test_the_page_of_shortlists_leads_to_those_of_questions(kinds: Project, board: dict[str, Any]) -> None:
    page = next(each for each in board["pages"] if each["level"] == "data")
    grown = board | {"pages": [*board["pages"], page | {"address": "/shortlist/", "level": "shortlist"}]}
    with pytest.raises(BdError, match=r"^/shortlist/ shows numbers of single questions: give the page of one"):
        found(kinds, grown, "/shortlist/#fern")
