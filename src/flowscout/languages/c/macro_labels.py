"""`CASE(OP_ADD):` where a statement may begin: a macro that makes a label of its argument, in interpreters that jump by a table or by `switch`.

The grammar gets to see `case` in place of the macro's name; and of `SWITCH(op) {` or `INTERPRET_LOOP {` right before such a label, `switch`.
(Bytes do not move.) Of `FALLTHROUGH case 2:`, which no semicolon parts, the label alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from flowscout.model.language import Reader
from flowscout.model.pattern import regex
from flowscout.model.syntax import Range
from flowscout.shapes.rows import inside

from .braces import among_declarations
from .text import NESTED, Directive, blank

_LABEL = regex(rb"\n[ \t]*+([A-Z][A-Z0-9_]{3,60}+)[ \t]*+" + NESTED + rb"[ \t]*+:(?!:)")
_ABOVE = regex(rb"(?:case\b[^?\n]{0,200}+|[A-Za-z_]\w*+[ \t]*+(?:" + NESTED + rb")?+[ \t]*+):\Z")
_DEFAULT = regex(rb"\n[ \t]*+(DEFAULT)[ \t]*+:(?!:)")
_ASKS = regex(rb"\n[ \t]*+([A-Za-z_]\w{5,60}+)[ \t]*+(?:" + NESTED + rb"\s*+|\n\s*+)?+\{\Z")
_FALLS = regex(
    rb"(?<!\w)((?:[A-Z][A-Z0-9_]{0,40}?)??(?:FALL_?THR(?:OUGH|U)\w{0,20}+|_{0,2}fallthrough))(?:[ \t]*+\([ \t]*+\))?\s++(?=(?:case|default)\b)"
)
_DOES = regex(rb"[A-Za-z_]\w*+(?:\(\))?[ \t]++(?!__attribute|\[\[|\(\(?void|do\b\s*+\{[\s;]*+\})")
_FAR: Final = 400
_CASE: Final = b"case"
_DEFAULTS: Final = b"default"
_SWITCH: Final = b"switch"
_LEAST: Final = len("switch(x)")


def hide(text: bytearray, mask: bytes, directives: Iterable[Directive] = ()) -> None:
    lines = b"\n" + mask
    if b"FALL" in mask or b"fallthr" in mask:
        _fall(text, mask, directives)
    found = [match for match in _LABEL.finditer(lines) if _stands(lines, match.start())]
    if not found:
        return
    found = sorted([*found, *_DEFAULT.finditer(lines)], key=lambda match: match.start())
    asking: list[tuple[int, int, bytes]] = []
    for match, free in zip(found, among_declarations(lines, [match.start() for match in found]), strict=True):
        if not free:
            _show(text, match.start(1), match.end(1), _CASE if b"(" in match[0] else _DEFAULTS)
            asking += _asking(lines, match.start())
    for (start, end, word), free in zip(asking, among_declarations(lines, [each[0] for each in asking]), strict=True):
        if not free:  # no function's head
            _show(text, start, end, word)


def _fall(text: bytearray, mask: bytes, directives: Iterable[Directive]) -> None:
    """Takes the word away, but for one that this file defines to do something."""
    for falls in _FALLS.finditer(mask):
        does = any(
            each.keyword == b"define" and each.argument.startswith(falls[1]) and _DOES.match(each.argument)
            for each in directives
        )
        before = mask[max(0, falls.start() - _FAR) : falls.start()].rstrip()[-1:]
        if not does and before in (b";", b"}", b":"):
            text[falls.start() : falls.end()] = blank(bytes(text[falls.start() : falls.end()]))


def _asking(lines: bytes, start: int) -> Iterator[tuple[int, int, bytes]]:
    """What a block hangs on that begins with a label, and how it is shown."""
    floor = max(0, start - _FAR)
    found = _ASKS.search(lines[floor:start].rstrip())
    size = len(found[1]) if found else 0
    if found and b"(" in found[0] and found[1] != _SWITCH:
        yield floor + found.start(1), floor + found.end(1), _SWITCH
    elif found and b"(" not in found[0] and size >= _LEAST:
        yield floor + found.start(1), floor + found.end(1), b"switch(%s)" % (b"x" * (size - _LEAST + 1))


def _show(text: bytearray, start: int, end: int, word: bytes) -> None:
    """start, end: in the lines, which are a byte ahead."""
    text[start - 1 : end - 1] = word + b" " * (end - start - len(word))


def _stands(lines: bytes, start: int) -> bool:
    """Whether a statement may begin here; behind `:`, only where a label ends there, and no `a ? b :`."""
    before = lines[max(0, start - _FAR) : start].rstrip()
    last = before[-1:]
    return last in (b";", b"{", b"}") or (
        last == b":" and _ABOVE.match(before[before.rfind(b"\n") + 1 :].lstrip()) is not None
    )


def value(case: Any, reader: Reader) -> Any:
    """Of a `case_statement`'s node that has one: of `CASE(x):` what stands in the brackets."""
    said = case.child_by_field_name("value")
    return said if reader.text(case.child(0)) == _CASE.decode() else inside(said)


def subject(node: Any, condition: Any, reader: Reader) -> Range:
    """Of a `switch_statement`'s node: what is asked; a macro without arguments as a whole."""
    if reader.text(node.child(0)) == _SWITCH.decode() or b"(" in reader.written(node.start_byte, condition.start_byte):
        return reader.range(condition)
    return Range(reader.span(node)[0], reader.span(node.child_by_field_name("condition"))[1])
