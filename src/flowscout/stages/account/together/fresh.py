"""Of a function that is new, in the code's own words: how it is left before its end, and what of a list of steps changes something.

Returns `-EINVAL` when `t == NULL`; returns `-EBUSY` when `t->busy`; goes to `out` in the loop `n--`, when `rc < 0`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from ....engine.same import KEPT, Same
from ....model.facts import FunctionFacts
from ....model.pattern import regex
from ....model.syntax import Jump, Simple
from ..pieces.answers import asked
from ..pieces.children import children
from ..pieces.lexing import Token
from ..pieces.pieces import Piece
from ..reading.given import arguments
from ..reading.governing import under as within
from ..reading.saying import assigned, does, governing, q
from .file import State
from .past_guards import below_of, passed, told_once

_HOLDS_BACK: Final = regex(r"@(?:[\w.]{1,80}\.)?(?:skip\w{0,20}|xfail|expectedFailure)(?![\w.])")
ELSE: Final = "; else "
_LEAVING: Final = frozenset(("Return", "Raise"))
_PYTHON: Final = (".py", ".pyi", ".pyw")
_OR: Final = " or "
_SHORT: Final = 48  # characters of a step
_ASKED: Final = 80  # characters of a question that goes on with the next round
_PASSED: Final = 3  # of these that are told
_QUESTIONS: Final = 3  # that a step is said to hang on
_PLACES: Final = 2  # where the same step is done, that are told
_CASES: Final = 3  # in which it is left in one way, that are told
_PLAINLY: Final = regex(r"when `[^`]{1,400}`")
_DEFINED: Final = 4  # definitions that are told
_NAME: Final = regex(r"(?<![\w.])[A-Za-z_]\w{0,80}")
_TEXT: Final = regex(r""""[^"]*"|'[^']*'""")
_LOOP: Final = regex(r"in the loop (`[^`\n]{1,400}`)")


def each_loop_once(told: str) -> str:
    """Of several steps in one loop the later ones "in that loop"."""
    parts = _LOOP.split(told)
    loops = parts[1::2]
    for at, loop in enumerate(loops):
        parts[2 * at + 1] = "in that loop" if at and loop == loops[at - 1] else f"in the loop {loop}"
    return "".join(parts)


def ways_out(one: State, id_: str) -> list[str]:
    """Each with all that governs it; what gives the same is told together. Not the end of the function itself."""
    pieces = one.pieces(id_)
    last = max((at for at, piece in enumerate(pieces) if piece.parent == 0), default=-1)
    found: dict[str, list[str]] = {}
    below = children(pieces)
    for at, piece in enumerate(pieces):
        if at != last and _leaves(piece) and piece.parent >= 0:
            found.setdefault(does(piece), []).append(_governed(pieces, below, at))
        elif one.source.path.endswith(_PYTHON) and piece.words[:1] == (b"assert",) and (said := _asserted(piece)):
            found.setdefault(f"raises `AssertionError` {asked(said, 'else')}", []).append(governing(pieces, at))
    return [_under(deed, list(dict.fromkeys(filter(None, under)))) for deed, under in found.items()]


def left_behind(one: State, id_: str, start: int) -> bool:
    """Whether a way out before the end stands behind what is at this offset in the function."""
    pieces, begin = one.pieces(id_), one.functions[id_].start
    last = max((at for at, piece in enumerate(pieces) if piece.parent == 0), default=-1)
    return any(at != last and _leaves(each) and each.start - begin > start for at, each in enumerate(pieces) if at)


