from __future__ import annotations

from tests.tools.small import html, make_site


def test_a_kind_is_the_level_or_where_a_page_stands(tmp_path):
    names = ["404.html", "hue/index.html", "faith/north/chart.html", "faith/north/all/2/index.html", "new/index.html"]
    site = make_site(tmp_path, dict.fromkeys(names, html("")))
    assert {page.name: page.kind for page in site.pages} == {
        "404.html": "404.html",
        "index.html": "home",
        "hue/index.html": "characteristic",
        "faith/north/chart.html": "chart.html",
        "faith/north/all/2/index.html": "all/*",
        "new/index.html": "new",
    }


def test_what_stands_for_one_of_several_does_not_make_a_kind(tmp_path):
    site = make_site(tmp_path, dict.fromkeys(["hue/by/alder/index.html", "faith/by/birch/index.html"], html("")))
    assert set(site.kinds) == {"home", "by/*"}


def test_the_heaviest_page_stands_for_its_kind(tmp_path):
    site = make_site(tmp_path, {"hue/index.html": html("x"), "faith/index.html": html("x" * 99)})
    assert [page.name for page in site.one_of_each] == ["faith/index.html", "index.html"]


def test_the_sample_shows_every_piece_that_any_page_has(tmp_path):
    plain, rare = html("<p class='x'>" * 9), html('<p class="rare m-alder" id="_part">')
    site = make_site(tmp_path, {"hue/index.html": rare, "faith/index.html": plain, "faith/north/index.html": plain})
    assert "hue/index.html" in [page.name for page in site.sample]
    same = make_site(tmp_path / "same", {"hue/index.html": plain, "faith/index.html": plain})
    assert len(same.sample) == len(same.kinds)


def test_a_class_that_names_a_model_is_no_piece(tmp_path):
    pages = {"hue/index.html": html('<b class="m-alder">'), "faith/index.html": html('<b class="m-birch">' * 2)}
    assert "hue/index.html" not in [page.name for page in make_site(tmp_path, pages).sample]
