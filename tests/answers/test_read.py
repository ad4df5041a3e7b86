import gzip
import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bd.answers.read import CAUSES, parse_log
from bd.answers.unpack import LogFaultError
from tests.projects import DECISION, pack, row


def parse(*rows, **settings):
    asked = {"question": DECISION, "options": ("tulip", "rose"), "positive": "tulip"}
    return parse_log(pack(rows), **asked | settings)


def fault(*rows, **settings):
    with pytest.raises(LogFaultError) as told:
        parse(*rows, **settings)
    return told.value.line, told.value.message


def causes(log):
    return [CAUSES[code] for code in log.causes]


def with_probabilities(probabilities, choice="tulip"):
    return row("a", choice, probabilities=probabilities)


def raw(probabilities, row_id="a"):
    """A row as text, for numbers that JSON does not know."""
    body = f'{{"choice": "tulip", "probabilities": {probabilities}}}'
    return f'{{"id": "{row_id}", "answers": {{"{DECISION}": {body}}}}}'.encode()


def test_rows_become_arrays_in_the_order_of_the_file():
    log = parse(row("a", "tulip", 0.7), row("b", "rose", 0.123456))
    assert log.ids == ("a", "b")
    assert log.choices.tolist() == [0, 1]
    assert log.millionths.tolist() == [700000, 123456]
    assert causes(log) == ["", ""]


def test_every_six_digit_probability_becomes_its_own_millionths():
    wanted = [0, 1, 7, 123457, 499999, 500000, 999999, 1000000]
    log = parse(*(row(f"t{n}", "tulip" if n >= 500000 else "rose", n / 1e6) for n in wanted))
    assert log.millionths.tolist() == wanted


def test_an_answer_needs_no_probabilities():
    log = parse(row("a", "rose"))
    assert (log.choices.tolist(), log.millionths.tolist(), causes(log)) == ([1], [-1], [""])


def test_probabilities_may_leave_out_the_positive_option():
    assert parse(with_probabilities({"rose": 1.0}, "rose")).millionths.tolist() == [-1]


def test_rows_in_several_members_are_all_read():
    assert parse_log(
        pack([row("a", "tulip"), row("b", "rose")], members=2),
        question=DECISION,
        options=("tulip", "rose"),
        positive="tulip",
    ).ids == ("a", "b")


def test_line_separators_inside_a_string_do_not_end_a_row():
    assert parse(row("a", "tulip") | {"note": "yes\u2028because\u0085fine"}, row("b", "rose")).ids == ("a", "b")


def test_a_byte_order_mark_and_windows_line_ends_change_nothing():
    line = json.dumps(row("a", "tulip", 0.7)).encode()
    assert parse(b"\xef\xbb\xbf" + line + b"\r").millionths.tolist() == [700000]


def test_blank_lines_are_skipped_and_counted_as_lines():
    line, _ = fault(row("a", "tulip"), b"", b"  ", b"{")
    assert line == 4
    assert parse(b"", row("a", "tulip"), b"").ids == ("a",)


def test_every_row_knows_its_line_however_the_log_is_packed():
    rows = [b"", row("t01", "rose"), row("t02", "rose"), b"  ", row("t02", "rose"), row("t03", "tulip")]
    for members in (1, 3):
        data = pack(rows, members)
        found = parse_log(data, question=DECISION, options=("tulip", "rose"), positive="tulip")
        assert (found.ids, found.lines.tolist()) == (("t01", "t02", "t03"), [2, 3, 6])
        lines = gzip.decompress(data).split(b"\n")
        assert [json.loads(lines[n - 1])["id"] for n in found.lines] == list(found.ids)


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-16-be", "latin-1"])
def test_other_encodings_are_refused(coding):
    data = gzip.compress(json.dumps(row("ä", "tulip"), ensure_ascii=False).encode(coding))
    with pytest.raises(LogFaultError, match="not UTF-8") as told:
        parse_log(data, question=DECISION, options=("tulip", "rose"), positive="tulip")
    assert told.value.line == 1


@pytest.mark.parametrize("row_id", [7, None, 1.5, ["a"], True])
def test_an_id_that_is_no_string_is_refused(row_id):
    line, message = fault(row("a", "tulip"), row(row_id, "tulip"))
    assert line == 2
    assert '"id" must be a string' in message


