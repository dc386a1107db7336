"""Paths as machines saw them are paths of the repository."""

from __future__ import annotations

import pytest

from flowscout.model.logformat import Record
from flowscout.rca.locate import RepositoryPaths, foreign, own_frame, repository_path
from flowscout.rca.rank.nearby import said
from rca.test_consoles import first
from rca.test_ends import told


@pytest.mark.parametrize(
    ("seen", "path"),
    [
        ("/home/runner/work/app/app/src/a.c", "src/a.c"),
        ("/Users/runner/work/app/app/src/a.swift", "src/a.swift"),
        ("D:\\a\\app\\app\\src\\a.cs", "src/a.cs"),
        ("/__w/app/app/src/a.c", "src/a.c"),
        ("/github/workspace/a.py", "a.py"),
        ("/home/vsts/work/1/s/src/a.ts", "src/a.ts"),
        ("/home/travis/build/me/app/lib/a.rb", "lib/a.rb"),
        ("/builds/group/app/pkg/a.go", "pkg/a.go"),
        ("/var/lib/jenkins/workspace/app/src/A.java", "src/A.java"),
        ("file:///home/runner/work/app/app/src/Main.kt", "src/Main.kt"),
        ("/usr/src/app/index.js", "index.js"),
        ("/tmp/.cache/bazel/_bazel_me/eab0d6/sandbox/processwrapper-sandbox/3/execroot/_main/src/a.h", "src/a.h"),
        ("/D:/shop/src/Till.java", "D:/shop/src/Till.java"),
        ("./src/a.c", "src/a.c"),
        ("../src/a.c", "src/a.c"),
        ("src/a.c", "src/a.c"),
        ("app/models/user.rb", "app/models/user.rb"),
        ("builds/x/y/z.c", "builds/x/y/z.c"),
        ("", ""),
    ],
)
def test_a_checkout_is_cut_off(seen: str, path: str) -> None:
    assert repository_path(seen) == path


def test_the_longest_end_that_names_one_file_is_that_file() -> None:
    files = RepositoryPaths(["a/src/main.c", "b/src/main.c", "lib/ring.c", "web/App.tsx"])
    assert files.find("/build/x/b/src/main.c") == "b/src/main.c"
    assert files.find("/tmp/cmake/../lib/ring.c") == "lib/ring.c"
    assert RepositoryPaths(["lib/a.c", "src/a.c"]).find("build/lib/x/../a.c") == "lib/a.c"
    assert files.find("C:\\work\\web\\app.tsx") == "web/App.tsx"
    assert files.find("main.c") == ""  # two of them
    assert files.find("/usr/include/ring.c") == ""  # not ours, whatever its name


def test_our_frame_stands_before_the_frameworks() -> None:
    frames = (
        ("tests/test_a.py", 3, "test"),
        ("shop/cart.py", 9, "total"),
        ("/usr/lib/python3.11/json/decoder.py", 355, "decode"),
    )
    assert own_frame(frames, RepositoryPaths(["shop/cart.py", "tests/test_a.py"])) == ("shop/cart.py", 9, "total")
    assert own_frame(frames, None) == ("shop/cart.py", 9, "total")
    assert foreign("node_modules/x/index.js")
    assert foreign("internal/modules/cjs/loader.js")
    assert not foreign("internal/till/drawer.go")


def test_a_compiled_librarys_frames_are_its_own_where_they_name_no_folder() -> None:
    frames = (
        (".venv/lib/python3.10/site-packages/mypy/__main__.py", 15, "console_entry"),
        ("mypy/main.py", 1672, "install_types"),
    )
    assert own_frame(frames, None) is None
    assert own_frame((*frames, ("plugins/ours.py", 3, "hook")), None) == ("plugins/ours.py", 3, "hook")


@pytest.mark.parametrize(
    ("message", "place"),
    [
        ("rtl/counter.v:6:15: Can't find definition of variable: 'nxt'", ("rtl/counter.v", 6, 15)),
        ("tailwindcss: /srv/shop/a.css:2:8: The `bg-nope` class does not exist.", ("/srv/shop/a.css", 2, 8)),
        ("cannot load (conf/dev.yaml:12)", ("conf/dev.yaml", 12, 0)),
        ("cannot reach http://127.0.0.1:8080/health", ("", 0, 0)),
        ("cannot reach db.internal.test:5432: refused", ("", 0, 0)),
        ("see node_modules/tool/run.js:3", ("", 0, 0)),
    ],
)
def test_a_message_without_a_place_may_spell_it(message: str, place: tuple[str, int, int]) -> None:
    told = said(Record(1, 1, "sort", "unknown", "cause", "error", message, "plain"))
    assert (told.file, told.file_line, told.column) == place


def test_what_a_compiled_library_calls_is_no_place_of_ours() -> None:
    frames = (
        ("tests/test_till.py", 21, "test_total"),
        ("/opt/python/lib/python3.13/site-packages/ringx/array.py", 53, "array"),
        ("ring/_core/core.pyx", 2502, "ring._core.core.array"),
        ("ring_backends/api/runtime.pyx", 146, "ring_backends.api.runtime.check"),
    )
    assert own_frame(frames, None) == ("tests/test_till.py", 21, "test_total")
    assert own_frame((("shop/till.py", 3, "open"), ("shop/fast.pyx", 9, "total")), None) == (
        "shop/fast.pyx",
        9,
        "total",
    )
    assert foreign("/tmp/bazel/execroot/_main/external/ring~/src/a.h")
    assert foreign("/srv/shop/target/riscv32/debug/build/ring-sys-1/out/bindings.rs")


def test_what_is_thrown_in_a_library_has_no_place_where_nothing_of_ours_is_named() -> None:
    told = "thread 'main' panicked at /root/.cargo/registry/src/index.crates.io-1/ring-1.0.0/src/lib.rs:113:14:\nthe ring is open\n"
    assert first(told)[1:] == ("", 0, "the ring is open")
    stack = "oops: the till is invalid: out of paper\n\tat java.base/java.util.concurrent.FutureTask.report(FutureTask.java:122)\nmake: *** [Makefile:3: test] Error 1\n"
    assert first(stack)[1] == ""


@pytest.mark.parametrize(
    ("path", "plain"),
    [
        ("/home/runner/work/till/till/src/shop/../../lib/tea.hpp", "lib/tea.hpp"),
        ("src/shop/../tea.hpp", "src/tea.hpp"),
        ("../../tea.hpp", "tea.hpp"),
        ("src/../", ""),
        ("src/a..b/tea.hpp", "src/a..b/tea.hpp"),
    ],
)
def test_a_way_into_a_folder_and_out_of_it_is_no_part_of_a_path(path: str, plain: str) -> None:
    assert repository_path(path) == plain


def test_a_folder_of_the_project_named_from_its_root_is_no_checkout() -> None:
    files = RepositoryPaths(["src/main.ts", "tools/main.ts", "src/cart/sum.ts"])
    assert files.find("/src/main.ts") == "src/main.ts"
    assert files.find("/app/tools/main.ts") == "tools/main.ts"


def test_a_list_of_something_else_below_a_message_is_not_where_that_stands() -> None:
    found = told(
        "❌ Complexity failed!\nfound 2 clones:\n  cmd/till.go:4,7\n  cmd/coin.go:9,12\nexit status 1\n"
    ).findings[0]
    assert (found.message, found.file) == ("Complexity failed!", "")
    found = told("❌ Complexity failed!\nfound 2 problems:\n  cmd/till.go:4,7\nexit status 1\n").findings[0]
    assert found.file == "cmd/till.go"
