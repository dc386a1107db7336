"""A sentence of an author with less in it: without examples, then without what stands in brackets."""

from __future__ import annotations

from collections.abc import Iterator
from re import IGNORECASE, Match
from typing import Final

from ..model.pattern import regex

_EXAMPLE: Final = regex(r" \((?:e\.g\.|i\.e\.|for example|for instance|see|cf\.)[^()]{1,100}\)", IGNORECASE)
_BEHIND: Final = regex(
    r"(?<=\w)(?:, (?:e\.g\.|i\.e\.|for example|for instance),? .{1,300}|,? such as:.{1,300}|: ['\"].{1,300})$",
    IGNORECASE,
)  # behind all else: `…, e.g. b'ssh://u@h/p'`
LIMITS: Final = r"(?:(?:but|and) )?(?:unless|if|only|except|excepting|not|never|when|whenever|while|until|as long as|provided|but|without|where)\b"  # a condition
BRACKETED: Final = regex(
    rf"(?<!\bwith)(?<!\bof)(?<!\bto)(?<!\bby)(?<!\bfor)(?<!\bfrom)(?<!\bas)(?<!\bin)(?<!\ban)(?<!\ba)(?<!\bthe)(?<!\bor)(?<!\band) \((?!{LIMITS})[^()]{{1,80}}\)(?=[ ,.;])"
)
_BESIDE: Final = regex(r"([^\s,]{1,40})( \([^()]{1,80}\))(?=[ ,.;])")
_WANTS_MORE: Final = frozenset(
    [
        "each",
        "of",
        "in",
        "to",
        "by",
        "with",
        "for",
        "from",
        "as",
        "and",
        "or",
        "a",
        "an",
        "the",
        "is",
        "are",
        "into",
        "on",
    ]
)


def plainer(doc: str) -> Iterator[str]:
    """As it is, and then with ever less."""
    examples = _EXAMPLE.sub("", doc)
    yield from dict.fromkeys([doc, examples, _BEHIND.sub("", examples), _BESIDE.sub(_bare, examples)])


def _bare(found: Match[str]) -> str:
    """`Open (for writing) a file`; what stands in brackets behind `each` is what it speaks of."""
    return found[0] if found[1].lower() in _WANTS_MORE else found[1]
