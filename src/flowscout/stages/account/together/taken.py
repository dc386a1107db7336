"""A function read with another in place of its call: what was taken out of it, or put in place in it, and what else differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from ....model.account import NEUTRAL, Answer
from ....model.facts import FunctionFacts
from ....model.pattern import regex
from ..neutral.values import NAMED
from ..pairing.changes import Trees, trees
from ..pieces.pieces import Piece
from ..pieces.splicing import Inner, Spliced, given_in, given_to, spliced
from ..reading.saying import does, q
from ..sentences.decided import bare
from .file import Names, State
from .in_functions import of_trees
from .left_apart import CallingSide, left_apart
from .otherwise_run import otherwise_run
from .part_scopes import PartLines, scope_of_a_part
from .within_part import TakenPart, unwritten, within_parts

TAKEN: Final = "taken out into a function that is called"
PUT: Final = "put in the place of a call"
_ALONE: Final = 6
_SAME: Final = regex(r"[A-Z][^`\n]{0,60}`([^`\n]{1,400})`(?:, no longer| where it) [^`\n]{0,30}`([^`\n]{1,400})`[.,]")
_OWN: Final = frozenset(("declare", "static", "assign", "each", "with", "except"))


Parts = Mapping[bytes, tuple[str, Inner]]
Words = tuple[bytes, ...]


def through(
    old: State,
    new: State,
    pair: tuple[str, str],
    gone: Sequence[str],
    came: Sequence[str],
    told: Sequence[Answer],
    renamed: Names,
    quotes: bool,
    away: Sequence[tuple[State, str]] = (),
) -> tuple[list[Answer], set[str]]:
    """Answers with functions that are gone (inlined) or new (extracted) in place of their calls, and which of them these are; as told where
    that says nothing less. gone, came: ids in these files. told: what is said of the pair by itself. away: functions that are new in other
    files, in which nothing may differ."""
    before, after = old.pieces(pair[0]), new.pieces(pair[1])
    left = _inner([(old, id_) for id_ in gone], before)
    right = {**_inner_of(away, after), **_inner([(new, id_) for id_ in came], after)}
    for some, others in _choices(before, after, left, right):
        found, used = _read(old, new, pair, some, others, told, renamed, quotes)
        if used:
            return found, used
    return list(told), set()


def _choices(old: Sequence[Piece], new: Sequence[Piece], left: Parts, right: Parts) -> Iterator[tuple[Parts, Parts]]:
    """All of them; where these do not do, those of one side, then each alone: what is gone for a reason of its own hides no part."""
    yield left, right
    if left and right:
        yield {}, right
        yield left, {}
    for parts, pieces in ((left, old), (right, new)):
        words = {word for piece in pieces for word in piece.words} if len(parts) > 1 else set()
        for name in [each for each in sorted(parts) if each in words][:_ALONE]:
            yield ({name: parts[name]}, {}) if parts is left else ({}, {name: parts[name]})


def _read(
    old: State,
    new: State,
    pair: tuple[str, str],
    left: Parts,
    right: Parts,
    told: Sequence[Answer],
    renamed: Names,
    quotes: bool,
) -> tuple[list[Answer], set[str]]:
    both, *sides_read = _read_in(old.pieces(pair[0]), new.pieces(pair[1]), left, right, renamed)
    (one, put, at_old), (other, taken, at_new) = sides_read
    if not put and not taken:
        return list(told), set()
    facts = old.functions[pair[0]], new.functions[pair[1]]
    both = both._replace(in_c=new.language.name == "c")
    found = list(of_trees(both, old, new, facts, pair[1], renamed, quotes))
    inner = [*[left[name][1] for name in put], *[right[name][1] for name in taken]]
    shared = _shared(old.pieces(pair[0]), new.pieces(pair[1]), inner)
    rest = [each for each in found if each.how != NEUTRAL and not _only_names(each, inner, shared)]
    own = _own(facts[0], True), _own(facts[1], True)
    rest = [
        each
        for each in rest
        if not scope_of_a_part(
            each,
            (old.pieces(pair[0]), new.pieces(pair[1])),
            own,
            _parts_of(old, facts[0], left, put),
            _parts_of(new, facts[1], right, taken),
        )
    ]
    used = {left[name][0] for name in put} | {right[name][0] for name in taken}
    most = sum(each.how != NEUTRAL for each in told) - 1
    known = {(each.before, each.after) for each in told}
    if any(right[name][1].home for name in taken) and any((each.before, each.after) not in known for each in rest):
        return list(told), set()
    sides = (old.pieces(pair[0]), one, other), (new.pieces(pair[1]), other, one)
    if len(rest) > max(most, 0) or (rest and not _mostly(sides)):
        return list(told), set()
    sides_as_written = (old.pieces(pair[0]), new.pieces(pair[1]), *[each.pieces for each in inner])
    given = [*_given(old.pieces(pair[0]), put), *_given(new.pieces(pair[1]), taken)]
    those = [_part(new, pair[1], name, *right[name]) for name in taken if not right[name][1].home]
    placed = [_but_for_its_name(each) for each in within_parts(rest, those)]
    if unwritten(placed, given, lambda: chain.from_iterable(sides_as_written)):
        return list(told), set()
    places = {(each.before, each.after) for each in rest}
    rule = TAKEN if taken else PUT
    callers = (
        CallingSide(pair[1], False, old.pieces(pair[0]), at_old, old.source, new.source, own[1], own[0]),
        CallingSide(pair[1], True, new.pieces(pair[1]), at_new, new.source, old.source, own[0], own[1]),
    )
    apart = [
        each
        for caller, parts in zip(callers, (left, right), strict=True)
        for found_in in (otherwise_run, left_apart)
        for each in found_in(both, caller, {name: inner for name, (_, inner) in parts.items()})
    ]
    return [
        *apart,
        *placed,
        *[
            each._replace(how=NEUTRAL, rule=rule, sentence="", rank=9)
            for each in told
            if (each.before, each.after) not in places
        ],
    ], used


def _but_for_its_name(one: Answer) -> Answer:
    """What differs in nothing but that a value has a name there, as a parameter has: the call says which."""
    found = _SAME.match(one.sentence)
    named = found is not None and found[1] == found[2]
    return one._replace(how=NEUTRAL, rule=NAMED, sentence="", core="", rank=9) if named else one


def _read_in(
    old: Sequence[Piece], new: Sequence[Piece], left: Parts, right: Parts, renamed: Names
) -> tuple[Trees, Spliced, Spliced]:
    """Both sides, and what was put in. A call of whose steps none is on the other side is one more call, or one less."""
    parts = [{name: inner for name, (_, inner) in each.items()} for each in (left, right)]
    one, other = (spliced(pieces, each) for pieces, each in zip((old, new), parts, strict=True))
    both = trees(one.pieces, other.pieces, renamed)
    but = [
        {at for at, put in side.places.items() if not any(each in known for each in put)}
        for side, known in ((one, both.pairs), (other, both.back))
    ]
    if any(but):
        one, other = (spliced(*each) for each in zip((old, new), parts, but, strict=True))
        both = trees(one.pieces, other.pieces, renamed)
    return both, one, other


def _part(new: State, whose: str, name: bytes, id_: str, inner: Inner) -> TakenPart:
    facts = new.functions[id_]
    given = next(filter(None, (given_to(piece, name, inner) for piece in new.pieces(whose)[1:])), {})
    return TakenPart(facts.name, (facts.line, facts.end_line), inner.pieces, given, new.source)


def _parts_of(side: State, caller: FunctionFacts, parts: Parts, names: Words) -> list[PartLines]:
    """Those that stand in this file."""
    those = [side.functions[parts[name][0]] for name in names if not parts[name][1].home]
    return [
        PartLines(one.line, one.end_line, caller.line < one.line and one.end_line <= caller.end_line) for one in those
    ]


def _given(pieces: Sequence[Piece], names: Words) -> list[Words]:
    return [
        given
        for piece in pieces[1:]
        for at, word in enumerate(piece.words)
        if word in names and piece.words[at + 1 : at + 2] == (b"(",)
        for given in given_in(piece.words, at + 1)
    ]


def _shared(old: Sequence[Piece], new: Sequence[Piece], inner: Sequence[Inner]) -> list[Piece]:
    """Python: what is declared as another's, as `global x`, in a function and in its part."""
    own = [piece for each in inner for piece in each.pieces if piece.words[:1] in ((b"global",), (b"nonlocal",))]
    return [piece for piece in own if all(any(one.words == piece.words for one in side) for side in (old, new))]


