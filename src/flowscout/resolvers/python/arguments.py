"""What a parameter without an annotation may be: the arguments of the calls that reach its function."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from . import passing
from .evaluation import Evaluation
from .expression import OP, Expr, read
from .frames import Frame
from .passing import Passed
from .scope import module_frame
from .values import NOTHING, RAW, Value, Values, union

_MOST: Final = 96  # arguments looked at for one parameter
_OTHERS: Final = 16  # arguments of calls through variables, in a file; each of them may hang on all others
_ALIKE: Final = 4  # methods of one name that a call on an unknown object may all mean
_CREATORS: Final = frozenset({"__init__", "__new__"})


class CallArguments:
    def __init__(self, evaluator: Evaluation) -> None:
        self._evaluator = evaluator
        self._here: dict[str, list[Passed]] | None = None
        self._variables: list[tuple[Passed, str]] | None = None

    def given(self, name: str, frame: Frame) -> Values:
        """Values of the arguments for a parameter, as far as calls of its function are known."""
        names = [parameter[0] for parameter in frame.params]
        if name not in names or frame.receiver == name:
            return self._collected(name, names, frame)
        slot = names.index(name) - bool(frame.receiver)
        callee = _called_as(frame)
        if callee == "<lambda>":
            callee = self._variable_of(frame)
        found = [self._value(item) for item in self._items(callee, {name, str(slot)}.__contains__, frame)]
        found += [
            self._value((item.id, item.text, key, item.slot))
            for item, key in self._by_other_names(frame, {name, str(slot)})
        ]
        if slot == 0 and frame.outer:
            outer = self._evaluator.frames.frame(frame.outer)
            if _called_as(frame) in outer.returns:
                found += [self._value(item) for item in self._items(_called_as(outer), "@".__eq__, outer)]
        return union(found)

    def taken(self, key: str, name: str, position: int) -> Values:
        """Values of the arguments for a field of a class, as far as calls of the class are known."""
        callee = key.rpartition("::")[2].rpartition(".")[2]
        place = Frame(key, key.partition("::")[0], {}, owner=key)
        return union([self._value(item) for item in self._items(callee, {name, str(position)}.__contains__, place)])

    def _by_other_names(self, frame: Frame, slots: set[str]) -> Iterator[tuple[Passed, str]]:
        """What goes into these slots where this file calls the function by another name."""
        evaluator, scope = self._evaluator, self._evaluator.scope
        if self._variables is None:
            keys = [scope.ids[at] for at in range(len(scope.ids))]
            self._variables = [
                (item, keys[item.position])
                for items in self._in_file().values()
                for item in items
                if item.position >= 0 and not item.receiver and self._variable(item, keys[item.position])
            ]
        for item, key in self._variables if len(self._variables) <= _OTHERS else ():
            if item.slot in slots and any(
                v.key == frame.key for v in evaluator.values(read(item.name), evaluator.frames.frame(key))
            ):
                yield item, key

    def _variable(self, item: Passed, key: str) -> bool:
        """Whether what is called is a name that was given another name's value, or a lambda, here or at the top of the
        file."""
        frame = self._evaluator.frames.frame(key)
        sources = frame.names.get(item.name, ())
        if sources:
            return any(
                how == "param" or (how == "assign" and read(text).kind in ("name", "attr"))
                for how, _, text, _ in sources
            )
        exported = [offer.value for offer in self._evaluator.frames.ask("export", f"{frame.path}:{item.name}")]
        return any(
            "<lambda>" in value[0] or (value[1] == "value" and read(value[3]).kind in ("name", "attr"))
            for value in exported
        )

    def _collected(self, name: str, names: list[str], frame: Frame) -> Values:
        """`*args` and `**kw` as containers of what calls put there."""
        callee = _called_as(frame)
        if f"*{name}" in names:
            first = names.index(f"*{name}") - bool(frame.receiver)
            items = self._items(callee, lambda slot: slot.isdigit() and int(slot) >= first, frame)
            return tuple(
                _literal("tuple", (OP,) * (int(slot) - first), text, key) for fid, text, key, slot in items if not fid
            )
        if f"**{name}" in names:
            items = self._items(callee, lambda slot: slot.isidentifier() and slot not in names, frame)
            return tuple(_literal("dict", (Expr("str", slot),), text, key) for fid, text, key, slot in items if not fid)
        return NOTHING

    def _variable_of(self, frame: Frame) -> str:
        """The variable a lambda was assigned to, "" for none."""
        outer = self._evaluator.frames.outer(frame)
        for name, sources in outer.names.items() if outer is not None else ():
            if any(text == frame.key for how, _, text, _ in sources if how == "function"):
                return name
        return ""

    def _items(self, callee: str, wanted: Callable[[str], bool], frame: Frame) -> Iterator[tuple[str, str, str, str]]:
        """(id, text, frame, slot) of what goes into the slots wanted, from this file and from others."""
        if not callee:
            return
        scope = self._evaluator.scope
        here = [item for item in self._in_file().get(callee, ()) if wanted(item.slot)]
        offers = self._evaluator.lookup("passed", callee)
        there = [o.value for o in offers if wanted(o.value[1]) and o.path != scope.path]
        if len(here) + len(there) > _MOST:
            return
        alone = self._only(callee)
        for item in here:
            key = scope.ids[item.position] if item.position >= 0 else module_frame(scope.path)
            if alone or self._means(item.receiver, callee, key, frame):
                yield item.id, item.text, key, item.slot
        for fid, slot, text, key, receiver in there:
            if alone or self._means(receiver, callee, key, frame):
                yield fid, text, key, slot

    def _only(self, callee: str) -> bool:
        """Whether one function or class alone bears that name."""
        found = [o for kind in ("function", "method", "type") for o in self._evaluator.lookup(kind, callee)]
        return len(found) < 2

    def _means(self, receiver: str, callee: str, key: str, frame: Frame) -> bool:
        evaluator = self._evaluator
        caller = evaluator.frames.frame(key)
        text = f"{receiver}.{callee}" if receiver else callee
        wanted = {frame.key, frame.owner} - {""}
        found = evaluator.read(text, caller)
        if not found and receiver and frame.owner:
            return len(evaluator.lookup("method", callee)) <= _ALIKE
        return any(v.key in wanted for v in found if v.kind in ("function", "class"))

    def _value(self, item: tuple[str, str, str, str]) -> Values:
        fid, text, key, _ = item
        if fid:
            return self._replaced(fid, text) or (Value("function", fid, frame=RAW),)
        return self._evaluator.values(read(text), self._evaluator.frames.frame(key))

    def _replaced(self, fid: str, text: str) -> Values:
        """What the decorators below make of a function before this one gets it."""
        frame = self._evaluator.frames.frame(fid)
        below = frame.decorators[int(text[1:]) :] if text[:1] == "@" and text[1:].isdigit() else ()
        outer = self._evaluator.frames.outer(frame) if below else None
        if outer is None:
            return NOTHING
        makers = union(self._evaluator.values(read(decorator), outer) for decorator in below)
        made = union(self._evaluator.result(m, ()) for m in makers if m.kind == "function")
        return tuple(v._replace(frame=RAW) for v in made if v.kind == "function" and v.key != fid)

    def _in_file(self) -> dict[str, list[Passed]]:
        if self._here is None:
            self._here = {}
            scope = self._evaluator.scope
            for position in range(len(scope.facts.functions)):
                for item in passing.arguments(scope, position):
                    self._here.setdefault(item.name, []).append(item)
        return self._here


def _literal(kind: str, before: tuple[Expr, ...], text: str, frame: str) -> Value:
    return Value("literal", kind, expr=Expr(kind, "", (*before, read(text))), frame=frame)


def _called_as(frame: Frame) -> str:
    """The name calls of it are written with: its own, a constructor's class."""
    name = frame.key.rpartition("::")[2].partition("~")[0].rpartition(".")[2]
    if name in _CREATORS and frame.owner:
        return frame.owner.rpartition("::")[2].rpartition(".")[2]
    return name
