"""What happens inside expressions: calls, names passed on, attribute reads, and the marks that steer control.

Each function here takes the nodes that one query found and adds what they tell to the draft of the file. Nothing is
resolved: a call is its name and receiver as written. `kept` runs last, for only then are all local names known, and a
name that is passed on is recorded unless it is a variable."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from flowscout.model.facts import Call
from flowscout.model.pattern import regex
from flowscout.model.syntax import Mark
from flowscout.shapes.draft import CUT, FileDraft, FunctionDraft
from flowscout.shapes.reading import Harvest
from flowscout.shapes.rows import first

from .special import SHORT, binaries, chains, increments, interpolations, signs, special, subscripts, truths
from .statements import with_items

QUERY: Final = """
(module) @module
(decorator) @decorator
(generator_expression) @generator
(call) @call
(with_statement) @with
(type) @hint
(pair) @pair
[(list) (tuple)] @items
(attribute) @attribute
(boolean_operator) @bool
(not_operator) @not
(conditional_expression) @cond
(comparison_operator) @chain
(binary_operator) @binary
(unary_operator) @sign
(augmented_assignment) @increment
(subscript) @subscript
(interpolation) @shown
[(if_statement) (elif_clause) (while_statement) (not_operator)] @truth
[(list_comprehension) (set_comprehension) (dictionary_comprehension) (lambda)] @scope
(await) @await
(yield) @yield
"""

ARGUMENTS: Final = 12
LINKS: Final = 16  # of a long chain of calls that is read whole
RETURNED: Final = frozenset(
    {
        "identifier",
        "attribute",
        "call",
        "await",
        "lambda",
        "list",
        "tuple",
        "dictionary",
        "subscript",
        "conditional_expression",
        "boolean_operator",
        "expression_list",
    }
)
DOTTED: Final = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_INDEXED: Final = regex(r"[^\W\d]\w*+(?:\.[^\W\d]\w*+|\[-?\d++\])*+")  # `self.errors[0].path`
PASSED_ON: Final = regex(r"(?:\w+\s*=\s*)?[^\W\d]\w*(?:\.[^\W\d]\w*)*")
USED_OTHERWISE: Final = regex(rb"\s*+(?:\(|=(?!=)|[-+*/%&|^@]=|//=|\*\*=|>>=|<<=|:[^=\n]{0,400}+=)")
_GIVEN: Final = regex(
    rb"lambda\b|[\[{](?:\"[^\"]*\"|'[^']*'|[\s\d,:\[\]{}().-])*[A-Za-z_]|\*{0,2}(?!(?:None|True|False)\b)[^\W\d]\w*(?:\s*(?:[.(\[]|=(?!=)(?!\s*(?:[\"'\d\[{(]|None|True|False))).*)?\Z",
    re.DOTALL,
)
TUPLE: Final = regex(rb"\([^\W\d][\w.]*(?:,\s*[^\W\d][\w.]*)*,?\s*\)\Z")  # of names: `isinstance(x, (A, B))`
NO_ARGS: Final[tuple[tuple[int, int], ...]] = ()
NO_TEXTS: Final[tuple[str, ...]] = ()
STAR, COMMENT = b"*"[0], b"#"[0]


def callee(text: str) -> tuple[str, str, str]:
    """Name, receiver and separator of a called expression as written."""
    receiver, dot, name = text.rpartition(".")
    name = name.strip()
    if name.isidentifier():
        return name, receiver.strip(), dot
    return "", text, ""


def calls(nodes: Sequence[Any], file: FileDraft) -> None:
    decorators, generators = file.root.extra.get("decorators", ()), file.root.extra.get("generators", ())
    for node in nodes:
        start, end = node.byte_range
        at = file.evaluating(start)
        function, arguments = node.child(0), node.child(1)
        name, receiver, sep = called(file, function)
        if name == "super" and not sep:
            continue
        kind = "decorator" if start in decorators else "super" if receiver.startswith("super(") else "call"
        base, count, args, given = at.start, 0, NO_ARGS, NO_TEXTS
        if arguments.start_byte in generators:  # `sum(x for x in xs)`: the generator, parentheses and all
            first, last = arguments.byte_range
            count, args = 1, ((first - base, last - base),)
        elif arguments.named_child_count:
            count, args, given = _arguments(arguments, at, file)
        at.calls.append(Call(start - base, end - base, name, receiver, sep, count, kind, args, given))


def _arguments(
    node: Any, at: FunctionDraft, file: FileDraft
) -> tuple[int, tuple[tuple[int, int], ...], tuple[str, ...]]:
    """How many (-1: a star hides it), where, and the texts of those that may be functions or objects."""
    data, base, star, args, given = file.data, at.start, False, [], []
    for argument in node.named_children:
        start, end = argument.byte_range
        if data[start] == COMMENT:
            continue
        star = star or data[start] == STAR
        args.append((start - base, end - base))
        if end - start > SHORT or not (_GIVEN.match(data, start, end) or TUPLE.match(data, start, end)):
            given.append("")
            continue
        text = file.text(start, end)
        given.append(text)
        if PASSED_ON.fullmatch(text):
            value = text.rpartition("=")[2].lstrip()
            refer(file, at, value, end - len(value.encode()))
    texts = tuple(given[:ARGUMENTS]) if any(given) else NO_TEXTS
    return -1 if star else len(args), tuple(args[:ARGUMENTS]), texts


def may_call(text: str) -> bool:
    """Whether a short text may be a function or an object."""
    data = text.encode()
    return len(data) <= SHORT and _GIVEN.match(data) is not None


def called(file: FileDraft, node: Any) -> tuple[str, str, str]:
    """As `callee`; of a long chain of calls only the end is read, and of what its calls are given nothing that is long."""
    start, end = node.byte_range
    if end - start < CUT:
        return callee(file.text(start, end))
    tail = file.data[end - CUT : end].decode("utf-8", "replace").rpartition(".")[2].strip()
    if not tail.isidentifier():
        return "", _chain(file, node) or file.text(start, end), ""
    receiver = _chain(file, node.child(0)) if node.child_count else ""
    return tail, receiver or file.text(start, end - CUT), "."


_CHAINED: Final = 2  # children of a node that is more than one name


def _chain(file: FileDraft, node: Any) -> str:
    """What a receiver is made of, whole: a text that is cut within what a call is given leaves out what is called behind it; "" where
    it is too long for that."""
    parts: list[str] = []
    for _ in range(LINKS):
        start, end = node.byte_range
        if node.type in ("call", "attribute") and node.child_count < _CHAINED:
            return ""  # text that does not parse
        if node.type == "call":
            first, last = node.child(1).byte_range
            parts.append(file.text(first, last) if last - first < SHORT else "(…)")
        elif node.type == "attribute":
            parts.append(f".{file.read(node.child(node.child_count - 1))}")
        else:
            whole = "".join([file.text(start, end), *reversed(parts)])
            return whole if end - start < SHORT and len(whole) < CUT else ""
        node = node.child(0)
    return ""


def generators(nodes: Sequence[Any], file: FileDraft) -> None:
    file.root.extra["generators"] = {node.start_byte for node in nodes}
    scope(nodes, file)


def decorators(nodes: Sequence[Any], file: FileDraft) -> None:
    """A decorator is called with what it decorates; one with arguments is recorded by `calls`."""
    called, spoken_for = (
        file.root.extra.setdefault("decorators", set()),
        file.root.extra.setdefault("spoken for", set()),
    )
    for node in nodes:
        value = first(node)
        if value is None:
            continue
        start, end = value.byte_range
        if value.type == "call":
            called.add(start)
            continue
        spoken_for.add(start)
        at = file.evaluating(start)
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
            at = file.evaluating(start)
            at.calls.append(Call(start - at.start, end - at.start, enter, file.text(start, end), ".", 0, "with"))


def pairs(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
        if key is not None:
            special(file, key, "__hash__")
        if value is not None:
            hold(file, value)


def items(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        for item in node.named_children:
            hold(file, item)


def hold(file: FileDraft, node: Any) -> None:
    """A value that is stored or returned."""
    start, end = node.byte_range
    if end - start < SHORT:
        text = file.text(start, end)
        if DOTTED.fullmatch(text):
            refer(file, file.evaluating(start), text, start)


def refer(file: FileDraft, at: FunctionDraft, text: str, start: int) -> None:
    """A name passed on, returned or stored may be a function's, unless it is a variable or a constant."""
    receiver, sep, name = text.rpartition(".")
    if (not sep and is_variable(at, name)) or name.isupper():
        return
    end = start + len(text.encode())
    file.root.extra.setdefault("passed", set()).add((start, end))  # what it begins with is read, too
    at.calls.append(Call(start - at.start, end - at.start, name, receiver, sep, -1, "ref"))


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


