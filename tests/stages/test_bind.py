"""What a function's file could not know: macros, calls that never return, names that outlive the call."""

from __future__ import annotations

import textwrap

import pytest

from flowscout.frontends.treesitter import parse
from flowscout.model.bound import BoundFunction
from flowscout.model.facts import FileFacts, FunctionDetail, FunctionFacts
from flowscout.model.settings import Semantics, Settings
from flowscout.pipeline import assemble
from flowscout.ports import Offer
from flowscout.shelf import load
from flowscout.stages.bind import bind
from flowscout.stages.flow import flow


def bound(files: dict[str, str], settings: Settings | None = None) -> BoundFunction:
    """The function `f` of the files, bound in its project."""
    data = {path: textwrap.dedent(text).encode() for path, text in files.items()}
    language = {"c": "c", "h": "c", "cc": "cpp", "py": "python"}
    facts: dict[str, FileFacts] = {path: parse(text, language[path.rpartition(".")[2]]) for path, text in data.items()}
    project = assemble(facts, data.__getitem__, settings or Settings())
    return project.bound(next(id_ for id_, where in project.functions.items() if where.facts.name == "f"))


def ops(function: BoundFunction) -> list[str]:
    graph = flow(function)
    return [f"{op.kind} {function.read(op.start, op.end).rstrip(';')}" for block in graph.blocks for op in block.ops]


RETURN_IF = "#define RETURN_IF_ERROR(e) do { int s = (e); if (s) return s; } while (0)\n"


def test_a_macro_that_returns_is_written_out_where_it_stands() -> None:
    function = bound(
        {"a.h": RETURN_IF, "a.c": '#include "a.h"\nint f(int a) {\n  RETURN_IF_ERROR(g(a));\n  return h(a);\n}\n'}
    )
    assert ops(function) == ["do int s = (g(a))", "test s", "return return s", "return return h(a)"]
    assert function.line(function.origins[0][0]) == 3


def test_calls_in_arguments_move_with_them_and_keep_their_place() -> None:
    function = bound(
        {"a.h": RETURN_IF, "a.c": '#include "a.h"\nint f(int a) { RETURN_IF_ERROR(g(a)); return h(a); }\n'}
    )
    names = [call.name for call in function.facts.calls]
    assert [call.name for call in function.calls[: len(names)]] == names
    moved = function.calls[names.index("g")]
    assert function.read(moved.start, moved.end) == "g(a)"
    assert moved.start > len(function.text) - len(function.text.split(b"\n")[-1]) - 1
    assert function.line(moved.start) == 2


def test_a_macro_without_arguments_may_leave_too() -> None:
    function = bound({"a.c": "#define FAIL goto fail\nint f(int a) { if (a) FAIL; return 0; fail: return 1; }\n"})
    assert ops(function) == ["test a", "do goto fail", "return return 1", "return return 0"]


def test_macros_within_macros_and_never_into_themselves() -> None:
    header = RETURN_IF + "#define TRY(x) RETURN_IF_ERROR(x)\n#define LOOP(x) do { LOOP(x); return 1; } while (0)\n"
    function = bound({"a.h": header, "a.c": '#include "a.h"\nint f(int a) { TRY(g(a)); LOOP(a); return 2; }\n'})
    assert ops(function) == [
        "do int s = (g(a))",
        "test s",
        "return return s",
        "do LOOP(a)",
        "return return 1",
        "return return 2",
    ]


def test_a_break_that_ends_the_macros_own_loop_steers_nobody() -> None:
    macro = "#define LOG(l, m) do { if (l < level) break; log(m); } while (0)\n"
    assert ops(bound({"a.c": macro + 'void f(int a) { LOG(1, "x"); g(); }\n'})) == ['do LOG(1, "x")', "do g()"]


def test_an_argument_may_be_a_statement() -> None:
    macro = "#define CHECK(x, otherwise) do { if (!(x)) { otherwise; } if (done) return 0; } while (0)\n"
    function = bound({"a.c": macro + "int f(int a) { CHECK(a, return -1); return 0; }\n"})
    assert ops(function)[:2] == ["test !(a)", "return return -1"]


def test_the_nearest_definition_is_meant() -> None:
    files = {
        "lib/stop.h": "#define STOP(x) return x\n",
        "app/stop.h": "#define STOP(x) stop(x)\n",
        "other.c": "#define STOP(x) goto end\n",
        "app/a.c": '#include "stop.h"\nint f(int a) { STOP(a); return 1; }\n',
    }
    assert ops(bound(files)) == ["do STOP(a)", "return return 1"]


