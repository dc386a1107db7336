"""What a program has written, on both sides of the change, is told in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from typing import Final

from ....model.account import DECLARATION, GENERATED, LISTED, NEUTRAL, Answer

RISKY: Final = 1  # the rank to which an edit is told wherever it stands
FEWEST: Final = 4  # edits from which one line says more
ALONE: Final = 40  # edits up to which they are told where nothing else is


def folded(told: Sequence[Answer], paths: Set[str]) -> Iterator[Answer]:
    """paths: of files that are generated before and after. The first edit there stands for all but the risky ones; each is told where what
    they are made of is not read, so that nothing else is told."""
    said = [one for one in told if one.how != NEUTRAL and not one.twin]
    if len(said) <= ALONE and all(one.place.path in paths for one in said):
        yield from told
        return
    counts = Counter(one.place.path for one in told if _counts(one))
    done: set[str] = set()
    for one in told:
        path = one.place.path
        if path not in paths or not _counts(one) or counts[path] < FEWEST:
            yield one
            continue
        if path not in done:
            done.add(path)
            line = f"Is generated, with {counts[path]} edits that are not told one by one."
            yield Answer(DECLARATION, GENERATED, "", one.before, one.after, line, 8)
        yield one._replace(twin=path)


def _counts(one: Answer) -> bool:
    return not one.twin and one.how != NEUTRAL and (one.how == LISTED or one.rank > RISKY)
