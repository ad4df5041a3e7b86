"""What stands beside results: the questions, the words of the method, shortlists, and figures of others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bd.effects.fourfifths import rule_words
from bd.report import contract
from bd.site.boards import Level
from bd.site.names import Names
from bd.site.order import by_question
from bd.site.tables.columns import Part, Parts, Table, key_of, number, part_of, text, whole, yes_no
from bd.site.tables.units import ANSWERS, APPLICANTS, POINTS, RATIO, TEXTS

__all__ = [
    "QUESTIONS",
    "REPORTED",
    "SHORTLISTS",
    "TERMS",
    "questions",
    "reported",
    "shortlists",
    "shortlists_of",
    "terms",
]


def questions(names: Names, ids: Iterable[str]) -> Iterator[Parts]:
    """Yield the questions of these ids, each once."""
    yield from ({"question": names.questions[each]} for each in dict.fromkeys(ids))


def _options(names: Names, parts: Parts) -> str:
    return "; ".join(option.label for option in part_of(parts, "question", contract.Question).options)


def _positive(names: Names, parts: Parts) -> str:
    question = part_of(parts, "question", contract.Question)
    return names.option(question.id, question.positive)


QUESTIONS = Table(
    "questions",
    "One question",
    (
        text("question", "Id of the question", "question.id"),
        text("question_label", "What the question is called", "question.label"),
        text("question_text", "The question as it was put", "question.question"),
        text("options", "Answers to choose from", _options),
        text("positive", "The answer whose probability is followed", _positive),
        text("texts_label", "What the texts are called", "question.texts.label"),
        whole("texts", "Texts that it is put to", "question.n_texts", TEXTS),
        key_of("question"),
    ),
)


def terms(names: Names) -> Iterator[Parts]:
    """Yield the words of the method."""
    yield from ({"term": term} for term in names.data.vocabulary)


TERMS = Table(
    "terms",
    "One word of the method",
    (text("term", "The word", "term.term"), text("meaning", "What it means", "term.text")),
)


def shortlists_of(names: Names, level: Level) -> Iterator[Parts]:
    """Yield the lists that the page of a level shows: of its question in full, of several questions side by side."""
    if names.data.shortlists is None or level.kind not in ("characteristic", "item"):
        return
    own = level.dimension.id
    lists = [each for each in names.data.shortlists.lists if each.characteristic == own]
    yield from shortlists(e for e in lists if level.kind != "item" or e.decision == level.question)


def shortlists(lists: Iterable[contract.Shortlist]) -> Iterator[Parts]:
    """Yield every reading of every build's list."""
    for listed in lists:
        for cut in listed.cuts:
            for row in cut.rows:
                parts: dict[str, Part] = {"list": listed, "cut": cut, "row": row}
                for words, order in (("as asked", row.as_asked), ("both ways", row.both_ways)):
                    if order is not None:
                        parts |= {"order": order, "order_words": words}
                        yield {**parts, "who": "everyone", "reading": order.everyone}
                        if order.qualified is not None:
                            yield {**parts, "who": "qualified", "reading": order.qualified}


def _row_label(names: Names, parts: Parts) -> str:
    return names.models[part_of(parts, "row", contract.ShortlistRow).engine].label


def _rule(names: Names, parts: Parts) -> str:
    reading = part_of(parts, "reading", contract.Compared)
    if reading.ratio is None:
        return ""
    below, above = reading.below_line, reading.above_line
    whole = reading.range_below_line or reading.range_above_line
    return rule_words(below=below, above=above, whole=whole)


