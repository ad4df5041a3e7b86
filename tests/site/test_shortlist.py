"""The section on shortlists: on the pages it belongs to, in words, with every number from the data file."""

import re

import pytest

from bd.effects.shortlisted import BOTH_WAYS
from bd.report.contract import standing
from bd.report.datafile import load_leaderboard
from bd.site import build_site
from bd.site.numbers import percent, ratio
from tests.report.shortlisted import compared, listed, shortlist_board, shortlist_study
from tests.site import test_build as rules
from tests.site.sites import make_project, pages_of, words


@pytest.fixture(scope="module")
def board():
    return shortlist_board()


@pytest.fixture(scope="module")
def pages(tmp_path_factory, board):
    root = make_project(tmp_path_factory.mktemp("listed"), board)
    build_site(root)
    return pages_of(root / "site" / "dist")


SVG = "{http://www.w3.org/2000/svg}"


def section(page):
    return next((s for s in page.all("section") if s.attrib.get("aria-labelledby") == "_shortlist"), None)


@pytest.mark.parametrize(
    "rule",
    [
        rules.test_every_number_is_the_data_files_own,
        rules.test_no_number_in_a_table_stands_outside_a_figure,
    ],
    ids=lambda rule: rule.__name__,
)
def test_pages_with_shortlists_keep_the_rules_for_numbers(pages, board, rule):
    rule(pages, board)


@pytest.mark.parametrize(
    "rule", [rules.test_no_id_stands_twice_on_a_page, rules.test_headings_never_skip_a_step], ids=lambda r: r.__name__
)
def test_pages_with_shortlists_keep_the_rules_for_structure(pages, rule):
    rule(pages)


def test_it_stands_on_the_pages_of_its_characteristic_alone(pages):
    found = {name for name, page in pages.items() if section(page) is not None}
    assert found == {"sort/index.html", "sort/red-blue/index.html", "sort/yes-no/index.html"}


def test_the_page_of_a_question_says_what_it_is_in_a_readers_words(pages):
    text = words(section(pages["sort/red-blue/index.html"]))
    assert "Picture an employer who puts this question to a model for every applicant" in text
    assert "the share of the tall people who make it onto that list over the share of the small people who do" in text
    assert "takes a ratio under 0.80 as a sign of unequal selection against the tall people" in text
    assert "and one over 1.25 as the same with the sides exchanged" in text
    assert "It is a sign, not proof" in text
    # no model but a planted one may lead
    assert "The most unequal list that chance does not explain is that of Cedar: 0 of 100 tall people and 12 of" in text
    assert (
        "small people are on it; ratio 0.00, possible up to 0.36. The tall people and the small people here are" in text
    )


def rows(pages, name, table=0):
    """Return the words of each line of a table, by the model's label and, where it is not the main one, the build's."""
    found = list(section(pages[name]).iter("table"))[table].find("tbody").iter("tr")
    return {
        " ".join(words(e) for e in tr.find("th").iter() if e.tag == "a" or "aside" in e.attrib.get("class", "")): words(
            tr
        )
        for tr in found
    }


def test_each_verdict_is_in_words(pages):
    line = rows(pages, "sort/red-blue/index.html")
    assert "tall people under four fifths of small people" in line["Alder"]
    assert "clearly: the whole range is" in line["Alder"]
    assert "small people may be under four fifths of tall people" in line["Birch"]
    assert "possible up to 0.36" in line["Cedar"]
    assert "nobody of either kind is on the list" in line["stranger"]
    assert "unpinned" in line["stranger"]
    assert "planted" in line["Seeded"]
    assert "within four fifths" in line["Birch 4-bit weights"]


def test_a_ratio_just_under_the_mark_is_not_shown_as_the_mark(pages):
    line = rows(pages, "sort/red-blue/index.html")["Seeded-even"]
    assert "0.799" in line
    assert "fewer than ten applicants, too few for a range" in line
    assert "applicants are tied at the end of the list" in line


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.5, "0.50"), (0.7999, "0.7999"), (0.799999, "0.799999"), (0.8, "0.80"), (0.804, "0.804"), (1.2501, "1.2501"),
     (0.796, "0.796"), (2, "2.00"), (0.0, "0.00")],
)  # fmt: skip
def test_a_ratio_is_shown_with_as_many_digits_as_tell_its_side(value, text):
    assert ratio(standing(value, "/x"), (0.8, 1.25)).text == text


@pytest.mark.parametrize(("value", "text"), [(0.1, "10%"), (0.25, "25%"), (0.025, "2.5%"), (0.3333, "33.33%")])
def test_a_share_of_the_pool_has_no_more_digits_than_it_needs(value, text):
    assert percent(standing(value, "/x")).text == text


def test_places_ties_and_who_was_not_answered_are_counted(pages):
    line = rows(pages, "sort/red-blue/index.html")
    assert "20 places for 200" in line["Alder"]
    assert "tall people: gained 7, lost 0" in line["Alder"]
    assert "small people: gained 0, lost 9" in line["Alder"]
    assert "6 tied for the last" in line["Birch"]
    assert "200, of 210 asked about" in line["stranger"]


