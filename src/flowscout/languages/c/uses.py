"""What happens inside expressions: calls, functions passed by name, and the marks that steer control."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, Final

from flowscout.model.facts import Call
from flowscout.model.pattern import regex
from flowscout.model.syntax import Mark
from flowscout.shapes.draft import CUT, FileDraft, FunctionDraft

from . import macro_loops
from .names import unwrap

# Single nodes: for a pattern with children the vendor looks through all states of C++'s grammar, which takes longer than a hook has.
QUERY: Final = """
(call_expression) @call
(argument_list) @naming
(initializer_list) @naming
(initializer_pair) @naming
(init_declarator) @naming
(assignment_expression) @naming
(conditional_expression) @naming
(return_statement) @naming
(conditional_expression) @cond
(while_statement) @while
(preproc_if) @directive
(preproc_elif) @directive
(unary_expression) @not
(sizeof_expression) @scope
(alignof_expression) @scope
(offsetof_expression) @scope
(parenthesized_expression) @statements
(expression_statement) @lone
"""
SHORTCUTS: Final = "(binary_expression) @shortcut"
_JOINING: Final = frozenset({"&&", "||"})
_NAMING: Final = {"initializer_pair": ("value",), "init_declarator": ("value",), "assignment_expression": ("right",),
                  "conditional_expression": ("consequence", "alternative")}  # fmt: skip
_TAKING: Final = frozenset(
    {"argument_list", "initializer_list", "init_declarator", "assignment_expression"}
)  # `&name` as well
ARGUMENTS: Final = 12
LINKS: Final = 16  # of a long chain of calls that is read whole
CAPITALS = regex(r"\A[A-Z][A-Z0-9_]*+\Z")
_TYPES: Final = frozenset({"int", "long", "char", "double", "unsigned", "float", "short", "size_t"})
_CASTING: Final = frozenset({"primitive_type", "sized_type_specifier"})
NOT_CALLS: Final = frozenset(
    {"noexcept", "defined", "sizeof", "alignof", "typeof", "__typeof__", "decltype", "_Alignof", "__builtin_offsetof"}
)
UNEVALUATED: Final = frozenset({"noexcept", "typeof", "__typeof__", "decltype", "__builtin_types_compatible_p"})
CASTS: Final = frozenset({"static_cast", "dynamic_cast", "const_cast", "reinterpret_cast"})


def _untemplated(text: str) -> str:
    """Without the arguments at its end: `f<int>` is `f`."""
    head, opened, _ = text.partition("<")
    return head.rstrip() if opened and text.rstrip().endswith(">") else text


def callee(node: Any, file: FileDraft) -> tuple[str, str, str]:
    """Name, receiver and separator of what is called, as written."""
    kind = node.type
    if kind == "identifier":
        return file.read(node), "", ""
    if kind == "field_expression":
        text = file.read(node)
        if "<" not in text and len(text) < CUT:
            receiver, sep, name = rpartition(text)
            return name.strip(), receiver.strip(), sep
        field = node.child_by_field_name("field")
        argument = node.child_by_field_name("argument")
        if field is None or argument is None:
            return "", file.read(node), ""
        sep = (
            "->"
            if file.data[field.start_byte - 2 : field.start_byte] == b"->"
            or b"->" in file.data[argument.end_byte : field.start_byte]
            else "."
        )
        return bare(file.read(field)), _receiver(file, argument), sep
    if kind == "qualified_identifier":
        text = file.read(node)
        head, _, tail = _untemplated(text).rpartition("::")
        return bare(tail), head, "::"
    if kind in ("template_function", "template_method"):
        return bare(file.read(node)), "", ""
    if kind in ("parenthesized_expression", "pointer_expression") and (name := _through_pointer(node, file)):
        return name, "", ""
    return "", file.read(node), ""


def _receiver(file: FileDraft, node: Any) -> str:
    """As written; where that is long, without what its calls are given: a text that is cut within that leaves out what is called behind it."""
    start, end = node.byte_range
    written = file.text(start, end)
    if end - start < CUT or len(written) < CUT:
        return written
    parts: list[str] = []
    for _ in range(LINKS):
        function, given, field = [node.child_by_field_name(each) for each in ("function", "arguments", "field")]
        if node.type == "call_expression" and given is not None and function is not None:
            parts.append("(…)")
            node = function
        elif node.type == "field_expression" and field is not None and node.child_count:
            parts.append(file.data[node.child(0).end_byte : node.end_byte].decode("utf-8", "replace").strip())
            node = node.child(0)
        else:
            whole = "".join([file.read(node), *reversed(parts)])
            return whole if len(whole) < CUT else written
    return written


def rpartition(text: str) -> tuple[str, str, str]:
    """`a.b->c` at its last `.` or `->`."""
    head, sep, name = text.rpartition(".")
    if "->" in name:
        return text.rpartition("->")
    return head, sep, name


def bare(name: str) -> str:
    """Without `template` and template arguments."""
    cut = name.find("<")
    if cut > 0 and not name.startswith("operator"):
        name = name[:cut]
    return name.strip().removeprefix("template ").strip()


def _through_pointer(node: Any, file: FileDraft) -> str:
    """`(*fp)(x)` calls what fp points to."""
    while (
        node is not None
        and node.type in ("parenthesized_expression", "pointer_expression")
        and node.named_child_count == 1
    ):
        node = node.named_child(0)
    return file.read(node) if node is not None and node.type == "identifier" else ""


def calls(
    nodes: Sequence[Any], file: FileDraft, given: Callable[[Any, FileDraft], tuple[str, ...]] | None = None
) -> None:
    """given: texts of the arguments, where their types tell who is called."""
    data = file.data
    for node in nodes:
        start, end = node.byte_range
        function, arguments = node.child(0), node.child(1)
        if arguments is None:
            continue
        kind = function.type
        if kind == "identifier":
            name, receiver, sep = file.text(*function.byte_range), "", ""
        elif kind in _CASTING:
            continue
        else:
            name, receiver, sep = callee(function, file)
        at = file.at(start)
        if name in NOT_CALLS:
            if name in UNEVALUATED:
                at.marks.append(Mark("scope", start - at.start, end - at.start))
            continue
        if name in CASTS:
            continue
        args, count = argument_ranges(arguments, at.start, data)
        texts = given(arguments, file) if given is not None and args else ()
        at.calls.append(Call(start - at.start, end - at.start, name, receiver, sep, count, "call", args, texts))


def argument_ranges(arguments: Any, base: int, data: bytes) -> tuple[tuple[tuple[int, int], ...], int]:
    """Where the arguments stand, and how many there are (-1: a pack)."""
    children = arguments.named_children if arguments is not None else ()
    if not children:
        return (), 0
    args, count = [], 0
    for argument in children:
        first, last = argument.byte_range
        if data[first] == 0x2F:  # a comment
            continue
        if data[last - 3 : last] == b"...":
            count = -1
        elif count >= 0:
            count += 1
        args.append((first - base, last - base))
    return tuple(args[:ARGUMENTS]), count


def named(node: Any) -> Iterator[Any]:
    """Bare names that an expression or a declaration hands on."""
    kind = node.type
    fields = _NAMING.get(kind)
    for child in node.named_children if fields is None else [node.child_by_field_name(field) for field in fields]:
        if child is None:
            continue
        if child.type == "identifier":
            yield child
        elif child.type == "pointer_expression" and kind in _TAKING:
            taken = child.child_by_field_name("argument")
            if taken is not None and taken.type == "identifier":
                yield taken


def references(nodes: Sequence[Any], file: FileDraft) -> None:
    """Names passed, stored or returned that may be functions: no locals, no constants."""
    data = file.data
    for node in chain.from_iterable(map(named, nodes)):
        start, end = node.byte_range
        at = file.at(start)
        name = data[start:end].decode("utf-8", "replace")
        if known(at, name) or CAPITALS.match(name) or name in _TYPES or not name.isidentifier():
            continue
        if at is file.root:
            keeper = kept_in(node, file)
            if keeper:
                file.stored.add((keeper, name))
            continue
        at.calls.append(Call(start - at.start, end - at.start, name, "", "", -1, "ref"))


def kept_in(node: Any, file: FileDraft) -> str:
    """Of an initialiser at file level: the designated field's name, else the type of the variable that holds a list,
    else the variable's name."""
    here, listed = node.parent, False
    while here is not None and here.type in (
        "initializer_list",
        "pointer_expression",
        "init_declarator",
        "initializer_pair",
    ):
        if here.type == "initializer_pair":
            field = here.child_by_field_name("designator")
            if field is not None and field.type == "field_designator":
                return file.read(field).lstrip(". ")
        listed = listed or here.type == "initializer_list"
        if here.type == "init_declarator" and not listed:
            name = unwrap(here).name
            return file.read(name) if name is not None else ""
        here = here.parent
    kind = here.child_by_field_name("type") if here is not None and here.type == "declaration" else None
    return (
        re.sub(r"\b(?:struct|union|const|static)\s+", "", file.read(kind)).partition("{")[0].strip()
        if kind is not None
        else ""
    )


