"""C and C++: a call that reads as one that is gone but for one text, each the only such call of its side: it is that, wherever it stands now, and not
what took its place.

    fprintf(f, "%s", strerror(e)); … fputc('\\n', f);  ->  … fprintf(f, "%s\\n", strerror(e));
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from ....engine.same import KEPT, Same
from ..pieces.pieces import Piece
from .alike import called

_NAMES: Final = 3  # that it holds, with the function's own: fewer do not tell one call from another
Form = tuple[bytes, ...]


def but_for_a_text(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    back = {b: a for a, b in pairs.items()}
    mine = _once(Same(old))
    others = _once(Same(new)) if mine else {}
    for form, a in mine.items():
        b = others.get(form, -1)
        if b >= 0 and old[a].words != new[b].words and _is_free(old, new, pairs, a) and _is_free(new, old, back, b):
            back.pop(pairs.pop(a, -1), None)
            pairs.pop(back.pop(b, -1), None)
            pairs[a], back[b] = b, a


def but_for_one_text(old: Sequence[Piece], new: Sequence[Piece], a: int, b: int) -> bool:
    """Whether these two read the same but for one text, and no other call of either side does."""
    form = _forms(Same(old))[a]
    return bool(form) and _once(Same(old)).get(form) == a and _once(Same(new)).get(form) == b


def _is_free(mine: Sequence[Piece], others: Sequence[Piece], known: Mapping[int, int], at: int) -> bool:
    """Whether it is nobody's, or is taken for a call of another function."""
    return at not in known or called(mine[at]) != called(others[known[at]])


@lru_cache(maxsize=KEPT)
def _once(pieces: Same[Sequence[Piece]]) -> dict[Form, int]:
    """Calls by all that they read but their text; without those that stand twice."""
    found: dict[Form, list[int]] = {}
    for at, form in enumerate(_forms(pieces)):
        if form:
            found.setdefault(form, []).append(at)
    return {form: places[0] for form, places in found.items() if len(places) == 1}


@lru_cache(maxsize=KEPT)
def _forms(pieces: Same[Sequence[Piece]]) -> list[Form]:
    return [_form(piece) for piece in pieces.value]


def _form(piece: Piece) -> Form:
    """A call with one text among what it is given, without that; () of all else."""
    texts = [at for at, word in enumerate(piece.words) if word[:1] == b'"']
    if len(texts) != 1 or not called(piece) or sum(map(_is_name, piece.words)) < _NAMES:
        return ()
    return *piece.words[: texts[0]], b'""', *piece.words[texts[0] + 1 :]


def _is_name(word: bytes) -> bool:
    return word[:1].isalpha() or word[:1] == b"_"
