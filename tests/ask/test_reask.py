import gzip
import json

import pytest

import tests.ask.fake
from bd.ask import ask, reask
from bd.ask.store import LogFiles
from bd.errors import BdError, UsageError
from bd.machine import Machine
from bd.study.records import Tolerance
from tests.ask.conftest import AMD, INTEL
from tests.ask.fake import write_card
from tests.ask.logs import change_texts, log_path, rows_of, sidecar_of


def rewrite(root, edit, change, decision="nurse-surgeon"):
    """Save a log with changed rows, as if the model had answered so."""
    rows = rows_of(root, edit, decision=decision)
    for row in rows:
        change(row, row["answers"][decision])
    content = b"".join(json.dumps(row, sort_keys=True).encode() + b"\n" for row in rows)
    LogFiles(root, "fake", decision, edit).finish(content, sidecar_of(root, edit, decision=decision))


def move(by, row_id):
    def change(row, said):
        if row["id"] == row_id:
            said["probabilities"] = {"nurse": said["probabilities"]["nurse"] + by, "surgeon": 0}

    return change


@pytest.fixture
def answered(project):
    ask(project, "fake")
    return project


def test_a_card_gives_any_model_a_cutoff(project):
    write_card(project, "fake", decides="cutoff", cutoff=0.3)
    ask(project, "fake")
    facts, rows = sidecar_of(project, "as-written"), rows_of(project, "as-written")
    assert (facts["decides"], facts["cutoff"]) == ("cutoff", 0.3)
    said = [row["answers"]["nurse-surgeon"] for row in rows]
    given = [each for each in said if each["choice"]]
    assert all((each["choice"] == "surgeon") == (each["probabilities"]["surgeon"] >= 0.3) for each in given)
    assert any(each["choice"] == "surgeon" and each["probabilities"]["surgeon"] < 0.5 for each in given)
    assert reask(project, "fake", rows=1000).differing == ()
    write_card(project, "fake", decides="cutoff", cutoff=0.4)
    with pytest.raises(BdError, match="another way of deciding"):
        ask(project, "fake")
    write_card(project, "fake", decides="cutoff", cutoff=4)
    with pytest.raises(BdError, match=r"fake.toml: \[ask\] cutoff must be a number from 0 to 1, not 4"):
        ask(project, "fake")


def test_the_same_model_gives_the_saved_answers(answered):
    before = {path: path.read_bytes() for path in answered.rglob("*") if path.is_file()}
    report = reask(answered, "fake", rows=1000)
    assert (report.rows, report.logs, report.largest, report.differing) == (118, 8, 0.0, ())
    assert str(report).startswith("fake: 118 rows of 8 logs asked again in ")
    assert (
        "s: largest difference 0.000000, 118 of 118 choices the same, 0 rows differ (tolerance 0.0001, and 1 of"
        in str(report)
    )
    assert {path: path.read_bytes() for path in answered.rglob("*") if path.is_file()} == before


def test_a_few_rows_are_spread_over_the_logs_and_are_the_same_every_time(answered):
    write_card(answered, "fake", tell="told.txt")
    assert reask(answered, "fake", rows=12).logs == 8
    first = (answered / "told.txt").read_text().splitlines()
    (answered / "told.txt").unlink()
    reask(answered, "fake", rows=12)
    assert first == (answered / "told.txt").read_text().splitlines()
    assert len(first) == 12
    (answered / "told.txt").unlink()
    reask(answered, "fake", rows=20)
    assert set(first) < set((answered / "told.txt").read_text().splitlines())


def test_the_model_is_loaded_fresh(answered, monkeypatch):
    loaded = []
    monkeypatch.setattr(tests.ask.fake, "fake", lambda card, setting: loaded.append(setting) or 1 / 0)
    with pytest.raises(BdError, match=r"^fake: its adapter cannot be loaded \(ZeroDivisionError: division by zero\)$"):
        reask(answered, "fake", threads=2)
    assert (loaded[0].fresh, loaded[0].threads) == (True, 2)


def test_a_model_that_cannot_be_loaded_is_told_before_a_log_is_read(answered, monkeypatch):
    def missing(card, setting):
        raise BdError("its package is not installed")

    log_path(answered, "as-written").write_bytes(b"no log")
    monkeypatch.setattr(tests.ask.fake, "fake", missing)
    with pytest.raises(BdError, match="its package is not installed"):
        reask(answered, "fake")


def test_the_saved_calibration_is_used(answered):
    write_card(answered, "fake", lift=0.2)  # would move every answer under one order
    assert reask(answered, "fake", rows=1000).differing == ()


