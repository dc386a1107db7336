"""What a step, or an import, has passed on its way to another place among its neighbours."""

from __future__ import annotations

import sys
from collections.abc import Container, Iterator, Sequence, Set
from functools import lru_cache

from ....engine.same import KEPT, Same
from ..pairing.changes import ADDED, Change, Trees
from ..pieces.children import under as under_
from ..pieces.outside import FUNCTION
from ..pieces.pieces import Piece
from ..pieces.prototypes import of_a_function
from ..pieces.quoting import q
from ..pieces.targets import target
from . import plain_stores
from .beforehand import read_beforehand
from .bound_anew import binds_over, defined, defines_over
from .conditions import same, under
from .declarators import unset
from .defined_apart import apart
from .imports import brought, imports
from .plain_stores import own_with_constants
from .saying import subject

_PLAIN = frozenset((b"-", b"+", b"NULL", b"nullptr", b"true", b"false"))
_BUILT_IN = frozenset((b"char", b"int", b"long", b"short", b"unsigned", b"signed", b"float", b"double", b"bool"))
_SHORT = 48  # characters of what stands beside
_EXITS = frozenset(("Return", "Raise", "Jump"))
_ASKS = ((b"if",), (b"elif",), (b"else",))
_ARMS = ((b"elif",), (b"else",), (b"except",), (b"finally",))  # which are told by what they belong to
_LEAVES = ((b"raise",), (b"assert",), (b"await",))
_OF_PYTHON = frozenset((b"sys", b"os", b"import", b"from"))
_MACROS = frozenset(("Define", "Directive", "Variant"))


def passed(both: Trees, change: Change) -> list[int]:
    """Positions after the change of what stayed beside it, and stands on its other side now."""
    a, b = change.a, change.b
    stayed = _stayed(Same(both), both.new[b].parent)
    return [each for each, was in stayed if (was < a) == (each > b) and each != b]


@lru_cache(maxsize=KEPT)
def _stayed(both: Same[Trees], above: int) -> Sequence[tuple[int, int]]:
    """What stands under a piece after the change, and where each stood."""
    back = both.value.back
    return [(each, back[each]) for each in under_(both.value.new, above) if each in back]


def beside(both: Trees, b: int) -> Iterator[int]:
    """What stands with it on both sides, whatever was put round it or taken from around it."""
    above, a = _known(both.new, b, both.back), _known(both.old, both.back[b], both.pairs)
    waiting = list(reversed(both.new_below[above])) if above >= 0 else []
    while waiting:
        each = waiting.pop()
        if each not in both.back:
            waiting += reversed(both.new_below[each])
        elif each != b and _known(both.old, both.back[each], both.pairs) == a:
            yield each


def _known(pieces: Sequence[Piece], at: int, known: Container[int]) -> int:
    """The nearest piece above that is there on both sides."""
    here = pieces[at].parent
    while here >= 0 and here not in known:
        here = pieces[here].parent
    return here


def passes_names(both: Trees, change: Change) -> bool:
    """Whether a statement of C or C++ has passed nothing but variables that are named, and get nothing there."""
    found = passed(both, change) if both.new[change.b].parent >= 0 else []
    return bool(found) and all(_names_only(both.new[each]) for each in found)


def passes_prototypes(both: Trees, change: Change) -> bool:
    """Whether a function of C or C++ is declared before, or behind, other functions alone: none of them needs it."""
    found = passed(both, change) if of_a_function(both.new[change.b]) else []
    return bool(found) and all(of_a_function(both.new[each]) for each in found)


def passes_macros(both: Trees, change: Change) -> bool:
    """Whether a header is read now before, or after, something that defines a macro or asks for one: what it defines holds from there."""
    return any(both.new[each].kind in _MACROS for each in passed(both, change))


def passes_acts(both: Trees, change: Change) -> list[int]:
    """What an import of Python has passed that does something, for a module of a project may do anything when it is read, names what it brings or
    brings another one of that name."""
    piece = both.new[change.b]
    found = [each for each in passed(both, change) if not imports(both.new[each])] if imports(piece) else []
    over = passes_bound(both, change)
    if piece.kind != "Import" or piece.words[:1] == (b"#",):
        return sorted([*found, *over])
    names = {each.name.split(" as ")[-1].split(".")[0].strip().encode() for each in brought(piece)}
    plain = all((each.source or each.name).split(".")[0] in sys.stdlib_module_names for each in brought(piece))
    found = [each for each in found if both.new[each].words[:1] not in _ARMS]
    others = {word for each in both.new if found and each.kind == "Import" for word in each.words} - _OF_PYTHON
    acts = [each for each in found if _acts(both, each, names, plain and not _of_a_module(both.new[each], others))]
    return sorted([*acts, *over])