SHORTLISTS = Table(
    "shortlists",
    "One build's list of one question at one cut, read one way",
    (
        text("characteristic", "Id of the characteristic", "list.characteristic"),
        text("question", "Id of the question that applicants are ordered by", "list.decision"),
        text("question_label", "What the question is called", "list.decision_label"),
        text("group", "Who is compared", "list.group.words"),
        text("reference", "With whom", "list.reference.words"),
        number("share", "Share of the applicants that is on the list", "cut.share", "fraction"),
        text("model", "Id of the model", "row.engine"),
        text("model_label", "What the model is called", _row_label),
        text("build", "Id of the build", "row.build"),
        text("order", "Ordered by the answers as asked, or by the mean of both readings of each text", "order_words"),
        text("applicants_kind", "Everyone, or only those whose right answer is the followed one", "who"),
        number("ratio", "Rate of the group by rate of the reference", "reading.ratio", RATIO),
        number("ratio_lo", "Lower end of its 95% range", "reading.lo", RATIO),
        number("ratio_hi", "Upper end of its 95% range", "reading.hi", RATIO),
        number(
            "upper_if_none",
            "Ratio left possible where nobody of the group is on the list",
            "reading.upper_if_none",
            RATIO,
        ),
        text("rule", "What the four-fifths rule says", _rule),
        text("why", "Why there is no ratio", "reading.why.text"),
        text("why_no_range", "Why there is no range", "reading.why_no_range.text"),
        number("group_rate", "Share of the group on the list", "reading.group.rate", "fraction"),
        number("group_seats", "Seats of the group", "reading.group.seats", "seats"),
        whole("group_applicants", "Applicants of the group", "reading.group.applicants", APPLICANTS),
        number("reference_rate", "Share of the reference on the list", "reading.reference.rate", "fraction"),
        number("reference_seats", "Seats of the reference", "reading.reference.seats", "seats"),
        whole("reference_applicants", "Applicants of the reference", "reading.reference.applicants", APPLICANTS),
        whole("seats", "Seats on the list", "order.seats", "seats"),
        whole("applicants", "Applicants that were ordered", "order.applicants", APPLICANTS),
        whole("asked", "Applicants that the model was asked about", "order.asked", APPLICANTS),
        whole("tied_at_cut", "Applicants that share the last places", "order.tied_at_cut", APPLICANTS),
        whole("group_gain", "Of the group: on the list only once the detail is changed", "order.changes.group.gain"),
        whole("group_lose", "Of the group: off the list once it is changed", "order.changes.group.lose"),
        whole(
            "reference_gain", "Of the reference: on the list only once it is changed", "order.changes.reference.gain"
        ),
        whole("reference_lose", "Of the reference: off the list once it is changed", "order.changes.reference.lose"),
        whole("undefined", "Re-draws without a ratio", "reading.undefined", "re-draws"),
        number(
            "line", "Lower mark of the rule", lambda names, parts: contract.required(names.data.shortlists).line, RATIO
        ),
        number(
            "upper_line",
            "Upper mark of the rule",
            lambda names, parts: contract.required(names.data.shortlists).upper_line,
            RATIO,
        ),
        whole("resamples", "Re-draws behind the ranges", "list.resamples", "re-draws"),
        text("scored_file", "The file of scored rows that it stands in", "list.study"),
        key_of("reading"),
    ),
)


def reported(names: Names, address: str) -> Iterator[Parts]:
    """Yield the figures of others that a page shows: their own page all of them, a level those that belong to it."""
    if names.data.reported is None:
        return
    for source in names.data.reported:
        for topic in source.characteristics:
            for cell in by_question(topic.cells):
                if address == source.address or address in cell.pages:
                    yield {"source": source, "topic": topic, "figure": cell}


def _compared(names: Names, parts: Parts) -> str:
    return "; ".join(part_of(parts, "figure", contract.ReportedCell).compared)


REPORTED = Table(
    "reported",
    "One figure that others published; nothing here can replay it, and it takes no place",
    (
        text("source", "Id of the source", "source.id"),
        text("source_label", "What the source is called", "source.label"),
        text("as_of", "The day its figures were taken over as of", "source.as_of"),
        text("characteristic", "Id of the characteristic", "topic.id"),
        text("characteristic_label", "What the characteristic is called", "topic.label"),
        text("group", "Id of the group", "figure.group"),
        text("question", "Id of the question", "figure.item"),
        text("question_label", "What the question is called", "figure.item_label"),
        text("model", "Id of the model within the source", "figure.engine"),
        text("model_label", "What the source calls the model", "figure.engine_label"),
        text("compared", "What was compared, in the words of the source", _compared),
        text("measure", "What was measured", "figure.measure"),
        number("value", "The published value", "figure.raw.value", POINTS),
        number("value_lo", "Lower end of its range", "figure.raw.lo", POINTS),
        number("value_hi", "Upper end of its range", "figure.raw.hi", POINTS),
        number("ratio", "The published ratio, where it is one and no number of points", "figure.ratio.value", RATIO),
        number("ratio_lo", "Lower end of its range", "figure.ratio.lo", RATIO),
        number("ratio_hi", "Upper end of its range", "figure.ratio.hi", RATIO),
        whole("listed", "Places on the list that a ratio is of", "figure.cut", APPLICANTS),
        number("control", "The source's control", "figure.control.value", POINTS),
        text("control_label", "The control in words", "figure.control.label"),
        yes_no("subtracted", "Whether the source subtracts it", "figure.control.subtracted"),
        number("effect", "Effect beyond the control", "figure.effect.value", POINTS),
        number("effect_lo", "Lower end of its range", "figure.effect.lo", POINTS),
        number("effect_hi", "Upper end of its range", "figure.effect.hi", POINTS),
        number("joint_lo", "Lower end of the source's own range of the difference", "figure.joint_range.0", POINTS),
        number("joint_hi", "Upper end of that range", "figure.joint_range.1", POINTS),
        whole("texts", "Texts", "figure.n", TEXTS),
        whole("changed", "Answers that changed", "figure.changed", ANSWERS),
        text("range_method", "How the source worked its ranges out", "figure.interval_method"),
        text("file", "File of the source that holds the figure", "figure.path"),
        text("commit", "Commit of the source", "figure.commit"),
        key_of("figure"),
    ),
)
