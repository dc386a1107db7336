"""In a list, what is done while something is held stands under the `with` that holds it.

    • With lock:                       not   • With lock
    – db.put(row)                            • db.put(row)
    – If row.last: db.seal()                 • If row.last: db.seal() (end of with lock)
    • note(row)                              • note(row)

Left as it is where the ways do not tell what is held till where: of a handler that only leaves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Final

from ..model.pattern import regex
from ..model.sfm import Transition
from .deed_lines import Told
from .dominated import StraightRun

_WITH: Final = ("With ", "Async with ")
_ENDS: Final = "end of "
_SAID: Final = regex(r" \((?:(.{1,300}); )?end of ([^;]{1,300})\)\Z")


def nested(run: StraightRun, some: Sequence[Told], around: tuple[str, ...] = ()) -> list[Told]:
    """around: what is held where these stand. Recursion as deep as what is told nests."""
    held, found = dict(_held(run, some)), list[Told]()
    at = 0
    while at < len(some):
        each, end = some[at], held.get(at, 0)
        name = _name(run, each)
        if end:
            found.append(each._replace(worth=1, inside=tuple(nested(run, some[at + 1 : end], (*around, name)))))
        else:
            inside = tuple(nested(run, each.inside, around))
            found.append(each._replace(text=_unended(each.text, around), inside=inside))
        at = end or at + 1
    return found


def _name(run: StraightRun, each: Told) -> str:
    """What a `with` calls what it holds, "" of all else."""
    if each.inside or not each.text.startswith(_WITH):
        return ""
    label = run.step(each.at).label
    return label.partition("ith ")[2].rpartition(" as ")[2].strip() if label.startswith(_WITH) else ""


def _held(run: StraightRun, some: Sequence[Told]) -> Iterator[tuple[int, int]]:
    """Where the list holds a `with`, and where what stands under that ends."""
    for at, each in enumerate(some):
        name = _name(run, each)
        body = _body(run, each.at, name) if name else set[int]()
        inside = [set(_places(one)) for one in some[at + 1 :]]
        many = next((n for n, own in enumerate(inside) if not own <= body), len(inside))
        if many and not any(own & body for own in inside[many:]):
            yield at, at + 1 + many


def _places(each: Told) -> Iterator[int]:
    yield each.at
    for one in each.inside:
        yield from _places(one)


def _body(run: StraightRun, start: int, name: str) -> Set[int]:
    """The steps that are done while it is held; none where that is not known for sure."""
    found, waiting, failing = set[int](), [start], set[int]()
    ended = False
    while waiting:
        for way in run.step(waiting.pop()).transitions:
            to = run.place.get(way.target, 0)
            if _ends(way, name):
                ended = True
            elif way.kind == "raise":
                failing |= {to}
            elif to and to != start and to not in found and to > start:
                found.add(to)
                waiting.append(to)
    own = {run.place.get(way.target, 0) for way in run.step(start).transitions if way.kind == "raise"}
    caught = failing - found - own - {0}  # what catches its own making stands around it
    within = [to for to in caught if start < to < max(found, default=0)]  # they stand before more of the body
    found.update(*(run.inside(to) for to in within))
    caught -= found
    unsure = any(to > start and _unsure(run, to, name) for to in caught)
    return frozenset() if unsure or not (ended or _last(run, found)) else found


def _last(run: StraightRun, body: Set[int]) -> bool:
    """Whether nothing stands behind a body: who does not end there goes back."""
    ways = [way for at in body for way in run.step(at).transitions if run.place.get(way.target, 0) not in body]
    first = min(body, default=0)
    return all(
        way.target in run.ends or way.target in run.around.before or 0 < run.place.get(way.target, 0) < first
        for way in ways
    )


def _unsure(run: StraightRun, handler: int, name: str) -> bool:
    """Whether a handler may stand within: it only leaves, or comes to its end from within."""
    ways = run.out(handler)
    return all(way.target in run.ends for way in ways) or any(_ends(way, name) for way in ways)


def _ends(way: Transition, name: str) -> bool:
    said = way.label.rpartition(_ENDS)[2] if _ENDS in way.label else ""
    return any(_same(each, name) for each in _names(said))


def _names(said: str) -> list[str]:
    return [each.removeprefix("with ").strip() for each in said.split(", ")] if said else []


def _same(told: str, name: str) -> bool:
    head, cut, _ = told.partition("…")
    return told == name or (bool(cut) and len(head) > 1 and name.startswith(head))


def _unended(text: str, around: tuple[str, ...]) -> str:
    """Without the word that ends what it stands under."""
    found = _SAID.search(text) if around else None
    if not found or not all(any(_same(each, name) for name in around) for each in _names(found[2])):
        return text
    return text[: found.start()] + (f" ({found[1]})" if found[1] else "")
