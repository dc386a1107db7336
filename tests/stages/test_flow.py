"""Control flow, read as text: one line per block, `kind text` per op, then where control goes."""

from __future__ import annotations

import textwrap

import pytest

from flowscout.frontends.treesitter import parse
from flowscout.model.bound import BoundFunction
from flowscout.model.flow import FunctionCFG
from flowscout.model.syntax import Mark
from flowscout.shelf import load
from flowscout.stages.bind import bind
from flowscout.stages.flow import flow
from flowscout.stages.flow.marks import Marks


def bound(source: str, language: str) -> BoundFunction:
    data = textwrap.dedent(source).encode()
    facts = next(f for f in parse(data, language).functions if f.name == "f")
    return bind(
        "case::f", facts, load("flowscout.languages", language), data[facts.start : facts.end], lambda kind, name: ()
    )


def graph(source: str, language: str) -> FunctionCFG:
    built = flow(bound(source, language))
    assert problems(built) == []
    return built


def drawn(source: str, language: str) -> list[str]:
    function = bound(source, language)
    cfg = flow(function)
    assert problems(cfg) == []
    lines = []
    for block in cfg.blocks:
        ops = ", ".join(
            f"{op.kind} {' '.join(function.read(op.start, op.end).split()).rstrip(';')}" for op in block.ops
        )
        ways = [f"{e.target} {e.kind}{f' [{e.label}]' if e.label else ''}" for e in cfg.edges if e.source == block.id]
        ways += [name for name in ("returns", "raises", "noreturn") if block.id in getattr(cfg, name)]
        lines.append(f"{'dead ' * block.dead}{block.id}: {ops or '-'} -> {', '.join(ways)}")
    return lines


def problems(cfg: FunctionCFG) -> list[str]:
    """What breaks the laws of a graph."""
    found = [f"block {block.id} stands at {at}" for at, block in enumerate(cfg.blocks) if block.id != at]
    targets: dict[int, list[int]] = {block.id: [] for block in cfg.blocks}
    for edge in cfg.edges:
        if edge.target not in targets:
            found.append(f"{edge} leads nowhere")
        targets[edge.source].append(edge.target)
    seen, waiting = {0}, [0]
    while waiting:
        fresh = set(targets[waiting.pop()]) - seen
        seen |= fresh
        waiting += fresh
    found += [
        f"{b.id} is {'dead' if b.dead else 'live'} but not so marked" for b in cfg.blocks if b.dead == (b.id in seen)
    ]
    ends = {*cfg.returns, *cfg.raises, *cfg.noreturn}
    found += [f"the path ends at {block}" for block, ways in targets.items() if not ways and block not in ends]
    if [edge.source for edge in cfg.edges] != sorted(edge.source for edge in cfg.edges):
        found.append("edges are not sorted by source")
    return found


# -- one flow, three languages ------------------------------------------------------------------------------------

POLYGLOT = {
    "a chain of alternatives": (
        """
        def f(a, b):
            if a: x()
            elif b: y()
            else: z()
        """,
        "void f(int a, int b) { if (a) x(); else if (b) y(); else z(); }",
        [
            "0: test a -> 1 true, 2 false",
            "1: do x() -> 5 next",
            "2: test b -> 3 true, 4 false",
            "3: do y() -> 5 next",
            "4: do z() -> 5 next",
            "5: - -> returns",
        ],
    ),
    "operands decide one by one": (
        """
        def f(a, b, c):
            if a and (b or c): x()
        """,
        "void f(int a, int b, int c) { if (a && (b || c)) x(); }",
        [
            "0: test a -> 1 true, 4 false",
            "1: test b -> 3 true, 2 false",
            "2: test c -> 3 true, 4 false",
            "3: do x() -> 4 next",
            "4: - -> returns",
        ],
    ),
    "not over a compound turns the ways, not the operands": (
        """
        def f(a, b):
            if not (a and b): x()
        """,
        "void f(int a, int b) { if (!(a && b)) x(); }",
        ["0: test a -> 1 true, 2 false", "1: test b -> 3 true, 2 false", "2: do x() -> 3 next", "3: - -> returns"],
    ),
    "break and continue": (
        """
        def f(a):
            while a:
                if x(): continue
                if y(): break
                z()
        """,
        "void f(int a) { while (a) { if (x()) continue; if (y()) break; z(); } }",
        [
            "0: - -> 1 next",
            "1: test a -> 2 true, 7 exit-loop",
            "2: test x() -> 3 true, 4 false",
            "3: do continue -> 1 loop",
            "4: test y() -> 5 true, 6 false",
            "5: do break -> 7 exit-loop",
            "6: do z() -> 1 loop",
            "7: - -> returns",
        ],
    ),
    "code after a return is kept, and dead": (
        """
        def f():
            return 1
            x()
        """,
        "int f() { return 1; x(); }",
        ["0: return return 1 -> returns", "dead 1: do x() -> returns"],
    ),
    "a loop for ever ends only where it is left": (
        """
        def f():
            while True:
                if x(): return
        """,
        "void f() { while (1) { if (x()) return; } }",
        None,
    ),
}


