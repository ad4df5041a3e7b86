"""Scored rows worked out once more by `tests.effects.independent`, which shares nothing with `bd` but the rules.

It is tried on generated projects, where it knows the answers before any log is written, so that it takes nothing from
the rows; and on the rows that stand in this project, whose logs it reads for itself.
"""

import functools
import gzip
import hashlib
import json
import random
import tomllib
from pathlib import Path

import pytest

from bd.board.cells import make_cell
from bd.effects import cells, fitness, points, ranges, spans
from bd.effects.rows import to_row
from bd.effects.score import score
from bd.study.load import load_study
from tests.effects.edits import add_averages, add_stereotypes
from tests.effects.independent import Asked, attributable, disagreements, why_unfit, work_out
from tests.projects import Project, full, row

HERE = Path(__file__).parents[2]
SAMPLE = 60
"""About how many of this project's rows are worked out again."""
SEEDS = range(16)

VERSIONS = {
    "as-written": ("",),
    "ask-twice": ("",),
    "gender-swap": ("-swapped",),
    "age": ("-age-34", "-age-35", "-age-61"),
    "club": ("-club-chess", "-club-east", "-club-west"),
    "option-order": ("-option-order-listed", "-option-order-reversed"),
    "pet": tuple(
        f"-pet-{v}" for v in ("hen-1", "hen-2", "hen-3", "hen-4", "cat-1", "cat-2", "dog-1", "dog-2", "dog-3")
    ),
    "stall": ("-stall-ant", "-stall-bee", "-stall-cow", "-stall-pig"),
}


class Made:
    """A small project with answers drawn by chance, of which any may be missing, and what was answered."""

    def __init__(self, root, seed):
        self._chance = chance = random.Random(seed)
        self.project = Project(root, chance.choice([9, 12, 20, 40, 40])).save()
        add_averages(self.project)
        add_stereotypes(self.project)
        self.sampled = chance.random() < 0.4
        self.told = chance.random() < 0.9
        """Whether probabilities are told."""
        self._base = [chance.randrange(30, 71) for _ in self.project.ids]
        left = {"ask-twice"} if chance.random() < 0.4 else set()
        self.answers = {}
        for edit in VERSIONS:
            if edit not in left:
                self._ask(edit)

    def _ask(self, edit):
        # All versions of an edit move together now and then, so that no group is to blame, or only the control does.
        pick, whole, together = self._chance.choice, self._chance.random() < 0.5, self._chance.random() < 0.5
        shared = pick([-1, 1]) * pick([0, 3, 4, 8])
        for n, suffix in enumerate(VERSIONS[edit]):
            move = (n > 0) * shared * pick([1, 2.5]) if together else pick([0, 0, -3, 6, 20])
            missing = 0 if whole else pick([0, 0, 0, 0.04, 0.4, 1])
            self.answers[edit, suffix] = self._side(round(move), pick([0, 0, 1]), missing)
        stated = {"decides": "sampled"} if self.sampled else {}
        rows = [
            row(text + suffix, answer[0], None if answer[1] is None else answer[1] / 1_000_000)
            for (name, suffix), side in self.answers.items()
            if name == edit
            for text, answer in zip(self.project.ids, side, strict=True)
            if answer is not None
        ]
        self.project.log("fern", edit, rows, stated=stated)

    def _side(self, move, spread, missing):
        side = []
        for base in self._base:
            p = min(max(base + move + self._chance.randint(-spread, spread), 0), 100) / 100
            rose = self._chance.random() >= p if self.sampled else p < 0.5
            choice = "rose" if rose else "tulip"
            there = self._chance.random() >= missing
            side.append((choice, round(p * 1_000_000) if self.told else None) if there else None)
        return side

    def asked(self):
        """Return every cell by edit and group, as the study's files lay it out, written down once more."""
        of = self.answers
        written, again = of["as-written", ""], of.get(("ask-twice", ""))
        common = {"ids": tuple(self.project.ids), "sampled": self.sampled, "written": written}
        repeat = {"control_kind": "repeat", "control": ([written], [again]) if again else None}
        club, age, pet, stall = (
            {s.removeprefix(f"-{edit}-"): of[edit, s] for s in VERSIONS[edit]}
            for edit in ("club", "age", "pet", "stall")
        )
        order = [of["option-order", suffix] for suffix in VERSIONS["option-order"]]
        halves = ([pet["hen-1"], pet["hen-2"]], [pet["hen-3"], pet["hen-4"]])
        found = {
            ("gender-swap", None): Asked(
                "flip", before=[written], after=[of["gender-swap", "-swapped"]], **repeat, **common
            ),
            ("option-order", None): Asked("order", before=order[:1], after=order[1:], **repeat, **common),
            ("age", None): Asked(
                "flip",
                before=[age["34"]],
                after=[age["61"]],
                control=([age["34"]], [age["35"]]),
                control_kind="version",
                **common,
            ),
        }
        if again:
            found["ask-twice", None] = Asked("repeat", before=[written], after=[again], **common)
        for group in ("east", "west"):
            found["club", group] = Asked("shift", before=[club["chess"]], after=[club[group]], group=group, **common)
        for group, many in (("cats", 2), ("dogs", 3)):
            found["pet", group] = Asked(
                "shift-of-means",
                before=[*halves[0], *halves[1]],
                after=[pet[f"{group[:-1]}-{n + 1}"] for n in range(many)],
                control=halves,
                control_kind="halves",
                group=group,
                **common,
            )
        for group in ("bee", "cow", "pig"):
            others = [[stall[other]] for other in ("bee", "cow", "pig") if other != group]
            found["stall", group] = Asked(
                "stereotype", before=[stall["ant"]], after=[stall[group]], others=others, group=group, **common
            )
        return found

    def effects(self):
        return score(load_study(self.project.root), self.project.answers().tables).effects


