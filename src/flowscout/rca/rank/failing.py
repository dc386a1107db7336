"""Tests that fail, by what they fail of: one error over many tests is told once, with the tests it fails.

Two tests fail of the same where the same exception says the same, numbers aside, or comes from the same line of code. What
an assertion says is only what it compares, so there the words must be the same, or it is one line of one test with other
arguments. A test that is named twice (its block, and a summary) is one; two of one name in two files are two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from ...model.logformat import Record
from .learned import Scored

_VARYING: Final = re.compile(r"0x[0-9a-fA-F]{1,16}|\b[0-9a-f]{8,64}\b|\d+")
_ADDRESS: Final = re.compile(r"0x[0-9a-fA-F]{1,16}")
_SLASHES: Final = re.compile(r"/{2,}")  # a summary writes `[a//b]` as `[a/b]`
_BARE: Final = re.compile(r"(?:AssertionError: )?(?:assert (?:False|None|0|\[\]|\{\}|''))?")  # of any check at all
_EXPECTED: Final = frozenset({"success after", "passed part", "in the green log too"})
_ASSERTS: Final = ("AssertionError", "Failed", "")

Key = tuple[str, str, str]


class Failing(NamedTuple):
    """one: what tells it best, the first of its tests. tests: their names, in the order of the log."""

    one: Scored
    tests: tuple[str, ...]


def test_of(record: Record) -> str:
    """The test that fails, or the file of tests that cannot be loaded; "" where it is neither."""
    said = dict(record.metadata)
    return _SLASHES.sub("/", (said.get("test") or said.get("collected", "")).replace("::", "."))


def exception_of(record: Record) -> str:
    return dict(record.metadata).get("exception", "").rpartition(".")[2]


def failing(first: Record, candidates: Sequence[Scored]) -> tuple[Failing, ...]:
    """None where the first answer is no test's. Only what its own tool says counts: others name tests otherwise."""
    if not test_of(first):
        return ()
    told = _told(one for one in candidates if _counts(one, first))
    groups: list[tuple[Scored, list[str]]] = []
    known: dict[Key, int] = {}
    for name, one in told:
        keys = _keys(one.record)
        at = next((known[key] for key in keys if key in known), len(groups))
        if at == len(groups):
            groups.append((one, []))
        groups[at][1].append(name)
        for key in keys:
            known.setdefault(key, at)
    return tuple(Failing(one, tuple(names)) for one, names in groups)


def _counts(one: Scored, first: Record) -> bool:
    record = one.record
    if record.format != first.format or record.severity != "error" or not test_of(record):
        return False
    return not any(name in _EXPECTED for name, _ in one.facts)


def _told(candidates: Iterable[Scored]) -> list[tuple[str, Scored]]:
    """Each test once, by what tells most of it; a test that others are part of (`TestA`, `TestA/empty`) is theirs, and so
    is one that a summary names by the end of its name (`RingTest.wraps`)."""
    by_name: dict[str, dict[str, Scored]] = {}
    for one in candidates:
        kept = by_name.setdefault(test_of(one.record), {})
        origin = one.record.frames[0][0] if one.record.frames else ""
        if origin not in kept or one.record.weight > kept[origin].record.weight:
            kept[origin] = one
    for kept in by_name.values():
        if len(kept) > 1:
            kept.pop("", None)
    ends = {name[at + 1 :] for name in by_name for at, letter in enumerate(name[:400]) if letter == "."}
    whole = {name[:at] for name in by_name for at, letter in enumerate(name[:400]) if letter == "/"}
    found = [
        (name, one)
        for name, kept in by_name.items()
        for one in kept.values()
        if name not in whole and not (name in ends and one.record.weight < 0)
    ]
    return sorted(found, key=lambda row: row[1].record.line)


def _keys(record: Record) -> Iterable[Key]:
    exception = exception_of(record) or record.type
    if _BARE.fullmatch(record.message):
        return _placed(record, exception)
    if exception in _ASSERTS or not exception_of(record):
        said = _ADDRESS.sub("#", record.message)
        return (exception, said, ""), *_placed(record, test_of(record).partition("[")[0])
    return (exception, _VARYING.sub("#", record.message), ""), *_placed(record, exception)


def _placed(record: Record, of: str) -> tuple[Key, ...]:
    return ((of, record.file, str(record.file_line)),) if record.file and record.file_line else ()
