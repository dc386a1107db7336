"""What speaks against a segment that says what is done, held against the steps that are to bear it out.

A segment may be told in any words, as long as nothing in it is another thing than the code has:

    value       a number, a name, a quotation, a constant stands in the step, or in what its names were set to
    deed        a strong verb (deletes, sends, raises, prints, locks, runs …) is done there; a weak one (handles, prepares) needs no more than its object
    opposite    where the step says last, `first` is wrong; so are `pack` of unpack, and `without` of what is done
    another     a noun that only other steps or parameters are made of
    unknown     a phrase of which no word is of the step, the function or plain English
    quantity    only, always, each; and which kind of value is returned
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from .amounts import quantities
from .clauses import ClauseWord
from .contrary import denied_there, flags, opposed
from .directed import directed, let_go, returned_else
from .doing import deeds_said, kind
from .doings import Doings
from .heads import acts
from .parts import Facts
from .phrased import phrased
from .values import opened, values


def against(said: Sequence[ClauseWord], ids: Sequence[str], facts: Facts, hedged: bool = False) -> Iterator[str]:
    """Why a segment may not be said of these steps."""
    said = tuple(said)
    deeds = [facts.steps[id_] for id_ in ids]
    scope = facts.scope(ids[0])
    for id_ in ids[1:]:
        scope = scope.joined(facts.scope(id_))
    doings = Doings(deeds, [line for deed in deeds for line in facts.below(deed)], facts.name)
    heads = [at for at in range(len(said)) if acts(said, at)]
    if _on_success(said) and any(map(facts.ends_badly, ids)):
        yield "it is done where that fails"
    yield from kind(said, heads, deeds, facts)
    yield from values(said, scope, deeds)
    yield from opened(said, deeds)
    yield from deeds_said(said, heads, scope, deeds, doings, facts)
    yield from opposed(said, scope, facts)
    yield from denied_there(said, heads, scope, deeds, facts)
    yield from phrased(said, heads, scope, facts, deeds)
    yield from quantities(said, ids, facts, deeds, scope, hedged)
    yield from directed(said, heads, deeds, doings, facts)
    yield from let_go(said, heads, doings, facts)
    yield from returned_else(said, deeds, scope, facts)
    yield from flags(said, heads, deeds)


def _on_success(said: Sequence[ClauseWord]) -> bool:
    return any(one.small == "on" and other.small == "success" for one, other in pairwise(said))