def _governed(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> str:
    """With the questions before it in its round whose answer goes on with the next one."""
    passes: list[str] = []
    here = at
    while here > 0 and pieces[here].kind != "Loop":
        above, role = pieces[here].parent, pieces[here].role
        before = (each for each in below[above] if each < here and pieces[each].role == role)
        passes += [asked(pieces[each].said, "else", _ASKED) for each in before if _goes_on(pieces, below, each)]
        here = above
    return ", ".join(filter(None, (governing(pieces, at), *(passes if here > 0 else ())[:_PASSED])))


def _goes_on(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> bool:
    """An `if` that does nothing but `continue`."""
    inside = below[at]
    only = pieces[inside[0]].stmt if pieces[at].kind == "If" and len(inside) == 1 else None
    return isinstance(only, Jump) and only.keyword == "continue"


def _asserted(piece: Piece) -> str:
    """What an assertion of Python asks for, without what it says where that does not hold."""
    words = piece.words[1:]
    plain = isinstance(piece.stmt, Simple) and piece.stmt.role == "assert" and words[:1] != (b"False",)
    return arguments(piece._replace(words=(b"(", *words, b")")))[0] if plain and words else ""


def end(one: State, id_: str) -> str:
    """What it gives back where it comes to its end, and what that is."""
    pieces = one.pieces(id_)
    last = max((at for at, piece in enumerate(pieces) if piece.parent == 0), default=-1)
    meant = [q(each) for each in behind(one, id_)]
    where = f", where {' and '.join(filter(None, (', '.join(meant[:-1]), *meant[-1:])))}" if meant else ""
    return f"{does(pieces[last])}{where}" if last >= 0 and pieces[last].kind in _LEAVING else ""


def behind(one: State, id_: str) -> list[str]:
    """The definitions of what its last value is made of, where nothing else is done to it: `found = a == b` of `return found`."""
    pieces = one.pieces(id_)
    last = max((at for at, piece in enumerate(pieces) if piece.parent == 0), default=-1)
    if last < 0 or pieces[last].kind != "Return":
        return []
    names = {*_NAME.findall(_TEXT.sub("", pieces[last].said))}
    found = [
        piece.said.rstrip(";")
        for piece in pieces[:last]
        if (left := assigned(piece)) and (name := left[0].split()[-1]) in names and _says_more(piece, left[1])
        if not any(_acts_on(name.encode(), each) for each in pieces[:last] if each is not piece)
    ]
    return found if len(found) <= _DEFINED else []


def _says_more(piece: Piece, value: str) -> bool:
    """Of what only begins empty its definition says nothing."""
    return piece.parent == 0 and bool(_NAME.search(_TEXT.sub("", value))) and not value.endswith("()")


def _acts_on(name: bytes, piece: Piece) -> bool:
    """Whether it may set it anew, or put something into it."""
    words = piece.words
    at = [n for n, word in enumerate(words) if word == name]
    return bool(at) and (
        piece.kind in ("Loop", "With", "Handler")
        or at[0] == 0
        or any(words[n - 1 : n] in ((b"&",), (b"*",)) for n in at)
        or any(words[n + 1 : n + 2] == (b":=",) for n in at)
    )


def decorated(one: State, id_: str) -> str:
    """By all that it is given to: what reads it, calls it or registers it does so by that. A setter is called one beside its name."""
    start = one.functions[id_].start
    those = one.around.decorators.get(start, ())
    texts = [one.source.text(each.start, each.end).strip() for each in those]
    told = [text for text in texts or _of_one_within(one, start) if not text.endswith((".setter", ".deleter"))]
    return ", ".join(map(q, told))


def held_back(one: State, id_: str) -> str:
    """Of a test by what it is not run, or may fail."""
    those = one.around.decorators.get(one.functions[id_].start, ())
    texts = [one.source.text(each.start, each.end).strip() for each in those]
    return ", ".join([q(text) for text in texts if _HOLDS_BACK.match(text)])


def _of_one_within(one: State, start: int) -> list[str]:
    """Those of a function that stands in another one."""
    around = [each for each in one.functions.values() if each.start < start < each.end]
    for piece in _marks(Same(one), Same(max(around, key=lambda each: each.start))) if around else ():
        if piece.start < start < piece.last:
            own = one.source.within(piece.start, start)
            above = one.source.tokens[own.start : own.stop]
            first = [n for n, each in enumerate(above) if each.text == b"@" and _begins(one, each)]
            ends = [above[n - 1].end for n in (*first[1:], len(above))]
            return [one.source.text(above[n].start, end) for n, end in zip(first, ends, strict=True)]
    return []


@lru_cache(maxsize=KEPT)
def _marks(one: Same[State], facts: Same[FunctionFacts]) -> tuple[Piece, ...]:
    """The decorators of what stands in a function."""
    return tuple([piece for piece in one.value.pieces_of(facts.value) if piece.words[:1] == (b"@",)])


def _begins(one: State, token: Token) -> bool:
    """Whether nothing stands before it on its line."""
    return not one.source.data[one.source.rows[one.source.line(token.start) - 1] : token.start].strip()


def passed_over(one: State, id_: str) -> list[str]:
    """What is caught, and nothing is done about."""
    pieces = one.pieces(id_)
    return _caught(pieces, [at for at, inner in _handlers(pieces).items() if not _does_more(inner)])


def only_logged(one: State, id_: str, texts: Sequence[str]) -> list[str]:
    """What is caught, and does no more than to be written to a log. texts: of all that is said there."""
    pieces, said = one.pieces(id_), {" ".join(each.split()).rstrip("; ") for each in texts}
    found = [
        at
        for at, inner in _handlers(pieces).items()
        if (more := _does_more(inner)) and all(" ".join(each.said.split()).rstrip("; ") in said for each in more)
    ]
    return _caught(pieces, found)


def _handlers(pieces: Sequence[Piece]) -> dict[int, list[Piece]]:
    """Each with all that stands in it."""
    below = children(pieces)
    return {at: [pieces[each] for each in below[at]] for at, each in enumerate(pieces) if each.kind == "Handler"}


def _does_more(inner: Sequence[Piece]) -> list[Piece]:
    return [each for each in inner if each.words != (b"pass",)]


def _caught(pieces: Sequence[Piece], those: Sequence[int]) -> list[str]:
    return list(dict.fromkeys(q(pieces[at].said or "Exception") for at in those))


def reset(one: State, id_: str) -> frozenset[str]:
    """Names of it that get another value behind their first under a condition: parameters that are set, others that are set again."""
    params = {param.name for param in one.functions[id_].params}
    given = [
        (left[0], piece.parent) for piece in one.pieces(id_) if (left := assigned(piece)) and left[0].isidentifier()
    ]
    often = Counter(name for name, _ in given)
    return frozenset(name for name, above in given if above > 0 and (often[name] > 1 or name in params))


def placed(one: State, id_: str, texts: Sequence[str]) -> Iterator[str]:
    """Statements by their text, each with all that governs it."""
    pieces = one.pieces(id_)
    bare = {" ".join(each.split()).rstrip("; ") for each in texts}
    for at, piece in enumerate(pieces):
        if piece.kind == "Simple" and " ".join(piece.said.split()) in bare:
            yield " ".join(filter(None, (q(piece.said), governing(pieces, at))))


def _leaves(piece: Piece) -> bool:
    return piece.kind in _LEAVING or (piece.kind == "Jump" and getattr(piece.stmt, "keyword", "") == "goto")


def _under(deed: str, under: Sequence[str]) -> str:
    if len(under) < 3:
        return " ".join([deed, *([" or ".join(under)] if under else [])])
    told = under[: _CASES if len(under) > _CASES + 1 else None]
    if all(_PLAINLY.fullmatch(each) for each in told):
        quoted = [each.removeprefix("when ") for each in told]
        named = f"when {', '.join(quoted[:-1])} or {quoted[-1]}"
    else:
        named = ", or ".join(told)
    return f"{deed} {named}{f', and in {len(under) - _CASES} more cases' if len(told) < len(under) else ''}"


def steps(
    one: State, id_: str, every: Sequence[tuple[str, int]], meets: Callable[[int, int], bool] = lambda a, b: True
) -> list[tuple[str, str]]:
    """(what joins it to the one before it, as it is quoted, with the nearest question that it hangs on), each once. every: text, and offset in
    the function; where one of two is done alone, they are joined by `or`, what hangs on one answer by `and`, and by ELSE what is not come to
    where one before it was done. meets: whether the second of two, by their places in every, can be come to from the first."""
    pieces, begin = one.pieces(id_), one.functions[id_].start
    told: dict[str, tuple[str, list[str], list[int]]] = {}
    places: list[int] = []
    last = -1
    for n, (text, start) in enumerate(every):
        said = q(" ".join(text.split()).rstrip("; "), _SHORT)
        here = max(
            (at for at, each in enumerate(pieces) if each.start - begin <= start < each.last - begin), default=-1
        )
        places.append(here)
        if said not in told:
            told[said] = _OR if _either(pieces, last, here) else ", ", [_hangs_on(pieces, here)], [n]
            last = here
        else:
            told[said][2].append(n)
            if (on := _hangs_on(pieces, here)) not in told[said][1]:
                told[said][1].append(on)
    rows = [(joint, said, _any_of(on)) for said, (joint, on, _) in told.items()]
    at_first = [places[those[0]] if len(on) == 1 else -1 for _, on, those in told.values()]
    rounds = [passed(pieces, at) if at > 0 and _loop(pieces, at) > 0 else [] for at in at_first]
    found = [those for _, _, those in told.values()]
    apart = _apart([on for _, _, on in rows], found, lambda a, b: meets(a, b) or _either(pieces, places[a], places[b]))
    rows = told_once(rows, rounds)
    return [
        (
            ELSE if at in apart else " and " if on and at and rows[at - 1][2] == on and joint != _OR else joint,
            f"{said}{on}" if _ends(rows, at) or at + 1 in apart else said,
        )
        for at, (joint, said, on) in enumerate(rows)
    ]


def _apart(on: Sequence[str], places: Sequence[list[int]], meets: Callable[[int, int], bool]) -> set[int]:
    """Which are not come to where one before them, under a question, was done."""
    found, since = set[int](), 0
    for at, those in enumerate(places):
        left = [each for each in range(since, at) if on[each] and len(places[each]) == 1]
        if any(not any(meets(places[each][0], other) for other in those) for each in left):
            found.add(at)
            since = at
    return found


def _any_of(on: Sequence[str]) -> str:
    """What the same step hangs on in several places; "" where it hangs on nothing in one of them."""
    if not all(on):
        return ""
    return " or".join(on) if len(on) <= _PLACES else f"{on[0]} or in {len(on) - 1} more places"


def _ends(rows: Sequence[tuple[str, str, str]], at: int) -> bool:
    """It is the last in a row that hangs on that answer."""
    return at + 1 == len(rows) or rows[at + 1][2] != rows[at][2]


def _hangs_on(pieces: Sequence[Piece], at: int) -> str:
    """The nearest questions, the outer one first, with how many more there are, or the error that is handled; and the nearest loop."""
    found: list[tuple[int, str, str]] = []
    loop, here, further = _loop(pieces, at), at, 0
    while here > 0:
        above, role = pieces[here].parent, pieces[here].role
        if found and pieces[here].kind == "If" and role == "else" and pieces[above].kind == "If":
            here = above  # of a ladder each rung stands for itself, under what all of it stands under
            continue
        if above > 0 and pieces[above].kind == "If" and role in ("then", "else"):
            further += len(found) == _QUESTIONS
            how, _, said = asked(pieces[above].said, role, _SHORT).partition(" ")
            found[:0] = [(above, how, said)] if not further else []
        if above > 0 and pieces[above].kind == "Handler" and len(found) < _QUESTIONS:
            found[:0] = [(above, "on", q(pieces[above].said, _SHORT))] if pieces[above].said else []
            break
        here = above
    if len({how for _, how, _ in found}) == 1 and found[0][1] == "when":
        parts = [(found[-1][0], f"when {' and '.join(said for _, _, said in found)}")]
    else:
        parts = [(above, f"{how} {said}") for above, how, said in found]
    parts += [(loop, f"{within(pieces[loop], 'body')}{_until(pieces, loop)}")] if loop > 0 else []
    parts += passed(pieces, at) if loop > 0 else []
    more = f", behind {further} more question{'s' * (further > 1)}" if further else ""
    return f" {', '.join(said for _, said in sorted(parts))}{more}" if parts else ""


def _loop(pieces: Sequence[Piece], at: int) -> int:
    """The nearest one that it stands in; -1 for none."""
    while at > 0:
        role, at = pieces[at].role, pieces[at].parent
        if at > 0 and pieces[at].kind == "Loop" and role == "body" and within(pieces[at], role):
            return at
    return -1


def _until(pieces: Sequence[Piece], loop: int) -> str:
    """The first question of its rounds that does nothing but end it."""
    at = _ending(Same(pieces)).get(loop, -1)
    return f", until {q(pieces[at].said, _SHORT)}" if at >= 0 else ""


@lru_cache(maxsize=KEPT)
def _ending(whole: Same[Sequence[Piece]]) -> dict[int, int]:
    pieces = whole.value
    below = below_of(whole)
    asking = [
        at for at, piece in enumerate(pieces) if piece.kind == "If" and piece.role == "body" and piece.parent >= 0
    ]
    ends = [at for at in asking if pieces[pieces[at].parent].kind == "Loop" and _only_breaks(pieces, below[at])]
    return {pieces[at].parent: at for at in reversed(ends)}


def _only_breaks(pieces: Sequence[Piece], inside: Sequence[int]) -> bool:
    inner = [pieces[each].stmt for each in inside[:2]]
    return len(inner) == 1 and isinstance(inner[0], Jump) and inner[0].keyword == "break"


def _either(pieces: Sequence[Piece], one: int, other: int) -> bool:
    """Whether they stand in two arms of one question."""
    if min(one, other) < 0:
        return False
    arms = dict(_arms(pieces, one))
    return next((arms[above] != role for above, role in _arms(pieces, other) if above in arms), False)


def _arms(pieces: Sequence[Piece], at: int) -> Iterator[tuple[int, str]]:
    """What it stands under, with the part of it; of a choice the case."""
    while pieces[at].parent >= 0:
        above = pieces[at].parent
        kind = pieces[above].kind
        yield above, pieces[at].role if kind == "If" else f"case {at}" if kind == "Switch" else ""
        at = above
