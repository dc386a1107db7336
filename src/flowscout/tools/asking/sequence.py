"""What a function does before what: the steps that are asked for, in the order in which control reaches them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from ...llm.english import GLUE
from ...llm.stems import kinds_of, stem, stems
from ...model import action
from ...model.pattern import regex
from ...words.names import lower
from ..codes import NO_RESULTS, Failed
from ..conditions import order_of, precedes, told, under
from ..own import line_at
from .bystep import LITTLE
from .here import Found, Here, at, each, label
from .question.asked import Asked
from .scored import above
from .verbs import KIND, OF_NAME, surely

MOST: Final = 4  # steps that may be meant by one phrase
NOTE: Final = "By the words and calls of its own steps"
LONGEST: Final = 120  # characters of a step
_CALLED: Final = regex(r"(\w{1,80})\(")
_TEXT: Final = regex(r"\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'")
_WORD: Final = regex(r"[A-Za-z_][\w:.>-]*")


class SequenceStep(NamedTuple):
    start: int
    text: str


class Meant(NamedTuple):
    """sure: by all that is asked for, not by its verb alone."""

    steps: list[SequenceStep]
    sure: bool


def in_order(here: Here, asked: Asked) -> Found | Failed:
    return each(here, asked.names["A"], lambda id_: _told(here, id_, asked))


def _told(here: Here, id_: str, asked: Asked) -> Found | Failed:
    project, name = here.project, label(here.project, id_)
    meant = [steps_of(here, id_, asked.names[side].raw) for side in "XY"]
    unseen = [asked.names[side].raw for side, found in zip("XY", meant, strict=True) if not found.steps]
    if unseen:
        return Failed(
            NO_RESULTS, f"I find no step of {name} that is surely `{unseen[0][:80]}`, so I cannot tell the order"
        )
    one, other = (found.steps for found in meant)
    if set(one) & set(other):
        return Failed(NO_RESULTS, f"I cannot tell the steps of {name} that are `{asked.names['X'].raw[:60]}` from those that are `{asked.names['Y'].raw[:60]}`")  # fmt: skip
    both = sorted({*one, *other})
    said = [
        at(
            project,
            id_,
            f"{name}: `{step.text}`{told(under(project, id_, step.start))}",
            line_at(project, id_, step.start),
        )
        for step in both
    ]
    found = verdict(here, id_, one, other)
    first, second = asked.names["X"].raw[:60], asked.names["Y"].raw[:60]
    if not found:
        return Found(
            tuple(dict.fromkeys(said)),
            (id_,),
            f"Its steps of `{first}` and of `{second}`, as they stand: neither always comes before the other.",
        )
    told_first, told_second = (first, second) if found == "before" else (second, first)
    answer = f"`{told_first}` comes first, then `{told_second}`"
    sure = all(found.sure for found in meant)
    if asked.kind != "order" and sure:
        answer = f"{'Yes' if asked.kind == f'order_{found}' else 'No'}: {answer}"
    note = NOTE + ("." if sure else ", if these are the ones that are meant.")
    head = at(project, id_, f"{answer} (in {name}, where both are done)", said[0].line)
    return Found((head, *dict.fromkeys(said)), (id_,), note)


def around(here: Here, asked: Asked) -> Found | Failed:
    """What is done after a step, or before it, by what stands there: `which happens after A in B`."""
    return each(here, asked.names["B"], lambda id_: _around(here, id_, asked))


def _around(here: Here, id_: str, asked: Asked) -> Found | Failed:
    project, name, after = here.project, label(here.project, id_), asked.kind == "after_step"
    meant = steps_of(here, id_, asked.names["A"].raw).steps
    if len(meant) != 1:
        return Failed(NO_RESULTS, f"I find {len(meant) or 'no'} steps of {name} that are `{asked.names['A'].raw[:80]}`, so I cannot tell what is done beside it")  # fmt: skip
    rows = [
        at(
            project,
            id_,
            f"{name}: `{' '.join(one.text.split())[:LONGEST]}`{told(under(project, id_, one.start))}",
            line_at(project, id_, one.start),
        )
        for one in sorted(project.actions(id_), key=lambda one: one.start)
        if one.type not in action.ELIDED
        and one.text.strip()
        and precedes(project, id_, *((meant[0].start, one.start) if after else (one.start, meant[0].start)))
    ]
    word = "after" if after else "before"
    none = at(project, id_, f"{name} does nothing {word} it that I can tell", line_at(project, id_, meant[0].start))
    return Found(
        tuple(dict.fromkeys(rows if after else rows[::-1])) or (none,),
        (id_,),
        f"Its steps {word} it, the nearest first.",
    )


def verdict(here: Here, id_: str, one: list[SequenceStep], other: list[SequenceStep]) -> str:
    """`before` where each of the first comes before each of the second, `after` the other way round."""
    return order_of(here.project, id_, [step.start for step in one], [step.start for step in other])


def steps_of(here: Here, id_: str, phrase: str) -> Meant:
    """The steps that have most of a phrase: its names in their code, or its words, the verb first; else the only one that has the verb."""
    names = [word.replace("()", "") for word in _WORD.findall(phrase) if not word.isalpha() or not word.islower()]
    plain = [word.lower() for word in _WORD.findall(phrase) if word.lower() not in GLUE | LITTLE]
    verb, wanted = (stem(plain[0]), frozenset(map(stem, plain[1:]))) if plain else ("", frozenset[str]())
    whole, by_verb, much = list[SequenceStep](), list[SequenceStep](), dict[SequenceStep, int]()
    for start, text, said in _candidates(here, id_):
        code = " ".join(text.split())
        step = SequenceStep(start, code if len(code) <= LONGEST else f"{code[:LONGEST]}…")
        words = stems(f"{said} {_UNSAID.sub('', code) if _TALKS.match(code) else code}")  # what is told is not done
        words |= {verb, *(_in_one(plain, code))} if not names and _in_one(plain, code) else frozenset()
        if names:
            whole += [step] if all(_in(name, code) for name in names) else []
        elif verb in words and 2 * len(wanted & words) >= len(wanted):
            whole.append(step)
            much[step] = len(wanted & words)
        elif verb in words:
            by_verb.append(step)
    whole = [step for step in whole if not much or much[step] == max(much.values())]
    setting = bool(names) and any("change" in kinds_of(word) for word in plain)
    done_so = [step for step in whole if setting and any(_set(name, step.text) for name in names)]
    exact = [
        step
        for step in whole
        if any({verb, *wanted} <= stems(name) for name in _CALLED.findall(_TEXT.sub('""', step.text)))
    ]
    calling = done_so or exact or [step for step in whole if "(" in step.text] or whole
    if calling:
        return Meant(calling if len(calling) <= MOST else [], True)
    if not names and (noted := _noted(here, id_, verb, wanted)):
        return Meant(noted, False)
    return Meant(by_verb if len(by_verb) == 1 else _of_kind(here, id_, plain, wanted) if not names else [], False)


_TALKS: Final = regex(
    r"(?i)\(?\w{0,20}(?:log|print|verbose|warn|debug|trace|err|msg|message|info|puts|fatal|die)\w{0,12}\s?\("
)
_UNSAID: Final = regex(r"\"[^\"\n]{0,300}\"|'[^'\n]{0,300}'|\"[^\"\n]{0,300}$")


def _in_one(plain: list[str], code: str) -> frozenset[str]:
    """The words of a phrase that a name has run together and cut: `privdrop` is to drop privileges."""
    if len(plain) < len(("verb", "thing")):
        return frozenset()
    verb, others = plain[0], plain[1:]
    for name in map(str.lower, _CALLED.findall(code)):
        for cut in {name.removeprefix(verb), name.removesuffix(verb)} - {name}:
            if len(cut) >= SHORTEST and (met := [word for word in others if word.startswith(cut)]):
                return frozenset(map(stem, met))
    for name in _CALLED.findall(code):  # `cap_start` starts capturing
        parts = lower(name)
        rest = [part for part in parts if stem(part) != stem(verb)]
        met = [word for word in others for part in rest if len(part) >= SHORTEST and word.startswith(part)]
        if len(rest) < len(parts) and rest and len(met) >= len(rest):
            return frozenset(map(stem, met))
    return frozenset()


SHORTEST: Final = 3  # letters of a word that is cut


def _noted(here: Here, id_: str, verb: str, wanted: frozenset[str]) -> list[SequenceStep]:
    """The step below the one remark that says so with its first word and names all of it: `// Unlock the door` above `busy = False`."""
    found: dict[str, SequenceStep] = {}
    for start, text, _ in sorted(_candidates(here, id_)):
        remark = above(here, id_, line_at(here.project, id_, start), ())
        first = _WORD.match(remark)
        if wanted and first and stem(first[0].lower()) == verb and wanted <= stems(remark):
            code = " ".join(text.split())
            found.setdefault(remark, SequenceStep(start, code if len(code) <= LONGEST else f"{code[:LONGEST]}…"))
    return list(found.values()) if len(found) == 1 else []


def _of_kind(here: Here, id_: str, plain: list[str], wanted: frozenset[str]) -> list[SequenceStep]:
    """The one step that does something of the kind, `unlink(path)` where it is asked when the old file is removed; of several, the one that has more of the words."""
    rows = [(each, len(wanted & stems(f"{each.effect} {each.text}"))) for each in here.project.actions(id_) if each.type not in action.ELIDED and each.text.strip()
            and plain and surely(plain[0], each, id_) >= KIND and surely(plain[0], each, id_) != OF_NAME]  # fmt: skip
    most = max((words for _, words in rows), default=0)
    best = [each for each, words in rows if words == most and (len(rows) == 1 or words == len(wanted))]
    code = " ".join(best[0].text.split()) if best else ""
    return (
        [SequenceStep(best[0].start, code if len(code) <= LONGEST else f"{code[:LONGEST]}…")] if len(best) == 1 else []
    )


def _set(name: str, code: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}\s*[-+|&]?=(?!=)", code) is not None


def _candidates(here: Here, id_: str) -> Iterator[tuple[int, str, str]]:
    """(offset, code, words) of each step, and of the calls that are no step: `(void)unlink(path)`."""
    steps = [each_ for each_ in sorted(here.project.actions(id_), key=lambda found: found.start) if each_.text.strip()]
    yield from ((each_.start, each_.text, each_.effect) for each_ in steps if each_.type not in action.ELIDED)
    facts = here.project.functions[id_].facts
    text = here.project.sources(here.project.functions[id_].path)[facts.start : facts.end]
    told_already = [
        (each_.start, each_.start + len(each_.text.encode())) for each_ in steps if each_.type != action.UTILITY
    ]
    for call in facts.calls:
        if call.kind == "call" and not any(start <= call.start < end for start, end in told_already):
            yield call.start, text[call.start : call.end].decode("utf-8", "replace"), call.name


def _in(name: str, code: str) -> bool:
    last = re.split(r"::|->|\.", name)[-1]
    return bool(last) and re.search(rf"(?<!\w){re.escape(last)}(?!\w)", code) is not None
