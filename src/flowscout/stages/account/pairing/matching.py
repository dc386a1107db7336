"""Which piece of one tree is which piece of another.

Pieces with equal tokens are matched in order as far as they go; of what is left, those that are alike and stand between the same
neighbours; then those with equal tokens that changed places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from typing import Any

from ....model.alignment import matching
from ..pieces import aliases
from ..pieces.called import qualified
from ..pieces.keyed import Key, key_of
from ..pieces.outside import FUNCTION
from ..pieces.pieces import HEAD, Piece
from ..pieces.prototypes import named
from ..pieces.returned import given_back
from ..pieces.targets import called, called_once, declares_with_value, set_once, setting, settings, value
from . import witness
from .alike import FEW, ONE_KIND, alike, under_one
from .asked_outside import asked_outside
from .but_for_a_text import but_for_a_text
from .but_for_brackets import but_for_brackets
from .by_callee import by_callee
from .by_definition import by_definition
from .by_file import by_their_file
from .by_place import by_place
from .by_their_keys import by_their_keys
from .by_value import by_value
from .catching import by_what_they_catch, by_what_they_try, whole
from .checked_along import checked_along
from .kindred import by_kin
from .narrowed import left_behind
from .of_a_run import one_of_a_run
from .of_another import other_calls, other_choices
from .other_classes import by_their_members, other_classes
from .other_tables import other_constants, other_tables
from .raising import the_only_raise
from .round_one_step import round_one_step
from .set_elsewhere import set_elsewhere
from .sliding import slide, stay_in_their_arms
from .split_questions import split_questions
from .twin_guards import by_what_they_ask
from .uncrossing import in_their_arms, in_their_blocks, other_questions, past_others, uncross
from .variables import by_the_variable
from .ways_out import by_their_place, by_their_ways_out, the_only_exit, weak

HOLDING = frozenset(("If", "Loop", "With", "Switch", "Try", "Arm", "Handler", "Statement", "Directive", "Variant"))
EXITS = frozenset(("Return", "Raise", "Jump"))
DECLARING = frozenset(("declaration", "Define", "Item", "Class", "Enum"))


def match(old: Sequence[Piece], new: Sequence[Piece]) -> dict[int, int]:
    """Position before -> position after."""
    left, right = [key_of(piece) for piece in old], [key_of(piece) for piece in new]
    pairs = dict(_in_order(left, right))
    if old and new and old[0].kind == new[0].kind == HEAD:
        pairs = {a: b for a, b in pairs.items() if a and b} | {0: 0}
    slide(old, new, pairs)
    in_their_arms(old, new, pairs)
    _elsewhere(left, right, pairs)
    but_for_brackets(old, new, pairs)
    stay_in_their_arms(old, new, pairs)
    _by_their_key(old, new, pairs)
    _by_name(old, new, pairs)
    by_their_file(old, new, pairs)
    by_their_members(old, new, pairs)
    by_their_keys(old, new, pairs)
    for a in left_behind(old, new, pairs):
        del pairs[a]
    split_questions(old, new, pairs)
    _by_what_they_hold(old, new, pairs)
    asked_outside(old, new, pairs)
    _by_what_is_set_once(old, new, pairs)
    by_the_variable(old, new, pairs)
    by_value(old, new, pairs)
    alike(old, new, pairs)
    _by_what_they_hold(old, new, pairs, EXITS)
    for a in witness.asks_elsewhere(old, new, pairs):
        del pairs[a]
    known = {*pairs.values()}
    bare = [
        (a, b) for a, b in pairs.items() if a and b and weak(old[a]) and not under_one(old, new, pairs, known, a, b)
    ]
    for a, _ in bare:
        del pairs[a]
    if bare:
        alike(old, new, pairs)
    _not_of_another_question(old, new, pairs)
    by_their_place(old, new, pairs)
    by_their_ways_out(old, new, pairs)
    _by_what_they_set(old, new, pairs)
    by_what_they_try(old, new, pairs)
    if by_what_they_catch(old, new, pairs):
        alike(old, new, pairs)
    _at_home(old, new, pairs)
    the_only_exit(old, new, pairs)
    the_only_raise(old, new, pairs)
    _not_one_of_many(old, new, pairs)
    uncross(old, new, pairs)
    by_kin(old, new, pairs)
    by_what_they_ask(old, new, pairs)
    for a in {*past_others(old, new, pairs), *other_questions(old, new, pairs)}:
        del pairs[a]
    _of_one_place(old, new, pairs)
    _with_what_it_holds(old, new, pairs)
    given_back(old, new, pairs)
    _by_another_name(old, new, pairs)
    by_place(old, new, pairs)
    by_callee(old, new, pairs)
    checked_along(old, new, pairs)
    in_their_blocks(old, new, pairs)
    _by_a_call_that_is_set_once(old, new, pairs)
    for a in [
        *other_calls(old, new, pairs),
        *one_of_a_run(old, new, pairs),
        *set_elsewhere(old, new, pairs),
        *witness.asked_now(old, new, pairs),
        *other_classes(old, new, pairs),
        *other_tables(old, new, pairs),
        *other_constants(old, new, pairs),
    ]:
        pairs.pop(a, None)
    other_choices(old, new, pairs)
    round_one_step(old, new, pairs)
    but_for_a_text(old, new, pairs)
    by_definition(old, new, pairs)
    return pairs


def _with_what_it_holds(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """A loop is not another one that holds nothing of it, while one that is new beside that holds what it held."""
    back = {b: a for a, b in pairs.items()}
    for a, b in [(a, b) for a, b in pairs.items() if old[a].kind == "Loop" and old[a].words != new[b].words]:
        inner = [at for at in range(a + 1, len(old)) if old[at].parent == a and at in pairs]
        above = [new[pairs[at]].parent for at in inner if old[at].words == new[pairs[at]].words]
        free = [each for each in above if each not in back and new[each].kind == "Loop"]
        if free and b not in above and new[free[0]].parent == new[b].parent:
            pairs[a] = free[0]


def _of_one_place(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """Without those of two places; what each is like in its own is looked for again."""
    away = witness.apart(old, new, pairs)
    for a in away:
        del pairs[a]
    if away:
        alike(old, new, pairs)
    for a in witness.apart(old, new, pairs) if away else ():
        del pairs[a]


def _by_another_name(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """`close(fd)` for `close(self._fd)`, where `fd` is a name for that on one side alone, wherever in its arm it stands now."""
    for mine, others, known, turned in (
        (new, old, {b: a for a, b in pairs.items()}, True),
        (old, new, dict(pairs), False),
    ):
        named = dict(aliases.names(mine, others, known, False))
        taken = set(known.values())
        free: dict[tuple[tuple[bytes, ...], str, int], list[int]] = {}
        for at, piece in enumerate(others) if named else ():
            if at not in taken:
                free.setdefault((piece.words, piece.kind, piece.parent), []).append(at)
        for at, piece in enumerate(mine) if free else ():
            plain, came = aliases.put(piece.words, named)
            twins = free.get((plain, piece.kind, known.get(piece.parent, -2)), [])
            if came and at not in known and len(twins) == 1:
                pairs.update([(twins[0], at) if turned else (at, twins[0])])
                twins.pop()


def _not_of_another_question(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """A way out that is another now, under a question that is gone and under one that is new, is no change of it: each belongs to its own."""
    back = {b: a for a, b in pairs.items()}
    for a, b in list(pairs.items()):
        one, other = old[a], new[b]
        if one.words == other.words or one.kind not in ("Return", "Raise") or other.kind != one.kind:
            continue
        above = (one.parent, other.parent)
        asked = [
            pieces[at].kind == "If" and piece.role == "then"
            for pieces, at, piece in ((old, above[0], one), (new, above[1], other))
        ]
        alone = [above[0] not in pairs, above[1] not in back]
        asked_ = asked[1] and old[above[0]].kind == "If"  # by either answer
        if (asked_ and all(alone)) or (asked == [False, True] and alone == [False, True]):
            del pairs[a]


def _not_one_of_many(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """What stands often is not known again under another question: it came, or went, with that."""
    many = [Counter(key_of(piece) for piece in pieces) for pieces in (old, new)]
    back = {b: a for a, b in pairs.items()}
    known = {*back}
    for a, b in list(pairs.items()):
        one, other = old[a], new[b]
        often = one.kind == "Simple" and max(many[0][key_of(one)], many[1][key_of(other)]) > 1
        alone = one.parent > 0 and other.parent > 0 and one.parent not in pairs and other.parent not in back
        if (
            often
            and (
                alone
                or (old[one.parent].kind == new[other.parent].kind == "If" and pairs.get(one.parent) != other.parent)
            )
            and not under_one(old, new, pairs, known, a, b)
        ):
            del pairs[a]
            known.remove(b)
    taken = set(pairs.values())
    free = [
        _standing(old, [a for a in range(len(old)) if a not in pairs]),
        _standing(new, [b for b in range(len(new)) if b not in taken]),
    ]
    for (parent, *rest), mine in free[0].items():
        pairs.update(zip(mine, free[1].get((pairs.get(parent, -2), *rest), []), strict=False))


def _at_home(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """What stands elsewhere, while the same stands in its own arm on both sides and is nobody's, has stayed where it was."""
    back = {b: a for a, b in pairs.items()}
    free = [
        _standing(old, [a for a in range(len(old)) if a not in pairs]),
        _standing(new, [b for b in range(len(new)) if b not in back]),
    ]
    for a, b in sorted(pairs.items()):
        one, other = old[a], new[b]
        if not a or one.words != other.words or (pairs.get(one.parent, -1) == other.parent and one.role == other.role):
            continue
        if whole(old, new, pairs, a):  # any other `try` reads the same
            continue
        stayed = free[1].get((pairs.get(one.parent, -2), one.role, one.kind, one.words))
        if stayed:
            pairs[a] = stayed.pop(0)
            free[1].setdefault((other.parent, other.role, other.kind, other.words), []).append(b)
            continue
        was = free[0].get((back.get(other.parent, -2), other.role, other.kind, other.words))
        if was:
            del pairs[a]
            pairs[was.pop(0)] = b


