"""Who is called in Python: methods and fields, and what annotations and checks of types tell."""

from __future__ import annotations

import pytest

from .programs import edges, lines

CASES: dict[str, tuple[str, str]] = {
    "a bound method is assigned": (
        """
class A:
    def m(self): pass
a = A()
b = a.m
b()
""",
        "<module> -> A.m",
    ),
    "a field holds a function": (
        """
def f(): pass
class A:
    def __init__(self, x):
        self.x = x
    def run(self):
        self.x()
A(f).run()
""",
        "<module> -> A.__init__\n <module> -> A.run\n A.run -> f",
    ),
    "an object passed as an argument": (
        """
class A:
    def m(self): pass
def g(a): a.m()
g(A())
x = A()
g(x)
""",
        "<module> -> g\n g -> A.m",
    ),
    "a callable object": (
        """
class A:
    def __call__(self): pass
a = A()
a()
""",
        "<module> -> A.__call__",
    ),
    "a context manager binds what it enters": (
        """
class A:
    def __enter__(self): return self
    def __exit__(self, *e): pass
    def m(self): pass
def run():
    with A() as a:
        a.m()
""",
        "run -> A.__enter__\n run -> A.__exit__\n run -> A.m",
    ),
    "a raised class is made": (
        """
class Err(Exception):
    def __init__(self): pass
def run():
    raise Err()
""",
        "run -> Err.__init__",
    ),
    "annotations of parameters, fields and results": (
        """
from __future__ import annotations
import typing as t
class A:
    def m(self) -> A: return self
class B:
    a: A
    many: list[A]
    def __init__(self, x: t.Optional[A]):
        self.x = x
    def run(self, table: dict[str, A]):
        self.a.m()
        self.x.m().m()
        for one in self.many:
            one.m()
        for key, one in table.items():
            one.m()
        table["k"].m()
""",
        "B.run -> A.m",
    ),
    "a property leads on": (
        """
class A:
    def m(self): pass
class B:
    @property
    def a(self): return A()
    def run(self):
        self.a.m()
""",
        "B.run -> B.a\n B.run -> A.m",
    ),
    "a function put on an object from outside": (
        """
def f(): pass
class A: pass
a = A()
a.x = f
a.x()
""",
        """
        <module> -> f
    """,
    ),
    "a field holds a bound method": (
        """
class A:
    def g(self): pass
    def __init__(self):
        self.f = self.g
    def r(self):
        self.f()
A().r()
""",
        """
        <module> -> A.__init__
        <module> -> A.r
        A.r -> A.g
    """,
    ),
    "what hashes, compares and shows": (
        """
class K:
    def __hash__(self): return 1
    def __eq__(self, other): return True
    def __str__(self): return ''
    def __len__(self): return 0
def m(d):
    k = K()
    d[k]
    f'{k}'
    '%s' % k
    if k:
        pass
""",
        """
        m -> K.__hash__
        m -> K.__eq__
        m -> K.__str__
        m -> K.__str__
        m -> K.__len__
    """,
    ),
    "what isinstance tells": (
        """
class A:
    def go(self): pass
class B:
    def go(self): pass
class C:
    def go(self): pass
def yes(x):
    if isinstance(x, A) and x.go():
        x.go()
def no(x):
    if not isinstance(x, (A, B)):
        return
    x.go()
def sure(x):
    assert isinstance(x, B)
    x.go()
    x = C()
    x.go()
def other(x):
    return x.go() if isinstance(x, A) else 0
""",
        """
        yes -> A.go
        no -> A.go
        no -> B.go
        sure -> B.go
        sure -> C.go
        other -> A.go
    """,
    ),
    "methods of one name on an unknown object, by how much they take": (
        """
class A:
    def go(self): pass
class B:
    def go(self, *, far=1): pass
class C:
    def go(self, to): pass
def m(x):
    x.go()
""",
        """
        m -> A.go
        m -> B.go
    """,
    ),
    "getattr with a literal name": (
        """
class A:
    def m(self): pass
getattr(A(), 'm')()
""",
        """
        <module> -> A.m
    """,
    ),
}


@pytest.mark.parametrize("title", CASES)
def test_calls(title: str) -> None:
    program, expected = CASES[title]
    assert edges(program) == lines(expected)
