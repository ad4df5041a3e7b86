from __future__ import annotations

import io

import pytest
from PIL import Image

from tools.screenshots import COLOURS, name_of, packed


@pytest.mark.parametrize(
    ("kind", "name"),
    [("home", "home-390-dark.png"), ("404.html", "404-390-dark.png"), ("cell/all/*", "cell-all-390-dark.png")],
)
def test_a_name_follows_from_the_kind(kind, name):
    assert name_of(kind, 390, "dark") == name


def test_a_picture_is_packed_to_few_colours_and_always_the_same_bytes():
    image = Image.effect_noise((80, 80), 60).convert("RGB")
    out = io.BytesIO()
    image.save(out, "PNG")
    first = packed(out.getvalue())
    assert first == packed(out.getvalue())
    assert len(Image.open(io.BytesIO(first)).getcolors()) <= COLOURS
    assert len(first) < len(out.getvalue())
