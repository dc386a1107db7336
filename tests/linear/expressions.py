"""Every regular expression of ours, with how it is used.

Four ways lead to one: all modules are imported while `re.compile` and `model.pattern.regex` are watched (the latter compiles
only when first used); literals and f-strings handed to functions of `re` are read from the source, where a name stands for
what is not known before it runs; the shelf of log formats holds its expressions as text; `BUILDERS` make what is made of
tables.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import os
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

import flowscout
from flowscout.model import pattern

SOURCE = Path(flowscout.__file__).parent
METHODS = ("match", "fullmatch", "search", "finditer", "findall", "sub", "subn", "split")
FUNCTIONS = frozenset((*METHODS, "compile"))
PLAIN = ("match", "fullmatch", "search")
FLAGS = {"compile": 1, "match": 2, "fullmatch": 2, "search": 2, "finditer": 2, "findall": 2}  # which argument they are
SCAN = "scan"  # the whole text is gone through, match after match
# What builds an expression of what it is given, in a function: who asks it for all that it can be.
BUILDERS = {
    "frontends/digest.py:tokeniser": "a language's tokens: see `languages`",
    "languages/c/macro_conditions.py:hide": "names that are escaped",
    "languages/c/macro_endings.py:hide": "names that are escaped",
    "languages/c/macro_loops.py:hide": "a table of names, and names that are escaped",
    "llm/faithful.py:_relations": "phrases of a table, escaped",
    "llm/values.py:values": "a number of a table",
    "model/pattern.py:__getattr__": "watched where it is made",
    "model/progress.py:matching": "asked by tests alone",
    "rca/extract/patterns.py:compiled": "log formats: see `formats`",
    "rca/extract/trie.py:__init__": "literals alone: see `formats`",
    "rca/tables/matchers.py:_expression": "only compiled, to see whether it is one: `rca/extract/linear.py` runs it",
    "rca/tables/rows.py:_expression": "log formats: see `formats`",
    "redact/addressed.py:_option": "a table of programs: see `secrets`",
    "redact/known.py:_built": "a table of shapes: see `secrets`",
    "tasks/globs.py:_fits": "a set, against one character",
}
MEASURED_ELSEWHERE = frozenset({"rca/tables/rows.py"})  # what a table holds, see `formats`


class Expression(NamedTuple):
    """where: file in the package. modes: methods it is used by; SCAN where a text is gone through or no use was found."""

    where: str
    text: str
    binary: bool
    flags: int
    modes: tuple[str, ...]


Key = tuple[str, str, bool, int]


class Watch:
    """Takes note of what is compiled, and on which line of which file of ours."""

    def __init__(self) -> None:
        self.seen: dict[Key, set[str]] = {}
        self.names = Names()
        self._compile = re.compile
        self._root = str(SOURCE) + os.sep

    def __enter__(self) -> Watch:
        def compile_(text: Any, flags: int = 0) -> Any:
            self._noted(text, flags)
            return self._compile(text, flags)

        lazily = pattern.regex

        def regex(text: Any, flags: int = 0) -> Any:
            self._noted(text, flags)
            return lazily(text, flags)

        re.compile = compile_  # type: ignore[assignment]
        pattern.regex = regex  # type: ignore[assignment]
        return self

    def __exit__(self, *_: object) -> None:
        re.compile = self._compile

    def _noted(self, text: Any, flags: int) -> None:
        frame = sys._getframe(2)
        while frame.f_code.co_name in ("<genexpr>", "<listcomp>", "<dictcomp>", "<lambda>"):
            frame = frame.f_back  # type: ignore[assignment]
        where = frame.f_code.co_filename.removeprefix(self._root).replace(os.sep, "/")
        if where != frame.f_code.co_filename and where not in MEASURED_ELSEWHERE and isinstance(text, str | bytes):
            self.add(where, text, flags, self.names.modes(where, frame.f_lineno))

    def add(self, where: str, text: str | bytes, flags: int, modes: Iterable[str]) -> None:
        written = text if isinstance(text, str) else text.decode("latin-1")
        self.seen.setdefault((where, written, isinstance(text, bytes), int(flags)), set()).update(modes)


class Names:
    """How the name is used that an expression is bound to."""

    def __init__(self) -> None:
        self.trees = {
            p.relative_to(SOURCE).as_posix(): ast.parse(p.read_text(encoding="utf-8"))
            for p in sorted(SOURCE.rglob("*.py"))
        }
        self.nodes = {where: tuple(ast.walk(tree)) for where, tree in self.trees.items()}
        self._bound: dict[tuple[str, int], str] = {}
        self._used: dict[tuple[str, str], set[str]] = {}
        self._elsewhere: dict[str, set[str]] = {}
        for where, tree in self.trees.items():
            self._read(where, tree)

    def modes(self, where: str, line: int) -> set[str]:
        name = self._bound.get((where, line))
        if name is None:
            return {SCAN}
        found = set(self._used.get((where, name), ()))
        if not name.startswith("_"):
            found |= self._elsewhere.get(name, set())
        return found or {SCAN}

    def _read(self, where: str, tree: ast.Module) -> None:
        for statement in tree.body:
            target = _target(statement)
            if target:
                self._bound |= {
                    (where, line): target for line in range(statement.lineno, (statement.end_lineno or 0) + 1)
                }
        asked: set[int] = set()
        nodes = self.nodes[where]
        for node in nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
                asked.add(id(node.func.value))
                self._add(where, _last(node.func.value), {_mode(node)})
        for node in nodes:  # a name that is handed on may be used in any way
            loaded = isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load)
            if loaded and id(node) not in asked and _last(node).isupper():
                self._add(where, _last(node), {SCAN})

    def _add(self, where: str, name: str, modes: set[str]) -> None:
        self._used.setdefault((where, name), set()).update(modes)
        self._elsewhere.setdefault(name, set()).update(modes)


def _target(statement: ast.stmt) -> str:
    """A table of expressions is not a name whose methods are called."""
    value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
    if not isinstance(value, ast.Call):
        return ""
    target = statement.target if isinstance(statement, ast.AnnAssign) else statement.targets[0]  # type: ignore[attr-defined]
    return target.id if isinstance(target, ast.Name) else ""


def _last(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _mode(call: ast.Call) -> str:
    method = call.func.attr if isinstance(call.func, ast.Attribute) else SCAN
    going_on = method == "search" and len(call.args) == 2  # from a place on: in a loop
    return method if method in PLAIN and not going_on else SCAN


class _Unread:
    """What is known only when the code runs: whatever is asked of it is unknown as well."""

    def __getattr__(self, _: str) -> Any:
        return type(self)()

    def __call__(self, *_: object, **__: object) -> Any:
        return type(self)()

    def __getitem__(self, _: object) -> Any:
        return type(self)()


class Text(_Unread, str):
    def __new__(cls) -> Text:
        return super().__new__(cls, "name")


class Bytes(_Unread, bytes):
    def __new__(cls) -> Bytes:
        return super().__new__(cls, b"name")


class _Scope(dict[str, Any]):
    def __init__(self, known: dict[str, Any], unknown: type) -> None:
        super().__init__(known)
        self._unknown = unknown

    def __missing__(self, name: str) -> Any:
        return getattr(builtins, name, None) or self._unknown()


def called(watch: Watch) -> Iterator[str]:
    """Notes what functions hand to `re`; yields `file:function` where it is not to be read from the source."""
    for where in watch.names.trees:
        module = importlib.import_module(
            "flowscout." + where.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        )
        if not any(map(_is_call, nodes := watch.names.nodes[where])):
            continue
        scopes = [_Scope(vars(module), unknown) for unknown in (Text, Bytes)]
        asked = {
            id(n.func.value): _mode(n) for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)
        }
        for function in nodes:
            name = function.name if isinstance(function, ast.FunctionDef) else "lambda"
            for node in ast.walk(function) if isinstance(function, ast.FunctionDef | ast.Lambda) else ():
                if _is_call(node) and not _noted(watch, where, node, scopes, asked.get(id(node), SCAN)):
                    yield f"{where}:{name}"


def _is_call(node: ast.AST) -> TypeGuard[ast.Call]:
    function = node.func if isinstance(node, ast.Call) else None
    return isinstance(function, ast.Attribute) and _last(function.value) == "re" and function.attr in FUNCTIONS


def _noted(watch: Watch, where: str, call: ast.Call, scopes: Sequence[_Scope], mode: str) -> bool:
    text = _evaluated(call.args[0], scopes)
    if text is None:
        return False
    name = _last(call.func)
    flags = [keyword.value for keyword in call.keywords if keyword.arg == "flags"] + call.args[FLAGS.get(name, 9) :]
    watch.add(where, text, _evaluated(flags[0], scopes[:1]) if flags else 0, {name if name in PLAIN else mode})
    return True


def _evaluated(node: ast.expr, scopes: Sequence[_Scope]) -> Any:
    """None where nothing of the expression is known."""
    for scope in scopes if not isinstance(node, ast.Starred) else ():
        try:
            value = eval(compile(ast.Expression(node), "<expression>", "eval"), {}, scope)
        except (TypeError, AttributeError, ValueError, LookupError):
            continue
        if not isinstance(value, _Unread):
            return value
    return None


def formats(watch: Watch) -> None:
    """Log formats hold theirs as text, which is compiled when a line asks for it."""
    from flowscout.rca.extract import Extractor
    from flowscout.rca.formats import formats as shelf

    Extractor(shelf())
    for format_ in shelf():
        where = f"rca/logs/{format_.name}"
        for row in format_.patterns:
            texts = (row.first, *(text for text, _ in row.then), row.more, row.above[0])
            for text in filter(None, texts):
                watch.add(where, text, 0, {"search"})
        for sign in format_.signs:
            watch.add(where, sign, int(re.MULTILINE), {"search"})


def languages(watch: Watch) -> None:
    from flowscout import shelf
    from flowscout.words.tokens import tokens

    for name in shelf.names("flowscout.languages"):
        language = shelf.load("flowscout.languages", name)
        tokens("x", language.spelling)
        watch.add(f"languages/{name}", language.reading.tokens, int(re.DOTALL), {SCAN})


def secrets(watch: Watch) -> None:
    from flowscout.redact import addressed, known

    for row in addressed._PROGRAMS:
        watch.add("redact/addressed.py", row[1], 0, {SCAN})
    for built in known.BUILT:
        watch.add("redact/known.py", built[2], int(re.ASCII), {SCAN})


class Found(NamedTuple):
    """unread: expressions that come in by no way, and builders that are no more."""

    expressions: tuple[Expression, ...]
    unread: tuple[str, ...]


def found() -> Found:
    """Only in a process that has imported nothing of ours yet."""
    with Watch() as watch:
        for module in pkgutil.walk_packages(flowscout.__path__, "flowscout."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
        formats(watch)
        languages(watch)
        secrets(watch)
        unread = sorted(set(called(watch)) ^ set(BUILDERS))
    return Found(
        tuple(Expression(*key, tuple(sorted(modes))) for key, modes in sorted(watch.seen.items())), tuple(unread)
    )
