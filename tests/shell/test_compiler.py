"""A project with a compilation database, as a person meets it: what the compiler resolves, and that nothing hangs on it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from shell.repositories import SOURCE, Repo

HEADER = "int area(double);\nint area(const char*);\n"
LIBRARY = '#include "shape.h"\nint area(double d) { return 1; }\nint area(const char* s) { return 2; }\n'
PROGRAM = '#include "shape.h"\nint main() {\n  return area((0, 0.5));\n}\n'
FILES = {"include/shape.h": HEADER, "src/shape.cc": LIBRARY, "src/main.cc": PROGRAM}


def built(folder: Path, configuration: str = "") -> Repo:
    """A repository after a build, whose folder git ignores."""
    made = Repo(folder)
    made.commit({**FILES, ".gitignore": "build/\n", "flowscout.toml": configuration})
    rows = [{"directory": str(made.path / "build"), "command": f"c++ -I../include -MD -MF {made.path}/victim -c ../{path}", "file": f"../{path}"}
            for path in FILES if path.endswith(".cc")]  # fmt: skip
    (made.path / "build").mkdir()
    (made.path / "build" / "compile_commands.json").write_text(json.dumps(rows))
    return made


def callees(repo: Repo, *more: str, env: dict[str, str] | None = None) -> set[str]:
    ran = repo.flowscout("graph", "callees", "main", "--json", *more, env=env)
    assert ran.code == 0, ran.said
    return {record["id"] for line in ran.out.splitlines() if (record := json.loads(line))}


def test_calls_lead_where_the_compiler_says_on_every_tree(tmp_path: Path) -> None:
    repo = built(tmp_path / "repo")
    (repo.path / "victim").write_text("mine")
    first = {"src/shape.cc::area(double)"}
    assert callees(repo) == callees(repo, "--staged") == callees(repo, "--rev", "HEAD") == first
    both = {*first, "src/shape.cc::area(const char *)"}
    assert callees(repo, env={"FLOWSCOUT_CLANG": "off"}) == both, "by syntax nobody knows which"

    (repo.path / "src/main.cc").write_text(PROGRAM.replace("0.5", '"round"'))
    assert callees(repo) == {"src/shape.cc::area(const char *)"}
    assert callees(repo, "--staged") == callees(repo, "--rev", "HEAD") == first
    assert (repo.path / "victim").read_text() == "mine"


def test_each_edge_says_how_sure_it_is_and_who_said_so(tmp_path: Path) -> None:
    repo = built(tmp_path / "repo")
    body = "  int (*chosen)(double) = area;\n  chosen(1);\n  return area((0, 0.5));\n"
    (repo.path / "src/main.cc").write_text(f'#include "shape.h"\nint main() {{\n{body}}}\n')

    def edges(**env: str) -> list[tuple[int, str, str, str, float]]:
        ran = repo.flowscout("export", "calls", "src/main.cc", env=env)
        records = [json.loads(line) for line in ran.out.splitlines()]
        keys = ("line", "callee", "how", "by", "confidence")
        return sorted(tuple(record[key] or "" for key in keys) for record in records if record["kind"] == "call")

    wide, text = "src/shape.cc::area(double)", "src/shape.cc::area(const char *)"
    pointer = [(4, text, "candidates", "syntax", 0.6), (4, wide, "candidates", "syntax", 0.6)]
    assert edges() == [*pointer, (5, wide, "exact", "compiler", 1.0)]
    guessed = [(5, text, "candidates", "syntax", 0.6), (5, wide, "candidates", "syntax", 0.6)]
    assert edges(FLOWSCOUT_CLANG="off") == [*pointer, *guessed]


def test_the_figures_and_the_doctor_say_who_resolved(tmp_path: Path) -> None:
    repo = built(tmp_path / "repo")
    found = {
        record["name"]: record["value"]
        for line in repo.flowscout("graph", "stats", "--json").out.splitlines()
        if "value" in (record := json.loads(line))
    }
    assert (found["compiled_units"], found["refused_units"], found["calls_by_compiler"], found["call_expressions"]) == (
        2,
        0,
        1,
        1,
    )
    assert "build/compile_commands.json with 2 units; pages by syntax" in repo.flowscout("doctor").out
    (repo.path / "build/compile_commands.json").unlink()
    assert "no compile_commands.json" in repo.flowscout("doctor").out
    assert "compiled units" not in repo.flowscout("graph", "stats").out


def test_what_units_are_read_without_is_told_with_an_example_and_what_to_do(tmp_path: Path) -> None:
    repo = built(tmp_path / "repo")
    said = repo.flowscout("doctor").out + repo.flowscout("graph", "stats").out
    assert "read without" not in said, "where output goes is expected in every database"
    assert "units without flags           0" in said

    database = repo.path / "build/compile_commands.json"
    rows = json.loads(database.read_text())
    for row in rows:
        row["command"] = row["command"].replace("-c ", "-fplugin=/tmp/spy.so @more.rsp -c ")
    rows[1]["command"] = rows[1]["command"].replace("-c ", f"-include {tmp_path}/outside.h -save-temps -c ")
    database.write_text(json.dumps(rows))
    (tmp_path / "outside.h").write_text("#error read\n")
    lines = [
        "units are read without what would load code into the compiler: `-fplugin=/tmp/spy.so` of src/main.cc (2 flags in 2 units); no code is loaded",
        "units are read without what stands for a file of further arguments: `@more.rsp` of src/main.cc (2 flags in 2 units); it is not read: ",
        "units are read without what is read from outside of the root and the system's folders: `-include /",
        "units are read without what would write files besides the object: `-save-temps` of src/main.cc (1 flag in 1 unit); none is written",
    ]
    doctor, stats = repo.flowscout("doctor").out, repo.flowscout("graph", "stats").out
    assert [(line, doctor.count(line), stats.count(line)) for line in lines] == [(line, 1, 1) for line in lines]
    assert "units without flags           2\nflags not used                6\n" in stats
    assert "units with errors             0" in stats
    noted = [json.loads(line) for line in repo.flowscout("doctor", "--json").out.splitlines()]
    assert [check["state"] for check in noted if check["name"] == "compiler flags"] == ["note"] * 4

    rows[0]["command"], rows[1]["command"] = (row["command"].replace("-fplugin=/tmp/spy.so", "") for row in rows)
    database.write_text(json.dumps(rows))
    assert "load code" not in repo.flowscout("graph", "stats").out, "a kept answer tells what the database says now"


@pytest.mark.parametrize(("use", "shown"), [("auto", False), ("pages", True)])
def test_committed_pages_are_drawn_by_syntax_unless_the_configuration_says_otherwise(
    tmp_path: Path, use: str, shown: bool
) -> None:
    repo = built(tmp_path / "repo", f'charts = ["*"]\ndetail = "deep"\n[clang]\nuse = "{use}"\n')
    pages = [
        repo.flowscout("refresh", env={"FLOWSCOUT_MEMO": "off", "FLOWSCOUT_CLANG": off}).code for off in ("", "off")
    ]
    assert pages[0] in (0, 1)
    assert (pages[1] == 2) == shown, "who cannot draw them so does not draw them"
    assert repo.flowscout("verify", "--worktree").code == 0


def test_a_changed_database_is_noticed_by_a_hook_that_found_all_in_step(tmp_path: Path) -> None:
    repo = built(tmp_path / "repo", 'charts = ["*"]\ndetail = "deep"\n[clang]\nuse = "pages"\n')
    overloaded = '#ifdef ROUND\n#define SIZE 0.5\n#else\n#define SIZE "round"\n#endif\n' + PROGRAM.replace(
        "0.5", "SIZE"
    )
    repo.commit({"src/main.cc": overloaded})
    for _ in range(3):  # draws, is added, is in step
        code = repo.flowscout("hook").code
        repo.git("add", "-A")
    assert code == 0
    database = repo.path / "build/compile_commands.json"
    database.write_text(database.read_text().replace("-c ", "-DROUND -c "))
    told = repo.flowscout("hook")
    assert (told.code, "docs/flowcharts/README.md" in told.said) == (1, True), "who calls which overload has changed"


def test_without_the_extra_the_syntax_answers(tmp_path: Path) -> None:
    repo = built(tmp_path / "repo")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text("import sys\nsys.modules['clang'] = None\n")
    missing = {"PYTHONPATH": f"{SOURCE}{os.pathsep}{tmp_path / 'site'}"}
    assert len(callees(repo, env=missing)) == 2
    assert "not installed" in repo.flowscout("doctor", env=missing).out
