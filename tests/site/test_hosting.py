"""What hosts read: redirects, headers, addresses that moved; and that no page needs more than the headers allow."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from bd.errors import ProblemsError
from bd.site import build_site
from bd.site.headers import headers_text, read_headers
from bd.site.hosting import MOST_REDIRECTS
from tests.report import samples
from tests.site.published import EARLIER, board_of, make_published
from tests.site.sites import REPOSITORY, make_project, pages_of
from tests.site.test_serve import start

BASE = "https://bias.example/audit/"
MOVED = '\n[moved]\n"/kind/" = "/sort/"\n"/faith/old/" = "/faith/north/"\n'


def with_settings(root, more):
    path = root / "site" / "site.toml"
    path.write_text(path.read_text("utf-8") + more, "utf-8")
    return root


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    return with_settings(make_published(tmp_path_factory.mktemp("hosted"), board_of(EARLIER)), MOVED)


@pytest.fixture(scope="module")
def dist(root):
    return build_site(root, base_url=BASE).out


@pytest.fixture(scope="module")
def at_root(root):
    return build_site(root, out=root / "at-root", base_url="https://bias.example/").out


def redirects(dist):
    lines = (dist / "_redirects").read_text().splitlines()
    return [line.split(" ") for line in lines if not line.startswith("#")]


def test_every_page_without_its_slash_leads_to_it(dist):
    found = {old: new for old, new, code in redirects(dist) if code == "301"}
    for path in dist.rglob("index.html"):
        address = f"/audit/{path.parent.relative_to(dist).as_posix()}/".replace("/./", "/")
        if path.parent.name not in ("kind", "old"):
            assert found[address.removesuffix("/")] == address


def test_at_the_root_of_a_host_nothing_leads_from_the_home_page(at_root):
    olds = [old for old, *_ in redirects(at_root)]
    assert "" not in olds
    assert "/sort" in olds


def test_what_moved_comes_first_with_and_without_its_slash(dist):
    assert redirects(dist)[:4] == [
        ["/audit/faith/old/", "/audit/faith/north/", "301"],
        ["/audit/faith/old", "/audit/faith/north/", "301"],
        ["/audit/kind/", "/audit/sort/", "301"],
        ["/audit/kind", "/audit/sort/", "301"],
    ]


def test_no_redirect_leads_in_a_circle_or_to_nothing(dist):
    found = {old: new for old, new, _ in redirects(dist)}
    assert not set(found.values()) & found.keys()
    for new in found.values():
        assert (dist / new.removeprefix("/audit/") / "index.html").is_file()


def test_no_more_redirects_than_hosts_read(dist):
    assert len(redirects(dist)) <= MOST_REDIRECTS


def test_an_address_that_moved_has_a_page_that_leads_on_without_scripts(dist):
    page = pages_of(dist)["faith/old/index.html"]
    links = {each.attrib["rel"]: each.attrib["href"] for each in page.all("link")}
    assert links["canonical"] == f"{BASE}faith/north/"
    (refresh,) = [each for each in page.all("meta") if each.attrib.get("http-equiv") == "refresh"]
    assert refresh.attrib["content"] == "0; url=../north/index.html"
    (link,) = page.all("a")
    assert link.attrib["href"] == "../north/index.html"
    assert not list(page.all("script"))


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ('[moved]\n"/kind/" = "/nowhere/"', 'moved: "/kind/" leads to "/nowhere/", which is no page'),
        ('[moved]\n"/sort/" = "/faith/"', 'moved: "/sort/" is a page of the site'),
        ('[moved]\n"/a/" = "/b/"\n"/b/" = "/sort/"', 'moved: "/a/" leads to "/b/"'),
        ('[moved]\n"kind" = "/sort/"', "moved: 'kind' must be the address of a page"),
        ('[moved]\n"/kind/" = "https://x.example/"', "moved: 'https://x.example/' must be the address"),
        ('[moved]\n"/../kind/" = "/sort/"', "moved: '/../kind/' must be the address"),
        ('[moved]\n"/kind/" = 7', "moved: 7 must be the address"),
        ('moved = "all"', "moved must be a table of addresses"),
    ],
)
def test_a_wrong_move_is_told_and_the_earlier_site_stays(tmp_path, more, told):
    root = make_project(tmp_path, board_of(samples.DATE))
    built = build_site(root)
    before = {path: path.read_bytes() for path in built.out.rglob("*") if path.is_file()}
    path = root / "site" / "site.toml"
    path.write_text(re.sub(r"(?m)^\[colours\.light\]", f"{more}\n\n[colours.light]", path.read_text("utf-8")), "utf-8")
    with pytest.raises(ProblemsError, match=re.escape(f"site/site.toml: {told}")):
        build_site(root)
    assert before == {path: path.read_bytes() for path in built.out.rglob("*") if path.is_file()}


def policy(sent):
    return {part.split(" ")[0]: part.split(" ")[1:] for part in sent["Content-Security-Policy"].split("; ")}


def test_the_policy_is_strict_and_only_charts_can_be_framed(dist):
    rules = read_headers(dist)
    for path in ("", "sort/", "faith/north/", "data/leaderboard.json", "no/such/page", "chart", "charts/"):
        sent = policy(rules.of(f"/audit/{path}"))
        assert sent.pop("frame-ancestors") == ["'none'"], path
        assert sent["default-src"] == ["'none'"]
        assert sent["base-uri"] == sent["form-action"] == ["'none'"]
        assert sent["font-src"] == ["'self'"]
        assert sent["img-src"] == ["'self'", "data:"]
        assert sent["script-src"] == sent["style-src"] == sent["connect-src"] == ["'self'"]
    for path in ("chart/", "sort/chart/", "faith/north/red-blue/chart/", "faith/chart/index.html"):
        sent = rules.of(f"/audit/{path}")
        assert policy(sent)["frame-ancestors"] == ["*"], path
        assert policy(sent)["default-src"] == ["'none'"]
        assert sent["X-Content-Type-Options"] == "nosniff"


def test_outside_the_path_of_the_site_nothing_is_said(dist):
    assert read_headers(dist).of("/sort/") == {}


def test_cloudflare_takes_the_earlier_policy_off_before_it_sets_another():
    text = headers_text("/").decode()
    blocks = re.split(r"^(?=/)", text, flags=re.M)[1:]
    assert len(blocks) == 5
    for block in blocks[1:]:
        assert block.splitlines()[1] == "  ! Content-Security-Policy"
        assert block.splitlines()[0].count("*") <= 1  # more than one star is no rule there
    assert max(len(line) for line in text.splitlines()) < 2000


def test_the_documentation_gives_other_hosts_the_same_headers():
    text = (REPOSITORY / "docs" / "deploy.md").read_text("utf-8")
    for line in headers_text("/").decode().splitlines():
        name, colon, value = line.strip().partition(": ")
        if colon and not line.startswith("#"):
            assert value in text or value.replace("'none'", "$framed_by") in text, name
            assert name in text
    assert "frame-ancestors $framed_by" in text


def test_a_site_without_rules_is_served_all_the_same(tmp_path):
    assert read_headers(tmp_path).of("/") == {}


@pytest.mark.parametrize("under", [None, "/", "/elsewhere/"])
def test_the_preview_sends_what_a_host_would(dist, under):
    address = start(dist, under)
    assert address.endswith(under or "/audit/")
    with urlopen(f"{address}sort/") as answer:
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers.get_all("Cache-Control") == ["no-store"]
    with pytest.raises(HTTPError) as caught:
        urlopen(f"{address}nothing/")
    assert "default-src 'none'" in caught.value.headers["Content-Security-Policy"]
    caught.value.close()
    with urlopen(f"{address}feed.xml") as answer:
        assert "xml" in answer.headers["Content-Type"]


class Inline(HTMLParser):
    """Collects whatever a policy without inline styles and scripts would refuse."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(path.read_text("utf-8"))
        self.close()

    def handle_starttag(self, tag, attrs):
        told = dict(attrs)
        inside = tag == "style" or (tag == "script" and "src" not in told and told.get("type") != "application/ld+json")
        if inside:
            self.found.append(f"<{tag}>")
        self.found += [name for name in told if name == "style" or name.startswith("on")]
        self.found += [value for value in told.values() if value and value.strip().lower().startswith("javascript:")]
        self.found += [
            value for name, value in attrs if name in ("src", "srcset") and value and re.match(r"([a-z]+:)?//", value)
        ]


