"""What stands in a body and runs nothing, as `using a::b`, which is read with the head."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..pieces.assigning import all_of
from ..pieces.quoting import joined
from ..pieces.unread import IN_A_BODY


def within_the_body(before: Sequence[bytes], after: Sequence[bytes]) -> str:
    """Of what stands in the body and runs nothing, as `using a::b`: what was put in or taken out; "" of what stands in the head itself."""
    was, now = _rows(before), _rows(after)
    gone, came = ([row for row in mine if row not in others] for mine, others in ((was, now), (now, was)))
    if was[:1] != now[:1] or not gone + came:
        return ""
    told = [f"now has {all_of(came)}"] if came else []
    told += [f"no longer has {all_of(gone)}"] if gone else []
    return f"{', '.join(told)} in its body"


def _rows(words: Sequence[bytes]) -> list[str]:
    """The head itself, and what begins with a word that no head has."""
    starts = [at for at, word in enumerate(words) if word in IN_A_BODY and words[at - 1] != b"using"]
    bounds = [0, *starts, len(words)]
    return [joined(words[start:end]) for start, end in pairwise(bounds)]
