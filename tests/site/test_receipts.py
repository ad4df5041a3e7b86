"""Pages of receipts and the file beside them: complete, small, and whole whatever stands in a text."""

from __future__ import annotations

import csv
import gzip
import io
import json
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import html5lib
import pyarrow
import pytest
from click.testing import CliRunner

from bd.board.cells import CellKey
from bd.cli import main
from bd.receipts import open_receipts
from bd.report import contract
from bd.site import build_site
from bd.site.receiptfacts import KnownReceipts
from bd.site.receiptfile import receipt_file
from bd.site.receipts import SHOWN, file_places, receipt_places
from tests.projects import DECISION, Project, full, row, sure, version
from tests.receipts.told import key, log_line, reported
from tests.site.facets import missing
from tests.site.sites import REPOSITORY, make_project, pages_of, words

AGE = "age/tulip-rose/receipts"


def built(project, **changed):
    """Replay, report and build a project; return the folder of its site."""
    data = reported(project)
    return build_site(make_project(project.root, data | changed)).out


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    project = Project(tmp_path_factory.mktemp("receipts"), texts=60).save()
    full(project, "fern")
    full(project, "moss", limit=10)
    return project


@pytest.fixture(scope="module")
def dist(project):
    return built(project)


@pytest.fixture(scope="module")
def pages(dist):
    return pages_of(dist)


def lines_of(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(gzip.decompress(path.read_bytes()).decode("utf-8"), newline="")))


def receipts_on(page):
    return [each for each in page.all("article") if each.attrib.get("class") == "receipt"]


SHARED = "../../../tulip-rose/receipts.csv.gz"


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("age", "receipts.csv.gz"),
        ("club/east", SHARED),
        ("club/west", SHARED),
        ("gender", "receipts.csv.gz"),
        ("option-order", "receipts.csv.gz"),
    ],
)
def test_every_cell_has_pages_and_a_file_and_a_way_to_them(dist, pages, address, file):
    address += f"/{DECISION}"
    level = pages[f"{address}/index.html"]
    assert "receipts/index.html" in level.links
    assert "All 60 texts: receipts" in level.text
    page = pages[f"{address}/receipts/index.html"]
    assert file in page.links
    assert (dist / address / "receipts" / file).is_file()
    assert ("for all 2 groups of this test" in page.text) == (file == SHARED)


def test_pages_say_which_texts_they_hold_and_that_the_file_holds_all(pages):
    page = pages[f"{AGE}/index.html"]
    assert len(receipts_on(page)) == SHOWN
    assert "25 of 60 texts: first those on which an answer changed" in page.text
    assert "all 60 texts, in every version" in page.text


def test_a_page_has_a_title_a_description_a_canonical_address_and_the_pages_above_it(pages):
    page = pages[f"{AGE}/index.html"]
    assert words(page.first("title")).startswith("age: tulip or rose: receipts")
    canonical = next(e.attrib["href"] for e in page.all("link") if e.attrib.get("rel") == "canonical")
    assert canonical.endswith("/age/tulip-rose/receipts/")
    crumbs = next(e for e in page.all("nav") if e.attrib.get("class") == "crumbs")
    assert [a.attrib["href"] for a in crumbs.iter("a")] == [
        "../../../index.html",
        "../../index.html",
        "../index.html",
    ]
    assert any(e.attrib.get("name") == "description" and "line" in e.attrib["content"] for e in page.all("meta"))


def test_every_answer_on_a_page_is_in_the_line_that_the_page_names(project, pages):
    page = pages[f"{AGE}/index.html"]
    logs = [words(code) for dl in page.all("dl") if dl.attrib.get("class") == "logs" for code in dl.iter("code")]
    assert logs[0] == f"answers/fern/{DECISION}/age.jsonl.gz"
    ends = ("-age-34", "-age-61", "-age-35")
    for receipt in receipts_on(page):
        lines = {row.attrib["data-build"]: row for row in receipt.iter("tr") if "data-build" in row.attrib}
        for cell, end in zip(lines["fern"].iter("td"), ends, strict=True):
            said = words(cell).replace("(tulip ", "").replace(")", "").split()  # rose (tulip 30.0%) line 12
            found = log_line(project.root, logs[0], int(said[3]))
            assert found["id"] == receipt.attrib["data-text"] + end
            answer = found["answers"][DECISION]
            assert said[0] == answer["choice"]
            assert said[1] == f"{answer['probabilities']['tulip'] * 100:.1f}%"


