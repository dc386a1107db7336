"""What a function raises and catches: `raise`, `except`, and which exceptions a `try` does not let out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from flowscout.model.facts import Binding, Raised, Shield
from flowscout.model.pattern import regex
from flowscout.shapes.draft import FileDraft, FunctionDraft
from flowscout.shapes.rows import first

from .special import constructed
from .statements import block_of, caught_name, caught_types, clauses
from .uses import DOTTED

RAISED: Final = regex(rb"(?<=[:;\s])raise[ \t]++(\w++)(?![\w.(\[])")
BROAD: Final = frozenset({"Exception", "BaseException"})
CLASS_OF: Final = regex(r"(?:[\w.]+\.)?[tT]ype\[['\"]?([\w.]+)['\"]?\]")
RERAISE: Final = regex(rb"(?<=[:;\s])raise[ \t]*(?:[#;\r\n]|\Z)")


_ERROR: Final = regex(r"[A-Z]\w{0,60}(?:Error|Exception|Warning|Failure|Exit|Interrupt)")


def place(node: Any) -> int:
    return int(node.start_byte)


def handlers(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        file.root.extra.setdefault("spoken for", set()).update(map(place, caught_types(node)))
        alias = caught_name(node)
        if alias is None:
            continue
        at = file.at(node.start_byte)
        type_ = ", ".join(map(file.read, caught_types(node)))
        at.bindings.append(Binding(alias.start_byte - at.start, file.read(alias), type_, "", "except"))


def tries(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        body, types = node.child_by_field_name("body"), []
        for clause in clauses(node):
            block = block_of(clause)
            if block is None or _raised_again(file, clause, block):
                continue
            types += [file.read(caught) for caught in caught_types(clause)] or ["*"]
        if types and body is not None:
            at = file.at(node.start_byte)
            at.shields.append(Shield(body.start_byte - at.start, body.end_byte - at.start, tuple(types)))


def _raised_again(file: FileDraft, clause: Any, block: Any) -> bool:
    """Whether what a handler catches may go on: `raise`, or `raise e` of its own name."""
    start, end, alias = block.start_byte, block.end_byte, caught_name(clause)
    if RERAISE.search(file.data, start, end):
        return True
    name = file.read(alias).encode() if alias is not None else b""
    return any(found[1] == name for found in RAISED.finditer(file.data, start, end))


def raises(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        start, end = node.byte_range
        at, value = file.at(start), first(node)
        while value is not None and value.type in ("parenthesized_expression", "expression_list"):
            value = first(value)  # of a list the class: `raise E, "text"` of Python 2
        value = _itself(file, value)
        if value is not None and value.type == "conditional_expression":
            at.raises.append(Raised(start - at.start, end - at.start, _either(file, value)))
            continue
        called = value is not None and value.type == "call"
        written = value.child(0) if called else value
        type_ = file.read(written) if written is not None and written.type in ("identifier", "attribute") else ""
        type_ = type_ if DOTTED.fullmatch(type_) else ""  # of what a call gives nothing is known
        if called:
            type_ = _class_called(at, type_, start)
        else:
            if type_:
                constructed(file, written, type_)
            type_ = _caught_again(file, node, type_) or _held_type(at, type_, start - at.start) or type_
        at.raises.append(Raised(start - at.start, end - at.start, type_))


def _itself(file: FileDraft, value: Any) -> Any:
    """`A(text).with_traceback(tb)` gives the very A."""
    called = value.child(0) if value is not None and value.type == "call" else None
    if called is None or called.type != "attribute":
        return value
    return called.child(0) if file.read(called.child_by_field_name("attribute")) == "with_traceback" else value


def _either(file: FileDraft, node: Any) -> str:
    """`A, B` of `raise A(…) if c else B(…)`; "" where one of them is no plain name."""
    found = []
    for value in (node.named_child(0), node.named_child(2)):
        while value is not None and value.type == "parenthesized_expression":
            value = first(value)
        written = value.child(0) if value is not None and value.type == "call" else value
        named = written is not None and written.type in ("identifier", "attribute")
        found.append(file.read(written) if named else "")
    return ", ".join(dict.fromkeys(found)) if all(found) else ""


def _caught_again(file: FileDraft, node: Any, name: str) -> str:
    """What the nearest handler around catches, where a `raise` without a value, or of the handler's name, raises it
    again."""
    at = node.parent
    while at is not None and at.type not in ("function_definition", "lambda", "class_definition"):
        if at.type == "except_clause":
            alias = caught_name(at)
            types = [file.read(caught) for caught in caught_types(at)]
            if not name:
                return "" if any(type_ in BROAD for type_ in types) else ", ".join(types)
            if alias is not None and file.read(alias) == name:
                return ", ".join(types)
        at = at.parent
    return ""


def _class_called(at: FunctionDraft, name: str, before: int) -> str:
    """The class that `raise name(…)` makes an object of: what a local or a parameter of that name stands for; "" unknown."""
    head, _, last = name.rpartition(".")
    if last.lstrip("_")[:1].islower() and _ERROR.fullmatch(head.rpartition(".")[2]):
        return head  # `raise TaskError.of(process)`: a maker of its own
    if head:
        return "" if last.lstrip("_")[:1].islower() and head in ("self", "cls") else name
    around: FunctionDraft | None = at
    while around is not None and around.outer is not None:
        bound = [b for b in around.bindings if b.name == name and b.start + around.start < before]
        if bound:
            return _alias(max(bound, key=lambda binding: binding.start).value)
        for param in around.head.params:
            if param.name == name:
                given = CLASS_OF.fullmatch(param.type.strip("'\""))
                return given[1] if given else _alias(param.default)
        around = around.outer
    return name


def _alias(value: str) -> str:
    """The class that a value is; "" where it may be anything."""
    return value if DOTTED.fullmatch(value) and value.rpartition(".")[2].lstrip("_")[:1].isupper() else ""


def _held_type(at: FunctionDraft, name: str, before: int) -> str:
    """The class of `err` in `raise err`: what it was last made of, or declared as; "" unknown."""
    given = (
        [param.type for param in at.head.params if param.name == name and param.type] if at.outer is not None else []
    )
    bound = [binding for binding in at.bindings if binding.name == name and binding.start < before]
    if not bound:
        return (
            given[0].strip("'\"").replace(" | ", ", ")
            if given and DOTTED.fullmatch(given[0].strip("'\"").replace(" | ", "."))
            else ""
        )
    last = max(bound, key=lambda binding: binding.start)
    made, opened, _ = last.value.partition("(")
    known = last.type or (made if opened and DOTTED.fullmatch(made) else "")
    return known if known.rpartition(".")[2][:1].isupper() and DOTTED.fullmatch(known) else ""
