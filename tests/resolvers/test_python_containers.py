"""Who is called in Python: functions and objects kept in lists and tables, and taken out again."""

from __future__ import annotations

import pytest

from .programs import edges, lines

CASES: dict[str, tuple[str, str]] = {
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
}


@pytest.mark.parametrize("title", CASES)
def test_calls(title: str) -> None:
    program, expected = CASES[title]
    assert edges(program) == lines(expected)
