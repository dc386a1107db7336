"""Who is called in Python: loops, comprehensions, generators, unpacking and collected arguments."""

from __future__ import annotations

import pytest

from .programs import edges, lines

CASES: dict[str, tuple[str, str]] = {
    "tuples are unpacked": (
        """
def f(): pass
def g(): pass
a, b = f, g
a()
b()
""",
        "<module> -> f\n <module> -> g",
    ),
    "a loop carries an assignment around": (
        """
def f(): pass
def g(): pass
def run(xs):
    a = f
    for x in xs:
        a()
        a = g
""",
        "run -> f\n run -> g",
    ),
    "a loop over functions": (
        """
def f(): pass
def g(): pass
for x in [f, g]:
    x()
""",
        "<module> -> f\n <module> -> g",
    ),
    "a generator is looped over": (
        """
def f(): pass
def g():
    yield f
for x in g():
    x()
""",
        "<module> -> g\n <module> -> f",
    ),
    "an iterator of the project's own": (
        """
class It:
    def __iter__(self): return self
    def __next__(self): return 1
def run():
    for x in It(): pass
""",
        "run -> It.__iter__\n run -> It.__next__",
    ),
    "what next takes out": (
        """
def f(): pass
it = iter([f])
next(it)()
""",
        "<module> -> f",
    ),
    "parts of what a loop takes out": (
        """
def f(): pass
def g(): pass
def m():
    for name, (fn, _) in [('a', (f, 1))]:
        fn()
    for i, fn in enumerate([g]):
        fn()
    for a, b in zip([f], [g]):
        a()
    for k, v in {'x': g}.items():
        v()
""",
        """
        m -> f
        m -> g
        m -> f
        m -> g
    """,
    ),
    "parts of what a function gives": (
        """
def f(): pass
def g(): pass
def both():
    return f, g
def m():
    a, b = both()
    b()
""",
        """
        m -> both
        m -> g
    """,
    ),
    "a call in a comprehension": (
        """
def f(x): pass
a = [f(i) for i in range(3)]
""",
        """
        <module> -> f
    """,
    ),
    "a comprehension over functions": (
        """
def f(): pass
def g(): pass
a = [x() for x in [f, g]]
""",
        """
        <module> -> f
        <module> -> g
    """,
    ),
    "a slice of a list": (
        """
def f(): pass
def g(): pass
a=[f,g][0:1]
a[0]()
""",
        """
        <module> -> f
    """,
    ),
    "a loop over an argument": (
        """
def f(): pass
def g(it):
    for i in it:
        i()
g([f])
""",
        """
        <module> -> g
        g -> f
    """,
    ),
    "an iterator that gives out functions": (
        """
def f(): pass
class C:
    def __init__(self): self.n=0
    def __iter__(self): return self
    def __next__(self): return f
for i in C():
    i()
""",
        """
        <module> -> C.__init__
        <module> -> C.__iter__
        <module> -> C.__next__
        <module> -> f
    """,
    ),
    "objects are unpacked": (
        """
class A:
    def m(self): pass
class B:
    def m(self): pass
a, b = A(), B()
a.m()
b.m()
""",
        """
        <module> -> A.m
        <module> -> B.m
    """,
    ),
    "keywords that are collected": (
        """
def f(): pass
def g(**kw): kw['a']()
g(a=f)
""",
        """
        <module> -> g
        g -> f
    """,
    ),
    "arguments that are collected": (
        """
def f(): pass
def g(*args): args[0]()
g(f)
""",
        """
        <module> -> g
        g -> f
    """,
    ),
    "coroutines": (
        """
import asyncio
async def f(): pass
async def g():
    await f()
    await asyncio.gather(f(), f())
asyncio.run(g())
""",
        """
        g -> f
        <module> -> g
    """,
    ),
}


@pytest.mark.parametrize("title", CASES)
def test_calls(title: str) -> None:
    program, expected = CASES[title]
    assert edges(program) == lines(expected)
