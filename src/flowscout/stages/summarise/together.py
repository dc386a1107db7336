"""What is done in many like steps, told in one clause.

set `a` to `x`, set `b` to `y`, set `c` to `z`, set `d` to `w`      set `a`, `b`, `c` and `d`
call `sel.add(INT)`, call `sel.add(TERM)`                           call `sel.add` 2 times, for `INT` and `TERM`
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Final, TypeAlias

from ...model.pattern import regex
from ...words.names import last
from ...words.phrases import OTHERS, shortened
from . import kin
from .clauses import APART, DOES, EACH, ONE_BUILD, Clause, closed, placed
from .pours import poured
from .prints import printed
from .repeats import differing
from .salience import NOTHING_SET

Phrase: TypeAlias = Callable[[Sequence[str], Sequence[Clause]], str]
_GIVEN: Final = 3  # what only tells of something weighs no more
_EVERY: Final = regex(r"for each (?:(?! where | until ).){1,200}")
_MANY: Final = 4
_MADE: Final = 0.4  # how much more one weighs that is named first
_AGAIN: Final = 0.7, 0.2  # what more calls and sets weigh for each doubling
_ACTS: Final = 4.5
_NAMED: Final = 3
_LISTED: Final = 3
_OFTEN: Final = 6  # calls of one function that are most of what is done: what is made ready so is what it is there for
_FILLED: Final = 2  # that are told with their values
_VALUES: Final = 3
_ROOM: Final = 84  # letters of these
_TARGET: Final = regex(r"(?:set|initialise) (`[^`]{1,60}`) (?:to|with) (?:`[^`]{0,400}`|[^,]{0,400})")
_CHOICE: Final = regex(r"set `[^`]{1,60}` to `[^`]{1,400}` where ")
_STEP: Final = regex(r"set `([^\W\d]\w*+)` to `([^\W\d]\w*+) (\|\|?|\+|and|or|&) ([^`]{1,300})`")
_ELSE: Final = regex(r" if | else | and | or |\?|&&|\|\|")  # what would make another value of the whole
_ADDS: Final = regex(r"(?:append|add|write) `[^`]{1,200}` to (`[^`]{1,60}`)")
_ORDERED: Final = regex(r"call `([\w.:>-]{1,60})\(")
_PATH: Final = regex(r"[^\W\d][\w.]{0,60}")
_MAYBE: Final = 2.4  # what may be done weighs a little less
_BY_BUILD: Final = "by the build"  # of several, each of which one build sets, be it the same or not
_CONDITIONS: Final = 3  # from which on what is done under each is told together
_CALLEE: Final = regex(
    r"call (`[^`(]{1,60}(?:\(\w{1,60}\)(?=\())?)\((.{1,400})"
)  # also of `NAME(parse)(x)`, which a macro makes


def together(clauses: Sequence[Clause], calls: Mapping[str, int], many: int = _MANY) -> list[Clause]:
    """Sets where they are many, calls of one function where they are more than one; the rest as it is.
    calls: by name, how often it is called in all: what stands elsewhere too is done several times, and nobody knows how many."""

    def times(told: Sequence[str], same: Sequence[Clause]) -> str:
        every = calls.get(last(told[0].strip("`")), 0) <= len(told)
        apart = differing([each.phrase for each in sorted(same, key=lambda each: each.at)])
        return f"call {told[0]}` {f'{len(told)} times' if every else 'several times'}{f', {apart}' if apart and every else ''}"

    clauses = _conditional(poured(printed(_again(_overwritten(_in_steps(_for_all(clauses)))))))
    perhaps = any(
        each.kind == DOES
        and (
            ((each.may or each.other or each.after not in ("", ONE_BUILD)) and _set(each)) or _CHOICE.match(each.phrase)
        )
        for each in clauses
    )
    sets = partial(_sets, others=perhaps)
    return _grouped(_grouped(_grouped(clauses, _set, many, sets), _called, 2, times), _yielded, _LISTED, yielded)


def _yielded(clause: Clause) -> str:
    return "yield" if clause.phrase.startswith("yield `") else ""


def yielded(_: Sequence[str], same: Sequence[Clause]) -> str:
    """Values that are yielded one after another: "yield 4 values, for `convert`, `deploy` and 2 more"."""
    given = [each.phrase.removeprefix("yield `").rstrip("`") for each in same]
    rows = all(each.startswith("(") and each.endswith(")") for each in given)
    apart = differing([f"call `yield({each[1:-1] if rows else each})`" for each in given])
    return (
        f"yield {f'{len(same)} rows, ' if rows else ''}{apart if rows else apart[4:]}"
        if apart
        else f"yield {shortened(same[0].phrase)[6:]} and {len(same) - 1} more"
    )


def of_one_kind(clauses: Sequence[Clause], said: str) -> Sequence[Clause]:
    """What is called for one kind of thing told together, where a sentence would list three of them as if there were no more."""
    called = {name: each for each in clauses if not each.asks and (name := _name(each))}
    kinds = kin.kinds([(name, each.phrase.partition(name)[2]) for name, each in called.items()])
    listed = Counter(kind for name, kind in kinds.items() if f" `{name}(" in f" {said}")
    if max(listed.values(), default=0) < _LISTED:
        return clauses
    same = {name: kind for name, kind in kinds.items() if listed[kind] >= _LISTED}
    return _grouped(
        clauses, lambda each: same.get(_name(each), ""), _MANY, lambda _, all_: kin.several([*map(_name, all_)]), 0
    )


def _name(clause: Clause) -> str:
    """Of what is called, as code; no name that a macro makes."""
    found = _ORDERED.match(clause.phrase)
    return found[1] if found else ""


def _overwritten(clauses: Sequence[Clause]) -> list[Clause]:
    """What is set to nothing and then to a value is set to that: "sets `*out` to `found`"; where that hangs on something, "else to `null`"."""
    told = list(clauses)
    plain = [each for each in clauses if each.kind == DOES and not (each.may or each.other or each.also)]
    for first in plain:
        if first.after or not first.phrase.endswith(NOTHING_SET) or not (target := _target(first)):
            continue
        later = [each for each in plain if each.at > first.at and each is not first and _target(each) == target]
        if len(later) == 1 and later[0].after.startswith("where "):
            told[told.index(later[0])] = later[0]._replace(other=first.phrase)
        elif len(later) != 1 or later[0].after:
            continue
        told.remove(first)
    return told


def _for_all(clauses: Sequence[Clause]) -> list[Clause]:
    """Of what is done in the same words for each of one row, and of another one where something holds, the first: it is what always happens."""
    always = {each.phrase for each in clauses if each.kind == DOES and not each.may and _EVERY.fullmatch(each.after)}
    return [
        each for each in clauses if not (each.phrase in always and each.after.startswith(EACH) and APART in each.after)
    ]


def _in_steps(clauses: Sequence[Clause]) -> list[Clause]:
    """What is set again and again to more of itself: of "set `n` to `n | a`" three times "put `n` together in 3 steps". Not
    where it may be left between, nor where it is set otherwise from the first of them on."""
    steps: dict[str, list[Clause]] = {}
    for each in clauses:
        plain = each.kind == DOES and not (_told_with_more(each) or each.ways)
        if plain and (found := _STEP.match(each.phrase)) and found[1] == found[2]:
            steps.setdefault(found[1], []).append(each)
    many = {same[-1]: same for name, same in steps.items() if _one_deed(name, same, clauses)}
    gone = {each for same in many.values() for each in same[:-1]}
    return [_whole_steps(many[each]) if each in many else each for each in clauses if each not in gone]


def _one_deed(name: str, same: Sequence[Clause], clauses: Sequence[Clause]) -> bool:
    found = [step for each in same if (step := _STEP.match(each.phrase))]
    first, end = same[0].at, same[-1].at
    return (
        len(same) >= _LISTED
        and len({step[3] for step in found}) == 1
        and not any(_ELSE.search(step[4].replace(f" {step[3]} ", " ")) for step in found)
        and not any(first < at < end for each in clauses if each.kind != DOES for at in (each.at, *each.ways))
        and not any(_sets_name(name, each) for each in clauses if each.at > first and each not in same)
    )


def _sets_name(name: str, clause: Clause) -> bool:
    told = (clause.phrase, clause.other, clause.also)
    return any(f" `{name}` " in f"{each} " and not each.startswith(("return ", "call ")) for each in told)


def _whole_steps(same: Sequence[Clause]) -> Clause:
    found = _STEP.match(same[0].phrase)
    name, spots = found[1] if found else "", tuple(at for each in same for at in placed(each))
    weight = max(each.weight for each in same)
    told = f"put `{name}` together in {len(same)} steps"
    return same[-1]._replace(phrase=told, begins=same[0].at, spots=spots, weight=weight)


def _again(clauses: Sequence[Clause]) -> list[Clause]:
    """What is called and then called again as long as something holds is told once: "call `f(x)` once, then again while n is more than 0"."""
    told = list(clauses)
    for first, then in pairwise(clauses):
        plain = first.kind == then.kind == DOES and first.phrase == then.phrase and first.phrase.startswith("call ")
        if (
            plain
            and then.after.startswith("while ")
            and not (_told_with_more(first) or then.may or then.other or then.also)
        ):
            told[told.index(then)] = then._replace(after=f"once, then again {then.after}")
            told.remove(first)
    return told


def _told_with_more(clause: Clause) -> bool:
    return bool(clause.may or clause.after or clause.other or clause.also)


def _conditional(clauses: Sequence[Clause]) -> list[Clause]:
    """What is done to the same thing under one condition each: "set `flags` by `events` in several cases". How many there are in all
    nobody knows here."""
    kinds: dict[str, list[Clause]] = {}
    for each in clauses:
        plain = (
            each.kind == DOES
            and not (each.other or each.also)
            and (each.after.startswith("where ") or (each.may and not each.after))
        )
        if plain and each.weight > _MAYBE and (key := _same_deed(each.phrase)):
            kinds.setdefault(key, []).append(each)
    kinds |= _by_one(clauses)
    many = {same[-1]: (key, same) for key, same in kinds.items() if len(same) >= _CONDITIONS}
    gone = {each for _, same in many.values() for each in same[:-1]}
    return [_under(*many[each]) if each in many else each for each in clauses if each not in gone]


def _by_one(clauses: Sequence[Clause]) -> dict[str, list[Clause]]:
    """What is called under conditions that all ask the same thing, by what is told of it: "call `on_read`, `on_write` and 2 more"."""
    asked: dict[str, list[Clause]] = {}
    for each in clauses:
        plain = each.kind == DOES and not (each.other or each.also or each.may) and each.weight > _MAYBE
        words = each.after.split(" ")
        if plain and words[0] == "where" and _PATH.fullmatch(words[1]) and " and " not in each.after and _called(each):
            asked.setdefault(words[1], []).append(each)
    named = {by: list(dict.fromkeys([f"{_called(each).rstrip('`')}`" for each in same])) for by, same in asked.items()}
    return {f"call {_few(told)}": asked[by] for by, told in named.items() if len(told) == len(asked[by]) >= _CONDITIONS}


def _few(named: Sequence[str]) -> str:
    kept = named[:_NAMED] if len(", ".join(named[:_NAMED])) <= _ROOM else named[:1]
    more = len(named) - len(kept)
    return f"{', '.join(kept)} and {more} more" if more else f"{', '.join(kept[:-1])} and {kept[-1]}"


def _same_deed(phrase: str) -> str:
    for form, verb in ((_TARGET, "set "), (_CALLEE, "call "), (_ADDS, "add to ")):
        if (found := form.fullmatch(phrase)) and (form is not _CALLEE or _whole(found[2])):
            return f"{verb}{found[1].rstrip('`')}`"
    return ""


def _under(deed: str, same: Sequence[Clause]) -> Clause:
    asked = {each.after.split(" ")[1] if each.after else "" for each in same}
    by = "under several conditions"
    if deed.startswith("call ") and (" and " in deed or len(asked) == 1 < len(set(map(_called, same)))):
        by = f"by `{asked.pop()}`"
    elif deed.startswith("call "):
        by = "several times, each under a condition"
    elif len(asked) == 1 and _PATH.fullmatch(subject := asked.pop()):
        by = f"by `{subject}` in several cases"
    elif values := _values(deed, same):
        deed, by = f"{deed} to {values}", "under conditions"
    top = max(same, key=lambda each: each.weight)
    spots = tuple(at for each in same for at in placed(each))
    return same[-1]._replace(phrase=f"{deed} {by}", after="", may=False, weight=top.weight + _AGAIN[0], spots=spots)


def _values(deed: str, same: Sequence[Clause]) -> str:
    """What is set to one of a few values: "`f(x)`, `y` or `0`", each under a condition of its own."""
    begins = f"{deed} to "
    values = list(dict.fromkeys(shortened(each.phrase).removeprefix(begins) for each in same))
    told = f"{', '.join(values[:-1])} or {values[-1]}"
    plain = all(shortened(each.phrase).startswith(begins) for each in same)
    return told if plain and 1 < len(values) <= _VALUES and len(told) <= _ROOM else ""


def _set(clause: Clause) -> str:
    return "set" if _target(clause) else ""


def _target(clause: Clause) -> str:
    found = _TARGET.fullmatch(clause.phrase)
    return found[1] if found else ""


def _called(clause: Clause) -> str:
    """What is called, "" where that is only the first of a chain: of `db.rows().first()` `db.rows` is not what is done."""
    found = _CALLEE.fullmatch(clause.phrase)
    return found[1] if found and _whole(found[2]) else ""


def _whole(given: str) -> bool:
    """The call that begins is the one that ends."""
    return not given.endswith(")`") or closed(given[:-2])


def _sets(told: Sequence[str], same: Sequence[Clause], others: bool = False) -> str:
    """What is set to something comes before what only begins empty. others: something else is set under a condition, and nobody who
    counts knows which of them are meant."""
    begun = {_target(each): each.phrase for each in same if each.phrase.endswith(NOTHING_SET)}
    filled = {_target(each): each.phrase for each in same if not each.phrase.endswith(NOTHING_SET)}
    named = sorted(dict.fromkeys(told), key=lambda each: each not in filled)
    begins = tuple(each.rstrip("`") for each in named)
    named = [each for each in named if not any(other.startswith(f"{each.rstrip('`')}.") for other in begins)] or named
    if whole := _begun(list(filled.values()), [begun[each] for each in named if each not in filled]):
        return whole
    named = list(dict.fromkeys(map(_lasting, named)))
    more = len(named) - _NAMED
    return (
        f"set {', '.join(named[:_NAMED])} and {OTHERS if others else named[_NAMED] if more == 1 else f'{more} more'}"
        if more > 0
        else f"set {' and '.join(filter(None, (', '.join(named[:-1]), named[-1])))}"
    )


def _lasting(target: str) -> str:
    """Of names that are set at once those that are no locals: of "`self.name, at`" "`self.name`"."""
    parts = target.strip("`").split(", ")
    fields = [each for each in parts if "." in each or "[" in each]
    return (
        f"`{', '.join(fields)}`" if len(parts) > 1 and len(fields) == 1 and all(map(_PATH.fullmatch, parts)) else target
    )


def _begun(filled: Sequence[str], empty: Sequence[str]) -> str:
    """Of one or two that are given something what that is: "set `self.fd` to `fd`, 6 more to `None` or `0`"; "" for others."""
    nothing = list(dict.fromkeys(each.rpartition(" to ")[2] for each in empty))
    if not 0 < len(filled) <= _FILLED or len(empty) < _NAMED or len(nothing) > _NAMED:
        return ""
    first = " and ".join([filled[0], *(each.removeprefix("set ") for each in filled[1:])])
    told = f"{first}, {len(empty)} more to {' or '.join(filter(None, (', '.join(nothing[:-1]), nothing[-1])))}"
    return told if len(told) <= _ROOM else ""


def _grouped(
    clauses: Sequence[Clause], alike: Callable[[Clause], str], least: int, phrase: Phrase, over: float = _GIVEN
) -> list[Clause]:
    """It stands where the last of them does: before that not all is done. What weighs most is named first. over: what weighs less
    is left as it is, where something is called."""
    kinds: dict[tuple[str, str], list[Clause]] = {}
    for each in clauses:
        plain = each.kind == DOES and not each.may and not each.other
        key = alike(each) if plain and (each.weight > over or alike is _set) else ""
        if key:
            after = "" if alike is _set and each.after == ONE_BUILD else each.after
            kinds.setdefault((key, after), []).append(each)
    many = {
        id(same[-1]): same
        for same in kinds.values()
        if len(same) >= least and (alike is not _set or len(set(map(_target, same))) >= _NAMED)
    }
    gone = {id(each) for same in many.values() for each in same[:-1]}
    done = sum(each.kind == DOES and each.weight > 1 for each in clauses)
    return [
        _one(many[id(each)], alike, phrase, done) if id(each) in many else each
        for each in clauses
        if id(each) not in gone
    ]


def _one(same: Sequence[Clause], alike: Callable[[Clause], str], phrase: Phrase, done: int) -> Clause:
    """done: how many things the function does."""
    top = max(each.weight for each in same)
    foremost = next(each for each in same if each.weight == top)
    led = alike is _set and foremost.weight > same[0].weight + _MADE
    told = phrase([_target(each) or _called(each) for each in ([foremost] if led else []) + [*same]], same)
    most = alike is _called and len(same) >= max(_OFTEN, done / 2)
    more = _AGAIN[alike is _set or (top < _ACTS and not most)]  # what makes ready stays that, however often
    more = more if alike is _set or most or (alike is _called and " times, for " in told) else 0
    after, told = (_BY_BUILD, told) if all(each.after == ONE_BUILD for each in same) else _some_builds(told, same)
    first = min(each.at for each in same)
    spots = tuple(at for each in same for at in placed(each))
    weight = top + more * math.log2(len(same))
    return same[-1]._replace(phrase=told, after=after, weight=weight, begins=first, spots=spots)


def _some_builds(told: str, same: Sequence[Clause]) -> tuple[str, str]:
    """How many of what is set only some builds set: what two arms set may be set in all."""
    count = Counter(_target(each) for each in same)
    some = sum(1 for each in same if each.after == ONE_BUILD and count[_target(each)] == 1)
    after = "" if some else same[-1].after.replace(ONE_BUILD, "")
    return after, f"{told}, {some} of them in some builds" if some else told
