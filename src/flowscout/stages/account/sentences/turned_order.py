"""`a >= b` in the place of `not a < b`: the same of whatever has an order. A NaN is neither less nor at least, and goes another way now.

Of two sets of Python neither may hold the other: `not a <= b` is true of more than `a > b`, which is told.

Of numbers that have a fraction it is told; where nothing says what is compared, the rule by which it does nothing says what it rests on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ....model.account import FLOW, NEUTRAL, Answer
from ....model.expression import Literal, Unary
from ....model.facts import FunctionFacts
from ....model.known import LETTER, NUMBER, POINTER, REAL
from ....model.language import Language
from ....model.record import NamedTuple
from ....words.code import parse, plain
from ....words.kinds import kind_of, speaking
from ..pairing.changes import Change, Trees
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from ..pieces.quoting import joined, q
from ..reading import sets
from ..reading.saying import CONDITION

RULE: Final = "a NaN goes another way"
BUT_FOR_NAN: Final = "the same conditions written otherwise (but for a NaN)"
_MOST: Final = 400  # words of a piece, beyond which its comparisons are not read
_SIGNS: Final = frozenset((b"<", b"<=", b">", b">="))
_MIRRORED: Final = {b">": b"<", b">=": b"<="}
_DENIED: Final = {b"<": b"<=", b"<=": b"<"}  # `not a < b` is `b <= a`
_ENDS: Final = frozenset(
    (b"and", b"or", b"not", b"if", b"else", b"elif", b"while", b"return", b"assert", b"for", b"in", b"is", b"lambda")
) | frozenset((b"&&", b"||", b"!", b"?", b":", b";", b",", b"=", b"==", b"!=", b":="))
_TOTAL: Final = frozenset((NUMBER, LETTER, POINTER))  # of two of them one is less, or they are equal
Words = tuple[bytes, ...]


class Compared(NamedTuple):
    """`left < right`, or `<=`."""

    left: Words
    sign: bytes
    right: Words

    @property
    def denied(self) -> Compared:
        return Compared(self.right, _DENIED[self.sign], self.left)


class TurnedOrder:
    """Of a function which comparisons ask the very opposite now."""

    def __init__(self, both: Trees, after: FunctionFacts, language: Language) -> None:
        self.both, self.after, self.language = both, after, language
        self.was = {each: said for at in range(len(both.old)) for each, said in self._old(at)}
        was = Counter(each for at in range(len(both.old)) for each, _ in self._old(at))
        now = Counter(each for piece in both.new for each, _ in _compared(piece.words))
        came = now - was
        self.now = {each.denied: each for each in was - now if each.denied in came}
        self.spelt = {each: said for piece in both.new if self.now for each, said in _compared(piece.words)}
        self.told: set[Compared] = set()
        self.sets = sets.named(after) if self.now and not language.spelling.casts else None

    def answer(self, change: Change, told: Answer) -> Answer:
        """told: that it does nothing."""
        turned = dict.fromkeys(self._turned(change)) if self.now else {}
        if not turned:
            return told
        partly = [each for each in turned if self._may_be_beside(each) and each not in self.told]
        if partly:
            self.told.update(partly)
            sentence = self._sentence(partly[0], ": two sets of which neither holds the other go another way now")
            return told._replace(how=FLOW, rule=CONDITION, sentence=sentence, rank=2)
        real = [each for each in turned if self._may_be_no_number(each) and each not in self.told]
        if real:
            self.told.update(real)
            which = ": only a NaN goes another way now" if self._alone_in_its_ladder(change) else ""
            return told._replace(how=FLOW, rule=RULE, sentence=self._sentence(real[0], which), rank=5)
        unknown = told.how == NEUTRAL and not all(self._ordered(each) for each in turned)
        return told._replace(rule=BUT_FOR_NAN) if unknown else told

    def _old(self, at: int) -> Iterator[tuple[Compared, str]]:
        """As the new side calls things, and as it is written."""
        named = _compared(self.both.renamed_words(at))
        written = _compared(self.both.old[at].words)
        return ((each, said) for (each, _), (_, said) in zip(named, written, strict=False))

    def _turned(self, change: Change) -> Iterator[Compared]:
        for at in _within(self.both.new, change.b):
            yield from (each for each, _ in _compared(self.both.new[at].words) if each in self.now)
        for at in _within(self.both.old, change.a):
            yield from (each.denied for each, _ in self._old(at) if each.denied in self.now)

    def _sentence(self, now: Compared, which: str) -> str:
        asked = f"Asks whether {q(self.spelt[now])}, no longer whether {q(self.was[self.now[now]])}"
        return f"{asked}, with the answers turned round{which}."

    def _alone_in_its_ladder(self, change: Change) -> bool:
        """Whether the questions before it and behind it are the same ones, in their order."""
        if min(change.a, change.b) < 0:
            return False
        rows = _ladder(self.both.old, change.a), _ladder(self.both.new, change.b)
        was = [self.both.renamed_words(at)[1:] for at in rows[0]]
        now = [self.both.new[at].words[1:] for at in rows[1]]
        return len(was) == len(now) and sum(a != b for a, b in zip(was, now, strict=True)) <= 1

    def _may_be_beside(self, each: Compared) -> bool:
        """Whether one of them is a set, of which another may hold a part."""
        return self.sets is not None and any(sets.is_set(words, self.sets) for words in (each.left, each.right))

    def _kinds(self, each: Compared) -> list[tuple[str, bool]]:
        """Of both sides which kind they are, and whether they are plain numbers."""
        language = speaking(self.language, self.after, "")
        found = []
        for words in (each.left, each.right):
            node, source = parse(joined(words), language)
            inner = plain(node)
            inner = inner.operand if isinstance(inner, Unary) else inner
            found.append((kind_of(node, source).name, isinstance(inner, Literal)))
        return found

    def _may_be_no_number(self, each: Compared) -> bool:
        kinds = self._kinds(each)
        others = [name for name, is_literal in kinds if not is_literal]
        return any(name == REAL for name, _ in kinds) and not _TOTAL.issuperset(others)

    def _ordered(self, each: Compared) -> bool:
        """One whole number beside what is not known says that both are."""
        kinds = self._kinds(each)
        return not _TOTAL.isdisjoint(name for name, _ in kinds)


def _ladder(pieces: Sequence[Piece], at: int) -> list[int]:
    """The questions that are asked one after the other, each where the one before does not hold."""
    above = pieces[at].parent
    while pieces[at].role == "else" and above >= 0 and pieces[above].kind == pieces[at].kind == "If":
        at, above = above, pieces[above].parent
    row = [at] if pieces[at].kind == "If" else []
    for below in range(at + 1, len(pieces) if row else 0):
        if (pieces[below].parent, pieces[below].role, pieces[below].kind) == (row[-1], "else", "If"):
            row.append(below)
    return row


def _within(pieces: Sequence[Piece], at: int) -> Iterator[int]:
    """A piece, and all that it holds."""
    inside = {at} if at >= 0 else set()
    yield from inside
    for below in range(at + 1, len(pieces) if inside else 0):
        if pieces[below].parent not in inside:
            break
        inside.add(below)
        yield below


def _compared(words: Words) -> Iterator[tuple[Compared, str]]:
    """What is held against what, and how that is written; not in a row (`a < b < c`)."""
    if _SIGNS.isdisjoint(words) or len(words) > _MOST:
        return
    for at, word in enumerate(words):
        if word in _SIGNS:
            left, right = _operand(words, at, -1), _operand(words, at, 1)
            if left and right and _SIGNS.isdisjoint((*left, *right)):
                sign = _MIRRORED.get(word, word)
                one, other = (right, left) if sign != word else (left, right)
                yield Compared(one, sign, other), f"{joined(left)} {word.decode()} {joined(right)}"


def _operand(words: Words, at: int, step: int) -> Words:
    """Up to what a comparison stands in, or beside."""
    depth, place = 0, at + step
    opens, closes = (OPENING, CLOSING) if step > 0 else (CLOSING, OPENING)
    while 0 <= place < len(words):
        word = words[place]
        if not depth and (word in closes or word in _ENDS):
            break
        depth += (word in opens) - (word in closes)
        place += step
    return words[at + 1 : place] if step > 0 else words[place + 1 : at]
