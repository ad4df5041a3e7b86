import gzip
import random
import tracemalloc

import pytest

from bd.answers.unpack import LogFaultError, pieces, unpack


def test_members_joined_byte_for_byte_are_read_one_after_the_other():
    assert list(unpack(gzip.compress(b"one\n") + gzip.compress(b"two\n"))) == [b"one", b"two", b""]


def test_a_line_may_span_two_members():
    assert list(unpack(gzip.compress(b"on") + gzip.compress(b"e\n"))) == [b"one", b""]


def test_thousands_of_members_are_read():
    rows = [b"%d" % n for n in range(5000)]
    assert list(unpack(b"".join(gzip.compress(row + b"\n", 1) for row in rows))) == [*rows, b""]


def test_zeros_between_and_behind_members_are_padding():
    assert list(unpack(gzip.compress(b"one\n") + bytes(70_000) + gzip.compress(b"two\n") + bytes(9))) == [
        b"one",
        b"two",
        b"",
    ]


def test_a_line_ends_at_a_line_feed_alone():
    text = "a\u2028b\u0085c\vd\fe\rf\n".encode()
    assert list(unpack(gzip.compress(text))) == [text[:-1], b""]


def test_a_byte_order_mark_is_taken_off():
    assert list(unpack(gzip.compress(b"\xef\xbb\xbfone\n"))) == [b"one", b""]


@pytest.mark.parametrize("coding", ["utf-16", "utf-32"])
def test_utf_16_is_refused(coding):
    with pytest.raises(LogFaultError, match="not UTF-8") as fault:
        unpack(gzip.compress("one\n".encode(coding)))
    assert fault.value.line == 1


@pytest.mark.parametrize("data", [b"", b"not gzip at all", b"\x1f\x8b\x08nonsense", bytes(20)])
def test_what_is_no_gzip_is_refused(data):
    with pytest.raises(LogFaultError, match="gzip"):
        unpack(data)


def test_a_file_packed_twice_is_called_so():
    with pytest.raises(LogFaultError, match="packed twice: what it unpacks to is gzip again; unpack it once"):
        unpack(gzip.compress(gzip.compress(b'{"id":"a","answers":{}}\n')))


def test_a_file_cut_off_is_refused_with_the_line_it_reaches():
    rng = random.Random(1)
    text = b"".join(b"%032x\n" % rng.getrandbits(128) for _ in range(3000))
    data = gzip.compress(text)
    with pytest.raises(LogFaultError, match="cut off") as fault:
        unpack(data[: len(data) // 2])
    assert 1400 < fault.value.line < 1600


def test_a_file_cut_off_anywhere_is_refused():
    data = gzip.compress(b"one\n") + gzip.compress(b"two\n")
    first = len(gzip.compress(b"one\n"))
    whole = {first, len(data)}  # a cut between two members leaves a whole file; the sidecar's SHA-256 notices that
    for end in set(range(len(data))) - whole:
        with pytest.raises(LogFaultError):
            unpack(data[:end])


def test_a_damaged_file_is_refused():
    data = bytearray(gzip.compress(b"one\n" * 50))
    data[-6] ^= 1  # in the checksum
    with pytest.raises(LogFaultError, match="damaged"):
        unpack(bytes(data))


@pytest.mark.parametrize("size", [1, 30, 1000, 2**30])
@pytest.mark.parametrize("end", [b"", b"\n", b"\n\n"])
def test_pieces_hold_whole_lines_and_know_their_numbers(monkeypatch, size, end):
    rows = [b"%d" % n * (n % 7) for n in range(300)]
    data = b"".join(
        gzip.compress(part) for part in (b"\xef\xbb\xbf" + b"\n".join(rows[:90]) + b"\n", b"\n".join(rows[90:]), end)
    )
    monkeypatch.setattr("bd.answers.unpack._PIECE", size)
    monkeypatch.setattr("bd.answers.unpack._CHUNK", 64)
    found = {}
    for lines in pieces(data):
        found |= {lines.first + n: line for n, line in enumerate(lines)}
    assert list(found.items()) == list(enumerate(unpack(data), 1))


def test_a_gzip_bomb_is_refused_before_it_fills_the_memory(monkeypatch):
    monkeypatch.setattr("bd.answers.unpack._MOST", 100_000)
    with pytest.raises(LogFaultError, match="unpacks to more than 100,000 bytes"):
        unpack(gzip.compress(b"0" * 100_001))
    assert len(unpack(gzip.compress(b"0" * 100_000))[0]) == 100_000


@pytest.mark.parametrize(("blank", "line"), [(b"\n", 2), (b" \n", 2), (b"[]\n", 2)])
def test_a_file_of_nothing_but_line_ends_is_refused_before_it_fills_the_memory(blank, line):
    data = gzip.compress(b'{"id": "a", "answers": {}}\n' + blank * 3_000_000)
    tracemalloc.start()
    with pytest.raises(LogFaultError, match=r"more than .* lines in .* bytes are too short for answers") as refused:
        unpack(data)
    assert refused.value.line == line
    assert tracemalloc.get_traced_memory()[1] < 40_000_000
    tracemalloc.stop()


@pytest.mark.parametrize("end", [b"", b"\n", b"\n{}\n"])
@pytest.mark.parametrize("byte", [b"x", b" ", b"\0"])
def test_a_line_without_an_end_is_refused_before_it_fills_the_memory(byte, end):
    data = gzip.compress(b'{"id": "a", "answers": {}}\n' + byte * 200_000_000 + end, 1)
    tracemalloc.start()
    with pytest.raises(LogFaultError, match=r"^a line of more than 16,777,216 bytes is no row of answers") as refused:
        unpack(data)
    assert refused.value.line == 2
    assert tracemalloc.get_traced_memory()[1] < 100_000_000
    tracemalloc.stop()


def test_the_length_of_a_line_counts_and_not_how_it_was_unpacked(monkeypatch):
    monkeypatch.setattr("bd.answers.unpack._LONGEST", 1000)
    fits = b"\n".join([b"a" * 1000, b"b" * 1000, b""])
    assert list(unpack(gzip.compress(fits))) == [b"a" * 1000, b"b" * 1000, b""]
    for chunk in (1, 7, 2**15):
        monkeypatch.setattr("bd.answers.unpack._CHUNK", chunk)
        for text in (b"a\n" + b"b" * 1001 + b"\nc\n", b"a\n" + b"b" * 1001):
            with pytest.raises(LogFaultError, match="a line of more than") as refused:
                unpack(gzip.compress(text))
            assert refused.value.line == 2


def test_some_blank_lines_are_none_too_many():
    assert len(unpack(gzip.compress(b"\n" * 50_000))) == 50_001
