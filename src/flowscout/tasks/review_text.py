"""A review as plain text, and as JSON."""

from __future__ import annotations

from typing import Any

from ..model.diff import Added, Changed, Kept, Moved, Removed
from ..model.identity import path_of
from ..model.review import FunctionChange, Review
from .review_words import HOW, entry_sentences, headline, name, parted, rest, ways


def text(review: Review) -> str:
    ours, tests = parted(review)
    lines = [headline(len(ours), len(review.entries), len(tests)) + rest(review.unchanged_flow, len(review.renamed)), ""]
    for entry in review.entries:
        lines += [f"{name(entry.id)} {said}" for said in entry_sentences(entry)]
    for change in review.changes:
        lines += ["", f"{path_of(change.after or change.before)}  {name(change.after or change.before)}  ({HOW[change.how]})"]
        lines += [f"  {s}" for s in change.sentences]
        lines += [f"  reached from {way}" for way in ways(change.reaches)]
    lines += ["", *review.notes] if review.notes else []
    return "\n".join(lines).rstrip("\n") + "\n"


def record(review: Review) -> dict[str, Any]:
    """The review as JSON values, `flowscout.review/1`."""
    return {
        "schema": "flowscout.review/1",
        "before": review.before,
        "after": review.after,
        "unchanged_flow": review.unchanged_flow,
        "files": review.files,
        "renamed": [list(pair) for pair in review.renamed],
        "changes": [_change_record(c) for c in review.changes],
        "entry_points": [
            {"id": e.id, "gained": [_effect(x) for x in e.gained], "lost": [_effect(x) for x in e.lost]} for e in review.entries
        ],
        "notes": list(review.notes),
    }


def _change_record(change: FunctionChange) -> dict[str, Any]:
    return {
        "before": change.before or None,
        "after": change.after or None,
        "how": change.how,
        "sentences": list(change.sentences),
        "reaches": [list(p) for p in change.reaches],
        "edits": [_edit(e) for e in change.diff.edits if not isinstance(e, Kept)],
    }


def _edit(edit: Added | Removed | Changed | Moved | Kept) -> dict[str, Any]:
    kind = type(edit).__name__.lower()
    if isinstance(edit, Added | Removed):
        return {"kind": kind, "step_id": edit.step.step_id, "step_type": edit.step.step_type, "label": edit.step.description}
    return {
        "kind": kind, "step_id": edit.after.step_id, "step_type": edit.after.step_type, "label": edit.after.description,
        "before": {"step_id": edit.before.step_id, "step_type": edit.before.step_type, "label": edit.before.description},
    }


def _effect(item: tuple[Any, tuple[str, ...]]) -> dict[str, Any]:
    effect, path = item
    return {"kind": effect.kind, "target": effect.target, "origin": effect.origin, "may": effect.may, "path": list(path)}