def test_a_probability_beyond_the_tolerance_is_named(answered):
    rewrite(answered, "as-written", move(2e-4, "note-001"))
    report = reask(answered, "fake", rows=1000)
    (difference,) = report.differing
    assert (difference.log, difference.id) == ("answers/fake/nurse-surgeon/as-written.jsonl.gz", "note-001")
    assert "answers/fake/nurse-surgeon/as-written.jsonl.gz: note-001: saved nurse (nurse 0." in str(report)
    assert str(report).count("\n") == 2


def test_a_smaller_difference_is_let_pass_but_told(answered):
    def change(row, said):
        if row["id"] == "note-001":
            said["probabilities"]["nurse"] += 5e-5
            said["probabilities"]["surgeon"] -= 5e-5

    rewrite(answered, "as-written", change)
    report = reask(answered, "fake", rows=1000)
    assert report.differing == ()
    assert report.largest == pytest.approx(5e-5)
    assert len(reask(answered, "fake", rows=1000, tolerance=Tolerance(1e-5, 1, (), "")).differing) == 1


def test_another_choice_or_an_answer_only_once_is_named(answered):
    def change(row, said):
        if row["id"] == "note-003":
            said["choice"] = "surgeon"
        if row["id"] == "note-004":
            said.update(choice=None, error="timed out")
            del said["probabilities"]

    rewrite(answered, "as-written", change)
    report = reask(answered, "fake", rows=1000)
    by_id = {difference.id: difference for difference in report.differing}
    assert set(by_id) == {"note-003", "note-004"}
    assert by_id["note-003"].size == 0
    assert (by_id["note-004"].size, by_id["note-004"].saved) == (None, "no answer (timed out)")


def test_answers_to_something_else_cannot_be_compared(answered):
    write_card(answered, "fake", version="2.0")
    with pytest.raises(BdError, match="holds answers to another build of the model, so it cannot be compared"):
        reask(answered, "fake")
    change_texts(answered)
    with pytest.raises(BdError, match="holds answers to other texts, another build of the model, so it cannot"):
        reask(answered, "fake")


def test_a_log_that_is_not_the_sidecars_is_refused(answered):
    log_path(answered, "as-written").write_bytes(gzip.compress(b'{"id":"note-001"}\n'))
    with pytest.raises(
        BdError, match=r"nurse-surgeon/as-written.jsonl.gz: its sidecar is missing or names other bytes"
    ):
        reask(answered, "fake")


def test_without_a_finished_log_there_is_nothing_to_compare(project):
    with pytest.raises(BdError, match="answers/fake: no finished log of today's study"):
        reask(project, "fake")
    with pytest.raises(UsageError, match="no model 'nobody'; there are: fake, narrow"):
        reask(project, "nobody")


def test_the_cards_tolerance_is_what_is_let_pass_to_the_last_digit(answered):
    rewrite(answered, "as-written", move(2e-4, "note-001"))
    write_card(answered, "fake", tolerance={"probability": 0.0002})
    found = {row["id"]: row["answers"]["nurse-surgeon"] for row in rows_of(answered, "as-written")}
    largest = reask(answered, "fake", rows=1000).largest
    assert found["note-001"]["probabilities"]["surgeon"] == 0  # moved by all that it had
    write_card(answered, "fake", tolerance={"probability": largest})
    assert reask(answered, "fake", rows=1000).differing == ()
    write_card(answered, "fake", tolerance={"probability": largest - 1e-6})
    assert len(reask(answered, "fake", rows=1000).differing) == 1


def test_as_many_choices_may_be_others_as_the_card_says(answered):
    def change(row, said):
        if row["id"] in ("note-001", "note-002", "note-004"):
            said["choice"] = {"nurse": "surgeon", "surgeon": "nurse"}[said["choice"]]

    rewrite(answered, "as-written", change)
    for choices, told in ((1.0, 3), (0.99, 3), (0.975, 0)):  # of 118 rows: none, two and three may be others
        write_card(answered, "fake", tolerance={"probability": 0.1, "choices": choices})
        report = reask(answered, "fake", rows=1000)
        assert (report.other_choices, len(report.differing)) == (3, told)
        assert "115 of 118 choices the same" in str(report)


def test_it_says_where_the_answers_come_from_and_where_nobody_has_measured(project, on):
    write_card(project, "fake", tolerance={"probability": 0.1, "machines": [str(AMD), str(INTEL)]})
    on(INTEL)
    ask(project, "fake")
    on(AMD)
    report = reask(project, "fake")
    assert (report.measured, report.saved_on, report.machine) == (True, (INTEL,), AMD)
    assert str(report).splitlines()[1] == "saved on x86_64 GenuineIntel, asked again on x86_64 AuthenticAMD"
    on(Machine("aarch64", "0x41"))
    report = reask(project, "fake")
    assert not report.measured
    assert (
        "asked again on aarch64 0x41: nobody has measured this model there, only on x86_64 AuthenticAMD and x86_64"
        in (str(report))
    )
