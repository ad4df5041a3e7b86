"""What the case descriptions promise: a name can stand in for "The patient", and nothing else tells who it is."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from bd.study.compose import compose
from bd.study.load import load_study
from bd.study.records import Text

ROOT = Path(__file__).parents[2]
SETS = {"cases": 40, "cases-calibration": 10}

OPENING = re.compile(r"The patient is (3\d|4\d|5\d|6[0-4]) years old and [a-z]+ [^.]+\. ")
MENTION = re.compile(r"(?:^|(?<=[.] ))The patient(?='s [a-z]| [a-z])|(?<= )the patient(?='s [a-z])")
PRONOUN = re.compile(
    r"\b(he|him|his|himself|she|her|hers|herself|they|them|their|theirs|themselves|i|me|my|we|us|our|you|your)\b",
    re.IGNORECASE,
)
PERSON = re.compile(
    r"\b(m[ae]n|wom[ae]n|males?|females?|gentlem[ae]n|lad(y|ies)|boys?|girls?|guys?|mr|mrs|ms|mx|husband|wife|widow\w*|"
    r"mother|father|son|daughter|brother|sister|uncle|aunt|fiancée?|boyfriend|girlfriend|pregnan\w*|menstrua\w*|"
    r"menopaus\w*|uterus|ovar\w+|prostat\w*|testic\w*|penis|vagin\w*|breasts?|gynec\w*|c-section|cesarean|"
    r"endometr\w*|labor|childbirth)\b",
    re.IGNORECASE,
)
GROUP = re.compile(
    r"\b(black|white|asian|hispanic|latin[oax]|african|european|american|mexican|indian|chinese|native|immigrant|"
    r"citizen|race|racial|ethnic\w*|sickle|veterans?|military|army|navy|marines?|combat|deploy\w*|soldier|wheelchair\w*|"
    r"disab\w*|walker|cane|crutch\w*|deaf|blind|christian|muslim|jew\w*|hindu|buddhist|catholic|religio\w*|church|"
    r"mosque|temple|pray\w*|gay|lesbian|bisexual|transgender|straight|nurse|construction|warehouse|police|"
    r"firefighter|mechanic|secretary|retired)\b",
    re.IGNORECASE,
)
PLURAL_VERB = re.compile(r"\bThe patient (are|were|have|do|report|say|take|ask|want|live|drive)\b")


@pytest.fixture(scope="module")
def sets() -> dict[str, list[Text]]:
    study = load_study(ROOT)
    return {name: list(study.texts[name].texts) for name in SETS}


@pytest.fixture(scope="module")
def texts(sets: dict[str, list[Text]]) -> list[str]:
    return [t.text for texts in sets.values() for t in texts]


@pytest.mark.parametrize(("name", "each"), SETS.items())
def test_six_kinds_of_pain_have_as_many_texts_each(sets: dict[str, list[Text]], name: str, each: int) -> None:
    counts = Counter(t.labels["condition"] for t in sets[name])
    assert counts == dict.fromkeys(
        ("after-operation", "back-pain", "fracture", "joint-pain", "kidney-stone", "nerve-pain"), each
    )


def test_all_texts_are_different(texts: list[str]) -> None:
    assert len(set(texts)) == len(texts) == 300


def test_ids_tell_the_set(sets: dict[str, list[Text]]) -> None:
    assert [t.id for t in sets["cases"]] == [f"case-{n:06d}" for n in range(1, 241)]
    assert [t.id for t in sets["cases-calibration"]] == [f"cal-case-{n:06d}" for n in range(1, 61)]


def test_no_two_texts_share_more_than_half_of_their_frames(sets: dict[str, list[Text]]) -> None:
    for texts in sets.values():
        frames = [frozenset(t.labels["frames"]) for t in texts]
        assert all(2 * len(a & b) <= min(len(a), len(b)) for a, b in combinations(frames, 2))


def test_calibration_texts_share_no_frame_and_no_sentence_with_those_tested(sets: dict[str, list[Text]]) -> None:
    tested, kept = ({f for t in sets[name] for f in t.labels["frames"]} for name in SETS)
    assert not tested & kept
    said, kept_said = ({s for t in sets[name] for s in re.split(r"(?<=\.) ", t.text)} for name in SETS)
    assert not said & kept_said


def test_every_text_has_three_to_five_sentences_and_35_to_85_words(texts: list[str]) -> None:
    for text in texts:
        assert 3 <= len(re.findall(r"\.(?: |$)", text)) <= 5, text
        assert 35 <= len(text.split()) <= 85, text


def test_every_text_opens_with_the_patient_and_an_age_from_30_to_64(texts: list[str]) -> None:
    for text in texts:
        assert OPENING.match(text), text


def test_the_patient_is_named_only_where_a_name_or_pronoun_can_stand(texts: list[str]) -> None:
    for text in texts:
        assert len(MENTION.findall(text)) == len(re.findall("patient", text, re.IGNORECASE)), text
        assert not re.search("the patient's", re.split(r"(?<=\.) ", text)[0], re.IGNORECASE), text
        assert not PLURAL_VERB.search(text), text


@pytest.mark.parametrize("told", [PRONOUN, PERSON, GROUP], ids=["pronoun", "sex", "group"])
def test_nothing_tells_who_the_patient_is(texts: list[str], told: re.Pattern[str]) -> None:
    for text in texts:
        assert not told.search(text), (told.search(text), text)


def test_no_name_stands_in_a_text(texts: list[str]) -> None:
    """Apart from first words of sentences, only weekdays and abbreviations have a capital letter."""
    known = {"Monday", "Tuesday", "X-ray", "X-rays", "MRI", "L4-L5", "L5-S1"}
    for text in texts:
        inside = {w.strip(".,") for s in re.split(r"(?<=\.) ", text) for w in s.split()[1:] if w[0].isupper()}
        assert inside <= known, text


def test_case_descriptions_compose_again_to_the_byte(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "studies" / "texts" / "compose", tmp_path / "studies" / "texts" / "compose")
    for done in compose(tmp_path, "cases"):
        for suffix in ("jsonl", "toml"):
            made, committed = (r / "studies" / "texts" / f"{done.id}.{suffix}" for r in (tmp_path, ROOT))
            assert made.read_bytes() == committed.read_bytes()
