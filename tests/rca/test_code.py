"""A change that breaks a function two calls below a failing test: the log, the call graph and the change find each other."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from flowscout.__main__ import main

BEFORE = {
    "shop/__init__.py": "",
    "shop/money.py": "def rounded(amount, places):\n    if places < 0:\n        raise ValueError('places')\n    return round(amount, places)\n",
    "shop/cart.py": "from .money import rounded\n\n\ndef total(prices):\n    amount = 0\n    for price in prices:\n        amount += price\n    return rounded(amount, 2)\n",
    "shop/order.py": "from .cart import total\n\n\ndef place(prices):\n    if not prices:\n        return None\n    return {'total': total(prices)}\n",
    "shop/unrelated.py": "def unrelated():\n    return 1\n",
    "tests/test_order.py": "from shop.order import place\n\n\ndef test_an_order_has_its_total():\n    order = place([1.005, 2.5])\n    assert order['total'] == 3.5\n",
}
BROKEN = {"shop/money.py": BEFORE["shop/money.py"].replace("round(amount, places)", "int(amount)")}
ELSEWHERE = {"shop/unrelated.py": "def unrelated():\n    return 2\n"}


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def git(folder: Path, *words: str) -> None:
    subprocess.run(
        ["git", "-c", "user.name=A", "-c", "user.email=a@b.c", *words], cwd=folder, check=True, capture_output=True
    )


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    folder = tmp_path / "shop-work"
    write(folder, BEFORE)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "one")
    return folder


def change(folder: Path, files: dict[str, str]) -> None:
    write(folder, files)
    git(folder, "commit", "-qam", "two")


def log_of_pytest(folder: Path) -> Path:
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-o", "addopts=", "tests"],
        cwd=folder, capture_output=True, env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}, check=False,
    )  # fmt: skip
    assert ran.returncode in (1, 2, 4), ran.stdout
    log = folder.parent / "build.log"
    log.write_bytes(ran.stdout + ran.stderr)
    return log


def rca(folder: Path, log: Path, *words: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["rca", str(log), "--root", str(folder), "--range", "HEAD~1..HEAD", *words]) == 0
    return capsys.readouterr().out


def test_the_changed_function_two_calls_below_is_the_suspect(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(shop, BROKEN)
    found = json.loads(rca(shop, log_of_pytest(shop), "--format", "json", capsys=capsys))
    first = found["findings"][0]
    assert (first["file"], first["file_line"]) == ("tests/test_order.py", 6)
    assert found["place"]["function"] == "tests/test_order.py::test_an_order_has_its_total"
    suspect = found["suspects"][0]
    assert suspect["id"] == "shop/money.py::rounded"
    assert [step.split("::")[1] for step in suspect["path"]] == [
        "test_an_order_has_its_total",
        "place",
        "total",
        "rounded",
    ]


def test_the_report_draws_the_flow_with_the_failing_step_marked(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(shop, BROKEN)
    report = rca(shop, log_of_pytest(shop), "--format", "markdown", capsys=capsys)
    assert "[tests/test\\_order.py:6](tests/test_order.py#L6)" in report
    assert "`place` → `total` → `rounded`" in report
    drawn = report.split("```mermaid")[1].split("```")[0]
    marked = next(line for line in drawn.splitlines() if "✗" in line)
    assert f"class {marked.split('{')[0].split('[')[0].split('(')[0].strip()} failing" in drawn
    assert "> 6 |     assert order['total'] == 3.5" in report


def test_a_change_that_no_call_and_no_import_leads_to_is_no_suspect(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(shop, BROKEN)
    git(shop, "commit", "-qam", "broken before")
    change(shop, ELSEWHERE)
    found = json.loads(rca(shop, log_of_pytest(shop), "--format", "json", capsys=capsys))
    assert found["suspects"] == []
    assert any("No changed function reaches" in note for note in found["notes"])
