"""What a function does, in clauses: its main way, and how that is left early.

Read off the function's own statements and nothing else, so that it follows from its text alone. The main way is what is not
left by guards. Nothing is said to be done that need not be: what hangs on a condition says it, what is done in a loop says
which, and what neither can be said of in few words *may* be done.

    if (!n) return -1;                  gives: return -1, where n is 0
    sink_->Write(n);                    does:  write n through sink_
    for (auto& r : rows) r.save();      does:  save r, for each r in rows
    return total_;                      gives: return `total_`
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from ...model.action import IRREVERSIBLE, LOGGING, METRICS
from ...model.facts import Call, FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.syntax import Body, If, Jump, Loop, Raise, Range, Return, Simple, Stmt, Switch, Try, Variant, With, parts
from ...words import english, names, verbs
from ...words.lexicon import Classifier
from ...words.lvalue import Names, names_of, outlives
from ...words.phrases import given, made, order, thrown, ticked
from .effects import dotted, words_of

DOES, GIVES, LEAVES = "does", "gives", "leaves"
LONGEST_CONDITION: Final = 60
_GIVING: Final = verbs.PURE | verbs.GIVES
_ASSIGNS: Final = regex(r"set `|keep ")
_DEEPEST: Final = 6
_SILENT_ROLES: Final = frozenset({"define", "import", "pass", "scope"})
_AROUND: Final = frozenset(["close", "free", "unlock", "lock", "release", "acquire", "unref", "ref", "incref", "decref", "deref", "delete", "dealloc", "flush"])
_TALK: Final = frozenset(["log", "logs", "logger", "logging", "print", "printf", "fprintf", "debug", "trace", "warn", "warning", "info", "notice", "verbose", "assert", "check", "dcheck"])


class Clause(NamedTuple):
    """phrase: an order (`set x to 1`, "return `x`"). after: what it hangs on. may: it need not be done. A LEAVES without a phrase
    passes what follows by."""

    kind: str
    phrase: str
    weight: int
    after: str = ""
    may: bool = False


class Way(NamedTuple):
    """Clauses in order. ends: control does not go on behind it."""

    clauses: tuple[Clause, ...]
    ends: bool = False


class Reader:
    """Reads one function."""

    def __init__(self, facts: FunctionFacts, text: bytes, language: Language) -> None:
        self._facts, self._text, self._language = facts, text, language
        self._names: Names | None = None
        self._noise = re.compile(f"({language.spelling.string})|(?:{language.spelling.comment})", re.DOTALL)

    def text(self, start: int, end: int) -> str:
        """As written, comments and layout gone: what a digest of tokens does not see must not be told."""
        written = self._text[start:end].decode("utf-8", "replace")
        return " ".join(self._noise.sub(lambda found: found[1] or " ", written).split())

    def question(self, test: Range, yes: bool = True) -> str:
        """A condition in few words, "" where it takes more."""
        asked = english.question(self.text(*test), self._language, negate=not yes)
        return asked if asked and len(asked) <= LONGEST_CONDITION and not asked.startswith("not ") else ""

    def lasts(self, start: int, end: int) -> bool:
        """Something is written in there that outlives the call."""
        writes = [write for write in self._facts.writes if start <= write.start < end]
        if not writes:
            return False
        if self._names is None:
            self._names = names_of(self._facts, self._language)
        known = self._names
        return self._facts.kind == "constructor" or any(outlives(write.target, known, self._language) for write in writes)

    def calls(self, start: int, end: int) -> list[Call]:
        return [call for call in self._facts.calls if start <= call.start < end and call.kind not in ("ref", "decorator", "property", "operator")]

    def values(self, body: Body) -> set[str]:
        """What is returned anywhere, as orders."""
        found, waiting = set[str](), list(body)
        while waiting:
            stmt = waiting.pop()
            if isinstance(stmt, Return):
                found.add(given(self.text(stmt.start, stmt.end), self._language))
            waiting += [each for part in parts(stmt) for each in part]
        return found

    # -- statements

    def way(self, body: Body, depth: int = 0) -> Way:
        clauses: list[Clause] = []
        for stmt in body if depth < _DEEPEST else ():
            found = self._statement(stmt, depth)
            clauses += found.clauses
            if found.ends:
                return Way(tuple(clauses), True)
        return Way(tuple(clauses))

    def _statement(self, stmt: Stmt, depth: int) -> Way:
        match stmt:
            case Simple():
                return Way(tuple(self._simple(stmt)))
            case Return():
                return Way((Clause(GIVES, given(self.text(stmt.start, stmt.end), self._language), 5),), True)
            case Raise():
                return Way((Clause(GIVES, thrown(self.text(stmt.start, stmt.end), self._language), 6),), True)
            case Jump():
                return Way((), True)
            case If():
                return self._if(stmt, depth)
            case Loop():
                return Way((*self.way(stmt.init, depth + 1).clauses, *self._loop(stmt, depth)), stmt.test is None and stmt.style != "each" and not _breaks(stmt.body))
            case Switch():
                return self._switch(stmt, depth)
            case Try():
                return self._try(stmt, depth)
            case With():
                inner = self.way(stmt.body, depth + 1)
                return Way((*map(self._entered, stmt.items), *inner.clauses), inner.ends)
            case Variant():
                return self._variant(stmt, depth)
        return Way(())

    def _variant(self, stmt: Variant, depth: int) -> Way:
        """One of them is compiled; the last one stands for the main way where there is always one."""
        ways = [self.way(body, depth + 1) for _, body in stmt.arms]
        whole = stmt.arms[-1][0] == ""
        clauses = [_maybe(top) for way in (ways[:-1] if whole else ways) if (top := _top(way.clauses))]
        clauses += [way.clauses[-1]._replace(kind=LEAVES, may=True, weight=3) for way in (ways[:-1] if whole else ways) if way.ends and way.clauses[-1:] and way.clauses[-1].kind == GIVES]
        if not whole:
            return Way(tuple(clauses))
        last = [each if each.kind != DOES else _maybe(each) for each in ways[-1].clauses]
        return Way((*clauses, *last), all(way.ends for way in ways))

    def _simple(self, stmt: Simple) -> Iterator[Clause]:
        if stmt.role in _SILENT_ROLES:
            return
        if stmt.role == "assert":
            yield from self._asserted(stmt)
            return
        written = self.text(stmt.start, stmt.end)
        if self._initialises(stmt):
            yield Clause(DOES, order(written, "initialise", self._language), 4)
            return
        phrase, lasts = order(written, stmt.role, self._language), self.lasts(stmt.start, stmt.end)
        if stmt.role == "yield":
            yield Clause(DOES, phrase, 6)
        elif stmt.role == "delete":
            yield Clause(DOES, phrase, 4)
        elif lasts:
            yield Clause(DOES, phrase, 5)
        else:
            yield from self._called(stmt, phrase)

    def _asserted(self, stmt: Simple) -> Iterator[Clause]:
        """What a test is for; anywhere else what weighs least."""
        asked = self.question(stmt.test) if stmt.test else ""
        if asked:
            yield Clause(DOES, f"assert that {asked}", 1)

    def _entered(self, item: Range) -> Clause:
        written = self.text(*item)
        phrase = order(written, "enter", self._language)
        return Clause(DOES, phrase, 3) if phrase else Clause(DOES, f"enter {ticked(written.rpartition(' as ')[0] or written)}", 1)

    def _initialises(self, stmt: Simple) -> bool:
        """A member or base in a constructor's list."""
        first = next(iter(self.calls(stmt.start, stmt.end)), None) if self._facts.kind == "constructor" else None
        return first is not None and first.kind == "construct" and first.start == stmt.start

    def _called(self, stmt: Simple, phrase: str) -> Iterator[Clause]:
        """A statement that changes nothing by itself is what it calls."""
        calls = self.calls(stmt.start, stmt.end)
        if not calls or not phrase:
            return
        weight = max(map(self._weight_of, calls))
        if stmt.role == "expression" and not _ASSIGNS.match(phrase):
            yield Clause(DOES, phrase, weight)
        elif taken := made(self.text(stmt.start, stmt.end), self._language):
            yield Clause(DOES, taken, weight if weight > 8 else 3 if self._active(calls) else 1)

    def _active(self, calls: Sequence[Call]) -> bool:
        """One of these is no mere question or getter, by its name."""
        words = [words_of(call.name)[:1] for call in calls]
        return any(word and word[0] in verbs.VERBS and word[0] not in _GIVING for word in words)

    def _weight_of(self, call: Call) -> int:
        meaning = _classifier(self._language).call(dotted(call), "", words_of(call.name))
        said = set(words_of(call.name)[:1]) | set(words_of(names.last(call.receiver)))
        if meaning and meaning.type == IRREVERSIBLE:
            return 9
        if (meaning and meaning.type in (LOGGING, METRICS)) or said & _TALK or call.name.isupper():
            return 1
        return 3 if (said | set(words_of(call.name)[-1:])) & _AROUND else 6

    # -- what control hangs on

    def _if(self, stmt: If, depth: int) -> Way:
        first = self.way(stmt.init, depth + 1).clauses
        then, orelse = self.way(stmt.then, depth + 1), self.way(stmt.orelse, depth + 1)
        if then.ends and orelse.ends:
            return Way((*first, *self._left(stmt, then, True), *orelse.clauses), True)
        if then.ends:
            return Way((*first, *self._left(stmt, then, True), *orelse.clauses))
        if orelse.ends:
            return Way((*first, *self._left(stmt, orelse, False), *then.clauses))
        return Way((*first, *self._chosen(stmt, then, orelse)))

    def _left(self, stmt: If, way: Way, yes: bool) -> Iterator[Clause]:
        """How a guard leaves. What stands before its exit goes along with it."""
        body = stmt.then if yes else stmt.orelse
        last, where = body[-1], self.question(stmt.test, yes)
        if isinstance(last, Return | Raise) and way.clauses:
            after = f"where {where}" if where else ""
            passed = any(each.kind == LEAVES for each in way.clauses)
            yield way.clauses[-1]._replace(kind=LEAVES, after=after, may=passed or not where, weight=4 if isinstance(last, Raise) else 3)
        elif isinstance(last, Jump) and last.keyword == "continue":
            passes = self.question(stmt.test, not yes)
            yield Clause(LEAVES, "", 0, after=passes, may=not passes)
        elif isinstance(last, Jump) and last.keyword == "break":
            yield Clause(LEAVES, "", 0, may=True)
        top = _top(way.clauses)
        if top is not None and not (isinstance(last, Return | Raise) and top.weight < 6):
            yield _where(top, where)

    def _chosen(self, stmt: If, then: Way, orelse: Way) -> Iterator[Clause]:
        one, other = _top(then.clauses), _top(orelse.clauses)
        plain = not (len(stmt.orelse) == 1 and isinstance(stmt.orelse[0], If))
        if one is not None:
            yield _where(one, self.question(stmt.test))
        if other is not None:
            yield _where(other, self.question(stmt.test, False) if plain else "")

    def _loop(self, stmt: Loop, depth: int) -> Iterator[Clause]:
        inner = self.way(stmt.body, depth + 1).clauses
        top = _most(inner)
        skips = [each for each in inner if each.kind == LEAVES and not each.phrase]
        over = english.each(self.text(*stmt.target), self.text(*stmt.iterable), self._language)[4:] if stmt.target and stmt.iterable else ""
        if top is not None:
            before = [each for each in inner[: inner.index(top)] if each in skips]
            where = before[0].after if len(before) == 1 and not before[0].may else ""
            top = _where(top, where) if before else top
            yield _hung(top, self._over(stmt, over))._replace(weight=top.weight + (0 if top.may else 1))
        for each in inner:
            if each.phrase and (each.kind == LEAVES or (each.kind == GIVES and stmt.style == "each")):
                among = f"for some {over[5:]}" if over.startswith("each ") and len(over) <= LONGEST_CONDITION else ""
                yield each._replace(kind=LEAVES, after=" ".join(filter(None, (each.after, among))), may=each.may or bool(skips) or not each.after, weight=each.weight)

    def _over(self, stmt: Loop, over: str) -> str:
        """What a loop goes over. One that may be left early need not do it for each."""
        if over and len(over) <= LONGEST_CONDITION:
            return f"for {over}" if not _leaves(stmt.body) else f"for items of {over.partition(' in ')[2]}"
        asked = self.question(stmt.test) if stmt.test and stmt.style == "while" else ""
        return f"while {asked}" if asked and not _leaves(stmt.body) else "in a loop"

    def _switch(self, stmt: Switch, depth: int) -> Way:
        first = self.way(stmt.init, depth + 1).clauses
        ways = [self.way(arm.body, depth + 1) for arm in stmt.arms]
        subject = english.expression(self.text(*stmt.subject), self._language)
        ends = bool(ways) and all(way.ends and not _breaks(arm.body) for way, arm in zip(ways, stmt.arms, strict=True)) and any(arm.default for arm in stmt.arms)
        count = sum(max(1, len(arm.patterns)) for arm in stmt.arms if not arm.default)
        if len(subject) > LONGEST_CONDITION or count < 2:
            return Way(first, ends)
        does = any(_top(way.clauses) for way in ways)
        phrase = f"distinguish {count} cases of `{subject}`" if does else f"choose its result by `{subject}` in {count} cases" if ends else f"distinguish {count} cases of `{subject}`"
        return Way((*first, Clause(DOES, phrase, 6)), ends)

    def _try(self, stmt: Try, depth: int) -> Way:
        inner = self.way(stmt.body, depth + 1)
        clauses = list(inner.clauses)
        for handler in stmt.handlers:
            way = self.way(handler.body, depth + 1)
            caught = " or ".join(names.last(type_) for type_ in handler.types) or "any error"
            if way.ends and way.clauses and way.clauses[-1].kind == GIVES and isinstance(handler.body[-1], Return | Raise):
                clauses.append(way.clauses[-1]._replace(kind=LEAVES, after=f"on {caught}", weight=3))
            elif not way.clauses and not way.ends:
                clauses.append(Clause(DOES, f"ignore {caught}", 4))
        for body in (() if inner.ends else stmt.orelse, stmt.final):
            after = self.way(body, depth + 1)
            clauses += after.clauses
            if after.ends:
                return Way(tuple(clauses), True)
        return Way(tuple(clauses), inner.ends and all(self.way(handler.body, depth + 1).ends for handler in stmt.handlers))


