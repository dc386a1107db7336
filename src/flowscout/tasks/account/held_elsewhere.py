"""A function that is gone and of which one other function does most now, in other words here and there: which one, and which of its steps are
not done there.

`write_all` is gone, and `save`, which called it, writes in a loop of its own: Is gone: `save` does most of it now, without `fsync(fd)`.

Both are read by their statements. One function alone may hold them, which called it or is called in its place; more have to stand there as they
were than not, and none under anything new. What is not there, or not as it was, is named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from ...model.account import GONE, Answer
from ...model.identity import path_of, qualified_of
from ...model.pattern import regex
from ...model.product import is_test
from ...pipeline import Project
from ...stages.account.pieces.pieces import Piece
from ..sentences import listing
from .files import Files
from .held_pieces import HeldThere, NewHome, Words, above, held, telling, words_of
from .new import IS_GONE

LEAST: Final = 6  # statements
MOST: Final = 120  # statements of a function that are read, and functions
HELD: Final = 0.7  # of the statements
AS_IT_WAS: Final = 0.5  # of the statements
NAMED: Final = 3
DEEP: Final = 3  # levels of calls under it that are asked for what is lost
LONGEST: Final = 72  # signs of a line that is named
_RANK: Final = 2  # where steps are lost with it
_WORD: Final = regex(r"[A-Za-z_]\w{0,80}")
_CALLED: Final = regex(r"([A-Za-z_]\w{0,80}) ?\(")


def held_elsewhere(old: Files, new: Files, pairs: Sequence[tuple[str, str]], told: list[Answer]) -> list[Answer]:
    before, after = old.project, new.project
    gone = [one.unit for one in told if _is_gone(one) and one.unit in before.functions]
    back = {b: a for a, b in pairs if b}
    units = {one.unit for one in told if one.after.line and one.unit in after.functions}
    edited = sorted(unit for unit in units if not is_test(path_of(unit)))
    if not gone or len(gone) > MOST or len(edited) > MOST:
        return told
    came = {unit: _came(old, new, back.get(unit, ""), unit) for unit in edited}
    found = {unit: home for unit in gone if (home := _home(old, new, (unit, back), came))}
    many = Counter(home for home, _ in found.values())
    every = {name for unit in edited for name in _calls(after, unit)}
    return [
        _told(one, (old, new), found[one.unit], every)
        if _is_gone(one) and one.unit in found and many[found[one.unit][0]] == 1
        else one
        for one in told
    ]


def _is_gone(one: Answer) -> bool:
    return one.rule == GONE and one.sentence == IS_GONE and not one.twin and not is_test(one.before.path)


def _pieces(files: Files, id_: str) -> Sequence[Piece]:
    state = files.state(path_of(id_))
    return state.pieces(id_) if id_ in state.functions else ()


def _came(old: Files, new: Files, was: str, now: str) -> list[int]:
    """Positions of what a function has now and had not."""
    then = _pieces(old, was) if was in old.project.functions else ()
    had = Counter(words_of(then[at]) for at in telling(then))
    found, here = list[int](), _pieces(new, now)
    for at in telling(here):
        words = words_of(here[at])
        if had[words] > 0:
            had[words] -= 1
        else:
            found.append(at)
    return found


def _home(
    old: Files, new: Files, unit: tuple[str, Mapping[str, str]], came: Mapping[str, list[int]]
) -> tuple[str, HeldThere] | None:
    """The one function in which most of it stands now, and is done in its place."""
    gone, back = unit
    pieces = _pieces(old, gone)
    steps = {at: words_of(pieces[at]) for at in telling(pieces)}
    if not LEAST <= len(steps) <= MOST:
        return None
    rows = list[tuple[int, str]]()
    for home, at in came.items():
        there = _pieces(new, home)
        same = sum((Counter(steps.values()) & Counter(words_of(there[each]) for each in at)).values())
        rows.append((same, home))
    rows.sort(key=lambda row: -row[0])
    if not rows or rows[0][0] < AS_IT_WAS * len(steps) or (len(rows) > 1 and rows[1][0] * 2 >= rows[0][0]):
        return None
    home = rows[0][1]
    if not _in_its_place(old.project, new.project, gone, back.get(home, ""), home, back):
        return None
    names = _own(old.project, gone) - _own(new.project, home)
    called = _called_under(old, back.get(home, ""), qualified_of(gone).partition("(")[0])
    found = held(pieces, NewHome(_pieces(new, home), came[home], called, names))
    there_still = len(steps) - len(found.lost)
    return (home, found) if not found.within and there_still >= HELD * len(steps) else None


def _in_its_place(before: Project, after: Project, gone: str, was: str, home: str, back: Mapping[str, str]) -> bool:
    """Whether it called what is gone, or all do that called it and are there."""
    if was in before.functions and gone in before.callees(was):
        return True
    now = {a: b for b, a in back.items()}
    callers = [now[one] for one in before.callers.get(gone, ()) if now.get(one) in after.functions]
    return bool(callers) and all(home in after.callees(one) for one in callers)


def _own(project: Project, id_: str) -> set[bytes]:
    facts = project.functions[id_].facts
    return {name.encode() for name in [*[one.name for one in facts.params], *[each.name for each in facts.bindings]]}


def _called_under(old: Files, home: str, gone: str) -> set[Words]:
    """What a call ran under there."""
    pieces = _pieces(old, home) if home in old.project.functions else ()
    name = _WORD.findall(gone)[-1].encode()
    return {words_of(pieces[up]) for at, piece in enumerate(pieces) if name in piece.words for up in above(pieces, at)}


def _told(one: Answer, files: tuple[Files, Files], home: tuple[str, HeldThere], every: set[str]) -> Answer:
    unit, found = home
    old, new = files
    pieces = _pieces(old, one.unit)
    below = _below(new.project, unit)
    done = {words_of(each) for id_ in below if id_ != unit for each in _pieces(new, id_)}
    called = {name for id_ in below if id_ != unit for name in _calls(new.project, id_)} | every
    called -= set(_calls(new.project, unit))
    lost = [at for at in found.lost if words_of(pieces[at]) not in done and _is_lost(pieces, at)]
    elsewhere = [at for at in lost if _named(pieces[at]) and all(name in called for name in _named(pieces[at]))]
    without = [_code(old, one.unit, pieces[at]) for at in lost if at not in elsewhere]
    otherwise = [_code(old, one.unit, pieces[at]) for at in sorted({*found.otherwise, *elsewhere})]
    parts = [" in another order" * found.turned, f", without {_listed(without)}" if without else ""]
    if otherwise:
        parts.append(f"; {_listed(otherwise)} read{'s' * (len(otherwise) == 1)} otherwise there")
    said = f"Is gone: {_quoted(qualified_of(unit).partition('(')[0])} does most of it now{''.join(parts)}."
    return one._replace(sentence=said, core="", rank=min(one.rank, _RANK) if any(parts) else one.rank)


def _listed(codes: Sequence[str]) -> str:
    more = [f"{len(codes) - NAMED} more of it"] if len(codes) > NAMED else []
    return listing([*map(_quoted, codes[:NAMED]), *more])


def _code(old: Files, id_: str, piece: Piece) -> str:
    """Its first line."""
    text = old.project.sources(path_of(id_))[piece.start : piece.end].decode("utf-8", "replace")
    return text.split("\n")[0].strip().rstrip(";{: ")


def _quoted(code: str) -> str:
    plain = code.replace("`", "'")
    return f"`{plain if len(plain) <= LONGEST else plain[: LONGEST - 1].rstrip() + '…'}`"


def _is_lost(pieces: Sequence[Piece], at: int) -> bool:
    """What hands back at the end hands on where it was called; what only gives a name does nothing."""
    piece = pieces[at]
    ends = piece.kind == "Return" and not any(each.parent == piece.parent for each in pieces[at + 1 :])
    bare = piece.kind == "Simple" and not {b"=", b"("} & set(piece.words) and b"++" not in piece.words
    return not (ends and piece.parent == 0 and b"(" not in piece.words) and not (
        bare and getattr(piece.stmt, "role", "") == "declare"
    )


def _named(piece: Piece) -> list[str]:
    return _CALLED.findall(" ".join(each.decode("utf-8", "replace") for each in words_of(piece)))


def _below(project: Project, id_: str) -> set[str]:
    """Those that it calls, some levels down, and itself."""
    known, level = {id_}, [id_]
    for _ in range(DEEP):
        level = [each for one in level for each in project.callees(one) if each not in known][:MOST]
        known.update(level)
    return known


def _calls(project: Project, id_: str) -> list[str]:
    return [call.name for call in project.functions[id_].facts.calls]
