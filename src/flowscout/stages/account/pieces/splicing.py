"""A function as it reads where another stands in place of its call: what an extraction took out, or an inlining put in, is compared
with what it was.

Only calls are taken whose meaning is plain: a value that one `return` gives, or steps whose ways out are the caller's own.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from ....engine.rising import longest_rising
from ....engine.same import KEPT, Same
from ....model.pattern import regex
from ....model.record import NamedTuple
from ....model.syntax import Simple
from .filling import filling
from .lexing import LINKS
from .outside import CLOSING, OPENING
from .pieces import Piece
from .quoting import joined

Words = tuple[bytes, ...]
_OWNERS = frozenset((b"self", b"cls", b"this"))
_OWN: Final = 2  # words before a method of its own: `self.`
_NAME: Final = regex(r"""(?:\.|->|::) ?\w+|"[^"]*"|'[^']*'|(\*?)(\w+)(->\w+)?""")


class Inner(NamedTuple):
    """params: names. pieces: its head first. home: the module of another file that it stands in. own: variables of itself."""

    params: Words
    pieces: tuple[Piece, ...]
    home: bytes = b""
    own: frozenset[bytes] = frozenset()

    @property
    def body(self) -> tuple[int, ...]:
        return tuple(
            [at for at, piece in enumerate(self.pieces) if at and piece.kind != "Decorator" and not _is_text(piece)]
        )


class SplicedCall(NamedTuple):
    """first, last: of the words of a piece, the last one excluded."""

    name: bytes
    first: int
    last: int
    given: tuple[Words, ...]


class Spliced(NamedTuple):
    """The pieces with what is called in place of its calls, the names of what was put in, and where it stands, by the place of the call."""

    pieces: tuple[Piece, ...]
    names: tuple[bytes, ...]
    places: Mapping[int, range]


def spliced(pieces: Sequence[Piece], inner: Mapping[bytes, Inner], but: Container[int] = ()) -> Spliced:
    """but: places of calls that are left as they are."""
    found: list[Piece] = []
    places: dict[int, range] = {}
    place: dict[int, int] = {-1: -1}
    used: dict[bytes, None] = {}
    for at, piece in enumerate(pieces):
        here = piece._replace(parent=place[piece.parent])
        place[at] = len(found)
        call = call_in(piece, inner) if at and at not in but else None
        if (
            call
            and piece.kind == "Return"
            and call.first == 2
            and piece.words[1] == b"("
            and call.last == len(piece.words) - 1
        ):  # `return (f(x))`
            here = here._replace(words=(piece.words[0], *piece.words[2:-1]))
            call = call._replace(first=1, last=call.last - 1)
        put = list(_put(here, call, inner[call.name], len(found), pieces[:at])) if call else []
        if call and put:
            used[call.name] = None
            places[at] = range(len(found), len(found) + len(put))
        found += put or [here]
    return Spliced(tuple(found), tuple(used), places)


@lru_cache(maxsize=KEPT)
def as_written(pieces: Same[tuple[Piece, ...]]) -> frozenset[int]:
    """Positions of those that stand where the source has them; what was put in stands before what it follows, or in a function within."""
    many, inner = len(pieces.value), 0  # where the last function within ends
    found = longest_rising([piece.start * many + at for at, piece in enumerate(pieces.value)])
    for at, piece in enumerate(pieces.value):
        if isinstance(piece.stmt, Simple) and piece.stmt.role == "define":
            inner = piece.last
        elif piece.start < inner:
            found.discard(at)
    return frozenset(found)


def _is_text(piece: Piece) -> bool:
    return piece.kind == "Simple" and len(piece.words) == 1 and piece.words[0][-1:] in (b'"', b"'")


def call_in(piece: Piece, inner: Mapping[bytes, Inner]) -> SplicedCall | None:
    words = piece.words
    for at, word in enumerate(words):
        if word in inner and words[at + 1 : at + 2] == (b"(",):
            given, last = _arguments(words, at + 1)
            first = at
            while first > 1 and words[first - 1] in LINKS:
                first -= 2
            method = len(given) + 1 == len(inner[word].params) and inner[word].params[:1] in ((b"self",), (b"cls",))
            values = ((words[first],), *given) if method else given
            if inner[word].pieces[0].words[:1] in ((b"def",), (b"async",)):
                values = _in_order(values, inner[word].params)
            named = bool(inner[word].home) and tuple(words[first:at]) == (inner[word].home, b".")
            own = words[first] in _OWNERS and not (at - first > _OWN and _hands_on(inner[word]))
            owned = first == at or own or words[at - 1] == b"::" or named
            return (
                SplicedCall(word, first, last, values)
                if last and owned and len(values) == len(inner[word].params)
                else None
            )
    return None


def _hands_on(inner: Inner) -> bool:
    """Whether it does nothing but call another: what another object does by that name need not be this."""
    own = inner.body
    return len(own) == 1 and inner.pieces[own[0]].words.count(b"(") == 1


