"""The demo does what `make demo` promises, in its own repository and in a copy of another."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


def _demo(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, str(ROOT / "demo/demo.py"), *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _git(folder: Path, *arguments: str) -> str:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.com")
    return subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.mark.slow
def test_the_sample_repository_is_drawn_kept_and_guarded() -> None:
    said = _demo()
    place = ROOT / "build/demo"
    assert "git commit: exit 1" in said
    assert "git commit: exit 0" in said
    assert "```mermaid" in (place / "docs/flowcharts/src/volume_service.cc.md").read_text()
    assert "```mermaid" in (place / "README.md").read_text()
    assert _git(place, "status", "--porcelain") == ""


@pytest.mark.slow
def test_another_repository_is_only_read(tmp_path: Path) -> None:
    original = tmp_path / "shop"
    original.mkdir()
    (original / "shop.py").write_text(
        "def pay(amount):\n    if amount < 0:\n        raise ValueError(amount)\n    return amount\n\n\n"
        "def main():\n    return pay(3)\n"
    )
    _git(original, "init", "-q")
    _git(original, "add", "-A")
    _git(original, "commit", "-q", "-m", "Start")
    before = {p: p.read_bytes() for p in original.rglob("*") if p.is_file()}
    said = _demo(str(original))
    assert "git commit: exit 0" in said
    assert {p: p.read_bytes() for p in original.rglob("*") if p.is_file()} == before
    assert "```mermaid" in (ROOT / "build/demo-shop/docs/flowcharts/shop.py.md").read_text()
