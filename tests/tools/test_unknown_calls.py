"""What nobody can say whom it calls is told beside who surely calls: nothing found is not nothing that breaks. A rename is a change."""

from __future__ import annotations

from functools import partial

from flowscout.frontends.treesitter import parse
from flowscout.model.settings import Settings
from flowscout.pipeline import assemble
from flowscout.tasks.review.review import review
from flowscout.tools.desk import Desk
from flowscout.tools.each import impact, tests_for, what_changed
from tools.shop import desk

POOL = b"""class Pool:
    def release(self, conn):
        self.free.append(conn)

    def drain(self):
        for conn in self.used:
            self.release(conn)


class Keeper:
    def __init__(self, pool):
        self.pool = pool

    def leave(self, conn):
        self.pool.release(conn)
"""
TEST = b"async def test_release(pool):\n    conn = await pool.acquire()\n    pool.release(conn)\n"


def made() -> Desk:
    return desk({"pool.py": POOL, "tests/test_pool.py": TEST})


def test_calls_of_nobody_that_can_be_told_are_told_with_their_lines() -> None:
    found = impact.run(made(), impact.Impact(name="Pool.release"))
    assert isinstance(found, impact.Broken)
    assert [(row.caller, row.line) for row in found.callSites] == [("Pool.drain", 7)]
    assert [(row.file, row.line, row.text) for row in found.unknownCalls] == [
        ("pool.py", 15, "self.pool.release(conn)"),
        ("tests/test_pool.py", 3, "pool.release(conn)"),
    ]
    assert found.totalUnknownCalls == 2


def test_that_no_test_leads_there_says_how_many_calls_are_not_known() -> None:
    found = tests_for.run(made(), tests_for.TestsFor(name="Pool.release"))
    assert isinstance(found, tests_for.Failed)
    assert "2 calls of its name" in found.message


def test_a_rename_is_told_as_a_change() -> None:
    after = POOL.replace(b"def drain", b"def empty")
    before, now = (
        assemble({"pool.py": parse(text, "python")}, partial(_same, text), Settings()) for text in (POOL, after)
    )
    told = made()._replace(changes=lambda asked: review(before, now, ("1a2b3c4", asked), others={}))
    found = what_changed.run(told, what_changed.WhatChanged())
    assert isinstance(found, what_changed.Changed)
    assert [row.sentence for row in found.rows] == ["`Pool.drain` is now called `Pool.empty`."]


def _same(text: bytes, path: str) -> bytes:
    return text
