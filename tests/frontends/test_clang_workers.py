"""Workers read what is hostile, and whoever asks them lives on: nothing is written, nothing hangs, the next unit is read."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from flowscout.frontends.clang import worker
from flowscout.frontends.clang.flags import TREE
from flowscout.frontends.clang.guard import Worker, compiled
from flowscout.model.compiled import CompilationUnit, CompilerAnswer

GOOD = CompilationUnit(
    "good.c", ("-x", "c"), (("good.c", b"static int f(void) { return 1; }\nint g(void) { return f(); }\n"),)
)


@pytest.fixture
def asked() -> Iterator[Worker]:
    held = Worker(wall=20.0)
    yield held
    held.stop()


def one(path: str, text: str, *arguments: str, files: tuple[tuple[str, bytes], ...] = ()) -> CompilationUnit:
    return CompilationUnit(path, arguments or ("-x", "c++", "-std=c++17"), ((path, text.encode()), *files))


def test_a_unit_is_read_with_what_it_includes_and_nothing_stands_on_a_disk(asked: Worker) -> None:
    header = (
        b"struct Base { virtual int f(int); virtual ~Base(); };\ntemplate <class T> T twice(T t) { return t + t; }\n"
    )
    text = '#include "lib/base.h"\nstruct Deep : Base { int f(int) override; };\nint Deep::f(int a) { return twice(a); }\nint use(Base* b) { return b->f(1); }\n'
    answer = asked.ask(one("src/a.cc", text, "-x", "c++", "-I", TREE, files=(("lib/base.h", header),)))
    assert not answer.refused
    assert answer.errors == 0
    names = {path: [(row.name, len(row.overrides)) for row in rows] for path, rows in answer.defined.items()}
    assert names == {"lib/base.h": [("twice", 0)], "src/a.cc": [("f", 1), ("use", 0)]}
    found = [(text[start:end], symbol, virtual) for start, end, symbol, virtual, _ in answer.called["src/a.cc"]]
    assert found == [
        ("twice(a)", answer.defined["lib/base.h"][0].symbol, 0),
        ("b->f(1)", answer.defined["src/a.cc"][0].overrides[0], 1),
    ]


def test_the_headers_of_a_compiler_are_our_own(asked: Worker) -> None:
    text = "#include <stddef.h>\n#include <stdarg.h>\n#include <limits.h>\n#include <stdint.h>\n#include <stdbool.h>\n#include <stdatomic.h>\n#include <float.h>\n"
    text += "bool f(size_t n, ...) { va_list a; va_start(a, n); int64_t i = va_arg(a, int); va_end(a); atomic_int k; atomic_store(&k, 1); return i < INT_MAX && n; }\n"
    assert asked.ask(one("a.c", text, "-x", "c")).errors == 0


@pytest.mark.skipif(
    not shutil.which("g++"), reason="no C++ compiler is installed, so there are no headers of its library"
)
def test_the_headers_of_the_library_are_the_compilers(asked: Worker) -> None:
    cpp = "#include <string>\n#include <vector>\n#include <map>\n#include <atomic>\n#include <memory>\n#include <functional>\nint f(std::string s) { return s.size(); }\n"
    answer = asked.ask(one("a.cc", cpp))
    assert answer.errors == 0
    assert [row.library for row in answer.called["a.cc"]] == ["std::basic_string::size"]


@pytest.mark.parametrize(("text", "arguments"), [
    ('#include "/dev/zero"\n', ()),
    ("int f() {" + "if(1){" * 20_000 + "}" * 20_000 + "}", ("-x", "c++", "-fbracket-depth=100000")),
    ("int f(int a) {" + "if(a){}else " * 60_000 + ";}", ("-x", "c++")),
    ("int f() { return 1" + "+1" * 200_000 + "; }", ("-x", "c++")),
    ("template<int N> struct A { A<N+1> a; }; A<0> a;\nint f() { return 1; }", ("-x", "c++", "-ftemplate-depth=100000")),
    ("#define A B B\n" + "".join(f"#define {'B' * n} {'B' * (n + 1)} {'B' * (n + 1)}\n" for n in range(1, 40)) + "int x = A;", ("-x", "c")),
    ("constexpr int f(unsigned n) { return n ? f(n - 1) : 0; } static_assert(f(4000000000u) == 0);", ("-x", "c++", "-std=c++17", "-fconstexpr-depth=2000000000")),
], ids=["endless include", "nested", "else if", "sum", "templates", "macros", "constexpr"])  # fmt: skip
def test_what_hangs_or_kills_it_costs_one_unit(
    asked: Worker, monkeypatch: pytest.MonkeyPatch, text: str, arguments: tuple[str, ...]
) -> None:
    answer = asked.ask(one("bad.cc", text, *arguments))
    assert isinstance(answer, CompilerAnswer)  # refused, or read after all: either way it came in time
    good = asked.ask(GOOD)
    assert [row.name for row in good.defined["good.c"]] == ["f", "g"]


def test_nothing_is_written_even_where_a_flag_says_so(asked: Worker, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.d"
    asked.ask(one("a.c", "int f(void) { return 1; }", "-x", "c", "-MD", "-MF", str(fresh), "-MT", "echo PWN"))
    assert not fresh.exists() or fresh.read_bytes() == b""


def test_a_clock_stands_over_each_unit(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "never.h")
    held = Worker(wall=2.0)
    try:
        answer = held.ask(one("a.c", f'#include "{tmp_path}/never.h"\nint f(void) {{ return 1; }}', "-x", "c"))
        assert answer.refused == "took too long"
        assert not held.ask(GOOD).refused
    finally:
        held.stop()


def test_answers_come_in_the_order_of_the_units_whoever_dies() -> None:
    bad = one("bad.cc", "int f() { return 1" + "+1" * 200_000 + "; }")
    found = list(compiled([GOOD, bad, GOOD, GOOD._replace(path="gone.c"), GOOD], 2))
    assert [answer.path for answer in found] == ["good.c", "bad.cc", "good.c", "gone.c", "good.c"]
    assert [bool(answer.refused) for answer in found][::2] == [False, False, False]
    assert found[1].refused
    assert found[3].refused


def test_a_worker_has_nothing_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLOWSCOUT_SECRET", "hunter2")
    held = Worker()
    assert not held.ask(GOOD).refused
    assert held._process is not None
    environment = Path(f"/proc/{held._process.pid}/environ").read_bytes()
    assert b"hunter2" not in environment
    assert b"HOME=" not in environment
    limits = Path(f"/proc/{held._process.pid}/limits").read_text()
    assert f"{worker.MEMORY}" in limits
    assert [line.split()[3:5] for line in limits.splitlines() if line.startswith("Max file size")] == [["0", "0"]]
    held.stop()


@pytest.mark.parametrize("guard", ["#pragma once\n", "#ifndef A\n#define A\n"])
def test_a_name_that_leads_up_is_the_file_it_means_however_often_it_is_written(asked: Worker, guard: str) -> None:
    header = f"{guard}struct Once {{ int f() {{ return 1; }} }};\n" + ("#endif\n" if "ifndef" in guard else "")
    near = b'#include "../lib/once.h"\n'
    text = '#include "../../lib/once.h"\n#include "../../lib/../lib/near.h"\n#include "lib/once.h"\nint use() { return Once().f(); }\n'
    files = (("lib/once.h", header.encode()), ("lib/near.h", near))
    answer = asked.ask(one("apps/deep/a.cc", text, "-x", "c++", "-I", TREE, files=files))
    assert (answer.refused, answer.errors) == ("", 0)
    assert [row.name for row in answer.defined["lib/once.h"]] == ["f"]
    assert answer.defined["lib/once.h"][0].symbol in {row.symbol for row in answer.called["apps/deep/a.cc"]}


def test_what_a_worker_reads_leaves_nothing_for_the_next_unit(asked: Worker) -> None:
    asks = '#if __has_include("there.h")\n#include "there.h"\n#endif\n#include "a/../b.h"\n'
    assert asked.ask(one("a.cc", asks, files=(("there.h", b""), ("b.h", b""), ("a/c.h", b"")))).errors == 0
    assert asked.ask(one("a.cc", asks, files=(("b.h", b"\n#error gone\n"), ("a/c.h", b"")))).errors == 1
    assert asked.ask(one("a.cc", asks.replace("a/../b", "there"), files=(("a/c.h", b""),))).errors == 1
    assert asked.ask(one("a.cc", asks, files=(("b.h", b""),))).errors == 1, "there is no folder to lead through"
    assert asked.ask(one("a.cc", asks, files=(("b.h", b""), ("a/c.h", b"")))).errors == 0
    assert asked.ask(one("c/a.cc", '#include "./b.h"\n', files=(("c/b.h", b""),))).errors == 0


def test_a_source_is_told_the_same_of_its_own_path_by_every_worker(asked: Worker) -> None:
    text = f'static_assert(sizeof(__FILE__) == sizeof("{TREE}/src/a.cc"));\n'
    assert asked.ask(one("src/a.cc", text)).errors == 0
    assert asked.ask(one("src/a.cc", f'#include "../b.h"\n{text}', files=(("b.h", b""),))).errors == 0


@pytest.mark.parametrize("names", [("x", "x/y.h"), ("../up.h",), ("/up.h",), ("a\0b.h",), ("n" * 300 + ".h",)])
def test_names_that_a_disk_cannot_hold_cost_nothing_else(asked: Worker, names: tuple[str, ...]) -> None:
    winding = b'#if 0\n#include "../x.h"\n#endif\n'
    answer = asked.ask(GOOD._replace(files=(*GOOD.files, *((name, winding) for name in names))))
    assert [row.name for row in answer.defined["good.c"]] == ["f", "g"]
