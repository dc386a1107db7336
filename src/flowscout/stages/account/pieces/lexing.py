"""A file as tokens, layout and comments aside; what a token is the language says (`TOKENS` of its `plugin.py`)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property, partial
from re import DOTALL

from ....model.pattern import regex
from ....model.record import NamedTuple
from ....words.closing import squeezed

QUOTES = (b'"', b"'")
LINKS = frozenset((b".", b"->", b"::"))  # before the name of what belongs to somebody
QUOTED = 1_000  # characters of code that are kept


class Token(NamedTuple):
    text: bytes
    start: int
    end: int


def tokens(data: bytes, pattern: bytes) -> tuple[Token, ...]:
    """pattern: of a language (`Reading.tokens`); its group 1 is a token."""
    spans = [found.span(1) for found in regex(pattern, DOTALL).finditer(data)]
    made = partial(
        tuple.__new__, Token
    )  # a file has thousands, and a constructor of our own takes longer than the search
    return tuple(map(made, [(data[start:end], start, end) for start, end in spans if start < end]))


_ASKS, _GOES_ON = frozenset((b"if", b"ifdef", b"ifndef")), frozenset((b"else", b"elif", b"elifdef", b"elifndef"))
_NOTHING = regex(rb"[ \t]{0,200}#[ \t]{0,20}if[ \t]{1,20}(?:0|\(0\)|FALSE)[ \t\r]{0,200}(?:/[/*][^\n]{0,400})?")
_LINE = regex(rb"[ \t]{0,200}#[ \t]{0,20}(if|else|elif|endif)")
_OPENING, _CLOSING = (b"(", b"["), (b")", b"]")
_SEVERAL = (b'"""', b"'''")
_RAW = regex(rb"\A[bBfFtTuU]?[rR][bBfFtT]?")
_ESCAPED = regex(rb"\\[\s\S]")
END_OF_LINE = "⏎".encode()
BEFORE = 8  # tokens
INTO = 24  # bytes of a long token before what differs