def test_versions_say_what_they_are_there_for_and_changed_words_are_marked_and_told(pages):
    first = receipts_on(pages[f"{AGE}/index.html"])[0]
    assert [words(h) for h in first.iter("h4")] == ["Compared with 34", "Changed to 61", "Control edit 35"]
    assert [words(mark) for mark in first.iter("mark")] == ["34", "61", "35"]
    assert "“34” became “61”." in words(first)


def test_a_text_that_is_only_asked_again_is_not_shown_twice(pages):
    first = receipts_on(pages["gender/tulip-rose/receipts/index.html"])[0]
    assert "asked again" not in words(first) or "The same text, letter for letter." in words(first)
    assert len(list(first.iter("blockquote"))) == 2


def test_options_are_shown_where_their_order_is_what_differs(pages):
    first = words(receipts_on(pages["option-order/tulip-rose/receipts/index.html"])[0])
    assert "Options as listed: tulip, rose" in first
    assert "Options as listed: rose, tulip" in first


def test_a_model_that_was_not_asked_is_named_as_such(pages):
    found = [words(r) for r in receipts_on(pages[f"{AGE}/index.html"])]
    assert any("Not asked about this text: moss." in text for text in found)


@pytest.mark.parametrize(
    ("file", "edit", "measure"),
    [
        ("age/tulip-rose/receipts", "age", "flip"),
        ("club/tulip-rose", "club", "shift"),
        ("gender/tulip-rose/receipts", "gender-swap", "flip"),
        ("option-order/tulip-rose/receipts", "option-order", "order"),
    ],
)
def test_the_file_alone_gives_the_values_and_the_controls_of_the_scored_rows(project, dist, file, edit, measure):
    lines = lines_of(dist / file / "receipts.csv.gz")
    for scored in project.scored(edit):
        build, group = scored["build"], scored["group"] or ""
        assert value_of(lines, build, group, measure, "counts", "from", "to") == pytest.approx(
            (scored["texts"], scored["value"]), abs=1e-6
        )
        if scored["control"]["compares"]:
            kind = "flip" if scored["control"]["kind"] == "repeat" else measure
            found = value_of(lines, build, group, kind, "counts in the control", "control from", "control to")
            assert found == pytest.approx((scored["control"]["texts"], scored["control"]["value"]), abs=1e-6)


def test_groups_that_are_held_against_each_other_share_one_file_that_gives_their_scores(tmp_path):
    project = Project(tmp_path, texts=12)
    club = project.characteristic("club")
    club["tests"][0]["measure"] = "stereotype"
    club["groups"].append({"id": "north", "label": "North"})
    club["tests"][0]["versions"].append(version("north", group="north", phrase="a member of the north club"))
    project.save()
    full(project)
    phrases = {"east": 0.75, "west": 0.55, "chess": 0.6, "north": 0.5}
    rows = [
        sure(f"{i}-club-{v}", round(p + n % 5 / 100, 6)) for n, i in enumerate(project.ids) for v, p in phrases.items()
    ]
    rows[2] = row(f"{project.ids[0]}-club-chess", None, error="out of memory")
    rows[1] = row(f"{project.ids[0]}-club-west", None, error="out of memory")
    project.log("fern", "club", rows)
    dist = built(project)
    lines = lines_of(dist / "club" / DECISION / "receipts.csv.gz")
    assert not list((dist / "club").glob("*/*/receipts/receipts.csv.gz"))
    assert [line["version"] for line in lines[:4]] == ["chess", "east", "west", "north"]
    chance = {(line["text"], line["group"]): line["fern: probability of tulip"] for line in lines}
    for scored in project.scored("club"):
        group, others = scored["group"], {"east", "west", "north"} - {scored["group"]}
        texts = [line["text"] for line in lines if line["group"] == group and line["fern: counts"] == "true"]
        assert len(texts) == scored["texts"] < 12
        moves = [float(chance[t, group]) - sum(float(chance[t, other]) for other in others) / 2 for t in texts]
        assert sum(moves) / len(moves) == pytest.approx(scored["value"], abs=1e-6)