def kept(nodes: Sequence[Any], file: FileDraft) -> None:
    """What assignments and returns keep, now that all names are known."""
    for node in file.root.extra.get("stored", ()):
        hold(file, node)


def attributes(nodes: Sequence[Any], file: FileDraft) -> None:
    """Attribute reads, which may run a property: each receiver and name once a function."""
    data, spoken_for, passed = file.data, file.root.extra.get("spoken for", ()), file.root.extra.get("passed", ())
    for node in nodes:
        start, end = node.byte_range
        if start in spoken_for or (start, end) in passed or USED_OTHERWISE.match(data, end):
            continue
        text = file.text(start, end) if end - start < CUT else ""
        receiver, _, name = text.rpartition(".")
        if name.isupper() or not (DOTTED.fullmatch(text) or ("]" in text and _INDEXED.fullmatch(text))):
            continue
        at = file.evaluating(start)
        seen = at.extra.setdefault("attributes", set())
        if text not in seen:
            seen.add(text)
            at.calls.append(Call(start - at.start, end - at.start, name, receiver, ".", 0, "property"))


def operators(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        start, end = node.byte_range
        at, operator = file.evaluating(start), node.child_by_field_name("operator")
        place = operator.start_byte
        kind = "and" if file.data[place : place + 1] == b"a" else "or"
        at.marks.append(Mark(kind, start - at.start, end - at.start, place - at.start))


def conditionals(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        start, end = node.byte_range
        at = file.evaluating(start)
        words = [child.start_byte - at.start for child in node.children if child.type in ("if", "else")]
        if len(words) == 2:
            at.marks.append(Mark("cond", start - at.start, end - at.start, *words))


def plain(kind: str) -> Harvest:
    """Marks that are only a range."""

    def harvest(nodes: Sequence[Any], file: FileDraft) -> None:
        for node in nodes:
            start, end = node.byte_range
            at = file.evaluating(start)
            at.marks.append(Mark(kind, start - at.start, end - at.start))

    return harvest


def scope(nodes: Sequence[Any], file: FileDraft) -> None:
    """A lambda or a comprehension is not evaluated here, save a comprehension's first iterable: the mark says where it
    stands."""
    for node in nodes:
        start, end = node.byte_range
        at = file.evaluating(start)
        clause = next((child for child in node.named_children if child.type == "for_in_clause"), None)
        first = clause.child_by_field_name("right") if clause is not None else None
        inside = (first.start_byte - at.start, first.end_byte - at.start) if first is not None else (0, 0)
        at.marks.append(Mark("scope", start - at.start, end - at.start, *inside))


HARVEST: Final[dict[str, Harvest]] = {
    "decorator": decorators,
    "hint": hints,
    "generator": generators,
    "call": calls,
    "pair": pairs,
    "items": items,
    "with": managers,
    "module": kept,
    "attribute": attributes,
    "bool": operators,
    "cond": conditionals,
    "chain": chains,
    "binary": binaries,
    "sign": signs,
    "increment": increments,
    "subscript": subscripts,
    "shown": interpolations,
    "truth": truths,
    "not": plain("not"),
    "scope": scope,
    "await": plain("await"),
    "yield": plain("yield"),
}
