"""A local that is given to what only raises: `proc = self.cmd("kill"); raise_if_failed(proc)` calls `cmd` for what it does."""

from __future__ import annotations

from collections.abc import Iterable

from ...model.facts import Call
from ...model.syntax import Simple
from .own import Own


def refused(stmt: Simple, own: Own, calls: Iterable[Call]) -> bool:
    """calls: of the whole function."""
    names = {each.name for each in own.bound(stmt.start, stmt.end)}
    return any(not own.weight(each) and not names.isdisjoint([own.text(*it) for it in each.args]) for each in calls)
