"""Each tool keeps its contract: what it is asked is validated, what it gives is what its model says, and every code can be had."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from flowscout import shelf
from flowscout.tools.answering import SHELF, answer, limited, tools, unknown
from flowscout.tools.contract import COMMON, Arguments, Data, Tool, schema_of
from flowscout.tools.desk import Desk
from tools.shop import ASKED, FILES, GRADLE, OFF, desk, remembered

NAMES = shelf.names(SHELF)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    memory = tmp_path_factory.mktemp("memory") / "memory.sqlite3"
    remembered(memory)
    return desk(memory=memory)


def asked(name: str, shop: Desk, /, **arguments: Any) -> dict[str, Any]:
    return answer(tools()[name], arguments, shop)


def data(name: str, shop: Desk, /, **arguments: Any) -> dict[str, Any]:
    made = asked(name, shop, **arguments)
    assert made["success"], made
    return dict(made["data"])


def code(name: str, shop: Desk, /, **arguments: Any) -> str:
    made = asked(name, shop, **arguments)
    assert not made["success"], made
    assert made["error"]["message"]
    return str(made["error"]["code"])


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_gives_what_the_model_of_its_data_says(name: str, shop: Desk) -> None:
    made = asked(name, shop, **ASKED[name])
    if name in OFF:
        assert made["error"]["code"] == OFF[name]
    else:
        assert made["success"], made
        jsonschema.validate(made["data"], schema_of(tools()[name].data))
    jsonschema.validate(ASKED[name], schema_of(tools()[name].arguments))
    assert json.loads(json.dumps(made)) == made
    assert made["snapshot"] == {"label": "folder", "commit": "", "differs": [], "totalDiffering": 0}


@pytest.mark.parametrize("name", NAMES)
def test_what_no_tool_takes_is_refused(name: str, shop: Desk) -> None:
    assert code(name, shop, surely_not=1) == "INVALID_PARAMETERS"
    assert answer(tools()[name], [1], shop)["error"]["code"] == "INVALID_PARAMETERS"
    wrong = {key: ["no"] for key in ASKED[name]} or {"x": 1}
    assert code(name, shop, **wrong) == "INVALID_PARAMETERS"


@pytest.mark.parametrize("name", NAMES)
def test_the_same_question_has_the_same_answer(name: str, shop: Desk) -> None:
    assert asked(name, shop, **ASKED[name]) == asked(name, shop, **ASKED[name])


def test_bounds_are_the_published_ones(shop: Desk) -> None:
    assert (
        code("find_callers_of_function", shop, functionName="drop", filePath="shop/store.py", maxDepth=6)
        == "INVALID_PARAMETERS"
    )
    assert code("get_code_context", shop, filePath="shop/store.py", line=1, contextLines=4) == "INVALID_PARAMETERS"
    assert code("read_file", shop, filePath="shop/store.py", lineStart=0) == "INVALID_PARAMETERS"
    assert code("read_file", shop, filePath="shop/store.py", lineStart="1") == "INVALID_PARAMETERS"


def test_a_name_that_is_not_there_has_near_ones(shop: Desk) -> None:
    made = asked("impact", shop, name="swep")
    assert made["error"]["code"] == "FUNCTION_NOT_FOUND"
    assert "sweep" in made["error"]["message"]
    assert unknown("impct").endswith("did you mean impact?")


def test_a_name_of_several_functions_is_not_guessed(shop: Desk) -> None:
    made = asked("impact", shop, name="drop", file="shop/store.py")
    assert made["success"], "a plain name means the function, not the method"
    two = desk({"a.py": b"def go():\n    pass\n", "b.py": b"def go():\n    pass\n"})
    made = asked("impact", two, name="go")
    assert made["error"]["code"] == "AMBIGUOUS_NAME"
    assert "a.py::go (a.py:1), b.py::go (b.py:1)" in made["error"]["message"]


def test_every_id_names_its_function() -> None:
    here = desk(
        {
            "a.cc": b"struct P { int* operator->() { return p; } int operator()() { return 0; } void go() {} void go(int) {} int* p; };\n"
        }
    )
    for id_ in here.project.functions:
        assert data("outline", here, name=id_)["function"]["id"] == id_


@pytest.mark.parametrize(
    "path",
    [
        "../etc/passwd",
        "/etc/passwd",
        "shop/../../x",
        ".git/config",
        "shop/.GIT/config",
        "~/x",
        "..\\x",
        "C:\\x",
        "a\0b",
    ],
)
def test_no_path_leads_out_of_the_root(path: str, shop: Desk) -> None:
    for name in ("read_file", "get_code_context"):
        more = {"line": 1} if name == "get_code_context" else {}
        assert code(name, shop, filePath=path, **more) == "PERMISSION_DENIED"


def test_files_that_cannot_be_read_say_why(shop: Desk) -> None:
    assert code("read_file", shop, filePath="shop/none.py") == "FILE_NOT_FOUND"
    assert "shop/store.py" in asked("read_file", shop, filePath="store.py")["error"]["message"]
    assert code("read_file", shop, filePath="logo.png") == "BINARY_FILE"
    assert code("get_code_context", shop, filePath="logo.png", line=1) == "BINARY_FILE"
    assert code("get_code_context", shop, filePath="shop/main.py", line=7) == "LINE_OUT_OF_RANGE"
    assert code("read_file", shop, filePath="shop/main.py", lineStart=7) == "LINE_OUT_OF_RANGE"
    large = desk(FILES | {"large.txt": b"a" * 10_000_001})
    assert code("read_file", large, filePath="large.txt") == "TOO_LARGE"
    assert code("read_file", desk(skipped=[("link", "a symlink")]), filePath="link") == "PERMISSION_DENIED"


def test_read_file_gives_the_lines_that_were_asked_for(shop: Desk) -> None:
    made = data("read_file", shop, filePath="shop/main.py", lineStart=4, lineEnd=5)
    assert (made["content"], made["lineCount"], made["total"]) == ("def main(names):\n    sweep(names)", 2, 6)
    assert data("read_file", shop, filePath="./shop/main.py")["fileSize"] == len(FILES["shop/main.py"])


def test_a_long_file_goes_on_where_it_was_cut() -> None:
    lines = [f"line {number}" for number in range(20_000)]
    here = desk({"long.txt": "\n".join(lines).encode()})
    read: list[str] = []
    start: int | None = 1
    while start is not None:
        made = data("read_file", here, filePath="long.txt", lineStart=start)
        read += made["content"].split("\n")
        start = made["cursor"]
    assert read == lines


def test_secrets_do_not_leave() -> None:
    token = "ghp_" + "aB3dE5fG7h" * 4
    here = desk({"a.py": f'TOKEN = "{token}"\n\n\ndef go():\n    return "{token}"\n'.encode()})
    for name, arguments in (
        ("read_file", {"filePath": "a.py"}),
        ("get_flowchart", {"name": "go"}),
        ("get_code_context", {"filePath": "a.py", "line": 5}),
    ):
        assert token not in json.dumps(asked(name, here, **arguments)), name


def test_what_changed_tells_what_edits_mean_and_what_above_does_otherwise(shop: Desk) -> None:
    made = data("what_changed", shop)
    assert [(row["function"], row["kind"], row["line"]) for row in made["rows"]] == [
        ("drop", "check", 5),
        ("sweep", "loop", 11),
    ]
    assert made["entryPoints"][0]["does"] == ["now raises ValueError via sweep → drop, by an edit of drop"]
    first = data("what_changed", shop, limit=1)
    assert (first["total"], first["truncated"], first["cursor"]) == (2, True, 1)
    assert data("what_changed", shop, limit=1, cursor=1)["rows"] == made["rows"][1:]
    assert "no commit" in asked("what_changed", shop, range="nowhere")["error"]["message"]
    assert "no git repository" in asked("what_changed", shop._replace(changes=None))["error"]["message"]


def test_callers_have_the_line_of_the_call_and_the_chain(shop: Desk) -> None:
    rows = data("find_callers_of_function", shop, functionName="drop", filePath="shop/store.py", maxDepth=2)["callers"]
    assert [(r["callerName"], r["line"], r["callChain"], r["depth"], r["how"]) for r in rows] == [
        ("Shelf.drop", 17, ["Shelf.drop", "drop"], 1, "exact"),
        ("sweep", 12, ["sweep", "drop"], 1, "exact"),
        ("main", 5, ["main", "sweep", "drop"], 2, "exact"),
        ("test_sweep", 5, ["test_sweep", "sweep", "drop"], 2, "exact"),
    ]


def test_impact_tells_calls_entry_points_and_tests(shop: Desk) -> None:
    made = data("impact", shop, name="sweep")
    assert [(c["caller"], c["line"], c["text"], c["test"]) for c in made["callSites"]] == [
        ("main", 5, "sweep(names)", False),
        ("test_sweep", 5, "sweep([])", True),
    ]
    assert [entry["name"] for entry in made["entryPoints"]] == ["main"]
    assert [test["name"] for test in made["tests"]] == ["test_sweep"]


def test_find_path_tells_each_call_and_when_there_is_none(shop: Desk) -> None:
    made = data("find_path", shop, start="main", goal="shop/store.py::drop")
    assert [(c["caller"], c["callee"], c["line"]) for c in made["calls"]] == [
        ("main", "sweep", 5),
        ("sweep", "drop", 12),
    ]
    made = asked("find_path", shop, start="sweep", goal="main")
    assert made["error"]["code"] == "NO_RESULTS"
    assert "the other way round" in made["error"]["message"]


def test_where_an_effect_is_ones_own_it_stands_first(shop: Desk) -> None:
    rows = data("where_effect", shop, kind="deletes", target="remove")["places"]
    assert [(r["function"], r["line"], r["own"], r["via"]) for r in rows] == [
        ("drop", 7, True, []), ("main", 5, False, ["sweep", "drop"]), ("Shelf.drop", 17, False, ["drop"]), ("sweep", 12, False, ["drop"]),
    ]  # fmt: skip
    assert data("where_effect", shop, kind="raises", target="ValueError")["places"][0]["line"] == 6
    assert [r["line"] for r in data("where_effect", shop, kind="returns", target="0")["places"]] == [6]
    assert code("where_effect", shop, kind="sends") == "NO_RESULTS"
    assert code("where_effect", shop, kind="returns") == "INVALID_PARAMETERS"


def test_a_value_in_brackets_is_not_what_is_returned() -> None:
    here = desk(
        {
            "a.py": b"def one():\n    return f(None)\n\n\ndef two(x):\n    return x if x else None\n\n\ndef three():\n    return NoneSuch\n"
        }
    )
    assert [r["function"] for r in data("where_effect", here, kind="returns", target="None")["places"]] == ["two"]


def test_deleting_by_the_languages_own_word_counts() -> None:
    here = desk({"a.py": b"class Box:\n    def drop(self, key):\n        del self.items[key]\n"})
    assert [(r["function"], r["line"]) for r in data("where_effect", here, kind="deletes")["places"]] == [
        ("Box.drop", 3)
    ]


def test_a_function_no_test_reaches_says_so(shop: Desk) -> None:
    assert code("tests_for", shop, name="alone") == "NO_RESULTS"


def test_a_log_is_text_or_path_and_leads_into_the_code(shop: Desk) -> None:
    made = data("root_cause", shop, path="build.log")
    assert (made["findings"][0]["file"], made["findings"][0]["line"], made["findings"][0]["function"]) == (
        "shop/store.py",
        7,
        "drop",
    )
    assert data("root_cause", shop, log=FILES["build.log"].decode())["rootCause"] == made["rootCause"]
    assert code("root_cause", shop) == "INVALID_PARAMETERS"
    assert code("root_cause", shop, path="none.log") == "FILE_NOT_FOUND"
    assert code("root_cause", shop, log="all is well\n") == "NO_RESULTS"


def test_pages_are_the_whole_in_parts(shop: Desk) -> None:
    arguments = {"functionName": "drop", "filePath": "shop/store.py", "maxDepth": 5}
    whole = data("find_callers_of_function", shop, **arguments)
    parts: list[Any] = []
    cursor: int | None = 0
    while cursor is not None:
        part = data("find_callers_of_function", shop, **arguments, limit=1, cursor=cursor)
        assert part["total"] == len(whole["callers"])
        assert part["truncated"] == (part["cursor"] is not None)
        parts += part["callers"]
        cursor = part["cursor"]
    assert parts == whole["callers"]


def test_documents_are_searched_by_section(shop: Desk) -> None:
    rows = data("search_documentation", shop, query="how are orders removed?")["sections"]
    assert [(row["file"], row["heading"], row["line"]) for row in rows] == [("README.md", "Removing orders", 5)]
    first = data("search_documentation", shop, query="how are orders removed?", limit=1)
    then = data("search_documentation", shop, query="how are orders removed?", limit=1, cursor=first["cursor"] or 0)
    assert [*first["sections"], *then["sections"]][: len(rows)] == rows[:2]
    assert code("search_documentation", shop, query="the blockchain") == "NO_RESULTS"
    assert code("search_documentation", shop, query="orders", files=["../x.md"]) == "PERMISSION_DENIED"


def test_the_memory_may_be_off_empty_or_filtered(shop: Desk, tmp_path: Path) -> None:
    made = data("vector_search_db", shop, query="FileNotFoundError: no such file")["results"]
    assert [(row["rootCause"], row["metadata"]["fixedIn"]) for row in made] == [
        ("An order was removed twice.", "shop/store.py")
    ]
    assert code("vector_search_db", shop, query="FileNotFoundError", language="kotlin") == "NO_RESULTS"
    assert code("vector_search_db", desk(), query="x") == "DB_CONNECTION_FAILED"
    (tmp_path / "broken").write_bytes(b"no database " * 100)
    assert code("vector_search_db", desk(memory=tmp_path / "broken"), query="x") == "DB_CONNECTION_FAILED"


def test_dependencies_have_lines_both_ways(shop: Desk) -> None:
    made = data("get_dependencies", shop, file_path="store.py", reverse=True)
    assert [(row["file"], row["line"]) for row in made["dependencies"]] == [
        ("shop/__init__.py", 1),
        ("shop/main.py", 1),
        ("tests/test_store.py", 1),
    ]
    made = data("get_dependencies", shop, file_path="shop/store.py")
    assert (made["dependencies"], made["outside"]) == ([], ["os"])
    assert code("get_dependencies", shop, file_path="tore.py") == "FILE_NOT_FOUND"
    assert code("get_dependencies", desk({"a/x.py": b"", "b/x.py": b""}), file_path="x.py") == "AMBIGUOUS_NAME"


def test_includes_lead_to_the_nearest_header() -> None:
    here = desk(
        {
            "a/x.h": b"int f(void);\n",
            "a/x.c": b'#include "x.h"\n#include <stdio.h>\n',
            "b/x.h": b"",
            "b/y.c": b'#include "x.h"\n',
        }
    )
    made = data("get_dependencies", here, file_path="a/x.c")
    assert ([row["file"] for row in made["dependencies"]], made["outside"]) == (["a/x.h"], ["stdio.h"])
    assert data("get_dependencies", here, file_path="b/y.c")["dependencies"][0]["file"] == "b/x.h"


def test_what_somebody_enters_by_is_not_unused() -> None:
    here = desk({
        "pyproject.toml": b"[project.scripts]\ngo = \"pkg.tool:run\"\n", "pkg/__init__.py": b"", "pkg/tool.py": b"def run():\n    return 0\n",
        "pkg/job.py": b"def run():\n    return 0\n\n\nif __name__ == '__main__':\n    run()\n", "pkg/lost.py": b"def run():\n    return 0\n",
        "tests/test_a.py": b"def test_a():\n    pass\n", "src/lost.h": b"int a;\n", "src/a.c": b"int a;\n",
    })  # fmt: skip
    rows = data("analyze_structure", here, analysis_type="unused")["rows"]
    assert [row["files"] for row in rows] == [["pkg/lost.py"], ["src/lost.h"]]


def test_an_import_in_a_function_closes_no_circle() -> None:
    one, late = b"from . import b\n", b"def go():\n    from . import b\n"
    assert data(
        "analyze_structure",
        desk({"p/__init__.py": b"", "p/a.py": one, "p/b.py": b"from . import a\n"}),
        analysis_type="circular",
    )["rows"] == [{"files": ["p/a.py", "p/b.py", "p/a.py"], "dependents": 0}]
    typed = b"import typing as t\n\nif t.TYPE_CHECKING:\n    from . import b\n\nX = 1\n"
    for apart in (late, typed):
        here = desk({"p/__init__.py": b"", "p/a.py": apart, "p/b.py": b"from . import a\n"})
        assert data("analyze_structure", here, analysis_type="circular")["rows"] == []
        assert [
            (row["file"], row["deferred"]) for row in data("get_dependencies", here, file_path="p/a.py")["dependencies"]
        ] == [("p/b.py", True)]


def test_context_is_all_or_what_was_chosen(shop: Desk) -> None:
    made = data("gather_context", shop)
    assert made["structure"] == [
        "shop/ (4)",
        "  __init__.py",
        "  main.py",
        "  orphan.py",
        "  store.py",
        "tests/ (1)",
        "  test_store.py",
        "README.md",
        "build.log",
        "logo.png",
        "pyproject.toml",
    ]
    assert (made["project_type"], made["framework"], made["test_layout"]) == (["python"], ["flask"], {"tests": 1})
    assert made["entry_points"][0].startswith("main (shop/main.py:4) ")
    some = data("gather_context", shop, framework=True, path="shop")
    assert (some["framework"], some["structure"]) == (["flask"], [])
    assert code("gather_context", shop, path="none") == "FILE_NOT_FOUND"


def explored(shop: Desk, command: str) -> list[tuple[str, int, str, str]]:
    made = data("explore_codebase", shop, command=command)
    return [
        (row["file"], match["line"], match["kind"], match["inside"])
        for row in made["files"]
        for match in row["matches"]
    ]


def test_a_query_finds_words_lines_and_symbols(shop: Desk) -> None:
    assert explored(shop, 'query "sweep" --lang python') == [
        ("shop/main.py", 1, "text", ""), ("shop/main.py", 5, "text", "main"), ("shop/store.py", 10, "text", "sweep"),
        ("tests/test_store.py", 1, "text", ""), ("tests/test_store.py", 5, "text", "test_sweep")]  # fmt: skip
    assert explored(shop, 'query "remov" --contains --file README.md') == [
        ("README.md", 5, "text", ""),
        ("README.md", 7, "text", ""),
    ]
    assert explored(shop, 'query "import os" --exact') == [("shop/store.py", 1, "text", "")]
    assert explored(shop, "query drop --symbols") == [
        ("shop/store.py", 4, "function", ""),
        ("shop/store.py", 16, "method", ""),
    ]
    assert (
        explored(shop, "query drop --kind method")
        == explored(shop, "query Shelf.drop --symbols")
        == [("shop/store.py", 16, "method", "")]
    )
    assert explored(shop, "query shelf --symbols --contains --kind class") == [("shop/store.py", 15, "class", "")]
    assert code("explore_codebase", shop, command='query "nowhere_at_all"') == "NO_RESULTS"
    assert code("explore_codebase", shop, command='query "drop" --lang rust') == "NO_RESULTS"


@pytest.mark.parametrize(
    "command",
    [
        "",
        "sweep",
        "query",
        'query "',
        "query --symbols",
        "query a --regex",
        "query a b",
        "query a --kind thing",
        "query a --lang",
        "query a --exact --contains",
        "deps a",
    ],
)
def test_a_command_that_is_none_gets_the_grammar(command: str, shop: Desk) -> None:
    assert code("explore_codebase", shop, command=command) == "INVALID_PARAMETERS"
    if command:
        assert "--contains" in asked("explore_codebase", shop, command=command)["error"]["message"]


def test_of_a_file_three_matches_are_shown_and_the_rest_is_counted() -> None:
    here = desk({"a.py": b"x = 1\n" * 5, "b.py": b"x = 2\n"})
    made = data("explore_codebase", here, command="query x", limit=1)
    assert ([row["file"] for row in made["files"]], len(made["files"][0]["matches"]), made["files"][0]["more"]) == (
        ["a.py"],
        3,
        2,
    )
    assert (made["total"], made["totalMatches"], made["truncated"], made["cursor"]) == (2, 6, True, 1)
    assert data("explore_codebase", here, command="query x", limit=1, cursor=1)["files"][0]["file"] == "b.py"


def test_the_editor_shows_what_is_asked_for(shop: Desk) -> None:
    made = data("get_user_error_context", shop)
    assert (made["activeFile"], made["selectedText"], made["terminalOutput"]) == (
        "shop/store.py",
        "os.remove(name)",
        None,
    )
    assert [row["severity"] for row in made["diagnostics"]] == ["error", "warning"]
    made = data("get_user_error_context", shop, captureSelection=False, captureDiagnostics=False, captureTerminal=True)
    assert (made["selectedText"], made["diagnostics"], made["terminalOutput"]) == (None, [], "$ pytest\nFAILED")


@pytest.mark.parametrize(
    "said",
    [
        None,
        b"",
        b"[]",
        b"{}",
        b'{"activeFile": "/etc/passwd"}',
        b'{"activeFile": "../x"}',
        b'{"activeFile": "shop/store.py", "diagnostics": 1}',
    ],
)
def test_without_an_editor_there_is_none(said: bytes | None, shop: Desk) -> None:
    assert code("get_user_error_context", shop._replace(editor=lambda: said)) == "NO_ACTIVE_EDITOR"


def test_an_editor_without_diagnostics_says_so_where_nothing_else_is_asked_for(shop: Desk) -> None:
    plain = shop._replace(editor=lambda: b'{"activeFile": "shop/store.py"}')
    assert code("get_user_error_context", plain, captureSelection=False) == "NO_DIAGNOSTICS"
    assert data("get_user_error_context", plain)["diagnostics"] == []


MISSING = GRADLE.replace(
    "> Conflict with dependency 'androidx.core:core-ktx' in project ':app'. Resolved versions for runtime classpath (1.9.0) and compile classpath (1.12.0) differ.",
    """\
