"""The same call that many functions make now, or no longer, or assert, each with one thing of its own: `check(f, "a")` here, `check(f, "b")`
there.

Which call it is has to be the same, and all that it is given but for one word or text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from ...model.pattern import regex
from ..sentences import listing, of_whom

FEWEST: Final = 3  # functions
CALL: Final = "call"
MOST: Final = 60  # words of a call that is looked at
_CALLS: Final = regex(r"^((?:Now|No longer) (?:calls|asserts) )`([^`\n]{1,400})`([^`\n]{0,8}(?:`[^\n]{0,400})?\.)$")
_WORD: Final = regex(r""""[^"`]{0,200}"|'[^'`]{0,200}'|\w++|[^\s\w]""")
_PLAIN: Final = regex(r"\w[\w.]{2,100}")
_VALUE: Final = regex(r"""["'\w]""")
Key = tuple[object, ...]


def keys(said: Sequence[str], functions: Sequence[int]) -> list[Key]:
    """What each sentence has in common with others, of three functions at least; () for none. functions: of how many each is said."""
    every = [list(_masked(each)) for each in said]
    many, calls = Counter[Key](), Counter[Key]()
    for row, each, count in zip(every, said, functions, strict=True):
        many.update(dict.fromkeys(row, count))
        calls[_call(each)] += count
    best = [max(row, key=lambda key: many[key], default=()) for row in every]
    best = [key if many[key] >= FEWEST else _call(each) for key, each in zip(best, said, strict=True)]
    return [key if key and max(many[key], calls[key]) >= FEWEST else () for key in best]


def own(same: Sequence[str], whole: Sequence[str], names: Sequence[Sequence[str]], key: Key) -> str:
    """The sentence of the first of them, with what is not the same in all; where one word is not all, each call with the functions that make
    it. whole: each of them as it stands, where a sentence cuts it. names: those functions."""
    found = [match for each in same if (match := _CALLS.match(each))]
    if not found:
        return same[0]
    verb, call, under = found[0][1], found[0][2], found[0][3]
    if key[0] == CALL:
        quotes = [code if "…" in each[2] and code else each[2] for each, code in zip(found, whole, strict=False)]
        return f"{verb}{of_whom((f'`{quote}`', who) for quote, who in zip(quotes, names, strict=False))}{under}"
    at = int(str(key[-1]))
    words = list(dict.fromkeys(_words(each[2])[at] for each in found))
    what = "a text" if words[0][:1] in "\"'" else "an argument"
    place = list(islice(_WORD.finditer(call), at + 1))[at].span()
    often = f"{call[: place[0]]}…{call[place[1] :]}"
    return f"{verb}`{often}`, each with {what} of its own: {listing(f'`{each}`' for each in words)}{under}"


def _call(said: str) -> Key:
    """Of a call of a plain name whom it calls, and under what."""
    found = _CALLS.match(said)
    name, opens, _ = found[2].partition("(") if found else ("", "", "")
    return (
        (CALL, found[1], name, found[3])
        if found and opens and _PLAIN.fullmatch(name) and found[2].endswith(")")
        else ()
    )


def _words(code: str) -> list[str]:
    return _WORD.findall(code)[:MOST]


def _masked(said: str) -> Iterator[Key]:
    """Without each of the words that it is given, one by one."""
    found = _CALLS.match(said)
    words = _words(found[2]) if found and "…" not in found[2] else []
    first = words.index("(") if "(" in words[1:] else len(words)
    for at in range(first + 1, len(words)):
        if found and _VALUE.match(words[at]) and words[at - 1] not in (".", "->"):
            yield found[1], found[3], tuple(words[:at]), tuple(words[at + 1 :]), at
