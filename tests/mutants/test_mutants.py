"""A small share of `make mutants`, on the sources at hand: a gate against going back. And the operators' own arithmetic."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from corpus.driver import ROOT as CASES
from corpus.driver import cases
from mutants.drawing import Mutant, broken, drawn, files, parser, steady
from mutants.judge import Verdict
from mutants.judge import judged as judge
from mutants.operators import EVERY
from mutants.pairs import pairs, shown
from mutants.syntax import applied, lines, walk
from mutants.table import parted, table
from once import once

ROOT = Path(__file__).parent.parent.parent
ENDINGS = {"python": ".py", "c": ".c", "cpp": ".cc"}
SMALLEST = 400  # bytes of a file
EACH = 2  # mutants of an operator
UNLUCKY = 1  # of all: what is wrong of a kind is wrong more than once
KIND = 0.98  # as measured; it only goes up


@pytest.fixture(scope="module")
def roots(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Our own sources, and the corpus's, those of one document and language in a file."""
    folder = tmp_path_factory.mktemp("corpus") / "cases"
    folder.mkdir()
    texts: dict[str, list[bytes]] = {}
    for case in cases():
        for source in case.sources:
            ending = ENDINGS.get(source.language, "?")
            if source.path.endswith(ending) and not broken(parser(source.language).parse(source.data)):
                document = case.file.relative_to(CASES).with_suffix(ending)
                texts.setdefault("-".join(document.parts), []).append(source.data)
    for name, each in texts.items():
        (folder / name).write_bytes(b"\n".join(each))
    return [ROOT / "src" / "flowscout" / "stages", folder]


@pytest.fixture(scope="module")
def judged(roots: list[Path], tmp_path_factory: pytest.TempPathFactory) -> list[Verdict]:
    return once(tmp_path_factory, "mutants", lambda: [judge(each) for each in steady(EACH, 1, _named(roots))])


def _named(roots: list[Path]) -> dict[str, Path]:
    return {
        path.relative_to(root.parent).as_posix(): path
        for root, paths in zip(roots, files(roots, SMALLEST), strict=True)
        for path in paths
    }


def _at_most_unlucky(wrong: list[Verdict], every: list[Verdict]) -> None:
    if wrong:
        warnings.warn(f"of {len(every)} mutants:\n{table(wrong)}", stacklevel=2)
    assert len(wrong) <= UNLUCKY, table(every)


def test_what_changes_code_is_told(judged: list[Verdict]) -> None:
    counts, _ = parted(judged)
    assert len(counts) > 100
    _at_most_unlucky([each for each in counts if not each.found], judged)
    assert sum(each.kind for each in counts) / len(counts) >= KIND, table(judged)


def test_what_is_neutral_is_told_as_neutral(judged: list[Verdict]) -> None:
    _, neutral = parted(judged)
    assert len(neutral) > 33
    _at_most_unlucky([each for each in neutral if not each.found], judged)


def test_no_sentence_is_false(judged: list[Verdict]) -> None:
    _at_most_unlucky([each for each in judged if each.false], judged)


def test_a_file_more_changes_few_mutants(roots: list[Path]) -> None:
    named = _named(roots)
    one, *some = sorted(named)[::12]
    before, after = (_kinds(steady(1, 1, {name: named[name] for name in names})) for names in (some, [one, *some]))
    assert len(before & after) > 0.8 * len(after)


def _kinds(every: Iterator[Mutant]) -> set[tuple[str, str, bytes]]:
    return {(each.operator.name, each.path, each.after) for each in every}


def test_the_same_seed_draws_the_same_mutants(roots: list[Path]) -> None:
    found = files(roots)
    for number in range(len(EVERY)):
        assert drawn(number, 7, found, roots) == drawn(number, 7, found, roots)


