"""Locals that are called otherwise: the same variable all through the function, not another that stands in its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from ....model.facts import FunctionFacts
from ..pieces.pieces import Piece
from ..pieces.plain_names import told_by_name
from ..pieces.stepping import after_each_round
from ..pieces.targets import target, value
from .changes import Trees

_NO_VALUE: Final = frozenset((b".", b"->", b"struct", b"union", b"enum"))
_NO_TYPE: Final = frozenset(("const", "struct", "enum", "union", "volatile", "register"))
_BY_THEIR_NAMES: Final = frozenset((b"locals", b"eval", b"exec"))
_SCOPED: Final = frozenset(("param", "declare", "static", "assign", "each", "with", "except", "capture"))
_Spoken: TypeAlias = tuple[bytes, Sequence[int]]  # a word, and where it stands


def local_renames(both: Trees, old: FunctionFacts, new: FunctionFacts) -> dict[bytes, bytes]:
    """Locals that are called otherwise all through the function, by their names before."""
    found: dict[bytes, set[bytes]] = {}
    for a, b in both.pairs.items():
        one, other = both.old[a].words, both.new[b].words
        if len(one) == len(other):
            for at, (x, y) in enumerate(zip(one, other, strict=True)):
                if not (at and one[at - 1] in (b".", b"->")) and not (
                    x == y and (_initialises(one, at, old) or _keyword(one, at))
                ):  # `other.block` is no `block`
                    found.setdefault(x, set()).add(y)
    was, now = (
        _locals(facts) | _enumerators(pieces) | _labels(pieces) for facts, pieces in ((old, both.old), (new, both.new))
    )
    left, right = set(_every(both.old, old)), set(_every(both.new, new))
    undeclared = any(piece.words[:1] in ((b"def",), (b"async",)) for piece in both.new[:1])
    if undeclared and any(_all_read(piece.words) for piece in (*both.old, *both.new)):
        return {}
    spelt = told_by_name((*both.old, *both.new)) if undeclared else frozenset()
    left_alone = {
        x for x in was - spelt if x not in right or (undeclared and x not in now)
    }  # it is somebody else's name now
    single = {x: next(iter(ys)) for x, ys in found.items() if x in left_alone and len(ys) == 1}
    kinds = [{(binding.name.encode(), binding.how) for binding in facts.bindings} for facts in (old, new)]
    sure = {x: y for x, y in single.items() if y in now and y not in left and _bound_alike(x, y, *kinds)}
    sure = {x: y for x, y in sure.items() if not _are_two(both, x, y, old, new, undeclared)}
    if undeclared:
        sure = {x: y for x, y in sure.items() if both.renamed.get(x) == y or not _kept_apart(both, x, y)}
    if not undeclared:
        types = _types(old, both.renamed), _types(new, {})
        sure = {
            x: y for x, y in sure.items() if types[0].get(x, ()) == types[1].get(y, ()) or _follows(both, sure, x, y)
        }
    set_anew = _set_anew(both, sure)
    here, there = (_spoken(pieces) if sure else {} for pieces in (both.old, both.new))
    once = {x for x, y in sure.items() if _set_once_there(both, (x, here.get(x, ())), (y, there.get(y, ())))}
    sure = {x: y for x, y in sure.items() if y not in set_anew or x in once}  # what is set to more is another variable
    return sure if len({*sure.values()}) == len(sure) else {}


def _all_read(words: Sequence[bytes]) -> bool:
    """Whether Python's locals are read by the names that they have: those of another object are not meant by `vars(other)`."""
    return any(
        words[at + 1 : at + 2] == (b"(",)
        and words[at - 1 : at] not in ((b".",), (b"->",))
        and (word in _BY_THEIR_NAMES or words[at + 2 : at + 3] == (b")",))
        for at, word in enumerate(words)
        if word in _BY_THEIR_NAMES or word in (b"vars", b"dir")
    )


def _labels(pieces: Sequence[Piece]) -> set[bytes]:
    return {piece.words[0] for piece in pieces if piece.kind == "Label" and len(piece.words) == 1}


