"""Three names that mean everything at once: classes, namespaces, aliases, fields, functions and files of one name, in circles.

Real code does this by accident (a class of its namespace's name, `using base = typename base::type`, modules that import
each other). Whatever is asked about such a program has an answer, and soon.
"""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

from corpus import notation
from corpus.driver import Source
from corpus.laws import everything

from .programs import edges

NAMES = ("A", "B", "C")
SECONDS = 20
SEEDS = int(os.environ.get("FLOWSCOUT_SEEDS", "20"))


def cpp(chance: random.Random) -> str:
    def name() -> str:
        return "::".join(chance.choice(NAMES) for _ in range(chance.choice((1, 1, 2, 3))))

    def kind() -> str:
        return chance.choice(
            (
                name(),
                f"typename {name()}",
                f"{name()}*",
                f"{name()}<{name()}>",
                f"std::vector<{name()}>",
                "auto",
                f"decltype({name()}())",
            )
        )

    def call() -> str:
        return chance.choice(
            (
                "{}();",
                "{}->{}();",
                "{}.{}()->{}();",
                "for (auto x : {}) x.{}();",
                "{} {} = {}; ",
                "{}()[0].{}();",
                "*{}; (*{})();",
                "delete {};",
            )
        ).format(*(name() for _ in range(3)))

    def one(deep: int) -> str:
        bare = chance.choice(NAMES)
        inside = "\n".join(one(deep - 1) for _ in range(chance.randrange(4))) if deep else ""
        return chance.choice((
            f"namespace {bare} {{ {inside} }}", f"struct {bare} : {kind()} {{ {inside} }};", f"using {bare} = {kind()};", f"typedef {kind()} {bare};",
            f"template <typename {bare}> struct {chance.choice(NAMES)} : {bare} {{ {inside} }};", f"{kind()} {bare}({kind()} x) {{ {call()} {call()} }}",
            f"{kind()} {bare};", f"using namespace {name()};", f"namespace {bare} = {name()};", f"#define {bare} {name()}\n", f"#define {bare}(x) {call()}\n",
            f"{name()}::{bare}() {{ {call()} }}", f"{kind()} operator[](int i) {{ {call()} }}", f"#include \"{bare}.h\"\n",
        ))  # fmt: skip

    return "\n".join(one(3) for _ in range(6))


def python(chance: random.Random) -> str:
    def name() -> str:
        return ".".join(chance.choice(NAMES) for _ in range(chance.choice((1, 1, 2, 3))))

    def value() -> str:
        return chance.choice(
            (
                name(),
                f"{name()}()",
                f"{name()}[0]",
                f"lambda {chance.choice(NAMES)}: {name()}()",
                f"{name()} or {name()}",
                f"super().{name()}",
                f"[{name()} for {chance.choice(NAMES)} in {name()}]",
                f"(yield {name()})",
                f"getattr({name()}, '{chance.choice(NAMES)}')",
            )
        )

    def block(deep: int, margin: str) -> str:
        return "".join(one(deep, margin) for _ in range(chance.randrange(1, 4)))

    def one(deep: int, margin: str) -> str:
        bare, inner = chance.choice(NAMES), margin + "    "
        simple = (
            f"{bare} = {value()}",
            f"self.{bare} = {value()}",
            f"{name()} = {value()}",
            f"from {name()} import {bare}",
            f"from . import {bare}",
            f"from .{bare} import *",
            f"import {name()}",
            f"return {value()}",
            f"{bare}: {name()} = {value()}",
            f"{value()}",
            f"global {bare}",
        )
        if not deep or chance.random() < 0.5:
            return f"{margin}{chance.choice(simple)}\n"
        head = chance.choice(
            (
                f"class {bare}({name()}, {chance.choice(NAMES)}):",
                f"def {bare}(self, {chance.choice(NAMES)}=None) -> {name()}:",
                f"@{name()}\n{margin}def {bare}(self):",
                f"for {bare} in {value()}:",
                f"with {value()} as {bare}:",
                f"if {value()}:",
                "try:",
            )
        )
        tail = f"{margin}except {name()} as {bare}:\n{inner}{value()}\n" if head == "try:" else ""
        return f"{margin}{head}\n{block(deep - 1, inner)}{tail}"

    return block(4, "") + block(4, "")


@contextmanager
def soon(seconds: int) -> Iterator[None]:
    def late(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"more than {seconds} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("language", ["cpp", "python"])
def test_a_tangle_of_names_has_an_answer_soon(language: str, seed: int) -> None:
    chance = random.Random(seed)
    made, ending = (cpp, ".h") if language == "cpp" else (python, ".py")
    sources = tuple(
        Source(f"{folder}{name}{ending}", language, made(chance).encode()) for folder in ("", "A/") for name in NAMES
    )

    with soon(SECONDS):
        for _ in everything(notation.project(sources)):
            pass


@pytest.mark.parametrize("many", [3, 30])
def test_aliases_that_name_each_other_are_read_once(many: int) -> None:
    listed = ", ".join(f'"T_{n}"' for n in range(many + 1))
    program = (
        "from typing import Union\nclass A:\n    def go(self): pass\n    def run(self): pass\n"
        + "".join(f"T_{n} = Union[{listed}]\n" for n in range(many + 1))
        + "".join(f"def f{n}(x: T_{n % many}):\n    x.go()\n    x.run()\n" for n in range(10))
        + 'Two = Union["One", "A"]\nOne = Union["Two", "A"]\ndef g(x: Two):\n    x.run()\n'
    )

    with soon(SECONDS):
        found = edges(program)
    assert {"f0 -> A.go", "g -> A.run"} <= set(found)
