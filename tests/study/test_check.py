import pytest

from bd.errors import ProblemsError
from bd.study.load import load_study
from tests.projects import PATHS, Project, decision, version

CARD = {"format": "bd/model@1", "label": "Fern", "kind": "lexicon", "about": "Made up.", "licence": "MIT"}


def told(project: Project) -> str:
    project.save()
    with pytest.raises(ProblemsError) as problems:
        load_study(project.root)
    return str(problems.value)


def first_test(project, name):
    return project.characteristic(name)["tests"][0]


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("measure", "wish", "measure 'wish' is none of flip, order, repeat, shift, shift-of-means, stereotype"),
        ("control", "luck", "control 'luck' is none of halves, none, repeat, version"),
        ("ranked_on", "luck", "ranked_on 'luck' is none of common, own"),
        ("kind", "horoscope", "kind 'horoscope' is none of "),
        ("edit", "Gender Swap", "edit 'Gender Swap' is not a slug"),
        ("decisions", ["daisy-lily"], "decision 'daisy-lily' has no file studies/decisions/daisy-lily.toml"),
        ("decisions", ["tulip-rose", "tulip-rose"], "decision 'tulip-rose' stands twice"),
    ],
)
def test_a_test_names_what_exists(project, key, value, message):
    first_test(project, "gender")[key] = value
    assert f"studies/characteristics/gender.toml:5: tests[1]: {message}" in told(project)


def test_an_unknown_kind_of_characteristic_is_named(project):
    project.characteristic("gender")["kind"] = "mood"
    assert "kind 'mood' is none of characteristic, check, noise" in told(project)


def test_a_group_needs_a_version(project):
    project.characteristic("club")["groups"].append({"id": "north", "label": "North"})
    assert "studies/characteristics/club.toml: group 'north' has no version in any test" in told(project)


def test_a_version_needs_its_group(project):
    first_test(project, "club")["versions"][0]["group"] = "south"
    assert "version 'east': group 'south' is not among [[groups]]" in told(project)


def test_a_control_is_none_of_the_groups(project):
    first_test(project, "club")["versions"][2]["group"] = "east"
    assert "version 'chess': a control must not be one of the groups" in told(project)


def test_groups_and_versions_stand_once(project):
    project.characteristic("club")["groups"].append({"id": "east", "label": "East"})
    first_test(project, "club")["versions"].append(version("east", group="west", phrase="a member of the west club"))
    problems = told(project)
    assert "group 'east' stands twice" in problems
    assert "version 'east' stands twice" in problems
    assert "two versions are measured for group 'west'" in problems


def test_a_version_control_needs_a_version_and_the_other_way_round(project):
    first_test(project, "age")["control"] = "none"
    first_test(project, "gender")["control"] = "version"
    problems = told(project)
    assert "age.toml:5: tests[1]: a version has the role control, but control is 'none'" in problems
    assert 'gender.toml:5: tests[1]: control is "version", but no version has the role control' in problems


def test_a_rate_of_changes_is_not_subtracted_from_a_shift(project):
    first_test(project, "gender")["measure"] = "shift"
    assert 'control "repeat" is a rate of changed answers and cannot be subtracted from a shift' in told(project)


def test_a_test_measures_something_and_has_one_control(project):
    for entry in first_test(project, "age")["versions"]:
        entry["role"] = "control"
    problems = told(project)
    assert "no version is measured" in problems
    assert "more than one version has the role control, or the role from" in problems


def test_an_unknown_role_is_named(project):
    first_test(project, "age")["versions"][0]["role"] = "witness"
    assert "version '34': role 'witness' is none of control, from, measured" in told(project)


def test_settings_are_checked_by_the_kind_of_edit(project):
    first_test(project, "age")["versions"][0]["age"] = "old"
    del first_test(project, "club")["versions"][0]["phrase"]
    problems = told(project)
    assert "version '34': `age` must be a whole number from 1 to 120" in problems
    assert "version 'east': `phrase` is missing" in problems


