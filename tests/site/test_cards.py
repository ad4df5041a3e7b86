"""Cards: the picture of each page, with the page's own number, the same bytes everywhere, and nothing over its edge."""

from __future__ import annotations

import hashlib
import io
import math
import os
import re
import struct
import subprocess
import sys
import zlib
from dataclasses import replace

import numpy as np
import orjson
import pytest
from PIL import Image

from bd.report.build import build_leaderboard
from bd.site import build_site, whole
from bd.site.cards.files import card_files, card_of
from bd.site.cards.layout import MARGIN, draw
from bd.site.cards.letters import SANS, SERIF, fitted, runs, shown, width_of
from bd.site.cards.outlines import covered, outline
from bd.site.cards.place import HEIGHT, WIDTH, picture_of
from bd.site.cards.png import png
from bd.site.cards.records import Card, Drawing, Line, Row
from bd.site.markers import SHAPES
from bd.site.paths import MISSING
from bd.site.records.pages import EngineTopicPage, LevelPage
from bd.site.records.parts import Figure, Head
from bd.site.words import plain
from tests.report.samples import COMMIT, DATE, effect, sample_board, sample_study
from tests.site.sites import REPOSITORY, make_project, pages_of
from tests.site.test_hostile import LABELS

ACCENT = "#0b5c62"
FIGURE = Figure("−1234567.89", "-1234567.89", "/x")


def making_of(root, monkeypatch):
    """Return what the parts of a project's site are made from, without writing any."""
    seen = []

    def files(making):
        seen.append(making)
        return ()

    monkeypatch.setattr(whole, "_files", files)
    build_site(root, out=root / "nothing", remember=False)
    return seen[0]


def cards_of(making):
    return [(page, card_of(making.names, page, making.settings)) for page in making.pages]


@pytest.fixture
def making(sample_root, monkeypatch):
    return making_of(sample_root, monkeypatch)


def with_lines(tmp_path, monkeypatch, board):
    making = making_of(make_project(tmp_path, board), monkeypatch)
    return {card.address: card for _, card in cards_of(making)}


# Files


def chunks(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length]) == (zlib.crc32(name + body),)
        yield name, body
        at += 12 + length


def test_every_page_has_a_small_sound_picture_of_the_right_size(dist, sample_root):
    board = orjson.loads((sample_root / "site" / "data" / "leaderboard.json").read_bytes())
    paths = {dist / page["address"].lstrip("/") / "card.png" for page in board["pages"]}
    assert paths <= set(dist.rglob("card.png"))
    for path in dist.rglob("card.png"):
        data = path.read_bytes()
        assert [name for name, _ in chunks(data)] == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
        assert len(data) < 25_000
        picture = Image.open(path)
        picture.load()
        assert picture.size == (WIDTH, HEIGHT) == (1200, 630)


