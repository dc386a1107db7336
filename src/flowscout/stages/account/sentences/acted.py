"""A call that does something, as far as its name tells, is gone with the variable that held its result: that it was made tells more."""

from __future__ import annotations

from ....words.commands import is_verb
from ....words.names import lower
from ....words.verbs import PURE
from ..pairing.changes import Trees
from ..pieces.brackets import holds
from ..pieces.pieces import Piece
from ..reading.saying import assigned, callee, q


def acted(both: Trees, piece: Piece) -> str:
    """ "calls `repo.create_pull(title)` for `pr`"; "" of a call that only looks, of one that changes what it is given into another, and of one that is made
    elsewhere now."""
    parts = assigned(piece) if b"=" in piece.words else None
    if not parts:
        return ""
    words = piece.words[piece.words.index(b"=") + 1 :]
    name = callee(piece._replace(kind="Simple", words=words, stmt=None))
    first, *_ = lower(name.replace(">", ".").replace(":", ".").rpartition(".")[2]) or ("",)
    kept = parts[0].split()[-1].lstrip("*&")
    if not is_verb(first) or first in PURE or not kept.replace(".", "_").replace("->", "_").isidentifier():
        return ""
    if kept.encode() in words or any(words[0] in each.words and holds(each.words, words) for each in both.new):
        return ""
    verb, call = ("awaits", parts[1].removeprefix("await ")) if words[0] == b"await" else ("calls", parts[1])
    return f"{verb} {q(call)} for {q(kept)}"
