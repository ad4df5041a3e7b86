import gzip
import os
import random

import pytest

from bd.answers.fit import read_log
from tests.projects import DECISION, Project, full, pack, row

SWAP = f"answers/fern/{DECISION}/gender-swap.jsonl.gz"


def told(problems):
    return [str(p) for p in problems]


def swapped(project, **changes):
    """Twelve rows of the swap, some of them replaced."""
    rows = {i: row(f"{i}-swapped", "tulip", 0.7) for i in project.ids}
    return list((rows | changes).values())


def test_a_project_without_answers_has_no_tables(project):
    answers = project.answers()
    assert (answers.tables, answers.problems, answers.notes) == ((), (), ())


def test_whole_logs_raise_neither_problems_nor_notes(project):
    full(project)
    answers = project.answers()
    assert (answers.problems, answers.notes) == ((), ())
    assert sorted(answers.tables[0].logs) == [
        "age",
        "as-written",
        "ask-twice",
        "club",
        "gender-swap",
        "option-order",
    ]


def test_tables_are_sorted_by_decision_and_build(project):
    for model in ("moss", "fern"):
        project.flips(model, "as-written", "", 0)
    assert [t.build for t in project.answers().tables] == ["fern", "moss"]


def test_a_log_that_breaks_a_rule_is_named_with_its_line_and_left_out(project):
    full(project)
    project.log("fern", "gender-swap", [*swapped(project)[:4], b"{"])
    answers = project.answers()
    assert "gender-swap" not in answers.tables[0].logs
    (problem,) = told(answers.problems)
    assert problem.startswith(f"{SWAP}:5: not JSON")
    assert problem.endswith("the log is left out")


def test_the_rest_of_a_project_with_a_wrong_log_is_scored(project):
    full(project)
    project.write(SWAP, b"not gzip")
    replayed = project.replay()
    assert len(replayed.problems) == 1
    assert "tulip-rose-gender-swap.jsonl" not in project.outputs()
    assert len(project.outputs()) == 8


def test_a_cut_off_log_is_named_with_its_line(project):
    path = project.log("fern", "gender-swap", swapped(project), pinned=False)
    data = (project.root / path).read_bytes()
    project.write(path, data[:-12])
    (problem,) = project.answers().problems
    assert (problem.path, "cut off" in problem.message) == (SWAP, True)
    assert problem.line is not None


def test_a_log_changed_since_it_was_written_is_refused(project):
    project.log("fern", "gender-swap", swapped(project))
    project.write(SWAP, pack(swapped(project)[1:]))
    (problem,) = told(project.answers().problems)
    assert "has changed since it was written" in problem


def test_a_log_for_other_texts_is_refused_by_name(project):
    project.log("fern", "gender-swap", swapped(project))
    project.log("fern", "as-written", [row(i, "rose") for i in project.ids])
    project.texts[3]["text"] = "By the wall, he waters the beds."
    project.save()
    problems = project.answers().problems
    assert [p.path for p in problems] == [SWAP.replace("gender-swap", "as-written"), SWAP]
    assert all("answers other texts than today's study asks about" in p.message for p in problems)


def test_a_log_for_the_same_texts_in_another_order_is_refused(project):
    project.log("fern", "gender-swap", swapped(project))
    project.texts.reverse()
    project.save()
    assert len(project.answers().problems) == 1


def test_a_newer_description_is_refused_by_name(project):
    project.log("fern", "gender-swap", swapped(project), stated={"format": "bd/answers@2"})
    (problem,) = told(project.answers().problems)
    assert problem.startswith(f"{SWAP}: its description gender-swap.jsonl.gz.metadata.json: format is")


def test_a_log_without_a_description_is_read_and_marked_unpinned(project):
    full(project)
    project.log("moss", "gender-swap", [*swapped(project), *(row(i, "rose") for i in project.ids)], pinned=False)
    replayed = project.replay()
    (note,) = told(replayed.notes)
    assert note.endswith("has no description beside it; its rows are marked unpinned")
    assert [r["unpinned"] for r in project.scored("gender-swap")] == [False, True]


