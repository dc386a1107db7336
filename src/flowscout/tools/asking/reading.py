"""From a question to what it asks: the form that it is as a whole, and the names in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from .forms import FORMS
from .spelling import reworded
from .tokens import FILLERS, Token, tokens

_SLOTS: Final = frozenset("ABCT")
_NEVER: Final = frozenset(
    ["it", "itself", "this", "that", "these", "those", "them", "they", "he", "she", "one", "ones", "something", "anything", "nothing", "everything", "nobody", "who", "which", "where", "when", "why", "how", "if", "to", "from", "by", "in", "on", "of", "and", "or", "not", "is", "do", "can", "have", "there", "then", "than", "most", "more", "less", "many", "much", "some", "error", "value", "test", "call", "code", "write", "file", "files", "memory", "data", "state", "place", "places", "time", "times"]
)


class Asked(NamedTuple):
    """names: by the slot of the form. place: the folder or file that the question keeps to, "" everywhere. rest: words that are not weighed;
    reread: words with a slip, and what they were read as."""

    kind: str
    names: dict[str, Token]
    place: str = ""
    rest: str = ""
    reread: tuple[tuple[str, str], ...] = ()


def read(question: str) -> Asked | None:
    """None where it is no form as a whole."""
    found = tokens(question)
    return _read(found) or _slipped(found)


def _slipped(found: list[Token]) -> Asked | None:
    meant = reworded(found)
    asked = _read([token for token in meant if token.word not in FILLERS]) if meant != found else None
    return asked and asked._replace(reread=tuple((old.raw, new.word) for old, new in zip(found, meant, strict=True) if old != new))


def _read(found: list[Token]) -> Asked | None:
    asked = _matched(found)
    if asked is None and len(found) > 2 and found[-2].word in ("in", "inside", "within", "under") and _is_path(found[-1]):
        asked = _matched(found[:-2])
        return asked and asked._replace(place=found[-1].raw)
    return asked


def _is_path(token: Token) -> bool:
    return "/" in token.raw or (token.code and "." in token.raw)


def _matched(found: Sequence[Token]) -> Asked | None:
    for kind, parts in _forms():
        names = _fit(parts, found, 0, 0, {})
        if names is not None:
            rest = names.pop("*", None)
            return Asked(kind, names, rest=rest.raw if rest else "")
    return None


@lru_cache(maxsize=1)
def _forms() -> tuple[tuple[str, tuple[tuple[frozenset[str], bool], ...]], ...]:
    return tuple((kind, tuple((frozenset(part.rstrip("?").split("|")), part.endswith("?")) for part in form.split())) for kind, form in FORMS)


def _fit(parts: Sequence[tuple[frozenset[str], bool]], found: Sequence[Token], at: int, here: int, names: dict[str, Token]) -> dict[str, Token] | None:
    """The names, where the parts from `at` on are the tokens from `here` on. A form has no more than a dozen parts."""
    if at == len(parts):
        return names if here == len(found) else None
    words, optional = parts[at]
    if "*" in words:
        return {**names, "*": Token("", " ".join(token.raw for token in found[here:]), False)} if here < len(found) else None
    if here < len(found):
        token = found[here]
        slot = next(iter(words & _SLOTS), "")
        if slot and (token.code if slot == "C" else _may_name(token)):
            made = _fit(parts, found, at + 1, here + 1, {**names, "A" if slot == "C" else slot: token})
        else:
            made = _fit(parts, found, at + 1, here + 1, names) if not token.code and token.word in words else None
        if made is not None:
            return made
    return _fit(parts, found, at + 1, here, names) if optional else None


def _may_name(token: Token) -> bool:
    return token.code or (token.raw.isidentifier() and token.raw.lower() not in _NEVER)
