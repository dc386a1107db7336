"""What stands now for a check that is gone, or stood for one that is new: the opposite one that leaves the other way, a handler that
catches other things, a statement that asks the same by itself, a question that asked more."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from ....engine.same import KEPT, Same
from ..pairing.changes import Trees
from ..pieces import questions
from ..pieces.pieces import Piece
from ..reading import asked
from ..reading.conditions import under
from ..reading.doing import doing
from ..reading.saying import CHECK, CONDITION, Said, leaves, q, when

_GIVEN: Final = frozenset((b"(", b","))
_ASKED: Final = 200  # characters of a question that is gone
_COMPARES: Final = frozenset((b"==", b"!=", b"<", b"<=", b">", b">=", b"in", b"is", b"not", b"!"))


def turned_into(both: Trees, at: int) -> Piece | None:
    """`if (!a) return x; return y;` that is `if (a && b) return y; return x;` now: the new question."""
    inner = [each for each in both.old_below[at] if both.old[each].role == "then"]
    above = both.pairs.get(both.old[at].parent, -1)
    arm = [each for each in both.new_below[above] if both.new[each].role == both.old[at].role] if above >= 0 else []
    if len(inner) != 1 or not arm[:-1] or both.new[arm[-1]].words != both.old[inner[0]].words:
        return None
    asks = arm[-2]
    leaving = asks not in both.back and leaves(both.new, both.new_below, asks) is not None
    return both.new[asks] if leaving and both.new[asks].kind == "If" else None


def caught_otherwise(both: Trees, at: int) -> str:
    """What the handler that a question stood in catches now, where that is something else: the kind of it may answer the question."""
    above = both.old[at].parent
    while above >= 0 and both.old[above].kind != "Handler":
        above = both.old[above].parent
    now = both.new[both.pairs[above]].said if above in both.pairs else ""
    return f"{q(now)}, where it did on {q(both.old[above].said)}" if now and now != both.old[above].said else ""


def asked_within(both: Trees, at: int) -> Piece | None:
    """A new statement that holds the question of one that is gone: a macro, an assertion."""
    asked = questions.plain(both.old[at].words)[0]
    fresh = [
        each
        for b, each in enumerate(both.new)
        if b not in both.back and each.kind == "Simple" and len(each.words) > len(asked) > 2
    ]
    return next(
        (
            each
            for each in fresh
            for n in range(1, len(each.words))
            if each.words[n : n + len(asked)] == asked
            and (each.words[n - 1] in _GIVEN or not _COMPARES.isdisjoint(asked))
        ),
        None,
    )  # `n = size` asks nothing of the size


def leaves_nowhere(both: Trees, at: int) -> bool:
    """Whether nothing that asks about the same as a check that is gone leaves as that did, and its own way out is gone too."""
    own = {both.old[each].words for each in both.old_below[at] if _leaves(both.old[each])}
    here = [each for each in both.old_below[at] if _leaves(both.old[each])]
    if any(each in both.pairs for each in here):
        return False
    inside = [each for b in asked.asking(both, at) for each in both.new_below[b]]
    return bool(own) and not any(_leaves(both.new[each]) and both.new[each].words in own for each in inside)


def leaves_in_part(both: Trees, at: int, told: str) -> Said | None:
    """Of a check that is gone, where a new question in its place asks a part of it, and under that stands a new way out of the same kind.
    told: what it did."""
    piece, above = both.old[at], both.pairs.get(both.old[at].parent, -1)
    kinds = {both.old[each].kind for each in both.old_below[at] if _leaves(both.old[each])}
    known = {*questions.parts(piece.words, True)}
    for b in both.new_below[above] if above >= 0 else ():
        asks = b not in both.back and (both.new[b].kind, both.new[b].role) == ("If", piece.role)
        if asks and not known.isdisjoint(questions.parts(both.new[b].words, True)):
            fresh = [each for each in under(both.new_below, b) if each not in both.back]
            if any(both.new[each].kind in kinds for each in fresh):
                where = when(both.old, at, f"when {q(piece.said, _ASKED)}")
                return Said(CHECK, f"No longer {told}{where}; another question asks in part the same.", 1)
    return None


def left_before(both: Trees, b: int) -> bool:
    """Whether a new question that leaves asks more than one of the other side that left alike: `if a and b` of `if a and (b or c)`."""
    own = [each for each in both.new_below[b] if both.new[each].role == "then"]
    above = both.back.get(both.new[b].parent, -1)
    if not own or above < 0 or not _leaves(both.new[own[-1]]):
        return False
    known = {(asked, holds) for asked, holds in questions.parts(both.new[b].words, True)}
    there, then = _no_longer_asked(Same(both)), tuple([both.new[each].words for each in own])
    return any(
        all(_answered(part, holds, known) for part, holds in questions.parts(words, True))
        for each in known
        for words in there.get((above, both.new[b].role, then, each), ())
    )


@lru_cache(maxsize=KEPT)
def _no_longer_asked(same: Same[Trees]) -> dict[tuple[Any, ...], list[questions.Words]]:
    """Questions of the old side, by where they stand, what is done where they hold, and each of the parts of which one has to be known."""
    both = same.value
    found: dict[tuple[Any, ...], dict[questions.Words, None]] = {}
    for a, piece in enumerate(both.old):
        if piece.kind != "If" or piece.parent < 0 or _still_asked(both, a):
            continue
        then = tuple([both.old[each].words for each in both.old_below[a] if both.old[each].role == "then"])
        for part in _one_of(*questions.parts(piece.words, True)[0]):
            found.setdefault((piece.parent, piece.role, then, part), {})[piece.words] = None
    return {key: [*words] for key, words in found.items()}


def joined_into(both: Trees, at: int) -> Said | None:
    """Of a question that is gone, where the only step under it asks that and more now."""
    inner = both.old_below[at]
    b = both.pairs.get(inner[0], -1) if len(inner) == 1 else -1
    if b < 0 or not both.old[inner[0]].kind == both.new[b].kind == "If" or both.old[inner[0]].role != "then":
        return None
    was, now = questions.operands(both.old[inner[0]].words), questions.operands(both.new[b].words)
    if not now[1] or not was[1] or len(now[0]) <= len(was[0]):
        return None
    return Said(
        CONDITION,
        f"`if {both.old[at].said}` and the question in it are one now, {q(both.new[b].said)}{when(both.new, b)}.",
        5,
    )


def turned(one: Piece, other: Piece) -> bool:
    """Whether the one asks the opposite of the other."""
    was, now = questions.plain(one.words), questions.plain(other.words)
    return was[0] == now[0] and was[1] != now[1]


def turned_round(both: Trees, b: int) -> Said:
    return Said(CONDITION, f"Asks whether {q(both.new[b].said)}{when(both.new, b)}, where it asked the opposite.", 5)


def turned_alone(both: Trees, at: int, new: bool) -> Said:
    """A question whose opposite is asked on the other side, with what stands under it on its own side alone."""
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    said, around = q(pieces[at].said), when(pieces, at)
    done = []
    for role, where in (("then", "where that holds"), ("else", "where that does not hold")):
        own = [each for each in below[at] if pieces[each].role == role and each not in known]
        if own and (told := doing(pieces, below, own)):
            done.append(f"{where}, {'' if new else 'no longer '}{told}")
    tail = f": {'; '.join(done)}" if done else ""
    if new:
        return Said(CONDITION, f"Asks whether {said}{around}, where it asked the opposite{tail}.", 3 if done else 5)
    return Said(CONDITION, f"No longer asks whether {said}{around}, but the opposite{tail}.", 2 if done else 6)


def _still_asked(both: Trees, a: int) -> bool:
    return a in both.pairs and both.new[both.pairs[a]].words == both.old[a].words


def _answered(asked: questions.Words, holds: bool, known: set[tuple[questions.Words, bool]]) -> bool:
    """Whether one of the parts is known to hold, where one is enough."""
    if (asked, holds) in known:
        return True
    return any({*questions.parts(each, holds)} <= known for each in _enough(asked, holds))


def _one_of(asked: questions.Words, holds: bool) -> Iterator[tuple[questions.Words, bool]]:
    """Where none of these is known, it is not answered."""
    yield asked, holds
    for each in _enough(asked, holds):
        yield from questions.parts(each, holds)[:1]


def _enough(asked: questions.Words, holds: bool) -> tuple[questions.Words, ...]:
    """Of which one is enough."""
    joined, every = questions.operands(asked)
    return joined if len(joined) > 1 and every != holds else ()


def _leaves(piece: Piece) -> bool:
    return piece.kind in ("Return", "Raise", "Jump")
