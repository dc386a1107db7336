"""Whether something is done while a lock is held, as far as the function that does it shows: from where it takes one to where it gives it back.

Python's `with` holds to the end of its block, a guard of C++ to the end of the block that it is made in; between a call that locks and
one that unlocks what stands there is under it. Where the function itself holds nothing, its callers may: all calls of it, or of what alone calls it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from ...agents.said import Cited
from ...model.identity import path_of, qualified_of
from ...model.pattern import regex
from ...model.product import is_aside
from ...words.names import has_word
from ..codes import NO_RESULTS, Failed
from ..conditions import precedes
from ..edges import callers as ways
from ..own import last_part, line_at, locking, mutated
from .here import Found, Here, at, functions, is_promise, label
from .question.asked import Asked

_RELEASES: Final = regex(r"(?i)(?:un_?lock|release|leave|exit)")
_HEAD: Final = regex(r"[ \t]*(?:async )?with\b")
_GUARD: Final = regex(
    r"(?:guard|unique_lock|scoped_lock|shared_lock|Lock(?:er|Guard)?|Guard)(?:_t|_type)?(?:<[^;<>\n]{0,80}>)?[ ]{1,4}\w{1,60}[ ]{0,4}[({]"
)


DEEP: Final = 4  # callers above each other that are asked


class LockSpan(NamedTuple):
    """Of a function's own text. said: the call that takes the lock."""

    start: int
    end: int
    said: str


class LockedPlace(NamedTuple):
    id: str
    offset: int
    said: str


def under_lock(here: Here, asked: Asked) -> Found | Failed:
    token, lock = asked.names["A"], asked.names["L"].raw if "L" in asked.names else ""
    ids = functions(here, token)
    places = (
        list(_calls(here, ids))
        if not isinstance(ids, Failed)
        else list(_naming(here, token.raw, written=asked.rest == WRITTEN))
    )
    if "B" in asked.names:
        inside = functions(here, asked.names["B"])
        if isinstance(inside, Failed):
            return inside
        places = [one for one in places if one.id in inside]
    owner = f".{last_part(asked.names['T'].raw)}." if "T" in asked.names else ""
    places = [one for one in places if not is_aside(path_of(one.id)) and here.inside(path_of(one.id))
              and owner in f".{qualified_of(one.id).replace('::', '.')}"]  # fmt: skip
    if not places:
        return ids if isinstance(ids, Failed) and not places else Failed(NO_RESULTS, f"I find no place that calls or names {token.raw[:80]}")  # fmt: skip
    if asked.chosen and not lock and (by_lock := _by_lock(here, places)):
        return by_lock
    made = [(one, _held(here, one, lock)) for one in places]
    own = sum(bool(by) for _, by in made)
    made = [(one, by or _by_callers(here, one.id, lock)) for one, by in made]
    held = sum(bool(by) for _, by in made)
    first = (
        ""
        if asked.chosen
        else f"{'Yes' if held == len(made) else 'No' if held else 'Not in the functions that do it'}: "
    )
    first += f"{held} of {len(made)} places hold {lock or 'a lock'}"
    first += (
        f", {held - own} of them by what calls their function" if held > own else " that their function takes itself"
    )
    rows = [_told(here, one, by) for one, by in sorted(made, key=lambda row: bool(row[1]) is not bool(asked.chosen))]
    note = "Of callers a lock counts where every call that I know is under one." if held < len(made) else ""
    note += " What makes the object is not counted." if isinstance(ids, Failed) else ""
    head = Cited(first, rows[0].path, rows[0].line)
    return Found(
        (head, *dict.fromkeys(rows)), () if isinstance(ids, Failed) else tuple(ids), note.strip(), weighed=True
    )


