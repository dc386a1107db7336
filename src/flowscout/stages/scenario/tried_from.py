"""Which step the one arrow into a handler comes from that stands for many which may raise.

try:
    if a: f = open(p)          not from `open(p)`, which one arm alone comes to: from `a`
    else: f = fetch(p)
except OSError: …
"""

from __future__ import annotations

from collections.abc import Sequence

from .draft import LOW, Draft


def before_all(sources: Sequence[Draft], risky: Sequence[Draft]) -> Draft:
    """The last of those that may raise from which all the risky ones are come to: not what only one arm of a question does."""
    first = min(risky, key=lambda draft: draft.start)
    every = {id(draft) for draft in risky}
    able = sorted((draft for draft in sources if draft.start <= first.start), key=lambda draft: -draft.start)
    return next((draft for draft in able if every <= _further_on(draft)), risky[0])


def _further_on(first: Draft) -> set[int]:
    """What is come to from there without an error, and without a further round of a loop around it."""
    seen, waiting = {id(first)}, [first]
    while waiting:
        for way in waiting.pop().ways:
            if way.kind not in ("raise", LOW) and way.target.start >= first.start and id(way.target) not in seen:
                seen.add(id(way.target))
                waiting.append(way.target)
    return seen