def test_choices_that_were_drawn_need_the_description_to_say_so(project):
    rows = swapped(project, **{project.ids[0]: row(f"{project.ids[0]}-swapped", "tulip", 0.1)})
    project.log("fern", "gender-swap", rows)
    assert len(project.answers().problems) == 1
    project.log("fern", "gender-swap", rows, stated={"decides": "sampled"})
    assert project.answers().problems == ()


def test_equal_rows_again_are_reported(project):
    rows = swapped(project)
    project.log("fern", "gender-swap", [*rows, rows[1], rows[2]])
    answers = project.answers()
    assert told(answers.notes) == [f"{SWAP}: 2 rows stand twice with equal answers; counted once"]
    assert len(answers.tables[0].logs["gender-swap"].log.ids) == 12
    project.log("fern", "gender-swap", [*rows, rows[1]])
    assert told(project.answers().notes) == [f"{SWAP}: 1 row stands twice with equal answers; counted once"]


def test_probabilities_that_are_no_number_are_noted_with_file_and_line(project):
    rows = swapped(project)
    line = gzip.decompress(pack(rows[4:5])).strip().replace(b"0.7", b"NaN")
    project.log("fern", "gender-swap", [*rows[:4], line, *rows[5:]])
    answers = project.answers()
    assert answers.problems == ()
    assert told(answers.notes) == [f"{SWAP}:5: a probability is not a number; counted as no answer"]


def test_one_model_in_three_spellings_is_remarked_on_and_never_merged(project):
    for model in ("acme-chat-1", "Acme-Chat-1", "chat-1"):
        project.flips(model, "as-written", "", 3)
    answers = project.answers()
    assert [t.build for t in answers.tables] == ["acme-chat-1", "chat-1"]
    (problem,) = told(answers.problems)
    assert problem.startswith("answers/Acme-Chat-1: a model's folder is called by its id, and 'Acme-Chat-1' is not")
    assert [n.path for n in answers.notes] == ["answers/Acme-Chat-1", "answers/Acme-Chat-1", "answers/acme-chat-1"]
    assert all("looks like answers/" in n.message for n in answers.notes)


def test_other_names_are_not_remarked_on(project):
    for model in ("fern", "fern-q4", "moss", "fern2"):
        project.flips(model, "as-written", "", 3)
    assert project.answers().notes == ()


def test_an_unknown_decision_is_named_with_those_there_are(project):
    project.log("fern", "as-written", [row("a", "tulip")], decision="daisy-lily", pinned=False)
    assert told(project.answers().problems) == [
        "answers/fern/daisy-lily: no such decision in this study; there are: tulip-rose"
    ]


def test_an_unknown_edit_is_named_with_those_there_are(project):
    project.log("fern", "names", [row("a", "tulip")], pinned=False)
    (problem,) = told(project.answers().problems)
    assert problem.startswith(f"answers/fern/{DECISION}/names.jsonl.gz: no such edit is tested on tulip-rose")
    assert "there are: as-written, age, ask-twice, club, gender-swap, option-order" in problem


def test_hidden_folders_and_unfinished_logs_are_passed_over(project):
    project.write("answers/.trash/x.jsonl.gz", b"nonsense")
    project.write(f"answers/fern/{DECISION}/gender-swap.jsonl.part", b"{")
    answers = project.answers()
    assert (answers.tables, answers.problems) == ((), ())


def test_what_looks_like_a_log_and_is_not_read_is_remarked_on(project):
    project.log("fern", "gender-swap", swapped(project))
    (project.root / SWAP).unlink()
    project.write(f"answers/fern/{DECISION}/age.jsonl", b"{}")
    assert told(project.answers().strays) == [
        f"answers/fern/{DECISION}/age.jsonl: is not read; a log is gzipped, age.jsonl.gz",
        f"{SWAP}.metadata.json: describes a log that is not there",
    ]


