"""What a function that is gone gave to one that stayed, where nothing calls that any more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.account import GONE, Answer
from ...model.identity import path_of, qualified_of
from ...model.pattern import regex
from ...stages import account as stage
from ...stages.account.pieces.pieces import Piece
from .files import Files, unread
from .new import IS_GONE
from .steps_told import closing

_CALL: Final = regex(r"[A-Za-z_](?:[\w.:]|->){0,80}(?=\()")
_MOST: Final = 20  # functions that are gone
_LONG: Final = 80  # characters of what it gave


def given_back(old: Files, new: Files, pairs: Sequence[tuple[str, str]], told: Sequence[Answer]) -> list[Answer]:
    """Of each that is gone the call whose value it returned, and who took that."""
    gone = [one.unit for one in told if one.rule == GONE and one.sentence == IS_GONE and not one.twin]
    if not gone or len(gone) > _MOST:
        return list(told)
    stayed = [(a, b) for a, b in pairs if a and b]
    paths = sorted({path_of(b) for _, b in pairs if b})
    texts = b"\n".join([new.project.sources(path) for path in paths])
    said = {id_: _said(old, id_, [a for a, _ in stayed], texts) for id_ in gone}
    return [
        one._replace(sentence=said[one.unit])
        if one.rule == GONE and one.sentence == IS_GONE and said.get(one.unit)
        else one
        for one in told
    ]


def _said(old: Files, id_: str, stayed: Sequence[str], texts: bytes) -> str:
    path = path_of(id_)
    if (
        path not in old.project.files
        or unread(old.project, old.project, path, "")
        or id_ not in old.state(path).functions
    ):
        return ""
    given = [piece.said for piece in old.state(path).pieces(id_) if piece.kind == "Return" and "(" in piece.said]
    found = _CALL.match(given[0]) if len(given) == 1 and len(given[0]) <= _LONG else None
    if found is None or closing(given[0], found.end() + 1) != len(given[0]) or "`" in given[0]:
        return ""
    name = old.project.functions[id_].facts.name.encode()
    last = found[0].replace("->", ".").replace("::", ".").rpartition(".")[2].encode()
    if last in texts or last == name:
        return ""
    took = [a for a in stayed if a.partition("::")[0] == path and _takes(old.state(path), a, name)]
    if not took:
        return ""
    return (
        f"Is gone: it returned `{given[0]}` to `{qualified_of(took[0])}`; no changed file names `{last.decode()}` now."
    )


def _takes(state: stage.State, id_: str, name: bytes) -> bool:
    pieces = state.pieces(id_)[1:] if id_ in state.functions else ()
    return any(_takes_value(piece, name) for piece in pieces)


def _takes_value(piece: Piece, name: bytes) -> bool:
    words = piece.words
    return any(word == name and words[at + 1 : at + 2] == (b"(",) and at > 0 for at, word in enumerate(words))
