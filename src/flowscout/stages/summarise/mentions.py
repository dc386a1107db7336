"""Whether a local is only looked at: asked for in conditions, told of in a log, given back. Such a local is a status, and what it is
given is called for what it does: `if ((error = read(f))) log(error);`, also where all of them are added up: `sum += count`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Set
from typing import Final, TypeGuard

from ...model.facts import Call, FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...model.syntax import Body, If, Jump, Raise, Return, Simple, Stmt, walk
from .sets import uncommented
from .values import looks, uncalled

_NAME: Final = regex(r"(?<![\w.>])[^\W\d]\w*+")
_SET_THERE: Final = regex(r"(?<![\w.>])[^\W\d]\w*+ ?=(?!=)")  # `(error = read(f))` asks what it sets
_ADDED: Final = regex(r"[^\W\d]\w*+ ?\+= ?([^\W\d]\w*+) ?;?")  # `sum += count`
_AWAITED: Final = regex(r"await (\w{1,60})")


class Mentions:
    """Of one function. alone: from where to where stand the statements that are expressions, by their beginning. text: code without
    comments and layout."""

    def __init__(
        self,
        facts: FunctionFacts,
        whole: bytes,
        body: Body,
        alone: Mapping[int, tuple[int, int]],
        noise: re.Pattern[str],
        text: Callable[[int, int], str],
        language: Language,
    ) -> None:
        self._facts, self._whole, self._alone, self._noise, self._text = facts, whole, alone, noise, text
        given = language.spelling.casts
        looked = [
            (part, isinstance(stmt, Return))
            for stmt in walk(body)
            if given or not isinstance(stmt, Return)
            for part in looks(stmt)
        ]
        self._asked = Counter(
            name
            for part, given in looked
            for name in _NAME.findall(_SET_THERE.sub("", text(*part) if given else uncalled(text(*part))))
        )
        self._asked.update(found[1] for each in alone.values() if (found := _AWAITED.fullmatch(text(*each))))
        sums = [stmt for stmt in walk(body) if isinstance(stmt, Simple) and stmt.role == "assign"] if given else []
        self.added = Counter(found[1] for each in sums if (found := _ADDED.fullmatch(text(each.start, each.end))))
        self._asked.update({name: count for name, count in self.added.items() if self._asked[name]})
        self._refused = [(stmt.then[0].start, stmt.then[-1].end, stmt.test) for stmt in walk(body) if _refuses(stmt)]
        self._named: tuple[Counter[str], Counter[str]] | None = None

    def only_asked(self, name: str, sets: int, tells: Callable[[Call], bool]) -> bool:
        """sets: how often it is set. tells: of a call, that it only tells of something."""
        every, told = self._mentioned(tells)
        looked = self._asked[name] + told[name]
        return looked > 0 and every[name] == looked + sets

    def counts(self, written: str, sets: Callable[[str], int], tells: Callable[[Call], bool]) -> bool:
        """It adds up such locals."""
        found = _ADDED.fullmatch(written) if self.added else None
        return found is not None and found[1] in self.added and self.only_asked(found[1], sets(found[1]), tells)

    def _mentioned(self, tells: Callable[[Call], bool]) -> tuple[Counter[str], Counter[str]]:
        """How often each name stands in the function, where it is declared without a value aside; and in what only tells of something."""
        if self._named is None:
            told = [self._alone[each.start] for each in self._facts.calls if each.start in self._alone and tells(each)]
            every = Counter(_NAME.findall(uncommented(self._whole.decode("utf-8", "replace"), self._noise)))
            every.subtract(each.name for each in self._facts.bindings if not each.value)
            named = Counter(name for each in told for name in _NAME.findall(self._text(*each)))
            named.update(
                self._handed({each.start for each in self._facts.calls if each.start in self._alone and tells(each)})
            )
            self._named = every, named
        return self._named

    def _handed(self, told: Set[int]) -> Iterator[str]:
        """What is asked before the function is left, where something done on that way out takes it: `if (rc != OK) { end(h, rc); return; }`."""
        for start, end, test in self._refused:
            asked = set(_NAME.findall(self._text(*test)))
            for at, span in self._alone.items():
                if start <= at < end and at not in told:
                    yield from (name for name in _NAME.findall(self._text(*span)) if name in asked)


def _refuses(stmt: Stmt) -> TypeGuard[If]:
    """A question that is left where the answer is yes, with no other arm."""
    return (
        isinstance(stmt, If)
        and bool(stmt.then)
        and not stmt.orelse
        and isinstance(stmt.then[-1], (Return, Jump, Raise))
    )
