"""Other names for things: `using`, namespace aliases, type aliases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from flowscout.model.declared import Import
from flowscout.shapes.draft import FileDraft

QUERY: Final = """
(using_declaration) @using
(namespace_alias_definition) @space-alias
(alias_declaration) @alias
"""


def _add(node: Any, file: FileDraft, kind: str, module: str, alias: str) -> None:
    at, around = file.at(node.start_byte), file.type_at(node.start_byte) if kind == "alias" else None
    inside = around.head.name if around is not None else ""
    file.imports.append(Import(kind, module, inside, alias, 0, node.start_point.row + 1, at.index))


def using(nodes: Sequence[Any], file: FileDraft) -> None:
    """`using a::b;`, `using namespace a;`, `using enum e;`"""
    for node in nodes:
        if not node.named_child_count:
            continue
        target = file.read(node.named_child(node.named_child_count - 1))
        words = {child.type for child in node.children}
        if "namespace" in words:
            _add(node, file, "namespace", target, "")
        else:
            _add(node, file, "using", target.removeprefix("typename "), target.rpartition("::")[2])


def space_aliases(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        name = node.child_by_field_name("name")
        if name is not None and node.named_child_count > 1:
            _add(node, file, "alias", file.read(node.named_child(node.named_child_count - 1)), file.read(name))


def aliases(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        name, kind = node.child_by_field_name("name"), node.child_by_field_name("type")
        if name is not None and kind is not None:
            _add(node, file, "alias", file.read(kind), file.read(name))


HARVEST: Final = {"using": using, "space-alias": space_aliases, "alias": aliases}
