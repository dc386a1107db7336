"""Whether what a check asked is asked elsewhere now: in another condition, a choice, an expression, a function that is called or that calls.

That a check is lost is said only where nothing new asks about the same. What is not proven so is listed, as code.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ....engine.same import KEPT, Same
from ....model.record import NamedTuple
from ....model.syntax import Simple
from ..pairing.changes import Trees
from ..pieces import questions
from ..pieces.lexing import LINKS
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece

_ASKING = frozenset(
    (
        b"if",
        b"elif",
        b"while",
        b"for",
        b"and",
        b"or",
        b"not",
        b"!",
        b"&&",
        b"||",
        b"?",
        b"==",
        b"!=",
        b"<",
        b">",
        b"<=",
        b">=",
        b"in",
        b"is",
    )
)
_GIVEN = frozenset((b"(", b",", b"!", b"not"))
_RAISES = ((b"raise",), (b"throw",))
_KEEPS = frozenset((b"=", b":="))
_PLAIN_WORDS = _ASKING | frozenset(
    (
        b"None",
        b"True",
        b"False",
        b"NULL",
        b"nullptr",
        b"true",
        b"false",
        b"this",
        b"self",
        b"else",
        b"lambda",
        b"sizeof",
        b"switch",
        b"case",
        b"assert",
    )
)
_CONDITIONS = frozenset(("If", "Loop", "Switch", "Arm", "Handler"))
FEW = 2  # tokens of a question that are in many statements
Words = tuple[bytes, ...]


class Otherwise(NamedTuple):
    """A piece that is new, or gone, or reads otherwise. fresh: it asked nothing on the other side. about: what it asks that it did not."""

    at: int
    words: Words
    fresh: bool
    asks: list[Words]
    about: list[frozenset[bytes]]


def elsewhere(both: Trees, at: int, new: bool) -> str | None:
    """ "" where something in the function that is not on the other side asks all that a condition asked there, the name of another
    function where that does; None where part of it is asked by nothing else. new: the condition is one of the new side, and what is
    gone asked."""
    return _asks(both, list(atoms(both.new[at].words if new else both.renamed_words(at))), new)


def callers(both: Trees, at: int) -> list[str]:
    """Of what a condition asked, which functions that call this one each ask all of it now."""
    units = dict.fromkeys(row.unit for row in both.others if row.calls)
    alone = {unit: both._replace(others=tuple([row for row in both.others if row.unit == unit])) for unit in units}
    return [unit for unit in units if elsewhere(alone[unit], at, False) == unit]


def apart(both: Trees, a: int, b: int) -> bool:
    """Whether what a condition that is another now has lost, or gained, is asked elsewhere."""
    was, now = list(atoms(both.renamed_words(a))), list(atoms(both.new[b].words))
    lost, gained = [each for each in was if each not in now], [each for each in now if each not in was]
    return any(_asks(both, [each], False, b) is not None for each in lost) or any(
        _asks(both, [each], True, a) is not None for each in gained
    )


def _asks(both: Trees, wanted: Sequence[Words], new: bool, but: int = -1) -> str | None:
    """but: a piece of the other side that does not count."""
    about = [_about(words) for words in wanted]
    if not about or not all(about):
        return None
    given = [_about(words) for words in wanted if _given(both, words, new, but)]  # as in `CHECK(a < b)`
    left = [
        (each, words)
        for each, words in zip(about, wanted, strict=True)
        if not (_among(each, given) or _here(both, each, words, new, but))
    ]
    if not left:
        return ""
    for other in () if new else [row for row in both.others if row.words[:1] not in _RAISES]:
        asked = atoms(other.words)
        there = [*map(_about, asked)]
        if all(_among(each, there) or _answered(words, asked) for each, words in left):
            return other.unit
    return None


def _here(both: Trees, about: frozenset[bytes], words: Words, new: bool, but: int) -> bool:
    """Whether something of the other side that is new there, or reads otherwise, asks it."""
    by_name, called = _by_name(Same(both), new), _called(words)
    fewest = min((by_name.get(name, []) for name in about), key=len)
    if any(row.at != but and about <= each for row in fewest for each in row.about):
        return True
    calls = _by_call(Same(both), new).get(called, ()) if called else ()
    return _answered(words, [asked for at, asked in calls if at != but])


def asking(both: Trees, at: int) -> Iterator[int]:
    """Positions of what is new, or reads otherwise, and asks about something that a question that is gone asked about."""
    about = [_about(words) for words in atoms(both.renamed_words(at))]
    every, by_name = _otherwise(Same(both), False), _by_name(Same(both), False)
    rows = {
        row.at: row
        for each in about
        for row in (min((by_name.get(name, []) for name in each), key=len) if each else every)
    }
    for at in sorted(rows):
        if any(each <= here for each in about for here in rows[at].about):
            yield at


@lru_cache(maxsize=KEPT)
def _by_name(both: Same[Trees], gone: bool) -> dict[bytes, list[Otherwise]]:
    """What is new, or reads otherwise, by what it asks about."""
    found: dict[bytes, list[Otherwise]] = {}
    for row in _otherwise(both, gone):
        for name in {name for each in row.about for name in each}:
            found.setdefault(name, []).append(row)
    return found


@lru_cache(maxsize=KEPT)
def _by_call(both: Same[Trees], gone: bool) -> dict[bytes, list[tuple[int, Words]]]:
    """The questions that asked nothing on the other side by what they call."""
    found: dict[bytes, list[tuple[int, Words]]] = {}
    for row in _otherwise(both, gone):
        for asked in row.asks if row.fresh else ():
            found.setdefault(_called(asked), []).append((row.at, asked))
    return found


def chosen_by(both: Trees, at: int) -> bool:
    """Whether what a new `if` asks stood before a `?`, or behind an `if`, within a statement that differs: `return n > 1 ? a : b`."""
    asked = b" ".join(questions.plain(both.new[at].words[1:])[0])
    return bool(asked) and asked in _choosing(Same(both))


@lru_cache(maxsize=KEPT)
def _choosing(sides: Same[Trees]) -> bytes:
    """Statements that differ and choose a value."""
    both = sides.value
    return b"\n".join(
        b" ".join(one.words)
        for a, one in enumerate(both.old)
        if one.kind not in ("If", "Loop")
        and (b"?" in one.words or b"if" in one.words[1:])
        and (a not in both.pairs or both.new[both.pairs[a]].words != one.words)
    )


def raised_by(both: Trees, exit_: Piece) -> str:
    """The name of another function that raises now what was raised here."""
    wanted = _without_cause(exit_.words)
    every = both.others if exit_.words[:1] in _RAISES and len(wanted) > FEW else ()
    return next((each.unit for each in every if _without_cause(each.words) == wanted), "")


def _without_cause(words: Words) -> Words:
    return words[: words.index(b"from")] if b"from" in words else words


def _given(both: Trees, words: Words, new: bool, but: int) -> bool:
    """Whether a statement that asks nothing else gives it to what it calls."""
    by_word = _by_word(Same(both), new) if len(words) > FEW else {}
    fewest = min((by_word.get(word, []) for word in words), key=len, default=[])
    return any(row.at != but and _run(row.words, words) for row in fewest)


@lru_cache(maxsize=KEPT)
def _by_word(both: Same[Trees], gone: bool) -> dict[bytes, list[Otherwise]]:
    found: dict[bytes, list[Otherwise]] = {}
    for row in _otherwise(both, gone):
        for word in {*row.words} if row.fresh else ():
            found.setdefault(word, []).append(row)
    return found


def _run(whole: Words, part: Words) -> bool:
    """Whether a statement gives a question to what it calls."""
    last, at = len(whole) - len(part), 0
    while len(part) > FEW and at < last and part[0] in whole[at + 1 : last + 1]:
        at = whole.index(part[0], at + 1)
        if whole[at : at + len(part)] == part and whole[at - 1] in _GIVEN:
            return True
    return False


def _among(wanted: frozenset[bytes], every: Sequence[frozenset[bytes]]) -> bool:
    return any(wanted <= each for each in every)


def _answered(words: Words, asked: Sequence[Words]) -> bool:
    """Whether what a call answers is asked again of one that is given most of the same."""
    about, name = _about(words), _called(words)
    return bool(name) and any(
        _called(each) == name and 2 * len(about & (other := _about(each))) > len(about | other) for each in asked
    )


def _called(words: Words) -> bytes:
    """`f` of `f(a, b)` and of `(n = f(a, b)) < 0`."""
    plain = words[words.index(b"=") + 1 :] if b"=" in words else words
    return plain[0] if plain[1:2] == (b"(",) and plain[0] not in _PLAIN_WORDS else b""


def atoms(words: Words) -> tuple[Words, ...]:
    """The questions that a condition puts together, each without its negation."""
    return _atoms(tuple(words))


@lru_cache(maxsize=questions.REMEMBERED)
def _atoms(words: Words) -> tuple[Words, ...]:
    return tuple(_every_atom(words))


def _every_atom(words: Words) -> Iterator[Words]:
    waiting = [words[words[:1] == (b"while",) :]]
    while waiting:
        asked = questions.plain(waiting.pop())[0]
        cuts = questions.joints(asked)
        if not cuts:
            yield asked
            continue
        starts = [0, *[at + 1 for at in cuts]]
        waiting += [asked[start:end] for start, end in zip(starts, [*cuts, len(asked)], strict=True) if start < end]


def _about(words: Sequence[bytes]) -> frozenset[bytes]:
    """The names that a question is about, an attribute with what it is of: `a.b` of `a.b > 3`; of `(n = f(a)) > 3` it is `n`."""
    return _names(tuple(words))


@lru_cache(maxsize=questions.REMEMBERED)
def _names(whole: Words) -> frozenset[bytes]:
    words = _kept(whole)
    found: list[bytes] = []
    for at, word in enumerate(words):
        if not (word[:1].isalpha() or word[:1] == b"_") or word in _PLAIN_WORDS:
            continue
        linked = at and words[at - 1] in LINKS and found
        found = [*found[:-1], found[-1] + b"." + word] if linked else [*found, word]
    return frozenset(found)


def _kept(words: Sequence[bytes]) -> Sequence[bytes]:
    """Without the value of what is kept in a variable right there."""
    at = next((n for n, word in enumerate(words) if word in _KEEPS and n and not _is_keyword(words, n)), 0)
    if not at:
        return words
    depth, end = 0, at
    while end < len(words) and depth >= 0:
        depth += (words[end] in OPENING) - (words[end] in CLOSING)
        end += 1
    return [*words[:at], *words[end:]]


def _is_keyword(words: Sequence[bytes], at: int) -> bool:
    """Whether a `=` gives an argument by its name."""
    before = words[at - 2 : at - 1] if at > 1 else []
    name = words[at - 3 : at - 2] if at > 2 else []
    return [*before] == [b","] or (
        [*before] == [b"("]
        and bool(name)
        and (name[0][-1:].isalnum() or name[0][-1:] == b"_")
        and name[0] not in _PLAIN_WORDS
    )


@lru_cache(maxsize=KEPT)
def _otherwise(both: Same[Trees], gone: bool) -> list[Otherwise]:
    return [
        Otherwise(at, tuple(piece.words), not known, asks, [each for each in map(_about, asks) if each not in known])
        for at, piece, known in (_gone if gone else _fresh)(both.value)
        for asks in [[*_asked(piece)]]
    ]


def _fresh(both: Trees) -> Iterator[tuple[int, Piece, set[frozenset[bytes]]]]:
    """What is new, or reads otherwise than it did, with what that was about before."""
    for b, piece in enumerate(both.new):
        was = both.old[both.back[b]]._replace(words=both.renamed_words(both.back[b])) if b in both.back else None
        if b and (was is None or was.words != piece.words):
            yield b, piece, {*map(_about, _asked(was))} if was else set()


def _gone(both: Trees) -> Iterator[tuple[int, Piece, set[frozenset[bytes]]]]:
    for a, one in enumerate(both.old):
        piece = one._replace(words=both.renamed_words(a))
        now = both.new[both.pairs[a]] if a in both.pairs else None
        if a and (now is None or piece.words != now.words):
            yield a, piece, {*map(_about, _asked(now))} if now else set()


def _asked(piece: Piece) -> Iterator[Words]:
    """What a piece asks: a condition all of it; another statement where it asks something, whole."""
    if piece.kind in _CONDITIONS:
        yield from atoms(piece.words)
    elif _ASKING & {*piece.words} or (isinstance(piece.stmt, Simple) and piece.stmt.role == "assert"):
        yield (
            piece.words[piece.words.index(b"=") + 1 :]
            if piece.kind == "Simple" and b"=" in piece.words
            else piece.words
        )


def gone_above(both: Trees, a: int) -> bool:
    """Whether it was all that hung on a check that is gone, which is told by itself, with the old way out."""
    above = both.old[a].parent
    return above >= 0 and both.old[above].kind == "If" and above not in both.pairs and both.old_below[above] == (a,)
