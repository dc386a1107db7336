"""`switch` of C and C++: its arms, whatever stands between the labels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from flowscout.model.language import Node, Reader
from flowscout.model.syntax import Arm, Body, Jump, Label, Range, Stmt, Switch
from flowscout.shapes.rows import inside

from . import macro_labels

TOO_DEEP: Final = "statements nested deeper than we draw"
GROUPS: Final = frozenset({"preproc_if", "preproc_ifdef"})
TURNS: Final = frozenset({"preproc_else", "preproc_elif", "preproc_elifdef"})
_LEAVING: Final = frozenset({"break_statement", "return_statement", "goto_statement", "continue_statement"})


def choose(node: Node, reader: Reader) -> Body:
    subject = macro_labels.subject(node, inside(node.child_by_field_name("condition")), reader)
    return (Switch(*reader.span(node), subject, arms_of(node, reader), True),)


def arms_of(node: Any, reader: Reader) -> tuple[Arm, ...]:
    if reader.full:
        reader.opaque(node, node, TOO_DEEP)
        return ()
    reader.depth += 1
    arms = tuple(_arms(node.child_by_field_name("body"), reader))
    reader.depth -= 1
    return arms


def items(body: Any) -> Iterator[Any]:
    """What a switch holds, in order. Groups with case labels are looked through: all their arms are arms."""
    stack = [iter(body.named_children if body.type == "compound_statement" else (body,))]
    while stack:
        child = next(stack[-1], None)
        if child is None:
            stack.pop()
        elif child.type in GROUPS | TURNS and _has_labels(child):
            stack.append(iter([c for c in child.named_children if not of_group(child, c)]))
        elif child.type != "comment":
            yield child


def _has_labels(group: Any) -> bool:
    """An arm of the group has case labels of its own: it is no mere choice of what is done under the label before."""
    waiting = [group]
    while waiting:
        children = waiting.pop().named_children
        if any(c.type == "case_statement" for c in children):
            return True
        waiting += [c for c in children if c.type in GROUPS | TURNS]
    return False


def of_group(group: Any, child: Any) -> bool:
    """It is the group's name or condition, nothing that it holds."""
    return any(
        child == group.child_by_field_name(name)
        for name in ("name", "condition")
        if group.child_by_field_name(name) is not None
    )


def _arms(body: Any, reader: Reader) -> Iterator[Arm]:
    patterns: list[Range] = []
    default = False
    content: list[Stmt] = []
    start = end = -1
    for item in items(body):
        if item.type != "case_statement":
            if start < 0 and (found := _run(item) or ((_names(item) or _labels(item, reader)) and (item,))):
                yield from [_of_macro(each, reader) for each in found]
            elif start >= 0:
                content += reader.statement(item)
                end = reader.span(item)[1]
            continue
        if content:
            yield Arm(start, end, tuple(patterns), tuple(content), default)
            patterns, default, content, start = [], False, [], -1
        value = item.child_by_field_name("value")
        if value is not None:
            patterns.append(reader.range(macro_labels.value(item, reader)))
        else:
            default = True
        if start < 0:
            start = reader.span(item)[0]
        left = False
        for child in statements_of(item):
            if left and _labels(child, reader):
                if start >= 0:
                    yield Arm(start, end, tuple(patterns), tuple(content), default)
                patterns, default, content, start = [], False, [], -1
                yield _of_macro(child, reader)
                continue
            left = start >= 0 and child.type in _LEAVING
            content += reader.statement(child) if start >= 0 else ()
            end = reader.span(child)[1]
        end = reader.span(item)[1] if start >= 0 else end
    if start >= 0:
        yield Arm(start, end, tuple(patterns), tuple(content), default)


def _labels(item: Any, reader: Reader) -> bool:
    """`LEAD_CASE(2)` where no statement may stand, without an end: a macro that holds labels, and what they do."""
    made = next(iter(item.named_children), None) if item.type == "expression_statement" else None  # none in `;`
    name = made.child_by_field_name("function") if made is not None and made.type == "call_expression" else None
    last = item.children[-1] if name is not None else None  # a leaf has none
    return (
        name is not None
        and last is not None
        and name.text.isupper()
        and (last.is_missing or reader.written(last.start_byte, last.end_byte) != b";")
    )


def _names(item: Any) -> bool:
    """`SKIP_ATTRIBUTES;` before all labels, where nothing else could be reached: a macro that holds some."""
    held: list[Any] = item.named_children if item.type == "expression_statement" else []
    return [each.type for each in held] == ["identifier"]


def _run(item: Any) -> tuple[Any, ...]:
    """`CASE(1) CASE(2)` before the brace that closes: the grammar takes the last of them for an error."""
    found = tuple(item.children) if item.type == "ERROR" else ()
    return found if all(each.type == "call_expression" and each.child(0).text.isupper() for each in found) else ()


def _of_macro(item: Any, reader: Reader) -> Arm:
    start, end = reader.span(item)
    return Arm(start, end, (reader.range(item),), (Jump(start, end, "break"),))


def statements_of(case: Any) -> list[Any]:
    """The statements behind a case label."""
    value = case.child_by_field_name("value")
    after = value.end_byte if value is not None else case.start_byte
    return [c for c in case.named_children if c.start_byte >= after and c.type != "comment"]


def stray_case(node: Node, reader: Reader) -> Body:
    """A case label inside a nested block (Duff's device): a label, spelled `case 3` or `default`."""
    value = node.child_by_field_name("value")
    end = reader.span(value if value is not None else node.child(0))[1]
    name = "default" if value is None else f"case {reader.text(macro_labels.value(node, reader))}"
    found: list[Stmt] = [Label(reader.span(node)[0], end, name)]
    for child in statements_of(node):
        found += reader.statement(child)
    return tuple(found)
