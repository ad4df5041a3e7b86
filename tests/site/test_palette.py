"""Colours as they stand on this site's own paper: told apart by everyone, and seen by everyone.

Distances are CIEDE2000 (Sharma, Wu and Dalal 2005), where 1 is about what is just seen side by side. Colour blindness
is simulated after Machado, Oliveira and Fernandes 2009, at full severity, on linear RGB. `tests/report/test_palette.py`
measures the palette by itself, with another distance.
"""

from __future__ import annotations

import itertools
import math
import re

import numpy as np
import pytest

from bd.report.palette import MARKERS, PAIRS
from bd.site.settings import load_settings
from tests.report.test_palette import SIGHT, contrast, linear
from tests.site.sites import REPOSITORY

LEAST_CONTRAST_OF_GRAPHICS = 3.0
LEAST_CONTRAST_OF_WORDS = 4.5
LEAST_DISTANCE = 10.0
"""Of two models' colours to someone of ordinary sight."""

LEAST_DISTANCE_FOR_ALL = 5.0
"""The same to the colour-blind, who also have the shapes."""

WHITE = np.array([0.95047, 1.0, 1.08883])
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)


def papers():
    """Return the paper, ink, quiet and line colours of both schemes, from the style sheets."""
    sheets = sorted((REPOSITORY / "site" / "static").glob("*.css"))
    named = re.findall(r"--(paper|ink|quiet|line): (#[0-9a-f]{6})", "".join(p.read_text("utf-8") for p in sheets))
    found = {name: [color for each, color in named if each == name] for name, _ in named}
    assert {name: len(colors) for name, colors in found.items()} == dict.fromkeys(("paper", "ink", "quiet", "line"), 2)
    return [{name: colors[side] for name, colors in found.items()} for side in (0, 1)]


SCHEMES = dict(zip(("light", "dark"), papers(), strict=True))
SIDES = {"light": 0, "dark": 1}


def lab(color, sight="ordinary"):
    """Return CIELAB of a colour, as it is seen."""
    rgb = np.clip(np.asarray(SIGHT[sight]) @ linear(color), 0, 1)
    t = XYZ @ rgb / WHITE
    x, y, z = np.where(t > 216 / 24389, np.cbrt(t), (24389 / 27 * t + 16) / 116)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one, two):
    l1, a1, b1 = one
    l2, a2, b2 = two
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    c1, c2 = math.hypot(a1 * stretch, b1), math.hypot(a2 * stretch, b2)
    h1 = math.degrees(math.atan2(b1, a1 * stretch)) % 360
    h2 = math.degrees(math.atan2(b2, a2 * stretch)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    if c1 * c2 == 0:
        h = h1 + h2
    else:
        h = (h1 + h2) / 2 if abs(h1 - h2) <= 180 else ((h1 + h2 + 360) / 2 if h1 + h2 < 360 else (h1 + h2 - 360) / 2)
    t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.20 * cos(4 * h - 63)
    s_l = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    s_c, s_h = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    bend = (
        -2
        * math.sqrt(chroma**7 / (chroma**7 + 25**7))
        * math.sin(math.radians(60 * math.exp(-(((h - 275) / 25) ** 2))))
    )
    parts = (l2 - l1) / s_l, (c2 - c1) / s_c, hue / s_h
    return math.sqrt(sum(each**2 for each in parts) + bend * parts[1] * parts[2])


def cos(degrees):
    return math.cos(math.radians(degrees))


@pytest.mark.parametrize(
    ("one", "two", "published"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
    ],
)
def test_the_distance_is_the_published_one(one, two, published):
    assert ciede2000(one, two) == pytest.approx(published, abs=5e-5)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_models_stand_out_from_this_paper(scheme):
    paper = SCHEMES[scheme]["paper"]
    faint = {pair[SIDES[scheme]]: contrast(pair[SIDES[scheme]], paper) for pair in PAIRS}
    assert {color: n for color, n in faint.items() if n < LEAST_CONTRAST_OF_GRAPHICS} == {}


@pytest.mark.parametrize("sight", sorted(SIGHT))
@pytest.mark.parametrize("scheme", SCHEMES)
def test_any_two_models_are_told_apart(scheme, sight):
    """By colour with ordinary sight; with any sight by colour or, where that is close, by a shape of their own."""
    colors = [pair[SIDES[scheme]] for pair in PAIRS]
    least = LEAST_DISTANCE if sight == "ordinary" else LEAST_DISTANCE_FOR_ALL
    looks = [(color, marker, lab(color, sight)) for color, marker in zip(colors, MARKERS, strict=True)]
    close = [
        (a[0], b[0], round(ciede2000(a[2], b[2]), 1))
        for a, b in itertools.combinations(looks, 2)
        if ciede2000(a[2], b[2]) < least
    ]
    assert close == []
    assert len({marker for _, marker, _ in looks}) == len(looks)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_accents_and_greys_are_read_on_this_paper(scheme):
    accents = getattr(load_settings(REPOSITORY), scheme)
    found = SCHEMES[scheme]
    paper = found["paper"]
    words = [(found["ink"], paper), (found["quiet"], paper), (accents.accent, paper), (found["ink"], accents.mark)]
    assert [pair for pair in words if contrast(*pair) < LEAST_CONTRAST_OF_WORDS] == []
    assert contrast(found["line"], paper) >= LEAST_CONTRAST_OF_GRAPHICS


@pytest.mark.parametrize("sight", sorted(SIGHT))
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_accent_is_not_taken_for_ink_or_for_the_mark(scheme, sight):
    accents = getattr(load_settings(REPOSITORY), scheme)
    ink, paper = (lab(SCHEMES[scheme][name], sight) for name in ("ink", "paper"))
    assert ciede2000(lab(accents.accent, sight), ink) > LEAST_DISTANCE_FOR_ALL
    assert ciede2000(lab(accents.mark, sight), paper) > LEAST_DISTANCE_FOR_ALL
