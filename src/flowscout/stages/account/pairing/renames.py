"""Types, macros, constants and fields that are called otherwise now: `struct big_item` is `struct item`, wherever it stands.

A name is taken for the new name of another where the declaration is the same but for such names, nothing is called the old way any more,
and nothing was called the new way before. Where several came, or went, that are declared alike, it is the one that stands in most of the
lines that held the old one (of variables: `alike_names`); where none stands in more than the others, nothing is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ....model.identity import qualified_of
from ..pieces.called import name_of
from ..pieces.lexing import LexedSource
from ..pieces.outside import FUNCTION, Outside
from ..pieces.pieces import Piece
from .alike_names import told_apart
from .changes import CHANGED, changes, trees

_UNNAMED = frozenset((FUNCTION, "Import", "Directive", "Access", "Docstring", "Statement", "Row", "Decorator"))
_LINKS = frozenset((b".", b"->"))
_MEMBERS = frozenset(("Field", "Assign"))


def names(around: Outside) -> set[bytes]:
    """What a file declares outside of functions."""
    return {name_of(piece).encode() for piece in around.pieces if piece.kind not in _UNNAMED and name_of(piece)}


def _functions(around: Outside) -> set[bytes]:
    """Those that stand in no type: a macro of such a name takes a function's place in some builds."""
    keys = [
        qualified_of(piece.words[-1].decode("utf-8", "replace")) for piece in around.pieces if piece.kind == FUNCTION
    ]
    return {key.encode() for key in keys if ":" not in key}


def aliases(around: Outside) -> dict[bytes, bytes]:
    """C and C++: names that a macro keeps for what is called otherwise: `#define old_name new_name`."""
    found = [piece.words for piece in around.pieces if piece.kind == "Define"]
    return {words[2]: words[3] for words in found if len(words) == 4 and _plain(words[3])}


def renames(
    files: Sequence[tuple[Outside, Outside]], sources: Sequence[LexedSource], after: Sequence[LexedSource] = ()
) -> dict[bytes, bytes]:
    """files: those that differ, before and after. sources: of them all as they were. after: as they are."""
    clear = told_apart(files, sources, after)
    candidates = list(_candidates(files))
    if not candidates:
        return clear
    was, now = (set[bytes]().union(*[names(each[side]) for each in files]) for side in (0, 1))
    found: dict[bytes, set[bytes]] = {}
    called = [set[bytes]().union(*[_functions(each[side]) for each in files]) for side in (0, 1)]
    candidates = [
        each for each in candidates if each[4] != "Define" or (each[0] not in called[1] and each[1] not in called[0])
    ]
    pairs = [
        each[:4]
        for each in candidates
        if each[4] != "Field" or _only_of_something(each[0], sources) or _throughout(*each[:2], sources, after)
    ]
    for one, other, _, _ in pairs:
        found.setdefault(one, set()).add(other)
    single = {x: next(iter(ys)) for x, ys in found.items() if len(ys) == 1 and x not in now and not ys & was}
    taken = list(single.values())
    sure = {x: y for x, y in single.items() if taken.count(y) == 1}
    alike = {one for one, _, old, new in pairs if tuple(sure.get(word, word) for word in old) == new}
    rows = {(x, y): {words for one, other, _, words in pairs if (one, other) == (x, y)} for x, y in sure.items()}
    was_rows = {x: {words for one, other, words, _ in pairs if (one, other) == (x, sure[x])} for x in sure}
    turned = [(new, old) for old, new in files]
    return clear | {
        x: y
        for x, y in sure.items()
        if x in alike
        and x not in clear
        and y not in clear.values()
        and _first(x, y, _rivals(y, rows[x, y], files), sources, after)
        and _first(y, x, _rivals(x, was_rows[x], turned), after, sources)
    }


def _rivals(name: bytes, declared: set[tuple[bytes, ...]], files: Sequence[tuple[Outside, Outside]]) -> set[bytes]:
    """What else came that is declared as this is; with sides changed over, what else went."""
    known = {piece.words for old, _ in files for piece in old.pieces}
    found = set()
    for piece in [piece for _, new in files for piece in new.pieces if piece.kind in _MEMBERS]:
        other = name_of(piece).encode() if piece.words not in known else name
        if other != name and tuple([name if word == other else word for word in piece.words]) in declared:
            found.add(other)
    return found


def _first(
    was: bytes, now: bytes, rivals: set[bytes], sources: Sequence[LexedSource], after: Sequence[LexedSource]
) -> bool:
    """Whether more lines that held the old name stand there with this one than with any other."""
    if not rivals:
        return True
    lines = {line.strip() for source in after for line in source.data.split(b"\n")}
    held = [line.strip() for source in sources for line in source.data.split(b"\n") if was in line]
    counts = {each: sum(line.replace(was, each) in lines for line in held) for each in (now, *rivals)}
    return counts[now] > max(counts[each] for each in rivals)


def called_now(qualified: str, renamed: Mapping[bytes, bytes]) -> str:
    """`New.f` of `Old.f`: what it is called where nothing but what it stands in is called otherwise."""
    sign = "::" if "::" in qualified else "."
    *above, own = qualified.split(sign)
    return sign.join([*[renamed.get(each.encode(), each.encode()).decode("utf-8", "replace") for each in above], own])


def _candidates(
    files: Sequence[tuple[Outside, Outside]],
) -> Iterator[tuple[bytes, bytes, tuple[bytes, ...], tuple[bytes, ...], str]]:
    for old, new in files:
        if {piece.words for piece in old.pieces} == {piece.words for piece in new.pieces}:
            continue
        both = trees(old.pieces, new.pieces)
        for change in changes(both):
            if change.kind == CHANGED:
                one, other = both.old[change.a], both.new[change.b]
                x, y = own_names(one, other)
                if (
                    one.kind == other.kind
                    and one.kind not in _UNNAMED
                    and x
                    and y
                    and x != y
                    and _plain(x)
                    and _plain(y)
                ):
                    yield x, y, one.words, other.words, one.kind


def own_names(one: Piece, other: Piece) -> tuple[bytes, bytes]:
    """What a declaration declares, before and after; of several in one line the one that is called otherwise."""
    x, y = name_of(one).encode(), name_of(other).encode()
    apart = (
        [at for at, word in enumerate(one.words) if word != other.words[at]]
        if x == y and len(one.words) == len(other.words) and one.kind == other.kind == "Field"
        else []
    )
    if len(apart) != 1 or one.words[apart[0] - 1 : apart[0]] not in ((b",",), (b"*",)):
        return x, y
    ends = one.words[apart[0] + 1 : apart[0] + 2] in ((), (b",",), (b";",), (b":",), (b"[",), (b"=",))
    return (one.words[apart[0]], other.words[apart[0]]) if ends else (x, y)


def _only_of_something(name: bytes, sources: Sequence[LexedSource]) -> bool:
    """Whether a field's name stands alone where it is declared, and nowhere else."""
    alone = 0
    for source in sources:
        alone += sum(
            token.text == name and source.tokens[at - 1].text not in _LINKS
            for at, token in enumerate(source.tokens)
            if at
        )
    return alone <= 1


def _throughout(was: bytes, now: bytes, sources: Sequence[LexedSource], after: Sequence[LexedSource]) -> bool:
    """Whether nothing at all is called the old way any more, nor was the new way: a method speaks of a field of C++ by its name alone."""
    return not any(
        token.text == name
        for name, each in ((was, after), (now, sources))
        for source in each
        for token in source.tokens
    )


def _plain(name: bytes) -> bool:
    return name.replace(b"_", b"a").isalnum() and not name[:1].isdigit()
