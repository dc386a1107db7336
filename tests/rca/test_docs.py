"""What a docstring says is no cause, unless somebody reads it; nor is what a page says, or a function that nobody names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flowscout.tasks.diagnose.docs import lines_of_docs, same_but_for_docs
from rca.test_code import git, log_of_pytest, rca, write

TILL = (
    '"""Tills."""\n\n\nclass Till:\n    """A till\n    that opens."""\n\n    def rows(self):\n        """All rows."""\n        return step(3)\n\n\n'
    "def step(count):\n    '''So many steps.'''\n    return list(range(count))\n"
)
FILES = {
    "shop/__init__.py": "",
    "shop/till.py": TILL,
    "README.rst": "shop\n====\n",
    "tests/test_till.py": "from shop.till import Till, step\n\n\ndef test_rows():\n    assert Till().rows() == [0, 1, 2]\n",
    "tests/test_words.py": "from shop.till import Till\n\n\ndef test_words():\n    assert Till.rows.__doc__ == 'All rows.'\n",
}
QUIET = TILL.replace("A till\n    that opens", "A till\n    to be opened").replace("Tills", "Some tills")
QUIET = QUIET.replace("All rows", "Every row there is").replace("So many steps", "Steps")


def _suspects(tmp_path: Path, capsys: pytest.CaptureFixture[str], now: dict[str, str], test: str) -> list[str]:
    folder = tmp_path / "work"
    files = {path: text for path, text in FILES.items() if not path.startswith("tests/") or path == test}
    write(folder, files)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "one")
    write(folder, now)
    git(folder, "commit", "-qam", "two")
    found = json.loads(rca(folder, log_of_pytest(folder), "--format", "json", "--no-memory", capsys=capsys))
    return [suspect["id"] for suspect in found["suspects"]]


def test_other_words_in_docstrings_and_pages_are_no_suspects(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = QUIET.replace("list(range(count))", "list(range(count + 1))") + "\n\ndef spare(till):\n    return till\n"
    now = {"shop/till.py": broken, "README.rst": "Shop, a till\n============\n"}
    assert _suspects(tmp_path, capsys, now, "tests/test_till.py") == ["shop/till.py::step"]


def test_a_docstring_that_a_test_reads_is_a_suspect(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = _suspects(tmp_path, capsys, {"shop/till.py": QUIET}, "tests/test_words.py")
    assert found == ["shop/till.py::Till.rows"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ('"""One."""\nx = 1\n', {1}),
        ('def f():\n    """One\n    two."""\n    return 1\n', {2, 3}),
        ('def f(): """One."""\n', set()),
        ('def f():\n    """One."""; g()\n', set()),
        ('def f():\n    g(\n        """One."""\n    )\n', set()),
        ('def f():\n    x = 1\n    """One."""\n', set()),
        ('print "old"\n"""One."""\n', {2}),
    ],
)
def test_lines_of_docstrings_hold_nothing_else(text: str, lines: set[int]) -> None:
    assert lines_of_docs(text) == lines


def test_functions_are_the_same_but_for_what_they_say_of_themselves() -> None:
    one = 'def f(a):\n    """One."""\n    return a\n'
    assert same_but_for_docs(one, one.replace("One", "Two") + "    # so\n")
    assert not same_but_for_docs(one, one.replace("return a", "return -a"))
    assert not same_but_for_docs('def f():\n    return """One."""\n', 'def f():\n    return """Two."""\n')
