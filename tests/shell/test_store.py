"""A store may be damaged, locked or forbidden: a run never fails for it, and says what is the matter."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import tracemalloc
import zlib
from pathlib import Path

import pytest

from flowscout.adapters.store.database import Store, store_path
from flowscout.adapters.store.packing import MARK, inflated
from flowscout.model.codec import Refused
from flowscout.model.facts_codec import decode_facts


def test_rows_are_there_for_the_next_run(tmp_path: Path) -> None:
    first = Store(tmp_path / "deep" / "store.sqlite")
    first.put({"a": b"1", "b": b"2"})
    first.close()

    second = Store(tmp_path / "deep" / "store.sqlite")

    assert second.get(["a", "b", "c"]) == {"a": b"1", "b": b"2"}
    assert (tmp_path / "deep" / "store.sqlite").stat().st_mode & 0o777 == 0o600
    assert second.note == ""


def test_a_damaged_store_is_set_aside_and_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    path.write_bytes(b"not a database at all" * 100)

    store = Store(path)
    store.put({"a": b"1"})

    assert store.get(["a"]) == {"a": b"1"}
    assert "damaged" in store.note
    assert (tmp_path / "store.sqlite.damaged").read_bytes().startswith(b"not a database")


def test_a_row_that_asks_for_gigabytes_is_a_miss(tmp_path: Path) -> None:
    """A few kilobytes may inflate to anything; what no row of ours comes near is not made."""
    bomb = zlib.compress(b"\0" * 400_000_000, 9)
    path = tmp_path / "store.sqlite"
    store = Store(path)
    store.put({"a": b"1", "facts": b"2"})
    with sqlite3.connect(path) as beside:
        beside.execute("UPDATE memo SET value = ? WHERE key = 'a'", (MARK + bomb,))

    tracemalloc.start()
    assert store.get(["a", "facts"]) == {"facts": b"2"}
    assert inflated(bomb) is None
    with pytest.raises(Refused):
        decode_facts(bomb)
    assert tracemalloc.get_traced_memory()[1] < 200_000_000
    tracemalloc.stop()


def test_a_value_that_is_not_bytes_is_a_miss(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    store = Store(path)
    store.put({"a": b"1"})
    with sqlite3.connect(path) as db:
        db.execute("UPDATE memo SET value = 'text'")

    assert store.get(["a"]) == {}


def test_where_nothing_may_be_written_work_goes_on_in_memory(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("here a folder should be")

    store = Store(blocker / "store.sqlite")
    store.put({"a": b"1"})

    assert store.get(["a"]) == {"a": b"1"}
    assert "in memory" in store.note


def test_a_locked_store_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "flowscout.adapters.store.database._PRAGMAS", ("PRAGMA busy_timeout=50", "PRAGMA journal_mode=WAL")
    )
    path = tmp_path / "store.sqlite"
    owner = Store(path)
    owner.put({"a": b"1"})
    lock = sqlite3.connect(path)
    lock.execute("BEGIN EXCLUSIVE")

    other = Store(path)
    other.put({"b": b"2"})

    assert "locked" in other.note
    lock.rollback()
    assert owner.get(["a", "b"]) == {"a": b"1"}


def test_pruning_keeps_what_is_named(tmp_path: Path) -> None:
    store = Store(tmp_path / "store.sqlite")
    store.put({"a": b"1", "b": b"22"})

    assert store.count() == (2, 3)
    assert store.prune(frozenset({"b"})) == 1
    assert store.get(["a", "b"]) == {"b": b"22"}


def test_without_git_the_store_is_in_the_cache_folder_of_the_user() -> None:
    assert store_path("/r/.git", "/r", {}) == "/r/.git/flowscout/store.sqlite"
    inside = store_path(None, "/r", {"XDG_CACHE_HOME": "/c"})
    assert inside.startswith("/c/flowscout/")


def test_a_store_that_others_have_open_is_not_doubted_and_the_last_one_seals(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    first, second = Store(path), Store(path)
    first.put({"a": b"1" * 100_000})
    first.close()
    third = Store(path)
    second.put({"b": b"2"})
    second.close()
    third.close()

    last = Store(path)

    assert [store.note for store in (first, second, third, last)] == [""] * 4
    assert set(last.get(["a", "b"])) == {"a", "b"}


def test_a_store_that_somebody_else_wrote_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    store = Store(path)
    store.put({"a": b"1" * 10_000})
    store.close()
    data = path.read_bytes()
    path.write_bytes(data.replace(b"1111", b"1112", 1))

    again = Store(path)

    assert again.get(["a"]) == {}
    assert "begun anew" in again.note
    assert (tmp_path / "store.sqlite.damaged").exists()


@pytest.mark.parametrize("first", [True, False])
def test_a_store_whose_run_was_killed_is_whole(tmp_path: Path, first: bool) -> None:
    """Nothing closed it: what the log holds counts, and the file is as it was sealed, by its first run when it was made."""
    path = tmp_path / "store.sqlite"
    if not first:
        Store(path).close()
    code = f"import os; from pathlib import Path; from flowscout.adapters.store.database import Store\ns = Store(Path({str(path)!r})); s.put({{'a': b'1'}}); os._exit(9)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 9

    store = Store(path)

    assert (store.get(["a"]), store.note) == ({"a": b"1"}, "")


def test_a_long_value_takes_less_room_and_comes_back_as_it_was(tmp_path: Path) -> None:
    store = Store(tmp_path / "store.sqlite")
    rows = {"long": b'["volume"]' * 1_000, "short": b"v", "odd": b"\0z not deflated", "empty": b""}
    store.put(rows)
    assert store.get(rows) == rows
    assert store.count()[1] < 1_000


def test_a_deflated_value_that_was_cut_short_is_a_miss(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    store = Store(path)
    store.put({"long": b'["volume"]' * 1_000, "other": b"v"})
    with sqlite3.connect(path) as db:
        db.execute("UPDATE memo SET value = substr(value, 1, 20) WHERE key = 'long'")
    assert store.get(["long", "other"]) == {"other": b"v"}
