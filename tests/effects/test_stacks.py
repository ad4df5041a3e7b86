import numpy as np

from bd.effects.cells import cells_of
from bd.effects.stacks import Stacks
from bd.study.load import load_study
from tests.projects import Project, decision, full


def ready(project: Project):
    study = load_study(project.root)
    stacks = Stacks(study)
    return {
        (r.cell.table.build, r.cell.table.decision, r.cell.test.edit, r.cell.group): r
        for r in [stacks.ready(cell) for cell in cells_of(study, project.answers().tables)]
    }


def test_models_asked_the_same_texts_share_their_re_draws(project):
    full(project, "fern")
    full(project, "moss")
    assert len({id(r.own.statistics.stack) for r in ready(project).values()}) == 1


def test_models_asked_other_texts_do_not(project):
    full(project, "fern")
    full(project, "moss", limit=10)
    found = ready(project)
    assert (
        found["fern", "tulip-rose", "age", None].own.statistics.stack
        is not found["moss", "tulip-rose", "age", None].own.statistics.stack
    )


def test_decisions_on_the_same_texts_share_their_re_draws(project):
    project.files["studies/decisions/rose-tulip.toml"] = decision(positive="rose")
    project.characteristic("ask-twice")["tests"][0]["decisions"].append("rose-tulip")
    project.save()
    full(project)
    for edit in ("as-written", "ask-twice"):
        project.flips("fern", edit, "", 0, decision="rose-tulip")
    found = ready(project)
    assert {d for _, d, _, _ in found} == {"tulip-rose", "rose-tulip"}
    assert len({id(r.own.statistics.stack) for r in found.values()}) == 1


def test_a_column_does_not_depend_on_the_other_models(project):
    full(project, "fern")
    alone = ready(project)["fern", "tulip-rose", "club", "east"].own.draws
    full(project, "moss")
    assert (ready(project)["fern", "tulip-rose", "club", "east"].own.draws == alone).all()


def test_every_re_draw_of_a_shift_is_the_mean_of_the_texts_drawn(project):
    full(project)
    own = ready(project)["fern", "tulip-rose", "club", "east"].own
    assert own.value == 0.15
    assert np.allclose(own.draws, 0.15, rtol=1e-12)
