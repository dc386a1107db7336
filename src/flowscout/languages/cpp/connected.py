"""`connect(button, SIGNAL(clicked()), this, SLOT(save()))`: Qt's macros make a text of what they are given.

A slot is called later, so it is a name here; anywhere else words like these mean something of the project's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from flowscout.languages.c import uses
from flowscout.model.facts import Call
from flowscout.model.pattern import regex
from flowscout.shapes.draft import FileDraft

from .given import given

_TEXT: Final = regex(rb"\b(?:SIGNAL|(SLOT))\s?\(\s{0,4}\Z")
_WITHIN: Final = (b"(", b" ")
_CHOSEN: Final = frozenset({"conditional_expression", "parenthesized_expression"})


def calls(nodes: Sequence[Any], file: FileDraft) -> None:
    """nodes: calls. All but those that are no more than named."""
    data, plain = file.data, []
    for node in nodes:
        start, end = node.byte_range
        text = data[start - 1 : start] in _WITHIN and _TEXT.search(data, max(0, start - 16), start)
        if not text or not _is_argument(node):
            plain.append(node)
        elif text[1]:
            name, receiver, sep = uses.callee(node.child(0), file)
            at = file.at(start)
            at.calls.append(Call(start - at.start, end - at.start, name, receiver, sep, -1, "ref"))
    uses.calls(plain, file, given)


def _is_argument(node: Any) -> bool:
    """Whether the macro around it is itself given to something."""
    around = node.parent.parent if node.parent is not None else None
    around = around.parent if around is not None else None
    while around is not None and around.type in _CHOSEN:
        around = around.parent
    return around is not None and around.type == "argument_list"
