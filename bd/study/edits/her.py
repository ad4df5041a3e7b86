"""Which of his and him answers to a "her", and which of her and hers to a "his".

Decided from the word after and, where that leaves it open, from the word before. The lists hold words that
biographies, case descriptions and comments use; a wrong guess mostly shows up as a text whose second swap does not
restore it, and `swap.py` leaves those out.
"""

from __future__ import annotations

import re

from bd.study.edits.sentences import previous_word
from bd.study.edits.words import word_set

__all__ = ["her_becomes", "his_becomes"]


# After these "her" has no noun of its own left to own.
_FUNCTION = word_set("""
about above across after against along alongside amid among amongst around as at because before behind below beneath
beside besides between beyond but by despite during except for from in inside into like near of off on onto or out
outside per since than through throughout till to toward towards under underneath unless until up upon via when
whenever where wherever whether which while who whom whose why with within without and nor so yet if although though
the a an this these those that my your our their his her its he she it they we you i him them us me
some any another each both either neither no nothing something anything everything what whatever how
is was are were has had have does did do will would could should must cannot be been am
down again away here there too also not then instead together now today tonight yesterday tomorrow forward aside
afterward afterwards beforehand apart anyway else enough alone ashore abroad twice
""")

# Of these, the words that can also follow "his" as a possessive without its noun ("a friend of his from college").
_AFTER_STANDALONE = word_set("""
about above across after against along alongside among amongst as at because before behind below beside between but by
despite during for from in into near of on onto or since than through throughout to toward towards under until upon
via when where whether which while who whom whose with within without and nor so if although though that
is was are were has had does did would could should alone too also again not
the he she it they we you i
""")

# Adverbs that belong to a noun phrase when more follows ("her often funny essays"), and stand alone when nothing does.
_EITHER_ADVERBS = word_set("""
often always never still ever already soon sometimes perhaps maybe almost even just quite rather further far well best
better more most much less least first last next once later earlier long very online inside outside
""")
_NOT_ADVERBS = word_set("""
family early only daily weekly monthly yearly quarterly elderly friendly lovely lively likely lonely holy ugly scholarly
motherly fatherly brotherly sisterly womanly manly assembly reply supply ally belly anomaly monopoly july italy emily
kelly sally molly lily billy homily jelly bully rally tally folly melancholy curly silly hourly orderly kindly costly
timely worldly leisurely neighborly
""")
_NUMBER_WORDS = word_set("""
one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty seventy eighty
ninety hundred thousand several many numerous countless
""")
_BEFORE_NUMBER = word_set("over nearly almost approximately roughly some more under")

