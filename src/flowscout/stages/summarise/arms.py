"""What two arms do, where one clause tells it of both.

if (to) n = read(fd, to); else n = read(fd, &spare);    call `read(fd, …)`
if (n) x = 1; else x = 2;                               set `x` to `1` where n is not 0, else to `2`
if (n) x = 1; else if (m) stop(p);                      set `x` to `1` where n is not 0, else call `stop(p)` where m is not 0
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ...model.syntax import Body, If, Jump, Raise, Range, Return, Simple
from .chains import values_among
from .clauses import DOES, GIVES, HANGS, IN_A_LOOP, Clause, alike, heaviest, placed, plain, where

_BESIDE: Final = 3  # what weighs no more stands around something
_BOTH: Final = 75  # letters of two conditions that are told together
_GIVEN: Final = 80  # letters of what is given back
_LOOPED: Final = ("for each ", "for every ", "while ", IN_A_LOOP)
_SURELY: Final = 5  # at least, of what is done whichever is taken


def paired(
    then: Sequence[Clause], orelse: Sequence[Clause], asked: str, unless: str, inner: bool
) -> tuple[Clause, ...]:
    """Nothing where each is told by itself. asked: where the first is taken, in words. unless: where the second is. inner: all
    of it hangs on something else, so that there is no room for two conditions."""
    one, other = heaviest(then), heaviest(orelse)
    if one is None or other is None:
        return ()
    if one.phrase == other.phrase and (same := _either_way(one, other)):
        return (same,)
    if looped := _once_or_looped(one, other, "" if inner else asked, "" if inner else unless):
        return (looped,)
    if not any(each.after or each.may or each.other or each.also for each in (one, other)) and (
        both := alike(one, other)
    ):
        return (both,)
    if common := _in_both(then, orelse):
        more = [(each, how) for each, how in ((one, asked), (other, unless)) if each.weight > common.weight and how]
        return (common, *(where(each, how) for each, how in more))
    if one.after or one.may or other.may or (other.after and (inner or not asked or not _asks_too(other, one.phrase))):
        return ()
    return (_either(one, other._replace(phrase=f"{other.phrase} {other.after}".strip()), asked),)


def only_choice(stmt: If, body: Body) -> bool:
    """Nothing else is done in the function."""
    return all(each is stmt or (isinstance(each, Simple) and each.role == "declare") for each in body)


def told_too(top: Clause, clause: Clause, rest: Sequence[Clause]) -> Clause:
    """With what the other arm does, where that is no more than to say something. clause: the first, with what it hangs on."""
    less = [each for each in rest if each.kind == DOES and each.phrase and not each.asks]
    lone = len(less) == len(rest) == 1 and plain(less[0]) and less[0].weight == 1
    if not (lone and plain(top) and clause.after.startswith("where ") and not clause.may):
        return clause
    same = less[0].phrase.partition("(")[0] == top.phrase.partition("(")[0]
    return clause if same else clause._replace(other=less[0].phrase)


def otherwise(stmt: If, question: Callable[[Range, bool], str]) -> str:
    """Where what an `else` does is done; of an `else if` of which one arm leaves, where the other is taken."""
    unless, inner = question(stmt.test, False), stmt.orelse[0]
    if not isinstance(inner, If) or not inner.orelse:
        return unless
    then, orelse = (bool(body) and isinstance(body[-1], Return | Raise | Jump) for body in (inner.then, inner.orelse))
    too = question(inner.test, orelse) if then != orelse else ""
    both = f"{unless} and {too}"
    if then == orelse:
        return unless
    return both if unless and too and " or " not in both and len(both) <= _BOTH else ""


def _asks_too(other: Clause, said: str) -> bool:
    """Of `else if` what is done where that holds as well, and is not said already."""
    return other.after.startswith("where ") and not (other.other or other.also) and other.phrase != said


def _either(one: Clause, other: Clause, condition: str) -> Clause:
    """One of the two is done, whatever holds."""
    weight = max(2, max(one.weight, other.weight) - HANGS)
    both = one._replace(other=other.phrase, weight=weight, spots=(*placed(one), *placed(other)))
    return both._replace(after=f"where {condition}" if condition else "")


def _either_way(one: Clause, other: Clause) -> Clause | None:
    """Both arms do the same, be it of other ranges: in a loop that says no more of them than they share."""
    if one.after == other.after:
        return one
    first, second = one.after.split(" "), other.after.split(" ")
    if one.may or other.may or first[:2] != ["for", "each"] or second[:2] != first[:2]:
        return None
    return one._replace(after=IN_A_LOOP, weight=max(one.weight, other.weight), at=max(one.at, other.at))


def _once_or_looped(one: Clause, other: Clause, asked: str, unless: str) -> Clause | None:
    """Both arms call the same, the one of them for many: that it is called where the other is taken would deny it here."""
    loops = [each.after.startswith(_LOOPED) for each in (one, other)]
    once, many = (one, other) if loops[1] else (other, one)
    both = one if one.phrase == other.phrase else alike(one, other)
    if both is None or all(loops) or not any(loops) or once.after or once.may or any((one.other, other.other)):
        return None
    if not both.phrase.startswith("call `") or any((one.also, other.also)):
        return None
    test = asked if many is one else unless
    after = f"{IN_A_LOOP} where {test}, else once" if test else f"once or {IN_A_LOOP}"
    weight = max(one.weight, other.weight)
    return both._replace(after=after, may=False, at=max(one.at, other.at), weight=weight)


def either_given(stmt: If, then: Sequence[Clause], orelse: Sequence[Clause], asked: str) -> tuple[Clause, ...]:
    """Two arms that each do no more than to give a value, where no few words say which: "return `a` or `b`"."""
    told = [[each for each in arm if each.kind != DOES or each.weight > 1] for arm in (then, orelse)]
    if asked or not stmt.orelse or [len(each) for each in told] != [1, 1]:
        return ()
    one, other = told[0][0], told[1][0]
    if any(each.kind != GIVES or each.after or each.may for each in (one, other)):
        return ()
    phrases = [one.phrase, other.phrase]
    least = min(phrases, key=len)
    plain = all(each.startswith("return `") for each in phrases) and one.phrase != other.phrase
    value = values_among(phrases) or (f"{least} or another value" if plain and len(least) <= _GIVEN else "")
    return (other._replace(phrase=value, ways=(*one.ways, *other.ways)),) if value else ()


def _in_both(then: Sequence[Clause], orelse: Sequence[Clause]) -> Clause | None:
    """The call that one arm is there for and the other makes too, be it with other arguments."""
    tops = {heaviest(then), heaviest(orelse)}
    calls = [[each for each in arm if plain(each) and each.weight > _BESIDE] for arm in (then, orelse)]
    same = [
        both._replace(at=one.at, weight=max(both.weight, _SURELY))
        for one in calls[0]
        for other in calls[1]
        if tops & {one, other} and (both := alike(one, other))
    ]
    return max(same, key=lambda each: each.weight, default=None)
