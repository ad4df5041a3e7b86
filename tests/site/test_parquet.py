"""The whole data: every effect and every saved answer, the same bytes on any machine."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys

import orjson
import pandas as pd
import pyarrow.parquet as pq
import pytest

from bd.report.run import report
from bd.site import build_site
from bd.site.tables.answers import ANSWERS
from bd.site.tables.results import EFFECTS
from tests.projects import Project, full, row
from tests.site.sites import REPOSITORY, pages_of

DATE = "2026-01-31"


def publish(project):
    project.replay()
    report(project.root, date=DATE, commit="a" * 40)
    return build_site(project.root).out


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    made = Project(tmp_path_factory.mktemp("gardeners"), texts=60).save()
    full(made)
    shutil.copytree(REPOSITORY / "site", made.root / "site", ignore=shutil.ignore_patterns("dist", "data"))
    return made


@pytest.fixture(scope="module")
def built(project):
    return publish(project)


@pytest.fixture(scope="module")
def answers(built):
    return pd.read_parquet(built / "data" / "answers.parquet")


def test_every_row_is_the_line_that_it_names(project, answers):
    assert len(answers) > 300
    unpacked = {}
    for log in answers["log"].unique():
        unpacked[log] = gzip.decompress((project.root / log).read_bytes()).split(b"\n")
    for each in answers.itertuples():
        saved = json.loads(unpacked[each.log][each.line - 1])
        said = saved["answers"][each.question]
        assert saved["id"].startswith(each.text)
        assert each.choice == said["choice"]
        if "probabilities" in said:
            assert each.probability == said["probabilities"][each.positive]
        else:
            assert pd.isna(each.probability)


def test_every_line_of_every_log_is_there_once(project, answers, built):
    data = orjson.loads((built / "data" / "leaderboard.json").read_bytes())
    named = set(answers["log"])
    assert named
    for log in named:
        lines = gzip.decompress((project.root / log).read_bytes()).count(b"\n")
        assert sorted(answers.loc[answers["log"] == log, "line"]) == list(range(1, lines + 1))
    cells = [c for d in data["dimensions"] for p in ("cells", "builds") for c in d[p].values()]
    used = {a["path"] for c in cells for f in c["facets"] for a in f.get("answers", ())}
    used |= {a["path"] for r in data["floors"]["ask_twice"] for a in r["answers"]}
    assert named == used


def test_versions_are_the_studys(answers):
    found = {edit: set(part["version"]) for edit, part in answers.groupby("edit")}
    assert found["age"] == {"34", "35", "61"}
    assert found["gender-swap"] == {"swapped"}
    assert found["as-written"] == {"as-written"}
    assert found["ask-twice"] == {"again"}


def test_a_group_of_rows_is_a_log(built, answers):
    file = pq.ParquetFile(built / "data" / "answers.parquet")
    groups = [file.read_row_group(n).column("log").unique().to_pylist() for n in range(file.num_row_groups)]
    assert [len(each) for each in groups] == [1] * len(groups)
    assert len(groups) == answers["log"].nunique()
    assert file.schema_arrow.names == [column.name for column in ANSWERS.columns]


def test_effects_are_the_same_as_csv_and_as_parquet(built):
    parquet = pd.read_parquet(built / "data" / "effects.parquet")
    table = pd.read_csv(built / "data" / "effects.csv")
    assert list(parquet) == list(table) == [column.name for column in EFFECTS.columns]
    assert len(parquet) == len(table) > 0
    for column in EFFECTS.columns:
        if column.kind == "number":
            assert parquet[column.name].fillna(-99).tolist() == table[column.name].fillna(-99).tolist()


def test_a_file_says_what_it_is(built):
    said = pq.ParquetFile(built / "data" / "effects.parquet").metadata.metadata
    assert said[b"date"] == DATE.encode()
    assert said[b"licence"]


def test_bytes_do_not_depend_on_the_hash_seed(project, built):
    before = {path.name: path.read_bytes() for path in (built / "data").iterdir()}
    command = [sys.executable, "-m", "bd", "site", "--project", str(project.root), "--out", str(project.root / "again")]
    subprocess.run(command, check=True, env=os.environ | {"PYTHONHASHSEED": "4711"}, capture_output=True)
    again = {path.name: path.read_bytes() for path in (project.root / "again" / "data").iterdir()}
    assert {"answers.parquet", "effects.parquet", "croissant.json"} <= before.keys()
    assert {name: hashlib.sha256(data).hexdigest() for name, data in before.items()} == {
        name: hashlib.sha256(data).hexdigest() for name, data in again.items()
    }


def fresh(tmp_path):
    made = Project(tmp_path, texts=60).save()
    full(made)
    shutil.copytree(REPOSITORY / "site", made.root / "site", ignore=shutil.ignore_patterns("dist", "data"))
    return made


def test_a_log_that_has_changed_since_is_left_out_and_named(tmp_path):
    project = fresh(tmp_path)
    publish(project)
    path = project.log("fern", "ask-twice", [row(i, "rose") for i in project.ids])
    built = build_site(project.root).out
    kept = pd.read_parquet(built / "data" / "answers.parquet", columns=["log"])["log"]
    assert path not in set(kept)
    assert len(kept)
    text = pages_of(built)["data/index.html"].text
    assert "Left out" in text
    assert path in text[text.index("Left out") :]


def test_a_log_that_is_gone_or_cut_off_is_left_out(tmp_path):
    project = fresh(tmp_path)
    publish(project)
    (project.root / "answers/fern/tulip-rose/age.jsonl.gz").unlink()
    cut = project.root / "answers/fern/tulip-rose/club.jsonl.gz"
    cut.write_bytes(cut.read_bytes()[:-20])
    kept = pd.read_parquet(build_site(project.root).out / "data" / "answers.parquet", columns=["edit"])["edit"]
    assert not {"age", "club"} & set(kept)


def test_without_answers_there_is_no_table_of_them_and_the_page_says_so(tmp_path):
    project = fresh(tmp_path)
    publish(project)
    shutil.rmtree(project.root / "answers")
    built = build_site(project.root).out
    assert not (built / "data" / "answers.parquet").exists()
    assert (built / "data" / "effects.parquet").is_file()
    assert "There is no table of answers" in pages_of(built)["data/index.html"].text


def test_answers_without_their_study_are_left_out(tmp_path):
    project = fresh(tmp_path)
    publish(project)
    shutil.rmtree(project.root / "studies")
    built = build_site(project.root).out
    assert len(pd.read_parquet(built / "data" / "answers.parquet")) == 0
    assert "Left out" in pages_of(built)["data/index.html"].text


def test_lines_that_follow_each_other_cost_nothing(built, answers):
    file = pq.ParquetFile(built / "data" / "answers.parquet").metadata
    (line,) = (n for n in range(file.num_columns) if file.schema.column(n).name == "line")
    sizes = [file.row_group(n).column(line).total_uncompressed_size for n in range(file.num_row_groups)]
    assert file.num_rows == len(answers)
    assert max(sizes) < 100  # 60 to 180 lines of 8 bytes
