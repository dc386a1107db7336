"""What happens inside expressions: calls, names passed on, attribute reads, and the marks that steer control."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from flowscout.model.facts import Call
from flowscout.model.syntax import Mark
from flowscout.shapes.draft import FileDraft, FunctionDraft
from flowscout.shapes.rows import first

from .statements import with_items

QUERY: Final = """
(decorator) @decorator
(call arguments: (argument_list)) @call
(call arguments: (generator_expression)) @call-each
(with_statement) @with
(call arguments: (argument_list [(identifier) (attribute)] @ref))
(type (attribute) @typed)
(keyword_argument value: [(identifier) (attribute)] @ref)
(pair value: [(identifier) (attribute)] @ref)
(assignment right: [(identifier) (attribute)] @ref)
(list [(identifier) (attribute)] @ref)
(tuple [(identifier) (attribute)] @ref)
(return_statement [(identifier) (attribute)] @ref)
(attribute) @attribute
(boolean_operator) @bool
(not_operator) @not
(conditional_expression) @cond
(comparison_operator (_) (_) (_)) @chain
[(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression) (lambda)] @scope
(await) @await
(yield) @yield
"""

ARGUMENTS: Final = 12
DOTTED: Final = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
USED_OTHERWISE: Final = re.compile(rb"\s*(?:\(|=(?!=)|[-+*/%&|^@]=|//=|\*\*=|>>=|<<=|:[^=\n]*=)")
SHORT: Final = 80
GIVEN: Final = re.compile(
    rb"lambda\b|\*{0,2}(?!(?:None|True|False)\b)[^\W\d]\w*(?:\s*(?:[.(\[]|=(?!=)(?!\s*(?:[\"'\d\[{(]|None|True|False))).*)?\Z", re.DOTALL
)
STAR, COMMENT = b"*"[0], b"#"[0]


def evaluated_in(file: FileDraft, offset: int) -> FunctionDraft:
    """The function that evaluates what stands here: defaults belong to the enclosing one."""
    at = file.at(offset)
    while offset < at.body_start and at.outer is not None:
        at = at.outer
    return at


def callee(text: str) -> tuple[str, str, str]:
    """Name, receiver and separator of a called expression as written."""
    receiver, dot, name = text.rpartition(".")
    name = name.strip()
    if name.isidentifier():
        return name, receiver.strip(), dot
    return "", text, ""


def calls(nodes: Sequence[Any], file: FileDraft) -> None:
    data, decorators = file.data, file.root.extra.get("decorators", ())
    for node in nodes:
        start, end = node.byte_range
        at = evaluated_in(file, start)
        function, arguments = node.child(0), node.child(1)
        name, receiver, sep = callee(file.text(*function.byte_range))
        if name == "super" and not sep:
            continue
        kind = "decorator" if start in decorators else "super" if receiver.startswith("super(") else "call"
        base, args, given, count = at.start, [], [], 0
        if arguments is not None and arguments.named_child_count:
            for argument in arguments.named_children:
                opens, closes = argument.byte_range
                if data[opens] == COMMENT:
                    continue
                count = -1 if count < 0 or data[opens] == STAR else count + 1
                args.append((opens - base, closes - base))
                given.append(file.text(opens, closes) if closes - opens <= SHORT and GIVEN.match(data, opens, closes) else "")
        texts = tuple(given[:ARGUMENTS]) if any(given) else ()
        at.calls.append(Call(start - base, end - base, name, receiver, sep, count, kind, tuple(args[:ARGUMENTS]), texts))


def calls_each(nodes: Sequence[Any], file: FileDraft) -> None:
    """`sum(x for x in xs)`: the argument is the generator, parentheses and all."""
    for node in nodes:
        start, end = node.byte_range
        at = evaluated_in(file, start)
        function, argument = node.child(0), node.child_by_field_name("arguments")
        name, receiver, sep = callee(file.text(*function.byte_range))
        kind = "super" if receiver.startswith("super(") else "call"
        opens, closes = argument.byte_range
        inside = ((opens - at.start, closes - at.start),)
        at.calls.append(Call(start - at.start, end - at.start, name, receiver, sep, 1, kind, inside))


def decorators(nodes: Sequence[Any], file: FileDraft) -> None:
    """A decorator is called with what it decorates; one with arguments is recorded by `calls`."""
    called, spoken_for = file.root.extra.setdefault("decorators", set()), file.root.extra.setdefault("spoken for", set())
    for node in nodes:
        value = first(node)
        if value is None:
            continue
        start, end = value.byte_range
        if value.type == "call":
            called.add(start)
            continue
        spoken_for.add(start)
        at = evaluated_in(file, start)
        name, receiver, sep = callee(file.text(start, end))
        at.calls.append(Call(start - at.start, end - at.start, name, receiver, sep, 1, "decorator"))


def hints(nodes: Sequence[Any], file: FileDraft) -> None:
    file.root.extra.setdefault("spoken for", set()).update(node.start_byte for node in nodes)


def managers(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        enter = "__aenter__" if file.data.startswith(b"async", node.start_byte) else "__enter__"
        for item in with_items(node):
            value = item.child_by_field_name("value") or item
            value = first(value) if value.type == "as_pattern" else value
            start, end = value.byte_range
            at = evaluated_in(file, start)
            at.calls.append(Call(start - at.start, end - at.start, enter, file.text(start, end), ".", 0, "with"))


def references(nodes: Sequence[Any], file: FileDraft) -> None:
    """Names passed on, returned or stored that may be functions: neither locals with a value, nor constants."""
    spoken_for = file.root.extra.setdefault("spoken for", set())
    passed = file.root.extra.setdefault("passed", set())
    for node in nodes:
        start, end = node.byte_range
        if start in spoken_for:
            continue
        text = file.text(start, end)
        name, receiver, sep = callee(text)
        if name.isupper() or not DOTTED.fullmatch(text):
            continue
        at = evaluated_in(file, start)
        if not sep and is_variable(at, name):
            continue
        at.calls.append(Call(start - at.start, end - at.start, name, receiver, sep, -1, "ref"))
        passed.add((start, end))


def is_variable(at: FunctionDraft | None, name: str) -> bool:
    """Whether a bare name is a parameter or local variable here or in an enclosing function."""
    while at is not None and at.outer is not None:
        known = at.extra.get("locals")
        if known is None:
            known = {param.name.lstrip("*") for param in at.head.params}
            known.update(b.name for b in at.bindings)
            known -= at.extra.get("elsewhere", set())
            at.extra["locals"] = known
        if name in known:
            return True
        at = at.outer
    return name in ("self", "cls", "None", "True", "False")


def attributes(nodes: Sequence[Any], file: FileDraft) -> None:
    """Attribute reads, which may run a property: each receiver and name once a function."""
    data, spoken_for, passed = file.data, file.root.extra.get("spoken for", ()), file.root.extra.get("passed", ())
    for node in sorted(nodes, key=lambda node: node.start_byte):
        start, end = node.byte_range
        if start in spoken_for or (start, end) in passed or USED_OTHERWISE.match(data, end):
            continue
        text = file.text(start, end)
        receiver, _, name = text.rpartition(".")
        if name.isupper() or not DOTTED.fullmatch(text):
            continue
        at = evaluated_in(file, start)
        seen = at.extra.setdefault("attributes", set())
        if text not in seen:
            seen.add(text)
            at.calls.append(Call(start - at.start, end - at.start, name, receiver, ".", 0, "property"))


def operators(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        start, end = node.byte_range
        at, operator = evaluated_in(file, start), node.child_by_field_name("operator")
        place = operator.start_byte
        kind = "and" if file.data[place : place + 1] == b"a" else "or"
        at.marks.append(Mark(kind, start - at.start, end - at.start, place - at.start))


def conditionals(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        start, end = node.byte_range
        at = evaluated_in(file, start)
        words = [child.start_byte - at.start for child in node.children if child.type in ("if", "else")]
        if len(words) == 2:
            at.marks.append(Mark("cond", start - at.start, end - at.start, *words))


def chains(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in {node.id: node for node in nodes}.values():
        start, end = node.byte_range
        at, count = evaluated_in(file, start), len(node.children_by_field_name("operators"))
        if count > 1:
            at.marks.append(Mark("chain", start - at.start, end - at.start, count))


def plain(kind: str) -> Any:
    """Marks that are only a range."""

    def harvest(nodes: Sequence[Any], file: FileDraft) -> None:
        for node in nodes:
            start, end = node.byte_range
            at = evaluated_in(file, start)
            at.marks.append(Mark(kind, start - at.start, end - at.start))

    return harvest


def comprehensions(nodes: Sequence[Any], file: FileDraft) -> None:
    """Their inside is a scope of its own, save the first iterable; a lambda has none."""
    for node in nodes:
        start, end = node.byte_range
        at = evaluated_in(file, start)
        clause = next((child for child in node.children if child.type == "for_in_clause"), None)
        first = clause.child_by_field_name("right") if clause else None
        inner = (first.start_byte - at.start, first.end_byte - at.start) if first else (0, 0)
        at.marks.append(Mark("scope", start - at.start, end - at.start, *inner))


HARVEST: Final = {
    "decorator": decorators,
    "typed": hints,
    "call": calls,
    "call-each": calls_each,
    "with": managers,
    "ref": references,
    "attribute": attributes,
    "bool": operators,
    "cond": conditionals,
    "chain": chains,
    "not": plain("not"),
    "scope": comprehensions,
    "await": plain("await"),
    "yield": plain("yield"),
}