def test_an_unreadable_log_is_named(project):
    (project.root / SWAP).mkdir(parents=True)
    (problem,) = project.answers().problems
    assert "cannot be read" in problem.message


def test_every_wrong_log_is_told_in_order_of_its_path(project):
    for edit in ("gender-swap", "age", "club"):
        project.write(SWAP.replace("gender-swap", edit), b"nonsense")
    project.log("Moss", "age", [], pinned=False)
    paths = [p.path for p in project.answers().problems]
    assert len(paths) == 4
    assert paths == sorted(paths)


def test_shuffled_lines_in_two_members_replay_to_the_same_bytes(tmp_path):
    straight, shuffled = (Project(tmp_path / name, 20).save() for name in ("a", "b"))
    for project in (straight, shuffled):
        full(project)
    for path in sorted((shuffled.root / "answers").rglob("*.jsonl.gz")):
        lines = gzip.decompress(path.read_bytes()).splitlines()
        random.Random(7).shuffle(lines)
        shuffled.log("fern", path.name.removesuffix(".jsonl.gz"), lines, members=2)
        assert path.read_bytes() != (straight.root / path.relative_to(shuffled.root)).read_bytes()
    straight.replay()
    shuffled.replay()
    assert straight.outputs() == shuffled.outputs()
    assert len(straight.outputs()) == 10


@pytest.mark.parametrize("change", [b"\xef\xbb\xbf", b"\n\n"])
def test_a_byte_order_mark_or_blank_lines_change_no_byte_of_the_scored_rows(tmp_path, change):
    plain, marked = (Project(tmp_path / name).save() for name in ("a", "b"))
    for project in (plain, marked):
        full(project)
    log = gzip.decompress((marked.root / SWAP).read_bytes())
    marked.log("fern", "gender-swap", [change + log.rstrip()])
    plain.replay()
    marked.replay()
    assert plain.outputs() == marked.outputs()


def test_one_row_of_12_megabytes_among_five_gives_the_same_figures(tmp_path):
    plain, large = (Project(tmp_path / name, 12).save() for name in ("a", "b"))
    for project in (plain, large):
        full(project)
    rows = swapped(large)
    plain.log("fern", "gender-swap", rows)
    large.log("fern", "gender-swap", [*rows[:2], rows[2] | {"note": "x" * 12_000_000}, *rows[3:]])
    plain.replay()
    large.replay()
    (one,), (other,) = plain.scored("gender-swap"), large.scored("gender-swap")
    assert one | {"answers": None} == other | {"answers": None}


def test_a_log_written_for_another_model_is_refused(project):
    project.flips("fern", "as-written", "", 0, stated={"model": "moss"})
    (problem,) = told(project.answers().problems)
    assert "was written for the model 'moss'; move it to that folder" in problem


@pytest.mark.parametrize("make", [lambda p: p.mkdir(), os.mkfifo, lambda p: p.symlink_to("/dev/zero")])
def test_what_is_no_ordinary_file_is_named_and_never_waited_for(project, make):
    full(project)
    project.save()
    log = project.root / "answers/fern/tulip-rose/club.jsonl.gz"
    log.unlink()
    make(log)
    problems = told(project.answers().problems)
    assert len(problems) == 1
    assert problems[0].startswith("answers/fern/tulip-rose/club.jsonl.gz: cannot be read (")
    assert problems[0].endswith("; the log is left out")


def test_rows_of_no_text_are_remarked_on(project):
    rows = [row(f"{i}-swapped", "tulip", 0.7) for i in [*project.ids, "bed-999999"]]
    project.log("fern", "gender-swap", rows, pinned=False)
    notes = told(project.answers().notes)
    assert any("1 row answers no text of this study and is not counted, first 'bed-999999-swapped'" in n for n in notes)
    rows += [row(name * 5000, "tulip", 0.7) for name in ("x", "y")]
    project.log("fern", "gender-swap", rows[-2:], pinned=False)
    notes = told(project.answers().notes)
    assert any("2 rows answer no text of this study and are not counted, first 'xxx" in n for n in notes)
    assert max(map(len, notes)) < 250


