"""What else of a step speaks against a clause: another direction, the opposite deed, another value, another way of letting go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...model.pattern import regex
from ..clauses import ClauseWord
from ..contrary import denied_there, flags, opposed
from ..directed import directed, let_go, returned_else
from ..doings import Doings
from ..english import GLUE
from ..parts import Facts
from ..stems import stems
from ..values import opened, values
from .finding import heads


def objections(said: Sequence[ClauseWord], id_: str, facts: Facts) -> Iterator[str]:
    said, at, deed, scope = tuple(said), heads(said), facts.steps[id_], facts.scope(id_)
    doings = Doings([deed], facts.below(deed), facts.name)
    yield from values(said, scope, [deed])
    yield from opened(said, [deed])
    yield from opposed(said, scope, facts)
    yield from denied_there(said, at, scope, [deed], facts)
    yield from directed(said, at, [deed], doings, facts)
    yield from let_go(said, at, doings, facts)
    yield from returned_else(said, [deed], scope, facts)
    yield from flags(said, at, [deed])
    yield from copied_else(said, id_, facts)


def copied_else(said: Sequence[ClauseWord], id_: str, facts: Facts) -> Iterator[str]:
    """`copies the name into the buffer` of `memcpy(name, buffer, n)`."""
    found = _COPY.search(_IN.sub("input", _OUT.sub("output", facts.steps[id_].code)))
    if not found:
        return
    to, given = stems(found["to"]), stems(found["given"])
    for at, word in enumerate(said):
        if word.small in ("into", "to", "from"):
            aim = {one for w in said[at + 1 : at + 5] for one in stems(w.text) if w.small not in GLUE}
            own, other = (given, to) if word.small == "from" else (to, given)
            if aim & (other - own) and not aim & own:
                yield "it goes the other way"


_IN: Final = regex(r"(?<!\w)in(?!\w)")
_OUT: Final = regex(r"(?<!\w)out(?!\w)")
_COPY: Final = regex(
    r"(?i)(?:mem(?:cpy|move)|str[nl]{0,2}(?:cpy|cat))\w{0,8}\s*\((?P<to>[^,]{1,120}),(?P<given>[^;]{1,200})"
)
