"""How much of a function works towards each of its statements: its backward slice, over values and over what decides.

    rows = read(f)          1   feeds 3
    if not rows: return     2   decides whether 3 is reached
    save(rows)              3   works with 1 and 2: all of the function
    log("saved")            4   works with 2

Everything in a slice is counted once, by how much text it is. What is set through a path feeds whoever takes the whole:
`con->width = w` feeds `arrange(con)`; what is set in a loop feeds the rounds that follow.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.syntax import (
    Body,
    If,
    Jump,
    Loop,
    Raise,
    Range,
    Return,
    Simple,
    Stmt,
    Switch,
    Try,
    Variant,
    With,
    parts,
    walk,
)
from .clauses import DOES, GIVES, LEAVES, Clause, placed
from .own import Own

_PATH: Final = regex(r"(?<![\w.>\"'])[^\W\d]\w*+(?:(?:->|\.)[^\W\d]\w*+(?!\w*+\s?\())*+")
_ROOT: Final = regex(r"[^\W\d]\w*+")
_TARGET: Final = regex(
    r"(?:[\w:<>]{1,60}[\s*&]{1,4}){0,4}([^\W\d]\w*+)((?:(?:->|\.)[^\W\d]\w*+|\[[^\]\n]{0,60}\])*+) ?((?:[-+*/%&|^]|<<|>>)?=)(?!=)"
)
_STEPS: Final = regex(r"(?:\+\+|--) ?([^\W\d]\w*+)|(?<!\w)([^\W\d]\w*+) ?(?:\+\+|--)")
_FILLED: Final = regex(r"(?:(?<!&)&(?!&)\s?|>> ?)([^\W\d]\w*+)")
_STRING: Final = regex(r"\"(?:[^\"\\]|\\.){3,400}\"|'(?:[^'\\]|\\.){3,400}'")
_VALUE: Final = regex(r"return `[a-z_]\w*+(?<!true)(?<!false)(?<!null)[^\w]")  # no constant
_MOST: Final = 400  # statements; of a longer function nothing is known
_LONG: Final = 90  # letters of a statement that count
_AROUND: Final = 3
_AS_MUCH: Final = 1  # by how much less it weighs that is done whatever holds, and leads all the same
_CLEARLY: Final = 0.2  # of the function, by how much more must work towards one thing for it to be told before another


class _Leaf(NamedTuple):
    """reads: what it names, by its path."""

    start: int
    end: int
    size: int
    reads: frozenset[str]


class Slices:
    """Of one function. `at` is where a statement, or the test of one, begins."""

    def __init__(self, own: Own, body: Body, locals_: Collection[str], begun: Collection[str]) -> None:
        self._own, self._locals, self._begun = own, locals_, begun
        self._leaves: list[_Leaf] = []
        self._needs: list[int] = []
        self._at: dict[int, int] = {}
        self._spans: dict[int, int] = {}
        self._deciding: set[int] = set()  # where tests begin that decide how it is left
        if sum(1 for _, _ in zip(walk(body), range(_MOST + 1), strict=False)) <= _MOST:
            self._block(body, {}, 0)
        self._starts = sorted(self._at)
        self._ends = [self._leaves[self._at[each]].end for each in self._starts]
        self._whole = self.size((1 << len(self._leaves)) - 1)

    def share(self, bits: int) -> float:
        """Of the function's text."""
        return self.size(bits) / self._whole if self._whole else 0.0

    def size(self, bits: int) -> int:
        total = 0
        while bits:
            low = bits & -bits
            total += self._leaves[low.bit_length() - 1].size
            bits ^= low
        return total

    def of(self, at: int) -> int:
        """All that works towards what stands there, that itself included, one bit for each; of an `if` or a loop all that is in it."""
        if at in self._spans:
            return self._spans[at]
        number = self._at.get(at, self._around(at))
        return 0 if number is None else self._closed(1 << number)

    def _around(self, at: int) -> int | None:
        """The test in which it stands."""
        place = bisect_right(self._starts, at) - 1
        return self._at[self._starts[place]] if place >= 0 and at < self._ends[place] else None

    def _decides(self, at: int) -> bool:
        """It is asked for how the function is left."""
        number = self._around(at)
        return number is not None and self._leaves[number].start in self._deciding

    def within(self, start: int, end: int) -> int:
        """What stands from there to there."""
        bits = 0
        for place, leaf in enumerate(self._leaves):
            if start <= leaf.start < end:
                bits |= 1 << place
        return bits

    def works(self, clause: Clause) -> int:
        """All that works towards what a clause tells; of a way out what it gives back and its own condition."""
        bits = 0
        if clause.kind == DOES:
            for at in placed(clause):
                bits |= self.of(at)
            if clause.heads[1]:
                bits |= self._closed(self.within(*clause.heads))
            return bits
        for at in clause.ways:
            number = self._at.get(at)
            bits |= (1 << number) | self._needs[number] if number is not None else 0
        return bits

    def ranks(self, clauses: Sequence[Clause]) -> dict[Clause, float]:
        """Of what is done how much of the function works towards it; not of what only decides how it is left, for that is told there."""
        after = " ".join([each.after for each in clauses if each.kind == LEAVES])
        done = {
            each
            for each in clauses
            if each.kind == DOES
            and each.weight > _AROUND
            and f" {each.phrase.removeprefix('call `').partition('(')[0]}(" not in after
        }
        return {each: self.share(self.works(each)) for each in clauses if each in done and not self._decides(each.at)}

    def covered(self, clauses: Iterable[Clause]) -> float:
        """How much of the function works towards what is told."""
        bits = 0
        for each in clauses:
            if each.kind != LEAVES:
                bits |= 0 if self._decides(each.at) else self.works(each)
            elif not each.may and _VALUE.match(each.phrase):
                for at in each.ways:
                    bits |= self.of(at)
        return self.share(bits)

    def mains(
        self, does: Sequence[Clause], sure: Sequence[Clause], clauses: Sequence[Clause], ranks: Mapping[Clause, float]
    ) -> set[Clause]:
        """Of what is done what clearly more works towards than towards all else that is surely done, and no less than towards the value that is
        given back, be it that it works towards that itself."""
        first, then = [
            *sorted([(ranks.get(each, 0.0), each.at) for each in sure], reverse=True)[:2],
            (0.0, -1),
            (0.0, -1),
        ][:2]
        given = 0
        for each in clauses:
            for at in each.ways if each.kind == GIVES else ():
                given |= self.of(at)
        value = self.share(given)
        return {
            each
            for each in does
            if ranks.get(each, 0.0) > (then if each.at == first[1] else first)[0] + _CLEARLY
            and (ranks[each] > value or any(self._one(at) & given for at in placed(each)))
        }

    def _one(self, at: int) -> int:
        number = self._at.get(at)
        return 0 if number is None else 1 << number

    def _closed(self, bits: int) -> int:
        done, left = 0, bits
        while left:
            low = left & -left
            done |= low
            left = (left | self._needs[low.bit_length() - 1]) & ~done
        return done

    # -- reading

    def _leaf(self, place: Range | Stmt, state: dict[str, int], around: int, alone: bool = False) -> int:
        """Its number as a bit; `state` then has what it sets."""
        text = self._own.text(place.start, place.end)
        bare = _STRING.sub('""', text)
        number = len(self._leaves)
        bit = 1 << number
        reads = frozenset([each.replace("->", ".") for each in _PATH.findall(bare)])
        self._leaves.append(_Leaf(place.start, place.end, min(_LONG, len(bare.replace(" ", ""))), reads))
        self._at.setdefault(place.start, number)
        target = _TARGET.match(text)
        names = [target[1]] if target else []
        plain = target is not None and not target[2] and target[3] == "="
        path = (target[1] + target[2].partition("[")[0].replace("->", ".")) if target and target[2] else ""
        used = around
        for each in reads:
            used |= self._fed(each, state)
        self._needs.append(used & ~bit)
        weak = [each.name for each in self._own.bound(place.start, place.end) if each.name.isidentifier()]
        weak += _FILLED.findall(bare) + [one or other for one, other in _STEPS.findall(bare)]
        for call in self._own.calls(place.start, place.end):
            weak += [name for each in call.args if (name := self._own.text(*each)) in self._begun]
            root = _ROOT.match(call.receiver)
            if alone and root and root[0] in self._locals:
                weak.append(root[0])
        for name in {*names, *(each for each in weak if each in self._locals)}:
            if plain and name == (target[1] if target else ""):
                for key in [key for key in state if key == name or key.startswith(f"{name}.")]:
                    del state[key]
                state[name] = bit
            elif path and name == names[0]:
                state[path] = state.get(path, 0) | bit
            else:
                state[name] = state.get(name, 0) | bit
        return bit

    def _fed(self, path: str, state: dict[str, int]) -> int:
        """What has set it, a part of it, or what it is a part of."""
        found = state.get(path, 0)
        parts_ = path.split(".")
        for count in range(1, len(parts_)):
            found |= state.get(".".join(parts_[:count]), 0)
        if len(parts_) == 1 and path not in self._own.language.spelling.self_names:
            for key, bits in state.items():
                if key.startswith(f"{path}."):
                    found |= bits
        return found

    def _block(self, body: Body, state: dict[str, int], around: int) -> int:
        """What decides, behind it, whether one comes there."""
        for stmt in body:
            first = len(self._leaves)
            around |= self._statement(stmt, state, around)
            if not isinstance(stmt, Simple | Return | Raise | Jump):
                self._spans[stmt.start] = self._closed((1 << len(self._leaves)) - (1 << first))
        return around

    def _statement(self, stmt: Stmt, state: dict[str, int], around: int) -> int:
        match stmt:
            case Simple():
                if stmt.role not in ("define", "import", "pass", "scope"):
                    self._leaf(stmt, state, around, stmt.role == "expression")
            case Return() | Raise() | Jump():
                self._leaf(stmt, state, around)
            case If():
                more = self._block(stmt.init, state, around)
                test = self._leaf(stmt.test, state, around | more)
                self._arms((stmt.then, stmt.orelse), state, around | more | test)
                if any(isinstance(each, Return | Raise) for each in walk((*stmt.then, *stmt.orelse))):
                    self._deciding.add(stmt.test.start)
            case Loop():
                self._loop(stmt, state, around)
            case Switch():
                more = self._block(stmt.init, state, around)
                test = self._leaf(stmt.subject, state, around | more)
                self._arms([each.body for each in stmt.arms], state, around | more | test)
            case Variant():
                self._arms([each for _, each in stmt.arms], state, around)
            case With():
                held = around
                for item in stmt.items:
                    held |= self._leaf(item, state, around)
                self._block(stmt.body, state, held)
            case Try():
                before = dict(state)
                self._block(stmt.body, state, around)
                handlers = [dict(_merged(before, state)) for _ in stmt.handlers]
                for each, its in zip(stmt.handlers, handlers, strict=True):
                    self._block(each.body, its, around)
                self._block(stmt.orelse, state, around)
                for its in handlers:
                    _merge(state, its)
                self._block(stmt.final, state, around)
            case _:
                for part in parts(stmt):
                    self._block(part, state, around)
        return 0

    def _arms(self, arms: Iterable[Body], state: dict[str, int], around: int) -> None:
        whole: dict[str, int] = {}
        for arm in arms:
            its = dict(state)
            self._block(arm, its, around)
            _merge(whole, its)
        state.clear()
        state.update(whole)

    def _loop(self, stmt: Loop, state: dict[str, int], around: int) -> None:
        self._block(stmt.init, state, around)
        first = len(self._leaves)
        before = dict(state)
        head = 0
        if stmt.test:
            head |= self._leaf(stmt.test, state, around)
        elif stmt.target and stmt.iterable:
            place = Range(min(stmt.target.start, stmt.iterable.start), max(stmt.target.end, stmt.iterable.end))
            head |= self._leaf(place, state, around)
        self._block(stmt.body, state, around | head)
        if stmt.step:
            self._leaf(stmt.step, state, around | head)
        own = (1 << len(self._leaves)) - (1 << first)
        for number in range(first, len(self._leaves)):  # what a round has set feeds the next
            for each in self._leaves[number].reads:
                self._needs[number] |= self._fed(each, state) & own & ~(1 << number)
        _merge(state, before)
        self._block(stmt.orelse, state, around)


def _merge(into: dict[str, int], other: dict[str, int]) -> None:
    for key, bits in other.items():
        into[key] = into.get(key, 0) | bits


def _merged(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    whole = dict(one)
    _merge(whole, other)
    return whole


def led(does: Sequence[Clause], ranks: Mapping[Clause, float]) -> list[Clause]:
    """What most of the function works towards leads, where that is clearly more than what works towards what weighs most; what hangs on
    a question not before what is done in any case, be it what an author says."""
    top = max(does, key=lambda each: ranks.get(each, 0.0), default=None)
    surer = top is not None and _on_a_question(does[0]) and not _on_a_question(top)
    if does and ((does[0].heads[1] and not surer) or (top and _on_a_question(top) and not _on_a_question(does[0]))):
        return list(does)
    more = ranks.get(top, 0.0) - ranks.get(does[0], 1.0) if top else 0.0
    surely = surer and more > 0 and top is not None and top.weight > does[0].weight - _AS_MUCH
    if top is None or (more <= _CLEARLY and not surely):
        return list(does)
    return [top, *(each for each in does if each is not top)]


def _on_a_question(clause: Clause) -> bool:
    return clause.may or clause.after.startswith(("where ", "on "))
