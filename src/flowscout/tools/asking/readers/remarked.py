"""What the authors themselves say to a question: the sentences of comments and descriptions that speak of all that is asked, quoted.

A question is cut into what asks, how much or why or which, and the words that name something. Every one of these has to be said: by one sentence mostly,
by the rest of its paragraph, by the code below, or by the name of what it describes. What is asked of something that is not so is answered by no sentence
that says it is; a number, a time or a reason that is asked for has to be there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from ....agents.said import Cited
from ....llm.english import GLUE, NEGATORS, words
from ....llm.stems import SAME, stem, stems
from ....model.identity import qualified_of
from ....model.pattern import regex
from ....model.product import is_aside
from .. import concept
from ..here import Found, Here, is_promise, label
from ..limits import ONE
from ..limits import SAME as BOUNDS
from ..prose import Paragraph, paragraphs
from ..question.sought import ASKING, LITTLE, sought
from ..question.tokens import one_line
from ..shape import name_of_type
from ..verbs import same_as

MOST: Final = 3  # that are told
BESIDE, BELOW, NAME, HEAD = (
    0.8,
    0.85,
    0.8,
    0.7,
)  # what a word counts that the sentence itself does not say, by where it is found
ALIKE, OTHER = 0.9, 0.92  # of that, a verb that means the same, and another such word
SAID, OWN, SURE, WHOLE = (
    0.5,
    0.6,
    0.8,
    0.8,
)  # of each word, of all by the sentence itself, of all so that nothing else is asked first, and of all
COMMON: Final = 0.3  # of the rarest: what everything here is about need not be said
LENGTH: Final = 0.001  # what each of its words costs
CLOSE: Final = 0.92  # of the best
REASONS: Final = 3  # sentences in which a reason stands
TOGETHER: Final = 4  # sentences that are quoted
RIGHT_BELOW, JUST = 12, 3  # lines under a comment, in which a step is of it, and a function begins
WIDE: Final = 420
CODE: Final = 110
NEAR: Final = 4  # words before one in which it is denied
_LISTED: Final = regex(
    r"(?i)\s{0,9}(?:which|what) .{2,60} (?:supported|available|valid|accepted|allowed|possible|known|recogni[sz]ed|there)$"
)
_LIST: Final = regex(r"[\"'`\w]{2}(?:, | or | and |/)[\"'`]?\w.{0,80}(?:, | or | and |/)")
_BY_DEFAULT: Final = regex(r"(?i)\bdefaults?(?: is| to|s to)?:? ?\(?`{0,2}-?\d")
_TIMES: Final = regex(r"(?i)how (?:long|often|soon)\b")
_AMOUNT: Final = regex(r"(?i)\b(?:how (?:many|much|long|often|big|large|old|soon)|maximum|minimum|longest|largest|at most|limit of|(?:what|which)(?:'s| is| are) (?:the )?(?:[\w-]{1,30} ){0,3}(?:size|length|timeout|interval|limit|capacity|depth|width|height|delay|port)(?! of the (?:class|type)))\b")  # fmt: skip
_HEAD: Final = regex(
    r"(?i)\s{0,9}(?:how many|which|what) (?:[a-z-]{1,40} ){0,2}?(?P<head>[a-z]{3,40}) (?:is|are|was|were|do|does|did|can|could|will|would|should|must|may|have|has|get|gets)\b"
)
_WHEN: Final = regex(r"(?i)\s{0,9}(?:when|under (?:what|which)|in (?:what|which) cases?|how soon)\b")
_IF: Final = regex(
    r"(?i)(?:^|\s)(?:if|when|whenever|once|until|unless|as soon as|after|every|each time|as long as|in case) (?!necessary|needed|any\b(?! \w)|possible|required|so\b|not\b)(?P<clause>[^,;]{2,200})"
)
_AS_LONG: Final = regex(r"(?i)\b(?:until|as long as)\b[^,;.]{2,200}")  # how long, which says not when that is done
_COUNTS: Final = regex(r"(?i)how many\b")
_WHY: Final = regex(r"(?i)\s{0,9}(?:why|for what reason|what is the reason)\b")
_REASON: Final = regex(r"(?i)\b(?:because|since|so that|otherwise|avoid\w*|prevent\w*|in order|might|may|would|could|cannot|can't|must|never|not|need\w*|without|unless|instead|as (?:we|it|the|this|they)|to)\b")  # fmt: skip
_NUMBER: Final = regex(r"(?<![\w.])-?\d[\d_,.]*\w{0,2}\b|(?i:\b(?:infinit\w+|unlimited|forever|no limit)\b)")
_TIME: Final = regex(r"(?i)(?:seconds?|secs?|ms|milliseconds?|minutes?|hours?|days?|timeouts?|time(?!s)|delay|interval|backoff|period)(?![a-z])")  # fmt: skip
_CODE: Final = regex(r"(?:^|\s)[\w.]{1,60} ?= ?\S{0,60}\(|^\W|>>>")
_NOUN: Final = regex(r"\b\w{2,40}(?:ions?|ments?|[^e]ers?|ors?)\b")
_UNSAID: Final = ("", "un", "in", "im", "non", "dis")
_LINKS: Final = ("is", "are", "was", "be", "has", "have")
_COMPARES: Final = regex(r"(?i)(?:distinct|unlike|similar|see|compare|differs?|as opposed)\b")  # it speaks of another
_OPEN: Final = regex(
    r"(?i)\s{0,9}(?:what (?:happens|does|do|will|would|is done)|when|how (?!many|much|long|often|big|large|old)|which (?!(?:functions?|methods?|class(?:es)?|code|files?|modules?|parts?|tests?)\b)|does|do|did|is|are|can|could|will|would|should)\b"
)
_DENIES: Final = NEGATORS | words("fail fails failed unable missing invalid empty none null nil false")
_FRAME: Final = words(
    "before after without within two one already until while than between said exactly noticed giving give up allowed "
    "respected meant given ever still actually via needed supposed normally"
)
_LEFT: Final = (
    GLUE
    | _FRAME
    | ASKING
    | words(
        "happen happens get gets got make makes work works there many much function functions code method class else anything something"
    )
)
_WORD: Final = regex(r"[A-Za-z][A-Za-z'’]*")
_YES_OR_NO: Final = regex(r"(?i)\s{0,9}(?:does|do|did|is|are|was|were|can|could|will|would|should|must|may|has|have)\b")
_LOOSE: Final = regex(
    r"(?i)\s{0,9}(?:how|where) (?:is|are|does|do|did|can|will) .{1,120}\b(?:found|find|figured?|decided?|handled?|done|dealt|treated|managed|works?|implemented|known?|told|tell|noticed|made sure)(?: out| of| with)?(?: by| in|$)"
)  # of a deed that any code does
_EXACT: Final = regex(r"(?i)\b(?:calls?|called|callers?|callees?|overrid\w{1,4}|deriv\w{1,4}|subclass\w{0,2}|tests?|import\w{0,3})\b")  # fmt: skip
NOTE: Final = "What comments and descriptions say of it, quoted; whether the code does so is not weighed."
NEITHER: Final = "I say neither yes nor no."


class WordWanted(NamedTuple):
    """same: by stem what says the same, with what it weighs. denied: whether it is asked of what is not so."""

    word: str
    weight: float
    same: dict[str, float]
    denied: bool


class QuotedRemark(NamedTuple):
    """itself: how much of all the sentence says."""

    score: float
    itself: float
    text: str
    path: str
    line: int
    owner: str
    code: str


def remarked(here: Here, question: str) -> Found | None:
    """None where nobody wrote of all of it; `why` was asked before."""
    return _remarked(here, question, OWN) if not _WHY.match(question) else None


def instead_of_steps(here: Here, question: str) -> Found | None:
    """Of when, how, whether, and what happens: where one sentence says all of it. Where steps right below it say so, too, the steps of these functions."""
    found = _remarked(here, question, SURE) if _OPEN.match(question) else None
    steps = concept.conceived(here, question) if found else None
    if found is None or steps is None:
        return found
    below = [step for step in steps.said for one in found.said if one.path == step.path and 0 <= step.line - one.line <= RIGHT_BELOW]  # fmt: skip
    owners = {(step.path, step.text.partition(": ")[0]) for step in below}
    kept = tuple(step for step in steps.said if (step.path, step.text.partition(": ")[0]) in owners)
    return steps._replace(said=kept, total=len(kept)) if kept else found


def why(here: Here, question: str) -> Found | None:
    return _remarked(here, question, OWN) if _WHY.match(question) else None


def _remarked(here: Here, question: str, least: float) -> Found | None:
    plain = one_line(question).rstrip("?!. ")
    wanted = _wanted(plain)
    if _EXACT.search(plain) or _LOOSE.match(plain) or sum(one.weight > LITTLE for one in wanted) < 2:
        return None
    every = sorted(_every(here, plain, wanted), key=lambda one: (-round(one.score, 3), one.path, one.line))
    best = [one for one in every if one.score >= CLOSE * every[0].score and one.itself >= least]
    said = tuple(dict.fromkeys(map(_said, best)))[:MOST]
    note = f"{NEITHER} {NOTE}" if _YES_OR_NO.match(plain) else NOTE
    return Found(said, (), note, weighed=True) if said else None


def _wanted(question: str) -> tuple[WordWanted, ...]:
    made = list[WordWanted]()
    raws = [raw.lower() for raw in _WORD.findall(question)]
    head = _HEAD.match(question)
    listed = raws[-1] if raws and _LISTED.match(question) else ""  # which it is, the list says
    for one in sought(question):
        small = one.given.lower()
        if small in _FRAME or small.startswith("too ") or small == listed:
            continue
        own = stem(small.removesuffix("()").rpartition(".")[2])
        same = dict.fromkeys(same_as(small), ALIKE) | dict.fromkeys(SAME.get(own, frozenset()), OTHER)
        same |= {stem(other): OTHER for other in BOUNDS.get(ONE.get(small, ""), ())} | {own: 1.0}
        if small.endswith(("ation", "ations")) and own.endswith("at"):
            same[own.removesuffix("at")] = OTHER  # `installation` of what is installed
        heavy = small == "default" or (head is not None and head["head"].lower() == small)
        made.append(WordWanted(small, 1.0 if heavy else one.weight, same, _denied(raws, small)))
    known = {one.word for one in made} | {key for one in made for key in one.same}
    for small in dict.fromkeys(raws):
        if len(small) > 2 and small not in _LEFT and small != listed and stem(small) not in known:
            made.append(WordWanted(small, LITTLE, {stem(small): 1.0}, _denied(raws, small)))
    return tuple(made)


def _denied(raws: Sequence[str], small: str) -> bool:
    places = [at for at, raw in enumerate(raws) if raw == small]
    return any(raw in NEGATORS or raw.endswith(("n't", "n’t")) for at in places for raw in raws[max(0, at - NEAR) : at])


def _every(here: Here, question: str, wanted: Sequence[WordWanted]) -> Iterator[QuotedRemark]:
    literals = [[key.removesuffix("y")[:4] for key in one.same if len(key) > 2] for one in wanted]
    heavy = [number for number, one in enumerate(wanted) if one.weight > LITTLE]
    found = list[tuple[str, Paragraph, set[int]]]()
    read = 0
    for path in here.project.files:
        if is_aside(path) or not here.inside(path):
            continue
        source = here.project.sources(path)
        small = source.lower()
        there = [any(literal.encode() in small for literal in one) for one in literals]
        if sum(there[number] for number in heavy) < len(heavy) - 1:
            continue
        every = paragraphs(source, path)
        for each in _whole(every) if _WHY.match(question) else every:
            read += 1
            text = " ".join(one.text for one in each.sentences).lower()
            if held := {number for number, one in enumerate(literals) if any(literal in text for literal in one)}:
                found.append((path, each, held))
    rare = [math.log(2 + read / (1 + sum(number in held for _, _, held in found))) for number in range(len(wanted))]
    weights = [one.weight * much for one, much in zip(wanted, rare, strict=True)]
    for path, each, held in found:
        if sum(weights[n] for n in held) >= OWN * sum(weights) and (made := _of(here, question, path, each, wanted, weights)):  # fmt: skip
            yield made


def _whole(every: Iterable[Paragraph]) -> Iterator[Paragraph]:
    """Those of one comment or description as one: a reason may stand in the next."""
    for _, parts in groupby(every, key=lambda one: (one.head, one.behind)):
        first, *others = parts
        yield first._replace(sentences=(*first.sentences, *(said for one in others for said in one.sentences)))


def _of(
    here: Here, question: str, path: str, each: Paragraph, wanted: Sequence[WordWanted], weights: Sequence[float]
) -> QuotedRemark | None:
    owner = _owner(here, path, each)
    known = owner in here.project.functions
    name = qualified_of(owner) if known else owner
    around = (
        (BESIDE, " ".join(one.text for one in each.sentences)),
        (BELOW, " ".join(each.code)),
        (HEAD, each.head),
        (NAME, f"{name} {path.rpartition('/')[2].partition('.')[0]}"),
    )
    best = max(_weighed(question, each, around, wanted, weights), default=None)
    said = _quoted(question, each, -best[2], wanted) if best else ""
    if not best or not said:
        return None
    line, code = each.sentences[-best[2]].line, each.code[0] if each.code else ""
    return QuotedRemark(best[0], best[1], said, path, line, label(here.project, owner) if known else owner, code)


def _weighed(
    question: str, each: Paragraph, around: Sequence[tuple[float, str]], wanted: Sequence[WordWanted], weights: Sequence[float]
) -> Iterator[tuple[float, float, int]]:  # fmt: skip
    """(how much is said, how much by the sentence itself, less its number) of each that says enough."""
    total, needed = sum(weights), COMMON * max(weights)
    for at, sentence in enumerate(each.sentences):
        reasons = _WHY.match(question) is not None  # a reason stands before or behind what it is of
        text = " ".join(one.text for one in each.sentences[at : at + REASONS]) if reasons else sentence.text
        if _CODE.search(sentence.text) or not _fits(question, text, wanted):
            continue
        own = [_much(one, text) for one in wanted]
        much = [
            max(mine, *(share * _much(one, other) for share, other in around))
            for one, mine in zip(wanted, own, strict=True)
        ]
        rows = zip(wanted, weights, much, strict=True)
        if any(one.weight > LITTLE and weight >= needed and share < SAID for one, weight, share in rows):
            continue
        whole = sum(a * b for a, b in zip(weights, much, strict=True)) / total
        itself = sum(a * b for a, b in zip(weights, own, strict=True)) / total
        if whole >= WHOLE and itself >= OWN:
            yield whole + 0.3 * itself - LENGTH * len(sentence.text.split()), itself, -at


def _quoted(question: str, each: Paragraph, at: int, wanted: Sequence[WordWanted]) -> str:
    """The sentence with those that say what it leaves out; nothing where what is asked how much it is has no number."""
    reasons = range(at, min(at + REASONS, len(each.sentences))) if _WHY.match(question) else ()
    chosen = {at, *[n for n in reasons if _REASON.search(each.sentences[n].text)][:1]}
    held = stems(each.sentences[at].text)
    nearest = sorted(range(len(each.sentences)), key=lambda one: (abs(one - at), one))
    for one in wanted:
        if one.same.keys().isdisjoint(held) and len(chosen) < TOGETHER:
            chosen |= set([n for n in nearest if not one.same.keys().isdisjoint(stems(each.sentences[n].text))][:1])
    if _AMOUNT.search(question) or _LISTED.search(question):
        listed = _AMOUNT.search(question) is None
        able = [n for n in nearest if listed or n == at or _BY_DEFAULT.search(each.sentences[n].text)]
        told = next((n for n in able if _tells(question, each.sentences[n].text, wanted)), None)
        if told is None and not _tells(question, " ".join(each.code[:1]), wanted):
            return ""
        chosen |= set() if told is None else {told}
    said = ""
    for n in sorted(chosen):
        between = "" if not said else ". " if said[-1:].isalnum() else " "
        said = f"{said}{between}{'… ' if said and n - 1 not in chosen else ''}{each.sentences[n].text}"
    return said


def _tells(question: str, text: str, wanted: Sequence[WordWanted]) -> bool:
    """Whether it lists some, or has a number of what is asked: of so many, of a time, of a bound."""
    if not _AMOUNT.search(question):
        return _LIST.search(text) is not None
    if not _NUMBER.search(text):
        return False
    if _BY_DEFAULT.search(text):
        return True
    if _TIMES.search(question):
        return _TIME.search(text) is not None
    head = _HEAD.match(question) if _COUNTS.match(question) else None
    named = [one for one in wanted if (one.word == head["head"].lower() if head else one.word in ONE)]
    held = stems(text)
    return any(not one.same.keys().isdisjoint(held) for one in named)


@lru_cache(maxsize=4096)
def _verbal(text: str) -> frozenset[str]:
    """Stems of what may be a verb: a connection is no opening."""
    return stems(_NOUN.sub(" ", text))


def _much(one: WordWanted, text: str) -> float:
    held, verbs = stems(text), _verbal(text)
    if one.denied and any(f"{un}{key}" in held for un in _UNSAID for key in one.same):
        return 1.0
    return max((much for key, much in one.same.items() if key in (verbs if much == ALIKE else held)), default=0.0)


def _fits(question: str, text: str, wanted: Sequence[WordWanted]) -> bool:
    """Whether a sentence can answer what is asked: with a reason, of what is so or is not so."""
    if _WHY.match(question) and not _REASON.search(text):
        return False
    if _WHEN.match(question):
        clause = _IF.search(_AS_LONG.sub(" ", text))
        done = _IF.sub(" ", text) if clause else ""
        if any(not _much(one, done) for one in wanted):
            return False  # it says what is done when that is so, not when that is so
    head = _HEAD.match(question)
    named = head["head"].lower() if head else ""
    if any(one.word == named and one.same.keys().isdisjoint(stems(text)) for one in wanted):
        return False  # which of something are asked, it is not of these
    return not _COMPARES.match(text) and (not any(one.denied for one in wanted) or _denies(text, wanted))


def _denies(text: str, wanted: Sequence[WordWanted]) -> bool:
    """Whether one of the words that are asked as what is not so is denied there."""
    raws = [raw.lower() for raw in _WORD.findall(text)]
    for at, raw in enumerate(raws):
        for one in wanted if raw not in _LEFT else ():
            if one.denied and any(stem(raw) == f"{un}{key}" for un in _UNSAID[1:] for key in one.same):
                return True
            near = raws[max(0, at - NEAR) : at]
            behind = raws[at + 1 : at + NEAR] if raws[at + 1 : at + 2] and raws[at + 1] in _LINKS else []
            if one.denied and stem(raw) in one.same and any(_denying(other) for other in (*near, *behind)):
                return True
    return False


def _denying(raw: str) -> bool:
    return raw in _DENIES or raw.endswith(("n't", "n’t"))


@lru_cache(maxsize=64)
def _spans(here: Here, path: str) -> tuple[tuple[int, int, str], ...]:
    """The functions and types of a file: first line, last line, id of a function or name of a type."""
    project = here.project
    made = [(facts.line, facts.end_line, id_) for id_ in project.ids.get(path, ())
            if (facts := project.functions[id_].facts).kind not in ("module", "lambda") and not is_promise(project, id_)]  # fmt: skip
    made += [(one.line, one.end_line, name_of_type(one)) for one in project.files[path].types]
    return tuple(made)


def _owner(here: Here, path: str, each: Paragraph) -> str:
    """The function or type in which it stands; of a comment the function right below."""
    spans = _spans(here, path)
    inside = max((span for span in spans if span[0] <= each.line <= span[1]), default=(0, 0, ""))[2]
    if each.described or inside in here.project.functions:
        return inside
    return min((span for span in spans if 0 <= span[0] - each.behind <= JUST), default=(0, 0, inside))[2]


def _said(one: QuotedRemark) -> Cited:
    text = one.text.replace("`", "'")
    short = text if len(text) <= WIDE else f"{text[: WIDE - 2]} …"
    code = one.code if len(one.code) <= CODE else f"{one.code[: CODE - 2]} …"
    above = f", above `{code}`" if len(code) > 2 else ""
    return Cited(f'{one.owner or one.path.rpartition("/")[2]}: "{short}"{above}', one.path, one.line)
