"""The rules by which a differing piece does nothing. Each has a name, and is counted by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..pairing import turned_values, zeros
from ..pairing.changes import ADDED, CHANGED, MOVED, REMOVED, REORDERED, Change, Trees, behind_label
from ..pairing.idle import holds_nothing
from ..pieces import likely, prototypes, texts
from ..pieces.outside import FUNCTION, TEXT_PREFIXES, opened_again
from ..pieces.pieces import Piece
from ..pieces.table_ends import closes_alike
from ..pieces.typedefs import names_its_type
from ..reading.bound import bound_otherwise
from ..reading.declarators import same as declares_the_same
from ..reading.declarators import unset
from ..reading.declared_anew import typed_anew
from ..reading.imports import imports, of_a_parting, only_elsewhere
from ..reading.imports import same as brings_the_same
from ..reading.left_the_head import stands_before
from ..reading.loops import FIRST, begins, first_told
from ..reading.passing import passes_acts, passes_its_name, passes_macros, passes_names, passes_prototypes
from ..reading.spaces import passes_using
from . import (
    access,
    cases,
    const_placed,
    declared_built,
    declared_later,
    each_round,
    equal_values,
    excepted,
    in_any_order,
    include_guards,
    number_types,
    python2,
    read_alike,
    released,
    zeroed,
)
from .grouping import bared
from .regrouped import regrouped
from .renamed import by_other_names
from .rules import (
    AGAIN,
    ANNOTATION,
    BEGINS,
    BRACKETS,
    DECLARATIONS,
    DOCSTRING,
    EMPTY,
    EXPORTS,
    IMPORTS,
    IMPORTS_PARTED,
    LABELS,
    LOCALS,
    NAMES_TYPE,
    NOTHING,
    ORDERED,
    PLACE,
    QUOTES,
    TURNED,
    UNSET,
    UNUSED,
)
from .spelling import plain
from .tags import TAGS, only_tagged

_NAMING: Final = ((b"__all__",), (b"__slots__",))
_EQUAL: Final = frozenset((b"==", b"!="))
_ASSERTS: Final = ((b"static_assert",), (b"_Static_assert",))  # which run nowhere, and take no room
_MIRRORED: Final = {b"==": b"==", b"!=": b"!=", b"<": b">", b">": b"<", b"<=": b">=", b">=": b"<="}
_ASKING: Final = tuple((word,) for word in (b"if", b"while", b"(", b"&&", b"||", b"and", b"or", b"not"))
_ASKED: Final = frozenset((b")", b"&&", b"||", b"and", b"or", b":"))
_NOT_PLAIN: Final = frozenset((
    b"(", b")", b"[", b"]", b"&&", b"||", b"and", b"or", b"not", b"=", b"?", b"if", b"<", b">", b"<=", b">=",
    b"in", b"is", b"==", b"!=", b"|", b"&", b"^"))  # fmt: skip


Words = tuple[bytes, ...]


def rule(
    both: Trees, change: Change, renamed: Mapping[bytes, bytes], locals_: Mapping[bytes, bytes], quotes: bool
) -> str:
    """Name of the rule by which a change does nothing, "" for none. renamed: names of the project; locals_: of the function.
    quotes: whether both kinds of quotes make the same string, and a string alone is a docstring."""
    if brings_the_same(both, change) or only_elsewhere(both, change):
        return IMPORTS_PARTED if of_a_parting(both, change) else IMPORTS
    if (
        not quotes
        and change.kind in (MOVED, REORDERED)
        and (access.otherwise(both, change) or access.under_others(both, change))
    ):
        return ""
    if not quotes and bound_otherwise(both, change) is not None:
        return ""
    if declares_the_same(both, change) or (
        not quotes and (declared_built.same(both, change) or regrouped(both, change))
    ):
        return DECLARATIONS
    if not quotes and cases.free(both, change):
        return cases.RULE
    if not quotes and access.spelt(both, change):
        return access.SPELT
    if not quotes and declared_later.with_value(both, change):
        return declared_later.WHERE_SET
    if not quotes and zeroed.same(both, change):
        return zeroed.RULE
    if not quotes and only_tagged(both, change):
        return TAGS
    if change.kind in (ADDED, REMOVED):
        return _alone(both, change, quotes)
    if told := _in_its_place(both, change, quotes):
        return told
    one, other = both.old[change.a], both.new[change.b]
    if change.kind != CHANGED or one.kind != other.kind:
        return ""
    old, new = tuple(plain(one.words, quotes)), tuple(plain(other.words, quotes))
    return _respelt(both, change, old, new, quotes) or by_other_names(one.kind, old, new, renamed, locals_, quotes)


def _alone(both: Trees, change: Change, quotes: bool) -> str:
    """Of a piece that one side has and the other has not."""
    piece = both.new[change.b] if change.kind == ADDED else both.old[change.a]
    if quotes and piece.words in ((b"pass",), (b"...",)):
        return NOTHING
    if piece.kind == "Define" and include_guards.stands(both, change):
        return include_guards.ONCE
    if not quotes and stands_before(both, change):
        return BEGINS
    if not quotes and unset(piece):
        pieces, _, _, at = _side(both, change)
        if change.kind == ADDED and typed_anew(both, at):
            return ""
        return "" if each_round.alone(pieces, at, both.old if change.kind == ADDED else both.new) else UNSET
    if piece.kind == "Namespace" and opened_again(*_side(both, change)):
        return AGAIN
    if piece.role == "init" and first_told(both, change):
        return FIRST
    if not quotes and names_its_type(*_side(both, change)):
        return NAMES_TYPE
    if piece.kind == "If" and holds_nothing(*_side(both, change)):
        return EMPTY
    if piece.kind == "If" and not quotes and released.asks_itself(both, change):
        return released.NOTHING_THERE
    if piece.kind == "Label" and not behind_label(*_side(both, change)):
        return LABELS
    return DOCSTRING if quotes and _is_text(piece) else ""


def _in_its_place(both: Trees, change: Change, quotes: bool) -> str:
    """Of a piece for which it does not matter where it stands, or in which order what it holds does."""
    one, other = both.old[change.a], both.new[change.b]
    if change.kind == MOVED and other.kind == FUNCTION and _in_types(both, change):
        return PLACE
    if change.kind in (REORDERED, MOVED) and not quotes and unset(other) and one.words == other.words:
        return "" if each_round.kept(both, change) else UNSET
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
    if change.kind == REORDERED and (quotes or not passes_using(both, change)):
        passes = passes_acts if quotes else passes_macros
        return (
            IMPORTS
            if (imports(other) if quotes else other.kind == "Import") and not passes(both, change)
            else PLACE
            if (other.kind == FUNCTION and not (quotes and passes_its_name(both, change)))
            or passes_names(both, change)
            or (one.words == other.words and passes_prototypes(both, change))
            or (other.words[:1] in _ASSERTS and one.words == other.words and not passes_macros(both, change))
            or in_any_order.free(both, change, quotes)
            else ""
        )
    return ""


def _respelt(both: Trees, change: Change, old: Words, new: Words, quotes: bool) -> str:
    """Of a piece that says the same in other words. old, new: its words in one spelling."""
    one, other = both.old[change.a], both.new[change.b]
    if quotes and _is_text(one) and _is_text(other):
        return DOCSTRING
    if one.kind == "Directive" and include_guards.spelt(both, change):
        return include_guards.ONCE
    if old == new or (one.kind in ("Item", "Row") and _ended(old) == _ended(new)) or closes_alike(one, other):
        return QUOTES
    if quotes and {b"f", b"F"} & {*old, *new} and texts.filled(old) == texts.filled(new):
        return texts.FILLED
    if one.words[:1] != (b"#",) and bared(old, quotes) == bared(new, quotes):
        return "" if one.kind == "Return" and b"decltype" in both.new[0].words else BRACKETS
    asks = not quotes and one.kind in ("If", "Loop")
    if asks and bared(likely.unhinted(old), quotes) == bared(likely.unhinted(new), quotes):
        return likely.RULE
    if not quotes and one.kind in zeros.VALUED and zeros.spelt(old, new, one.kind):
        return zeros.ZERO
    if not quotes and const_placed.same(one.words, other.words):
        return const_placed.RULE
    if not quotes and number_types.same(one.words, other.words):
        return number_types.RULE
    if not quotes and turned_values.same(old, new):
        return turned_values.TURNED if turned_values.turned(old, new) else BRACKETS
    if (one.words[:1] != (b"#",) or one.kind == "Define") and equal_values.same(old, new, quotes):
        return equal_values.RULE
    if one.kind == "Simple" and not quotes and _kept(old) == _kept(new):
        return UNUSED
    if one.kind in ("If", "Loop") and _turned(old, new):
        return TURNED if _EQUAL & {*old} else ORDERED
    if one.kind in ("If", "Loop") and not quotes and zeros.same(old, new):
        return BRACKETS if _bracketless(old) == _bracketless(new) else zeros.ZERO
    if quotes and (python2.spelt(one.words, other.words) or python2.spelt(old, new)):
        return python2.SPELT
    if quotes and one.kind == "Handler" and (told := excepted.rule(both, change, LOCALS)):
        return told
    if quotes and _sets_alone(both, change) and bared(_unannotated(old), quotes) == bared(_unannotated(new), quotes):
        return ANNOTATION
    return read_alike.RULE if quotes and read_alike.same(one.kind, one.words, other.words) else ""


def _bracketless(words: Words) -> Words:
    return tuple(word for word in words if word not in (b"(", b")"))


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


def _in_types(both: Trees, change: Change) -> bool:
    """Whether a type holds it on both sides or nothing does, which its name says."""
    above = (both.old[change.a].parent, both.old), (both.new[change.b].parent, both.new)
    return all(parent < 0 or pieces[parent].kind in ("Class", "Namespace") for parent, pieces in above)


def _is_text(piece: Piece) -> bool:
    words = piece.words[1:] if len(piece.words) > 1 and piece.words[0].lower() in TEXT_PREFIXES else piece.words
    return piece.kind in ("Simple", "Docstring") and bool(words) and all(word[:1] in (b'"', b"'") for word in words)


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


def _ended(words: Sequence[bytes]) -> Sequence[bytes]:
    """Without the comma before the next value."""
    return words[:-1] if words[-1:] == (b",",) else words


def _turned(one: Sequence[bytes], other: Sequence[bytes]) -> bool:
    """Whether `a == b` became `b == a`, or `a < b` became `b > a`, where neither calls anything."""
    if len(one) != len(other):
        return False
    begin = next((at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b), len(one))
    end = len(one) - next((at for at in range(len(one)) if one[-1 - at] != other[-1 - at]), 0)
    for sign, turned in _MIRRORED.items():
        if sign in one[begin:end]:
            cut = one.index(sign, begin)
            left, right = tuple(one[begin:cut]), tuple(one[cut + 1 : end])
            alone = one[begin - 1 : begin] in _ASKING and (end == len(one) or one[end] in _ASKED)
            return alone and tuple(other[begin:end]) == (*right, turned, *left) and not {*left, *right} & _NOT_PLAIN
    return False
