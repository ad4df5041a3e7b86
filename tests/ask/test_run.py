import hashlib
import json

import pytest
from click.testing import CliRunner

from bd.ask import ask, logs_of
from bd.ask.model import Answer
from bd.cli import main
from bd.errors import BdError, UsageError
from bd.study.load import load_study
from bd.study.plan import plan_log
from tests.ask.fake import TEXTS, write_card
from tests.ask.logs import change_texts, log_bytes, log_path, readable, rows_of, sidecar_of

LOGS = 8
"""Two decisions, each as written, asked twice, swapped and under both orders."""


def test_everything_tested_is_asked_and_reported(project):
    report = ask(project, "fake")
    assert len(report.written) == LOGS
    assert report.skipped == ()
    assert report.rows == 2 * (TEXTS + 2 * TEXTS + TEXTS + TEXTS - 1)  # one text has nobody to swap
    assert report.errors == 2 * (1 + 2 + 1 + 1)
    assert str(report).startswith("fake: 8 logs written, 0 were whole already; 118 rows asked in ")
    assert not list(project.glob("answers/**/*.part"))


def test_a_log_is_json_lines_with_sorted_keys_and_six_decimals(project):
    ask(project, "fake", decisions=["nurse-surgeon"], edits=["as-written"])
    content = log_bytes(project, "as-written")
    rows = rows_of(project, "as-written")
    assert content == b"".join(json.dumps(row, sort_keys=True, separators=(",", ":")).encode() + b"\n" for row in rows)
    assert [row["id"] for row in rows] == [f"note-{n:03}" for n in range(TEXTS)]
    assert rows[0].keys() == {"answers", "id", "latency_ms", "model", "usage"}
    assert (rows[0]["model"], rows[0]["usage"], rows[0]["latency_ms"]) == ("fake", {"input_tokens": 12}, 1.3)
    for row in rows:
        said = row["answers"]["nurse-surgeon"]
        assert said["type"] == "choice"
        if said["choice"] is not None:
            chances = said["probabilities"]
            assert list(chances) == ["nurse", "surgeon"]
            assert all(round(chance, 6) == chance for chance in chances.values())
            assert sum(round(chance * 1_000_000) for chance in chances.values()) == 1_000_000
            assert chances[said["choice"]] == max(chances.values())


def test_the_same_answers_are_the_same_bytes(project):
    ask(project, "fake", edits=["as-written"])
    first = log_path(project, "as-written").read_bytes()
    log_path(project, "as-written").unlink()
    ask(project, "fake", edits=["as-written"])
    assert log_path(project, "as-written").read_bytes() == first


def test_a_tie_is_the_first_option_and_no_answer_has_its_reason(project):
    ask(project, "fake", decisions=["nurse-surgeon"], edits=["as-written"])
    rows = rows_of(project, "as-written")
    assert rows[3]["answers"]["nurse-surgeon"] == {
        "type": "choice",
        "choice": "nurse",
        "probabilities": {"nurse": 0.5, "surgeon": 0.5},
    }
    assert rows[5]["answers"]["nurse-surgeon"] == {"type": "choice", "choice": None, "error": "cannot be read"}


def test_rows_are_named_after_the_edit_and_the_version(project):
    ask(project, "fake", decisions=["day-night"])
    swapped = rows_of(project, "gender-swap", decision="day-night")
    assert [row["id"] for row in swapped] == [f"note-{n:03}-swapped" for n in range(TEXTS) if n != 7]
    orders = rows_of(project, "option-order", decision="day-night")
    assert [row["id"] for row in orders[:2]] == ["note-000-option-order-listed", "note-000-option-order-reversed"]
    again = rows_of(project, "ask-twice", decision="day-night")
    assert [row["id"] for row in again] == [f"note-{n:03}" for n in range(TEXTS)]


def test_the_sidecar_says_what_was_asked_of_what(project):
    ask(project, "fake", decisions=["nurse-surgeon"], edits=["gender-swap"])
    facts = sidecar_of(project, "gender-swap")
    assert " ".join(sorted(facts)) == (
        "asked build calibration decides format licence limit machine model rows sha256 texts_sha256"
    )
    assert (facts["format"], facts["model"], facts["licence"]) == ("bd/answers@1", "fake", "MIT")
    assert facts["decides"] == "argmax"
    assert facts["build"] == {"package": "fake", "version": "1.0", "weights_sha256": "0" * 64}
    assert facts["calibration"].keys() == {"lift", "method", "question_sha256", "texts", "texts_sha256"}
    assert facts["rows"] == TEXTS - 1
    assert facts["limit"] is None
    assert facts["sha256"] == hashlib.sha256(log_path(project, "gender-swap").read_bytes()).hexdigest()