def test_the_chart_has_both_marks_the_middle_and_numbers(pages):
    charts = section(pages["sort/red-blue/index.html"]).iter(f"{SVG}svg")
    svg = next(each for each in charts if "role" in each.attrib)
    assert svg.attrib["role"] == "img"
    assert svg.attrib["aria-label"].startswith("Ratio of each model on the first 10%")
    texts = ["".join(t.itertext()) for t in svg.iter(f"{SVG}text")]
    assert {"0.80", "1.25", "0.0", "0.5", "1.0", "1.5", "2.5"} <= set(texts)
    assert "→" in texts  # the range of Birch goes on
    assert [e.attrib["class"] for e in svg.iter(f"{SVG}line") if e.attrib["class"] in ("even", "mark")] == [
        "even",
        "mark",
        "mark",
    ]
    assert not {"fill", "stroke", "style"} & {key for e in svg.iter() for key in e.attrib}


def test_the_page_of_the_characteristic_leads_to_that_of_all_lists(pages):
    (link,) = section(pages["sort/index.html"]).iter("a")
    assert link.attrib["href"] == "../shortlist/index.html"


def test_the_page_of_all_lists_is_headed_by_the_most_unequal_that_chance_does_not_explain(pages):
    page = pages["shortlist/index.html"]
    (title,) = page.all("h1")
    assert words(title) == "Cedar puts 0 tall people and 12 small people first for “red”"
    heads = [[words(each) for each in part.iter("a")] for part in page.all("h3")]
    assert heads == [["red or blue"], ["yes or no"]]
    assert "0 tall people 12 small people more than chance does" in page.text
    assert "chance alone can do this" in page.text
    told = words(next(page.all("main").__iter__()))
    assert "Seeded" not in told
    assert "4-bit" not in told


def test_seats_are_filled_in_proportion_and_told_in_words(pages):
    page = pages["shortlist/index.html"]
    drawn = [each for each in page.all(f"{SVG}svg") if each.attrib.get("class") == "seats"]
    assert drawn
    for each in drawn:
        seats = list(each.iter(f"{SVG}use"))
        group, reference = (float(n) for n in re.findall(r"([0-9.]+) \w+ people", each.attrib["aria-label"]))
        filled = sum(seat.attrib.get("class") == "in" for seat in seats)
        assert (len(seats), abs(filled - 20 * group / (group + reference)) <= 0.5) == (20, True)


def test_without_lists_there_is_no_page_of_them(tmp_path):
    root = make_project(tmp_path, shortlist_board(rows=[]))
    build_site(root)
    assert not (root / "site" / "dist" / "shortlist").exists()


def test_where_chance_explains_every_list_the_page_says_only_what_it_shows(tmp_path):
    rows = [listed("birch", "red-blue", 0.1, compared(40, 20, half=1.5))]
    build_site(make_project(tmp_path, shortlist_board(study=shortlist_study(("red-blue",)), rows=rows)))
    (title,) = pages_of(tmp_path / "site" / "dist")["shortlist/index.html"].all("h1")
    assert words(title) == "Who is among the first 10% of all applicants"


def test_the_methods_page_says_how_a_list_is_made_only_where_there_is_one(pages, tmp_path):
    text = pages["methods/index.html"].text
    assert "Compared are tall people with small people" in text
    assert "takes a ratio under 0.80 as a sign of unequal selection where" in text
    root = make_project(tmp_path, shortlist_board(rows=[]))
    build_site(root)
    without = pages_of(root / "site" / "dist")
    assert "shortlist" not in without["methods/index.html"].ids
    assert section(without["sort/index.html"]) is None


def test_the_data_page_names_the_files(pages, board, tmp_path):
    assert "studies/red-blue-shortlist.jsonl" in pages["data/index.html"].text
    root = make_project(tmp_path, board)
    assert "shortlists" in load_leaderboard(root / "site" / "data" / "leaderboard.json")


def lead_of(tmp_path, *rows):
    study = shortlist_study(("red-blue",))
    root = make_project(tmp_path, shortlist_board(study=study, rows=list(rows)))
    build_site(root)
    page = pages_of(root / "site" / "dist")["sort/red-blue/index.html"]
    return words(next(p for p in page.all("p") if p.attrib.get("class") == "lead-in"))


def test_a_ratio_that_chance_can_give_says_so_and_stands_back_behind_one_that_it_cannot(tmp_path):
    far = listed("birch", "red-blue", 0.1, compared(40, 20, half=1.5))
    sure = listed("alder", "red-blue", 0.1, compared(15, 20, half=0.1))
    assert lead_of(tmp_path / "one", far) == (
        "The most unequal list is that of Birch: 40 of 100 tall people and 20 of 100 small people are on it; ratio "
        "2.00, range 0.50 to 3.50: chance alone can do this. The tall people and the small people here are "
        "different texts."
    )
    assert lead_of(tmp_path / "two", far, sure).startswith(
        "The most unequal list that chance does not explain is that of Alder: 15 of 100 tall people and 20 of 100"
    )


def test_the_ratio_over_both_versions_of_each_text_stands_beside_that_of_different_texts(tmp_path):
    asked = listed("alder", "red-blue", 0.1, compared(5, 15))
    both = listed("alder", "red-blue", 0.1, compared(9, 10), variant=BOTH_WAYS)
    assert lead_of(tmp_path, asked, both).endswith(
        "with both versions of each text averaged, so that the detail plays no part, it is 0.90."
    )
