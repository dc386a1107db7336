"""Changes that repeat one thing hundreds of times: twice of it takes about twice the work of what looks at it, counted in steps of Python's machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest

from corpus.driver import Source
from corpus.notation import project
from flowscout.resolvers.python import hierarchy
from flowscout.stages.account.neutral import other_variable, zeroed
from flowscout.stages.account.pairing.changes import Change, Trees, changes, trees
from flowscout.stages.account.pieces import aliases
from flowscout.stages.account.reading import imports
from flowscout.stages.account.sentences import called_for_both, standing_for
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
    "answers kept under another name": Shape(
        other_variable,
        lambda at: (f"err = o{at}(n);\nif (err) return {at};\nfd = err;\n", f"fd = o{at}(n);\nif (fd) return {at};\n"),
        other_variable.asked,
    ),
}


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