_PERCEIVE = word_set("""
saw see sees seeing seen
watched watch watches watching heard hear hears hearing noticed notice observed observe observes
caught catch spotted found find finds finding kept keep keeps keeping left leave leaves had have has having got get gets
sent send set sets remember remembers remembered picture imagine
""")
_CAUSE = word_set("""
let lets letting made make makes making helped help helps helping saw see sees watched watch heard hear hears had have
has bid
""")
# Words in -ing that are things: "found her calling" owns it, "found her running" does not.
_ING_NOUNS = word_set("""
calling footing training wedding building upbringing beginning ending offspring sibling being wellbeing earring clothing
funding housing ranking rating hearing writing painting meaning bearing standing painting drawing nursing engineering
teaching morning evening spring king darling string thing clinching counseling counselling residency
""")
_BARE_VERBS = word_set("""
achieve appreciate become begin believe bring build choose complete connect create decide deliver develop discover do
earn embrace enjoy excel expand explore feel find finish follow gain get give go grow hone identify improve keep know
lead learn live maintain make navigate obtain overcome perform provide pursue raise reach realise realize recognise
recognize relate remain run say see sing speak stay succeed take teach tell think thrive treat understand want win
write secure laugh smile cry
""")
# The same, but as often nouns: they are verbs only where what follows needs a verb.
_VERBS_OR_NOUNS = word_set("""
balance cook dance design focus help land love move plan play practice practise rest return sleep stand start study talk
travel walk work
""")
_GIVE = word_set("""
gave give gives giving given offered offer offers offering paid pay pays granted grant grants awarded award awards cost
costs owed lent took takes take taking bought brought afforded affords allowed allows allotted taught teaches landed
handed sent showed shown told promised
""")
_GIVE_OR_GET = word_set("earned earns won wins garnered gained")
_BARE_GIFTS = word_set("""
access confidence courage credit exposure hope insight insights joy permission pleasure satisfaction strength happiness
comfort experience tenure
""")
_TELL = word_set("told tell tells telling asked ask asks called calls call named names dubbed nicknamed labelled")
_NAME_AS = word_set("""
named names appointed appoints elected elects voted crowned dubbed called calls nicknamed declared proclaimed ordained
labeled labelled designated
""")
_STATES = word_set("""
able active angry available aware busy calm
 close comfortable competitive eligible famous fit free grounded happy healthy
humble ideal informed motivated passionate popular proud responsible sad safe sane sharp strong successful sick
uncomfortable unique young youthful laughing smiling ready
""")
_MAKE_OR_KEEP = word_set("""
made make makes making keep keeps kept keeping found find finds consider considers considered left call calls called
""")
# "Students call her demanding but fair": these endings make adjectives, seldom nouns.
_STATE_ENDINGS = ("ing", "ful", "ous", "ible", "able", "ive")
_MOVE = word_set("""
brought bring brings called took take takes taking sent send welcomed welcome invited invite led leads drove drives
carried flew kept keep held drew draws pulled pushed got get want wanted won win followed asked
""")
_REACH = word_set("find follow visit reach contact see join catch meet found met connect email read book message watch")
_SEND = word_set("""
send sends sent sending show shows showed bring brings brought give gives gave offer offers offered deny denies denied
mail mails email lend lent hand handed forward
""")
_OTHERS = word_set("which people everyone anyone staff who that")
_NOT_OTHERS = word_set("she's he's this his as is was has always hers its")
_BETWEEN = word_set("often always sometimes still also can could will would may might now have has even")
# "Let her guard down", "lets her students choose": after "let" almost everything else is what she is let do.
_LET = word_set("let lets letting")
_LET_GO = word_set("guard hair daughter son team imagination license licence membership voice work own husband dog")
_PLACES = word_set("back home")

_DETERMINERS = word_set("the a an this that these those my your our their his her its in on at with for to through")
# "A book of his sold well": after "of his", these are what the book did.
_PAST_VERBS = word_set("""
appeared became began came drew earned found gave got inspired kept made ran received sold said showed
took went won wrote
""")

_NEXT = re.compile(
    r"\s+(?P<open>[\"“‘'(\[]?)#?"
    r"(?:(?P<number>[$€£]?\d[\d,.]*\w*)|(?P<word>[^\W\d_]+)(?:['’][^\W\d_]+)*)(?P<hyphen>(?:-\w+)+)?"
)
_TIME_LEADS = word_set("last next")
_TIME = re.compile(r"\s+(?:year|winter|spring|summer|fall|autumn|month|week|season|semester|term|day|night|morning)\b")
_TIME_THEN_TO = re.compile(_TIME.pattern + r"\s+to\b")
# Up to three plain words of which the last is a plural: "photos", "story tips", "public meeting minutes".
_PLURAL_THINGS = re.compile(r"\s+(?:[a-z]+\s+){0,2}[a-z]*[a-hj-rtv-z]s\b")
_YEAR = re.compile(r"(?:19|20)\d\d\b")
_QUANTITY = re.compile(rf"\s+(?:than\s+)?(?:a\s+)?(?:\d|(?:{'|'.join(sorted(_NUMBER_WORDS))}|decade|dozen)\b)")
_PARAGRAPH = re.compile(r"[ \t]*\n\s*\n")


def _stops(text: str, end: int) -> bool:
    """Tell whether nothing that a possessive could own follows: the end, a mark, or a word that starts afresh."""
    found = _NEXT.match(text, end)
    if found is None or ("\n" in found.group() and _PARAGRAPH.match(text, end)):
        return True
    word = found["word"]
    return word is not None and not found["hyphen"] and word.lower() in _FUNCTION


def _subject_before(text: str, at: int) -> bool:
    """Tell whether he or she stands two words before `at`, as in "she earned her"."""
    words = text[max(0, at - 40) : at].split()
    return len(words) >= 2 and words[-2].lower() in {"he", "she"}


def _object_before_number(text: str, before: str, start: int, number: str) -> bool:
    if _YEAR.match(number):
        return False
    return before in _GIVE or (before in _GIVE_OR_GET and not _subject_before(text, start))


