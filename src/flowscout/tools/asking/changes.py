"""What changed: not committed yet, since a revision, or between two; by what it means, the weightiest first."""

from __future__ import annotations

from typing import Any, Final

from ...agents.said import Cited
from ..codes import Failed
from .here import ALL, Found, Here, at
from .question.asked import Asked

LAST: Final = "changed_last"
BEFORE_LAST: Final = "HEAD~1"
UNCOMMITTED: Final = "uncommitted"
NOTHING_COMMITTED: Final = "Of what is not committed yet; no flow changed in commits since."


def changed(here: Here, asked: Asked) -> Found | Failed:
    since, until = (asked.names[slot].raw if slot in asked.names else "" for slot in "AB")
    since = BEFORE_LAST if asked.kind == LAST else since
    made = here.ask("what_changed", range=f"{since}..{until}" if since else UNCOMMITTED, limit=ALL)
    if isinstance(made, Failed):
        return made
    if not since or until or asked.kind == LAST:
        return _told(here, made, since)
    later = here.ask("what_changed", range=UNCOMMITTED, limit=ALL)
    return _both(_told(here, made, since), here, later)


def _both(found: Found, here: Here, later: dict[str, Any] | Failed) -> Found:
    """What changed since a commit is what is committed behind it, and what is not committed yet."""
    if isinstance(later, Failed) or not (later["rows"] or later["edits"]["neutral"] or later["edits"]["along"]):
        return found
    more = _told(here, later, "")
    if not more.said:
        return found._replace(note=f"{found.note} {more.note}".strip())
    total = max(found.total, len(found.said)) + max(more.total, len(more.said))
    notes = (
        found.note,
        f"The first {len(more.said)} are not committed yet." if found.said else NOTHING_COMMITTED,
        more.note,
    )
    return Found((*more.said, *found.said), (), " ".join(filter(None, notes if found.said else notes[1:])), total)


def _told(here: Here, made: dict[str, Any], since: str) -> Found:
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
    neutral = made["edits"]["neutral"] + (0 if said else made["edits"]["along"])
    beside = (
        f"Beside this {neutral} edit{'s' if neutral > 1 else ''} that do{'es' if neutral == 1 else ''} nothing."
        if neutral
        else ""
    )
    if not said:
        return Found((), (), f"No flow {of} changed. {beside}".strip())
    return Found(said, (), beside, 0 if here.place else made["total"] + len(said) - len(rows))