@pytest.mark.parametrize("where", ["groups", "versions", "options"])
def test_ids_are_slugs(project, where):
    if where == "options":
        project.files[PATHS["decision"]]["options"][1]["id"] = "Rose Bush"
    else:
        club = project.characteristic("club")
        (club["groups"] if where == "groups" else club["tests"][0]["versions"])[0]["id"] = "Rose Bush"
    assert "id 'Rose Bush' is not a slug" in told(project)


@pytest.mark.parametrize("name", ["data", "engines", "methods", "static"])
def test_a_characteristic_may_not_take_the_address_of_another_page(project, name):
    project.files[f"studies/characteristics/{name}.toml"] = project.files.pop("studies/characteristics/gender.toml")
    assert f"studies/characteristics/{name}.toml: {name!r} is the address of another page" in told(project)


def test_a_characteristic_may_not_be_called_like_the_main_board(project):
    project.files["studies/characteristics/overall.toml"] = project.files.pop("studies/characteristics/gender.toml")
    assert "'overall' is what the rows of the main board are called; choose another name" in told(project)


def test_a_group_and_a_question_of_one_id_are_refused_naming_both_files(project):
    club = project.characteristic("club")
    club["groups"][0]["id"] = club["tests"][0]["versions"][0]["group"] = "tulip-rose"
    problem = told(project)
    assert problem.startswith("studies/characteristics/club.toml: 'tulip-rose' is the id of a group here")
    assert "studies/decisions/tulip-rose.toml" in problem


def test_one_log_belongs_to_one_test(project):
    first_test(project, "age")["edit"] = "gender-swap"
    problem = told(project)
    assert "edit 'gender-swap' on 'tulip-rose' is also tested in studies/characteristics/" in problem
    first_test(project, "age")["edit"] = "age"
    project.characteristic("age")["tests"].append(first_test(project, "age"))
    assert "edit 'age' on 'tulip-rose' is also tested in studies/characteristics/age.toml" in told(project)


def test_one_edit_may_be_tested_differently_on_other_decisions(project):
    project.files["studies/decisions/daisy-lily.toml"] = decision(label="daisy or lily")
    other = dict(first_test(project, "age"), decisions=["daisy-lily"])
    project.characteristic("age")["tests"].append(other)
    project.save()
    assert len(load_study(project.root).characteristics) == 5


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"positive": "daisy"}, "positive 'daisy' is none of its options (tulip, rose)"),
        ({"texts": "lawns"}, "texts 'lawns' has no file studies/texts/lawns.toml"),
        ({"calibration": "lawns"}, "calibration 'lawns' has no file studies/texts/lawns.toml"),
        ({"prompt": "Which?"}, "prompt must hold {text}, and {options} where it lists them"),
        ({"where": {"grows": ["daisy"]}}, "where chooses no text of beds"),
        ({"truth": "grwos"}, "truth 'grwos': no text of beds has an option's truth under that label"),
        ({"options": decision()["options"][:1]}, "has 1 option; a two-way question has two"),
        ({"options": decision()["options"][:1] * 2}, "option 'tulip' stands twice"),
    ],
)
def test_a_decision_hangs_together(project, changes, message):
    project.files[PATHS["decision"]] |= changes
    assert f"{PATHS['decision']}: {message}" in told(project)


def test_a_build_names_a_model_there_is(project):
    project.files["studies/models/fern.toml"] = CARD | {"build_of": "moss"}
    assert "studies/models/fern.toml: build_of 'moss' is no model of this study" in told(project)