def value_of(lines, build, group, measure, counts, before, after):
    """Work a value out as a reader would, from the lines of the file."""
    counted = {line["text"] for line in lines if line["group"] == group and line[f"{build}: {counts}"] == "true"}

    def side(role, column):
        own = [line for line in lines if role in line["side"].split(" and ") and line["text"] in counted]
        return {line["text"]: line[f"{build}: {column}"] for line in own if role != "to" or line["group"] == group}

    if measure == "shift":
        one, other = (side(role, "probability of tulip") for role in (before, after))
        moves = [float(other[text]) - float(one[text]) for text in one]
        return len(moves), sum(moves) / len(moves)
    one, other = (side(role, "answer") for role in (before, after))
    return len(one), sum(one[text] != other[text] for text in one) / len(one)


def test_the_file_says_where_each_answer_stands(project, dist):
    lines = lines_of(dist / AGE / "receipts.csv.gz")
    assert len(lines) == 60 * 3
    for line in lines[:30]:
        if line["moss: line"]:
            found = log_line(project.root, line["moss: log"], int(line["moss: line"]))
            assert found["id"] == f"{line['text']}-age-{line['version']}"
            assert found["answers"][DECISION]["choice"] == line["moss: answer"]
    assert {line["moss: log"] for line in lines} == {"", f"answers/moss/{DECISION}/age.jsonl.gz"}


def test_the_file_is_packed_without_name_time_or_system_and_by_the_pinned_library(project, dist):
    data = (dist / AGE / "receipts.csv.gz").read_bytes()
    assert data[:4] == b"\x1f\x8b\x08\x00"
    assert data[4:8] == b"\0\0\0\0"
    assert data[9] == 255
    again = pyarrow.Codec("gzip", compression_level=6).compress(gzip.decompress(data), asbytes=True)
    assert (data[:9], data[10:]) == (again[:9], again[10:])
    found = open_receipts(
        project.root, contract.read(json.loads((project.root / "site/data/leaderboard.json").read_bytes()))
    )
    assert receipt_file(found.together([key("age")])) == data


HOSTILE = {
    "markup": 'She waters </script><b id="canary">x</b><!--',
    "line ends": "She waters\u2028because\u0085fine",
    "formula": "=1+1. She waters",
    "right to left": "She waters \u202eשלום עולם\u202c beds",
    "signs": "She waters " + "😀" * 40,
    "a long word": "She waters " + "w" * 300,
    "a template": "She waters {{ 7*7 }}{% raise %}",
    "an enormous text": "She waters " + "beds and " * 400_000,
}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    project = Project(tmp_path_factory.mktemp("hostile"), texts=len(HOSTILE))
    for told, text in zip(project.texts, HOSTILE.values(), strict=True):
        told["text"] = text
    project.save()
    full(project)
    return built(project)


@pytest.fixture(scope="module")
def hostile_page(hostile):
    source = (hostile / "club" / "east" / DECISION / "receipts" / "index.html").read_bytes()
    assert len(source) < 100_000
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    tree = parser.parse(source.decode("utf-8"))
    assert {code for _, code, _ in parser.errors} == {"invalid-codepoint"}  # U+0085, kept as it is
    return tree


def test_no_text_becomes_a_part_of_the_page(hostile_page):
    assert "canary" not in [e.attrib.get("id") for e in hostile_page.iter() if isinstance(e.tag, str)]
    assert len(list(hostile_page.iter("article"))) == len(HOSTILE)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_text_is_shown_as_it_was_asked(hostile_page, name):
    text = f"bed-{list(HOSTILE).index(name) + 1:06d}"
    (receipt,) = (e for e in hostile_page.iter("article") if e.attrib["data-text"] == text)
    quotes = ["".join(quote.itertext()) for quote in receipt.iter("blockquote")]
    told = HOSTILE[name] if name != "an enormous text" else HOSTILE[name][:200]
    assert all(told[told.index("aters") :] in quote for quote in quotes)
    assert quotes
    assert ("shortened here" in words(receipt)) == (name == "an enormous text")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_text_stands_whole_in_the_file(hostile, name):
    csv.field_size_limit(2**30)
    lines = lines_of(hostile / "gender" / DECISION / "receipts" / "receipts.csv.gz")
    text = f"bed-{list(HOSTILE).index(name) + 1:06d}"
    found = {line["words"] for line in lines if line["text"] == text and line["version"] == "as-written"}
    assert found == {"'" + HOSTILE[name] if name == "formula" else HOSTILE[name]}


