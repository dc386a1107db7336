"""One statement in clauses: what it does, asks for, or gives back, and how much that weighs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...model.facts import Call, FunctionFacts
from ...model.pattern import regex
from ...model.syntax import Body, Jump, Raise, Range, Return, Simple, Stmt, walk
from ...words import english
from ...words.phrases import given, made, order, thrown, ticked
from ...words.returning import returned
from .asked import reached
from .bodies import every
from .callee import asks as only_asks
from .callee import namesake, never_returns, only_gives, stays
from .chains import values_among
from .clauses import ACTS, DOES, GIVES, Clause, where
from .debugging import Debugging
from .effects import caught, dotted
from .filled_later import filled_later, given_back, makes
from .given_at_last import constants, given_at_last
from .in_turn import in_turn
from .inside import function_inside, heads_inside
from .own import Own
from .put_back import put_back
from .reaching import reaching
from .refused import refused
from .remembered import remembered
from .salience import Salience, stated
from .slighter import fills_given, slighter
from .telling import EARLY
from .unpacked import unpacked
from .values import all_well, filled
from .wrapped import wrapped

_WHOLE: Final = regex(r"set `[\w, ]{1,80}` to ")  # names, no part of what they stand for
_STREAMED: Final = regex(r"write .{1,300}` to `(?!(?:std::)?(?:cerr|clog|cout)`).{1,100}`")  # `ar << x << y`
_LITERALS: Final = regex(
    r"write `(?:\"[^\"`]{0,6}\"|'[^'`]{0,6}'|the end of a line)(?:, the end of a line)?` to "
)  # signs alone
_SIGN: Final = 4
_SETS: Final = regex(r"([\w.>\-]{1,80}) ?=(?!=) ?([^;]{1,200})(?: ?;)?")
_CONSTANT: Final = regex(
    r"-?\d{1,12}|None|NULL|nullptr|[Tt]rue|[Ff]alse|TRUE|FALSE|\[\]|\{\}|\(\)|b?(?:\"\"|'')|(?:set|dict|list|bytearray)\(\)|(?:collections\.)?(?:defaultdict\(\w{1,20}\)|(?:Counter|OrderedDict|deque)\(\))")  # fmt: skip
_INNER: Final = regex(
    r"(?:\w{1,40} )?[a-z]\w{0,40} = [^=]{0,20}\(([\w.>-]{1,60}) = ([\w.>-]{1,60})\)[^=]{0,200}"
)  # a local
_ITSELF: Final = regex(r"set (`[^`]{1,100}`) to \1")
_FROM_LOCAL: Final = regex(r"(set `[^`]{1,80}` to )`([^\W\d]\w*+)`")
_ORIGIN: Final = 60  # letters of what a local comes from
_GROWS: Final = regex(r"(?:append|add) `[^`]{1,200}` to `([^\W\d]\w*+)`")
_KEEPS: Final = regex(r"set `[^`]{0,60}[.\[][^`]{0,60}` to `([^`]{1,100})`")  # a field
_BUILDS: Final = 5.4  # at least, of what is given back
_MADE: Final = 4
_CALLS_BACK: Final = 6  # at least, of a call of what was given: what that does is what it is there for
_OPENED: Final = regex(r"(?:[\w.]{1,40}\.)?f?open\(([\w.]{1,40}).{1,200}[\"'](?:[wax][bt+]{0,2}|r[bt]?\+[bt]?)[\"']")
_GIVEN_TO: Final = regex(r"write .{1,200} to `([^\W\d]\w*+)`|call `[^`(]{1,80}\([^`]{0,200}\b([^\W\d]\w*+)\)`")
_STAYS: Final = 1.2  # how much more it weighs that something is written to a file that is opened here
_BUILT: Final = 6  # at least, of what is kept and was put together here
_OUT: Final = 1  # that a caller's variable is set
_FILLED_LATER: Final = 5.6
_BLAMED: Final = 0.5  # how much more it weighs that somebody is told where it fails
_FINAL: Final = 8  # what weighs more cannot be taken back
_BETWEEN: Final = 3  # what is only so while something else is done
_SILENT_ROLES: Final = frozenset({"define", "import", "pass", "scope"})


class Steps:
    """Of one function."""

    def __init__(self, facts: FunctionFacts, own: Own, salience: Salience, body: Body) -> None:
        self._facts, self._own, self._salience, self._body = facts, own, salience, body
        self._language = own.language
        self._raised = {each.start: each.type for each in reversed(facts.raises)}
        self._caught = frozenset(each.name for each in facts.bindings if each.how == "except")
        self._back: dict[str, int] | None = None  # what is put back to nothing, and up to where that stands
        self._reaching: dict[bool, dict[int, str]] = {}  # by whether it is only asked which of several values
        self._unpacked = unpacked(facts, body, self._language, self._text)
        self._last = frozenset(each[-1].start for each in every(body) if each)
        self._heads: dict[str, str] | None = None  # of functions within, what they are given
        bound = (*(each.name.lstrip("*&") for each in facts.params), *(each.name for each in facts.bindings))
        self._own_names = frozenset((*bound, *self._language.spelling.self_names))
        self._remembered = remembered(body, own.text, self._text)
        self._debugging = Debugging(facts, body, self._language, own.calls, own.text)
        self._opened = {each.name: found[1] for each in facts.bindings if (found := _OPENED.match(each.value))}
        self._at_last = given_at_last(body, own, facts, self.ends) if self._language.spelling.casts else {}

    def _text(self, stmt: Stmt) -> str:
        return self._own.text(stmt.start, stmt.end)

    def exit(self, stmt: Stmt, jump: Jump | None = None) -> str:  # jump: by which it is come to
        known = self._at_last.get((jump or stmt).start, ())
        if said := constants(known, self._language):
            return f"return {said}"
        if isinstance(stmt, Return):
            value = self._own.text(*stmt.value) if stmt.value else ""
            if value in self._own.landed:
                return f"return `{value}`"
            whole = self._own.made(value) or self._inner(value)
            if " or " in whole and known and (only := ticked(english.expression(known[0], self._language))) in whole:
                whole = only
            elif jump and self._at_last:
                return EARLY
            if (not whole or " or " in whole) and (written := self._reached(bool(whole)).get(stmt.start)):
                return given(f"return {written}", self._language)
            if whole := whole or self._unpacked.get(value, ""):
                return f"return {whole}"
            return given(f"return {value}".rstrip(), self._language)
        if isinstance(stmt, Raise):
            held = self._own.text(*stmt.value) if stmt.value else ""
            class_ = self._raised.get(stmt.start, "")
            if class_ and caught(class_, stmt.start, self._facts.shields):
                return ""  # by a handler of its own
            if held in self._caught:
                return "re-raise the error"
            if held.isidentifier() and class_ and ", " not in class_:
                return f"raise {ticked(class_)}"
            if ", " in class_ and not held.isidentifier():
                return f"raise {' or '.join(map(ticked, class_.split(', ')))}"
            return thrown(self._text(stmt), self._language)
        return self.never_back(stmt) if isinstance(stmt, Simple) else ""

    def gives(self, stmt: Return | Raise) -> Clause:
        """What is given back at the end of a way, or raised; more where that is a call that does something."""
        if isinstance(stmt, Raise):
            return Clause(GIVES, self.exit(stmt), 6, ways=(stmt.start,))
        place = stmt.value or stmt
        written = self._own.text(place.start, place.end) if stmt.value else ""
        made = next((each for each in reversed(self._facts.bindings) if each.name == written and each.value), None)
        calls = self._own.calls(made.start, stmt.start) if made else self._own.calls(place.start, place.end)
        whole = calls[0] if calls else None
        same = whole is not None and self._own.text(whole.start, whole.end) == (made.value if made else written)
        acts = whole is not None and same and self._own.active([whole]) and not only_gives(whole, self._language)
        return Clause(GIVES, self.exit(stmt), ACTS if acts else 5, ways=(stmt.start,))

    def _reached(self, which: bool) -> dict[int, str]:
        if which not in self._reaching:
            self._reaching[which] = reaching(self._body, self._own.text, self._own.sets, self._own.maker.changed, which)
        return self._reaching[which]

    def _inner(self, name: str) -> str:
        self._heads = heads_inside(self._body, self._text) if self._heads is None else self._heads
        return function_inside(name, self._heads)

    def leaves(self, stmt: Stmt) -> bool:
        return isinstance(stmt, Return | Raise | Jump) or (isinstance(stmt, Simple) and bool(self.never_back(stmt)))

    def several(self, body: Body) -> str:
        """The values that a body gives back, where it is left by nothing else: "return `a`, `b` or `c`"."""
        ways = [each for each in walk(body) if self.leaves(each)]
        return values_among([self.exit(each) if isinstance(each, Return) else "" for each in ways])

    def never_back(self, stmt: Simple) -> str:
        """`exit(1);` as an order, and what a macro gives back."""
        if self._language.spelling.casts and stmt.start in self._last and (value := returned(self._text(stmt))):
            return f"return {self._own.made(value) or ticked(english.expression(value, self._language))}"
        calls = self._own.calls(stmt.start, stmt.end) if stmt.role == "expression" else []
        if (
            not calls
            or calls[0].start != stmt.start
            or not never_returns(calls[0], self._facts, self._language)
            or (not self._language.spelling.casts and dotted(calls[0]).partition(".")[0] in self._own_names)
        ):
            return ""
        return order(self._text(stmt), stmt.role, self._language)

    def ends(self, stmt: Simple) -> bool:
        """It never comes back, and that is something that happens."""
        name = dotted(calls[0]) if (calls := self._own.calls(stmt.start, stmt.end)) else ""
        return bool(self.never_back(stmt)) and name not in self._language.lexicon.unreachable

    def weighed(self, clause: Clause, place: Range | Stmt) -> Clause:
        calls = self._own.calls(place.start, place.end)
        weight = self._salience.weigh(place.start, place.end, clause.phrase, calls, clause.weight, clause.asks)
        if weight > _MADE and any(map(self._own.calls_given, calls)):
            weight = max(weight, _CALLS_BACK)
        if isinstance(place, Simple) and place.role == "expression":
            weight += _OUT * fills_given(calls, self._facts, self._language, self._own.text)
        if (found := _GROWS.match(clause.phrase)) and self._own.built(found[1]):
            weight = max(weight, _BUILDS)
        if (found := _KEEPS.fullmatch(clause.phrase)) and filled(found[1], self._facts.bindings):
            weight = max(weight, _BUILT)
        if (
            self._opened
            and (found := _GIVEN_TO.fullmatch(clause.phrase))
            and {found[1], found[2]} & self._opened.keys()
        ):
            weight += _STAYS
            if found[1]:
                clause = clause._replace(
                    phrase=f"{clause.phrase.rpartition(' to ')[0]} to the file {ticked(self._opened[found[1]])}"
                )
        return clause._replace(weight=slighter(clause, weight, self._own.built))

    def simple(self, stmt: Simple, free: frozenset[str]) -> Iterator[Clause]:
        if stmt.role in _SILENT_ROLES or self._debugging(stmt):
            return
        if stmt.role == "assert":
            yield from self._asserted(stmt, free)
            return
        written = self._text(stmt)
        if self._initialises(stmt):
            yield Clause(DOES, order(written, "initialise", self._language), 3)
            return
        if stmt.role == "yield" and self._own.driven and not written.startswith("yield"):
            stmt = stmt._replace(role="expression")
        phrase, lasts = order(written, stmt.role, self._language), self._own.lasts(stmt.start, stmt.end)
        if stmt.role == "yield" or phrase.startswith("yield "):
            yield Clause(DOES, phrase, 8)
        elif stmt.role == "delete":
            yield Clause(DOES, phrase, 4)
        elif not lasts and self._own.calls(stmt.start, stmt.end) and self._own.status(stmt.start, stmt.end):
            yield from self._called(stmt, phrase)  # `rc = a(x); if (rc) goto out; rc = b(x); out: return rc;`
        elif (not lasts and self._constant(stmt, written)) or _ITSELF.fullmatch(phrase):
            return
        elif lasts or self._own.builds(stmt.start, stmt.end):
            inner = _INNER.fullmatch(written) if lasts and self._language.spelling.casts else None
            phrase = (
                self._from(f"set {ticked(inner[1])} to {ticked(inner[2])}" if inner else phrase) if lasts else phrase
            )
            state = _BETWEEN if lasts and self._put_back(stmt, written) else stated(phrase) + makes(stmt, self._own)
            if stmt.start in self._remembered:
                state = 2
            if phrase.startswith("set `errno` to"):
                state = 1
            begins = not lasts and (self._own.allocates(written) or self._own.counts(written))
            state += _OUT * (phrase.startswith("set `*") and state > _BETWEEN)
            yield Clause(DOES, phrase, state if lasts else 1 if begins else 5 if _WHOLE.match(phrase) else 7)
        else:
            yield from self._called(stmt, phrase)

    def _from(self, phrase: str) -> str:
        """Of "set `x.fd` to `fd`" where that comes from: "set `x.fd` to `open(path)`"."""
        found = _FROM_LOCAL.fullmatch(phrase)
        origin = self._own.origin(found[2]) if found else ""
        return f"{found[1]}{origin}" if found and 0 < len(origin) <= _ORIGIN else phrase

    def _constant(self, stmt: Simple, written: str) -> bool:
        """Where it begins, or that all went well, is no part of what is given back: `read = 0`, `r = 0` before `out:`, `was = at`."""
        found = _SETS.fullmatch(written) if any(each is stmt for each in self._body) else None
        value = found[2].strip() if found else ""
        return (
            found is not None
            and found[1].split()[-1].isidentifier()
            and (_CONSTANT.fullmatch(value) is not None or value.isupper() or value in self._own_names)
        )

    def _put_back(self, stmt: Simple, written: str) -> bool:
        """What is set is put back before the end, to nothing or to what it was: `vm->stack = stack; call(vm); vm->stack = NULL;`."""
        if self._back is None:
            self._back = put_back(self._body, self._text, self._was)
        return self._back.get(written.partition("=")[0].rstrip("-+*/%&|^<> "), -1) >= stmt.end

    def _was(self, name: str) -> str:
        """Of which variable a local keeps the value: `old = self.path`."""
        return next((each.value for each in self._facts.bindings if each.name == name and each.value), "")

    def _asserted(self, stmt: Simple, free: frozenset[str]) -> Iterator[Clause]:
        """What a test is for; anywhere else what weighs least."""
        asked = self._own.question(stmt.test, free=free) if stmt.test else ""
        if asked:
            yield Clause(DOES, f"assert that {asked}", 1)

    def entered(self, item: Range) -> Clause:
        written = self._own.text(*item)
        said = english.expression(written.rpartition(" as ")[0] or written, self._language)
        return Clause(DOES, f"enter {ticked(said)}", 1, at=item.start)

    def _initialises(self, stmt: Simple) -> bool:
        """A member or base in a constructor's list."""
        first = next(iter(self._own.calls(stmt.start, stmt.end)), None) if self._facts.kind == "constructor" else None
        return first is not None and first.kind == "construct" and first.start == stmt.start

    def _called(self, stmt: Simple, phrase: str) -> Iterator[Clause]:
        """A statement that changes nothing by itself is what it calls."""
        calls = self._own.calls(stmt.start, stmt.end)
        if not calls:
            if _STREAMED.match(phrase):
                yield Clause(DOES, phrase, _SIGN if _LITERALS.match(phrase) else 6)
            return
        whole = max(calls, key=lambda each: each.end - each.start)
        if stmt.role == "expression" and whole.start == stmt.start and (not phrase or phrase.startswith("read `")):
            phrase = order(self._own.text(whole.start, whole.end), "expression", self._language)  # `run(cmd).code`
        if inner := wrapped(stmt, calls, self._own):
            phrase = order(self._own.text(inner.start, inner.end), "expression", self._language)
            yield Clause(DOES, phrase, self._own.weight(inner))
            return
        if calls[0].start == stmt.start and phrase.startswith("write ") and self._own.weight(calls[0]) < 2:
            whole = calls[0]  # `LOG(INFO) << what(x)`
        weight = max(self._own.weight(whole), *[9 for each in calls if self._own.weight(each) > 8], 0)
        fills = stmt.role == "assign" and weight > 1 and not self._own.library(whole) and self._own.fills(whole)
        if fills and (taken := made(self._text(stmt), self._language)):
            yield Clause(DOES, taken, 5)
        elif stmt.role == "expression" and phrase and not phrase.startswith("set `"):
            yield Clause(DOES, phrase, weight)
        elif (
            filled_later(stmt, whole, self._own)
            and not self._shown_later(stmt)
            and (taken := made(self._text(stmt), self._language))
        ):
            yield Clause(DOES, taken, max(weight, _FILLED_LATER))
        elif not self._shown_later(stmt) and (taken := made(self._text(stmt), self._language)):
            all_ = all_well(self._text(stmt), self._facts.bindings)
            checked = all_ or (self._own.status(stmt.start, stmt.end) and not self._own.converts(calls))
            weighs = weight if weight > 8 or checked else self._given(calls, weight)
            yield Clause(
                DOES,
                phrase if given_back(stmt, self._body, self._own) else taken,
                1 if self._own.allocates(self._text(stmt)) else weighs,
                asks=not (
                    all_
                    or stays(whole, self._language)
                    or (checked and refused(stmt, self._own, self._facts.calls))
                    or (checked and self._own.hands_on(self._text(stmt), whole))
                ),
            )

    def _given(self, calls: Sequence[Call], weight: int) -> int:
        """What is called for its value weighs less, and least where it only looks, unless it may fail."""
        if 3 < weight < 9 and any(map(self._own.calls_given, calls)):
            return weight
        if any(namesake(each, self._facts.name) for each in calls):
            return max(weight, _CALLS_BACK)
        through = 3 < weight < 9 and any(self._own.through(each) and not self._own.library(each) for each in calls)
        shielded = 3 < weight < 9 and any(map(self._own.shielded, calls))
        if self._own.vessel(calls[-1]) or (self._language.spelling.casts and calls[0].name.isupper()):
            return 1  # of a macro for a value: `s = MOVE(t)`
        if self._own.converts(calls) and not shielded:
            return min(weight, 2)
        return (5 if through or shielded else 4) if self._own.active(calls) or through or shielded else min(weight, 1)

    def _shown_later(self, stmt: Simple) -> bool:
        """Its value is told where it is returned."""
        bound = [each.name for each in self._facts.bindings if stmt.start <= each.start < stmt.end]
        given = {value.partition(".")[0].partition("->")[0] for value in self._unpacked}
        return any((self._own.made(name) and name not in self._own.errors) or name in given for name in bound)

    def _tried(self, test: Range, call: Call, sure: bool = False) -> Clause:
        """`if ((error = read(f)) < 0)` reads, and leaves where that fails; so does each of several that are tried in turn."""
        phrase = order(self._own.text(call.start, call.end), "expression", self._language)
        told = Clause(DOES, phrase, self._own.weight(call), at=call.start)
        return self.weighed(told, test) if sure else self._reached_there(told, test)

    def _reached_there(self, clause: Clause, test: Range) -> Clause:
        """What a condition calls behind its `and` is called where what stands before holds."""
        told = self.weighed(clause, test)
        first, sure = reached(self._own.raw(test.start, clause.at))
        asked = self._own.question(Range(test.start, test.start + first)) if first else ""
        return told if sure else where(told, asked) if asked else told._replace(may=True)

    def done_by(self, test: Range) -> bool:
        """It asks whether something has failed that is done."""
        return any(each.weight >= _MADE and not each.asks for each in self.asked(test, ends=True))

    def asked(
        self, test: Range, acts: bool = False, ends: bool = False, failed: Call | None = None
    ) -> Iterator[Clause]:
        """What a condition does by asking. acts: something is done by the answer, so that what was given is only asked. ends: it is
        left where the answer is yes. failed: the call whose failing is only told of."""
        if failed:
            told = self._tried(test, failed, sure=True)
            yield told._replace(weight=told.weight + _BLAMED)
            return
        if tried := in_turn(test, self._own):
            yield from (self._tried(test, each, sure=ends) for each in tried)
            return
        written = self._own.text(*test)
        if kept := [each for each in self._own.calls(test.start, test.end) if self._own.kept_status(test, each)]:
            yield from (self._tried(test, each) for each in kept)
            return
        named = english.acts(written, self._language)
        calls = [
            each
            for each in self._own.calls(test.start, test.end)
            if (
                self._own.active([each])
                and not only_asks(each)
                and not self._own.converts([each])
                and (named or self._own.ordered(each))
            )
            or (self._own.checked(written, each) and not self._own.place(each))
            or self._own.calls_given(each)
            or stays(each, self._language)
        ]
        if acts and calls and self._own.calls_given(calls[0]) and not self._own.checked(written, calls[0]):
            return
        if calls and (phrase := order(self._own.text(calls[0].start, calls[0].end), "expression", self._language)):
            most = 7 if self._own.calls_given(calls[0]) or stays(calls[0], self._language) else 5
            weight = self._own.weight(calls[0])
            weight = weight if weight > _FINAL else min(most, weight)
            told = self._reached_there(Clause(DOES, phrase, weight, at=calls[0].start), test)
            asks = self._own.calls_given(calls[0]) and self._own.collects()  # it is asked what is to be collected
            yield told._replace(weight=min(told.weight, _MADE)) if asks else told
