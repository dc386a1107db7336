"""A name that is another one now, and that something still speaks of under the old one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Final

from ....model.account import DECLARATION, Answer
from ....model.facts import FunctionFacts
from ..pairing.renames import names
from ..pieces.lexing import LINKS
from ..pieces.quoting import q
from .file import State

RENAMED: Final = "renamed"
_SHOWN: Final = 12


def dangling(told: Iterable[Answer], states: Sequence[State], python: Set[str] = frozenset()) -> Iterator[Answer]:
    """states: of the files that differ, as they are now. python: the paths of those that no file of another language speaks of."""
    for one in told:
        was, now = one.sentence.split("`")[1:4:2] if one.rule == RENAMED and one.sentence.count("`") == 4 else ("", "")
        name = was.encode()
        near = [state for state in states if (state.source.path in python) == (one.place.path in python)]
        places = sorted({*_uses(name, near, now.encode())}) if name and b"." not in name and b":" not in name else []
        yield one._replace(how=DECLARATION, rank=1, sentence=_said(was, now, places)) if places else one


def _said(was: str, now: str, places: Sequence[tuple[str, int, str]]) -> str:
    shown = [f"{q(whose) if whose else path} (line {line})" for path, line, whose in places[:_SHOWN]]
    more = len(places) - len(shown)
    by = " and ".join(filter(None, (", ".join(shown), f"{more} more place{'s' if more > 1 else ''}" if more else "")))
    return f"{q(was)} is now called {q(now)}, and is still spoken of as {q(was)} in {by}."


def _uses(name: bytes, states: Sequence[State], now: bytes) -> Iterator[tuple[str, int, str]]:
    """(path, line, function) of each place; not where the name is one of the file's own, or a local's, or part of the new one."""
    for state in states:
        tokens = state.source.tokens
        found = [at for at, token in enumerate(tokens) if token.text == name and not _of_another(state, at, now)]
        if not found or _declares(state, name):
            continue
        for at in found:
            start = tokens[at].start
            around = [each for each in state.functions.values() if each.start <= start < each.end]
            if not any(
                _binds(each, name) for each in (*around, *[f for f in state.lambdas if f.start <= start < f.end])
            ):
                whose = min(around, key=lambda each: each.end - each.start).name if around else ""
                yield state.source.path, state.source.line(start), whose


def _of_another(state: State, at: int, now: bytes) -> bool:
    """A field, the name of an argument, or what a macro makes the new name of: `NAME(old)`."""
    tokens = state.source.tokens
    made, before, after = (tokens[n].text if 0 <= n < len(tokens) else b"" for n in (at - 2, at - 1, at + 1))
    if before == b"(" and after == b")" and now == made + b"(" + tokens[at].text + b")":
        return True
    return before in LINKS or (after == b"=" and before in (b"(", b","))


def _declares(state: State, name: bytes) -> bool:
    text = name.decode("utf-8", "replace")
    return (
        name in names(state.around)
        or any(each.name == text for each in state.functions.values())
        or any(piece.kind == "Import" and name in piece.words for piece in state.around.pieces)
    )


def _binds(facts: FunctionFacts, name: bytes) -> bool:
    bound = {*[each.name for each in facts.bindings], *[each.name.lstrip("*&") for each in facts.params]}
    return name.decode("utf-8", "replace") in bound