def _are_two(both: Trees, x: bytes, y: bytes, old: FunctionFacts, new: FunctionFacts, python: bool) -> bool:
    """Whether they are parameters of which one is gone and the other is new: they are given in other places, and declared otherwise or a third
    one, which is new as well and declared alike, is given in the place of the first; or, in Python, one alone is a function that is called, and
    what it gives stands where the other one does."""
    was, now = (
        {param.name.lstrip("*").encode(): (at, param[1:]) for at, param in enumerate(facts.params)}
        for facts in (old, new)
    )
    (one, declared), (other, declared_now) = was.get(x, (-1, ())), now.get(y, (-1, ()))
    if min(one, other) < 0 or one == other:
        return one == other >= 0 and python and (_gave(both, x, y) or _gave(both, x, y, turned=True))
    typed = any(declared)
    return declared != declared_now or (typed and (one, declared) in [now[name] for name in now.keys() - was.keys()])


def _kept_apart(both: Trees, x: bytes, y: bytes) -> bool:
    """Whether all that is done with the one is that it is kept under its name (`self.x = x`), which nobody calls otherwise: it is
    known by what is done with that, and is no other name for the same."""
    (was, now) = (
        [each.words for each in side[1:] if name in each.words] for side, name in ((both.old, x), (both.new, y))
    )
    return (
        [words[3:] for words in was] == [(b"=", x)]
        and [words[3:] for words in now] == [(b"=", y)]
        and was[0][1:3] == (b".", x)
        and now[0][1:3] == (b".", y)
    )


def _gave(both: Trees, x: bytes, y: bytes, turned: bool = False) -> bool:
    """Whether one thing is set to what `x(…)` gives before, and to `y` after; turned: to `x` before, and to what `y(…)` gives after."""
    own = [(both.old[a], both.new[b]) for a, b in both.pairs.items()]
    called, alone = (y, x) if turned else (x, y)
    pieces = both.new if turned else both.old
    results = [target(piece) for piece in pieces if _calls(value(piece), called)]
    if any(_calls(piece.words, alone, anywhere=True) for piece in (both.old if turned else both.new)):
        return False
    for one, other in own:
        calling, plain = (other, one) if turned else (one, other)
        if target(plain) and target(plain) == target(calling) and value(plain) == (alone,):
            given = value(calling)
            if _calls(given, called) or (given in results and sum(target(each) == given for each in pieces) == 1):
                return True
    return False


def _calls(words: Sequence[bytes], name: bytes, anywhere: bool = False) -> bool:
    """Whether it is what `name(…)` gives, and nothing else; anywhere: whether it is called in it."""
    if anywhere:
        return any(pair == (name, b"(") for pair in pairwise(words))
    depth, closed = 0, len(words) - 1
    for at, word in enumerate(words[1:], 1):
        depth += (word == b"(") - (word == b")")
        if not depth:
            return at == closed and tuple(words[:2]) == (name, b"(")
    return False


def _types(facts: FunctionFacts, renamed: Mapping[bytes, bytes]) -> dict[bytes, tuple[bytes, ...]]:
    """C and C++: the type of each parameter; how that of a local differs is told where it is declared."""
    bare = {
        each.name.lstrip("*&").encode(): [
            word.encode() for word in each.type.replace("*", " * ").split() if word not in _NO_TYPE
        ]
        for each in facts.params
    }
    return {name: tuple([renamed.get(word, word) for word in words]) for name, words in bare.items()}


def _follows(both: Trees, sure: Mapping[bytes, bytes], x: bytes, y: bytes) -> bool:
    """Whether all that is done with the one is done with the other, but where each is declared."""
    for a, piece in enumerate(both.old):
        if a and x in piece.words and target(piece) != (x,):
            b = both.pairs.get(a, -1)
            if b < 0 or tuple([sure.get(word, word) for word in both.renamed_words(a)]) != both.new[b].words:
                return False
    return not any(
        b and y in piece.words and target(piece) != (y,) and b not in both.back for b, piece in enumerate(both.new)
    )


