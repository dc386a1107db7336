"""Which changed functions are no suspects, because the account of the change says that they do as before; and which still are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rca.test_code import git, log_of_pytest, rca, write

SHOP = {
    "shop/__init__.py": "",
    "shop/total.py": (
        "def total(rows, rate):\n    amount = 0\n    for row in rows:\n        amount += row\n    return taxed(amount, rate)\n\n\n"
        "def taxed(amount, rate):\n    return amount * rate\n\n\n"
        "def told(rows):\n    count = len(rows)\n    return f'{count=}'\n\n\n"
        "def each(rows):\n    seen = []\n\n    def add(row):\n        seen.append(row)\n\n    for row in rows:\n        add(row)\n    return seen\n"
    ),
    "shop/run.py": (
        "from . import total\n\n\ndef run(name, *given):\n    return getattr(total, 'as_' + name)(*given)\n\n\ndef names():\n    return [one for one in dir(total) if one.startswith('as_')]\n"
    ),
    "tests/test_total.py": (
        "from shop.run import names\nfrom shop.total import each, told, total\n\n\n"
        "def test_total():\n    assert total([1, 2], 2) == 6\n\n\ndef test_told():\n    assert told([1]) == 'count=1'\n\n\n"
        "def test_each():\n    assert each([1, 2]) == [1, 2]\n\n\ndef test_names():\n    assert names() == []\n"
    ),
    "tests/test_way.py": (
        "import os\n\nfrom shop.total import total\n\n\ndef test_way():\n    assert total([2], len(os.environ.get('SHOP_WAY', ''))) == 4\n"
    ),
}
RENAMED = ("shop/total.py", "count = len(rows)\n    return f'{count=}'", "many = len(rows)\n    return f'{many=}'")
AMOUNT = (
    "shop/total.py",
    "    amount = 0\n    for row in rows:\n        amount += row\n    return taxed(amount, rate)",
    "    found = 0\n    for row in rows:\n        found += row\n    return taxed(found, rate)",
)
RATE = ("shop/total.py", "return amount * rate", "return amount + rate")
UNASKED = ("shop/total.py", "def told(", "def spare(rows):\n    return rows[:1]\n\n\ndef told(")
ASKED = ("shop/total.py", "def told(", "def as_rows(rows):\n    return rows[:1]\n\n\ndef told(")
TEST = (
    "tests/test_total.py",
    "def test_names",
    "def test_nothing():\n    assert each([]) == []\n\n\ndef test_names",
)
INNER = ("shop/total.py", "        seen.append(row)", "        seen.append(-row)")
TAXED = ("shop/total.py", "    return taxed(amount, rate)", "    return taxed(\n        amount, rate\n    )")


def suspected(folder: Path, edits: list[tuple[str, str, str]], capsys: pytest.CaptureFixture[str]) -> list[str]:
    write(folder, SHOP)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "one")
    texts = dict(SHOP)
    for path, old, new in edits:
        assert old in texts[path]
        texts[path] = texts[path].replace(old, new)
    write(folder, texts)
    git(folder, "commit", "-qam", "two")
    found = json.loads(rca(folder, log_of_pytest(folder), "--format", "json", "--no-memory", capsys=capsys))
    return [one["id"].partition("::")[2] for one in found["suspects"]]


CASES = {
    "of what has other names, no caller or had not run nothing is told": ([AMOUNT, RATE, UNASKED, TEST], ["taxed"]),
    "of what has another layout nothing is told": ([TAXED, RATE], ["taxed"]),
    "the name of a local that is told is more than a name": ([RENAMED, UNASKED], ["told"]),
    "what is looked up by a name that is put together is asked for": ([ASKED, AMOUNT], ["as_rows"]),
    "what is changed in an inner function is not the outer one's": ([INNER, AMOUNT], ["each.add"]),
    "where nothing else is suspected it is told": ([AMOUNT], ["total"]),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_who_is_suspected(
    case: tuple[list[tuple[str, str, str]], list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edits, told = case
    assert suspected(tmp_path / "work", edits, capsys) == told
