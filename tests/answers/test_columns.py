"""Reading all rows at once gives what reading them one by one gives, or leaves it to that."""

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bd.answers.alike import Alike
from bd.answers.columns import read_columns
from bd.answers.read import parse_log
from bd.answers.rows import CAUSES, RowReader
from bd.answers.unpack import LogFaultError

OPTIONS = ("tulip", "rose")


def row(row_id, choice="tulip", p=0.75, **more):
    body = {"choice": choice, "probabilities": {"tulip": p, "rose": round(1 - p, 6)}} | more
    return {"id": row_id, "answers": {"bed": body}}


def text(*rows):
    return b"".join((r if isinstance(r, bytes) else json.dumps(r).encode()) + b"\n" for r in rows)


def columns(*rows, sampled=False, cutoff=None):
    reader = RowReader("bed", OPTIONS, "tulip", sampled, cutoff)
    return read_columns(gzip.compress(text(*rows)), "bed", OPTIONS, "tulip", reader, Alike())


def parse(data, **decides):
    try:
        return parse_log(gzip.compress(data), question="bed", options=OPTIONS, positive="tulip", **decides)
    except LogFaultError as fault:
        return (fault.line, fault.message)


def one_by_one(monkeypatch, data, **decides):
    with monkeypatch.context() as patched:
        patched.setattr("bd.answers.read.read_columns", lambda *_: None)
        return parse(data, **decides)


def told(found):
    if isinstance(found, tuple):
        return found
    return (
        found.ids,
        found.choices.tolist(),
        found.millionths.tolist(),
        found.causes.tolist(),
        found.sha256,
        found.repeated,
        found.notes,
        found.lines.tolist(),
        None if found.asked is None else found.asked.to_pylist(),
        dict(found.stated),
    )


def test_usual_rows_are_read_at_once():
    found = columns(row("a"), b"", row("b", "rose", 0.25))
    assert found.rows.ids.to_pylist() == ["a", "b"]
    assert found.choices.tolist() == [0, 1]
    assert found.millionths.tolist() == [750_000, 250_000]
    assert found.causes.tolist() == [0, 0]
    assert found.rows.lines.tolist() == [1, 3]


@pytest.mark.parametrize(
    ("unusual", "choice", "cause"),
    [
        ({"id": "b", "answers": {"bed": {"choice": None, "type": "refusal"}}}, -1, "refusal"),
        ({"id": "b", "answers": None, "error": "out of memory"}, -1, "error"),
        ({"id": "b", "answers": {"bed": {"choice": "rose"}}}, 1, ""),
        (
            b'{"id":"b","answers":{"bed":{"choice":"tulip","probabilities":{"tulip":NaN,"rose":0.5}}}}',
            -1,
            "probability not a number",
        ),
    ],
)
def test_a_row_without_an_answer_or_probability_is_read_by_itself(unusual, choice, cause):
    found = columns(row("a"), unusual)
    assert found.choices.tolist() == [0, choice]
    assert found.millionths.tolist() == [750_000, -1]
    assert [CAUSES[code] for code in found.causes] == ["", cause]


@pytest.mark.parametrize(
    "lines",
    [
        (row("a"), row("b", "rose", 0.75)),
        (row("a"), row("b", "daisy")),
        (
            row("a"),
            {"id": "b", "answers": {"bed": {"choice": "tulip", "probabilities": {"tulip": 0.5, "rose": 0.4}}}},
        ),
        (
            row("a"),
            {"id": "b", "answers": {"bed": {"choice": "tulip", "probabilities": {"tulip": 1.5, "rose": -0.5}}}},
        ),
        (row("a"), row("a")),
        (row("a"), {"id": "b", "answers": {"bed": row("b")["answers"]["bed"], "pond": {}}}),
        (row("a"), {"id": "b", "answers": {"pond": row("b")["answers"]["bed"]}}),
        (row("a"), {"id": "b", "answers": {"bed": {"choice": "tulip", "probabilities": {"tulip": 1, "lily": 0}}}}),
        (json.dumps(row("a")).encode() + json.dumps(row("b")).encode(), b""),
        (row("a"), b"  " + json.dumps(row("b")).encode()),
        (row("a"), b'{"id":"b",', b'"answers":{}}'),
        (row("a"), b'{"id":"b\xff","answers":{}}'),
        (row("a"), {"id": 7, "answers": {}}),
        (row("a"), b'{"id":"b","id":"c","answers":{}}'),
        (row("a"), {**row("b"), "latency_ms": 1.5}, {**row("c"), "latency_ms": "slow"}),
        (row("a"), {**row("b"), "note": "long " * 1000}),
        (row("a"), b'{"id":"b","answers":{},"deep":' + b"[" * 2500 + b"]" * 2500 + b"}"),
        (
            row("a"),
            b'{"id":"b","answers":{"bed":{"choice":"rose","choice":"tulip","probabilities":{"tulip":1,"rose":0}}}}',
        ),
        (row("a"), b'{"id":"b","answers":{"bed":{"choice":"tulip"}},"more":[{"x":1,"x":1}]}'),
        (row("a"), b'{"id":"b","answers":{"bed":{"choice":"tulip"}},"more":null,"m\\u006fre":null}'),
        (row("a", error="timed out"), row("b")),
        (row("a"), row("b") | {"refusal": "No."}),
        (row("a"), row("b", type="refusal")),
        (row("a") | {"model": "fern"}, row("b") | {"model": "moss"}),
        (row("a") | {"temperature": 0}, row("b"), row("c") | {"temperature": 0.7}),
        (row("a") | {"params": {"temperature": 0}}, row("b") | {"params": {"temperature": 1}}),
        (row("a") | {"model": {"name": "fern"}}, row("b")),
        (row("a") | {"asked_sha256": 1}, row("b")),
        (b"[]",),
        (b"",),
    ],
)
def test_what_columns_could_hide_is_left_to_single_rows(lines):
    assert columns(*lines) is None