def passes_bound(both: Trees, change: Change) -> list[int]:
    """Of Python's imports that an import has passed those that bind a name that it binds to something else."""
    piece = both.new[change.b]
    found = passed(both, change) if imports(piece) and piece.words[:1] != (b"#",) else []
    return [each for each in found if defines_over(both.new[each], piece)] + [
        each for each in found if imports(both.new[each]) and binds_over(both.new[each], piece)
    ]


def passes_its_name(both: Trees, change: Change) -> list[int]:
    """Of what a function of Python has passed the imports that bind its name: the later one holds."""
    piece = both.new[change.b]
    found = passed(both, change) if piece.kind == FUNCTION else []
    return [each for each in found if imports(both.new[each]) and defines_over(piece, both.new[each])]


def _of_a_module(piece: Piece, imported: Set[bytes]) -> bool:
    """`patch_all()` of `gevent.monkey`, `warnings.simplefilter(…)`: a call that may be for all that is imported behind it."""
    return piece.words[:1] != () and piece.words[0] in imported and b"(" in piece.words


def read_beyond(both: Trees, change: Change) -> str:
    """Where a module is read now."""
    found = passes_its_name(both, change) or passes_acts(both, change)
    before = found[0] > change.b
    one = both.new[found[0] if before else found[-1]]
    beside = q(defined(one)) if one.kind == FUNCTION else subject(one)
    return f"comes {'before' if before else 'after'} {beside}, no longer {'after' if before else 'before'} it"


def _acts(both: Trees, at: int, names: set[bytes], plain: bool) -> bool:
    """Whether it does more than to bind a name to what is written there: it may leave, or call. plain: that counts for nothing."""
    waiting = [(at, plain)]
    while waiting:
        here, own = waiting.pop()
        piece = both.new[here]
        if piece.kind in (FUNCTION, "Docstring") or (here != at and imports(piece)):
            continue
        own = own or piece.kind == "Class"
        leaves = piece.kind in _EXITS or piece.words[:1] in _LEAVES or b"(" in piece.words
        runs = bool(both.new_below[here]) and piece.words[:1] not in _ASKS
        if not names.isdisjoint(piece.words) or (not own and (leaves or runs)):
            return True
        waiting += [(each, own) for each in both.new_below[here]]
    return False


def read_from(both: Trees, change: Change) -> str:
    """Where a header is read now."""
    found = [each for each in passed(both, change) if both.new[each].kind in _MACROS]
    before = found[0] > change.b
    beside = q(both.new[found[0] if before else found[-1]].said.partition("\\n")[0], _SHORT)
    return f"comes {'before' if before else 'after'} {beside}, no longer {'after' if before else 'before'} it"


def on_other_sides(both: Trees, b: int) -> list[tuple[int, bool]]:
    """(what stands with it on both sides, and on its other side now; whether it stood before it)."""
    a = both.back[b]
    passed_by = [
        each for each in beside(both, b) if (both.back[each] < a) == (each > b) and each not in _naming(Same(both.new))
    ]
    passed_by = [each for each in passed_by if not _holds_beforehand(both, b, each) and not _begins(both, b, each)]
    above = _stands_in(both, b) if passed_by else -1
    found = [
        (each, both.back[each] < a) for each in passed_by if _next_to(both, above, b, each) or _may_leave(both, b, each)
    ]
    found = [row for row in found if not apart(both, b, row[0])]
    return [] if found and read_beforehand(both, b) else [row for row in found if not read_beforehand(both, row[0])]


def _holds_beforehand(both: Trees, b: int, other: int) -> bool:
    """C and C++: whether one is `static const char *none = "NONE";`, which holds that before anything runs, and nothing in the other says
    its name."""
    return any(
        one in _setting_once(Same(both.new)) and not {*_whole(both, two)} & {*target(both.new[one])[-1:]}
        for one, two in ((b, other), (other, b))
    )


def _begins(both: Trees, b: int, other: int) -> bool:
    """C and C++: whether one declares locals that get nothing there, or what is written there, and nothing in the other says their names."""
    was, now = (_beginning(Same(side), both.in_c) for side in (both.old, both.new))
    return any(
        (names := now[one]) and names == was[both.back[one]] and names.isdisjoint(_whole(both, two))
        for one, two in ((b, other), (other, b))
    )


def _whole(both: Trees, at: int) -> Iterator[bytes]:
    """The words of a piece and of all that stands under it."""
    yield from both.new[at].words
    for below in both.new_below[at]:
        yield from _whole(both, below)


@lru_cache(maxsize=KEPT)
def _naming(pieces: Same[Sequence[Piece]]) -> frozenset[int]:
    return frozenset(at for at, piece in enumerate(pieces.value) if _names_only(piece))


