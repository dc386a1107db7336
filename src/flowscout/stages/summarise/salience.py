"""How likely an author would tell of a statement: what can be seen of it, in the function's own text.

What it is called, and whether the function's name says so; how much of what was given flows through it, and how much of what was
made before; what becomes of what it gives; where it stands. `weights` says what each of these counts: learned from functions
whose authors say in words what they are for, by `tests/words/salience.py`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ...model.facts import Call, FunctionFacts
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.syntax import Body, If, Loop, Raise, Return, Simple, Switch, parts, walk
from ...words import verbs
from ...words.about import content, stem
from .callee import namesake, only_gives
from .effects import words_of
from .own import Own
from .weights import WEIGHTS

_NAME: Final = regex(r"(?<![\w.>:])[^\W\d]\w*+")
_TARGET: Final = regex(r"(?:[\w:<>]{1,60}[\s*&]{1,4}){0,4}([^\W\d]\w*+) ?(?:[-+*/%&|^]|<<|>>)?=(?!=)")
_FILLED: Final = regex(r"(?:(?<!&)&(?!&)\s?|>> ?)([^\W\d]\w*+)")
_PATH: Final = regex(r"(?:^|[^\w.>])([^\W\d]\w*+)(?:->|\.|\[)")
_ADDRESS: Final = regex(r"&\s?([^\W\d]\w*+)")
NOTHING_SET: Final = tuple(
    f" to `{value}`" for value in ("0", "null", "None", "-1", "False", "false", "'\\0'", '""', "[]", "{}")
)
_MOST: Final = 30
_TALK: Final = 1
_AROUND: Final = 3  # clean-up, locks, and what only asks for a value
_STRONG: Final = 8
_LEAST, _MIDDLE, _SURE, _HIGHEST = 1.5, 2.2, 6.5, 8.5
_SERVES: Final = 4.8  # at most, of what is only made for something that is done
_READIES: Final = 4.5  # at most, of what only fills the function's own variables for that
_RULED, _LEARNED = 0.5, 0.9
_PREFIXED: Final = 2  # words, of a name with more the first may be the library's
_NAMED: Final = 1.5  # how much more what is named as the function counts
_LOOKS, _STRIKING = 3, 1.6  # how much it takes for what is by the way to be told
_LATE: Final = 3.0  # of a program how much more weighs what it comes to than what it is set up with
_ACCESS: Final = frozenset(["get", "set", "is", "has"])


class StandsAt(NamedTuple):
    """Of a statement. conditions: around it. at: 0 where the function begins, 1 where it ends."""

    conditions: int = 0
    at: float = 0.0


_HALF: Final = StandsAt(at=0.5)


class ValueFlow(NamedTuple):
    """given: which parameters flow in. made: how many statements before. back: it flows into what is given back. feeds: how often what
    it makes is used. serves: something that is done takes it."""

    given: int = 0
    made: int = 0
    back: bool = False
    feeds: int = 0
    serves: bool = False


class _Leaf(NamedTuple):
    start: int
    end: int
    used: frozenset[str]
    sets: frozenset[str]
    gives: bool
    acts: bool


class Salience:
    """One function."""

    def __init__(self, facts: FunctionFacts, own: Own, body: Body) -> None:
        self._facts, self._own = facts, own
        self._selves = set(own.language.spelling.self_names)
        self._params = [
            param.name.lstrip("*&") for param in facts.params if param.name.lstrip("*&") not in self._selves
        ]
        self._locals = {
            each.name
            for each in facts.bindings
            if each.how in ("assign", "declare", "each", "with") and each.name.isidentifier()
        } - set(self._params)
        self._begun = {each.name for each in facts.bindings if each.how == "declare" and not each.value}
        at = {found[1] for call in facts.calls for each in call.args if (found := _ADDRESS.fullmatch(own.text(*each)))}
        self._pointed = at & set(self._params)  # a copy of its own, that is set where its address is given
        self._places = dict(_places(body))
        self._flows = self._flowing(body)
        self._called = Counter(call.name for call in facts.calls)
        said = [(word, call.name) for call in facts.calls for word in set(map(stem, words_of(call.name)))]
        self._common = Counter(word for word, _ in set(said))
        name = words_of(facts.name) if facts.kind != "constructor" else ()
        self._verbs = {stem(word) for word in name if word in verbs.VERBS}
        self._things = content(" ".join(name)) - self._verbs - self._shared(name)
        self._result = content(facts.result)
        self._owner = content(facts.scope[-1]) if facts.scope else frozenset()

    def weigh(self, start: int, end: int, phrase: str, calls: Sequence[Call], hand: float, asks: bool = False) -> float:
        """asks: it is there for its value. On the scale of the rules: what is by the way stays so, what cannot be taken back and what is yielded is never little."""
        whole = _whole(calls)
        if hand <= _TALK and (whole is None or self._own.weight(whole) <= _TALK):
            return hand
        if whole is not None and self._own.stands_around(whole):
            return hand
        learned = sum([WEIGHTS.get(name, 0.0) * value for name, value in self.seen(start, end, phrase, calls).items()])
        whole = _whole(calls)
        macro = whole is not None and whole.name.isupper() and len(whole.name) > 1
        gives = asks and hand < _STRONG and whole is not None and only_gives(whole, self._own.language)
        gives = gives and not (whole and namesake(whole, self._facts.name))
        if gives and whole is not None and not self._own.calls_given(whole) and not self._own.shielded(whole):
            return min(hand, _AROUND)
        slight = whole is not None and (self._own.cleans(whole) or (asks and self._own.converts([whole])))
        if hand <= _AROUND and (learned < _STRIKING or macro or slight):
            return hand
        learned += _NAMED * (not asks and whole is not None and self._named_as(whole))
        if self._facts.name == "main":
            learned += _LATE * (self._places.get(start, _HALF).at - _HALF.at)
        own = asks or (whole is not None and whole.receiver in self._begun)
        flow, readies = self._flows.get(start, ValueFlow()), whole is not None and self._readies(whole)
        serves = (own or readies) and hand < _STRONG and (flow.serves or (readies and flow.back))
        return max(
            _LEAST,
            min(
                _READIES if serves and readies else _SERVES if serves else _HIGHEST,
                _MIDDLE + _RULED * max(hand, _LOOKS) + _LEARNED * learned,
            ),
            _SURE if hand >= _STRONG else 0.0,
        )

    def _named_as(self, call: Call) -> bool:
        """Two words of the function's name, one of which few others have, are in that of the call: `link_evaluate(link)` in `evaluate_link_at`."""
        callee = frozenset(map(stem, words_of(call.name)))
        told = (self._verbs | self._things) & callee
        return len(told) > 1 and any(self._common[word] < _LOOKS for word in told) and not self._again(call)

    def _shared(self, name: Sequence[str]) -> frozenset[str]:
        """The word that a name begins with as several called ones do: it is the library's, and not what the function is about."""
        prefixed = len(name) > _PREFIXED or (len(name) == _PREFIXED and name[0] not in verbs.VERBS)
        first = stem(name[0]) if prefixed else ""
        called = {each.name for each in self._facts.calls}
        return frozenset(
            [first] if sum(stem(words_of(each)[0]) == first for each in called if words_of(each)) > 1 else []
        )

    def names(self) -> tuple[set[str], set[str]]:
        """Its locals, and those of them that begin without a value."""
        return self._locals, self._begun

    def akin(self, phrase: str) -> float:
        """How much words share with the name of the function."""
        said = content(phrase)
        return float(bool(self._verbs & said)) / 2 + len(self._things & said) / max(1, len(self._things))

    def seen(self, start: int, end: int, phrase: str, calls: Sequence[Call]) -> Mapping[str, float]:
        """What is seen of a statement, by name."""
        place, flow = self._places.get(start, StandsAt()), self._flows.get(start, ValueFlow())
        found = {f"says {phrase.partition(' ')[0]}": 1.0}
        found |= dict(self._placed(place)) | dict(self._flown(flow))
        whole = _whole(calls)
        itself = whole is not None and self._again(whole)  # that says nothing which the name does not
        callee = frozenset(map(stem, words_of(whole.name))) if whole and not itself else frozenset()
        rest = content(self._own.text(start, end)) - callee - (self._things if itself else frozenset())
        rare = sum(1 / max(1, self._common[word]) for word in self._things & callee)
        found["its thing"] = min(1.0, rare / max(1, len(self._things)))
        found["its thing at all"] = float(rare > 0.4)
        found["its thing beside"] = len(self._things & rest) / max(1, len(self._things))
        found["its verb"] = float(bool(self._verbs & callee))
        found["its class"] = float(bool(self._owner & callee))
        found["its result"] = len(self._result & (callee | rest)) / max(1, len(self._result))
        if whole:
            found |= dict(self._called_as(whole))
        return {name: value for name, value in found.items() if value}

    def _again(self, call: Call) -> bool:
        """It calls what is called as itself is; of something else that is what it is there for: `item.undo(data)` in `undo`."""
        own = {"", "super()", *self._selves, *self._facts.scope}
        return call.name == self._facts.name and (call.receiver in own or call.kind == "super")

    def _placed(self, place: StandsAt) -> Iterator[tuple[str, float]]:
        yield "conditional", float(place.conditions == 1)
        yield "conditional twice", float(place.conditions > 1)
        yield "early", float(place.at < 0.2)

    def _flown(self, flow: ValueFlow) -> Iterator[tuple[str, float]]:
        every = max(1, len(self._params))
        yield "given", flow.given.bit_count() / every
        yield "made", math.log1p(flow.made) / 3
        yield "back", float(flow.back)
        yield "feeds", float(flow.feeds > 0)

    def _called_as(self, call: Call) -> Iterator[tuple[str, float]]:
        words = words_of(call.name)
        root = call.receiver.replace("->", ".").partition(".")[0].partition("::")[0].partition("(")[0]
        yield f"asks {self._whom(call.receiver, root)}", 1.0
        yield f"kind {call.kind}", float(call.kind in ("construct", "new", "super", "delete"))
        yield "again", math.log2(max(1, self._called[call.name])) / 3
        yield "no argument", float(call.argc == 0)
        yield "many arguments", float(call.argc > 2)
        yield "accessor", float(bool(words) and words[0] in _ACCESS and len(words) > 1)
        yield "verb within", float(any(word in verbs.VERBS for word in words[1:]))
        yield "one word", float(len(words) == 1)

    def _whom(self, receiver: str, root: str) -> str:
        """root: what the receiver begins with."""
        if not receiver or receiver in self._selves:
            return "self" if receiver else "nobody"
        if root in self._locals or root in self._params:
            return "a local" if root in self._locals else "what is given"
        return "a field" if root in self._selves or root.endswith("_") or root.startswith("m_") else "others"

    def _flowing(self, body: Body) -> dict[int, ValueFlow]:
        """Forward what flows in, then backward what becomes of it; loops are gone through once."""
        leaves = [self._leaf(*each) for each in sorted(_leaves(body))]
        given = {name: 1 << at for at, name in enumerate(self._params)}
        made: dict[str, int] = {}
        flows: dict[int, ValueFlow] = {}
        for leaf in leaves:
            into, mass = 0, 0
            for name in leaf.used:
                into |= given.get(name, 0)
                mass += made.get(name, 0)
            flows[leaf.start] = ValueFlow(into, mass)
            for name in leaf.sets:
                given[name] = given.get(name, 0) | into
                made[name] = min(_MOST, max(made.get(name, 0), mass) + 1)
        wanted: set[str] = set()
        taken: set[str] = set()
        used: Counter[str] = Counter()
        for leaf in reversed(leaves):
            back, serves = leaf.gives or not wanted.isdisjoint(leaf.sets), not taken.isdisjoint(leaf.sets)
            flows[leaf.start] = flows[leaf.start]._replace(
                back=back, feeds=max([used[name] for name in leaf.sets], default=0), serves=serves
            )
            if back:
                wanted |= leaf.used & (self._locals | self._pointed)
            if serves or leaf.acts:
                taken |= leaf.used & (self._locals | self._pointed)
            used.update(leaf.used)
        return flows

    def _leaf(self, start: int, end: int, gives: bool, alone: bool) -> _Leaf:
        text = self._own.text(start, end)
        target = _TARGET.match(text)
        bound = {each.name for each in self._own.bound(start, end)}
        filled = set(_FILLED.findall(text)) | set(_PATH.findall(text))
        given = (
            {name for each in self._own.calls(start, end) for name in self._begun_given(each)} if self._begun else set()
        )
        sets = (({target[1]} if target else set()) | bound | filled | given) & (self._locals | self._pointed)
        return _Leaf(
            start, end, frozenset(_NAME.findall(text)), frozenset(sets), gives, alone and self._acts(start, end)
        )

    def _begun_given(self, call: Call) -> set[str]:
        """What has no value yet is given to be filled: `read_name(token, name)`."""
        return {name for start, end in call.args if (name := self._own.text(start, end)) in self._begun}

    def _readies(self, call: Call) -> bool:
        """It is given nothing but the addresses of the function's own variables, parameters too: `parse_options(&argc, &argv)`."""
        given = [_ADDRESS.fullmatch(self._own.text(*each)) for each in call.args]
        return bool(given) and all(each is not None and each[1] in (*self._locals, *self._params) for each in given)

    def _acts(self, start: int, end: int) -> bool:
        """A call that does something to what is no local."""
        whole = _whole(self._own.calls(start, end))
        root = whole.receiver.replace("->", ".").partition(".")[0] if whole else ""
        return whole is not None and root not in self._locals and self._own.weight(whole) > _AROUND


