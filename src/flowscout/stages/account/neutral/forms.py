"""One form for all ways to write the same decisions: `if not a: return` before `f()` and `if a: f()` have the same.

What runs behind a statement is its continuation, and an `if` is two of them under one plain question; so early exits and `else`,
nested questions and `and`, turned arms and repeated guards come out alike. Equal forms are numbered once, so a form is as
large as the function.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence, Set
from itertools import groupby
from typing import Final

from ....model.record import NamedTuple
from ..pairing import zeros
from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces import questions
from ..pieces.pieces import Piece
from ..reading.declarators import lives
from ..reading.own_names import own_names
from .spelling import plain

_EXITS: Final = frozenset(("Return", "Raise", "Jump"))
_PASSED: Final = frozenset(("Head", "Decorator"))
_CONTAINERS: Final = frozenset(("Loop", "With", "Try", "Handler", "Arm", "Switch", "Variant"))
_STEPS: Final = frozenset(("Simple", "Label", "Opaque"))
_BEFORE_A_NAME: Final = frozenset((b"if", b"not", b"!", b"("))
_NOTHING: Final = ((b"return", b"None"),)
_TRUTHS: Final = {b"true": True, b"True": True, b"false": False, b"False": False}
_COMPARING: Final = frozenset((b"==", b"!=", b"<=", b">=", b"<", b">", b"is", b"in"))
_NOT_TRUTHS: Final = frozenset((b"?", b"if", b"=", b",", b"&", b"|", b"^", b"<<", b">>", b"lambda", b":="))
_TEMPLATE: Final = frozenset((b"<", b">"))
_STILL: Final = _COMPARING - {b"in"} | {
    b"not",
    b"!",
    b"None",
    b"True",
    b"False",
    b"true",
    b"false",
    b"NULL",
    b"nullptr",
}
_NESTED: Final = 6  # questions right behind each other
MOST_WORDS: Final = 400  # of a question, beyond which it is not taken apart
Words = tuple[bytes, ...]
Reading = Callable[[int], Words | None]


class FormSide:
    """One function read as forms. words: of a piece, None to read past it with all that it holds. python: whether `and` and `or` give
    what they joined, where C makes a truth of it."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        below: Sequence[Sequence[int]],
        words: Reading,
        numbers: dict[tuple[object, ...], int],
        python: bool,
        all_is_read: bool = True,
    ) -> None:
        self.all_is_read = all_is_read  # else what is asked twice may be set between
        self.pieces, self.below, self.words, self.numbers, self.python = pieces, below, words, numbers, python
        self.asked: dict[int, tuple[Words, int, int]] = {}
        self.seq: list[int] = [0] * len(pieces)
        self.behind: list[int] = [0] * len(pieces)
        self.next, self.label = _neighbours(pieces, below)
        self.named = _named(pieces, self.next)
        self.ends = (self.number("Return", (b"return",)), self.number("again"), self.number("on"))
        self.left = [False] * len(pieces)
        for at in range(len(pieces) - 1, 0, -1):
            self._after(at)
            self.left[at] = self._leaves(at)
            self.seq[at] = self._form(at)

    def number(self, *row: object) -> int:
        return self.numbers.setdefault(row, len(self.numbers) + 1)

    def arm(self, at: int, role: str) -> int:
        """What a part of a piece does, and what runs behind it."""
        first = next((each for each in self.below[at] if self.pieces[each].role == role), -1)
        return self.seq[first] if first >= 0 else self._leaving(at, role)

    def arms(self, at: int) -> tuple[tuple[str, int], ...]:
        roles = [role for role, _ in groupby(self.pieces[each].role for each in self.below[at])]
        return tuple([(role, self.arm(at, role)) for role in dict.fromkeys(roles)])

    def _after(self, at: int) -> int:
        """What runs behind a piece; of those above it that end with it, it is the same."""
        waiting = [at]
        while not (found := self.behind[waiting[-1]]):
            here, above = waiting[-1], self.pieces[waiting[-1]].parent
            if self.next[here] >= 0:
                found = self.seq[self.next[here]]
            elif self._goes_on(above, self.pieces[here].role):
                waiting.append(above)
                continue
            else:
                found = self._leaving(above, self.pieces[here].role)
            break
        for each in reversed(waiting):
            found = self.behind[each] = self._out_of_scope(each, found) if each != waiting[-1] else found
        return found

    def _out_of_scope(self, at: int, behind: int) -> int:
        """Where a scope ends that objects live in, which go there; where the function or the round ends they go anyway."""
        piece = self.pieces[at]
        beside = self.below[piece.parent]
        holds = any(lives(self.pieces[each]) for each in beside if self.pieces[each].role == piece.role)
        return self.number("scope", behind) if holds and behind not in self.ends else behind

    def _goes_on(self, above: int, role: str) -> bool:
        return self.pieces[above].kind in ("If", "Block") and role != "init"

    def _leaving(self, above: int, role: str) -> int:
        """What runs where a part of a piece comes to its end."""
        if self._goes_on(above, role):
            return self._after(above)
        if self.pieces[above].kind == "Head":
            return self.ends[0]
        return self.number("again" if self.pieces[above].kind == "Loop" and role == "body" else "on")

    def _form(self, at: int) -> int:
        piece, words = self.pieces[at], self.words(at)
        if words is None or piece.kind in _PASSED or at in self.named.values():
            return self.behind[at]
        if piece.kind in _EXITS:
            return self._unreached(at, self._exit(at, (b"return",) if words in _NOTHING else words))
        if piece.kind == "If":
            asked = words
            if at in self.named:
                known = self.pieces[self.named[at]]
                asked = _put_in(words, *_given(known._replace(words=self.words(self.named[at]) or known.words)))
            found = self._decided(asked, self.arm(at, "then"), self.arm(at, "else"))
            found = self._unreached(at, found) if self.left[at] else found
            return (
                self.number("init", self.arm(at, "init"), found)
                if any(self.pieces[each].role == "init" for each in self.below[at])
                else found
            )
        if piece.kind == "Block":
            return self._perhaps(at, self.arm(at, "body"))
        return self.number(piece.kind, words, self.arms(at), self.behind[at])

    def _perhaps(self, at: int, found: int) -> int:
        """A block that leaves before more is one that a macro asks for: `REQUIRE(n > 0) { return; }`."""
        last = max(self.below[at], default=-1)
        leaves = last >= 0 and self.pieces[last].kind in _EXITS and self.behind[at] not in self.ends
        return self.number("perhaps", found, self.behind[at]) if leaves else found

    def _leaves(self, at: int) -> bool:
        """Whether nothing runs behind a piece: a way out, or a question with one in both arms."""
        arms = {self.pieces[each].role for each in self.below[at] if self.left[each]}
        return self.pieces[at].kind in _EXITS or (self.pieces[at].kind == "If" and arms >= {"then", "else"})

    def _unreached(self, at: int, found: int) -> int:
        """A step right behind a way out is one that a label leads to which a macro holds; another way out may stand there for nothing."""
        behind = self.next[at]
        reached = behind >= 0 and self.pieces[behind].kind in ("Simple", "If", "Loop", "Switch", "Opaque")
        return self.number("unreached", found, self.seq[behind]) if reached else found

    def _exit(self, at: int, words: Words) -> int:
        if words == (b"continue",):
            return self.number("again")
        if words[:1] == (b"return",) and len(words) > 1:
            if words[1] in _TRUTHS and len(words) == 2:
                return self.number("Return", _TRUTHS[words[1]])
            if truth(words[1:], self.python):
                return self._decided(words[1:], *[self.number("Return", each) for each in (True, False)])
        label = self.label[at]
        return (
            self.number(self.pieces[at].kind, words, self.seq[label])
            if label >= 0
            else self.number(self.pieces[at].kind, words)
        )

    def _decided(self, words: Words, then: int, other: int) -> int:
        """A question with its answers; several are asked one behind the other."""
        asked, holds = questions.plain(words)
        if not holds:
            then, other = other, then
        parts, every = questions.operands(asked) if len(words) <= MOST_WORDS else ((asked,), True)
        if len(parts) == 1 and not self.python and (value := zeros.nothing(parts[0])):
            return self._decided(value, other, then)
        if len(parts) == 1:
            return self._asks(parts[0], then, other)
        for part in reversed(parts):
            found = self._decided(part, then, other)
            then, other = (found, other) if every else (then, found)
        return then if every else other

    def _asks(self, part: Words, then: int, other: int) -> int:
        """What is asked again right behind its answer is known, where asking does nothing."""
        if self.all_is_read and self._is_still(part):
            then, other = self._known(then, part, True, _NESTED), self._known(other, part, False, _NESTED)
        return self._asks_known(part, then, other)

    def _is_still(self, part: Words) -> bool:
        """Whether it asks for nothing but what its own locals and parameters are, and for what numbers are."""
        own = own_names(self.pieces)
        return all(word in own or word in _STILL or word[:1].isdigit() for word in part)

    def _known(self, form: int, part: Words, holds: bool, most: int) -> int:
        if form not in self.asked or not most:
            return form
        asked, then, other = self.asked[form]
        if asked == part:
            return then if holds else other
        if not self._is_still(asked):
            return form
        left, right = self._known(then, part, holds, most - 1), self._known(other, part, holds, most - 1)
        return form if (left, right) == (then, other) else self._asks_known(asked, left, right)

    def _asks_known(self, part: Words, then: int, other: int) -> int:
        found = self.number("If", part, then, other)
        self.asked[found] = part, then, other
        return found


