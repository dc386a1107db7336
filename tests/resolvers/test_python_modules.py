"""Who is called in Python: names imported from elsewhere, names of libraries, and how sure an answer is."""

from __future__ import annotations

import pytest

from .programs import edges, externals, lines, resolved

CASES: dict[str, tuple[str, str]] = {
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
    "an index from another file": (
        """
# file: main.py
from o import key
def f(): pass
def g(): pass
a=[f,g]
a[key]()
# file: o.py
key = 1
""",
        """
        <module> -> g
    """,
    ),
    "imports inside a function": (
        """
# file: main.py
def r():
    from p.q import f
    import p.q
    f()
    p.q.g()
r()
# file: p/__init__.py
# file: p/q.py
def f(): pass
def g(): pass
""",
        """
        <module> -> r
        r -> f
        r -> g
    """,
    ),
    "a global that a function sets": (
        """
def f(): pass
def g(): pass
h = f
def s():
    global h
    h = g
s()
h()
""",
        """
        <module> -> s
        <module> -> f
        <module> -> g
    """,
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


@pytest.mark.parametrize("program", [
    "def f(fast):\n    rows = Rows() if fast else library.rows()\n    for row in rows: pass",
    "def f(rows=Rows()):\n    with rows: pass",
    "class Own(library.Base):\n    def __repr__(self): pass\ndef f(own: Own): str(own)",
    "def f(rows: Rows):\n    return rows.size\nclass Below(Rows):\n    size = 1",
    "def f(rows: Rows):\n    rows.size = 1\nclass Below(Rows):\n    size = property(None, lambda self, value: None)",
    "def f():\n    rows = Held()\n    rows.size = 1\nclass Held(Rows):\n    def __setattr__(self, name, value): pass",
])  # fmt: skip
def test_what_runs_unwritten_is_exact_only_when_nothing_else_may(program: str) -> None:
    known = (
        "import library\nclass Rows:\n    def __iter__(self): return self\n    def __enter__(self): return self\n"
        "    def __exit__(self, *given): pass\n    def _get(self): pass\n    size = property(_get, _get)\n"
    )
    found = {how for caller, _, how, _ in resolved(known + program) if caller == "main.py::f"}
    assert "exact" not in found
    assert "candidates" in found


def test_what_an_optional_object_is_when_it_is_there_is_known() -> None:
    program = "class Store:\n    def save(self): pass\ndef f():\n    store = None\n    if f: store = Store()\n    store.save()\n"
    assert ("main.py::f", "main.py::Store.save", "exact", "main.py") in resolved(program)
