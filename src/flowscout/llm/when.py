"""Whether a `when` of a sentence says what decides over a deed: the words that both name, and their signs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from .clauses import Clause
from .deeds import Deed, Done, Under, shared, sign, turned, wide
from .english import GLUE, words
from .phrases import own_stems
from .stems import ADVERSE_STEMS, KINDS, NEUTRAL_STEMS, PRESENT_STEMS, negates, plain, stem, stems

_STATUS: Final = words("s st status ok err error ret retval rc res result fail failur on an is not decid whether valid validat success code errno")
_COPULAS: Final = words("becom becam get turn stay remain")
_ANYTHING: Final = words("anyth someth everyth noth all none one")
_GOING: Final = words("fail fails failed failure succeeds succeed succeeded wrong error errors goes")


def held(clause: Clause, candidates: Sequence[Done], topic: frozenset[str], doing: frozenset[str], name: frozenset[str]) -> list[Done]:
    """The deeds done under what a `when` says: named by their conditions, or else by what the names there were set to; or said by themselves."""
    if own := [d for d in candidates if d.deed.place and _says_so(clause, d.deed, name)]:
        return own
    for fully, widely in ((True, False), (True, True), (False, False), (False, True)):
        met = [(d, meets(clause, d.deed.under, topic | stems(d.deed.code), doing, widely=widely, fully=fully, own=wide(stems(d.raw)) | name)) for d in candidates]
        if any(found is not None for _, found in met):
            return [d for d, found in met if found]
    return []


def meets(clause: Clause, conditions: Sequence[Under], topic: frozenset[str], doing: frozenset[str], *, widely: bool, fully: bool, own: frozenset[str] = frozenset()) -> bool | None:
    """Whether a `when` says what the conditions say, None where they are about something else; `it` is the topic. own: words of the deed itself,
    which it may be told with: `raises "Starting path not found" if the starting path does not exist`."""
    said = tuple(w.small.rstrip(".") for w in clause.words if w.kind in ("word", "number"))
    negative = turned(said) != (clause.opener == "unless")
    content = frozenset(
        s for w in clause.words if w.kind != "mark" and w.small not in GLUE and not negates(w.text) and not {stem(w.text)} & (ADVERSE_STEMS | PRESENT_STEMS)
        for s in own_stems(w) if s not in _COPULAS
    )  # fmt: skip
    content -= _ANYTHING
    asked = wide(frozenset(s for u in conditions for s in stems(f"{u.code} {u.also}")))
    general = frozenset(one for one in content if (one in NEUTRAL_STEMS or one in own) and one not in asked)
    bare = bool(content) and content <= general
    content = content if bare else content - general
    if _EXISTING & set(said):
        conditions = [u for u in conditions if not _EQUAL.search(u.code)]
    if bare and content <= _THINGS and (_being(said) or not content - _HELD):
        direct = [u for u in conditions if not u.loop]
        return sign(direct[0]) is not negative if len(direct) == 1 and (_being(said) or _ALONE.fullmatch(direct[0].code.strip())) else None
    if bare and [u for u in conditions if not u.loop and u.text.startswith("on ")] == [u for u in conditions if not u.loop] and content <= own and "empty" in said:
        return True
    named = content or topic
    if content:
        counts = [shared(content, u, widely=widely) for u in conditions]
        counts = [count if count == len(content) or not fully else 0 for count in counts]
    else:
        counts = [len(named & wide(stems(f"{u.code} {u.also if widely else ''}"))) if not u.loop else 0 for u in conditions]
    if any(counts):
        return any(count == max(counts) and sign(u) is not negative for u, count in zip(conditions, counts, strict=True))
    if fully:
        return None
    going = bool(_GOING & set(said))
    status = [u for u in conditions if u.text.startswith("on ") or stems(u.code) <= _STATUS]
    return any(sign(u) is not negative for u in status) if going and status and _happens(content, doing) else None


_EXISTING: Final = words("given passed provided present missing absent exist exists there set")
_EQUAL: Final = re.compile(r"[!=]=\s*(?:b?\"[^\"]+\"|b?'[^']+'|[1-9]\d*)")
_THINGS: Final = frozenset(map(stem, words("thing value item entry element object result data anything it held")))
_HELD: Final = frozenset({"held", "hold"})


_ALONE: Final = re.compile(r"(?:not |!)?[\w.>-]{1,80}(?: ?(?:==|!=|is|is not) ?(?:None|NULL|nullptr|0))?")  # `if fh`: whether there is one
_STRING: Final = re.compile(r"\"([^\"]*)\"|'([^']*)'")


def _says_so(clause: Clause, deed: Deed, name: frozenset[str]) -> bool:
    """`raise KeyError("it is empty")` when it is empty: its own text says when, as it says it."""
    if not deed.said.startswith(("Raise", "Throw", "Log ")):
        return False
    text = " ".join(one or other for one, other in _STRING.findall(deed.code))
    words_ = frozenset(s for w in clause.words if w.kind != "mark" and w.small not in GLUE and not negates(w.text) for s in own_stems(w)) - name - PRESENT_STEMS
    message = wide(stems(text))
    said = tuple(w.small.rstrip(".") for w in clause.words if w.kind in ("word", "number"))
    return bool(words_) and bool(text) and words_ <= message and (turned(said) != (clause.opener == "unless")) == turned(plain(text))


def _being(said: Sequence[str]) -> bool:
    """`there are no values`, `it is missing`: that something is or is not, and no more."""
    return "there" in said or {"missing", "absent", "found", "empty"} & set(said) != set()


def _happens(content: frozenset[str], doing: frozenset[str]) -> bool:
    """Whether all of it is something that the function does: `when writing it fails`."""
    kinds = {kind for one in doing for kind in KINDS.get(one, ())}
    return all(one in doing or kinds & KINDS.get(one, frozenset()) for one in content)
