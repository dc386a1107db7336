"""Under which condition a call is made where brackets are denied: `!(a && b) || c`."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from tools.shop import desk

PYTHON = b"""import os


def walk(names, archives, exts):
    for name in names:
        if not name.endswith("x") and not (archives and name.endswith("y")):
            continue
        if name.startswith("."):
            os.remove(name)
        if not (archives and exts):
            os.rename(name, name)
        if not (archives or exts) or name:
            os.mkdir(name)
        if not (")" in archives):
            os.rmdir(name)
"""
C = b"""void work(int a, int b, int c) {
  if (!(a && b) || c)
    unlink("x");
  if (!(a) && b)
    rmdir("y");
  if (!(a || !(b && c)))
    link("y", "z");
  if ((!a && b) || (c && !b))
    symlink("p", "q");
  if (!((a || b) && c))
    chdir("r");
}
"""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("when does `walk` call `os.remove`", """when `name.startswith(".")`, unless `not name.endswith("x") and not (archives and name.endswith("y"))`"""),
        ("when does `walk` call `os.rename`", "or `archives and exts`"),
        ("when does `walk` call `os.mkdir`", "when `not (archives or exts) or name`"),
        ("when does `walk` call `os.rmdir`", """when `not (")" in archives)`"""),
        ("when does work call unlink", "when `!(a && b) || c`"),
        ("when does work call rmdir", "when `!(a) && b`"),
        ("when does work call link", "unless `a || !(b && c)`"),
        ("when does work call symlink", "when `(!a && b) || (c && !b)`"),
        ("when does work call chdir", "unless `(a || b) && c`"),
    ],
)  # fmt: skip
def test_what_is_denied_as_a_whole_is_told_so(question: str, told: str) -> None:
    made = by_rules(desk({"walk.py": PYTHON, "work.c": C}), question)
    assert made.said, made.note
    (line,) = made.said
    assert f"{told}, " in f"{line.text}, ", line.text


def test_what_is_asked_again_is_told_by_its_last_answer() -> None:
    source = b"char *made(int n) {\n  char *p = malloc(n);\n  if (p == NULL)\n    return NULL;\n  while (1) {\n    if (n > 9)\n      return p;\n    p = malloc(2 * n);\n    if (p == NULL)\n      return NULL;\n  }\n}\n"
    lines = [line.text for line in by_rules(desk({"made.c": source}), "when does made return NULL?").said]
    assert lines == ["made returns NULL, when `p == NULL`", "made returns NULL, when `p == NULL`, unless `n > 9`"]
