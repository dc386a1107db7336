"""Functions by name, or by words of their names."""

from __future__ import annotations

from typing import Final

from ...model.identity import qualified_of
from ...words.names import lower
from ..tool import AgentTool, CallWire, Looked, Subject, named, nothing, placed


def run(subject: Subject, call: CallWire) -> Looked:
    project = subject.project
    found = named(project, call.name)
    if not found:
        wanted = set(lower(call.name.replace(" ", "_")))
        counts = {id_: len(wanted & set(lower(qualified_of(id_)))) for id_ in project.functions}
        found = [
            id_
            for id_, count in sorted(counts.items(), key=lambda row: (-row[1], row[0]))
            if count and 2 * count >= len(wanted)
        ]
    rows = list(placed(project, found))
    if not rows:
        return nothing(f"there is no function {call.name[:80]!r}")
    more = (f"and {len(found) - len(rows)} more",) if len(found) > len(rows) else ()
    return Looked((*(text for text, _ in rows), *more), tuple(place for _, place in rows))


PLUGIN: Final = AgentTool("find_function", "functions of that name, or whose names hold these words", ("name",), run)