@lru_cache(maxsize=KEPT)
def _setting_once(pieces: Same[Sequence[Piece]]) -> frozenset[int]:
    return frozenset(at for at, piece in enumerate(pieces.value) if _set_once(piece))


@lru_cache(maxsize=KEPT)
def _beginning(pieces: Same[Sequence[Piece]], in_c: bool) -> list[frozenset[bytes]]:
    return [own_with_constants(piece, in_c) for piece in pieces.value]


def _set_once(piece: Piece) -> bool:
    words = piece.words
    value = words[words.index(b"=") + 1 :] if b"=" in words else ()
    plain = all(word[:1].isdigit() or word[-1:] in (b'"', b"'") or word in _PLAIN for word in value)
    head = words[1 : words.index(b"=") - 1] if value else ()
    built_in = any(word in _BUILT_IN for word in head) and all(word in _BUILT_IN | {b"const", b"*"} for word in head)
    return piece.kind == "Simple" and words[:1] == (b"static",) and plain and built_in


def _names_only(piece: Piece) -> bool:
    """`int n;`, `char text[80];` and `struct item one;`, which run nothing."""
    sized = [at for at, word in enumerate(piece.words) if word == b"["]
    fixed = all(
        piece.words[at + 2 : at + 3] == (b"]",) and ((size := piece.words[at + 1]).isdigit() or size.isupper())
        for at in sized
    )
    inside = {place for at in sized for place in range(at, at + 3)}
    bare = piece._replace(words=tuple([word for at, word in enumerate(piece.words) if at not in inside]))
    record = piece.kind == "Simple" and piece.words[:1] in ((b"struct",), (b"union",), (b"enum",))
    return fixed and (record or unset(bare)) and {b"=", b"(", b"{"}.isdisjoint(piece.words)


def _stands_in(both: Trees, b: int) -> int:
    """A question that is new round it and asks nothing new tells nothing of it: what stands beside that stands beside it."""
    above = both.new[b].parent
    while above >= 0 and above not in both.back and same(both, Change(ADDED, -1, above)):
        above = both.new[above].parent
    return above


def _next_to(both: Trees, above: int, b: int, other: int) -> bool:
    stood, stands = both.old[both.back[other]].parent, both.new[other].parent
    together = stands == both.new[b].parent and stood == both.old[both.back[b]].parent  # they went there both
    if together or (stands == above and both.pairs.get(stood, above) == above):
        return True
    (here, around, leaves), (there, around_it, leaves_it) = _asked_anew(both, b), _asked_anew(both, other)
    if here != there or both.pairs.get(stood, here) != here or (leaves and b < other) or (leaves_it and other < b):
        return False
    exclusive = any(at == each and arm != other_arm for at, arm in around for each, other_arm in around_it)
    return not exclusive and not _apart(both, (b, around), (other, around_it))


def _apart(both: Trees, *rows: tuple[int, Sequence[tuple[int, str]]]) -> bool:
    """Two plain stores of which nobody can tell which came first, nor is the one asked for the other."""
    (one, around), (other, around_it) = rows
    sides = ((both.new, one, other), (both.old, both.back[one], both.back[other]))
    asked = {word for each, _ in (*around, *around_it) for word in both.new[each].words}
    set_ = {word for each in (one, other) for word in (*target(both.new[each]), *both.new[each].words[:1])}
    return set_.isdisjoint(asked) and all(plain_stores.apart(*side) for side in sides)


def _asked_anew(both: Trees, at: int) -> tuple[int, list[tuple[int, str]], bool]:
    """(what it stands in, but for questions and loops that are new round it, those with the arm of each, whether such an arm leaves, so that
    what comes behind it does not run then)."""
    around, leaves, here = list[tuple[int, str]](), False, at
    while (above := both.new[here].parent) >= 0 and above not in both.back and both.new[above].kind in ("If", "Loop"):
        first = min(each for each in both.new_below[above] if both.new[each].role == both.new[here].role)
        leaves = leaves or any(both.new[each].kind in _EXITS for each in under(both.new_below, above) if each >= first)
        around.append((above, both.new[here].role))
        here = above
    return above, around, leaves


def _may_leave(both: Trees, *places: int) -> bool:
    """Whether each may be the last that runs, so that it counts which comes first, whatever was put round one of them."""
    return all(
        both.new_below[at] and any(both.new[each].kind in _EXITS for each in under(both.new_below, at)) for at in places
    )


def passes_nothing(both: Trees, change: Change) -> bool:
    """Whether what changed places with it stands under something else now, and is told by that."""
    same_arm = both.old[change.a].role == both.new[change.b].role
    return change.kind == "reordered" and same_arm and not on_other_sides(both, change.b)
