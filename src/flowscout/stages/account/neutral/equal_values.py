"""A number that is spelt otherwise and is the same one: `0x10` and `16`, `2 * 1024` and `2048`, in Python `int("10")` and `10`, bytes and powers.

Only what is certain: of C and C++ the letters of a suffix in either case, and numbers without one that an `int` holds, for a larger one may have another type by its spelling. A product is
worked out where it is a whole value, between signs that nothing binds to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Final

from ....model.pattern import regex
from .equal_texts import in_one_spelling

RULE: Final = "equal values spelt otherwise"
_MOST_DIGITS: Final = 4000  # Python itself refuses to read more than 4300
_MOST_FACTORS: Final = 8
_FACTOR: Final = 20  # digits of each
_INT: Final = 2**31
_PYTHON: Final = regex(rb"(?i)^(?:0x[0-9a-f_]++|0o[0-7_]++|0b[01_]++|[1-9][0-9_]*+|0)$")
_C: Final = regex(rb"(?i)^(?:0x[0-9a-f]++|0b[01]++|0[0-7]++|[1-9][0-9]*+|0)$")
_INTEGER: Final = regex(
    rb"\A(?:0[xX][0-9a-fA-F]++|0[bB][01]++|[0-9]++)(?:[uU](?:ll|LL|[lLzZ])?|(?:ll|LL|[lLzZ])[uU]?)?\Z"
)
_FLOAT: Final = regex(rb"\A[0-9]++(?:\.[0-9]*+)?(?:[eE][+-]?[0-9]++)?[flFL]?\Z")
_REAL: Final = regex(
    rb"\A([0-9]*+)(?:\.([0-9]*+))?(?:[eE]([+-]?[0-9]{1,4}))?([flFL]?)\Z"
)  # of Python without its lines
_DIGITS: Final = regex(rb"""^(?:"[0-9]++"|'[0-9]++')$""")
_BEFORE: Final = frozenset((b"=", b"return", b"(", b"[", b"{", b",", b":"))
_BEHIND: Final = frozenset((b")", b"]", b"}", b",", b";", b":"))


def same(one: Sequence[bytes], other: Sequence[bytes], python: bool) -> bool:
    """Whether two statements differ in the spelling of numbers alone."""
    return one[:1] == other[:1] and tuple(_worked_out(one, python)) == tuple(_worked_out(other, python))


def _worked_out(words: Sequence[bytes], python: bool) -> Iterator[bytes]:
    """With each number in decimal digits."""
    found = list(_read(tuple(in_one_spelling(words)) if python else words, python))
    whole = words[:1] != (b"#",)  # what is put in the place of a macro's name binds to what stands there
    at = 0
    while at < len(found):
        end = at + 1
        while whole and end + 1 < len(found) and found[end] == b"*" and found[end + 1].isdigit():
            end += 2
        alone = end > at + 1 and found[at].isdigit() and at and found[at - 1] in _BEFORE
        if alone and (end == len(found) or found[end] in _BEHIND):
            yield from _product(found[at:end], python)
            at = end
            continue
        yield found[at]
        at += 1


def _product(words: Sequence[bytes], python: bool) -> Sequence[bytes]:
    factors = words[::2]
    if len(factors) > _MOST_FACTORS or any(len(each) > _FACTOR for each in factors):
        return words
    value = prod(map(int, factors))
    return words if value >= _INT and not python else (b"%d" % value,)


def _read(words: Sequence[bytes], python: bool) -> Iterator[bytes]:
    at = 0
    while at < len(words):
        end = _made_of_a_text(words, at) if python else at
        yield (
            b"".join([each[1:-1] for each in words[at + 2 : end - 1]]).lstrip(b"0") or b"0"
            if end > at
            else (words[:1] != (b"#",) and _real(words[at], python)) or _number(words[at], python)
        )
        at = max(end, at + 1)


def _made_of_a_text(words: Sequence[bytes], at: int) -> int:
    """Where `int("12" "34")` ends that begins here; else here."""
    if words[at] != b"int" or words[at + 1 : at + 2] != (b"(",) or (at and words[at - 1] in (b".", b"def", b"class")):
        return at
    end = at + 2
    while end < len(words) and _DIGITS.match(words[end]):
        end += 1
    digits = sum(len(each) - 2 for each in words[at + 2 : end])
    return end + 1 if end > at + 2 and words[end : end + 1] == (b")",) and digits <= _MOST_DIGITS else at


def _real(word: bytes, python: bool) -> bytes:
    """`1e3` of `1.0e3` and `1000.0`; "" of what has neither a point nor an exponent. Not of a macro, which may be read as a text."""
    found = _REAL.match(word.replace(b"_", b"") if python else word) if len(word) <= _MOST_DIGITS // 2 else None
    if not found or (found[2] is None and found[3] is None) or not (found[1] or found[2]) or (python and found[4]):
        return b""
    digits = (found[1] + (found[2] or b"")).lstrip(b"0")
    whole = digits.rstrip(b"0")
    power = int(found[3] or b"0") - len(found[2] or b"") + len(digits) - len(whole)
    return b"%se%d%s" % (whole or b"0", power if whole else 0, found[4].lower())


def _number(word: bytes, python: bool) -> bytes:
    if not word[:1].isdigit() or len(word) > _MOST_DIGITS // 2 or not (_PYTHON if python else _C).match(word):
        lower = not python and word[:1].isdigit() and (_INTEGER.match(word) or _FLOAT.match(word))
        return word.replace(b"_", b"") if python and word.isdigit() else word.lower() if lower else word
    plain = word.replace(b"_", b"").lower()
    base = {b"0x": 16, b"0o": 8, b"0b": 2}.get(plain[:2]) or (8 if plain[:1] == b"0" and not python else 10)
    if base == 10:
        return plain
    value = int(plain, base)
    return word if value >= _INT and not python else b"%d" % value
