"""When a function does nothing: its ways out before which no step of its own does anything, with what decides over each."""

from __future__ import annotations

from typing import Final

from ...agents.said import Cited
from ...model import action
from ...model.pattern import regex
from ..conditions import precedes, told, under
from ..own import line_at
from .elsewhere import value_of
from .here import Found, Here, at, each_method, label
from .question.asked import Asked

ASKING: Final = ("test", "switch", "each", "variant", "catch", "return")


def idle(here: Here, asked: Asked) -> Found:
    return each_method(here, asked.names["A"], lambda id_: _idle(here, id_))  # type: ignore[return-value]


def _idle(here: Here, id_: str) -> Found:
    project, name, cfg = here.project, label(here.project, id_), here.project.cfg(id_)
    text = project.bound(id_).text
    steps = [one.start for one in project.actions(id_) if _acts(here, id_, one)]
    ways = {op.start: op for block in cfg.blocks for op in block.ops if op.kind == "return" and not block.dead}
    rows = list[Cited]()
    for start, op in sorted(ways.items()):
        value = value_of(" ".join(text[op.start : op.end].decode("utf-8", "replace").split()))
        before = any(precedes(project, id_, step, start) for step in steps)
        conditions = under(project, id_, start)
        if conditions and not before and "(" not in value:
            gives = "" if value == "without a value" else f", returning {value}"
            said = f"{name} does nothing of its own{told(conditions)}{gives}"
            rows.append(at(project, id_, said, line_at(project, id_, start)))
    none = at(project, id_, f"{name} has no way out before it does something, as far as its steps tell")
    return Found(
        tuple(dict.fromkeys(rows)) or (none,),
        (id_,),
        "Questions that it asks, and what it logs, count as nothing." if rows else "",
    )


def _acts(here: Here, id_: str, each: action.SemanticAction) -> bool:
    op = here.project.cfg(id_).blocks[each.block].ops[each.op]
    if op.kind in ASKING or each.type in (*action.ELIDED, action.METRICS, action.UTILITY):
        return False
    name, equals, value = " ".join(each.text.split()).partition(" = ")
    return not (equals and name.isidentifier() and not _CALLED.search(value))  # what only names something


_CALLED: Final = regex(r"(?<![\w.])[a-z_][\w.]{0,80}\(")