def truth(words: Words, python: bool) -> bool:
    """Whether a value is nothing but true or false: `return a || b == c` is `if (a) return true; …` written otherwise."""
    asked, holds = questions.plain(words)
    if len(asked) > MOST_WORDS or not asked:
        return False
    parts, _ = questions.operands(asked)
    if len(parts) > 1:
        return not python or all(truth(part, python) for part in parts)
    outer = {asked[at] for at, depth in questions.depths(asked) if not depth}
    return (not holds or bool(outer & _COMPARING)) and not outer & _NOT_TRUTHS and not outer >= _TEMPLATE


def _neighbours(pieces: Sequence[Piece], below: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Of each piece the next one in its arm, and the next label there."""
    following, labels = [-1] * len(pieces), [-1] * len(pieces)
    for members in below:
        last: dict[str, tuple[int, int]] = {}
        for each in reversed(members):
            following[each], labels[each] = last.get(pieces[each].role, (-1, -1))
            last[pieces[each].role] = each, each if pieces[each].kind == "Label" else labels[each]
    return following, labels


def _named(pieces: Sequence[Piece], following: Sequence[int]) -> dict[int, int]:
    """An `if` that asks first for a value that got its name right before, and nothing else does -> where that got it."""
    found: dict[int, int] = {}
    counts: Counter[bytes] | None = None
    for at in range(1, len(pieces)):
        name, value = _given(pieces[at]) if following[at] >= 0 and pieces[following[at]].kind == "If" else (b"", ())
        asked = pieces[following[at]].words if name else ()
        if value and name in asked and all(word in _BEFORE_A_NAME for word in asked[: asked.index(name)]):
            counts = Counter(word for piece in pieces for word in piece.words) if counts is None else counts
            if counts[name] == 2:
                found[following[at]] = at
    return found


def _given(piece: Piece) -> tuple[bytes, Words]:
    """(name, value) of `x = …` and of `T x = …`."""
    words = piece.words
    cut = words.index(b"=") if piece.kind == "Simple" and b"=" in words else 0
    plain = cut > 0 and all(word.replace(b"_", b"a").isalnum() for word in words[:cut])
    return (words[cut - 1], words[cut + 1 :]) if plain else (b"", ())


def _put_in(words: Words, name: bytes, value: Words) -> Words:
    if name not in words:  # it is called otherwise there
        return (*words, b"(", *value, b")")
    at = words.index(name)
    return (*words[:at], b"(", *value, b")", *words[at + 1 :])


def otherwise(both: Trees, found: Sequence[Change], quotes: bool) -> frozenset[Change]:
    """The changes by which a function, or a part of it, only writes otherwise what it decides. Steps that are told by themselves do not
    count: another value, a call that is new."""
    if not any(each.kind != CHANGED or _asks(both, each) for each in found):
        return frozenset()
    read = FormReader(both, quotes, {})
    counted = [each for each in found if not _of_the_head(both, each)]
    whole = read.sides(frozenset(), frozenset())
    if whole[0].arm(0, "body") == whole[1].arm(0, "body"):
        return frozenset(counted)
    equal = _equal_parts(both, whole)
    done = {each for each in counted if any(at in equal for at in _parts_above(both, each))}
    for steps in (_STEPS, None):
        alone = frozenset((each.a, each.b) for each in counted if _by_itself(both, each, steps))
        passed = frozenset(each for each in alone if -1 in each)
        parts = _equal_parts(both, read.sides(alone, passed))
        done |= {
            each
            for each in counted
            if (each.a, each.b) not in alone
            and any(at in parts for at in _parts_above(both, each))
            and not _unread(both, each, passed)
        }
    return frozenset(done)


def _by_itself(both: Trees, change: Change, steps: frozenset[str] | None) -> bool:
    """Whether it is told whatever stands round it: another step or value; where steps is None, a whole `if` that is new or gone too."""
    if change.kind == CHANGED:
        return both.new[change.b].kind == both.old[change.a].kind and both.new[change.b].kind in _STEPS | _EXITS
    if change.kind not in (ADDED, REMOVED):
        return False
    return steps is None or (both.new[change.b] if change.b >= 0 else both.old[change.a]).kind in steps


def _equal_parts(both: Trees, sides: Sequence[FormSide]) -> set[int]:
    """Positions after the change of what holds the same on both sides."""
    parts = [
        (0, 0),
        *[(both.back[at], at) for at, piece in enumerate(both.new) if at in both.back and piece.kind in _CONTAINERS],
    ]
    return {b for a, b in parts if sides[0].arms(a) == sides[1].arms(b)}


def _unread(both: Trees, change: Change, passed: Set[tuple[int, int]]) -> bool:
    """Whether it stands in what was read past, so that nothing is known of it."""
    old = change.a >= 0 and any((at, -1) in passed for at in _above(both.old, change.a))
    return old or (change.b >= 0 and any((-1, at) in passed for at in _above(both.new, change.b)))


def _parts_above(both: Trees, change: Change) -> Sequence[int]:
    if change.b >= 0:
        return _above(both.new, change.b)
    return [both.pairs[at] for at in _above(both.old, change.a) if at in both.pairs]


class FormReader(NamedTuple):
    """Both sides of a function, with the same numbers for the same forms."""

    both: Trees
    quotes: bool
    numbers: dict[tuple[object, ...], int]

    def sides(self, alone: frozenset[tuple[int, int]], passed: frozenset[tuple[int, int]]) -> tuple[FormSide, FormSide]:
        """alone: changes that read alike on both sides. passed: those of them that are not read."""
        both = self.both
        old = FormSide(
            both.old,
            both.old_below,
            lambda at: self._words((at, both.pairs.get(at, -1)), both.renamed_words(at), alone, passed),
            self.numbers,
            self.quotes,
            not (alone or passed),
        )
        new = FormSide(
            both.new,
            both.new_below,
            lambda at: self._words((both.back.get(at, -1), at), both.new[at].words, alone, passed),
            self.numbers,
            self.quotes,
            not (alone or passed),
        )
        return old, new

    def _words(
        self,
        place: tuple[int, int],
        words: Words,
        alone: frozenset[tuple[int, int]],
        passed: frozenset[tuple[int, int]],
    ) -> Words | None:
        if place in passed:
            return None
        return (b"#", str(place[1]).encode()) if place in alone else tuple(plain(words, self.quotes))


def _asks(both: Trees, change: Change) -> bool:
    return both.new[change.b].kind in ("If", "Loop")


def _of_the_head(both: Trees, change: Change) -> bool:
    return (both.new[change.b] if change.b >= 0 else both.old[change.a]).kind in _PASSED


def _above(pieces: Sequence[Piece], at: int) -> Sequence[int]:
    found = []
    while (at := pieces[at].parent) >= 0:
        found.append(at)
    return found