def test_numbers_of_the_file_stay_numbers_and_words_are_no_formulas(dist, tmp_path):
    project = Project(tmp_path, texts=2)
    versions = project.characteristic("club")["tests"][0]["versions"]
    versions[0]["label"] = "=1+1"
    project.save()
    full(project)
    (first, *_) = lines_of(built(project) / "club" / DECISION / "receipts.csv.gz")
    assert float(first["fern: probability of tulip"]) == pytest.approx(0.6, abs=0.2)
    assert {line["label"] for line in lines_of(tmp_path / "site/dist/club/tulip-rose/receipts.csv.gz")} == {
        "west",
        "chess",
        "'=1+1",
    }


def test_half_a_pair_of_surrogates_stops_no_file(project):
    data = json.loads((project.root / "site/data/leaderboard.json").read_bytes())
    cell = open_receipts(project.root, contract.read(data)).together([key("age")])
    slot = cell.slots[0]
    broken = ("she \ud83d waters", *slot.texts[1:])

    cell = replace(cell, slots=(replace(slot, texts=broken), *cell.slots[1:]))
    assert b"she ? waters" in gzip.decompress(receipt_file(cell))


def test_a_model_removed_leaves_no_trace(tmp_path):
    project = Project(tmp_path).save()
    full(project, "fern")
    full(project, "moss")
    dist = built(project)
    assert b"moss" in gzip.decompress((dist / AGE / "receipts.csv.gz").read_bytes())
    shutil.rmtree(tmp_path / "answers" / "moss")
    shutil.rmtree(tmp_path / "site")
    dist = built(project)
    for path in dist.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            data = gzip.decompress(data) if path.suffix == ".gz" else data
            assert b"moss" not in data, path


def test_without_answers_the_site_is_built_and_says_why_there_are_no_receipts(tmp_path):
    project = Project(tmp_path).save()
    full(project)
    data = reported(project)
    shutil.rmtree(tmp_path / "answers")
    pages = pages_of(build_site(make_project(tmp_path, data)).out)
    assert not [name for name in pages if "receipts" in name]
    why = "No receipts here: the saved answers are not among the files that this site was built from."
    assert why in pages["age/index.html"].text


def test_answers_that_changed_since_take_the_receipts_of_their_cell_away(tmp_path):
    project = Project(tmp_path).save()
    full(project)
    data = reported(project)
    make_project(tmp_path, data)
    build_site(tmp_path)
    project.log("fern", "age", [sure(f"{i}-age-{v}", 0.5) for i in project.ids for v in ("34", "35", "61")])
    pages = pages_of(build_site(tmp_path).out)
    assert f"answers/fern/{DECISION}/age.jsonl.gz is another, or is missing" in pages["age/index.html"].text
    assert receipts_on(pages[f"{AGE}/index.html"]) == []  # it leads back to the cell
    assert receipts_on(pages["gender/tulip-rose/receipts/index.html"])


def test_the_same_answers_give_the_same_site(project, dist, tmp_path):
    again = build_site(project.root, out=tmp_path / "again").out
    for path in sorted(dist.rglob("receipts*")):
        if path.is_file():
            assert (again / path.relative_to(dist)).read_bytes() == path.read_bytes()


def test_a_missing_answer_says_why_and_keeps_its_line(tmp_path):
    project = Project(tmp_path, texts=3).save()
    full(project)
    club = [sure(f"{i}-club-{v}", 0.6) for i in project.ids for v in ("east", "west", "chess")]
    club[0] = row(f"{project.ids[0]}-club-east", None, refusal=True)
    project.log("fern", "club", club)
    full(project, "moss")
    page = pages_of(built(project))["club/east/tulip-rose/receipts/index.html"]
    (receipt,) = (r for r in receipts_on(page) if r.attrib["data-text"] == project.ids[0])
    (line,) = (r for r in receipt.iter("tr") if r.attrib.get("data-build") == "fern")
    assert [words(cell) for cell in line.iter("td")][1] == "refusal line 1"
    assert "does not count" in words(line)


