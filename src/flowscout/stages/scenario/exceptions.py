"""Exceptions, drawn sparingly.

A `raise` in the code leads to the handlers that can catch it. What merely *may* raise is another matter: in a `try` of
twenty statements twenty arrows to each handler say nothing. So, per handler chain: the steps that call or index
something each get their `on IOError` when they are at most three; otherwise the first of them gets it, for all, or the
question that leads to them all, and says up to which: `on IOError (from here to store(result))`. A handler outside gets
none of what one inside keeps. Nothing is drawn where no handler in the function catches. What a `raise` or an exit of the
program is given may raise too, before that is done: it then leads to those handlers as well. A call that goes on for ever
comes back by an exception alone: its ways are always drawn. The copy of a `finally` that runs when an exception merely may
pass is shown at deep; where a `raise` shows that copy already, the other arrows into it are left out, for it ends in that.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence, Set
from typing import Final

from ...model import limits
from ...model.bound import BoundFunction
from ...model.facts import SOME, is_written
from ...model.pattern import regex
from ...words.english import cut
from .catching import EVERY, catches, class_of, related
from .draft import CLOSED, LOW, NOTHING, Draft, Drafts, Way
from .tried_from import before_all

_THROWN: Final = frozenset(("raise", LOW))
_UP_TO: Final = " (from here to "
_REFERENCE: Final = r"(?:(?<!\s)\s++|(?<![\s&*]))[&*]++\s*+\w*+$"
_LEAST: Final = 16  # letters of the step up to which
MOST: Final = 3  # arrows into one handler from steps that merely may raise
_RISKY: Final = regex(r"[\w)\]]\[|\b(?:await|yield)\b")
_STEADY: Final = frozenset(
    ["str", "repr", "len", "type", "format", "id", "bool", "isinstance"]
)  # give a value of whatever it is
_INERT: Final = regex(r"""(?:co_)?return\s*+(?:-?\w++|"[^"]*+"|'[^']*+')?\s*+;?$""")
_OF_CLASS: Final = regex(r"\Araise\s++([\w.]++)\s*+(?:\(|\Z|from(?!\w))")


def _shown(part: str) -> str:
    """A pointer keeps what it points to: `char *` takes no `const char *`."""
    return part if part.endswith("*") else re.sub(_REFERENCE, "", part.replace("const ", "")).strip()


def _said(label: str) -> str:
    if SOME in label.split(", "):
        return "on some errors"
    shown = [_shown(part) for part in label.split(", ")]
    return "on " + " or ".join(shown) if label not in ("", "...", "*") else "on any error"


def handlers(target: Draft) -> list[Way]:
    """Where an exception that comes here can go: handlers first, then the cleanup or the end that lies behind them."""
    ways: list[Way] = []
    seen: set[int] = set()
    while id(target) not in seen:
        seen.add(id(target))
        if target.is_op("catch") and target.ways:
            inner = target.ways[0]
            ways.append(Way(inner.target, _said(inner.label), "raise"))
            onward = target.ways[1].target if len(target.ways) > 1 else None
        elif target.is_op("leave") and target.role == "unwind":
            # swallowed first, whatever stands behind it; outward last
            every = [*target.ways, *(Way(each, kind="raise") for each in target.raises)]
            ways += [Way(way.target, _said(way.label), "raise") for way in every[:-1] if way.label]
            onward = every[-1].target if every else None
        elif not target.op and not target.ends and len(target.ways) == 1:
            onward = target.ways[0].target
        else:
            return [*ways, Way(target, "on other errors" if ways else "", "cleanup")]
        if onward is None:
            return ways
        target = onward
    return ways


def _thrown(bound: BoundFunction, draft: Draft) -> str:
    if draft.role == "assert" and bound.language == "python":
        return "AssertionError"
    inside = [raised.type for raised in bound.facts.raises if draft.start <= raised.start < draft.end]
    inside += [
        how.removeprefix("raise ")
        for start, how in bound.ends
        if how.startswith("raise ") and draft.start <= start < draft.end
    ]
    inside += [error for start, error in bound.quits if draft.start <= start < draft.end]
    if not inside or bound.language != "python":
        return class_of(inside[0]) if inside else ""
    return ", ".join(dict.fromkeys(map(class_of, inside[0].split(", "))))  # one of several


