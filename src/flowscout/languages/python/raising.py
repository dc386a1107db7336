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
_PLAIN: Final = frozenset({"expression_statement", "import_statement", "import_from_statement"})
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
            type_ = _class_called(at, type_, node)
        else:
            if type_:
                constructed(file, written, type_)
            type_ = _caught_again(file, node, type_) or _held_type(at, type_, node) or type_
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


def _class_called(at: FunctionDraft, name: str, node: Any) -> str:
    """The class that `raise name(…)` makes an object of: what a local or a parameter of that name stands for; "" unknown."""
    head, _, last = name.rpartition(".")
    if head:
        maker = head in ("self", "cls") or _ERROR.fullmatch(head.rpartition(".")[2])
        return "" if maker and last.lstrip("_")[:1].islower() else name  # `raise TaskError.of(process)`
    around: FunctionDraft | None = at
    while around is not None and around.outer is not None:
        given = [param for param in around.head.params if param.name == name]
        bound = [binding for binding in around.bindings if binding.name == name]
        last_ = _last(around, bound, node) if around is at else None
        if last_ is not None:
            return _alias(last_)
        if given or bound:
            kinds = {_alias(binding) for binding in bound}
            declared = CLASS_OF.fullmatch(given[0].type.strip("'\"")) if given else None
            kinds |= {declared[1] if declared and declared[1] not in BROAD else "" for _ in given}
            return kinds.pop() if len(kinds) == 1 else ""
        around = around.outer
    return name


def _last(at: FunctionDraft, bound: Sequence[Binding], node: Any) -> Binding | None:
    """The binding that surely is the last before: in a statement of its own, of a block around."""
    before = [binding for binding in bound if at.start + binding.start < node.start_byte]
    if not before:
        return None
    last = max(before, key=lambda binding: binding.start)
    place, top = at.start + last.start, node
    while top.parent is not None and not top.start_byte <= place < top.end_byte:
        top = top.parent
    written = top.descendant_for_byte_range(place, place + 1)
    while written is not None and written.parent is not None and written.parent.type not in ("block", "module"):
        written = written.parent
    sure = written is not None and written.parent is not None and written.type in _PLAIN
    return last if sure and written.parent.start_byte <= node.start_byte < written.parent.end_byte else None


def _alias(binding: Binding) -> str:
    """The class that a name stands for; "" where it may be anything."""
    value = binding.value if binding.how == "assign" and not binding.taken else ""
    return value if DOTTED.fullmatch(value) and value.rpartition(".")[2].lstrip("_")[:1].isupper() else ""


def _held_type(at: FunctionDraft, name: str, node: Any) -> str:
    """The class of `err` in `raise err`: what it was last made of, or declared as; "" unknown."""
    given = (
        [param.type for param in at.head.params if param.name == name and param.type] if at.outer is not None else []
    )
    bound = [binding for binding in at.bindings if binding.name == name]
    last = _last(at, bound, node)
    if last is not None:
        return _made(last)
    declared = given[0].strip("'\"").replace(" | ", ", ") if given else ""
    kinds = [declared if DOTTED.fullmatch(declared.replace(", ", ".")) else ""] if given else []
    kinds += [_made(binding) for binding in bound if binding.value != "None"]
    return ", ".join(dict.fromkeys(kinds)) if all(kinds) else ""


def _made(binding: Binding) -> str:
    made, opened, _ = binding.value.partition("(")
    known = binding.type or (made if opened and DOTTED.fullmatch(made) else "")
    return known if known.rpartition(".")[2][:1].isupper() and DOTTED.fullmatch(known) else ""
