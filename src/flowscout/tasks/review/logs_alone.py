"""What only says something for a log: lines of it, and questions that came round it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...model.account import Answer
from ...model.action import LOGGING, SAID
from ...model.pattern import regex
from ...pipeline import Project

_MAY_FAIL: Final = regex(rb"(?<![=!<>])=(?!=)|\+\+|--|(?<!this)->|[*/%\[]")


def logs_alone(before: Project, after: Project, back: Mapping[str, str], one: Answer) -> bool:
    """Whether the edit puts a question round what is logged, and nothing else. back: ids before by those after."""
    was = back.get(one.unit, "")
    if one.unit not in after.functions or was not in before.functions:
        return False
    now = _kinds(after, one.unit, one.after.line, one.after.end_line)
    then = _kinds(before, was, one.before.line, one.before.end_line) if one.before.line else {"log"}
    return now == {"log", "test"} and then == {"log"}


def _kinds(project: Project, id_: str, first: int, last: int) -> set[str]:
    """What is done on some lines: `log`, `test` of what calls, sets and follows nothing, or anything else."""
    facts, bound, blocks = project.functions[id_].facts, project.bound(id_), project.cfg(id_).blocks
    logs = {(act.block, act.op) for act in project.actions(id_) if act.type == LOGGING or act.reason == SAID}
    found = set[str]()
    for block in blocks:
        for at, op in enumerate(block.ops):
            if first <= bound.line(op.start) <= last:
                asks = op.kind == "test" and not any(op.start <= call.start < op.end for call in facts.calls)
                plain = asks and not _MAY_FAIL.search(bound.text[op.start : op.end])
                found.add(
                    "log" if (block.id, at) in logs else "test" if plain else "asked" if op.kind == "test" else op.kind
                )
    return found