def board_of(cells, levels=()):
    """Return as much of a data file as says where receipts stand."""
    found = [
        contract.Cell(
            group=group,
            item="q",
            edit=edit,
            facet="f",
            prereg=False,
            engines={"m": missing(group=group, item="q", edit=edit, address=address)},
            builds={},
            example=None,
        )
        for group, address, edit in cells
    ]
    above = [SimpleNamespace(item=item, group=group, address=address) for item, group, address in levels]
    breakdown = SimpleNamespace(cells=found, levels=above)
    return SimpleNamespace(dimensions=[SimpleNamespace(id="race", breakdown=breakdown)])


def test_cells_that_share_a_page_have_receipts_of_their_own():
    data = board_of([("black", "/race/black/", e) for e in ("name", "phrase")])
    assert [(p.address, p.apart) for p in receipt_places(data).values()] == [
        ("/race/black/receipts/", " (name)"),
        ("/race/black/receipts/phrase/", " (phrase)"),
    ]


def test_the_documentation_says_how_many_texts_a_page_shows():
    told = (REPOSITORY / "docs" / "check.md").read_text("utf-8")
    assert f"A cell's page shows the first {SHOWN} texts" in " ".join(told.split())


def test_a_version_that_today_is_not_made_of_a_text_is_told_as_such(tmp_path):
    project = Project(tmp_path, texts=2)
    project.texts[0]["text"] = "Nobody waters the beds."
    project.save()
    full(project)  # answers to it all the same
    page = pages_of(built(project))["club/east/tulip-rose/receipts/index.html"]
    (receipt,) = (r for r in receipts_on(page) if r.attrib["data-text"] == project.ids[0])
    assert words(receipt).count("Today’s study makes no such version of this text.") == 2


def test_the_command_says_how_many_cells_have_no_receipts_and_why(tmp_path):
    project = Project(tmp_path, texts=2).save()
    full(project)
    make_project(tmp_path, reported(project))
    said = CliRunner().invoke(main, ["site", "--project", str(tmp_path)])
    assert (said.exit_code, said.stderr) == (0, "")
    shutil.rmtree(tmp_path / "answers")
    said = CliRunner().invoke(main, ["site", "--project", str(tmp_path)])
    assert said.exit_code == 0
    assert said.stderr == (
        "5 cells without receipts: the saved answers are not among the files that this site was built from\n"
    )


def test_the_file_of_a_single_group_leads_to_the_one_for_all(dist):
    lines = (dist / "_redirects").read_text().splitlines()
    for group in ("east", "west"):
        assert f"/club/{group}/tulip-rose/receipts/receipts.csv.gz /club/tulip-rose/receipts.csv.gz 301" in lines
    assert len([line for line in lines if line.startswith("/age/") and "csv.gz" in line]) == 0


def test_a_second_test_of_the_same_question_has_a_file_of_its_own():
    cells = [(group, f"/race/{group}/q/", edit) for edit in ("name", "phrase") for group in ("a", "b")]
    cells.append(("a", "/race/a/q/", "hobby"))
    data = board_of(cells, [("q", None, "/race/q/"), (None, "a", "/race/a/")])
    keys = [CellKey("race", group, "q", edit) for group, _, edit in cells]
    known = KnownReceipts({}, {}, (tuple(keys[:2]), tuple(keys[2:4]), (keys[4],)), lambda: None)
    assert list(file_places(data, known).values()) == [
        "/race/q/receipts.csv.gz",
        "/race/q/receipts.csv.gz",
        "/race/q/phrase-receipts.csv.gz",
        "/race/q/phrase-receipts.csv.gz",
        "/race/a/q/receipts/hobby/receipts.csv.gz",
    ]


def test_a_second_page_of_earlier_builds_leads_to_the_page(project, tmp_path):
    shutil.copytree(project.root, tmp_path / "project", ignore=shutil.ignore_patterns("dist", ".cache"))
    remembered = tmp_path / "project" / "site" / "data" / "addresses.txt"
    remembered.write_text(f"/{AGE}/\n/{AGE}/2/\n")
    page = pages_of(build_site(tmp_path / "project").out)[f"{AGE}/2/index.html"]
    assert "../index.html" in page.links
