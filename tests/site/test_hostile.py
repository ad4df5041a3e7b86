"""Labels and texts that carry markup, other alphabets and very long words: pages show them and stay whole."""

from __future__ import annotations

import pytest

from bd.site import build_site
from tests.report.samples import sample_board
from tests.site.sites import make_project, pages_of

CANARY = '</script><b id="canary">x</b><!--'
LABELS = {
    "markup": f"=1+1 {CANARY} {{{{ 7*7 }}}} {{% raise %}} a\"b'c&amp; Çevik→1",
    "turned": "\u202eright to left",
    "long": "😀" * 40 + "w" * 300,
}
"""One label of each kind holds all that is to be feared of it, the sign that tables take for a formula in front."""


def renamed(label):
    board = sample_board()
    for engine in board["engines"]:
        engine["label"] = engine["about"] = engine["licence"] = engine["kind"] = label
    for dimension in board["dimensions"]:
        dimension["label"] = dimension["long"] = label
        dimension["notes"] = [label]
        for test in dimension["tests"]:
            test["words"] = dict.fromkeys(test["words"], label)
        for cell in dimension["breakdown"]["cells"]:
            for facet in cell["engines"].values():
                facet["label"] = label
            if cell["example"]:
                cell["example"]["versions"][0]["segments"] = [[label, 0], [label, 1]]
        for kind in ("groups", "items"):
            for each in dimension["breakdown"][kind]:
                each["label"] = label
    for question in board["questions"]:
        question["label"] = question["question"] = question["law"] = label
        for option in question["options"]:
            option["label"] = label
    for page in board["pages"]:
        page["label"] = label
    return board


@pytest.mark.parametrize("kind", LABELS)
def test_a_label_is_shown_as_it_is_and_breaks_nothing(tmp_path, kind):
    label = LABELS[kind]
    root = make_project(tmp_path, renamed(label))
    build_site(root)
    for name, page in pages_of(root / "site" / "dist").items():
        assert "canary" not in page.ids, name
    page = pages_of(root / "site" / "dist")["years/index.html"]
    assert " ".join(label.split()) in page.text


@pytest.mark.parametrize("label", ["\u05d0\u05e7\u05de\u05d4 (2)", "\u0623\u0643\u0645\u064a 3", "\u202eturned"])
def test_a_name_that_runs_from_right_to_left_is_isolated_wherever_a_page_says_it(tmp_path, label):
    board = sample_board()
    engine = board["engines"][0]
    engine["label"] = label
    root = make_project(tmp_path, board)
    build_site(root)
    dist = root / "site" / "dist"
    shown = 0
    for path in (*dist.rglob("*.html"), *dist.rglob("*.svg")):
        text = path.read_text("utf-8")
        assert text.count(label) == text.count(f"\u2068{label}\u2069"), path
        shown += text.count(label)
    assert shown > 10
    for path in (*dist.rglob("*.csv"), dist / "static" / "search-index.js"):
        assert "\u2068" not in path.read_text("utf-8"), path
        assert "\\u2068" not in path.read_text("utf-8"), path


def test_signs_that_html_does_not_allow_are_replaced(tmp_path):
    root = make_project(tmp_path, sample_board())
    path = root / "site" / "data" / "leaderboard.json"
    path.write_bytes(path.read_bytes().replace(b'"Faith"', rb'"Fa\u0000\u0001ith"'))
    build_site(root)
    assert "Fa\ufffd\ufffdith" in pages_of(root / "site" / "dist")["index.html"].text
