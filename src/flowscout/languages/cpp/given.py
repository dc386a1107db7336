"""Texts of a call's arguments whose types may tell which of several functions of one name is meant."""

from __future__ import annotations

from typing import Any, Final

from flowscout.model.pattern import regex
from flowscout.shapes.draft import FileDraft

_LONGEST: Final = 80
_MOST: Final = 12
_NUMBER: Final = regex(r"[1-9][0-9]{0,8}|[0-9]{1,20}\.[0-9]{1,20}")  # an int, a double
_CHAR: Final = regex(r"'(?:[^'\\]|\\.)'")  # no `L'c'`, and not the int of `'ab'`
_TEXTS: Final = frozenset({"string_literal", "raw_string_literal", "concatenated_string"})
_READ: Final = frozenset(
    {
        "identifier",
        "this",
        "true",
        "false",
        "number_literal",
        "char_literal",
        "field_expression",
        "call_expression",
        "pointer_expression",
        "subscript_expression",
        "cast_expression",
        "compound_literal_expression",
        "new_expression",
        "qualified_identifier",
    }
)


def given(arguments: Any, file: FileDraft) -> tuple[str, ...]:
    """ "" of what is long, or what nothing is known of by its form: `0` may be a pointer, too."""
    if arguments is None:
        return ()
    found = [text_of(each, file) for each in arguments.named_children if each.type != "comment"][:_MOST]
    return tuple(found) if any(found) else ()


def text_of(node: Any, file: FileDraft) -> str:
    if node.type in _TEXTS:
        parts = node.named_children if node.type == "concatenated_string" else [node]
        return '""' if all(file.data[part.start_byte : part.start_byte + 1] in (b'"', b"R") for part in parts) else ""
    if node.type not in _READ or node.end_byte - node.start_byte > _LONGEST:
        return ""
    text = file.read(node)
    if node.type == "number_literal":
        return text if _NUMBER.fullmatch(text) else ""
    if node.type == "char_literal":
        return text if _CHAR.fullmatch(text) else ""
    return "" if "\n" in text else text
