"""What a loop goes over, in words: "for each row in rows", "for each i below n", "while more(fd)", "in a loop".

A loop that may be left before its end says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...model.pattern import regex
from ...model.syntax import Body, If, Jump, Loop, Range, Simple
from ...words import english
from ...words.kinds import taken_in_turn
from .clauses import DOES, IN_A_LOOP, Clause, Course, closed, hung, where
from .just import within
from .made import LONGEST_CONDITION
from .own import Own
from .ways_out import BREAK, breaks, jumps, labels, until

_ALWAYS: Final = frozenset(["true", "True", "1 is set", "True is set", "1"])
_NEVER: Final = ("0", "false")
_NONE: Final = " is not -1"
_THERE: Final = (" is not null", " is set", " holds", " is not None")
_COUNTS: Final = regex(r"(?:\+\+ ?)?([^\W\d]\w*+)(?: ?\+\+)?")
_FROM: Final = regex(r"(?:[\w:<>*& ]{0,60}[ *&])?([^\W\d]\w*+) ?= ?([^=].{0,60})")
_BELOW: Final = regex(r"([^\W\d]\w*+) ?(<=|<|!=) ?(.{1,60})")
_TIMES: Final = regex(r"(call `[^`(]{1,80})` (?:\d{1,3}|several) times")
_STEPPING: Final = regex(r"\+\+|--|[-+]=")
_NEXT: Final = regex(r"set `([\w.]{1,80})` to `\1\.\w{1,80}`")
_ON: Final = regex(r"set `([^\W\d]\w*+)` to `(?=[^`(]{0,120}\b\1\.)[^`(]{1,120}`")  # one of several that hang on it
_STEP: Final = 2
_YIELD: Final = "yield"  # what is sent in comes from outside
_LONGEST_END: Final = 48  # letters of the question that ends a loop
_HEAD: Final = 2  # assignments before the question that a loop without end goes on by
_WALKS: Final = regex(r"([^\W\d]\w*+) ?= ?(?:\1 ?(?:\.|->)|\w+\(\1[,)]).{0,60}")


def over(stmt: Loop, own: Own, guard: If | None = None) -> str:
    """At most so long that it can be told. guard: by which it goes on."""
    left = _left(stmt, guard, own)
    if guard is not None:
        return f"{_guarded(stmt, guard, own)}{left}"
    if stmt.target and stmt.iterable:
        name, among = _taken(stmt.target, stmt.iterable, own)
        each = english.each(name, among, own.language)[4:]
        if len(each) > LONGEST_CONDITION and not (each := _short(each)):
            return "in a loop"
        return f"for {each}{left}"
    if stmt.style == "for" and (counted := _counted(stmt, own)):
        return f"{counted}{left}"
    if stmt.test and stmt.style == "while" and (given := within(own.text(*stmt.test))):
        taken = own.said(given.value)
        asked = own.question(stmt.test, free=frozenset(own.words(stmt.test)))
        if asked.endswith(_THERE) and len(taken) <= LONGEST_CONDITION:
            return f"for each {given.name} that {taken} gives{left}"
    if stmt.style == "do" and stmt.test and not left:
        asked = own.question(stmt.test, False, free=frozenset(own.words(stmt.test)))
        return f"in a loop until {asked}" if asked and own.text(*stmt.test) not in (*_ALWAYS, *_NEVER) else "in a loop"
    counts = stmt.step and _STEPPING.search(own.text(*stmt.step))  # up to where says little
    asks = stmt.style == "while" or (stmt.style == "for" and not counts)
    asked = own.question(stmt.test, free=frozenset(own.words(stmt.test))) if stmt.test and asks else ""
    return f"while {asked}{left}" if asked and asked not in _ALWAYS else "in a loop"


def _left(stmt: Loop, guard: If | None, own: Own) -> str:
    """How it may be left before its end; by the one question that leaves it, where that is its only way out."""
    body = tuple(each for each in stmt.body if each is not guard)
    left = until(body)
    if left != BREAK:
        return left
    asks = [each for each in body if isinstance(each, If) and not each.orelse and not each.init and _breaks(each)]
    if len(asks) != 1 or len([each for each in jumps(body) if each.keyword != "continue"]) != 1:
        return left
    free = frozenset(own.words(asks[0].test))
    asked = own.question(asks[0].test, free=free)
    if stmt.test and own.question(asks[0].test, False, free=free) == own.question(stmt.test, free=free):
        return left if stmt.style == "do" else ""  # it only asks the same within a round
    plain = (
        asked and len(asked) <= _LONGEST_END and asked not in _ALWAYS and " or " not in asked and " until " not in asked
    )
    return f" until {asked}" if plain else left


def _breaks(stmt: If) -> bool:
    """It does nothing else."""
    only = stmt.then[0] if len(stmt.then) == 1 else None
    return isinstance(only, Jump) and only.keyword == "break"


def head_guard(stmt: Loop, own: Own, at: int = -1) -> If | None:
    """`while (1) { row = next(rows); if (!row) break; … }` goes on while there is one: the question that leaves a loop without end,
    where nothing is done before it but what it asks, and that is told with the loop. at: where stands what is told of the loop,
    which holds only behind the question."""
    if stmt.style == "each" or stmt.step or (stmt.test and own.text(*stmt.test) not in _ALWAYS):
        return None
    for each in stmt.body[: _HEAD + 1]:
        if isinstance(each, If):
            last = each.then[0] if len(each.then) == 1 else None
            leaves = isinstance(last, Jump) and last.keyword == "break" and not each.orelse and not each.init
            behind = at < 0 or at >= each.test.end
            return each if leaves and behind and _only_asks(stmt, each, own) else None
        if not isinstance(each, Simple) or each.role not in ("assign", "declare"):
            return None
    return None


def _only_asks(stmt: Loop, guard: If, own: Own) -> bool:
    """Nothing lasts of what stands before, and what it calls is told with the loop."""
    start, end = stmt.body[0].start, guard.test.end
    if own.lasts(start, end) or own.builds(start, end) or _YIELD in own.raw(start, end):
        return False
    calls, turn = own.calls(start, end), _guarded(stmt, guard, own)
    said = [own.said(own.text(each.start, each.end)) for each in calls]
    return turn != IN_A_LOOP and all(each in turn or (not said[1:] and _short(each) in turn) for each in said)


def _guarded(stmt: Loop, guard: If, own: Own) -> str:
    before = next((each for each in reversed(stmt.body) if isinstance(each, Simple) and each.end <= guard.start), None)
    given = within(own.text(*guard.test)) or (own.given(before) if before else None)
    asked = own.question(guard.test, False, free=frozenset(own.words(guard.test)))
    if not asked or asked in _ALWAYS:
        return IN_A_LOOP
    if given is None or not asked.startswith(f"{given.name} "):
        return f"while {asked}"
    taken, is_ = own.said(given.value), asked.removeprefix(given.name)
    taken = taken if len(taken) <= LONGEST_CONDITION else _short(taken)
    if taken and is_ in (*_THERE, _NONE):
        return f"for each {given.name} that {taken} gives"
    return f"while {taken or given.name}{is_}"


def _short(each: str) -> str:
    """Without what the call is given that gives the row: "each dir in self.dirs.scan(…)"; "" where that takes many words, too."""
    name, _, given = each.partition("(")
    told = f"{name}(…)" if given.endswith(")") and closed(given[:-1]) else ""
    return told if len(told) <= LONGEST_CONDITION else ""


def unrolled(body: Body) -> Body:
    """What stands in the `else` of a loop that no `break` leaves is done behind it."""
    if not any(isinstance(stmt, Loop) and stmt.orelse for stmt in body):
        return body
    plain = [
        [stmt._replace(orelse=()), *stmt.orelse]
        if isinstance(stmt, Loop) and stmt.orelse and not breaks(stmt.body)
        else [stmt]
        for stmt in body
    ]
    return tuple(each for part in plain for each in part)


def bound(stmt: Loop, own: Own) -> frozenset[str]:
    """The name that stands for each value it has in the loop: nothing but the loop itself sets it."""
    if stmt.target and stmt.iterable:
        return frozenset({*own.words(stmt.target), _taken(stmt.target, stmt.iterable, own)[0]})
    if stmt.target:
        return frozenset(own.words(stmt.target))
    stepped = (
        _COUNTS.fullmatch(step) or _WALKS.fullmatch(step) if stmt.step and (step := own.text(*stmt.step)) else None
    )
    inside = own.sets(stepped[1], stmt.body[0].start, stmt.body[-1].end) if stepped and stmt.body else 1
    return frozenset([stepped[1]]) if stepped and not inside else frozenset()


def _taken(target: Range, iterable: Range, own: Own) -> tuple[str, str]:
    between = own.text(target[1], iterable[0]) if target[1] < iterable[0] else ""
    return taken_in_turn(own.facts, own.text(*target), between, own.text(*iterable))


def _counted(stmt: Loop, own: Own) -> str:
    names = bound(stmt, own)
    first = next((each for each in stmt.init if isinstance(each, Simple)), None)
    begun = _FROM.fullmatch(own.text(first.start, first.end).rstrip("; ")) if first else None
    if (
        not begun
        or begun[1] not in names
        or stmt.test is None
        or stmt.step is None
        or "," in begun[2].replace(", ", "(")
    ):
        return ""
    test, start = own.text(*stmt.test), english.expression(begun[2], own.language)
    if _WALKS.fullmatch(own.text(*stmt.step)):
        return f"for each {begun[1]} from {start}" if len(start) <= LONGEST_CONDITION else ""
    ends = _BELOW.fullmatch(test)
    if not ends or ends[1] != begun[1] or "&&" in test or "||" in test:
        return ""
    if start.endswith("begin()"):
        return f"for each {begun[1]} in {start.removesuffix('.begin()')}" if start.endswith(".begin()") else ""
    last = english.expression(ends[3], own.language)
    return (
        f"for each {begun[1]} {'' if start == '0' else f'from {start} '}{'to' if ends[2] == '<=' else 'below'} {last}"
        if len(start + last) <= LONGEST_CONDITION
        else ""
    )


def repeated(top: Clause, stmt: Loop, own: Own, question: Callable[[Range, bool], str]) -> Clause:
    """What a loop does: where nothing in it goes on to the next before, for each; where guards do, for what they let pass."""
    guard = head_guard(stmt, own, top.at)
    turn = over(stmt, own, guard)
    broken = until(tuple(each for each in stmt.body if each is not guard)) == BREAK and turn != IN_A_LOOP
    stmt = stmt._replace(body=tuple(each for each in stmt.body if each is not guard))
    passed = passing(stmt, top.at, question, broken)
    if top.begins and (found := _TIMES.match(top.phrase)):
        first = passing(stmt, top.begins, question, broken)
        if first != passed:  # a guard stands among them: what lets the last pass does not hold for all
            top, passed = top._replace(phrase=f"{found[1]}(…)`"), first
    if passed is not None:
        top = where(top, passed)
    told = hung(top, turn)
    if broken and told.may and not top.may and not turn.endswith(BREAK):  # the question takes too many words
        told = hung(top, f"{turn.partition(' until ')[0]}{BREAK}")
    return told._replace(weight=top.weight + (0 if told.may else 0.3))


def passing(stmt: Loop, at: int, question: Callable[[Range, bool], str], told: bool) -> str | None:
    """What guards of a loop let pass to what stands at a place, "" where that takes many words; None where none goes on before.
    told: it is said that the loop is left by a `break`."""
    inside = labels(stmt.body)
    before = [jump for jump in jumps(stmt.body) if jump.start < at < inside.get(jump.label, stmt.end)]
    guards = {
        guard.then[-1].start: guard
        for guard in stmt.body
        if isinstance(guard, If) and guard.then and not guard.orelse and isinstance(guard.then[-1], Jump)
    }
    if told:
        before = [jump for jump in before if jump.keyword != "break"]
    passes = [
        question(guards[jump.start].test, False) if jump.start in guards and jump.keyword == "continue" else ""
        for jump in before
    ]
    joined = " and ".join(passes)
    if not before:
        return None
    return joined if all(passes) and len(joined) <= LONGEST_CONDITION and " or " not in joined else ""


def stepped(way: Course, stmt: Loop, own: Own) -> Course:
    """What goes on to the next (`while (changes) { …; changes = changes->next; }`) is not what is done in each round, nor is what
    gives the next, where anything else is done."""
    asked, guard = own.text(*stmt.test) if stmt.test else "", head_guard(stmt, own)
    head = [each for each in way.clauses if guard and each.at < guard.test.end]
    if not any(each.kind == DOES and each.weight > _STEP for each in way.clauses if each not in head):
        head = []
    return way._replace(
        clauses=tuple(
            each._replace(weight=min(each.weight, _STEP))
            if ((found := _NEXT.fullmatch(each.phrase) or _ON.fullmatch(each.phrase)) and found[1] in asked)
            or each in head
            else each
            for each in way.clauses
        )
    )
