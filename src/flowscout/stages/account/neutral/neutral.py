"""The rules by which a differing piece does nothing. Each has a name, and is counted by it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ....model.pattern import regex
from ..pairing import turned_values, zeros
from ..pairing.changes import ADDED, CHANGED, MOVED, REMOVED, REORDERED, Change, Trees, behind_label
from ..pairing.idle import holds_nothing
from ..pieces import likely, prototypes, texts
from ..pieces.literals import as_one
from ..pieces.outside import CLOSING, FUNCTION, OPENING, TEXT_PREFIXES, opened_again
from ..pieces.pieces import HEAD, Piece
from ..pieces.table_ends import closes_alike
from ..pieces.typedefs import names_its_type
from ..reading.declarators import same as declares_the_same
from ..reading.declarators import unset
from ..reading.imports import imports, only_elsewhere
from ..reading.imports import same as brings_the_same
from ..reading.loops import FIRST, begins, first_told
from ..reading.passing import passes_acts, passes_macros, passes_names
from . import (
    access,
    declared_built,
    declared_later,
    equal_values,
    excepted,
    in_any_order,
    include_guards,
    python2,
    released,
    zeroed,
)
from .grouping import ungrouped
from .tags import TAGS, only_tagged

COMMENTS: Final = "comments"
LAYOUT: Final = "layout"
DOCSTRING: Final = "docstrings"
QUOTES: Final = "quotes and commas"
_BOTH: Final = frozenset((b"fr", b"rf", b"br", b"rb"))  # before a text, in either order
ANNOTATION: Final = "annotations that nothing reads"
LOCALS: Final = "locals renamed"
FOLLOWS: Final = "names that follow a rename"
IMPORTS: Final = "order of imports"
EXPORTS: Final = "order of names that are handed out"
DECLARATIONS: Final = "declarations taken apart or put together"
UNSET: Final = "locals declared without a value"
BEGINS: Final = "first values moved into or out of the head of a loop"
BRACES: Final = "braces and semicolons"
PLACE: Final = "moved unchanged"
BRACKETS: Final = "brackets that change nothing"
UNUSED: Final = "results marked as not used"
TURNED: Final = "equal sides turned round"
NOTHING: Final = "statements that do nothing"
LABELS: Final = "labels alone"
EMPTY: Final = "questions on which nothing depends"
AGAIN: Final = "namespaces opened again"
_WORD: Final = regex(rb"(?<![\w.])[A-Za-z_]\w*+")
_BEFORE: Final = frozenset(
    (b"=", b"return", b"assert", b"(", b"[", b",", b"if", b"while", b"elif", b"yield", b"co_return")
)
_NAMING: Final = ((b"__all__",), (b"__slots__",))
_EQUAL: Final = (b"==", b"!=")
_ASKING: Final = tuple((word,) for word in (b"if", b"while", b"(", b"&&", b"||", b"and", b"or", b"not"))
_ASKED: Final = frozenset((b")", b"&&", b"||", b"and", b"or", b":"))
_NOT_PLAIN: Final = frozenset((
    b"(", b")", b"[", b"]", b"&&", b"||", b"and", b"or", b"not", b"=", b"?", b"if", b"<", b">", b"<=", b">=",
    b"in", b"is", b"==", b"!=", b"|", b"&", b"^"))  # fmt: skip
_BEHIND: Final = frozenset((b")", b"]", b",", b":"))
_MADE_BY_NAME: Final = frozenset((b"__init__", b"__new__", b"__call__", b"__init_subclass__", b"__post_init__"))
_MOST: Final = 2000  # words, beyond which brackets are left as they are
_BRACES: Final = regex(rb"([{}])")


def rule(
    both: Trees, change: Change, renamed: Mapping[bytes, bytes], locals_: Mapping[bytes, bytes], quotes: bool
) -> str:
    """Name of the rule by which a change does nothing, "" for none. renamed: names of the project; locals_: of the function.
    quotes: whether both kinds of quotes make the same string, and a string alone is a docstring."""
    if brings_the_same(both, change) or only_elsewhere(both, change):
        return IMPORTS
    if declares_the_same(both, change) or (not quotes and declared_built.same(both, change)):
        return DECLARATIONS
    if not quotes and access.spelt(both, change):
        return access.SPELT
    if not quotes and (told := zeroed.RULE * zeroed.same(both, change) or TAGS * only_tagged(both, change)):
        return told
    if change.kind in (ADDED, REMOVED):
        piece = both.new[change.b] if change.kind == ADDED else both.old[change.a]
        if quotes and piece.words in ((b"pass",), (b"...",)):
            return NOTHING
        if piece.kind == "Define" and include_guards.stands(both, change):
            return include_guards.ONCE
        if not quotes and unset(piece):
            return UNSET
        if piece.kind == "Namespace" and opened_again(*_side(both, change)):
            return AGAIN
        if piece.role == "init" and first_told(both, change):
            return FIRST
        if not quotes and names_its_type(*_side(both, change)):
            return FOLLOWS
        if piece.kind == "If" and holds_nothing(*_side(both, change)):
            return EMPTY
        if piece.kind == "If" and not quotes and released.asks_itself(both, change):
            return released.NOTHING_THERE
        if piece.kind == "Label" and not behind_label(*_side(both, change)):
            return LABELS
        return DOCSTRING if quotes and _is_text(piece) else ""
    one, other = both.old[change.a], both.new[change.b]
    if change.kind == MOVED and other.kind == FUNCTION and _in_types(both, change):
        return PLACE
    if change.kind in (REORDERED, MOVED) and not quotes and unset(other) and one.words == other.words:
        return UNSET
    if not quotes and begins(both, change):
        return BEGINS
    if not quotes and declared_later.same(both, change):
        return declared_later.WHERE_SET
    if not quotes and change.kind == CHANGED and prototypes.names_alone(one, other):
        return prototypes.NAMES
    if quotes and _only_ordered(both, change):
        return EXPORTS
    if quotes and change.kind in (REORDERED, MOVED) and one.words == other.words and _is_text(other):
        return DOCSTRING
    if change.kind == REORDERED:
        passes = passes_acts if quotes else passes_macros
        return (
            IMPORTS
            if (imports(other) if quotes else other.kind == "Import") and not passes(both, change)
            else PLACE
            if other.kind == FUNCTION or passes_names(both, change) or in_any_order.free(both, change, quotes)
            else ""
        )
    if change.kind != CHANGED or one.kind != other.kind:
        return ""
    if quotes and _is_text(one) and _is_text(other):
        return DOCSTRING
    if one.kind == "Directive" and include_guards.spelt(both, change):
        return include_guards.ONCE
    old, new = tuple(plain(one.words, quotes)), tuple(plain(other.words, quotes))
    if old == new or (one.kind in ("Item", "Row") and _ended(old) == _ended(new)) or closes_alike(one, other):
        return QUOTES
    if quotes and {b"f", b"F"} & {*old, *new} and texts.filled(old) == texts.filled(new):
        return texts.FILLED
    if one.words[:1] != (b"#",) and _bared(old, quotes) == _bared(new, quotes):
        return BRACKETS
    asks = not quotes and one.kind in ("If", "Loop")
    if asks and _bared(likely.unhinted(old), quotes) == _bared(likely.unhinted(new), quotes):
        return likely.RULE
    if not quotes and one.kind in zeros.VALUED and zeros.spelt(old, new, one.kind):
        return zeros.ZERO
    if not quotes and turned_values.same(old, new):
        return turned_values.TURNED if turned_values.turned(old, new) else BRACKETS
    if (one.words[:1] != (b"#",) or one.kind == "Define") and equal_values.same(old, new, quotes):
        return equal_values.RULE
    if one.kind == "Loop" and not quotes and _begun(old) == _begun(new):
        return BRACES
    if one.kind == "Simple" and not quotes and _kept(old) == _kept(new):
        return UNUSED
    if one.kind in ("If", "Loop") and _turned(old, new):
        return TURNED
    if one.kind in ("If", "Loop") and not quotes and zeros.same(old, new):
        return zeros.ZERO
    if quotes and (python2.spelt(one.words, other.words) or python2.spelt(old, new)):
        return python2.SPELT
    if quotes and one.kind == "Handler" and (told := excepted.rule(both, change, LOCALS)):
        return told
    if quotes and _sets_alone(both, change) and _unannotated(old) == _unannotated(new):
        return ANNOTATION
    if not locals_ and not renamed:
        return ""
    if len(old) == len(new):
        names = {**renamed, **locals_}
        differing = {
            (a, b)
            for at, (a, b) in enumerate(zip(old, new, strict=True))
            if a != b and not (quotes and at and _filled(old[at - 1], a, b, names))
        }
        if quotes and one.kind == HEAD and _by_name(old, {a for a, _ in differing}):
            return ""
        if all(locals_.get(a) == b for a, b in differing) and not _dotted(old, {a for a, _ in differing}):
            return LOCALS
        if all(renamed.get(a, locals_.get(a)) == b for a, b in differing):
            return FOLLOWS
    return ""


def _sets_alone(both: Trees, change: Change) -> bool:
    """A variable, not a field of a type, whose annotation its decorator or its base may read."""
    kind, above = both.new[change.b].kind, both.new[change.b].parent
    return kind == "Simple" or (kind == "Assign" and (above < 0 or both.new[above].kind != "Class"))


def _side(both: Trees, change: Change) -> tuple[Sequence[Piece], Sequence[Sequence[int]], Mapping[int, int], int]:
    if change.kind == ADDED:
        return both.new, both.new_below, both.back, change.b
    return both.old, both.old_below, both.pairs, change.a


def _only_ordered(both: Trees, change: Change) -> bool:
    """Whether names of Python's `__all__` or `__slots__`, where none comes first, changed places and nothing else."""
    one, other = both.old[change.a], both.new[change.b]
    if change.kind == REORDERED and other.kind == "Row" and other.parent >= 0:
        return both.new[other.parent].words[:1] in _NAMING and one.words == other.words
    same = change.kind == CHANGED and one.words[:1] == other.words[:1] and other.words[:1] in _NAMING
    return same and sorted(_ended(one.words)) == sorted(_ended(other.words)) and b"+" not in other.words


