"""What a module's names stand for: its own, those it imports, and those of `from x import *`."""

from __future__ import annotations

from typing import Final

from . import modules
from .evaluation import Evaluation
from .frames import Frame
from .scope import ITEM, module_frame
from .values import NOTHING, Value, Values, every, union

_EMPTY: Final = ("value", "", "None")
_MOST: Final = 128  # definitions of one name


class Exports:
    def __init__(self, evaluator: Evaluation) -> None:
        self._evaluator = evaluator

    def named(self, path: str, name: str) -> Values:
        """A name at the top level of a file."""
        key = (f"{path}:", name)
        found = self._evaluator.known.get(key)
        return self._evaluator.once(key, lambda: self._export(path, name)) if found is None else found

    def _export(self, path: str, name: str) -> Values:
        offers = self._evaluator.frames.ask("export", f"{path}:{name}")
        if not offers or len(offers) > _MOST:
            return self._starred(path, name) if not offers else NOTHING
        frame = self._evaluator.frames.frame(module_frame(path))
        if len(offers) == 1:
            return self._exported(offers[0].value, frame)
        plain = [
            self._exported(offer.value, frame)
            for offer in offers
            if offer.value[1:4] != _EMPTY and offer.value[4:5] != (ITEM,)
        ]
        items = [
            (offer.value[2], offer.value[3], self._evaluator.frames.frame(offer.value[5]) if offer.value[5] else frame)
            for offer in offers
            if offer.value[4:5] == (ITEM,)
        ]
        return self._evaluator.filled(every(plain), items) if items and plain else every(plain)

    def _exported(self, value: tuple[str, ...], frame: Frame) -> Values:
        if value[1] == "function":
            return (Value("function", value[0]),)
        if value[1] == "class":
            return (Value("class", value[0]),)
        if value[1] == "import":
            return self.imported(value, frame.path)
        return self._evaluator.bound(value[4], value[2], value[3], frame)

    def _starred(self, path: str, name: str) -> Values:
        found = []
        for offer in self._evaluator.frames.ask("export", f"{path}:*") if not name.startswith("_") else ():
            module = self.module(offer.value[2], int(offer.value[4]), path)
            if module and module != path:
                found.append(self.named(module, name))
        return union(found)

    def module(self, dotted: str, level: int, path: str) -> str:
        if level:
            return modules.relative(self._evaluator.frames.ask, dotted, level, path)
        return modules.find(self._evaluator.lookup, dotted, path)

    def imported(self, value: tuple[str, ...], path: str) -> Values:
        _, _, dotted, name, level = value
        module = self.module(dotted, int(level), path)
        if not name:
            return (Value("module", module) if module else Value("external", dotted),)
        if module:
            return self.in_module(module, name)
        inner = self.module(f"{dotted}.{name}" if dotted else name, int(level), path)
        if inner:
            return (Value("module", inner),)
        return () if level != "0" else (Value("external", f"{dotted}.{name}"),)

    def in_module(self, path: str, name: str) -> Values:
        found = self.named(path, name)
        if not found:
            inner = modules.submodule(self._evaluator.frames.ask, path, name)
            found = (Value("module", inner),) if inner and inner != path else NOTHING
        return found
