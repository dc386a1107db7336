"""A function that is defined within another one, and given back by that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ...model.pattern import regex
from ...model.syntax import Body, Simple, Stmt, walk
from ...words.phrases import ticked

_HEAD: Final = regex(r"\bdef ([^\W\d]\w*+)\(([^()]*+)\)")


def heads_inside(body: Body, text: Callable[[Stmt], str]) -> dict[str, str]:
    """By name, what they are given."""
    inner = [stmt for stmt in walk(body) if isinstance(stmt, Simple) and stmt.role == "define"]
    return {head[1]: head[2] for stmt in inner if (head := _HEAD.search(text(stmt)))}


def function_inside(name: str, heads: Mapping[str, str]) -> str:
    """In words, with the names of what that is given; "" where it is none."""
    if name not in heads:
        return ""
    given = heads[name]
    named = [each.partition(":")[0].partition("=")[0].strip() for each in given.split(",")]
    told = "…" if "[" in given else ", ".join(named)
    return f"a function, {ticked(f'{name}({told})')}"
