"""Names that read as English words where they stand bare: of `free(it)`, "Free it" frees what was spoken of last."""

from __future__ import annotations

from typing import Final

from ..model.expression import Expression, Word

_POINTING: Final = frozenset(
    ("it", "its", "this", "that", "these", "those", "them", "they", "one", "ones", "all", "both", "none", "no", "nothing", "any",
     "some", "everything", "anything")
)  # fmt: skip
_LEADING: Final = _POINTING | frozenset(
    ("to", "from", "at", "by", "on", "of", "for", "in", "into", "so", "the", "an", "and", "or", "but", "nor", "here", "there", "now", "then")
)  # fmt: skip


def reads_as_english(node: Expression, own: frozenset[str]) -> bool:
    """own: by which an object speaks of itself, as it is said."""
    return isinstance(node, Word) and node.text in _POINTING and node.text not in own


def reads_so_behind_a_verb(node: Expression, own: frozenset[str]) -> bool:
    """`Unlink from` what?"""
    return isinstance(node, Word) and node.text in _LEADING and node.text not in own