def _certain(bound: BoundFunction, ways: list[Way], thrown: str, itself: bool = False) -> list[Way]:
    """Of a raise: the handlers that may catch it, up to the first that surely does, whichever class it is of."""
    found: list[Way] = []
    left = thrown.split(", ")
    for way in ways:
        names = _kinds(way)
        known = {
            each: [catches(bound, name, each, itself) for name in names] if way.kind == "raise" else [None]
            for each in left
        }
        if any(True in each or None in each for each in known.values()):
            found.append(way)
        left = [each for each in left if True not in known[each]]
        if not left:
            break
    return found


def surely(bound: BoundFunction, first: Draft, thrown: str) -> Draft | None:
    """Where an exception of that class comes to for certain, past handlers that are not for it; None where one may be."""
    ways = _certain(bound, handlers(first), thrown, itself=True)
    return ways[0].target if len(ways) == 1 and ways[0].kind == "cleanup" else None


def _raise(bound: BoundFunction, draft: Draft, drafts: Drafts) -> None:
    """An explicit raise that something in the function may receive goes on there; where nothing does, it ends by
    itself."""
    if draft.raises:
        thrown = _thrown(bound, draft)
        ways = _certain(bound, handlers(draft.raises[0]), thrown, _named(bound, draft, thrown))
        if ways and ways[-1].target.ends == "raise":
            ways[-1:] = [Way(_own_end(draft, drafts), "otherwise")] if len(ways) > 1 else []
        draft.ways = [way._replace(label="") for way in ways] if len(ways) == 1 and _says_so(bound, draft) else ways


def _passing(bound: BoundFunction, drafts: Drafts) -> dict[int, str]:
    """Where copies of a `finally` end that are there for what is raised, and what that is: of one class."""
    thrown: dict[int, tuple[Draft, set[str]]] = {}
    for draft in drafts.all:
        ways = _certain(bound, handlers(draft.raises[0]), _thrown(bound, draft)) if _raises(draft) else []
        if ways and ways[-1].kind == "cleanup" and not ways[-1].target.ends:
            again = bound.read(draft.start, draft.end).strip(" ;") in (
                "raise",
                "throw",
            )  # of what may be of a class below
            names = thrown.setdefault(id(ways[-1].target), (ways[-1].target, set[str]()))[1]
            names.add("" if again else _thrown(bound, draft))
    found: dict[int, str] = {}
    for first, names in thrown.values():
        seen, queue = {id(first)}, [first]
        for here in queue if len(names) == 1 and "" not in names else ():
            if any(way.kind == "resume" for way in here.ways):
                found[id(here)] = "" if id(here) in found else next(iter(names))
                continue
            fresh = [way.target for way in here.ways if id(way.target) not in seen]
            seen.update(map(id, fresh))
            queue += fresh
    return {name: told for name, told in found.items() if told}


def _raises(draft: Draft) -> bool:
    return draft.is_op("raise") and bool(draft.raises)


def _surely(bound: BoundFunction, ways: list[Way], thrown: str) -> list[Way]:
    """Of what is raised again where it leads; of one way nothing is to be said."""
    some = _certain(bound, ways, thrown)
    return [way._replace(label="", kind="next") for way in some] if len(some) == 1 else some


def _named(bound: BoundFunction, draft: Draft, thrown: str) -> bool:
    """`raise KeyError(n)`, where the class that is named is the one that is raised, and none below it."""
    found = _OF_CLASS.match(bound.read(draft.start, draft.end))
    return draft.role == "assert" or bool(found and found[1].rpartition(".")[2] == thrown)


def _says_so(bound: BoundFunction, draft: Draft) -> bool:
    """It is a `raise` to the eye: no call that always raises."""
    return bound.read(draft.start, draft.start + 5) in ("raise", "throw")


def _own_end(draft: Draft, drafts: Drafts) -> Draft:
    end = Draft(None, draft.end, "end")
    end.kind, end.words, end.ends = draft.kind, draft.words, "result"
    drafts.all.append(end)
    return end


