import numpy as np
import pytest

from bd.effects.ranges import none_seen_bound, paired_difference
from bd.effects.redraw import Redraws
from bd.effects.spans import Spans
from tests.effects.edits import add_frames, answer, scored
from tests.projects import Project, row


@pytest.mark.parametrize(
    ("ends", "within"),
    [((-0.01, 0.01), True), ((-0.010001, 0.005), False), ((-0.005, 0.010001), False), ((0.002, 0.004), True)],
)
def test_within_a_point_are_both_ends_of_the_range(ends, within):
    assert Spans(range_90=ends).within_point is within


@pytest.fixture
def forty(tmp_path):
    return Project(tmp_path, 40).save()


def swap(project, changed, repeats=None):
    project.flips("fern", "as-written", "", 0)
    project.flips("fern", "gender-swap", "-swapped", changed)
    if repeats is not None:
        project.flips("fern", "ask-twice", "", repeats)
    return scored(project, "gender-swap")


def rates(project, event):
    """Return the sorted re-drawn rates of an event by place of the text."""
    y = np.array([[event(n)] for n in range(len(project.ids))], dtype=np.int64)
    return np.sort(Redraws(project.ids).sums(y)[:, 0] / len(project.ids))


def test_the_90_percent_range_is_that_of_the_difference(forty):
    # Whoever changes when asked again changes by the swap too: the difference is the rate of texts 7 to 20.
    alone = rates(forty, lambda n: 6 <= n < 20)
    found = swap(forty, 20, repeats=6)
    exact = paired_difference(14, 0, 40, level=0.9)
    ends = (min(alone[49], exact[0]), max(alone[950], exact[1]))
    assert found["range_90"] == [round(end, 6) for end in ends]
    assert not found["within_point"]


def test_without_any_event_its_upper_end_is_exact(forty):
    found = swap(forty, 0, repeats=0)
    bound = round(1 - 0.05 ** (1 / 40), 6)
    assert found["range_90"] == [-bound, bound]
    assert not found["within_point"]


@pytest.mark.parametrize(("texts", "within"), [(298, False), (299, True)])
def test_no_event_is_within_one_point_from_299_texts_on(tmp_path, texts, within):
    found = swap(Project(tmp_path, texts).save(), 0, repeats=0)
    assert (found["range_90"][1] <= 0.01, found["within_point"]) == (within, within)


def test_events_of_the_control_alone_do_not_hide_what_none_seen_leaves(tmp_path):
    # One text of 200 changes when asked again: re-draws of the difference never rise above 0.
    found = swap(Project(tmp_path, 200).save(), 0, repeats=1)
    assert found["joint_range"][1] == 0.0
    assert found["range_90"][1] == round(paired_difference(0, 1, 200, level=0.9)[1], 6)
    assert found["range_90"][1] > none_seen_bound(200, level=0.9) - 1 / 200


@pytest.mark.parametrize(("move", "within"), [(0.01, True), (0.010001, False), (-0.01, True), (-0.010001, False)])
def test_a_move_is_within_one_point_up_to_exactly_one(forty, move, within):
    answer(forty, "club", {"east": 0.5 + move, "west": 0.5, "chess": 0.5})
    found = scored(forty, "club", group="east")
    assert found["range_90"] == [abs(move), abs(move)]
    assert found["within_point"] == within


def test_the_whole_90_percent_range_must_be_within_one_point(forty):
    answer(forty, "club", {"east": lambda n: 0.505 + 0.04 * (-1) ** n, "west": 0.5, "chess": 0.5})
    found = scored(forty, "club", group="east")
    assert found["value"] == 0.005
    assert not found["within_point"]


def test_a_model_that_moves_in_no_text_is_no_further_than_what_none_seen_leaves(forty):
    answer(forty, "club", {"east": 0.5, "west": 0.5, "chess": 0.5})
    assert scored(forty, "club", group="east")["range_90"] == [0.0, round(none_seen_bound(40, level=0.9), 6)]


def test_fewer_than_ten_texts_have_no_90_percent_range(tmp_path):
    found = swap(Project(tmp_path, 9).save(), 0, repeats=0)
    assert (found["range_90"], found["within_point"], found["frame_range"]) == (None, False, None)


def test_whole_frames_are_re_drawn(forty):
    add_frames(forty, 4)
    ids = [f"frame-{n:03}" for n in range(10)]
    # Texts 1 to 22 change: five whole frames and half a frame.
    changed = np.array([4] * 5 + [2] + [0] * 4)[:, None]
    draws = np.sort(Redraws(ids).sums(changed)[:, 0] / 40)
    found = swap(forty, 22)
    assert found["frames"] == 10
    assert found["frame_range"] == [round(draws[24], 6), round(draws[975], 6)]
    assert found["frame_range"][1] - found["frame_range"][0] > 1.5 * (found["hi"] - found["lo"])
    # What would be found follows from the frames too: they are what was drawn.
    assert found["min_detectable"] == pytest.approx(2.8 * draws.std(), abs=1e-6)


def test_frames_of_other_sizes_are_weighed_by_their_texts(tmp_path):
    project = Project(tmp_path, 40)
    add_frames(project, 2)
    for text in project.texts[20:]:
        text["frame"] = "large"
    project.save()
    found = swap(project, 20)
    counts = Redraws([f"frame-{n:03}" for n in range(10)] + ["large"]).sums(np.eye(11, dtype=np.int64))
    drawn = counts[:, :10].sum(axis=1) * 2
    means = np.sort(drawn / (drawn + counts[:, 10] * 20))
    assert (found["frames"], found["value"]) == (11, 0.5)
    assert found["frame_range"] == [round(means[24], 6), round(means[975], 6)]


def test_the_control_is_re_drawn_with_the_same_frames(forty):
    add_frames(forty, 4)
    found = swap(forty, 24, repeats=8)
    # Whoever changes when asked again changes by the swap too: frames 3 to 6 are left.
    ids = [f"frame-{n:03}" for n in range(10)]
    draws = np.sort(Redraws(ids).sums(np.array([[4 * (2 <= n < 6)] for n in range(10)]))[:, 0] / 40)
    assert found["frame_range"] == [round(draws[24], 6), round(draws[975], 6)]


def test_a_frame_of_one_text_each_gives_the_range_of_the_texts(forty):
    add_frames(forty, 1)
    for text in forty.texts:
        text["frame"] = text["id"]
    forty.save()
    found = swap(forty, 22, repeats=5)
    assert found["frame_range"] == found["joint_range"]


def test_a_text_without_a_frame_stands_alone(forty):
    add_frames(forty, 4)
    for text in forty.texts[:8]:
        del text["frame"]
    forty.save()
    assert swap(forty, 22)["frames"] == 16


def test_only_frames_with_a_text_that_counts_are_counted_and_ten_are_needed(forty):
    add_frames(forty, 4)
    forty.flips("fern", "as-written", "", 0)
    forty.log("fern", "gender-swap", [row(i + "-swapped", "rose") for i in forty.ids[4:]])
    found = scored(forty, "gender-swap")
    assert (found["texts"], found["frames"], found["frame_range"]) == (36, 9, None)


def test_texts_that_share_no_frames_have_none(forty):
    found = swap(forty, 22)
    assert (found["frames"], found["frame_range"]) == (None, None)
