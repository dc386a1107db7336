"""A unit's answer as what it brings to those who resolve calls: the vocabulary is that of `resolvers.cfamily.compiled`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator

from ...model.compiled import CompilerAnswer, Defined
from ...model.facts import FileFacts
from ...ports import Offer


def offers_of(
    answer: CompilerAnswer,
    paths: Iterable[str],
    facts: Callable[[str], FileFacts | None],
    ids: Callable[[str], tuple[str, ...]],
) -> list[Offer]:
    """For these files. What is defined in a file that nobody analyses means nothing."""
    return sorted({*_offers(answer, paths, facts, ids)})


def _offers(
    answer: CompilerAnswer,
    paths: Iterable[str],
    facts: Callable[[str], FileFacts | None],
    ids: Callable[[str], tuple[str, ...]],
) -> Iterator[Offer]:
    for path in paths:
        called, defined = answer.called.get(path, ()), answer.defined.get(path, ())
        known = facts(path) if called or defined else None
        if known is None:
            continue
        if called:
            yield Offer("compiled", path, answer.path, (json.dumps(called, separators=(",", ":")),))
        named, functions = ids(path) if defined else (), _Functions(known)
        for one in defined:
            position = functions.position(one)
            if position is not None:
                yield Offer("symbol", one.symbol, answer.path, (named[position],))
                yield from (Offer("overriding", above, answer.path, (named[position],)) for above in one.overrides)


class _Functions:
    """Of a file, by the names that the syntax gave them."""

    def __init__(self, facts: FileFacts) -> None:
        self._named: dict[str, list[tuple[int, int, int]]] = {}
        for at, function in enumerate(facts.functions):
            self._named.setdefault(_plain(function.name), []).append((function.start, function.end, at))

    def position(self, one: Defined) -> int | None:
        """Of the smallest of that name that holds the place."""
        around = [
            (end - start, at) for start, end, at in self._named.get(_plain(one.name), ()) if start <= one.offset < end
        ]
        return min(around)[1] if around else None


def _plain(name: str) -> str:
    """Without template arguments and blanks; operators keep their signs."""
    text = name.replace(" ", "")
    return text if text.startswith("operator") else text.partition("<")[0]
