"""The tables of views, and how numbers stand for what would be written many times.

| table | row |
|---|---|
| views | name, state (the digest of what the view was made from, "" while it is not whole), number of the last run that wrote, day of the last that used it |
| files | path, blob, language |
| offered | file -> the offers that it makes, as keyed lines |
| offers | key of (kind, name) -> the file that offers it |
| asks | file, and what for -> keys of (kind, name) that it asked for |
| functions | id -> file, position, effects, cycle, what the docs rank by, whether it is an entry point; calls: numbers of whom it calls |
| rows | file -> the rows of its functions, as keyed lines |
| sites | file -> its resolved call sites |
| names | name -> the file that calls it, how many of these calls are unsure; 0: it is not of the project |
| counts | file -> what is counted of it |
| lines | file -> the line of each of its functions, in order |
| imports | file -> what it imports or includes |
| unset | file -> the state that its functions delete or take out, as keyed lines |
| direct | file -> what its functions do by calls of their own, as keyed lines |
| edges | callee -> caller, and how surely: 2 exactly, 1 one of a complete set, 0 where no effects travel |
| atoms | an atom of effect, which thousands of functions may have |
| sets | the atoms of effect of a function, which many may have |
| crowded | set -> the functions of whose own atoms it may hold no more than there was room for |
| cycles | members of a cycle, which each of them has |

A function's number is a multiple of 4, and follows from its view and its id; what is added says how surely it is called. Edges name
a callee that the view may not hold yet.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from itertools import accumulate
from sqlite3 import Connection
from typing import Final

from ...model.summary import POSSIBLE
from .packing import packed, unpacked

NAMES: Final = (
    "views",
    "files",
    "offered",
    "offers",
    "asks",
    "functions",
    "rows",
    "sites",
    "names",
    "counts",
    "lines",
    "imports",
    "unset",
    "direct",
    "edges",
    "atoms",
    "sets",
    "crowded",
    "cycles",
)
OF_FILES: Final = (
    "offered",
    "offers",
    "asks",
    "functions",
    "rows",
    "sites",
    "names",
    "counts",
    "lines",
    "imports",
    "unset",
    "direct",
    "files",
)  # that have a column `file`
TABLES: Final = """
CREATE TABLE IF NOT EXISTS views (view INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, state TEXT NOT NULL DEFAULT '',
  run INTEGER NOT NULL DEFAULT 0, used INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS files (
  view INTEGER, file INTEGER PRIMARY KEY, path TEXT NOT NULL, blob TEXT NOT NULL, language TEXT NOT NULL, UNIQUE (view, path));
CREATE TABLE IF NOT EXISTS offered (file INTEGER PRIMARY KEY, offers BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS offers (key INTEGER, file INTEGER, PRIMARY KEY (key, file)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS asks (file INTEGER, drawing INTEGER, keys BLOB NOT NULL, PRIMARY KEY (file, drawing)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS functions (
  function INTEGER PRIMARY KEY, number INTEGER NOT NULL UNIQUE, view INTEGER NOT NULL, id TEXT NOT NULL, file INTEGER NOT NULL,
  position INTEGER NOT NULL, digest BLOB NOT NULL, said BLOB NOT NULL, effects INTEGER NOT NULL, height INTEGER NOT NULL,
  cycle INTEGER NOT NULL, rank TEXT NOT NULL, chart TEXT NOT NULL, entry TEXT NOT NULL, calls BLOB NOT NULL DEFAULT x'');
CREATE INDEX IF NOT EXISTS holding ON functions (file, rank);
CREATE INDEX IF NOT EXISTS ranking ON functions (view, rank) WHERE rank <> '';
CREATE INDEX IF NOT EXISTS entering ON functions (view) WHERE entry <> '';
CREATE TABLE IF NOT EXISTS rows (file INTEGER PRIMARY KEY, rows BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS sites (file INTEGER PRIMARY KEY, sites BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS names (
  view INTEGER, name TEXT, file INTEGER, unsure INTEGER, PRIMARY KEY (view, name, file, unsure)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS naming ON names (file);
CREATE TABLE IF NOT EXISTS counts (file INTEGER PRIMARY KEY, counts TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS lines (file INTEGER PRIMARY KEY, lines BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS imports (file INTEGER PRIMARY KEY, imports BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS unset (file INTEGER PRIMARY KEY, unset BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS direct (file INTEGER PRIMARY KEY, direct BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS edges (callee INTEGER, caller INTEGER, travels INTEGER, PRIMARY KEY (callee, caller)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS atoms (atom INTEGER PRIMARY KEY, number INTEGER NOT NULL UNIQUE, said TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS sets (number INTEGER PRIMARY KEY, atoms BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS crowded (number INTEGER PRIMARY KEY, origins TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS cycles (cycle INTEGER PRIMARY KEY, members BLOB NOT NULL);
"""
SURE: Final = 3  # bits of a number that say how surely
_STEP: Final = 20  # bits of a character


def number_of(data: bytes) -> int:
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big") >> 1


@lru_cache(maxsize=1 << 17)
def function_number(view: int, id_: str) -> int:
    return number_of(f"{view}\0{id_}".encode("utf-8", "surrogatepass")) & ~SURE


def printable(text: str) -> str:
    """As ASCII in one line; what needs no escape stays as it is."""
    return text if text.isascii() and text.isprintable() and "\\" not in text and '"' not in text else json.dumps(text)


def read_printable(text: str) -> str:
    if not text.startswith('"'):
        return text
    read: str = json.loads(text)
    return read


# -- many values of one file as one -------------------------------------------------------------------------------------


def keyed(rows: Iterable[tuple[str, str]]) -> bytes:
    """A line for each (key, value), in order; both are printable ASCII."""
    return packed("".join([f"\n{key}\t{value}" for key, value in rows]).encode("ascii"))


def read_keyed(kept: object) -> str:
    """Raises ValueError for what `keyed` never gives."""
    text = text_of(kept)
    if text and not text.startswith("\n"):
        raise ValueError("a row is not as it was written")
    return text


def values_of(text: str, key: str) -> Iterator[str]:
    """Of all lines with this key."""
    begin = f"\n{key}\t"
    at = text.find(begin)
    while at >= 0:
        end = text.find("\n", at + len(begin))
        yield text[at + len(begin) : end if end >= 0 else len(text)]
        at = text.find(begin, end) if end >= 0 else -1


def pairs_of(text: str) -> Iterator[tuple[str, str]]:
    for line in text.split("\n")[1:]:
        key, _, value = line.partition("\t")
        yield key, value


def text_of(kept: object) -> str:
    found = unpacked(kept)
    if found is None:
        raise ValueError("a row is not as it was written")
    return found.decode("utf-8", "surrogatepass")


# -- sets of numbers ----------------------------------------------------------------------------------------------------


def spelled(numbers: Iterable[int]) -> bytes:
    """Numbers, sorted; most take a byte or two."""
    last, steps = 0, list[int]()
    for number in sorted(numbers):
        steps.append(number - last)
        last = number
    if steps and max(steps) >> _STEP:
        return "".join(
            [
                chr(step) if step < 1 << _STEP else chr((1 << _STEP) + (step >> _STEP)) + chr(step & (1 << _STEP) - 1)
                for step in steps
            ]
        ).encode("utf-8", "surrogatepass")
    return "".join(map(chr, steps)).encode("utf-8", "surrogatepass")


def read_spelled(kept: object) -> list[int]:
    """Raises ValueError for what `spelled` never gives."""
    if not isinstance(kept, bytes):
        raise ValueError("a row is not as it was written")
    read = list(map(ord, kept.decode("utf-8", "surrogatepass")))
    if not read or max(read) < 1 << _STEP:
        return list(accumulate(read))
    steps, high = list[int](), 0
    for step in read:
        if step >> _STEP:
            high = step - (1 << _STEP)
            continue
        steps.append((high << _STEP) + step)
        high = 0
    return list(accumulate(steps))


def numbers(kept: object, kind: str) -> array[int]:
    """`kind`: as `array` has it."""
    found = array(kind)
    if not isinstance(kept, bytes):
        raise ValueError("a row is not as it was written")
    found.frombytes(kept)
    return found


def drop_files(db: Connection, files: str, given: tuple[object, ...]) -> None:
    """Of the files that a query gives, all rows."""
    for number, calls in db.execute(f"SELECT number, calls FROM functions WHERE file IN ({files})", given).fetchall():
        unlink(db, number, calls)
    for table in OF_FILES:
        db.execute(f"DELETE FROM {table} WHERE file IN ({files})", given)


def unlink(db: Connection, number: int, calls: object) -> None:
    """The edges of a function to whom it calls."""
    db.executemany(
        "DELETE FROM edges WHERE callee = ? AND caller = ?",
        ((callee & ~SURE, number) for callee in numbers(calls, "q")),
    )


def called(view: int, callees: Mapping[str, int]) -> set[int]:
    """Numbers of functions, and how surely each is called."""
    return {function_number(view, callee) + POSSIBLE - how for callee, how in callees.items()}