def test_a_build_of_a_build_is_named(project):
    for model, more in (("moss", {}), ("fern", {"build_of": "moss"}), ("reed", {"build_of": "fern"})):
        project.files[f"studies/models/{model}.toml"] = CARD | {"label": model} | more
    assert told(project) == (
        "studies/models/reed.toml: build_of 'fern' is itself a build of another model; name that one"
    )


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        ({"limit": "200"}, "[ask] limit '200' must be a whole number of at least 2"),
        ({"limit": 1}, "[ask] limit 1 must be a whole number of at least 2"),
        ({"decides": "guess"}, "[ask] decides must be argmax, sampled or cutoff, not 'guess'"),
        (
            {"decides": "cutoff"},
            "[ask] decides 'cutoff' needs cutoff, the probability from which on the positive option is chosen",
        ),
        ({"cutoff": 0.5}, "[ask] cutoff is only for decides 'cutoff', not for 'argmax'; leave it out"),
        ({"decides": "cutoff", "cutoff": 2}, "[ask] cutoff must be a number from 0 to 1, not 2"),
        ({"package": 5}, "[ask] package must be a text"),
        ({"decisions": "tulip-rose"}, "[ask] decisions must be a list of ids"),
        ({"decisions": ["daisy-lily"]}, "[ask] decision 'daisy-lily' has no file studies/decisions/daisy-lily.toml"),
    ],
)
def test_a_card_asks_what_there_is(project, ask, message):
    project.files["studies/models/fern.toml"] = CARD | {"ask": ask}
    assert told(project) == f"studies/models/fern.toml: {message}"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t.update(decisions=[]), "decisions is empty, so nothing is tested"),
        (lambda t: t.update(edit="as-written"), "'as-written' is the name of the unedited texts"),
        (lambda t: t["versions"][0].update(id="as-written"), "'as-written' is the name of the unedited texts"),
    ],
)
def test_a_test_that_could_test_nothing_is_named(project, change, message):
    change(first_test(project, "gender"))
    assert f"studies/characteristics/gender.toml:5: tests[1]: {message}" in told(project)


def test_a_characteristic_needs_a_test(project):
    project.characteristic("gender")["tests"] = []
    assert "studies/characteristics/gender.toml: has no [[tests]], so nothing is tested" in told(project)


def test_a_build_is_planted_where_its_model_is(project):
    project.files["studies/models/moss.toml"] = CARD
    project.files["studies/models/fern.toml"] = CARD | {"build_of": "moss", "planted": True}
    assert "studies/models/fern.toml: planted must be the same here as for 'moss'" in told(project)


def test_options_are_told_apart_by_their_labels(project):
    options = project.files[PATHS["decision"]]["options"]
    options[1]["label"] = options[0]["label"]
    assert "two options have the label 'tulip'" in told(project)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Jos\u00e9", "Jose\u0301"),
        ("East", "EAST"),
        ("East Club", "East\u00a0 Club"),
        ("East", "Ea\u200bst"),
        ("East", "\u0415ast"),
        ("Paca", "\u0440\u0430\u0441\u0430"),
        ("East-West", "East\u2013West"),
        ("East", "\uff25\uff41\uff53\uff54"),
    ],
)
def test_names_that_look_alike_are_named_wherever_they_stand(project, one, other):
    project.files[PATHS["decision"]]["options"][0]["label"] = one
    project.files[PATHS["decision"]]["options"][1]["label"] = other
    groups = project.characteristic("club")["groups"]
    groups[0]["label"], groups[1]["label"] = one, other
    project.files["studies/models/fern.toml"] = CARD | {"label": one}
    project.files["studies/models/moss.toml"] = CARD | {"label": other}
    project.files["studies/decisions/daisy-lily.toml"] = decision(label=one)
    project.files["studies/decisions/violet-iris.toml"] = decision(label=other)
    project.characteristic("age")["label"] = one
    project.characteristic("gender")["label"] = other
    problems = told(project)
    alike = f"labels that look alike, {one!a} and {other!a}; no reader could tell them apart"
    assert f"{PATHS['decision']}: two options have {alike}" in problems
    assert f"studies/characteristics/club.toml: two groups have {alike}" in problems
    files = {
        "models": ("fern", "moss"),
        "decisions": ("daisy-lily", "violet-iris"),
        "characteristics": ("age", "gender"),
    }
    for folder, (first, second) in files.items():
        told_of = (
            f"label {other!a} looks like {one!a} in studies/{folder}/{first}.toml; no reader could tell them apart"
        )
        assert f"studies/{folder}/{second}.toml: {told_of}" in problems


