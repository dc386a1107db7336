"""`does A check that there are two classes`: the questions that A asks itself, where no step and no call is named for checking.

Those tell of it that hold the most of the words, in the question or in the line below it, which says what it is asked for. Where none
holds half of them, all are told if they are few, and that none names it. No yes and no no.
"""

from __future__ import annotations

from typing import Final

from ..conditions import told, under
from ..own import line_at
from .here import Found, Here, at, label
from .question.sought import sought
from .scored import held_by

FEW: Final = 6
BELOW: Final = 160  # characters behind a question that say what it is asked for


def own_questions(here: Here, id_: str, rest: str) -> Found | None:
    """None where it asks nothing, or too much to be told."""
    project, text, words = here.project, here.project.bound(id_).text, sought(rest)
    own = project.functions[id_].facts
    tests = sorted({op for block in project.cfg(id_).blocks if not block.dead for op in block.ops if op.kind in ("test", "switch") and op.end <= own.end - own.start})  # fmt: skip
    rows = []
    for op in tests:
        said = " ".join(text[op.start : op.end].decode("utf-8", "replace").split())
        below = text[op.end : op.end + BELOW].split(b"\n")[:2]
        held = len(held_by(words, b"\n".join([said.encode(), *below])))
        decided = told(under(project, id_, op.start))
        cited = at(project, id_, f"{label(project, id_)} asks `{said[:120]}`{decided}", line_at(project, id_, op.start))
        rows.append((held, cited))
    most = max((held for held, _ in rows), default=0)
    named = bool(words) and most * 2 >= len(words)
    shown = tuple(dict.fromkeys(cited for held, cited in rows if not named or held == most))
    if not 0 < len(shown) <= FEW:
        return None
    note = "I say neither yes nor no: its questions that name the most of it." if named else f"I say neither yes nor no: these are all of its questions; none of them names `{rest[:80]}`."  # fmt: skip
    return Found(shown, (id_,), note, weighed=named)
