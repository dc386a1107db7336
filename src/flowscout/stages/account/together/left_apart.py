"""Variables that were the caller's, and are a called function's own now: what that sets does not come back but by its value.

`fixed` of `try: for … : fixed = step(fixed)` was the last round's behind an error; of `try: fixed = run_all(fixed)` it is what it was before
the call. And `a` of `b = part(x)` stays what it was, where `part` sets its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Final

from ....model.account import FLOW, Answer, Side
from ....model.record import NamedTuple
from ..neutral.loop_names import names_at
from ..pairing.changes import Trees
from ..pieces.children import children
from ..pieces.filling import fills
from ..pieces.lexing import LexedSource
from ..pieces.pieces import Piece
from ..pieces.splicing import Inner, SplicedCall, call_in
from ..pieces.targets import SETS
from ..reading.saying import q
from ..sentences.decided import bare

_RANK: Final = 2
_LEAVING: Final = frozenset(("Return", "Raise"))
_STEPS: Final = frozenset((b"++", b"--"))
_PASSING: Final = frozenset((b"(", b","))
_ONWARDS: Final = {"body": ("body", "else", "finally"), "else": ("else", "finally"), "handler": ("finally",)}
_MOST: Final = 2  # errors that are named
Below = Sequence[Sequence[int]]
Places = Mapping[int, range]


class OwnVariable(NamedTuple):
    """A variable in the caller's words and in the function's own. target: whether the call's value is kept in it. filled: or put into it."""

    name: bytes
    own: bytes
    target: bool
    filled: bool = False


class CallingSide(NamedTuple):
    """taken: whether it calls what stood in it; else it called what stands in it now. pieces: with the calls. places: by those what stands there
    on the other side. source: of the calls. other: of the other side. own: its own variables there. here: those where the
    calls are."""

    unit: str
    taken: bool
    pieces: Sequence[Piece]
    places: Places
    source: LexedSource
    other: LexedSource
    own: frozenset[bytes]
    here: frozenset[bytes]


def left_apart(both: Trees, caller: CallingSide, parts: Mapping[bytes, Inner]) -> Iterator[Answer]:
    below = children(caller.pieces)
    for at, put in caller.places.items():
        call = call_in(caller.pieces[at], parts)
        for one in _variables(caller.pieces[at], call, parts[call.name]) if call else ():
            those = list(_others(both, caller.taken, put, one))
            if call and those:
                yield from _told(both, caller, below, at, call.name.decode(), parts[call.name], one, those)


def _told(
    both: Trees,
    caller: CallingSide,
    below: Below,
    at: int,
    part: str,
    inner: Inner,
    one: OwnVariable,
    others: Sequence[int],
) -> Iterator[Answer]:
    """others: what sets it on the other side."""
    pieces, first = both.old if caller.taken else both.new, others[0]
    shared = one.name not in caller.own
    if not one.target and (shared or _read(caller.pieces, _behind(caller.pieces, below, at), one.name, at)):
        said = _of_another(caller, q(part), one.name, shared)
    else:
        tried = [each for each in others if any(_tried(pieces, each))]
        errors = _errors(caller.pieces, below, at, one.name) if tried and _early(inner, one.own) else ()
        said = _on_errors(caller, q(part), one, list(dict.fromkeys(errors)))
        first = tried[0] if tried else first
    if said:
        call, stands = side_of(caller.source, caller.pieces[at]), side_of(caller.other, pieces[first])
        yield Answer(FLOW, "", caller.unit, *((stands, call) if caller.taken else (call, stands)), said, _RANK)


def _of_another(caller: CallingSide, part: str, name: bytes, shared: bool) -> str:
    said = q(name.decode())
    if not caller.taken:
        return f"What stood in {part} {f'sets {said} of others now, no longer its own' if shared else f'now sets {said}, which is read behind it'}."
    if shared:
        return f"{part} sets its own {said}, no longer the {said} of others."
    if name in caller.here:
        return f"{part} sets its own {said}: behind the call {said} is what it was before it."
    return f"{part} sets its own {said}: nothing sets the {said} that is read behind the call."