rows = st.builds(
    lambda number, choice, p, more, extra: {**row(f"t{number}", choice, p, **more), **extra},
    st.integers(0, 12),
    st.sampled_from(["tulip", "tulip", "rose", None, "daisy"]),
    st.floats(0, 1) | st.sampled_from([0.5, 1.0, 0, -0.1, 1e400]),
    st.sampled_from(
        [
            *({}, {}, {}, {"type": "choice"}, {"type": "refusal"}, {"probabilities": None}, {"error": "x"}),
            *({"error": None}, {"error": ""}, {"error": False}, {"refusal": None}, {"refusal": "no"}, {"error": {}}),
        ]
    ),
    st.sampled_from(
        [
            *({}, {}, {}, {"model": "m"}, {"latency_ms": None}, {"latency_ms": 2.5}, {"answers": None}),
            *({"model": None}, {"model": "other"}, {"temperature": 0}, {"temperature": 0.0}, {"temperature": 0.7}),
            *({"params": {"temperature": 0}}, {"params": {"top_p": 1}}, {"settings": "x"}, {"model": "2026-01-31"}),
            *({"asked_sha256": None}, {"asked_sha256": "AB"}, {"asked_sha256": "ab"}, {"asked_sha256": 7}),
            *({"error": "x"}, {"error": None}, {"refusal": "no"}, {"refusal": False}, {"note": [{"a": 1}]}),
        ]
    ),
)


def twice(found, which, key):
    """Return rows as text, in one of which a key stands twice, if it has that key."""
    lines = [json.dumps(each) for each in found]
    if lines:
        n = which % len(lines)
        lines[n] = lines[n].replace(f'"{key}":', f'"{key}": null, "{key}":', 1)
    return text(*(line.encode() for line in lines))


@given(st.lists(rows, max_size=6), st.integers(0, 5), st.sampled_from(["id", "bed", "choice", "rose", "a", "model"]))
def test_both_ways_refuse_a_key_that_stands_twice(found, which, key):
    data = twice(found, which, key)
    with pytest.MonkeyPatch.context() as patched:
        expected = one_by_one(patched, data)
    assert told(parse(data)) == told(expected)
    if f'"{key}": null, "{key}":'.encode() in data:
        assert isinstance(expected, tuple)


DECIDES = [{}, {"sampled": True}, *({"cutoff": each} for each in (0.0, 0.3, 0.5, 1.0))]


@given(st.lists(rows, max_size=8), st.sampled_from(DECIDES), st.sampled_from([b"", b"\n", b" \n", b"\xef\xbb\xbf"]))
def test_both_ways_say_the_same(found, decides, before):
    data = before + text(*found)
    with pytest.MonkeyPatch.context() as patched:
        expected = one_by_one(patched, data, **decides)
    assert told(parse(data, **decides)) == told(expected)


@pytest.mark.parametrize("decides", DECIDES[:-1])
@pytest.mark.parametrize(
    "given", [{"tulip": 1, "rose": -0.011}, {"tulip": 1, "rose": -1e-9}, {"tulip": 1.011, "rose": 0}]
)
def test_what_a_sum_may_miss_1_by_no_probability_may_miss_0_or_1_by(monkeypatch, given, decides):
    lines = text(row("a"), {"id": "b", "answers": {"bed": {"choice": "tulip", "probabilities": given}}})
    for line, message in (parse(lines, **decides), one_by_one(monkeypatch, lines, **decides)):
        assert (line, message.endswith("it must lie between 0 and 1")) == (2, True)


