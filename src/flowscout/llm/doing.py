"""What a segment says is done: a strong verb is done by the step, any other is general or said there in some word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from .clauses import Word
from .deeds import Deed, Under
from .doings import Doings, acting, does
from .english import GLUE, words
from .heads import RETURNING, SETTING, STRONG, negated, raises
from .parts import Facts
from .phrased import known
from .saying import agrees
from .scopes import Scope
from .stems import NEUTRAL_STEMS, kinds_of, stem, stems

_RAISING: Final = frozenset(map(stem, words("raise throw rethrow reraise")))


_RUNNING: Final = frozenset(map(stem, words("execute run invoke call")))


def kind(said: Sequence[Word], heads: Sequence[int], deeds: Sequence[Deed], claim: str, facts: Facts) -> Iterator[str]:
    verbs = {stem(said[at].text) for at in heads}
    raising = [d for d in deeds if raises(d)]
    if claim == "raises" and not raising and not any("(" in d.code for d in deeds):
        yield "no step of it raises"
    if claim == "returns" and not any(d.said.startswith(("Return", "Yield")) for d in deeds):
        yield "no step of it returns"
    if verbs & _RAISING and not raising and not all("(" in d.code and not d.said.startswith("Return") for d in deeds):
        yield "nothing in the step raises"
    if "return" in verbs and not any(d.said.startswith(("Return", "Yield")) or facts.gives(d) for d in deeds):
        yield "nothing in the step returns"
    if verbs & {"assert"}:
        yield from _asserted(said, deeds)
    if verbs & {"assert"} and not any("assert" in d.code.lower() or raises(d) for d in deeds):
        yield "nothing in the step asserts"


def _asserted(said: Sequence[Word], deeds: Sequence[Deed]) -> Iterator[str]:
    """`asserts that it is open` of `assert handle is None`."""
    for deed in deeds:
        found = re.match(r"\s*(?:static_)?assert\w*\s*\(?(.+?)\)?;?$", deed.code, re.IGNORECASE)
        if found and "," not in found[1]:
            own = [w for w in said if w.kind == "word" and w.small not in ("asserts", "that")]
            yield from agrees(own, Under(found[1], found[1], True))


# -- deeds ------------------------------------------------------------------------------------------------------------------


def deeds_said(
    said: Sequence[Word], heads: Sequence[int], scope: Scope, deeds: Sequence[Deed], doings: Doings, facts: Facts
) -> Iterator[str]:
    for at in heads:
        word = said[at]
        one, kinds = stem(word.text), kinds_of(word.text)
        if one in ("rethrow", "rerais") and not any(
            d.said.startswith("Re-") or any(not u.code for u in d.under) for d in deeds
        ):
            yield "nothing is raised again"
        if one == "return" and negated(said, at) and any(d.said.startswith("Return ") for d in facts.steps.values()):
            yield "the function returns something"
        if one in _RAISING or one in ("return", "assert"):
            continue
        if (
            one in _KEEPING
            and one not in scope.own
            and not any(
                _PLACING.search(d.code)
                or d.said.startswith(("Initialise", "Return", "Yield", "Append", "Add"))
                or re.search(r"(?i)\.?(?:add|append|put|store|insert|keep|set|push|save|emplace)\w{0,40}+\(", d.code)
                for d in deeds
            )
        ):
            yield f"nothing in the step says that it {word.small}"
        if any(d.said.startswith(("Return", "Yield")) for d in deeds) and one in RETURNING:
            continue
        strong = one in STRONG or (one.startswith("re") and one[2:] in STRONG)
        if negated(said, at):
            if {"never", "not"} & {w.small for w in said[max(0, at - 3) : at]} and any(
                _done_there(step, one, kinds, facts) for step in facts.steps.values()
            ):
                yield f"the function does so: {word.small}"
            continue
        if one in _RUNNING and at + 1 < len(said):
            if not any("(" in d.code for d in deeds):
                yield f"nothing in the step is called: {word.small}"
            elif (
                (
                    one != "call"
                    or said[-1].small == "function"
                    or "function" in {w.small for w in said[at + 1 : at + 3]}
                )
                and not any(
                    {stem(w.text) for w in said[at + 1 : at + 5]} & _callees(d)
                    or _runs_name(d, said[at + 1 : at + 5], scope)
                    for d in deeds
                    if not d.said.startswith("Initialise")
                )
                and one not in scope.own - stems("call")
                and not (
                    one == "call"
                    and any(
                        known(w, scope)
                        for w in said[at + 1 :]
                        if w.small not in GLUE and stem(w.text) not in NEUTRAL_STEMS
                    )
                )
            ):
                yield f"nothing in the step says that it {word.small} that"
            continue
        if (
            one in scope.told
            or one in facts.doc
            or any(one in part for d in deeds for part in _names_of(d) if len(one) > 3)
        ):
            continue
        if (
            (
                one.startswith("alloc")
                and not any(re.search(r"(?i)alloc|\bnew\b|create|make|dup|reserve|resize|build", d.code) for d in deeds)
            )
            or (
                one in _FREEING
                and not any(
                    re.search(r"(?i)free|dealloc|delete|destroy|release|unref|clean|dispose|clear|close", d.code)
                    for d in deeds
                )
            )
            or (strong and not any(does(d, one, kinds) for d in doings.all) and not _setting(one, deeds))
        ):
            yield f"nothing in the step says that it {word.small}"
        elif (one in _REFUSING and any(d.said.startswith(("Return", "Raise", "Throw", "Abort")) for d in deeds)) or (
            one.startswith("un") and one[2:] in scope.own and "load" in scope.own
        ):
            continue
        elif not strong and not _softly(one, kinds, scope, deeds, doings) and not _setting(one, deeds):
            yield f"nothing in the step says that it {word.small}"


def _done_there(step: Deed, one: str, kinds: frozenset[str], facts: Facts) -> bool:
    return one in acting(step) or bool(kinds & facts.kinds(f"S{step.place}") - {"call", "check"})


_REFUSING: Final = frozenset(map(stem, words("fail refuse reject deny decline complain")))
_KEEPING: Final = frozenset(map(stem, words("keep retain remember record")))
_FREEING: Final = frozenset(map(stem, words("free deallocate")))
_SOFT: Final = frozenset(
    map(
        stem,
        words("""