@pytest.mark.parametrize("name", POLYGLOT)
@pytest.mark.parametrize("language", ["python", "c", "cpp"])
def test_one_flow_in_three_languages(name: str, language: str) -> None:
    python, c, expected = POLYGLOT[name]
    lines = drawn(python if language == "python" else c, language)
    if expected is not None:
        assert lines == expected
    else:
        assert [line.split(" -> ")[1] for line in lines] == ["1 next", "2 true", "3 true, 4 false", "returns", "1 loop"]


def test_ternaries_meet_again_before_the_statement_goes_on() -> None:
    assert drawn("int f(int a, int b) { return g(a ? b : 1) + (a && b); }", "c") == [
        "0: test a -> 1 true, 1 false",
        "1: test a -> 2 true, 2 false",
        "2: return return g(a ? b : 1) + (a && b) -> returns",
    ]
    assert [b.value for b in graph("int f(int a, int b) { return g(a ? b : 1) + (a && b); }", "c").blocks] == [
        True,
        True,
        False,
    ]


# -- C and C++ ----------------------------------------------------------------------------------------------------


def test_a_switch_falls_through_and_may_match_nothing() -> None:
    assert drawn("void f(int a) { switch (a) { case 1: case 2: x(); case 3: y(); break; } z(); }", "c") == [
        "0: switch a -> 1 case [1, 2], 2 case [3], 3 default",
        "1: do x() -> 2 next",
        "2: do y(), do break -> 3 next",
        "3: do z() -> returns",
    ]


def test_a_case_label_inside_a_loop_inside_its_switch() -> None:
    source = "void f(int n) { switch (n % 2) { case 0: do { x(); case 1: y(); } while (--n > 0); } }"
    assert drawn(source, "c") == [
        "0: switch n % 2 -> 2 case [0], 1 case [1], 3 default",
        "1: do y(), test --n > 0 -> 2 loop, 3 exit-loop",
        "2: do x() -> 1 next",
        "3: - -> returns",
    ]


def test_goto_forward_back_and_into_a_block() -> None:
    source = "void f(int a) { again: x(); if (a) { inside: y(); goto again; } if (z()) goto inside; if (w()) goto out; v(); out: u(); }"
    assert drawn(source, "c") == [
        "0: - -> 1 next",
        "1: do x(), test a -> 4 true, 2 false",
        "2: test z() -> 3 true, 5 false",
        "3: do goto inside -> 4 goto",
        "4: do y(), do goto again -> 1 goto",
        "5: test w() -> 6 true, 7 false",
        "6: do goto out -> 8 goto",
        "7: do v() -> 8 next",
        "8: do u() -> returns",
    ]


def test_a_call_that_never_returns_ends_the_path() -> None:
    assert drawn("void f(int a) { if (a) exit(1); a || (abort(), 0); x(); }", "c") == [
        "0: test a -> 1 true, 2 false",
        "1: call-noreturn exit(1) -> noreturn",
        "2: test a -> 3 true, 4 false",
        "3: do a || (abort(), 0), do x() -> returns",
        "4: call-noreturn (abort(), 0) -> noreturn",
    ]


