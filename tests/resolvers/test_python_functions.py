"""Who is called in Python: functions that travel as arguments, results, closures, lambdas and decorators."""

from __future__ import annotations

import pytest

from .programs import edges, lines

CASES: dict[str, tuple[str, str]] = {
    "a function passed as an argument is called by the parameter's name": (
        """
def f(): pass
def g(a): a()
g(f)
""",
        "<module> -> g\n g -> f",
    ),
    "an argument that is assigned first": (
        """
def f(): pass
def g(a):
    b = a
    b()
x = f
g(x)
""",
        "<module> -> g\n g -> f",
    ),
    "an argument passed on and on": (
        """
def f(): pass
def inner(c): c()
def outer(b): inner(b)
outer(f)
""",
        "<module> -> outer\n outer -> inner\n inner -> f",
    ),
    "a keyword argument": (
        """
def f(): pass
def g(a=None, b=None): b()
g(b=f)
""",
        "<module> -> g\n g -> f",
    ),
    "a default that is a function": (
        """
def f(): pass
def g(a=f): a()
g()
""",
        "<module> -> g\n g -> f",
    ),
    "keywords passed on": (
        """
def f(): pass
def h(k=None): k()
def g(a=None): h(k=a)
g(a=f)
""",
        "<module> -> g\n g -> h\n h -> f",
    ),
    "a returned function is called": (
        """
def f(): pass
def g(): return f
g()()
""",
        "<module> -> g\n <module> -> f",
    ),
    "a returned function is assigned, then called": (
        """
def f(): pass
def g(): return f
a = g()
a()
""",
        "<module> -> g\n <module> -> f",
    ),
    "a chain of returns": (
        """
def f(): pass
def g(): return f
def h(): return g
h()()()
""",
        "<module> -> h\n <module> -> g\n <module> -> f",
    ),
    "a function that gives its argument back": (
        """
def f(): pass
def same(x): return x
same(f)()
""",
        "<module> -> same\n <module> -> f",
    ),
    "chained assignment": (
        """
def f(): pass
a = b = f
a()
b()
""",
        "<module> -> f",
    ),
    "the last assignment counts": (
        """
def f(): pass
def g(): pass
def run():
    a = f
    a = g
    a()
""",
        "run -> g",
    ),
    "a branch adds a candidate": (
        """
def f(): pass
def g(): pass
def run(x):
    a = f
    if x:
        a = g
    a()
""",
        "run -> f\n run -> g",
    ),
    "a lambda that is assigned": (
        """
def f(): pass
a = lambda: f()
a()
""",
        "<module> -> <lambda>\n <lambda> -> f",
    ),
    "a lambda that is called at once": (
        """
def f(): pass
(lambda x: f())(1)
""",
        "<module> -> <lambda>\n <lambda> -> f",
    ),
    "a lambda as argument": (
        """
def g(a): a()
g(lambda: 1)
""",
        "<module> -> g\n g -> <lambda>",
    ),
    "a lambda that is returned": (
        """
def g(): return lambda: 1
g()()
""",
        "<module> -> g\n <module> -> g.<lambda>",
    ),
    "a lambda calls its parameter": (
        """
def f(): pass
def run():
    y = lambda x: x()
    y(f)
""",
        "run -> run.<lambda>\n run.<lambda> -> f",
    ),
    "a closure calls what it captured": (
        """
def f(): pass
def outer(a):
    def inner():
        a()
    inner()
outer(f)
""",
        "<module> -> outer\n outer -> outer.inner\n outer.inner -> f",
    ),
    "a decorator that gives back a wrapper": (
        """
def dec(f):
    def inner():
        f()
    return inner
@dec
def work(): pass
work()
""",
        "<module> -> dec\n <module> -> work\n <module> -> dec.inner\n dec.inner -> work",
    ),
    "a decorator with arguments": (
        """
import functools
def dec(n):
    def take(f):
        @functools.wraps(f)
        def inner(*args):
            return f(*args)
        return inner
    return take
@dec(3)
def work(): pass
work()
""",
        "<module> -> dec\n <module> -> dec.take\n <module> -> work\n <module> -> dec.take.inner\n dec.take.inner -> work",
    ),
    "a decorator that gives back what it got": (
        """
def dec(f): return f
@dec
def work(): pass
work()
""",
        "<module> -> dec\n <module> -> work",
    ),
    "partial": (
        """
from functools import partial
def f(a, b): pass
p = partial(f, 1)
p(2)
""",
        "<module> -> f",
    ),
    "map calls its function": (
        """
def f(x): pass
list(map(f, [1]))
""",
        "<module> -> f",
    ),
    "an argument that is a call's result": (
        """
def h(): pass
def g(x): return x
def f(a): a()
f(g(h))
""",
        """
        <module> -> f
        <module> -> g
        f -> h
    """,
    ),
    "two decorators, one around the other": (
        """
def d1(f):
    def i1():
        f()
    return i1
def d2(f):
    def i2():
        f()
    return i2
@d1
@d2
def w(): pass
w()
""",
        """
        <module> -> d1
        <module> -> d2
        <module> -> w
        <module> -> d1.i1
        d2.i2 -> w
        d1.i1 -> d2.i2
    """,
    ),
    "a decorator under another name": (
        """
def d1(f):
    return f
d = d1
@d
def w(): pass
w()
""",
        """
        <module> -> d1
        <module> -> w
    """,
    ),
    "a decorator that gives back another function": (
        """
def g(): pass
def d(f):
    return g
@d
def w(): pass
w()
""",
        """
        <module> -> d
        <module> -> g
        <module> -> w
    """,
    ),
    "a closure that is returned": (
        """
def f(a):
    def g():
        return a()
    return g
def h(): pass
f(h)()
""",
        """
        <module> -> f
        <module> -> f.g
        f.g -> h
    """,
    ),
    "a lambda that returns a lambda": (
        """
def f(): pass
x = lambda: lambda: f()
x()()
""",
        """
        <module> -> <lambda>
        <module> -> <lambda>.<lambda>
        <lambda>.<lambda> -> f
    """,
    ),
    "one of two": (
        """
def f(): pass
def g(): pass
import random
a = f if random.random() > 1 else g
a()
""",
        """
        <module> -> f
        <module> -> g
    """,
    ),
    "an assignment in a condition": (
        """
def f(): return f
if (x := f):
    x()
""",
        """
        <module> -> f
    """,
    ),
}


@pytest.mark.parametrize("title", CASES)
def test_calls(title: str) -> None:
    program, expected = CASES[title]
    assert edges(program) == lines(expected)
