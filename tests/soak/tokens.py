"""Text that is almost real: runs of tokens of one text are spliced into another, dropped, repeated, exchanged.

Random bytes end in the parser, which forgives everything. What is behind it is met by code that parses and that nobody would
write: `_("m");`, a `case` between two functions, a call without a name.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

_TOKEN = re.compile(
    rb"\n[ \t]*|[ \t]+|[A-Za-z_]\w*|\d[\w.]*|\"(?:[^\"\\\n]|\\.){0,200}\"|'(?:[^'\\\n]|\\.){0,200}'"
    rb"|//[^\n]*|#[^\n]*|->|::|<<=?|>>=?|&&|\|\||[-+*/%&|^=!<>]=|\+\+|--|\.\.\.|.", re.DOTALL)  # fmt: skip
ODD: Mapping[str, tuple[bytes, ...]] = {  # what nobody would write, and somebody has
    "word": (b"_", b"__", b"_1", b"A", b"x", b"$", "é".encode(), b"operator", b"new", b"self", b"lambda", b"None", b"not", b"return", b"case", b"Z" * 300),
    "number": (b"0", b"0x", b"1e", b"0b2", b"9" * 400, b"1_0", b"-1"), "string": (b'""', b"''", b'"', b"'\\n'", b'"\\"', b'R"x()x"', b'f"{a}"', b'"%s"'),
    "sign": (b"(", b")", b"()", b"[]", b"{", b"}", b",", b"->", b".", b"::", b"...", b"=", b";", b"*", b"&&", b"?", b":", b"@", b"\\"), "blank": (b"\n", b"\t", b" "),
}  # fmt: skip
LONGEST = 3_000  # tokens of one mutant
RUN = 40  # tokens of a run, at most, but for a few


def tokens(data: bytes) -> list[bytes]:
    return _TOKEN.findall(data)


def lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def kind(token: bytes) -> str:
    """Tokens of one kind may stand for each other."""
    first = token[:1]
    if first.isalpha() or first == b"_":
        return "word"
    if first.isdigit():
        return "number"
    if first in b"\"'":
        return "string"
    return "blank" if not token.strip() else "sign"


class Material:
    """Texts, cut into tokens when they are first drawn from."""

    def __init__(self, texts: Sequence[bytes], cut: Callable[[bytes], list[bytes]] = tokens) -> None:
        self._texts, self._cut = texts, cut
        self._known: dict[int, list[bytes]] = {}

    def __len__(self) -> int:
        return len(self._texts)

    def draw(self, chance: random.Random) -> list[bytes]:
        which = chance.randrange(len(self._texts))
        if which not in self._known:
            if len(self._known) > 400:
                self._known.clear()
            self._known[which] = self._cut(self._texts[which])
        return self._known[which]


def part(whole: list[bytes], chance: random.Random, longest: int = LONGEST) -> list[bytes]:
    """A stretch of a text, all of it where it is short."""
    if len(whole) <= longest:
        return list(whole)
    start = chance.randrange(len(whole) - longest)
    return whole[start : start + longest]


def spliced(base: list[bytes], material: Material, chance: random.Random, edits: int = 12) -> list[bytes]:
    """A few edits of a text's tokens."""
    made = list(base)
    for _ in range(chance.randint(1, edits)):
        a, b = _stretch(made, chance)
        other = material.draw(chance)
        c, d = _stretch(other, chance)
        at = chance.randint(0, len(made))
        match chance.randrange(7):
            case 0:
                del made[a:b]
            case 1:
                made[at:at] = made[a:b]
            case 2:
                made[at:at] = other[c:d]
            case 3:
                made[a:b] = other[c:d]
            case 4:
                run = made[a:b]
                del made[a:b]
                at = min(at, len(made))
                made[at:at] = run
            case 5:
                made = _replaced(made, other, chance)
            case _:
                made[a : a + 1] = []
        made = made[: 2 * LONGEST]
    return made


def _stretch(text: Sequence[bytes], chance: random.Random) -> tuple[int, int]:
    start = chance.randint(0, len(text))
    length = chance.choice((1, 1, 2, 3, 5, 8, 13, RUN, RUN, 4 * RUN))
    return start, min(len(text), start + chance.randint(1, length))


def _replaced(text: list[bytes], other: Sequence[bytes], chance: random.Random) -> list[bytes]:
    """Some tokens give way to tokens of the same kind."""
    near: Mapping[str, list[bytes]] = _by_kind(part(list(other), chance, 400))
    made = list(text)
    for _ in range(min(len(made), chance.randint(1, 10))):
        at = chance.randrange(len(made))
        of_kind = kind(made[at])
        made[at] = chance.choice(ODD[of_kind] if chance.random() < 0.3 else near.get(of_kind) or [made[at]])
    return made


def _by_kind(text: Sequence[bytes]) -> dict[str, list[bytes]]:
    found: dict[str, list[bytes]] = defaultdict(list)
    for token in text:
        found[kind(token)].append(token)
    return found