@pytest.mark.parametrize("line", [b"{", b"nonsense", b'{"id": "a"}', b"[]", b'"a"', b"{'id': 'a'}", b"[" * 5000])
def test_what_is_no_row_is_refused_with_its_line(line):
    assert fault(row("z", "tulip"), line)[0] == 2


def test_what_is_not_json_is_called_so():
    assert "not JSON" in fault(b'{"id": "a", ')[1]


@pytest.mark.parametrize("more", ['"answers": 1%s', '"answers": {}, "usage": 1%s', '"answers": {}, "usage": -1%s'])
def test_a_number_of_thousands_of_digits_is_refused_in_few_words(more):
    line, message = fault(row("z", "tulip"), b'{"id": "a", %s}' % (more % ("0" * 5000)).encode())
    assert line == 2
    assert message.startswith("holds a number of 5,00")
    assert "sys." not in message


def test_lists_too_deep_for_json_are_called_so():
    assert fault(b"[" * 5000) == (1, "lists or objects stand too deep within each other")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "-1E+999", "null"])
def test_a_probability_that_is_no_number_is_no_answer_and_noted_with_its_line(number):
    log = parse(row("z", "rose", 0.2), raw(f'{{"tulip": {number}, "rose": 0.3}}'))
    assert log.choices.tolist() == [1, -1]
    assert log.millionths.tolist() == [200000, -1]
    assert causes(log) == ["", "probability not a number"]
    assert log.notes == ((2, "a probability is not a number; counted as no answer"),)


def test_many_of_them_are_one_note():
    log = parse(raw('{"tulip": NaN}', "a"), raw('{"tulip": NaN}', "b"), raw('{"tulip": 1e400}', "c"))
    assert log.notes == ((1, "a probability is not a number; counted as no answer, as in 2 rows more"),)


def test_nan_beside_the_answer_does_not_touch_it():
    line = json.dumps(row("a", "tulip", 0.7) | {"latency_ms": float("nan")}).encode()
    assert b"NaN" in line
    assert parse(line).millionths.tolist() == [700000]


def test_an_equal_row_again_is_counted_once_and_reported():
    log = parse(row("a", "tulip", 0.7), row("b", "rose"), row("a", "tulip", 0.7) | {"latency_ms": 3})
    assert log.ids == ("a", "b")
    assert log.repeated == 1


@pytest.mark.parametrize("number", ["NaN", "1e400"])
def test_equal_rows_without_a_number_are_equal(number):
    assert parse(raw(f'{{"tulip": {number}}}'), raw(f'{{"tulip": {number}}}')).repeated == 1


@pytest.mark.parametrize("again", [row("a", "rose", 0.3), row("a", "tulip", 0.71), row("a", None)])
def test_a_different_row_again_is_refused_with_both_lines(again):
    line, message = fault(row("a", "tulip", 0.7), row("b", "rose"), again)
    assert line == 3
    assert "first in line 1" in message


def test_one_row_of_12_megabytes_is_read():
    rows = [row(f"t{n}", "tulip", 0.6) for n in range(5)]
    large = rows[2] | {"note": "x" * 12_000_000}
    assert parse(*rows[:2], large, *rows[3:]).millionths.tolist() == [600000] * 5


@pytest.mark.parametrize("choice", ["daisy", "Tulip", "", 0, True, ["tulip"], {"tulip": 1}])
def test_a_choice_that_is_no_option_is_refused(choice):
    line, message = fault(row("z", "tulip"), row("a", choice))
    assert line == 2
    assert "none of the options (tulip, rose)" in message


def test_a_probability_of_no_option_is_refused():
    line, message = fault(with_probabilities({"tulip": 0.6, "daisy": 0.4}))
    assert line == 1
    assert "'daisy', which is none of the options" in message


@pytest.mark.parametrize("p", [-0.000001, 1.000001, 17, "0.5", True, False, [0.5], 10**400])
def test_a_probability_outside_0_to_1_is_refused(p):
    line, message = fault(with_probabilities({"tulip": p, "rose": 0.5}))
    assert line == 1
    assert "must lie between 0 and 1" in message