def _by_name(head: Sequence[bytes], names: set[bytes]) -> bool:
    """Whether a caller may name one of these parameters of Python: not before a `/`, and not where an operator or a protocol calls."""
    name = head[head.index(b"(") - 1] if b"(" in head else b""
    if name.startswith(b"__") and name.endswith(b"__") and name not in _MADE_BY_NAME:
        return False
    first = next((at for at, word in enumerate(head) if word == b"/" and head[at - 1] == b","), 0)
    return any(word in names and head[at - 1] in (b"(", b",") for at, word in enumerate(head) if at > first)


def _filled(prefix: bytes, one: bytes, other: bytes, names: Mapping[bytes, bytes]) -> bool:
    """Whether two f-strings differ in the names alone that they are filled with."""
    if prefix.lower() not in (b"f", b"rf", b"fr") or any(b"{{" in each or b"}}" in each for each in (one, other)):
        return False
    return inserted(one, names) == other


def inserted(text: bytes, names: Mapping[bytes, bytes]) -> bytes:
    """With other names in what stands in braces."""
    out, depth = [], 0
    for part in _BRACES.split(text):
        depth += (part == b"{") - (part == b"}")
        out.append(_WORD.sub(lambda found: names.get(found[0], found[0]), part) if depth > 0 else part)
    return b"".join(out)


