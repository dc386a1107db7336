"""Macros at a call site: what their replacement calls is called there.

A macro may be defined several times, under `#if`: one of those holds. One that does nothing takes no call away, as what
stands under `#if` in a function is called all the same, unless it is what stands as a rule. What a parameter stands for is known only where the
macro is used within another one, which says so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final

from ...model.calls import CANDIDATE_CAP, Resolved
from ...model.facts import Call
from ...model.macro_values import chosen, given_back, handed
from ...model.pattern import regex
from .choosing import ALIKE
from .evaluate import CodeFrame, Evaluator
from .scope import free_functions

DEEPEST: Final = 4
_IDLE = regex(r"(?:[\s(){};<>]|(?:void|do|while|0|static_cast)\b)*+\Z")
_HEAD = regex(r"[\s(*&]*+([A-Za-z_]\w*)")

_Resolve = Callable[[int, Call, CodeFrame, int], Iterable[Resolved]]


class MacroText:
    """One definition, as it is offered. alias: the name that is the value of one without parameters."""

    __slots__ = ("alias", "calls", "idle", "params", "path", "text")

    def __init__(self, value: tuple[str, ...], path: str) -> None:
        self.path, self.text = path, value[2]
        self.params = tuple(value[1].split(",")) if value[1] not in ("-", "") else ()
        self.alias = given_back(value[2]) if value[1] == "-" else ""
        self.calls = () if self.alias == value[2] else _written(value[5])
        self.idle = not self.calls and _IDLE.match(value[2]) is not None


class Replacements:
    def __init__(self, evaluator: Evaluator, resolve: _Resolve) -> None:
        self.classes = evaluator.classes
        self.evaluator = evaluator
        self.resolve = resolve
        self._known: dict[str, list[MacroText]] = {}

    def of(self, name: str) -> list[MacroText]:
        """The macros a call may be a use of: its own file's, else those of an included one."""
        known = self._known.get(name)
        if known is None:
            near = self.classes.visibility.nearest(self.classes.lookup("macro", name))
            seen = near if near and self.classes.visibility.sees(near[0].path) else ()
            known = self._known[name] = [
                MacroText(o.value, o.path)
                for o in seen
                if o.value[1] != "-" or o.value[2].isidentifier() or o.value[5] != "[]"
            ]
        return known

    def expanded(
        self, site: int, call: Call, macros: list[MacroText], frame: CodeFrame, depth: int
    ) -> Iterator[Resolved]:
        """The calls of a replacement, as if written at the site; of several replacements one holds."""
        own = self._own(call, macros, frame)
        if own:
            yield Resolved(site, own, "candidates", ALIKE)
        sure = not own and (len(macros) < 2 or self._alone(call.name, macros))
        for macro in macros:
            for found in self._replaced(site, call, macro, frame, depth):
                yield found if sure or found.how != "exact" else found._replace(how="candidates", confidence=ALIKE)

    def _alone(self, name: str, macros: list[MacroText]) -> bool:
        """Whether one definition is what stands as a rule, and all others do nothing."""
        acting = [macro for macro in macros if not macro.idle]
        if len(acting) != 1 or any(macro.path != acting[0].path for macro in macros):
            return False
        usual = [o.value[0] for o in self.classes.lookup("usual", name) if o.path == acting[0].path]
        return usual == [acting[0].text]

    def _unusual(self, name: str, macros: list[MacroText]) -> bool:
        unusual = {(o.path, o.value[0]) for o in self.classes.lookup("unusual", name)}
        return all((macro.path, macro.text) in unusual for macro in macros)

    def _idles(self, name: str, macros: list[MacroText]) -> bool:
        idle = [macro.path for macro in macros if macro.idle]
        offers = free_functions(self.classes.lookup, name, idle) if idle else ()
        return any(offer.path in idle for offer in offers)

    def _own(self, call: Call, macros: list[MacroText], frame: CodeFrame) -> tuple[str, ...]:
        """Functions that are called what is another name here: where they are written it is none, and where only an unusual
        build has the macro neither. Nor is it where a file has a function, and nothing in its place in another build."""
        renamed = any(macro.alias for macro in macros) or self._unusual(call.name, macros)
        if not renamed and not self._idles(call.name, macros):
            return ()
        found = {fid for c in self.evaluator.functions(call.name, frame) if c.takes(call.argc) for fid in c.ids}
        return tuple(sorted(found)) if len(found) <= CANDIDATE_CAP else ()

    def _replaced(self, site: int, call: Call, macro: MacroText, frame: CodeFrame, depth: int) -> Iterator[Resolved]:
        if macro.alias:
            if macro.alias != call.name:
                yield from self.resolve(site, call._replace(name=macro.alias), frame, depth + 1)
        elif not macro.params:
            other, names = handed(macro.text)
            for name in sorted(
                {chosen(each.params, each.text, names) for each in self.of(other)} - {""} if other else ()
            ):
                yield from self.resolve(site, call._replace(name=name), frame, depth + 1)
        for inner in macro.calls:
            if inner.name != call.name and (filled := _filled(inner, macro.params, call)) is not None:
                yield from self.resolve(site, filled, frame, depth + 1)


def _filled(inner: Call, params: tuple[str, ...], use: Call) -> Call | None:
    """With what the use gives for a parameter that something is called on; None where the parameter itself is called."""
    if not params or (not inner.receiver and inner.name not in params):
        return inner
    if not inner.sep:
        return None if inner.name in params else inner
    head = _HEAD.match(inner.receiver)
    if head is None or head[1] not in params:
        return inner
    at = params.index(head[1])
    given = use.given[at] if at < len(use.given) and inner.receiver == head[1] else ""
    return inner._replace(receiver=given)


@lru_cache(maxsize=1024)
def _written(calls: str) -> tuple[Call, ...]:
    """The calls of a macro's replacement."""
    return tuple([Call(*row) for row in json.loads(calls)])
