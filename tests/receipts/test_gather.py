import numpy as np
import pytest

from bd.effects.saved import read_effects
from bd.receipts import ROLES
from tests.projects import DECISION, Project, decision, full, row, sure, version
from tests.receipts.told import key, log_line, receipts


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    project = Project(tmp_path_factory.mktemp("told"), texts=30).save()
    full(project, "fern")
    full(project, "moss", limit=10)
    return project


@pytest.fixture(scope="module")
def found(project):
    return receipts(project)


def test_every_cell_of_the_data_file_has_its_receipts(found):
    assert found.missing == {}
    assert set(found.sizes) == {
        key("age"),
        key("club", "east"),
        key("club", "west"),
        key("gender", edit="gender-swap"),
        key("option-order"),
    }


@pytest.mark.parametrize(
    ("cell", "slots"),
    [
        (key("age"), [("from and control from", "34"), ("to", "61"), ("control to", "35")]),
        (key("club", "east"), [("from", "chess"), ("to", "east")]),
        (
            key("gender", edit="gender-swap"),
            [("from and control from", "as-written"), ("to", "swapped"), ("control to", "again")],
        ),
        (
            key("option-order"),
            [("from", "listed"), ("to", "reversed"), ("control from", "as-written"), ("control to", "again")],
        ),
    ],
)
def test_versions_stand_where_the_scored_rows_say(found, cell, slots):
    assert [(" and ".join(slot.roles), slot.id) for slot in found.cell(cell).slots] == slots


def test_every_answer_leads_to_the_line_that_it_stands_in(project, found):
    for cell in found.sizes:
        told = found.cell(cell)
        for witness in told.witnesses:
            for said in witness.said:
                for place, text in enumerate(told.texts):
                    if said.lines[place] == 0:
                        assert said.choices[place] == -1
                        continue
                    line = log_line(project.root, said.log, said.lines[place])
                    answer = line["answers"][DECISION]
                    assert line["id"].startswith(text)
                    assert answer["choice"] == list(told.options)[said.choices[place]]
                    chance = answer.get("probabilities", {}).get(told.positive)
                    assert said.millionths[place] == (-1 if chance is None else round(chance * 1e6))


def test_texts_are_those_that_were_asked(found):
    told = found.cell(key("age"))
    assert [slot.texts[0] for slot in told.slots] == [
        f"By the gate, at {age}, she waters the beds." for age in (34, 61, 35)
    ]


def test_the_texts_that_count_are_those_of_the_scored_row(project, found):
    for effect in read_effects(project.root):
        if effect.characteristic == "ask-twice":
            continue
        told = found.cell(key(effect.characteristic, effect.group, effect.edit))
        (witness,) = (w for w in told.witnesses if w.build == effect.build)
        assert witness.counts.sum() == effect.texts
        if effect.control.compares is not None:
            assert witness.control_counts.sum() == effect.control.texts
        if effect.changed is not None:
            assert (witness.changed & witness.counts).sum() == effect.changed


def test_changed_answers_come_first_then_the_largest_moves_then_the_order_of_the_texts(tmp_path):
    project = Project(tmp_path, texts=8).save()
    moves = [0.0, 0.1, -0.3, 0.1, 0.0, -0.1, 0.4, 0.45]  # from 0.95: only the last two fall below one half
    rows = [
        sure(f"{i}-club-{v}", round(p - abs(move) * (v == "east"), 6))
        for i, move in zip(project.ids, moves, strict=True)
        for v, p in {"east": 0.95, "west": 0.95, "chess": 0.95}.items()
    ]
    rows[-3] = row(f"{project.ids[-1]}-club-east", "rose", 0.48)
    project.log("fern", "club", rows)
    told = receipts(project).cell(key("club", "east"))
    numbers = [int(text.removeprefix("bed-")) for text in told.texts]
    assert (numbers, told.changed) == ([8, 7, 3, 2, 4, 6, 1, 5], 1)


def test_models_made_to_move_have_no_say_in_the_order(tmp_path):
    project = Project(tmp_path, texts=4)
    card = {
        "format": "bd/model@1",
        "label": "Puppet",
        "kind": "planted model",
        "about": "Made.",
        "licence": "MIT",
        "planted": True,
        "order": 90,
        "sees_order": True,
    }
    project.files["studies/models/puppet.toml"] = card
    project.save()
    for model, after in (("fern", [0.9, 0.9, 0.8, 0.9]), ("puppet", [0.1, 0.9, 0.9, 0.9])):
        project.log(
            model,
            "club",
            [
                sure(f"{i}-club-{v}", p if v == "east" else 0.9)
                for i, p in zip(project.ids, after, strict=True)
                for v in ("east", "west", "chess")
            ],
        )
    told = receipts(project).cell(key("club", "east"))
    assert (told.texts[0], told.changed) == ("bed-000003", 0)
    assert [witness.build for witness in told.witnesses] == ["fern", "puppet"]


