"""Which steps a clause that says what is done can be about, the likeliest first, and whether they do it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from ...model.pattern import regex
from ..clauses import ClauseWord
from ..deeds import Deed, done, wide
from ..doing import FAILING, called_names, fails
from ..english import ADVERSE, GLUE, NUMBERS, words
from ..heads import HARD, acts, raises
from ..parts import Facts
from ..phrased import PLAIN
from ..phrases import is_literal
from ..stems import KINDS, NEUTRAL_STEMS, kinds_of, negates, stem, stems
from ..talking import talks
from ..usages import used_so
from .thesaurus import alike

_RETURNING: Final = frozenset(map(stem, words("return yield answer")))
_GIVING: Final = frozenset(map(stem, words("give hand report")))
_RAISING: Final = frozenset(map(stem, words("raise throw rethrow reraise re-raise propagate")))
_FAILING: Final = frozenset(map(stem, words("fail abort bail refuse reject error deny give-up exit")))
_LEAVING: Final = frozenset(map(stem, words("stop leave skip ignore nothing immediately early bail quit finish end")))
_NO_DEED: Final = words("try tries trying attempt attempts")
_QUOTED: Final = regex(r"\"([^\"\\]{3,200})\"|'([^'\\]{3,200})'")


class Fit(NamedTuple):
    """deed: how surely the step does what the verb says, 0 to 2. named: how much of what is named it has, 0 to 1. strange: words that it has not."""

    id: str
    deed: float
    named: float
    strange: tuple[str, ...]

    @property
    def score(self) -> float:
        return self.deed + 2 * self.named


def heads(said: Sequence[ClauseWord]) -> list[int]:
    found = [at for at in range(len(said)) if acts(said, at) and said[at].small not in _NO_DEED]
    if found:
        return found
    passive = [
        at
        for at in range(1, len(said))
        if said[at - 1].small in ("is", "are", "was", "be", "get", "gets")
        and said[at].small.endswith(("ed", "en", "wn", "t"))
    ]
    third = [
        at
        for at, w in enumerate(said)
        if w.kind == "word"
        and w.small.endswith("s")
        and not w.small.endswith("ss")
        and kinds_of(w.small)
        and w.small not in GLUE
    ]
    return passive or third[:1]


def words_of(id_: str, facts: Facts) -> tuple[frozenset[str], frozenset[str]]:
    """Stems of a step: its own, and those around it: what it calls, what decides over it, what is written beside it."""
    deed = facts.steps[id_]
    scope = facts.scope(id_)
    own = wide(stems(f"{deed.said} {deed.code} {deed.also}")) | scope.own
    around = scope.far | stems(deed.note)
    giving = deed.said.startswith(("Return ", "Yield "))  # what is given back is not what decides over it
    for under in () if giving else deed.under:
        around |= facts.scope_of(under).known if not deed.local else frozenset()
        around |= facts.around(under)
    return own, around | frozenset(one for line in facts.below(deed) for one in stems(line))


def fits(said: Sequence[ClauseWord], facts: Facts, among: Collection[str] = ()) -> list[Fit]:
    """Every step, or each of some, with how well it fits, the best first."""
    at = heads(said)
    verbs = [said[n] for n in at]
    named = [
        w._replace(text=f"-{w.text}") if w.kind == "number" and n and said[n - 1].text in "-−" else w
        for n, w in enumerate(said)
        if n not in at
        and w.kind != "mark"
        and w.small not in GLUE
        and (not negates(w.small) or w.small == "none")
        and not w.small.endswith("ly")
    ]
    made, stored = [], bool({w.small for w in said} & _STORED)
    for id_, deed in facts.steps.items():
        if among and id_ not in among:
            continue
        own, around = words_of(id_, facts)
        telling = verbs[:1] if verbs and stem(verbs[0].text) in CERTAIN else verbs
        strength = max((_does(verb, deed, id_, own, around, facts) for verb in telling), default=0.5)
        if at and stem(said[at[0]].text) in _CALLING and names_callee(said, at[0], deed):
            strength = 2.0
        if stored and telling and stem(telling[0].text) in _TALKING and talks(deed):
            strength = 0.0  # a message is told, and stored nowhere
        score, strange = _named(said, named, id_, own, around, facts)
        made.append(Fit(id_, strength, score, strange))
    return sorted(made, key=lambda fit: -fit.score)


_CALLING: Final = frozenset(map(stem, words("call invoke")))
_ENDS: Final = words("with for on when if and then before after at in to")


def names_callee(said: Sequence[ClauseWord], at: int, deed: Deed) -> bool:
    """Whether what is said to be called is what a step calls, by its name: `calls read_all with the flags`."""
    passive = at > 0 and said[at - 1].small in ("is", "are", "gets")
    around = list(reversed(said[: at - 1])) if passive else said[at + 1 :]
    end = next((n for n, w in enumerate(around) if w.small in _ENDS), len(around))
    called = set(re.findall(r"(?<!\w)([A-Za-z_]\w*+)\s*+\(", deed.code))
    texts = [w.text.strip("\"'`").partition("(")[0] for w in around[:end]]
    return bool({re.split(r"\.|::|->", text)[-1] for text in texts} & called)


def does(verb: ClauseWord, id_: str, facts: Facts) -> float:
    own, around = words_of(id_, facts)
    return _does(verb, facts.steps[id_], id_, own, around, facts)


def _does(verb: ClauseWord, deed: Deed, id_: str, own: frozenset[str], around: frozenset[str], facts: Facts) -> float:
    one = stem(verb.text)
    kinds = kinds_of(verb.small)
    if (used := used_so((verb,), 0, (deed,), facts)) is not None:
        return 2.0 if used else 0.0
    if one in _RETURNING:
        return 2.0 if deed.said.startswith(("Return", "Yield")) else 0.0
    if one in _RAISING:
        return 2.0 if raises(deed) and not deed.said.startswith("Assert") else 0.0
    if one in _GIVING and deed.said.startswith(("Return", "Yield")):
        return 1.5
    if one in _FAILING and _ERRNO.match(deed.code):
        return 2.0
    if one in _FAILING and (raises(deed) or (facts.ends_badly(id_) and deed.said.startswith("Return"))):
        return 2.0
    if one in FAILING and fails(deed):
        return 2.0
    if one in _LEAVING and deed.said.startswith(("Return", "Leave", "Go on")):
        return 1.5
    if talks(deed) and one in _TALKING:
        return 2.0
    if one in _FAILING and any(one in name for name in called_names(deed)):  # `exit_msg("wrong")`
        return 2.0
    if raises(deed) or talks(deed):
        return 0.0
    if "-" in verb.small:
        one = stem(verb.small.rpartition("-")[2])
    acting = done(deed)
    verbs = acting.verbs | {stem(w) for w in deed.said.lower().split()[:1]}
    if one in verbs or (len(one) > 3 and any(one in name for name in called_names(deed))):
        return 2.0
    if alike(one) & verbs:
        return 1.6
    if (
        (one in facts.general_name or one in facts.aimed)
        and deed.said
        and not deed.local
        and "(" in deed.code
        and not deed.said.startswith(("Return", "Leave", "Go on"))
    ):
        return 1.0
    below, noted = _below(deed, facts), one in stems(deed.note) and not deed.said.startswith("Return")
    if one in HARD or kinds - _SOFT:
        return 1.2 if noted else 1.0 if one in below else 0.0
    if kinds & acting.kinds - {"call", "check"} and one not in _KEEPING:
        return 1.5
    if (
        (alike(one) & stems(f"{deed.said} {deed.code}"))
        or one in below
        or noted
        or (one.startswith("un") and one[2:] in own)
    ):
        return 1.2
    return 0.5 if one in NEUTRAL_STEMS and one not in _KEEPING else 0.0


_ERRNO: Final = regex(r"errno = [A-Z]")
_KEEPING: Final = frozenset(map(stem, words("keep retain preserve leave")))
_SOFT: Final = frozenset({"check", "read", "map", "return", "succeed", "change", "store", "add", "move", "replace"})


def _below(deed: Deed, facts: Facts) -> frozenset[str]:
    """Verbs of what a step calls: what is told of it first, and what it calls itself."""
    found: set[str] = set()
    for line in facts.below(deed):
        told = line.split(": ", 1)[-1]
        found |= {stem(w) for w in re.findall(r"(?:^|, |; |and )([A-Za-z]+)", told)[:8]}
        found |= {one for name in re.findall(r"`([\w:.>-]+)\(", told) for one in stems(name)}
    return frozenset(found)


_STORED: Final = words("file files disk database socket")
CERTAIN: Final = _RETURNING | _RAISING
_TALKING: Final = frozenset(map(stem, words("log print warn report show write output announce tell emit")))


def _named(
    said: Sequence[ClauseWord],
    named: Sequence[ClauseWord],
    id_: str,
    own: frozenset[str],
    around: frozenset[str],
    facts: Facts,
) -> tuple[float, tuple[str, ...]]:
    total, weight, strange, deed = 0.0, 0.0, list[str](), facts.steps[id_]
    for at, word in enumerate(named):
        if word.small in _PLACED:
            given = float(_placed(_PLACED[word.small], deed, facts)) if at == len(named) - 1 else 0.3
        elif word.small == "success":
            given = float(not facts.ends_badly(id_))
        else:
            given = _known(word, deed, own, around, facts)
        light = stem(word.text) in (NEUTRAL_STEMS | PLAIN) - WORLD and word.small not in _PLACED
        heavy = 0.4 if light and given < 1 else 1.0
        if given == 0.0 and heavy < 1:
            continue
        before_noun = (
            any(one is word and other is named[at + 1] for one, other in pairwise(said))
            if at + 1 < len(named)
            else False
        )
        described = word.small not in ADVERSE and bool(_ADJECTIVE.search(word.small)) and before_noun
        total, weight = total + heavy * given, weight + (0.5 if given == 0.0 and described else heavy)
        if given == 0.0 and (not described or stem(word.text) in facts.named or SUPERLATIVE.search(word.small)):
            strange.append(word.text)
    return (total / weight if weight else 0.7), tuple(strange)


def _known(word: ClauseWord, deed: Deed, own: frozenset[str], around: frozenset[str], facts: Facts) -> float:
    if is_literal(word) or word.kind in ("code", "quoted", "number"):
        return _literally(word, deed, facts)
    if word.small in _VALUES:
        return 1.0 if _VALUES[word.small].search(deed.code) else 0.0
    if word.small in NUMBERS and not stems(word.text) & own:
        number = NUMBERS[word.small]
        return float(bool(re.search(rf"(?<![\w.]){re.escape(number)}(?![\w.])", deed.code)))
    parts = stems(word.text) | ({stem(p) for p in word.small.split("-")} if "-" in word.small else set())
    if parts & own:
        return 1.0
    if wide(parts) & own or any(alike(one) & own for one in parts if one in KINDS):
        return 0.8
    if parts & around or parts & facts.general_name:
        return 0.6
    if parts & facts.general or (word.small in ("error", "exception", "errors", "exceptions") and raises(deed)):
        return 0.4
    return 0.0


SUPERLATIVE: Final = regex(r"[a-z]{2}est$")  # `the oldest row` is one of several, and which is said
_PLACED: Final = {"first": -1, "last": 1, "finally": 1, "afterwards": 0, "early": 0, "immediately": 0}
_ADJECTIVE: Final = regex(r"(?:ed|ing|al|ous|ive|able|ible|ic|less|ary|ent|ant|ate|ish|er|est|big|new|old)$")


def _placed(way: int, deed: Deed, facts: Facts) -> bool:
    """Whether nothing but guards and locals stands before a step, or behind it."""
    others = [
        d
        for d in facts.steps.values()
        if d is not deed
        and not d.local
        and d.said
        and not d.said.startswith(("Return", "Raise", "Throw", "Leave", "Go on"))
    ]
    return way == 0 or all((d.place - deed.place) * way < 0 for d in others if d.code != deed.code)


WORLD: Final = frozenset(
    map(
        stem,
        words("file disk database network server client socket terminal screen thread process internet user signal"),
    )
)
_VALUES: Final = {
    "null": regex(r"(?i)null|none|nil|= ?0;|return 0\b|\\\\0"), "none": regex(r"(?i)null|none|nil"), "nil": regex(r"(?i)null|none|nil"),
    "true": regex(r"(?i)\btrue\b|return \(?1\b|= 1\b|[=!<>]=|&&|\|\|"), "false": regex(r"(?i)\bfalse\b|return \(?0\b|= 0\b|[=!<>]=|&&|\|\|"), "zero": regex(r"(?<![\w.])0(?![\w.])"),
}  # fmt: skip


def _literally(word: ClauseWord, deed: Deed, facts: Facts) -> float:
    text = word.text.strip("\"'`“”").removesuffix("()")
    for code, value in (
        (deed.code, 1.0),
        (deed.said, 1.0),
        (deed.also if deed.also == "NULL" else "", 1.0),
        (" ".join(u.code for u in deed.under), 0.6),
        (facts.text, 0.3),
    ):
        signed = (
            word.kind == "number" and code in (deed.code, deed.said) and deed.said.startswith("Return")
        )  # 1 is not -1
        before = r"[\w-]" if signed else r"\w"
        if re.search(rf"(?<!{before}){re.escape(text)}(?![\w])", code, re.IGNORECASE if word.kind == "word" else 0):
            return value
    return 0.4 if stems(text) and stems(text) <= facts.general else 0.0


_LINKS: Final = words(
    "of to from in into on onto with by for at as over under through before after and or when if that which"
)


def object_of(said: Sequence[ClauseWord], at: int) -> ClauseWord | None:
    """The noun that a verb is done to: behind it, or before it in the passive voice."""
    passive = at > 0 and said[at - 1].small in ("is", "are", "was", "were", "be", "been", "gets", "get")
    found: ClauseWord | None = None
    for word in said[: at - 1] if passive else said[at + 1 :]:
        if (word.kind == "mark" and word.text in ",;:") or (word.small in _LINKS and found is not None):
            break
        if word.kind != "mark" and word.small not in GLUE and not word.small.endswith("ly"):
            found = word
    return found


def has_word(noun: ClauseWord, id_: str, facts: Facts, firm: bool, deciding: frozenset[str] = frozenset()) -> bool:
    """firm: it is named by the step itself, or by what its names were set to."""
    own, around = words_of(id_, facts)
    one = stem(noun.text)
    elsewhere = one in facts.named or (firm and any(one in stems(u.code) for u in facts.conditions.values()))
    if one in (NEUTRAL_STEMS | PLAIN) - WORLD and not elsewhere and noun.small not in _PLACED:
        return True
    deed = facts.steps[id_]
    if deciding:
        own, around = wide(stems(f"{deed.said} {deed.code}")) | deciding, frozenset()
    if firm:
        own = wide(stems(f"{deed.said} {deed.code} {deed.also}"))
    return _known(noun, deed, own, frozenset() if firm else around, facts) >= (0.8 if firm else 0.6)


def strict(verb: ClauseWord) -> bool:
    """Whether a verb names a deed that can be looked up, so that no other words make up for it."""
    return stem(verb.text) in HARD or bool(kinds_of(verb.small) - _SOFT)
