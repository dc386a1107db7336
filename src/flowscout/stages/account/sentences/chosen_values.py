"""A value that one expression chooses now, where a question with two steps did, or a question and the step beside it; and the other way round.

    if (c)
        n = 1;                                 n = c ? 1 : 3;
    else
        n = 2;

The one step is neither of the two: it is read against both, and where all of them give the same, nothing differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ....model.pattern import regex
from ....model.record import NamedTuple
from ....model.syntax import Simple
from ..pairing.changes import ADDED, CHANGED, MOVED, REMOVED, Change, Trees
from ..pieces import questions
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from ..pieces.questions import Words
from ..pieces.targets import SETS, target
from ..pieces.tenses import past_of, upper
from ..reading.conditions import OTHERWISE
from ..reading.saying import EXIT, VALUE, Said, does, joined, q, when
from .besides_choice import besides

_MOST: Final = 120  # characters of a value
_CUTS: Final = frozenset((*SETS, b",", b"return"))
_OTHERS: Final = frozenset((b"lambda", b"for", b"yield", b":=", b":"))
_STARS: Final = frozenset((b"*", b"**"))
_RUNS: Final = frozenset((b"(", b"++", b"--"))
_ACTS: Final = frozenset(
    (b"++", b"--", b":=", b"await", b"co_await", b"yield", b"co_yield", b"new", b"delete", b"throw")
)
_KEEPS: Final = frozenset((b"static", b"extern", b"thread_local", b"_Thread_local", b"register"))
_INT: Final = regex(rb"\d{1,9}|0[xX][\da-fA-F]{1,7}")
_NOTHING: Final = frozenset((b"NULL", b"nullptr", b"None"))
_TRUTHS: Final = tuple(frozenset(each) for each in ((b"true", b"false"), (b"TRUE", b"FALSE"), (b"True", b"False")))
Values = tuple[Words, Words]


class OneSide(NamedTuple):
    pieces: Sequence[Piece]
    below: Sequence[Sequence[int]]
    known: Mapping[int, int]


class ChosenValue(NamedTuple):
    """words: all of it. by: what it asks. before, behind: the words of the step around it."""

    words: Words
    by: Words
    values: Values
    before: Words
    behind: Words


class AskedApart(NamedTuple):
    """asks: the question. held: what stands in the place of the choice where it holds, and where not. steps: those that it stands in.
    first: the second is done before the question. more: steps behind them in their arms."""

    asks: int
    held: Values
    steps: tuple[int, ...]
    first: bool
    more: tuple[int, ...] = ()


def chosen(both: Trees, found: Sequence[Change], python: bool, functions: Mapping[bytes, bool]) -> dict[Change, Said]:
    """By every change that is told so. functions: of C and C++ those of the file, by name, and False for its macros: what else is called may be
    one, too."""
    old, new = OneSide(both.old, both.old_below, both.pairs), OneSide(both.new, both.new_below, both.back)
    known = None if python else functions
    told: dict[Change, Said] = {}
    for change in found:
        for new_chooses, mine, others, at in ((True, new, old, change.b), (False, old, new, change.a)):
            ours = at >= 0 and change.kind in (CHANGED, ADDED if new_chooses else REMOVED)
            if not ours or change in told or not (choice := _choice(mine.pieces[at])):
                continue
            apart = _asked(mine, others, at, choice)
            if apart is None:
                continue
            those = {apart.asks, *apart.steps}
            moved = {each for each in apart.more if not new_chooses and _only_moved(mine, at, others, each)}
            told |= {
                each: _said(both, (mine, at, choice), (others, apart), new_chooses, known)
                for each in found
                if each == change
                or (there := each.a if new_chooses else each.b) in those
                or (each.kind == MOVED and there in moved)
            }
            break
    return told


def _only_moved(mine: OneSide, at: int, others: OneSide, step: int) -> bool:
    """Whether a step of an arm stands on this side around the choice, behind nothing but a `with`: that it moved is told with the choice."""
    above = mine.pieces[others.known[step]].parent if step in others.known else -1
    around = mine.pieces[at].parent
    while around > above >= 0 and mine.pieces[around].kind == "With":
        around = mine.pieces[around].parent
    return around == above


def _asked(mine: OneSide, others: OneSide, at: int, choice: ChosenValue) -> AskedApart | None:
    """What did the same by a question there that this side has not, in the same place: by the same question, or by the only such one."""
    above = mine.known.get(mine.pieces[at].parent, -1)
    if above < 0:
        return None
    beside = [each for each in others.below[above] if others.pieces[each].role == mine.pieces[at].role]
    lone = [each for each in beside if others.pieces[each].kind == "If" and each not in others.known]
    by = questions.plain(choice.by)[0]
    for n, asks in enumerate(beside):
        if asks not in lone or (len(lone) > 1 and questions.plain(others.pieces[asks].words)[0] != by):
            continue
        near = beside[n - 1] if n else -1, beside[n + 1] if n + 1 < len(beside) else -1
        apart = _apart(others, asks, near, (mine.pieces[at], choice))
        if apart is None or any(others.known.get(each, at) != at for each in apart.steps):
            continue  # one of its steps stands for itself on this side
        here = [*beside[:n], *beside[n + 1 :]]
        if all(
            (each < asks) == (others.known[each] < at)
            for each in here
            if each in others.known
            and each not in apart.steps
            and mine.pieces[others.known[each]].parent == mine.pieces[at].parent
        ):
            return apart
    return None


def _apart(side: OneSide, asks: int, near: tuple[int, int], chosen_by: tuple[Piece, ChosenValue]) -> AskedApart | None:
    """near: what stands before the question and behind it."""
    piece, choice = chosen_by
    then, other = ([each for each in side.below[asks] if side.pieces[each].role == role] for role in ("then", "else"))
    more = (*then[1:], *other[1:])
    if not then or (more and not other) or any(side.pieces[each].kind != "Simple" for each in more):
        return None
    first = not other and bool(target(piece))
    last = other[0] if other else near[0] if first else near[1] if piece.kind == "Return" else -1
    steps = (then[0], last)
    if last < 0 or any(side.pieces[each].kind != piece.kind for each in steps):
        return None
    there = side.pieces[last].words[: len(choice.before)] == choice.before if first else False
    declared = _declares(piece) and (there or _unset_there(side, asks, choice.before[:-1]))
    one, two = (_held(side.pieces[each], piece, choice, declared) for each in steps)
    return AskedApart(asks, (one, two), steps, first, more) if one and two else None


def _held(step: Piece, piece: Piece, choice: ChosenValue, declared: bool) -> Words:
    """What a step has in the place of the choice; () where it differs in more. declared: a declaration that sets its name alone."""
    words, end = _bare(step.words), len(choice.behind)
    for before in {choice.before, (*target(piece), b"=") if declared else choice.before}:
        middle = words[len(before) : len(words) - end]
        around = (words[: len(before)], words[len(words) - end :] if end else ())
        if around == (before, choice.behind) and middle and all(depth >= 0 for depth in _depths(middle)):
            return () if any(word == b"," for _, word in _outermost(middle)) else middle
    return ()


def _unset_there(side: OneSide, asks: int, declares: Words) -> bool:
    """Whether the same is declared there without a value, in the block of the question, and no more on this side."""
    above, role = side.pieces[asks].parent, side.pieces[asks].role
    beside = (each for each in side.below[above] if each < asks and side.pieces[each].role == role)
    return _KEEPS.isdisjoint(declares) and any(
        each not in side.known and _bare(side.pieces[each].words) == declares for each in beside
    )


def _declares(piece: Piece) -> bool:
    return isinstance(piece.stmt, Simple) and piece.stmt.role == "declare"


def _bare(words: Words) -> Words:
    return tuple([word for word in words if word != b";"])


def _choice(piece: Piece) -> ChosenValue | None:
    """The only one of a step that chooses what it sets, gives back or hands to a call."""
    words = _bare(piece.words)
    if piece.kind not in ("Simple", "Return"):
        return None
    for one, other in ((b"?", b":"), (b"if", b"else")):
        at = words.index(one) if words.count(one) == 1 else 0
        if not at:
            continue
        begin, end = _around(words, at)
        own = {word for _, word in _outermost(words[begin:end])}
        if one == b"if" and (words[begin] in _STARS or not _OTHERS.isdisjoint(own)):
            continue  # what stands there binds weaker than the choice
        cuts = [at + n for n, word in _outermost(words[at:end]) if word == other]
        if len(cuts) != 1 or not begin < at < cuts[0] - 1 < end - 2:
            continue
        cut, before, behind = cuts[0], words[:begin], words[end:]
        parts = words[begin:at], words[at + 1 : cut], words[cut + 1 : end]
        by, values = (parts[0], parts[1:]) if one == b"?" else (parts[1], (parts[0], parts[2]))
        return ChosenValue(words[begin:end], by, (values[0], values[1]), before, behind)
    return None


def _around(words: Words, at: int) -> tuple[int, int]:
    """Where what stands between two commas, or is set or given back, begins and ends."""
    begin, depth = at, 0
    while begin and not (depth == 0 and (words[begin - 1] in _CUTS or words[begin - 1] in OPENING)):
        begin -= 1
        depth += (words[begin] in CLOSING) - (words[begin] in OPENING)
    end, depth = at, 0
    while end < len(words) and not (depth == 0 and (words[end] == b"," or words[end] in CLOSING)):
        depth += (words[end] in OPENING) - (words[end] in CLOSING)
        end += 1
    return begin, end


def _outermost(words: Words) -> Iterator[tuple[int, bytes]]:
    for at, (depth, word) in enumerate(zip(_depths(words), words, strict=True)):
        if not depth:
            yield at, word


def _depths(words: Words) -> Iterator[int]:
    depth = 0
    for word in words:
        depth += (word in OPENING) - (word in CLOSING)
        yield depth


def _said(
    both: Trees,
    choosing: tuple[OneSide, int, ChosenValue],
    asked: tuple[OneSide, AskedApart],
    new_chooses: bool,
    functions: Mapping[bytes, bool] | None,
) -> Said:
    (mine, at, choice), (others, apart) = choosing, asked
    (question, holds), (was, held) = questions.plain(choice.by), questions.plain(others.pieces[apart.asks].words)
    same = question == was and (choice.values if holds == held else choice.values[::-1]) == apart.held
    piece = mine.pieces[at]
    said = q(others.pieces[apart.asks].said)
    where = when(both.new, at if new_chooses else apart.asks)
    more = besides((mine, at), (others, apart.asks, apart.more), new_chooses, where)
    if same and not apart.first and _is_the_same(piece, choice, functions):
        return Said(VALUE if more else OTHERWISE, more, 4 if more else 9)
    if piece.kind == "Return" or (target(piece) and b"=" in choice.before):
        rule, text = _by_value(piece, choice, apart, said, new_chooses)
    else:
        one = _does(piece, choice, choice.words)
        then, other = (_does(piece, choice, each) for each in apart.held)
        two, before = f"{then} when {said}, else {other}", f"{past_of(then)} when {said}, else {past_of(other)}"
        now, before = (one, before) if new_chooses else (two, past_of(one))
        rule, text = VALUE, f"{upper(now)}, where it {before}"
    still = (
        same
        and not apart.first
        and _nothing_else(piece, choice, functions is None)
        and not _by_type(piece, choice, functions)
    )
    alike = ": the same two by the same question" * still
    return Said(rule, f"{text}{where}{alike}.{f' {more}' * bool(more)}", 7 if still and not more else 3)


def _nothing_else(piece: Piece, choice: ChosenValue, python: bool) -> bool:
    """Whether nothing is done around the choice but the call that it is given to, and nothing read that its question may change."""
    runs = sum(word in _RUNS for word in (*choice.before, *choice.behind))
    return runs <= _gives(piece) and (not _acts(choice.by) or _reads_nothing(piece, choice, python))


def _by_type(piece: Piece, choice: ChosenValue, functions: Mapping[bytes, bool] | None) -> bool:
    """Whether it is given to a macro, which may make another thing of it, or may be taken by another function than one of the two."""
    if functions is None or not _gives(piece):
        return False
    macro = piece.words[0].isupper() or not functions.get(piece.words[0], True)
    return macro or all(len(each) == 1 and each[0] in _NOTHING for each in choice.values)


def _acts(question: Words) -> bool:
    """Whether it calls, sets or counts."""
    calls = any(
        word == b"(" and at and (_named(question[at - 1]) or question[at - 1] in CLOSING)
        for at, word in enumerate(question)
    )
    return calls or any(word in _ACTS or word in SETS for word in question)


def _reads_nothing(piece: Piece, choice: ChosenValue, python: bool) -> bool:
    """Whether what stands around it is a plain name: that of what is called, or of what is set. What is set is read last in Python, and C knows
    no order."""
    before, behind = choice.before, choice.behind
    if not python and any(word not in CLOSING for word in behind):
        return False
    if before in ((), (b"return",)):
        return True
    if before[-1] == b"=":
        return python or (
            all(_named(word) or word == b"*" for word in before[:-1]) and (len(before) == 2 or _declares(piece))
        )
    return len(before) == 2 and before[1] == b"(" and _named(before[0])


def _named(word: bytes) -> bool:
    return word.replace(b"_", b"a").isalnum() and not word[:1].isdigit()


def _gives(piece: Piece) -> bool:
    return piece.kind == "Simple" and not target(piece)


def _is_the_same(piece: Piece, choice: ChosenValue, functions: Mapping[bytes, bool] | None) -> bool:
    """Whether it is of the type that each of the two has, too, and given to a function where it is given to something."""
    calls = _gives(piece)
    if not _nothing_else(piece, choice, functions is None) or (calls and not choice.before):
        return False
    return functions is None or (_alike(choice.values, calls) and (not calls or functions.get(piece.words[0], False)))


def _does(piece: Piece, choice: ChosenValue, middle: Words) -> str:
    words = (*choice.before, *middle, *choice.behind)
    return does(piece._replace(words=words, said=joined(words)), _MOST)


def _by_value(piece: Piece, choice: ChosenValue, apart: AskedApart, said: str, new_chooses: bool) -> tuple[str, str]:
    returns = piece.kind == "Return"
    rest = [_value((*choice.before, *each, *choice.behind)) for each in (choice.words, *apart.held)]
    one, then, other = (q(joined(each), _MOST) for each in rest)
    verb = ("returns", "returned") if returns else (f"sets {q(joined(target(piece)))} to", "set it to")
    two = f"{other}, and to {then} when {said}" if apart.first else f"{then} when {said}, else {other}"
    now, before = (one, two) if new_chooses else (two, one)
    return (EXIT if returns else VALUE), f"{upper(verb[0])} {now}, where it {verb[1]} {before}"


def _value(words: Words) -> Words:
    """Behind `return`, or behind the sign that sets it."""
    cut = next((at for at, word in _outermost(words) if word in SETS), 0)
    return words[cut + 1 :]


def _alike(values: Values, given: bool) -> bool:
    """Whether both are of one type for sure, so that neither is made another value beside the other. given: to a call, which may be
    another one by the type, and may ask how long a text is."""
    one, other = (each[0] if len(each) == 1 else b"" for each in values)
    pair = {one, other}
    if any(pair <= each for each in _TRUTHS) or (_INT.fullmatch(one) and _INT.fullmatch(other)):
        return True
    return not given and (pair <= _NOTHING or one[:1] == other[:1] == b'"')
