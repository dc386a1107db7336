"""Every test of this room remembers in a place of its own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def memory_file(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path_factory.mktemp("memory") / "memory.sqlite3"
    monkeypatch.setenv("FLOWSCOUT_MEMORY", str(path))
    return path