def _risky(bound: BoundFunction, draft: Draft, called: Sequence[int]) -> bool:
    """It calls or indexes something, or waits for it. called: where calls begin, sorted."""
    return bisect_left(called, draft.start) < bisect_left(called, draft.end) or bool(
        _RISKY.search(bound.read(draft.start, draft.end))
    )


def _given_risky(bound: BoundFunction, draft: Draft) -> bool:
    """What a `raise`, or an exit of the program, is given calls or indexes something, so that it may never come to that."""
    if bound.language != "python" or not draft.is_op("raise", "call-noreturn"):
        return False
    made = [
        call for call in bound.calls if draft.start <= call.start < draft.end and call.kind in ("call", "construct")
    ]
    whole = min(made, key=lambda call: (call.start, -call.end), default=None)
    inner = [call for call in made if call is not whole and not call.receiver.startswith(('"', "'", 'f"', "f'"))]
    given = bound.read(whole.start, whole.end).partition("(")[2] if whole else bound.read(draft.start, draft.end)
    return any(call.receiver or call.name not in _STEADY for call in inner) or bool(_RISKY.search(given))


def _endless(bound: BoundFunction, draft: Draft) -> bool:
    """A call that goes on for ever or ends the program, so that it is left by an exception alone."""
    return draft.is_op("call-noreturn") and any(
        draft.start <= start < draft.end
        for start in (*bound.tries, *(start for start, how in bound.ends if how == "loop"))
    )


def _inert(bound: BoundFunction, draft: Draft) -> bool:
    return draft.is_op("return") and bool(_INERT.match(bound.read(draft.start, draft.end)))


def _telling(
    bound: BoundFunction, sources: list[Draft], called: Sequence[int], tell: Callable[[Draft], None]
) -> list[Draft]:
    sources = [
        draft
        for draft in sources
        if (not draft.is_op("call-noreturn") or _endless(bound, draft) or _given_risky(bound, draft))
        and not _inert(bound, draft)
    ]
    drawn = [draft for draft in sources if draft.kind != NOTHING]
    if not sources:
        return []
    if not drawn and any(way.kind == "raise" for way in handlers(sources[0].raises[0])):
        drawn = [draft for draft in sources if draft.is_op("do") and _risky(bound, draft, called)][:1]
        for draft in drawn:
            tell(draft)
    return drawn


def _hazards(bound: BoundFunction, sources: list[Draft], called: Sequence[int], drafts: Drafts) -> None:
    """Arrows from steps that may raise into one chain of handlers."""
    if not sources:
        return
    ways = [way for way in _within(bound, handlers(sources[0].raises[0])) if way.target.ends != "raise"]
    for draft in sources:
        draft.ways += [way._replace(label=way.label or "on error") for way in ways] if _endless(bound, draft) else []
    sources = [draft for draft in sources if not _endless(bound, draft)]
    if not sources:
        return
    ways = [way._replace(kind=LOW) if way.kind == "cleanup" else way for way in ways]
    imports = any(related(bound, one, "ImportError") for way in ways for one in _kinds(way))
    risky = [
        draft for draft in sources if _risky(bound, draft, called) or (imports and draft.role == "import")
    ] or sources
    drawing = risky if len(risky) <= MOST else [before_all(sources, risky)]
    last = max(risky, key=lambda draft: draft.start)
    for draft in drawing:
        known = {id(way.target) for way in draft.ways}
        for way in ways:
            if draft.is_op("raise") and id(way.target) in known:
                continue
            label = way.label or "on error"
            room = max(limits.EDGE_TEXT - len(label) - len(_UP_TO) - 1, _LEAST)
            told = f"{label}{_UP_TO}{_last(bound, last, room)})" if len(risky) > MOST else label
            draft.ways.append(way._replace(label=told))
        if draft.ways and draft.is_op("raise", "call-noreturn"):
            _otherwise(draft, known, drafts)


