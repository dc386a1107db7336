"""Whether a step does what a verb says of it.

A verb is *hard* where it names a deed that leaves something behind or can be looked up (deletes, sends, raises, locks, sorts): the step does it by
the name of what it calls, by what is told of that, or by its notation. Any other verb is the writer's choice of words: it stands as long as the step
is about what the verb is done to, and does nothing else by its own name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ..model.pattern import regex
from .clauses import ClauseWord
from .deeds import Deed, Under
from .doings import Doings, acting, does
from .english import GLUE, words
from .heads import HARD, RETURNING, SETTING, acts, negated, raises
from .parts import Facts
from .phrased import known
from .phrases import noun_phrase
from .saying import agrees
from .scopes import TextScope
from .stems import NEUTRAL_STEMS, kinds_of, stem, stems
from .talking import talks
from .usages import used_so

_RAISING: Final = frozenset(map(stem, words("raise throw rethrow reraise")))
_RUNNING: Final = frozenset(map(stem, words("execute run invoke call")))
_KEEPING: Final = frozenset(map(stem, words("keep retain remember record")))
TALKING: Final = frozenset(
    map(stem, words("log print warn report display show announce say complain write tell note output trace emit"))
)
_WRITE: Final = stem("write")
_STORED: Final = words("file files disk database socket configuration config")
_PLACING: Final = regex(r"(?:\]|(?:\.|->)\w{1,80}|\b\w{1,80}_(?=\s*=)|\bm_\w{1,80}|^\s*\*[\w+>.-]{1,80})\s*[+|]?=(?!=)")
# Verbs that tell of a deed in one notation or another, and the code that bears them out.
_NOTED: Final = tuple(
    (frozenset(map(stem, verbs.split())), regex(pattern))
    for verbs, pattern in (
        (
            "clear reset forget",
            r"(?<![=!<>])=\s*(?:0|None|NULL|nullptr|false|False|\"\"|''|\[\]|\{\})\s*;?$|memset|&=\s*~",
        ),
        ("write insert append", _PLACING.pattern),
        ("wait", r"(?i)timeout|sleep|poll|join|select|delay|block|await"),
        ("copy", r"=\s*[\w.>-]{1,120}\s*;?$|cpy|copy|dup\w{0,8}\s*\("),
        ("send", r"(?i)(?<![a-z])(?:kill|killpg|raise|signal)\s*\(\s*[\w.>,\s-]{0,80}sig"),
        ("reallocate enlarge grow", r"(?i)realloc|resize|grow|expand|reserve|\*= ?2"),
        (
            "open",
            r"(?i)(?:open|connect|listen|socket|mmap|start|launch|establish|accept)\w{0,30}\s?\(|\bwith\b|fstream|\bFile\(",
        ),
        ("print report show display announce", r"\bc(?:out|err|log)\b[^;]{0,20}<<|(?<!\w)(?:echo|puts|fputs)\s?\("),
        ("join reap wait", r"(?i)join|waitpid"),
        (
            "drop release",
            r"(?i)(?<![a-z])(?:un|de|dec_?)_?ref|ref_?(?:count)?_?dec|(?<![a-z])release|(?<![a-z])drop|(?<![a-z])free",
        ),
        ("mark flag", rf"{SETTING.pattern}|(?i:fcntl|setsockopt|mark|flag)\w{{0,20}}\s?\("),
        ("zero wipe", r"memset|calloc|[^=!<>]= ?0;?$|zero"),
        ("end", r"\\0|[^=!<>]= ?0;?$|_UT|exit|kill|abort"),
        ("swap seed", SETTING.pattern),
        ("allocate", r"(?i)alloc|\bnew\b|create|make|dup|reserve|resize|build"),
        ("free deallocate", r"(?i)free|dealloc|delete|destroy|release|unref|clean|dispose|clear|close"),
        ("set assign", r"(?<![=!<>])=(?!=)|(?i:set|assign|clear|reset|init|store|update|mark|insert|put|apply)"),
        ("close", r"(?i)close|shut|fini|destroy|release|free|exit|end|stop|disconnect|delete|del|clear|clean"),
        ("unlock", r"(?i)unlock|release|leave|post|exit|free|signal"),
        ("kill terminate", r"(?i)kill|terminat|abort|exit|cancel|stop|shut|\\0|[^=!<>]= ?0;?$"),
        ("save persist", r"(?i)save|store|persist|write|dump|flush|commit|serial|export"),
        ("stop", r"(?i)stop|cancel|halt|kill|term|shut|close|exit|end|leave|break"),
        ("cancel", r"(?i)cancel|abort|stop|kill|remove|delete"),
        ("disconnect", r"(?i)disconnect|close|shut|drop|detach"),
        (
            "delete remove erase destroy unlink",
            r"(?i)delet|remov|eras|unlink|destroy|drop|discard|rm|pop|\bdel\b|purge|evict|free|clear|prune|detach|destruct",
        ),
        (
            "create",
            (
                r"(?i:creat|make|mk|new|build|construct|init|alloc|generate|spawn|fork|start|temp)|\bdef\b|=\s{0,3}[\[{]"
                r"|(?:[=,(]\s{0,3}|\b(?:return|raise|throw)\s{1,3})[\w.:]{0,40}[A-Z]\w{0,40}\("
                r"|open\w{0,8}\([^()]{0,80}[\"'][wax]|^[\w:<>]{1,80} \w{1,60}[({]"
            ),
        ),
        (
            "store record remember",
            (
                r"(?i:stor|sav|put|add|append|insert|push|emplace|set|writ|keep|record|cache|memo|copy|cpy|load|assign|enqueue)\w{0,20}\s{0,3}\("
                r"|(?:\]|(?:\.|->)\w{1,80}|\w_|\b[mgs]_\w{1,80}|^\s{0,3}\*[\w+>.-]{1,80}|\bglobal\w{0,80})\s{0,3}[+|&]?=(?!=)"
            ),
        ),
        ("enable disable activate deactivate", r"=\s*(?:true|True|1|false|False|0|TRUE|FALSE)\b"),
        (
            "restore revert preserve",
            r"(?i)[^=!<>]=\s{0,3}(?:\w{1,20}\([^,()]{1,40},\s{0,3})?[\w.>-]{0,60}(?:save|old|orig|prev|restore|backup)\w{0,60}\)?\s{0,3};?$",
        ),
        ("chain", r"\braise\b.{1,200}\bfrom\b|(?i:chain)"),
    )
)
# As notation says them of which no word is the verb.
_SURELY: Final = tuple(
    (frozenset(map(stem, verbs.split())), regex(pattern))
    for verbs, pattern in (
        ("sort order", r"(?<!\w)sorted\(|\.sort\(|(?<!\w)qsort\w{0,3}\("),
        (
            "create make",
            r"(?<!\w)(?:socketpair|socket|pipe2?|eventfd|epoll_create1?|inotify_init1?|msgget|semget|shmget|mkfifo|mkstemp)\(",
        ),
        ("sum accumulate total tally", r"[^+]\+=(?!=)"),
        (
            "run execute launch start",
            r"(?<!\w)(?:check_call|check_output|Popen|popen|system|posix_spawnp?|exec[lv]p?e?|subprocess\.(?:run|call))\(",
        ),
        ("parse convert", r"(?<!\w)(?:sto[ifdul]{1,3}|ato[ifl]{1,2}|strto\w{1,4})\("),
    )
)
_NARROW: Final = frozenset(
    map(
        stem,
        words("""
