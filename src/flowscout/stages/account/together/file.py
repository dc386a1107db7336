"""A file at one moment: its functions, and what stands outside of them, each as pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ....model.facts import FileFacts, FunctionFacts
from ....model.language import Language
from ....model.record import NamedTuple
from ..neutral import (
    constants,
)
from ..pieces import nesting
from ..pieces.lexing import LexedSource
from ..pieces.outside import Outside, Unit, braced, indented
from ..pieces.pieces import Piece, function

Names = Mapping[bytes, bytes]


class State(NamedTuple):
    """A file at one moment. functions: those that are units, by id. around: what stands outside of them. lambdas: by their starts.
    language: in which it is written. constants: what the names that the project's differing files declare stand for, None where that is several
    things. own: functions of C's library which the project has its own of, or may have; None where that is not known."""

    source: LexedSource
    functions: Mapping[str, FunctionFacts]
    around: Outside
    inner: tuple[tuple[int, int], ...]
    language: Language
    lambdas: tuple[FunctionFacts, ...] = ()
    constants: constants.Values = MappingProxyType({})
    own: frozenset[str] | None = None

    def body(self, id_: str) -> str:
        """Its words behind its head."""
        facts, head = self.functions[id_], self.pieces(id_)[0]
        own = self.source.within(max(head.end, facts.start), facts.end)
        return b" ".join([self.source.tokens[at].text for at in own]).decode("utf-8", "replace")

    def pieces(self, id_: str) -> tuple[Piece, ...]:
        return self.pieces_of(self.functions[id_])

    def pieces_of(self, facts: FunctionFacts) -> tuple[Piece, ...]:
        inside = nesting.enclosed(self.inner, (facts.start, facts.end))
        return function(self.source, facts, self.around.decorators.get(facts.start, ()), inside)


def state(
    path: str, data: bytes, facts: FileFacts | None, ids: Sequence[str], language: Language, keys: Mapping[str, str]
) -> State:
    """keys: what each function is known by on both sides."""
    source = LexedSource(path, data, language.reading.tokens)
    every = list(zip(ids, facts.functions, strict=True)) if facts else []
    functions = {id_: each for id_, each in every if each.kind not in ("lambda", "module")}
    spans = sorted((each.start, each.end) for each in functions.values())
    outermost = nesting.outermost(spans)
    outer = [Unit(each.start, each.end, keys.get(id_, id_)) for id_, each in functions.items()]
    outer = [unit for unit in outer if (unit.start, unit.end) in outermost]
    around = indented(source, outer) if language.resolver == "python" else braced(source, outer)
    lambdas = sorted([each for _, each in every if each.kind == "lambda"], key=lambda each: (each.start, -each.end))
    return State(source, functions, around, tuple(spans), language, tuple(lambdas))
