"""Functions of thousands of statements: machines write them. Twice the statements, about twice the work, for a drawing and for a sentence.

Work is counted in lines of Python that run, not in seconds: the count is the same on a machine that is busy.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

import pytest

from flowscout.frontends.treesitter import parse
from flowscout.pipeline import assemble
from flowscout.words import outlined, taken, titles

GROWTH = 2.4
FEW = 80

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


def work(shape: str, count: int, *, draws: bool) -> int:
    path, text = SOURCES[shape](range(count))
    data = text.encode()
    project = assemble({path: parse(data, "c" if path == "a.c" else "python")}, lambda _: data)
    function = next(id_ for id_ in project.functions if id_.partition("::")[2].startswith("f"))
    with Lines() as lines:
        _ = project.mermaid(function, "medium") if draws else project.summary(function)
    return lines.count


class Lines:
    """How many lines of Python ran within: of some files, or of all."""

    count = 0

    def __init__(self, files: Sequence[str] = ()) -> None:
        self.files = files

    def __enter__(self) -> Lines:
        self.before = sys.gettrace()
        sys.settrace(self.seen)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self.before)

    def seen(self, frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
        if self.files and frame.f_code.co_filename not in self.files:
            return None
        self.count += event == "line"
        return self.seen


@pytest.mark.parametrize("draws", [False, True], ids=["told", "drawn"])
@pytest.mark.parametrize("shape", SOURCES)
def test_a_function_takes_work_that_grows_with_its_statements(shape: str, draws: bool) -> None:
    work(shape, 10, draws=draws)  # what is imported once is not counted
    half, whole = (work(shape, count, draws=draws) for count in (FEW, 2 * FEW))
    assert whole < GROWTH * half, f"{whole} lines for twice of what takes {half}"


def titled(count: int) -> int:
    """Lines of what gives titles to questions that stand within each other."""
    body = "".join(f"if (a{n}) {{ g{n}(p);\n" for n in range(count))
    data = f"int f(char *p) {{\n{body}{'}' * count}\nreturn 0;\n}}\n".encode()
    project = assemble({"a.c": parse(data, "c")}, lambda _: data)
    with Lines((titles.__file__, taken.__file__)) as lines:
        _ = project.mermaid(next(iter(project.functions)), "medium")
    return lines.count


def test_titles_of_what_stands_deeply_read_their_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(titles, "_READ", 12)
    half, whole = titled(30), titled(60)
    assert half > 30
    assert whole < GROWTH * half, f"{whole} lines for twice of what takes {half}"


def nested(depth: int) -> int:
    rows = [f"{'    ' * (n + 1)}go{n}(a)\n{'    ' * (n + 1)}if a > {n}:\n" for n in range(depth)]
    after = [f"{'    ' * (n + 1)}back{n}(a)\n" for n in reversed(range(depth))]
    data = f"def f(a):\n{''.join(rows)}{'    ' * (depth + 1)}end(a)\n{''.join(after)}".encode()
    project = assemble({"a.py": parse(data, "python")}, lambda _: data)
    with Lines([outlined.__file__]) as lines:
        project.mermaid("a.py::f", "high")
    return lines.count


def test_what_is_nested_deeply_is_written_once() -> None:
    assert 0 < nested(20) < 8 * nested(10)  # each level is put into that above it, and not written anew in each
