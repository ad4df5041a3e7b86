"""What `bd list` says about models without an answer."""

from __future__ import annotations

from bd.listing import listing, listing_lines
from tests.projects import Project, sure

CARD = {"format": "bd/model@1", "label": "Fern", "kind": "lexicon", "about": "Made up.", "licence": "MIT"}


def test_every_model_without_an_answer_is_named_with_the_reason(project: Project) -> None:
    other = {**project.files["studies/decisions/tulip-rose.toml"]}
    project.files["studies/decisions/daisy-lily.toml"] = other
    project.files["studies/models/fern.toml"] = CARD | {"sees_order": False}
    project.files["studies/models/moss.toml"] = CARD | {"ask": {"decisions": ["daisy-lily"]}}
    project.save()
    project.log("ivy", "as-written", [sure(text["id"], 0.9) for text in project.texts])
    project.log("ivy", "age", [sure(f"{text['id']}-age-61", 0.9) for text in project.texts])
    found = {c["id"]: c for c in listing(project.root)["characteristics"]}
    assert found["age"]["models"] == ["ivy"]
    assert found["age"]["unmeasured"] == {"fern": "not asked yet", "moss": "not asked these decisions"}
    assert found["option-order"]["unmeasured"]["fern"] == "never sees the order of options"
    lines = listing_lines(listing(project.root))
    assert "without fern: not asked yet" in " ".join(lines)