@pytest.mark.parametrize(("cutoff", "choices"), [(0.3, [0, 1, 1]), (0.31, [1, 1, 1]), (0.0, [0, 0, 0])])
def test_choices_by_a_cutoff_are_read_as_columns(cutoff, choices):
    rows = [
        row(f"a{n}", OPTIONS[choice], p) for n, (choice, p) in enumerate(zip(choices, (0.3, 0.2, 0.1), strict=True))
    ]
    found = columns(*rows, cutoff=cutoff)
    assert found is not None
    assert found.choices.tolist() == choices


def test_beside_the_positive_option_the_most_probable_of_the_others_is_chosen():
    def said(choice, *p):
        names = ("tulip", "rose", "daisy")
        body = {"choice": choice, "probabilities": dict(zip(names, p, strict=True))}
        return text({"id": "a", "answers": {"bed": body}})

    def read(data):
        asked = {"question": "bed", "options": ("tulip", "rose", "daisy"), "positive": "tulip", "cutoff": 0.5}
        return parse_log(gzip.compress(data), **asked).choices.tolist()

    assert read(said("daisy", 0.4, 0.25, 0.35)) == [2]
    assert read(said("tulip", 0.5, 0.25, 0.25)) == [0]
    for data in (said("rose", 0.4, 0.25, 0.35), said("tulip", 0.4, 0.25, 0.35)):
        with pytest.raises(LogFaultError, match=r"cutoff of 0\.5"):
            read(data)


def test_rows_that_all_name_something_else_are_read_one_by_one():
    rows = [row(f"a{n}") | {f"strange {n}": n} for n in range(5_000)]
    assert columns(*rows) is None
    deep = [row(f"a{n}") | {"more": {f"strange {n}": n}} for n in range(2_000)]
    assert columns(*deep) is None
    within = [{"id": f"a{n}", "answers": row("a")["answers"], "list": [{f"strange {n}": n}]} for n in range(2_000)]
    assert columns(*within) is None
    assert told(parse(text(*rows)))[0] == tuple(f"a{n}" for n in range(5_000))


def test_pieces_are_one_log(monkeypatch):
    rows = [row(f"a{n}", *(("rose", 0.25) if n % 3 else ())) for n in range(500)]
    lines = text(*rows[:200], b"", b"", *rows[200:], b'{"id":"z","answers":{"bed":{"choice":null}}}')
    whole = told(parse(lines))
    monkeypatch.setattr("bd.answers.unpack._PIECE", 1000)
    monkeypatch.setattr("bd.answers.unpack._CHUNK", 50)
    assert told(parse(lines)) == whole
    assert whole[0] == (*(r["id"] for r in rows), "z")
    assert whole[7][200] == 203
    assert told(one_by_one(monkeypatch, lines)) == whole
    doubled = text(*rows, rows[3])
    assert told(parse(doubled)) == told(one_by_one(monkeypatch, doubled))
    later = text(*rows, {"id": "z", "answers": {"bed": {"choice": "tulip", "probabilities": {"daisy": 1.0}}}})
    assert parse(later) == one_by_one(monkeypatch, later)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (row("b", error="timed out"), "has the choice 'tulip' and an error"),
        (row("b") | {"error": "timed out"}, "has the choice 'tulip' and an error"),
        (row("b", refusal="No."), "has the choice 'tulip' and a refusal"),
        (row("b") | {"refusal": True}, "has the choice 'tulip' and a refusal"),
        (b'{"id":"b","id":"c","answers":{}}', "the key 'id' stands twice in one object"),
        (b'{"id":"b","answers":{"bed":{"choice":"rose","choice":"tulip"}}}', "the key 'choice' stands twice"),
        (b'{"id":"b : c","answers":{},"x":[{"y":{"z":1,"z":2}}]}', "the key 'z' stands twice"),
        (b'{"id":"b","answers":{"bed":{"choice":null}},"p":NaN,"p":1}', "the key 'p' stands twice"),
        (row("b") | {"model": "moss"}, "\"model\" is 'moss', and 'fern' in rows before"),
        (row("b") | {"model": "fern", "temperature": 0.7}, '"temperature" is 0.7, and 0 in rows before'),
    ],
)
def test_a_row_that_says_two_things_is_refused_with_its_line(line, said):
    number, message = parse(text(row("a") | {"model": "fern", "temperature": 0}, line))
    assert number == 2
    assert message.startswith(said)


def test_an_error_or_refusal_without_an_answer_is_counted():
    found = parse(text(*({"id": name, "answers": None} | more for name, more in _NO_ANSWERS.items())))
    assert [CAUSES[code] for code in found.causes] == ["error", "refusal"]


_NO_ANSWERS = {"a": {"error": "timed out"}, "b": {"refusal": "No."}}


def test_nesting_of_any_depth_is_a_fault_of_its_line_or_nothing():
    for depth in (100, 300, 900, 1100, 5000, 200_000):
        for more in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth):
            line = b'{"id":"b","answers":{"bed":{"choice":"tulip"}},"more":' + more.encode() + b"}"
            found = parse(text(row("a"), line))
            assert told(found)[0] in (("a", "b"), 2)