allocate free deallocate close unlock kill terminate save persist stop cancel disconnect open delete remove erase destroy unlink create store record remember
"""),
    )
)
FAILING: Final = frozenset(map(stem, words("fail refuse reject deny decline complain")))


def kind(said: Sequence[ClauseWord], heads: Sequence[int], deeds: Sequence[Deed], facts: Facts) -> Iterator[str]:
    """What is raised, returned or asserted is so by the kind of the step."""
    verbs = {stem(said[at].text) for at in heads}
    calling = [d for d in deeds if "(" in d.code]
    raising = [d for d in deeds if raises(d)]
    if (
        verbs & _RAISING
        and not raising
        and (len(calling) < len(deeds) or any(d.said.startswith("Return") for d in deeds))
    ):
        yield "nothing in the step raises"
    if verbs & _RAISING and not raising and (stopped := _caught(said, facts)):
        yield f"`{stopped}` is caught"
    if "return" in verbs and not any(d.said.startswith(("Return", "Yield")) or facts.gives(d) for d in deeds):
        yield "nothing in the step returns"
    if verbs & {"assert"}:
        yield from _asserted(said, deeds)
        if not any("assert" in d.code.lower() or raises(d) for d in deeds):
            yield "nothing in the step asserts"


def _caught(said: Sequence[ClauseWord], facts: Facts) -> str:
    """An error that a segment says is raised, where the function catches it and raises none of the name itself."""
    steps = facts.steps.values()
    return next(
        (
            name
            for name in (w.text.rpartition(".")[2] for w in said if w.kind in ("word", "code") and w.text[:1].isupper())
            if any(re.match(rf"Catch .{{0,200}}\b{re.escape(name)}\b", step.said) for step in steps)
            and not any(raises(step) for step in steps)
        ),
        "",
    )


def _asserted(said: Sequence[ClauseWord], deeds: Sequence[Deed]) -> Iterator[str]:
    """`asserts that it is open` of `assert handle is None`."""
    for deed in deeds:
        found = re.match(r"\s*(?:static_)?assert\w*\s*\(?(.+?)\)?;?$", deed.code, re.IGNORECASE)
        if found and "," not in found[1]:
            own = [w for w in said if w.kind == "word" and w.small not in ("asserts", "that")]
            yield from agrees(own, Under(found[1], found[1], True))


def deeds_said(
    said: Sequence[ClauseWord],
    heads: Sequence[int],
    scope: TextScope,
    deeds: Sequence[Deed],
    doings: Doings,
    facts: Facts,
) -> Iterator[str]:
    for at in heads:
        word, one = said[at], stem(said[at].text)
        if one in ("rethrow", "rerais") and not any(
            d.said.startswith("Re-") or any(not u.code for u in d.under) for d in deeds
        ):
            yield "nothing is raised again"
        if negated(said, at):
            yield from _denied(said, at, facts)
        elif (
            one in _RAISING
            or one in ("return", "assert")
            or (any(d.said.startswith(("Return", "Yield")) for d in deeds) and one in RETURNING)
        ):
            continue
        elif not _borne(said, at, scope, deeds, doings, facts):
            yield f"nothing in the step says that it {word.small}"


def _denied(said: Sequence[ClauseWord], at: int, facts: Facts) -> Iterator[str]:
    """`never frees the empty rule`: no step does so to that."""
    one, kinds = stem(said[at].text), kinds_of(said[at].text)
    if one == "return" and any(d.said.startswith("Return ") for d in facts.steps.values()):
        yield "the function returns something"
    if not {"never", "not"} & {w.small for w in said[max(0, at - 3) : at]}:
        return
    objects = {stem(w.text) for w in noun_phrase(said, at) if w.small not in GLUE and stem(w.text) not in NEUTRAL_STEMS}
    for id_, step in facts.steps.items():
        does = one in acting(step) or bool(kinds & facts.kinds(id_) - {"call", "check"})
        apart = objects - facts.scope(id_).own and any(objects <= facts.scope_of(u).own for u in facts.passed(id_))
        if does and objects & facts.scope(id_).own and not apart:
            yield f"the function does so: {said[at].small}"
            return


def evident(said: Sequence[ClauseWord], ids: Sequence[str], facts: Facts) -> bool:
    """Whether one of the verbs of a segment is what a step does by its own words, not merely one that may be said of it."""
    deeds = [facts.steps[id_] for id_ in ids]
    scope = facts.scope(ids[0])
    for id_ in ids[1:]:
        scope = scope.joined(facts.scope(id_))
    doings = Doings(deeds, [line for deed in deeds for line in facts.below(deed)], facts.name)
    return any(_shown(said, at, scope, deeds, doings, facts) for at in range(len(said)) if acts(said, at))


def _borne(
    said: Sequence[ClauseWord], at: int, scope: TextScope, deeds: Sequence[Deed], doings: Doings, facts: Facts
) -> bool:
    """Whether a step may be told with a verb: it does so, or nothing else, to what the verb is said of."""
    shown = _shown(said, at, scope, deeds, doings, facts)
    if shown is not None:
        return shown
    one, kinds = stem(said[at].text), kinds_of(said[at].text)
    bare = one[2:] if one.startswith("re") and len(one) > 5 else one
    if one in HARD or bare in HARD or all(talks(d) for d in deeds):
        return False
    if one in NEUTRAL_STEMS or (not kinds and {one, bare} & scope.own):
        return True
    if one in _PASSING:
        return False
    if kinds and not (kinds <= _MILD or one in _ADDING or one in _HANDING):
        return False
    if one in _ADDING and any(d.said.startswith("Return") or _reads(d) for d in deeds):
        return False
    return _about(said, at, scope) and (one in _HANDING or not (kinds and any(_else(d, kinds) for d in deeds)))


def fails(deed: Deed) -> bool:
    return (deed.said.startswith(("Return", "Raise", "Throw", "Abort")) and deed.said != "Return") or bool(
        _FAILURE.search(deed.code)
    )


_FAILURE: Final = regex(r"(?i)(?:err|error|fail)\w{0,12}\s*\(|(?<!\w)errno = (?!0\b)[A-Z]")


_PASSING: Final = frozenset(map(stem, words("ignore tolerate swallow suppress overlook silence")))  # see `quiet`
_MILD: Final = frozenset({"read", "check", "call", "return", "say", "succeed", "stop"})
_ADDING: Final = frozenset(map(stem, words("add attach include extend put register emit perform")))
_HANDING: Final = frozenset(map(stem, words("dispatch delegate forward route defer hand pass relay")))


def _shown(
    said: Sequence[ClauseWord], at: int, scope: TextScope, deeds: Sequence[Deed], doings: Doings, facts: Facts
) -> bool | None:
    """Whether a step does what a verb says by its own words; None where that cannot be seen."""
    one, kinds = stem(said[at].text), kinds_of(said[at].text)
    if one == "recurs" and any(
        re.search(rf"(?<!\w){re.escape(re.split(r'::|[.]', facts.name)[-1])}\s*\(", d.code) for d in deeds
    ):
        return True
    if one in TALKING and any(talks(d) for d in deeds):
        return not (
            one == _WRITE and _STORED & {w.small for w in said[at + 1 :]}
        )  # a message is told, and stored nowhere
    if any(surely(one, d) for d in deeds):
        return True
    if (used := used_so(said, at, deeds, facts)) is not None:
        return used
    bare = one[2:] if one.startswith("re") and len(one) > 5 and one[2:] not in HARD else one
    if one in _KEEPING and one not in scope.own:
        return any(
            _PLACING.search(d.code)
            or d.said.startswith(("Initialise", "Return", "Yield", "Append", "Add"))
            or re.search(r"(?i)\.?(?:add|append|put|store|insert|keep|set|push|save|emplace)\w{0,40}+\(", d.code)
            for d in deeds
        )
    if one in _RUNNING and at + 1 < len(said):
        return any("(" in d.code for d in deeds) and (_runs(said, at, one, scope, deeds))
    if one in scope.told | facts.aimed or any(
        one in part or (len(bare) > 3 and bare in part) for d in deeds for part in called_names(d) if len(one) > 3
    ):
        return True
    if any(does(d, verb, kinds) for d in doings.all if not d.deed.place or not talks(d.deed) for verb in {one, bare}):
        narrow = [pattern for verbs, pattern in _NOTED if one in verbs & _NARROW]
        return not narrow or any(p.search(d.code) for p in narrow for d in deeds) or one in scope.own
    if one in ("report", "warn", "stop") and any(
        d.said.startswith(("Log", "Return", "Raise", "Throw", "Warn", "Leave the loop")) for d in deeds
    ):
        return True
    if one in FAILING and any(map(fails, deeds)):
        return True
    if one in ("retri", "try") and any(d.said.startswith("Go on") for d in deeds):
        return True  # `tries again`
    if one in ("skip", "ignor") and any(
        d.said.startswith(("Go on", "Leave the loop", "Return")) or "++" in d.code for d in deeds
    ):
        return True
    if any(pattern.search(d.code) for verbs, pattern in _NOTED if one in verbs - _NARROW for d in deeds):
        return True
    return None


def _about(said: Sequence[ClauseWord], at: int, scope: TextScope) -> bool:
    """Whether what a verb is done to is of the step."""
    nouns = [
        w
        for w in noun_phrase(said, at)
        if w.small in ("that", "which", "who")
        or (w.kind != "mark" and w.small not in GLUE and not w.small.endswith("ly"))
    ]
    nouns = nouns or [w for n, w in enumerate(said) if n != at and w.kind != "mark" and w.small not in GLUE]
    end = next((n for n, w in enumerate(nouns) if n and w.small in ("that", "which", "who")), len(nouns))
    nouns = nouns[:end]
    while len(nouns) > 1 and nouns[-1].small.endswith("ing"):  # `depending on`
        nouns.pop()
    nouns = [w for w in said if w.kind != "mark" and w.small not in GLUE] if stem(said[at].text) in _HANDING else nouns
    asked = nouns if not kinds_of(said[at].text) or stem(said[at].text) in _HANDING else nouns[-1:]
    return any(known(w, scope) and stem(w.text) not in scope.deep for w in asked)


def _reads(deed: Deed) -> bool:
    return any("read" in kinds_of(one) for one in acting(deed))


def _else(deed: Deed, kinds: frozenset[str]) -> bool:
    """Whether a step does another thing by the name of what it calls."""
    own = frozenset(kind for one in acting(deed) for kind in kinds_of(one)) - {"call", "check", "read", "return", "say"}
    return bool(own) and not own & kinds


def surely(one: str, deed: Deed) -> bool:
    """Whether a step does what a verb says by what its notation or the system's own call says: `system(…)` runs."""
    return any(one in verbs and pattern.search(deed.code) for verbs, pattern in _SURELY)


