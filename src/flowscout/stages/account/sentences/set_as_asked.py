"""C: what a branch that is gone set, and what is part of the question behind it now: it is done in any case, and not lost.

if (!list->room) p = malloc(SMALL);
else p = realloc(list->rows, more);
if (!p) return -1;                           if ((p = realloc(list->rows, more)) == NULL) return -1;"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pairing.changes import CHANGED, REMOVED, Change, Trees
from ..reading.governing import under
from ..reading.saying import ORDER, Said, does, q

_LEAVES_OPEN: Final = frozenset((b"&&", b"||", b"and", b"or", b"?"))
_LONGEST: Final = 200  # tokens


def set_as_asked(both: Trees, found: Sequence[Change]) -> dict[Change, Said]:
    """By the branch, or the step where the branch stays."""
    asked = [each for each in found if each.kind == CHANGED and both.new[each.b].kind == "If"]
    told: dict[Change, Said] = {}
    for change in [each for each in found if each.kind == REMOVED] if asked else []:
        for question in asked:
            if (text := _told(both, change.a, question)) and change not in told:
                told[change] = Said(ORDER, text, 3)
    return told


def _told(both: Trees, at: int, question: Change) -> str:
    branch = at if both.old[at].kind == "If" else both.old[at].parent
    steps = both.old_below[branch] if branch == at else [at]
    beside = branch >= 0 and both.old[branch].kind == "If" and both.old[branch].parent == both.old[question.a].parent
    if not beside or any(both.old[each].kind != "Simple" for each in steps):
        return ""
    kept = [each for each in steps if _is_first(both.new[question.b].words, both.renamed_words(each))]
    if len(kept) != 1:
        return ""
    step, ran = both.old[kept[0]], under(both.old[branch], both.old[kept[0]].role)
    text = f"{q(step.said)} is part of the question {q(both.new[question.b].said)} now, in any case; it ran {ran}."
    for role in ("then", "else"):
        if lost := [does(both.old[each]) for each in steps if each not in kept and both.old[each].role == role]:
            text += f" No longer {', nor '.join(lost)}, {under(both.old[branch], role)}."
    return text


def _is_first(words: Sequence[bytes], step: Sequence[bytes]) -> bool:
    """Whether a question sets the same in brackets of its own, before it leaves anything open."""
    set_ = step[:-1] if step[-1:] == (b";",) else step
    size = len(set_)
    at = next((n for n in range(1, min(len(words), _LONGEST) - size) if words[n : n + size] == set_), 0)
    own = at > 0 and set_[1:2] == (b"=",) and words[at - 1] == b"(" and words[at + size] == b")"
    return own and not _LEAVES_OPEN & {*words[:at]}
