"""What the syntax frontend reads in a Python file: every function, what it calls and binds, and its statements."""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import dedent
from time import process_time
from typing import NamedTuple

import pytest
import tree_sitter

from flowscout.frontends import treesitter
from flowscout.frontends.treesitter import parse
from flowscout.model import report, syntax
from flowscout.model.codec import decode_body
from flowscout.model.facts import FileFacts, FunctionFacts

HERE = Path(__file__)


def read(source: str | bytes) -> FileFacts:
    return parse(source if isinstance(source, bytes) else dedent(source).encode(), "python")


def function(source: str | bytes, name: str = "f") -> FunctionFacts:
    return next(f for f in read(source).functions if f.name == name)


def body(source: str, name: str = "f") -> syntax.FunctionBody:
    return decode_body(function(source, name).body)


def calls(source: str, name: str = "f") -> list[tuple[str, str, str]]:
    return [(call.kind, call.receiver, call.name) for call in function(source, name).calls]


# -- functions

DEFINITIONS = '''
import os
LIMIT = 3

class Store(Base):
    """Keeps things. For long."""
    size: int = 0

    def __init__(self, db: Database, *rest, key=None, **more) -> None:
        self.db = db

    @property
    def first(self): return self.db[0]

    @staticmethod
    def of(x): return x

    @classmethod
    async def load(cls): ...

    @abc.abstractmethod
    def _close(self): ...

def outer(a, /, b, *, c):
    def inner():
        yield a
    return lambda x: x + 1
'''


def test_every_function_has_its_kind_and_scope() -> None:
    assert [(f.qualified, f.kind, f.parent, f.owner) for f in read(DEFINITIONS).functions] == [
        (("Store", "__init__"), "constructor", -1, 0),
        (("Store", "first"), "method", -1, 0),
        (("Store", "of"), "method", -1, 0),
        (("Store", "load"), "method", -1, 0),
        (("Store", "_close"), "method", -1, 0),
        (("outer",), "function", -1, -1),
        (("outer", "inner"), "function", 5, -1),
        (("outer", "<lambda>"), "lambda", 5, -1),
    ]


def test_flags_come_from_decorators_keywords_and_names() -> None:
    assert {f.name: f.flags for f in read(DEFINITIONS).functions} == {
        "__init__": "public",
        "first": "property public",
        "of": "public staticmethod",
        "load": "async classmethod public",
        "_close": "abstract private",
        "outer": "public",
        "inner": "generator public",
        "<lambda>": "",
    }


def test_parameters_carry_types_defaults_and_stars() -> None:
    init = function(DEFINITIONS, "__init__")
    assert [tuple(p) for p in init.params] == [
        ("self", "", ""),
        ("db", "Database", ""),
        ("*rest", "", ""),
        ("key", "", "None"),
        ("**more", "", ""),
    ]
    assert (init.result, [p.name for p in function(DEFINITIONS, "outer").params]) == ("None", ["a", "b", "c"])


def test_a_class_knows_its_fields_methods_and_bases() -> None:
    (store,) = read(DEFINITIONS).types
    assert (store.name, store.bases, store.fields) == ("Store", ("Base",), (("size", "int"), ("db", "Database")))
    assert [(m.name, m.argc_min, m.argc_max) for m in store.methods[:2]] == [("__init__", 2, -1), ("first", 1, 1)]


def test_a_file_that_only_defines_has_no_module_function() -> None:
    assert "<module>" not in [f.name for f in read(DEFINITIONS).functions]
    assert function("import a\na.run()\n", "<module>").kind == "module"