def _on_errors(caller: CallingSide, part: str, one: OwnVariable, errors: Sequence[str]) -> str:
    if not errors:
        return ""
    on, said = " or ".join([*errors[:_MOST], *["another error"] * (len(errors) > _MOST)]), q(one.name.decode())
    if caller.taken:
        done = "put into it" if one.filled else "set it to"
        return f"On {on}, {said} is what it was before the call: what {part} had {done} by then is lost."
    done = "holds what was put into it" if one.filled else "is what it was set to"
    return f"On {on}, {said} {done} by then, no longer what it {'held' if one.filled else 'was'} before the call of {part}."


def side_of(source: LexedSource, piece: Piece) -> Side:
    last = max(piece.start, piece.end - 1)
    return Side(source.path, source.line(piece.start), source.line(last), source.text(piece.start, piece.end))


def _variables(piece: Piece, call: SplicedCall, inner: Inner) -> Iterator[OwnVariable]:
    """What it sets of its own, by which the caller may mean a variable of itself."""
    sign = call.first - (piece.words[call.first - 1 : call.first] == (b"await",))
    kept = piece.words[:sign] if piece.words[sign - 1 : sign] == (b"=",) else ()
    given = dict(zip(inner.params, call.given, strict=False))
    body = [inner.pieces[at] for at in inner.body]
    if piece.words[call.last :] == (b")",) and body[0].words[:1] == body[-1].words[1:]:
        yield OwnVariable(piece.words[0], body[0].words[0], True, True)
    added = body[0].words[0] if piece.words[1:2] == (b"+=",) and call.first == 2 else b""
    if added and body[-1].words == (b"return", added):
        yield OwnVariable(piece.words[0], added, True)
    for own in sorted((inner.own | {*inner.params}) - {added}):
        words = given.get(own, (own,))
        by_reference = any(pair == (b"&", own) for pair in pairwise(inner.pieces[0].words))
        if len(words) == 1 and not by_reference and any(_sets(each, own) for each in body):
            yield OwnVariable(words[0], own, words[0] in kept)


def _others(both: Trees, taken: bool, put: range, one: OwnVariable) -> Iterator[int]:
    """Positions on the other side of what sets it, that stands in the part here."""
    here, known = (both.new, both.back) if taken else (both.old, both.pairs)
    there, done = both.old if taken else both.new, fills if one.filled else _sets
    for at in put:
        if at in known and done(here[at], one.name) and done(there[known[at]], one.name):
            yield known[at]


def _early(inner: Inner, own: bytes) -> bool:
    """Whether something may fail in it once it is set."""
    body = inner.body
    first = next(at for at in body if _sets(inner.pieces[at], own))
    behind = [inner.pieces[at] for at in body if at > first]
    looped = any(inner.pieces[above].kind == "Loop" for above, _ in _above(inner.pieces, first))
    return looped or any(each.kind != "Return" or len(each.words) > 2 for each in behind)


def _errors(pieces: Sequence[Piece], below: Below, at: int, name: bytes) -> Iterator[str]:
    """Those behind which it is read."""
    for above, role in _above(pieces, at):
        if pieces[above].kind != "Try":
            continue
        for each in below[above] if role == "body" else ():
            if pieces[each].kind == "Handler":
                ends = below[each] and pieces[below[each][-1]].kind in _LEAVING
                behind = () if ends else _behind(pieces, below, above)
                inside = range(each + 1, _end(pieces, each))
                if _read(pieces, chain(inside, behind), name, each + 1 if below[each] else each):
                    yield q(pieces[each].said) if pieces[each].said else "an error"
        last = [each for each in below[above] if pieces[each].role == "finally"]
        if role != "finally" and last and _read(pieces, range(last[0], _end(pieces, last[-1])), name, last[0]):
            yield "an error"


def _tried(pieces: Sequence[Piece], at: int) -> Iterator[int]:
    return (above for above, role in _above(pieces, at) if pieces[above].kind == "Try" and role in ("body", "else"))


