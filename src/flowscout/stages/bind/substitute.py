"""One macro's replacement with its arguments in place: text to text, and where every offset went."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from typing import Final

from ...model.pattern import regex
from ...model.record import NamedTuple

_TOKEN: Final = regex(
    r"(?P<literal>(?<!\\)(?:\"(?:[^\"\\]++|\\.)*+\"|'(?:[^'\\]++|\\.)*+')|//[^\n]*|/\*.*?(?:\*/|\Z))|(?P<paste>(?:(?<!\s)\s++)?+##\s*+)"
    r"|\#\s*+(?P<quoted>[A-Za-z_]\w*)|(?P<name>[A-Za-z_]\w*)",
    re.DOTALL,
)


_BRACKET: Final = regex(rb"[(){}\[\],]|(?<!\\)(?:\"(?:[^\"\\]++|\\.)*+\"|'(?:[^'\\]++|\\.)*+')")


class Substituted(NamedTuple):
    """text: in bytes. cuts: (offset in the replacement, how much longer the text is from there on), ascending.

    places: (argument's name, offset in the new text) for every place where an argument stands as code.
    """

    text: bytes
    cuts: tuple[tuple[int, int], ...]
    places: tuple[tuple[str, int], ...]

    def moved(self, offset: int) -> int:
        """Where an offset of the replacement is now; what starts with an argument still does."""
        at = bisect_left(self.cuts, (offset, -1 << 60))
        return offset + (self.cuts[at - 1][1] if at else 0)


def fill(replacement: str, arguments: Mapping[str, bytes]) -> Substituted:
    pieces: list[bytes] = []
    cuts: list[tuple[int, int]] = []
    places: list[tuple[str, int]] = []
    done, read, size = 0, 0, 0
    for token in _TOKEN.finditer(replacement):
        new = _replaced(token, arguments)
        if new is None:
            continue
        before, old = replacement[done : token.start()].encode(), token[0].encode()
        pieces += [before, new]
        read += len(before)
        if token["name"]:
            places.append((token["name"], size + len(before)))
        size += len(before) + len(new)
        cuts.append((read, size - read - len(old)))
        read += len(old)
        done = token.end()
    pieces.append(replacement[done:].encode())
    return Substituted(b"".join(pieces), tuple(cuts), tuple(places))


def _replaced(token: re.Match[str], arguments: Mapping[str, bytes]) -> bytes | None:
    if token["paste"]:
        return b""
    if token["quoted"] in arguments:
        return b'"' + arguments[token["quoted"]].replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'"'
    return arguments.get(token["name"])


def split(text: bytes | bytearray, start: int, end: int) -> tuple[tuple[int, int], ...]:
    """Where the arguments of the call at [start, end) stand."""
    opened = text.find(b"(", start, end)
    if opened < 0:
        return ()
    spans, depth, first = [], 0, opened + 1
    for token in _BRACKET.finditer(text, opened, end):
        depth += (token[0] in b"([{") - (token[0] in b")]}")
        if depth == 0 or (depth == 1 and token[0] == b","):
            spans.append((first, token.start()))
            first = token.end()
        if depth == 0:
            break
    return tuple(spans) if len(spans) != 1 or text[spans[0][0] : spans[0][1]].strip() else ()


def named(params: tuple[str, ...], given: list[bytes]) -> dict[str, bytes]:
    """Arguments by parameter; a variadic one takes the rest."""
    if params and params[-1].endswith("..."):
        fixed, rest = params[:-1], b", ".join(given[len(params) - 1 :])
        name = params[-1].removesuffix("...").strip() or "__VA_ARGS__"
        return {**named(fixed, given), name: rest}
    return {param: given[at] if at < len(given) else b"" for at, param in enumerate(params)}
