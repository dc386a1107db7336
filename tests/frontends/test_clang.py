"""How a project is compiled, and what is left of its compiler's arguments."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flowscout.frontends.clang.database import found, read
from flowscout.frontends.clang.dropped import dropped_flags
from flowscout.frontends.clang.flags import TREE, reading_flags


def flags(*arguments: str) -> tuple[str, ...]:
    return reading_flags(arguments, "/repo/build", "/repo")


def test_flags_that_say_how_to_read_are_kept_and_paths_stand_under_one_root() -> None:
    assert flags("-Iinc", "-I", "/repo/include", "-I..", "-isystem/usr/include/x", "-DA=1", "-U", "B", "-std=c++20", "-fno-rtti", "-include", "/repo/cfg.h") == (
        "-I", f"{TREE}/build/inc", "-I", f"{TREE}/include", "-I", TREE, "-isystem", "/usr/include/x", "-DA=1", "-UB", "-std=c++20", "-fno-rtti",
        "-include", f"{TREE}/cfg.h")  # fmt: skip


@pytest.mark.parametrize("arguments", [
    ["-MD", "-MF", "/repo/victim.sh", "-MT", "echo PWN ; #"], ["-MF/repo/victim.sh"], ["-MJ", "x"], ["-o", "-DKEPT_IS_ITS_VALUE"], ["-fplugin=/tmp/x.so"],
    ["-Xclang", "-load", "-Xclang", "/tmp/x.so"], ["-load", "/tmp/x.so"], ["-mllvm", "-debug"], ["-include", "/etc/hostname"], ["-include/etc/hostname"],
    ["-imacros", "/proc/self/environ"], ["-include", "/usr/include/stdio.h"], ["-include", "../../etc/passwd"], ["-I/home/other"], ["-I../.."], ["-I/"],
    ["@response"], ["--config=x"], ["--config", "x"], ["-ivfsoverlay", "x"], ["-fmodules", "-fmodules-cache-path=/tmp"], ["-save-temps"], ["-E"], ["-S"],
    ["--serialize-diagnostics", "x"], ["-fsanitize-blacklist=/x"], ["-march=native"], ["-D", ""], ["-D\0"], ["-include-pch", "x.pch"], ["-ftime-trace"],
    ["-D1BAD"], ["-DA=1\n#include </etc/passwd>"], ["-Da b"], ["-B", "/tmp"], ["-I" + "x" * 5000], ["other.c"], ["--sysroot=/tmp"], ["-fdebug-prefix-map=a=b"], ["-fcrash-diagnostics-dir=/repo"],
])  # fmt: skip
def test_what_writes_loads_or_reads_elsewhere_is_dropped(arguments: list[str]) -> None:
    assert flags(*arguments, "-DAFTER") == ("-DAFTER",)


def told(*arguments: str) -> list[tuple[str, str]]:
    return [tuple(lost) for lost in dropped_flags(arguments, "/repo/build", "/repo")]


@pytest.mark.parametrize(("arguments", "expected"), [
    (["-fplugin=/tmp/x.so", "-fplugin-arg-x-y"], [("code", "-fplugin=/tmp/x.so")]), (["-Xclang", "-load", "-Xclang", "/tmp/x.so"], [("code", "-Xclang -load")]),
    (["-load", "x.so"], [("code", "-load x.so")]), (["@a.rsp"], [("arguments", "@a.rsp")]), (["--config", "x"], [("arguments", "--config x")]),
    (["-include", "/etc/hostname"], [("outside", "-include /etc/hostname")]), (["-include/usr/include/stdio.h"], [("outside", "-include/usr/include/stdio.h")]),
    (["-I../.."], [("outside", "-I../..")]), (["-isystem", "/home/other/inc"], [("outside", "-isystem /home/other/inc")]), (["--sysroot=/tmp"], [("system", "--sysroot=/tmp")]),
    (["-target", "arm"], [("system", "-target arm")]), (["-isysroot", "/opt/sdk"], [("system", "-isysroot /opt/sdk")]), (["-save-temps=obj"], [("written", "-save-temps=obj")]),
    (["--serialize-diagnostics", "v"], [("written", "--serialize-diagnostics v")]), (["-DX" * 3000], [("long", ("-DX" * 3000)[:79] + "…")]),
    (["-I/x\ty\u202e"], [("outside", "-I/x?y?")]), (["-w"] * 4097, [("long", "4,097 flags")]),
], ids=str)  # fmt: skip
def test_what_a_unit_is_read_without_is_told(arguments: list[str], expected: list[tuple[str, str]]) -> None:
    assert told(*arguments[:5000]) == expected


def test_what_every_build_says_of_its_output_is_not_told() -> None:
    usual = "-c -o x.o -MD -MMD -MP -MF x.d -MT x.o -MQ x -Wall -Werror=format -g3 -O2 -pipe -fstack-protector -flto=auto -fsanitize=address -L/x -lz -DA=1"
    pch = "-Xclang -include-pch -Xclang x.pch -include /repo/build/cmake_pch.hxx -I/repo/inc -isystem /usr/include/x -fdiagnostics-color=always ../a.c"
    assert told(*usual.split(), *pch.split()) == []
    assert told("-isysroot", "/Library/Developer/SDK") == []
    assert flags("-isysroot", "/Library/Developer/SDK") == ("-isysroot", "/Library/Developer/SDK")


def test_a_database_is_found_where_builds_put_it(tmp_path: Path) -> None:
    assert found(str(tmp_path)) == ""
    for folder in ("out/Debug", "cmake-build-x", "build", "elsewhere"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "compile_commands.json").write_text("[]")
    order = [found(str(tmp_path))]
    while order[-1]:
        Path(order[-1]).unlink()
        order.append(found(str(tmp_path)))
    assert [Path(path).parent.name for path in order[:-1]] == ["build", "Debug", "cmake-build-x"]
    assert Path(found(str(tmp_path), "elsewhere")).parent.name == "elsewhere"
    assert found(str(tmp_path), "elsewhere/compile_commands.json")


def test_no_database_is_read_from_outside_the_root(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside.json"
    root.mkdir()
    outside.write_text("[]")
    (root / "compile_commands.json").symlink_to(outside)
    assert found(str(root)) == found(str(root), "../outside.json") == ""
    (root / "build").mkdir()
    (root / "compile_commands.json").unlink()
    (root / "build" / "compile_commands.json").write_text("[]")
    (root / "compile_commands.json").symlink_to("build/compile_commands.json")
    assert found(str(root)) == str(root / "compile_commands.json")


def test_a_file_that_is_not_in_the_database_is_read_as_its_namesake_then_as_its_neighbours() -> None:
    rows = [
        {"directory": "/repo/build", "command": "c++ -DHERE -c ../src/a.cc -o a.o", "file": "../src/a.cc"},
        {"directory": "/repo", "arguments": ["cc", "-DOTHER", "lib/c.c"], "file": "lib/c.c"},
        {"directory": "/repo", "command": "cc -DTWICE lib/c.c", "file": "lib/c.c"},
        {"directory": "/", "command": "cc x.c", "file": "/elsewhere/x.c"},
    ]
    database = read(json.dumps(rows).encode(), "/repo")
    assert dict(database.flags) == {"src/a.cc": ("-DHERE",), "lib/c.c": ("-DOTHER",)}
    asked = {
        path: database.of(path)
        for path in ("src/a.cc", "src/a.h", "include/a.h", "src/b.cc", "lib/d.c", "lib/d.cc", "far/z.cc")
    }
    here, other = ("-DHERE",), ("-DOTHER",)
    assert asked == {
        "src/a.cc": here,
        "src/a.h": here,
        "include/a.h": here,
        "src/b.cc": here,
        "lib/d.c": other,
        "lib/d.cc": None,
        "far/z.cc": None,
    }


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[1]",
        b'[{"file": 1, "directory": "/"}]',
        b"[" * 100_000,
        b'[{"file":"a.c","directory":"/repo","command":"\\""}]',
        b"\xff",
    ],
)
def test_what_is_no_database_says_nothing(data: bytes) -> None:
    assert not any(read(data, "/repo").flags.values())
