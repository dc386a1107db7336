"""A function's own facts, as its sentence asks for them: what lasts, weights, statuses, what a returned local was made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.facts import Binding, Call, FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...model.syntax import Body, Range, Return, Simple, walk
from ...words import returning
from ...words.lvalue import Names, names_of, outlives
from ...words.names import matches
from ...words.verbs import ORDERS, VERBS
from . import just
from .aim import Aim
from .callee import MacroPlaces, active, called, checked, classifier, converts, pure, tried
from .effects import dotted, words_of
from .handed_on import cleaned_up, handed_on
from .made import MadeLocals, allocates
from .mentions import Mentions
from .own_text import OwnText
from .spans import Starting
from .values import deciding, fed, filled, names_in, turned, unwrapped
from .ways_out import NOTHING, landings

_FAILED: Final = regex(
    r"^\(?\s?!|(?:[!=]= ?(?:-1|0|NULL|nullptr|false)|< ?0|!= ?(?:[A-Z]\w{0,40}_)?(?:OK|SUCCESS|TRUE)|== ?(?:[A-Z]\w{0,40}_)?(?:FALSE|ERR|ERROR|FAIL|FAILED|FAILURE|INVALID\w{0,30}))\)*+$"
)
_TRIED: Final = regex(
    r"\(?\w{1,60} ?\([^()]{1,200}(?:\([^()]{0,80}\)[^()]{0,80}){0,3}\)\)?"
)  # a call, and nothing else
_REFUSES: Final = regex(
    r"(?:== ?-1|< ?0|!= ?(?:0|(?:[A-Z]\w{0,40}_)?(?:OK|SUCCESS|TRUE))|== ?(?:[A-Z]\w{0,40}_)?(?:ERR|ERROR|FAIL|FAILED|FAILURE))\)*+$"
)
_KEPT: Final = regex(r"\(\s?[\w.>\[\]-]{1,60} ?= ?(?:\([\w\s*]{1,40}\)\s?)?$")  # `(error = `, with a cast
_FAILS: Final = regex(
    r"\s?\)\s?(?:< ?0|[!=]= ?-1|!= ?(?:0|[A-Z]\w{0,40}(?:OK|SUCCESS))|== ?(?:[A-Z]\w{0,40}_)?(?:ERR|ERROR|FAIL|FAILED|FAILURE)|>= ?0)(?![\w.])"
)
_BARE: Final = regex(r"[^\W\d]\w*+ ?=(?: ?\([\w\s*]{1,40}\))?")  # `if ((error = read(f)))`
_CALLED: Final = regex(r"`[\w.:]{1,80}\([^()]{0,100}\)`")  # what a sign may stand before without more
_SET_TO: Final = regex(r"(?:[\w:]{1,60}[\s*&]{1,4}){0,4}([^\W\d]\w*+) ?=(?!=)")
_TOLD: Final = 3  # a call that weighs less only tells of something
_HANDED: Final = regex(r"set `(\*|(?=[\w*]))\(?\*?(\w{0,60})(?:[\[.]|->|` to|\))")
_KEEPS: Final = regex(r"[\w.>\-\[\]*()]{1,80} = ([^\W\d]\w*+) ?;?")  # `parser->last = obj`
_RETURNED: Final = 24  # names of which it is looked up what they are made of
_ORIGINS: Final = 16  # names that are looked up so
_REFERENCE: Final = regex(r"^(?!.*\bconst\b).*[^&]&\s*$")  # what is set through it is its caller's


class Own(OwnText):
    """One function, and what is done in it."""

    def __init__(self, facts: FunctionFacts, text: bytes, language: Language, body: Body) -> None:
        super().__init__(facts, text, language, body)
        self._names: Names | None = None
        self._aim: Aim | None = None
        self._called = Starting([call for call in facts.calls if called(call, text)])
        self._written = Starting(facts.writes)
        self._bound = Starting([each for each in facts.bindings if each.how in ("assign", "declare", "each", "with")])
        self._references = {
            param.name.lstrip("*& ")
            for param in facts.params
            if _REFERENCE.search(param.type) and language.spelling.casts
        }
        values = [self.text(*stmt.value) for stmt in walk(body) if isinstance(stmt, Return) and stmt.value]
        if language.spelling.casts and body and isinstance(body[-1], Simple):
            values.append(returning.returned(self.text(body[-1].start, body[-1].end)))
        values = list(map(unwrapped, values)) if language.spelling.casts else values
        returned = {
            name for value in values for name in (*self._together(turned(value)[1]), *filled(value, facts.bindings))
        }
        self._alone = {
            stmt.start: (stmt.start, stmt.end)
            for stmt in walk(body)
            if isinstance(stmt, Simple) and (stmt.role == "expression" or (self.driven and stmt.role == "yield"))
        }
        self._mentions = Mentions(facts, text, body, self._alone, self._noise, self.text, self.language)
        self.maker = MadeLocals(facts, text, self.language, body, self._sets, self._noise)
        wanted = sorted(returned & self._locals)
        self._made = {name: self.maker.of(name) for name in wanted[:_RETURNED]} | dict.fromkeys(wanted[_RETURNED:], "")
        self._made |= {name: "" for name in fed(values, facts.calls, facts.bindings) if not self.maker.of(name)}
        self.place = MacroPlaces(facts, self.text)
        self._origins: dict[str, str] = {}
        self._handed_back = sorted(returned & self._params)  # with another value than it came
        self._kept = self._given_away(body)
        in_c = language.spelling.casts
        self.landed = cleaned_up(body, self.text, landings(body)) if in_c else frozenset[str]()
        self.errors = self.landed | handed_on(body, self.text) if in_c else frozenset[str]()

    def _together(self, value: str) -> list[str]:
        """Of several names that are given back together those that are built in steps."""
        named = names_in(value)
        asked = {call.receiver for call in self.facts.calls} if named else set[str]()
        return [name for name in named if len(self._sets.of(name)) > 1 or name in asked] if named else [value]

    def given(self, stmt: Simple) -> just.GivenBy | None:
        """The name that a statement gives what a call returns."""
        found = just.before(self.text(stmt.start, stmt.end)) if stmt.role in ("assign", "declare") else None
        return found if found and any(each.name == found.name for each in self.facts.bindings) else None

    def builds(self, start: int, end: int) -> bool:
        """Something is set in there, or in a part of it, that is given back."""
        built = [*(name for name, told in self._made.items() if not told), *self._handed_back]
        if any(start <= at < end and not first for name in built for at, first in self._sets.of(name)):
            return True
        built += self._kept
        return bool(built) and any(
            write.target.startswith((f"{name}.", f"{name}[", f"{name}->"))
            for write in self._written.within(start, end)
            for name in built
        )

    def built(self, name: str) -> bool:
        return self._made.get(name) == ""  # it is given back

    def allocates(self, written: str) -> bool:
        """It only gives a name its place: `rows = calloc(n, size)`."""
        found = _SET_TO.match(written)
        return found is not None and allocates(written[found.end() :].strip())

    def lasts(self, start: int, end: int) -> bool:
        """Something is written in there that outlives the call."""
        if any(self.sets(name, start, end) for name in self._references):
            return True
        writes = self._written.within(start, end)
        if not writes:
            return False
        if self._names is None:
            self._names = names_of(self.facts, self.language)
        known = self._names
        if self.facts.kind == "constructor" and (
            self.language.spelling.casts
            or any(write.target.partition(".")[0] in self.language.spelling.self_names for write in writes)
        ):
            return True
        return any(outlives(write.target, known, self.language) for write in writes)

    def handed_out(self, phrase: str) -> bool:
        """What is set is its caller's: "set `*out` to", "set `row[0]` to"."""
        found = _HANDED.match(phrase) if self.language.spelling.casts else None
        return found is not None and (found[1] == "*" or found[2] in self._params)

    def fills(self, call: Call) -> bool:
        """It is given what is built in steps and given back, as a place to write to: `j += print(buf + j, row)`."""
        built = [name for name, told in self._made.items() if not told] if self.language.spelling.casts else []
        given = [self.text(*each) for each in call.args] if built else []
        return any(
            each == name or each.startswith((f"{name} +", f"{name}+", f"&{name}")) for name in built for each in given
        )

    def _given_away(self, body: Body) -> list[str]:
        """Locals that something keeps which outlives the call: of `parser->last = obj` `obj`."""
        kept = set[str]()
        for stmt in walk(body) if self.language.spelling.casts else ():
            if isinstance(stmt, Simple) and stmt.role == "assign":
                found = _KEEPS.fullmatch(self.text(stmt.start, stmt.end))
                if found and found[1] in self._locals and self.lasts(stmt.start, stmt.end):
                    kept.add(found[1])
        return sorted(kept - self._made.keys())

    def calls(self, start: int, end: int) -> list[Call]:
        return self._called.within(start, end)

    def bound(self, start: int, end: int) -> list[Binding]:
        """Names that are given a value in there."""
        return self._bound.within(start, end)

    def active(self, calls: Sequence[Call]) -> bool:
        """One of these is no mere question or getter, by its name."""
        return any(active(call, self.language) and not self.place(call) for call in calls)

    def checked(self, test: str, call: Call) -> bool:
        """It is called for what it does, and a test only asks whether that has failed."""
        if not self.language.spelling.casts or not (_FAILED.search(test) or _TRIED.fullmatch(test)):
            return False
        return checked(call, self.language) or (
            call.argc > 1 and _REFUSES.search(test) is not None and tried(call, self.language)
        )

    def kept_status(self, test: Range, call: Call) -> bool:
        """What it gives is kept in the test, which only asks whether that is a failure: `(error = read(f)) < 0`."""
        before, behind = self.text(test.start, call.start), self.text(call.end, test.end)
        if self.language.spelling.casts and not behind and _BARE.fullmatch(before):
            return self._status(self.text(*test), [call])
        if not self.language.spelling.casts or not _KEPT.search(before):
            return False
        return _FAILS.match(behind) is not None and self._acts(call)

    def ordered(self, call: Call) -> bool:
        """Its name is an order: of `if (!importRows(file))` the call is there for what it does."""
        words = words_of(call.name)
        if len(words) > 1 and call.argc and any(map(str.isupper, call.name[1:])) and words[0] in VERBS - ORDERS:
            return not pure(call, self.language) and active(call, self.language)
        return bool(words) and words[0] in ORDERS and checked(call, self.language)

    def weight(self, call: Call) -> int:
        return self._measure().weight(call)

    def status(self, start: int, end: int) -> bool:
        """What is set there is a local that is only looked at to see whether something has failed, told of, and given back at most."""
        return self._status(self.text(start, end), self.calls(start, end))

    def hands_on(self, written: str, call: Call) -> bool:
        """What is set is only an error for the caller, and the call fills nothing of the function's own."""
        found = _SET_TO.match(written)
        return found is not None and found[1] in self.errors and not self._measure().of_its_own(call)

    def counts(self, written: str) -> bool:
        """It adds up such statuses: `sum += count`."""
        return self._mentions.counts(written, lambda name: len(self._sets.of(name)), self._tells)

    def collects(self) -> bool:
        return "" in self._made.values()  # something that is put together in steps is given back

    def _status(self, written: str, calls: Sequence[Call]) -> bool:
        found = _SET_TO.match(written)
        if not found or (found[1] not in self.errors and (self._made.get(found[1]) or not all(map(self._acts, calls)))):
            return False  # whose error is handed on is called for what it writes, whatever its name says
        return self._mentions.only_asked(found[1], len(self._sets.of(found[1])), self._tells)

    def _tells(self, call: Call) -> bool:
        """It only tells of something."""
        return self.weight(call) < _TOLD

    def _acts(self, call: Call) -> bool:
        return not pure(call, self.language)

    def cleans(self, call: Call) -> bool:
        """It only ends what the function itself needed."""
        return self._measure().cleans(call)

    def talks(self, call: Call) -> bool:
        """By its name it writes a line of a log."""
        return self._measure().talks(call)

    def library(self, call: Call) -> bool:
        """A library's function that does nothing but give a value."""
        return classifier(self.language).pure(dotted(call), "")

    def through(self, call: Call) -> bool:
        """Most of what was given goes through it."""
        return self._measure().through(call)

    def calls_given(self, call: Call) -> bool:
        """What it calls was given to the function."""
        return self._measure().calls_given(call)

    def converts(self, calls: Sequence[Call]) -> bool:
        """The first of them only makes another kind of value of what it is given: `QByteArray::fromHex(s)`, `Venv(path)`."""
        return converts(calls[0], self.language)

    def vessel(self, call: Call) -> bool:
        """It makes what begins empty, and is filled later."""
        return self._measure().vessel(call)

    def stands_around(self, call: Call) -> bool:
        """One of two that open and close what is done between them."""
        return self._measure().stands_around(call)

    def shielded(self, call: Call) -> bool:
        """A handler is there for what it may raise."""
        return self._measure().shielded(call)

    def refuses(self, phrase: str) -> bool:
        """A way out that gives nothing, or an error."""
        value = phrase.removeprefix("return `-").removeprefix("return `").rstrip("`").partition("(")[0]
        lexicon = self.language.lexicon
        named = phrase.startswith("return `") and matches(value, lexicon.errors) and not matches(value, lexicon.fine)
        return phrase in NOTHING or phrase.startswith(("raise ", "throw ")) or named

    def deciding(self, body: Body) -> list[str]:
        """What the conditions call that decide how a body is left, as code without what that is given."""
        return deciding(body, self.calls, self.text, self.language)

    def tells(self, call: Call) -> bool:
        """It is given a text of several words."""
        return self._measure().tells(call)

    def _measure(self) -> Aim:
        if self._aim is None:
            self._aim = Aim(
                self.facts,
                self.language,
                {each.start: self.text(each.start, each.end) for each in self.facts.calls},
                frozenset(self._made),
                frozenset(self._alone),
            )
        return self._aim

    def origin(self, name: str) -> str:
        """The one call that a local's value comes from, as code; "" where there is none, or it is not known."""
        if name in self._locals and name not in self._origins and len(self._origins) < _ORIGINS:
            self._origins[name] = self._made.get(name) or self.maker.of(name)
        whole = self._plainly(self._origins.get(name, ""))
        return whole if whole.endswith(")`") and whole.count("`") == 2 else ""

    def made(self, name: str) -> str:
        """What a returned local is, as code: its only value, or the few that it may have; "" where it is built in steps."""
        sign, bare = turned(name)
        whole = self._plainly(self._made.get(bare, ""))
        if not sign or not whole:
            return whole
        return f"`{sign}{whole[1:]}" if _CALLED.fullmatch(whole) else ""