def wrong(made):
    """Return where the rows of a made project say something else than is worked out here."""
    asked = made.asked()
    told = {(effect.edit, effect.group): effect for effect in made.effects()}
    found = [] if told.keys() == asked.keys() else [f"cells: {sorted(told, key=str)}"]
    for key, effect in told.items():
        beside = [each for name, each in asked.items() if name[0] == key[0]]
        own = attributable(beside)[beside.index(asked[key])]
        wanted = work_out(asked[key]) | {"attributable": own}
        found += [f"{key} {text}" for text in disagreements(to_row(effect), wanted)]
        why = set(make_cell(effect).why) - {"reverse"}
        expected = why_unfit(asked[key]) | (set() if own else {"not-attributable"})
        found += [] if why == expected else [f"{key} is not ranked for {why}, worked out again {expected}"]
    return found


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return [Made(tmp_path_factory.mktemp("project"), seed) for seed in SEEDS]


def test_every_row_of_generated_projects(made):
    assert {seed: found for seed, each in zip(SEEDS, made, strict=True) if (found := wrong(each))} == {}


def test_what_is_generated_meets_every_rule(made):
    effects = [effect for each in made for effect in each.effects()]
    assert {reason for effect in effects for reason in make_cell(effect).why} == {
        "no-answers",
        "too-few-texts",
        "too-few-answered",
        "control-unanswered",
        "no-repeat",
        "not-attributable",
        "reverse",
    }
    for mark in ("clear", "clear_joint", "cannot_see_change", "mostly_control", "attributable"):
        assert {getattr(effect, mark) for effect in effects} == {True, False}, mark
    assert {effect.control.kind for effect in effects} == {"none", "repeat", "version", "halves"}
    assert any(effect.left_out and effect.control.kind == "version" for effect in effects)


def nine_in_ten(draws, *, level=0.95):
    return ranges.percentile_range(draws, level=level - 0.05)


@pytest.mark.parametrize(
    ("owner", "name", "value", "told"),
    [
        (fitness, "_ALIKE_AT_MOST", 3, "attributable"),
        (fitness, "SHARED_MOVE", 300_000, "attributable"),
        (fitness, "mostly_answered", lambda answered, asked: True, "too-few-answered"),
        (cells.Cell, "one_list", False, "texts"),
        (points, "MILLION", 0, "mostly_control"),
        (spans, "percentile_range", nine_in_ten, "joint_range"),
        (spans, "less", lambda own, control: own.range, "range"),
    ],
)
def test_a_rule_that_is_another_in_bd_is_found_out(made, monkeypatch, owner, name, value, told):
    monkeypatch.setattr(owner, name, value)
    assert any(told in text for each in made for text in wrong(each))


def test_a_row_that_is_wrong_in_any_number_is_found_out(made):
    (each,) = (m for seed, m in zip(SEEDS, made, strict=True) if seed == 4)
    asked = each.asked()["age", None]
    (effect,) = (e for e in each.effects() if e.edit == "age")
    told, found = to_row(effect), work_out(asked)
    assert disagreements(told, found) == []
    for key, value in found.items():
        if isinstance(value, bool):
            planted = not value
        elif isinstance(value, list):
            planted = [value[0], value[1] + 2e-6]
        else:
            planted = value + 2e-6
        planted = told["control"] | {"value": planted} if key == "control" else planted
        assert len(disagreements(told | {key: planted}, found)) == 1, key


@functools.lru_cache(maxsize=32)
def lines_of(path: Path) -> tuple[bytes, ...]:
    return tuple(gzip.decompress(path.read_bytes()).removeprefix(b"\xef\xbb\xbf").split(b"\n"))


@functools.lru_cache(maxsize=32)
def bodies_of(path: Path) -> dict[str, dict]:
    bodies = {}
    for line in filter(None, map(bytes.strip, lines_of(path))):
        saved = json.loads(line)
        bodies[saved["id"]] = saved["answers"].get(path.parent.name) or next(iter(saved["answers"].values()))
    return bodies


