"""An address that a page had once stays or leads on, whatever joins the study or leaves it."""

from __future__ import annotations

import re
import shutil

import pytest

from bd.errors import BdError, ProblemsError
from bd.report.run import report
from bd.site import build_site
from bd.site.remembered import read_addresses
from tests.projects import DECISION, Project, decision, full, sure
from tests.site.sites import REPOSITORY, pages_of

DATE, OTHER = "2026-01-31", "digs-waters"
MEMORY = "site/data/addresses.txt"
REFRESH = re.compile(r'http-equiv="refresh" content="0; url=([^"]*)"')


@pytest.fixture
def project(tmp_path):
    made = Project(tmp_path / "project").save()
    full(made)
    shutil.copytree(REPOSITORY / "site", made.root / "site", ignore=shutil.ignore_patterns("dist", "data"))
    return made


def build(project):
    """Work everything out from the study as it is, and return the folder of the site."""
    project.save()
    project.replay()
    report(project.root, date=DATE, commit="a" * 40)
    return build_site(project.root).out


def addresses_of(dist):
    return {f"/{p.parent.relative_to(dist).as_posix()}/".replace("/./", "/") for p in dist.rglob("index.html")}


def leads(dist, address):
    """Return the page that an address shows in the end: its own, or the one that it leads on to."""
    path = dist / address.strip("/") / "index.html"
    found = REFRESH.search(path.read_text("utf-8"))
    if found is None:
        return address
    there = (path.parent / found[1]).resolve()
    assert REFRESH.search(there.read_text("utf-8")) is None, "a redirect leads to another"
    return f"/{there.parent.relative_to(dist.resolve()).as_posix()}/".replace("/./", "/")


def ask_other(project):
    """Put the clubs to a second decision too."""
    project.files[f"studies/decisions/{OTHER}.toml"] = decision(label="again", question="And at home?")
    project.characteristic("club")["tests"][0]["decisions"].append(OTHER)
    project.save()
    clubs = {"east": 0.75, "west": 0.55, "chess": 0.6}
    rows = [
        sure(f"{i}-club-{v}", round(p + n % 7 / 100, 6)) for n, i in enumerate(project.ids) for v, p in clubs.items()
    ]
    for each in rows:
        each["answers"] = {OTHER: each["answers"][DECISION]}
    project.log("fern", "club", rows, decision=OTHER)


def drop(project, name, group):
    """Take a group out of a characteristic."""
    made = project.characteristic(name)
    made["groups"] = [each for each in made["groups"] if each["id"] != group]
    for test in made["tests"]:
        test["versions"] = [each for each in test["versions"] if each.get("group") != group]


def test_every_level_has_a_page_with_all_that_belongs_to_it_also_with_one_question(project):
    dist = build(project)
    pages = pages_of(dist)
    for level in ("club", "club/east", "club/tulip-rose", "club/east/tulip-rose", "age", "age/tulip-rose"):
        assert pages[f"{level}/index.html"].first("h1") is not None
        for name in ("data.csv", "data.json", "card.png"):
            assert (dist / level / name).is_file()
        assert f"/{level}/</loc>" in (dist / "sitemap.xml").read_text("utf-8")
        assert f"{level}/index.html" in (dist / "static" / "search-index.js").read_text("utf-8")


def test_receipts_stand_once_and_the_levels_above_lead_to_them(project):
    dist = build(project)
    assert (dist / "club/east/tulip-rose/receipts/index.html").is_file()
    assert not (dist / "club/east/receipts").exists()
    pages = pages_of(dist)
    assert "tulip-rose/receipts/index.html" in pages["club/east/index.html"].links
    assert "tulip-rose/receipts/index.html" in pages["age/index.html"].links
    assert not [link for link in pages["club/index.html"].links if "receipts" in link]  # of two groups


def test_a_question_that_joins_moves_nothing(project):
    first = addresses_of(build(project))
    ask_other(project)
    second = build(project)
    assert first <= addresses_of(second)
    assert [each for each in first if leads(second, each) != each] == []
    assert f"/club/east/{OTHER}/" in addresses_of(second)


def test_a_question_that_leaves_leads_to_what_is_left(project):
    ask_other(project)
    first = addresses_of(build(project))
    project.characteristic("club")["tests"][0]["decisions"].remove(OTHER)
    del project.files[f"studies/decisions/{OTHER}.toml"]
    (project.root / f"studies/decisions/{OTHER}.toml").unlink()
    shutil.rmtree(project.root / f"answers/fern/{OTHER}")
    dist = build(project)
    assert first <= addresses_of(dist)
    assert leads(dist, f"/club/{OTHER}/") == "/club/"
    assert leads(dist, f"/club/east/{OTHER}/") == "/club/east/"
    assert leads(dist, f"/club/east/{OTHER}/receipts/") == "/club/east/"
    assert OTHER not in (dist / "sitemap.xml").read_text("utf-8")
    assert f"/club/{OTHER}/ /club/ 301" in (dist / "_redirects").read_text("utf-8")