@pytest.mark.parametrize(
    ("docstring", "sentence"),
    [
        ('"""Opens the file. Then reads."""', "Opens the file"),
        ("'''\n    Spread over\n    two lines\n\n    More.\n    '''", "Spread over two lines"),
        ("r'''See e.g. RFC 1. Next.'''", "See e.g. RFC 1"),
        ("'''Load the palette\n    NOTE: Free it afterwards.\n    '''", "Load the palette"),
        ("'''Load the palette\n    NOTE 2: Free it afterwards.\n    '''", "Load the palette"),
        ("'''NOTE: It is not freed.'''", "NOTE: It is not freed"),
        ("x = 'no docstring'", ""),
    ],
)
def test_the_first_sentence_of_the_docstring(docstring: str, sentence: str) -> None:
    assert function(f"def f():\n    {docstring}\n    pass\n").doc == sentence


def test_a_docstring_of_many_titles_is_read_line_by_line() -> None:
    lines = ["Title"] * 3_000 + ["Does what the author says of it in a line that is longer than all of them"]

    assert function('def f():\n    """' + "\n    ".join(lines) + '"""\n    pass\n').doc.startswith("Does what")


def test_a_function_ends_with_its_last_statement() -> None:
    assert function("def f():\n    pass\n    # below\n\n# outside\nx = 1\n").end_line == 2


class Place(NamedTuple):
    name: str
    first: int
    last: int


def test_all_functions_of_a_real_package_are_where_cpython_says() -> None:
    for path in sorted((HERE.parents[2] / "src").rglob("*.py"))[::3]:
        data = path.read_bytes()
        found = {Place(f.name, f.line, f.end_line) for f in parse(data, "python").functions if f.kind != "module"}
        expected = {
            Place(getattr(node, "name", "<lambda>"), node.lineno, node.end_lineno or 0)
            for node in ast.walk(ast.parse(data))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        }
        assert expected == found, path


def test_a_comment_leaves_a_function_out() -> None:
    source = """
    # flowscout: ignore
    @decorated
    def above(): pass
    def beside():  # flowscout: ignore
        pass
    def inside():
        # flowscout: ignore
        pass
    def spoken_of():
        run()
        x = 1  # says flowscout: ignore too late
    """
    assert [f.name for f in read(source).functions if f.ignore] == ["above", "beside", "inside"]


# -- calls and names


def test_calls_of_all_kinds() -> None:
    source = """
    def f(self, x):
        super().close(x)
        self.db.get(x, *y)
        with open(x) as handle:
            handle.map(helper, key=self.order)
        if self.ready and settings.LIMIT:
            return total(i for i in x)
    """
    assert sorted(calls(source)) == sorted(
        [
            ("super", "super()", "close"),
            ("call", "self.db", "get"),
            ("property", "self", "db"),
            ("call", "", "open"),
            ("with", "open(x)", "__enter__"),
            ("call", "handle", "map"),
            ("ref", "", "helper"),
            ("ref", "self", "order"),
            ("property", "self", "ready"),
            ("call", "", "total"),
            ("property", "x", "__iter__"),
        ]
    )
    assert [call.argc for call in function(source).calls if call.kind in ("super", "call")] == [1, -1, 1, 2, 1]


def test_defaults_and_decorators_are_evaluated_outside() -> None:
    source = """
    @app.route("/")
    @cached
    def f(x=now()):
        later()
    """
    assert calls(source) == [("call", "", "later")]
    assert calls(source, "<module>") == [
        ("decorator", "app", "route"),
        ("decorator", "", "cached"),
        ("call", "", "now"),
    ]


def test_bindings_say_what_is_known() -> None:
    source = """
    def f(p):
        global total
        x: int = 3
        a, b = one(), two()
        for key in p: pass
        with open(p) as handle: pass
        try: pass
        except (KeyError, OSError) as error: pass
        if (n := len(p)): pass
        self.db = total = connect()
    """
    assert [(b.name, b.type, b.value, b.how) for b in function(source).bindings] == [
        ("total", "", "", "global"),
        ("x", "int", "3", "assign"),
        ("a", "", "one()", "assign"),
        ("b", "", "two()", "assign"),
        ("key", "", "p", "each"),
        ("handle", "", "open(p)", "with"),
        ("error", "KeyError, OSError", "", "except"),
        ("n", "", "len(p)", "assign"),
        ("self.db", "", "connect()", "assign"),
        ("total", "", "connect()", "assign"),
    ]


