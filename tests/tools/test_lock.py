from __future__ import annotations

import json
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools"


def test_the_lock_pins_every_package_by_hash_and_carries_no_address():
    text = (TOOLS / "package-lock.json").read_text("utf-8")
    packages = {name: each for name, each in json.loads(text)["packages"].items() if name}
    assert "://" not in text
    assert packages
    assert [name for name, each in packages.items() if not each.get("integrity", "").startswith("sha512-")] == []


def test_what_is_asked_for_is_pinned_and_locked():
    asked = json.loads((TOOLS / "package.json").read_text("utf-8"))["devDependencies"]
    packages = json.loads((TOOLS / "package-lock.json").read_text("utf-8"))["packages"]
    assert {name: packages[f"node_modules/{name}"]["version"] for name in asked} == asked
