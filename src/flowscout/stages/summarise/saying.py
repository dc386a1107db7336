"""One sentence for a function: its author's, where that is about what it does, else made of its clauses.

    Makes record (req), creates volume metadata (rec), allocates storage for items of PickNodes(req.replicas()); returns `OK`;
    returns `InvalidArgument` where req.volume_id is empty.

What weighs most is said first to be chosen and then in the code's order; whole clauses are left out where there is no room.
Nothing is said where it would only be the name again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from ...model.codec import Refused, decode_body
from ...model.facts import FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...model.syntax import Body
from ...words.about import DocumentedFunction, behaviour, respells
from ...words.names import split
from ...words.nouns import truth
from .arguments import arguments_kept
from .authors import FAILS, RETURNS_ONE, Within, followed, made_inside, nearly, tells_more, under_heading, wrapping
from .begun import begun
from .believed import contradicted
from .built import built
from .by_its_name import by_its_name
from .by_then import by_then
from .claimed import borne_out
from .clauses import DOES
from .collected import collected, once_given
from .composing import composed
from .copied import in_short
from .fielded import gives_back, is_property
from .in_a_row import in_a_row
from .judging import decided, spread, values_given
from .managed import managed
from .reader import FunctionReader
from .sunk import sunk
from .telling import EARLY
from .tried import tried
from .yielding import yields_too

_SMALL: Final = 4  # what is done beside what is given back
CUT: Final = 200  # letters that facts keep of a comment
_CONSTANT: Final = regex(
    r"(?:-?\d{1,12}|None|null|[Tt]rue|[Ff]alse|[A-Z][A-Z\d_:]{1,80}|k[A-Z]\w{1,80}|[\"'][^`]{0,60}[\"'])"
)
_FIRST: Final = regex(r"\bthe first [^\W\d]\w* in ")
_ELSE: Final = regex(r"\AMay return (`[^;]{1,120} by `[^`;]{1,80}`); returns (`[^`;]{1,60}`)\.$")
_VALUE: Final = regex(r"(?:Returns|Sets|Yields|Raises|Throws) `.*")


def sentence(
    facts: FunctionFacts, text: Callable[[], bytes], language: Language, within: Within = lambda name: None
) -> str:
    """At most LONGEST letters; "" where nothing can be said that the name does not say. Follows from what is `spoken` alone.
    text: of the function, asked for only where the author's words do not do. within: a function inside it, by name."""
    told = _documented(facts, language)
    if told and (kept := "" if contradicted(told, facts) else borne_out(told, facts, text, language)) != told:
        told = _documented(facts._replace(doc=kept), language)
    if facts.kind == "module" or (told and not told.startswith(FAILS) and not nearly(told, facts)):
        return told
    try:
        body = decode_body(facts.body)
    except Refused:
        return told
    said = _read(facts._replace(doc=told), text(), language, body.statements)  # what is told is not told again
    if told:
        return said if tells_more(said, told) else followed(told, said, facts.name)
    if said.startswith(RETURNS_ONE) and (given := made_inside(said, within)):
        inner, source = given
        said = wrapping(said, sentence(inner._replace(doc="", remarks=""), lambda: source, language))
    if facts.decisions and not said.startswith("Returns ") and (holds := truth(facts.doc)):
        return holds
    blank = not _VALUE.match(said) and respells(said, facts.name, *facts.scope[-1:])
    return "" if blank else under_heading(facts, said, CUT)


def _read(facts: FunctionFacts, text: bytes, language: Language, body: Body) -> str:
    """From its statements alone."""
    plain, by_ways = sunk(body, text, facts), sunk(body, text, facts, many=True)
    told = _read_as(facts, text, language, by_ways, True) if by_ways != plain else ""
    return told or _read_as(facts, text, language, plain)


def _read_as(facts: FunctionFacts, text: bytes, language: Language, body: Body, ways: bool = False) -> str:
    """ways: only what is given back on each, "" where something else is done."""
    reader = FunctionReader(facts, text, language, body)
    clauses = managed(collected(once_given(reader.clauses(), facts), facts, text, language, reader.held), facts, body)
    clauses = begun(arguments_kept(built(clauses, facts, text, language), facts), facts)
    clauses = by_then(in_a_row(in_short(clauses), reader.statuses))
    exits = reader.exits()
    said = (
        tried(clauses, facts)
        or decided(clauses, exits, reader)
        or composed(clauses, exits, Counter(call.name for call in facts.calls), reader.slices, reader.held)
    )
    said = _ELSE.sub(r"Returns \1, else \2.", said)
    if ways and said.startswith("Returns ") and "may " not in said:
        return said
    returns = said.startswith(("Returns ", "May return ")) and "ay return " in said
    if ways or (returns and (" where " not in said or EARLY in said) and not _FIRST.search(said)):
        own = {f"set `{each.name}` " for each in facts.bindings if ways and each.how in ("assign", "declare")}
        does = [each for each in clauses if each.kind == DOES and f"{each.phrase.partition(' to ')[0]} " not in own]
        acts = any(each.weight > _SMALL and not each.asks for each in does)
        acts |= ways and not all(map(_CONSTANT.fullmatch, values_given(exits)))
        some_of = "" if acts else spread(exits, reader.compared(ways or " where " not in said))
        said = some_of if ways else some_of or said
    return yields_too(by_its_name(said, facts), text, body)


def _documented(facts: FunctionFacts, language: Language) -> str:
    if not facts.doc:
        return ""
    value = bool(facts.returns) and not language.spelling.casts and facts.kind != "constructor"
    owner = facts.scope[-1] if facts.scope else ""
    calls = frozenset([split(each.name)[0] for each in facts.calls if each.name[:1].islower()])
    property_, whole = is_property(facts.decorators), len(facts.doc) < CUT
    return behaviour(
        facts.doc, DocumentedFunction(facts.name, owner, whole, value or property_, property_, calls, gives_back(facts))
    )
