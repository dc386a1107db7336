"""tree-sitter behind the Parse port: any language whose plug-in names a grammar.

A tree never leaves this room. The parser's work is bounded by size and by a deadline; everything above the vendor's
calls stands in the neighbouring files and sees nodes only as the tables' `Node`.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.machinery
import importlib.util
import time
from collections.abc import Callable
from functools import cache
from typing import Final

import tree_sitter

from flowscout import shelf
from flowscout.model import report
from flowscout.model.facts import Call, FileFacts, Note
from flowscout.model.language import Language
from flowscout.model.record import NamedTuple
from flowscout.shapes.draft import FileDraft
from flowscout.shapes.reading import Reading

from .freeze import fragment_of, freeze, heads
from .outline import Look, outline

SECONDS: Final = 10.0  # for one parse; a file of a megabyte takes a tenth of a second
MATCHES: Final = 1024  # patterns under way at once; queries whose patterns are single nodes never come near
DEEPEST: Final = 5_000  # nothing is looked for further down; below 65,536 levels the vendor's query engine never comes back
CHUNK: Final = 1 << 16
SMALL: Final = 1 << 14
WORST: Final = 1 << 62
WIDE: Final = 20_000
ALWAYS: Final = "\n(ERROR) @error (MISSING) @error"


class Grammar(NamedTuple):
    parser: tree_sitter.Parser
    query: tree_sitter.Query
    language: Language
    reading: Reading


@cache
def grammar(name: str) -> Grammar:
    language: Language = shelf.load("flowscout.languages", name)
    vendor = tree_sitter.Language(_pointer(language.grammar))
    query = tree_sitter.Query(vendor, language.reading.query + ALWAYS)
    return Grammar(tree_sitter.Parser(vendor), query, language, language.reading)


def _pointer(grammar: str) -> object:
    """The vendor's grammar, from `package:function`. A grammar's package imports what it takes to read queries that we do not
    use, which costs more than parsing a file; what it binds is loaded without it, where it is found."""
    package, function = grammar.split(":")
    spec = importlib.util.find_spec(package)
    within = importlib.machinery.PathFinder.find_spec(f"{package}._binding", spec.submodule_search_locations) if spec else None
    if within is None or within.loader is None:
        return getattr(importlib.import_module(package), function)()
    binding = importlib.util.module_from_spec(within)
    within.loader.exec_module(binding)
    return getattr(binding, function)()


@cache
def outlining(name: str) -> Grammar:
    """The grammar with the query that finds points of interest alone, where the language has one."""
    whole = grammar(name)
    vendor = whole.parser.language
    if vendor is None or not whole.reading.outline:
        return whole
    return whole._replace(query=tree_sitter.Query(vendor, whole.reading.outline + ALWAYS))


def parse(data: bytes, language: str, *, max_size: int = 1_000_000) -> FileFacts:
    """Facts of one file. Never raises for what the bytes hold."""
    return _facts(data, language, max_size, grammar, freeze)


def scout(data: bytes, language: str, *, max_size: int = 1_000_000) -> FileFacts:
    """The same, of which only what points of interest are made of need be there: in half the time."""
    return _facts(data, language, max_size, outlining, heads)


def _facts(
    data: bytes, language: str, max_size: int, look: Callable[[str], Grammar], made: Callable[[FileDraft, Language, str], FileFacts]
) -> FileFacts:
    checksum = hashlib.sha256(data).hexdigest()
    if len(data) > max_size:
        why = f"{len(data):,} bytes, more than {max_size:,}"
        return unread(language, checksum, report.SKIPPED_FILE_TOO_LARGE, why)
    if b"\0" in data:
        return unread(language, checksum, report.SKIPPED_BINARY, "holds NUL bytes")
    if language not in shelf.names("flowscout.languages"):
        return unread(language, checksum, report.SKIPPED_UNSUPPORTED, f"no plug-in for {language or 'this language'}")
    tools = look(language)
    seen = _read(tools, data)
    if seen is None:
        why = f"parsing took longer than {SECONDS:g} seconds"
        return unread(language, checksum, report.SKIPPED_UNSUPPORTED, why)
    made = made if tools.reading.outline else freeze
    return made(outline(data, seen, tools.language, lambda *parts: _fragment(tools, *parts)), tools.language, checksum)


def unread(language: str, checksum: str, status: str, error: str) -> FileFacts:
    return FileFacts(language, checksum, status, error, 0, (), (), (), (), (), (), (), "", (Note(0, error),))


def _read(tools: Grammar, data: bytes) -> Look | None:
    """What the query finds; a second look at the language's repair where the first met errors."""
    seen = tools.reading.prepare(data) if tools.reading.prepare else data
    first = _look(tools, seen)
    if first is None or tools.reading.repair is None or not _damage(first):
        return first
    repaired = tools.reading.repair(seen, first.captures.get("error", ()))
    second = _look(tools, repaired) if repaired is not None else None
    if repaired is None or second is None or _damage(second) >= _damage(first):
        return first
    return second._replace(mended=tuple(_changes(seen, repaired)) if tools.reading.mends else ())


