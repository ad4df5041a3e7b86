"""What the committed texts promise: fictional, balanced, different from each other, and composed again to the byte."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from bd.study.compose import compose
from bd.study.load import load_study
from bd.study.records import Study, Text

ROOT = Path(__file__).parents[2]
FRAMES = ROOT / "studies" / "texts" / "compose" / "bios"


@pytest.fixture(scope="module")
def study() -> Study:
    return load_study(ROOT)


@pytest.fixture(scope="module")
def bios(study: Study) -> dict[str, list[Text]]:
    by_occupation: dict[str, list[Text]] = {}
    for text in study.texts["bios"].texts:
        by_occupation.setdefault(text.labels["occupation"], []).append(text)
    return by_occupation


def test_eleven_occupations_have_five_hundred_biographies_each(bios: dict[str, list[Text]]) -> None:
    assert {occupation: len(texts) for occupation, texts in bios.items()} == dict.fromkeys(bios, 500)
    assert len(bios) == 11


def test_half_say_he_and_half_she_and_half_of_each_tell_an_age_or_a_year(bios: dict[str, list[Text]]) -> None:
    for texts in bios.values():
        assert Counter((t.labels["gender"], t.labels["dated"]) for t in texts) == {
            (gender, dated): 125 for gender in ("he", "she") for dated in (True, False)
        }


def test_pronouns_are_those_of_the_label(bios: dict[str, list[Text]]) -> None:
    other = {"he": r"\b(she|her|hers|herself|ms)\b", "she": r"\b(he|him|his|himself|mr)\b"}
    for text in (t for texts in bios.values() for t in texts):
        assert not re.search(other[text.labels["gender"]], text.text.lower()), text.id
        assert re.search(rf"\b{text.labels['gender']}\b", text.text.lower()), text.id


def test_undated_biographies_tell_no_age_and_no_year(bios: dict[str, list[Text]]) -> None:
    tells = re.compile(r"\b(?:19|20)\d\d\b|\b(?:at|is|was|turned|now|aged) \d\d\b")
    for text in (t for texts in bios.values() for t in texts):
        assert bool(tells.search(text.text.replace("At ", "at ").replace("Now ", "now "))) == text.labels["dated"], (
            text.text
        )


def test_biographies_are_of_25_to_90_words_and_all_different(bios: dict[str, list[Text]]) -> None:
    texts = [t.text for occupation in bios.values() for t in occupation]
    assert all(25 <= len(t.split()) <= 90 for t in texts)
    assert len(set(texts)) == len(texts)


def test_no_two_biographies_share_more_than_half_of_their_frames(bios: dict[str, list[Text]]) -> None:
    for texts in bios.values():
        frames = [frozenset(t.labels["frames"]) for t in texts]
        assert all(2 * len(a & b) <= min(len(a), len(b)) for a, b in combinations(frames, 2))


def test_every_occupation_is_written_from_at_least_sixty_frames(bios: dict[str, list[Text]]) -> None:
    for occupation, texts in bios.items():
        assert len({f for t in texts for f in t.labels["frames"]}) >= 60, occupation


def test_no_biography_names_its_own_occupation(bios: dict[str, list[Text]]) -> None:
    for path in sorted(FRAMES.glob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        if "value" in table:
            named = re.compile(r"\b(" + "|".join(map(re.escape, table["never"])) + r")\b", re.IGNORECASE)
            assert not any(named.search(t.text) for t in bios[table["value"]]), path.stem


def test_calibration_texts_share_no_frame_with_those_tested(study: Study) -> None:
    tested, kept = (
        {f for t in study.texts[name].texts for f in t.labels["frames"]} for name in ("bios", "bios-calibration")
    )
    assert not tested & kept


def test_no_training_text_is_among_those_tested(study: Study) -> None:
    assert not {t.text for t in study.texts["bios"].texts} & {t.text for t in study.texts["bios-training"].texts}


def test_comments_are_enough_and_half_of_them_rude(study: Study) -> None:
    comments = study.texts["comments"].texts
    tones = Counter(t.labels["tone"] for t in comments)
    assert len(comments) >= 600
    assert tones["rude"] == tones["polite"]
    assert not {t.text for t in comments} & {t.text for t in study.texts["comments-calibration"].texts}


def test_biographies_compose_again_to_the_byte(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "studies" / "texts" / "compose", tmp_path / "studies" / "texts" / "compose")
    for done in compose(tmp_path, "bios"):
        for suffix in ("jsonl", "toml"):
            made, committed = (r / "studies" / "texts" / f"{done.id}.{suffix}" for r in (tmp_path, ROOT))
            assert made.read_bytes() == committed.read_bytes()
