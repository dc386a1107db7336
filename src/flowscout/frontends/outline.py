"""The outline of a file: which functions, types and namespaces hold what, and what the language's hooks find in them.

Containers come first, outermost first, so that a hook knows the scope it stands in. Then each harvest gets its captures
and files records into the drafts.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, TypeAlias

from flowscout.model.declared import Note
from flowscout.model.facts import Call
from flowscout.model.language import Language
from flowscout.model.record import NamedTuple
from flowscout.shapes.draft import FileDraft, FunctionDraft, TypeDraft
from flowscout.shapes.reading import Reading

Captures: TypeAlias = dict[str, list[Any]]
Fragment: TypeAlias = Callable[[bytes, bytes, bytes], tuple[str, tuple[Call, ...]] | None]

MAX_ERROR_NOTES = 20
STARTS = attrgetter("start_byte")
DEEPEST_SCOPE = 64  # functions and types within each other; names grow with depth


class ParsedFile(NamedTuple):
    """What a frontend saw: captures by name, where the bytes were mended to see it, whether time ran out meanwhile."""

    root: Any
    captures: Captures
    mended: tuple[int, ...] = ()
    late: bool = False


def outline(data: bytes, look: ParsedFile, language: Language, fragment: Fragment) -> FileDraft:
    reading: Reading = language.reading
    captures = look.captures
    file = FileDraft(data, look.root, fragment)
    _contain(file, captures, reading)
    file.settle()
    for name, harvest in reading.harvest.items():
        if name in captures:
            harvest(sorted(captures[name], key=STARTS), file)  # the vendor's order is that of a set
    if "error" in captures or look.mended:
        _blame([node.start_byte for node in captures.get("error", ())] + [*look.mended], file)
    if look.late:
        file.notes.append(Note(0, "reading took too long: parts of this file are missing"))
    if reading.finish:
        reading.finish(file)
    return file


def _contain(file: FileDraft, captures: Captures, reading: Reading) -> None:
    found = [
        (*node.byte_range, order, node)
        for order, name in enumerate(("space", "type", "function"))
        for node in captures.get(name, ())
    ]
    found.sort(key=lambda row: (row[0], -row[1], row[2]))
    stack: list[tuple[int, tuple[str, ...], FunctionDraft, TypeDraft | None]] = [
        (len(file.data) + 1, (), file.root, None)
    ]
    for start, end, order, node in found:
        while stack[-1][0] <= start:
            stack.pop()
        if len(stack) > DEEPEST_SCOPE:
            file.notes.append(Note(node.start_point.row + 1, "definitions nested deeper than we read"))
            continue
        _, scope, outer, owner = stack[-1]
        if order == 0:
            stack.append((end, scope + (reading.space(node, file) if reading.space else ()), outer, None))
        elif order == 1:
            kind = TypeDraft(node, scope)
            head = reading.type(node, kind, file)
            if head is not None:
                kind.head, kind.scope, kind.index = head, scope + head.qualifier, len(file.types)
                kind.end = head.end if head.end >= 0 else kind.end
                file.types.append(kind)
                stack.append((end, (*kind.scope, head.name), outer, kind))
        else:
            function = FunctionDraft(node, scope, outer, owner)
            if _define(function, reading, file):
                stack.append((end, (*function.scope, function.head.name), function, None))


def _define(function: FunctionDraft, reading: Reading, file: FileDraft) -> bool:
    head = reading.function(function.node, function, file)
    if head is None:
        return False
    function.head = head
    function.scope += head.qualifier
    function.index = len(file.functions)
    function.start = head.start if head.start >= 0 else function.start
    function.end = head.end if head.end >= 0 else function.end
    function.body_start = head.body.start_byte if head.body is not None else function.start
    file.functions.append(function)
    return True


def _blame(errors: Sequence[int], file: FileDraft) -> None:
    """Syntax errors lower the confidence of every function around them, and are said."""
    lines, breaks = set(), [found.start() for found in re.finditer(b"\n", file.data)]
    for offset in errors:
        place: FunctionDraft | None = file.at(offset)
        while place is not None:
            place.errors += 1
            place = place.outer
        lines.add(bisect_left(breaks, offset) + 1)
    for line in sorted(lines)[:MAX_ERROR_NOTES]:
        file.notes.append(Note(line, "syntax error"))
    if len(lines) > MAX_ERROR_NOTES:
        file.notes.append(Note(0, f"syntax errors on {len(lines) - MAX_ERROR_NOTES} more lines"))