def _by_lock(here: Here, places: list[LockedPlace]) -> Found | None:
    """Which lock: the one that is held at most of the places, by its name; each place with all that are held there. None where no name is told."""
    said = {
        one: list(
            dict.fromkeys(f"`{span.said}`" for span in _spans(here, one.id) if span.start < one.offset < span.end)
        )
        for one in places
    }
    above = {id_: _by_callers(here, id_, "") for id_ in {one.id for one in places if not said[one]}}
    said |= {one: [above[one.id]] for one in places if not said[one] and above[one.id]}
    held = {one: {name for by in said[one] if (name := name_of(by))} for one in places}
    names = Counter(name for one in places for name in sorted(held[one]))
    if not names:
        return None
    best = max(names, key=lambda name: (names[name], name))
    rows = [_told(here, one, " and ".join(said[one])) for one in sorted(places, key=lambda one: best not in held[one])]
    others = "".join(f"; {name} at {count}" for name, count in names.most_common() if name != best)
    head = Cited(f"{best} is held at {names[best]} of {len(places)} places{others}", rows[0].path, rows[0].line)
    return Found((head, *dict.fromkeys(rows)), (), "What makes the object is not counted.", weighed=True)


def name_of(said: str) -> str:
    """`m_mutex` of `std::unique_lock<std::mutex> lock(m_mutex);`, `_lock` of `with self._lock:`, `mutex` of `pthread_mutex_lock(&p->mutex)`, `m_mutex` of `m_mutex.lock()`."""
    found = _OF.search(said)
    return last_part(next(filter(None, found.groups()), "")) if found else ""


_OF: Final = regex(
    r"[({]\s?&?\s?\(?([A-Za-z_][\w.>:-]{0,80})\)?\s?[,)}]|\bwith ([\w.]{1,80}?)(?:\.acquire\(\)|\.lock\(\))?(?: as \w+)?:|([\w.>-]{1,80})(?:\.|->)(?:lock|acquire)\w{0,20}\("
)


def _told(here: Here, one: LockedPlace, by: str) -> Cited:
    under = f" under {by}" if by else " without one of its own"
    return at(
        here.project,
        one.id,
        f"{label(here.project, one.id)} {one.said}{under}",
        line_at(here.project, one.id, one.offset),
    )


def _calls(here: Here, ids: list[str]) -> Iterator[LockedPlace]:
    project = here.project
    for id_ in ids:
        for caller in sorted(ways(project).get(id_, {})):
            calls = project.functions[caller].facts.calls
            yield from (LockedPlace(caller, calls[site.site].start, f"calls {label(project, id_)}")
                        for site in project.resolved(caller) if id_ in site.targets)  # fmt: skip


def _naming(here: Here, name: str, *, written: bool) -> Iterator[LockedPlace]:
    """Each line that names a field or a variable, in the innermost function; what makes the object is before anybody shares it."""
    project, last = here.project, last_part(name.replace("->", "."))
    for id_, one in here.holders(last):
        if one.facts.kind in ("module", "constructor", "destructor") or one.facts.name == "__init__" or is_promise(project, id_):  # fmt: skip
            continue
        inner = _nested(here, id_)
        text, seen = project.sources(one.path)[one.facts.start : one.facts.end], set[int]()
        changed = _changed(here, id_, last) if written else frozenset[int]()
        for found in re.finditer(rb"(?<!\w)" + re.escape(last.encode()) + rb"(?!\w)", text):
            line = text[text.rfind(b"\n", 0, found.start()) + 1 :].partition(b"\n")[0].decode("utf-8", "replace")
            number = text.count(b"\n", 0, found.start())
            if any(start <= one.facts.start + found.start() < end for start, end in inner):
                continue  # which the function that stands there tells
            if written and one.facts.line + number not in changed:
                continue
            if number and number not in seen and has_word(line.partition("//")[0].partition("#")[0], last):
                seen.add(number)
                yield LockedPlace(id_, found.start(), f"has `{' '.join(line.split())[:100]}`")


def _nested(here: Here, id_: str) -> list[tuple[int, int]]:
    """Where functions stand within it."""
    own = here.project.functions[id_]
    every = (here.project.functions[other].facts for other in here.project.ids.get(own.path, ()) if other != id_)
    return [(one.start, one.end) for one in every if own.facts.start < one.start and one.end <= own.facts.end]


