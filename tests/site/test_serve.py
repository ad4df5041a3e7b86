from __future__ import annotations

import gzip
import socket
import threading
from queue import Queue
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from bd.errors import BdError, UsageError
from bd.site import serve


def start(dist, under="/", **more):
    ready: Queue[str] = Queue()
    threading.Thread(target=serve, args=(dist, 0, ready.put), kwargs={"under": under, **more}, daemon=True).start()
    return ready.get(timeout=10)


@pytest.mark.parametrize("under", ["/", "/bias/"])
def test_pages_are_served_under_a_path(dist, under):
    address = start(dist, under)
    assert address.startswith("http://127.0.0.1:")
    with urlopen(f"{address}sort/") as answer:
        assert b"<h1>" in answer.read()
    with urlopen(f"{address}sort") as answer:
        assert answer.url == f"{address}sort/"
    with urlopen(f"{address}data/leaderboard.json") as answer:
        assert answer.headers["Content-Type"] == "application/json"


@pytest.mark.parametrize("path", ["nothing/", "static/", "../../etc/passwd", "%2e%2e/site.toml", "%00"])
def test_anything_else_is_the_page_for_missing_addresses(dist, path):
    with pytest.raises(HTTPError) as caught:
        urlopen(start(dist) + path)
    assert caught.value.code == 404
    assert b"There is no page here" in caught.value.read()


def test_outside_its_path_there_is_nothing(dist):
    address = start(dist, "/bias/")
    with pytest.raises(HTTPError) as caught:
        urlopen(address.removesuffix("bias/"))
    assert caught.value.code == 404
    caught.value.close()


def test_without_a_site_or_a_port_one_line_says_so(tmp_path, dist):
    with pytest.raises(BdError, match="run `bd site` first"):
        serve(tmp_path)
    with pytest.raises(BdError, match=r"^port 99999 cannot be used \(no port has that number\); choose another"):
        serve(dist, 99_999)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BdError) as caught:
            serve(dist, port)
    assert (
        str(caught.value)
        == f"port {port} is in use by another program; choose another with --port, or 0 for a free one"
    )
    with pytest.raises(UsageError, match="slash at both ends"):
        serve(dist, 0, under="bias")


@pytest.mark.parametrize("path", ["sort/", "data/leaderboard.json", "static/style.css"])
def test_words_are_sent_compressed_to_those_who_take_them_so(dist, path):
    address = start(dist) + path
    with urlopen(address) as answer:
        plain = answer.read()
        assert "Content-Encoding" not in answer.headers
    with urlopen(Request(address, headers={"Accept-Encoding": "gzip, br"})) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert answer.headers["Content-Type"] != ""
        packed = answer.read()
    assert len(packed) < len(plain)
    assert gzip.decompress(packed) == plain


def test_a_folder_without_its_slash_is_sent_on_also_when_compressed(dist):
    with urlopen(Request(f"{start(dist)}sort", headers={"Accept-Encoding": "gzip"})) as answer:
        assert answer.url.endswith("sort/")
