"""From the receipts of one cell to the record of its page.

Texts whose answers changed or moved most are on the page; all of them are in a file, and the page says so. Which texts
those are, and their order, is `bd.receipts`' part; the addresses are `bd.site.receipts`'.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from posixpath import basename

from bd.answers.read import MILLION
from bd.naming import isolated
from bd.receipts import CAUSES, CellReceipts, Said, Witness
from bd.receipts.records import BEFORE, CONTROL, CONTROL_BEFORE, MEASURED, OTHER, UNEDITED
from bd.report.versions import segments
from bd.site.became import became
from bd.site.evidence import BEFORE as BEFORE_WORDS
from bd.site.evidence import CHANGED as CHANGED_WORDS
from bd.site.evidence import CONTROL as CONTROL_WORDS
from bd.site.evidence import CONTROL_BEFORE as CONTROL_BEFORE_WORDS
from bd.site.evidence import others_heading
from bd.site.names import Names
from bd.site.numbers import rounded, with_sign
from bd.site.records.evidence import WordRun
from bd.site.records.parts import Head, Link, Sentence
from bd.site.records.receipts import Quote, Receipt, ReceiptLine, ReceiptLog, ReceiptSide, ReceiptsPage, ReceiptText
from bd.site.words import listed

__all__ = ["Where", "receipt_page"]

_LONGEST = 1_500
"""Characters of a text that are shown; the file has all of them."""
_DIGITS = 1
_NOT_ASKED = "not asked"
_ROSE = "by how many points that rose with the change. Bold: the answer changed."
_ABOVE = "by how many points this group’s stands above the average of the other groups’."


@dataclass(frozen=True)
class Where:
    """Where the receipts of a cell stand."""

    address: str
    """Of their page."""
    above: Head
    """Of the page of the cell itself."""
    title: str
    """What the cell is called, apart from others on the same page."""
    file: str
    """Address of the file with all texts."""
    groups: int
    """How many cells it is for."""


@dataclass(frozen=True)
class _Column:
    """A side, with the places of its versions among those of the cell."""

    side: ReceiptSide
    slots: tuple[int, ...]
    against: int | None
    """Place of the version that its first one is compared with; None for the side that all start from."""


def receipt_page(names: Names, cell: CellReceipts, where: Where, size: int) -> ReceiptsPage:
    """Return the page of a cell's receipts.

    Parameters
    ----------
    names
        What the data file calls things.
    cell
        What is known of the cell; the texts that are put together are shown.
    where
        Where its receipts stand.
    size
        Bytes of the file with all texts.
    """
    columns, places = _columns(cell), range(len(cell.texts))
    return ReceiptsPage(
        head=_head(where),
        question=names.questions[cell.key.question].question,
        positive=cell.options[cell.positive],
        moved=_ABOVE if _others_heading(cell) else _ROSE,
        finding=_finding(cell),
        shown=_shown(cell),
        whole=Link(basename(where.file), where.file),
        size=_size(size),
        all=_all(cell, where.groups),
        control=_control(cell),
        sides=tuple(column.side for column in columns),
        others=_others_heading(cell),
        receipts=tuple(_receipt(names, cell, columns, place) for place in places),
        logs=tuple(_log(names, cell, columns, witness) for witness in cell.witnesses),
        command=_command(cell),
    )


def _head(where: Where) -> Head:
    above = where.above
    return Head(
        address=where.address,
        title=f"{where.title}: receipts",
        description=f"Every version of the texts behind “{where.title}”, every model’s answer to each, and the line "
        "of the log that it stands in.",
        heading=where.title,
        crumbs=(*above.crumbs, Link(above.title, above.address)),
    )


def _texts(count: int) -> str:
    return f"{count:,} {'text' if count == 1 else 'texts'}"


def _finding(cell: CellReceipts) -> Sentence:
    total = _texts(cell.count)
    if _others_heading(cell):  # a changed answer says nothing of how a group stands among the others
        return (f"Behind the scores stand {total}: each model’s answer with this group and with the others.",)
    if cell.changed == 0:
        return (f"Of {total}, there is none on which a model chose another option once the detail was changed.",)
    return (
        f"On {cell.changed:,} of {total} at least one model chose another option once the detail was changed. That "
        "alone says little: each model’s own count, held against the control, stands on the page of the numbers.",
    )


_ASIDE = "planted models and second builds aside"


def _shown(cell: CellReceipts) -> str:
    if cell.count == 1:
        return "The one text."
    which = (
        f"{len(cell.texts):,} of {cell.count:,} texts" if len(cell.texts) < cell.count else f"All {_texts(cell.count)}"
    )
    if _others_heading(cell):
        return f"{which}: by the largest distance of any model from the other groups ({_ASIDE})."
    return f"{which}: first those on which an answer changed, then by the largest move of any model ({_ASIDE})."


def _all(cell: CellReceipts, groups: int) -> str:
    total = cell.count
    unedited = " and as it was written" if any(UNEDITED in slot.roles for slot in cell.slots) else ""
    which = f"in every version that is compared{unedited}, with every answer and its line"
    if groups > 1:
        which += f", for all {groups} groups of this test"
    return f"{_texts(total)}, {which}" if len(cell.texts) == total else f"all {_texts(total)}, {which}"


def _size(count: int) -> str:
    kilobytes = max(1, round(count / 1000))
    return f"{kilobytes:,} kB"


def _control(cell: CellReceipts) -> str:
    """Say what the control is where no column of its own shows it."""
    kinds = {witness.control_kind for witness in cell.witnesses}
    if any(CONTROL in slot.roles and BEFORE not in slot.roles for slot in cell.slots):
        return ""
    if "halves" in kinds:
        first = [isolated(slot.label) for slot in cell.slots if CONTROL_BEFORE in slot.roles]
        second = [isolated(slot.label) for slot in cell.slots if CONTROL in slot.roles]
        return (
            f"The control compares one half of the first versions ({listed(first)}) with the other ({listed(second)})."
        )
    if _others_heading(cell):
        return (
            "What is common to all groups, the control edit included, cancels out of that, and a changed answer says "
            "nothing about it."
        )
    if any(slot.is_control for slot in cell.slots):
        return "The control edit is what the changed version is compared with, so nothing else is subtracted."
    if "borrowed" in kinds:
        return "These texts were not asked a second time; the control was taken from another question."
    return "There is no control on these texts."


def _columns(cell: CellReceipts) -> tuple[_Column, ...]:
    """Return the sides that stand side by side; versions of other groups are averaged, and stand in the file."""

    def places(role: str, *without: str) -> tuple[int, ...]:
        slots = enumerate(cell.slots)
        return tuple(n for n, slot in slots if role in slot.roles and not set(without) & set(slot.roles))

    before, starts = places(BEFORE), places(CONTROL_BEFORE, BEFORE)
    from_control = all(cell.slots[n].is_control for n in before)
    each = [
        (CONTROL_WORDS if from_control else BEFORE_WORDS, before, None),
        (CHANGED_WORDS, places(MEASURED), before[0]),
        (CONTROL_BEFORE_WORDS, starts, before[0]),
        (CONTROL_WORDS, places(CONTROL, BEFORE), starts[0] if starts else before[0]),
    ]
    return tuple(_Column(_side(cell, role, slots), slots, against) for role, slots, against in each if slots)


def _side(cell: CellReceipts, role: str, slots: tuple[int, ...]) -> ReceiptSide:
    return ReceiptSide(
        role, isolated(cell.slots[slots[0]].label) if len(slots) == 1 else f"{role}, {len(slots)} versions"
    )


def _receipt(names: Names, cell: CellReceipts, columns: Sequence[_Column], place: int) -> Receipt:
    lines, unasked = [], []
    for witness in cell.witnesses:
        label = _name(names, witness)
        if any(said.asked[place] for said in _compared(cell, witness)):
            lines.append(_line(names, cell, columns, witness, place))
        else:
            unasked.append(label)
    longest = max(len(slot.texts[place] or "") for slot in cell.slots)
    return Receipt(
        id=cell.texts[place],
        changed=", ".join(_name(names, w) for w in cell.witnesses if w.changed[place]),
        texts=tuple(_text(cell, columns, column, place) for column in columns),
        shortened=longest > _LONGEST,
        lines=tuple(lines),
        unasked=", ".join(unasked),
    )


def _compared(cell: CellReceipts, witness: Witness) -> Iterator[Said]:
    """Yield a build's answers to the versions that are compared, whatever else it was asked."""
    for slot, said in zip(cell.slots, witness.said, strict=True):
        if said is not None and slot.roles != (UNEDITED,):
            yield said


