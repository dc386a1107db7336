"""Programs that are a thousand times too much: they are resolved in time that grows with their size, not its square."""

from __future__ import annotations

import time

import pytest

from .programs import edges

MANY = 2000
PROGRAMS = {
    "assignments": ("main.py", "def f():\n" + "".join(f"    x = g{n}()\n    x.h()\n" for n in range(MANY))),
    "branches": ("main.py", "def f():\n" + "".join(f"    if c:\n        x = g{n}()\n    x.h()\n" for n in range(MANY))),
    "lambdas": ("main.py", "a = lambda: 0\n" * MANY + "a()\n"),
    "bases in a row": (
        "main.py",
        "class A0: pass\n" + "".join(f"class A{n + 1}(A{n}):\n    def m(self): self.x()\n" for n in range(MANY // 4)),
    ),
    "subclasses": (
        "main.py",
        "class A:\n    def m(self): self.x()\n"
        + "".join(f"class B{n}(A):\n    def x(self): self.m()\n" for n in range(MANY)),
    ),
    "calls of parameters": ("main.py", "".join(f"def f{n}(a):\n    a(a)\n" for n in range(14))),
    "callers": ("main.py", "def f(x): x()\n" + "".join(f"def g{n}(): f(g{n})\n" for n in range(MANY))),
    "aliases": ("main.py", "def f0(): pass\n" + "".join(f"f{n + 1} = f{n}\n" for n in range(MANY)) + f"f{MANY}()\n"),
    "macros": (
        "main.c",
        "".join(f"#define M{n}(x) M{n + 1}(x); M{n + 1}(x)\n" for n in range(100)) + "void f() { M0(1); }\n",
    ),
    "overrides": (
        "main.cc",
        "class A { public: virtual void m() { m(); } };\n"
        + "".join(f"class B{n} : public A {{ void m() override {{ A::m(); m(); }} }};\n" for n in range(MANY)),
    ),
    "pointers": ("main.c", "int g(int a) { return 0; }\nvoid f() { int (*p)(int) = g;" + "p(1); p = g;" * MANY + "}\n"),
}


@pytest.mark.parametrize("title", PROGRAMS)
def test_it_ends(title: str) -> None:
    path, program = PROGRAMS[title]
    started = time.process_time()
    edges(program, path)
    assert time.process_time() - started < 20
