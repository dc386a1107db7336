"""Functions of thousands of statements: machines write them. Twice the statements, about twice the time, for a drawing and for a sentence."""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time

import pytest

from flowscout.frontends.treesitter import parse
from flowscout.pipeline import assemble

FLOOR = 0.4  # seconds below which growth is not looked at
GROWTH = 3.0
FEW = 400

OF_C: dict[str, Callable[[range], str]] = {
    "guards": lambda each: "".join(f"if (p[{n}] == 0) return -{n};\n" for n in each),
    "labels": lambda each: (
        "".join(f"if (g{n}(p)) goto l{n};\n" for n in each) + "return 1;\n" + "".join(f"l{n}: h{n}(p);\n" for n in each)
    ),
    "locks": lambda each: "".join(f"lock(&p[{n}]); g(p); unlock(&p[{n}]);\n" for n in each),
    "loops": lambda each: "".join(f"for (int i = 0; i < a; i++) g{n}(p);\n" for n in each),
    "cases": lambda each: (
        "switch (a) {" + "".join(f"case {n}: if (p[{n}]) return -1; g{n}(p); break;\n" for n in each) + "}"
    ),
}
OF_PYTHON: dict[str, Callable[[range], str]] = {
    "raises": lambda each: "".join(f"    if p[{n}]:\n        raise E{n}('no')\n" for n in each),
    "handlers": lambda each: "".join(f"    try:\n        g{n}(p)\n    except E{n}:\n        h{n}()\n" for n in each),
}
SOURCES: dict[str, Callable[[range], tuple[str, str]]] = {
    **{
        name: lambda each, body=body: ("a.c", f"int f(int a, char *p) {{\n{body(each)}return 0;\n}}\n")
        for name, body in OF_C.items()
    },
    **{
        name: lambda each, body=body: ("a.py", f"def f(a, p):\n{body(each)}    return 0\n")
        for name, body in OF_PYTHON.items()
    },
}


def took(shape: str, count: int, *, draws: bool) -> float:
    path, text = SOURCES[shape](range(count))
    data = text.encode()
    project = assemble({path: parse(data, "c" if path == "a.c" else "python")}, lambda _: data)
    function = next(id_ for id_ in project.functions if id_.partition("::")[2].startswith("f"))
    begun = thread_time()
    _ = project.mermaid(function, "medium") if draws else project.summary(function)
    return thread_time() - begun


@pytest.mark.parametrize("draws", [False, True], ids=["told", "drawn"])
@pytest.mark.parametrize("shape", SOURCES)
def test_a_function_takes_time_that_grows_with_its_statements(shape: str, draws: bool) -> None:
    took(shape, 10, draws=draws)  # what is imported once is not counted
    for times in (1, 2, 3):
        whole = min(took(shape, 2 * FEW, draws=draws) for _ in range(times))
        half = min(took(shape, FEW, draws=draws) for _ in range(times))
        if whole < FLOOR or whole < GROWTH * half:
            return
    pytest.fail(f"{whole:.2f} s for twice of what takes {half:.2f} s")
