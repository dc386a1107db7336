"""Returns and raises that are not the end: a `finally` runs on the way out, or a handler catches.

return v      with a finally, v not a call     … finally … → END `Return v`
return f(x)   with a finally                   ACTION `Return f(x)` → … finally … → END `Return its result`
return f(x)   where a handler may catch        ACTION `f: x` -- on X --> handler, → END `Return its result`
several of these through one finally           ACTION `Return v`, ACTION `Return w` → … finally … → END `Return`
raise X       with a finally                   … finally … → ERROR `Raise X`
raise X       where a handler catches          ACTION `Raise X` -- on X --> handler
f()           never returns, where one may     ACTION `f() (ends only by an error)` -- on X --> handler
os.execv(p)   where a handler may catch        ACTION `os.execv(p) (comes back only by an error)` -- on X --> handler
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final

from ...model.bound import BoundFunction
from ...model.facts import is_written
from ...model.language import Language
from ...model.pattern import regex
from ...model.sfm import ACTION, END
from ...words import english
from .draft import NOTHING, Draft, Drafts, Way

_KEYWORDS = ("co_return", "return")
_ENDLESS: Final = regex(r"\(never returns\)$|\bnever returns$")


def _value(bound: BoundFunction, draft: Draft) -> str:
    text = bound.read(draft.start, draft.end).strip().rstrip(";")
    for keyword in _KEYWORDS:
        text = text.removeprefix(keyword)
    return text.strip()


def _calls(starts: Sequence[int], draft: Draft) -> bool:
    return bisect_left(starts, draft.start) < bisect_left(starts, draft.end)


def _ends_below(draft: Draft) -> list[Draft]:
    """Ends without an op that are reached from here."""
    seen, waiting, found = {id(draft)}, [draft], []
    while waiting:
        here = waiting.pop()
        if here.ends in ("return", "raise"):
            found.append(here)
        for way in here.ways:
            if id(way.target) not in seen:
                seen.add(id(way.target))
                waiting.append(way.target)
    return found


def _named(leavers: Iterable[Draft], words: dict[int, str], whole: dict[int, str]) -> None:
    """The ends behind a cleanup say what leaves through it, where that is one thing; else each who leaves says it
    before."""
    below: dict[int, list[Draft]] = {}
    through: dict[int, tuple[Draft, list[Draft]]] = {}
    for draft in leavers:
        for way in draft.ways:
            if way.kind not in ("finally", "cleanup"):
                continue
            if id(way.target) not in below:
                below[id(way.target)] = _ends_below(way.target)
            for end in below[id(way.target)]:
                if (end.ends == "return") == draft.is_op("return"):
                    through.setdefault(id(end), (end, []))[1].append(draft)
    for end, drafts in through.values():
        texts = {words[id(draft)] for draft in drafts}
        if len(texts) == 1:
            end.words = texts.pop()
            continue
        end.words = "Return" if end.ends == "return" else end.words
        for draft in drafts:
            if draft.kind == ACTION and end.ends == "return":  # what each of them gives is not told at the end
                draft.words = whole[id(draft)]
            draft.kind = draft.kind or ACTION


def settle(bound: BoundFunction, drafts: Drafts, language: Language) -> None:
    """After exceptions have become ways: whoever leads on is no end."""
    leavers = [draft for draft in drafts.all if draft.is_op("return", "raise") and draft.ways]
    words, whole = {}, {id(draft): draft.words for draft in leavers}
    starts = sorted([call.start for call in bound.calls if is_written(call)])
    for draft in leavers:
        words[id(draft)] = draft.words
        if draft.is_op("return"):
            words[id(draft)] = _return(bound, draft, drafts, language, _calls(starts, draft))
        elif any(way.kind == "raise" for way in draft.ways):
            draft.kind = ACTION
            if any(draft.start <= start < draft.end for start, _ in bound.quits):
                draft.words = english.expression(bound.read(draft.start, draft.end), language)
        else:
            draft.kind = NOTHING
    _named(leavers, words, whole)
    for draft in drafts.all:
        if draft.is_op("call-noreturn") and draft.ways:
            draft.kind = ACTION
            draft.words = _ENDLESS.sub("(ends only by an error)", draft.words)
            if any(draft.start <= start < draft.end for start in bound.tries):
                draft.words += " (comes back only by an error)"


def _return(bound: BoundFunction, draft: Draft, drafts: Drafts, language: Language, calls: bool) -> str:
    """What its end says. calls: the value is one that has to be worked out."""
    through = any(way.kind == "finally" for way in draft.ways)
    if through and not calls and not any(way.kind == "raise" for way in draft.ways):
        draft.kind = NOTHING
        draft.ways = [way for way in draft.ways if way.kind == "finally"]
        return draft.words
    kind, whole = draft.kind, draft.words
    draft.kind = ACTION
    if not through:
        draft.words = english.statement(_value(bound, draft), "expression", language)
    told = "Return the result" if kind == END else whole
    if not through:
        end = Draft(None, draft.end, "end")
        end.kind, end.words, end.ends = kind, told, "result"
        draft.ways.insert(0, Way(end))
        drafts.all.append(end)
    return told