def _name(names: Names, witness: Witness) -> str:
    build = names.build_label(witness.model, witness.build)
    label = names.models[witness.model].label
    return f"{label} ({build})" if build else label


def _text(cell: CellReceipts, columns: Sequence[_Column], column: _Column, place: int) -> ReceiptText:
    """Return one side's version; the side that all start from is marked where it differs from the changed one."""
    slot = cell.slots[column.slots[0]]
    own = slot.texts[place] or ""
    other = cell.slots[columns[1].slots[0] if column.against is None else column.against].texts[place] or ""
    first, second = (own, other) if column.against is None else (other, own)
    runs, _ = segments(first, second, longest=_LONGEST)
    orders = {each.options for each in cell.slots}
    return ReceiptText(
        role=column.side.role,
        label=isolated(slot.label),
        runs=tuple(WordRun(piece, changed) for piece, changed in runs[0 if column.against is None else 1]),
        became="" if column.against is None else became(first, second),
        same=column.against is not None and first == second,
        options=slot.options if len(orders) > 1 else (),
        others=tuple(isolated(cell.slots[n].label) for n in column.slots[1:]),
    )


def _line(names: Names, cell: CellReceipts, columns: Sequence[_Column], witness: Witness, place: int) -> ReceiptLine:
    move = witness.move(place)
    return ReceiptLine(
        model=names.models[witness.model],
        build=names.build_label(witness.model, witness.build),
        sides=tuple(tuple(_quote(cell, witness.said[n], place) for n in column.slots) for column in columns),
        others=_others(cell, witness, place),
        move="" if move is None else _signed(move),
        size="" if move is None else f"{abs(move) * 100:.4f}",
        changed=bool(witness.changed[place]),
        counts=bool(witness.counts[place]),
    )


