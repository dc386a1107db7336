"""C and C++: what a new macro does whose body is too long to be quoted: what it adds to another macro of the file, or what it calls, and when.

`#define SET_ALL(s)` is new: does what `SET` does, and calls `update_all()` when `s`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ....model.pattern import regex
from ....model.record import NamedTuple
from ....words.ticks import inside
from ..pieces.pieces import Piece
from ..pieces.quoting import alone, q

_HEAD: Final = regex(r"# *define +(\w{1,120})(\([^()]{0,200}\))?")
NEAR: Final = 40  # pieces in which another one is looked for
_SHOWN: Final = 4  # calls
_FEW: Final = 2  # of them
_FEWEST: Final = 6  # words that two bodies share
_ASKING: Final = frozenset((b"if", b"for", b"while", b"switch"))
_NO_CALLS: Final = frozenset((*_ASKING, b"return", b"sizeof", b"do", b"else", b"case", b"goto", b"defined"))
_SIGNS: Final = frozenset((b";", b"{", b"}"))
Words = tuple[bytes, ...]
Macro = tuple[Words, str]  # by its words and as it is written


class _Call(NamedTuple):
    said: str
    asked: tuple[str, ...]
    at: int


def name_alone(said: str) -> str:
    """`#define SET_ALL(s)`."""
    found = _HEAD.match(said)
    return found[0] if found else ""


def of_piece(pieces: Sequence[Piece], at: int) -> str:
    here, beside = pieces[at], pieces[max(0, at - NEAR) : at + NEAR]
    return does((here.words, here.said), [(one.words, one.said) for one in beside if one.kind == "Define"])


def does(macro: Macro, others: Sequence[Macro]) -> str:
    """ "" of a macro that is quoted whole, and of one that calls nothing for sure. others: those near it."""
    words, said = macro
    if not name_alone(said) or q(said) == f"`{inside(said)}`":
        return ""
    body = _body(macro)
    calls = _calls(body, _written(macro, len(words) - len(body)))
    like, start = _like(macro, others, body)
    own = [each for each in calls if each.at >= start]
    if not own:
        return ""
    quoted = alone if len(own) <= _FEW else q  # of a few what they are given is what they are about
    told = [f"calls {quoted(each.said)}{_when(each)}" for each in own[:_SHOWN]]
    told += [f"and makes {len(own) - _SHOWN} more"] if len(own) > _SHOWN else []
    return f"{f'does what `{like}` does, and ' * bool(like)}{'; '.join(told)}"


def _when(call: _Call) -> str:
    return f" when {' and '.join(map(q, call.asked))}" if call.asked else ""


def _body(macro: Macro) -> Words:
    words, said = macro
    head = _HEAD.match(said)
    return tuple(words[words.index(b")", 3) + 1 if head and head[2] and b")" in words[3:] else 3 :])


def _parameters(said: str) -> str:
    head = _HEAD.match(said)
    return "".join((head[2] or "").split()) if head else ""


def _like(macro: Macro, others: Sequence[Macro], body: Words) -> tuple[str, int]:
    """The macro of the file, given the same, whose whole body this one begins with, and where it goes on."""
    for other in others:
        if name_alone(other[1]) and _parameters(other[1]) == _parameters(macro[1]):
            before = _body(other)
            if _FEWEST <= len(before) < len(body) and body[: len(before)] == before:
                return other[0][2].decode("utf-8", "replace"), len(before)
    return "", 0


def _written(macro: Macro, first: int) -> Callable[[int, int], str]:
    """How the words of the body from one to the next stand in the text."""
    places: list[int] = []
    at = 0
    words, said = macro
    for word in words:
        text = word.decode("utf-8", "replace")
        at = max(said.find(text, at), at)
        places.append(at)
        at += len(text)

    def written(start: int, end: int) -> str:
        last = first + end - 1
        return said[places[first + start] : places[last] + len(words[last].decode("utf-8", "replace"))]

    return written


def _calls(body: Words, written: Callable[[int, int], str]) -> list[_Call]:
    """Calls that are statements of their own, each under the questions of the macro that it stands under; none where a block is a loop."""
    found: list[_Call] = []
    above: list[str | None] = []  # of each open brace what is asked before it, "" of nothing, None of what is not known
    asked: list[str | None] = []  # of a statement without braces
    at = 0
    while at < len(body):
        word = body[at]
        if word == b"{":
            above.append(asked[-1] if len(asked) == 1 else None if asked else "")
            asked, at = [], at + 1
        elif word == b"}":
            above, asked, at = above[:-1], [], at + 1
        elif word in _ASKING and body[at + 1 : at + 2] == (b"(",):
            end = _closing(body, at + 1)
            asked.append(written(at + 2, end - 1) if word == b"if" and end - at > 3 else None)
            at = end
        elif word in (b"do", b"else") and word == b"else":
            asked, at = [None], at + 1
            if body[at : at + 1] == (b"if",):
                asked = []
        elif word == b"do":
            at += 1
        else:
            end = next((n for n in range(at, len(body)) if body[n] in _SIGNS), len(body))
            governing = [*above, *asked]
            if _is_call(body[at:end]) and None not in governing:
                found.append(_Call(written(at, end), tuple(each for each in governing if each), at))
            asked = [] if body[end : end + 1] != (b"{",) else asked
            at = end + (body[end : end + 1] == (b";",))
    return found


def _is_call(words: Words) -> bool:
    named = len(words) > 2 and words[0] not in _NO_CALLS and words[0].replace(b"_", b"a").isalnum()
    return named and words[1] == b"(" and _closing(words, 1) == len(words)


def _closing(words: Words, at: int) -> int:
    """Behind the bracket that closes the one here."""
    depth = 0
    for n in range(at, len(words)):
        depth += (words[n] in (b"(", b"[")) - (words[n] in (b")", b"]"))
        if not depth:
            return n + 1
    return len(words)