def _in_order(values: tuple[Words, ...], params: Words) -> tuple[Words, ...]:
    """What is given by name at the place of that name; () where it names what is none of them."""
    named = {each[0]: each[2:] for each in values if each[1:2] == (b"=",) and each[2:]}
    plain = [each for each in values if each[1:2] != (b"=",)]
    if len(plain) + len(named) != len(values) or {*named} != {*params[len(plain) :]}:
        return values if not named else ()
    return (*plain, *[named[each] for each in params[len(plain) :]])


def given_to(piece: Piece, name: bytes, inner: Inner) -> Mapping[bytes, Words]:
    """What a function's parameters are given, where the piece calls it so that it can be read in that place."""
    call = call_in(piece, {name: inner})
    return dict(zip(inner.params, call.given, strict=True)) if call else {}


def _arguments(words: Sequence[bytes], opening: int) -> tuple[tuple[Words, ...], int]:
    depth, found = 0, list[list[bytes]]([[]])
    for at in range(opening, len(words)):
        depth += (words[at] in OPENING) - (words[at] in CLOSING)
        if not depth:
            return tuple([tuple(each) for each in found if each]), at + 1
        if depth == 1 and words[at] == b",":
            found.append([])
        elif at > opening:
            found[-1].append(words[at])
    return (), 0


def given_in(words: Sequence[bytes], opening: int) -> tuple[Words, ...]:
    """The arguments of a call, by where its bracket opens."""
    return _arguments(words, opening)[0]


def _put(piece: Piece, call: SplicedCall, inner: Inner, here: int, ahead: Sequence[Piece]) -> Iterator[Piece]:
    """Nothing where it cannot be said what the call does in its place. ahead: what stands before the call."""
    names = dict(zip(inner.params, [_uncast(each, ahead) for each in call.given], strict=True))
    body = inner.body
    returns = [at for at in body if inner.pieces[at].kind == "Return"]
    whole = piece.words[call.first - 1 : call.first] == (b"await",)
    waits = inner.pieces[0].words[:1] == (b"async",)
    handed = piece.kind == "Return" or piece.words[call.first - 1 : call.first] != (b"=",)
    if returns and call.first and ((waits > whole and handed) or (whole > waits and len(body) > 1)):
        return  # what is handed on is no value yet, or one that is awaited besides
    awaited = whole and waits
    if len(body) == len(returns) == 1 and len(inner.pieces[body[0]].words) > 1:
        value = _named(inner.pieces[body[0]].words[1:], names)
        whole = call.first - awaited <= 1 and call.last == len(piece.words)
        bare = value if whole or len(value) == 1 or _called(value) else (b"(", *value, b")")
        yield piece._replace(words=(*piece.words[: call.first - awaited], *bare, *piece.words[call.last :]))
        return
    if filled := filling(piece.words, call.first, call.last, [inner.pieces[at] for at in body], ahead):
        begun = [_begun(piece, inner.pieces[body[0]], filled.begun)] if filled.begun else []
        yield from begun
        yield from _filled(piece, inner, {**names, filled.own: (filled.filled,)}, here + len(begun))
        return
    if call.last != len(piece.words) or not body:
        return
    before = piece.words[: call.first]
    if awaited and before[-2:] == (b"=", b"await"):
        before = before[:-1]
    last = body[-1]
    ends = returns in ([], [last]) and (not returns or inner.pieces[last].parent == 0)
    alone = (
        piece.kind == "Simple"
        and (not before or before == (b"await",))
        and ends
        and (not returns or _runs_nothing(inner.pieces[last].words[1:]))
    )
    given = returns if ends else _tails(inner.pieces) if returns else []
    kept = piece.kind == "Simple" and before[-1:] == (b"=",) and bool(returns) and sorted(given) == returns
    if not alone and not kept and not (piece.kind == "Return" and before in ((b"return",), (b"return", b"await"))):
        return
    place, made = {0: piece.parent}, 0
    for at in [each for each in body if not (alone and each in returns)]:
        one = inner.pieces[at]
        words = _named(one.words, names)
        top = one.parent == 0
        if kept and at in given and _bare(words[1:]) == _bare(before[:-1]):
            continue  # `a, b = f()` of what gives its own `a, b`
        if kept and _has_it(words, before, ahead):
            continue  # which begins as it did in the caller
        if words != one.words and len(words) == 3 and words[1] == b"=" and words[0] == words[2]:
            continue  # `x = y` of what is given `x` as `y`
        place[at], made = here + made, made + 1
        own = one._replace(
            words=words,
            said=one.said if words == one.words else _said(one.said, names),
            parent=place.get(one.parent, piece.parent),
            role=piece.role if top else one.role,
        )
        if kept and at in given:
            own = own._replace(kind="Simple", words=(*before, *words[1:]), said=f"{joined(before)} {own.said}")
        yield own


def _begun(piece: Piece, first: Piece, words: Words) -> Piece:
    """What adds to the caller's text that with which the function's own begins."""
    said = b" ".join(words).decode("utf-8", "replace")
    return first._replace(words=words, said=said, parent=piece.parent, role=piece.role)