def test_the_texts_hash_is_over_ids_and_texts_as_asked(project):
    ask(project, "fake", decisions=["nurse-surgeon"], edits=["gender-swap"])
    plan = plan_log(load_study(project), "nurse-surgeon", "gender-swap")
    lines = "".join(json.dumps([row.id, row.text], separators=(",", ":")) + "\n" for row in plan.rows)
    assert sidecar_of(project, "gender-swap")["texts_sha256"] == hashlib.sha256(lines.encode()).hexdigest()


def test_a_limit_takes_the_same_texts_for_everyone(project):
    ask(project, "fake", limit=4, edits=["as-written"])
    ask(project, "narrow", limit=6, edits=["as-written"])
    few = [row["id"] for row in rows_of(project, "as-written", decision="day-night")]
    more = [row["id"] for row in rows_of(project, "as-written", decision="day-night", model="narrow")]
    assert (len(few), len(more)) == (4, 6)
    assert set(few) < set(more)
    assert sidecar_of(project, "as-written")["limit"] == 4


def test_another_limit_is_other_texts(project):
    ask(project, "fake", limit=4, edits=["as-written"])
    with pytest.raises(BdError, match="holds answers to another number of texts"):
        ask(project, "fake", limit=6, edits=["as-written"])


def test_the_card_may_set_the_limit(project):
    write_card(project, "fake", limit=2)
    ask(project, "fake", edits=["as-written"])
    assert len(rows_of(project, "as-written")) == 2


def test_each_order_has_its_own_answer(project):
    ask(project, "fake", decisions=["nurse-surgeon"])
    both = rows_of(project, "as-written")
    listed, other = rows_of(project, "option-order")[::2], rows_of(project, "option-order")[1::2]
    one, two, mean = (rows[0]["answers"]["nurse-surgeon"]["probabilities"]["nurse"] for rows in (listed, other, both))
    assert one - two == pytest.approx(0.25)
    assert mean == pytest.approx((one + two) / 2, abs=1e-6)


def test_a_model_that_cannot_see_the_order_has_no_log_of_it(project):
    path = project / "studies" / "models" / "fake.toml"
    path.write_text(path.read_text().replace("[ask]", "sees_order = false\n[ask]"))
    ask(project, "fake")
    assert not log_path(project, "option-order").exists()


def test_asking_twice_asks_again(project):
    write_card(project, "fake", tell="told.txt")
    ask(project, "fake", decisions=["nurse-surgeon"], edits=["as-written", "ask-twice"])
    told = (project / "told.txt").read_text().split("\n")
    assert told.count("nurse-surgeon note-000") == 2


def test_unedited_texts_and_orders_come_first_then_everything_once_more(project):
    study = load_study(project)
    order = logs_of(study, study.models["fake"], ["nurse-surgeon"])
    assert [edit for _, edit in order] == ["as-written", "option-order", "ask-twice", "gender-swap"]


def test_whole_logs_are_skipped_and_left_alone(project):
    readable(project)
    ask(project, "fake", decisions=["nurse-surgeon"])
    before = log_path(project, "as-written").stat().st_mtime_ns
    report = ask(project, "fake")
    assert (len(report.written), len(report.skipped)) == (4, 4)
    assert "answers/fake/nurse-surgeon/as-written.jsonl.gz" in report.skipped
    assert log_path(project, "as-written").stat().st_mtime_ns == before


def asked_after(project, told="told"):
    lines = (project / told).read_text().splitlines() if (project / told).exists() else []
    (project / told).unlink(missing_ok=True)
    return lines


def test_rows_that_failed_are_asked_again_and_no_others(project):
    write_card(project, "fake", tell="told")
    ask(project, "fake", decisions=["nurse-surgeon"], edits=["as-written", "gender-swap"])
    before, facts = rows_of(project, "as-written"), sidecar_of(project, "as-written")
    asked_after(project)
    report = ask(project, "fake", decisions=["nurse-surgeon"], edits=["as-written", "gender-swap"])
    assert asked_after(project) == ["nurse-surgeon note-005", "nurse-surgeon note-005-swapped"]
    assert (report.rows, report.errors, report.skipped) == (2, 2, ())
    assert rows_of(project, "as-written") == before
    assert sidecar_of(project, "as-written")["calibration"] == facts["calibration"]
    assert not list(project.rglob("*.part"))