def test_a_group_a_model_and_a_characteristic_that_leave_lead_to_what_is_left(project):
    full(project, "moss")
    first = addresses_of(build(project))
    drop(project, "club", "west")
    del project.files["studies/characteristics/age.toml"]
    (project.root / "studies/characteristics/age.toml").unlink()
    shutil.rmtree(project.root / "answers/moss")
    for log in (project.root / "answers").rglob("age.jsonl.gz*"):
        log.unlink()
    rows = [sure(f"{i}-club-{v}", p) for i in project.ids for v, p in {"east": 0.75, "chess": 0.6}.items()]
    project.save()
    project.log("fern", "club", rows)
    dist = build(project)
    assert first <= addresses_of(dist)
    assert leads(dist, "/club/west/") == "/club/"
    assert leads(dist, "/club/west/tulip-rose/") == "/club/tulip-rose/"
    assert leads(dist, "/age/tulip-rose/") == "/"
    assert leads(dist, "/engines/moss/club/") == "/engines/"
    assert leads(dist, "/engines/fern/age/") == "/engines/fern/"


def test_what_comes_back_has_its_page_again(project):
    first = addresses_of(build(project))
    groups = [dict(each) for each in project.characteristic("club")["groups"]]
    versions = [dict(each) for each in project.characteristic("club")["tests"][0]["versions"]]
    rows = (project.root / "answers/fern/tulip-rose/club.jsonl.gz").read_bytes()
    side = (project.root / "answers/fern/tulip-rose/club.jsonl.gz.metadata.json").read_bytes()
    drop(project, "club", "west")
    project.save()
    left = [sure(f"{i}-club-{v}", p) for i in project.ids for v, p in {"east": 0.75, "chess": 0.6}.items()]
    project.log("fern", "club", left)
    assert leads(build(project), "/club/west/") == "/club/"
    project.characteristic("club")["groups"] = groups
    project.characteristic("club")["tests"][0]["versions"] = versions
    project.write("answers/fern/tulip-rose/club.jsonl.gz", rows)
    project.write("answers/fern/tulip-rose/club.jsonl.gz.metadata.json", side)
    dist = build(project)
    assert [each for each in first if leads(dist, each) != each] == []


def test_the_memory_is_in_order_is_the_same_twice_and_costs_no_second_build(project):
    dist = build(project)
    text = (project.root / MEMORY).read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert lines == sorted(addresses_of(dist))
    again = build_site(project.root)
    assert (again.written, again.changed) == (0, ())
    assert (project.root / MEMORY).read_text("utf-8") == text
    (project.root / MEMORY).unlink()
    build_site(project.root)
    assert (project.root / MEMORY).read_text("utf-8") == text


def test_a_place_that_people_named_comes_before_the_nearest(project):
    build(project)
    drop(project, "club", "west")
    project.save()
    rows = [sure(f"{i}-club-{v}", p) for i in project.ids for v, p in {"east": 0.75, "chess": 0.6}.items()]
    project.log("fern", "club", rows)
    settings = project.root / "site" / "site.toml"
    settings.write_text(settings.read_text("utf-8") + '\n[moved]\n"/club/west/" = "/club/east/"\n', "utf-8")
    dist = build(project)
    assert leads(dist, "/club/west/") == "/club/east/"
    assert leads(dist, "/club/west/tulip-rose/") == "/club/tulip-rose/"


def test_a_line_that_is_taken_out_is_an_address_let_go_and_a_wrong_one_is_told(project):
    full(project, "moss")
    build(project)
    shutil.rmtree(project.root / "answers/moss")
    memory = project.root / MEMORY
    kept = [line for line in memory.read_text("utf-8").splitlines() if "/moss/" not in line]
    memory.write_text("\n".join(kept) + "\n", "utf-8")
    assert not (build(project) / "engines" / "moss").exists()
    memory.write_text("/club/\n<<<<<<< ours\nhttps://x.example/\n", "utf-8")
    with pytest.raises(ProblemsError) as error:
        build_site(project.root)
    assert [str(each) for each in error.value.problems] == [
        f"{MEMORY}:{number}: {line!r} is not the address of a page, such as /age/; mend the line or delete it"
        for number, line in ((2, "<<<<<<< ours"), (3, "https://x.example/"))
    ]


def test_where_it_cannot_be_remembered_the_site_is_built_and_that_is_told(project, monkeypatch):
    project.save()
    project.replay()
    report(project.root, date=DATE, commit="a" * 40)

    def refuse(path, data):
        raise BdError(f"{path}: cannot be written (Read-only file system)")

    monkeypatch.setattr("bd.site.remembered.write_atomically", refuse)
    built = build_site(project.root)
    assert MEMORY in built.not_remembered
    assert (built.out / "index.html").is_file()


def test_the_repository_remembers_every_page_that_it_had():
    there = read_addresses(REPOSITORY)
    assert {"/", "/sexuality/gay/", "/sexuality/gay/receipts/2/", "/engines/", "/methods/"} <= there
