"""What a field of a type is when an object of it is made: `what is Job.state at first`, `what is Job.state initially set to`. By what its constructors set it to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ....agents.said import Cited
from ....model.pattern import regex
from ...own import line_at
from ..here import Found, Here, at, label, makers
from ..question.tokens import one_line

_FIELD: Final = (
    r"`?(?P<owner>[A-Za-z_]\w{0,80}(?:(?:\.|::)[A-Za-z_]\w{0,80}){0,4})(?:\.|::|->)(?P<field>[A-Za-z_]\w{0,80})`?"
)
_FIRST: Final = r"(?:at first|initially|at the (?:start|beginning|outset)|to (?:begin|start) with|by default|on construction|after construction|when (?:it is )?(?:created|constructed|made|initiali[sz]ed))"
_SET: Final = r"(?:(?:set|initiali[sz]ed|assigned) to|set|initiali[sz]ed(?: with| as)?)"
_FORMS: Final = tuple(
    regex(rf"(?i){form}$")
    for form in (
        rf"(?:to )?what is {_FIELD}(?: {_SET})? {_FIRST}",
        rf"(?:to )?what is {_FIELD} {_FIRST} {_SET}",
        rf"what (?:value )?does {_FIELD} (?:have|hold|start (?:as|with|out as)|begin (?:as|with))(?: {_FIRST})?",
        rf"what is the (?:initial|first|starting|original) value of {_FIELD}",
    )
)
LONG: Final = 120
NOTE: Final = "By what makes an object of it; functions may set it anew."


def at_first(here: Here, question: str) -> Found | None:
    """None where it is no such question, or no constructor sets it."""
    plain = one_line(question).rstrip("?!. ")
    asked = next((found for form in _FORMS if (found := form.match(plain))), None)
    ids = sorted(makers(here.project, asked["owner"])) if asked else []
    rows = [row for id_ in ids for row in _set(here, id_, asked["field"])] if asked else []
    return Found(tuple(dict.fromkeys(rows)), tuple(ids), NOTE, weighed=True) if rows else None


def _set(here: Here, id_: str, field: str) -> Iterator[Cited]:
    project = here.project
    facts, text = project.functions[id_].facts, project.bound(id_).text
    for write in facts.writes:
        if write.target in (field, f"self.{field}", f"cls.{field}", f"this->{field}", f"this.{field}"):
            code = " ".join(text[write.start :].partition(b"\n")[0].decode("utf-8", "replace").split())
            yield at(project, id_, f"{label(project, id_)}: `{code.rstrip(';')[:LONG]}`", line_at(project, id_, write.start))  # fmt: skip
