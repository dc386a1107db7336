"""Who is called in Python: one small program for each way a function or an object can travel."""

from __future__ import annotations

import pytest

from .programs import edges, externals, lines, resolved

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
    "a function returned from an imported one": (
        """
# file: main.py
from other import make
make()()
# file: other.py
def f(): pass
def make(): return f
""",
        "<module> -> make\n <module> -> f",
    ),
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
    "a list's items by index": (
        """
def f(): pass
def g(): pass
a = [f, g]
a[0]()
""",
        "<module> -> f",
    ),
    "an index that is not known means any": (
        """
def f(): pass
def g(): pass
def run(i):
    a = [f, g]
    a[i]()
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
    "nested lists": (
        """
def f(): pass
def g(): pass
a = [[f], g]
a[0][0]()
""",
        "<module> -> f",
    ),
    "a dictionary's values by key": (
        """
def f(): pass
def g(): pass
d = {"a": f, "b": g}
d["b"]()
""",
        "<module> -> g",
    ),
    "a dictionary is dispatched on a variable": (
        """
def f(): pass
def g(): pass
TABLE = {"a": f, "b": g}
def run(key):
    TABLE[key]()
    TABLE.get(key, f)()
""",
        "run -> f\n run -> g",
    ),
    "a key is added": (
        """
def f(): pass
def g(): pass
d = {"a": f}
d["b"] = g
d["b"]()
""",
        "<module> -> g",
    ),
    "a dictionary as argument": (
        """
def f(): pass
def g(d): d["a"]()
g({"a": f})
d = {"a": f}
g(d)
""",
        "<module> -> g\n g -> f",
    ),
    "a dictionary that is returned": (
        """
def f(): pass
def g(): return {"a": f}
g()["a"]()
""",
        "<module> -> g\n <module> -> f",
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
    "map calls its function": (
        """
def f(x): pass
list(map(f, [1]))
""",
        "<module> -> f",
    ),
    "import forms": (
        """
# file: main.py
import pkg.mod
import pkg.mod as m
from pkg import mod
from pkg.mod import f as g
from pkg import again
pkg.mod.f()
m.f()
mod.f()
g()
again()
# file: pkg/__init__.py
from .mod import f as again
# file: pkg/mod.py
def f(): pass
""",
        "<module> -> f",
    ),
    "star imports": (
        """
# file: main.py
from pkg import *
f()
# file: pkg/__init__.py
from .mod import *
# file: pkg/mod.py
def f(): pass
""",
        "<module> -> f",
    ),
    "a relative import from the parent": (
        """
# file: pkg/__init__.py
# file: pkg/a.py
def f(): pass
# file: pkg/sub/__init__.py
# file: pkg/sub/b.py
from ..a import f
from .. import a
def run():
    f()
    a.f()
""",
        "run -> f",
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
    "an imported name that is not there hides nothing": (
        """
try:
    import fast as impl
except ImportError:
    impl = None
def f(): impl.go()
""",
        "",
    ),
    "an attribute of a class is a function of the module": (
        """
def f(self): pass
class A:
    m = f
A().m()
""",
        "<module> -> f",
    ),
    "what next takes out": (
        """
def f(): pass
it = iter([f])
next(it)()
""",
        "<module> -> f",
    ),
}


@pytest.mark.parametrize("title", CASES)
def test_calls(title: str) -> None:
    program, expected = CASES[title]
    assert edges(program) == lines(expected)


def test_library_names_are_dotted_whatever_alias_they_have() -> None:
    found = externals("""
import os.path as p
import shutil
from requests import Session as S, post
def clean(x):
    p.exists(x)
    shutil.rmtree(x)
    post(x)
    s = S()
    s.get(x)
    "a".join(x)
    open(x).write("a")
""")
    assert found == lines("""
        clean -> os.path.exists
        clean -> shutil.rmtree
        clean -> requests.post
        clean -> requests.Session
        clean -> requests.Session.get
        clean -> str.join
        clean -> open
        clean -> open.write
    """)


def test_more_overrides_than_the_cap_are_many() -> None:
    classes = "\n".join(f"class C{n}(A):\n    def m(self): pass" for n in range(9))
    found = resolved(f"class A:\n    def m(self): pass\n    def run(self): self.m()\n{classes}\n")
    assert {how for caller, *_, how, _ in found if caller.endswith("run")} == {"many"}


def test_no_text_is_too_strange() -> None:
    edges("x = (((((\n" * 20 + "def f(:\n  a.b.c()()()[\n")
    edges("class A(A): pass\nclass B(C): pass\nclass C(B):\n    def m(self): self.m().m().n()\nA().x()\nx = x\nx()\n")


@pytest.mark.parametrize("program", [
    "def f(store=Store()): store.save()",
    "def f(fast):\n    store = Store() if fast else library.make()\n    store.save()",
    "def f(store):\n    store = store or Store()\n    store.save()",
    "def f(fast):\n    store = Store()\n    if fast: store = fast()\n    store.save()",
    "class Shop:\n    def __init__(self, store=None): self.store = store or Store()\n    def f(self): self.store.save()",
    "class Any(Protocol):\n    def save(self): ...\ndef f(store: Any): store.save()",
    "def f(made: type[Below]):\n    made()\nclass Lower(Below):\n    def __init__(self): pass",
])  # fmt: skip
def test_a_call_is_exact_only_when_every_source_of_the_object_is_known(program: str) -> None:
    known = "from typing import Protocol\nimport library\nclass Store:\n    def save(self): pass\nclass Below:\n    def __init__(self): pass\n"
    found = {
        how
        for caller, callee, how, _ in resolved(known + program)
        if caller.endswith("f") and callee.startswith("main.py::") and callee.endswith(("save", "__init__"))
    }
    assert found == {"candidates"}


def test_what_an_optional_object_is_when_it_is_there_is_known() -> None:
    program = "class Store:\n    def save(self): pass\ndef f():\n    store = None\n    if f: store = Store()\n    store.save()\n"
    assert ("main.py::f", "main.py::Store.save", "exact", "main.py") in resolved(program)