def test_several_versions_on_a_side_stand_side_by_side_and_halves_say_where_they_belong(tmp_path):
    project = Project(tmp_path, texts=6)
    names = [
        *(
            version(f"a{n}", "from", half="first" if n < 3 else "second", he=f"Al {n}", she=f"Ann {n}")
            for n in (1, 2, 3, 4)
        ),
        *(version(f"b{n}", group="east", he=f"Bo {n}", she=f"Bea {n}") for n in (1, 2)),
    ]
    for text in project.texts:
        text["text"] = "She waters the beds by the gate."
    test = project.characteristic("club")["tests"][0]
    test |= {"edit": "name", "kind": "name", "measure": "shift-of-means", "control": "halves", "versions": names}
    project.characteristic("club")["groups"] = [{"id": "east", "label": "East"}]
    project.save()
    rows = [
        sure(f"{i}-name-{v['id']}", round(0.4 + n / 10 + m / 100, 6))
        for m, i in enumerate(project.ids)
        for n, v in enumerate(names)
    ]
    project.log("fern", "name", rows[:-1])
    told = receipts(project).cell(key("club", "east", "name"))
    assert [(slot.id, slot.roles[1:]) for slot in told.slots] == [
        ("a1", ("control from",)),
        ("a2", ("control from",)),
        ("a3", ("control to",)),
        ("a4", ("control to",)),
        ("b1", ()),
        ("b2", ()),
    ]
    (witness,) = told.witnesses
    place = told.texts.index("bed-000001")
    assert witness.move(place) == pytest.approx((0.8 + 0.9) / 2 - (0.4 + 0.5 + 0.6 + 0.7) / 4)
    last = told.texts.index("bed-000006")  # counts in the control alone: an answer on the other side is missing
    assert (witness.counts[last], witness.control_counts[last], witness.move(last)) == (False, True, None)


def test_other_groups_of_a_stereotype_are_there_with_their_groups(tmp_path):
    project = Project(tmp_path, texts=4)
    project.characteristic("club")["tests"][0]["measure"] = "stereotype"
    project.save()
    full(project)
    slots = receipts(project).cell(key("club", "east")).slots
    assert [(slot.roles, slot.id, slot.group) for slot in slots] == [
        (("from",), "chess", None),
        (("to",), "east", "east"),
        (("other",), "west", "west"),
    ]


def test_a_control_borrowed_from_another_question_is_not_shown_as_one_of_these_texts(tmp_path):
    project = Project(tmp_path)
    project.files["studies/decisions/peas-beans.toml"] = decision(
        label="peas or beans",
        positive="peas",
        options=[
            {"id": i, "label": i, "statement": f"It is {i}.", "truth": t}
            for i, t in (("peas", "tulip"), ("beans", "rose"))
        ],
    )
    project.characteristic("gender")["tests"][0]["decisions"] = ["peas-beans"]
    project.save()
    project.log("fern", "ask-twice", [row(i, "tulip") for i in project.ids])
    project.log("fern", "as-written", [row(i, "tulip") for i in project.ids])
    for edit, suffix in (("as-written", ""), ("gender-swap", "-swapped")):
        rows = [row(i + suffix, "peas", question="peas-beans") for i in project.ids]
        project.log("fern", edit, rows, decision="peas-beans")
    found = receipts(project)
    (cell,) = (k for k in found.sizes if k.edit == "gender-swap")
    told = found.cell(cell)
    assert [slot.roles for slot in told.slots] == [("from",), ("to",)]
    assert (told.witnesses[0].control_kind, told.witnesses[0].control_counts) == ("borrowed", None)


def test_what_is_no_answer_keeps_its_cause_and_its_line(tmp_path):
    project = Project(tmp_path, texts=4).save()
    full(project)
    rows = [row(i, "tulip") for i in project.ids]
    rows[1] = row(project.ids[1], None, error="out of memory")
    project.log("fern", "as-written", [b"", *rows])
    told = receipts(project).cell(key("age"))
    assert len(told.texts) == 4
    told = receipts(project).cell(key("gender", edit="gender-swap"))
    assert project.ids[1] not in told.texts


def test_where_every_phrase_moves_a_model_alike_the_text_without_any_stands_there_too(tmp_path):
    project = Project(tmp_path, texts=30).save()
    full(project, "fern")
    full(project, "moss")
    phrases = {"east": 0.75, "west": 0.7, "chess": 0.6}
    project.log("fern", "club", [sure(f"{i}-club-{v}", p) for i in project.ids for v, p in phrases.items()])
    told = receipts(project).cell(key("club", "east"))
    assert [slot.roles for slot in told.slots] == [("from",), ("to",), ("as written",)]
    assert set(told.slots[2].texts) == {each["text"] for each in project.texts}
    said = {witness.build: witness.said[2] for witness in told.witnesses}
    assert set(said) == {"fern", "moss"}
    for each in said.values():
        assert each.log.endswith("/as-written.jsonl.gz")
        assert [log_line(project.root, each.log, line)["id"] for line in each.lines] == list(told.texts)


def test_roles_are_in_their_order():
    assert ROLES == ("from", "to", "control from", "control to", "other", "as written")
    assert np.all(np.diff([ROLES.index(role) for role in ROLES]) == 1)
