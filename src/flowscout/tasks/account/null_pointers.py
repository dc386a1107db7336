"""C++: whether what is given `nullptr` now, and `0` or `NULL` before, is known to be a pointer; else it may be another value, or another
function may take it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from ...model.account import Answer
from ...model.facts import FunctionFacts
from ...model.identity import path_of
from ...model.pattern import regex
from ...pipeline import Project

_POINTER: Final = regex(r"\*(?: ?const| ?volatile| ?restrict| ?&)*+\Z")
_COMPARED: Final = frozenset(("==", "!="))
_PLAIN: Final = frozenset(("return", "case", "throw", "else", "co_return", "delete", "and", "or", "not"))
_OPEN, _CLOSE = "([{<", ")]}>"


class Pointers:
    """What is declared in a project as a pointer, of what nothing of the same name is declared otherwise."""

    def __init__(self, project: Project) -> None:
        self.project = project

    def known(self, one: Answer, words: Sequence[str], at: int, place: int, opened: int) -> bool:
        """opened: where the bracket stands of which it is a whole argument, as which `place` says; -1 for none."""
        where = self.project.functions.get(one.unit)
        facts = where.facts if where is not None else None
        before = words[at - 1] if at else ""
        if before == "return":
            return facts is not None and _is_pointer(facts.result) and not self._holds_a_lambda(one.unit, facts)
        if before == "=" or before in _COMPARED:
            return self._named(facts, words, at - 2, before == "=")
        if words[at + 1 : at + 2] and words[at + 1] in _COMPARED:
            return self._named(facts, words, _path(words, at + 2), False)
        if opened > 0 and words[opened] == "{":
            return not place and self._named(facts, words, opened - 1, True)
        return opened > 0 and words[opened] == "(" and self._taken(one.unit, facts, words, opened - 1, place)

    def _named(self, facts: FunctionFacts | None, words: Sequence[str], at: int, sets: bool) -> bool:
        """Whether the name that stands there is one of a pointer."""
        if at < 0 or not words[at].isidentifier() or words[at] in _PLAIN:
            return False
        above = words[at - 1] if at else ""
        if above == "*":
            typed = (
                at > 1 and (words[at - 2].isidentifier() or words[at - 2] in (">", "*")) and words[at - 2] not in _PLAIN
            )
            return sets and typed
        return self._is(facts, words[at], above in (".", "->", "::") or ">" == above == words[at - 2 : at - 1])

    def _is(self, facts: FunctionFacts | None, name: str, held: bool) -> bool:
        bound = () if facts is None or held else facts.bindings
        types = [each.type for each in bound if each.name == name and each.type] or self.fields.get(name, ())
        return bool(types) and all(_is_pointer(each) for each in types)

    def _taken(self, id_: str, facts: FunctionFacts | None, words: Sequence[str], at: int, place: int) -> bool:
        """Whether all that a callee may be have a pointer there, and it is one of the project's."""
        name = words[at]
        own = [each for each in facts.bindings if each.name == name] if facts is not None else []
        if any(each.how == "field-init" for each in own) or (at and words[at - 1] == "*"):
            return not place and self._named(None, words, at, True)
        held = at > 0 and words[at - 1] in (".", "->", "::", ">")
        if own or facts is None or not name.isidentifier() or (held and not self._resolved(id_, facts, name)):
            return False
        found = [*self._takes(name, place)]
        return bool(found) and all(found)

    def takes_one(self, name: str, place: int) -> bool:
        """Whether a function of that name has a parameter there, by what declares it."""
        return any(
            len(one.facts.params) > place and one.facts.params[place].name != "..."
            for one in self.project.named(name).values()
        ) or any(
            len(parts := _parts(signature)) > place and "..." not in parts[place]
            for signature, _ in self.declared.get(name, ())
        )

    def _takes(self, name: str, place: int) -> Iterator[bool]:
        for one in self.project.named(name).values():
            if one.facts.name == name:
                given = one.facts.params[place].type if len(one.facts.params) > place else ""
                yield _is_pointer(given) and not one.facts.has("template")
        for signature, flags in self.declared.get(name, ()):
            parts = _parts(signature)
            yield len(parts) > place and _is_pointer(parts[place]) and "template" not in flags.split()

    def _resolved(self, id_: str, facts: FunctionFacts, name: str) -> bool:
        calls = {n for n, each in enumerate(facts.calls) if each.name == name}
        found = [each for each in self.project.resolved(id_) if each.site in calls]
        return {each.site for each in found} == calls and all(
            each.how == "exact"
            and len(each.targets) == 1
            and self.project.functions[each.targets[0]].facts.name == name
            for each in found
        )

    def _holds_a_lambda(self, id_: str, facts: FunctionFacts) -> bool:
        own = self.project.ids.get(path_of(id_), ())
        inside = (self.project.functions[each].facts for each in own)
        return any(each.kind == "lambda" and facts.start <= each.start < facts.end for each in inside)

    @cached_property
    def fields(self) -> Mapping[str, Sequence[str]]:
        """The types of fields and globals, by name."""
        found: dict[str, list[str]] = {}
        for file in self.project.files.values():
            for name, type_ in (*file.globals, *(each for one in file.types for each in one.fields)):
                found.setdefault(name, []).append(type_)
        return found

    @cached_property
    def declared(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """The signatures and the flags of what is only declared, by name."""
        found: dict[str, list[tuple[str, str]]] = {}
        for file in self.project.files.values():
            for each in (*file.declared, *(method for one in file.types for method in one.methods)):
                found.setdefault(each.name, []).append((each.signature, each.flags))
        return found


def _is_pointer(type_: str) -> bool:
    return bool(_POINTER.search(type_))


def _path(words: Sequence[str], at: int) -> int:
    """The last name of `a->b.c` that stands there; -1 of what is more than that."""
    while words[at + 1 : at + 2] and words[at + 1] in (".", "->"):
        at += 2
    return at if at < len(words) and words[at + 1 : at + 2] not in (["("], ["["], ["-"], [":"]) else -1


def _parts(signature: str) -> list[str]:
    """The types of `(const char *,std::map<int,int>)`."""
    found, depth = [""], 0
    for letter in signature[signature.find("(") + 1 : signature.rfind(")")]:
        depth += (letter in _OPEN) - (letter in _CLOSE)
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [each.strip() for each in found]