delegate forward pass wrap pick work fall keep take use make treat accept go swap strip record remember hand give collect report answer start look fetch obtain
get retrieve find list put leave share schedule run call sleep wait poll probe uses hold point own count names name mark note store save set update change build create prepare produce
return yield check verify ensure test compare read stop skip ignore guard finish begin turn signal tell react respond handle process manage support serve let allow enable trigger
initialise initialize restore adapt adjust extend grow replace substitute extract split join combine merge sort format convert encode render compute derive calculate map bind attach
associate link assign copy move shift advance iterate loop traverse visit walk scan continue repeat proceed reach resolve select choose filter limit bound restrict warn rename emit evaluate apply
"""),
    )
) - frozenset(
    map(stem, words("encode sort rename emit warn copy filter"))
)  # what is plain enough to stand for what a call or an assignment does


_EVIDENT: Final = frozenset(
    map(
        stem,
        words("""
skip ignore stop join split merge combine convert translate transform iterate loop walk traverse visit sort limit restrict filter replace substitute extract render compute derive calculate
extend grow trigger schedule poll repeat continue wait sleep block start begin finish resolve normalise normalize format encode attach bind register adapt restore
"""),
    )
)  # … but what could be looked up has to be


def _softly(one: str, kinds: frozenset[str], scope: Scope, deeds: Sequence[Deed], doings: Doings) -> bool:
    """A verb that is no strong one: general, or said by the step in some word, or its kind done there."""
    return (
        ((one in _SOFT or one in NEUTRAL_STEMS) and one not in _EVIDENT)
        or one in scope.own
        or one in scope.far - scope.deep
        or any(does(d, one, kinds) for d in doings.all)
        or any(one.startswith(part) or part.startswith(one) for part in scope.short if len(part) > 3)
    )


def _names_of(deed: Deed) -> list[str]:
    """Names of what a step calls, in small letters: `strfreev` frees."""
    return [
        name.lower()
        for name in re.findall(r"(?<!\w)([A-Za-z_]\w*+)\s*+\(", deed.code)
        if not re.match(r"_*(?:is|has|should|can)_|.*(?:ed|ing)(?:_|$)", name)
        and not re.search(r"[a-z][A-Z][a-z]+On(?=[A-Z])|_on_", name)
    ]


def _setting(one: str, deeds: Sequence[Deed]) -> bool:
    if one in ("clear", "reset", "forget"):
        return any(
            re.search(r"=\s*(?:0|None|NULL|nullptr|false|False|\"\"|''|\[\]|\{\})\s*;?$|memset|&=\s*~", d.code)
            for d in deeds
        )
    if one in ("writ", "insert", "append"):
        return any(_PLACING.search(d.code) for d in deeds)
    if one == "wait":
        return any(re.search(r"(?i)timeout|sleep|poll|join|select|delay|block|await", d.code) for d in deeds)
    if one == "copy":
        return any(re.search(r"=\s*[\w.>-]{1,120}\s*;?$|cpy|copy", d.code) for d in deeds)
    if one == "stop":
        return any(d.said.startswith(("Leave the loop", "Return", "Raise")) for d in deeds)
    if one == "skip":
        return any(d.said.startswith(("Go on", "Leave the loop", "Return")) or "++" in d.code for d in deeds)
    if one in ("zero", "wip"):
        return any(re.search(r"memset|calloc|= ?0;?$|zero", d.code) for d in deeds)
    if one in ("terminat", "end"):
        return any(re.search(r"\\0|= ?0;?$|_UT|exit|kill|abort", d.code) for d in deeds)
    if one in ("swap", "seed"):
        return any(SETTING.search(d.code) for d in deeds)
    if one in ("report", "warn"):
        return any(d.said.startswith(("Log", "Return", "Raise", "Throw", "Warn")) for d in deeds)
    return False


_PLACING: Final = re.compile(
    r"(?:\]|(?:\.|->)\w{1,80}|\b\w{1,80}_(?=\s*=)|\bm_\w{1,80}|^\s*\*[\w+>.-]{1,80})\s*[+|]?=(?!=)"
)


def _callees(deed: Deed) -> frozenset[str]:
    return frozenset(one for name in re.findall(r"(?<!\w)([A-Za-z_]\w*+)\s*+\(", deed.code) for one in stems(name))


def _runs_name(deed: Deed, said: Sequence[Word], scope: Scope) -> bool:
    """`runs the function` of `fn(…)`, `f(…)`: what is called is a plain name that was given."""
    return bool(
        {"function", "callback", "callable", "handler", "hook", "method", "callbacks"} & {w.small for w in said}
    ) and bool(re.search(r"(?<![\w.])\w{1,20}\(", deed.code))
