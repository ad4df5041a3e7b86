"""Which of his and him answers to a "her", and which of her and hers to a "his".

Decided from the word after and, where that leaves it open, from the word before. The lists hold words that
biographies, case descriptions and comments use; a wrong guess mostly shows up as a text whose second swap does not
restore it, and `swap.py` leaves those out.
"""

from __future__ import annotations

import re

from bd.study.edits.sentences import previous_word

__all__ = ["her_becomes", "his_becomes"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# After these "her" has no noun of its own left to own.
_FUNCTION = _words("""
about above across after against along alongside amid among amongst around as at because before behind below beneath
beside besides between beyond but by despite during except for from in inside into like near of off on onto or out
outside per since than through throughout till to toward towards under underneath unless until up upon via when
whenever where wherever whether which while who whom whose why with within without and nor so yet if although though
the a an this these those that my your our their his her its he she it they we you i him them us me
some any another each both either neither no nothing something anything everything what whatever how
is was are were has had have does did do will would could should must cannot be been am
down again away here there too also not then instead together now today tonight yesterday tomorrow forward aside
apart anyway else enough alone ashore abroad twice
""")

# Of these, the words that can also follow "his" as a possessive without its noun ("a friend of his from college").
_AFTER_STANDALONE = _words("""
about above across after against along alongside among amongst as at because before behind below beside between but by
despite during for from in into near of on onto or since than through throughout to toward towards under until upon
via when where whether which while who whom whose with within without and nor so if although though that
is was are were has had does did would could should alone too also again not
the he she it they we you i
""")

# Adverbs that belong to a noun phrase when more follows ("her often funny essays"), and stand alone when nothing does.
_EITHER_ADVERBS = _words("""
often always never still ever already soon sometimes perhaps maybe almost even just quite rather further far well best
better more most much less least first last next once later earlier long very online inside outside
""")
_NOT_ADVERBS = _words("""
family early only daily weekly monthly yearly quarterly elderly friendly lovely lively likely lonely holy ugly scholarly
motherly fatherly brotherly sisterly womanly manly assembly reply supply ally belly anomaly monopoly july italy emily
kelly sally molly lily billy homily jelly bully rally tally folly melancholy curly silly hourly orderly kindly costly
timely worldly leisurely neighborly
""")
_NUMBER_WORDS = _words("""
one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty seventy eighty
ninety hundred thousand several many numerous countless
""")
_BEFORE_NUMBER = _words("over nearly almost approximately roughly some more under")

_PERCEIVE = _words("""
saw see sees seeing seen watched watch watches watching heard hear hears hearing noticed notice observed observe observes
caught catch spotted found find finds finding kept keep keeps keeping left leave leaves had have has having got get gets
sent send set sets remember remembers remembered picture imagine
""")
_CAUSE = _words("""
let lets letting made make makes making helped help helps helping saw see sees watched watch heard hear hears had have
has bid
""")
# Words in -ing that are things: "found her calling" owns it, "found her running" does not.
_ING_NOUNS = _words("""
calling footing training wedding building upbringing beginning ending offspring sibling being wellbeing earring clothing
funding housing ranking rating hearing writing painting meaning bearing standing painting drawing nursing engineering
teaching morning evening spring king darling string thing clinching counseling counselling residency
""")
_BARE_VERBS = _words("""
achieve appreciate become begin believe bring build choose complete connect create decide deliver develop discover do
earn embrace enjoy excel expand explore feel find finish follow gain get give go grow hone identify improve keep know
lead learn live maintain make navigate obtain overcome perform provide pursue raise reach realise realize recognise
recognize relate remain run say see sing speak stay succeed take teach tell think thrive treat understand want win
write secure laugh smile cry
""")
# The same, but as often nouns: they are verbs only where what follows needs a verb.
_VERBS_OR_NOUNS = _words("""
balance cook dance design focus help land love move plan play practice practise rest return sleep stand start study talk
travel walk work
""")
_GIVE = _words("""
gave give gives giving given offered offer offers offering paid pay pays granted grant grants awarded award awards cost
costs owed lent took takes take taking bought brought afforded affords allowed allows allotted taught teaches landed
handed sent showed shown told promised
""")
_GIVE_OR_GET = _words("earned earns won wins garnered gained")
_BARE_GIFTS = _words("""
access confidence courage credit exposure hope insight insights joy permission pleasure satisfaction strength happiness
comfort experience
""")
_TELL = _words("told tell tells telling asked ask asks called calls call named names dubbed nicknamed labeled labelled")
_NAME_AS = _words("""
named names appointed appoints elected elects voted crowned dubbed called calls nicknamed declared proclaimed ordained
labeled labelled designated
""")
_STATES = _words("""
able active angry available aware busy calm close comfortable competitive eligible famous fit free grounded happy healthy
humble ideal informed motivated passionate popular proud responsible sad safe sane sharp strong successful sick
uncomfortable unique young youthful laughing smiling ready
""")
_MAKE_OR_KEEP = _words("made make makes making keep keeps kept keeping found find finds consider considered considers left")
_MOVE = _words("""
brought bring brings called took take takes taking sent send welcomed welcome invited invite led leads drove drives
carried flew kept keep held drew draws pulled pushed got get want wanted won win followed asked
""")
_REACH = _words("find follow visit reach contact see join catch meet found met connect email read book message watch")
_PLACES = _words("back home")

_NEXT = re.compile(
    r"\s+(?P<open>[\"“‘'(\[]?)#?"
    r"(?:(?P<number>[$€£]?\d[\d,.]*\w*)|(?P<word>[^\W\d_]+)(?:['’][^\W\d_]+)*)(?P<hyphen>-\w)?"
)
_YEAR = re.compile(r"(?:19|20)\d\d\b")
_PARAGRAPH = re.compile(r"[ \t]*\n\s*\n")


def _stops(text: str, end: int) -> bool:
    """Tell whether nothing that a possessive could own follows: the end, a mark, or a word that starts afresh."""
    found = _NEXT.match(text, end)
    if found is None or _PARAGRAPH.match(text, end):
        return True
    word = found["word"]
    return word is not None and not found["hyphen"] and word.lower() in _FUNCTION


def _subject_before(text: str, at: int) -> bool:
    """Tell whether he or she stands two words before `at`, as in "she earned her"."""
    words = text[max(0, at - 40) : at].split()
    return len(words) >= 2 and words[-2].lower() in {"he", "she"}


def _object_before_number(text: str, start: int, number: str) -> bool:
    if _YEAR.match(number):
        return False
    before = previous_word(text, start).lower()
    return before in _GIVE or (before in _GIVE_OR_GET and not _subject_before(text, start))


def _object_before_verb(before: str, word: str, text: str, end: int) -> bool:
    """Tell whether "her" is the one who acts, as in "saw her running" or "helped her become"."""
    if word.endswith("ing") and len(word) > 4 and word not in _ING_NOUNS:
        return before in _PERCEIVE
    if before not in _CAUSE:
        return False
    return word in _BARE_VERBS or (word in _VERBS_OR_NOUNS and (before in {"let", "lets"} or _stops_soft(text, end)))


_DETERMINERS = _words("the a an this that these those my your our their his her its in on at with for to through")


def _stops_soft(text: str, end: int) -> bool:
    found = _NEXT.match(text, end)
    return found is not None and found["word"] is not None and found["word"].lower() in _DETERMINERS


def _is_object(text: str, start: int, end: int) -> bool:
    """Tell whether the "her" at this place is an object ("told her") rather than a possessive ("her book")."""
    found = _NEXT.match(text, end)
    if found is None or _PARAGRAPH.match(text, end):
        return True
    if found["open"]:
        return found["open"] in "([" or previous_word(text, start).lower() in _TELL
    if found["number"]:
        return _object_before_number(text, start, found["number"])
    if found["hyphen"]:
        return False
    return _is_object_before(found["word"], text, start, found.end())


def _is_object_before(word: str, text: str, start: int, end: int) -> bool:
    capital = word[0].isupper() and not text[start + 1].isupper()
    low = word.lower()
    before = previous_word(text, start).lower()
    if capital and low != "i":  # a name or a title of a work follows: "her In Plain Words", "named her Director"
        return before in _NAME_AS
    if low in _BEFORE_NUMBER and re.match(r"\s+(?:than\s+)?(?:\d|" + "|".join(_NUMBER_WORDS) + ")", text[end : end + 20]):
        return False
    if low == "all":
        return before not in {"gave", "give", "gives", "giving"}
    if low in _FUNCTION:
        return True
    if low in _NUMBER_WORDS:
        return _object_before_number(text, start, low)
    if low in _EITHER_ADVERBS or (low.endswith("ly") and low not in _NOT_ADVERBS):
        return _stops(text, end) or (low == "online" and before in _REACH)
    if low in _PLACES:
        return before in _MOVE and _stops(text, end)
    if low in _STATES and before in _MAKE_OR_KEEP:
        return _stops(text, end)
    if low in _BARE_GIFTS and before in _GIVE:
        return True
    return _object_before_verb(before, low, text, end)


def her_becomes(text: str, start: int, end: int) -> str:
    """Return "him" or "his" for the "her" at this place."""
    return "him" if _is_object(text, start, end) else "his"


def his_becomes(text: str, start: int, end: int) -> str:
    """Return "hers" for a "his" without a noun of its own ("a book of his"), otherwise "her"."""
    found = _NEXT.match(text, end)
    if found is None or _PARAGRAPH.match(text, end):
        return "hers"
    word = found["word"]
    if word is None or found["open"] or found["hyphen"]:
        return "her"
    if word[0].isupper() and not text[start + 1].isupper():
        return "her"
    return "hers" if word.lower() in _AFTER_STANDALONE and not _quantity(text, found) else "her"


def _quantity(text: str, found: re.Match[str]) -> bool:
    """Tell whether the next word counts something, as in "his over 20 years"."""
    after = _NEXT.match(text, found.end())
    return found["word"].lower() in _BEFORE_NUMBER and after is not None and after["number"] is not None
