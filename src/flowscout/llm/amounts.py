"""How often, and of how much, a segment says that something is done: always, only, each, first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ..model.pattern import regex
from .clauses import ClauseWord
from .deeds import Deed, Under, done, is_there
from .english import GLUE, words
from .parts import Facts
from .scopes import TextScope
from .stems import stem
from .talking import talks

# -- quantities ----------------------------------------------------------------------------------------------------------------


def quantities(
    said: Sequence[ClauseWord],
    ids: Sequence[str],
    facts: Facts,
    deeds: Sequence[Deed],
    scope: TextScope,
    hedged: bool,
) -> Iterator[str]:
    smalls = [w.small for w in said]
    each_time = _EACH_TIME.search(" ".join(smalls)) is not None
    if ("always" in smalls or each_time) and not all(d.always or _on_both(d, facts) for d in deeds):
        others = [
            o for o in facts.steps.values() if o.said.startswith("Return") and o.code not in {d.code for d in deeds}
        ]
        if others or not all(d.said.startswith("Return") for d in deeds):
            yield "`always`: it is done under a condition"
    if "only" in smalls:
        verbs = {v for d in deeds for v in done(d).verbs} | {
            name for d in deeds for name in re.findall(r"(?<!\w)(\w++)\s*+\(", d.code)
        }
        if (
            any(
                id_ not in ids and (done(o).verbs & verbs or set(re.findall(r"(?<!\w)(\w++)\s*+\(", o.code)) & verbs)
                for id_, o in facts.steps.items()
            )
            or "only" not in scope.known
        ):
            yield "`only`: nothing says so"
    if re.search(r"\b(?:at the (?:beginning|start)|initially)\b(?! of)", " ".join(smalls)) and not all(
        d.always for d in deeds
    ):
        yield "it is not done at the beginning"
    if (
        smalls
        and smalls[-1] == "first"
        and not hedged
        and any(
            o.place < min(d.place for d in deeds) and "(" in o.code and not o.local and not talks(o)
            for o in facts.steps.values()
        )
    ):
        yield "`first`: something else is done before"
    elif smalls and smalls[-1] == "first":
        called = {name for d in deeds for name in re.findall(r"(?<!\w)(\w++)\s*+\(", d.code)}
        if any(
            o.place < min(d.place for d in deeds) and called & set(re.findall(r"(?<!\w)(\w++)\s*+\(", o.code))
            for o in facts.steps.values()
        ):
            yield "`first`: it was done before"
    for at, small in enumerate(smalls):
        if small in ("each", "every", "all") and (
            _once(deeds, facts) or not _every(said, at, deeds, scope, facts, hedged)
        ):
            yield f"`{small}`: nothing says so of that"


def _once(deeds: Sequence[Deed], facts: Facts) -> bool:
    """Whether the loop that it is done in is left right behind it, so that it is done to the first that is met."""
    return all(
        any(u.loop and u.holds for u in deed.under)
        and not _LEAVING.match(deed.said)
        and any(
            other.place > deed.place
            and _LEAVING.match(other.said)
            and set(deed.under) <= set(other.under)
            and all(not deed.said and u.code == deed.code for u in set(other.under) - set(deed.under))
            for other in facts.steps.values()
        )
        for deed in deeds
    )


_LEAVING: Final = regex(r"Return|Raise|Throw|Leave the loop")


def _on_both(deed: Deed, facts: Facts) -> bool:
    """Whether the like is done on the other arm."""
    return not deed.said.startswith("Return") and any(
        other.code == deed.code
        and len(own := set(deed.under) - set(other.under)) == 1
        and {u._replace(holds=not u.holds) for u in own} == set(other.under) - set(deed.under)
        for other in facts.steps.values()
    )


def _made(under: Under, deed: Deed, facts: Facts) -> bool:
    """Whether it is only asked that what a step works on could be made, in the same round: `copy = dup(row); if (!copy) break;`."""
    name = re.fullmatch(
        r"(?:! ?|not )?([A-Za-z_]\w*)(?: (?:==|!=|is|is not) (?:NULL|nullptr|None|0))?", under.code.strip()
    )
    return (
        bool(name)
        and name is not None
        and bool(re.search(rf"(?<![\w.>]){name[1]}(?!\w)", deed.code))
        and any(
            re.match(rf"\s*(?:[\w:<>]+[\s*&]+)*{name[1]}\s*=(?!=)[^;]*\(", other.code)
            and any(u.loop and u in deed.under for u in other.under)
            and other.place < deed.place
            for other in facts.steps.values()
        )
    )


_EACH_TIME: Final = regex(r"\b(?:every|each) (?:single )?(?:call|time|run)\b(?! of)")
_FILTERED: Final = regex(r"\bfor\b.{1,200}\bin\b.{1,200}\bif\b")
_ITEMS: Final = frozenset(map(stem, words("item element entry value one thing of them")))


def _every(
    said: Sequence[ClauseWord], at: int, deeds: Sequence[Deed], scope: TextScope, facts: Facts, hedged: bool
) -> bool:
    rest = [w for w in said[at + 1 : at + 4] if w.kind == "word" and w.small not in GLUE]
    restricted = any(w.small.endswith("ed") or w.small.startswith("non-") for w in rest) or {
        "that",
        "whose",
        "which",
        "matching",
        "with",
        "where",
        "other",
    } & {w.small for w in said}
    for deed in deeds:
        loops = [u for u in deed.under if u.loop and u.holds]
        if (
            loops
            or re.search(
                r"\bfor\b.{1,200}\bin\b|(?<![a-z])(?:all|any|map|each|every|All|Any|Each|Every)(?![a-z])", deed.code
            )
            or any(re.search(r"\b(?:all|each|every)\b", line) for line in facts.below(deed))
        ):
            return bool(restricted) or not (
                any(not u.loop and not is_there(u, deed.code) and not _made(u, deed, facts) for u in deed.under)
                and not hedged
                if loops
                else _FILTERED.search(deed.code)
            )
    if not rest:
        return True
    one, small = stem(rest[-1].text if rest else ""), said[at].small
    singular = re.search(rf"(?<![A-Za-z]){re.escape(one)}(?:e)?(?![a-z])", scope.code, re.IGNORECASE)
    plural = re.search(
        rf"{re.escape(one)}(?:e?s|y|ies|ions|ents)(?![a-z])",
        scope.code if singular else scope.raw,
        re.IGNORECASE,
    )
    if any(
        re.search(r"\*\*?\w|\.\.\.|\.all\b|findall|_all\b|All\b|\.sub\(|replace\(|memset|copy|free", d.code)
        for d in deeds
    ):
        return True
    return bool(plural) or (not singular and (one in _ITEMS or (small in ("each", "every") and one in scope.own)))