def _object_before_verb(before: str, word: str, text: str, end: int) -> bool:
    """Tell whether "her" is the one who acts, as in "saw her running" or "helped her become"."""
    if word.endswith("ing") and len(word) > 4 and word not in _ING_NOUNS:
        return before in _PERCEIVE
    if before not in _CAUSE:
        return False
    if word in _BARE_VERBS:
        return True
    return word in _VERBS_OR_NOUNS and (before in {"let", "lets"} or _determiner_next(text, end))


def _others_send(text: str, start: int) -> bool:
    """Tell whether several others do the giving, as in "clients often send her photos"; "she sends her photos" owns."""
    words = text[max(0, start - 60) : start].lower().split()[:-1]
    while words and (words[-1] in _BETWEEN or words[-1].endswith("ly")):
        words.pop()
    return bool(words) and (words[-1] in _OTHERS or (words[-1].endswith("s") and words[-1] not in _NOT_OTHERS))


def _determiner_next(text: str, end: int) -> bool:
    found = _NEXT.match(text, end)
    return found is not None and found["word"] is not None and found["word"].lower() in _DETERMINERS


def _object_before_word(before: str, word: str, text: str, end: int) -> bool:
    """Tell the same for any other small word that may own or be owned, from the verb before."""
    if before in _LET:
        return word not in _LET_GO and not (word.endswith("s") and word not in _BARE_VERBS)
    if word in _TIME_LEADS and _TIME_THEN_TO.match(text, end):
        return True
    if word in _EITHER_ADVERBS or (word.endswith("ly") and word not in _NOT_ADVERBS):
        return _stops(text, end) or (word == "online" and before in _REACH)
    if word in _PLACES:
        return before in _MOVE and _stops(text, end)
    if before in _MAKE_OR_KEEP and (word in _STATES or word.endswith(_STATE_ENDINGS)) and word not in _ING_NOUNS:
        if _stops(text, end):
            return True
    elif word in _BARE_GIFTS and before in _GIVE:
        return True
    return _object_before_verb(before, word, text, end)


def _is_object(text: str, start: int, end: int) -> bool:
    """Tell whether the "her" at this place is an object ("told her") rather than a possessive ("her book")."""
    found = _NEXT.match(text, end)
    if found is None or ("\n" in found.group() and _PARAGRAPH.match(text, end)):
        return True
    opened, number, word, hyphen = found.groups()
    before = previous_word(text, start).lower()
    if opened:
        return opened in "([" or before in _TELL
    if number:
        return _object_before_number(text, before, start, number)
    if hyphen:  # "find her bird-watching", but "her award-winning essays"
        return hyphen.endswith("ing") and before in _PERCEIVE and _stops(text, found.end())
    low = word.lower()
    if word[0].isupper() and low != "i" and not text[start + 1].isupper():
        # A name or the title of a work follows: "her In Plain Words", but "named her Director".
        return before in _NAME_AS
    if low in _BEFORE_NUMBER and _QUANTITY.match(text, found.end()):
        return False
    if low == "all":
        return before not in {"gave", "give", "gives", "giving"}
    if low == "every":
        return _TIME.match(text, found.end()) is not None
    if low in _FUNCTION:
        return True
    if before in _SEND and _others_send(text, start) and _PLURAL_THINGS.match(text, end):
        return True
    if low in _NUMBER_WORDS:
        return _object_before_number(text, before, start, low)
    return _object_before_word(before, low, text, found.end())


def her_becomes(text: str, start: int, end: int) -> str:
    """Return "him" or "his" for the "her" at this place."""
    return "him" if _is_object(text, start, end) else "his"


def his_becomes(text: str, start: int, end: int) -> str:
    """Return "hers" for a "his" without a noun of its own ("a book of his"), otherwise "her"."""
    found = _NEXT.match(text, end)
    if found is None or ("\n" in found.group() and _PARAGRAPH.match(text, end)):
        return "hers"
    word = found["word"]
    if word is None or found["open"] or found["hyphen"]:
        return "her"
    if word[0].isupper() and not text[start + 1].isupper():
        return "her"
    low = word.lower()
    if low in _AFTER_STANDALONE:
        return "her" if low in _BEFORE_NUMBER and _QUANTITY.match(text, found.end()) else "hers"
    return "hers" if low in _PAST_VERBS and previous_word(text, start).lower() == "of" else "her"