def _weight(clause: Clause) -> int:
    return clause.weight


def _most(clauses: Sequence[Clause]) -> Clause | None:
    """What weighs most of what is done."""
    done = [each for each in clauses if each.kind == DOES and each.phrase and each.weight > 1]
    return max(done, key=_weight, default=None)


def _top(clauses: Sequence[Clause]) -> Clause | None:
    """The same, where the jumps before it may pass it by."""
    best = _most(clauses)
    if best is None:
        return None
    passed = any(each.kind == LEAVES and not each.phrase for each in clauses[: clauses.index(best)])
    return _maybe(best) if passed else best


def _maybe(clause: Clause) -> Clause:
    return clause._replace(may=True, weight=max(2, clause.weight - 1))


def _hung(clause: Clause, on: str) -> Clause:
    after = f"{clause.after} {on}".strip()
    return clause._replace(after=after) if len(after) <= 100 else _maybe(clause)._replace(after="")


def _where(clause: Clause, condition: str) -> Clause:
    """It is done where a condition holds."""
    if not condition or "where " in clause.after:
        return _maybe(clause)
    return _hung(clause, f"where {condition}")._replace(weight=max(2, clause.weight - 1))


def _breaks(body: Body) -> bool:
    """A `break` of its own, not of a loop inside."""
    waiting = list(body)
    while waiting:
        stmt = waiting.pop()
        if isinstance(stmt, Jump) and stmt.keyword == "break":
            return True
        if not isinstance(stmt, Loop | Switch):
            waiting += [each for part in parts(stmt) for each in part]
    return False


def _leaves(body: Body) -> bool:
    """A loop with this body may be left before its end."""
    waiting = list(body)
    while waiting:
        stmt = waiting.pop()
        if isinstance(stmt, Return | Raise) or (isinstance(stmt, Jump) and stmt.keyword != "continue"):
            return True
        waiting += [each for part in parts(stmt) for each in part]
    return False


@lru_cache(maxsize=8)
def _classifier(language: Language) -> Classifier:
    return Classifier(language.lexicon)
