"""`switch` of C and C++: its arms, whatever stands between the labels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from flowscout.model.language import Node, Reader
from flowscout.model.syntax import Arm, Body, Jump, Label, Range, Simple, Stmt, Switch
from flowscout.shapes.rows import inside

from . import macro_cases, macro_labels

TOO_DEEP: Final = "statements nested deeper than we draw"
GROUPS: Final = frozenset({"preproc_if", "preproc_ifdef"})
TURNS: Final = frozenset({"preproc_else", "preproc_elif", "preproc_elifdef"})
_INVOKED: Final = frozenset({"call_expression", "macro_type_specifier"})
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


class _Arms:
    """The arms of a switch, as they are read. held: a macro that holds labels, under which stands what follows it."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.held: Any = None
        self.macros = set[bytes]()  # that held labels above
        self._clear()

    def _clear(self) -> None:
        self.patterns, self.default = list[Range](), False
        self.content, self.start, self.end = list[Stmt](), -1, -1

    def done(self) -> Iterator[Arm]:
        """What was begun."""
        if self.held is not None:
            arm = _of_macro(self.held, self.reader)
            yield arm._replace(end=self.end, body=(arm.body[0], *self.content)) if self.content else arm
        elif self.start >= 0:
            yield Arm(self.start, self.end, tuple(self.patterns), tuple(self.content), self.default)
        self.held = None
        self._clear()

    def made(self, item: Any) -> Iterator[Arm]:
        """A macro that holds labels."""
        yield from self.done()
        self.held, self.patterns = item, [*_of_macro(item, self.reader).patterns]
        self.macros.add(_called(item))
        self.start, self.end = self.reader.span(item)

    def labelled(self, item: Any) -> Iterator[Arm]:
        if self.content or self.held is not None:
            yield from self.done()
        value = item.child_by_field_name("value")
        if value is not None:
            self.patterns.append(self.reader.range(macro_labels.value(item, self.reader)))
        else:
            self.default = True
        start, end = self.reader.span(item)
        self.start = start if self.start < 0 else self.start
        left = False
        for child in statements_of(item):
            if (name := macro_cases.label(child, self.reader)) is not None:
                yield from self.named(child, *name)
                continue
            if left and (_labels(child, self.reader) or _called(child) in self.macros):
                yield from self.made(child)
                continue
            left = child.type in _LEAVING
            self.stands(child)
        self.end = max(self.end, end)

    def named(self, item: Any, name: Range, default: bool) -> Iterator[Arm]:
        """Labels by the name of the macro that they are."""
        if self.content or self.held is not None:
            yield from self.done()
        self.patterns.append(name)
        self.default = self.default or default
        start, self.end = self.reader.span(item)
        self.start = start if self.start < 0 else self.start

    def may_label(self, item: Any) -> bool:
        """`LEAD_CASE(2);`, where that macro held labels above, or before all labels, where nothing else could be reached."""
        name = _called(item)
        return bool(name) and (name in self.macros or self.start < 0)

    def stands(self, item: Any) -> None:
        """A statement under a label."""
        if self.start >= 0:
            self.content += self.reader.statement(item)
            self.end = self.reader.span(item)[1]


def _arms(body: Any, reader: Reader) -> Iterator[Arm]:
    arms = _Arms(reader)
    for item in items(body):
        if item.type == "case_statement":
            yield from arms.labelled(item)
        elif (name := macro_cases.label(item, reader)) is not None:
            yield from arms.named(item, *name)
        elif (arms.start < 0 or arms.held is not None) and (
            found := _run(item) or ((_names(item) or _labels(item, reader) or arms.may_label(item)) and (item,))
        ):
            for each in found:
                yield from arms.made(each)
        else:
            arms.stands(item)
    yield from arms.done()


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


def _called(item: Any) -> bytes:
    """The macro of `LEAD_CASE(2);`, as far as a name tells one."""
    made = item.named_child(0) if item.type == "expression_statement" and item.named_child_count else item
    name: bytes = made.child(0).text if made.type in _INVOKED and made.child_count else b""
    return name if name.isupper() else b""


def _names(item: Any) -> bool:
    """`SKIP_ATTRIBUTES;` before all labels, where nothing else could be reached: a macro that holds some."""
    held: list[Any] = item.named_children if item.type == "expression_statement" else []
    return [each.type for each in held] == ["identifier"]


def _run(item: Any) -> tuple[Any, ...]:
    """`CASE(1) CASE(2)` before the brace that closes: the grammar takes the last of them for an error."""
    found = tuple(item.children) if item.type == "ERROR" else ()
    return found if all(each.type in _INVOKED and each.child(0).text.isupper() for each in found) else ()


def _of_macro(item: Any, reader: Reader) -> Arm:
    """What it does under its labels nobody knows here, nor whether it goes on to the next."""
    start, end = reader.span(item)
    used = reader.range(item.named_child(0) if item.type == "expression_statement" else item)
    return Arm(start, end, (used,), (Simple(used.start, used.end, "expression"), Jump(start, end, "break")))


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
