"""Code and its words, as tables people read (`phrases.md`), and what holds for any text whatever."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from flowscout import shelf
from flowscout.model.language import Language
from flowscout.words import english
from flowscout.words.cutting import apart
from flowscout.words.names import split

LANGUAGES: dict[str, Language] = {
    said: shelf.load("flowscout.languages", name) for said, name in (("C", "c"), ("C++", "cpp"), ("Python", "python"))
}


class Row(NamedTuple):
    language: Language
    cells: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join((self.language.name, *self.cells[:-1]))


def rows(heading: str) -> list[Row]:
    """The rows of a table of `phrases.md`."""
    text = (
        (Path(__file__).parent / "phrases.md").read_text(encoding="utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    )
    found = []
    for line in text.split("\n"):
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if cells and cells[0] in LANGUAGES:
            plain = [cell[1:-1] if cell.startswith("`") and cell.endswith("`") else cell for cell in cells[1:]]
            found.append(Row(LANGUAGES[cells[0]], tuple(plain)))
    return found


@pytest.mark.parametrize("row", rows("Conditions"), ids=str)
def test_a_condition_in_words_both_ways(row: Row) -> None:
    code, words, turned = row.cells
    assert english.question(code, row.language) == words
    assert (english.question(code, row.language, negate=True) or "–") == turned


@pytest.mark.parametrize("row", rows("Statements"), ids=str)
def test_a_statement_in_words(row: Row) -> None:
    role, code, words = row.cells
    assert english.statement(code, role, row.language) == words


@pytest.mark.parametrize("row", rows("Loops over items"), ids=str)
def test_a_loop_in_words(row: Row) -> None:
    target, items, words = row.cells
    assert english.each(target, items, row.language) == words


@pytest.mark.parametrize(
    ("said", "code", "does"),
    [
        ("C", "rename(a, b) != 0", True),
        ("C", "write(fd, p, 1) != 1", True),
        ("C", "strcmp(a, b) == 0", False),
        ("C++", "!s.ok()", False),
        ("C++", "db->Set(k, v)", True),
        ("Python", "user.has_perm('x')", False),
        ("Python", "len(x) and queue.pop()", True),
        ("Python", "x.check()", False),
    ],
)
def test_a_condition_that_does_something_by_asking(said: str, code: str, does: bool) -> None:
    assert english.acts(code, LANGUAGES[said]) is does


def test_the_table_is_worth_reading() -> None:
    counted = {
        said: sum(row.language is language for heading in ("Conditions", "Statements") for row in rows(heading))
        for said, language in LANGUAGES.items()
    }
    assert min(counted.values()) >= 40
    assert sum(counted.values()) >= 150


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("CreateVolumeMetadata", "create volume metadata"),
        ("create_volume_ID", "create volume ID"),
        ("getURLs", "get URLs"),
        ("HTTPServer", "HTTP server"),
        ("parseHTTP2Frame", "parse HTTP2 frame"),
        ("__init__", "init"),
        ("_sock", "sock"),
        ("OBJ_STRING", "obj string"),
        ("sha256sum", "sha256 sum"),
        ("x2", "x2"),
        ("getIDs", "get IDs"),
        ("", ""),
        ("über_größe", "über größe"),
    ],
)
def test_a_name_falls_into_words(text: str, words: str) -> None:
    assert " ".join(split(text)) == words


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("x is set", "x is set"),
        (
            "a is set and " + "b" * 30 + " is set and c is more than 3 and d is 4",
            "a is set and bbbbbbbbbbbbbb…bbbbbbbb is set and … and d is 4",
        ),
        (
            "o.flags & (INHERIT_FD | INHERIT_STREAM_OF_PARENT) is zero and " + "b" * 40 + " is set",
            "o.flags & (…) is zero and bbbbbbbbbbbb…bbbbbbb is set",
        ),
        (
            "o.flags & (UV_INHERIT_FD | UV_INHERIT_STREAM | UV_PIPES) is zero?",
            "o.flags & (UV_INHERIT_FD | … | UV_PIPES) is zero?",
        ),
        (
            "not configuration.timeouts_of_the_loop(first_argument, second_argument)?",
            "not configuration.timeouts_of_the_loop(first_argument, …)?",
        ),
        (
            "versions.NumberOfLevelFiles(0) is at least config::kL0_SlowdownWritesTrigger?",
            "….NumberOfLevelFiles(0) is at least config::kL0_…Trigger?",
        ),
        (
            "(a is set and b is set) or (" + "c" * 26 + " is not set and " + "d" * 30 + " is set)?",
            "(a is set and b is set) or (… is not set and ddd…dd is set)?",
        ),
        (
            'name is "this and that or those" and ' + "b" * 40 + " is set",
            'name is "this and…or those" and bbbbbbbbbbbb…bbbbbbbb is set',
        ),
        (
            'debug is not set or request.error is not a Redirect or request.method is in {"GET", "HEAD", "OPTIONS"}',
            'debug is not set or … or request.method is in {"GET", …}',
        ),
        (
            "Return the_first_of_several_results if they_are_asked_for is set, else the_other_results_of_all",
            "Return the_firs…ults if they_…for is set, else the_othe…_all",
        ),
        ("Set total to " + "long_name " * 9, "Set total to long_name long_name…long_name long_name"),
        (
            "entry = find_entry_of(directory, name_of_the_file, flags_of_the_call, mode)",
            "entry = find_entry_of(directory, name_of_the_file, …)",
        ),
        (
            "Throw std::invalid_argument: the volume has no such path and cannot be created",
            "Throw std::invalid_argument: the volume has no such path…",
        ),
        (
            'Set help to "The port on which the server waits for those who call it from outside"',
            'Set help to "The port on which the…call it from outside"',
        ),
        ("f(a_first_argument_of_many + 1, a_first_argument_of_many + amount)", "f(a_first_argument_of_many + 1, …)"),
        (
            'Set flags to [*list(flags), "--benchmark_out=%s" % output_name_of]',
            'Set flags to [*list(…), "--benchmark_out=%s" …]',
        ),
        (
            "r = sysctl(dataMib, sizeof(dataMib) / sizeof(int), &ifmd, &len_of, null, 0)",
            "r = sysctl(dataMib, …, &ifmd, &len_of, …)",
        ),
        (
            'raised(status_code=response["ResponseMetadata"]["Code"], error_code=response["Error"])',
            'raised(status_code=response["ResponseMetadata"]["Code"], …)',
        ),
        (
            "r = await serialize(payload=e, kind=Kind.ERROR, correlation_id=message.correlation_id, mode=message.mode)",
            "r = await serialize(payload=e, kind=Kind.ERROR, …)",
        ),
        (
            "made = Exchange(channel=self, name=name, durable=durable, passive=False, arguments=given)",
            "made = Exchange(channel=self, …, passive=False, …)",
        ),
        (
            "s = AllocateStorage(node, rec.size, whatever); may delete volume metadata: rec.id",
            "s = AllocateStorage(…); may delete volume metadata: rec.id",
        ),
        (
            "a.year is b.year and a.mon is b.mon and a.mday is b.mday and a.sec is b.sec?",
            "a.year is b.year and … and a.sec is b.sec?",
        ),
        (
            "*buf == ' ' || *buf == '\\t' || *buf == '\\n' || *buf == '\\v' || *buf == '\\f' || *buf == '\\r'",
            "*buf == ' ' || *buf == '\\t' || … || *buf == '\\r'",
        ),
        (
            "fabs(log(first_density) - log(second_density)) × scale is more than log(reference_density_value)?",
            "fabs(log(…) - log(…)) × scale is more than log(…)?",
        ),
        (
            "buffer_size_in_bytes - current_offset is less than other_header_length + trailer_length?",
            "… - current_offset is less than other_header_length + …?",
        ),
        (
            "total = sum(convert(p.weight, others) for p in sorted(points, key=order) if p.active and p.weight > 0)",
            "total = sum(… for p in … if p.active and p.weight > 0)",
        ),
        (
            "any(entry.is_file() and entry.name.endswith(suffix) for entry in entries if not entry.hidden)?",
            "any(… for entry in entries if not entry.hidden)?",
        ),
        ("Call " + "x" * 90, "Call xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…xxxxxxxxxxxxxxxxxxxxxxx"),
    ],
)
def test_a_cut_keeps_what_is_asked_and_what_is_set(text: str, short: str) -> None:
    assert english.cut(text) == short
    assert len(english.cut(text)) <= 60


def test_equal_cuts_keep_what_tells_them_apart() -> None:
    texts = [
        f"versions.NumberOfLevelFiles(0) is at least config::kTheNumberOfWritesThat{what}Trigger?"
        for what in ("Slows", "Stops")
    ]
    puts = [f"Put varint32: dst, PutLengthPrefixedSliceOfManyBytes(kProgressMarker{n}, value)" for n in range(3)]

    assert apart([*texts, "x"], 60) == [*texts, "x"]  # no name is torn where a little more room keeps it
    longer = [text.replace("NumberOfWrites", "NumberOfWrites" * 6) for text in texts]
    assert len(set(apart(longer, 60))) == 2
    assert max(map(len, apart(longer, 60))) <= 60
    assert apart(puts, 60) == puts


NASTY = (
    "",
    " ",
    "(",
    ")",
    "((((",
    "a(((b",
    "[1, 2",
    '"',
    "'",
    '"""',
    "a ?",
    "a ? b",
    "x if",
    "a and",
    "and",
    "not",
    "!",
    "->",
    "a->",
    "a::~",
    "T::U::~",
    "::",
    "<<<",
    "a<b<c>",
    "f(" * 300,
    "(" * 20000,
    "a" * 20000,
    "!" * 5000 + "x",
    "a+" * 3000 + "b",
    "not " * 400 + "x",
    "a.b" * 500,
    "x[" * 200,
    "{" * 300,
    "\x00\x01",
    "😀 = 1",
    "a\\\n b",
    "f(x for",
    "lambda",
    "lambda:",
    "new",
    "new (",
    "[&",
    "[=](",
    "return",
    "await",
    "yield from",
    "*",
    "**",
    "~",
    "sizeof(",
    "(int)",
    "a if b else",
    "a,,b",
    "f(,)",
    "f(a=)",
    "x = = 3",
    "#",
    "// only",
    "/* open",
    'R"(',
    "f'{",
    "std::",
    "std::map<",
    "a " * 900,
    "(a,(b,(c," * 60,
)
ROLES = (
    "expression",
    "assign",
    "declare",
    "return",
    "raise",
    "delete",
    "assert",
    "yield",
    "enter",
    "leave",
    "jump",
    "catch",
    "define",
    "odd",
    "refute",
)


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_any_text_gets_words(language: Language) -> None:
    for text in NASTY:
        assert english.question(text, language) is not None
        english.question(text, language, negate=True)
        english.each(text, text, language)
        for role in ROLES:
            assert len(english.cut(english.statement(text, role, language))) <= 60