def test_twins_under_ifdef_are_noted() -> None:
    macro = "#ifdef FAST\n#define STOP(x) return x\n#else\n#define STOP(x) stop(x)\n#endif\n"
    function = bound({"a.c": macro + "int f(int a) { STOP(a); return 1; }\n"})
    assert ops(function)[0] == "return return a"
    assert "2 definitions" in function.notes[0]


def test_quoted_and_pasted_arguments() -> None:
    macro = "#define NEED(p) do { if (!p) { fail(#p); return k_##p; } } while (0)\n"
    function = bound({"a.c": macro + "int f(int key) { NEED(key); return 0; }\n"})
    assert ops(function) == ["test !key", 'do fail("key")', "return return k_key", "return return 0"]


def test_calls_that_never_return() -> None:
    files = {
        "die.h": "__attribute__((noreturn)) void die(const char *m);\n#define unreachable __builtin_unreachable\n"
        "#define panic(m) log_it(m), unreachable()\n",
        "a.c": '#include "die.h"\nvoid f(int a) { if (a == 1) exit(1); if (a == 2) die("x"); if (a == 3) panic("y"); mine(); }\n',
    }
    user = Settings(semantics=Semantics(noreturn=("mi*",)))
    assert [op for op in ops(bound(files, user)) if op.startswith("call")] == [
        "call-noreturn exit(1)",
        'call-noreturn die("x")',
        'call-noreturn panic("y")',
        "call-noreturn mine()",
    ]


def test_the_nearest_of_several_methods_is_meant() -> None:
    header = """
        namespace n {
        struct Strict { [[noreturn]] void fail(); };
        struct Loose { void fail(); void fill() { fail(); done(); } };
        struct Heir : Strict { void fall() { fail(); done(); } };
        }
        """
    data = textwrap.dedent(header).encode()
    facts = parse(data, "cpp")
    project = assemble({"a.h": facts}, lambda path: data, Settings())
    ends = {where.facts.name: bool(project.bound(id_).noreturn) for id_, where in project.functions.items()}
    assert ends == {"fill": False, "fall": True}


def test_a_method_of_somebody_else_is_not_meant() -> None:
    files = {
        "a.py": """
            from typing import NoReturn

            def stop() -> NoReturn:
                raise SystemExit

            def f(player):
                player.stop()
                stop()
            """,
    }
    assert ops(bound(files)) == ["do player.stop()", "call-noreturn stop()"]


def test_an_assertion_is_known_by_what_its_macro_does() -> None:
    header = "#define need(e) ((e) ? (void)0 : (report(#e), abort()))\n"
    graph = flow(bound({"a.h": header, "a.c": '#include "a.h"\nvoid f(int a) { need(a > 1); g(); }\n'}))
    assert [(e.source, e.kind) for e in graph.edges] == [(0, "true"), (0, "false")]
    assert graph.noreturn == (2,)


def test_names_that_outlive_the_call() -> None:
    function = bound(
        {"a.py": "total = 0\ndef f(a):\n    global total\n    b = a\n    total = b\n    other.append(b)\n"}
    )
    assert {"total", "other"} <= function.outer_names
    assert not {"a", "b", "append"} & function.outer_names


def test_a_damaged_body_is_said() -> None:
    facts: FunctionFacts = parse(b"int f() { return 1; }", "c").functions[0]
    facts = facts._replace(detail=FunctionDetail((), (), (), (), (), (), '[[["x"]],[]]'))
    function = bind("a.c::f", facts, load("flowscout.languages", "c"), b"int f() { return 1; }", lambda kind, name: ())
    assert "damaged" in function.notes[0]
    assert flow(function).returns


@pytest.mark.parametrize(
    "value", [("M", "x", "x", "return", "[[[[[", "[]"), ("M", "x", "x", "return", "[" * 500, "[]"), ("M",)]
)
def test_a_damaged_macro_is_a_plain_call(value: tuple[str, ...]) -> None:
    data = b"int f() { M(1); return 1; }"
    offers = {("macro", "M"): (Offer("macro", "M", "a.h", value),)}
    function = bind(
        "a.c::f",
        parse(data, "c").functions[0],
        load("flowscout.languages", "c"),
        data,
        lambda kind, name: offers.get((kind, name), ()),
    )
    assert ops(function) == ["do M(1)", "return return 1"]


def test_expansion_is_bounded() -> None:
    macros = "".join(
        f"#define M{n}(x) do {{ M{n + 1}(x); M{n + 1}(x); M{n + 1}(x); return x; }} while (0)\n" for n in range(30)
    )
    function = bound({"a.c": macros + "int f(int a) { " + "M0(a); " * 300 + "return 0; }\n"})
    assert len(function.text) < 80_000
    assert any("too deep or too large" in note for note in function.notes)
