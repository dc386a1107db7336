"""Macros that govern what stands behind them."""

from __future__ import annotations

from ...model.syntax import Body, If, walk


def governing(body: Body) -> frozenset[int]:
    """Where the invocations begin behind which something stands as behind a question: whether they ask, loop or only do something is not known here."""
    return frozenset([stmt.start for stmt in walk(body) if isinstance(stmt, If) and stmt.test.start == stmt.start])
