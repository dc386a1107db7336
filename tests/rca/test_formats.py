"""Each row reads its examples, no literal hides a line, and no line can make one of the expressions slow."""

from __future__ import annotations

import importlib
import pkgutil
import random
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from flowscout import rca
from flowscout.model.logformat import CAUSE, LogFormat, Record
from flowscout.rca.extract import Extractor, records
from flowscout.rca.extract.patterns import SearchedLine, Tried, compiled, tried, unwrapped
from flowscout.rca.formats import formats
from flowscout.rca.reading import Lines, LogStructure, blocks
from flowscout.rca.tables.literals import required
from flowscout.rca.tables.order import literal
from flowscout.rca.tables.rows import Row, Table, TableError, table
from flowscout.rca.tables.shelf import FOLDER, kinds, shapes, tables
from linear.pumps import written

NAMES = sorted(file.stem for file in FOLDER.glob("*.toml"))
READ = Path(__file__).parent / "examples.txt"
SLOWEST = 0.25  # seconds for one expression on one line of bait
RANDOM = 12  # lines made of each expression


def _read(plugin: LogFormat, text: str) -> list[Record]:
    return records(Extractor([plugin]), blocks([text.encode()], LogStructure()))


def _takers(of: Table, text: str) -> Iterator[tuple[int, Row]]:
    """Each row that takes a line of the text, whoever is tried before."""
    lines = next(iter(blocks([text.encode()], LogStructure())))
    seen = Lines(1, lines.texts, lines.sections)
    for row in of.rows:
        one = [Tried(compiled(row.pattern.first), row.pattern)]
        for at, shown in enumerate(lines.texts):
            if tried(of.format, one, SearchedLine(shown, unwrapped(shown)), seen, at):
                yield at, row


def _won(of: Table, text: str) -> dict[int, Row]:
    """By line the row that is tried first of those that take it: as it stands before as it stands without its wrapper."""
    lines = next(iter(blocks([text.encode()], LogStructure())))
    seen, found = Lines(1, lines.texts, lines.sections), {}
    for at, shown in enumerate(lines.texts):
        held = [row for row in of.rows if any(need in shown for need in row.pattern.needs)]
        record = tried(
            of.format,
            [Tried(compiled(row.pattern.first), row.pattern) for row in held],
            SearchedLine(shown, unwrapped(shown)),
            seen,
            at,
        )
        if record:
            found[at] = next(
                row
                for row in held
                if tried(
                    of.format,
                    [Tried(compiled(row.pattern.first), row.pattern)],
                    SearchedLine(shown, unwrapped(shown)),
                    seen,
                    at,
                )
                == record
            )
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_row_takes_its_examples_and_nothing_that_it_says_it_does_not(name: str) -> None:
    of = tables()[name]
    wrong, shown = [], set()
    for row in of.rows:
        assert row.shown, f"{name}: a row `{row.pattern.type}` shows no line that it takes"
        for text in row.shown:
            winners = [
                won.pattern.first
                for won in _won(of, text).values()
                if won.shown == row.shown and won.pattern.type == row.pattern.type
            ]
            shown.update(winners)
            if not winners:
                wrong.append((row.pattern.type, text, sorted({won.pattern.type for won in _won(of, text).values()})))
        wrong += [
            ("not", row.pattern.type, text) for text in row.never if any(taker == row for _, taker in _takers(of, text))
        ]
    assert wrong == []
    assert [row.pattern.first for row in of.rows if row.pattern.first not in shown] == [], "no example shows these"


@pytest.mark.parametrize("name", NAMES)
def test_of_two_rows_that_take_an_example_one_says_more_literally_what_it_takes(name: str) -> None:
    """Else their order would be chance: mend an expression, or say `first` or `last`."""
    of = tables()[name]
    ties = set()
    for row in of.rows:
        for text in row.shown:
            by_line: dict[int, list[Row]] = {}
            for at, taker in _takers(of, text):
                by_line.setdefault(at, []).append(taker)
            for takers in by_line.values():
                one, *others = takers
                ties |= {
                    (one.pattern.first, other.pattern.first)
                    for other in others
                    if _said(one) != _said(other)
                    and (one.rank, literal(one.pattern)) == (other.rank, literal(other.pattern))
                }
    assert sorted(ties) == []


def _said(row: Row) -> tuple[str, str, str]:
    return row.pattern.type, row.pattern.role, row.pattern.kind


@cache
def _everybody() -> Extractor:
    return Extractor(formats())


def _examples() -> Iterator[str]:
    """What each example is read as, and who else takes a line of it."""
    for name in NAMES:
        of = tables()[name]
        for text in dict.fromkeys([*of.examples, *(text for row in of.rows for text in row.shown)]):
            found = records(_everybody(), blocks([text.encode()], LogStructure()))
            yield f"{name}: {_escaped(text)}"
            yield from (
                f"    {record.format} {record.type} {record.role[:4]} {_place(record)}| {_escaped(record.message)}"
                for record in found
            )


def _place(record: Record) -> str:
    return f"{record.file}:{record.file_line}:{record.column} " if record.file or record.file_line else ""


def _escaped(text: str) -> str:
    return text.replace("\n", "⏎")[:160]


