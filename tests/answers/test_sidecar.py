import json

import pytest

from bd.answers.sidecar import read_sidecar
from bd.answers.unpack import LogFaultError
from tests.projects import Project


def sidecar(project: Project, **keys):
    path = project.flips("fern", "gender-swap", "-swapped", 3, stated=keys)
    return read_sidecar(project.root / path)


def test_a_description_is_read(project):
    found = sidecar(project, decides="sampled", limit=5)
    assert (found.decides, found.limit, found.rows, found.licence) == ("sampled", 5, 12, "MIT")
    assert found.build == {"package": "made-up", "version": "1"}


def test_a_log_without_one_has_none(project):
    path = project.flips("fern", "gender-swap", "-swapped", 3, pinned=False)
    assert read_sidecar(project.root / path) is None


def test_keys_that_are_not_known_are_ignored(project):
    assert sidecar(project, calibration={"scale": 2.0}, extra=1).rows == 12


def test_the_machine_is_read_where_it_is_told(project):
    assert sidecar(project).machine is None
    told = {"architecture": "x86_64", "maker": "GenuineIntel"}
    assert str(sidecar(project, machine=told).machine) == "x86_64 GenuineIntel"
    for wrong in ("x86_64", {"architecture": "x86_64"}, told | {"host": "mine"}):
        with pytest.raises(LogFaultError, match="machine must be an object with architecture and maker alone"):
            sidecar(project, machine=wrong)


@pytest.mark.parametrize("key", ["build", "decides", "texts_sha256", "sha256", "rows", "licence", "asked"])
def test_a_missing_key_is_named(project, key):
    with pytest.raises(LogFaultError, match=f"{key} is missing"):
        sidecar(project, **{key: ...})


def test_a_newer_format_is_refused(project):
    with pytest.raises(LogFaultError, match="it is newer, update bd"):
        sidecar(project, format="bd/answers@2")


@pytest.mark.parametrize("stated", ["bd/effect@1", None, 1, ["bd/answers@1"]])
def test_another_format_is_refused(project, stated):
    with pytest.raises(LogFaultError, match="this bd reads 'bd/answers@1'"):
        sidecar(project, format=stated)


@pytest.mark.parametrize("wrong", [{"decides": "guess"}, {"rows": "many"}, {"rows": None}, {"build": 7}, {"limit": []}])
def test_a_wrong_value_is_refused(project, wrong):
    with pytest.raises(LogFaultError, match=f"{next(iter(wrong))} must be"):
        sidecar(project, **wrong)


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"decides": "cutoff"}, "decides 'cutoff' needs cutoff"),
        ({"decides": "cutoff", "cutoff": None}, "decides 'cutoff' needs cutoff"),
        ({"cutoff": 0.3}, "cutoff is only for decides 'cutoff', not for 'argmax'; leave it out"),
        ({"decides": "sampled", "cutoff": 0.3}, "cutoff is only for decides 'cutoff'"),
        *(
            ({"decides": "cutoff", "cutoff": wrong}, "cutoff must be a number from 0 to 1")
            for wrong in (-0.1, 1.01, 30, "0.3", True, [])
        ),
    ],
)
def test_a_cutoff_that_cannot_be_is_refused(project, told, message):
    with pytest.raises(LogFaultError, match=message):
        sidecar(project, **told)


@pytest.mark.parametrize("cutoff", [0, 0.3, 1])
def test_a_cutoff_is_read(project, cutoff):
    found = sidecar(project, decides="cutoff", cutoff=cutoff)
    assert (found.decides, found.cutoff) == ("cutoff", cutoff)


def test_everything_that_is_wrong_is_named_at_once(project):
    with pytest.raises(LogFaultError, match=r"format is .*; rows is missing; licence must be a text"):
        sidecar(project, format="bd/effect@1", rows=..., licence=7)


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[]", b"7", b'"text"'])
def test_what_is_no_description_is_refused(project, data):
    path = project.root / project.flips("fern", "gender-swap", "-swapped", 3)
    path.with_name(path.name + ".metadata.json").write_bytes(data)
    with pytest.raises(LogFaultError, match=r"cannot be read|is not an object"):
        read_sidecar(path)


def test_a_description_that_cannot_be_opened_is_refused(project):
    path = project.root / project.flips("fern", "gender-swap", "-swapped", 3, pinned=False)
    path.with_name(path.name + ".metadata.json").mkdir()
    with pytest.raises(LogFaultError, match="cannot be read"):
        read_sidecar(path)


@pytest.mark.parametrize("key", ["format", "model", "decides", "limit", "rows"])
def test_values_nested_deep_are_refused(project, key):
    path = project.flips("fern", "age", "-age-34", 0)
    described = project.root / f"{path}.metadata.json"
    values = json.loads(described.read_bytes()) | {key: "here"}
    described.write_bytes(json.dumps(values).encode().replace(b'"here"', b"[" * 990 + b"]" * 990))
    with pytest.raises(LogFaultError) as refused:
        read_sidecar(project.root / path)
    assert len(refused.value.message) < 300


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ({"asked": "2026-02-30"}, "asked '2026-02-30' is no day"),
        ({"asked": "20260131"}, "asked '20260131' is no day"),
        ({"asked": ""}, "asked '' is no day"),
        ({"licence": " "}, "licence is empty"),
        ({"build": {"package": "made-up", "version": ""}}, "build.version must be a text, and not empty"),
        ({"build": {"package": "made-up"}}, "build.version must be a text, and not empty"),
        ({"build": {"package": " ", "version": "1"}}, "build.package must be a text, and not empty"),
        ({"calibration": "fitted"}, "calibration must be an object, or null"),
    ],
)
def test_days_that_do_not_exist_and_what_is_empty_are_refused(project, stated, said):
    with pytest.raises(LogFaultError, match=said):
        sidecar(project, **stated)


def test_sums_in_capitals_and_a_byte_order_mark_change_nothing(project):
    path = project.flips("fern", "gender-swap", "-swapped", 3)
    beside = project.root / f"{path}.metadata.json"
    facts = json.loads(beside.read_text())
    facts |= {key: facts[key].upper() for key in ("sha256", "texts_sha256")}
    beside.write_bytes(b"\xef\xbb\xbf" + json.dumps(facts).encode())
    answers = project.answers()
    assert (answers.problems, len(answers.tables)) == ((), 1)


def test_a_key_that_stands_twice_is_refused(project):
    path = project.flips("fern", "gender-swap", "-swapped", 3)
    beside = project.root / f"{path}.metadata.json"
    beside.write_text(beside.read_text().replace('"rows"', '"rows": 1, "rows"', 1))
    with pytest.raises(LogFaultError, match="the key 'rows' stands twice in one object"):
        read_sidecar(project.root / path)
