"""What is asked of a pointer, of a flag by its own name, and of what is done whatever is raised; and a name that is gone or was called otherwise."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.contract import read
from flowscout.tools.each import impact, where_effect
from tools.shop import desk

C = b"""#include <string.h>

int same(const char *name)
{
    char *copy;
    int n;
    copy = strdup(name);
    if (copy == 0)
        return -1;
    n = count(copy);
    if (n == 0)
        return 2;
    free(copy);
    return 1;
}

int walk(const char *path)
{
    DIR *dir;
    dir = opendir(path);
    if (!dir) {
        complain(path);
        return 0;
    }
    return 1;
}
"""
PYTHON = b"""def search(word, ignore_case=True, deep=False):
    return word


class Line:
    def wait(self, sock):
        sock.setblocking(0)
        try:
            reply = self.read()
        except OSError:
            found = self.last()
            raise
        finally:
            sock.setblocking(1)
        return reply


def start():
    fetch_rows(1)
"""


def told(question: str) -> str:
    found = by_rules(desk({"a.c": C, "b.py": PYTHON}), question)
    return "\n".join(line.text for line in getattr(found, "said", ())) or str(found)


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("what does same return if strdup fails", "returns `-1`"),
        ("what happens if opendir fails in walk", "complain(path)"),
        ("is ignore_case on by default in search", "Yes: `ignore_case`"),
        ("is deep enabled by default in search", "No: `deep`"),
    ],
)
def test_it_is_told(question: str, held: str) -> None:
    assert held in told(question)


def test_what_only_sets_something_is_not_told_as_a_reset() -> None:
    assert "self.last()" not in told("does wait reset the socket to blocking if it fails")


def test_calls_of_a_name_that_is_gone_are_told() -> None:
    gone = impact.run(desk({"b.py": PYTHON}), impact.Impact(name="fetch_rows"))
    assert "b.py:19 in start" in gone.message
    assert "calls of" not in impact.run(desk({"b.py": PYTHON}), impact.Impact(name="never_there")).message


def test_a_function_may_be_named_as_before() -> None:
    given = [read(where_effect.PLUGIN, {"kind": "raises", key: "Line.wait"}) for key in ("name", "function")]
    assert given[0] == given[1]
