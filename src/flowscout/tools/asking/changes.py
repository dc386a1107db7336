"""What changed: not committed yet, since a revision, or between two; by what it means, the weightiest first."""

from __future__ import annotations

from typing import Final

from ...agents.said import Cited
from ..contract import Failed
from .here import ALL, Found, Here, at
from .question.asked import Asked

LAST: Final = "changed_last"
BEFORE_LAST: Final = "HEAD~1"


def changed(here: Here, asked: Asked) -> Found | Failed:
    since, until = (asked.names[slot].raw if slot in asked.names else "" for slot in "AB")
    since = BEFORE_LAST if asked.kind == LAST else since
    made = here.ask("what_changed", range=f"{since}..{until}" if since else "uncommitted", limit=ALL)
    if isinstance(made, Failed):
        return made
    rows = [row for row in made["rows"] if here.inside(row["file"])]
    said = tuple(
        Cited(f"{row['function']}: {row['sentence']}" if row["function"] else row["sentence"], row["file"], row["line"])
        for row in rows
    )
    entries = [
        entry for entry in made["entryPoints"] if entry["id"] in here.project.functions and here.inside(entry["file"])
    ]
    said += tuple(
        at(here.project, entry["id"], f"{entry['name']} {does}") for entry in entries for does in entry["does"]
    )
    of = f"of {made['before']}..{made['after']}" if since else "of what is not committed yet"
    neutral = made["edits"]["neutral"]
    beside = (
        f"Beside this {neutral} edit{'s' if neutral > 1 else ''} that do{'es' if neutral == 1 else ''} nothing."
        if neutral
        else ""
    )
    if not said:
        return Found((), (), f"No flow {of} changed. {beside}".strip())
    return Found(said, (), beside, 0 if here.place else made["total"] + len(said) - len(rows))
