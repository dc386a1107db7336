"""What the rules ask of one function: its ops, and the calls and writes that stand in each."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Final

from ...model.bound import BoundFunction
from ...model.calls import Resolved
from ...model.expression import Expression
from ...model.facts import Call, Write
from ...model.flow import BasicBlock, FlowEdge, FunctionCFG, Op
from ...model.language import Language
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.settings import Semantics
from ...model.summary import Effect
from ...model.syntax import If, walk
from ...words import english, names
from ...words.code import Source, parse
from ...words.lexicon import CallClassifier
from ...words.lvalue import Names, names_of, outlives
from ...words.types import unqualified

_NOT_MADE: Final = frozenset({"ref", "decorator", "property", "operator"})
_IN: Final = regex(r"^(?:for\s*+)?\(?(.*?)(?<!\s)(?:\s++in\s++|\s*+:(?!:)\s*+)(.*?)$", re.DOTALL)
_IDENTIFIER: Final = regex(r"[^\W\d]\w*")
QUOTED: Final = regex(r'(?<!\\)(?:"(?:[^"\\]++|\\.)*+"|\'(?:[^\'\\]++|\\.)*+\')', re.DOTALL)
_classifiers: dict[tuple[int, Semantics], tuple[Language, CallClassifier]] = {}


class OpPlace(NamedTuple):
    block: int
    op: int


class MadeCall(NamedTuple):
    """A call that is made. outer: it stands inside no other call of the op."""

    call: Call
    resolved: Resolved | None
    outer: bool


class Scene:
    def __init__(
        self,
        bound: BoundFunction,
        cfg: FunctionCFG,
        resolved: tuple[Resolved, ...],
        language: Language,
        semantics: Semantics,
        effects: Callable[[str], tuple[Effect, ...]],
    ) -> None:
        self.effects = effects
        self.bound, self.cfg, self.language, self.semantics = bound, cfg, language, semantics
        known = {bound.facts.calls[site.site][:3]: site for site in resolved if site.site < len(bound.facts.calls)}
        calls = sorted((c for c in bound.calls if c.kind not in _NOT_MADE), key=lambda c: (c.start, -c.end))
        self._calls = [(call, known.get(call[:3])) for call in calls]
        self._starts = [call.start for call, _ in self._calls]
        self.python = language.spelling.conditional == "if-else"

    def ops(self) -> Iterator[tuple[OpPlace, Op]]:
        for block in self.cfg.blocks:
            for position, op in enumerate(block.ops):
                yield OpPlace(block.id, position), op

    def read(self, start: int, end: int) -> str:
        return self.bound.read(start, end)

    def tree(self, start: int, end: int) -> tuple[Expression, Source]:
        return parse(self.read(start, end), self.language)

    def words(self, start: int, end: int, quoted: bool = False) -> frozenset[str]:
        """The words of all identifiers in a range, small letters; those in strings only if asked for."""
        text = self.read(start, end)
        text = text if quoted else QUOTED.sub(" ", text)
        return frozenset([word for name in _IDENTIFIER.findall(text) for word in names.lower(name)])

    def calls(self, start: int, end: int) -> list[MadeCall]:
        found: list[MadeCall] = []
        reach = -1
        for position in range(bisect_left(self._starts, start), len(self._calls)):
            call, resolved = self._calls[position]
            if call.start >= end:
                break
            found.append(MadeCall(call, resolved, call.end > reach))
            reach = max(reach, call.end)
        return found

    def initialises(self, op: Op) -> bool:
        """A member or base in a constructor's list."""
        if self.bound.facts.kind != "constructor" or self.python:
            return False
        made = self.calls(op.start, op.end)
        return bool(made) and made[0].call.kind == "construct" and made[0].call.start == op.start

    def of_a_class(self, op: Op) -> bool:
        """Of what is initialised: it is a class, so a base (or this class, by another constructor). No member's name has a scope or
        template arguments, and what a member is made by is not called like it."""
        call, resolved, _ = self.calls(op.start, op.end)[0]
        head = self.read(op.start, call.args[0][0] if call.args else op.end).partition("(")[0].partition("{")[0]
        named = f"::{call.name}::{call.name}("
        made = resolved is not None and any(named in f"::{target}" for target in resolved.targets)
        return made or "::" in head or "<" in head

    def writes(self, start: int, end: int) -> list[Write]:
        first, last = (bisect_left(self._written, (place, -1)) for place in (start, end))
        every = self.bound.facts.writes
        return [every[at] for at in sorted(at for _, at in self._written[first:last])]

    @cached_property
    def _written(self) -> list[tuple[int, int]]:
        """Where each write begins, in order, and which it is."""
        return sorted((write.start, at) for at, write in enumerate(self.bound.facts.writes))

    def outlives(self, target: str) -> str:
        return outlives(target, self._names, self.language)

    def each(self, text: str) -> str:
        match = _IN.match(text)
        return (
            english.each(match.group(1), match.group(2), self.language)
            if match
            else f"For each {english.expression(text, self.language)}"
        )

    @property
    def locals(self) -> frozenset[str]:
        return self._names.locals

    def stands_for_more(self, text: str) -> bool:
        """Of C a name alone that is no variable of the function's: `restore_state;` can only be a macro, which does something."""
        name = text.strip("; \t\r\n")
        spelt = self.language.spelling
        known = {*spelt.nulls, *spelt.trues, *spelt.falses, *spelt.self_names}
        if self.python or not _IDENTIFIER.fullmatch(name) or name in known | self.locals:
            return False
        return self.mentions[name] == sum(self.read(op.start, op.end).strip("; \t\r\n") == name for _, op in self.ops())

    @cached_property
    def pointers(self) -> frozenset[str]:
        """Names of this function that hold an address."""
        facts = self.bound.facts
        types = [
            *[(each.name, each.type) for each in facts.bindings],
            *[(p.name.lstrip("*"), p.type) for p in facts.params],
        ]
        return frozenset([name for name, type_ in types if unqualified(type_).endswith("*")])

    def span(self, place: OpPlace) -> tuple[int, int]:
        op = self.block(place.block).ops[place.op]
        return op.start, op.end

    @cached_property
    def mentions(self) -> Mapping[str, int]:
        """In how many ops each identifier stands."""
        texts = {(op.start, op.end): self.read(op.start, op.end) for _, op in self.ops()}
        return Counter([name for text in texts.values() for name in set(_IDENTIFIER.findall(text))])

    @cached_property
    def _names(self) -> Names:
        return names_of(self.bound.facts, self.language)

    @cached_property
    def classifier(self) -> CallClassifier:
        """Made once per language and settings: its answers are remembered."""
        key = (id(self.language.lexicon), self.semantics)
        if key not in _classifiers:
            _classifiers[key] = (self.language, CallClassifier(self.language.lexicon, self.semantics))
        return _classifiers[key][1]

    @cached_property
    def conditions(self) -> dict[int, If]:
        """The `if` of each statement number."""
        known = {(stmt.start, stmt.end): stmt for stmt in walk(self.bound.statements) if isinstance(stmt, If)}
        return {number: known[span] for number, span in enumerate(self.cfg.statements) if span in known}

    @cached_property
    def sources(self) -> dict[int, set[int]]:
        """Where control comes from, by target, dead blocks aside."""
        found: dict[int, set[int]] = {}
        for edge in self.cfg.edges:
            if not self.cfg.blocks[edge.source].dead:
                found.setdefault(edge.target, set()).add(edge.source)
        return found

    @cached_property
    def starts(self) -> list[int]:
        """Where each op begins, in the order of the text."""
        return sorted({op.start for _, op in self.ops()})

    @cached_property
    def edges(self) -> dict[int, list[FlowEdge]]:
        """Edges by source, without those an exception takes."""
        found: dict[int, list[FlowEdge]] = {}
        for edge in self.cfg.edges:
            if edge.kind != "raise":
                found.setdefault(edge.source, []).append(edge)
        return found

    def block(self, number: int) -> BasicBlock:
        return self.cfg.blocks[number]