def _only_names(one: Answer, inner: Sequence[Inner], shared: Sequence[Piece]) -> bool:
    """Whether it says of a variable of theirs, which has no value yet, that it is declared there and not here, or later than here."""
    bares = [piece for each in inner for piece in each.pieces if bare(piece) and b"=" not in piece.words]
    bares += shared
    deeds = [f"{word} {does(piece)}" for word in ("Now", "No longer") for piece in bares]
    later = [f"{q(piece.said)} {word} " for word in ("comes", "now runs", "runs") for piece in bares]
    return one.sentence.startswith((*deeds, *later))


def _mostly(sides: Sequence[tuple[Sequence[Piece], Sequence[Piece], Sequence[Piece]]]) -> bool:
    """Whether most of what was put in stands on both sides. sides: without it, with it, and the other side."""
    hit, whole = 0, 0
    for plain, read, others in sides:
        came = Counter(piece.words for piece in read) - Counter(piece.words for piece in plain)
        known = {piece.words for piece in others}
        hit += sum(many for words, many in came.items() if words in known)
        whole += came.total()
    return 2 * hit > whole


def _inner_of(away: Sequence[tuple[State, str]], named: Sequence[Piece]) -> dict[bytes, tuple[str, Inner]]:
    """Functions of other files, by names that one of them only has."""
    homes = {id_: side.source.path.rpartition("/")[2].partition(".")[0].encode() for side, id_ in away}
    return {name: (id_, one._replace(home=homes[id_])) for name, (id_, one) in _inner(away, named).items()}


