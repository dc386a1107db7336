"""Whether a clause that says under what something is done is true of a condition of the code: yes, no, or it is about something else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from ..clauses import ClauseWord
from ..deeds import Under, only_there, wide
from ..english import GLUE, words
from ..parts import Facts
from ..saying import of_another
from ..stems import NEUTRAL_STEMS, negates, stem, stems
from .asked import AskedClaim, asked
from .spoken import COMMON, Spoken, spoken
from .thesaurus import alike

STATE: Final = frozenset(
    map(
        stem,
        words(
            "exist exists present given set passed supplied provided specified available valid found known enabled true same equal matches match already ok fails fail failed failure failing error "
            "succeed succeeds succeeded success successful missing absent empty null none nothing invalid false zero cannot could can able unable not no there any only still yet held still"
        ),
    )
) | {"non"}
_FLIP: Final = {"<": ">", ">": "<", "≤": "≥", "≥": "≤"}
_SIGN: Final = {"<=": "≤", ">=": "≥", "<": "<", ">": ">"}
_TURNED: Final = {"<": "≥", ">": "≤", "≤": ">", "≥": "<"}
_NEAR: Final = {"≥": ">", "≤": "<", ">": ">", "<": "<"}
_ROOM: Final = frozenset(
    map(stem, words("size capacity limit max maximum available avail remaining room left end quota"))
)
_MEASURED: Final = regex(r"(?i)(?<![a-z])(?:str|n)?(?:len|size|count|num|length|entries)(?![a-z])|cmp|compare")


def subject(said: Sequence[ClauseWord]) -> frozenset[str]:
    """Stems of what a clause is about."""
    found: set[str] = set()
    for word in said:
        if word.kind == "mark" or word.small in COMMON or word.small in GLUE or word.small.endswith("n't"):
            continue
        found |= set(stems(word.text))
    return frozenset(one for one in found if one not in STATE)


def own_words(under: Under) -> frozenset[str]:
    said = under.code or under.text
    own = wide(stems(_IS.sub(" ", said)))
    return own | wide(stems(said)) if _IS.sub(" ", said) != _APART.sub(" ", said) else own


def near(under: Under) -> frozenset[str]:
    """Words of a condition: its own, and what its names were set to."""
    return own_words(under) | wide(stems(under.also))


_IS: Final = regex(r"(?<![A-Za-z])(?:is|has|can|are)_?(?=[A-Za-z]{3})")
_APART: Final = regex(r"(?<![A-Za-z])(?:is|has|can|are)(?:_(?=[A-Za-z]{3})|(?=[A-Z][A-Za-z]{2}))")
"""`isopen` may ask whether it is open; `cancel`, `issue` and `hasher` ask nothing of the kind, so that such a word counts whole too."""


def about(said: Sequence[ClauseWord], under: Under, facts: Facts) -> float:
    """How much of what a clause names a condition has; what is only written around it counts half."""
    named = subject(said)
    if not named:
        return 0.0
    if (made := asked(under)).kind == "order" and spoken(said, frozenset()).vague in ("≤", "exceeded") and _room(made):
        return 0.7
    own, far = own_words(under), wide(stems(under.also))
    around = facts.around(under) | facts.scope_of(under).far
    around |= stems(" ".join(d.note for d in facts.steps.values() if d.note and d.code == under.code))
    return sum(
        1.0 if one in own else 0.9 if has(one, own) else 0.8 if has(one, far) else 0.5 if one in around else 0.0
        for one in named
    ) / len(named)


def has(one: str, pool: frozenset[str]) -> bool:
    """Whether a word is among others, or one of them begins it: `reallocation` of `realloc`."""
    return bool(alike(one) & pool) or (
        len(one) > 4 and any(len(other) > 3 and (one.startswith(other) or other.startswith(one)) for other in pool)
    )


def agrees(said: Sequence[ClauseWord], under: Under, facts: Facts, turned: bool = False) -> bool | None:
    """turned: it is said that it is not so. None: it cannot be told."""
    made = asked(under)
    own = stems(f"{under.code}")
    told = spoken(said, own)
    another = of_another(" ".join(w.small for w in said), stems(f"{under.code} {under.text} {under.also}"))
    if another or (told.status and not told.null and _handled(said, told, under, facts, turned)):
        return None
    answer = _answer(said, told, made, under, facts)
    return None if answer is None else answer != turned


def _handled(said: Sequence[ClauseWord], told: Spoken, under: Under, facts: Facts, turned: bool) -> bool:
    """Whether it is only asked that something is there, which says not how it goes, or how something else does, where a failure
    is handled."""
    if not only_there(under) or all(u.code for u in facts.conditions.values()):
        return False
    return turned or any(negates(w.small) for w in said) or not told.stems & stems(under.code)


_REMAINDER: Final = regex(r"% ?\(?\w[\w.>-]{0,60}\)?(?: ?(==|!=|>) ?0)?(?![\w.])")


def _answer(said: Sequence[ClauseWord], told: Spoken, made: AskedClaim, under: Under, facts: Facts) -> bool | None:
    if made.kind == "loop":
        return None
    if {"divid", "multipl"} & told.stems and (over := _REMAINDER.search(under.code)):
        return told.yes is ((over[1] == "==") is under.holds)  # `x % 4`, `x % 4 != 0`: something is left over
    if made.kind == "handler":
        return not any(negates(w.small) for w in said) if _flown(said, under) else not told.yes
    if (told.null and made.op in ("<", ">", "<=", ">=")) or (
        any(w.small == "than" for w in said) and made.kind not in ("order", "zero")
    ):
        return None
    if made.kind == "order":
        return _ordered(said, told, made)
    if told.relation and (made.kind in ("zero", "value") or told.relation not in _LOOSE):
        return _against_number(told, made)
    yes = made.yes
    for adverse in made.adverse:
        if stem(adverse) not in told.stems and subject(said):
            yes = not yes
    if told.status or (made.kind == "zero" and made.called and not _NUMBERED & {w.small for w in said}):
        failed = facts.fails(under)
        measured = bool(_MEASURED.search(_bare(made.left)))
        if made.called and failed is not None and not measured:
            return told.yes is not failed
        if made.kind == "truth" and made.called and _STATUS.search(made.left.strip()):
            return told.yes is not made.yes
        if made.kind == "zero" and made.called and not measured:
            if made.op in ("<", ">="):
                return told.yes is (made.op == ">=")
            return told.yes is (made.op == "==")
    if made.kind == "status" and made.op in ("==", "!=") and spelt(made.right, said):
        return told.yes is (made.op == "==")
    if made.kind == "status" and not told.status and told.yes:
        return None  # that nothing is said of how it went is not that it went well
    if made.kind == "value":
        named = bool(stems(made.right) & told.stems) or made.right.strip("\"'") in {w.text for w in said}
        return told.yes is made.yes if named else (None if not told.status else told.yes is yes)
    if made.kind == "zero" and "(" in made.left and re.search(r"(?i)cmp|compare", made.left):
        return told.yes is not yes
    if made.kind == "equal" and not {
        "same",
        "equal",
        "equals",
        "match",
        "matches",
        "differ",
        "differs",
        "different",
    } & {w.small for w in said}:
        left, right = stems(made.left), stems(made.right)
        return told.yes is yes if (left - right) & told.stems and (right - left) & told.stems else None
    return told.yes is yes


def spelt(name: str, said: Sequence[ClauseWord]) -> bool:
    """Whether a name in capitals is that of what is said: `EOF` of `the end of the file`."""
    initials = "".join(w.small[:1] for w in said if w.kind == "word" and w.small not in _ARTICLES)
    return name.isupper() and 2 < len(name) < 6 and name.lower() in initials


_ARTICLES: Final = words("a an the its")
_STATUS: Final = regex(
    r"(?i)(?:^|[_.>])(?:rc|r|rv|ret|err|errno|error|res|status|failed|failure)$"
)  # of a call: something but 0 says that it failed


def _bare(code: str) -> str:
    """Without what its calls are given."""
    for _ in range(4):
        code = re.sub(r"\([^()]*\)", "", code)
    return code


_LOOSE: Final = ("≤", "<", ">")  # `within`, `under`, `beyond` need not compare
_NUMBERED: Final = words("0 zero empty none no any one some there on off enabled disabled set unset")


def _flown(said: Sequence[ClauseWord], under: Under) -> bool:
    """Whether a clause names what a handler catches."""
    classes = set(re.findall(r"[A-Z]\w+", under.text))
    told = {one for w in said for one in stems(w.text)}
    named = [
        stems(" ".join(part for part in _PARTS.findall(each) if part not in ("Error", "Exception"))) - {each.lower()}
        for each in classes
    ]
    return bool(classes & {w.text.split(".")[-1] for w in said}) or any(len(one) > 1 and one <= told for one in named)


_PARTS: Final = regex(r"[A-Z][a-z]+")


def _against_number(told: Spoken, made: AskedClaim) -> bool | None:
    """`is larger than zero` of `n > 0`."""
    if made.kind == "zero" and made.op and {"0", "zero", "1", "one"} & told.behind:
        relation = told.relation if told.yes else _TURNED[told.relation]
        own = _SIGN.get(made.op, ">" if made.op == "!=" else "≤")
        return _NEAR[relation] == _NEAR[own]
    return None


_FIXED: Final = regex(r"(?:\w{1,60}(?:::|\.)){0,4}(?:[A-Z][A-Z0-9_]{3,80}|k[A-Z]\w{1,80})")
SAYS: Final = 2  # words that a limit which is named weighs as, where sides are told apart


def _ordered(said: Sequence[ClauseWord], told: Spoken, made: AskedClaim) -> bool | None:
    left, right = wide(stems(made.left)), wide(stems(made.right))
    sign = _SIGN[made.op]
    if told.relation:
        relation = told.relation if told.yes else _TURNED[told.relation]
        straight = len(told.before & (left - right)) + len(told.behind & (right - left))
        crossed = len(told.before & (right - left)) + len(told.behind & (left - right))
        room = (
            _room(made) if told.behind & _ROOM and not told.before & _ROOM else ""
        )  # `the request is beyond the limit`
        straight, crossed = (straight + SAYS * (room == "right"), crossed + SAYS * (room == "left"))
        if straight == crossed or _FIXED.fullmatch((made.left if straight > crossed else made.right).strip()):
            return None  # what stands on a side of its own is no constant
        return _NEAR[relation if straight > crossed else _FLIP[relation]] == _NEAR[sign]
    if told.vague:
        return _vaguely(told, made, left, right, sign)
    return None


def _vaguely(told: Spoken, made: AskedClaim, left: frozenset[str], right: frozenset[str], sign: str) -> bool | None:
    if told.vague in "<>":
        first, second = len(told.stems & (left - right)), len(told.stems & (right - left))
        if first == second:
            return None
        relation = told.vague if first > second else _FLIP[told.vague]
        return (_NEAR[relation] == _NEAR[sign]) is told.yes
    room = _room(made)
    if not room:
        return None
    enough = _NEAR["≤" if room == "right" else "≥"] == _NEAR[sign]
    return (enough != (told.vague == "exceeded")) is told.yes


def _room(made: AskedClaim) -> str:
    """Which side of a comparison says how much there may be: the one that is a size or a limit, of two the one that something has."""
    roomy = (bool(_ROOM & stems(made.left)), bool(_ROOM & stems(made.right)))
    if roomy == (True, True):
        roomy = (bool(_OWNED.search(made.left)), bool(_OWNED.search(made.right)))
    return "" if roomy[0] == roomy[1] else "right" if roomy[1] else "left"


_OWNED: Final = regex(r"(?i)->|\w\.\w|max|limit|capacity")


def content(said: Sequence[ClauseWord]) -> frozenset[str]:
    return frozenset(one for one in subject(said) if one not in NEUTRAL_STEMS)