def _by_what_they_set(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """`x = f()` and `T x = f()` of one arm: the variable is declared where it gets its value, or before."""
    taken = set(pairs.values())
    free = [
        _set(old, [a for a in range(len(old)) if a not in pairs]),
        _set(new, [b for b in range(len(new)) if b not in taken]),
    ]
    for (parent, *rest), mine in free[0].items():
        other = free[1].get((pairs.get(parent, -2), *rest), [])
        if other and (old[mine[-1]].words[1] == b"=") != (new[other[-1]].words[1] == b"="):
            pairs[mine[-1]] = other[-1]


def _by_what_is_set_once(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """What sets a variable or a field that nothing else in its arm sets, whatever to."""
    taken = set(pairs.values())
    mine = set_once(old, [a for a in range(len(old)) if a not in pairs])
    others = set_once(new, [b for b in range(len(new)) if b not in taken]) if mine else {}
    there = [settings(side) for side in (old, new)] if others else []
    for (parent, *rest), a in mine.items():
        b = others.get((pairs.get(parent, -2), *rest), -1)
        # whether the same is set to the same at another place on the other side
        if b >= 0 and not (there[1].get(setting(old[a]), b) != b or there[0].get(setting(new[b]), a) != a):
            pairs[a] = b


def _by_a_call_that_is_set_once(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """What sets a field that nothing else in the function sets, to what the same call gives with other arguments, wherever
    it stands now; and a variable that is declared and set at once on one side alone, and that nothing else in its arm sets."""
    taken = set(pairs.values())
    mine = called_once(old, [a for a in range(len(old)) if a not in pairs])
    others = called_once(new, [b for b in range(len(new)) if b not in taken]) if mine else {}
    pairs.update([(a, others[key]) for key, a in mine.items() if key in others])
    taken = set(pairs.values())
    arms = set_once(old, [a for a in range(len(old)) if a not in pairs])
    there = set_once(new, [b for b in range(len(new)) if b not in taken]) if arms else {}
    for (parent, *rest), a in arms.items():
        b = there.get((pairs.get(parent, -2), *rest), -1)
        apart = b >= 0 and declares_with_value(old[a]) != declares_with_value(new[b])
        if apart and called(value(old[a])) == called(value(new[b])) != b"":
            pairs[a] = b


def _set(pieces: Sequence[Piece], free: Sequence[int]) -> dict[tuple[Any, ...], list[int]]:
    found: dict[tuple[Any, ...], list[int]] = {}
    for at in free:
        words = pieces[at].words
        cut = words.index(b"=") if pieces[at].kind == "Simple" and b"=" in words[1:] else 0
        if cut and all(word.replace(b"_", b"a").isalnum() or word == b"*" for word in words[:cut]):
            found.setdefault((pieces[at].parent, pieces[at].role, words[cut - 1]), []).append(at)
    return found


def _standing(pieces: Sequence[Piece], free: Sequence[int]) -> dict[tuple[Any, ...], list[int]]:
    found: dict[tuple[Any, ...], list[int]] = {}
    for at in free:
        found.setdefault((pieces[at].parent, pieces[at].role, pieces[at].kind, pieces[at].words), []).append(at)
    return found


def _by_their_key(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """A function that stands among declarations, whatever macro stands before it."""
    taken = set(pairs.values())
    free = {piece.words[-1]: b for b, piece in enumerate(new) if piece.kind == FUNCTION and b not in taken}
    for a, piece in enumerate(old if free else ()):
        if piece.kind == FUNCTION and a not in pairs and piece.words[-1] in free:
            pairs[a] = free.pop(piece.words[-1])


def _by_name(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """Declarations of one name in one type, of which there is one on either side, or one in this arm of an `#if`."""
    for role in (False, True):
        taken = set(pairs.values())
        left = _declared(old, [a for a in range(len(old)) if a not in pairs], role)
        right = _declared(new, [b for b in range(len(new)) if b not in taken], role) if left else {}
        for key, mine in left.items():
            if len(mine) == len(right.get(key, ())) == 1:
                pairs[mine[0]] = right[key][0]


def _declared(pieces: Sequence[Piece], free: Sequence[int], role: bool) -> dict[tuple[str, ...], list[int]]:
    found: dict[tuple[str, ...], list[int]] = {}
    for at in free:
        kind = ONE_KIND.get(pieces[at].kind, pieces[at].kind)
        name = qualified(pieces, at) if kind in DECLARING else ()
        if name := name or (named(pieces, at) if kind == "declaration" else ()):
            found.setdefault((kind, pieces[at].role if role else "", *name), []).append(at)
    return found


def _by_what_they_hold(
    old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int], but: Container[str] = ()
) -> None:
    """An `if` or a loop is the one that holds most of the same, whatever it asks; inner ones first. but: kinds that do not tell."""
    back, held = {b: a for a, b in pairs.items()}, _held(new)
    mine = _held(old)
    for a in range(len(old) - 1, -1, -1):
        if a in pairs or old[a].kind not in HOLDING or a not in mine:
            continue
        above = Counter(
            [
                new[pairs[each]].parent
                for each in mine[a]
                if each in pairs and old[each].role == new[pairs[each]].role and old[each].kind not in but
            ]
        )
        for b, count in above.most_common(1):
            beside = b >= 0 and pairs.get(old[a].parent, -2) == new[b].parent
            size = min if beside and old[a].kind == "Loop" else max  # a loop whose test moved into it holds more
            most = size(_inside(old, mine[a]), _inside(new, held[b])) if b >= 0 else 0
            if b >= 0 and b not in back and _one_sort(old[a], new[b]) and 2 * count + beside > most:
                pairs[a], back[b] = b, a


def _inside(pieces: Sequence[Piece], held: Sequence[int]) -> int:
    """How much is held; what is declared for the question, `if (auto rv = f(); !rv)`, is no part of it."""
    return sum(pieces[at].role != "init" for at in held)


def _one_sort(one: Piece, other: Piece) -> bool:
    return one.kind == other.kind and (one.kind != "Statement" or one.words[:1] == other.words[:1])


def _held(pieces: Sequence[Piece]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for at, piece in enumerate(pieces):
        found.setdefault(piece.parent, []).append(at)
    return found


def _in_order(left: Sequence[Key], right: Sequence[Key]) -> Iterator[tuple[int, int]]:
    return ((a + n, b + n) for a, b, size in matching(left, right) for n in range(size))


def _elsewhere(left: Sequence[Key], right: Sequence[Key], pairs: dict[int, int]) -> None:
    taken = set(pairs.values())
    waiting: dict[Key, tuple[list[int], list[int]]] = {}
    for a, key in enumerate(left):
        if a not in pairs:
            waiting.setdefault(key, ([], []))[0].append(a)
    for b, key in enumerate(right):
        if b not in taken and key in waiting:
            waiting[key][1].append(b)
    for key, (mine, other) in waiting.items():
        if mine and other and key[1] and (len(mine) == len(other) == 1 or len(key[1]) > FEW):
            pairs.update(zip(mine, other, strict=False))
