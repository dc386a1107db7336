"""What sentences say of texts that they quote: which came, which are gone, and where such a text stands in the code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

QUOTE = re.compile(r"`([^`]*)`")
_CLAUSE = re.compile(r"\.\s+(?=[A-Z\x00`])|; |, (?:then|nor) |: (?=\x00|[a-z])")
_SHIELDED = re.compile("\x00(\\d+)\x00")
_DEEDS = "calls|does|asserts|deletes|awaits|returns|raises|throws|yields|sets|declares"
_ONE = "\x00\\d+\x00"
_MANY = rf"{_ONE}(?:(?:, | and ){_ONE})*"
_DONE = re.compile(rf"(?i)^(no longer|now(?: also)?) ({_DEEDS}) ({_MANY})(?: to ({_ONE}))?(?=$|[,. (])(.*)$", re.DOTALL)
_STANDS = re.compile(rf"^({_MANY})(?:, | )?(?:is|are) (new|gone)(?=$|[,. (])(.*)$", re.DOTALL)
_OPERATOR = re.compile(r"\w*[^\w\s(\[\"']{1,3}")
_PAIRS = (
    (re.compile(rf"({_ONE}) is now ({_ONE})(?! in the name)"), 0),
    (
        re.compile(
            rf"(?<!when )(?<!unless )({_ONE})(?:, no longer (?:\w+ )?| where it \w+ (?:\w+ )?| in the place of )({_ONE})"
        ),
        1,
    ),
)
_UNDER = re.compile(rf", (?:when|unless|in the loop|in case|in the branch|under) ({_ONE}(?:,? (?:and|or) {_ONE})*)")
_CLOSED = re.compile(r"…[\"')}\]]*$")
CLOSING = (")", "]", "}")
MOST = 400  # characters that a cut stands for


class Claim(NamedTuple):
    """came: told as new. text: what is quoted, `x`, `y` of one that sets. tail: under what."""

    came: bool
    deed: str
    text: tuple[str, ...]
    tail: str


class Pair(NamedTuple):
    was: str
    now: str


def shielded(sentence: str) -> tuple[str, list[str]]:
    """With a number in the place of each quote, and the quotes."""
    quotes: list[str] = []

    def shield(found: re.Match[str]) -> str:
        quotes.append(found[1])
        return f"\0{len(quotes) - 1}\0"

    return QUOTE.sub(shield, sentence), quotes


def pairs(sentence: str) -> Iterator[Pair]:
    """Both quotes of a difference."""
    text, quotes = shielded(sentence)
    for pattern, turned in _PAIRS:
        for found in pattern.finditer(text):
            both = [quotes[int(found[n].strip("\0"))] for n in (1, 2)]
            yield Pair(*(reversed(both) if turned else both))


def under(sentence: str) -> Iterator[str]:
    """What something is said to stand under."""
    text, quotes = shielded(sentence)
    for found in _UNDER.finditer(text):
        yield from (re.sub(r"^(?:else if|elif) ", "", quotes[int(at)]) for at in _SHIELDED.findall(found[1]))


def claims(sentence: str) -> Iterator[Claim]:
    text, quotes = shielded(sentence)
    for clause in _CLAUSE.split(text):
        clause = clause.strip().rstrip(".")
        if found := _DONE.match(clause):
            came, deed, texts, value, tail = found[1].lower() != "no longer", found[2], found[3], found[4], found[5]
        elif found := _STANDS.match(clause):
            came, deed, texts, value, tail = found[2] == "new", "is", found[1], None, found[3]
        else:
            continue
        given = [quotes[int(at)] for at in _SHIELDED.findall(value or "")]
        tail = _SHIELDED.sub(lambda one: f"`{quotes[int(one[1])]}`", tail)
        for at in _SHIELDED.findall(texts):
            if deed == "declares" and not quotes[int(at)].isidentifier():
                continue  # several names behind one type are quoted each with the type
            if (deed == "sets") == bool(given):
                yield Claim(came, deed, (quotes[int(at)], *given), tail)


class Text:
    """Tokens as one text without blanks, in which quotes are looked for."""

    def __init__(self, words: Sequence[bytes]) -> None:
        plain = ["".join(word.decode("utf-8", "replace").split()) for word in words]
        behind = [*plain[1:], ""]
        self.words = [
            "" if word == "," and after in CLOSING else word for word, after in zip(plain, behind, strict=True)
        ]

    @cached_property
    def starts(self) -> list[int]:
        return [*accumulate(map(len, self.words), initial=0)]

    @cached_property
    def tokens(self) -> dict[int, int]:
        return {start: at for at, start in reversed(list(enumerate(self.starts)))}

    @cached_property
    def joined(self) -> str:
        return "".join(self.words)

    def places(self, *quoted: str) -> list[range]:
        """Where it stands, from a token on to the end of one; two quotes are what is set and to what."""
        parts = [_pattern(each) for each in quoted]
        if not all(parts):
            return []
        found, at = [], 0
        pattern = re.compile(_OPERATOR.pattern.join(f"(?:{part})" for part in parts), re.DOTALL)
        while one := pattern.search(self.joined, at):
            at = one.start() + 1
            begin, end = self.tokens.get(one.start(), -1), self.tokens.get(one.end(), -1)
            if begin >= 0 and (end >= 0 or _CLOSED.search(quoted[-1])):
                found.append(range(begin, end if end >= 0 else begin + 1))
        return found


def _pattern(quote: str) -> str:
    return f".{{0,{MOST}}}?".join(
        re.escape("".join(part.split())) for part in _CLOSED.sub("…", quote.rstrip(";")).split("…")
    )
