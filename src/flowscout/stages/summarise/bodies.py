"""Parts of a body: every one in it, and those that are always gone through."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.syntax import Body, Loop, Try, With, parts, walk


def every(body: Body) -> Iterator[Body]:
    yield body
    for stmt in walk(body):
        yield from parts(stmt)


def always(body: Body) -> Iterator[Body]:
    """Parts of a body that are always gone through: itself, and what a `try`, a loop or a `with` holds."""
    waiting = [body]
    while waiting:
        here = waiting.pop()
        yield here
        for stmt in here:
            if isinstance(stmt, Loop | With):
                waiting.append(stmt.body)
            elif isinstance(stmt, Try):
                waiting += [stmt.body, stmt.final]
