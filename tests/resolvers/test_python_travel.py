"""Who is called in Python, continued: decorators, containers, collected arguments, imports inside functions."""

from __future__ import annotations

import pytest

from .programs import edges, lines

CASES: dict[str, tuple[str, str]] = {
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
    "a dictionary that is updated": (
        """
def f(): pass
def g(): pass
def h(): pass
d = {'a': f, 'b': h}
d.update({'a': g})
d['a']()
d['b']()
""",
        """
        <module> -> g
        <module> -> h
    """,
    ),
    "an item that is set is the one that is called": (
        """
def f(): pass
def g(): pass
def m(k):
    d = {'a': f}
    d['a'] = g
    d['a']()
    e = {'a': {'b': f}}
    e['a']['b'] = g
    e['a']['c'] = f
    e['a']['b']()
""",
        """
        m -> g
    """,
    ),
    "an item that may be set": (
        """
def f(): pass
def g(): pass
def m(k):
    d = {'a': f}
    if k:
        d['a'] = g
    d['a']()
""",
        """
        m -> f
        m -> g
    """,
    ),
    "a registry that functions fill": (
        """
R = {}
hooks = []
def register(name):
    def keep(fn):
        R[name] = fn
        return fn
    return keep
@register('one')
def one(): pass
def late(): pass
hooks.append(late)
def run(name):
    R[name]()
    for hook in hooks:
        hook()
""",
        """
        <module> -> register
        <module> -> register.keep
        run -> one
        run -> late
    """,
    ),
    "a container in a field": (
        """
def f(): pass
class A:
    def __init__(self):
        self.todo = []
        self.by = {}
    def plan(self, name):
        self.todo.append(f)
        self.by[name] = self.stop
    def stop(self): pass
    def run(self, name):
        for step in self.todo:
            step()
        self.by[name]()
""",
        """
        A.run -> f
        A.run -> A.stop
    """,
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
    "a long table in a class": (
        """
def f(): pass
def g(): pass
class A:
    kinds: dict[str, object] = {
        'a very long key that is here to fill the line a': f, 'a very long key that is here to fill the line b': f,
        'a very long key that is here to fill the line c': f, 'a very long key that is here to fill the line d': g,
    }
    def m(self, k):
        self.kinds[k]()
""",
        """
        A.m -> f
        A.m -> g
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
    "dictionaries in dictionaries": (
        """
def f(): pass
d = {'a': {'b': f}}
d['a']['b']()
""",
        """
        <module> -> f
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
    "a list as argument": (
        """
def f(): pass
def g(a): a[0]()
g([f])
""",
        """
        <module> -> g
        g -> f
    """,
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
    "a key in a variable": (
        """
def f(): pass
def g(): pass
k='a'
d={'a':f,'b':g}
d[k]()
""",
        """
        <module> -> f
    """,
    ),
    "a key as argument": (
        """
def f(): pass
def h(d,k): d[k]()
h({'a':f},'a')
""",
        """
        <module> -> h
        h -> f
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
