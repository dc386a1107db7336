"""`DEBUG(D_acl) debug_printf("…", e);`: a statement behind a macro that another file may define, which no semicolon parts from it.

The grammar, which would read the declaration of a `debug_printf`, gets to see an `if` in place of the name (bytes do not move), so that the
statement hangs on what the macro asks, as a block behind it does. Only in code: among declarations such a macro decorates. A call or what has a
member is no declaration; on the next line it stands further in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ...model.pattern import regex
from .braces import among_declarations
from .macro_loops import stands, within
from .text import NESTED, Directive

_GUARDS: Final = regex(
    rb"([A-Z](?<![\w.>][A-Z])[A-Z0-9_]{1,60}+)[ \t]{0,9}+" + NESTED + rb"([ \t]*+(?:\r?\n([ \t]++))?)"
    rb"(?=(?!(?:if|for|while|switch|return|sizeof|defined)\b)[A-Za-z_]\w{0,80}+\s{0,9}+(?:\(|\.|->))"
)
_INDENTED: Final = regex(rb"(?:\A|\n)([ \t]*+)\Z")
_ASKS: Final = regex(rb"\b(?:if|for|while|switch)\b|(?:&&|\|\||\?)\s*+\Z")
_FAR: Final = 200
_IF: Final = b"if"


def hide(text: bytearray, mask: bytes, directives: Iterable[Directive]) -> None:
    """Puts `if` where such a macro begins a statement; a semicolon behind one that this file defines without a question."""
    found = [each for each in _GUARDS.finditer(mask) if _begins(mask, each)]
    known: dict[bytes, bool] = {}
    for line in directives if found else ():
        name, stands_for = line.function
        if name:
            known[name] = known.get(name, False) or bool(_ASKS.search(stands_for))
    for each, free in zip(found, among_declarations(mask, [each.start() for each in found]), strict=True):
        start, end = each.span(1)
        if free or text[start:end] != mask[start:end]:
            continue
        if not known.get(each[1], True):
            text[each.start(2) : each.end(2)] = each[2]
            text[each.start(2) : each.start(2) + bool(each[2])] = b";"[: bool(each[2])]
        else:
            text[start:end] = _IF + b" " * (end - start - len(_IF))
            text[each.start(2) : each.end(2)] = each[2]  # without a semicolon that was put there
            within(text, mask, each.end())


def _begins(mask: bytes, found: re.Match[bytes]) -> bool:
    if not stands(mask, found.start()) or mask[max(0, found.start() - _FAR) : found.start()].rstrip().endswith(
        (b")", b"else", b"do")
    ):
        return False
    before = _INDENTED.search(mask, max(0, found.start() - _FAR), found.start())
    return found[3] is None or (before is not None and len(found[3].expandtabs()) > len(before[1].expandtabs()))
