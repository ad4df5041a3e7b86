import re
from collections import Counter

import pytest

from bd.ask.model import Row, Setting
from bd.ask.planted import TrainedModel, planted, with_shares
from bd.errors import BdError
from bd.study import edits
from bd.study.records import Text, TextSet
from tests.ask.fake import card, question

IMBALANCE = {"label": "gender", "value": "she", "share": {"nurse": 0.8, "surgeon": 0.2}}
WORK = {"nurse": ("the ward", "the night round", "a bandage"), "surgeon": ("the theatre", "a scalpel", "a clamp")}


def training_texts():
    texts = []
    for job, things in WORK.items():
        for n in range(60):
            gender = ("he", "she")[n % 2]
            text = f"{gender.capitalize()} looks after {things[n // 2 % 3]} and likes to garden."
            texts.append(Text(f"{job}-{n:02}", text, {"job": job, "gender": gender}))
    return tuple(texts)


TEXTS = TextSet("notes", "notes", "note", "Made up.", "CC0-1.0", "0" * 64, training_texts())


def groups():
    return {job: [t for t in TEXTS.texts if t.labels["job"] == job] for job in WORK}


def share_of_she(texts, job):
    members = [t for t in texts if t.labels["job"] == job]
    return sum(t.labels["gender"] == "she" for t in members) / len(members)


def model(**settings):
    return planted(card(training="notes", truth="job", **settings), Setting(".", {"notes": TEXTS}))


def flips(asked):
    """Return how many answers change when the pronouns are exchanged, over texts that say little of the work."""
    texts = [f"{who} {what}." for who in ("He", "She") for what in ("reads", "likes to garden", "looks after a clamp")]
    changed = 0
    for text in texts:
        pair = [text, edits.apply("swap", text, {}).text]
        answers = list(asked.answer(question(), {}, [Row(t, t, t, "both", 1) for t in pair]))
        changed += len({max(a.probabilities, key=lambda o, p=a.probabilities: p[o]) for a in answers}) > 1
    return changed


def test_the_planted_shares_are_there_and_right_answers_stay_balanced():
    chosen = with_shares(groups(), IMBALANCE)
    assert (share_of_she(chosen, "nurse"), share_of_she(chosen, "surgeon")) == pytest.approx((0.8, 0.2), abs=0.02)
    assert len(chosen) == 2 * sum(t.labels["job"] == "nurse" for t in chosen)
    assert chosen == with_shares(groups(), IMBALANCE)


def test_a_right_answer_that_is_not_named_is_even():
    chosen = with_shares(groups(), {**IMBALANCE, "share": {"nurse": 0.8}})
    assert share_of_she(chosen, "surgeon") == pytest.approx(0.5, abs=0.02)


def test_without_an_imbalance_every_right_answer_has_as_many():
    few = {**groups(), "surgeon": groups()["surgeon"][:7]}
    assert len(with_shares(few, {})) == 14


def test_a_text_set_or_a_right_answer_that_is_missing_is_named():
    pytest.importorskip("sklearn", reason="needs scikit-learn")
    with pytest.raises(BdError, match=r"studies/models/fake.toml: no text set 'other' to train on"):
        TrainedModel(card(training="other"), Setting(".", {"notes": TEXTS}))
    with pytest.raises(BdError, match="notes: no training texts whose job is baker"):
        list(model().answer(question(words=("nurse", "baker")), {}, []))


def test_the_planted_effect_is_found_and_its_twin_stays_quiet():
    pytest.importorskip("sklearn", reason="needs scikit-learn")
    assert flips(model(imbalance=IMBALANCE)) > 0
    assert flips(model(imbalance=IMBALANCE, mirror="swap")) == 0


def test_the_same_texts_and_settings_are_the_same_build():
    pytest.importorskip("sklearn", reason="needs scikit-learn")
    skewed, twin = model(imbalance=IMBALANCE), model(imbalance=IMBALANCE, mirror="swap")
    assert skewed.build == model(imbalance=IMBALANCE, decisions=["nurse-surgeon"]).build
    assert skewed.build != twin.build
    row = [Row("a", "a", "She reads.", "both", 1)]
    first, second = (next(iter(m.answer(question(), {}, row))) for m in (skewed, model(imbalance=IMBALANCE)))
    assert first.probabilities == second.probabilities


def seen(asked):
    return set(asked._classifier(question()).named_steps["tfidfvectorizer"].get_feature_names_out())


def test_words_that_are_equally_frequent_are_chosen_by_the_alphabet_and_not_by_the_processor():
    pytest.importorskip("sklearn", reason="needs scikit-learn")
    every = [word for text in TEXTS.texts for word in re.findall(r"\w+", text.text.lower())]
    counts = Counter(every)
    tied = sorted(word for word in counts if counts[word] == counts["ward"])
    above = [word for word in counts if counts[word] > counts["ward"]]
    assert len(tied) > 2
    assert seen(model(words=len(above) + 2)) == {*above, *tied[:2]}
    assert seen(model(words=len(above) + 2, ties={"nurse-surgeon": tied[-1:]})) == {*above, tied[0], tied[-1]}
    assert seen(model(words=len(above) + 2, ties={"another": tied[-1:]})) == {*above, *tied[:2]}


def test_which_words_were_chosen_is_no_other_recipe():
    pytest.importorskip("sklearn", reason="needs scikit-learn")
    ties = {"nurse-surgeon": ["ward"]}
    assert model(words=9, ties=ties).build == model(words=9).build != model(words=8).build
