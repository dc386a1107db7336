"""A function of which little survives -> that it is rewritten, and what it calls, gives, raises and sets
otherwise, and the texts and constants that it names.

Statement by statement nothing true could be said of it: what is left over on both sides would be matched by accident."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Final

from ....model.account import DECLARATION, FLOW, NEUTRAL, Answer, Side
from ....model.alignment import matching
from ....model.syntax import Simple
from ....words.series import series
from ..pieces.pieces import HEAD, Piece
from ..pieces.quoting import both_quoted, joined, q
from ..pieces.targets import target, value
from ..reading.saying import CHECK

REWRITTEN: Final = "rewritten"
FEWEST: Final = 6  # statements on either side, and edits, from which a function is told as a whole
KEPT: Final = 0.4  # the share of what is written that is still there, in its order
NAMED: Final = 24
_OUT: Final = {"Return": "returns", "Raise": "raises"}
_ASKED: Final = 4  # questions that are told
_TOLD: Final = 4  # fields of which it is told what they are set to
_ASKING: Final = frozenset(
    (b"if", b"while", b"for", b"switch", b"return", b"sizeof", b"catch", b"in", b"not", b"and", b"or", b"elif", b"with")
)
_UNDECLARED: Final = frozenset((b"def", b"async"))
_SHORT: Final = 3  # letters of a text, with its quotes, that says nothing
_NO_CALLS: Final = frozenset(
    (b"defined", b"bool", b"char", b"short", b"int", b"long", b"unsigned", b"signed", b"float", b"double")
)  # which ask for a macro, or make a value of another type


def rewritten(
    old: Sequence[Piece], new: Sequence[Piece], told: Sequence[Answer], sides: tuple[Side, Side]
) -> list[Answer]:
    """One answer in place of all that are of statements, where little survives; else as told. sides: the whole function."""
    own = [one for one in told if one.how not in (NEUTRAL, DECLARATION)]
    if min(len(old), len(new)) <= FEWEST or len(own) < FEWEST or _share(old, new) >= KEPT:
        return list(told)
    every = (
        _asks(old, new),
        _calls(old, new),
        *_exits(old, new),
        _sets(old, new),
        *_set_otherwise(old, new),
        _values(old, new),
    )
    parts = [part for part in every if part]
    said = f"Is rewritten{': ' if parts else ''}{'; '.join(parts)}."
    rest = [one for one in told if one.how == DECLARATION or one.rule in ("renamed", "moved")]
    rest += [one for one in own if one.rule == CHECK and not one.rank and _is_still_due(one, old, new)]
    return [*rest, Answer(FLOW, REWRITTEN, own[0].unit, *sides, said, 2)]


def _is_still_due(one: Answer, old: Sequence[Piece], new: Sequence[Piece]) -> bool:
    """A check that is dropped; not where what gave the checked value is no longer called."""
    words = next((each.words for each in old if each.kind == "If" and q(each.said) in one.sentence), ())
    values = [value(each) for each in old if len(target(each)) == 1 and target(each)[0] in words]
    there = {word for each in new for word in each.words}
    return bool(words) and all(given[0] in there for given in values if b"(" in given)


def _share(old: Sequence[Piece], new: Sequence[Piece]) -> float:
    left, right = ([word for word in _written(pieces) if _says(word)] for pieces in (old, new))
    same = sum(size for *_, size in matching(left, right))
    return same / max(1, min(len(left), len(right)))


def _says(word: bytes) -> bool:
    return word[:1].isalnum() or word[:1] in (b"_", b'"', b"'")


def _written(pieces: Iterable[Piece]) -> Iterator[bytes]:
    for piece in pieces:
        if piece.kind not in (HEAD, "Decorator") and not all(word[:1] in (b'"', b"'") for word in piece.words):
            yield from piece.words


def _asks(old: Sequence[Piece], new: Sequence[Piece]) -> str:
    """Questions, with what is given back at once where they hold; many are read where they stand."""
    was, now = ([*dict.fromkeys(_questions(pieces))] for pieces in (old, new))
    gone, came = [each for each in was if each not in now], [each for each in now if each not in was]
    if not gone + came or max(len(gone), len(came)) > _ASKED:
        return ""
    parts = [f"now asks {_listed([_answered(*each) for each in came])}"] if came else []
    parts += [f"no longer {'' if came else 'asks '}{_listed([_answered(*each) for each in gone])}"] if gone else []
    return ", ".join(parts)


def _questions(pieces: Sequence[Piece]) -> Iterator[tuple[str, str]]:
    """(what is asked, what is given back or raised at once)."""
    for at, piece in enumerate(pieces):
        if piece.kind == "If" and piece.said:
            then = next((each for each in pieces[at + 1 : at + 2] if each.parent == at and each.role != "else"), None)
            verb = _OUT.get(then.kind, "") if then is not None and then.said else ""
            yield piece.said, f"{verb} {q(then.said)}" if then is not None and verb else ""


def _answered(question: str, given: str) -> str:
    return f"{q(question)}{f' ({given})' if given else ''}"


def _calls(old: Sequence[Piece], new: Sequence[Piece]) -> str:
    was, now = ([*dict.fromkeys(called(pieces))] for pieces in (old, new))
    return _otherwise("calls", [each for each in was if each not in now], [each for each in now if each not in was])


def called(pieces: Iterable[Piece]) -> Iterator[str]:
    for piece in pieces:
        if piece.kind in (HEAD, "Decorator"):
            continue
        for at, word in enumerate(piece.words[:-1]):
            if piece.words[at + 1] == b"(" and _is_called(word):
                begin = at
                while begin > 1 and piece.words[begin - 1] in (b".", b"->", b"::") and _says(piece.words[begin - 2]):
                    begin -= 2
                yield joined(piece.words[begin : at + 1])


def _is_called(word: bytes) -> bool:
    return word.replace(b"_", b"a").isalnum() and word not in _ASKING and word not in _NO_CALLS


def _exits(old: Sequence[Piece], new: Sequence[Piece]) -> Iterator[str]:
    for kind, verb in (("Raise", "raises"), ("Return", "returns")):
        was, now = (
            [*dict.fromkeys(each.said for each in pieces if each.kind == kind and each.said)] for pieces in (old, new)
        )
        yield _otherwise(verb, [each for each in was if each not in now], [each for each in now if each not in was])


def _sets(old: Sequence[Piece], new: Sequence[Piece]) -> str:
    """What outlives the function, by how it is written: a field, what a parameter or a name from outside stands for."""
    own = {word for each in (*old, *new) if _declares(each) for word in each.words}
    undeclared = any(each.kind == HEAD and not _UNDECLARED.isdisjoint(each.words[:1]) for each in (*old, *new))
    heads = {word for each in (*old, *new) if each.kind == HEAD for word in each.words}
    was, now = (
        [*dict.fromkeys(to for each in pieces if not _declares(each) if (to := target(each)))] for pieces in (old, new)
    )
    gone, came = (
        [joined(to) for to in mine if to not in others and _outlives(to, heads if undeclared else own, undeclared)]
        for mine, others in ((was, now), (now, was))
    )
    return _otherwise("sets", gone, came)


def _set_otherwise(old: Sequence[Piece], new: Sequence[Piece]) -> Iterator[str]:
    """A field, or what is told apart by more than a name, that either side sets once, each to something else."""
    was, now = _given(old), _given(new)
    pairs = [(to, was[to], now[to]) for to in was if to in now and len(was[to]) == len(now[to]) == 1]
    differing = [(to, a[0], b[0]) for to, a, b in pairs if len(to) > 1 and a != b and a[0] and b[0]]
    for to, before, after in differing[:_TOLD]:
        one, other = both_quoted(joined(before), joined(after))
        yield f"sets {q(joined(to))} to {other}, no longer to {one}"


def _given(pieces: Sequence[Piece]) -> dict[tuple[bytes, ...], list[tuple[bytes, ...]]]:
    found: dict[tuple[bytes, ...], list[tuple[bytes, ...]]] = {}
    for each in pieces:
        given = tuple(value(each))
        sets = each.words[-len(given) - 1 : -len(given)] == (b"=",) if given else False
        if (to := tuple(target(each))) and not _declares(each):
            found.setdefault(to, []).append(given if sets else ())
    return found


def _outlives(to: Sequence[bytes], own: Set[bytes], undeclared: bool) -> bool:
    """own: names of the function. undeclared: only of its head, for what is set in it is declared by that."""
    if undeclared:
        return len(to) > 1 and to[0] in own
    return b"->" in to or to[0] not in own


def _declares(piece: Piece) -> bool:
    return piece.kind == HEAD or (isinstance(piece.stmt, Simple) and piece.stmt.role == "declare")


def _values(old: Sequence[Piece], new: Sequence[Piece]) -> str:
    """Texts and constants that the one side names and the other does not."""
    was, now = ([*dict.fromkeys(filter(_is_constant, _written(pieces)))] for pieces in (old, new))
    gone, came = [each for each in was if each not in now], [each for each in now if each not in was]
    return _otherwise("names", [joined((each,)) for each in gone], [joined((each,)) for each in came])


def _is_constant(word: bytes) -> bool:
    return (word[-1:] in (b'"', b"'") and len(word) > _SHORT) or (
        word.isupper() and word[:1].isalpha() and len(word) > 1
    )


def _otherwise(verb: str, gone: Sequence[str], came: Sequence[str]) -> str:
    parts = [f"now {verb} {_named(came)}"] if came else []
    parts += [f"no longer {'' if came else f'{verb} '}{_named(gone)}"] if gone else []
    return ", ".join(parts)


def _named(names: Sequence[str]) -> str:
    return _listed([*map(q, names[:NAMED]), *([f"{len(names) - NAMED} more"] if len(names) > NAMED else [])])


def _listed(shown: Sequence[str]) -> str:
    return series(shown)