@pytest.mark.parametrize("probabilities", [[], {}, [0.5, 0.5], "half", 0.5, True])
def test_probabilities_that_are_no_object_are_refused(probabilities):
    assert '"probabilities" must be an object' in fault(with_probabilities(probabilities))[1]


@pytest.mark.parametrize(("tulip", "rose"), [(0.5, 0.49), (0.51, 0.5), (0.6, 0.411), (0.6, 0.389), (1, 0)])
def test_probabilities_may_miss_1_by_what_two_digits_cost(tulip, rose):
    assert parse(with_probabilities({"tulip": tulip, "rose": rose})).choices.tolist() == [0]


@pytest.mark.parametrize(("tulip", "rose"), [(0.6, 0.4112), (0.6, 0.3888), (0.5, 0.48), (0.6, 0), (1, 1)])
def test_probabilities_further_from_1_are_refused(tulip, rose):
    line, message = fault(with_probabilities({"tulip": tulip, "rose": rose}))
    assert line == 1
    assert "add up to" in message


def test_a_choice_must_be_the_most_probable_option():
    line, message = fault(row("z", "tulip", 0.5), row("a", "tulip", 0.499999))
    assert line == 2
    assert "not the most probable option" in message


def test_a_choice_without_a_probability_of_its_own_is_refused():
    assert "not the most probable option" in fault(with_probabilities({"rose": 1.0}))[1]


@pytest.mark.parametrize("choice", ["tulip", "rose"])
def test_of_equal_options_either_may_be_chosen(choice):
    assert parse(row("a", choice, 0.5)).choices.tolist() == [int(choice == "rose")]


def test_a_sampled_choice_may_be_any_option():
    log = parse(row("a", "tulip", 0.1), sampled=True)
    assert (log.choices.tolist(), log.millionths.tolist()) == ([0], [100000])
    assert "add up to" in fault(with_probabilities({"tulip": 0.1, "rose": 0.1}), sampled=True)[1]


@pytest.mark.parametrize(
    ("answer", "cause"),
    [
        (row("a", None), "no answer"),
        (row("a", None, error="timeout"), "error"),
        (row("a", None) | {"error": "timeout"}, "error"),
        (row("a", None, refusal="I cannot say"), "refusal"),
        (row("a", None) | {"answers": {DECISION: {"type": "refusal", "choice": None}}}, "refusal"),
        (row("a", None) | {"answers": {DECISION: None}}, "no answer"),
        (row("a", None) | {"answers": {}}, "no answer"),
        (row("a", None) | {"answers": {}, "error": "429"}, "error"),
        ({"id": "a", "answers": None, "error": "429"}, "error"),
        ({"id": "a", "error": "429"}, "error"),
    ],
)
def test_what_is_no_answer_is_kept_with_its_cause(answer, cause):
    log = parse(answer, row("b", "rose"))
    assert log.choices.tolist() == [-1, 1]
    assert causes(log) == [cause, ""]


@pytest.mark.parametrize("body", ["tulip", 1, ["tulip"]])
def test_an_answer_that_is_no_object_is_refused(body):
    assert fault({"id": "a", "answers": {DECISION: body}}) == (1, "an answer must be an object")


def test_a_question_of_another_name_is_read_where_the_file_holds_one():
    assert parse(row("a", "tulip", question="Flower"), row("b", "rose", question="Flower")).choices.tolist() == [0, 1]


def test_other_questions_in_a_row_are_ignored():
    both = row("a", "tulip")
    both["answers"]["soil"] = {"choice": "clay"}
    assert parse(both, row("b", "rose")).choices.tolist() == [0, 1]


@pytest.mark.parametrize(
    "rows",
    [
        [row("a", "tulip", question="Flower"), row("b", "rose", question="Soil")],
        [row("a", "tulip"), row("b", "rose", question="Flower")],
        [{"id": "a", "answers": {"Flower": {"choice": "tulip"}, "Soil": {"choice": "clay"}}}],
    ],
)
def test_several_questions_that_are_not_asked_here_are_refused(rows):
    line, message = fault(*rows)
    assert line is None
    assert "answers several questions" in message
    assert "Flower" in message or "Soil" in message


def test_a_log_without_rows_holds_no_answer():
    log = parse()
    assert (log.ids, log.choices.tolist(), log.notes) == ((), [], ())


