"""Stored results are bytes by text; a tampered row is a miss, never code and never another file."""

from __future__ import annotations

import pickle
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from flowscout.adapters.store.results import ForeignRow, Results


class Evil:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (Path.touch, (Path("ran"),))  # type: ignore[return-value]


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Results]:
    monkeypatch.chdir(tmp_path)
    opened = Results(str(tmp_path / "results"))
    opened.put("key", b"value")
    yield opened
    opened.close()


def tamper(tmp_path: Path, change: str, *values: object) -> None:
    with sqlite3.connect(tmp_path / "results" / "cache.db") as db:
        db.execute(f"UPDATE Cache SET {change}", values)


def test_bytes_come_back(stored: Results) -> None:
    assert stored.get("key") == b"value"
    assert stored.get("other") is None
    stored.put("large", b"x" * 200_000)
    assert stored.get("large") == b"x" * 200_000
    assert [path.suffix for path in Path("results").rglob("*") if path.is_file() and path.suffix == ".val"] == []


def test_a_pickled_value_is_a_miss(stored: Results, tmp_path: Path) -> None:
    tamper(tmp_path, "mode = 4, value = ?", pickle.dumps(Evil()))
    assert stored.get("key") is None
    assert not Path("ran").exists()


def test_a_pickled_key_is_never_read(stored: Results, tmp_path: Path) -> None:
    tamper(tmp_path, "raw = 0, key = ?", pickle.dumps(Evil()))
    assert stored.get("key") is None
    assert not Path("ran").exists()


@pytest.mark.parametrize("mode", [2, 3, 4])
def test_a_file_outside_is_neither_read_nor_removed(stored: Results, tmp_path: Path, mode: int) -> None:
    victim = tmp_path / "victim.txt"
    victim.write_text("mine")
    tamper(tmp_path, "mode = ?, filename = '../victim.txt', value = NULL", mode)
    assert stored.get("key") is None
    with pytest.raises(ForeignRow):
        stored.clear()
    assert victim.read_text() == "mine"


def test_anything_but_text_and_bytes_is_refused(stored: Results) -> None:
    with pytest.raises(ForeignRow):
        stored.put("key", {"not": "bytes"})  # type: ignore[arg-type]
    with pytest.raises(ForeignRow):
        stored.put(("not", "text"), b"x")  # type: ignore[arg-type]
