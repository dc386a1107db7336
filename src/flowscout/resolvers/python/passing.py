"""Functions handed over as arguments: what a parameter may be, seen from those who call.

A *slot* is where an argument stands: its position, its keyword, or `@` for what a decorator with arguments gets in its
second call. Between files only what is a function or class by its text travels; inside a file any argument does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...model.facts import Call, FunctionFacts
from ...model.record import NamedTuple
from ...ports import Offer
from .scope import FileScope, lambda_at

_PLAIN: Final = frozenset({"str", "int", "bool", "float", "bytes"})


class Passed(NamedTuple):
    """`text` in the function at `position` goes into a slot of what is called `name` there. id: of a lambda or a
    decorated function, where the argument is one; text is then `@` and which decorators have replaced it already: those
    from that place on."""

    name: str
    slot: str
    text: str
    position: int
    receiver: str
    id: str = ""


def arguments(scope: FileScope, at: int) -> Iterator[Passed]:
    """Everything one function hands over, and what decorators of it get."""
    function = scope.facts.functions[at]
    for call in function.calls:
        if call.given:
            yield from _given(scope, at, call if call.name else _generic(call))
    for nearer, written in enumerate(function.decorators, 1):
        name, called, _ = written.partition("(")
        receiver, _, last = name.strip().rpartition(".")
        yield Passed(last, "@" if called else "0", f"@{nearer}", function.parent, receiver, scope.ids[at])


def _generic(call: Call) -> Call:
    """`Box[int](x)` is a call of Box."""
    receiver, _, name = call.receiver.partition("[")[0].rpartition(".")
    return call._replace(name=name, receiver=receiver) if name.isidentifier() and call.receiver.endswith("]") else call


def _given(scope: FileScope, at: int, call: Call) -> Iterator[Passed]:
    for position, text in enumerate(call.given):
        if not text or text.startswith("*"):
            continue
        keyword, equals, value = text.partition("=")
        slot, text = (
            (keyword.strip(), value.strip()) if equals and keyword.strip().isidentifier() else (str(position), text)
        )
        if text.startswith("lambda"):
            found = lambda_at(scope, at, *call.args[position])
            if found >= 0:
                yield Passed(call.name, slot, "", at, call.receiver, scope.ids[found])
        else:
            yield Passed(call.name, slot, text, at, call.receiver)


def offered(scope: FileScope, at: int, local: set[str]) -> Iterator[Offer]:
    """Arguments that are functions or classes wherever they are read."""
    function = scope.facts.functions[at]
    receiver = f"{function.params[0].name}." if function.owner >= 0 and function.params else "lambda"
    handed = handed_on(scope, function)
    objects = {
        b.name for b in function.bindings if b.how == "assign" and b.value[:1].isupper() and _made(b.value, local)
    }
    worth = bool(function.decorators)
    for call in function.calls if not worth else ():
        for text in call.given:
            if text and (
                (value := text.rpartition("=")[2]) in local
                or value in handed
                or value in objects
                or text.startswith("lambda")
                or receiver in text
                or text == receiver[:-1]
                or _made(value, local)
            ):
                worth = True
                break
    for item in arguments(scope, at) if worth else ():
        if (
            item.id
            or item.text in local
            or item.text in objects
            or (item.text in handed and _near(item, receiver, local))
            or item.text == receiver[:-1]
            or _own_method(scope, function, item.text)
            or _made(item.text, local)
        ):
            frame = scope.ids[item.position] if item.position >= 0 else f"{scope.path}::<module>"
            yield Offer("passed", item.name, scope.path, (item.id, item.slot, item.text, frame, item.receiver))


def handed_on(scope: FileScope, function: FunctionFacts) -> set[str]:
    """Variables that may hold functions: of loops over what stands at the top of the file, and parameters of which no
    attribute is asked here."""
    found: set[str] = set()
    if any(b.how == "each" for b in function.bindings):
        tables = {name for name, _ in scope.facts.globals}
        found = {b.name for b in function.bindings if b.how == "each" and b.value.partition(".")[0] in tables}
    first = int(function.owner >= 0 and "staticmethod" not in function.flags)
    plain = {p.name for p in function.params[first:] if p.type not in _PLAIN and p.name[:1] not in ("", "*")}
    if plain:
        plain.difference_update(call.receiver.partition(".")[0].partition("[")[0] for call in function.calls)
    return found | plain


def _near(item: Passed, receiver: str, local: set[str]) -> bool:
    """Whether what is called is known in the file, or the object's own."""
    return item.name in local or f"{item.receiver}.".startswith(receiver)


def _made(text: str, local: set[str]) -> bool:
    """`Plan(…)`: an object of a class that is known here, or what a function gives."""
    name, opened, _ = text.partition("(")
    return bool(opened) and name in local


def _own_method(scope: FileScope, function: FunctionFacts, text: str) -> bool:
    """`self.save`, where the class has such a method."""
    base, dot, name = text.partition(".")
    if not dot or function.owner < 0 or not function.params or function.params[0].name != base:
        return False
    return (function.owner, name) in scope.methods
