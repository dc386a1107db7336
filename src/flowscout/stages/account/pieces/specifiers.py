"""What stands in a function's head beside its type and its parameters: `static`, `const`, `noexcept`, and what `noexcept` and `explicit`
hold by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from .brackets import closing
from .outside import CLOSING, OPENING
from .quoting import joined, q

_SPECIFIERS: Final = frozenset((
    b"const", b"volatile", b"noexcept", b"override", b"final", b"static", b"virtual", b"inline", b"explicit", b"constexpr", b"async", b"extern",
    b"friend", b"mutable", b"thread_local", b"restrict", b"consteval", b"register"))  # fmt: skip


IN_A_CLASS: Final = frozenset((b"override", b"final", b"virtual", b"static", b"explicit", b"inline", b"friend"))


def specifiers(one: Sequence[bytes], other: Sequence[bytes], results: tuple[str, str]) -> Iterator[str]:
    """results: the types that are given, whose `const` is told with them."""
    apart = (b"::" in declarator(one)) != (b"::" in declarator(other))
    told = set[bytes]()
    for word in (b"explicit", b"noexcept"):
        held, holds = _asking(word, one), _asking(word, other)
        if held != holds and "(" in held + holds:
            told.add(word)
            yield _holds_otherwise(held, holds)
    (one, was), (other, now) = _round_parameters(one), _round_parameters(other)
    gone, came = _unknown(one, other), _unknown(other, one)
    for word in sorted(_SPECIFIERS - told - (IN_A_CLASS if apart else frozenset())):
        if word == b"const" and was.count(word) != now.count(word):
            yield f"is {'no longer' if word in was else 'now'} a `const` method"
        before, after = (one + was * (word != b"const")).count(word), (other + now * (word != b"const")).count(word)
        if before - after == results[0].split().count(word.decode()) - results[1].split().count(word.decode()):
            continue
        if word == b"virtual" and before > after and (instead := _overriding(other + now)):
            yield f"leaves out `virtual`, which `{instead}` says too"
        elif before > after and len(came) == 1 and not gone:  # a macro that stands for it
            yield f"has {q(came[0].decode('utf-8', 'replace'))} in its head, where it had {q(word.decode())}"
        elif before < after and len(gone) == 1 and not came:
            yield f"has {q(word.decode())} in its head, where it had {q(gone[0].decode('utf-8', 'replace'))}"
        elif before != after:
            yield f"is {'no longer' if before > after else 'now'} {q(word.decode())}"


def _asking(word: bytes, words: Sequence[bytes]) -> str:
    """`noexcept`, or `noexcept(f())` that holds where what it is given does; "" for none."""
    if word not in words:
        return ""
    begin = words.index(word)
    depth, end = 0, begin + 1
    for at in range(begin + 1, len(words)):
        depth += (words[at] in OPENING) - (words[at] in CLOSING)
        if at == begin + 1 and not depth:
            break
        end = at + 1
        if not depth:
            break
    return joined(words[begin:end])


def _holds_otherwise(was: str, now: str) -> str:
    if was and now:
        return f"is now {q(now)}, no longer {q(was)}"
    return f"is now {q(now)}" if now else f"is no longer {q(was)}"


def _overriding(words: Sequence[bytes]) -> str:
    """What says as well that it is virtual."""
    return next((word.decode() for word in (b"override", b"final") if word in words), "")


def _unknown(words: Sequence[bytes], others: Sequence[bytes]) -> list[bytes]:
    """Names in a head that the other has not, and that are no specifiers."""
    return [word for word in words[:-1] if word not in others and word not in _SPECIFIERS and word[:1].isalpha()]


def _round_parameters(words: Sequence[bytes]) -> tuple[list[bytes], list[bytes]]:
    """What stands before the parameters, and behind them."""
    begin = words.index(b"(") if b"(" in words else len(words)
    end = closing(words, begin)
    return list(words[:begin]), list(words[end + 1 :]) if end >= 0 else []


def declarator(words: Sequence[bytes]) -> Sequence[bytes]:
    """`A::f` of `int A::f(`: of a definition that stands apart from its class."""
    end = words.index(b"(") if b"(" in words else len(words)
    return words[max(0, end - 3) : end]
