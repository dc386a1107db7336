"""Steps that a function no longer does itself, but hands to a new function that it calls, where too much differs for this to read as the
same with the function in place of its call (`splicing`): they went there, and what of them did not is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ....model.account import FLOW, LISTED, NEUTRAL, Answer, Side
from ....model.pattern import regex
from ....model.record import NamedTuple
from ..pieces import answers
from ..pieces.pieces import Piece
from ..pieces.splicing import given_in
from ..reading.saying import CALL, ORDER, governing, q, subject
from .carried import named
from .file import State
from .taken import TAKEN

_FEWEST: Final = 2  # steps that went there
_NAME: Final = regex(rb"[A-Za-z_]\w{0,80}")
_SHOWN: Final = 2  # of what differs
_RANK: Final = 3
_GOES: Final = frozenset(("call", "value", "statement", "loop", "condition", "check", "exit", ""))


class New(NamedTuple):
    """A new function. given: (parameter, what it gets), where it is called."""

    name: str
    pieces: tuple[Piece, ...]
    given: tuple[tuple[bytes, tuple[bytes, ...]], ...]


def handed(old: State, new: State, pair: tuple[str, str], came: Sequence[str], told: Sequence[Answer]) -> list[Answer]:
    """told: of the pair. came: ids of functions that are new in its file."""
    pieces, after = old.pieces(pair[0]), new.pieces(pair[1])
    for id_ in came:
        inner = _called(new, id_, pieces, after)
        before = _as_there(pieces, inner.pieces) if inner else pieces
        rows = {at: _said(one, inner, before, old) for at, one in enumerate(told)} if inner else {}
        went = {at: said for at, said in rows.items() if said is not None}
        held = {piece.words for piece in inner.pieces[1:]} if inner else set()
        steps = sum(before[each].words in held for at in went for each in _own(told[at], before, old))
        if inner and steps >= _FEWEST:
            return list(_with(told, went, inner))
    return list(told)


def _as_there(pieces: Sequence[Piece], inner: Sequence[Piece]) -> tuple[Piece, ...]:
    """As the new function calls a variable: by several steps of which each is the same but for that name."""
    known = {piece.words for piece in inner}
    words = [{word for piece in side for word in piece.words} for side in (pieces, inner)]
    votes = Counter(
        [
            next(iter(apart))
            for piece in pieces[1:]
            if piece.words not in known
            for each in inner[1:]
            if len(apart := _apart(piece, each)) == 1
        ]
    )
    sure = {(x, y) for (x, y), many in votes.items() if many >= _FEWEST and y not in words[0] and x not in words[1]}
    names = {x: y for x, y in sure if [one for one, _ in sure].count(x) == [other for _, other in sure].count(y) == 1}
    return tuple([piece._replace(words=tuple([names.get(each, each) for each in piece.words])) for piece in pieces])


def _apart(one: Piece, other: Piece) -> set[tuple[bytes, bytes]]:
    """The names by which two steps of one kind differ."""
    if one.kind != other.kind or len(one.words) != len(other.words):
        return set()
    found = {(a, b) for a, b in zip(one.words, other.words, strict=True) if a != b}
    return found if all(_NAME.fullmatch(word) for pair in found for word in pair) else set()


def _with(told: Sequence[Answer], went: dict[int, str], inner: New) -> Iterator[Answer]:
    whole = [at for at, said in went.items() if not said and not told[at].after.code]
    for at, one in enumerate(told):
        if at not in went:
            yield one
        elif one.after.code:
            calls = one._replace(how=FLOW, rule=CALL, sentence=f"Now calls {q(one.after.code)}.", core="", rank=_RANK)
            yield calls._replace(before=Side()) if went[at] else calls
            if went[at]:
                yield one._replace(after=Side(), how=FLOW, rule=ORDER, sentence=went[at], core="", rank=_RANK)
        elif went[at]:
            yield one._replace(how=FLOW, rule=ORDER, sentence=went[at], core="", rank=min(_RANK, one.rank))
        elif at == whole[0]:
            codes = Counter(told[each].before.code.rstrip(";") for each in whole)
            said = f"{named([*codes])} now {'stand' if len(codes) > 1 else 'stands'} in {q(inner.name)}{_from(codes)}."
            yield one._replace(how=FLOW, rule=ORDER, sentence=said, core="", rank=_RANK)
        else:
            yield one._replace(how=NEUTRAL, rule=TAKEN, sentence="", core="", rank=9)


def _from(codes: Counter[str]) -> str:
    """Where steps stood in several places before: which of them, where not all did."""
    often = [code for code, many in codes.items() if many > 1]
    many = {codes[code] for code in often}
    places = f"{next(iter(many))} places" if len(many) == 1 else "several places"
    if not often:
        return ""
    return f", where before {f'{named(often)} stood' if len(often) < len(codes) else 'each stood'} in {places}"


def _called(new: State, id_: str, before: Sequence[Piece], after: Sequence[Piece]) -> New | None:
    """By a statement that was not there: one that was calls another function of that name."""
    facts = new.functions.get(id_)
    name = facts.name.encode() if facts is not None else b""
    known = {piece.words for piece in before}
    for piece in [each for each in after if each.words not in known] if facts is not None else ():
        for at, word in enumerate(piece.words):
            if word == name and piece.words[at + 1 : at + 2] == (b"(",) and facts is not None:
                params = [param.name.lstrip("*&").encode() for param in facts.params]
                params = params[1:] if params[:1] in ([b"self"], [b"cls"]) else params
                given = given_in(piece.words, at + 1)
                return New(facts.name, new.pieces(id_), tuple(zip(params, given, strict=False)))
    return None


def _said(one: Answer, inner: New, before: Sequence[Piece], old: State) -> str | None:
    """None where it did not go there; "" where it did just so."""
    if not one.before.code or one.how not in (FLOW, LISTED) or one.rule not in _GOES:
        return None
    own = _own(one, before, old)
    if not own:
        return None
    if one.after.code and before[own[0]].kind != "Simple":
        return None
    if one.after.code:
        calls = f"{inner.name}(" in one.after.code and any(
            before[own[0]].words == each.words for each in inner.pieces[1:]
        )
        if not calls:
            return None
        where = _asked_there(inner.pieces, _its_place(inner.pieces, before, own), before, own[0])
        return f"{subject(before[own[0]])} now stands in {q(inner.name)}{where}." if where else ""
    if any((name, b"=", *given) == before[own[0]].words for name, given in inner.given):
        return ""
    there = {piece.words: at for at, piece in reversed(list(enumerate(inner.pieces))) if at}
    hit = [at for at in own if before[at].words in there]
    if not hit or own[0] not in hit or 2 * len(hit) < len(own):
        return None
    parts = [*_otherwise([before[at] for at in own if at not in hit], inner, {piece.words for piece in before})]
    where = _asked_there(inner.pieces, _its_place(inner.pieces, before, own), before, own[0])
    if not parts and not where:
        return ""
    more = f", {' and '.join(parts[:_SHOWN])}" if parts else ""
    return f"{subject(before[own[0]])} now stands in {q(inner.name)}{where}{more}."


def _its_place(pieces: Sequence[Piece], before: Sequence[Piece], own: Sequence[int]) -> int:
    """Of several that read alike the one that holds most of the same."""
    held = {before[at].words for at in own[1:]}
    found = [at for at, piece in enumerate(pieces) if at and piece.words == before[own[0]].words]
    return max(found, key=lambda at: (sum(each.parent == at and each.words in held for each in pieces), -at))


def _own(one: Answer, before: Sequence[Piece], old: State) -> list[int]:
    """The pieces of what is gone."""
    side = one.before
    return [at for at, piece in enumerate(before) if at and side.line <= old.source.line(piece.start) <= side.end_line]


def _asked_there(pieces: Sequence[Piece], at: int, before: Sequence[Piece], was: int) -> str:
    """Under what it stands in the new function, where it did not stand under the same."""
    above, former = {*_above(pieces, at)}, {*_above(before, was)}
    told = governing(pieces, at)
    return f", {told}" if told and not above <= former else ""


def _above(pieces: Sequence[Piece], at: int) -> Iterator[tuple[str, tuple[bytes, ...], str]]:
    while pieces[at].parent > 0:
        role, at = pieces[at].role, pieces[at].parent
        yield pieces[at].kind, pieces[at].words, role


def _otherwise(missed: Sequence[Piece], inner: New, known: set[tuple[bytes, ...]]) -> Iterator[str]:
    """What of it stands there in other words, or not at all. known: what the function that it left held, which is nothing's other words."""
    free = [at for at, piece in enumerate(inner.pieces) if at and piece.words not in known]
    pairs = [(_likeness(piece, inner.pieces[each]), -at, -each) for at, piece in enumerate(missed) for each in free]
    twins: dict[int, int] = {}
    for alike, at, there in sorted(pairs, reverse=True):
        if alike and -at not in twins and -there not in twins.values():
            twins[-at] = -there
    for at, piece in enumerate(missed):
        if at in twins:
            asked = _newly_asked(inner.pieces, twins[at], {*free} - {*twins.values()})
            yield f"with {subject(inner.pieces[twins[at]])} in the place of {subject(piece)}{asked}"
        else:
            yield f"without {subject(piece)}"


def _newly_asked(pieces: Sequence[Piece], at: int, fresh: set[int]) -> str:
    """Which question it stands right under that is asked nowhere else. fresh: what is nothing's other words."""
    above = pieces[at].parent
    asks = above in fresh and pieces[above].kind == "If"
    return f" {answers.asked(pieces[above].said, pieces[at].role)}" if asks else ""


def _likeness(one: Piece, other: Piece) -> int:
    """How many names both have, where these are most of the first one's; brackets and commas are in everything."""
    mine, there = ({word for word in piece.words if word[:1].isalnum() or word[:1] == b"_"} for piece in (one, other))
    common = len(mine & there) if one.kind == other.kind else 0
    return common if 2 * common > len(mine) else 0