def test_preprocessor_alternatives_are_all_kept() -> None:
    lines = drawn("void f() {\n#ifdef WIN\n  x();\n#else\n  y();\n#endif\n  z();\n}", "c")
    assert lines[0].endswith("-> 1 case [defined WIN], 2 default")
    assert lines[1:] == ["1: do x() -> 3 next", "2: do y() -> 3 next", "3: do z() -> returns"]


def test_constant_conditions_prune_their_other_way() -> None:
    assert drawn("void f() { if (0) x(); do { y(); } while (0); for (;;) z(); }", "c") == [
        "0: test 0 -> 1 false",
        "1: do y() -> 2 next",
        "2: do z() -> 2 loop",
        "dead 3: do x() -> 1 next",
    ]


def test_cpp_catches_by_type() -> None:
    assert drawn("void f() { try { a = 1; x(); } catch (const E& e) { y(); } catch (...) { z(); } }", "cpp") == [
        "0: do a = 1, do x() -> 5 next, 1 raise",
        "1: catch catch (const E& e) -> 2 raise [E], 3 raise",
        "2: do y() -> 5 next",
        "3: catch catch (...) -> 4 raise",
        "4: do z() -> 5 next",
        "5: - -> returns",
    ]


# -- Python -------------------------------------------------------------------------------------------------------


def test_finally_runs_on_every_way_out() -> None:
    source = """
        def f(a):
            try:
                if a: return x()
                y()
            finally:
                z()
            w()
        """
    assert drawn(source, "python") == [
        "0: test a -> 1 true, 3 false, 6 raise",
        "1: return return x() -> 2 finally, 6 raise",
        "2: do z() -> returns",
        "3: do y() -> 4 finally, 6 raise",
        "4: do z() -> 5 resume",
        "5: do w() -> returns",
        "6: do z() -> raises",
    ]


def test_raise_inside_except_and_bare_reraise_go_outward() -> None:
    source = """
        def f():
            try:
                try:
                    x()
                except KeyError:
                    raise
                except ValueError as e:
                    raise Other from e
            except Other:
                y()
        """
    assert drawn(source, "python") == [
        "0: do x() -> 7 next, 1 raise",
        "1: catch except KeyError -> 2 raise [KeyError], 3 raise",
        "2: raise raise -> 5 raise",
        "3: catch except ValueError as e -> 4 raise [ValueError], 5 raise",
        "4: raise raise Other from e -> 5 raise",
        "5: catch except Other -> 6 raise [Other], 8 raise",
        "6: do y() -> 7 next",
        "7: - -> returns",
        "8: - -> raises",
    ]


def test_try_else_is_not_guarded() -> None:
    source = """
        def f():
            try:
                x()
            except E:
                y()
            else:
                z()
        """
    assert drawn(source, "python")[:2] == ["0: do x() -> 1 next, 2 raise", "1: do z() -> 4 next"]


def test_a_context_manager_may_swallow_an_exception() -> None:
    source = """
        def f():
            with a() as b:
                x()
            y()
        """
    assert drawn(source, "python") == [
        "0: enter a() as b, do x() -> 1 next, 2 raise",
        "1: leave a() as b -> 3 next",
        "2: leave a() as b -> 3 next, raises",
        "3: do y() -> returns",
    ]


def test_break_through_finally() -> None:
    source = """
        def f():
            for x in y:
                try:
                    break
                finally:
                    z()
            else:
                w()
        """
    lines = drawn(source, "python")
    assert lines[0] == "0: each x in y -> 1 true, 4 exit-loop"
    assert lines[1] == "1: do break -> 2 finally, 3 raise"
    assert lines[2] == "2: do z() -> 5 resume"
    assert lines[4] == "4: do w() -> 5 next"


