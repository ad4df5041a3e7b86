"""Answers of two kinds of machines: never joined without a word."""

import json
import re

import pytest

from bd.ask import AskInterruptedError, ask
from bd.errors import BdError
from tests.ask.conftest import AMD, INTEL
from tests.ask.fake import TEXTS, write_card
from tests.ask.logs import log_path, sidecar_of


def first(project, **more):
    return ask(project, "fake", decisions=["nurse-surgeon"], edits=["as-written"], **more)


def stopped(project):
    write_card(project, "fake", interrupt=5)
    with pytest.raises(AskInterruptedError):
        first(project)
    write_card(project, "fake")


def test_a_sidecar_says_what_answered_and_no_more(project, on):
    first(project)
    assert sidecar_of(project, "as-written")["machine"] == {"architecture": "x86_64", "maker": "AuthenticAMD"}


def test_half_a_log_is_gone_on_with_on_its_own_machine_only(project, on):
    stopped(project)
    part = log_path(project, "as-written").with_name("as-written.jsonl.part")
    left = part.read_bytes()
    on(INTEL)
    with pytest.raises(BdError, match=r"as-written.jsonl.gz: was begun on x86_64 AuthenticAMD, and this is .*--again"):
        first(project)
    assert part.read_bytes() == left
    on(AMD)
    assert first(project).rows == TEXTS - 5


def test_half_a_log_of_another_machine_is_begun_anew_where_that_is_asked_for(project, on):
    stopped(project)
    on(INTEL)
    assert first(project, again=True).rows == TEXTS
    assert sidecar_of(project, "as-written")["machine"]["maker"] == "GenuineIntel"


def test_half_a_log_that_names_no_machine_is_not_joined_either(project, on):
    stopped(project)
    part = log_path(project, "as-written").with_name("as-written.jsonl.part")
    without = re.sub(rb'"machine":\{[^}]*\},', b"", part.read_bytes())
    assert without != part.read_bytes()
    part.write_bytes(without)
    with pytest.raises(BdError, match="was begun on a machine that was not noted"):
        first(project)


def test_logs_of_two_machines_do_not_stand_beside_each_other(project, on):
    first(project)
    on(INTEL)
    with pytest.raises(
        BdError, match=r"as-written.jsonl.gz: was answered on x86_64 AuthenticAMD, and this is .*build_of"
    ):
        ask(project, "fake")
    assert not log_path(project, "gender-swap").exists()
    assert len(first(project).skipped) == 1  # what is whole stays, on any machine
    ask(project, "fake", again=True)
    assert {sidecar_of(project, edit)["machine"]["maker"] for edit in ("as-written", "gender-swap")} == {"GenuineIntel"}


def test_replacing_them_goes_on_after_a_stop(project, on):
    ask(project, "fake", edits=["as-written"])
    on(INTEL)
    write_card(project, "fake", interrupt=TEXTS + 5)  # in the second of the two logs
    with pytest.raises(AskInterruptedError):
        ask(project, "fake", edits=["as-written"], again=True)
    write_card(project, "fake")
    assert ask(project, "fake", edits=["as-written"]).rows == TEXTS - 5 + 1  # the row that failed in the first log too
    for decision in ("day-night", "nurse-surgeon"):
        assert sidecar_of(project, "as-written", decision=decision)["machine"]["maker"] == "GenuineIntel"


def test_a_model_that_answers_the_same_everywhere_is_joined(project, on):
    write_card(project, "fake", tolerance={"probability": 0})
    first(project)
    on(INTEL)
    ask(project, "fake")
    assert sidecar_of(project, "as-written")["machine"]["maker"] == "AuthenticAMD"
    assert sidecar_of(project, "gender-swap")["machine"]["maker"] == "GenuineIntel"


def test_a_description_without_a_machine_says_nothing_against_it(project, on):
    first(project)
    path = log_path(project, "as-written").with_name("as-written.jsonl.gz.metadata.json")
    facts = json.loads(path.read_bytes())
    del facts["machine"]
    path.write_text(json.dumps(facts))
    on(INTEL)
    ask(project, "fake")
