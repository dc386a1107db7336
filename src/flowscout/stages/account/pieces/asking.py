"""Lines of the preprocessor that ask the same, however they are written."""

from __future__ import annotations


def plainly_asked(words: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """`#ifdef A` of `#if defined(A)`, `#ifndef A` of `#if !defined A`."""
    if words[:2] != (b"#", b"if"):
        return words
    rest = words[2:]
    turned = rest[:1] == (b"!",)
    name = [word for word in rest[turned + 1 :] if word not in (b"(", b")")]
    if rest[turned : turned + 1] != (b"defined",) or len(name) != 1 or not name[0].replace(b"_", b"a").isalnum():
        return words
    return (b"#", b"ifndef" if turned else b"ifdef", name[0])
