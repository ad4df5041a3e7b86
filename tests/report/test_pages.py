from dataclasses import replace

import pytest

from bd.errors import BdError
from bd.report.build import build_leaderboard
from bd.study.records import Group
from tests.report.samples import COMMIT, DATE, effect, sample_board, sample_study


def test_every_level_of_the_data_has_one_page():
    board = sample_board()
    addresses = [p["address"] for p in board["pages"]]
    assert len(set(addresses)) == len(addresses)
    levels = {d["address"] for d in board["dimensions"]}
    levels |= {level["address"] for d in board["dimensions"] for level in d["breakdown"]["levels"]}
    levels |= {f["address"] for d in board["dimensions"] for c in d["cells"].values() for f in c["facets"]}
    kinds = ("characteristic", "group", "item", "cell")
    assert levels == {p["address"] for p in board["pages"] if p["level"] in kinds}


def test_a_page_says_which_level_it_shows():
    pages = {p["address"]: p for p in sample_board()["pages"]}
    cell = pages["/faith/west/keep-drop/"]
    assert (cell["characteristic"], cell["group"], cell["question"]) == ("faith", "west", "keep-drop")
    assert cell["label"] == "Faith: West, drop or keep"
    assert pages["/engines/alder/years/"]["engine"] == "alder"
    assert "/engines/cedar/hue/" not in pages


def test_a_group_and_a_question_of_one_name_are_refused_naming_both_files():
    study = sample_study()
    faith = next(c for c in study.characteristics if c.id == "faith")
    versions = tuple(replace(v, group="yes-no" if v.group == "north" else v.group) for v in faith.tests[0].versions)
    tests = (replace(faith.tests[0], versions=versions), *faith.tests[1:])
    clash = replace(faith, groups=(*faith.groups, Group("yes-no", "Yes-no")), tests=tests)
    study = replace(study, characteristics=(clash,))
    rows = [effect("alder", "faith", d, 0.1, group="yes-no") for d in ("yes-no", "red-blue")]
    both = (
        r"studies/decisions/yes-no\.toml: its page /faith/yes-no/ is also that of studies/characteristics/faith\.toml"
    )
    with pytest.raises(BdError, match=both):
        build_leaderboard(study, rows, date=DATE, commit=COMMIT)