def _otherwise(draft: Draft, known: Set[int], drafts: Drafts) -> None:
    """What comes of it where all that it is given could be made. known: where that leads."""
    if not known:
        draft.ways.append(Way(_own_end(draft, drafts), "otherwise"))
    elif len(known) == 1 and len(draft.ways) > 1:
        own = [id(way.target) in known for way in draft.ways]
        draft.ways = [way._replace(label="otherwise") if it else way for way, it in zip(draft.ways, own, strict=True)]


def _last(bound: BoundFunction, draft: Draft, room: int) -> str:
    """What the step says, or whom it calls where that is too long."""
    if len(draft.words) <= room:
        return draft.words
    called = [call for call in bound.calls if draft.start <= call.start < draft.end and is_written(call)]
    outer = min(called, key=lambda call: call.start - call.end, default=None)
    return cut(f"{outer.name}(…)" if outer and outer.name.isidentifier() else draft.words, room)


def _kinds(way: Way) -> list[str]:
    return way.label.removeprefix("on ").split(" or ")


def _within(bound: BoundFunction, ways: list[Way]) -> list[Way]:
    """From the innermost on: none that gets only what one before it keeps; what is behind another gets the others."""
    found: list[Way] = []
    before: list[str] = []
    for way in ways:
        names = _kinds(way)
        if way.kind == "raise" and all(_kept(bound, before, name) for name in names):
            continue
        found.append(way._replace(label="on other errors") if way.label == "on any error" and before else way)
        before += names if way.kind == "raise" else []
    return found


def _kept(bound: BoundFunction, before: Sequence[str], written: str) -> bool:
    if written.endswith(" *"):
        return not {written, f"const {written}"}.isdisjoint(before)
    thrown = written if written in EVERY else class_of(written)
    return any(related(bound, one, thrown) for one in before if not one.endswith(" *"))


def raised(bound: BoundFunction, drafts: Drafts, tell: Callable[[Draft], None]) -> None:
    """Turn what is known of exceptions into ways. tell: draws a draft that was elided; asked for where a handler would
    otherwise be reached by nothing."""
    waiting: dict[int, list[Draft]] = {}
    passing = _passing(bound, drafts)
    for draft in drafts.all:
        onward: list[Way] = []
        for way in draft.ways:
            caught = (
                way.target.is_op("catch", "leave")
                and not draft.is_op("catch", "leave")
                and way.kind in ("raise", "resume")
            )
            if caught and way.kind == "resume" and id(draft) in passing:
                onward += _surely(bound, handlers(way.target), passing[id(draft)])
            else:
                onward += handlers(way.target) if caught else [way]
        draft.ways = onward if not draft.is_op("catch") else draft.ways
    for draft in list(drafts.all):
        if draft.is_op("raise"):
            _raise(bound, draft, drafts)
            if draft.raises and _given_risky(bound, draft):
                waiting.setdefault(id(draft.raises[0]), []).append(draft)
        elif (
            draft.raises
            and not draft.value
            and draft.is_op("do", "return", "test", "switch", "each", "enter", "call-noreturn")
        ):
            waiting.setdefault(id(draft.raises[0]), []).append(draft)
    called = sorted(call.start for call in bound.calls if is_written(call))
    for sources in waiting.values():
        _hazards(bound, _telling(bound, sources, called, tell), called, drafts)


def quieted(drafts: Drafts) -> None:
    """Leave out arrows of exceptions that merely may come into what is shown without them."""
    seen, waiting = {id(drafts.entry)}, [drafts.entry]
    while waiting:
        for way in waiting.pop().ways:
            if way.kind not in (LOW, CLOSED) and id(way.target) not in seen:
                seen.add(id(way.target))
                waiting.append(way.target)
    for draft in drafts.all:
        draft.ways = [way for way in draft.ways if way.kind != LOW or id(way.target) not in seen]


def gathered(whole: Draft, parts: Sequence[Draft]) -> None:
    """A condition that is drawn as one leads to the handlers of each of its operands."""
    known = {(id(way.target), way.label) for way in whole.ways}
    for way in [way for part in parts for way in part.ways if way.kind in _THROWN]:
        if (id(way.target), way.label) not in known:
            known.add((id(way.target), way.label))
            whole.ways.append(way)
