"""What statements do, in a row, in the third person: "calls `f(x)`, then returns `y` when `z`"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby, pairwise
from typing import Final

from ....model.syntax import Simple
from ..pieces.pieces import Piece
from ..pieces.quoting import built, q
from ..pieces.talk import says
from . import arms
from .going_on import never_comes, raised_under
from .saying import ALONE, EXITS, callee, does, looping

STEPS: Final = 160, 280, 900  # characters of steps in a row, of those within others fewer


def doing(pieces: Sequence[Piece], below: Sequence[Sequence[int]], members: Sequence[int], depth: int = 2) -> str:
    """What statements do, in a row, as far as there is room; of the others those that leave, and the last, by which a way may end. What they import or only name is for what they do."""
    members = [*_in_blocks(pieces, below, members)]
    members = [each for each in members if not for_others(pieces[each])] or members
    members = [each for each in members if not (each - 1 in members and never_comes(pieces, each))]
    if len(members) == 1 and pieces[members[0]].kind == "Simple":
        return does(pieces[members[0]], ALONE)
    return arms.in_turn(_row(pieces, below, members, depth))


def _row(pieces: Sequence[Piece], below: Sequence[Sequence[int]], members: Sequence[int], depth: int) -> list[str]:
    told = [_deed(pieces, below, each, depth) for each in members]
    few = max(3, sum(length <= STEPS[depth] for length in accumulate(map(len, told))))
    leaving = [at for at, each in enumerate(members) if at >= few and _leaves_somewhere(pieces, below, each)]
    shown = sorted({*range(min(few, len(told))), *leaving[:2], len(told) - 1}) if told else []
    return [
        part
        for n, at in enumerate(shown)
        for part in (["…"] if at - (shown[n - 1] if n else -1) > 1 else []) + [told[at]]
    ]


def _steps(pieces: Sequence[Piece], below: Sequence[Sequence[int]], members: Sequence[int], depth: int) -> str:
    """Of what stands in another step: read as one, or else, outermost, in brackets."""
    members = [*_in_blocks(pieces, below, members)]
    members = [each for each in members if not for_others(pieces[each])] or members
    deeds = _row(pieces, below, members, depth + (depth == 1 == len(members)))
    if arms.plain(pieces, members, deeds):
        return arms.listed(deeds)
    told = arms.in_turn(deeds)
    return f"({told})" if depth and len(deeds) > 1 else told


def _in_blocks(pieces: Sequence[Piece], below: Sequence[Sequence[int]], members: Sequence[int]) -> Iterator[int]:
    """With what a block of its own holds in its place."""
    for each in members:
        if pieces[each].kind == "Block" and not pieces[each].said and below[each]:
            yield from _in_blocks(pieces, below, below[each])
        else:
            yield each


def for_others(piece: Piece) -> bool:
    """An import, a name that is declared without a call, a text that stands alone for a remark."""
    if piece.kind == "Simple" and piece.words and all(word[:1] in (b'"', b"'") for word in piece.words):
        return True
    return isinstance(piece.stmt, Simple) and (
        piece.stmt.role == "import" or (piece.stmt.role == "declare" and not _calls(piece.words))
    )


_CAUGHT: Final = 2  # handlers that are told
_BEHIND: Final = (("else", "where nothing was raised"), ("finally", "at last"))  # of a `try`, by its part


def _calls(words: Sequence[bytes]) -> bool:
    """Whether a bracket opens behind a name, as none of a cast or of a list of values does."""
    return any(
        word in (b"(", b"{") and (was[-1:].isalnum() or was[-1:] in (b"_", b">", b")", b"]"))
        for was, word in pairwise(words)
    )


def _leaves_somewhere(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> bool:
    waiting = [at]
    while waiting:
        here = waiting.pop()
        if pieces[here].kind in EXITS:
            return True
        waiting += below[here] if pieces[here].kind in ("If", "Block", "Loop", "With") else []
    return False


def _deed(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, depth: int) -> str:
    """Of an `if` what it is for."""
    piece = pieces[at]
    if piece.kind == "Try" and depth < 2 and (again := _tried_again(pieces, below, at, depth)):
        return again
    if (
        piece.kind in ("With", "Try")
        and depth
        and (inside := [each for each in below[at] if pieces[each].role == "body"])
    ):
        where = f"in a `try`{_caught(pieces, below, at, depth)}" if piece.kind == "Try" else f"under {q(piece.said)}"
        return f"{_steps(pieces, below, inside, depth - 1)} {where}"
    if piece.kind == "Variant" and depth and below[at]:
        arms = [(one, [*same]) for one, same in groupby(below[at], lambda each: pieces[each].role)]
        return "; ".join([f"{doing(pieces, below, arm, depth - 1)} with {built(one)}" for one, arm in arms])
    if piece.kind == "Loop" and depth and (inside := [each for each in below[at] if pieces[each].role == "body"]):
        behind = [each for each in below[at] if pieces[each].role == "else"]
        last = f" (and {_steps(pieces, below, behind, 0)} where no `break` leaves it)" if behind else ""
        return f"{looping(pieces, below, at)} and there {_steps(pieces, below, inside, depth - 1)}{last}"
    if piece.kind == "If" and not depth:
        return _first_deed(pieces, below, at)
    if piece.kind != "If" or not depth:
        return does(piece)
    return _arms(pieces, below, at, depth)


def _arms(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, depth: int) -> str:
    """depth: 2 where no bracket stands around it; of what stands in one only so much as needs no other."""
    found = [(asked, [*_in_blocks(pieces, below, inner)]) for asked, inner in arms.arms(pieces, below, at)]
    if not found[0][1]:
        return does(pieces[at])
    rows = [(asked, _row(pieces, below, inner, depth - 1)) for asked, inner in found]
    if all(arms.plain(pieces, inner, row) for (_, inner), (_, row) in zip(found, rows, strict=True)):
        return arms.side_by_side(rows, depth > 1)
    return arms.one_by_one(rows) if depth > 1 else _first_deed(pieces, below, at)


def _caught(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, depth: int) -> str:
    """ " (on `KeyError` returns `None`)": what a `try` within others does on an error, and where there was none."""
    handlers = [each for each in below[at] if pieces[each].kind == "Handler"]
    told = [
        f"on {q(pieces[each].said) if pieces[each].said else 'any exception'} {deeds}"
        for each in handlers[: _CAUGHT + (len(handlers) == _CAUGHT + 1)]
        if (deeds := _steps(pieces, below, below[each], 0))
    ]
    told += [f"on what {len(handlers) - _CAUGHT} more catch something else"] if len(handlers) > _CAUGHT + 1 else []
    for role, where in _BEHIND:
        behind = [each for each in below[at] if pieces[each].role == role and pieces[each].kind != "Handler"]
        deeds = _steps(pieces, below, behind, 0) if behind else ""
        told += [f"{where} {deeds}"] if deeds else []
    return "" if not told else f" ({'; '.join(told)})" if depth > 1 else f", {', '.join(told)}"


def _tried_again(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, depth: int) -> str:
    """Of a `try` within a handler: on what it tries there, that is not what the handler is for."""
    here = pieces[at].parent
    while here >= 0 and pieces[here].kind != "Handler":
        here = pieces[here].parent
    own = [each for each in below[at] if pieces[each].role == "body"]
    behind = [each for each in below[at] if each not in own]
    if here < 0 or not own or len(behind) != 1 or pieces[behind[0]].kind != "Handler":
        return ""
    tries = _steps(pieces, below, own, max(0, depth - 1))
    deeds = _steps(pieces, below, below[behind[0]], 0) or "does nothing"
    caught = q(pieces[behind[0]].said) if pieces[behind[0]].said else "any exception"
    return f"{tries}, and {deeds} if that raises {caught}"


def _first_deed(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> str:
    """What an `if` does first, where that is a plain step, and last, by which it may end; else only what it asks. What it raises is told,
    and what is seen from outside where neither of these is."""
    own = [pieces[each] for each in below[at]]
    then = [each for each in own if each.role == "then" and not for_others(each)]
    (within, _), (otherwise, more) = (raised_under(pieces, below, at, role) for role in ("then", "else"))
    raised, other = ([_raised(pieces[each], at) for each in part] for part in (within, otherwise))
    plain = bool(then) and then[0].kind in ("Simple", *EXITS)
    last = [then[-1]] if plain and then[-1].kind in ("Simple", *EXITS) and len(then) > 1 else []
    if not raised and not any(map(_is_seen, [*then[:plain], *last])):
        raised = [
            _raised(pieces[each], at) for each in _first_seen(pieces, below, at) or _first_step(pieces, below, at)
        ]
    raised += [each for each in _may_return(pieces, below, at) if each not in raised]
    if not plain:
        return does(pieces[at]) + "".join([f" (and then {each})" for each in raised])
    told = _with_gaps(then, last, raised)
    deeds = " ".join([*["…"][: more or not other], *other])
    rest = f", else {deeds}" if any(each.role == "else" for each in own) else ""
    return f"{arms.listed(told)} when {q(pieces[at].said)}{rest}"


def _with_gaps(then: Sequence[Piece], last: Sequence[Piece], within: Sequence[str]) -> list[str]:
    """The first step of an arm and the last, what is told of those within, and how they stand to others that are not told."""
    first, ending = does(then[0]), [does(each) for each in last]
    within = [each for each in within if each not in (first, *ending)]
    return [first, *["…"][: max(0, len(then) - 1 - len(last) - len(within))], *within, *ending]


def _first_seen(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> list[int]:
    """What an arm does first that is seen from outside of the function, in itself or in a question of its own."""
    waiting = [each for each in reversed(below[at]) if pieces[each].role == "then"]
    while waiting:
        here = waiting.pop()
        if _is_seen(pieces[here]):
            return [here]
        waiting += [each for each in reversed(below[here]) if pieces[here].kind in ("If", "Block", "Loop", "With")]
    return []


def _may_return(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> list[str]:
    """Where an arm does not end by leaving, and a question in it does: by which it may."""
    then = [each for each in below[at] if pieces[each].role == "then"]
    if not then or pieces[then[-1]].kind in EXITS:
        return []
    waiting = [each for each in reversed(then) if pieces[each].kind == "If"]
    while waiting:
        here = waiting.pop()
        if pieces[here].kind == "Return":
            return [_raised(pieces[here], at)]
        waiting += [each for each in reversed(below[here]) if pieces[each].kind in ("If", "Return")]
    return []


def _first_step(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> list[int]:
    """What is done first where an arm begins with questions alone, and nothing is seen of it from outside."""
    then = [each for each in below[at] if pieces[each].role == "then"]
    while then and pieces[then[0]].kind == "If":
        then = [each for each in below[then[0]] if pieces[each].role == "then"]
    deeper = then and pieces[then[0]].parent != at
    return [then[0]] if deeper and pieces[then[0]].kind == "Simple" and not for_others(pieces[then[0]]) else []


def _is_seen(piece: Piece) -> bool:
    """Whether it leaves, yields, or is a call for what that does, other than to say something."""
    gives = piece.kind in ("Return", "Raise") or (isinstance(piece.stmt, Simple) and piece.stmt.role == "yield")
    return gives or (bool(callee(piece)) and not says(piece))


def _raised(piece: Piece, at: int) -> str:
    verb, _, what = does(piece).partition(" ")
    return (
        does(piece)
        if piece.parent == at
        else f"may {'do' if verb == 'does' else verb.removesuffix('s')}{f' {what}' * bool(what)}"
    )