def stated(phrase: str) -> int:
    """A state that is put back to nothing weighs less."""
    return 4 if phrase.endswith(NOTHING_SET) else 5


def _whole(calls: Sequence[Call]) -> Call | None:
    """The one in which the others stand."""
    return max(calls, key=lambda each: (each.end - each.start, each.end), default=None)


def _leaves(body: Body) -> Iterator[tuple[int, int, bool, bool]]:
    """Where something is done, asked or given back; whether it is given back, and whether it is done for its own sake."""
    for stmt in walk(body):
        match stmt:
            case Simple() if stmt.role not in ("define", "import", "pass", "scope"):
                yield stmt.start, stmt.end, stmt.role == "yield", stmt.role == "expression"
            case Return() | Raise():
                yield stmt.start, stmt.end, isinstance(stmt, Return), False
            case If():
                yield stmt.test.start, stmt.test.end, False, False
            case Loop():
                if stmt.test:
                    yield stmt.test.start, stmt.test.end, False, False
                elif stmt.target and stmt.iterable:
                    yield (
                        min(stmt.target.start, stmt.iterable.start),
                        max(stmt.target.end, stmt.iterable.end),
                        False,
                        False,
                    )


def _places(body: Body) -> Iterator[tuple[int, StandsAt]]:
    first, last = (body[0].start, body[-1].end) if body else (0, 1)
    waiting: list[tuple[Body, int]] = [(body, 0)]
    while waiting:
        here, conditions = waiting.pop()
        for stmt in here:
            place = StandsAt(conditions, (stmt.start - first) / max(1, last - first))
            yield stmt.start, place
            if isinstance(stmt, If | Loop) and stmt.test:
                yield stmt.test.start, place
            waiting += [(part, conditions + isinstance(stmt, If | Switch)) for part in parts(stmt) if part]