def test_the_bytes_hang_on_no_hash_seed_language_or_time_zone(sample_root, dist, tmp_path):
    code = "import sys; from pathlib import Path; from bd.site import build_site; " + (
        "build_site(Path(sys.argv[1]), out=Path(sys.argv[2]))"
    )
    other = os.environ | {"PYTHONHASHSEED": "4711", "LC_ALL": "C", "TZ": "Asia/Kathmandu", "HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code, sample_root, tmp_path / "again"], check=True, env=other, cwd=REPOSITORY)
    again = {p.relative_to(tmp_path / "again"): p.read_bytes() for p in (tmp_path / "again").rglob("card.png")}
    assert again == {p.relative_to(dist): p.read_bytes() for p in dist.rglob("card.png")}


def test_the_letters_and_the_packing_are_those_that_the_lock_file_pins():
    # A new version of Pillow or pyarrow may change these bytes, and with them every card; then this sum changes too.
    card = Card("/age/", "A site", "Heading", "Birch moves", FIGURE, "points", True, "A clear effect", ("12 texts",))
    data = draw(replace(card, drawing=drawing()), ACCENT).png()
    assert hashlib.sha256(data).hexdigest()[:16] == "0988028070e38c21"


@pytest.mark.parametrize("colours", [3, 16, 17, 200])
def test_a_picture_is_read_back_as_it_was(colours):
    palette = [(n, 255 - n, n // 2) for n in range(colours)]
    pixels = (np.arange(7 * 10).reshape(7, 10) * 13 % colours).astype(np.uint8)
    read = np.asarray(Image.open(io.BytesIO(png(pixels, palette))).convert("RGB"))
    assert (read == np.array(palette)[pixels]).all()


# What cards say


def test_where_the_finding_begins_with_what_most_models_do_the_card_is_its_words(tmp_path, monkeypatch):
    alike = [
        effect(m, "hue", "keep-drop", 0.1, group="dark", attributable=False) for m in ("birch", "cedar", "stranger")
    ]
    effects = [effect("alder", "hue", "keep-drop", 0.02, group="dark"), *alike]
    board = build_leaderboard(sample_study(), effects, date=DATE, commit=COMMIT)
    card = with_lines(tmp_path, monkeypatch, board)["/hue/dark/"]
    assert card.number is None
    assert "3 of the 4 models measured move their confidence" in card.words


_NO_SIZE = "exactly the same|no clear effect( on the answers counted)? is seen|with every phrase|the other way"


def test_the_number_is_that_of_the_pages_finding(making):
    levels = [(page, card) for page, card in cards_of(making) if isinstance(page, LevelPage | EngineTopicPage)]
    numbered = [(page, card) for page, card in levels if card.number is not None]
    assert len(numbered) > 20
    for page, card in numbered:
        assert card.number.key.endswith("/excess/value"), card.address
        # Where nothing is clear, the sentence speaks of what remains possible, the card of the first of the board.
        if not re.search(_NO_SIZE, plain(page.finding)):
            assert card.number in page.finding, card.address
            assert card.lead in plain(page.finding)
            assert card.after in plain(page.finding)
        assert card.drawing.rows[0].at == orjson.loads(card.number.value)


def test_every_figure_of_a_card_stands_in_the_data_file(making):
    data = orjson.loads((making.root / "site/data/leaderboard.json").read_bytes())
    for _, card in cards_of(making):
        rows = () if card.drawing is None else card.drawing.rows
        figures = [card.number, *(p for p in card.details if isinstance(p, Figure)), *(row.figure for row in rows)]
        for figure in (each for each in figures if each is not None):
            value = data
            for step in figure.key.split("/")[1:]:
                value = value[int(step)] if isinstance(value, list) else value[step]
            assert orjson.loads(figure.value) == value, card.address


def test_a_models_card_has_its_place(making):
    rows = {row.engine: row for row in making.data.overall.rows}
    cards = {card.address: card for _, card in cards_of(making)}
    for model, row in rows.items():
        card = cards[f"/engines/{model}/"]
        if row.rank is None:
            assert card.number is None
        else:
            assert card.number.text == f"{row.rank:g}"
            assert card.number.key.endswith("/rank")
    assert cards["/engines/seeded/"].number is None
    assert "planted model" in cards["/engines/seeded/"].words


def test_a_clear_effect_is_filled_and_nothing_else_is(making):
    cards = {card.address: card for _, card in cards_of(making)}
    clear, unclear = cards["/sort/"], cards["/hue/light/"]
    assert (clear.verdict, clear.sure, clear.drawing.rows[0].filled) == ("A clear effect", True, True)
    assert (unclear.sure, unclear.drawing.rows[0].filled) == (False, False)
    assert unclear.verdict.startswith("No clear effect in ")
    assert unclear.verdict.endswith(" points remains possible")
    for address in ("/engines/birch/years/", "/engines/cedar/years/"):
        assert not cards[address].sure
        assert not cards[address].drawing.rows[0].filled
        assert "not ranked" in cards[address].verdict


def test_a_number_picked_from_several_says_so(making):
    cards = {card.address: card for _, card in cards_of(making)}
    assert plain(cards["/faith/"].details).endswith(" · North, red or blue · the largest of 7 results")
    assert "the largest of" not in plain(cards["/faith/north/red-blue/"].details)


def every_head():
    return [head for dimension in sample_board()["dimensions"] for head in dimension["cells"].values()]


def test_without_a_measured_model_there_are_words_and_no_number(tmp_path, monkeypatch):
    board = sample_board()
    for dimension in board["dimensions"]:
        for level in (dimension, *dimension["breakdown"]["levels"]):
            for part in ("ranked", "not_detected", "shown", "planted", "builds"):
                level["board"][part] = []
            level["builds"] = level["heads"] = {}
        missing = next(c for c in every_head() if c["status"] == "missing")
        dimension["cells"] = {m: missing | {"engine": m, "facets": []} for m in dimension["cells"]}
        del dimension["heads"]
    card = with_lines(tmp_path, monkeypatch, board)["/sort/"]
    assert card.number is None
    assert card.drawing is None
    assert card.words.startswith("No model has been measured here")


def test_the_home_card_is_the_main_board(making):
    card = next(card for _, card in cards_of(making) if card.address == "/")
    ranked = [row for row in making.data.overall.rows if row.rank is not None]
    labels = {engine.id: engine.label for engine in making.data.engines}
    assert [row.label for row in card.drawing.rows] == [labels[row.engine] for row in ranked][:8]
    assert [row.at for row in card.drawing.rows] == [row.mean_rank for row in ranked][:8]


# How they look


def drawing(label="no effect", rows=1):
    row = Row(12.0, 3.0, 20.0, "star", "#ee5c10", True)
    return Drawing(0.0, 20.0, (Line(0.0, label), Line(20.0, label)), (row,) * rows)


def hostile(text):
    plain_card = Card("/x/", text, text, where=f"example.org/{text}", words=text, date="2026-11-30", details=(text,))
    yield plain_card
    yield replace(plain_card, lead=text, number=FIGURE, after=text, verdict=text, drawing=drawing(text))
    rows = tuple(replace(row, label=text, figure=FIGURE) for row in drawing(rows=8).rows)
    yield replace(plain_card, drawing=replace(drawing(text), rows=rows))


MORE = ["", "שלום עולם", "مرحبا بالعالم", "漢字 かな", "\ud800x\x00", "a b " * 300, "\u0301" * 50, "Ǻ" * 300]


@pytest.mark.parametrize("text", [*LABELS.values(), *MORE], ids=lambda text: ascii(text[:12]))
def test_nothing_leaves_the_margins_whatever_the_words(text):
    for card in hostile(text):
        canvas = draw(card, ACCENT)
        rule, *rest = canvas.inked
        assert rule[:2] == (0, 0)
        for left, top, right, bottom in rest:
            assert MARGIN - 2 <= left < right <= WIDTH - MARGIN + 2
            assert rule[3] < top < bottom <= HEIGHT - 24


@pytest.mark.parametrize("text", [*LABELS.values(), *MORE], ids=lambda text: ascii(text[:12]))
def test_lines_of_text_stand_apart(text):
    canvas = draw(Card("/x/", text, text, lead=text, number=FIGURE, after="", verdict=text, details=(text,)), ACCENT)
    boxes = canvas.inked[1:]
    for n, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[n + 1 :]:
            beside = right <= other[0] or other[2] <= left
            assert beside or min(bottom, other[3]) - max(top, other[1]) <= 8  # tails and accents may come close


def test_a_hollow_shape_hides_the_line_beneath_it():
    seen = drawing()
    hollow = replace(seen, rows=(replace(seen.rows[0], filled=False, marker="circle"),))
    card = Card("/x/", "", "H", "m", FIGURE, "p", drawing=hollow)
    canvas = draw(card, ACCENT)
    at = next(box for box in reversed(canvas.inked) if box[3] - box[1] > 20 and box[2] - box[0] < 40 and box[1] > 380)
    middle = canvas.pixels[(at[1] + at[3]) // 2, at[0] : at[2]]
    assert middle[len(middle) // 2] == 0
    assert middle[1] != 0


def test_long_headings_shrink_before_they_are_cut():
    sizes = (46, 38, 30)
    assert fitted("Short", SERIF, sizes, 500, 2).size == 46
    longer = fitted("Several words that need more room than there is", SERIF, sizes, 500, 2)
    assert longer.size < 46
    assert not longer.lines[-1].endswith("…")
    cut = fitted("word " * 100, SERIF, sizes, 500, 2)
    assert cut.size == 30
    assert cut.lines[-1].endswith("…")
    assert all(width_of(line, SERIF, 30) <= 500 for line in cut.lines)


def test_signs_that_are_not_seen_are_left_out_and_unknown_ones_are_boxes():
    assert shown("a\u202eb\x00c\ufe0f  d\n") == "abc d"
    assert width_of("漢", SERIF, 30) > 0
    assert list(runs("漢", SERIF)) == list(runs("漢", SANS))


def test_right_to_left_letters_are_turned_round_and_others_are_not():
    assert "".join(signs for _, signs in runs("ab שלום cd", SANS)) == "ab םולש cd"
    assert [name for name, _ in runs("ab ש", SERIF)] == [SERIF, SANS]


@pytest.mark.parametrize("name", SHAPES)
def test_each_shape_is_drawn_from_its_outline(name):
    whole, line = covered(name, 64)
    assert whole.shape == line.shape == (64, 64)
    assert 0.1 < line.sum() / 64**2 < whole.sum() / 64**2 < 0.9
    assert whole[0].max() < 0.5
    assert whole[:, 0].max() < 0.5


def test_a_circle_has_the_size_of_its_outline_and_its_line():
    whole, line = covered("circle", 160)
    assert whole.sum() == pytest.approx(math.pi * 63**2, rel=0.01)
    assert line.sum() == pytest.approx(math.pi * (63**2 - 47**2), rel=0.01)
    assert covered("ring", 160)[0][80, 80] == 0


def test_what_is_no_outline_is_refused():
    with pytest.raises(ValueError, match="not an outline"):
        outline("M0 0 C1 1 2 2 3 3 Z")


# Where they are named


def metas(page):
    named = (each.attrib for each in page.all("meta"))
    return {each.get("property") or each.get("name"): each.get("content") for each in named}


def test_every_page_names_a_card_that_is_there(dist):
    for name, page in pages_of(dist).items():
        found = metas(page)
        if "og:image" not in found:
            assert "noindex" in found["robots"]
            assert not [key for key in found if key and key.startswith("og:")]
            continue
        address = found["og:image"].removeprefix("https://bd-audit.example/")
        assert (dist / address).is_file(), name
        if (dist / name).with_name("card.png").exists():
            assert address == name.replace("index.html", "card.png")
        canonical = next(e.attrib["href"] for e in page.all("link") if e.attrib["rel"] == "canonical")
        assert found["og:url"] == canonical
        assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
        assert found["twitter:card"] == "summary_large_image"
        assert all(found[key] for key in ("og:title", "og:description", "og:site_name", "og:type", "og:image:alt"))
        assert any(e.attrib["rel"] == "icon" and e.attrib["href"].endswith("static/icon.svg") for e in page.all("link"))


def test_a_page_without_a_card_shows_that_of_the_page_above():
    known = {"/", "/age/", "/age/old/"}
    head = Head("/age/old/texts/2/", "Texts", "All texts.", "Texts")
    assert picture_of(head, "A site", known).address == "/age/old/card.png"
    assert picture_of(replace(head, address="/styleguide/"), "A site", known).address == "/card.png"
    assert picture_of(head, "A site", known).alt == "A site"
    assert picture_of(replace(head, address="/age/"), "A site", known).alt == "Texts: All texts."


def test_a_card_is_drawn_for_each_page_that_exists(making):
    addresses = [page.head.address for page in making.pages if page.head.address != MISSING]
    files = [file for page in making.pages for file in card_files(making)(page, "")]
    assert [f"/{file.path.removesuffix('card.png')}" for file in files] == addresses
