"""A handler in which nothing is left of what it did: the error is passed over in silence now, said with the last step that is gone."""

from __future__ import annotations

from typing import Final

from ..pairing.changes import REMOVED, Change, Trees
from ..reading.saying import Said, q

_IDLE: Final = frozenset(((b"pass",), (b"...",), ()))
_RANK: Final = 1


def with_nothing_done(both: Trees, change: Change, told: Said) -> Said:
    """Of the last step of a handler that both sides have."""
    at = both.old[change.a].parent if change.kind == REMOVED else -1
    if at < 0 or both.old[at].kind != "Handler" or at not in both.pairs or change.a != max(both.old_below[at]):
        return told
    left = [both.new[each] for each in both.new_below[both.pairs[at]]]
    if any(each.kind not in ("Simple", "Block") or each.words not in _IDLE for each in left):
        return told
    caught = q(both.new[both.pairs[at]].said) if both.new[both.pairs[at]].said else "any exception"
    sentence = f"{told.sentence.removesuffix('.')}; nothing is done on {caught} now."
    return told._replace(sentence=sentence, rank=min(told.rank, _RANK))
