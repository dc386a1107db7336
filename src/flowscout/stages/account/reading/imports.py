"""What an import brings: by name, and where from. Whether it stands on a line of its own or with others makes no difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ....engine.same import KEPT, Same
from ....model.record import NamedTuple
from ....model.syntax import Simple
from ....words.series import series
from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees, across
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from ..pieces.quoting import joined, q

_NAMED = 24  # in one sentence


class BroughtName(NamedTuple):
    """source: the module it is of, "" for a module or a header itself. verb: `import` or `include`."""

    verb: str
    source: str
    name: str


def brought(piece: Piece) -> tuple[BroughtName, ...]:
    words = piece.words
    if words[:1] == (b"#",):
        name = (
            piece.said.partition("//")[0]
            .partition("/*")[0]
            .removeprefix("#")
            .strip()
            .removeprefix("include_next")
            .removeprefix("include")
            .removeprefix("import")
            .strip()
        )
        return (BroughtName("include", "", name),) if name else ()
    return of_words(words)


def bound(each: BroughtName) -> tuple[str, str]:
    """(name, what it is): `import a.b` and `import a.c` bind one `a`."""
    whole, _, name = each.name.partition(" as ")
    if not name and not each.source:
        whole = name = each.name.partition(".")[0]
    return name.strip() or whole, f"{each.source} {whole}".strip()


@lru_cache(maxsize=4096)
def of_words(words: tuple[bytes, ...]) -> tuple[BroughtName, ...]:
    """Of Python."""
    if words[:1] == (b"from",) and b"import" in words:
        at = words.index(b"import")
        source = joined(words[1:at]).replace(" ", "")
        return tuple([BroughtName("import", source, each) for each in _names(words[at + 1 :])])
    return tuple([BroughtName("import", "", each) for each in _names(words[1:])]) if words[:1] == (b"import",) else ()


def _names(words: Sequence[bytes]) -> Iterator[str]:
    own: list[bytes] = []
    for word in (*[each for each in words if each not in OPENING and each not in CLOSING], b","):
        if word not in (b",", b";"):
            own.append(word)
        elif own:
            yield joined(own)
            own = []


def told(was: Sequence[BroughtName], now: Sequence[BroughtName], under: str = "", alone: bool = False) -> str:
    """ "" where both bring the same. under: where it stands. alone: whether what came stands there, and what is gone stood elsewhere."""
    gone, came = [each for each in was if each not in now], [each for each in now if each not in was]
    here, there = (under, "") if alone else ("", under)
    if (
        gone
        and came
        and sorted(each.name for each in gone) == sorted(each.name for each in came)
        and len({each[:2] for each in gone}) == len({each[:2] for each in came}) == 1
    ):
        source, former = came[0].source, gone[0].source
        if source and former:
            return f"Now imports {_listed([each.name for each in came])} from {q(source)}{here}, no longer from {q(former)}{there}."
        if source:
            return f"Now imports {_listed([each.name for each in came])} from {q(source)}{here}, no longer as a module{there}."
    groups = {each[:2] for each in (*gone, *came)}
    if gone and came and len(groups) == 1:
        verb, source = came[0][:2]
        return f"Now {verb}s {_listed([each.name for each in came])}{f' from {q(source)}' if source else ''}{here}, no longer {_listed([each.name for each in gone])}{there}."
    parts = [f"now {said}{here}" for said in _said(came)] + [f"no longer {said}" for said in _said(gone)]
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}{there}." if parts else ""


def brings(piece: Piece) -> str:
    """In the third person: "imports `x` from `m`"."""
    return listed(brought(piece))


def listed(found: Sequence[BroughtName]) -> str:
    """ "imports `x` from `m`"."""
    return ", ".join(_said(found))


def _said(found: Sequence[BroughtName]) -> Iterator[str]:
    for verb, source in dict.fromkeys((each.verb, each.source) for each in found):
        names = [each.name for each in found if (each.verb, each.source) == (verb, source)]
        yield f"{verb}s {_listed(names)}{f' from {q(source)}' if source else ''}"


def _listed(names: Sequence[str]) -> str:
    shown = [q(each) for each in names[: _NAMED if len(names) > _NAMED + 1 else _NAMED + 1]]
    shown += [f"{len(names) - len(shown)} more"] if len(names) > len(shown) else []
    return series(shown)


def apart(both: Trees, change: Change) -> tuple[list[BroughtName], list[BroughtName]]:
    """What only this line brought before, and brings after, of all that is brought at its place."""
    was, now = (
        list(brought(pieces[at])) if at >= 0 else [] for pieces, at in ((both.old, change.a), (both.new, change.b))
    )
    above = (
        both.old[change.a].parent if change.a >= 0 else across(both.new[change.b].parent, both.back),
        both.new[change.b].parent if change.b >= 0 else across(both.old[change.a].parent, both.pairs),
    )
    before, after = (
        _all(Same(both), new).under.get(parent, frozenset()) for new, parent in zip((False, True), above, strict=True)
    )
    return [each for each in was if each not in after], [each for each in now if each not in before]


def elsewhere(both: Trees, change: Change, new: bool) -> list[tuple[BroughtName, int]]:
    """What this line alone brings on one side, and the line of another place that alone brings it on the other. new: what it brought, and
    where that is brought now."""
    gone, came = apart(both, change)
    return list(brought_at(both, gone if new else came, new, change.b if new else change.a))


def brought_at(
    both: Trees, names: Sequence[BroughtName], new: bool, but: int = -1
) -> Iterator[tuple[BroughtName, int]]:
    """The first line of one side that brings each of these, and did not on the other. but: a line that does not count."""
    others, known = (both.old, both.back) if new else (both.new, both.pairs)
    for each in names:
        for at in _all(Same(both), new).places.get(each, ()):
            twin = known.get(at, -1)
            if at != but and (twin < 0 or each not in brought(others[twin])):
                yield each, at
                break


def places(both: Trees, name: BroughtName, new: bool) -> list[int]:
    """The lines of one side that bring it."""
    return _all(Same(both), new).places.get(name, [])


def only_elsewhere(both: Trees, change: Change) -> bool:
    """Whether a line brings nothing but what another place brought before, where that is told."""
    piece = both.new[change.b] if change.b >= 0 else None
    if piece is None or not imports(piece) or change.kind not in (ADDED, CHANGED):
        return False
    gone, came = apart(both, change)
    return bool(came) and not gone and len(elsewhere(both, change, False)) == len(came)


class _All(NamedTuple):
    """What one side brings: under: by what the line stands under. places: the lines that bring each. whole: the modules of which all is brought.
    holds: by where it stands and the name that it gets, what is brought last."""

    under: dict[int, frozenset[BroughtName]]
    places: dict[BroughtName, list[int]]
    whole: frozenset[str]
    holds: dict[tuple[int, str], str]


@lru_cache(maxsize=KEPT)
def _all(both: Same[Trees], new: bool) -> _All:
    under: dict[int, set[BroughtName]] = {}
    places: dict[BroughtName, list[int]] = {}
    holds: dict[tuple[int, str], str] = {}
    for at, piece in enumerate(both.value.new if new else both.value.old):
        for each in dict.fromkeys(brought(piece)) if imports(piece) else ():
            name, what = bound(each)
            holds[piece.parent, name] = what
            under.setdefault(piece.parent, set()).add(each)
            places.setdefault(each, []).append(at)
    whole = frozenset([each.source for each in places if each.name == "*"])
    return _All({parent: frozenset(own) for parent, own in under.items()}, places, whole, holds)


def whole(both: Trees) -> frozenset[str]:
    """The modules of which all is brought now."""
    return _all(Same(both), True).whole


def imports(piece: Piece) -> bool:
    """Of a file, or within a function."""
    return piece.kind == "Import" or (isinstance(piece.stmt, Simple) and piece.stmt.role == "import")


def same(both: Trees, change: Change) -> bool:
    """Whether all that a line brings or brought is brought there on both sides."""
    pieces = [
        piece
        for piece in (both.old[change.a] if change.a >= 0 else None, both.new[change.b] if change.b >= 0 else None)
        if piece is not None
    ]
    known = all(imports(piece) and brought(piece) for piece in pieces) and change.kind in (
        ADDED,
        REMOVED,
        CHANGED,
    )
    return known and not any(apart(both, change)) and not list(held_otherwise(both, change))


def held_otherwise(both: Trees, change: Change) -> Iterator[tuple[str, str, str]]:
    """Names that hold something else now at the place of a line, because another import of the name is the last:
    what they held, what they hold. Nothing where it brings what was not there."""
    if any(apart(both, change)):
        return
    was, now = _all(Same(both), False).holds, _all(Same(both), True).holds
    pieces = [*both.old[max(change.a, 0) : change.a + 1], *both.new[max(change.b, 0) : change.b + 1]]
    above = (
        both.old[change.a].parent if change.a >= 0 else across(both.new[change.b].parent, both.back),
        both.new[change.b].parent if change.b >= 0 else across(both.old[change.a].parent, both.pairs),
    )
    for name in dict.fromkeys(bound(each)[0] for piece in pieces for each in brought(piece)):
        held, holds = was.get((above[0], name), ""), now.get((above[1], name), "")
        if held and holds and held != holds:
            yield name, held.replace(" ", "."), holds.replace(" ", ".")


def of_a_parting(both: Trees, change: Change) -> bool:
    """Whether a line brings more or fewer names than the one that stood there, where all that it brings is brought on both sides."""
    counts = [
        len(list(brought(pieces[at]))) if at >= 0 else 0 for pieces, at in ((both.old, change.a), (both.new, change.b))
    ]
    return counts[0] != counts[1]
