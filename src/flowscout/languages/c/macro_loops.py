"""`list_for_each_entry(pos, head, list) { … }`: a loop that only a macro's name or its definition gives away, and
`for (ALL_ELEMENTS(list, node, row)) { … }`, whose head the macro fills: with one invocation for all three parts.

The grammar gets to see a `while` in place of the name (bytes do not move), so that the block, or the one statement
behind it, is a loop's body. Rows and harvests tell such a loop by its first word in the file as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from flowscout.model.facts import Call
from flowscout.model.language import Node, Reader
from flowscout.model.pattern import regex
from flowscout.model.syntax import Body, If, Loop, Range
from flowscout.shapes.draft import FileDraft
from flowscout.shapes.rows import inside

from .text import NESTED, Directive, blank

_SPEAKING: Final = (b"oreach", b"_each", b"OREACH", b"_EACH", b"orEach", b"ITER")
_NAMED: Final = (
    rb"(?:for_?each|FOR_?EACH|[fF]orEach|(?<=[A-Za-z0-9]_)(?:each|EACH)(?![A-Za-z0-9]))\w*+"
    rb"|(?<!\w)(?:[A-Z0-9]{1,40}_)?ITER(?:ATE)?(?:_[A-Z0-9_]{1,40})?(?=\()"
)
_SPEAKS = regex(rb"\w{0,60}?(?:" + _NAMED + rb")|for\b")
_GOVERNS: Final = frozenset({"if_statement", "else_clause", "while_statement", "for_statement"})
_FRONT = regex(rb"\w{0,60}\Z")
_INVOKED = regex(rb"\s*+" + NESTED + rb"\s*+(?=[{A-Za-z_*(+-])")
_LOOPING = regex(rb"\b(?:for|while)\s*+\(")
_DECLARED = regex(
    rb"\s*+\(\s*+((?:const\s{1,9})?+(?!const\b)[A-Za-z_][\w:]{0,80}+(?:<[^;{}()]{1,80}?>)?(?:\s{0,9}[&*]{1,2}\s{0,9}|\s{1,9}))(?=[A-Za-z_]\w{0,80}+\s{0,9}+,)"
)
_NOT_A_LOOP = regex(rb"[{;]")
_FILLED = regex(rb"for(?<!\wfor)\s*+(\()\s*+[A-Za-z_]\w++\s*+" + NESTED + rb"\s*+(\))")
_GOVERNING: Final = (
    rb"(?!(?:if|for|while|switch|return|sizeof|catch|else|do|goto|throw|defined|decltype|typeof|alignas|new|asm|try|case|not|compl|co_\w++)\b|__)"
    rb"([A-Za-z_]\w{1,80}+)[ \t]*+"
    + NESTED
    + rb"\s*+(?:\{|(?!(?:else|and|or|xor|not_eq|bitand|bitor|const|noexcept|override)\b)[A-Za-z_])"
)
_HANGING = regex(rb"(?<!\w)(?:(?:if|for|while)\s*+" + NESTED + rb"|else)\s*+" + _GOVERNING)
# `if (a) EACH(x, l) use(x); else …`: nothing but a macro stands there
_WITHIN = regex(_GOVERNING)
_OF_A_TYPE = regex(
    rb"\s*+\(\s*+[A-Za-z_][\w:]*+(?:\s*+\*)*+\s*+\)\s*+[*&]*+[A-Za-z_]\w*+\s*+(?:=(?!=)|[;,\[])"
)  # `AUTO(Row) x = …`
WHILE: Final = b"while"
MOST: Final = 64  # looping macros of one file
ARGUMENTS: Final = 8  # that are looked for in the body


def hide(text: bytearray, mask: bytes, directives: Iterable[Directive]) -> None:
    """Puts `while` where a looping macro is invoked like a statement, or fills the head of a `for`."""
    for match in _FILLED.finditer(mask):
        opens = mask.index(b"(", match.start(1) + 1)
        text[match.start() : opens] = blank(bytes(text[match.start() : opens]))
        text[match.start() : match.start() + len(WHILE)] = WHILE
        text[match.start(2) : match.end(2)] = b" "
    names = {name for d in directives if (name := _looping(d))}
    patterns = [_NAMED] if any(word in mask for word in _SPEAKING) else []
    patterns += [rb"(?<!\w)" + re.escape(name) + rb"\b" for name in sorted(names)[:MOST] if len(name) >= len(WHILE)]
    for match in re.finditer(b"|".join(patterns), mask) if patterns else ():
        start, end = match.span()
        front = _FRONT.search(mask, max(0, start - 60), start)
        start = front.start() if front else start
        body = invoked(mask, end)
        if end - start >= len(WHILE) and body >= 0 and stands(mask, start):
            text[start:end] = WHILE + b" " * (end - start - len(WHILE))
            _unended(text, mask, end, body)
            within(text, mask, body)
            if declared := _DECLARED.match(mask, end):  # `foreach (const Row &row, rows)`
                text[declared.start(1) : declared.end(1)] = b" " * len(declared[1])

    for match in _HANGING.finditer(mask) if b"(" in mask else ():
        if _governs(text, mask, match):
            within(text, mask, match.start(1))


def _governs(text: bytearray, mask: bytes, named: re.Match[bytes]) -> bool:
    """Whether what a macro may govern stands there, with room for the word, and no declaration by a type that brackets follow."""
    start, end = named.span(1)
    first = max(0, min(start, end - len(WHILE)))
    room = first == start or not (text[first:start].strip(b" \t") or text[first - 1 : first].isalnum())
    return room and text[start:end] == mask[start:end] and not _OF_A_TYPE.match(mask, end)


def within(text: bytearray, mask: bytes, at: int) -> None:
    """`EACH(x, l) EACH(y, x) use(y);`: at: where the statement behind the first begins."""
    while (named := _WITHIN.match(mask, at)) and _governs(text, mask, named):
        start, end = named.span(1)
        at = named.end() - 1
        start = min(start, end - len(WHILE))
        text[start:end] = WHILE + b" " * (end - start - len(WHILE))
        _unended(text, mask, end, at)


def _unended(text: bytearray, mask: bytes, start: int, end: int) -> None:
    """A semicolon that was put there, as behind a macro alone on its line, would be the body."""
    for at in range(start, end):
        text[at] = mask[at] if text[at] == 0x3B != mask[at] else text[at]


def _looping(define: Directive) -> bytes:
    """The name of a macro whose replacement ends in an open loop header; b"" of another."""
    name, text = define.function if b"for" in define.rest or b"while" in define.rest else (b"", b"")
    if not _LOOPING.search(text) or not text.endswith(b")"):
        return b""
    return b"" if _NOT_A_LOOP.search(text.rpartition(b"(")[0].replace(b";", b"", 2)) else name


def invoked(mask: bytes, end: int) -> int:
    """Where the statement begins behind the arguments behind a name, -1 where there is none."""
    found = _INVOKED.match(mask, end)
    return found.end() if found and not _declares(mask, found.end()) else -1


def stands(mask: bytes, start: int) -> bool:
    """Whether a statement may begin here."""
    before = mask[max(0, start - 200) : start].rstrip()
    if before[-2:] == b"::":
        return False
    return before[-1:] in (b";", b"{", b"}", b":", b")") or before[-4:] == b"else" or before[-2:] == b"do"


def _declares(mask: bytes, after: int) -> bool:
    return mask.startswith((b"const", b"noexcept", b"override"), after)


def is_macro(node: Any, reader: Reader) -> bool:
    """Of a `while` statement's node: whether the file says something else there."""
    return reader.text(node.child(0)) != "while"