def test_messages_shorten_what_they_show():
    assert len(fault(row("a", "x" * 1_000_000))[1]) < 200
    assert len(fault(row(["x" * 1_000_000], "tulip"))[1]) < 200


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["tulip", "rose"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["choice", "probabilities", "tulip", "rose", "error", DECISION]), inner)
    ),
    max_leaves=8,
)


def only_faults(data):
    with suppress(LogFaultError):
        log = parse_log(data, question=DECISION, options=("tulip", "rose"), positive="tulip")
        assert len(log.ids) == len(log.choices) == len(log.millionths) == len(log.causes)


@given(st.binary())
def test_any_bytes_are_read_or_refused(data):
    only_faults(data)


@given(st.binary())
def test_any_bytes_inside_gzip_are_read_or_refused(data):
    only_faults(gzip.compress(data, 1))


@given(st.lists(st.fixed_dictionaries({"id": st.just("a") | json_values, "answers": json_values}) | json_values))
def test_any_json_is_read_or_refused(rows):
    only_faults(pack(json.dumps(r).encode() for r in rows))


@given(json_values)
def test_any_answer_is_read_or_refused(body):
    only_faults(pack([json.dumps({"id": "a", "answers": {DECISION: body}}).encode()]))


@given(st.fixed_dictionaries({"choice": st.sampled_from(["tulip", "rose"]), "probabilities": json_values}))
def test_any_probabilities_are_read_or_refused(body):
    only_faults(pack([json.dumps({"id": "a", "answers": {DECISION: body}}).encode()]))


DEEP = b"[" * 990 + b"]" * 990


@pytest.mark.parametrize(
    "line",
    [
        b'{"id":"a","answers":{"%s":{"choice":%s}}}' % (DECISION.encode(), DEEP),
        b'{"id":%s,"answers":{}}' % DEEP,
        raw('{"tulip": "here", "rose": 1}').replace(b'"here"', DEEP),
        b'{"id":"a","answers":{"%s":%s}}' % (DECISION.encode(), DEEP),
    ],
)
def test_values_nested_deep_are_refused_with_the_line(line):
    number, message = fault(row("b", "tulip", 0.5), line)
    assert number == 2
    assert len(message) < 200


def test_rows_nested_too_deep_to_be_compared_are_refused_with_the_line():
    deep = b'{"id":"a","answers":{"%s":{"choice":"tulip","more":%s}}}' % (DECISION.encode(), DEEP)
    number, message = fault(deep, deep)
    assert number == 2
    assert message.startswith("nested too deep to be compared")


@pytest.mark.parametrize(
    ("choice", "p", "line"),
    [
        ("tulip", 0.3, None),
        ("tulip", 0.9, None),
        ("rose", 0.299999, None),
        ("rose", 0.0, None),
        ("tulip", 0.299999, 1),
        ("rose", 0.3, 1),
        ("rose", 0.6, 1),
    ],
)
def test_a_cutoff_decides_for_the_positive_option(choice, p, line):
    said = row("a", choice, p)
    if line is None:
        assert parse(said, cutoff=0.3).choices.tolist() == [int(choice == "rose")]
    else:
        reaches = "reaches" if p >= 0.3 else "does not reach"
        number, message = fault(said, cutoff=0.3)
        assert (number, message.startswith(f"choice {choice!r}, although 'tulip' {reaches} the cutoff of 0.3")) == (
            1,
            True,
        )


@pytest.mark.parametrize(("choice", "line"), [("iris", None), ("rose", 1), ("tulip", 1)])
def test_below_a_cutoff_the_most_probable_of_the_other_options_is_chosen(choice, line):
    said = row("a", choice, probabilities={"tulip": 0.1, "rose": 0.35, "iris": 0.55})
    settings = {"options": ("tulip", "rose", "iris"), "cutoff": 0.5}
    if line is None:
        assert parse(said, **settings).choices.tolist() == [2]
    else:
        assert fault(said, **settings)[0] == line


def test_a_row_of_a_cutoff_without_probabilities_is_read_like_any_other():
    assert parse({"id": "a", "answers": {DECISION: {"choice": "rose"}}}, cutoff=0.3).choices.tolist() == [1]