class LexedSource:
    """The bytes of a file with its tokens and lines."""

    def __init__(self, path: str, data: bytes, pattern: bytes) -> None:
        self.path, self.data = path, data
        self.tokens = tokens(data, pattern)
        self.starts = [token.start for token in self.tokens]

    @cached_property
    def rows(self) -> Sequence[int]:
        found, at = [0], self.data.find(b"\n")
        while at >= 0:
            found.append(at + 1)
            at = self.data.find(b"\n", at + 1)
        return found

    def line(self, offset: int) -> int:
        return bisect_right(self.rows, offset)

    def column(self, offset: int) -> int:
        begin = self.rows[self.line(offset) - 1]
        return len(self.data[begin:offset].expandtabs())

    @cached_property
    def words(self) -> frozenset[bytes]:
        """What stands anywhere in it."""
        return frozenset([token.text for token in self.tokens])

    @cached_property
    def unbuilt(self) -> frozenset[int]:
        """C and C++: lines under `#if 0`, which no build has, with those that ask; from 1."""
        if b"#" not in self.data or self.path.endswith((".py", ".pyi")):
            return frozenset()
        found: list[int] = []
        depth = 0  # of what is asked within
        for at, row in enumerate(self.data.split(b"\n"), 1):
            asks = _LINE.match(row)
            if not depth:
                if asks is None or not _NOTHING.fullmatch(row):
                    continue
                depth = 1
            elif asks:
                depth += (asks[1] == b"if") - (asks[1] == b"endif")
                depth = 0 if depth == 1 and asks[1] in (b"else", b"elif") else depth
            found.append(at)
        return frozenset(found) if not depth else frozenset()

    @cached_property
    def asking(self) -> tuple[Sequence[int], Sequence[tuple[bytes, ...]]]:
        """C and C++: from where on which lines of `#if` are open, whatever they cut through."""
        places, stacks, open_ = [0], list[tuple[bytes, ...]]([()]), list[bytes]()
        for at, token in enumerate(self.tokens):
            begins = token.text == b"#" and (not at or self.line(self.starts[at - 1]) < self.line(token.start))
            word = self.tokens[at + 1].text if begins and at + 1 < len(self.tokens) else b""
            if word not in _ASKS and word not in _GOES_ON and word != b"endif":
                continue
            own = b" ".join(self.on(self.line(token.start), self.line(token.start))[1:])
            last = [open_.pop()] if word not in _ASKS and open_ else []
            open_ += [] if word == b"endif" else [own if word in _ASKS else b" ".join([*last, own])]
            places.append(token.start)
            stacks.append(tuple(open_))
        return places, stacks

    def asked(self, offset: int) -> tuple[bytes, ...]:
        places, stacks = self.asking
        return stacks[bisect_right(places, offset) - 1]

    def asked_on(self, line: int) -> tuple[bytes, ...]:
        return self.asked(self.rows[line - 1])

    def lines_round(self, offset: int) -> tuple[int, int]:
        """From the line that opened the innermost of them to the end of the one that closes it."""
        places, stacks = self.asking
        at = bisect_right(places, offset) - 1
        depth = len(stacks[at])
        while at > 0 and len(stacks[at - 1]) >= depth:
            at -= 1
        begin = places[at]
        while at < len(stacks) - 1 and len(stacks[at]) >= depth:
            at += 1
        last = places[at] if len(stacks[at]) < depth else len(self.data)
        line = self.line(last)
        return begin, self.rows[line] if line < len(self.rows) else len(self.data)

    def within(self, start: int, end: int) -> range:
        """Positions of the tokens in a range of bytes."""
        return range(bisect_left(self.starts, start), bisect_left(self.starts, end))

    def on(self, first: int, last: int) -> list[bytes]:
        """Tokens that begin on these lines."""
        return [self.tokens[at].text for at in self.places_on(first, last)]

    def places_on(self, first: int, last: int) -> Sequence[int]:
        """Positions of these."""
        if last < first:
            return ()
        end = self.rows[last] if last < len(self.rows) else len(self.data)
        return self.within(self.rows[first - 1], end)

    def goes_on(self, line: int) -> bool:
        """Whether it begins within a token: a text of several lines."""
        begin = self.rows[line - 1]
        before = self.within(0, begin)
        return len(before) > 0 and self.tokens[before.stop - 1].end > begin

    def text(self, start: int, end: int) -> str:
        return shown(self._bare(start, end))

    def _bare(self, start: int, end: int) -> bytes:
        """What stands there, without comments: of what lies between two tokens nothing but blanks is kept."""
        end = min(end, start + 8 * QUOTED)
        own = self.within(start, end)
        begun = self.tokens[own.start - 1].end if own.start else start
        behind = max(start, min(begun, end))
        found = self.data[start:behind]
        for at in own:
            token = self.tokens[at]
            gap = self.data[behind : token.start]
            if b"\n" in gap and not gap.strip() and (token.text in _CLOSING or found[-1:] in _OPENING):
                gap = b""  # brackets on lines of their own
            found += (b" " if gap.strip() else gap) + in_a_line(
                self.data[token.start : min(token.end, end)], self.touching(at)
            )
            behind = token.end
        rest = self.data[behind:end]
        return found + rest if not found or not rest.strip() else found

    def touching(self, at: int) -> bytes:
        """The token that ends right where another begins, as the prefix of a text does."""
        before = self.tokens[at - 1] if at else None
        return before.text if before and before.end == self.tokens[at].start else b""

    def window(self, start: int, end: int, same: int, into: int = 0) -> str:
        """Of a long text what stands from a bit before its token at `same` on. into: bytes of that token that are the same."""
        own = self.within(start, end)
        if into > INTO and len(own) > same:
            first = self.starts[own[same]] + into - INTO
            return f"… {shown(self._bare(first, end))}"
        first = self.starts[own[max(0, same - BEFORE)]] if len(own) > same > BEFORE else start
        return ("… " if first > start else "") + shown(self._bare(first, end))


def in_a_line(token: bytes, before: bytes = b"") -> bytes:
    """A text of several lines with its ends of lines, so that it can be found. before: the token right before it; a raw text has no word for an
    end of line."""
    if b"\n" not in token or token[-3:] not in _SEVERAL:
        return token
    token = token.replace(b"\r\n", b"\n")
    if _RAW.fullmatch(before):
        return token.replace(b"\n", END_OF_LINE)
    return (
        _ESCAPED.sub(lambda found: found[0].replace(b"\\\n", b""), token).replace(b"\n", b"\\n").replace(b"\t", b"\\t")
    )


def shown(data: bytes) -> str:
    text = squeezed(data[: 8 * QUOTED].decode("utf-8", "replace"))
    return text if len(text) <= QUOTED else text[: QUOTED - 1].rstrip() + "…"
