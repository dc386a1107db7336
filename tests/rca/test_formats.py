"""Each format on the shelf reads its own sample, and no line can make one of its expressions slow."""

from __future__ import annotations

import importlib
import pkgutil
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

import pytest

from flowscout import rca, shelf
from flowscout.model.logformat import CAUSE, KINDS, ROLES, LogFormat, Record
from flowscout.rca.extract import Extractor, records
from flowscout.rca.extract.literals import gate, proved
from flowscout.rca.formats import SHELF
from flowscout.rca.reading import Structure, blocks

NAMES = shelf.names(SHELF)
SLOWEST = 0.25  # seconds for one expression on one line of bait


def _plugin(name: str) -> LogFormat:
    plugin = shelf.load(SHELF, name)
    assert isinstance(plugin, LogFormat)
    return plugin._replace(sample=plugin.sample.removeprefix("\n"))


def _read(plugin: LogFormat, text: str) -> list[Record]:
    return records(Extractor([plugin]), blocks([text.encode()], Structure()))


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_is_read_as_it_says(name: str) -> None:
    plugin = _plugin(name)
    found = [(r.line, r.type, r.file, r.file_line) for r in _read(plugin, plugin.sample) if r.role == CAUSE]
    assert [row for row in plugin.expected if row not in found] == [], found
    speaks = plugin.readings or any(pattern.role == CAUSE for pattern in plugin.patterns)
    assert plugin.expected or not speaks, "a sample with nothing in it shows nothing"


@pytest.mark.parametrize("name", NAMES)
def test_roles_and_kinds_are_of_the_closed_lists(name: str) -> None:
    for pattern in _plugin(name).patterns:
        assert pattern.role in ROLES, pattern
        assert pattern.kind in KINDS, pattern
        assert pattern.at <= len(pattern.then), pattern


def _expressions(plugin: LogFormat) -> Iterator[str]:
    for pattern in plugin.patterns:
        yield pattern.first
        yield from (expression for expression, _ in pattern.then)
        yield from (expression for expression in (pattern.more, pattern.above[0]) if expression)
    yield from plugin.signs


def _bait(expression: str) -> Iterator[str]:
    """Long lines of what the expression is made of: its literals and classes over and over, with a wrong end."""
    words = re.findall(r"[A-Za-z\d_]{2,}", re.sub(r"\\[a-zA-Z]|\?P?<\w+>", " ", expression))
    plain = re.sub(
        r"\\(.)",
        r"\1",
        re.sub(r"\(\?(?:P?<\w+>|:|i\))|[\^$*+?()|]|\{\d*,?\d*\}|\[[^\]]*\]|\\[a-zA-Z]", "a", expression),
    )
    pieces = [
        "a",
        " ",
        "1",
        "/",
        ".",
        "a ",
        "a/",
        "a.",
        "1.",
        "a:",
        "1:",
        "'a'",
        '"',
        "[a]",
        "(a)",
        "->",
        "a=",
        ", ",
        "\t",
        "-",
        *words[:8],
    ]
    for piece in pieces:
        yield piece * (4000 // len(piece)) + "\x01"
    for word in words[:4]:
        yield (word + " a/b.c:1: ") * (4000 // (len(word) + 10)) + "\x01"
    yield (plain * 400)[:4000] + "\x01"
    yield " " * 3900 + plain[:90] + "\x01"


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises TimeoutError out of a search that takes longer; an endless one would never come back to say so."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@pytest.mark.parametrize("name", NAMES)
def test_no_line_makes_an_expression_slow(name: str) -> None:
    slow = []
    for expression in dict.fromkeys(_expressions(_plugin(name))):
        compiled = re.compile(expression)
        for bait in _bait(expression):
            try:
                with within(SLOWEST):
                    compiled.search(bait)
            except TimeoutError:
                slow.append((expression, bait[:40]))
                break
    assert slow == []


@pytest.mark.parametrize("name", NAMES)
def test_every_line_an_expression_matches_holds_one_of_its_literals(name: str) -> None:
    """On the format's own sample: a literal that is not there would hide the message."""
    plugin = _plugin(name)
    lines = plugin.sample.split("\n")
    hidden = [
        (pattern.first, line)
        for pattern in plugin.patterns
        for line in lines
        if pattern.needs and re.search(pattern.first, line) and not any(need in line for need in pattern.needs)
    ]
    assert hidden == []


def _held(module: ModuleType) -> Iterator[re.Pattern[str]]:
    """Every expression that a module holds by a name of its own, alone or in a tuple."""
    for value in vars(module).values():
        for item in value if isinstance(value, tuple) else (value,):
            for one in item if isinstance(item, tuple) else (item,):
                if isinstance(one, re.Pattern) and isinstance(one.pattern, str):
                    yield one


MODULES = [name for _, name, _ in pkgutil.walk_packages(rca.__path__, "flowscout.rca.")]


@pytest.mark.parametrize("name", MODULES)
def test_no_line_makes_an_expression_of_the_room_slow(name: str) -> None:
    """Hooks, prefixes, ranking and fingerprints search with expressions that are in no pattern."""
    slow = []
    for compiled in dict.fromkeys(_held(importlib.import_module(name))):
        for bait in _bait(compiled.pattern):
            try:
                with within(SLOWEST):
                    compiled.search(bait)
            except TimeoutError:
                slow.append((compiled.pattern, bait[:40]))
                break
    assert slow == []


def test_literals_kept_by_hand_hide_no_long_phrase_of_their_expression() -> None:
    shown = gate(r"^(?:ERROR: )?(?:Build was aborted|Received cancellation of \w+|cancelled)", ("cancelled", "aborted"))
    assert shown == ("cancelled", "aborted", "Received cancellation of ")
    assert gate(r"error: (?P<message>.+)", ("error: ",)) == ("error: ",)
    assert proved(r"^(?:a long phrase|another phrase) \d+", ("phrase",))
    assert not proved(r"^(?:a long phrase)?\d+", ("phrase",))