def known(at: FunctionDraft | None, name: str) -> bool:
    """Whether a bare name is a parameter or local of this or an enclosing function."""
    while at is not None and at.outer is not None:
        if name in at.extra.get("locals", ()):
            return True
        at = at.outer
    return False


def directives(nodes: Sequence[Any], file: FileDraft) -> None:
    """Conditions of `#if` are expressions to the grammar, but nothing is evaluated there."""
    conditions = (node.child_by_field_name("condition") for node in nodes)
    file.root.extra["directives"] = [condition.byte_range for condition in conditions if condition is not None]


def shortcuts(nodes: Sequence[Any], file: FileDraft) -> None:
    never = file.root.extra.get("directives", ())
    for node in nodes:
        operator = node.child_by_field_name("operator")
        if operator is None or operator.type not in _JOINING:
            continue
        start, end = node.byte_range
        if never and any(first <= start < last for first, last in never):
            continue
        at, place = file.at(start), operator.start_byte
        kind = "and" if file.data[place] in b"&a" else "or"
        at.marks.append(Mark(kind, start - at.start, end - at.start, place - at.start))


def conditionals(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        start, end = node.byte_range
        at = file.at(start)
        places = [child.start_byte - at.start for child in node.children if child.type in ("?", ":")]
        if len(places) != 2:
            continue
        if node.child_by_field_name("consequence") is None:
            at.marks.append(Mark("elvis", start - at.start, end - at.start, *places))
        else:
            at.marks.append(Mark("cond", start - at.start, end - at.start, *places))


def plain(kind: str) -> Callable[[Sequence[Any], FileDraft], None]:
    """Marks that are only a range."""

    def harvest(nodes: Sequence[Any], file: FileDraft) -> None:
        for node in nodes:
            start, end = node.byte_range
            at = file.at(start)
            at.marks.append(Mark(kind, start - at.start, end - at.start))

    return harvest


def negations(nodes: Sequence[Any], file: FileDraft) -> None:
    operators = ((node, node.child_by_field_name("operator")) for node in nodes)
    plain("not")([node for node, operator in operators if operator is not None and operator.type == "!"], file)


def statement_expressions(nodes: Sequence[Any], file: FileDraft) -> None:
    """`({ … })`: remembered for the statements, which are read later; what uses the value does not run them again."""
    braced = (node for node in nodes if b"{" in file.data[node.start_byte : node.end_byte])
    found = [node for node in braced if any(child.type == "compound_statement" for child in node.named_children)]
    plain("scope")(found, file)
    for node in found:
        file.at(node.start_byte).extra.setdefault("statement expressions", []).append(node.start_byte)


def lone(nodes: Sequence[Any], file: FileDraft) -> None:
    """`SET_PRIORITY;`: a name that is a whole statement stands for what a macro says."""
    for node in nodes:
        word = node.child(0)
        if word is None or word.type != "identifier":
            continue
        start, end = word.byte_range
        at, name = file.at(start), file.text(start, end)
        if at is not file.root and not known(at, name) and file.data[start:end].isupper():
            at.calls.append(Call(start - at.start, end - at.start, name, "", "", -1, "macro"))


HARVEST: Final = {
    "lone": lone,
    "directive": directives,
    "while": macro_loops.harvest,
    "call": calls,
    "naming": references,
    "shortcut": shortcuts,
    "cond": conditionals,
    "not": negations,
    "scope": plain("scope"),
    "statements": statement_expressions,
}
