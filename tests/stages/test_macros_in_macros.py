"""Macros that are made of macros, as many as a stranger likes."""

from __future__ import annotations

from stages.test_bind import bound, ops


def test_a_chain_without_end_is_followed_so_far() -> None:
    chain = "".join(f"#define M{at}(x) do {{ M{at + 1}(x); }} while (0)\n" for at in range(2000))
    end = "#define M2000(x) do { if (x) exit(1); } while (0)\nint f(int a) { M0(a); return a; }\n"

    assert ops(bound({"a.c": chain + end})) == ["do M4(a)", "return return a"]


def test_what_each_of_many_calls_is_asked_once() -> None:
    many = [
        f"#define M{level}_{at}(x) do {{ {' '.join(f'M{level + 1}_{n}(x);' for n in range(40))} }} while (0)\n"
        for level in range(4)
        for at in range(40)
    ]
    check = "#define CHECK(x) do { if (!(x)) M0_0(x); } while (0)\nint f(int a) { CHECK(a); return a; }\n"

    assert ops(bound({"a.cc": "".join(many) + check})) == ["do CHECK(a)", "return return a"]


def test_each_of_many_definitions_of_another_name_is_asked_once() -> None:
    names = "".join(
        f"#ifdef V{n}\n#define A{at}(x) A{at + 1}({'(' * n}x{')' * n})\n#endif\n" for at in range(40) for n in range(8)
    )
    end = "#define A40(x) do { if (!(x)) abort(); } while (0)\nint f(int a) { A0(a > 1); return a; }\n"

    assert len(ops(bound({"a.c": names + end}))) < 10


def test_the_body_of_a_loop_is_read_for_few_of_its_arguments() -> None:
    given = ", ".join(f"a{at}" for at in range(3000))
    body = "".join(f"g{at}();\n" for at in range(3000))

    assert len(ops(bound({"a.c": f"void f(void) {{ list_for_each({given}) {{ {body} }} }}\n"}))) > 3000