def test_four_copies_of_a_finally_then_they_share() -> None:
    source = """
        def f(a):
            for b in a:
                for c in b:
                    try:
                        if x(): break
                        if y(): continue
                        if z(): return
                        w()
                    finally:
                        clean()
        """
    function = bound(source, "python")
    cfg = flow(function)
    copies = [b.id for b in cfg.blocks for op in b.ops if function.read(op.start, op.end) == "clean()"]
    assert len(copies) == 4
    assert problems(cfg) == []


def test_match_tries_the_arms_below_when_a_guard_fails() -> None:
    source = """
        def f(a):
            match a:
                case 1 if x(): y()
                case [b]: z()
                case _: w()
        """
    assert drawn(source, "python") == [
        "0: switch a -> 1 case [1], 3 default",
        "1: test x() -> 2 true, 3 false",
        "2: do y() -> 6 next",
        "3: switch a -> 4 case [[b]], 5 default [_]",
        "4: do z() -> 6 next",
        "5: do w() -> 6 next",
        "6: - -> returns",
    ]


@pytest.mark.parametrize(
    ("source", "kinds"),
    [
        ("assert a and b, 'no'", {"and": 1, "assert": 1}),
        ("x = a < b < c", {"chain": 1}),
        ("if a < b < c: pass", {"chain": 1, "if": 1}),
        ("while a and b: x()", {"and": 2, "while": 2}),
        ("while a: return", {"while": 1}),
        ("while True: x()", {}),
        ("if False: x()\nelif a: y()", {"if": 1}),
        ("if (a() if b else c()): x()", {"cond": 1, "if": 2}),
        ("[x for x in a or b if x]", {"or": 1}),
        ("with a, b: x()", {"with": 2}),
        ("try: x()\nexcept A: pass\nexcept B: pass", {"catch": 2}),
        ("try: x()\nexcept* A: pass", {"catch": 2}),
        ("try: x()\nfinally:\n  if a: y()", {"if": 2}),
        (
            "for x in y:\n  try:\n    if x: break\n    return 1\n  finally:\n    z() if x else w()",
            {"cond": 3, "each": 1, "if": 1},
        ),
    ],
)
def test_decisions_are_cpythons(source: str, kinds: dict[str, int]) -> None:
    body = textwrap.indent(source, "    ")
    cfg = graph(f"def f(a, b, c, y):\n{body}\n", "python")
    assert dict(cfg.kinds) == kinds
    assert cfg.decisions == sum(kinds.values())


def test_depth_and_length_are_no_matter() -> None:
    chain = "".join(f"elif a == {n}: x({n})\n    " for n in range(3000))
    assert graph(f"def f(a):\n    if a: x()\n    {chain}\n", "python").decisions > 100
    graph("int f(int a) { return " + "(" * 3000 + "a" + ")" * 3000 + "; }", "c")
    graph("int f(int a) { return " + " && ".join(["a"] * 3000) + "; }", "c")
    graph("void f(int a) { " + "if (a) {" * 150 + "x();" + "}" * 150 + " }", "c")


def test_finally_within_finally_stays_small_and_is_counted_as_compiled() -> None:
    inner = "".join("  " * (n + 2) + "try: x()\n" + "  " * (n + 2) + "finally:\n" for n in range(6))
    cfg = graph("def f(a):\n  try: x()\n  finally:\n" + inner + "  " * 9 + "if a: y()\n", "python")
    assert len(cfg.blocks) < 100
    assert cfg.decisions == 2**7


@pytest.mark.parametrize(
    ("mark", "read"),
    [
        (Mark("and", 0, 7, 2), True),
        (Mark("and", 3, 3, 2), False),
        (Mark("or", 0, 7, 7), False),
        (Mark("scope", 0, 7, 2, 6), True),
        (Mark("scope", 0, 7, 0, 7), False),
    ],
)
def test_a_mark_that_holds_nothing_smaller_is_not_read(mark: Mark, read: bool) -> None:
    """Looking inside it would never come to an end; only a damaged store holds one."""
    assert Marks(b"a and b", [mark]).marks == ([mark] if read else [])