def row(node: Node, reader: Reader) -> Body:
    """What is taken in turn is the first name among the arguments that the body speaks of, else the first; what from is an address or a
    path behind it (`&table->rows` of `FOR_EACH (row, node, &table->rows)`, where `node` is a member), else what stands behind it; the only one of `each(HASH, &a->rows, row)`."""
    test = inside(node.child_by_field_name("condition"))
    body: Any = node.child_by_field_name("body")
    start, end = reader.span(node)
    start += _blank(reader.written(node.start_byte, node.end_byte))
    if _hangs(node, reader):
        return (
            If(
                start, end, Range(start, reader.range(node.child_by_field_name("condition")).end), reader.body(body), ()
            ),
        )
    given: list[Any] = _arguments(test)
    names = [each for each in given[:ARGUMENTS] if each.type == "identifier"] if len(given) > 1 else []
    spoken = next((each for each in names if _spoken_of(each.text, body.text)), None)
    target = spoken if spoken is not None else next((each for each in names if each == given[0]), None)
    head: Any = node.child_by_field_name("condition")
    opens = reader.written(node.start_byte, head.start_byte).find(b"(")  # `for (ALL(…))`
    whole = Range(reader.span(node)[0] + opens + 1, reader.range(head).end)
    if target is None:
        from_ = reader.range(test)
    elif target == given[0]:
        from_ = reader.range(next((each for each in given[1:ARGUMENTS] if _is_path(each)), given[1]))
    elif len(given) == 2:
        from_ = reader.range(given[0])
    else:
        paths = [each for each in given[:2] if target == given[-1] and _is_path(each)]
        from_ = reader.range(paths[0]) if len(paths) == 1 else whole
    into = reader.range(target) if target is not None else None
    return (Loop(start, end, "each", reader.body(body), None, into, from_),)


def _hangs(node: Any, reader: Reader) -> bool:
    """Whether it may be taken for a loop by its place alone; what its definition says is seen later."""
    head: Any = node.child_by_field_name("condition")
    name = reader.written(node.start_byte, head.start_byte)
    return node.parent is not None and node.parent.type in _GOVERNS and not _SPEAKS.match(name.strip() + b"(")


def _blank(text: bytes) -> int:
    """How far the word of a short name begins before it, `  EACH(x, l)`."""
    return len(text) - len(text.lstrip())


def _is_path(given: Any) -> bool:
    return given.type == "pointer_expression" or b"->" in given.text


def _arguments(test: Node) -> list[Node]:
    found: list[Node] = []
    while test.type == "comma_expression":
        found.append(test.child_by_field_name("left"))
        test = test.child_by_field_name("right")
    return [*found, test]


def _spoken_of(name: bytes, body: bytes) -> bool:
    """Whether code has the name of a variable, not of a field."""
    return re.search(rb"(?<![\w.])(?<!->)" + re.escape(name) + rb"\b", body) is not None


def harvest(nodes: Sequence[Any], file: FileDraft) -> None:
    """The macro's invocation is a call, too."""
    for node in nodes:
        start = node.start_byte
        if file.data.startswith(WHILE, start):
            continue
        condition = node.child_by_field_name("condition")
        if condition is None:
            continue
        if (opens := file.data.find(b"(", start, condition.start_byte)) >= 0:  # `for (ALL(…))`
            start = opens + 1
        start += _blank(file.data[start : condition.start_byte])
        at, end = file.at(start), condition.end_byte
        name = file.text(start, condition.start_byte).strip()
        at.calls.append(Call(start - at.start, end - at.start, name, "", "", -1, "macro"))