def called_names(deed: Deed) -> list[str]:
    """Names of what a step calls, in small letters: `strfreev` frees."""
    return [
        name.lower()
        for name in re.findall(r"(?<!\w)([A-Za-z_]\w*+)\s*+\(", deed.code)
        if not re.match(r"_*(?:is|has|should|can)_|.*(?:ed|ing)(?:_|$)", name)
        and not re.search(r"[a-z][A-Z][a-z]+On(?=[A-Z])|_on_", name)
    ]


def _runs(said: Sequence[ClauseWord], at: int, one: str, scope: TextScope, deeds: Sequence[Deed]) -> bool:
    """`runs the function` of `fn(…)`; `calls f` of `f(…)`; `calls the hook` of anything that is about a hook."""
    behind = said[at + 1 : at + 5]
    if {stem(w.text) for w in behind} & {s for d in deeds if not d.said.startswith("Initialise") for s in _callees(d)}:
        return True
    plain = {"function", "callback", "callable", "handler", "hook", "method", "callbacks"} & {w.small for w in behind}
    if (plain and any(re.search(r"(?<![\w.])[a-z_]\w{0,19}\(", d.code) and not raises(d) for d in deeds)) or any(
        one in _callees(d) for d in deeds
    ):
        return True
    named = [w for w in said[at + 1 :] if w.small not in GLUE and stem(w.text) not in NEUTRAL_STEMS]
    return one == "call" and not plain & {"function"} and (not named or any(known(w, scope) for w in named))


def _callees(deed: Deed) -> frozenset[str]:
    return frozenset(one for name in re.findall(r"(?<!\w)([A-Za-z_]\w*+)\s*+\(", deed.code) for one in stems(name))