def _look(tools: Grammar, data: bytes) -> Look | None:
    tree = _parse(tools.parser, data)
    return None if tree is None else _captures(tools, tree.root_node)


def _damage(look: Look) -> int:
    """Bytes under errors, and one for each; a file cut short is worse than any."""
    errors = sum(node.end_byte - node.start_byte + 1 for node in look.captures.get("error", ()))
    return int(errors) + look.late * WORST


def _changes(before: bytes, after: bytes) -> list[int]:
    """In each changed line, where the last thing left unchanged before the change stands."""
    lines = zip(before.splitlines(keepends=True), after.splitlines(keepends=True), strict=True)
    found, here = [], 0
    for old, new in lines:
        if old != new:
            change = next(at for at, (a, b) in enumerate(zip(old, new, strict=True)) if a != b)
            found.append(here + max(len(old[:change].rstrip()) - 1, 0))
        here += len(old)
    return found


def _parse(parser: tree_sitter.Parser, data: bytes) -> tree_sitter.Tree | None:
    if len(data) < SMALL:  # too small to take long; the plain way is a tenth faster
        return parser.parse(data)
    deadline = time.monotonic() + SECONDS
    try:
        return parser.parse(
            lambda offset, _: data[offset : offset + CHUNK],
            progress_callback=lambda _offset, _error: time.monotonic() > deadline,
        )
    except ValueError:  # cancelled
        parser.reset()
        return None


def _captures(tools: Grammar, root: tree_sitter.Node) -> Look:
    """One run of the query. An error costs it the square of its children: one that is too wide is not looked into.

    (The query's own progress callback would do, but brings the interpreter down: tree-sitter 0.26.1.)
    """
    if root.has_error and _widest(root) > WIDE:
        return Look(root, {"error": [root]}, late=True)
    cursor = tree_sitter.QueryCursor(tools.query, match_limit=MATCHES)
    cursor.set_max_start_depth(DEEPEST)
    return Look(root, cursor.captures(root))


def _widest(root: tree_sitter.Node) -> int:
    """Most children of any error: these lie side by side, where other nodes' are a balanced tree."""
    widest, here = root.child_count if root.is_error else 0, [root]
    while here and widest <= WIDE:
        inner = [child for node in here for child in node.children if child.has_error]
        widest = max([widest, *(child.child_count for child in inner if child.is_error)])
        here = inner
    return widest


def _fragment(tools: Grammar, before: bytes, text: bytes, after: bytes) -> tuple[str, tuple[Call, ...]] | None:
    data = before + text + after
    tree = _parse(tools.parser, data)
    if tree is None or tree.root_node.has_error:
        return None
    draft = outline(data, _captures(tools, tree.root_node), tools.language, lambda *_: None)
    return fragment_of(draft, tools.language, len(before))