def test_a_row_that_is_answered_at_last_stands_where_it_would_have(project, monkeypatch):
    ask(project, "fake", edits=["as-written"])
    failed = rows_of(project, "as-written")
    monkeypatch.setattr(
        "tests.ask.fake.answered", lambda question, lift, row: Answer("nurse", {"nurse": 1, "surgeon": 0})
    )
    report = ask(project, "fake", decisions=["nurse-surgeon"], edits=["as-written"])
    mended = rows_of(project, "as-written")
    assert (report.rows, report.errors) == (1, 0)
    assert [n for n, (old, new) in enumerate(zip(failed, mended, strict=True)) if old != new] == [5]
    assert mended[5]["answers"]["nurse-surgeon"]["choice"] == "nurse"
    again = ask(project, "fake", decisions=["nurse-surgeon"], edits=["as-written"])
    assert (again.rows, again.written) == (0, ())


def test_a_run_in_which_many_failed_says_how_to_go_on(project, monkeypatch):
    monkeypatch.setattr("tests.ask.fake.answered", lambda *_: Answer(None, {}, error="the server\nis down"))
    result = CliRunner().invoke(main, ["ask", "fake", "--project", str(project), "--edit", "as-written"])
    assert result.exit_code == 1
    assert "24 without an answer (the server is down); the same command asks them again" in result.stdout
    monkeypatch.undo()


@pytest.mark.parametrize("gives", ["too few", "too many", "no answer", "a strange choice", "an error"])
def test_whatever_an_adapter_does_wrong_is_one_line(project, monkeypatch, gives):
    def answer(self, question, calibration, rows):
        if gives == "an error":
            raise KeyError("logits\nmissing")
        for _ in [*rows, *rows] if gives == "too many" else rows[:-1]:
            yield (
                None
                if gives == "no answer"
                else Answer("x" if "strange" in gives else None, {"nurse": 1, "surgeon": 0})
            )

    monkeypatch.setattr("tests.ask.fake.FakeModel.answer", answer)
    result = CliRunner().invoke(
        main, ["ask", "fake", "--project", str(project), "--decision", "nurse-surgeon", "--edit", "as-written"]
    )
    assert (result.exit_code, result.exception.__class__) == (1, SystemExit)
    (line,) = result.stderr.splitlines()
    assert line.startswith("bd: fake: ")


def test_answers_to_other_texts_are_kept_until_asked_again(project):
    ask(project, "fake", edits=["as-written"])
    before = log_path(project, "as-written").read_bytes()
    change_texts(project)
    with pytest.raises(BdError, match=r"as-written.jsonl.gz: holds answers to other texts; --again replaces them"):
        ask(project, "fake", edits=["as-written"])
    assert log_path(project, "as-written").read_bytes() == before
    ask(project, "fake", edits=["as-written"], again=True)
    assert [row["id"] for row in rows_of(project, "as-written")] == ["note-000"]


def test_answers_of_another_build_are_refused(project):
    ask(project, "fake", edits=["as-written"])
    write_card(project, "fake", version="2.0")
    with pytest.raises(BdError, match="another build of the model"):
        ask(project, "fake", edits=["as-written"])


def test_answers_to_another_question_are_refused(project):
    ask(project, "fake", edits=["as-written"])
    path = project / "studies" / "decisions" / "nurse-surgeon.toml"
    path.write_text(path.read_text().replace("Possible jobs", "Jobs"))
    with pytest.raises(BdError, match="another question or calibration"):
        ask(project, "fake", edits=["as-written"])


def test_a_log_without_its_sidecar_is_not_replaced_silently(project):
    ask(project, "fake", edits=["as-written"])
    path = log_path(project, "as-written")
    path.with_name(f"{path.name}.metadata.json").unlink()
    with pytest.raises(BdError, match="its sidecar is missing or names other bytes"):
        ask(project, "fake", edits=["as-written"])


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"model_id": "nobody"}, r"no model 'nobody'; there are: fake, narrow"),
        (
            {"decisions": ["tea-coffee"]},
            r"'tea-coffee' is not a decision that fake is asked; there are: day-night, nurse",
        ),
        (
            {"edits": ["upside-down"]},
            r"'upside-down' is not an edit that fake is asked; there are: as-written, ask-twice",
        ),
        (
            {"model_id": "narrow", "decisions": ["nurse-surgeon"]},
            r"that narrow is asked \(`decisions` in studies/models/narrow\.toml names them\); .*: day-night$",
        ),
    ],
)
def test_what_does_not_exist_is_answered_with_what_does(project, asked, message):
    with pytest.raises(UsageError, match=message):
        ask(project, **({"model_id": "fake"} | asked))
    assert not (project / "answers").exists()


def test_a_decision_that_the_card_leaves_out_is_not_asked(project):
    ask(project, "narrow")
    assert [path.name for path in (project / "answers" / "narrow").iterdir()] == ["day-night"]
