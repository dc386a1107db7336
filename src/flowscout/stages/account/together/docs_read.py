"""Python: docstrings that the file itself reads by `__doc__`, as what a program prints as its help. An edit of one is listed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....model.account import LISTED, NEUTRAL, Answer
from ..neutral import rules
from ..pieces.lexing import LexedSource
from .file import State

_DOC = b"__doc__"
_OWN = frozenset((b"self", b"cls", b"type"))


def as_data(answers: Iterable[Answer], old: State, new: State) -> Iterator[Answer]:
    read = [_read(each.source) for each in (old, new)]
    for one in answers:
        name = one.unit.rpartition("::")[2].partition("~")[0].rpartition(".")[2].encode()
        docs = one.how == NEUTRAL and one.rule == rules.DOCSTRING
        own = not one.unit.partition("::")[1] and bool(name)  # a class's, which it may ask itself for
        if docs and any(name in each or (own and not _OWN.isdisjoint(each)) for each in read):
            yield one._replace(how=LISTED, sentence="")
        else:
            yield one


def _read(source: LexedSource) -> frozenset[bytes]:
    """Whose docstrings: `main` of `main.__doc__`, "" of the file's own."""
    if _DOC not in source.data:
        return frozenset()
    words = [token.text for token in source.tokens]
    places = [at for at, word in enumerate(words) if word == _DOC and words[at + 1 : at + 2] != [b"="]]
    return frozenset(words[at - 2] if at > 1 and words[at - 1] == b"." else b"" for at in places)
