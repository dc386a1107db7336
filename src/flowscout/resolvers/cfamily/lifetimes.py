"""Objects come and go: the constructors and destructors that a declaration, an initialiser, `new`, `delete` and
`return` run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...model.calls import Resolved
from ...model.facts import Binding, Call
from .choosing import OverloadChoice
from .classes import Candidate, Class
from .compiled import LEAVING
from .evaluate import CodeFrame, Evaluator, PlacedType
from .expression import read_list
from .overloads import Argument, parameters
from .types import Type, is_number, read_type


class Lifetimes:
    def __init__(self, evaluator: Evaluator, choice: OverloadChoice) -> None:
        self.evaluator, self.choice = evaluator, choice
        self.classes = evaluator.classes
        self._by_start: dict[int, dict[int, Binding]] = {}

    def construct(self, site: int, call: Call, frame: CodeFrame) -> Iterator[Resolved]:
        name = f"{call.receiver}::{call.name}" if call.sep == "::" and call.receiver else call.name
        binding = self._declared(call, frame)
        owner = self._constructed(name, binding, frame)
        if owner is None:
            return
        given = self.choice.given(call, frame) if call.given else self._argument_types(binding, frame)
        constructors = self.evaluator.constructors(owner)
        if len(given) == 1 and given[0] is not None and self._copies(owner, given[0].type, frame):
            constructors = tuple(c for c in constructors if owner.name in c.signature)
        if conversion := list(self.converted(site, owner, call, given, frame)):
            yield from conversion
        else:
            yield from self.choice.chosen(site, constructors, call.argc, given)
        if call.kind == "construct" and binding is not None and binding.how == "declare":
            for gone in self._destroyed(site, owner, exactly=True):
                yield gone._replace(how="candidates", confidence=LEAVING)

    def converted(
        self, site: int, owner: Class, call: Call, given: Sequence[Argument | None], frame: CodeFrame
    ) -> Iterator[Resolved]:
        """`Id(element)`, where an element itself says how it becomes an Id, and no constructor of Id takes an element."""
        argument = given[0] if len(given) == 1 else None
        if argument is None or argument.type.pointers or argument.type.function:
            return
        kind = self.classes.named(argument.type.name, argument.place)
        above = {base.name for base in self.classes.line(kind)} if kind is not None else set()
        if kind is None or owner.name in above:
            return
        held = self.classes.found(kind, f"operator {owner.name}")
        takes = [parameters(c.signature)[:1] for c in self.evaluator.constructors(owner) if c.takes(1)]
        if held is None or not all(wanted and self._refuses(wanted[0], owner, above) for wanted in takes):
            return
        asked = call._replace(name=f"operator {owner.name}", argc=0, given=())
        yield from self.choice.dispatched(site, held[1], asked, kind, frame)

    def _refuses(self, wanted: Type, owner: Class, above: set[str]) -> bool:
        """Whether a parameter is of a type that no object of these classes is: a template's may be any."""
        named = self.classes.named(wanted.name, owner.inside)
        if named is not None:
            return named.name not in above
        return bool(wanted.pointers) or is_number(wanted) or wanted.name.startswith("std::")

    def _declared(self, call: Call, frame: CodeFrame) -> Binding | None:
        """The declaration or initialiser that a construction stands in."""
        if call.kind != "construct":
            return None
        return self._bindings(frame).get(call.start)

    def _bindings(self, frame: CodeFrame) -> dict[int, Binding]:
        found = self._by_start.get(frame.position)
        if found is None:
            bindings = self.evaluator.scope.facts.functions[frame.position].bindings
            found = self._by_start[frame.position] = {
                b.start: b for b in bindings if b.how in ("declare", "static", "field-init")
            }
        return found

    def _constructed(self, name: str, binding: Binding | None, frame: CodeFrame) -> Class | None:
        """The class: of the member an initialiser names, else the named one."""
        if binding is not None and binding.how == "field-init" and frame.owner is not None:
            field = self.classes.field(frame.owner, binding.name)
            if field is not None:
                return self.evaluator.class_of(PlacedType(*field), arrow=False) if field[0].by_value else None
        return self.classes.named(name.partition("<")[0], frame.place)

    def _argument_types(self, binding: Binding | None, frame: CodeFrame) -> list[Argument | None]:
        if binding is None or not binding.value:
            return []
        text = (
            binding.value[1:-1] if binding.how in ("declare", "static") and binding.value[0] in "({" else binding.value
        )
        found = [self.evaluator.type_of(part, frame) for part in read_list(text)]
        return [typed and Argument(self.classes.expand(typed.type, typed.place), typed.place) for typed in found]

    def _copies(self, owner: Class, given: Type, frame: CodeFrame) -> bool:
        return not given.pointers and given.name.rpartition("::")[2] == owner.name

    def given_back(self, site: int, call: Call, frame: CodeFrame) -> Iterator[Resolved]:
        """The constructor by which an object leaves, unless the compiler builds it where it goes."""
        typed = self.evaluator.read(call.receiver, frame)
        result = read_type(self.evaluator.scope.facts.functions[frame.position].result)
        if typed is None or typed.type.pointers or not result.by_value:
            return
        owner = self.evaluator.class_of(typed, arrow=False)
        if owner is None or self.classes.named(result.name, frame.place) != owner:
            return
        takes = [(c, c.signature.count("&")) for c in self.evaluator.constructors(owner) if _copying(c, owner.name)]
        best = max((count for _, count in takes if count == 1 or typed.type.by_value), default=0)
        for edge in self.choice.edges(site, {fid for c, count in takes if count == best for fid in c.ids}, set()):
            yield edge._replace(how="candidates", confidence=LEAVING)

    def delete(self, site: int, call: Call, frame: CodeFrame) -> Iterator[Resolved]:
        typed = self.evaluator.read(call.receiver or call.name.lstrip("~"), frame)
        owner = self.evaluator.class_of(typed, arrow=True) if typed is not None else None
        if owner is not None:
            yield from self._destroyed(site, owner)

    def _destroyed(self, site: int, owner: Class, *, exactly: bool = False) -> Iterator[Resolved]:
        """`exactly`: the object is of this class and no subclass."""
        found = self.classes.members(owner, f"~{owner.name}")
        ids = {fid for c in found for fid in c.ids}
        overrides: set[str] = set()
        line = () if exactly else self.classes.line(owner)
        if any("virtual" in c.flags for base in line for c in self.classes.members(base, f"~{base.name}")):
            below = self.classes.below(owner)
            overrides = {
                f for child in below for c in self.classes.members(child, f"~{child.name}") for f in c.ids
            } - ids
        yield from self.choice.edges(site, ids, overrides)


def _copying(candidate: Candidate, name: str) -> bool:
    """A constructor from another object of its class: `const T &` or `T &&`."""
    wanted = parameters(candidate.signature)
    return (
        len(wanted) == 1
        and wanted[0].reference
        and not wanted[0].pointers
        and wanted[0].name.rpartition("::")[2] == name
    )
