"""Brackets that hold a whole value, `return (x);`, or group what is grouped without them: `(a * b) + c` is `a * b + c`, and
`a - (b - c)` is not `a - b - c`.

A pair goes where what it holds binds stronger than what stands beside it, or as strongly and first, by the language's own table
of operators. What the table does not know, a cast or a name in capitals that may be a macro of C, keeps its brackets.
Source: the C standard, 6.5; the Python reference, 6.17.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from keyword import kwlist, softkwlist
from typing import Final

from ..pieces.brackets import bracketed
from ..pieces.literals import OPEN_ENDED
from ..pieces.outside import CLOSING, OPENING
from .bare_tuples import bare

Words = Sequence[bytes]
_LONGEST: Final = 400  # words
_PYTHON: Final = ("or", "and", "< > <= >= == != in is", "|", "^", "&", "<< >>", "+ -", "* / // % @")
_C: Final = ("||", "&&", "|", "^", "&", "== !=", "< > <= >=", "<< >>", "+ -", "* / %")
_BEFORE: Final = frozenset(
    (b"(", b"[", b"{", b",", b"=", b"return", b"if", b"elif", b"while", b"for", b";", b"assert", b"yield")
)
_BEHIND: Final = frozenset((b")", b"]", b"}", b",", b";", b":", b""))
_PARTS: Final = frozenset((b".", b"->", b"::"))
_SIGNS: Final = frozenset((b"+", b"-", b"*", b"&"))
_STATEMENTS: Final = "and_eq bitand bitor case co_await co_return co_yield delete do goto new sizeof switch throw xor"  # of C and C++ besides
_KEYWORDS: Final = frozenset(word.encode() for word in (*kwlist, *softkwlist, *_STATEMENTS.split())) - {
    b"None", b"True", b"False", b"_", b"type", b"match"}  # fmt: skip
_BEFORE_A_VALUE: Final = frozenset(
    (b"=", b"return", b"assert", b"(", b"[", b",", b"if", b"while", b"elif", b"yield", b"co_return", b"del")
)
_TYPED: Final = [b"decltype", b"("]  # where `(y)` is another type than `y`
_BEHIND_A_VALUE: Final = frozenset((b")", b"]", b",", b":"))
_MOST: Final = 2000  # words, beyond which brackets are left as they are
_COMPARES: Final = 3  # the level at which Python chains


def _levels(rows: Sequence[str]) -> Mapping[bytes, int]:
    return {word.encode(): level for level, row in enumerate(rows, 1) for word in row.split()}


_TABLES: Final = {True: _levels(_PYTHON), False: _levels(_C)}


def bared(words: Sequence[bytes], python: bool) -> list[bytes]:
    """Without parentheses that hold a whole value and no comma, or group what is grouped without them; in Python, texts that stand side by side as one."""
    found = bare(list(_joined(words))) if python else list(words)
    at = 0
    while at < len(found) <= _MOST:
        typed = found[max(at - 2, 0) : at] == _TYPED
        before = not at or (found[at - 1] in _BEFORE_A_VALUE and not typed)
        end = _closing(found, at) if found[at] == b"(" and before else -1
        end = _generator(found, at) if python and end < 0 and found[at] == b"(" and before else end
        if end > at + 1 and (end + 1 == len(found) or found[end + 1] in _BEHIND_A_VALUE):
            found = [*found[:at], *found[at + 1 : end], *found[end + 1 :]]
        else:
            at += 1
    return ungrouped(found, python)


def ungrouped(words: list[bytes], python: bool) -> list[bytes]:
    """Without them, the innermost first."""
    if len(words) > _LONGEST or b"(" not in words:
        return words
    table = _TABLES[python]
    needless = set[int]()
    for start, end in bracketed(words):
        if (words[start], words[end]) != (b"(", b")"):
            continue
        left, right = words[start - 1 : start], words[end + 1 : end + 2]
        inner = _weakest(words, start + 1, end, table, needless)
        if (
            not inner
            or not _ends_something(words[end - 1])
            or not _is_group(words, start, table, python)
            or (not python and any(_may_be_macro(each) for each in words[start:end]))
        ):
            continue
        before = table.get(left[0], 0) if left else 0
        behind = table.get(right[0], 0) if right else 0
        known = (not left or before or left[0] in _BEFORE) and (not right or behind or right[0] in _BEHIND)
        chained = python and inner == _COMPARES
        if known and inner > before and (inner > behind or (inner == behind and not chained)):
            needless |= {start, end}
    return [word for at, word in enumerate(words) if at not in needless]


def _weakest(words: Words, start: int, end: int, table: Mapping[bytes, int], needless: set[int]) -> int:
    """The level of the operator that binds least between these, 0 where there is none or something that is none."""
    levels, depth, before = list[int](), 0, b"("
    for at in range(start, end):
        word = words[at]
        if at in needless:
            continue
        depth -= word in CLOSING
        if not depth and word in table and _ends_something(before):
            levels.append(table[word])
        elif not depth and not (_is_operand(word) or word in OPENING or word in CLOSING or word in _PARTS):
            return 0
        depth += word in OPENING
        before = word
    return min(levels, default=0)


def _is_group(words: Words, start: int, table: Mapping[bytes, int], python: bool) -> bool:
    """Whether no call, cast or sign stands before it; in C what follows a bracket may be the sign of what is cast."""
    left = words[start - 1] if start else b""
    if left in table:
        before = words[start - 2] if start > 1 else b""
        return _ends_something(before) and (python or left not in _SIGNS or before not in CLOSING)
    return not left or left in _BEFORE


def _ends_something(word: bytes) -> bool:
    return _is_operand(word) or word in CLOSING


def _is_operand(word: bytes) -> bool:
    return (word[:1].isalnum() or word[:1] in (b"_", b'"', b"'")) and word not in _KEYWORDS


def _may_be_macro(word: bytes) -> bool:
    return word.isupper()


def _joined(words: Sequence[bytes]) -> Iterator[bytes]:
    held = b""
    for at, word in enumerate(words):
        text = (
            word[:1] == b'"'
            and word[:3] != b'"""'
            and len(word) > 1
            and not (at and words[at - 1].isalpha() and len(words[at - 1]) < 3)
        )
        if text and held and not OPEN_ENDED.search(held):
            held = held[:-1] + word[1:]
            continue
        if held:
            yield held
        held = word if text else b""
        if not text:
            yield word
    if held:
        yield held


def _closing(words: Sequence[bytes], at: int) -> int:
    """Where a bracket is closed that holds one value, else -1."""
    depth = 0
    for place in range(at, len(words)):
        depth += (words[place] in OPENING) - (words[place] in CLOSING)
        if depth == 1 and words[place] in (b",", b"for", b"yield", b"*"):
            return -1
        if not depth:
            return place
    return -1


def _generator(words: Sequence[bytes], at: int) -> int:
    """Where the brackets close of a generator that is all that a call is given: `join((str(n) for n in rows))`. Else -1."""
    called = at > 1 and words[at - 1] == b"(" and (words[at - 2] in CLOSING or _names(words[at - 2]))
    depth, loops = 0, False
    for place in range(at, len(words) if called else at):
        depth += (words[place] in OPENING) - (words[place] in CLOSING)
        loops |= depth == 1 and words[place] == b"for"
        if words[place] == b"yield" or (depth == 1 and words[place] == b"," and not loops):
            return -1
        if not depth:
            return place if loops and words[place + 1 : place + 2] == [b")"] else -1
    return -1


def _names(word: bytes) -> bool:
    return word.replace(b"_", b"a").isalnum() and not word[:1].isdigit() and word not in _KEYWORDS
