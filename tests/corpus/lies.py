"""Labels held against the laws of words. Each law looks at a step's label, its whole words and its code, not at the rules that
made them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final, NamedTuple

from flowscout import shelf
from flowscout.model import limits
from flowscout.model.identity import path_of
from flowscout.model.sfm import ACTION, BRANCHING, MEDIUM, STATE_CHANGE, ScenarioFlowModel, ScenarioStep
from flowscout.pipeline import Project
from flowscout.words.names import split


class Lie(NamedTuple):
    law: str
    label: str
    code: str


_ASKS: Final = re.compile(
    r" (?:is not|is|has no|has|lacks|equals|differs from|does not|cannot|must not|should not)(?= |\?|$)"
    r"(?: (?:less than|at most|more than|at least|in)(?= ))?"
)
_INSIDE: Final = re.compile(r"\"[^\"]*\"|'[^']*'|\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")


def _outside(text: str) -> str:
    while True:
        shorter = _INSIDE.sub("·", text)
        if shorter == text:
            return text
        text = shorter


def polarity(step: ScenarioStep) -> Iterator[str]:
    """Short words are whole; of long ones what is asked stays, in its order, and the last comparand's end."""
    whole = " ".join(step.whole.split())
    if step.members or step.label == whole or (step.evidence and _code(step.label) == _code(step.evidence.text)):
        return  # of two steps that would read the same the code stands
    if "\n• " in step.label:  # told as a list
        lines = [part for line in step.label.split("\n• ")[1:] for part in _with_below(line)]
        yield from ("a line says what the whole does not" for line in lines if "…" not in line and line not in whole)
    elif len(whole) <= limits.STEP_TEXT:
        yield "shortened without need"
    if step.step_type in BRANCHING and "…" in step.label:
        yield from _asked(step.label, whole)


def _with_below(line: str) -> list[str]:
    """A line of a list, and those below it."""
    head, *below = re.split(r"\n(?:– )+", line)
    return [head.removesuffix(":") if below else head, *below]


def _asked(label: str, whole: str) -> Iterator[str]:
    said, kept = _outside(whole), _outside(label)
    if re.search(r" (?:and|or) ", said):
        joins, left = set(re.findall(r" (and|or) ", said)), set(re.findall(r" (and|or) ", kept))
        if not left or not left <= joins or ("or" in joins and "or" not in left):
            yield "the row is torn"
        ends = [re.split(r" (?:and|or) ", text) for text in (said, kept)]
        pairs = [(ends[0][0], ends[1][0]), (ends[0][-1], ends[1][-1])]
    else:
        pairs = [(said, kept)]
    for one, other in pairs:
        if [m[0] for m in _ASKS.finditer(one)] != [m[0] for m in _ASKS.finditer(other)]:
            yield "what is asked is cut"
        if one.startswith("not ") != other.startswith("not "):
            yield "a not is cut"
    if whole.rstrip("?")[-2:] != label.rstrip("?")[-2:] and not (
        whole.rstrip("?").endswith(")") and label.rstrip("?").endswith("…)")
    ):
        yield "the end is cut"


_CALL: Final = re.compile(r"(?:await\s+)?(?:new\s+)?((?:[\w.]|::|->|<[\w:<>, *]*>)+)\s*\((.*)\)", re.DOTALL)
_MADE: Final = re.compile(r"([^=(\"']*[\w\])])\s*=(?!=)\s*(.*)", re.DOTALL)
_BY_ADDRESS: Final = re.compile(r"[(,]\s*&\s*(\w+)\s*[,)]")
_CASTS: Final = ("static_cast", "reinterpret_cast", "const_cast", "dynamic_cast", "std::move", "std::forward")
_ENGLISH: Final = re.compile(r"[A-Z][a-z]*:? (?![-+*/%|&^]?=)|[A-Z][a-z]*$")
_ASSERTS: Final = re.compile(r"assert|check|expect|require", re.IGNORECASE)
LIBRARY: Final = shelf.load(
    "flowscout.languages", "python"
).lexicon.calls  # `os.remove(p)` is told by its lexicon, "Remove p"
_CONTAINERS: Final = frozenset({"push_back", "emplace_back"})  # "Append x to items"


def _call(code: str) -> tuple[str, str] | None:
    """The callee as written and its arguments, where the code is one call and nothing else."""
    found = _CALL.fullmatch(code)
    depth = 0
    for char in found[2] if found else "":
        depth += (char in "([{") - (char in ")]}")
        if depth < 0:
            return None
    return (found[1], found[2]) if found else None