def test_two_models_and_two_groups_of_one_name_are_named(project):
    for group in project.characteristic("club")["groups"]:
        group["label"] = "East"
    for model in ("fern", "moss"):
        project.files[f"studies/models/{model}.toml"] = CARD | {"label": "Acme Chat"}
    problems = told(project)
    assert "club.toml: two groups have the label 'East'; no reader could tell them apart" in problems
    assert "moss.toml: label 'Acme Chat' looks like 'Acme Chat' in studies/models/fern.toml" in problems


def test_two_builds_of_one_name_are_named(project):
    for model, more in (("moss", {}), ("fern", {"build_of": "moss"})):
        project.files[f"studies/models/{model}.toml"] = CARD | {"label": model, "build_label": "4-bit"} | more
    assert "studies/models/moss.toml: two builds of it have the label '4-bit'" in told(project)


def test_options_that_no_model_could_tell_apart_are_named(project):
    for option in project.files[PATHS["decision"]]["options"]:
        option["word"], option["statement"] = "flower", "The gardener grows flowers."
    message = "options 'tulip' and 'rose' have one word and one statement; no model could tell them apart"
    assert f"{PATHS['decision']}: {message}" in told(project)


def test_options_of_one_word_and_two_statements_are_two(project):
    for option in project.files[PATHS["decision"]]["options"]:
        option["word"] = "flower"
    project.save()
    assert load_study(project.root).decisions


def test_noise_is_measured_by_asking_again_and_nothing_else_is(project):
    project.characteristic("ask-twice")["kind"] = "check"
    project.characteristic("age")["kind"] = "noise"
    faults = [f for f in told(project).splitlines() if 'kind "noise" and measure "repeat" belong together' in f]
    assert [f.split(":")[0] for f in faults] == [
        f"studies/characteristics/{name}.toml" for name in ("age", "ask-twice")
    ]


def test_an_edit_that_changes_no_text_is_named_with_its_line(project):
    first_test(project, "club")["versions"][0]["phrase"] = "a member of the east club"
    for text in project.texts:
        text["text"] = "Tulips."
    problems = told(project)
    assert "version 'east': changes none of the 12 texts of 'tulip-rose'" in problems
    line = problems.split("version 'east': changes")[0].rsplit("club.toml:", 1)[1].split(":")[0]
    assert (project.root / "studies/characteristics/club.toml").read_text().splitlines()[int(line)] == 'id = "east"'


def test_two_versions_that_make_the_same_change_are_named(project):
    versions = first_test(project, "club")["versions"]
    versions[1]["phrase"] = versions[0]["phrase"]
    assert "versions 'east' and 'west' make the same change, so nothing can differ" in told(project)


@pytest.mark.parametrize(("one", "other"), [("Jos\u00e9 Holt", "Jose\u0301 Holt"), ("Ann Holt", "Ann Holt")])
def test_two_versions_whose_settings_differ_and_whose_texts_do_not_are_named(project, one, other):
    for text in project.texts:
        text["text"] = "He grows flowers."
    test = first_test(project, "club")
    test["kind"] = "name"
    test["versions"] = [
        version("east", group="east", he=one, she="Ida East"),
        version("west", group="west", he=other, she="Ida West"),
        version("chess", "control", he="Tod Holt", she="Ida Holt"),
    ]
    assert (
        "versions 'east' and 'west' make the same change, so nothing can differ in the texts of 'tulip-rose'"
        in told(project)
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"measure": "stereotype", "control": "none"}, 'measure "stereotype" is taken from the control version'),
        ({"measure": "shift", "control": "none"}, 'measure "shift" is taken from the control version'),
        ({"measure": "shift-of-means"}, 'measure "shift-of-means" has the control "halves" or "none"'),
        ({"measure": "shift-of-means", "control": "halves"}, "two halves in all"),
        ({"measure": "shift-of-means", "control": "none"}, "needs versions with the role from"),
        ({"control": "halves"}, "needs a measure that averages (shift-of-means)"),
    ],
)
def test_a_measure_needs_its_own_control(project, changes, message):
    first_test(project, "club").update(changes)
    assert message in told(project)


def test_a_half_stands_only_on_what_the_others_are_compared_with(project):
    first_test(project, "club")["versions"][0]["half"] = "first"
    assert "only versions with the role from have a `half`" in told(project)


