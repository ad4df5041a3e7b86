"""The columns of saved answers, one row an answer. `bd.site.answerfile` fills them in."""

from __future__ import annotations

from bd.site.tables.columns import Table, number, text, whole
from bd.site.tables.units import CHANCE

__all__ = ["ANSWERS"]

ANSWERS = Table(
    "answers",
    "One saved answer: one build, one question, one version of one text",
    (
        text("model", "Id of the model"),
        text("build", "Id of the build that answered: the folder of its logs"),
        text("question", "Id of the question"),
        text("edit", "Id of the edit, or `as-written` for texts as they are"),
        text("version", "Id of the version of the text within the edit; `as-written` where nothing is changed"),
        text("text", "Id of the text, as in `studies/texts/`"),
        text("choice", "Id of the answer that was given; empty where there is none"),
        number("probability", "Probability of the followed answer; empty where the model gave none", unit=CHANCE),
        text("positive", "Id of the followed answer"),
        text("why_no_answer", "Why there is no answer: no answer, error, refusal, or a probability that is no number"),
        text("log", "The file that holds the answer, within the project"),
        whole("line", "Its line in that file, unpacked; the first line is 1"),
    ),
)