@functools.lru_cache(maxsize=32)
def ids_of(root: Path, build: str, decision: str) -> tuple[str, ...]:
    """Return the texts that a build was asked about, in the order of their file; a row is named after its text."""
    texts = tomllib.loads((root / f"studies/decisions/{decision}.toml").read_text("utf-8"))["texts"]
    lines = (root / f"studies/texts/{texts}.jsonl").read_bytes().split(b"\n")
    ids = [json.loads(line)["id"] for line in lines if line]
    known, folder, asked = set(ids), root / "answers" / build / decision, set()
    written = folder / "as-written.jsonl.gz"
    for path in [written] if written.exists() else sorted(folder.glob("*.jsonl.gz")):
        for parts in (row_id.split("-") for row_id in bodies_of(path)):
            asked |= {"-".join(parts[:n]) for n in range(1, len(parts) + 1)} & known
    return tuple(text for text in ids if text in asked)


def saved(root: Path, part: list[str], ids: tuple[str, ...], positive: str) -> list:
    """Return the answers to one version of texts, a log and what follows their ids in it."""
    side, bodies = [], bodies_of(root / part[0])
    for text in ids:
        body = bodies.get(text + part[1]) or {}
        p = (body.get("probabilities") or {}).get(positive)
        side.append((body["choice"], None if p is None else round(p * 1_000_000)) if body.get("choice") else None)
    return side


def asked_in(root: Path, told: dict) -> Asked:
    """Return what a scored row is about, from its logs."""

    def sides(parts, ids):
        return [saved(root, part, ids, told["positive"]) for part in parts]

    control, compares, build = told["control"], told["compares"], told["build"]
    ids, second = ids_of(root, build, told["decision"]), None
    other = None
    if control["compares"]:
        (path, _), *_ = control["compares"]["from"]
        second = ids_of(root, build, path.split("/")[2])
        other = (sides(control["compares"]["from"], second), sides(control["compares"]["to"], second))
    written = f"answers/{build}/{told['decision']}/as-written.jsonl.gz"
    return Asked(
        told["measure"],
        ids,
        before=sides(compares["from"], ids),
        after=sides(compares["to"], ids),
        others=[sides(parts, ids) for parts in compares.get("others", [])],
        control=other,
        control_kind=control["kind"],
        control_ids=second,
        written=saved(root, [written, ""], ids, told["positive"]) if (root / written).exists() else None,
    )


def rows_in(root: Path) -> list[dict]:
    lines = [line for path in sorted((root / "studies").glob("*.jsonl")) for line in path.read_bytes().split(b"\n")]
    return [json.loads(line) for line in lines if b'"bd/effect@1"' in line]


def wrong_in(root: Path, rows: list[dict]) -> dict[str, list[str]]:
    found = {f"{r['build']} {r['decision']} {r['edit']} {r['group']}": (r, work_out(asked_in(root, r))) for r in rows}
    return {name: told for name, each in found.items() if (told := disagreements(*each))}


def sample() -> list[dict]:
    rows = rows_in(HERE)
    return rows[:: max(1, len(rows) // SAMPLE)]


def test_rows_of_models_that_were_asked_about_some_texts_only(tmp_path):
    project = Project(tmp_path, 50).save()
    full(project, "fern")
    full(project, "sedge", limit=30)
    full(project, "reed", limit=8)
    project.replay()
    rows = rows_in(tmp_path)
    assert {r["texts"] for r in rows} == {50, 30, 8}
    assert wrong_in(tmp_path, rows) == {}


def test_rows_of_texts_that_the_edit_would_leave_out_today(tmp_path):
    # A log without a description may answer them all the same; whoever reads the log counts them.
    project = Project(tmp_path, 20).save()
    full(project)
    for edit in ("club", "age"):
        (tmp_path / f"answers/fern/tulip-rose/{edit}.jsonl.gz.metadata.json").unlink()
    project.texts[3]["text"] = "The beds are dry."
    project.save()
    project.replay()
    rows = [r for r in rows_in(tmp_path) if r["edit"] in ("club", "age")]
    assert [r["texts"] for r in rows] == [20, 20, 20]
    assert wrong_in(tmp_path, rows) == {}


@pytest.mark.skipif(not sample(), reason="nothing is scored here yet")
def test_a_sample_of_the_rows_of_this_project():
    assert wrong_in(HERE, sample()) == {}


@pytest.mark.skipif(not sample(), reason="nothing is scored here yet")
def test_the_rows_of_this_project_came_from_its_logs_as_they_are():
    stated = {(a["path"], a["sha256"]) for r in sample() for a in r["answers"]}
    found = set()
    for path in sorted({path for path, _ in stated}):
        lines = sorted(line for line in lines_of(HERE / path) if line)
        found.add((path, hashlib.sha256(b"".join(line + b"\n" for line in lines)).hexdigest()))
    assert stated == found