def verbs(step: ScenarioStep) -> Iterator[str]:
    """What a call gives keeps its name and the callee's, what it may write to its `&`, and English for a call says all that its name says."""
    if (
        step.members
        or not step.evidence
        or step.step_type not in (ACTION, STATE_CHANGE)
        or len(step.evidence.text) >= limits.EVIDENCE_TEXT
    ):
        return
    code = re.sub(r"//[^\n]*|/\*.*?\*/|#[^\n]*|\\\n", " ", step.evidence.text, flags=re.DOTALL).strip().rstrip("; \n")
    made, called = _MADE.fullmatch(code), _call(code)
    if (
        made
        and not re.match(r"class |def |static ", code)
        and (given := _call(made[2].strip()))
        and not given[0].startswith(_CASTS)
    ):
        yield from _kept(step.whole, made[1], given[0])
    elif called and _ENGLISH.match(step.whole) and not _ASSERTS.search(called[0]):
        yield from _ordered(step.whole, *called)
    if (called and not _ASSERTS.search(called[0])) or made:
        for name in _BY_ADDRESS.findall(code):
            if f"&{name}" not in step.whole:
                yield f"the & of {name} is gone"


def _kept(words: str, target: str, callee: str) -> Iterator[str]:
    name = re.findall(r"\w+", re.sub(r"\[.*|(?<!:):(?!:).*", "", target, flags=re.DOTALL) or target)[-1]
    if not re.search(rf"\b{re.escape(name)}\b|\b{re.escape(name.rstrip('_'))}\b", words):
        yield "the target is gone"
    if re.findall(r"\w+", re.sub(r"<.*", "", callee))[-1] not in words:
        yield "the callee of a value is gone"


def _ordered(words: str, callee: str, arguments: str) -> Iterator[str]:
    *owners, name = re.findall(r"~?\w+", re.sub(r"<.*>", "", callee))
    said = words.lower()
    first, *rest = (part.lower() for part in split(name))
    if name not in _CONTAINERS and (first[:3] not in said or any(part not in said for part in rest)):
        yield "English says less than the name"
    scoped = callee.rpartition(name)[0].endswith("::")
    own = owners[-1:] in (["self"], ["this"], ["cls"]) or (
        owners and arguments and (owners[-1].endswith("_") or owners[0] in ("self", "this"))
    )
    ends = name == "exit" and words.startswith("Exit")
    if owners and not scoped and not (own or ends) and owners[-1] not in words and callee not in LIBRARY:
        yield "the receiver is gone"


def macros(step: ScenarioStep) -> Iterator[str]:
    """C and C++: what only the compiler reads is not shown."""
    if re.search(
        r"(?<![\w.>:])(?:\w*(?:UN)?LIKELY|(?:un)?likely)\(|__builtin_expect|__attribute__|\(void\) ?sizeof|while \(0\)",
        step.label,
    ):
        yield "plumbing is shown"


_LAWS_OF_STEPS: Final[tuple[tuple[str, Callable[[ScenarioStep], Iterator[str]]], ...]] = (
    ("1", polarity),
    ("2", verbs),
    ("3", macros),
)


def _plain(code: str) -> str:
    """Without layout, comments' blanks, brackets and the marks that change no meaning."""
    return re.sub(r"[\s();{}!]|\b(?:return|not)\b|(?<=\w)->", "", code)


def _code(text: str) -> str:
    return re.sub(r"std::|this->|->|\.", "", _plain(text))


def arms(model: ScenarioFlowModel) -> Iterator[Lie]:
    """Where a way parts, two ways that lead to equal words lead to equal code."""
    known = model.by_id()
    for step in model.steps:
        targets = [known[name] for name in dict.fromkeys(t.target for t in step.transitions) if name in known]
        for one, other in combinations(targets, 2):
            if one.label == other.label and one.evidence and other.evidence and _differs(one, other):
                yield Lie("5", one.label, f"{one.evidence.text[:80]!r} and {other.evidence.text[:80]!r}")


def _differs(one: ScenarioStep, other: ScenarioStep) -> bool:
    assert one.evidence
    assert other.evidence
    return _plain(one.evidence.text) != _plain(other.evidence.text)


def lies(built: Project, id_: str) -> Iterator[Lie]:
    scenario = built.scenario(id_)
    for step in (*scenario.steps, *scenario.groups):
        for law, holds in _LAWS_OF_STEPS:
            for why in holds(step) if holds is not macros or not path_of(id_).endswith(".py") else ():
                yield Lie(law, step.label, f"{step.whole} ({why})")
    yield from arms(built.chart(id_, MEDIUM))
