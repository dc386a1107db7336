"""One sentence for a function: its author's, where that is about what it does, else made of its clauses.

    Makes record (req), creates volume metadata (rec), allocates storage for items of PickNodes(req.replicas()); returns `OK`;
    returns `InvalidArgument` where req.volume_id is empty.

What weighs most is said first to be chosen and then in the code's order; whole clauses are left out where there is no room.
Nothing is said where it would only be the name again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ...model.codec import Refused, decode_body
from ...model.facts import FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...model.syntax import Body
from ...words.about import DocumentedFunction, behaviour, respells
from ...words.names import split
from ...words.nouns import truth
from ...words.whole_clauses import LONGEST
from .arguments import arguments_kept
from .authors import FAILS, RETURNS_ONE, Within, followed, made_inside, nearly, tells_more, under_heading, wrapping
from .begun import begun
from .believed import contradicted
from .built import built
from .by_its_name import by_its_name
from .by_then import by_then
from .claimed import borne_out
from .clauses import ACTS, DOES, EACH, EVERY, GIVES, LEAVES, Clause, outcome
from .collected import collected, once_given
from .copied import in_short
from .counting import counted
from .early import told_when
from .elsewhere import elsewhere
from .failed import apart
from .fielded import gives_back, is_property
from .fuller import WhatItHolds, fuller, unknown
from .in_a_row import in_a_row
from .judging import decided, judged, only_checks, spread, values_given
from .managed import managed
from .outcomes import less_than_left, outcomes
from .reader import FunctionReader
from .shorter import once, shorter, versions
from .slices import Slices, led
from .sunk import sunk
from .telling import EARLY, LATE, PLAIN_VALUES, STATUS, JoinedClauses, gives_value, joined, surely_calls
from .together import of_one_kind, together
from .tried import tried
from .ways_out import WayOut
from .yielding import yields_too

_MOST: Final = 3  # things done
_COVERS: Final = 1.5  # that all of the function works towards what is told
_FEW: Final = 3  # values that are told one after another
_TELLING: Final = 6
_READY: Final = 4.8
_GIVEN: Final = 5  # what is given back by a call
_SMALL: Final = 4  # what is done beside what is given back
# what more of what is done says, a way out with its condition, and that there is one
_THIRD, _KNOWN, _VAGUE = 0.5, 0.6, 0.5
_VALUE_TOLD: Final = 0.2  # that another value is given back tells more of a function than an error
_ASKED, _ASKED_MOST = 0.5, 5.5  # what is only called for its value says less, where it weighs no more than the second
_LOST: Final = 1.5  # that what weighs most of what is done is not told, and other things are
_LEFT_OPEN: Final = ("may return early.", "may end early.", "may fail.")
_LESS: Final = 0.9
_OUTWEIGHS: Final = 1.5  # what need not be done is told all the same
_AS_MUCH: Final = 0.5  # that it weighs less
_ENOUGH: Final = 2  # of them that are told with what they are given
_TRIED: Final = 24  # in a row that find no room
_ROOM: Final = 12  # more is in no sentence, whatever is told together
CUT: Final = 200  # letters that facts keep of a comment
_SPEAKS: Final = regex(r"call `(?=[^`(]{0,80}[a-z])")  # no macro
_CONSTANT: Final = regex(
    r"(?:-?\d{1,12}|None|null|[Tt]rue|[Ff]alse|[A-Z][A-Z\d_:]{1,80}|k[A-Z]\w{1,80}|[\"'][^`]{0,60}[\"'])"
)
_FIRST: Final = regex(r"\bthe first [^\W\d]\w* in ")
_SET: Final = regex(r"set `[\w.>\[\]-]{1,60}` to ")
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


def composed(
    clauses: Sequence[Clause],
    exits: Sequence[WayOut],
    calls: Mapping[str, int],
    slices: Slices | None = None,
    held: WhatItHolds = unknown,
) -> str:
    """exits: all. calls: by name, how often it is called."""
    clauses, each_ = together(clauses, calls), clauses
    told = _composed(clauses, exits, slices, held)
    if told.lower().count("sets `") == _MOST - 1 and len([each for each in each_ if _SET.match(each.phrase)]) == _MOST:
        told = _composed(
            together(each_, calls, _MOST), exits, slices, held
        )  # two of three would say that there are no more
    told = _composed(alike, exits, slices, held) if (alike := of_one_kind(clauses, told)) is not clauses else told
    return elsewhere(told, calls)


def _composed(clauses: Sequence[Clause], exits: Sequence[WayOut], slices: Slices | None, held: WhatItHolds) -> str:
    """exits: all; what stands behind one that is not told is only certain where the sentence says that there is one."""
    clauses = _leaving(apart(clauses))
    ranks = slices.ranks(clauses) if slices else {}
    does = sorted(
        {each for each in clauses if each.kind == DOES and each.phrase},
        key=lambda each: (-each.weight, each.phrase.startswith("set "), each.at),
    )
    called = any(each.kind == GIVES and each.phrase.endswith(")`") for each in clauses)
    tells = any(each.kind == GIVES and each.phrase not in PLAIN_VALUES for each in clauses)
    least = 3 if does and (does[0].weight > 4 or called or (tells and does[0].asks)) else 1
    acts = called or any(each.weight > least and not each.may and not only_checks(each) for each in does)
    small = {each for each in does if each.weight <= least or (acts and _checked(each))}
    slight, does = [each for each in does if each in small], _others_first([each for each in does if each not in small])
    sure = max([_GIVEN * called, *[each.weight for each in does if not each.may]])
    main = slices.mains(does, [each for each in does if not _doubtful(each)], clauses, ranks) if slices else set()
    does = (
        [each for each in does if each in main or not _doubtful(each) or each.weight > sure + _OUTWEIGHS]
        if sure
        else does
    )
    does = [each for each in does if each in main or not _leads_up(each, does[0])]
    does, other = led(does, ranks), does[:_MOST]
    value = [each for each in clauses if each.kind == GIVES][-1:]
    if value and value[0].weight == ACTS and all(each.asks and each.after.startswith("where ") for each in does):
        does = []  # it makes ready what the last call is given
    if value and value[0].weight == ACTS and not value[0].after:
        does = [each for each in does if not each.after.startswith("on ")]  # the call is what it is there for
    gives = [_last(each, exits) for each in value if each.phrase not in PLAIN_VALUES]
    if (
        gives
        and not does
        and slight
        and STATUS.fullmatch(gives[0].phrase)
        and len({each.phrase for each in exits}) == 1
    ):
        gives = []  # whatever it does, that comes of it
    same = {each.phrase for each in value}
    little, jumps = less_than_left(clauses, exits), frozenset(each.at for each in exits if each.lands)
    left = [
        each
        for each in clauses
        if each.kind == LEAVES
        and each.phrase
        and not (each.ways and little.issuperset(each.ways) and each.phrase in (EARLY, *same))
    ]
    leaves = outcomes([each for each in left if each.phrase not in same], jumps)
    early = [each._replace(phrase=EARLY) for each in left if each.phrase in same and each.after and not each.may]
    again = outcomes(early, jumps)
    if not gives and any(outcome(each).startswith("raise `") and each.after and not each.may for each in leaves):
        does = [] if all(each.asks for each in does) else does  # it only checks
    if len(does) == 1 and does[0].asks and does[0].weight < _READY and (gives or leaves):
        does = []  # what is only asked for its value leads to what is given back
    if leaves and not does:
        gives = [_last(each, exits) for each in value]
    if gives and gives[0].phrase.startswith(("raise ", "throw ")):
        leaves = sorted(leaves, key=lambda each: not (each.phrase.startswith("return `") and not each.may))
        given = leaves[:1] if leaves and leaves[0].phrase.startswith("return `") and not leaves[0].may else []
        gives = [*given, *gives]  # what comes of it where all goes well
    valued = sorted(leaves, key=lambda each: not gives_value(each))  # what may be given back before what may be raised
    asks = bool(does) and all(each.asks for each in does)
    most = _MOST + (len(does) == _MOST + 1 and all(map(surely_calls, does)))
    wanted = (
        [*does[:1], *gives, *leaves[:2], *does[1:most], *leaves[2:]]
        or ([each for each in slight if each.weight] or slight)[:_MOST]
        or value
    )
    if leaves and not (does or gives or value) and all(each.phrase == EARLY for each in leaves):
        wanted = [*slight[-_ENOUGH:], *leaves]  # what it ends with, be it for its value, says more than how it is left
    spoken = [each for each in slight if each.weight == 1 and _SPEAKS.match(each.phrase) and not each.asks]
    spoken = [each for each in slight if spoken and each.weight > 1 and not each.asks][-1:] or spoken
    if (
        spoken
        and not gives
        and all(each.asks and each.weight < _READY for each in does)
        and all(each.phrase == EARLY for each in leaves)
    ):
        does, wanted = [], [spoken[-1], *leaves]  # it is there to tell of something, or to clean up
    foremost = [each for each in does[:_ENOUGH] if each.weight >= does[0].weight - _AS_MUCH]
    say = JoinedClauses(exits, value)
    orders = [
        wanted,
        [*foremost, *wanted],
        *([[*gives, *wanted]] if gives else []),
        *([[*other, *gives, *leaves]] if other[:1] != does[:1] and wanted[:1] == does[:1] else []),
        *([[*gives, *leaves], [*gives, *valued]] if gives and asks else []),
        *([[*does[:1], *gives, *does[1:_ENOUGH], *leaves]] if len(does) > 1 and _fits(does[:1], say) else []),
        *([[*wanted, *again], [*does[:1], *gives, *leaves, *again]] if again else []),
    ]
    ways = dict.fromkeys(tuple(each) for order in orders for each in versions(once(dict.fromkeys(order))))
    fitting = [_fitting(each, say) for each in ways]
    best = max(
        fitting, key=lambda each: _tells(each, say(each), does[:1], slices.covered(each) if slices else 0.0, asks)
    )
    best = list(told_when(say(best), best, [*leaves, *again], say))
    best, more = counted(clauses, best, exits, value)
    best = fuller(best, clauses, lambda those: joined(those, exits, value, more), held)
    told = joined(best, exits, value, more)
    if not told.endswith(_LEFT_OPEN) and "may return `" not in told:
        return told
    return judged(clauses, exits, [each for each in does if each.weight > _SMALL and not only_checks(each)]) or told


def _checked(clause: Clause) -> bool:
    """Whatever holds, and no more than that: it gives way to what is done."""
    return only_checks(clause) and not (clause.may or clause.after or clause.also or clause.other)


def _doubtful(clause: Clause) -> bool:
    """It need not be done, what it is said to hang on is not all, and it is nothing that one must know."""
    return clause.may and clause.weight < _TELLING and not clause.after.startswith((EACH, EVERY))


def _leads_up(clause: Clause, top: Clause) -> bool:
    """It stands before what weighs most, and weighs so little that it only makes ready for it."""
    if clause.phrase.startswith(("find the first ", "keep ")):
        return False  # what is done is done to that, or beside it
    return clause.at < top.at and clause.weight < min(_READY, top.weight - _LESS)


def _leaving(clauses: Sequence[Clause]) -> list[Clause]:
    """What a guard does before it leaves is told along with that: "calls `a()` and returns where b is null"."""
    left = {
        each.after: each
        for each in reversed(clauses)
        if each.kind == LEAVES and each.after.startswith("where ") and not each.may and each.phrase
    }
    told: list[Clause] = []
    gone: set[Clause] = set()
    for each in clauses:
        way = (
            left.get(each.after)
            if each.kind == DOES and not (each.may or each.other or each.also or each.ways)
            else None
        )
        if way is not None and way not in gone and each.at < min(way.ways, default=0) and each.weight > _ENOUGH:
            gone.add(way)
            each = each._replace(also="return" if way.phrase == EARLY else way.phrase, ways=way.ways)
        told.append(each)
    return [each for each in told if each not in gone]


def _tells(
    clauses: Sequence[Clause], told: str, foremost: Sequence[Clause], covered: float, asks: bool
) -> tuple[float, bool, int]:
    """What is done, the first of it most, what comes of it, and where; less where it says that there is more, and not what.
    asks: nothing is called but for its value."""
    done = [each for each in clauses if each.kind == DOES]
    gives = any(each.kind == GIVES for each in clauses)
    known = sum(1 for each in clauses if each.kind == LEAVES and each.after and not each.may and each.phrase != EARLY)
    asked = sum(1 for each in done if each.asks and not each.also and each.weight < _ASKED_MOST)
    count = min(_MOST, len(done) + sum(1 for each in done if each.also)) - _ASKED * asked
    values = any(each.kind == LEAVES and each.after and not each.may and gives_value(each) for each in clauses)
    acts = any(each.kind == GIVES and each.weight == ACTS for each in clauses)
    worth = min(count, _ENOUGH) + _THIRD * (count > _ENOUGH) + gives + _KNOWN * (acts + min(known, _ENOUGH))
    gone = bool(done) or not (asks or any(each.kind != DOES and gives_value(each) for each in clauses))
    lost = gone and any(each.at not in {it.at for it in done} for each in foremost)
    worth += _COVERS * covered + _VALUE_TOLD * (asks and values)
    return worth - _VAGUE * told.endswith(_LEFT_OPEN) - _LOST * lost, gives, known


def _others_first(does: Sequence[Clause]) -> list[Clause]:
    """What is called a second time says less than another call."""
    called: set[str] = set()
    first: list[Clause] = []
    again: list[Clause] = []
    for each in does:
        name = each.phrase.partition("(")[0]
        (again if name in called and each.phrase.startswith("call `") else first).append(each)
        called.add(name)
    return first + again


def _fitting(clauses: Sequence[Clause], say: JoinedClauses) -> list[Clause]:
    """As many as there is room for, the first before the others; where many in a row found none, the rest is not tried."""
    chosen: list[Clause] = []
    tried = 0
    for each in clauses:
        if tried == _TRIED or len(chosen) == _ROOM:
            break
        tried += 1
        for told in shorter(each):
            if (
                not any(_same(told, before) or _speaks_of(told, before) for before in chosen)
                and len(say([*chosen, told])) <= LONGEST
            ):
                chosen.append(told)
                tried = 0
                break
    return chosen


def _fits(clauses: Sequence[Clause], say: JoinedClauses) -> bool:
    return len(_fitting(clauses, say)) == len(clauses)


def _same(clause: Clause, told: Clause) -> bool:
    """It would only say again what has been called, or how it is left."""
    if clause.kind != DOES or told.kind != DOES:
        return clause.kind == told.kind == LEAVES and (clause.phrase, clause.after) == (told.phrase, told.after)
    again = (
        clause.phrase.endswith("(…)`")
        and not clause.other
        and told.phrase.startswith(clause.phrase.removesuffix("(…)`"))
    )
    one, other = ((each.phrase, each.after, each.other, each.also) for each in (clause, told))
    return again or one == other


def _speaks_of(clause: Clause, told: Clause) -> bool:
    """One is what an author says of the other, or of all that it tells together."""
    if clause.kind != DOES or told.kind != DOES:
        return False
    return any(
        one.heads[1] and one.heads[0] <= (other.begins or other.at) and other.at < one.heads[1]
        for one, other in ((clause, told), (told, clause))
    )


def _last(value: Clause, exits: Sequence[WayOut]) -> Clause:
    """An error at the end is the rarer way, where anything is returned before."""
    before = any(each.phrase.startswith("return") and each.at < value.at for each in exits)
    fails = not value.phrase.startswith("return") and before
    return value._replace(after=LATE) if fails and not value.after else value
