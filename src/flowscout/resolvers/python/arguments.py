"""What a parameter without an annotation may be: the arguments of the calls that reach its function."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from . import passing
from .expression import read
from .frames import Frame
from .passing import Passed
from .scope import module_frame
from .values import NOTHING, RAW, Value, Values, union

if TYPE_CHECKING:
    from .evaluate import Evaluator

_MOST: Final = 96  # arguments looked at for one parameter
_CREATORS: Final = frozenset({"__init__", "__new__"})


class Arguments:
    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._here: dict[str, list[Passed]] | None = None

    def given(self, name: str, frame: Frame) -> Values:
        """Values of the arguments for a parameter, as far as calls of its function are known."""
        names = [parameter[0] for parameter in frame.params]
        if name not in names or frame.receiver == name:
            return NOTHING
        slot = names.index(name) - bool(frame.receiver)
        callee = _called_as(frame)
        if callee == "<lambda>":
            callee = self._variable_of(frame)
        found = [self._value(item) for item in self._items(callee, name, slot, frame)]
        if slot == 0 and frame.outer:
            outer = self._evaluator.frames.frame(frame.outer)
            if _called_as(frame) in outer.returns:
                found += [self._value(item) for item in self._items(_called_as(outer), "@", -1, outer)]
        return union(found)

    def _variable_of(self, frame: Frame) -> str:
        """The variable a lambda was assigned to, "" for none."""
        outer = self._evaluator.frames.outer(frame)
        for name, sources in outer.names.items() if outer is not None else ():
            if any(text == frame.key for how, _, text, _ in sources if how == "function"):
                return name
        return ""

    def _items(self, callee: str, name: str, slot: int, frame: Frame) -> Iterator[tuple[str, str, str]]:
        """(id, text, frame) of what goes into the slot, from this file and from others."""
        if not callee:
            return
        wanted = {name, str(slot)}
        scope = self._evaluator.scope
        here = [item for item in self._in_file().get(callee, ()) if item.slot in wanted]
        offers = self._evaluator.lookup("passed", callee)
        there = [o.value for o in offers if o.value[1] in wanted and o.path != scope.path]
        if len(here) + len(there) > _MOST:
            return
        alone = self._only(callee)
        for item in here:
            key = scope.ids[item.position] if item.position >= 0 else module_frame(scope.path)
            if alone or self._means(item.receiver, callee, key, frame):
                yield item.id, item.text, key
        for fid, _, text, key, receiver in there:
            if alone or self._means(receiver, callee, key, frame):
                yield fid, text, key

    def _only(self, callee: str) -> bool:
        """Whether one function or class alone bears that name."""
        found = [o for kind in ("function", "method", "type") for o in self._evaluator.lookup(kind, callee)]
        return len(found) < 2

    def _means(self, receiver: str, callee: str, key: str, frame: Frame) -> bool:
        evaluator = self._evaluator
        caller = evaluator.frames.frame(key)
        text = f"{receiver}.{callee}" if receiver else callee
        wanted = {frame.key, frame.owner} - {""}
        return any(v.key in wanted for v in evaluator.read(text, caller) if v.kind in ("function", "class"))

    def _value(self, item: tuple[str, str, str]) -> Values:
        fid, text, key = item
        if fid:
            return (Value("function", fid, frame=RAW),)
        return self._evaluator.values(read(text), self._evaluator.frames.frame(key))

    def _in_file(self) -> dict[str, list[Passed]]:
        if self._here is None:
            self._here = {}
            scope = self._evaluator.scope
            for position in range(len(scope.facts.functions)):
                for item in passing.arguments(scope, position):
                    self._here.setdefault(item.name, []).append(item)
        return self._here


def _called_as(frame: Frame) -> str:
    """The name calls of it are written with: its own, a constructor's class."""
    name = frame.key.rpartition("::")[2].partition("~")[0].rpartition(".")[2]
    if name in _CREATORS and frame.owner:
        return frame.owner.rpartition("::")[2].rpartition(".")[2]
    return name