def _changed(here: Here, id_: str, name: str) -> frozenset[int]:
    """Lines of a function in which something of that name is given a value, or a method of a library changes it."""
    project = here.project
    own = [write.start for write in project.functions[id_].facts.writes if last_part(write.target) == name]
    own += [offset for target, offset in mutated(project, id_, name).items() if last_part(target) == name]
    return frozenset(line_at(project, id_, offset) for offset in own)


WRITTEN: Final = "written"  # what is asked is only whether it is changed so


def _held(here: Here, one: LockedPlace, lock: str) -> str:
    return next((f"`{span.said}`" for span in _spans(here, one.id) if span.start < one.offset < span.end
                 and (not lock or has_word(span.said, last_part(lock)))), "")  # fmt: skip


def _by_callers(here: Here, id_: str, lock: str, deep: int = DEEP) -> str:
    """What its callers hold where every call of it that is known is under a lock, theirs or of their own callers; else ""."""
    if deep == 0:
        return ""
    found = list[str]()
    for place in _calls(here, [id_]):
        if is_aside(path_of(place.id)):
            continue
        by = _held(here, place, lock)
        above = "" if by or place.id == id_ else _by_callers(here, place.id, lock, deep - 1)
        if not by and not above:
            return ""
        found.append(f"{by} of {label(here.project, place.id)}, which calls it" if by else above)
    told = list(dict.fromkeys(found))
    return f"{told[0]}{f' (and {len(told) - 1} more)' if len(told) > 1 else ''}" if told else ""


def _spans(here: Here, id_: str) -> Iterator[LockSpan]:
    project, where = here.project, here.project.functions[id_]
    text = project.sources(where.path)[where.facts.start : where.facts.end].decode("latin-1")  # a letter for each byte
    lines = {line for line, _ in locking(project, id_, "")}
    for call in where.facts.calls:
        if line_at(project, id_, call.start) not in lines:
            continue
        begin = text.rfind("\n", 0, call.start) + 1
        head = text[begin:].partition("\n")[0]
        said = " ".join(head.encode("latin-1").decode("utf-8", "replace").split())[:100]
        if where.language.resolver != "cfamily" and _HEAD.match(head):
            yield LockSpan(call.start, _block_end(text, begin), said)
        elif where.language.resolver == "cfamily" and (call.kind == "construct" or _GUARD.search(head)):
            yield LockSpan(call.start, _brace_end(text, call.start), said)
        else:
            yield from _until_released(here, id_, call.start, said)


def _until_released(here: Here, id_: str, start: int, said: str) -> Iterator[LockSpan]:
    project, where, name = here.project, here.project.functions[id_], name_of(said)
    text = project.sources(where.path)[where.facts.start : where.facts.end]
    freed = [
        call.start
        for call in where.facts.calls
        if _RELEASES.search(call.name)
        and has_word(f"{call.receiver} {text[call.start : call.end].decode('utf-8', 'replace')}", name or call.name)
        and precedes(project, id_, start, call.start)
    ]
    if freed:
        yield LockSpan(start, max(freed), said)


def _block_end(text: str, begin: int) -> int:
    """Where a line stands no further in than the `with`."""
    deep = len(text[begin:]) - len(text[begin:].lstrip(" \t"))
    at_ = text.find("\n", begin)
    while at_ >= 0:
        line = text[at_ + 1 :].partition("\n")[0]
        if line.strip() and len(line) - len(line.lstrip(" \t")) <= deep and line.strip()[:1] not in ")]}":
            return at_
        at_ = text.find("\n", at_ + 1)
    return len(text)


def _brace_end(text: str, start: int) -> int:
    depth = 0
    for at_ in range(start, len(text)):
        depth += (text[at_] == "{") - (text[at_] == "}")
        if depth < 0:
            return at_
    return len(text)
