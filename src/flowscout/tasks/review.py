"""Two projects -> what changed between them in flow, and what that means for the entry points above.

Every edit is accounted for (see `account`); functions of which a sentence is said are compared as flows and drawn. Tests call the code and are not
called by it: what reaches an entry point only through a test's own classes is no change of that entry point.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import partial

from ..border import within
from ..model.account import Answer
from ..model.diff import FlowDiff
from ..model.identity import path_of
from ..model.resource import ResourceChange
from ..model.review import EntryChange, FunctionChange, Review
from ..model.sfm import MEDIUM
from ..model.summary import ATOM_CAP, KINDS, Effect
from ..model.undrawn import is_undrawn
from ..pipeline import Project
from ..stages.compare import Read, compare, parity, parity_sentences
from ..words.names import last
from .account import about, account, with_resources
from .entrypoints import entry_points, is_test
from .pairing import pair

MOST_ENTRIES = 24  # paths shown for one function


def review(
    before: Project, after: Project, labels: tuple[str, str], renames: Mapping[str, str] = {}, level: str = MEDIUM,
    others: Mapping[str, int] = {},
) -> Review:
    """`renames`: old path -> new path, as git sees them. others: how many files differ that are not read, by their kind."""
    pairs = pair(before, after, renames)
    answers = account(before, after, pairs, renames)
    held = _held_otherwise(before, after, pairs, {each.unit for each in answers})
    answers = with_resources(answers, held)
    told, moved = about(answers), {each.unit for each in answers if each.rule in ("renamed", "moved")}
    edited = {each.unit for each in answers}
    entries = {entry.id for entry in entry_points(after)}
    changes, same_flow, renamed, failed = [], 0, [], 0
    for a, b in pairs:
        said = told.get(b or a, [])
        if not said:
            if b in moved:
                renamed.append((a, b))
            elif b in edited:
                same_flow += 1
            continue
        diff = within(b or a, partial(_compared, before, after, (a, b), level), lambda: None)
        if diff is None:
            failed += 1
            continue
        how = "added" if not a else "removed" if not b else "renamed" if b in moved else "changed"
        reaches = tuple(paths_up(after, b, entries)) if b else ()
        sentences = (*[one.sentence for one in said], *parity_sentences(held.get(b, ())))
        changes.append(FunctionChange(a, b, how, diff, tuple(dict.fromkeys(sentences)), reaches, weight(said), held.get(b, ())))
    changes.sort(key=_telling)
    gained = tuple(_entry_changes(before, after, {b: a for a, b in pairs if a and b}, entries))
    return Review(
        *labels, tuple(changes), gained, same_flow, tuple(renamed), _files(before, after), _left_out(failed), answers, tuple(sorted(others.items())))


def _compared(before: Project, after: Project, pair: tuple[str, str], level: str) -> FlowDiff | None:
    """None where a defect of ours hides one of the two."""
    old, new = before.steps(pair[0], level) if pair[0] else None, after.steps(pair[1], level) if pair[1] else None
    return None if (old and is_undrawn(old)) or (new and is_undrawn(new)) else compare(old, new)


def _held_otherwise(before: Project, after: Project, pairs: Iterable[tuple[str, str]], edited: Set[str]) -> dict[str, tuple[ResourceChange, ...]]:
    """What functions that were edited release and lock otherwise, by their ids."""
    found = {b: within(b, partial(_resources, before, after, a, b), lambda: ()) for a, b in pairs if a and b and b in edited}
    return {b: changes for b, changes in found.items() if changes}


def _resources(before: Project, after: Project, a: str, b: str) -> tuple[ResourceChange, ...]:
    return parity(*[Read(side.bound(id_), side.cfg(id_), side.actions(id_)) for side, id_ in ((before, a), (after, b))])


def _left_out(failed: int) -> tuple[str, ...]:
    if not failed:
        return ()
    return (f"{failed} function{'s' if failed > 1 else ''} could not be compared: a defect of flowscout, whose report is in the log of this run.",)


def _telling(change: FunctionChange) -> tuple[bool, bool, int, int, str]:
    """What changed before what is new, weighty changes first, those that many entry points reach first."""
    id_ = change.after or change.before
    return is_test(path_of(id_)), change.how == "added", -change.weight, -len(change.reaches), id_


def paths_up(project: Project, id_: str, entries: Set[str]) -> list[tuple[str, ...]]:
    """From each entry point that reaches a function the shortest path down to it, nearest first; itself is no path."""
    came: dict[str, str] = {id_: ""}
    queue = deque([id_])
    found: list[tuple[str, ...]] = []
    while queue and len(found) < MOST_ENTRIES:
        here = queue.popleft()
        if here in entries and here != id_:
            path = [here]
            while came[path[-1]]:
                path.append(came[path[-1]])
            found.append(tuple(path))
            continue
        for caller in project.callers.get(here, ()):
            if caller not in came:
                came[caller] = here
                queue.append(caller)
    return found


def weight(said: Sequence[Answer]) -> int:
    """How much a change tells: by its weightiest sentence, then by how many there are."""
    return max(0, 10 - min(one.rank for one in said)) * 100 + min(len(said), 99)


def _entry_changes(before: Project, after: Project, back: Mapping[str, str], entries: Set[str]) -> Iterator[EntryChange]:
    for id_ in sorted(entries):
        old = back.get(id_)
        if old is None:
            continue
        mine = {_what(e): e for e in after.effects(id_)}
        other = {_what(e): e for e in before.effects(old)}
        new, old_ = sorted(mine.keys() - other.keys()), sorted(other.keys() - mine.keys())
        for one, two in _respelled(before, after, map(mine.__getitem__, new), map(other.__getitem__, old_)):
            del mine[_what(one)], other[_what(two)]
        gained = tuple(_outside_tests(_unknown(before, old, ((mine[k], after.via(id_, mine[k])) for k in sorted(mine.keys() - other.keys())))))
        lost = tuple(_outside_tests(_unknown(after, id_, ((other[k], before.via(old, other[k])) for k in sorted(other.keys() - mine.keys())))))
        if gained or lost:
            yield EntryChange(id_, gained, lost)


def _respelled(before: Project, after: Project, gained: Iterable[Effect], lost: Iterable[Effect]) -> Iterator[tuple[Effect, Effect]]:
    """Pairs that the same text does in both, where what it calls is known by more than its last name in one of them only. Two whole
    names that differ are two things: somebody imports another one now."""
    waiting = {(e.kind, e.origin, last(e.target)): e for e in lost}
    for effect in gained:
        own, former = after.functions.get(effect.origin), before.functions.get(effect.origin)
        if own and former and own.facts.digest == former.facts.digest:
            key = (effect.kind, effect.origin, last(effect.target))
            known = waiting.get(key)
            if known and key[2] in (effect.target, known.target):
                yield effect, waiting.pop(key)


Told = tuple[Effect, tuple[str, ...]]


def _unknown(there: Project, id_: str, effects: Iterable[Told]) -> Iterator[Told]:
    """Those that `there` is known not to have. A function's effects are cut at a cap, in their order, and so is what comes from
    below it: what lies behind the cut of any function on the way is not known."""
    for effect, path in effects:
        whole = all(_held(there.effects(step), effect) for step in {id_, *path} if step in there.functions)
        if whole and not _by_another_name(there, effect):
            yield effect, path


def _by_another_name(there: Project, effect: Effect) -> bool:
    """Whether a field of that name is written by the same function through a local: it may be the same object's."""
    origin = there.functions.get(effect.origin)
    if effect.kind != "state" or origin is None:
        return False
    field = _field(effect.target)
    known = {_field(other.target) for other in there.effects(origin.id) if other.kind == "state" and other.origin == origin.id}
    return field not in known and any(_field(write.target) == field for write in origin.facts.writes)


def _field(target: str) -> str:
    """`accessed` of `self._session.accessed`, `sizes` of `volume->sizes[i]`."""
    return last(target.split("[")[0].strip("*() "))


def _held(effects: Sequence[Effect], one: Effect) -> bool:
    same = [each for each in effects if each.kind == one.kind]
    return len(effects) < ATOM_CAP or len(same) < ATOM_CAP // KINDS or _what(one) < _what(same[-1])


def _outside_tests(effects: Iterator[Told]) -> Iterator[Told]:
    return (found for found in effects if not any(is_test(path_of(step)) for step in found[1]))


def _what(effect: Effect) -> tuple[str, str]:
    """What an effect is to a caller; who does it, far below, may change without notice."""
    return effect.kind, effect.target


def _files(before: Project, after: Project) -> int:
    paths = before.files.keys() | after.files.keys()
    return sum(1 for p in paths if _checksum(before, p) != _checksum(after, p))


def _checksum(project: Project, path: str) -> str:
    return project.files[path].checksum if path in project.files else ""
