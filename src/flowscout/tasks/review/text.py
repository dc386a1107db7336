"""A review as plain text, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...model.account import CLASSES, DECLARATION, FLOW, LISTED, NEUTRAL, Answer, Side
from ...model.diff import Added, Changed, Kept, Moved, Removed
from ...model.identity import path_of
from ...model.product import is_aside
from ...model.review import Caused, FunctionChange, Review
from ...words.contrast import contrast
from ...words.ticks import shown
from ..account.told import told_with_its_file
from ..entrypoints import is_test
from .words import (
    by_rule,
    counted,
    counts,
    first_ways,
    how,
    name,
    scope,
    shared_sentences,
    titles,
    together,
    ways_to,
)

QUOTED = 100
MEANINGS = 24  # sentences of what entry points do otherwise
NAMES = 24
ENTRIES = 6  # that are named which do the same otherwise
SEVERAL = 3  # functions of one file of tests, from which they are named in one line
WAYS = 3  # by which a change is reached
SLIGHT = 7  # the rank from which a sentence is told behind the others: an import, a declaration


def text(review: Review) -> str:
    lines = [
        counted(
            counts(review.account), review.others, scope(review.account, review.tests, review.named_only), review.files
        ),
        "",
    ]
    lines += _meaning(review)
    few, many = _new_tests(review.changes)
    called = titles(review)
    for change in few:
        id_ = change.after or change.before
        lines += ["", f"{path_of(id_)}  {called[id_]}  ({how(change)})"]
        lines += [f"  {s}" for s in change.sentences]
        above = ways_to(change)
        lines += [f"  reached {way}" for way in first_ways(above, WAYS)]
    lines += ["", *many] if many else []
    lines += ["", *_outside(review)]
    lines += ["", *review.notes] if review.notes else []
    return shown("\n".join(lines).rstrip("\n") + "\n")


def _new_tests(changes: Sequence[FunctionChange]) -> tuple[list[FunctionChange], list[str]]:
    """What is told one by one; and of each file the functions of tests that are new or gone, in one line."""
    groups: dict[tuple[str, str], list[FunctionChange]] = {}
    for change in changes:
        path = path_of(change.after or change.before)
        if change.how in ("added", "removed") and is_test(path):
            groups.setdefault((path, change.how), []).append(change)
    many = {key: same for key, same in groups.items() if len(same) >= SEVERAL}
    told = {id(change) for same in many.values() for change in same}
    lines = []
    for (path, way), same in many.items():
        names = [name(change.after or change.before) for change in same]
        more = f" and {len(names) - NAMES} more" if len(names) > NAMES else ""
        lines.append(f"{path}  {len(names)} {'new' if way == 'added' else 'gone'}: {', '.join(names[:NAMES])}{more}")
    return [change for change in changes if id(change) not in told], lines


def _meaning(review: Review) -> Iterator[str]:
    """What entry points now do; what many do alike by one edit is told once."""
    told = list(shared_sentences(review.entries))
    for names, said in told[:MEANINGS]:
        shown = names if len(names) <= ENTRIES + 1 else names[:ENTRIES]
        yield f"{', '.join(shown)}{f' and {len(names) - len(shown)} more' if len(names) > len(shown) else ''} {said}"
    if len(told) > MEANINGS:
        yield f"… and {len(told) - MEANINGS} more like these"


def _outside(review: Review) -> Iterator[str]:
    """What is said outside of functions, and what else changed, in code."""
    inside = {change.after or change.before for change in review.changes}
    told = [
        one for one in review.account if one.sentence and one.how != LISTED and one.unit not in inside and not one.twin
    ]
    seen: set[tuple[str, str]] = set()
    twins: dict[str, list[str]] = {}
    for one in review.account:
        if one.twin and one.how in (FLOW, DECLARATION) and one.unit not in inside and not told_with_its_file(one):
            twins.setdefault(one.sentence, []).append(f"{one.place.path}:{one.place.line}")
    told.sort(key=lambda one: (is_test(one.place.path), is_aside(one.place.path)))
    for slight in (False, True):
        for one in told:
            if one.how != NEUTRAL and (one.rank >= SLIGHT) == slight and (one.place.path, one.sentence) not in seen:
                seen.add((one.place.path, one.sentence))
                yield f"{one.place.path}:{one.place.line}  {one.sentence}{_alike(twins.get(one.sentence, ()))}"
    for where, said in _together([one for one in told if one.how == NEUTRAL]):
        yield f"{where}  {said}"
    for one in review.account:
        if one.how == LISTED and not one.twin:
            was, now = contrast(one.before.code, one.after.code, QUOTED)
            if one.sentence:
                whose = f"{name(one.unit)}: " if "::" in one.unit else ""
                yield f"{one.place.path}:{one.place.line}  {whose}{one.sentence}"
                continue
            yield f"{one.place.path}:{one.place.line}  also{f', in another place: {now}' if one.before.code == one.after.code and not one.after.code.endswith('…') else f': {was} → {now}'}"
    for title, rules in zip(("without effect", "told with what stands above"), by_rule(review.account), strict=True):
        if rules:
            rows = [f"{one.many} {one.what}" + (f" ({one.where})" if one.where else "") for one in rules]
            yield f"{title}: {', '.join(rows)}"


def _alike(places: Sequence[str]) -> str:
    """Where the same edit was made in another file."""
    more = f" and {len(places) - NAMES} more" if len(places) > NAMES else ""
    return f" Alike in {', '.join(places[:NAMES])}{more}." if places else ""


def _together(told: Sequence[Answer]) -> Iterator[tuple[str, str]]:
    """What has moved from one file to another is told in one line, at the first of them."""
    groups: dict[str, list[Answer]] = {}
    for one in told:
        _, moved, whence = one.sentence.partition(" has moved from ")
        groups.setdefault(f"{one.place.path} {whence}" if moved else f"{len(groups)}", []).append(one)
    for same in groups.values():
        yield f"{same[0].place.path}:{same[0].place.line}", next(iter(together(one.sentence for one in same)))


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
            {"id": e.id, "gained": [_effect(x) for x in e.caused[0]], "lost": [_effect(x) for x in e.caused[1]]}
            for e in review.entries
        ],
        "counts": counts(review.account),
        "account": [_answer(one) for one in review.account],
        "not_read": [{"kind": kind, "files": count} for kind, count in review.others],
        "notes": list(review.notes),
    }


def _answer(one: Answer) -> dict[str, Any]:
    """place, before: where the edit stands after and before the change; null where it is not there."""
    return {
        "answer": one.how, "class": CLASSES.index(one.how) + 1, "rule": one.rule, "unit": one.unit or None, "path": one.place.path, "line": one.place.line,
        "sentence": one.sentence or None, "rank": one.rank, "twin_of": one.twin or None, "before": _side(one.before), "after": _side(one.after),
    }  # fmt: skip


def _side(side: Side) -> dict[str, Any] | None:
    return {"path": side.path, "line": side.line, "end_line": side.end_line, "code": side.code} if side.line else None


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
        return {
            "kind": kind,
            "step_id": edit.step.step_id,
            "step_type": edit.step.step_type,
            "label": edit.step.description,
        }
    return {
        "kind": kind,
        "step_id": edit.after.step_id,
        "step_type": edit.after.step_type,
        "label": edit.after.description,
        "before": {
            "step_id": edit.before.step_id,
            "step_type": edit.before.step_type,
            "label": edit.before.description,
        },
    }


def _effect(item: Caused) -> dict[str, Any]:
    effect, path, cause = item
    return {
        "kind": effect.kind,
        "target": effect.target,
        "origin": effect.origin,
        "may": effect.may,
        "path": list(path),
        "cause": cause or None,
    }
