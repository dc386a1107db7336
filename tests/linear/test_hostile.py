"""Changes that repeat one thing hundreds of times: twice of it takes about twice the work of what looks at it, counted in steps of Python's machine."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest

from corpus.driver import Source
from corpus.notation import project
from flowscout.resolvers.python import hierarchy
from flowscout.stages.account.neutral import other_variable, zeroed
from flowscout.stages.account.pairing.changes import Change, Trees, changes, trees
from flowscout.stages.account.pieces import aliases, nesting
from flowscout.stages.account.pieces.pieces import Piece
from flowscout.stages.account.reading import asked, conditions, governing, imports, still_so
from flowscout.stages.account.sentences import called_for_both, directives, left_instead, nowhere, standing_for
from flowscout.stages.account.together import fresh
from flowscout.stages.account.together.each_place import each_place
from flowscout.stages.compare import built
from flowscout.tasks.account.files import Files
from linear.test_reviewed import Steps

FEW = 30
GROWTH = 2.4


class Shape(NamedTuple):
    """lines: of each number what stands before and after. looked: what takes the work, of one module."""

    module: Any
    lines: Callable[[int], tuple[str, str]]
    looked: Callable[[Trees, Sequence[Change]], object]


SHAPES = {
    "memory that is zeroed": Shape(
        zeroed,
        lambda at: (f"p{at} = malloc(n);\nmemset(p{at}, 0, n);\n", f"p{at} = calloc(1, n);\n"),
        lambda both, found: [zeroed.same(both, each) for each in found],
    ),
    "one memory that is zeroed": Shape(
        zeroed,
        lambda _: ("p = malloc(n);\nmemset(p, 0, n);\n", "p = calloc(1, n);\n"),
        lambda both, found: [zeroed.same(both, each) for each in found],
    ),
    "one call for two": Shape(
        called_for_both,
        lambda at: (f"p{at} = next(n);\nmake(p{at}, 0, n);\n", f"p{at} = given(1, n);\n"),
        called_for_both.one_call_for_two,
    ),
    "names for what a pointer leads to": Shape(
        aliases,
        lambda at: (f"use(p->f{at});\n", f"struct s *q{at} = p;\nuse(q{at}->f{at});\n"),
        lambda both, _: [*aliases.names(both.new, both.old, both.back, True)],
    ),
    "questions that leave alike": Shape(
        standing_for,
        lambda at: (f"if (a{at}) goto out;\n", f"if (b{at}) goto out;\n"),
        lambda both, found: [standing_for.left_before(both, each.b) for each in found],
    ),
    "questions that jump": Shape(
        nowhere,
        lambda at: (f"if (t{at}(p)) goto out;\n", f"if (t{at}(p) < 0) goto out;\n"),
        lambda both, _: [nowhere.nowhere(both, at, "then") for at in _questions(both.old)],
    ),
    "questions that left by the same way": Shape(
        left_instead,
        lambda at: (f"if (t{at}(p)) goto out;\n", f"if (u{at}(p) < 0) goto out;\n"),
        lambda both, _: [left_instead.left_instead(both, at) for at in _questions(both.new)],
    ),
    "questions about the same": Shape(
        asked,
        lambda at: (f"if (t{at}(p) > 1) goto out;\n", f"if (n > t{at}(p)) goto out;\n"),
        lambda both, _: [[*asked.asking(both, at)] for at in _questions(both.old)],
    ),
    "values that are chosen": Shape(
        asked,
        lambda at: (f"n = t{at} ? 1 : 2;\n", f"n = 2;\nif (t{at})\n  n = 1;\n"),
        lambda both, _: [asked.chosen_by(both, at) for at in _questions(both.new)],
    ),
    "questions that go on with each other": Shape(
        governing,
        lambda at: (f"{'else ' * (at > 0)}if (n == {at}) use(p);\n", f"{'else ' * (at > 0)}if (n == {at}) use(n);\n"),
        lambda both, _: [governing.head_of_chain(both.new, at) for at in _questions(both.new)],
    ),
    "questions that break off a loop, asked otherwise": Shape(
        still_so,
        lambda at: (
            f"if (a == {at}) {{\n  clear(a);\n  return;\n}}\nclear(a);\n",
            f"if (a + 1 == {at}) {{\n  clear(a);\n  return;\n}}\nclear(a);\n",
        ),
        lambda both, found: [conditions.same(both, each) for each in found],
    ),
    "rounds that are left by one of many questions": Shape(
        fresh,
        lambda at: ("", f"while (n) {{\n  use(n);\n  if (n == {at}) {{\n    p->f{at} = n;\n    break;\n  }}\n}}\n"),
        lambda both, _: [fresh._hangs_on(both.new, at) for at in _questions(both.new)],
    ),
    "answers kept under another name": Shape(
        other_variable,
        lambda at: (f"err = o{at}(n);\nif (err) return {at};\nfd = err;\n", f"fd = o{at}(n);\nif (fd) return {at};\n"),
        other_variable.asked,
    ),
}


def _questions(pieces: Sequence[Piece]) -> list[int]:
    return [at for at, piece in enumerate(pieces) if piece.kind == "If"]


def work(shape: Shape, count: int) -> int:
    sides = list[Any]()
    for new in (False, True):
        body = "".join(shape.lines(at)[new] for at in range(count))
        text = f"int f(struct s *p, int n)\n{{\nint err, fd;\n{body}out:\nreturn 0;\n}}\n"
        made = project((Source("a.c", "c", text.encode()),))
        sides.append(Files(made, {}, {}, {}).state("a.c").pieces(next(iter(made.functions))))
    both = trees(*sides)
    found = changes(both)
    with Steps(shape.module.__file__) as steps:
        shape.looked(both, found)
    return steps.count


@pytest.mark.parametrize("name", SHAPES)
def test_what_is_repeated_takes_work_that_grows_with_it(name: str) -> None:
    half, whole = work(SHAPES[name], FEW), work(SHAPES[name], 2 * FEW)
    assert half > FEW
    assert whole < GROWTH * half, f"{whole} steps for twice of what takes {half}"


def merged(count: int) -> int:
    names = tuple(f"E{at}" for at in range(count))
    with Steps(hierarchy.__file__) as steps:
        assert hierarchy._merge([*((name, "Base") for name in names), names]) == [*names, "Base"]
    return steps.count


def test_hundreds_of_bases_take_work_that_grows_with_them() -> None:
    half, whole = merged(FEW), merged(2 * FEW)
    assert whole < GROWTH * half, f"{whole} steps for twice of what takes {half}"


def imported(count: int) -> int:
    texts = ["".join(f"from {module}{at} import b{at}\n" for at in range(count)) for module in "ac"]
    made = [project((Source("a.py", "python", text.encode()),)) for text in texts]
    both = trees(*[Files(each, {}, {}, {}).state("a.py").around.pieces for each in made])
    found = changes(both)
    with Steps(imports.__file__) as steps:
        for each in found:
            assert imports.apart(both, each) != ([], [])
    return steps.count


def test_hundreds_of_imports_take_work_that_grows_with_them() -> None:
    half, whole = imported(FEW), imported(2 * FEW)
    assert half > FEW
    assert whole < GROWTH * half, f"{whole} steps for twice of what takes {half}"


def arms(count: int) -> list[Any]:
    """Both sides of a function of which the arms that are built ask otherwise."""
    made = list[Any]()
    for more in ("", " && C"):
        text = "".join(f"#elif B{at}{more}\ng{at}(p);\n" for at in range(count))
        made.append(project((Source("a.c", "c", f"void f(int *p)\n{{\n#if A\ng(p);\n{text}#endif\n}}\n".encode()),)))
    return made


def lines_told(count: int) -> int:
    sides = [Files(each, {}, {}, {}).state("a.c").pieces(next(iter(each.functions))) for each in arms(count)]
    both = trees(*sides)
    with Steps(directives.__file__) as steps:
        for each in changes(both):
            directives.follows(both, each)
    return steps.count


def built_alone(count: int) -> int:
    """Edges that are looked at for what is built under each question alone."""
    cfgs = [each.cfg(next(iter(each.functions))) for each in arms(count)]
    return len(built.answers(cfgs)) * sum(len(each.edges) for each in cfgs)


def spans_met(count: int) -> int:
    spans = [(2 * at, 2 * at + 1) for at in range(count)]
    with Steps(nesting.__file__) as steps:
        assert nesting.outermost(spans) == {*spans}
        assert not any(nesting.enclosed(spans, each) for each in spans)
    return steps.count


def holders_met(count: int) -> int:
    """Of functions beside each other, and of functions in each other."""
    beside = [(3 * at, 3 * at + 2) for at in range(count)]
    with Steps(nesting.__file__) as steps:
        holders = nesting.Holders(beside)
        assert [holders.around(3 * at + 1) for at in range(count)] == [[at] for at in range(count)]
        assert nesting.Holders([(at, 2 * count - at) for at in range(count)]).around(count) == [*range(count)]
    return steps.count


@pytest.mark.parametrize("taken", [lines_told, spans_met, holders_met])
def test_hundreds_take_work_that_grows_with_them(taken: Callable[[int], int]) -> None:
    half, whole = taken(FEW), taken(2 * FEW)
    assert half > FEW
    assert whole < GROWTH * half, f"{whole} steps for twice of what takes {half}"


def test_what_is_built_under_each_of_many_questions_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(built, "WORK", 4_000)
    assert built_alone(2 * FEW) < 2 * built.WORK


def test_of_what_is_done_in_hundreds_of_places_none_is_read() -> None:
    said = ["Now returns when `a`."] * 2 * FEW
    with Steps(sys.modules[each_place.__module__].__file__ or "") as steps:
        assert each_place("Now returns.", said) == f"Now returns, in {len(said)} places."
    assert steps.count < FEW * FEW