def test_examples_are_read_as_they_were(request: pytest.FixtureRequest) -> None:
    """`examples.txt` says whoever takes an example of any format: read what changes there. `--update` renews it."""
    made = "".join(f"{line}\n" for line in _examples())
    before = READ.read_text(encoding="utf-8") if READ.exists() else ""
    if request.config.getoption("--update"):
        READ.write_text(made, encoding="utf-8")
    assert made == before


@pytest.mark.parametrize("name", NAMES)
def test_every_line_an_expression_matches_holds_one_of_its_literals(name: str) -> None:
    """On lines made of the expression itself: a literal that is not there would hide the message."""
    chance = random.Random(name)
    hidden = []
    for row in tables()[name].rows:
        pattern = row.pattern
        lines = [
            *(line for text in row.shown for line in text.split("\n")),
            *(written(pattern.first, chance) for _ in range(RANDOM)),
        ]
        hidden += [
            (pattern.first, line)
            for line in lines
            if re.search(pattern.first, line) and not any(need in line for need in pattern.needs)
        ]
    assert hidden == []


@pytest.mark.parametrize(
    ("expression", "literals"),
    [
        (r"^(?:a long phrase|another phrase) \d+", {"a long phrase ", "another phrase "}),
        (r"error: (?P<message>.+)", {"error: "}),
        (r"^\S+\.(?:py|pyi): x", {".py: x", ".pyi: x"}),
        (r"(?=.*fail)^\w+", {"fail"}),
        (r"[❌✗] (?P<message>.+)", {"❌ ", "✗ "}),
        (r"(?i)error", set()),
        (r"(?:error)?\d+", set()),
    ],
)
def test_literals_follow_from_the_expression(expression: str, literals: set[str]) -> None:
    assert required(expression) == literals


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[row.a]]\nline = 1", "line is a text"),
        ("[[row.a]]\nis = 'x'", "lacks its line"),
        ("[[row.a]]\nline = '\\d+'", "no letters stand in every line"),
        ("[[row.a]]\nline = '{plce}: error'", "is no shape"),
        ("[[row.a]]\nline = 'error ('", "missing )"),
        ("[[row.a]]\nline = 'error'\nwieght = 'sure'", "wieght is not known"),
        ("[[row.a]]\nline = 'error'\nkind = 'x'", "is no kind"),
        ("[[row.a]]\nline = 'error'\nis = 'x'", "is none of cause"),
        ("[[row.a]]\nline = 'error'\nweight = 7", "is none of sure"),
        ("[[row.a]]\nline = 'error'\nat = 1", "then has 0"),
        ("[[row.a]]\nline = 'error'\nthen = [{ line = 'a', within = 'b' }]", "is a number"),
        ("[row]\na = 1", "not known"),
        ("row = 1", "holds"),
        ("[x]", "holds x"),
        ("[", "no TOML"),
    ],
)
def test_a_file_that_says_what_it_may_not_is_told_what(text: str, said: str) -> None:
    with pytest.raises(TableError, match=re.escape(said)):
        table(text, "a", shapes(), kinds())


def test_a_row_is_read_with_its_shapes_and_the_kind_of_its_type() -> None:
    text = "[[row.lint_violation]]\nweight = 'weak'\nline = '^{place(py pyi)}: {message}'\n[[row.b]]\nis = 'verdict-ok'\nline = ['all is well', 'well done']"
    read = table(text, "mine", shapes(), kinds())
    assert [(row.pattern.type, row.pattern.kind, row.pattern.role, row.pattern.weight) for row in read.rows] == [
        ("b", "unknown", "success", 1), ("b", "unknown", "success", 1), ("lint_violation", "lint_failure", CAUSE, -1),
    ]  # fmt: skip
    found = [
        (one.file, one.file_line, one.column, one.message)
        for one in _read(read.format, "C:/Program Files (x86)/a.pyi:3:5: no name\n")
    ]
    assert found == [("C:/Program Files (x86)/a.pyi", 3, 5, "no name")]


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
    for expression in dict.fromkeys(_expressions(tables()[name].format)):
        searched = re.compile(expression)
        for bait in _bait(expression):
            try:
                with within(SLOWEST):
                    searched.search(bait)
            except TimeoutError:
                slow.append((expression, bait[:40]))
                break
    assert slow == []


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
    for held in dict.fromkeys(_held(importlib.import_module(name))):
        for bait in _bait(held.pattern):
            try:
                with within(SLOWEST):
                    held.search(bait)
            except TimeoutError:
                slow.append((held.pattern, bait[:40]))
                break
    assert slow == []


def test_what_stands_behind_hundreds_of_warnings_of_one_shape_is_read_all_the_same() -> None:
    """An error in their midst, one in their own words, and another warning; only more of the same is passed over."""
    warnings = [f"src/a.c:{n}:5: warning: unused variable 'v{n}' [-Wunused-variable]" for n in range(1, 1200)]
    told = [
        *warnings[:800],
        "src/b.c:7:3: error: 'count' undeclared (first use in this function)",
        *warnings[800:],
        "src/a.c:9:5: error: unused variable 'v9' [-Werror=unused-variable]",
        "src/c.c:3:1: warning: no newline at end of file [-Wnewline-eof]",
    ]
    found = records(Extractor(formats()), blocks(["\n".join(told).encode()], LogStructure()))
    failed = dict.fromkeys((each.file, each.file_line) for each in found if each.severity == "error")
    assert list(failed) == [("src/b.c", 7), ("src/a.c", 9)]
    assert "src/c.c" in {each.file for each in found if each.severity == "warning"}
