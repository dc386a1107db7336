"""Names and what is known of their values: bindings, writes, imports, and what a function raises, catches and returns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from flowscout.model.declared import Declared, Import
from flowscout.model.facts import Binding, Call, Shield, Write
from flowscout.model.pattern import regex
from flowscout.shapes.draft import CUT, LAYOUT, FileDraft, FunctionDraft
from flowscout.shapes.rows import first

from .raising import handlers, place, raises, tries
from .special import SHORT
from .statements import with_items
from .uses import DOTTED, RETURNED, callee, may_call

QUERY: Final = """
[(global_statement) (nonlocal_statement)] @global
(except_clause) @except
(assignment) @assign
(augmented_assignment) @augment
(named_expression) @walrus
[(for_statement) (for_in_clause)] @each
(with_statement) @with-names
(delete_statement) @delete
[(import_statement) (import_from_statement) (future_import_statement)] @import
(try_statement) @try
(raise_statement) @raise
(return_statement) @return
(yield) @yielded
"""

PATTERNS: Final = frozenset(
    {
        "pattern_list",
        "tuple_pattern",
        "list_pattern",
        "tuple",
        "list",
        "list_splat_pattern",
        "expression_list",
        "parenthesized_expression",
        "as_pattern_target",
    }
)
LISTS: Final = frozenset({"expression_list", "tuple", "list"})
TABLES: Final = frozenset({"dictionary", "list", "tuple", "set"})
LONGEST: Final = 4000
REMARK: Final = regex(
    r"(\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?)|#[^\n]*+"
)  # or a string, which may hold its sign and lack its end
HELD: Final = regex(rb"[\[({:,]\s*+(?!(?:None|True|False)\b)[^\W\d][\w.]*+\s*+[\])},(]")
QUOTED: Final = regex(r"""["'](\w+)["']""")
ITERABLE: Final = regex(
    r"(?!(?:range|enumerate|zip|sorted|reversed|list|set|dict|tuple|map|filter)\()[^\W\d][\w.]*(?:\(.*\))?", re.DOTALL
)


def targets(node: Any) -> Iterator[Any]:
    """The names, attributes and subscripts in an assignment's target, left to right."""
    stack = [node]
    while stack:
        here = stack.pop()
        if here.type in PATTERNS:
            stack.extend(reversed(here.named_children))
        elif here.type != "comment":
            yield here


def scopes(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        at, start = file.at(node.start_byte), node.start_byte
        how = "global" if file.data.startswith(b"global", start) else "capture"
        for name in node.named_children:
            at.bindings.append(Binding(name.start_byte - at.start, file.read(name), how=how))
            at.extra.setdefault("elsewhere", set()).add(file.read(name))


def bind(file: FileDraft, target: Any, type_: str, value: str, how: str, taken: str = "") -> None:
    """One target. What is no plain local is a write, too; what stands in a class body or at top level is known there."""
    start, end = target.byte_range
    at, name = file.evaluating(start), file.text(start, end)
    if DOTTED.fullmatch(name):
        at.bindings.append(Binding(start - at.start, name, type_, value, how, False, taken))
        receiver, dot, attribute = name.rpartition(".")
        if dot and how != "declare":  # it may run a property's setter
            at.calls.append(Call(start - at.start, end - at.start, attribute, receiver, ".", 1, "property"))
    if "." in name or "[" in name or name in at.extra.get("elsewhere", ()):
        if type_ == "" or value != "":
            kept = value if name.endswith("]") and how == "assign" and may_call(value) else ""
            at.writes.append(Write(start - at.start, end - at.start, name, "assign", kept))
        _field(at, name, type_ or value)
        return
    owner = file.type_at(start)
    if owner is not None and at.start <= owner.start and (at.outer is None or at.start < owner.start):
        own = file.root.extra.setdefault("of classes", set())
        if (owner.start, name) not in own and "(" in value:  # a method above may have set it on the object
            owner.fields.pop(name, None)
        own.add((owner.start, name))
        owner.fields.setdefault(name, type_ or value)
        if taken or (type_ and value and may_call(value)):
            owner.values.setdefault(name, taken or value)
    elif at is file.root:
        file.globals.setdefault(name, type_ or value)


def _field(at: FunctionDraft, name: str, known: str) -> None:
    """`self.x = value` in a method tells of a field; a parameter's type tells more than its name."""
    first, _, rest = name.partition(".")
    if at.owner is None or not rest or not rest.isidentifier() or not at.head.params or at.head.params[0].name != first:
        return
    typed = next((param.type for param in at.head.params if param.name == known and param.type), known)
    if not at.owner.fields.get(rest):
        at.owner.fields[rest] = typed


def assignments(nodes: Sequence[Any], file: FileDraft) -> None:
    values = dict[int, Any]()
    for node in reversed(nodes):  # in `a = b = value` the assignments end together, and the last knows the value
        if node.end_byte not in values:
            values[node.end_byte] = right = node.child_by_field_name("right")
            if right is not None:
                file.root.extra.setdefault("stored", []).append(right)
    for node in nodes:
        left, type_node = node.child_by_field_name("left"), node.child_by_field_name("type")
        right = values[node.end_byte]
        type_ = file.read(type_node) if type_node is not None else ""
        value = file.read(right) if right is not None else ""
        if left.type not in PATTERNS:
            bind(file, left, type_, value, "assign" if right is not None else "declare", _table(file, right))
            if value and file.data[left.start_byte : left.end_byte] == b"__all__":
                file.exports.extend(_strings(file, right))
            continue
        for name, part, taken in _unpacked(left, right, file):
            bind(file, name, "", part, "assign", taken)


def _table(file: FileDraft, node: Any) -> str:
    """A long list or table that holds names, or a property with a long description, whole, without remarks."""
    if node is not None and node.type == "call" and file.data.startswith(b"property(", node.start_byte):
        return _property(file, node)
    if node is None or node.type not in TABLES:
        return ""
    start, end = node.byte_range
    if not CUT < end - start < LONGEST or not HELD.search(file.data, start, end):
        return ""
    written = file.data[start:end].decode("utf-8", "replace")
    return LAYOUT.sub(" ", REMARK.sub(lambda found: found[1] or "", written))


def _property(file: FileDraft, node: Any) -> str:
    if node.end_byte - node.start_byte <= CUT:
        return ""
    given = [child for child in node.child_by_field_name("arguments").named_children if child.type != "comment"]
    values = [child.child_by_field_name("value") if child.type == "keyword_argument" else child for child in given]
    kept = [file.read(child) for child, value in zip(given, values, strict=True) if "string" not in value.type]
    return f"property({', '.join(kept)})"


def _unpacked(left: Any, right: Any, file: FileDraft) -> list[tuple[Any, str, str]]:
    """Each name of a target with the text of what it is given; a star is given a list. Where that is not written out,
    "" and the part of what."""
    found: list[tuple[Any, str, str]] = []
    waiting = [(left, right)]
    while waiting:
        target, value = waiting.pop()
        if target.type not in PATTERNS:
            found.append((target, file.read(value), ""))
            continue
        names = [child for child in target.named_children if child.type != "comment"]
        parts = (
            [child for child in value.named_children if child.type != "comment"]
            if value is not None and value.type in LISTS
            else []
        )
        stars = [at for at, name in enumerate(names) if name.type == "list_splat_pattern"]
        if stars and len(parts) >= len(names) - 1:
            star = stars[0]
            taken = parts[star : star + len(parts) - len(names) + 1]
            found += [(name, f"[{', '.join(map(file.read, taken))}]", "") for name in targets(names.pop(star))]
            parts = parts[:star] + parts[star + len(taken) :]
        if len(names) == len(parts) and not any(part.type == "list_splat" for part in parts):
            waiting += zip(names, parts, strict=True)
        else:
            whole = (
                file.read(value)
                if value is not None and value.type in RETURNED and value.end_byte - value.start_byte <= SHORT
                else ""
            )
            found += [(name, "", f"({whole}){part}" if whole and part else "") for name, part in parts_of(target)]
    return sorted(found, key=lambda each: place(each[0]))


def parts_of(pattern: Any) -> Iterator[tuple[Any, str]]:
    """The names of a pattern, each with its place in it, `[1][0]`; "" behind a star."""
    waiting = [(pattern, "")]
    while waiting:
        node, part = waiting.pop()
        if node.type not in PATTERNS:
            if node.type != "comment":
                yield node, part
            continue
        inner = [child for child in node.named_children if child.type != "comment"]
        if node.type in ("parenthesized_expression", "as_pattern_target", "list_splat_pattern"):
            waiting += [(child, part if node.type != "list_splat_pattern" else "") for child in reversed(inner)]
            continue
        stars = [at for at, child in enumerate(inner) if child.type == "list_splat_pattern"]
        known = part or node is pattern
        parts = [
            (child, f"{part}[{at}]" if known and not (stars and at >= stars[0]) else "")
            for at, child in enumerate(inner)
        ]
        waiting += reversed(parts)


def _strings(file: FileDraft, node: Any) -> list[str]:
    return QUOTED.findall(file.data[node.start_byte : node.end_byte].decode("utf-8", "replace"))


def augmented(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        start, end = left.byte_range
        at, name = file.evaluating(start), file.text(start, end)
        if name == "__all__" and right is not None:
            file.exports.extend(_strings(file, right))
        if "." in name or "[" in name or name in at.extra.get("elsewhere", ()):
            at.writes.append(Write(start - at.start, end - at.start, name, "augment"))


def walruses(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        bind(file, name, "", file.read(value) if value is not None else "", "assign")


def each(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        value = file.read(right) if right is not None else ""
        for name, part in parts_of(left):
            bind(file, name, "", value, "each", part)
        if right is not None:
            _gone_through(right, value, file)


def _gone_through(node: Any, value: str, file: FileDraft) -> None:
    if ITERABLE.fullmatch(value):
        at, (start, end) = file.at(node.start_byte), node.byte_range
        at.calls.append(Call(start - at.start, end - at.start, "__iter__", value, ".", 0, "property"))


def managers(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        for item in with_items(node):
            value = item.child_by_field_name("value") or item
            if value.type != "as_pattern":
                _suppress(file, node, value)
                continue
            alias = value.child_by_field_name("alias")
            for name, part in parts_of(alias) if alias is not None else ():
                bind(file, name, "", file.read(first(value)), "with", part)


def _suppress(file: FileDraft, node: Any, value: Any) -> None:
    """`with suppress(KeyError):` keeps it in."""
    body = node.child_by_field_name("body")
    if value.type == "call" and callee(file.read(value.child(0)))[0] == "suppress" and body is not None:
        types = tuple(file.read(child) for child in value.child(1).named_children)
        at = file.at(node.start_byte)
        at.shields.append(Shield(body.start_byte - at.start, body.end_byte - at.start, types))


def deletes(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        for child in node.named_children:
            for target in targets(child):
                start, end = target.byte_range
                at, name = file.at(start), file.text(start, end)
                if "." in name or "[" in name or name in at.extra.get("elsewhere", ()):
                    at.writes.append(Write(start - at.start, end - at.start, name, "delete"))


def returned(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        value = first(node)
        while value is not None and value.type == "parenthesized_expression":
            value = first(value)
        if value is not None and value.type in RETURNED:
            file.root.extra.setdefault("stored", []).append(value)
            file.at(node.start_byte).returns.append(file.read(value))


def yielded(nodes: Sequence[Any], file: FileDraft) -> None:
    """What a generator gives out counts as returned."""
    for node in nodes:
        at, value = file.at(node.start_byte), first(node)
        at.extra["generator"] = True
        if value is None:
            continue
        if any(child.type == "from" for child in node.children):
            text = file.read(value)
            at.returns += [f"next({text})"] if text else []
            _gone_through(value, text, file)
        elif value.type in RETURNED:
            at.returns.append(file.read(value))


def imports(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        line, scope = node.start_point.row + 1, file.at(node.start_byte).index
        if node.type == "import_statement":
            file.imports += [Import("import", name, "", alias, 0, line, scope) for name, alias in _imported(node, file)]
            continue
        source = node.child_by_field_name("module_name")
        written = file.read(source).replace(" ", "") if source is not None else "__future__"
        module = written.lstrip(".")
        level = len(written) - len(module)
        for name, alias in _imported(node, file):
            file.imports.append(Import("from", module, name, alias, level, line, scope))


def _imported(node: Any, file: FileDraft) -> Iterator[tuple[str, str]]:
    for child in node.children_by_field_name("name"):
        if child.type == "aliased_import":
            name, alias = child.child_by_field_name("name"), child.child_by_field_name("alias")
            yield file.read(name), file.read(alias)
        else:
            yield file.read(child), ""
    if any(child.type == "wildcard_import" for child in node.named_children):
        yield "*", ""


def finish(file: FileDraft) -> None:
    """Generators know themselves by what is inside; classes declare what their bodies define."""
    for function in file.functions:
        head = function.head
        if function.extra.get("generator"):
            head = function.head = head._replace(flags=f"{head.flags} generator")
        if function.owner is not None:
            function.owner.methods.append(_declared(function))


def _declared(function: FunctionDraft) -> Declared:
    head = function.head
    plain = [param for param in head.params if not param.name.startswith("*")]
    needed = sum(not param.default for param in plain)
    most = len(plain) if len(plain) == len(head.params) else -1
    flags = " ".join(sorted(set(head.flags.split())))
    return Declared(head.name, function.scope, "", head.result, needed, most, flags, function.node.start_point.row + 1)


HARVEST: Final = {
    "global": scopes,
    "except": handlers,
    "assign": assignments,
    "augment": augmented,
    "walrus": walruses,
    "each": each,
    "with-names": managers,
    "delete": deletes,
    "import": imports,
    "try": tries,
    "raise": raises,
    "return": returned,
    "yielded": yielded,
}
