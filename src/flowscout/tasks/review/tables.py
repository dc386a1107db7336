"""C and C++: functions whose address stands in a table of their file: `.print = meta_print`, `{"sha2", conv_sha2},`.

Who goes through the table calls them, by a pointer; of whom nobody is named, the table is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from re import DOTALL
from typing import Final, TypeAlias

from ...model.identity import path_of
from ...model.pattern import regex
from ...pipeline import Project

TABLE: Final = "the table "
_HEAD: Final = 200  # bytes between the name of a table and what it is made of
_LONGEST: Final = 8_000_000  # bytes of a file that is looked through
_BEFORE: Final = frozenset({b"{", b",", b"=", b"(", b"&"})
_BEHIND: Final = frozenset({b",", b"}", b")"})
_ENDS: Final = frozenset({b";", b"{", b"}", b","})  # what is declared
_DEEPER: Final = {b"(": 1, b"[": 1, b")": -1, b"]": -1}
_Token: TypeAlias = tuple[int, bytes]
Held: TypeAlias = Mapping[str, Sequence[str]]  # tables by the name of what stands in them


class Tables:
    """Those of a project's files, each file read once."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._known: dict[str, Held] = {}

    def holding(self, id_: str) -> Sequence[str]:
        """`the table meta_ops.print`, by where they stand in the file."""
        facts, path = self.project.functions[id_].facts, path_of(id_)
        if facts.scope or not facts.name:
            return ()
        if path not in self._known:
            self._known[path] = _held(self.project, path, id_)
        return self._known[path].get(facts.name, ())


def _held(project: Project, path: str, id_: str) -> Held:
    """id_: one of its functions."""
    named = {table.encode() for table, _ in project.files[path].globals}
    text = _outside(project, path) if named else b""
    if not 0 < len(text) <= _LONGEST:
        return {}
    pattern = regex(project.functions[id_].language.reading.tokens, DOTALL)
    tokens = [(each.start(1), each[1]) for each in pattern.finditer(text) if each[1]]
    names = {project.functions[each].facts.name.encode() for each in project.ids.get(path, ())}
    found: dict[str, dict[str, None]] = {}
    for table, first, last in _bodies(tokens, named):
        for name, field in _slots(tokens, names, first, last):
            found.setdefault(name, {})[f"{TABLE}{table}{field}"] = None
    return {name: list(tables) for name, tables in found.items()}


def _outside(project: Project, path: str) -> bytes:
    """A file without its functions; each place as it was."""
    text = bytearray(project.sources(path))
    for id_ in project.ids.get(path, ()):
        facts = project.functions[id_].facts
        text[facts.start : facts.end] = b" " * (facts.end - facts.start)
    return bytes(text)


def _bodies(tokens: Sequence[_Token], named: Set[bytes]) -> Iterator[tuple[str, int, int]]:
    """What stands between the braces that a variable is given: it, and the places of both among the tokens."""
    table, since, inner = b"", 0, 0  # the name, where it stands, and the depth of brackets behind it
    at = 0
    ends = _closed(tokens)
    while at < len(tokens):
        start, token = tokens[at]
        inner = max(inner + _DEEPER.get(token, 0), 0)
        if token in named and not inner:
            table, since = token, start + len(token)
        elif token == b"=" and table and start < since + _HEAD and tokens[at + 1 : at + 2]:
            if tokens[at + 1][1] == b"{" and at + 1 in ends:
                yield table.decode("utf-8", "replace"), at + 1, ends[at + 1]
                at = ends[at + 1]
            table = b""
        elif token in _ENDS:
            table, inner = b"", 0
        at += 1


def _closed(tokens: Sequence[_Token]) -> dict[int, int]:
    """Where each brace that is closed is so, by their places among the tokens."""
    opened, ends = list[int](), dict[int, int]()
    for at, (_, token) in enumerate(tokens):
        if token == b"{":
            opened.append(at)
        elif token == b"}" and opened:
            ends[opened.pop()] = at
    return ends


def _slots(tokens: Sequence[_Token], names: Set[bytes], first: int, last: int) -> Iterator[tuple[str, str]]:
    """Where a function stands for itself, and in which field where that is written."""
    for at in range(first + 1, last):
        name = tokens[at][1]
        before = at - 2 if tokens[at - 1][1] == b"&" else at - 1
        if name not in names or tokens[before][1] not in _BEFORE or tokens[at + 1][1] not in _BEHIND:
            continue
        field = tokens[before - 1][1] if tokens[before][1] == b"=" and tokens[before - 2][1] == b"." else b""
        yield name.decode("utf-8", "replace"), f".{field.decode('utf-8', 'replace')}" if field else ""
