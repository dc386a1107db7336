"""What surely runs where a function of the file is called: which calls are made in turn and on what, and which steps are taken, each with what the
call is given in the place of the parameters. Nothing of what hangs on a question that is asked there alone, or stands behind one that leaves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from functools import lru_cache
from typing import Final

from ....engine.same import KEPT, Same
from ....model.facts import FunctionFacts
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import HEAD, Piece
from ..pieces.plain_names import is_name
from ..pieces.targets import begins
from .file import State

NO_CALLS: Final = frozenset(
    ("if", "for", "while", "switch", "return", "sizeof", "not", "and", "or", "in", "defined", "elif", "with")
)
_DEPTH: Final = 3  # functions from one to the next
_OWN: Final = frozenset((b"self", b"cls", b"this"))
_MAYBE: Final = frozenset((b"&&", b"||", b"?", b"and", b"or", b"if", b"for", b"lambda", b"[&]", b"[=]"))
_SETTINGS: Final = frozenset((HEAD, "Decorator"))
_WAYS_OUT: Final = frozenset(("Return", "Raise", "Jump", "Opaque"))
_OPEN: Final = frozenset(("With", "Block"))
_LINKS: Final = frozenset((b".", b"->", b"::"))
_LOCAL: Final[Words] = (b"",)
_UNKNOWN: Final[Words] = (b"\0",)
Words = tuple[bytes, ...]
Called = tuple[str, bytes, tuple[Words, ...]]  # by which name, on what, and given what


class There:
    """row: the calls in turn. done: the words of each step. asked: the questions over them. every: all questions. loops: whether something is
    repeated."""

    def __init__(self) -> None:
        self.row = list[Called]()
        self.done, self.asked, self.every = set[Words](), set[Words](), set[Words]()
        self.loops = False


def run_there(state: State, caller: str, piece: Piece, name: str, may: Set[Words]) -> There:
    """may: questions over which steps count."""
    found = There()
    words = put(piece.words, locals_of(state.functions[caller]))
    for at in calls_in(words):
        if words[at - 1] == name.encode():
            _enter(state, caller, words, at, may, found, {caller})
    return found


def called_here(state: State, caller: str, names: Set[str]) -> list[str]:
    """The functions of the file, by those names, that are surely the ones which it calls: on the same object, or on none."""
    found = dict[str, None]()
    for piece in state.pieces(caller)[1:]:
        for at in calls_in(piece.words):
            name = piece.words[at - 1].decode("utf-8", "replace")
            id_ = callee(state, caller, name) if name in names else ""
            if id_ and _is_it(state, caller, id_, piece.words, at):
                found[id_] = None
    return [*found]


def in_turn(words: Words) -> Iterator[Called]:
    yield from (_called(words, at) for at in calls_in(words))


def is_made(one: Called, other: Called) -> bool:
    """Whether the calls are the same as far as it can be seen: what a local holds cannot."""
    if one[:2] != other[:2] or len(one[2]) != len(other[2]):
        return False
    return all(x == y or _unseen(x) or _unseen(y) for x, y in zip(one[2], other[2], strict=True))


def _unseen(words: Words) -> bool:
    return not {*_LOCAL, *_UNKNOWN}.isdisjoint(words)


def _called(words: Words, begin: int) -> Called:
    return words[begin - 1].decode("utf-8", "replace"), _subject(words, begin), (*_arguments(words, begin),)


def calls_in(words: Words) -> Iterator[int]:
    """Where the brackets of each call open, the inner calls first."""
    opened = list[int]()
    for at, word in enumerate(words):
        if word == b"(":
            opened.append(at)
        elif word == b")" and opened:
            begin = opened.pop()
            name = words[begin - 1] if begin else b""
            if is_name(name) and name.decode("utf-8", "replace") not in NO_CALLS:
                yield begin


def locals_of(facts: FunctionFacts) -> dict[bytes, Words]:
    given = {param.name.lstrip("*&") for param in facts.params}
    shared = {each.name for each in facts.bindings if each.how in ("global", "nonlocal")}
    names = {each.name.encode() for each in facts.bindings if each.name not in given | shared}
    return dict.fromkeys(names - _OWN, _LOCAL)


def put(words: Words, stand: Mapping[bytes, Words]) -> Words:
    found = list[bytes]()
    for at, word in enumerate(words):
        found += stand.get(word, (word,)) if not (at and words[at - 1] in _LINKS) else (word,)
    return tuple(found)


def callee(state: State, caller: str, name: str) -> str:
    """The function of that name in the file, or of several the one of the same class; not the caller itself."""
    those = [id_ for id_ in _by_name(Same(state.functions)).get(name, ()) if id_ != caller]
    near = [id_ for id_ in those if state.functions[id_].qualified[:-1] == state.functions[caller].qualified[:-1]]
    row = near if len(those) > 1 else those
    return row[0] if len(row) == 1 else ""


@lru_cache(maxsize=KEPT)
def _by_name(functions: Same[Mapping[str, FunctionFacts]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for id_, each in functions.value.items():
        found.setdefault(each.name, []).append(id_)
    return found


def _enter(state: State, caller: str, words: Words, begin: int, may: Set[Words], found: There, known: set[str]) -> None:
    id_ = callee(state, caller, words[begin - 1].decode("utf-8", "replace"))
    if not id_ or id_ in known or len(known) > _DEPTH or not _is_it(state, caller, id_, words, begin):
        return
    inside, facts = {*known, id_}, state.functions[id_]
    stand = locals_of(facts) | _given(facts, words, begin)
    pieces, unsure = state.pieces(id_), set[int]()
    parents = {each.parent for each in pieces}
    for at, piece in enumerate(pieces):
        if piece.kind in _SETTINGS:
            continue
        own = put(piece.words, stand)
        if piece.kind in ("If", "Loop"):
            found.every.add(own)
            found.loops = found.loops or piece.kind == "Loop"
        if piece.parent in unsure or (at in parents and piece.kind not in _OPEN and own not in may):
            unsure.add(at)
            if piece.kind in _WAYS_OUT:
                return
            continue
        if at in parents and piece.kind not in _OPEN:
            found.asked.add(own)
        if _MAYBE.isdisjoint(own):
            found.done.add(own)
            for open_ in calls_in(own):
                found.row.append(_called(own, open_))
                _enter(state, id_, own, open_, may, found, inside)
        if piece.kind in _WAYS_OUT:
            return


def _is_it(state: State, caller: str, id_: str, words: Words, begin: int) -> bool:
    """Whether the function of that name is the one that is called: on the same object, or on none."""
    receiver = words[begins(words, begin) : begin - 1]
    same = state.functions[id_].qualified[:-1] == state.functions[caller].qualified[:-1]
    return (receiver[:1] != () and receiver[0] in _OWN and len(receiver) == 2 and same) or (
        not receiver and (state.functions[id_].kind == "function" or (same and state.language.resolver != "python"))
    )


def _of_an_object(facts: FunctionFacts) -> bool:
    return bool(facts.params) and facts.params[0].name.encode() in _OWN


def _given(facts: FunctionFacts, words: Words, begin: int) -> dict[bytes, Words]:
    names = [param.name.lstrip("*&").encode() for param in facts.params]
    found: dict[bytes, Words] = dict.fromkeys(names, _UNKNOWN)
    if _of_an_object(facts):
        found.pop(names.pop(0))
    starred = any(param.name.startswith("*") for param in facts.params)
    for at, one in enumerate(_arguments(words, begin)):
        name, value = (one[0], one[2:]) if one[1:2] == (b"=",) else (names[at] if at < len(names) else b"", one)
        path = all(is_name(word) or word in _LINKS for word in value) and b"" not in value
        if name in found and path and not starred:
            found[name] = value
    return found


def _arguments(words: Words, begin: int) -> Iterator[Words]:
    depth, own = 0, list[bytes]()
    for word in words[begin + 1 :]:
        depth += (word in OPENING) - (word in CLOSING)
        if depth < 0 or (word == b"," and not depth):
            yield tuple(own)
            own = []
            if depth < 0:
                return
        else:
            own.append(word)


def _subject(words: Words, begin: int) -> bytes:
    """What a call is made on: the object, or what it is given first."""
    start = begins(words, begin)
    if start < begin - 1:
        return words[start]
    return next((word for word in words[begin + 1 :] if word not in (b"&", b"*")), b"")
