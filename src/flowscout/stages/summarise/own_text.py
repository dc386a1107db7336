"""A function's own text, as its sentence quotes it, and what its conditions ask in few words.

A condition is told of names that have one value only: where `r` is set twice, "where r is less than 0" could be either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.facts import FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...model.syntax import Body, Loop, Range, walk
from ...words import english
from ...words.remarks import noise
from . import just, macros
from .asked import brief
from .awaiting import driven, waited
from .left import Left
from .made import LONGEST_CONDITION
from .sets import TEXT, Sets, uncommented

_NAME: Final = regex(r"(?<![\w.>])[^\W\d]\w*+")
_REFUSED: Final = regex(r"not ((?:[\w:]|\.|->){1,60}\([^()]{0,40}\))")  # `not valid()`
_REFUSED_TOO: Final = regex(
    r"(?:(?<=^)|(?<= and )|(?<= or ))not ((?:[\w:]|\.|->){1,60}\([^()]{0,40}\))(?= and | or )|(?<= and )not ((?:[\w:]|\.|->){1,60}\([^()]{0,40}\))$"
)
_ANSWER: Final = regex(r"((?:[\w:]|\.|->){1,60}\([^()]{0,40}\))")


class OwnText:
    """The text of one function, and where its names are set."""

    def __init__(self, facts: FunctionFacts, text: bytes, language: Language, body: Body) -> None:
        self.facts, self.language = facts, english.speaking(language, facts, text.decode("utf-8", "replace"))
        self._text = text
        self._noise = noise(language)
        self.driven = driven(facts, text, language)
        self._params = {param.name.lstrip("*") for param in facts.params}
        self._locals = {
            each.name for each in facts.bindings if each.how != "capture" and each.name.isidentifier()
        } - self._params
        self._sets = Sets(facts, text, self.language, self._noise)
        self._left = Left(body)
        self._loops = [(stmt.start, stmt.end) for stmt in walk(body) if isinstance(stmt, Loop)]
        self._open = macros.governing(body) if language.spelling.casts else frozenset[int]()

    def text(self, start: int, end: int) -> str:
        """As written, comments and layout gone: a digest of tokens does not see them. What `yield` waits for is called."""
        return self._plainly(uncommented(self._text[start:end].decode("utf-8", "replace"), self._noise))

    def _plainly(self, written: str) -> str:
        return waited(written) if self.driven else written

    def raw(self, start: int, end: int) -> str:
        """With its layout; a character is a byte."""
        return self._text[start:end].decode("latin-1")

    def said(self, written: str) -> str:
        """Code as a sentence shows it."""
        return english.expression(written, self.language)

    def words(self, place: Range) -> list[str]:
        """Names that stand by themselves in there."""
        return _NAME.findall(self.text(*place))

    def sets(self, name: str, start: int, end: int) -> int:
        """How often a name is set in there."""
        return sum(1 for at, _ in self._sets.of(name) if start <= at < end)

    def question(
        self,
        test: Range,
        yes: bool = True,
        free: frozenset[str] = frozenset(),
        given: just.GivenBy | None = None,
        about: str = "",
    ) -> str:
        """A condition in few words, "" where it takes more. free: names that stand for each value they have. given: what one of
        them was given right before, which is told in its place, but where `about` speaks of it."""
        written = self.text(*test)
        given = given or just.within(written)
        if given and given.name not in _NAME.findall(about) and self._settled(given.value, test.start, free):
            named = self._asked_of(just.plainly(written), test, yes, free | {given.name})
            if named and (asked := just.told(named, given, self.language, LONGEST_CONDITION)):
                return asked
        return self._asked_of(written, test, yes, free)

    def _asked_of(self, written: str, test: Range, yes: bool, free: frozenset[str]) -> str:
        if test.start in self._open or not self._settled(written, test.start, free):
            return ""
        asked = english.question(written, self.language, negate=not yes, told=True)
        asked = _REFUSED_TOO.sub(r"\1\2 does not hold", asked) if asked else asked
        if refused := _REFUSED.fullmatch(asked or "") or (not asked and not yes and _ANSWER.fullmatch(written)):
            asked = f"{english.expression(refused[1], self.language)} does not hold"
        elif asked and _ANSWER.fullmatch(asked):
            asked = f"{asked} holds"  # else `f() or x does not hold` could be read either way
        return brief(asked or "")

    def _looped(self, sets: Sequence[tuple[int, bool]], at: int) -> bool:
        """Something sets it in a loop that comes back to where it is asked."""
        loops = [each for each in self._loops if each[0] <= at < each[1]] if sets else []
        return any(start <= place < end for start, end in loops for place, _ in sets)

    def _settled(self, written: str, at: int, free: frozenset[str]) -> bool:
        for name in set(_NAME.findall(TEXT.sub("", written))) - free:
            sets = self._sets.of(name)
            if name not in self._locals:  # what came, as long as nothing has set it
                if any(place < at and not self._left.gone(place, at) for place, _ in sets) or self._looped(sets, at):
                    return False
            elif sum(1 for _, trivial in sets if not trivial) > 1:
                return False
        return True
