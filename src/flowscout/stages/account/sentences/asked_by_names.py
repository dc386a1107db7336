"""A question whose operands have names now, or had: told once, with what is worked out before it is asked for.

if a and b.c:        ->    known = a
    f()                    wide = b.c
                           if known and wide:
                               f()
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from ....model.pattern import regex
from ....words.series import series
from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.pieces import Piece
from ..reading.operands import split
from ..reading.saying import CONDITION, Said, q, when
from . import statements

_NAME: Final = regex(r"[A-Za-z_]\w{0,80}")
_LAZY: Final = regex(r"[(.\[+\-*/%<>]")
_BINDS_LESS: Final = regex(r"\b(?:if|lambda)\b|:=")
_MOST: Final = 8  # names, and operands that are told
_DEPTH: Final = 6
Tree: TypeAlias = tuple[str, tuple["Tree", ...]]
Named: TypeAlias = Mapping[str, int]


def by_names(both: Trees, found: Sequence[Change]) -> dict[Change, Said]:
    """By the question, and by what gives its operands their names."""
    told: dict[Change, Said] = {}
    sides = (
        (ADDED, both.new, {each.b: each for each in found}, _often(both.new)),
        (REMOVED, both.old, {each.a: each for each in found}, _often(both.old)),
    )
    asking = [
        change
        for change in found
        if change.kind == CHANGED
        and both.old[change.a].kind == both.new[change.b].kind
        and both.new[change.b].kind in ("If", "Return")
    ]
    named = [
        {change: _named(pieces, changed, often, kind, change.b if is_new else change.a) for change in asking}
        for is_new, (kind, pieces, changed, often) in zip((True, False), sides, strict=True)
    ]
    whole = _written_out(both, named[0])
    for change in asking:
        for is_new, rows, (_, _, changed, _) in zip((True, False), named, sides, strict=True):
            if rows[change] and (said := _told(both, whole, change, rows[change], is_new)):
                told.update(dict.fromkeys((change, *[changed[at] for at in rows[change].values()]), said))
                break
    return told


def _written_out(both: Trees, named: Mapping[Change, Named]) -> Trees:
    """With the operands in the place of their names in each new question."""
    written = list(both.new)
    for change, names in named.items():
        values = _values(both.new, names)
        if names and both.new[change.b].kind == "If" and not _called_once(both.new[change.b].said, values):
            written[change.b] = both.new[change.b]._replace(said=_text(_tree(both.new[change.b].said, values)))
            for at in names.values():
                written[at] = both.new[at]._replace(words=(), said="")
    return both._replace(new=tuple(written))


def _named(
    pieces: Sequence[Piece], changed: Mapping[int, Change], often: Mapping[bytes, int], kind: str, end: int
) -> dict[str, int]:
    """Where the names are set that stand for operands of a question: right before it, and nowhere else."""
    found: dict[str, int] = {}
    wanted = {*_leaves(_tree(pieces[end].said, {}))}
    place = (pieces[end].parent, pieces[end].role)
    for at in range(end - 1, pieces[end].parent, -1):
        if (pieces[at].parent, pieces[at].role) != place:
            break
        words, name = pieces[at].words, pieces[at].words[0].decode("utf-8", "replace") if pieces[at].words else ""
        plain = at in changed and changed[at].kind == kind and words[1:2] == (b"=",) and "…" not in pieces[at].said
        if not plain or name not in wanted or name in found or len(found) == _MOST:
            break
        found[name] = at
    once = all(often[name.encode()] == 1 for name in found)
    return dict(sorted(found.items(), key=lambda row: row[1])) if once else {}


def _often(pieces: Sequence[Piece]) -> Counter[bytes]:
    """How often each name is set."""
    pairs = (pair for piece in pieces for pair in pairwise(piece.words))
    return Counter(name for name, sign in pairs if sign[-1:] == b"=" and sign not in (b"==", b"!=", b"<=", b">="))


def _values(pieces: Sequence[Piece], named: Named) -> dict[str, str]:
    return {name: pieces[at].said.partition("=")[2].strip() for name, at in named.items()}


def _called_once(asked: str, values: Mapping[str, str]) -> bool:
    """Whether an operand that calls is asked for twice by its name: it is called once now, or was."""
    return any("(" in value and len(re.findall(rf"\b{re.escape(name)}\b", asked)) > 1 for name, value in values.items())


def _told(both: Trees, whole: Trees, change: Change, named: Named, is_new: bool) -> Said | None:
    """whole: both sides with the operands in the place of their names."""
    pieces, end = (both.new, change.b) if is_new else (both.old, change.a)
    values = _values(pieces, named)
    if _called_once(pieces[end].said, values):
        return None
    tree = _tree(pieces[end].said, values)
    other = _tree((both.old[change.a] if is_new else both.new[change.b]).said, {})
    verb = "Asks" if pieces[end].kind == "If" else "Returns"
    shown = _listed([f"{q(name)} ({q(values[name])})" for name in values])
    if tree == other:
        late = _late(pieces[end].said, values)
        order = ""
        if late and is_new:
            order = f"; {_listed([q(each) for each in late])} {_is(late)} worked out even where what is asked before has decided"
        elif late:
            gone = _listed([q(values[each]) for each in late])
            order = f"; {gone} {_is(late)} worked out only where what is asked before has not decided"
        how = "by the names" if is_new else "without the names"
        return Said(CONDITION, f"{verb} the same {how} {shown}{order}{when(pieces, end)}.", 4)
    said = statements.said(whole, change) if is_new and verb == "Asks" else None
    if said is None or said.sentence.startswith(f"{verb} "):
        return None
    text = f"{said.sentence[:1].lower()}{said.sentence[1:]}"
    return said._replace(sentence=f"Asked by the names {shown} now: {text}")


def _listed(texts: Sequence[str]) -> str:
    return series(texts)


def _is(those: Sequence[str]) -> str:
    return "is" if len(those) == 1 else "are"


def _late(asked: str, values: Mapping[str, str]) -> list[str]:
    """Those that something is asked before, and that do more than look at a name."""
    first, *behind = dict.fromkeys(_leaves(_tree(asked, {})))
    return [name for name in behind if name in values and name != first and _LAZY.search(values[name])]


def _tree(text: str, values: Mapping[str, str], depth: int = 0) -> Tree:
    """Operands in their order; those of the same sign are at one level, whatever brackets they have."""
    for word in ("or", "and"):
        parts = split(text, word)
        if len(parts) > 1 and depth < _DEPTH:
            found: list[Tree] = []
            for part in parts:
                below = _tree(part, values, depth + 1)
                found += below[1] if below[0] == word else [below]
            return word, tuple(found)
    bare = split(text, "or")[0]
    if bare in values:
        return _tree(values[bare], {}, depth + 1)
    inner = bare.removeprefix("not ").strip()
    if inner != bare and inner in values:
        value = _tree(values[inner], {}, depth + 1)
        return f"not {_text(value) if not value[1] else f'({_text(value)})'}", ()
    return bare, ()


def _leaves(tree: Tree) -> Iterator[str]:
    """A name also where it is denied."""
    if not tree[1]:
        bare = tree[0].removeprefix("not ").strip()
        yield bare if _NAME.fullmatch(bare) else tree[0]
    for each in tree[1]:
        yield from _leaves(each)


def _text(tree: Tree) -> str:
    name, below = tree
    if not below:
        return name
    parts = [f"({_text(each)})" if each[1] or _BINDS_LESS.search(each[0]) else _text(each) for each in below]
    return f" {name} ".join(parts)
