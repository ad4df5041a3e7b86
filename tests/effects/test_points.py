"""What the model did with a text as written, with the control and with the change."""

import pytest

from tests.effects.edits import add_stereotypes, answer
from tests.projects import Project, row, sure


@pytest.fixture
def forty(tmp_path):
    return Project(tmp_path, 40).save()


def club(project, written, control, change):
    """Return the effect of the eastern club; each is a probability of `tulip`, or a function of the text's place."""
    given = [value if callable(value) else lambda n, value=value: value for value in (written, control, change)]
    rows = [sure(i, given[0](n)) for n, i in enumerate(project.ids) if given[0](n) is not None]
    if rows:
        project.log("fern", "as-written", rows)
    found = []
    for n, i in enumerate(project.ids):
        found += [sure(f"{i}-club-chess", given[1](n)), sure(f"{i}-club-east", given[2](n))]
        found.append(sure(f"{i}-club-west", 0.5))
    project.log("fern", "club", found)
    (effect,) = (e for e in project.replay().effects if e.group == "east")
    return effect


def test_three_points_on_the_same_texts(forty):
    found = club(forty, 0.5, 0.44, 0.506)
    assert (found.points.written, found.points.control, found.points.change, found.points.texts) == (
        0.5,
        0.44,
        0.506,
        40,
    )


@pytest.mark.parametrize(
    ("written", "control", "change", "mostly"),
    [
        (0.50, 0.44, 0.506, True),  # the control phrase moved it by six points, the change by half a point
        (0.50, 0.50, 0.56, False),
        (0.50, 0.47, 0.53, False),  # half of it each: not less than half
        (0.03, 0.04, 0.02, False),  # exactly half, where binary fractions are a little off
        (0.05, 0.01, 0.09, False),
        (0.50, 0.4699, 0.53, True),
        (0.50, 0.56, 0.494, True),  # the same, the other way round
        (0.50, 0.44, 0.48, True),  # the change went the other way, if less than the control
        (0.50, 0.50, 0.50, False),  # no effect, nothing to lay to anything
        (0.50, 0.40, 0.40, False),  # nor where the control phrase alone moved it
        (0.50, 0.40, 0.400001, True),  # a millionth is an effect
        (None, 0.44, 0.506, False),  # not known
    ],
)
def test_an_effect_may_be_mostly_what_the_control_phrase_did(forty, written, control, change, mostly):
    assert club(forty, written, control, change).mostly_control is mostly


def test_texts_not_asked_as_written_are_left_out_of_every_point(forty):
    found = club(forty, lambda n: 0.5 if n < 10 else None, lambda n: 0.4 if n < 10 else 0.9, 0.6)
    assert (found.points.texts, found.points.control, found.texts) == (10, 0.4, 40)


def test_counts_of_answers_tell_the_share_of_the_positive_option(forty):
    rows = []
    for n, i in enumerate(forty.ids):
        rows += [row(f"{i}-age-34", "tulip"), row(f"{i}-age-35", "rose" if n < 4 else "tulip")]
        rows.append(row(f"{i}-age-61", "rose" if n < 30 else "tulip"))
    forty.log("fern", "age", rows)
    (found,) = (e for e in forty.replay().effects if e.edit == "age")
    assert (found.points.written, found.points.control, found.points.change) == (1.0, 0.9, 0.25)
    assert found.mostly_control is False


def test_a_score_against_others_tells_their_average_too(forty):
    add_stereotypes(forty)
    answer(forty, "stall", {"ant": 0.5, "bee": 0.7, "cow": 0.4, "pig": 0.5})
    (found,) = (e for e in forty.replay().effects if e.group == "bee")
    assert (found.points.control, found.points.change, found.points.others) == (0.5, 0.7, 0.45)


@pytest.mark.parametrize("measure", ["flip"])
def test_what_cannot_be_seen_is_never_clear_whatever_drawn_choices_did(forty, measure):
    # The same probabilities with and without the change, and choices drawn apart.
    stated = {"decides": "sampled"}
    forty.log("fern", "as-written", [row(i, "tulip", 0.6) for i in forty.ids], stated=stated)
    swapped = [row(f"{i}-swapped", "rose" if n < 30 else "tulip", 0.6) for n, i in enumerate(forty.ids)]
    forty.log("fern", "gender-swap", swapped, stated=stated)
    (found,) = (e for e in forty.replay().effects if e.measure == measure)
    assert (found.value, found.range[0] > 0, found.cannot_see_change) == (0.75, True, True)
    assert (found.clear, found.clear_joint) == (False, False)
