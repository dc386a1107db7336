"""C++: objects that one declaration makes, each from what it is given: `static Option level("level", 3), depth("depth", 5);`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from .outside import CLOSING, OPENING
from .pieces import Piece
from .quoting import both_quoted, joined, q

_FEWEST: Final = 2  # objects of which the one that differs is named
_MOST: Final = 4  # that are told
Words = Sequence[bytes]


def differing(one: Piece, other: Piece) -> str:
    """ "`depth("depth", …)` is made with `6`, no longer with `5`"; "" where it is no such declaration, or all of it may differ."""
    was, now = _made(one.words), _made(other.words)
    if max(len(was), len(now)) < _FEWEST or not was.keys() & now.keys() or one.words[:1] != other.words[:1]:
        return ""
    told = [f"{q(name)} is gone" for name in was if name not in now]
    told += [f"{q(_whole(name, given))} is new" for name, given in now.items() if name not in was]
    for name, given in now.items():
        if was.get(name, given) != given:
            told.append(_otherwise(name, was[name], given))
    return "; ".join(told) if len(told) <= _MOST else ""


def _whole(name: str, given: list[str]) -> str:
    return f"{name}({', '.join(given)})"


def _otherwise(name: str, was: list[str], now: list[str]) -> str:
    apart = [at for at in range(len(now)) if was[at : at + 1] != now[at : at + 1]]
    if len(was) != len(now) or len(apart) != 1:
        old, new = both_quoted(f"({', '.join(was)})", f"({', '.join(now)})")
        return f"{q(name)} is made with {new}, no longer with {old}"
    old, new = both_quoted(was[apart[0]], now[apart[0]])
    shown = f"{name}({now[0]}, …)" if apart[0] else name
    return f"{q(shown)} is made with {new}, no longer with {old}"


def _made(words: Words) -> Mapping[str, list[str]]:
    """{} where something stands there that is no name with brackets."""
    found: dict[str, list[str]] = {}
    for at, part in enumerate(_parts(words[: len(words) - (words[-1:] == (b";",))], b",")):
        cut = part.index(b"(") if b"(" in part else 0
        plain = cut > (at == 0) and part[-1] == b")" and (at == 0 or cut == 1) and b"=" not in part[:cut]
        if not plain or not part[cut - 1].replace(b"_", b"a").isalnum():
            return {}
        found[part[cut - 1].decode("utf-8", "replace")] = [joined(each) for each in _parts(part[cut + 1 : -1], b",")]
    return found


def _parts(words: Words, sign: bytes) -> Iterator[Words]:
    depth, begin = 0, 0
    for at, word in enumerate(words):
        depth += (word in OPENING) - (word in CLOSING)
        if word == sign and not depth:
            yield words[begin:at]
            begin = at + 1
    yield words[begin:]
