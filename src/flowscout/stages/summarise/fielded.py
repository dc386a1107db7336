"""Whether a comment may name what is given back.

def rows(self):
    ':return: the number of rows'      only where something is given back
"""

from __future__ import annotations

from collections.abc import Sequence

from ...model.codec import Refused, decode_body
from ...model.facts import FunctionFacts
from ...model.syntax import Raise, Return, walk
from ...words.authored import one_field


def is_property(decorators: Sequence[str]) -> bool:
    """Whether one of them makes a property of it, and no setter."""
    last = [each.rpartition(".")[2] for each in decorators if "(" not in each]
    return any(each in ("property", "abstractproperty", "getter") or each.endswith("_property") for each in last)


def gives_back(facts: FunctionFacts) -> bool:
    """Whether a value is given back, or another class has to write the function; asked only where the comment says what."""
    if not one_field(facts.doc):
        return True
    if facts.result:
        return facts.result.split()[-1] not in ("void", "None")
    try:
        body = decode_body(facts.body).statements
    except Refused:
        return True
    left = isinstance(body[-1], Raise) if body else True
    return left or any(isinstance(each, Return) and each.value is not None for each in walk(body))