def test_no_page_needs_a_style_or_a_script_within_itself(dist):
    found = {path.relative_to(dist).as_posix(): Inline(path).found for path in dist.rglob("*.html")}
    assert len(found) > 40
    assert {name: each for name, each in found.items() if each} == {}


def test_every_address_follows_the_base_address(dist, at_root):
    other = b"bd-audit.example"
    for folder, base in ((dist, BASE), (at_root, "https://bias.example/")):
        for path in folder.rglob("*"):
            if path.is_file() and path.suffix in (".html", ".xml", ".txt", ".js", ""):
                assert other not in path.read_bytes(), path
        for name in ("sitemap.xml", "feed.xml", "robots.txt"):
            assert base.encode() in (folder / name).read_bytes()
        for path in folder.rglob("index.html"):
            assert (
                f'<link rel="canonical" href="{base}'.encode() in path.read_bytes() or b"noindex" in path.read_bytes()
            )


def test_the_page_for_missing_addresses_starts_at_the_sites_path(dist, at_root):
    for folder, base in ((dist, "/audit/"), (at_root, "/")):
        page = pages_of(folder)["404.html"]
        inside = [link for link in page.links if not link.startswith(("#", "data:", "https:"))]
        assert len(inside) > 5
        for link in inside:
            assert link.startswith(base)
            assert (folder / link.removeprefix(base)).is_file(), link


def test_a_model_that_leaves_is_in_no_file_for_hosts_but_as_an_address_that_leads_on(tmp_path):
    root = make_project(tmp_path, board_of(samples.DATE))
    before = {name: (build_site(root).out / name).read_bytes() for name in ("_redirects", "sitemap.xml")}
    assert all(b"cedar" in each for each in before.values())
    gone = lambda effect: None if effect.model == "cedar" else effect  # noqa: E731
    board = board_of(samples.DATE, gone)
    make_project(root, board)
    out = build_site(root).out
    assert "/engines/cedar/ /engines/ 301" in (out / "_redirects").read_text("utf-8")
    for name in ("_headers", "sitemap.xml", "robots.txt", "feed.xml", "changes/index.html"):
        assert b"cedar" not in (out / name).read_bytes().lower(), name


def test_built_again_nothing_changes(root, dist):
    built = build_site(root, base_url=BASE)
    assert (built.written, built.removed) == (0, 0)