def _quote(cell: CellReceipts, said: Said | None, place: int) -> Quote:
    if said is None or not said.asked[place]:
        return Quote("", "", "", _NOT_ASKED)
    choice, millionths, line = int(said.choices[place]), int(said.millionths[place]), int(said.lines[place])
    chosen, followed = "" if choice < 0 else list(cell.options.values())[choice], cell.options[cell.positive]
    chance = "" if millionths < 0 else _percent(millionths / MILLION)
    return Quote(
        choice=chosen,
        chance=f"({followed} {chance})" if chance and chosen != followed else chance,
        line=str(line) if line else "",
        why=CAUSES[said.causes[place]] if choice < 0 else "",
    )


def _percent(fraction: float) -> str:
    return f"{rounded(round(fraction * 100, 6), _DIGITS)}%"


def _signed(fraction: float) -> str:
    return with_sign(rounded(round(fraction * 100, 6), _DIGITS))


def _others_heading(cell: CellReceipts) -> str:
    groups = {slot.group for slot in cell.slots if OTHER in slot.roles}
    return others_heading(len(groups)) if groups else ""


def _others(cell: CellReceipts, witness: Witness, place: int) -> str:
    """Return the probability for the other groups: the mean over their means; empty unless all of them answered."""
    groups: dict[str | None, list[int]] = {}
    for slot, said in zip(cell.slots, witness.said, strict=True):
        if OTHER in slot.roles:
            groups.setdefault(slot.group, []).append(-1 if said is None else int(said.millionths[place]))
    if not groups or any(each < 0 for found in groups.values() for each in found):
        return ""
    means = [sum(found) / len(found) for found in groups.values()]
    return _percent(sum(means) / len(means) / MILLION)


def _log(names: Names, cell: CellReceipts, columns: Sequence[_Column], witness: Witness) -> ReceiptLog:
    files = ((column.side, witness.said[n]) for column in columns for n in column.slots[:1])
    return ReceiptLog(
        model=names.models[witness.model],
        build=names.build_label(witness.model, witness.build),
        files=tuple((side.label, said.log) for side, said in files if said is not None),
    )


def _command(cell: CellReceipts) -> str:
    """Return the line of a shell that prints the first answer of a page."""
    for place in range(len(cell.texts)):
        for witness in cell.witnesses:
            for said in witness.said:
                if said is not None and said.lines[place]:
                    return f"zcat {said.log} | sed -n {said.lines[place]}p"
    return ""
