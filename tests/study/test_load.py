import pytest

from bd.errors import BdError, ProblemsError
from bd.study.load import find_root, load_study
from tests.projects import PATHS, Project

GENDER = "studies/characteristics/gender.toml"


def problems(project: Project) -> list[str]:
    project.save()
    with pytest.raises(ProblemsError) as told:
        load_study(project.root)
    return [str(p) for p in told.value.problems]


def line_of(project: Project, path: str, text: str) -> int:
    lines = (project.root / path).read_text("utf-8").splitlines()
    return next(n for n, line in enumerate(lines, 1) if text in line)


def test_a_study_is_read_whole(project):
    study = load_study(project.root)
    assert list(study.decisions) == ["tulip-rose"]
    assert study.decisions["tulip-rose"].option("rose").label == "rose"
    assert len(study.texts["beds"].texts) == 12
    assert study.texts["beds"].texts[0].labels == {"grows": "rose"}
    assert sorted(c.id for c in study.characteristics) == ["age", "ask-twice", "club", "gender", "option-order"]


def test_characteristics_stand_in_the_order_they_ask_for(project):
    project.characteristic("gender")["order"] = 3
    project.characteristic("age")["order"] = 2
    project.characteristic("club")["order"] = 3
    project.save()
    ids = [c.id for c in load_study(project.root).characteristics]
    assert ids == ["age", "club", "gender", "ask-twice", "option-order"]


def test_all_faults_of_all_files_are_told_at_once(project):
    project.characteristic("gender")["tests"][0]["measure"] = "wish"
    project.characteristic("age")["tests"][0]["kind"] = "horoscope"
    project.files[PATHS["decision"]]["positive"] = "daisy"
    del project.files[PATHS["texts"]]["noun"]
    project.texts[4]["id"] = project.texts[3]["id"]
    told = problems(project)
    assert [t.split(": ")[0] for t in told] == [
        "studies/characteristics/age.toml:5",
        f"{GENDER}:5",
        PATHS["decision"],
        "studies/texts/beds.jsonl:5",
        PATHS["texts"],
    ]


@pytest.mark.parametrize("key", ["label", "question", "positive", "texts", "calibration", "prompt"])
def test_a_missing_key_of_a_decision_is_named(project, key):
    del project.files[PATHS["decision"]][key]
    assert f"{PATHS['decision']}: {key} is missing" in problems(project)


def test_missing_keys_inside_tables_are_named_with_their_place(project):
    test = project.characteristic("gender")["tests"][0]
    del test["words"]["scored"]
    del test["versions"][0]["label"]
    del test["edit"]
    told = problems(project)
    version = line_of(project, GENDER, "[[tests.versions]]")
    for line, place in ((5, "tests[1].words.scored"), (version, "tests[1].versions[1].label"), (5, "tests[1].edit")):
        assert f"{GENDER}:{line}: {place} is missing" in told


def test_an_unknown_key_is_named_with_its_line(project):
    project.files[PATHS["decision"]]["lebal"] = "misspelt"
    project.characteristic("gender")["tests"][0]["mesure"] = "flip"
    told = problems(project)
    assert f"{PATHS['decision']}:{line_of(project, PATHS['decision'], 'lebal')}: lebal is not a known key" in told
    assert f"{GENDER}:{line_of(project, GENDER, 'mesure')}: tests[1].mesure is not a known key" in told


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("label", 7, "label must be a text"),
        ("label", "", "label is empty"),
        ("order", "first", "order must be a whole number"),
        ("order", True, "order must be a whole number"),
        ("notes", "one", "notes must be a list"),
        ("notes", [1], "notes must be a list of texts"),
        ("groups", "all", "groups must be a list"),
        ("groups", ["east"], "groups must be tables, each headed [[groups]]"),
    ],
)
def test_a_value_of_another_kind_is_named_with_its_line(project, key, value, message):
    project.characteristic("gender")[key] = value
    told = problems(project)
    assert f"{GENDER}:{line_of(project, GENDER, f'{key} =')}: {message}" in told


def test_changed_texts_are_refused_with_the_hash_they_have_and_its_line(project):
    project.files[PATHS["texts"]]["sha256"] = "0" * 64
    (told,) = problems(project)
    place = f"{PATHS['texts']}:{line_of(project, PATHS['texts'], 'sha256')}"
    assert told.startswith(f"{place}: the texts have changed: beds.jsonl has SHA-256 ")
    assert "not the one fixed here" in told


