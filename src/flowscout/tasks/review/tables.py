"""C and C++: functions whose address stands in a table of their file: `.print = meta_print`, `{"sha2", conv_sha2},`.

Who goes through the table calls them, by a pointer; of whom nobody is named, the table is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...model.identity import path_of
from ...pipeline import Project

TABLE: Final = "the table "
_HEAD: Final = 200  # bytes between the name of a table and what it is made of
_BEFORE: Final = frozenset(b"{,=(&")
_BEHIND: Final = frozenset(b",})")
_PAIRS: Final = {ord("{"): 1, ord("}"): -1}


def tables(project: Project, id_: str) -> list[str]:
    """`the table meta_ops.print`, by where they stand in the file."""
    facts, path = project.functions[id_].facts, path_of(id_)
    name = facts.name.encode()
    text = _outside(project, path)
    if facts.scope or not name or name not in text:
        return []
    found = {
        at: f"{TABLE}{table}{slot}"
        for table, _ in project.files[path].globals
        for start, end in _bodies(text, table.encode())
        for at, slot in _slots(text, name, start, end)
    }
    return list(dict.fromkeys([found[at] for at in sorted(found)]))


def _outside(project: Project, path: str) -> bytes:
    """A file without its functions; each place as it was."""
    text = bytearray(project.sources(path))
    for id_ in project.ids.get(path, ()):
        facts = project.functions[id_].facts
        text[facts.start : facts.end] = b" " * (facts.end - facts.start)
    return bytes(text)


def _words(text: bytes, word: bytes, start: int, end: int) -> Iterator[int]:
    """Where it stands as a whole word, in no comment of its line and no text."""
    at = text.find(word, start, end)
    while at >= 0:
        line = text[text.rfind(b"\n", 0, at) + 1 : at]
        around = text[at - 1 : at] + text[at + len(word) : at + len(word) + 1]
        whole = not any(chr(each).isalnum() or each == ord("_") for each in around)
        remark = b"//" in line or text.rfind(b"/*", 0, at) > text.rfind(b"*/", 0, at)
        if whole and not remark and line.count(b'"') % 2 == 0:
            yield at
        at = text.find(word, at + 1, end)


def _bodies(text: bytes, table: bytes) -> Iterator[tuple[int, int]]:
    """What stands between the braces that a variable is given."""
    for at in _words(text, table, 0, len(text)):
        head, sign, _ = text[at + len(table) : at + len(table) + _HEAD].partition(b"=")
        start = text.find(b"{", at)
        between = text[at + len(table) + len(head) + 1 : start].strip()
        if sign and start >= 0 and not between and not any(each in b";{}," for each in head):
            yield start, _closed(text, start)


def _closed(text: bytes, start: int) -> int:
    depth, quoted = 0, False
    for at in range(start, len(text)):
        quoted ^= text[at] == ord('"') and text[at - 1] != ord("\\")
        depth += 0 if quoted else _PAIRS.get(text[at], 0)
        if not depth:
            return at
    return start


def _slots(text: bytes, name: bytes, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Where the function stands for itself, and in which field where that is written."""
    for at in _words(text, name, start, end):
        before, behind = text[start:at].rstrip(), text[at + len(name) : end + 1].lstrip()
        if before[-1:] == b"&":
            before = before[:-1].rstrip()
        if before and before[-1] in _BEFORE and behind and behind[0] in _BEHIND:
            field = before[:-1].rstrip().rpartition(b".") if before[-1:] == b"=" else (b"", b"", b"")
            yield (
                at,
                f".{field[2].decode('utf-8', 'replace')}"
                if field[1] and field[2].decode("utf-8", "replace").isidentifier()
                else "",
            )
