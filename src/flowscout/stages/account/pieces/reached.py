"""C and C++: a field, or a local, that is no pointer any more, or is one now: `socket_->close()` is `socket_.close()` because its type says so.

Its declaration is told; what only comes to it by the other sign does nothing otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.account import DECLARATION, FLOW, NEUTRAL, Answer
from ....model.pattern import regex

RULE: Final = "members reached as their type says"
_WORD: Final = regex(r""""(?:\\.|[^"\\]){0,400}+"|'(?:\\.|[^'\\]){0,400}+'|\w++|->|::|[^\s\w]""")
_ENDS: Final = frozenset(("=", "{", "[", ";", "("))


def as_its_type_says(told: Sequence[Answer]) -> Iterator[Answer]:
    fields = {name for one in told if one.how == DECLARATION for name in _typed_otherwise(one)}
    own: dict[str, set[str]] = {}
    for one in told:
        if one.how == FLOW and one.unit and one.sentence.lower().startswith("declares "):
            own.setdefault(one.unit, set()).update(_typed_otherwise(one))
    for one in told:
        names = fields | own.get(one.unit, set()) if one.how == FLOW else set()
        if names and _reached(one, names):
            yield one._replace(how=NEUTRAL, rule=RULE, sentence="", core="")
        else:
            yield one


def _typed_otherwise(one: Answer) -> Iterator[str]:
    """The name of what is declared with another type."""
    was, now = (_declared(side.code) for side in (one.before, one.after))
    if was and now and was[-1] == now[-1] and was != now:
        yield was[-1]


def _declared(code: str) -> list[str]:
    """The words up to the name."""
    words = _WORD.findall(code)
    end = next((at for at, word in enumerate(words) if word in _ENDS), len(words))
    return words[:end] if end > 1 and words[end - 1].isidentifier() else []


def _reached(one: Answer, names: set[str]) -> bool:
    codes = one.before.code, one.after.code
    if not all(codes) or any("…" in code for code in codes):
        return False
    was, now = (_WORD.findall(code) for code in codes)
    return was != now and [*_plain(was, names)] == [*_plain(now, names)]


def _plain(words: Sequence[str], names: set[str]) -> Iterator[str]:
    yield from [
        "." if word == "->" and at and words[at - 1] in names else word for at, word in enumerate(words) if word != ";"
    ]