EXAMPLES = {
    "delete a statement": ("def f(a):\n    g(a)\n    h(a)\n", {"def f(a):\n    h(a)\n", "def f(a):\n    g(a)\n"}),
    "delete a condition": ("def f(a):\n    if a:\n        g(a)\n    h()\n", {"def f(a):\n    g(a)\n    h()\n"}),
    "delete an await": ("async def f(a):\n    await g(a)\n", {"async def f(a):\n    g(a)\n"}),
    "delete a base": ("class A(B):\n    pass\n", {"class A:\n    pass\n"}),
    "negate a condition": ("def f(a):\n    if a:\n        g()\n", {"def f(a):\n    if not (a):\n        g()\n"}),
    "move out of a try": (
        "def f():\n    try:\n        a()\n        b()\n    except E:\n        pass\n",
        {"def f():\n    a()\n    try:\n        b()\n    except E:\n        pass\n"},
    ),
    "move out of a with": (
        "def f(a):\n    with a:\n        b()\n        c()\n",
        {"def f(a):\n    with a:\n        b()\n    c()\n"},
    ),
    "make a finally straight": (
        "def f():\n    try:\n        a()\n    finally:\n        b()\n",
        {"def f():\n    a()\n    b()\n"},
    ),
    "change a default": ("def f(a=3):\n    pass\n", {"def f(a=4):\n    pass\n"}),
    "drop a result": ("def f():\n    a = g()\n", {"def f():\n    g()\n"}),
    "check a result": ("def f():\n    g()\n", {"def f():\n    if not g():\n        return None\n"}),
    "protect a call": (
        "def f():\n    g()\n",
        {"def f():\n    try:\n        g()\n    except Exception:\n        pass\n"},
    ),
    "rename a local": (
        "def f():\n    a = g()\n    h(a, a=a)\n",
        {"def f():\n    a_fresh = g()\n    h(a_fresh, a=a_fresh)\n"},
    ),
    "extract a function": (
        "def f(a):\n    return g(a)\n",
        {"def _made(a):\n    return g(a)\n\n\ndef f(a):\n    return _made(a)\n"},
    ),
    "turn a return into an else": (
        "def f(a):\n    if a:\n        return 1\n    g()\n    return 2\n",
        {"def f(a):\n    if a:\n        return 1\n    else:\n        g()\n        return 2\n"},
    ),
    "turn an else into a return": (
        "def f(a):\n    if a:\n        return 1\n    else:\n        g()\n        return 2\n",
        {"def f(a):\n    if a:\n        return 1\n    g()\n    return 2\n"},
    ),
    "turn the arms round": (
        "def f(a):\n    if a:\n        g()\n    else:\n        h()\n",
        {"def f(a):\n    if not (a):\n        h()\n    else:\n        g()\n"},
    ),
    "part a guard in two": (
        "def f(a):\n    if a or b:\n        return\n    g()\n",
        {"def f(a):\n    if a:\n        return\n    if b:\n        return\n    g()\n"},
    ),
    "join two guards": (
        "def f(a):\n    if a:\n        return\n    if b:\n        return\n    g()\n",
        {"def f(a):\n    if (a) or (b):\n        return\n    g()\n"},
    ),
    "nest a condition": (
        "def f(a):\n    if a and b:\n        g()\n",
        {"def f(a):\n    if a:\n        if b:\n            g()\n"},
    ),
    "name a condition": (
        "def f(a):\n    if a > 1:\n        g()\n",
        {"def f(a):\n    wanted = a > 1\n    if wanted:\n        g()\n"},
    ),
    "turn a loop into a comprehension": (
        "def f(a):\n    r = []\n    for x in a:\n        if x:\n            r.append(x.y)\n    return r\n",
        {"def f(a):\n    r = [x.y for x in a if x]\n    return r\n"},
    ),
    "move a guard to the caller": (
        "def f(a):\n    if not a:\n        return\n    g(a)\n\n\ndef h(a):\n    f(a)\n",
        {"def f(a):\n    g(a)\n\n\ndef h(a):\n    if not (not a):\n        f(a)\n"},
    ),
    "choose a value in an expression": (
        "def f(a):\n    if a:\n        b = 1\n    else:\n        b = 2\n",
        {"def f(a):\n    b = 1 if a else 2\n"},
    ),
    "swap two arguments": ("def f(a, b):\n    g(a, b)\n", {"def f(a, b):\n    g(b, a)\n"}),
    "delete a cast": ("def f(a):\n    g(int(a))\n", {"def f(a):\n    g(a)\n"}),
    "open a slice": ("def f(a):\n    g(a[1:])\n", {"def f(a):\n    g(a[:])\n"}),
    "take from the other end": ("def f(a):\n    g(a[-1])\n", {"def f(a):\n    g(a[0])\n"}),
    "delete a not": ("def f(a):\n    if not a:\n        g()\n", {"def f(a):\n    if a:\n        g()\n"}),
    "delete a return": ("def f(a):\n    return g(a)\n", {"def f(a):\n    g(a)\n"}),
    "inline a value": ("def f(a):\n    b = g(a)\n    return b\n", {"def f(a):\n    return g(a)\n"}),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_operator_does_what_it_says(name: str) -> None:
    text, right = EXAMPLES[name]
    assert set(_mutants(name, text.encode())) == right


def _mutants(name: str, data: bytes) -> Iterator[str]:
    operator = next(each for each in EVERY if each.name == name)
    for node in walk(parser("python").parse(data).root_node):
        if node.type in operator.nodes.split():
            made = applied(data, operator.change(node, Random(1)))
            if made != data:
                yield made.decode()


def test_the_lines_that_differ() -> None:
    assert lines(b"a\nb\nc\n", b"a\nc\n") == ((2, 2), (2, 2))
    assert lines(b"a\nb\nc\n", b"a\nx\ny\nc\n") == ((2, 2), (2, 3))


def test_an_edit_is_told_beside_one_that_counts_for_nothing() -> None:
    tried = list(islice(pairs(7, 60, [ROOT / "src" / "flowscout" / "words"]), 12))
    assert len(tried) == 12
    assert [shown(each) for each in tried if not each.both] == []
