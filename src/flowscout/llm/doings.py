"""What the steps of a function do, and what is told of what they call, as it is looked up by a verb."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from ..model.pattern import regex
from .clauses import MAIN, THEN, clauses, pieces
from .deeds import Deed, Done, done, named, wide
from .english import words
from .nearby import read_aloud
from .phrases import objects_of, own_stems, verbs
from .stems import KINDS, kinds_of, negates, plain, stem, stems

_FAILING: Final = ("Raise", "Throw", "Return", "fail")


class Doings:
    """The deeds of a function, and what is told of what it calls."""

    def __init__(self, deeds: Sequence[Deed], told: Sequence[str], name: str = "") -> None:
        self.name = stems(name)
        self.own = [done(deed) for deed in deeds]
        self.all = [*self.own, *(each for line in told for each in _told(line))]
        self.tested = wide(frozenset(s for d in self.own for u in d.deed.under for s in stems(u.code)))
        self.words = wide(
            frozenset(s for line in told for s in stems(line)) | frozenset(s for d in self.own for s in stems(d.raw))
        )
        self.doing = frozenset(s for d in self.own for s in d.verbs | d.slot)
        asked = [f"{u.text} {u.code}" for d in self.own for u in d.deed.under]
        self.denying = [wide(stems(line)) for line in (*told, *asked) if any(map(negates, plain(line))) or "!" in line]
        self.plain = wide(frozenset(s for line in told for s in stems(line.partition(": ")[2] or line)))


def _told(line: str) -> Iterator[Done]:
    """A sentence about the function or about a called one: a deed for each of its verbs."""
    name, colon, effect = line.partition(": ")
    if colon and " " not in name and effect[:1].isupper():
        yield named(name, line)
        line = effect
    if line.startswith((*_FAILING, "May ", "Set ")):
        yield done(Deed(line.removeprefix("May ").capitalize(), may=line.startswith("May ")))
        return
    for clause in clauses(list(pieces(line))):
        if clause.role in (MAIN, THEN):
            for at, kinds in verbs(clause.words):
                whole = wide(frozenset(s for w in clause.words if w.kind != "mark" for s in own_stems(w)))
                yield Done(
                    Deed(line),
                    kinds,
                    whole,
                    " ".join(w.text for w in clause.words),
                    frozenset({stem(clause.words[at].text)}),
                    wide(objects_of(clause.words, at)),
                )


_CALLEE: Final = regex(r"(?<![\w$])([A-Za-z_$][\w$]*+)\s*+\(")


_TEMPLATE: Final = regex(r"(?<![\w$])(\w{1,60})<[^<>]{0,60}>(?:\{\}|\(\))?\(")


_ASKS: Final = regex(r"_*(?:should|is|has|can|may|needs|must|was|are|will)(?=[_A-Z])", re.IGNORECASE)


_SPLIT: Final = regex(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


_WRITTEN: Final = regex(r"(?<![=!<>+*/%&|^-])=(?!=)")


_DECLARED: Final = regex(r"\s*+(?:const |struct |auto |unsigned )*+[\w:<>]{1,80}(?:\s*[*&]+\s*|\s+)\w{1,80}\s*=")
_PLACED: Final = regex(r"\]\s*=(?!=)")


_MEMBER: Final = regex(r"[\w.>\[\]-]{1,80}(?:->|\.)\w{1,60}\s*=(?!=)")


_KEPT: Final = regex(r"\s*(?:this->|self\.|\*|m_|g_|s_)\w{1,80}\s*[+|-]?=(?!=)|\s*\w{1,80}_\s*[+|-]?=(?!=)")
_SAVING: Final = frozenset(map(stem, words("save persist dump flush serialise serialize commit")))
_SETTING: Final = frozenset(
    map(stem, words("set assign change update increment increase decrement decrease reset adjust modify toggle"))
)
_MADE: Final = regex(
    r"=\s{0,3}(?:\[|\{|new\b|[\w.:]{0,40}(?:(?i:alloc|new|create|make|build|init|open|dup)\w{0,20}|(?<![a-z_])[A-Z]\w{0,40})\()|\bnew\b"
)
_PREFIXES: Final = words("set get add")


_NOT_SO: Final = ("un", "dis", "de", "re", "pre", "in", "over", "mis", "non", "b", "c")


def does(one: Done, verb: str, kinds: frozenset[str]) -> bool:
    deed = one.deed
    if (
        not deed.place and ": " in deed.said and one.raw == deed.said.partition(": ")[0].strip()
    ):  # what the name of a called function says
        return bool({verb} & acting(Deed("", f"{re.split(r'::|[.]', one.raw)[-1]}("))) or bool(
            one.kinds & kinds and not _ASKS.match(one.raw)
        )
    if one.kinds & kinds or (
        deed.place
        and kinds & frozenset(kind for each in acting(deed) for kind in kinds_of(each)) - {"check", "read", "return"}
    ):
        return True
    if not deed.place:
        return verb in {stem(word) for word in re.findall(r"[A-Za-z]+", deed.said.partition(": ")[2] or deed.said)}
    if verb in acting(deed) or verb in read_aloud(deed.code):
        return True
    written = bool(_WRITTEN.search(deed.code)) and (not _DECLARED.match(deed.code) or bool(kinds & {"read", "create"}))
    placed = bool(_PLACED.search(deed.code) or _MEMBER.match(deed.code) or _KEPT.match(deed.code))
    return written and bool(
        (kinds & {"read"})
        or (kinds & {"change", "store"} and verb not in _SAVING and (placed or verb in _SETTING))
        or (kinds & {"create"} and _MADE.search(deed.code))
        or (_PLACED.search(deed.code) and kinds & {"add", "map"})
        or (_MEMBER.match(deed.code) and kinds & {"map"})
    )


def acting(deed: Deed) -> frozenset[str]:
    """Stems of what a step does by the names of what it calls, and by its first word."""
    first = re.findall(r"[A-Za-z]+", deed.said)
    found = {
        stem(word)
        for word in (first if deed.said.startswith("With ") else first[:1] if " = " not in deed.said[:60] else [])
    }
    for callee in (*_CALLEE.findall(deed.code), *_TEMPLATE.findall(deed.code)):
        found |= _of_callee(callee)
    if "(" in deed.code:
        found |= {_QUERIES[word] for word in _QUERY.findall(deed.code)}
    return frozenset(found)


_QUERY: Final = regex(
    r"[\"'\s](CREATE|INSERT|DELETE|DROP|UPDATE)(?= (?:TABLE|INDEX|UNIQUE|INTO|FROM|OR|TEMP|VIEW|TRIGGER|[a-z_]))"
)
_QUERIES: Final = {word: stem(word) for word in ("CREATE", "INSERT", "DELETE", "DROP", "UPDATE")}


@lru_cache(maxsize=16_384)
def _of_callee(callee: str) -> frozenset[str]:
    """Stems of what a call does by its name."""
    if _ASKS.match(callee):
        return frozenset()
    parts = [part.lower() for part in _SPLIT.findall(callee)]
    spelt = [stem(part) for part in parts if not part.endswith(("ed", "ing")) or part in ("read", "feed", "need")]
    at = next((n for n, part in enumerate(spelt) if KINDS.get(part)), -1)  # `SetCloseOnExec` closes nothing
    found = (
        set(spelt)
        if at < 0
        else {*spelt[: at + 1], *(part for n, part in enumerate(spelt) if n and spelt[n - 1] in ("and", "or"))}
    )
    for verb in KINDS:
        if (
            (len(verb) > 3 or verb in _PREFIXES or verb == "pop")
            and callee.islower()
            and (rest := _around(callee.strip("_"), verb)) is not None
            and rest not in _NOT_SO
        ):
            found.add(verb)
    return frozenset(found)


def _around(callee: str, verb: str) -> str | None:
    """What is left of a name that is run together with a verb: `heap` of heapremove."""
    for form in (f"{verb}e", f"{verb}y", verb):
        if callee.endswith(form) and verb not in _PREFIXES:
            return callee[: -len(form)]
        if callee.startswith(form):
            return callee[len(form) :]
    return None
