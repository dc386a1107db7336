"""Python: which names a module has, and which are read of the modules that a file's names stand for."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Final

from ..pieces.scoping import MODULE, Scopes, scopes
from .file import State

_ANY: Final = (
    b"__getattr__",
    b"setattr",
    b"__dict__",
    b"__import__",
    b"import_module",
)  # by which a module may have any name


def names_lost(old: State, new: State) -> frozenset[str]:
    """Names that stood in a module itself and stand nowhere in it now."""
    was, now = _scopes(old), _scopes(new)
    if not was.known or not _says_all(new, now):
        return frozenset()
    lost = was.bound.get(MODULE, frozenset()) - {name for own in now.bound.values() for name in own}
    return frozenset(name.decode("utf-8", "replace") for name in lost)


def has_name(state: State, name: str) -> bool:
    """True where that cannot be known."""
    own = _scopes(state)
    return name.startswith("__") or not _says_all(state, own) or own.binds(name.encode())


def bound_once(state: State, name: str) -> bool:
    """Whether a file binds a name by one import, and no function of it binds another one of that name."""
    tokens, word = state.source.tokens, name.encode()
    others = [at for at, token in enumerate(tokens) if token.text == word and at + 1 < len(tokens)]
    set_ = any(tokens[at + 1].text in (b"=", b":=", b"in") and tokens[at - 1].text not in (b"(", b",") for at in others)
    parameters = {each.name.lstrip("*") for facts in state.functions.values() for each in facts.params}
    as_ = sum(at > 0 and tokens[at - 1].text == b"as" for at in others)
    return not set_ and name not in parameters and as_ <= 1


def fields_of(state: State, names: Set[str]) -> Iterator[tuple[str, str, int]]:
    """(name, field, line) of each `name.field` that is read."""
    tokens = state.source.tokens
    for at in range(len(tokens) - 2):
        text = tokens[at].text.decode("utf-8", "replace")
        if (
            text in names
            and tokens[at + 1].text == b"."
            and (not at or tokens[at - 1].text not in (b".", b"import", b"from"))
        ):
            after = tokens[at + 3].text if at + 3 < len(tokens) else b""
            if after not in (b"=", b":"):
                yield text, tokens[at + 2].text.decode("utf-8", "replace"), state.source.line(tokens[at].start)


def _scopes(state: State) -> Scopes:
    return scopes(state.source, [(each.start, each.end) for each in state.functions.values()])


def _says_all(state: State, own: Scopes) -> bool:
    return own.known and not any(token.text in _ANY for token in state.source.tokens)
