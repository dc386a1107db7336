"""What a step was, where a local has another name now: quoted as it stood.

todos = load()                      found = load()
echo(compact(todos, hide))          echo(compact(found))      `echo` is given `compact(found)`, no longer `compact(todos, hide)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ....model.pattern import regex
from ..pieces.pieces import Piece
from ..pieces.quoting import joined

_NAME: Final = regex(r"[^\W\d]\w*+")


def by_the_old_names(sentence: str, was: Piece, known_as: Piece, now: Piece) -> str:
    """was: the step as it stood. known_as: by the names that are there now, which is what the sentence may quote."""
    pairs = zip(was.words, known_as.words, strict=True) if len(was.words) == len(known_as.words) else ()
    names = {new.decode("utf-8", "replace"): old.decode("utf-8", "replace") for old, new in pairs if old != new}
    if not names:
        return sentence
    stood, stands = _flat(joined(was.words)), _flat(joined(now.words))
    parts = sentence.split("`")
    for at in range(1, len(parts), 2):
        older = _respelt(parts[at], names)
        if not _holds(stands, parts[at]) and _holds(stood, older):
            parts[at] = older
    return "`".join(parts)


def _respelt(quote: str, names: Mapping[str, str]) -> str:
    return _NAME.sub(lambda found: names.get(found[0], found[0]), quote)


def _holds(text: str, quote: str) -> bool:
    """What was cut out of a quote aside."""
    return all(_flat(part) in text for part in quote.split("…"))


def _flat(text: str) -> str:
    return "".join(text.split())