def _above(pieces: Sequence[Piece], at: int) -> Iterator[tuple[int, str]]:
    """What it stands in, with the part of it."""
    while pieces[at].parent >= 0:
        yield pieces[at].parent, pieces[at].role
        at = pieces[at].parent


def _end(pieces: Sequence[Piece], at: int) -> int:
    return next((each for each in range(at + 1, len(pieces)) if pieces[each].parent < at), len(pieces))


def _behind(pieces: Sequence[Piece], below: Below, at: int) -> Iterator[int]:
    """What may run behind it, in the order of the text; of a loop also what stands before it."""
    here = at
    while here > 0:
        above, role = pieces[here].parent, pieces[here].role
        roles = () if pieces[above].kind == "Switch" else _ONWARDS.get(role, (role,))
        for each in [one for one in below[above] if one > here and pieces[one].role in roles]:
            yield from range(each, _end(pieces, each))
            if pieces[each].kind in _LEAVING:
                return
        if pieces[above].kind == "Loop" and role == "body":
            yield from range(above, here)
        here = above


def _read(pieces: Sequence[Piece], places: Iterator[int] | Sequence[int], name: bytes, at: int) -> bool:
    """Whether one of them reads what it holds where it is come from: what is set there without a condition is another value. at: from where."""
    surely = {above for above, _ in _above(pieces, at)}
    again = set[tuple[int, str]]()
    for each in places:
        piece = pieces[each]
        if again and not again.isdisjoint(_above(pieces, each)):
            continue
        if not any(name in names_at(piece, n) for n in range(len(piece.words))):
            continue
        first = piece.kind == "Loop" and any(_sets_anew(one, name) for one in _begun(pieces, each))
        if not first and not bare(piece) and not _sets_anew(piece, name):
            return True
        if piece.parent in surely and (first or piece.kind != "Loop"):
            return False
        again.add((piece.parent, piece.role))
    return False


def _begun(pieces: Sequence[Piece], at: int) -> list[Piece]:
    """`i = 0` of `for (i = 0; …)`."""
    return [one for one in pieces[at + 1 : _end(pieces, at)] if one.parent == at and one.role == "init"]


def _sets_anew(piece: Piece, name: bytes) -> bool:
    """It gets a value that is not made of the one it has."""
    words = piece.words
    first = next((at for at in range(len(words)) if name in names_at(piece, at)), -1)
    if first < 0 or words[first] != name or not _set_at(piece, first, frozenset((b"=", b":="))):
        return False
    behind = words[words.index(b"=", first) + 1 :] if b"=" in words[first:] else words[first + 1 :]
    value = behind[: behind.index(b";")] if b";" in behind else behind
    return name not in value or words[first - 1 : first] == (b"&",)


def _sets(piece: Piece, name: bytes) -> bool:
    return any(word == name and _set_at(piece, at, SETS) for at, word in enumerate(piece.words))


def _set_at(piece: Piece, at: int, signs: frozenset[bytes]) -> bool:
    """Whether the name there is set: by a sign, as one of several, by a loop, as what is given a name, through its address."""
    words = piece.words
    before, behind = words[at - 1 : at] if at else (), words[at + 1 : at + 2]
    if before and before[0] in (b".", b"->", b"::"):
        return False
    if behind and (behind[0] in signs or behind == (b":=",)):
        return True
    if before == (b"as",) or (signs is SETS and not _STEPS.isdisjoint((*before, *behind))):
        return True
    if before == (b"&",) and at > 1 and words[at - 2] in _PASSING:
        return True
    if words[:1] == (b"for",) and b"in" in words[at:] and piece.kind == "Loop":
        return b"(" not in words[:at]
    if piece.kind != "Simple" or b"=" not in words[at:]:
        return False
    left = words[: words.index(b"=", at)]
    alone = not {b"(", b"[", b"="} & {*left[left[:1] == (b"(",) :]}
    return alone and (behind == (b":",) or b"," in (*before, *behind) or before == (b"*",))
