import itertools

import numpy as np
import pytest

from bd.report.palette import MARKERS, PAIRS, looks

LIGHT_PAGE, DARK_PAGE = "#ffffff", "#14161a"
# Machado, Oliveira and Fernandes 2009, full severity, on linear RGB.
SIGHT = {
    "ordinary": np.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
LMS = [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
       [0.0883024619, 0.2817188376, 0.6299787005]]  # fmt: skip
LAB = [[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
       [0.0259040371, 0.7827717662, -0.8086757660]]  # fmt: skip


def linear(color):
    c = np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def luminance(color):
    return float(linear(color) @ [0.2126, 0.7152, 0.0722])


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def seen(color, sight):
    rgb = np.clip(np.asarray(SIGHT[sight]) @ linear(color), 0, 1)
    return np.asarray(LAB) @ np.cbrt(np.asarray(LMS) @ rgb)


@pytest.mark.parametrize(("side", "page"), [(0, LIGHT_PAGE), (1, DARK_PAGE)])
def test_every_colour_stands_out_from_its_page(side, page):
    assert min(contrast(pair[side], page) for pair in PAIRS) >= 3


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("sight", sorted(SIGHT))
def test_any_two_colours_differ_for_everyone(side, sight):
    colors = [seen(pair[side], sight) for pair in PAIRS]
    assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(colors, 2)) > 0.1


def test_a_model_takes_the_place_its_order_names():
    found = looks([(3, "cedar"), (1, "alder")])
    assert (found["alder"].color, found["cedar"].color) == (PAIRS[0][0], PAIRS[2][0])


def test_a_model_that_leaves_does_not_recolour_the_others():
    orders = [(1, "alder"), (2, "birch"), (3, "cedar")]
    assert looks(orders)["cedar"] == looks(orders[::2])["cedar"]


def test_no_two_models_look_alike_even_with_more_models_than_colours():
    found = looks([(50, f"model-{n}") for n in range(40)])
    assert len(set(found.values())) == 40
    assert len(set(MARKERS)) == len(PAIRS)
