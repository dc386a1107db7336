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
from itertools import cycle
from typing import Final

import tree_sitter

from flowscout import shelf
from flowscout.model import report
from flowscout.model.declared import Note
from flowscout.model.facts import Call, FileFacts
from flowscout.model.language import Language
from flowscout.model.record import NamedTuple
from flowscout.shapes.draft import FileDraft
from flowscout.shapes.reading import Reading

from .freeze import fragment_of, freeze, heads
from .outline import ParsedFile, outline

SECONDS: Final = 10.0  # of CPU for one parse, at most; a file of a megabyte takes a tenth of a second
LEAST: Final = 1.0  # seconds that any parse may take
SELDOM: Final = 64  # of the parser's reports of progress the clock is asked at one
PACE: Final = 100_000  # bytes for which it may take a second more
MATCHES: Final = 1024  # patterns under way at once; queries whose patterns are single nodes never come near
DEEPEST: Final = (
    5_000  # nothing is looked for further down; below 65,536 levels the vendor's query engine never comes back
)
CHUNK: Final = 1 << 16
FEW: Final = 1 << 7
SMALL: Final = 1 << 9  # bytes; some KB of `<!--` keep the parser busy for minutes
WORST: Final = 1 << 62
WIDE: Final = 20_000
ALWAYS: Final = "\n(ERROR) @error (MISSING) @error"


class Grammar(NamedTuple):
    parser: tree_sitter.Parser
    query: tree_sitter.Query
    language: Language
    reading: Reading


class Damage(NamedTuple):
    """errors: nodes that the grammar could not place, or that stand for what is missing. size: bytes under them, and
    one for each. late: they are too wide to be looked into, which is worse than any."""

    errors: tuple[tree_sitter.Node, ...] = ()
    size: int = 0
    late: bool = False


@cache
def grammar(name: str) -> Grammar:
    """The grammar with the query that finds everything."""
    return _grammar(name, outline=False)


@cache
def outlining(name: str) -> Grammar:
    """The grammar with the query that finds points of interest alone, where the language has one."""
    return _grammar(name, outline=True)


def _grammar(name: str, *, outline: bool) -> Grammar:
    language: Language = shelf.load("flowscout.languages", name)
    reading: Reading = language.reading
    vendor = tree_sitter.Language(_pointer(language.grammar))
    query = (outline and reading.outline) or reading.query
    return Grammar(tree_sitter.Parser(vendor), tree_sitter.Query(vendor, query + ALWAYS), language, reading)


def _pointer(grammar: str) -> object:
    """The vendor's grammar, from `package:function`. A grammar's package imports what it takes to read queries that we
    do not use, which costs more than parsing a file; what it binds is loaded without it, where it is found."""
    package, function = grammar.split(":")
    spec = importlib.util.find_spec(package)
    within = (
        importlib.machinery.PathFinder.find_spec(f"{package}._binding", spec.submodule_search_locations)
        if spec
        else None
    )
    if within is None or within.loader is None:
        return getattr(importlib.import_module(package), function)()
    binding = importlib.util.module_from_spec(within)
    within.loader.exec_module(binding)
    return getattr(binding, function)()


def parse(data: bytes, language: str, *, max_size: int = 1_000_000) -> FileFacts:
    """Facts of one file. Never raises for what the bytes hold."""
    return _facts(data, language, max_size, grammar, freeze)


def scout(data: bytes, language: str, *, max_size: int = 1_000_000) -> FileFacts:
    """The same, of which only what points of interest are made of need be there: in half the time."""
    return _facts(data, language, max_size, outlining, heads)


def _facts(
    data: bytes,
    language: str,
    max_size: int,
    look: Callable[[str], Grammar],
    made: Callable[[FileDraft, Language, str], FileFacts],
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
        why = "parsing takes far longer than a file of its size should"
        return unread(language, checksum, report.SKIPPED_UNSUPPORTED, why)
    made = made if tools.reading.outline else freeze
    return made(outline(data, seen, tools.language, lambda *parts: _fragment(tools, *parts)), tools.language, checksum)


def unread(language: str, checksum: str, status: str, error: str) -> FileFacts:
    return FileFacts(language, checksum, status, error, 0, (), (), (), (), (), (), (), "", (Note(0, error),))


def _read(tools: Grammar, data: bytes) -> ParsedFile | None:
    """What the query finds: in the language's repair where the first tree has errors and its has fewer."""
    reading = tools.reading
    seen = reading.prepare(data) if reading.prepare else data
    tree = _parse(tools.parser, seen)
    if tree is None:
        return None
    damage = _damage(tree.root_node)
    repaired = reading.repair(seen, damage.errors) if damage.errors and reading.repair else None
    again = _parse(tools.parser, repaired) if repaired is not None else None
    if repaired is None or again is None or (left := _damage(again.root_node)).size >= damage.size:
        return _captures(tools, tree.root_node, damage)
    mended = tuple(_changes(seen, repaired)) if reading.mends else ()
    return _captures(tools, again.root_node, left)._replace(mended=mended)


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
    deadline = time.thread_time() + min(SECONDS, LEAST + len(data) / PACE)
    seldom = cycle(range(SELDOM))
    room = [CHUNK]
    try:
        tree = parser.parse(
            lambda offset, _: data[offset : offset + room[0]],
            progress_callback=lambda _offset, _error: not next(seldom) and time.thread_time() > deadline,
        )
    except ValueError:  # cancelled
        parser.reset()
        return None
    room[0] = FEW  # a node that is asked for its text reads on here, and all that it is given is gone through
    return tree


def _captures(tools: Grammar, root: tree_sitter.Node, damage: Damage) -> ParsedFile:
    """One run of the query.

    (Its own progress callback would do where errors are too wide, but brings the interpreter down: tree-sitter 0.26.1.)
    """
    if damage.late:
        return ParsedFile(root, {"error": [root]}, late=True)
    cursor = tree_sitter.QueryCursor(tools.query, match_limit=MATCHES)
    cursor.set_max_start_depth(DEEPEST)
    return ParsedFile(root, cursor.captures(root))


def _damage(root: tree_sitter.Node) -> Damage:
    """The children of an error lie side by side, where other nodes' are a balanced tree, and cost the query their
    square."""
    if not root.has_error:
        return Damage()
    here, found = [root], []
    while here:
        wrong = [node for node in here if node.is_error or node.is_missing]
        if any(node.child_count > WIDE for node in wrong):
            return Damage((root,), root.end_byte - root.start_byte + WORST, late=True)
        found += wrong
        here = [child for node in here for child in node.children if child.has_error]
    return Damage(tuple(found), sum(node.end_byte - node.start_byte + 1 for node in found))


def _fragment(tools: Grammar, before: bytes, text: bytes, after: bytes) -> tuple[str, tuple[Call, ...]] | None:
    data = before + text + after
    tree = _parse(tools.parser, data)
    if tree is None or tree.root_node.has_error:
        return None
    draft = outline(data, _captures(tools, tree.root_node, Damage()), tools.language, lambda *_: None)
    return fragment_of(draft, tools.language, len(before))