@pytest.mark.parametrize("name", ["Bad_Name", "two--hyphens", "-first", "x" * 65, "ümlaut"])
def test_a_file_whose_name_is_no_slug_is_named(project, name):
    path = f"studies/characteristics/{name}.toml"
    project.files[path] = project.files[GENDER]
    assert any(t.startswith(f"{path}: the file's name is its id") for t in problems(project))


@pytest.mark.parametrize("name", ["con", "aux", "nul", "prn", "com1", "lpt9"])
def test_no_file_is_called_like_a_device(project, name):
    for folder, of in (("characteristics", GENDER), ("decisions", PATHS["decision"])):
        project.files[f"studies/{folder}/{name}.toml"] = project.files[of]
    club = project.characteristic("club")
    club["groups"][0]["id"] = club["tests"][0]["edit"] = name
    told = "\n".join(problems(project))
    why = f"{name!r} is a device on Windows, where no file can be called so; choose another"
    for folder in ("characteristics", "decisions"):
        assert f"studies/{folder}/{name}.toml: the file's name is its id, and {why}" in told
    assert f"group id {why}" in told
    assert f"edit {why}" in told


def test_options_for_and_against_are_no_files(project):
    options = project.files[PATHS["decision"]]["options"]
    options[0] |= {"id": "pro", "truth": "tulip"}
    options[1] |= {"id": "con", "truth": "rose"}
    project.files[PATHS["decision"]]["positive"] = "pro"
    project.save()
    assert load_study(project.root).decisions


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ({"id": "Bed 1", "text": "x"}, "must be lower-case words"),
        ({"id": 7, "text": "x"}, '"id" must be a string'),
        ({"text": "x"}, '"id" must be a string'),
        ({"id": "bed-000001", "text": "x"}, "stands twice"),
        ({"id": "bed-x", "text": " "}, '"text" that is not empty'),
        ({"id": "bed-x"}, '"text" that is not empty'),
        (["bed-x", "x"], '"text" that is not empty'),
    ],
)
def test_a_wrong_text_is_named_with_its_line(project, text, message):
    project.texts.append(text)
    (told,) = problems(project)
    assert told.startswith("studies/texts/beds.jsonl:13: ")
    assert message in told


def test_a_line_that_is_no_json_is_named(project):
    data = (project.root / "studies/texts/beds.jsonl").read_bytes()
    project.write("studies/texts/beds.jsonl", data + b"{\n")
    with pytest.raises(ProblemsError, match=r"beds\.jsonl:13: not JSON"):
        load_study(project.root)


def test_a_set_without_texts_or_without_its_file_is_named(project):
    project.write("studies/texts/beds.jsonl", b"\n")
    with pytest.raises(ProblemsError, match=r"beds\.jsonl: holds no text"):
        load_study(project.root)
    (project.root / "studies/texts/beds.jsonl").unlink()
    with pytest.raises(ProblemsError, match=r"beds\.jsonl: cannot be read"):
        load_study(project.root)


def test_line_separators_inside_a_text_do_not_end_it(project):
    project.texts[0]["text"] = "She waters\u2028the\u0085beds."
    project.save()
    assert load_study(project.root).texts["beds"].texts[0].text == "She waters\u2028the\u0085beds."


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"format = ", "gender.toml:1: not TOML"),
        (b'format = "bd/characteristic@1"\nlabel = "x\n', "gender.toml:2: not TOML"),
        (b'format = "bd/characteristic@2"\n', "format is 'bd/characteristic@2', this bd reads 'bd/characteristic@1'"),
        (b'label = "x"\n', "format is None"),
        (b'label = "\xff"\n', "not UTF-8"),
    ],
)
def test_a_file_of_another_format_is_named(project, data, message):
    project.write(GENDER, data)
    with pytest.raises(ProblemsError) as told:
        load_study(project.root)
    assert message in str(told.value)


def test_a_byte_order_mark_before_a_file_changes_nothing(project):
    project.write(GENDER, b"\xef\xbb\xbf" + (project.root / GENDER).read_bytes())
    assert load_study(project.root) == load_study(project.root)
    assert "gender" in {c.id for c in load_study(project.root).characteristics}


def test_the_root_is_found_from_within(project):
    assert find_root(project.root / "studies" / "texts") == project.root.resolve()


def test_outside_of_a_project_there_is_no_root(tmp_path):
    with pytest.raises(BdError, match="no folder studies/decisions here or above"):
        find_root(tmp_path)