def under_another_name(both: Trees, found: Sequence[Change], locals_: Mapping[bytes, bytes]) -> frozenset[Change]:
    """Statements too short to be known again, which are the same but for locals renamed, behind the same as before."""
    came = {change.b: change for change in found if change.kind == ADDED} if locals_ else {}
    told: dict[int, int] = {}
    same: set[Change] = set()
    for change in sorted([each for each in found if each.kind == REMOVED], key=lambda each: each.a) if came else ():
        at = change.a
        before = told.get(at - 1, both.pairs.get(at - 1, -2))
        twin = came.get(before + 1)
        if twin is not None and _again(both.old[at], both.new[twin.b], locals_):
            told[at] = twin.b
            same |= {change, twin}
    return frozenset(same)


def _again(one: Piece, other: Piece, locals_: Mapping[bytes, bytes]) -> bool:
    if (one.kind, one.role) != (other.kind, other.role) or one.kind != "Simple":
        return False
    return (
        tuple(
            [
                word if at and one.words[at - 1] in (b".", b"->") else locals_.get(word, word)
                for at, word in enumerate(one.words)
            ]
        )
        == other.words
    )


def _in_types(both: Trees, change: Change) -> bool:
    """Whether a type holds it on both sides or nothing does, which its name says."""
    above = (both.old[change.a].parent, both.old), (both.new[change.b].parent, both.new)
    return all(parent < 0 or pieces[parent].kind in ("Class", "Namespace") for parent, pieces in above)


def _is_text(piece: Piece) -> bool:
    words = piece.words[1:] if len(piece.words) > 1 and piece.words[0].lower() in TEXT_PREFIXES else piece.words
    return piece.kind in ("Simple", "Docstring") and bool(words) and all(word[:1] in (b'"', b"'") for word in words)


def plain(words: Sequence[bytes], quotes: bool) -> Iterator[bytes]:
    """Without a comma before a closing bracket that changes nothing; strings in one kind of quotes, `fr"…"` as `rf"…"`."""
    bare = list(without_last_commas(words if quotes else [*as_one(words)], quotes))
    for word, behind in zip(bare, [*bare[1:], b""], strict=False):
        before_a_text = quotes and len(word) == 2 and word.lower() in _BOTH and behind[:1] in (b"'", b'"')
        yield bytes(sorted(word.lower())) if before_a_text else quoted(word) if quotes else word


