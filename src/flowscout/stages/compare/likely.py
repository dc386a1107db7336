"""Which steps of two scenarios may be alike enough to have become one another; no others need to be weighed.

Two steps with no matched neighbour beside them must be alike by their words alone. Where `r` of the words of both must be
in common, the one has at least `r / (2 - r)` of its own in common with the other. So it is enough to look up as many of
its rarest words as it may lack, and one more: a pair that has none of these in common is not alike (a prefix filter;
Chaudhuri, Ganti and Kaushik, *A Primitive Operator for Similarity Joins in Data Cleaning*, 2006).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from .order import OrderedSide

Token = tuple[str, int]  # a word, and how often it stood before in the step


def beside(old: OrderedSide, i: int, new: OrderedSide, pairs: Mapping[int, int]) -> Iterator[int]:
    """What stands on the same side of a neighbour's counterpart."""
    for n in old.before[i]:
        yield from new.after[pairs[n]] if n in pairs else ()
    for n in old.after[i]:
        yield from new.before[pairs[n]] if n in pairs else ()


def by_words(
    left: Mapping[int, Sequence[str]], right: Mapping[int, Sequence[str]], least: float
) -> Iterator[tuple[int, int]]:
    """Pairs of positions, given the words of each. least: 0..1, the share of the words of both that must be in common."""
    if least > 1:
        return
    one, other = ({at: _tokens(words) for at, words in side.items()} for side in (left, right))
    often = Counter(token for side in (one, other) for tokens in side.values() for token in tokens)
    found: dict[Token, list[int]] = defaultdict(list)
    for j, tokens in other.items():
        for token in _rarest(tokens, often, least):
            found[token].append(j)
    for i, tokens in one.items():
        yield from {(i, j) for token in _rarest(tokens, often, least) for j in found.get(token, ())}


def _tokens(words: Sequence[str]) -> list[Token]:
    seen: Counter[str] = Counter()
    tokens = []
    for word in words or ("",):
        tokens.append((word, seen[word]))
        seen[word] += 1
    return tokens


def _rarest(tokens: list[Token], often: Mapping[Token, int], least: float) -> list[Token]:
    shared = ceil(len(tokens) * least / (2 - least) - 1e-9)
    return sorted(tokens, key=lambda token: (often[token], token))[: len(tokens) - shared + 1]