def test_tables_too_deep_within_each_other_are_named(project):
    project.save()
    path = project.root / PATHS["decision"]
    path.write_text(path.read_text() + "\nx = " + "[" * 5000 + "]" * 5000)
    with pytest.raises(ProblemsError, match=r"tulip-rose\.toml: not read: lists or tables stand too deep"):
        load_study(project.root)


def test_a_number_of_thousands_of_digits_is_named(project):
    project.save()
    path = project.root / PATHS["decision"]
    path.write_text(f"x = {'1' * 5000}\n" + path.read_text())
    with pytest.raises(ProblemsError, match=r"tulip-rose\.toml: not read: a number has thousands of digits"):
        load_study(project.root)


@pytest.mark.parametrize(
    ("label", "message"),
    [
        ("a\nb", "holds a line end or a control character"),
        ("a\x1b[2J", "holds a line end or a control character"),
        ("a\u2028b", "holds a line end or a control character"),
        ("a\u202eb", "holds a sign that turns the words around it"),
        ("   ", "shows nothing; write a name"),
        ("\u200b", "shows nothing; write a name"),
        ("\u3164\u2800\ufe0f", "shows nothing; write a name"),
    ],
)
def test_a_label_with_signs_that_nobody_sees_is_refused(project, label, message):
    project.characteristic("gender")["label"] = label
    assert [p for p in problems(project) if f"gender.toml:2: label {message}" in p]


def test_a_sentence_of_blanks_is_refused(project):
    project.files[PATHS["decision"]]["options"][0]["statement"] = " \u200b"
    assert [p for p in problems(project) if "statement shows nothing; write words that can be read" in p]


def test_a_sum_in_capitals_is_the_same_sum(project):
    path = project.root / PATHS["texts"]
    named = load_study(project.root).texts["beds"].sha256
    path.write_text(path.read_text().replace(named, named.upper()))
    assert load_study(project.root).texts["beds"].sha256 == named


def test_a_byte_order_mark_before_any_file_changes_nothing(project):
    before = load_study(project.root)
    for path in (project.root / "studies").rglob("*.toml"):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert load_study(project.root) == before


@pytest.mark.parametrize("key", ["licence", "about", "noun"])
def test_blanks_alone_are_empty(project, key):
    project.files[PATHS["texts"]][key] = "  "
    assert any(f"{key} shows nothing" in p for p in problems(project))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"id": "bed-x", "text": "She digs.", "grows": "tulip", "grows": "rose"}', "the key 'grows' stands twice"),
        ('{"id": "bed-x", "text": "She digs.", "x": ' + "[" * 300 + "]" * 300 + "}", "its labels stand too deep"),
        ('{"id": "bed-x", "text": "She digs.", "x": ' + "[" * 5000 + "]" * 5000 + "}", "not JSON"),
    ],
)
def test_a_text_that_says_two_things_or_is_nested_too_deep_is_named_with_its_line(project, line, said):
    path = project.root / "studies/texts/beds.jsonl"
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(ProblemsError) as told:
        load_study(project.root)
    assert any(f"beds.jsonl:13: {said}" in str(p) for p in told.value.problems)


CARD = "studies/models/fern.toml"


def card(**more):
    return {
        "format": "bd/model@1",
        "label": "Fern",
        "kind": "lexicon",
        "about": "Made up.",
        "licence": "MIT",
    } | more


def test_a_card_says_how_far_answers_may_move_or_nothing(project):
    project.files[CARD] = card()
    assert load_study(project.save().root).models["fern"].tolerance is None
    measured = {"probability": 0.02, "choices": 0.99, "machines": ["x86_64 GenuineIntel"], "why": "Asked again."}
    project.files[CARD] = card(tolerance=measured)
    tolerance = load_study(project.save().root).models["fern"].tolerance
    assert (tolerance.probability, tolerance.choices, tolerance.machines) == (0.02, 0.99, ("x86_64 GenuineIntel",))
    project.files[CARD] = card(tolerance=measured | {"probability": 0})
    assert load_study(project.save().root).models["fern"].tolerance.probability == 0


@pytest.mark.parametrize("wrong", [-0.1, 1.5, True, "much", [0.1]])
def test_a_tolerance_that_is_no_share_is_named_with_its_line(project, wrong):
    project.files[CARD] = card(tolerance={"probability": wrong, "machines": [], "why": "Made up.", "chioces": 1})
    told = problems(project)
    line = line_of(project, CARD, "probability")
    assert f"{CARD}:{line}: tolerance.probability must be a number from 0 to 1" in told
    assert f"{CARD}:{line_of(project, CARD, 'chioces')}: tolerance.chioces is not a known key" in told