@pytest.mark.parametrize("seed", range(6))
def test_random_tokens_get_words(seed: int) -> None:
    rng = random.Random(seed)
    pieces = [
        "a",
        "b.c",
        "f(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        ";",
        "?",
        "=",
        "==",
        "!=",
        "<",
        ">",
        "<<",
        "->",
        "::",
        "and",
        "or",
        "not",
        "if",
        "else",
        "in",
        "is",
        "lambda",
        "await",
        "new",
        "delete",
        "'x'",
        '"y"',
        "3",
        "*",
        "&",
        "!",
        "~",
        ".",
        "+",
    ]
    for _ in range(300):
        text = " ".join(rng.choices(pieces, k=rng.randint(1, 25)))
        for language in LANGUAGES.values():
            assert english.question(text, language) is not None
            for role in ROLES[:6]:
                english.statement(text, role, language)


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_asking_the_other_way_round_twice_asks_the_same(language: Language) -> None:
    """De Morgan and all comparisons: the opposite of the negated source is the source."""
    negation = "not ({})" if language.name == "python" else "!({})"
    join = (" and ", " or ") if language.name == "python" else (" && ", " || ")
    atoms = ["a == b", "x < 3", "n >= m", "p", f"(q < 1{join[0]}r > 2)", f"(s{join[1]}t != 1)"]
    rng = random.Random(1)
    for _ in range(100):
        text = rng.choice(join).join(rng.sample(atoms, 3))
        assert english.question(negation.format(text), language, negate=True) == english.question(text, language)
        turned = english.question(text, language, negate=True)  # None: only a "not" before a name would say it
        assert turned in (None, english.question(negation.format(text), language))
