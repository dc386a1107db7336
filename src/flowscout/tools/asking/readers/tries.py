"""`how many times does A retry the request`, `how often is the open tried in A`: the loops of the function and what they are left by; how often they are run is not counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ....agents.said import Cited
from ....model.pattern import regex
from ...codes import Failed
from ...conditions import again, told, under
from ...own import line_at
from ..here import Found, Here, at, each, label
from ..question.tokens import QuestionToken, one_line

_NAME: Final = r"`?(?P<name>[A-Za-z_~][\w.:>~-]{1,119})(?:\(\))?`?"
_TRIES: Final = r"(?:re-?)?(?:try|tries|attempts?|tried|attempted|repeats?|repeated)"
_FORMS: Final = tuple(
    regex(rf"(?i)how (?:many times|often) {form}$")
    for form in (
        rf"(?:does|do|will|can|may) {_NAME} (?:at most )?{_TRIES}(?: .{{1,120}})?",
        rf"(?:is|are|does|do) .{{2,80}}? {_TRIES} (?:in|by|inside) {_NAME}",
    )
)
WIDE: Final = 120
NOTE: Final = "Its loops, and under what each is left or gone on with; how often that is in one run I do not count."


def tries(here: Here, question: str) -> Found | Failed | None:
    plain = one_line(question).rstrip("?!. ")
    asked = next((found for form in _FORMS if (found := form.match(plain))), None)
    if asked is None or plain.endswith(" by default"):  # a number is asked for
        return None
    told_so = each(here, QuestionToken("", asked["name"], code=True), lambda id_: _loops(here, id_))
    return None if isinstance(told_so, Failed) else told_so


def _loops(here: Here, id_: str) -> Found | Failed:
    rows = list(dict.fromkeys(_rows(here, id_)))
    return Found(tuple(rows), (id_,), NOTE, weighed=True) if rows else Failed("NO_RESULTS", "it has no loop")


def _rows(here: Here, id_: str) -> Iterator[Cited]:
    project, name = here.project, label(here.project, id_)
    cfg, text = project.cfg(id_), project.bound(id_).text
    for block in sorted((one for one in cfg.blocks if one.ops and not one.dead), key=lambda one: one.ops[-1].start):
        last = block.ops[-1]
        said = " ".join(text[last.start : last.end].decode("utf-8", "replace").split())[:WIDE]
        line = line_at(project, id_, last.start)
        if last.kind == "each":
            yield at(project, id_, f"{name}: goes through `{said}`", line)
        elif last.kind == "test" and any(edge.kind == "exit-loop" for edge in cfg.edges if edge.source == block.id):
            yield at(project, id_, f"{name}: goes on while `{said}`", line)
    for one in sorted(project.actions(id_), key=lambda found: found.start):
        code = " ".join(one.text.split()).rstrip(";")
        word = code.partition(" ")[0].rstrip(";")
        if word in ("break", "return", "raise", "throw", "continue") and _in_loop(here, id_, one.start):
            yield at(project, id_, f"{name}: `{code[:WIDE]}`{told(under(project, id_, one.start))}", line_at(project, id_, one.start))  # fmt: skip


def _in_loop(here: Here, id_: str, offset: int) -> bool:
    """Whether it leaves or goes on with a loop: it stands in the body of one."""
    cfg = here.project.cfg(id_)
    statement = next((op.statement for block in cfg.blocks for op in block.ops if op.start <= offset < op.end), -1)
    if not 0 <= statement < len(cfg.statements):
        return False
    start, end = cfg.statements[statement]
    around = [(first, last) for first, last in cfg.statements if first <= start and end <= last and (first, last) != (start, end)]  # fmt: skip
    heads = [op.start for block in cfg.blocks for op in block.ops if op.kind in ("each", "test") and again(here.project, id_, op.start)]  # fmt: skip
    return any(first <= head < last for first, last in around for head in heads)
