"""What happens where something cannot be done: the calls that do it, and for each what its failing arm or its handler does.

`what happens when the key file cannot be opened` finds the calls that open and name a key file (in their arguments, what they are kept in, their function's
name, or the text that is told where they fail), and tells what follows there. That a condition names the opening says not that it failed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from ...agents.said import Cited
from ...llm.stems import stem
from ...model.action import SemanticAction
from ...model.facts import Call
from ...model.product import is_aside
from ...words.names import lower
from ..codes import Failed
from ..conditions import AskedCondition, told, under
from ..own import line_at
from .arms import AskedArm, arms, looked_at
from .here import MOST, Found, Here, at, functions, label
from .nearest import Held, hits
from .question.mishap import Mishap, mishap
from .question.sought import LITTLE, SoughtWord, form, sought
from .question.tokens import QuestionToken
from .scored import above, held_by
from .verbs import LOOSE, same_as

EACH: Final = 4  # steps of one call
LEAVES: Final = ("return", "raise", "call-noreturn")
READ, FEW = 40, 12  # functions whose calls are looked at, and for a verb that means the same
AROUND, BEHIND = 300, 1500  # letters around a call in which it is said what it is done to
INSIDE: Final = 4  # letters of a verb that is run together with others: `fopen`
RUN: Final = 0.9
LEAST: Final = 0.7  # of what it is done to
TALK, NAMED, REMARK = 0.95, 0.8, 0.85  # what a word counts that the failing arm, the function's name, a comment says
LONGEST: Final = 110
CLOSE: Final = 0.9
NOTE: Final = (
    "Calls that do so by their names, and what is done where they fail; what fails in other words is not seen."
)


class FailedSite(NamedTuple):
    much: float
    id: str
    call: Call
    arms: tuple[AskedArm, ...]


def failed_step(here: Here, question: str) -> Found | None:
    """None where no such thing is asked for, or no call does so."""
    asked = mishap(question, lambda name: bool(here.project.named(name)))
    if asked is None:
        return None
    plainly = not asked.name and not asked.thing and _called(here, asked.verb)
    asked = asked._replace(name=asked.verb) if plainly else asked
    only = named_functions(here, asked.where)
    if asked.where and not only:
        return None
    best = sorted(sites_of(here, asked, only), key=lambda one: not _named_in(asked.verb, one))
    looked = [one for one in best if one.arms]
    itself = any(call.name == asked.name for id_ in only for call in here.project.functions[id_].facts.calls)
    if not looked and plainly and not itself:
        return None  # a word of English, which may mean something else
    if not looked:
        return _nowhere(here, asked, best)
    whole, said = _whole(here, looked)
    left = len({(one.id, one.call.start) for one in best}) - len(looked)
    more = (
        f" {left} more such call{'s are' if left > 1 else ' is'} tested and caught nowhere in its function."
        if left
        else ""
    )
    more += f" Whether it is done to `{asked.thing[:60]}` I do not weigh: {SOLE}." if _beside(here, asked, best) else ""
    cut = f"{MOST} of {len(said)} lines are shown. " if len(said) > MOST else ""
    cut += f"{whole} of {len(looked)} such calls are told. " if whole < len(looked) else ""
    return Found(tuple(said), tuple(dict.fromkeys(one.id for one in looked)), f"{cut}{NOTE}{more}", weighed=True)


def _named_in(verb: str, site: FailedSite) -> bool:
    """Whether what catches it is named for it: `except AuthenticationError`."""
    one = stem(verb)
    return len(one) >= INSIDE and any(arm.caught and one in arm.how.lower() for arm in site.arms)


SOLE: Final = "it is the only call there that does so by its name"


def _beside(here: Here, asked: Mishap, sites: Sequence[FailedSite]) -> bool:
    """Whether what it is done to was left out to find it."""
    return bool(asked.thing and asked.verb and asked.where) and not of_deed(here, asked, [one.id for one in sites])


def _whole(here: Here, sites: Sequence[FailedSite]) -> tuple[int, list[Cited]]:
    """How many of them are told to their end, and what is told: of more calls less each."""
    able = []
    for most in range(EACH, 0, -1):
        each = [tuple(dict.fromkeys(told_site(here, one, most))) for one in sites]
        whole = max(1, sum(lines <= MOST for lines in accumulate(map(len, each))))
        able.append((whole, together(each[:whole])))
    return max(able, key=lambda one: one[0])


def together(each: Iterable[Sequence[Cited]]) -> list[Cited]:
    """The lines of each, once: of what is asked beside another and comes to the same, nothing that is already told."""
    told = dict[Cited, None]()
    for rows in each:
        behind = [line for line in rows if line.text.startswith(THEN)]
        if not behind or not all(line in told for line in behind):
            told |= dict.fromkeys(rows)
    return list(told)


THEN: Final = "then: "


def sites_of(here: Here, asked: Mishap, only: Sequence[str]) -> list[FailedSite]:
    """The calls that are surely meant."""
    sites = _of_name(here, asked, only) if asked.name else of_deed(here, asked, only) if asked.verb else _of_thing(here, asked, only)  # fmt: skip
    sites = sites or (_only_one(here, asked, only) if asked.verb and only else [])
    return [one for one in sites if one.much >= CLOSE * sites[0].much] if sites else []


def _only_one(here: Here, asked: Mishap, only: Sequence[str]) -> list[FailedSite]:
    """The one call of a function that does so, where some of what it is done to is said there: of several it would have to be told which."""
    found = of_deed(here, asked._replace(thing=""), only)
    said = " ".join(f"{label(here.project, one.id)} {_code(here, one)}" for one in found).lower()
    near = any(word.given.lower() in said for word in sought(asked.thing))
    return found if near and len({(one.id, one.call.start) for one in found}) == 1 else []


def _of_thing(here: Here, asked: Mishap, only: Sequence[str]) -> list[FailedSite]:
    """`the callback raises`: of the functions in which it is asked, the calls of what is named so, or of what that has: `executor.run(job)`."""
    words = sought(asked.thing)
    rows = []
    for id_ in only if words else ():
        for call in here.project.functions[id_].facts.calls:
            said = [held_by(words, one.encode()) for one in (call.name, call.receiver)]
            much = max(sum(held.values()) / len(words) for held in said)
            if call.kind == "call" and much >= LEAST:
                rows.append(FailedSite(much, id_, call, tuple(arms(here.project, id_, call))))
    return sorted(rows, key=lambda one: (-one.much, one.id, one.call.start))


def _called(here: Here, name: str) -> bool:
    """Whether something of that very name is called: `fork`."""
    return any(call.name == name for _, one in here.holders(name) for call in one.facts.calls)


def named_functions(here: Here, where: str) -> list[str]:
    found = functions(here, QuestionToken("", where, code=True)) if where else []
    return [] if isinstance(found, Failed) else found


def _nowhere(here: Here, asked: Mishap, sites: Sequence[FailedSite]) -> Found | None:
    """Of a function that is named: where it is called, and that nothing there looks at it."""
    if not asked.name or not sites:
        return None
    said = [at(here.project, one.id, f"{label(here.project, one.id)}: `{_code(here, one)}`: {_untold(here, one)}",
               line_at(here.project, one.id, one.call.start)) for one in sites]  # fmt: skip
    return Found(
        tuple(said),
        tuple(one.id for one in sites),
        "An error that is raised goes on to who calls these; what is returned may be given on.",
        weighed=True,
    )


def _untold(here: Here, site: FailedSite) -> str:
    asked = looked_at(here.project, site.id, site.call)
    told_so = "what it gives is asked about; which answer says that it failed I cannot tell"
    return told_so if asked else "nothing there tests or catches what goes wrong"


def _of_name(here: Here, asked: Mishap, only: Sequence[str]) -> list[FailedSite]:
    meant = named_functions(here, asked.name)
    last = asked.name.replace("::", ".").rpartition(".")[2]
    project = here.project
    rows = []
    for id_, one in here.holders(last):
        if (only and id_ not in only) or is_aside(one.path) or one.facts.kind == "module":
            continue
        known = {site.site: site.targets for site in project.resolved(id_)} if meant else {}
        rows += [FailedSite(1.0, id_, call, tuple(arms(project, id_, call))) for number, call in enumerate(one.facts.calls)
                 if call.name == last and call.kind == "call" and (not meant or set(known.get(number, ())) & set(meant))]  # fmt: skip
    return rows


def of_deed(here: Here, asked: Mishap, only: Sequence[str]) -> list[FailedSite]:
    """The surest first; of equal ones those that more functions call."""
    words = [word for word in sought(asked.thing) if stem(word.given.lower()) != stem(asked.verb)]
    if not only and not words and not asked.verb.endswith(NOMINAL):
        return []
    every = (*words, SoughtWord(asked.verb, 1.0, tuple(form(one, LOOSE if one != stem(asked.verb) else 1.0) for one in sorted(same_as(asked.verb)))))  # fmt: skip
    held = list(hits(here, every, only, aside=False)) if not only else [(id_, {}, {}, "") for id_ in only]
    ranked = sorted(held, key=lambda one: (-_rank(one, len(every)), one[0]))[:READ]
    plainly = [site for id_, *_ in ranked for site in _sites(here, id_, asked, words, loosely=False)]
    rows = plainly or [site for id_, *_ in ranked[:FEW] for site in _sites(here, id_, asked, words, loosely=True)]
    calling = here.project.callers
    return sorted(
        rows, key=lambda one: (-round(one.much, 2), not one.arms, -len(calling.get(one.id, ())), one.id, one.call.start)
    )


NOMINAL: Final = ("ation", "ition", "ection", "uction", "ption")  # `authentication`: of a verb alone it may be any


def _rank(one: Held, count: int) -> float:
    _, head, lines, _ = one
    return sum(max([head.get(n, 0.0), *(line.get(n, 0.0) for line in lines.values())]) for n in range(count))


def _sites(here: Here, id_: str, asked: Mishap, words: Sequence[SoughtWord], *, loosely: bool) -> Iterator[FailedSite]:
    project, source = here.project, here.project.sources(here.project.functions[id_].path)
    begin = project.functions[id_].facts.start
    for call in project.functions[id_].facts.calls:
        asks = lower(call.name)[:1]
        only_asks = bool(asks) and asks[0] in project.functions[id_].language.lexicon.predicates and stem(asks[0]) not in same_as(asked.verb)  # fmt: skip
        only_asks |= not _ASKS.isdisjoint(lower(call.name)[1:])  # `setting_is_known`
        verb = 0.0 if only_asks else _does(asked.verb, call)
        if not verb or loosely is not (verb == LOOSE):
            continue
        near = source[max(0, begin + call.start - AROUND) : begin + call.end + BEHIND] + id_.encode(
            "utf-8", "surrogateescape"
        )
        if len(held_by(words, near)) < sum(word.weight > LITTLE for word in words):
            continue
        found = tuple(arms(project, id_, call))
        much = _thing(here, id_, call, found, words)
        if much >= LEAST:
            yield FailedSite(0.5 * verb + 0.5 * much, id_, call, found)


_ASKS: Final = frozenset(["is", "are", "has", "was", "should"])
PROGRAMS: Final = ("popen",)  # which starts one, and opens no file


def _does(verb: str, call: Call) -> float:
    """By its name: `xmlFdOpen` and `fopen` open."""
    if call.kind not in ("call", "construct"):
        return 0.0
    one, own = stem(verb), [stem(word) for word in lower(call.name) if word not in PROGRAMS]
    own += ["open"] if call.name.endswith("fstream") else []  # what is made by a path is opened
    if one in own:
        return 1.0
    if len(one) >= INSIDE and any(word.endswith(one) or word.startswith(one) for word in own):
        return RUN
    return LOOSE if same_as(verb) & set(own) else 0.0


def _thing(here: Here, id_: str, call: Call, found: Sequence[AskedArm], words: Sequence[SoughtWord]) -> float:
    """How much of what it is done to is said; 0 where a word is said nowhere."""
    if not words:
        return 1.0
    project, text = here.project, here.project.bound(id_).text
    line = line_at(project, id_, call.start)
    start = max(text.rfind(b"\n", 0, call.start), text.rfind(b";", 0, call.start)) + 1
    talk = " ".join(f"{each.text} {each.effect}" for arm in found for each in arm.steps)
    asked = " ".join(arm.how for arm in found)
    said = (
        (1.0, text[start : call.end]), (TALK, talk.encode()), (NAMED, asked.encode()),
        (NAMED, label(project, id_).encode()), (REMARK, above(here, id_, line, ()).encode()),
    )  # fmt: skip
    each = [
        max((much * held.get(n, 0.0) for much, where in said for held in (held_by(words, where),)), default=0.0)
        for n in range(len(words))
    ]
    if any(not much and word.weight > LITTLE for much, word in zip(each, words, strict=True)):
        return 0.0
    return sum(word.weight * much for much, word in zip(each, words, strict=True)) / sum(word.weight for word in words)


def _code(here: Here, site: FailedSite) -> str:
    text = here.project.bound(site.id).text
    code = " ".join(text[site.call.start : site.call.end].decode("utf-8", "replace").split())
    return code if len(code) <= LONGEST else f"{code[:LONGEST]}…"


def told_site(here: Here, site: FailedSite, most: int = EACH) -> Iterator[Cited]:
    project, name = here.project, label(here.project, site.id)
    for arm in site.arms:
        fails = (
            f"what `{_code(here, site)}` raises is caught by" if arm.caught else f"`{_code(here, site)}` fails where"
        )
        kept = _kept(here, site.id, arm.steps, most)
        less = f"; {len(kept)} of the {len(arm.steps)} steps there are shown" if len(kept) < len(arm.steps) else ""
        none = less if arm.steps else "; nothing is done there"
        yield at(project, site.id, f"{name}: {fails} `{arm.how}`{none}", line_at(project, site.id, site.call.start))
        for each in kept:
            code = " ".join(each.text.split())
            short = code if len(code) <= LONGEST else f"{code[:LONGEST]}…"
            decides = told(_further(under(project, site.id, each.start), arm))
            yield at(project, site.id, f"then: `{short.rstrip(';')}`{decides}", line_at(project, site.id, each.start))


def _kept(here: Here, id_: str, steps: Sequence[SemanticAction], most: int) -> tuple[SemanticAction, ...]:
    """The first steps, and how it ends: each that leaves, else the last."""
    if len(steps) <= most:
        return tuple(steps)
    blocks = here.project.cfg(id_).blocks
    leaving = [each for each in steps if blocks[each.block].ops[each.op].kind in LEAVES]
    ends = leaving[-max(1, most - 1) :] or [steps[-1]]
    first = [each for each in steps if each not in ends][: most - len(ends)]
    return tuple(sorted((*first, *ends), key=lambda each: each.start))


def _further(conditions: Sequence[AskedCondition], arm: AskedArm) -> tuple[AskedCondition, ...]:
    """What decides over a step beside that the call has failed: what is asked behind that."""
    asked = arm.how.removeprefix("not ").strip("()")
    behind = max((at for at, one in enumerate(conditions) if asked and asked in one.said), default=-1)
    return tuple(conditions[behind + 1 :]) if behind >= 0 else ()
