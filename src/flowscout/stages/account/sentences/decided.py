"""What hangs on a question that reads otherwise: the first step that stands under it, as in "also calls `f()` when `b`"."""

from __future__ import annotations

from collections.abc import Sequence

from ....model.syntax import Simple
from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..pieces.talk import says
from ..reading.conditions import under
from ..reading.saying import EXITS, does, q
from . import either_way


def decided(both: Trees, b: int) -> str:
    """The first step that was there and is more than a name; of what is new alone nothing is known by it. What is done only where something
    else holds besides is told before a way out behind it."""
    inner = either_way.without(both, b, [each for each in both.new_below[b] if both.new[each].role == "then"])
    if inner and all(each not in both.back for at in inner for each in (at, *under(both.new_below, at))):
        return ""  # nothing of it was done there before
    if (
        inner
        and not any(each in both.back for each in inner)
        and any(each in both.back for at in inner for each in under(both.new_below, at))
    ):
        return ""  # of what stayed under a new step, which is told by itself
    stayed = [each for each in inner if each in both.back and both.old[both.back[each]].words == both.new[each].words]
    stayed = [each for each in stayed if both.old[both.back[each]].parent == both.back[b]] or stayed
    told = [each for each in stayed or inner if not bare(both.new[each])] or stayed or inner
    own = [each for each in apart(both, b, told, "else") if each in told or each in both.back]
    if not own and (turned := _turned(both, b)):
        return turned
    told = own or told
    told = [each for each in told if both.new[each].kind != "If"] or told  # what is done tells more than what is asked
    if not told:
        return ""
    first = ", then ".join(_behind_talk(both, b, told))
    before = _worked(both, [each for each in stayed if each < told[0]]) if both.new[told[0]].kind in EXITS else ""
    return f"{before} and {first}" if before else first


def apart(both: Trees, b: int, steps: Sequence[int], role: str) -> list[int]:
    """Those of one arm that do not stand in the other one too: what both do does not hang on the question. Of what asks alike and does
    something else then, what it does. role: of the other arm."""
    return _beyond(both, steps, [each for each in both.new_below[b] if both.new[each].role == role])


def _beyond(both: Trees, steps: Sequence[int], others: Sequence[int]) -> list[int]:
    there, found = list(others), list[int]()
    for at in steps:
        alike = [each for each in there if both.new[each].words == both.new[at].words]
        same = [each for each in alike if _whole(both, each) == _whole(both, at)]
        if not alike:
            found.append(at)
            continue
        taken = (same or alike)[0]
        there.remove(taken)
        if not same:
            found += _beyond(both, both.new_below[at], both.new_below[taken]) or [at]
    return found


def _whole(both: Trees, at: int) -> tuple[object, ...]:
    """A step with all that stands under it."""
    return both.new[at].words, tuple((both.new[each].role, _whole(both, each)) for each in both.new_below[at])


def _turned(both: Trees, b: int) -> str:
    """ "calls `f()` before it calls `g()`", where the other arm does the same in another order."""
    arms = [[_whole(both, at) for at in both.new_below[b] if both.new[at].role == role] for role in ("then", "else")]
    then = [at for at in both.new_below[b] if both.new[at].role == "then"]
    if len(arms[0]) != len(arms[1]) or any(arms[0].count(each) != arms[1].count(each) for each in arms[0]):
        return ""
    place = next((n for n, (one, other) in enumerate(zip(*arms, strict=True)) if one != other), -1)
    later = arms[0].index(arms[1][place], place) if place >= 0 else -1
    return f"{does_there(both, then[place], b)} before it {does_there(both, then[later], b)}" if place >= 0 else ""


def does_there(both: Trees, at: int, b: int) -> str:
    """Of what stands deeper under a question than its arm also under which one it does."""
    above = both.new[both.new[at].parent]
    if both.new[at].parent in (b, -1) or above.kind != "If":
        return does(both.new[at])
    return f"{does(both.new[at])} ({'where' if both.new[at].role == 'then' else 'unless'} {q(above.said)})"


def _behind_talk(both: Trees, b: int, told: Sequence[int]) -> list[str]:
    """What the first of these does; of one that only says something, which a text among its arguments shows, also what is done then and
    last, which may leave by its name alone. Where all of them ask, also what is asked last: the first may only prepare it."""
    first, acting = _does(both, told[0], b), [each for each in told[1:] if not says(both.new[each])]
    if both.new[told[0]].kind == "If" and len(told) > 1:
        return [first, *["…"][: len(told) - 2], _does(both, told[-1], b)]
    if not says(both.new[told[0]]) or not acting:
        return [first]
    between = ["…"] if len(acting) > 2 else []
    last = [_does(both, acting[-1], b)] if len(acting) > 1 else []
    return [first, _does(both, acting[0], b), *between, *last]


def _does(both: Trees, at: int, b: int) -> str:
    """Of a `try` what it tries first."""
    if both.new[at].kind != "Try":
        return does_there(both, at, b)
    inner = [each for each in both.new_below[at] if both.new[each].role == "body"]
    acting = [each for each in inner if not bare(both.new[each])] or inner
    return f"{_does(both, acting[0], at)} in a `try`" if acting else does(both.new[at])


def _worked(both: Trees, asking: Sequence[int]) -> str:
    """ "calls `f(x)` (where `n`)": the first step under a question that stood there just so."""
    for at in asking:
        here = [each for each in both.new_below[at] if both.new[each].role == "then" and each in both.back]
        same = [each for each in here if both.old[both.back[each]].words == both.new[each].words]
        calls = [each for each in same if both.new[each].kind == "Simple" and not bare(both.new[each])]
        checks = bool(calls) and both.new[calls[0]].words[:1] == (b"assert",)
        if both.new[at].kind == "If" and not checks and calls and calls[0] == both.new_below[at][0]:
            return f"{does(both.new[calls[0]])} (where {q(both.new[at].said)})"
    return ""


def bare(piece: Piece) -> bool:
    """A declaration that runs nothing."""
    return isinstance(piece.stmt, Simple) and piece.stmt.role == "declare" and b"(" not in piece.words
