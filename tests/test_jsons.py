import json

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bd.jsons import BOM, load, twice_in


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b'{"a":1,"a":1}', "the key 'a' stands twice in one object"),
        (b'{"b":[{"a":1,"c":{},"a":2}]}', "the key 'a' stands twice"),
        (b'{"a":1,"\\u0061":2}', "the key 'a' stands twice"),
        (b'{"a":NaN}', "NaN is no JSON"),
        (b'{"a":', "Expecting value"),
        (b"\xff", "not UTF-8"),
        (b"[" * 100_000, "lists or objects stand too deep"),
    ],
)
def test_what_says_two_things_or_nothing_is_refused_in_words(text, said):
    with pytest.raises(ValueError, match=said):
        load(text)


def test_a_byte_order_mark_is_passed_over():
    assert load(BOM + b'{"a":1}') == {"a": 1}


values = st.recursive(
    st.none() | st.integers(0, 9) | st.text(":ab", max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(":ab", max_size=2), inner, max_size=3),
)


@given(values)
def test_keys_that_stand_once_are_no_fault(value):
    text = orjson.dumps(value)
    assert twice_in(text, orjson.loads(text)) is None
    assert load(text) == value


@given(st.dictionaries(st.text(":ab", max_size=2), values, min_size=1, max_size=3), st.integers(0, 2))
def test_a_key_that_stands_twice_is_found_however_deep(value, depth):
    key = next(iter(value))
    inner = json.dumps(value)[:-1] + f", {json.dumps(key)} : 1}}"
    text = ('[{"x": ' * depth + inner + "}]" * depth).encode()
    assert twice_in(text, orjson.loads(text)) is not None