def _own(facts: FunctionFacts, given: bool = False) -> frozenset[bytes]:
    """Names of its own variables; Python: not those that it sets for others. given: with its parameters."""
    shared = {each.name for each in facts.bindings if each.how in ("global", "capture")}
    names = {each.name for each in facts.bindings if each.how in _OWN and each.name not in shared}
    return frozenset(name.encode() for name in (*names, *[each.name.lstrip("*&") for each in facts.params if given]))


def _inner(those: Sequence[tuple[State, str]], named: Sequence[Piece]) -> dict[bytes, tuple[str, Inner]]:
    """By name, which one function only has: those that these pieces name, and that these name in turn. All others cannot stand here for their call."""
    known = [(side, id_, facts) for side, id_ in those if (facts := side.functions.get(id_)) is not None]
    often = Counter(facts.name for *_, facts in known)
    left = {facts.name.encode(): (side, id_, facts) for side, id_, facts in known if often[facts.name] == 1}
    found = dict[bytes, tuple[str, Inner]]()
    waiting = [named] if left else []
    while waiting:
        words = {word for piece in waiting.pop() for word in piece.words}
        for name in words & left.keys():
            side, id_, facts = left.pop(name)
            pieces = side.pieces(id_)
            params = tuple([param.name.lstrip("*&").encode() for param in facts.params])
            found[name] = (id_, Inner(params, pieces, own=_own(facts)))
            waiting.append(pieces)
    return {name: found[name] for name in sorted(found)}


def inner_of_file(side: State, id_: str, named: Sequence[Piece]) -> dict[bytes, Inner]:
    """A function of this file, as it can stand for its call."""
    return {name: inner for name, (_, inner) in _inner([(side, id_)], named).items()}
