"""Who is called in Python: what is inherited, what a class holds, and objects whose class decides."""

from __future__ import annotations

import pytest

from .programs import edges, lines

CASES: dict[str, tuple[str, str]] = {
    "a class attribute holds a class": (
        """
class Response:
    def __init__(self): pass
class App:
    response_class = Response
    def make(self):
        return self.response_class()
    def use(self):
        self.make().go()
class Better(Response):
    def go(self): pass
""",
        "App.make -> Response.__init__\n App.use -> App.make\n App.use -> Better.go",
    ),
    "a nested class": (
        """
class A:
    class B:
        def m(self): pass
    def run(self):
        b = self.B()
        b.m()
A.B().m()
""",
        "A.run -> A.B.m\n <module> -> A.B.m",
    ),
    "a class passed as an argument": (
        """
class A:
    def __init__(self): pass
    def m(self): pass
def g(k): k().m()
g(A)
""",
        "<module> -> g\n g -> A.__init__\n g -> A.m",
    ),
    "a static method and a class method": (
        """
class A:
    @staticmethod
    def s(): pass
    @classmethod
    def c(cls): cls.s()
A.s()
A.c()
A().s()
""",
        "<module> -> A.s\n <module> -> A.c\n A.c -> A.s",
    ),
    "the base class calls the child": (
        """
class A:
    def go(self): self.step()
class B(A):
    def step(self): pass
B().go()
""",
        "<module> -> A.go\n A.go -> B.step",
    ),
    "two parents: the first comes first": (
        """
class A:
    def m(self): pass
class B:
    def m(self): pass
class C(A, B): pass
C().m()
""",
        "<module> -> A.m",
    ),
    "a diamond is linearised": (
        """
class O:
    def m(self): pass
class A(O): pass
class B(O):
    def m(self): pass
class C(A, B): pass
C().m()
""",
        "<module> -> B.m",
    ),
    "bases that contradict each other count in the order they are written": (
        """
class A:
    def m(self): pass
class B:
    def m(self): pass
class X(A, B): pass
class Y(B, A): pass
class Z(X, Y): pass
Z().m()
""",
        "<module> -> A.m",
    ),
    "super goes on in the order": (
        """
class A:
    def __init__(self): pass
class B(A):
    def __init__(self):
        super().__init__()
class C(B):
    def __init__(self):
        super().__init__()
C()
""",
        "<module> -> C.__init__\n C.__init__ -> B.__init__\n B.__init__ -> A.__init__",
    ),
    "super may name where to go on from": (
        """
class A:
    def run(self): pass
class B(A):
    def run(self): pass
class C(B):
    def run(self):
        return super(B, self).run()
""",
        "C.run -> A.run",
    ),
    "a mixin's super is found through who mixes it in": (
        """
class Mixin:
    def go(self):
        super().go()
class Base:
    def go(self): pass
class Both(Mixin, Base): pass
Both().go()
""",
        "<module> -> Mixin.go\n Mixin.go -> Base.go",
    ),
    "an exception that is raised without parentheses": (
        """
class E(Exception):
    def __init__(self): pass
def m():
    raise E
""",
        """
        m -> E.__init__
    """,
    ),
    "a base's constructor sets the field": (
        """
class B:
    def __init__(self): self.f = self.m
    def m(self): pass
class A(B):
    def r(self): self.f()
A().r()
""",
        """
        <module> -> B.__init__
        <module> -> A.r
        A.r -> B.m
    """,
    ),
    "what super returns is called": (
        """
class A:
    def m(self): return self.f
    def f(self): pass
class B(A):
    def m(self):
        return super().m()
b = B()
b.m()()
""",
        """
        <module> -> B.m
        B.m -> A.m
        <module> -> A.f
    """,
    ),
    "a class as decorator": (
        """
class D:
    def __init__(self, f): self.f = f
    def __call__(self): self.f()
@D
def w(): pass
w()
""",
        """
        <module> -> D.__init__
        <module> -> D.__call__
        <module> -> w
        D.__call__ -> w
    """,
    ),
    "a method through its class": (
        """
class A:
    def m(self): pass
A.m(A())
x = A.m
x(A())
""",
        """
        <module> -> A.m
    """,
    ),
    "the class of an object": (
        """
class A:
    def m(self): pass
a = A()
type(a).m(a)
a.__class__.m(a)
""",
        """
        <module> -> A.m
    """,
    ),
    "a class method makes an object of the class it was called on": (
        """
class A:
    @classmethod
    def make(cls): return cls()
    def m(self): pass
class B(A):
    def m(self): pass
B.make().m()
""",
        """
        <module> -> A.make
        <module> -> B.m
    """,
    ),
    "a named tuple's method": (
        """
from typing import NamedTuple
class P(NamedTuple):
    x: int
    def m(self): pass
P(1).m()
""",
        """
        <module> -> P.m
    """,
    ),
    "a member of an enumeration": (
        """
import enum
class E(enum.Enum):
    A = 1
    def m(self): pass
E.A.m()
""",
        """
        <module> -> E.m
    """,
    ),
}


@pytest.mark.parametrize("title", CASES)
def test_calls(title: str) -> None:
    program, expected = CASES[title]
    assert edges(program) == lines(expected)