@pytest.mark.parametrize("rows", [[], [b""], [b" ", b""]])
def test_a_log_without_a_row_is_remarked_on_and_its_texts_have_no_answer(project, rows):
    full(project)
    project.log("fern", "gender-swap", rows)
    replayed = project.replay()
    assert not replayed.problems
    assert told(replayed.notes) == [
        f"{SWAP}: holds no row, so all its texts count as not answered; ask again, or take it away"
    ]
    (scored,) = project.scored("gender-swap")
    assert (scored["texts"], scored["asked"]) == (0, 12)


@pytest.mark.parametrize("ahead", [0, 1, 500, 2**40])
def test_how_much_is_read_ahead_changes_nothing_that_is_read(project, monkeypatch, ahead):
    for model in ("moss", "fern"):
        full(project, model)
    whole = project.answers()
    monkeypatch.setattr("bd.answers.folder._AHEAD", ahead)
    again = project.answers()
    assert [t.build for t in again.tables] == ["fern", "moss"]
    for one, other in zip(whole.tables, again.tables, strict=True):
        assert {edit: saved.sha256 for edit, saved in one.logs.items()} == {e: s.sha256 for e, s in other.logs.items()}


def test_a_large_log_is_read_beside_no_other(project, monkeypatch):
    for model in ("moss", "fern"):
        full(project, model)
    beside, now = [], []

    def read(path, *more):
        now.append(path)
        beside.append(len(now))
        try:
            return read_log(path, *more)
        finally:
            now.remove(path)

    monkeypatch.setattr("bd.answers.folder.read_log", read)
    monkeypatch.setattr("bd.answers.folder._AHEAD", 1)
    project.answers()
    assert set(beside) == {1}


def test_rows_that_several_logs_have_in_common_are_held_once(project):
    for model in ("moss", "fern"):
        full(project, model)
    fern, moss = project.answers().tables
    for edit in fern.logs:
        assert fern.logs[edit].log.row_ids is moss.logs[edit].log.row_ids
        assert fern.logs[edit].log.lines is moss.logs[edit].log.lines
        assert fern.logs[edit].places is moss.logs[edit].places
    assert fern.logs["age"].log.row_ids is not fern.logs["club"].log.row_ids


def test_a_folder_without_a_card_that_is_called_like_a_model_is_remarked_on(project):
    card = {"format": "bd/model@1", "label": "FERN", "kind": "lexicon", "about": "Made up.", "licence": "MIT"}
    project.files["studies/models/moss.toml"] = card
    project.save()
    for model in ("fern", "moss"):
        project.flips(model, "as-written", "", 3)
    assert told(project.answers().notes) == [
        "answers/fern: is shown by a name that looks like that of answers/moss; give both a card"
    ]


def on(maker):
    return {"machine": {"architecture": "x86_64", "maker": maker}}


def test_logs_of_one_model_from_two_machines_are_told(project):
    project.log("fern", "as-written", [row(i, "tulip") for i in project.ids], stated=on("GenuineIntel"))
    project.flips("fern", "gender-swap", "-swapped", 3, stated=on("AuthenticAMD"))
    (note,) = told(project.answers().notes)
    assert note.startswith(
        f"{SWAP}: comes from x86_64 AuthenticAMD, and answers/fern/tulip-rose/as-written.jsonl.gz from"
    )
    tolerance = {"probability": 0, "machines": [], "why": "Made up."}
    card = {"format": "bd/model@1", "label": "Fern", "kind": "made up", "about": "Made up.", "licence": "MIT"}
    project.files["studies/models/fern.toml"] = card | {"tolerance": tolerance}
    assert project.save().answers().notes == ()  # it answers the same everywhere


def test_logs_from_one_machine_or_from_one_that_is_not_told_are_nothing_to_tell(project):
    project.log("fern", "as-written", [row(i, "tulip") for i in project.ids], stated=on("GenuineIntel"))
    project.flips("fern", "gender-swap", "-swapped", 3)
    assert project.answers().notes == ()
