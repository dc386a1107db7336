"""Which of several functions a call means: by the number and types of its arguments, and by what is overridden below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ...model.calls import CANDIDATE_CAP, Resolved
from ...model.facts import Call
from .classes import Candidate, Class
from .evaluate import CodeFrame, Evaluator
from .expression import Expr, read
from .overloads import Argument, Overloads
from .types import Type, read_type

OVERRIDDEN: Final = 0.8
ALIKE: Final = 0.6  # several definitions that cannot be told apart
GUESSED: Final = 0.4
SHOWN: Final = 64
_STEPS: Final = 6


class OverloadChoice:
    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.classes = evaluator.classes
        self.overloads = Overloads(evaluator.classes)
        self._below: dict[tuple[str, str], tuple[Candidate, ...]] = {}

    def chosen(
        self, site: int, candidates: Iterable[Candidate], count: int, given: Sequence[Argument | None] = ()
    ) -> Iterator[Resolved]:
        fitting = self.overloads.narrowed([c for c in candidates if c.takes(count)], given)
        yield from self._sure(fitting, self.edges(site, {fid for c in fitting for fid in c.ids}, set()))

    def dispatched(
        self, site: int, candidates: Iterable[Candidate], call: Call, owner: Class | None, frame: CodeFrame
    ) -> Iterator[Resolved]:
        """`owner`: class of the object where the call is dynamic."""
        listed = list(candidates)
        fitting = [c for c in listed if c.takes(call.argc)] or (listed if len(listed) == 1 else [])
        if len(fitting) > 1 and call.given:
            fitting = self.overloads.narrowed(fitting, self.given(call, frame))
        ids = {fid for c in fitting for fid in c.ids}
        overrides: set[str] = set()
        if owner is not None and fitting and self._virtual(fitting, owner, call.name):
            overrides = self._overrides(owner, call) - ids
        yield from self._sure(fitting, self.edges(site, ids, overrides))

    def _sure(self, fitting: Sequence[Candidate], edges: Iterable[Resolved]) -> Iterator[Resolved]:
        """Any of several overloads may be meant, also one without a body that is seen here."""
        sure = not self.evaluator.scope.cplusplus or all(c.ids for c in fitting)
        for edge in edges:
            yield edge if sure or edge.how != "exact" else edge._replace(how="candidates", confidence=ALIKE)

    def given(self, call: Call, frame: CodeFrame) -> list[Argument | None]:
        """The types of the arguments."""
        return [self._argument(text, frame) for text in call.given]

    def _argument(self, text: str, frame: CodeFrame) -> Argument | None:
        if text in ("true", "false"):
            return Argument(Type("bool"), frame.place)
        if self._several(read(text), frame) or self._hidden(read(text), frame, _STEPS):
            return None
        typed = self.evaluator.read(text, frame)
        return Argument(*typed) if typed is not None else None

    def _several(self, expr: Expr, frame: CodeFrame) -> bool:
        """Whether a call may give values of several types: which overload it means is not known here."""
        while expr.kind in ("deref", "index", "address"):
            expr = expr.parts[0]
        if expr.kind != "call":
            return False
        callee, count = expr.parts[0], len(expr.parts) - 1
        found: Iterable[Candidate] = ()
        if callee.kind == "name":
            found = self.evaluator.functions(callee.text, frame)
        elif callee.kind == "member":
            base = self.evaluator.type_of(callee.parts[0], frame)
            owner = self.evaluator.class_of(base, arrow=callee.extra == "->") if base is not None else None
            held = self.classes.found(owner, callee.text) if owner is not None else None
            found = held[1] if held is not None else ()
        return len({read_type(c.result)._replace(reference=False) for c in found if c.takes(count)}) > 1

    def _hidden(self, expr: Expr, frame: CodeFrame, steps: int) -> bool:
        """Whether a name in it is declared as several types, or made of such a one (`auto m = n`)."""
        if not steps:
            return True
        if expr.kind != "name":
            return any(self._hidden(part, frame, steps - 1) for part in expr.parts)
        if frame.several(expr.text):
            return True
        binding = frame.bound(expr.text)
        made = binding.value if binding is not None and read_type(binding.type).name in ("", "auto") else ""
        return bool(made) and self._hidden(read(made), frame, steps - 1)

    def _virtual(self, fitting: Iterable[Candidate], owner: Class, name: str) -> bool:
        if any(c.flags & {"virtual", "override", "pure"} for c in fitting):
            return True
        return any("virtual" in c.flags for base in self.classes.line(owner) for c in self.classes.members(base, name))

    def _overrides(self, owner: Class, call: Call) -> set[str]:
        key = (owner.key, call.name)
        found = self._below.get(key)
        if found is None:
            found = tuple([c for child in self.classes.below(owner) for c in self.classes.members(child, call.name)])
            self._below[key] = found
        return {fid for candidate in found if candidate.takes(call.argc) for fid in candidate.ids}

    def edges(self, site: int, ids: set[str], overrides: set[str]) -> Iterator[Resolved]:
        everything = ids | overrides
        if not everything:
            return
        if len(everything) > CANDIDATE_CAP:
            shown = everything if len(everything) <= SHOWN else ids if len(ids) == 1 else set()
            yield Resolved(site, tuple(sorted(shown)), "many", GUESSED)
        elif len(everything) == 1 and not overrides:
            yield Resolved(site, tuple(everything), "exact", 1.0)
        else:
            yield Resolved(site, tuple(sorted(everything)), "candidates", OVERRIDDEN if overrides else ALIKE)
