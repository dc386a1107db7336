"""Bounds, defaults and times in words that the code has otherwise: `how many guests from one house are allowed` is `max_guests_per_house`.

The name that holds most of what is asked is told with its value and where it is held against something, and which words it does not hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ....agents.said import Cited
from ....llm.english import GLUE, SHORT
from ....llm.stems import stem
from ....model.identity import qualified_of
from ....model.pattern import regex
from ....model.product import is_aside
from ....words.names import lower
from .. import limits, values
from ..defaults import PLAIN
from ..here import Found, Here, at, label
from ..question.asked import Asked
from ..question.tokens import QuestionToken, one_line, whole

_ASKS: Final = regex(
    r"(?i)(?:what|which)(?:'s| is| are) (?:the |our )?(?P<thing>.{3,160})$|(?P<how>how (?:many|long|large|big|much)) (?P<rest>.{3,160})$"
)
_WHEN: Final = regex(r"(?i)(?<=\w) (?:when|while) [a-z]{3,24}ing\b.{0,100}$")  # where it is held
_SUBJECT: Final = regex(r"(?i)(?:may|can|does|do|will|must) (?:an? |the |one )?(\w{2,30}) ")
_CAN: Final = regex(r"(?i)\b(?:allowed|permitted|may|can|at most|maximum|accepted|possible|supported)\b")
_IS_SO: Final = regex(r"(?i) (?:may|can|could|must|should|will) .{3,100} (?:be|get|become|grow)$")  # how long it may be
_PLAINLY: Final = frozenset(
    {
        "allowed",
        "permitted",
        "get",
        "become",
        "grow",
        "accepted",
        "supported",
        "single",
        "total",
        "same",
        "one",
        "each",
        "take",
    }
)
TAKEN: Final = frozenset(["max", "min", "time", "retry", "default"])
HALF: Final = 0.5  # what a word counts that only the owner's name holds
LEAST: Final = 0.6  # of the words
CUT: Final = 3  # letters that what is cut has of a word: `dups`
LONG: Final = 4  # letters of a word that counts within a longer one: `writebuffer`
ACRONYM: Final = 5
OTHERS: Final = 3
FEW: Final = 3
CHECKS: Final = 2
_WORDS: Final = regex(r"[A-Za-z]{2,40}")
_COMPARED: Final = (
    r"(?:[<>]=?\s{0,3}(?:\([\w ]{1,30}\)\s{0,3})?[\w.>-]{0,60}(?<!\w)%s(?!\w))|(?:(?<!\w)%s\s{0,3}[<>]=?)"
)


_SUM: Final = r"[\w.]{1,40}\s{1,3}[*/+-]\s{1,3}[\w.]{1,40}"


class BoundWanted(NamedTuple):
    """kinds: of bounds, as `limits` has them. words: what is bounded, as it was asked."""

    kinds: frozenset[str]
    words: tuple[str, ...]
    fits: bool = False  # a size is a bound of it


class NamedBound(NamedTuple):
    """held: how much of the words it holds, 0 to 1. others: words that were not asked for."""

    held: float
    others: int
    name: str
    missed: tuple[str, ...]


def bounded(here: Here, question: str) -> Found | None:
    """None where no bound is asked for, or no name holds enough of it."""
    wanted = _wanted(question)
    if wanted is None:
        return None
    able = {one for named in _names(here, wanted) if (one := _held(*named, wanted))}
    again = wanted.kinds == {"retry"}  # a name alone has to say it: many count their tries
    sure = {one for one in able if one.held >= LEAST} or {one for one in able if not again and _says_rest(here, one)}
    rows = sorted(sure, key=lambda one: (-one.held, one.others, one.name))  # fmt: skip
    best = [one for one in rows if (one.held, one.others) == (rows[0].held, rows[0].others)]
    if not best or len({one.name for one in best}) > FEW:
        return limits.guarded(here, question)
    said = [line for name in dict.fromkeys(one.name for one in best) for line in _told(here, name)]
    said = [line for line in said if not is_aside(line.path)] or said
    said = [line for line in said if not (again and _FLAG.search(line.text))]
    missed = (
        "; where it is held against something its line says" + ", ".join(f" `{word}`" for word in best[0].missed)
        if best[0].held < LEAST
        else "; nothing of it says " + ", ".join(f"`{word}`" for word in best[0].missed)
        if best[0].missed
        else ""
    )
    note = f"By the words of the name alone, which holds most of what is asked{missed}."
    return Found(tuple(dict.fromkeys(said)), (), note, weighed=True) if said else None


def _wanted(question: str) -> BoundWanted | None:
    plain = _WHEN.sub("", one_line(question).rstrip("?!. "))
    asked = _ASKS.match(plain)
    if asked is None or any(token.code and not _acronym(token) for token in whole(question)):
        return None
    if fits := _FITS.match(plain):
        fit = [word.lower() for word in _WORDS.findall(f"{fits['into'] or fits['whole']} {fits['what']}")]
        return BoundWanted(
            frozenset(("max",)), tuple(word for word in fit if word not in limits.LEFT | GLUE), fits=True
        )
    said = [word.lower() for word in _WORDS.findall(asked["thing"] or asked["rest"])]
    kinds = {kind for word in said if (kind := limits.ONE.get(word, ""))}
    if asked["how"]:
        lasts = asked["how"].lower() == "how long" and not _IS_SO.search(plain)
        kinds |= {"time"} if lasts else {"max"} if _CAN.search(plain) else set()
        if (
            any(stem(word) in _AGAIN for word in said) and not lasts
        ):  # how often at most: that it has failed says itself
            kinds = {"retry"}
            said = [word for word in said if stem(word) not in _AGAIN | _FAILED]
    elif said[0] not in limits.ONE and not kinds & {"max", "min"}:
        return None  # `what is the wall that the timeout …`
    kept = [word for word in said if word not in limits.ONE and word not in limits.LEFT | GLUE | _PLAINLY]
    plainly = [word for word in kept if word != "address" or "ip" not in kept]
    if (
        asked["how"]
        and not _IS_SO.search(plain)
        and len(plainly) > 1
        and plainly[0] == (_SUBJECT.match(asked["rest"]) or [""] * 2)[1].lower()
    ):
        plainly = plainly[1:]  # who it is that may
    kinds &= TAKEN
    plainly += ["retry"] if kinds == {"retry"} and asked["how"] else []  # is the word that has to be there
    return BoundWanted(frozenset(kinds), tuple(dict.fromkeys(plainly))) if kinds and plainly else None


_FITS: Final = regex(
    r"(?i)how many (?P<what>[\w -]{2,40}?) (?:(?:can |may |will |do )?(?:fit (?:in|into|on)|be (?:held|kept|stored|queued|put) (?:in|by|into)) (?P<into>.{3,80})|(?:can|may|will|does|do) (?P<whole>.{3,80}?) (?:hold|keep|contain|store))(?: at most)?$"
)
_FLAG: Final = regex(r"(?i)\bis (?:set to )?`(?:true|false|none)`")  # which is no count
_AGAIN: Final = frozenset(map(stem, ("retry", "retries", "retried", "retrying", "reattempted")))
_FAILED: Final = frozenset(map(stem, ("failed", "failing", "fails")))


def _acronym(token: QuestionToken) -> bool:
    return token.raw.isalpha() and token.raw.isupper() and len(token.raw) < ACRONYM


def _held(name: str, owner: str, given: bool, wanted: BoundWanted) -> NamedBound | None:
    """given: it is a parameter with a default."""
    own = limits.parts(name)
    kinds = {limits.ONE.get(word, "") for word in own} | ({"default"} if given else set())
    kinds |= {"max"} if wanted.fits and kinds & {"len", "num"} else set()
    if not wanted.kinds <= kinds:
        return None
    around = {stem(word) for word in lower(owner)}
    much = {word: 1.0 if _says(own, word) else HALF * (stem(word) in around) for word in wanted.words}
    weights = {
        word: HALF if word.endswith("ed") else 1.0 for word in much
    }  # `configured servers`: it only describes them
    held = sum(weights[word] * share for word, share in much.items()) / sum(weights.values())
    asked = {stem(word) for word in wanted.words}
    others = sum(stem(word) not in asked and word not in limits.ONE and not any(one in word or one.startswith(word) for one in wanted.words) for word in own)  # fmt: skip
    if held < HALF or others > OTHERS or max(much.values()) < 1.0:
        return None
    return NamedBound(held, others, name, tuple(word for word, share in much.items() if not share))


def _says_rest(here: Here, one: NamedBound) -> bool:
    """Whether a line that holds it against something has the words that it lacks: `if (recursionlevel >= maxdepth)`."""
    text = " ".join(
        line.text.rpartition("`: ")[2] or line.text for line in _told(here, one.name) if _ORDERS.search(line.text)
    ).lower()
    return all(stem(word) in text for word in one.missed)


_ORDERS: Final = regex(r"(?<![-<>])[<>]=?(?![<>])")


def _says(own: Sequence[str], word: str) -> bool:
    """`unauth` is cut from `unauthenticated`, `writebuffer` is run together."""
    spelt = {stem(long) for one in own for long in SHORT.get(one, SHORT.get(one.removesuffix("s"), "")).split()}
    if stem(word) in {*map(stem, own), *spelt} or any(
        LONG <= len(one) < len(word) and word.startswith(one) for one in own
    ):
        return True
    return len(word) >= LONG and word in "".join(own)


def _names(here: Here, wanted: BoundWanted) -> Iterator[tuple[str, str, bool]]:
    """(name, what it is a field or a parameter of, whether it is a parameter with a default), of the files that hold most of the words."""
    project, looked = here.project, [stem(word)[:CUT].encode() for word in wanted.words]
    for path in project.files:
        if is_aside(path) or not here.inside(path):
            continue
        small = project.sources(path).lower()
        if sum(one in small for one in looked) < HALF * len(looked):
            continue
        facts = project.files[path]
        stem_ = path.rpartition("/")[2].partition(".")[0]
        yield from ((macro.name, stem_, False) for macro in facts.macros if not macro.params)
        yield from ((name, stem_, False) for name, _ in facts.globals)
        yield from ((field, one.name, False) for one in facts.types for field, _ in one.fields)
        for id_, one in zip(project.ids[path], facts.functions, strict=True):
            yield from ((param.name, qualified_of(id_), True) for param in one.params if param.default)


def _told(here: Here, name: str) -> Iterator[Cited]:
    """What it is given where it is declared, by default and by a plain value, and where it is held against something."""
    given = values.value_of(here, Asked("value_of", {"A": QuestionToken("", name, code=True)}))
    yield from given.said[:FEW] if isinstance(given, Found) else ()
    if "::" in name or "." in name:
        return
    bounds = list[Cited]()
    form = re.compile(rf"(?<![\w.>-])(?P<whole>(?:[\w\[\]]{{1,40}}(?:\.|->))?{re.escape(name)})\s{{0,20}}=\s{{0,3}}(?P<value>{PLAIN}|{_SUM})\s{{0,3}}(?:;|$)")  # fmt: skip
    held = re.compile(_COMPARED % (re.escape(name), re.escape(name)))
    for id_, one in here.holders(name):
        if is_aside(one.path) or one.facts.kind == "module":
            continue
        for param in one.facts.params:
            if param.name == name and param.default:
                yield at(here.project, id_, f"`{name}` of {label(here.project, id_)} is `{param.default[:80]}` by default")  # fmt: skip
                constant = values.value_of(here, Asked("value_of", {"A": QuestionToken("", param.default, code=True)}))
                yield from constant.said[:1] if isinstance(constant, Found) and param.default.isidentifier() else ()
        text = here.project.sources(one.path)[one.facts.start : one.facts.end].decode("utf-8", "replace")
        for number, line in enumerate(text.split("\n"), one.facts.line):
            if found := form.search(line[:400]):
                yield at(here.project, id_, f"{label(here.project, id_)}: `{found['whole']}` is set to `{found['value']}`", number)  # fmt: skip
            elif held.search(line[:400]) and not line.lstrip().startswith(("*", "/", "#")):
                bounds.append(at(here.project, id_, f"{label(here.project, id_)}: `{line.strip()[:110]}`", number))
    yield from bounds[:CHECKS]


def by_bound(question: str) -> str:
    """`the smallest interval that is accepted` as `the minimum interval that is accepted`."""
    question = _OFTEN.sub(r"how many times \1", question)
    return _REACHED.sub(r"\1 exceeded", _MOST.sub("maximum", _LEAST.sub("minimum", question)))


_OFTEN: Final = regex(
    r"(?i)^how often (?=(?:do|does|will|can) .{2,80} (?:try|tries|retry|retries|attempt|attempts)\b)()"
)
_REACHED: Final = regex(
    r"(?i)\b((?:limit|maximum|quota|threshold|capacity|cap) (?:is|was|has been|gets|are)) (?:reached|hit)\b"
)
_LEAST: Final = regex(r"(?i)\b(?:smallest|lowest|shortest|tiniest|minimal)\b")
_MOST: Final = regex(r"(?i)\b(?:largest|biggest|highest|longest|greatest|maximal)\b")