def test_only_what_is_no_fresh_local_is_written() -> None:
    source = """
    def f(self, rows):
        global count
        local = 1
        self.size += local
        rows[0] = local
        count = 2
        del self.cache
    """
    assert [(w.target, w.how) for w in function(source).writes] == [
        ("self.size", "augment"),
        ("rows[0]", "assign"),
        ("count", "assign"),
        ("self.cache", "delete"),
    ]


def test_what_is_raised_and_what_is_kept_in() -> None:
    source = """
    def f():
        try:
            raise errors.Missing("x") from None
        except errors.Missing as error:
            raise error
        except OSError:
            log()
            raise
        except ValueError:
            pass
        with suppress(KeyError):
            get()
    """
    assert [r.type for r in function(source).raises] == ["errors.Missing", "errors.Missing", "OSError"]
    assert [shield.types for shield in function(source).shields] == [("ValueError",), ("KeyError",)]


def test_imports_in_all_their_forms() -> None:
    source = """
    import os.path, numpy as np
    from ..pkg.mod import a, b as c
    from . import *
    def f():
        from __future__ import annotations
    __all__ = ["f"]
    __all__ += ["g"]
    """
    facts = read(source)
    assert [tuple(row)[:5] for row in facts.imports] == [
        ("import", "os.path", "", "", 0),
        ("import", "numpy", "", "np", 0),
        ("from", "pkg.mod", "a", "", 2),
        ("from", "pkg.mod", "b", "c", 2),
        ("from", "", "*", "", 1),
        ("from", "__future__", "annotations", "", 0),
    ]
    assert [facts.functions[row.scope].name for row in facts.imports if row.scope >= 0] == ["f"]
    assert facts.exports == ("f", "g")


# -- statements


def test_elif_nests_in_the_branch_before() -> None:
    (first,) = body("""
    def f(x):
        if x == 1: return 1
        elif x: return 2
        else: raise E
    """).statements
    assert isinstance(first, syntax.If)
    (second,) = first.orelse
    assert isinstance(second, syntax.If)
    assert [type(s) for s in (*first.then, *second.then, *second.orelse)] == [
        syntax.Return,
        syntax.Return,
        syntax.Raise,
    ]


def test_match_knows_guards_and_what_matches_everything() -> None:
    (switch,) = body("""
    def f(x):
        match x:
            case Point(0, y) | [y, *_] if y: pass
            case {"a": 1}: pass
            case other: pass
    """).statements
    assert isinstance(switch, syntax.Switch)
    assert [(arm.default, arm.guard is not None) for arm in switch.arms] == [
        (False, True),
        (False, False),
        (True, False),
    ]
    assert not switch.falls


def test_try_has_all_its_parts() -> None:
    (tried,) = body("""
    def f():
        try: a()
        except* (A, b.B) as e: b()
        else: c()
        finally: d()
    """).statements
    assert isinstance(tried, syntax.Try)
    assert tried.star
    assert [(h.types, h.name) for h in tried.handlers] == [(("A", "b.B"), "e")]
    assert (len(tried.orelse), len(tried.final)) == (1, 1)


def test_loops_and_managers() -> None:
    each, while_, with_ = body("""
    async def f(xs):
        async for a, b in xs: continue
        else: pass
        while not done: break
        async with (one() as x, two()): pass
    """).statements
    assert isinstance(each, syntax.Loop)
    assert isinstance(while_, syntax.Loop)
    assert isinstance(with_, syntax.With)
    assert (each.style, len(each.orelse), while_.style, while_.iterable, len(with_.items)) == (
        "each",
        1,
        "while",
        None,
        2,
    )


