"""C and C++: `--n;` before `use(row[n])` in the place of `use(row[--n])`, `n++;` behind it in the place of `row[n++]`, or the other way round.

It is the same where the step speaks of the variable once, evaluates that in any case and once, and nothing that it calls can see the variable."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from ....model.facts import FunctionFacts
from ....model.known import LETTER, NUMBER, POINTER, REAL
from ....model.language import Language
from ....words.code import parse
from ....words.kinds import kind_of, speaking
from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.lexing import LINKS, LexedSource
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from ..pieces.plain_names import is_name
from ..pieces.quoting import joined
from ..reading.own_names import own_names

RULE: Final = "counting in a step of its own"
_COUNTS: Final = frozenset((b"++", b"--"))
_FIRST: Final = frozenset(("Simple", "Return", "If", "Switch"))  # steps before which it may count
_BEHIND: Final = frozenset(("Simple",))
_PERHAPS: Final = frozenset((b"&&", b"||", b"and", b"or", b"?", b"sizeof", b"decltype", b"typeof", b"alignof"))
_NO_CALLS: Final = frozenset((b"if", b"switch", b"return"))
_OPENS: Final = frozenset((b"(", b",", b"{"))
_ENDS: Final = frozenset((b")", b",", b"}"))
_BY_ONE: Final = {b"++": b"+=", b"--": b"-="}
_PLAIN: Final = frozenset((NUMBER, LETTER, POINTER, REAL))  # which nothing counts in its own way
_OF_IT: Final = LINKS | {b"[", b"("}  # `--p->left` counts what is left
Words = tuple[bytes, ...]


def counted_apart(
    both: Trees,
    found: Sequence[Change],
    facts: tuple[FunctionFacts, FunctionFacts],
    functions: Mapping[bytes, bool],
    references: bool,
) -> frozenset[Change]:
    """facts: of the function on both sides. functions: by their names those that the file defines, and False for its macros. references: whether
    what is handed to a call may be kept by it."""
    was, now = ({each.name for each in one.params} | {each.name for each in one.bindings} for one in facts)
    own = was & now & {each.decode("utf-8", "replace") for each in own_names(both.old) & own_names(both.new)}
    if any(piece.kind == "Try" for pieces in (both.old, both.new) for piece in pieces):
        return frozenset()  # what is called may leave before it is counted, or behind that
    alone = [each for each in found if each.kind in (ADDED, REMOVED)]
    pairs = [
        (one, each)
        for one in alone
        for each in _beside(both, found, one)
        if _same(both, one, each, functions)
        and _lone(both, one)[0].decode("utf-8", "replace") in own
        and not (references and _handed(both, _lone(both, one)[0]))
    ]
    return frozenset(each for pair in pairs for each in pair)


def by_one(
    both: Trees,
    found: Sequence[Change],
    files: tuple[LexedSource, LexedSource],
    after: FunctionFacts,
    language: Language,
) -> frozenset[Change]:
    """`n += 1;` in the place of `n++;`, or the other way round, of whatever has no way of its own to be counted."""
    own = language.name == "c" and not files[1].path.endswith(".h")  # which C++ may include
    if any(map(_has_steps_as_values, files, (both.old, both.new))):
        return frozenset()
    return frozenset(
        each
        for each in found
        if each.kind == CHANGED
        and both.old[each.a].kind == both.new[each.b].kind == "Simple"
        and (counts := _by_one(both.renamed_words(each.a)))
        and counts == _by_one(both.new[each.b].words)
        and (own or _is_plain(counts[0], speaking(language, after, "")))
    )


def _has_steps_as_values(source: LexedSource, pieces: Sequence[Piece]) -> bool:
    """`({ n++; })`: the value before it is counted, or behind that."""
    begin, end = pieces[0].start, max(each.last for each in pieces)
    rows = range(bisect_left(source.starts, begin), bisect_left(source.starts, end))
    return any(source.tokens[at].text == b"{" and source.tokens[at - 1].text == b"(" for at in rows[1:])


def _by_one(words: Words) -> tuple[Words, bytes] | tuple[()]:
    """(what counts, and by which sign) of `n++`, `++n` and `n += 1`."""
    words = words[:-1] if words[-1:] == (b";",) else words
    sign = _BY_ONE.get(words[-1], b"") or _BY_ONE.get(words[0], b"") if len(words) > 1 else b""
    of = words[:-1] if sign and words[-1] in _BY_ONE else words[1:]
    if not sign and words[-2:] in ((b"+=", b"1"), (b"-=", b"1")):
        sign, of = words[-2], words[:-2]
    return (of, sign) if sign and _one_place(of) else ()


def _one_place(words: Words) -> bool:
    """`s->rows[i].n`: neither what a sign binds to, nor a macro that may begin with one."""
    depth, links = 0, True
    for word in words:
        depth -= word in CLOSING
        if not depth and not (word in OPENING or word in CLOSING):
            if (word in LINKS) == links or (word not in LINKS and (not is_name(word) or word.isupper())):
                return False
            links = word in LINKS
        depth += word in OPENING
    return not links and not depth and b"(" not in words


def _is_plain(words: Words, language: Language) -> bool:
    return kind_of(*parse(joined(words), language)).name in _PLAIN


def _beside(both: Trees, found: Sequence[Change], one: Change) -> Iterator[Change]:
    """The changed steps right beside a lone one that counts."""
    if not _lone(both, one):
        return
    pieces, at = (both.new, one.b) if one.kind == ADDED else (both.old, one.a)
    row = [n for n, each in enumerate(pieces) if (each.parent, each.role) == (pieces[at].parent, pieces[at].role)]
    here = row.index(at)
    near = {*row[max(here - 1, 0) : here + 2]} - {at}
    yield from (each for each in found if each.kind == CHANGED and (each.b if one.kind == ADDED else each.a) in near)


def _lone(both: Trees, one: Change) -> Words:
    """The name, and how it counts: of `--n;` or `n--;`."""
    piece, words = (
        (both.new[one.b], both.new[one.b].words) if one.kind == ADDED else (both.old[one.a], both.renamed_words(one.a))
    )
    words = words[:-1] if words[-1:] == (b";",) else words
    if piece.kind != "Simple" or len(words) != 2 or _COUNTS.isdisjoint(words):
        return ()
    return words if words[1] in _COUNTS else words[::-1]


def _same(both: Trees, one: Change, other: Change, functions: Mapping[bytes, bool]) -> bool:
    added = one.kind == ADDED
    at, place = (one.b, other.b) if added else (one.a, other.a)
    sides = both.new[other.b].words, both.renamed_words(other.a)
    apart, whole = sides if added else sides[::-1]
    name, sign = _lone(both, one)
    before = at < place
    row = (sign, name) if before else (name, sign)
    start = next((n for n in range(len(whole) - 1) if whole[n : n + 2] == row), -1)
    if start < 0 or whole.count(name) != 1 or (*whole[:start], name, *whole[start + 2 :]) != apart:
        return False
    other_counts = before and any(map(_is_value, whole[max(start - 1, 0) : start]))  # `a-- n`
    of_another = not {*whole[max(start - 1, 0) : start]}.isdisjoint(LINKS) or not _OF_IT.isdisjoint(
        whole[start + 2 : start + 3]
    )
    fits = both.new[other.b].kind in (_FIRST if before else _BEHIND)
    return fits and not other_counts and not of_another and _surely(whole, functions)


def _is_value(word: bytes) -> bool:
    return word in (b")", b"]") or (word.replace(b"_", b"a").isalnum() and word not in (b"return", b"case"))


def _surely(words: Words, functions: Mapping[bytes, bool]) -> bool:
    """Whether all of it is evaluated, and once: no choice, and nothing called that may be a macro."""
    called = [at for at, (word, after) in enumerate(pairwise(words)) if after == b"(" and is_name(word)]
    return (
        _PERHAPS.isdisjoint(words)
        and all(words[at] in _NO_CALLS or functions.get(words[at]) or (at and words[at - 1] in LINKS) for at in called)
        and not any(functions.get(word) is False for word in words)
    )


def _handed(both: Trees, name: bytes) -> bool:
    """`keep(n)`, `Guard g(n, 2)` and `Guard{n}`."""
    return any(
        one in _OPENS and word == name and after in _ENDS
        for pieces in (both.old, both.new)
        for piece in pieces[1:]
        for one, word, after in zip(piece.words, piece.words[1:], piece.words[2:], strict=False)
    )
