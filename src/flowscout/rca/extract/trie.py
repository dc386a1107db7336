"""Many literals searched at once.

The literals become one expression in which common beginnings stand once, so that at each place of a text no more is
tried than the next character allows. `owners` then says whose literals stand in a line, overlapping ones included: at
each place the longest literal is found, and every literal inside it is known beforehand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

_END: Final = ""


class Literals:
    """literals: whose (any small integers) by literal."""

    def __init__(self, literals: Mapping[str, Iterable[int]]) -> None:
        own = {literal: frozenset(owners) for literal, owners in literals.items() if literal}
        expression = _expression(_trie(own)) if own else r"(?!)"
        self.anywhere: Final = re.compile(expression)
        self._each = re.compile(f"(?=({expression}))")
        self._owners = {word: frozenset().union(*(own[part] for part in _inside(word, own))) for word in own}

    def owners(self, line: str) -> frozenset[int]:
        return frozenset().union(*[self._owners[word] for word in set(self._each.findall(line))])


def _inside(word: str, own: Mapping[str, frozenset[int]]) -> Iterable[str]:
    """Literals that stand in `word`, itself included. Those that begin later are found at their own place; but cheap."""
    return [word[:end] for end in range(1, len(word) + 1) if word[:end] in own]


Node = dict[str, "Node"]


def _trie(words: Iterable[str]) -> Node:
    root: Node = {}
    for word in words:
        node = root
        for letter in word:
            node = node.setdefault(letter, {})
        node[_END] = {}
    return root


def _expression(node: Node) -> str:
    """The longest word of the trie at a place. Chains of single letters stay plain text."""
    ways = [(letter, node[letter]) for letter in sorted(node) if letter != _END]
    texts = []
    for letter, below in ways:
        text = re.escape(letter)
        while len(below) == 1 and _END not in below:
            (letter, below), *_ = below.items()
            text += re.escape(letter)
        texts.append(text + (_expression(below) if set(below) - {_END} else ""))
    if not texts:
        return ""
    together = texts[0] if len(texts) == 1 and _END not in node else f"(?:{'|'.join(texts)})"
    return f"(?:{together})?" if _END in node else together