def test_marks_stand_at_the_operators() -> None:
    source = "def f(a, b): return [x for x in a if x or b] if a and not b else 1 < a < 2\n"
    assert [(mark.kind, source[mark.start : mark.end]) for mark in body(source).marks if mark.kind != "each"] == [
        ("cond", source[20:-1]),
        ("scope", "[x for x in a if x or b]"),
        ("or", "x or b"),
        ("and", "a and not b"),
        ("not", "not b"),
        ("chain", "1 < a < 2"),
    ]


# -- digests

BEFORE = "def f(x):\n    if x:\n        a(x, 'b')\n        b()\n"


@pytest.mark.parametrize(
    ("after", "same"),
    [
        ("\n\n" + BEFORE, True),
        ("def f( x ):\n  if x:  # why\n\n    a(x,\n      'b')\n    b()\n", True),
        ("def f(x):\n    if x:\n        a(x, 'b')\n    b()\n", False),
        ("def f(x):\n    if x:\n        a(x, ' b')\n        b()\n", False),
        ("def f(x):\n    if x:\n        a(x, 'b')\n        not_b()\n", False),
        ("def f(x, y=1):\n    if x:\n        a(x, 'b')\n        b()\n", False),
    ],
)
def test_a_digest_is_of_code_not_of_layout(after: str, same: bool) -> None:
    assert (function(BEFORE).digest == function(after).digest) == same


def test_what_stands_outside_functions_has_its_own_digest() -> None:
    inside, outside = BEFORE.replace("b()", "c()"), "LIMIT = 2\n" + BEFORE
    assert read(BEFORE).residual == read(inside).residual
    assert read(BEFORE).residual != read(outside).residual


# -- files that are broken, odd or hostile


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"", report.COMPLETED_SUCCESS),
        (b"\0\1\2", report.SKIPPED_BINARY),
        ("def f(): pass".encode("utf-16"), report.SKIPPED_BINARY),
        (b"x = 1\n" * 900_000, report.SKIPPED_FILE_TOO_LARGE),
        (b"\x7fELF", report.COMPLETED_SUCCESS),
    ],
)
def test_each_file_has_a_status(data: bytes, status: str) -> None:
    facts = parse(data, "python")
    assert facts.status == status
    assert bool(facts.error) == (status != report.COMPLETED_SUCCESS)


def test_an_unknown_language_is_said() -> None:
    assert parse(b"x", "cobol").status == report.SKIPPED_UNSUPPORTED


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbfdef f():\r\n    return 1\r\n",
        b"def f():\n\treturn 1\n",
        b"\x0cdef f():\n    return 1",
        b"# coding: latin-1\ndef f():\n    r\xe9sultat = '\xe9'\n    return r\xe9sultat\n",
    ],
)
def test_encodings_and_line_ends_are_read(data: bytes) -> None:
    found = function(data)
    assert found.confidence == 1.0
    assert isinstance(decode_body(found.body).statements[-1], syntax.Return)


GOOD = "def {0}(x):\n    '''Doc.'''\n    if x:\n        return g(x)\n    return [x]\n\n"


@pytest.mark.parametrize(
    "broken",
    [
        "def f(:\n    pass\n",
        "x = (1, [2,\n",
        "x = '''open\n",
        "y = 'open\n",
        "if :\n",
        "    return ) )\n",
        "class :\n",
        "$ ?\n",
        "<<<<<<< ours\nx = 1\n=======\nx = 2\n>>>>>>> theirs\n",
    ],
)
def test_what_is_broken_loses_nothing_else(broken: str) -> None:
    facts = read(GOOD.format("before") + broken + GOOD.format("one") + GOOD.format("two"))
    assert {"before", "one", "two"} <= {f.name for f in facts.functions}
    assert {f.confidence for f in facts.functions if f.name in ("one", "two")} == {1.0}
    assert any(note.text == "syntax error" for note in facts.notes)


