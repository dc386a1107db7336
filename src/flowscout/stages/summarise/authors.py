"""Where what an author says, or what is made inside a function, says little by itself: the facts follow.

Show information.  (of `do_info`)                   Shows information; calls `print_rows(info)` where args.all holds
def cached(f):                                      Returns a function that calls `f(*args)` and returns `x`
    def inner(*args): ...
    return inner
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ...model.facts import FunctionFacts
from ...model.pattern import regex
from ...words.about import content
from ...words.authored import one_field, tells_when
from ...words.headed import heading_of
from ...words.names import lower
from ...words.openings import is_infinitive, is_third_person, is_verb
from ...words.phrases import parts_of, third
from ...words.whole_clauses import LONGEST

Within = Callable[[str], tuple[FunctionFacts, bytes] | None]
FAILS: Final = ("Raises ", "Raise ", "Throws ", "Throw ")  # an author's words that say only how it fails
_RAISES: Final = regex(
    r"(?:Raise|Throw)s?(?::| an?)? (?:(?:\w{1,40}(?:\.|::)){0,4}([A-Z]\w{1,60})|(?:\w{1,30} ){0,2}(?:error|exception)s?|\w{0,60}(?:[Ee]rror|[Ee]xception))\b|(?:Raise|Throw)s? (?:if|when|unless|on)\b"
)
_ERROR: Final = regex(r"\w{0,60}(?:Error|Exception|Warning|Exit|Interrupt)s?\Z|Stop\w{1,60}\Z")  # by its name
_MAY_FAIL: Final = regex(r"\bmay (?:fail|raise|throw)\b")
RETURNS_ONE: Final = "Returns a function, `"
_ONE: Final = regex(r"Returns a function, `(\w{1,60})\([^`]{0,80}\)`\.")
_BEING: Final = regex(
    r", with (?:`\w{1,60}` (?:from `|an? )|its `)[^;]{1,200}(?=;|$)"
)  # what a call is given: by the way
_GIVEN: Final = regex(r"(?<=[a-z] )(`[\w.:]{1,80})\([^`]{1,140}\)`")  # what a call is given, where that is no question
_NEW: Final = 2  # words beside those of the name, its class and what it is given, up to which it says little
_PART: Final = 3  # letters of a word that a name can hold: `back` of `rollback`
_GIVES: Final = regex(
    r"(?:Returns?|Yields?|Gets?|Gives?|Generates?|True|False|Whether|(?:Checks?|Tests?|Determines?|Tells?|Sees?) (?:if|whether))\b"
)  # what is given back
_VALUE: Final = regex(r"(?:may |otherwise |else )?(?:return|yield)s? (?!early)")
_REFUSED: Final = regex(
    r"(?:may |otherwise |else )?returns? (?:the error|`(?:None|NULL|null|nullptr|-\d{1,9})`)(?: |$)"
)
_AND: Final = regex(r"(and )([a-z]{2,20})\b")  # `Read and parse the rows`
_VAGUELY: Final = " or does one of "  # nobody learns what
_EMPTY: Final = regex(r"(?:May|Returns|Otherwise) (?:return )?(?:early|`[*\w]{1,60}`)\.")


def nearly(told: str, facts: FunctionFacts) -> bool:
    """The author says little more than the name does, of a function that decides something; or when it is called
    or what it gives back, and not what it does."""
    if tells_when(told) or one_field(facts.doc):
        return True
    if not facts.decisions or told.endswith("?"):
        return False
    given = " ".join([facts.name, *facts.scope[-1:], *(f"{each.name} {each.type}" for each in facts.params)])
    known, joined = content(given), "".join(lower(facts.name))
    new = [
        word
        for word in content(told)
        if not any(word.startswith(it) or it.startswith(word) for it in known)
        and not (len(word) > _PART and word in joined)
    ]
    return len(new) <= _NEW


def tells_more(said: str, told: str) -> bool:
    """Of words that only say when it fails: what the code says tells more, and that too."""
    found = _RAISES.match(told)  # `Raise the window to the top.` is a deed, and `Raise Window to the top.`
    only = found is not None and (not found[1] or _ERROR.match(found[1]) is not None or f"{found[1]}`" in said)
    return only and bool(said) and not said.startswith((*FAILS, "May ")) and not _MAY_FAIL.search(said)


def followed(told: str, said: str, name: str = "") -> str:
    """What the author says, and then what the code says, as much as there is room for; what is given back only once. name: of the function, of
    which `Exit signal handler.` says what `signal_handler` is, and not what it does."""
    said = _beside(said) if _GIVES.match(told) else said
    if not said or (told.startswith(FAILS) and said.startswith(FAILS)) or _EMPTY.fullmatch(said) or _VAGUELY in said:
        return told
    first, _, rest = told.partition(" ")
    noun = bool(name) and rest.rstrip(".").lower().split() == name.lower().strip("_").split("_")
    ordered = is_verb(first) and not is_third_person(first) and not noun
    if ordered and (also := _AND.match(rest)) and is_infinitive(also[2]):
        rest = f"{also[1]}{third(also[2])}{rest[also.end() :]}"
    lead = third(f"{first.lower()} {rest}") if ordered else told
    lead = f"{lead[:1].upper()}{lead[1:].rstrip(' .')}".replace(" and return ", " and returns ")
    return next((whole for part in _shorter(said) if len(whole := f"{lead}; {part}.") <= LONGEST), told)


def under_heading(facts: FunctionFacts, said: str, kept: int) -> str:
    """What an author calls it, and then what the code says; that alone where there is no room for both. kept: letters that facts keep of
    a comment."""
    owner = facts.scope[-1] if facts.scope else ""
    heading = heading_of(facts.doc, facts.name, owner) if facts.decisions and len(facts.doc) < kept else ""
    if not (said and heading):
        return said
    whole, *less = _shorter(said)
    parts = [whole, *(each for each in less if not each.startswith("may "))]
    told = (f"{heading}: {part}." for part in [*parts, *(_GIVEN.sub(r"\1(…)`", each) for each in parts)])
    return next((each for each in told if len(each) <= LONGEST), said)


def _beside(said: str) -> str:
    """What is done beside giving something back, and where that is nothing, or an error; "" where that cannot be told without."""
    first, *others = parts_of(f"{said[:1].lower()}{said[1:].rstrip('.')}", "; ")
    kept = [each for each in (first, *others) if not _VALUE.match(each) or _REFUSED.match(each)]
    hangs = len(kept) <= len(others) and any(each.startswith(("otherwise", "else")) for each in kept)
    told = "" if hangs else "; ".join(kept)
    return f"{told[:1].upper()}{told[1:]}." if told else ""


def made_inside(said: str, within: Within) -> tuple[FunctionFacts, bytes] | None:
    """The function that is all a sentence says is returned."""
    found = _ONE.fullmatch(said)
    return within(found[1]) if found else None


def wrapping(said: str, inner: str) -> str:
    """What the function does that is returned, in the place of its name."""
    for part in _shorter(inner) if inner else ():
        *before, last = part.split("; ")
        told = f"Returns a function that {' and '.join([text for text in (', '.join(before), last) if text])}."
        told = told.replace("a function that returns a function that", "a function that returns one that")
        if len(told) <= LONGEST:
            return told
    return said


def _shorter(said: str) -> Iterator[str]:
    """In small letters, without its stop; then without what need not be told for the rest to be true."""
    whole = f"{said[:1].lower()}{said[1:].rstrip('.')}"
    yield whole
    whole = _BEING.sub("", whole)
    yield whole
    first, *others = whole.split("; ")
    if first.startswith("return") or any(each.startswith(("otherwise", "else")) for each in others):
        return
    kept = [each for each in others if each.startswith("may ") or " where " in each or " on " in each]
    if kept != others:
        yield "; ".join([first, *kept])
    if kept:
        yield f"{first}; {'may return early' if any('return' in each for each in kept) else 'may fail'}"
