"""The rooms' arrows, as `pyproject.toml` draws them."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp

ROOT = Path(__file__).parent.parent


def test_no_import_goes_against_the_arrows() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import sys; from importlinter.cli import lint_imports_command as c; sys.exit(c())"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(ROOT / "src"), "PATH": ""},
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_contracts_are_those_the_architecture_promises() -> None:
    """A contract cannot be dropped without the page that promises it."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    names = {contract["name"] for contract in config["tool"]["importlinter"]["contracts"]}
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^- \*\*(.+?)\*\* \(checked\)", page, re.MULTILINE)) == names


def test_no_files_import_each_other_in_a_circle() -> None:
    """Imports for types and those within functions count: a circle is two files that can only be read as one."""
    files = grimp.build_graph("flowscout", include_external_packages=False, cache_dir=None)
    order = TopologicalSorter({name: files.find_modules_directly_imported_by(name) for name in files.modules})
    try:
        assert len(tuple(order.static_order())) > 500
    except CycleError as circle:
        raise AssertionError("a circle: " + " <- ".join(circle.args[1])) from None
