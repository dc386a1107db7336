"""Questions read rows that are kept: whatever happened to these, the answer is that of a run that keeps nothing."""

from __future__ import annotations

import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from flowscout.adapters.store import integrity
from never_lost import killing
from never_lost.test_broken_stores import STORE, damage
from never_lost.world import edit, made

ROUNDS = int(os.environ.get("FLOWSCOUT_KILLS", "9")) // 3
QUESTIONS = (
    ("graph", "callers", "save", "--depth", "0"), ("graph", "callees", "handle_order", "--json"), ("flowchart", "place"), ("explain", "place", "--stage", "summary"),
    ("explain", "queue_push", "--stage", "calls"), ("ask", "who calls `queue_drop`?"), ("tool", "impact", "--json", '{"name": "queue_drop"}'),
    ("tool", "where_effect", "--json", '{"kind": "deletes"}'), ("graph", "entry-points"), ("tool", "find_islands"),
)  # fmt: skip
SPOILT = {
    "functions": ("effects = 7", "effects = '[[1]]'", "calls = x'00'", "position = 99", "file = 0"),
    "sets": ("atoms = x'ff'", "atoms = x'7f7f'", "atoms = '[[1]]'"),
    "rows": ("rows = x'00'", "rows = '[]'", "rows = x''"),
    "imports": ("imports = x'00'", "imports = '[[1]]'"),
    "lines": ("lines = x'00'", "lines = x''"),
    "sites": ("sites = x'00'", "sites = '[]'", "sites = '[[[1]]]'"),
}


def answers(repo: killing.Nested, **env: str) -> list[tuple[int, str]]:
    return [repo.flowscout(*question, env=env)[:2] for question in QUESTIONS]


def anew(repo: killing.Nested) -> list[tuple[int, str]]:
    """Of runs that keep nothing."""
    return answers(repo, FLOWSCOUT_MEMO="off")


def right(repo: killing.Nested) -> None:
    assert answers(repo) == anew(repo)


def test_after_edits_answers_are_those_of_a_run_that_keeps_nothing(tmp_path: Path) -> None:
    chance = random.Random(3)
    with killing.nested(made(tmp_path / "repo"), every=True) as repo:
        for _ in range(2):
            edit(repo, chance)
            right(repo)
        assert any(code == 0 and out for code, out in answers(repo))


@pytest.mark.parametrize("table", SPOILT)
def test_rows_that_are_not_what_they_should_be_are_no_answer(tmp_path: Path, table: str) -> None:
    with killing.nested(made(tmp_path / "repo"), every=True) as repo:
        wanted = anew(repo)
        assert answers(repo) == wanted
        for change in SPOILT[table]:
            with closing(sqlite3.connect(repo.path / STORE)) as db, db:
                assert db.execute(f"UPDATE {table} SET {change}").rowcount > 0, change
            integrity.write(str(repo.path / STORE))
            assert answers(repo) == wanted, change


def test_a_damaged_store_is_no_answer(tmp_path: Path) -> None:
    chance = random.Random(5)
    with killing.nested(made(tmp_path / "repo"), every=True) as repo:
        wanted = anew(repo)
        assert answers(repo) == wanted
        for _ in range(ROUNDS):
            damage(repo.path / STORE, chance)
            assert answers(repo) == wanted


def test_a_question_that_was_killed_leaves_what_the_next_one_can_read(tmp_path: Path) -> None:
    chance = random.Random(9)
    with killing.nested(made(tmp_path / "repo"), every=True) as repo:
        for _ in range(ROUNDS):
            edit(repo, chance)
            if chance.random() < 0.3:
                repo.write({STORE: b""})
            repo.killed(chance.uniform(0.001, 0.3), *chance.choice(QUESTIONS), group=chance.random() < 0.5)
            right(repo)


def test_a_question_does_not_wait_for_a_run_that_writes(tmp_path: Path) -> None:
    with killing.nested(made(tmp_path / "repo")) as repo:
        right(repo)
        with closing(sqlite3.connect(repo.path / STORE, isolation_level=None)) as db:
            db.execute("BEGIN IMMEDIATE")
            ran = repo.flowscout(*QUESTIONS[0])
            assert (ran.code, ran.said, repo.took < 3) == (0, "", True)
            db.execute("ROLLBACK")


@pytest.mark.parametrize("first", [("graph", "stats"), ("graph", "leaves"), ("tool", "get_statistics")])
def test_what_the_first_question_found_is_kept_for_the_next(tmp_path: Path, first: tuple[str, ...]) -> None:
    with killing.nested(made(tmp_path / "repo"), every=True) as repo:
        assert repo.flowscout(*first)[0] == 0
        with closing(sqlite3.connect(repo.path / STORE)) as db:
            runs = db.execute("SELECT name, run FROM views").fetchall()
            assert any("worktree" in name for name, _ in runs)
            assert answers(repo) == anew(repo)
            assert db.execute("SELECT name, run FROM views").fetchall() == runs, "nothing is resolved again"