def _set_anew(both: Trees, sure: Mapping[bytes, bytes]) -> set[bytes]:
    """What is set on one side alone, by its name after."""
    was = {
        tuple([sure.get(word, word) for word in piece.words])
        for at, piece in enumerate(both.old)
        if at not in both.pairs
    }
    told = {*both.pairs.values()}
    now = {tuple(piece.words) for at, piece in enumerate(both.new) if at not in told}
    loops = [
        (both.old[a], both.new[b]) for a, b in both.pairs.items() if both.old[a].kind == both.new[b].kind == "Loop"
    ]
    for one, other in [pair for pair in loops if pair[0].words[:1] != pair[1].words[:1]]:  # a `for` that was a `while`
        was |= {tuple([sure.get(word, word) for word in each]) for each in after_each_round(one.words)}
        now |= {*after_each_round(other.words)}
    return {words[0] for words in was ^ now if words[1:2] == (b"=",)}


def _spoken(pieces: Sequence[Piece]) -> dict[bytes, list[int]]:
    """Where each word stands."""
    found: dict[bytes, list[int]] = {}
    for at, piece in enumerate(pieces):
        for word in {*piece.words}:
            found.setdefault(word, []).append(at)
    return found


def _set_once_there(both: Trees, x: _Spoken, y: _Spoken) -> bool:
    """Whether each gets its value once, in the same arm: where a loop begins is no place within its rounds."""
    a, b = _set_once(both.old, *x), _set_once(both.new, *y)
    if min(a, b) < 0:
        return False
    one, other = both.old[a], both.new[b]
    return both.pairs.get(a) == b or (both.pairs.get(one.parent), one.role) == (other.parent, other.role)


def _set_once(pieces: Sequence[Piece], name: bytes, own: Sequence[int]) -> int:
    """Where it gets its value, if that is one place, and it is spoken of in more than one other; -1. own: where it is."""
    sets = [at for at in own if target(pieces[at]) == (name,)]
    return sets[0] if len(sets) == 1 and len(own) > 2 else -1


def _bound_alike(x: bytes, y: bytes, old: set[tuple[bytes, str]], new: set[tuple[bytes, str]]) -> bool:
    """Whether both get their values in the same ways: what is assigned is no exception that is caught."""
    was, now = {how for name, how in old if name == x}, {how for name, how in new if name == y}
    return not was or not now or bool(was & now)


def _every(pieces: Iterable[Piece], facts: FunctionFacts) -> Iterator[bytes]:
    """All tokens but attributes and the tags of structures."""
    for piece in pieces:
        for at, word in enumerate(piece.words):
            if (
                not (at and piece.words[at - 1] in _NO_VALUE)
                and not (piece.kind == "Simple" and _initialises(piece.words, at, facts))
                and not _keyword(piece.words, at)
            ):
                yield word


def _keyword(words: Sequence[bytes], at: int) -> bool:
    """The name of an argument: `host` of `open(host=name)`."""
    return bool(at) and words[at + 1 : at + 2] == (b"=",) and words[at - 1] in (b"(", b",")


def _initialises(words: Sequence[bytes], at: int, facts: FunctionFacts) -> bool:
    """The member of `size(size)` in a constructor, which gives nothing: it is called as its parameter is, and stays."""
    return not at and not facts.result and words[1:2] in ((b"(",), (b"{",)) and words[-1:] in ((b")",), (b"}",))


def _enumerators(pieces: Iterable[Piece]) -> set[bytes]:
    """C and C++: what an `enum` among the statements names."""
    found = set[bytes]()
    for words in [piece.words for piece in pieces if b"enum" in piece.words[:3] and b"{" in piece.words]:
        inside = words[words.index(b"{") :]
        found |= {
            word
            for at, word in enumerate(inside)
            if at and inside[at - 1] in (b"{", b",") and inside[at + 1 : at + 2] in ((b"=",), (b",",), (b"}",))
        }
    return found


def _locals(facts: FunctionFacts) -> set[bytes]:
    shared = {binding.name for binding in facts.bindings if binding.how == "global"}
    names = {binding.name for binding in facts.bindings if binding.how in _SCOPED} | {
        param.name.lstrip("*") for param in facts.params
    }
    return {name.encode() for name in names - shared if "." not in name}


def without_own(renamed: Mapping[bytes, bytes], old: FunctionFacts, new: FunctionFacts) -> Mapping[bytes, bytes]:
    """What the project calls otherwise, but for the names that a function binds itself on both sides."""
    own = (_locals(old) & _locals(new)) if renamed else set[bytes]()
    return {x: y for x, y in renamed.items() if x not in own} if own & renamed.keys() else renamed
