"""Functions above or below one, as a list with links."""

from __future__ import annotations

from ..model.identity import qualified_of
from ..model.publication import Document, Section
from ..tasks import asking
from ..tasks.markdown import code
from .command import CommandQuestion
from .naming import named, titled

MOST = 50


def listed(question: CommandQuestion, name: str, depth: int, *, up: bool) -> Document:
    project = question.project("head")
    function = named(project, name)
    found = sorted(
        asking.reached(project, function.id, up=up, depth=depth).items(), key=lambda item: (item[1], item[0])
    )
    lines = []
    for id_, far in found[:MOST]:
        other = project.functions[id_]
        address = question.link(other.path, other.facts.line, other.facts.end_line, False)
        where = (
            f"[{code(f'{other.path}:{other.facts.line}')}]({address})"
            if address
            else code(f"{other.path}:{other.facts.line}")
        )
        lines.append(f"- {code(qualified_of(id_))} · {where}" + (f" · {far} steps" if far > 1 else ""))
    if len(found) > MOST:
        lines.append(f"- … and {len(found) - MOST} more")
    what = "callers" if up else "callees"
    summary = f"{len(found) or 'No'} {what if len(found) != 1 else what[:-1]} of {titled(question, function)}"
    return Document(
        "answer",
        f"{what.capitalize()} of {code(function.facts.name)}",
        summary,
        (Section("\n".join(lines)),) if lines else (),
    )
