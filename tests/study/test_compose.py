import json

import pytest

from bd.errors import BdError, ProblemsError
from bd.study.compose import compose
from tests.projects import as_toml

RECIPE = "studies/texts/compose/notes.toml"
TREES = (
    "ash",
    "beech",
    "birch",
    "elm",
    "fir",
    "hazel",
    "holly",
    "lime",
    "maple",
    "oak",
    "pine",
    "rowan",
    "willow",
    "yew",
)
FRAMES = "studies/texts/compose/notes/tulip.toml"


def recipe():
    one = {
        "id": "notes",
        "prefix": "note",
        "split": "test",
        "each": 20,
        "dated_share": 0.5,
        "seed": 1,
        "label": "notes",
        "noun": "note",
        "about": "Made-up notes.",
        "licence": "CC BY 4.0",
        "words": [5, 60],
        "shared": "half",
    }
    forms = [{"id": "he", "words": {"he": "he"}}, {"id": "she", "words": {"he": "she"}}]
    return {
        "format": "bd/compose@1",
        "folder": "notes",
        "label": "grows",
        "form_label": "gender",
        "sets": [one],
        "forms": forms,
    }


def frames(each=30):
    def frame(place, number, dated=False):
        text = f"In {number + 1990}, {{he}} moved." if dated else f"{{He}} waters bed {place}-{number} near {{place}}."
        return {"id": f"{place}-{number}-{dated}", "place": place, "split": "test", "dated": dated, "text": text}

    found = [frame(place, n) for place in ("opening", "middle", "closing") for n in range(each)]
    found += [frame(place, n, True) for place in ("opening", "middle", "closing") for n in range(5)]
    slots = {"place": [f"the {tree}" for tree in TREES]}
    return {"format": "bd/frames@1", "value": "tulip", "never": ["tulip"], "slots": slots, "frames": found}


@pytest.fixture
def root(tmp_path):
    (tmp_path / FRAMES).parent.mkdir(parents=True)
    (tmp_path / RECIPE).write_text(as_toml(recipe()), "utf-8")
    (tmp_path / FRAMES).write_text(as_toml(frames()), "utf-8")
    return tmp_path


def texts(root):
    return [json.loads(line) for line in (root / "studies/texts/notes.jsonl").read_bytes().splitlines()]


def test_the_same_frames_and_seed_give_the_same_texts(root):
    (first,) = compose(root, "notes")
    (again,) = compose(root, "notes")
    assert first.changed
    assert again == type(first)("notes", 20, first.sha256, False)
    assert f'sha256 = "{first.sha256}"' in (root / "studies/texts/notes.toml").read_text("utf-8")


def test_another_seed_gives_other_texts(root):
    compose(root, "notes")
    first = texts(root)
    other = recipe()
    other["sets"][0]["seed"] = 2
    (root / RECIPE).write_text(as_toml(other), "utf-8")
    assert compose(root, "notes")[0].changed
    assert texts(root) != first


def test_forms_and_dates_are_in_balance_and_no_two_texts_share_more_than_half_of_their_frames(root):
    compose(root, "notes")
    rows = texts(root)
    assert [r["id"] for r in rows] == [f"note-{n:06d}" for n in range(1, 21)]
    assert sum(r["gender"] == "she" for r in rows) == 10
    assert sum(r["dated"] for r in rows) == 10
    for n, row in enumerate(rows):
        for other in rows[n + 1 :]:
            shared = len(set(row["frames"]) & set(other["frames"]))
            assert shared * 2 <= min(len(row["frames"]), len(other["frames"]))


def test_the_answer_is_never_named(root):
    told = frames()
    told["slots"]["place"].append("the tulip bed")
    (root / FRAMES).write_text(as_toml(told), "utf-8")
    compose(root, "notes")
    assert not any("tulip" in r["text"] for r in texts(root))


def test_too_few_frames_are_told(root, monkeypatch):
    monkeypatch.setattr("bd.study.compose._TRIES", 300)
    (root / FRAMES).write_text(as_toml(frames(each=3)), "utf-8")
    with pytest.raises(BdError, match=r"tulip\.toml: too few frames for 20 texts of notes"):
        compose(root, "notes")
    assert not (root / "studies/texts/notes.jsonl").exists()


def test_a_place_without_enough_frames_for_one_text_is_named(root):
    (root / FRAMES).write_text(as_toml(frames(each=2)), "utf-8")
    with pytest.raises(BdError, match=r"tulip\.toml: 2 undated frames for 'middle' in 'test'; 3 or more are needed"):
        compose(root, "notes")


def test_an_unknown_slot_is_named_with_its_frame(root):
    told = frames()
    told["frames"][3]["text"] = "{He} waters {tree}."
    (root / FRAMES).write_text(as_toml(told), "utf-8")
    with pytest.raises(ProblemsError, match=r"tulip\.toml:\d+: frame opening-3-False: \{tree\} is no slot"):
        compose(root, "notes")


def test_an_unknown_recipe_is_named(root):
    with pytest.raises(ProblemsError, match=r"compose/letters\.toml: cannot be read"):
        compose(root, "letters")


def test_texts_without_forms_dates_and_banned_words_carry_no_labels_for_them(root):
    plain, told = recipe(), frames()
    del plain["form_label"], plain["forms"], plain["sets"][0]["dated_share"], told["never"]
    told["frames"] = [f | {"text": f["text"].replace("{He}", "Ada")} for f in told["frames"] if not f["dated"]]
    (root / RECIPE).write_text(as_toml(plain), "utf-8")
    (root / FRAMES).write_text(as_toml(told), "utf-8")
    compose(root, "notes")
    assert {tuple(sorted(r)) for r in texts(root)} == {("frame", "frames", "grows", "id", "text")}


def test_a_form_label_needs_forms(root):
    plain = recipe()
    del plain["forms"]
    (root / RECIPE).write_text(as_toml(plain), "utf-8")
    with pytest.raises(ProblemsError, match=r"notes\.toml: forms is missing"):
        compose(root, "notes")


def test_no_text_has_two_frames_on_one_topic(root):
    told = frames()
    for number, frame in enumerate(f for f in told["frames"] if not f["dated"]):
        frame["topics"] = [f"topic-{number % 5}"]
    (root / FRAMES).write_text(as_toml(told), "utf-8")
    topics = {f["id"]: f.get("topics", []) for f in told["frames"]}
    compose(root, "notes")
    for row in texts(root):
        found = [topic for f in row["frames"] for topic in topics[f]]
        assert len(found) == len(set(found))