def without_last_commas(words: Sequence[bytes], python: bool) -> Iterator[bytes]:
    stack: list[list[int]] = []  # of each open bracket, whether it is a call's or an index's, and its commas
    for at, word in enumerate(words):
        if word in OPENING:
            stack.append([bool(at and (words[at - 1][-1:].isalnum() or words[at - 1][-1:] in (b"_", b")", b"]"))), 0])
        elif word in CLOSING and stack:
            stack.pop()
        elif word == b"," and stack:
            if at + 1 < len(words) and words[at + 1] in CLOSING and _needless(words[at + 1], python, *stack[-1]):
                continue
            stack[-1][1] += 1
        yield word


def _needless(closing: bytes, python: bool, called: int, commas: int) -> bool:
    if not python:
        return closing == b"}"
    return bool(commas) or (closing == b")" and bool(called)) or (closing != b")" and not called)


def quoted(word: bytes) -> bytes:
    """`"a"` and `'a'` are one string; where it holds a quote or an escape, it is left alone."""
    for quote in (b'"""', b"'''", b'"', b"'"):
        if word.startswith(quote) and len(word) >= 2 * len(quote) and word.endswith(quote):
            inner = word[len(quote) : -len(quote)]
            return word if any(sign in inner for sign in (b"'", b'"', b"\\")) else b'"' + inner + b'"'
    return word


def _bared(words: Sequence[bytes], python: bool) -> list[bytes]:
    """Without parentheses that hold a whole value and no comma, or group what is grouped without them; in Python, texts that stand side by side as one."""
    found = list(_joined(words)) if python else list(words)
    at = 0
    while at < len(found) <= _MOST:
        end = _closing(found, at) if found[at] == b"(" and (not at or found[at - 1] in _BEFORE) else -1
        if end > at + 1 and (end + 1 == len(found) or found[end + 1] in _BEHIND):
            found = [*found[:at], *found[at + 1 : end], *found[end + 1 :]]
        else:
            at += 1
    return ungrouped(found, python)


def _joined(words: Sequence[bytes]) -> Iterator[bytes]:
    held = b""
    for at, word in enumerate(words):
        text = (
            word[:1] == b'"'
            and word[:3] != b'"""'
            and len(word) > 1
            and not (at and words[at - 1].isalpha() and len(words[at - 1]) < 3)
        )
        if text and held:
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


def _unannotated(words: Sequence[bytes]) -> tuple[bytes, ...]:
    """`x: int = 1` -> `x = 1`, of a name or of somebody's attribute."""
    at = words.index(b":") if b":" in words else 0
    plain = all(word == b"." if n % 2 else word.replace(b"_", b"a").isalnum() for n, word in enumerate(words[:at]))
    if at % 2 and plain and b"=" in words[at:]:
        return (*words[:at], *words[words.index(b"=", at) :])
    return tuple(words)


def _kept(words: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """`(void) f()` -> `f()`."""
    return words[3:] if words[:3] == (b"(", b"void", b")") and words[4:] else words


def _begun(words: Sequence[bytes]) -> Sequence[bytes]:
    """`for (; more; next)`: what it begins with is told by itself, and ends with its own `;` or does not."""
    return (*words[:2], *words[3:]) if words[:3] == (b"for", b"(", b";") else words


def _ended(words: Sequence[bytes]) -> Sequence[bytes]:
    """Without the comma before the next value."""
    return words[:-1] if words[-1:] == (b",",) else words


def _turned(one: Sequence[bytes], other: Sequence[bytes]) -> bool:
    """Whether `a == b` became `b == a`, where neither calls anything."""
    if len(one) != len(other):
        return False
    begin = next((at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b), len(one))
    end = len(one) - next((at for at in range(len(one)) if one[-1 - at] != other[-1 - at]), 0)
    for sign in _EQUAL:
        if sign in one[begin:end]:
            cut = one.index(sign, begin)
            left, right = tuple(one[begin:cut]), tuple(one[cut + 1 : end])
            alone = one[begin - 1 : begin] in _ASKING and (end == len(one) or one[end] in _ASKED)
            return alone and tuple(other[begin:end]) == (*right, sign, *left) and not {*left, *right} & _NOT_PLAIN
    return False


def _dotted(words: Sequence[bytes], names: set[bytes]) -> bool:
    """Whether one of these stands as somebody's attribute."""
    return any(word in names and at and words[at - 1] in (b".", b"->") for at, word in enumerate(words))
