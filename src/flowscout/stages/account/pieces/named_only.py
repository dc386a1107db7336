"""Names of which all must hold, or one: in any order the same, where none is looked for in another (`row and row.parent`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Words = tuple[bytes, ...]


def in_any_order(one: Sequence[bytes], other: Sequence[bytes]) -> bool:
    return any(
        len(was := [*_split(one, link)]) > 1
        and sorted(was) == sorted(_split(other, link))
        and all(map(_is_name, was))
        and not any(_is_within(a, b) for a in was for b in was)
        for link in (b"and", b"or")
    )


def _split(words: Sequence[bytes], link: bytes) -> Iterator[Words]:
    begun = 0
    for at, word in enumerate((*words, link)):
        if word == link:
            yield tuple(words[begun:at])
            begun = at + 1


def _is_name(words: Words) -> bool:
    """`self._ready`, `not done`."""
    bare = words[words[:1] == (b"not",) :]
    names = all(_is_word(word) for word in bare[::2]) and all(word == b"." for word in bare[1::2])
    return len(bare) % 2 == 1 and names


def _is_word(word: bytes) -> bool:
    return word.replace(b"_", b"a").isalnum() and word not in (b"and", b"or", b"not", b"in", b"is", b"if", b"else")


def _is_within(one: Words, other: Words) -> bool:
    was, now = (words[words[:1] == (b"not",) :] for words in (one, other))
    return len(now) > len(was) and now[: len(was)] == was