> Could not find androidx.core:core-ktx:9.9.0.
  Searched in the following locations:
    - https://repo.maven.apache.org/maven2/androidx/core/core-ktx/9.9.0/core-ktx-9.9.0.pom
  Required by:
      project :app""",
)


def test_a_conflict_is_settled_by_the_highest_version_that_is_asked_for(shop: Desk) -> None:
    made = data("android_build_tool", shop, buildOutput=GRADLE, operation="recommend")
    assert made["recommendation"]["recommended"] == "1.12.0"
    assert "force 'androidx.core:core-ktx:1.12.0'" in made["recommendation"]["implementation"]["groovy"]
    assert data("android_build_tool", shop, buildOutput=GRADLE, operation="analyze")["analysis"][
        "requestedVersions"
    ] == ["1.9.0", "1.12.0"]
    assert data("android_build_tool", shop, buildOutput=GRADLE)["error"]["type"] == "dependency_conflict"
    two = GRADLE.replace(
        "Conflict with dependency 'androidx.core:core-ktx'",
        "Conflict found for the following module:\n  - com.acme:thing between versions 2.0 and 1.0\n> x '",
    ).partition("\n> x")[0]
    assert (
        data("android_build_tool", shop, buildOutput=two, operation="analyze")["analysis"]["module"] == "com.acme:thing"
    )


def test_which_versions_exist_is_not_guessed(shop: Desk) -> None:
    assert code("android_build_tool", shop, buildOutput=MISSING, operation="recommend") == "NO_RESULTS"
    assert code("android_build_tool", shop, buildOutput=MISSING, operation="analyze") == "NO_RESULTS"
    said = data("android_build_tool", shop, buildOutput=MISSING, operation="diagnose")["diagnosis"]
    assert "in repo.maven.apache.org and did not find it there" in said
    assert "google()" in said
    there = data(
        "android_build_tool",
        shop,
        buildOutput=MISSING.replace("repo.maven.apache.org/maven2", "dl.google.com/dl/android/maven2"),
        operation="diagnose",
    )
    assert "check that version 9.9.0 exists" in there["diagnosis"]
    assert code("android_build_tool", shop, buildOutput=GRADLE, operation="diagnose") == "NO_RESULTS"


@pytest.mark.parametrize(
    "log",
    [
        "all is well",
        "error: expected ';' before '}' token",
        'Traceback (most recent call last):\n  File "a.py", line 1, in a\nKeyError: 1',
    ],
)
def test_a_log_of_another_kind_is_no_gradle_build(log: str, shop: Desk) -> None:
    assert code("android_build_tool", shop, buildOutput=log) == "NO_RESULTS"


class Nothing(Arguments):
    pass


class Small(Data):
    said: str = "done"


def _made(run: Callable[[Desk, Any], Any]) -> Tool:
    return Tool("made_up", Nothing, Small, run)


def test_a_defect_is_an_answer_too(shop: Desk, borders: None) -> None:
    def broken(desk: Desk, arguments: Any) -> Small:
        raise KeyError("a")

    assert answer(_made(broken), {}, shop)["error"]["code"] == "INTERNAL_ERROR"


def test_what_the_outside_does_is_an_answer_too(shop: Desk) -> None:
    def refused(desk: Desk, arguments: Any) -> Small:
        raise OSError("the disk is gone")

    assert answer(_made(refused), {}, shop)["error"] == {"code": "INTERNAL_ERROR", "message": "the disk is gone"}


def test_work_in_time_is_given_and_what_flies_flies() -> None:
    assert limited(lambda: 1, 1.0) == 1
    with pytest.raises(ZeroDivisionError):
        limited(lambda: 1 // 0, 1.0)


@pytest.mark.parametrize("name", NAMES)
def test_a_tool_declares_the_codes_it_fails_with(name: str) -> None:
    """Those that its own file names."""
    tool = tools()[name]
    text = Path(str(shelf.module(SHELF, name).__file__)).read_text(encoding="utf-8")
    named = {
        code
        for code in (
            "NO_RESULTS",
            "LINE_OUT_OF_RANGE",
            "FILE_NOT_FOUND",
            "DB_CONNECTION_FAILED",
            "NO_ACTIVE_EDITOR",
            "NO_DIAGNOSTICS",
            "SEARCH_OFF",
        )
        if f"Failed({code}" in text
    }
    assert named <= {*tool.codes, *COMMON}