def test_a_broken_function_is_less_sure() -> None:
    facts = read("def f(x):\n    y = (x,\n    return y\n" + GOOD.format("g"))
    assert [(f.name, f.confidence < 1) for f in facts.functions] == [("f", True), ("g", False)]


DEEP = {
    "parentheses": "def f():\n    return " + "(" * 20_000 + "1" + ")" * 20_000 + "\n",
    "unclosed": "def f():\n    return " + "[" * 20_000,
    "elif": "def f(x):\n    if x == 0: a()\n" + "".join(f"    elif x == {i}: a()\n" for i in range(30_000)),
    "calls": "def f():\n    return a" + ".b(c)" * 20_000 + "\n",
    "nested calls": "def f():\n    return " + "a(" * 20_000 + ")" * 20_000 + "\n",
    "operands": "def f():\n    return " + " and ".join(["a"] * 20_000) + "\n",
    "targets": "def f():\n    " + "a = " * 20_000 + "1\n",
    "match": "def f(x):\n"
    + "".join(f"{' ' * 2 * i} match x:\n{' ' * 2 * i}  case 1:\n" for i in range(250))
    + " " * 501
    + "a()\n",
    "functions": "".join(f"{' ' * i}def f():\n" for i in range(400)) + " " * 400 + "a()\n",
    "lambdas": "def f():\n    return " + "lambda: " * 4_000 + "1\n",
}


@pytest.mark.parametrize("source", DEEP.values(), ids=DEEP.keys())
def test_depth_is_read_or_said(source: str) -> None:
    facts = parse(source.encode(), "python", max_size=2_000_000)
    assert facts.functions[0].name == "f"
    for each in facts.functions:
        decode_body(each.body)


@pytest.mark.parametrize(
    "unit",
    [
        b"\n",
        b" ",
        b'\\"',
        b'\\"""',
        b"(",
        b"([{",
        b'"',
        b"'",
        b"# flowscout: ignore /*\n",
        b"=======\n",
        b"@",
        b"x=1\n",
        b"f(x)\n",
    ],
)
def test_time_grows_with_size_alone(unit: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """The grammar's own time, which ends at a limit of its own, aside."""
    plain, asleep = treesitter._parse, [0.0]

    def timed(parser: tree_sitter.Parser, data: bytes) -> tree_sitter.Tree | None:
        start = process_time()
        tree = plain(parser, data)
        asleep[0] += process_time() - start
        return tree

    def seconds(size: int) -> float:
        data = b"def f():\n    pass\n" + unit * (size // len(unit))
        asleep[0], start = 0.0, process_time()
        parse(data, "python")
        return process_time() - start - asleep[0]

    monkeypatch.setattr(treesitter, "_parse", timed)
    assert seconds(40_000) < 40 * seconds(5_000) + 0.5


def test_nesting_beyond_the_limit_is_opaque_and_noted() -> None:
    facts = parse(DEEP["elif"].encode(), "python", max_size=2_000_000)
    assert "a chain of conditions longer than we draw" in {note.text for note in facts.notes}
    assert '"a chain of conditions longer than we draw"' in facts.functions[0].body


def test_no_prefix_of_a_file_is_too_broken() -> None:
    data = DEFINITIONS.encode()
    for end in range(len(data)):
        for each in parse(data[:end], "python").functions:
            decode_body(each.body)


def test_a_parse_that_takes_too_long_is_given_up_and_the_next_file_read(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = b"x = f(1, [2])\n" * 6_000
    monkeypatch.setattr(treesitter, "SECONDS", 0.0)
    facts = parse(slow, "python")
    assert (facts.status, facts.error) == (
        report.SKIPPED_UNSUPPORTED,
        "parsing takes far longer than a file of its size should",
    )
    monkeypatch.undo()
    assert parse(slow, "python").status == report.COMPLETED_SUCCESS