def test_a_stereotype_needs_another_group(project):
    test = first_test(project, "club")
    test["measure"] = "stereotype"
    project.characteristic("club")["groups"] = [{"id": "east", "label": "East"}]
    test["versions"] = [v for v in test["versions"] if v["id"] != "west"]
    assert "compares a group with the others, so it needs at least two" in told(project)


def test_the_order_of_options_is_only_tested_where_a_prompt_lists_them(project):
    project.files[PATHS["decision"]]["prompt"] = "{text} Which?"
    assert "the prompt of 'tulip-rose' lists no options, so that their order cannot matter" in told(project)


@pytest.mark.parametrize(
    ("way", "message"),
    [
        ({"before": "rose", "after": "rose"}, "orientation: before and after are both 'rose'"),
        ({"before": "rose", "after": "fern"}, "orientation: no text of 'tulip-rose' has grows 'fern'"),
    ],
)
def test_an_orientation_names_two_values_that_texts_have(project, way, message):
    words = {"before_words": "as a rose", "after_words": "as another"}
    first_test(project, "gender")["orientation"] = {"label": "grows", **way, **words}
    assert message in told(project)


def test_only_changed_answers_are_read_one_way(project):
    test = first_test(project, "club")
    test["measure"] = "shift"
    words = {"before_words": "as a rose", "after_words": "as another"}
    test["orientation"] = {"label": "grows", "before": "rose", "after": "tulip", **words}
    assert 'orientation reads changed answers one way; measure "shift" counts none' in told(project)


def test_a_decision_asks_about_two_texts_at_least(project):
    project.files[PATHS["decision"]]["most"] = 1
    assert "most 1 must be at least 2 texts" in told(project)


@pytest.mark.parametrize("decisions", ["tulip-rose", [["tulip-rose"]], [1]])
def test_a_card_names_decisions_by_id(project, decisions):
    project.files["studies/models/fern.toml"] = CARD | {"ask": {"decisions": decisions}}
    assert "studies/models/fern.toml: [ask] decisions must be a list of ids" in told(project)


def test_a_label_that_is_a_list_is_no_value_to_read_a_swap_by(project):
    words = {"before_words": "as a woman", "after_words": "as a man"}
    first_test(project, "gender")["orientation"] = {"label": "pen", "before": "1", "after": "her"} | words
    for n, text in enumerate(project.texts):
        text["pen"] = ["her"] if n else 1
    assert "orientation: no text of 'tulip-rose' has pen 'her'" in told(project)


def test_texts_that_cannot_be_read_are_one_fault(project):
    (project.root / "studies/texts/beds.jsonl").unlink()
    with pytest.raises(ProblemsError) as problems:
        load_study(project.root)
    told = [str(problem) for problem in problems.value.problems]
    assert told == ["studies/texts/beds.jsonl: cannot be read (No such file or directory)"]


@pytest.mark.parametrize("end", ["-swapped", "-club-east"])
def test_no_text_is_called_like_a_version_of_another(project, end):
    project.texts[1]["id"] = project.ids[0] + end
    message = f"id 'bed-000001{end}' is what an edited version of the text 'bed-000001' is called"
    assert f"studies/texts/beds.jsonl: {message}; give one another id" in told(project)


def test_a_text_may_be_called_like_another_and_more(project):
    project.texts[1]["id"] = project.ids[0] + "-b"
    load_study(project.save().root)


def test_two_tests_whose_scored_rows_would_share_a_file_are_refused(project):
    project.files["studies/decisions/tulip.toml"] = decision()
    first_test(project, "age")["edit"] = "rose-age"
    first_test(project, "age")["decisions"] = ["tulip"]
    first_test(project, "club")["edit"] = "age"
    assert "is also tested in studies/characteristics/" in told(project)


def test_words_of_a_sentence_name_only_labels_that_are_known(project):
    first_test(project, "club")["words"]["when"] = "When {measured} stands for {nobody} and {control}"
    assert "words.when holds {nobody}; known are {measured}, {control}, {group}" in told(project)