def _filled(piece: Piece, inner: Inner, names: Mapping[bytes, Words], here: int) -> Iterator[Piece]:
    """What fills the caller's container in place of its own."""
    place = {0: piece.parent}
    for made, at in enumerate(inner.body[1:-1]):
        one = inner.pieces[at]
        words, top = _named(one.words, names), one.parent == 0
        place[at] = here + made
        yield one._replace(
            words=words,
            said=one.said if words == one.words else _said(one.said, names),
            parent=place.get(one.parent, piece.parent),
            role=piece.role if top else one.role,
        )


def _runs_nothing(value: Words) -> bool:
    """Whether a value that nobody takes is no more than a name, a number or a text."""
    return len(value) < 2 or (value[0] == b"-" and len(value) == 2)


def _uncast(given: Words, ahead: Sequence[Piece]) -> Words:
    """C and C++: `x` of `(char *)x` and of `(char *)&x` where `char x[8]` or `char *x` is declared: taken for another it holds other things."""
    end = given.index(b")") if given[:1] == (b"(",) and b")" in given else 0
    if end < 3 or given[end - 1] != b"*" or not given[end + 1 :]:
        return given
    value, typed = given[end + 1 :], given[1 : end - 1]
    array, pointer = (*typed, value[-1], b"["), (*typed, b"*", value[-1])
    ways = {(value[-1],): (array, pointer), (b"&", value[-1]): (array,)}.get(value, ())
    declared = any(each.words[: len(way)] == way for way in ways for each in ahead if each.kind == "Simple")
    return value[-1:] if declared else given


def _said(said: str, names: Mapping[bytes, Words]) -> str:
    """What is quoted, with what is given in place of the parameters."""
    given = {name.decode("utf-8", "replace"): joined(value) for name, value in names.items()}

    def named(found: re.Match[str]) -> str:
        """`&x` behind a star is `x`, and before an arrow."""
        star, name, member = found.groups(default="")
        value = given.get(name, name)
        if value.startswith("&") and (star or member):
            return value[1:] + member.replace("->", ".")
        return f"{star}{value}{member}" if name else found[0]

    return _NAME.sub(named, said)


def _bare(words: Words) -> Words:
    """`a, b` of `(a, b,)`."""
    whole = words[:1] == (b"(",) and words[-1:] == (b")",) and b"(" not in words[1:]
    inner = words[1:-1] if whole else words
    return inner[:-1] if inner[-1:] == (b",",) else inner


def _has_it(words: Words, before: Words, ahead: Sequence[Piece]) -> bool:
    """Whether it declares what the call's value is kept in with the value that this has there already."""
    name, sets = before[:-1], (*before[:-1], b"=")
    at = words.index(b"=") if b"=" in words else 0
    same = at > 1 and words[at - len(name) : at] == name and any(each.words == words for each in ahead)
    return same and sum(sets[0] in each.words and b"=" in each.words for each in ahead) == 1


def _tails(pieces: Sequence[Piece]) -> list[int]:
    """The ways out with which all that a function does ends, whichever way it goes; [] where some way goes on without one."""
    found: list[int] = []
    waiting = [(0, "")]
    while waiting:
        above, role = waiting.pop()
        arm = [at for at, each in enumerate(pieces) if at and each.parent == above and role in ("", each.role)]
        last = max(arm, default=-1)
        kind = pieces[last].kind if last >= 0 else ""
        roles = {each.role for each in pieces if each.parent == last}
        if kind == "Return" and len(pieces[last].words) > 1:
            found.append(last)
        elif kind == "Block":
            waiting.append((last, ""))
        elif kind in ("If", "Variant") and len(roles - {"init"}) == 2:
            waiting += [(last, each) for each in roles - {"init"}]
        else:
            return []
    return found


def _named(words: Sequence[bytes], names: Mapping[bytes, Words]) -> Words:
    """With the arguments in place of the parameters."""
    found: list[bytes] = []
    for at, word in enumerate(words):
        given = names.get(word) if not (at and words[at - 1] in LINKS) else None
        if given is None:
            found.append(b"." if word == b"->" and at and names.get(words[at - 1], ())[:1] == (b"&",) else word)
        elif given[:1] == (b"&",):
            if found[-1:] == [b"*"]:
                found.pop()
            found += given[1:] if words[at + 1 : at + 2] == (b"->",) or words[at - 1 : at] == (b"*",) else given
        else:
            found += given if len(given) == 1 or _called(given) else (b"(", *given, b")")
    return tuple(found)


def read_with(words: Sequence[bytes], names: Mapping[bytes, Words]) -> Iterator[Words]:
    """Each word, with the arguments in place of the parameters."""
    for at, word in enumerate(words):
        given = names.get(word, (word,)) if not (at and words[at - 1] in LINKS) else (word,)
        yield given if len(given) == 1 or _called(given) else (b"(", *given, b")")


def _called(words: Sequence[bytes]) -> bool:
    """Whether they bind as one: a name, an attribute, a call."""
    depth = 0
    for at, word in enumerate(words):
        depth += (word in OPENING) - (word in CLOSING)
        plain = word in LINKS or word[-1:].isalnum() or word[-1:] in (b"_", b'"', b"'")
        if (not depth and not plain and word not in CLOSING) or (not at and word in (b"not", b"await", b"lambda")):
            return False
    return True
