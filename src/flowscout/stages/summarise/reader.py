"""What a function does, in clauses: its main way, and how that is left early.

Read off the function's own statements and nothing else, so that it follows from its text alone. The main way is what is not
left by guards. Nothing is said to be done that need not be: what hangs on a condition says it, what is done in a loop says
which, and what neither can be said of in few words *may* be done.

    if (!n) return -1;                  leaves: return -1, where n is 0
    sink_->Write(n);                    does:   write n to sink_
    for (auto& r : rows) r.save();      does:   save r, for each r in rows
    return total_;                      gives:  return `total_`
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ...model.facts import FunctionFacts
from ...model.language import Language
from ...model.syntax import Body, If, Jump, Loop, Raise, Return, Simple, Stmt, Switch, Try, Variant, With, walk
from .arms import either_given, only_choice, otherwise, paired, told_too
from .asked_here import Conditions
from .attempts import attempted
from .blamed import blamed
from .chains import chosen, in_most, ladder, laddered, results, serving, values_of
from .clauses import (
    DOES,
    GIVES,
    LEAVES,
    Clause,
    Course,
    behind,
    compiled,
    heaviest,
    leading,
    maybe,
    slight,
    where,
)
from .clauses import within as inside
from .copied import copied
from .cursor import once_asked, until
from .dispatch import dispatched, ladder_labels
from .effects import caught
from .failed import failed
from .held import held_in
from .in_head import in_head
from .loops import bound, head_guard, over, repeated, stepped, unrolled
from .once_done import once_done
from .onward import onward
from .own import Own
from .refusing import Refusals
from .remarks import headed, headed_in, makes_ready, remarked, remarks, undescribed
from .rounds import rounds
from .salience import Salience
from .searches import search, sought
from .slices import Slices
from .steps import Steps
from .switches import switched
from .telling import EARLY
from .together import together
from .turns import turns
from .values import compared
from .wanted import wanted
from .ways_out import WayOut, breaks, caught_by, exits, goes_on, jumps, landings, much, rarely

_DEEPEST: Final = 6
_LITTLE: Final = 2.6  # that an error is ignored where nothing was done, or another value is given back
_SETS_OF_A_WAY: Final = 3  # from which on they are told together, for two clauses at most are told of it
_TOLD_BESIDE: Final = 4.5  # of what a guard sets for its caller before it leaves


class FunctionReader:
    """Reads one function. body: with what only waits to be given back given back where it is known."""

    def __init__(self, facts: FunctionFacts, text: bytes, language: Language, body: Body) -> None:
        self._facts, self._body, self._whole = facts, body, text
        self._own = Own(facts, text, language, body)
        self._salience = Salience(facts, self._own, body)
        self.slices = Slices(self._own, body, *self._salience.names())
        self.held = held_in(self._own, body)
        self.statuses = self._own.errors
        of, mark = (facts.name, *facts.scope[-1:]), language.spelling.comment
        self._remarks = undescribed(remarks(text, mark, of, facts.doc), body, text, self._own) if facts.remarks else {}
        self._steps = Steps(facts, self._own, self._salience, body)
        self._landings = landings(body, self._steps.ends)
        self._conditions = Conditions(facts, self._own, body, self._landings)
        self._calls, self._refusals = Counter(call.name for call in facts.calls), Refusals(body, self._own)
        self._rungs = set[int]()  # where an `elif` begins that has been told with its `if`

    def clauses(self) -> tuple[Clause, ...]:
        told = self.way(self._body).clauses
        return once_done(told, self._body, lambda stmt: self._steps.simple(stmt, self._conditions.each))

    def asked(self) -> list[str]:
        """What conditions call that decide how it is left."""
        return self._own.deciding(self._body)

    def compared(self, texts: bool) -> list[str]:
        """What the conditions look at that decide how it is left. texts: also what these are looked for in."""
        return compared(self._body, self._own.text, self._own.language, texts)

    def exits(self) -> tuple[WayOut, ...]:
        """All, but for errors that are caught here."""
        raised = {each.start: each.type for each in self._facts.raises}
        found = exits(self._body, self._steps.exit, self._steps.ends)
        return tuple(
            each for each in found if each.at not in raised or not caught(raised[each.at], each.at, self._facts.shields)
        )

    def _searched(self, rest: Body, depth: int) -> Course | None:
        """A loop that only looks for something, with what is given back behind it."""
        loop = rest[0]
        found = search(loop, self._own) if isinstance(loop, Loop) else None
        if found is None and isinstance(loop, Loop) and not depth:
            given = rest[1:], self._own, self._steps.exit
            return Course((told,), True) if (told := attempted(loop, *given) or until(loop, *given)) else None
        if found is None or (depth and isinstance(found.found, Return)):
            return None
        outside = self._conditions.each
        self._conditions.each |= bound(found.loop, self._own) | {found.walk.partition(" ")[0]}
        self._conditions.note(found.loop.body)
        clause = sought(found, rest[1:], self._own, self._conditions.question, self._steps.exit)
        self._conditions.each = outside
        if clause is None:
            return None
        return Course((clause,), clause.kind == GIVES)

    def way(self, body: Body, depth: int = 0) -> Course:
        clauses, body = list[Clause](), unrolled(body)
        only, rare = "", rarely(body, self._steps.exit, self._steps.leaves)  # the error on which alone we are here
        self._conditions.note(body)
        for at, stmt in enumerate(body if depth < _DEEPEST else ()):
            whole = (
                self._results(body[at:], depth, clauses)
                or (
                    (choice := serving(body[at:])) and self._ladder(choice, depth)
                )  # guards that each do something first
                or self._searched(body[at:], depth)
            )
            found = whole or (self._usual(stmt, body[-1:], depth) if at == rare else self._statement(stmt, depth))
            told = [each if each.at else each._replace(at=stmt.start) for each in found.clauses]
            if remark := self._remarks.get(stmt.start):
                heads = headed_in(self._whole, at, body, self._remarks) - stmt.start
                told = remarked(
                    remark,
                    stmt,
                    told,
                    self._own,
                    self._salience.akin(remark.phrase),
                    heads / (self._body[-1].end - self._body[0].start),
                    headed(self._whole, at, body),
                    ready=makes_ready(self._whole, at, body, self._remarks, self._own),
                )
            clauses += [behind(each, only) for each in told] if only else told
            if found.ends:
                return Course(tuple(copied(clauses, self._whole, self._own.language)), True)
            if isinstance(stmt, Try) and stmt.handlers and not stmt.final and self.way(stmt.body, depth + 1).ends:
                only = caught_by(stmt.handlers) if len(stmt.handlers) == 1 else "an error"
        return Course(tuple(copied(clauses, self._whole, self._own.language)))

    def _usual(self, stmt: Stmt, rest: Body, depth: int) -> Course:
        """Such an `if`: what it gives is what is usually given."""
        assert isinstance(stmt, If)
        first = self._steps.asked(stmt.test)
        if whole := self._ladder(stmt, depth):
            return Course((*first, *whole.clauses), whole.ends)
        then, orelse = self.way(stmt.then, depth + 1), self.way(stmt.orelse or rest, depth + 1)
        unless = self._conditions.question(stmt.test, False)
        done = [
            self._conditions.where(each, stmt.test) for each in then.clauses if each.kind == DOES and each.weight > 1
        ]
        given = [each for each in then.clauses if each.kind != DOES]
        left = [
            each._replace(kind=LEAVES, after=f"where {unless}" if unless else "", may=not unless, weight=3)
            for each in orelse.clauses
            if each.kind == GIVES
        ]
        return Course((*first, *done, *left, *given), True)

    def _results(self, rest: Body, depth: int, before: Sequence[Clause]) -> Course | None:
        """Guards that return, up to the last return: one choice of a value, that nothing before gives."""
        choice = results(rest) if isinstance(rest[0], If) else None
        if choice and any(
            self._conditions.failed(test, self._conditions.question(test), body[-1]) or self._steps.done_by(test)
            for test, body in zip(choice.tests, choice.bodies, strict=False)
        ):
            return None
        told = (
            chosen(
                [self._conditions.question(test) for test in choice.tests],
                [self.way(body, depth + 1) for body in choice.bodies],
                not depth and not before,
                any(each.kind == LEAVES for each in before),
            )
            if choice
            else None
        )
        given = [each.phrase.removeprefix("return ") for each in before if each.kind == LEAVES]
        return Course((told,), True) if told and not any(value in told.phrase for value in given) else None

    def _statement(self, stmt: Stmt, depth: int) -> Course:
        match stmt:
            case Simple():
                return self._plain(stmt)
            case Return() | Raise():
                return Course((self._steps.gives(stmt),), True)
            case Jump():
                return Course(tuple(self._jumped(stmt)), True)
            case If():
                return self._if(stmt, depth)
            case Loop():
                return Course(
                    tuple(self._loop(stmt, depth)), stmt.test is None and stmt.style != "each" and not breaks(stmt.body)
                )
            case Switch():
                return self._switch(stmt, depth)
            case Try():
                return self._try(stmt, depth)
            case With():
                inner = self.way(stmt.body, depth + 1)
                return Course((*map(self._steps.entered, stmt.items), *inner.clauses), inner.ends)
            case Variant():
                return compiled([self.way(body, depth + 1) for _, body in stmt.arms], stmt.arms[-1][0] == "")
        return Course(())

    def _jumped(self, stmt: Jump) -> Iterator[Clause]:
        """To clean-up behind the main way: it leaves as that does."""
        to = self._landings.get(stmt.label) if stmt.keyword == "goto" else None
        if to and to.leaves and to.at > stmt.start:
            yield Clause(GIVES, self._steps.exit(to.leaves, stmt), 5, ways=(stmt.start,), at=stmt.start)

    def _plain(self, stmt: Simple) -> Course:
        if ended := self._steps.never_back(stmt):
            return Course((Clause(GIVES, ended, 6, ways=(stmt.start,)),) if self._steps.ends(stmt) else (), True)
        return Course(
            tuple([self._steps.weighed(each, stmt) for each in self._steps.simple(stmt, self._conditions.each)])
        )

    def _if(self, stmt: If, depth: int) -> Course:
        init = self.way(stmt.init, depth + 1).clauses
        if whole := self._ladder(stmt, depth):
            return Course((*init, *self._steps.asked(stmt.test), *whole.clauses), whole.ends)
        then, orelse = self.way(stmt.then, depth + 1), self.way(stmt.orelse, depth + 1)
        acts = (done := heaviest((*then.clauses, *orelse.clauses))) is not None and done.weight >= _TOLD_BESIDE
        first = (*init, *self._steps.asked(stmt.test, acts, then.ends, blamed(stmt, self._own)))
        if both := either_given(stmt, then.clauses, orelse.clauses, self._conditions.question(stmt.test)):
            return Course((*first, *both), True)
        if wanted(stmt, self._own):
            return Course((*first, *then.clauses))
        if then.ends and not (orelse.ends and heaviest(then.clauses) and much(stmt, self._steps.exit)):
            return Course((*first, *self._left(stmt, then, True), *orelse.clauses), orelse.ends)
        if orelse.ends:
            return Course((*first, *self._left(stmt, orelse, False), *then.clauses), then.ends)
        return Course((*first, *self._chosen(stmt, then, orelse, depth)))

    def _ladder(self, stmt: If, depth: int) -> Course | None:
        """All of an if with its every `elif`, where one clause tells it."""
        if not stmt.orelse or stmt.start in self._rungs:
            return None
        choice = ladder(stmt)
        self._rungs |= set(choice.rungs)
        ways = [self.way(body, depth + 1) for body in choice.bodies]
        tests = [self._own.text(*test) for test in choice.tests]
        others = [" ".join(tests[:at] + tests[at + 1 :]) for at in range(len(tests))]  # what they ask too has one name
        asked = [self._conditions.question(test, about=about) for test, about in zip(choice.tests, others, strict=True)]
        told = laddered(tests, asked, ways, alone=not depth) or in_most(ways)
        return told and dispatched(told, ladder_labels(tests, told.clauses[0]), ways, self._own)

    def _left(self, stmt: If, way: Course, yes: bool) -> Iterator[Clause]:
        """How a guard leaves. What stands before its exit goes along with it."""
        body = stmt.then if yes else stmt.orelse
        asked, last = self._conditions.question(stmt.test, yes), way.clauses[-1] if way.clauses else None
        top = self._leading(way._replace(clauses=tuple(map(self._refusals.less, way.clauses))), body)
        if top is not None and last is not None and last.phrase == EARLY and top.phrase.startswith("yield "):
            yield where(top, asked)._replace(ways=last.ways)  # it ends with what it gave
            return
        if last is not None and last.kind == GIVES:
            straight = not any(self._steps.leaves(each) and each.start not in last.ways for each in walk(body))
            several = "" if straight else self._steps.several(body)
            if failed := self._conditions.failed(stmt.test, asked, body[-1]):
                last, asked = last._replace(phrase="return the error"), f"{failed} fails"
            elif several:
                ways = tuple(each.start for each in walk(body) if isinstance(each, Return))
                last, straight = last._replace(phrase=several, ways=ways), True
            yield values_of(last)._replace(
                kind=LEAVES,
                after=f"where {asked}" if asked else "",
                may=not straight or not asked,
                weight=4 if isinstance(body[-1], Raise) else 3,
                found=self._conditions.looked_for(stmt.test, body[-1], last),
            )
        acts = (stmt.then and stmt.orelse) or (top is not None and self._own.handed_out(top.phrase))  # no guard
        least = _TOLD_BESIDE if acts else 6
        least = _LITTLE if last is not None and last.phrase == EARLY else least
        if top is not None and not (last is not None and last.kind == GIVES and top.weight < least):
            yield self._conditions.where(top, stmt.test, yes)

    def _chosen(self, stmt: If, then: Course, orelse: Course, depth: int) -> Iterator[Clause]:
        asked = self._conditions.question(stmt.test)
        yield from (inside(each, asked) for each in then.clauses if each.kind != DOES)
        yield from (inside(each, "") for each in orelse.clauses if each.kind != DOES)
        one, other = heaviest(then.clauses), heaviest(orelse.clauses)
        plain = not (len(stmt.orelse) == 1 and isinstance(stmt.orelse[0], If))
        unless = self._conditions.question(stmt.test, False) if plain else ""
        if both := paired(then.clauses, orelse.clauses, asked, unless, depth > 0):
            yield from both
            return
        only = only_choice(stmt, self._body)
        if one is not None and (top := self._leading(then, stmt.then)):
            yield told_too(top, self._conditions.where(top, stmt.test), orelse.clauses if only else ())
        if other is not None and (top := self._leading(orelse, stmt.orelse)):
            how = unless or ("" if top.after else otherwise(stmt, self._conditions.question))
            yield told_too(top, where(top, how), then.clauses if only else ())
        if one is None and other is None and (told := slight(then.clauses)):
            yield self._conditions.where(told, stmt.test)._replace(weight=1)

    def _leading(self, way: Course, body: Body) -> Clause | None:
        """What is told of a way that is not always taken."""
        leaves = [each.start for each in walk(body) if self._steps.leaves(each)]
        return leading(together(way.clauses, self._calls, _SETS_OF_A_WAY), leaves)

    def _loop(self, stmt: Loop, depth: int) -> Iterator[Clause]:
        outside = self._conditions.each
        self._conditions.each |= bound(stmt, self._own)
        way = self.way(stmt.body, depth + 1)
        if (top := self._leading(stepped(way, stmt, self._own), stmt.body)) is not None:
            told, more = rounds(top, way, lambda each: repeated(each, stmt, self._own, self._conditions.question))
            yield from (*turns(told, stmt, self._own), *more)
        elif less := slight(way.clauses) or onward(stmt, self._own):
            yield repeated(less, stmt, self._own, self._conditions.question)._replace(weight=less.weight)
        yield from in_head(stmt, self._own)
        each = over(stmt, self._own, head_guard(stmt, self._own)).removeprefix("for ").partition(" until ")[0]
        among = f"for some {each[5:]}" if each.startswith("each ") else ""
        skips = jumps(stmt.body)
        for clause in way.clauses:
            if clause.kind == LEAVES or (clause.kind == GIVES and stmt.style == "each"):
                after = " ".join(filter(None, (among, clause.after)))
                passed = any(jump.start < clause.ways[0] for jump in skips) if clause.ways else True
                once = "" if passed or after else once_asked(stmt, clause, self._own)
                may = not once and (clause.may or passed or not clause.after)
                yield clause._replace(kind=LEAVES, after=once or after, may=may)
        self._conditions.each = outside
        for clause in self.way(stmt.orelse, depth + 1).clauses:
            yield maybe(clause) if clause.kind == DOES else clause._replace(kind=LEAVES, may=True, weight=3)

    def _switch(self, stmt: Switch, depth: int) -> Course:
        first, ways = self.way(stmt.init, depth + 1).clauses, [self.way(arm.body, depth + 1) for arm in stmt.arms]
        told = switched(stmt, ways, self._own, alone=not depth)
        return Course((*first, *told.clauses), told.ends)

    def _try(self, stmt: Try, depth: int) -> Course:
        inner = self.way(stmt.body, depth + 1)
        clauses, ends = list(inner.clauses), inner.ends
        for handler in stmt.handlers:
            way, what = self.way(handler.body, depth + 1), caught_by([handler])
            ends = ends and way.ends
            if (
                way.ends
                and way.clauses
                and way.clauses[-1].kind == GIVES
                and isinstance(handler.body[-1], Return | Raise)
            ):
                straight = len(handler.body) == 1 or not any(
                    self._steps.leaves(each) and each.start not in way.clauses[-1].ways for each in walk(handler.body)
                )
                top = heaviest(way.clauses)
                clauses += failed(top, way.clauses[-1], f"on {what}", straight)
            elif not (way.clauses or way.ends or inner.ends) and all(map(goes_on, handler.body)):
                weight = 4 if (done := heaviest(inner.clauses)) and not done.asks else _LITTLE
                clauses.append(Clause(DOES, f"ignore {what}", weight, at=handler.start))
        for body in (() if inner.ends else stmt.orelse, stmt.final):
            clauses += (after := self.way(body, depth + 1)).clauses
            if after.ends:
                return Course(tuple(clauses), True)
        return Course(tuple(clauses), ends)
