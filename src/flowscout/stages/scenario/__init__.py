"""The Scenario Flow Model of one function: the single source of every picture of it.

1. **draft**       one draft per op of the control-flow graph (`draft`), typed and worded (`classify`, `deciding`, `loops`)
2. **exceptions**  become ways, sparingly (`exceptions`); a `return` or `raise` that leads on is no end (`leaving`)
3. **contract**    drafts that are not drawn go, and their neighbours meet (`assemble`)
4. **order**       reverse postorder, branches as they stand in the source; heights (`levels`)
5. **group**       operands of one condition and runs of one kind stand as one step below deep (`conditions`, `runs`)
6. **steps**       ids, words cut to size, evidence (`steps`)
7. **phases**      runs of steps with one purpose (`phases`, `paragraphs`)

The model holds the finest steps; `groups` holds what stands in for several of them. Every exit is an END or ERROR of
its own. What is elided is never drawn; code that cannot run is not drawn either, and a note says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model import limits
from ...model.action import SemanticAction
from ...model.bound import BoundFunction
from ...model.facts import BUILT
from ...model.flow import FunctionCFG
from ...model.language import Language
from ...model.pattern import regex
from ...model.sfm import START, ScenarioFlowModel
from ...words import english
from ...words.decorated import decorated
from .assemble import assembled, contracted, ending
from .classify import Classifier
from .closing import closed, once
from .conditions import conditions
from .deciding import OperandGroup, decider, value
from .draft import Draft, Drafts, Way, drafted
from .exceptions import gathered, quieted, raised
from .finalizers import entries, told
from .half_built import half_built
from .hiding import hiding
from .leaving import settle
from .paragraphs import Layout
from .phases import phases
from .repeating import headed, repeated
from .scopes import marked, scopes
from .steps import ends, maker
from .tree import statements

_LENT: Final = regex(rb"&[ \t]{0,4}([^\W\d]\w*+)")

__all__ = ["scenario"]


def _worded(bound: BoundFunction, cfg: FunctionCFG, drafts: Drafts, language: Language) -> list[OperandGroup]:
    classifier = Classifier(bound, language)
    for draft in drafts.all:
        classifier.classify(draft)
    tree = statements(bound.statements, cfg)
    firsts = repeated(drafts, tree)
    deciding = decider(bound, language, tree, drafts)
    known = conditions(bound, drafts, deciding.tree)
    for draft in drafts.all:
        if draft.is_op("each"):
            deciding.each(draft)
        elif draft.is_op("test") and draft.value:
            value(deciding, draft)
    groups = [group for condition in known if (group := deciding.condition(condition))]
    shown = [*drafts.all, *[group.stands_for for group in groups]]
    hiding(bound, shown)
    half_built(bound, shown, lambda asked: english.question(asked, language))
    raised(bound, drafts, classifier.told)
    closed(bound, drafts)
    settle(bound, drafts, language)
    quieted(drafts)
    for group in groups:
        gathered(group.stands_for, group.operands)
    headed(bound, drafts, firsts, [group.stands_for for group in groups], tree)
    return groups


def _start(bound: BoundFunction, drafts: Drafts) -> Draft:
    start = Draft(None, -1, "start")
    start.kind, start.words, start.ways = START, _name(bound), [Way(drafts.entry)]
    drafts.all.insert(0, start)
    return start


def _name(bound: BoundFunction) -> str:
    """Of a function that a macro makes (`TEST_F(Suite, Works)`) what the macro is given tells which."""
    facts = bound.facts
    headed = facts.kind == "function" and not facts.result and not any(param.name for param in facts.params)
    made = (
        (facts.name.isupper() or headed)
        and facts.signature.endswith(")")
        and facts.params
        and not any(param.type and param.name for param in facts.params)
    )
    return f"{facts.name}{facts.signature}" if made else facts.name


def _notes(bound: BoundFunction, cfg: FunctionCFG) -> tuple[str, ...]:
    """Told by the code, not by lines: an edit above would change those."""
    first = sorted({block.ops[0].start: block.ops[0] for block in cfg.blocks if block.dead and block.ops}.items())
    dead = [english.cut(bound.read(op.start, op.end), limits.NOTE_CODE) for _, op in first]
    notes = [*bound.notes, *cfg.notes]
    if dead:
        notes.append(f"never runs, not drawn: {', '.join(dead[:5])}{' and more' if len(dead) > 5 else ''}")
    if built := [flag.removeprefix(BUILT) for flag in bound.facts.flags.split() if flag.startswith(BUILT)]:
        notes.append(_of_build(built))
    if bound.facts.confidence < 1:
        notes.append("syntax errors here: the picture may be incomplete")
    return tuple(dict.fromkeys(notes))


def _of_build(names: Sequence[str]) -> str:
    """names: `A` that it has, `!A` that it lacks, `?` what is more than a name."""
    there = [name for name in names if name[0] not in "!?"]
    gone = [name[1:] for name in names if name[0] == "!"]
    told = [f"{word} {', '.join(which)}" for word, which in (("with", there), ("without", gone)) if which]
    built = f"built {' and '.join(told)}" if told else "one of several builds has it"
    return f"drawn as {built}: an #if cuts through a statement"


def _given(bound: BoundFunction) -> frozenset[str]:
    """Parameters that nothing in it gives another value."""
    facts = bound.facts
    others = {each.name for each in facts.bindings if each.how != "param"} | {each.target for each in facts.writes}
    others |= {each.decode("utf-8", "replace") for each in _LENT.findall(bound.text)}
    return frozenset(each.name.lstrip("*") for each in facts.params) - others


def scenario(
    bound: BoundFunction,
    cfg: FunctionCFG,
    actions: Sequence[SemanticAction],
    language: Language,
) -> ScenarioFlowModel:
    """The model is unfiltered."""
    back = english.hidden(bound.calls, bound.noreturn, language)
    language = english.speaking(language, bound.facts, bound.read(0, len(bound.text)), others=back)
    drafts = drafted(cfg, actions, len(bound.text))
    groups = _worded(bound, cfg, drafts, language)
    start, layout = _start(bound, drafts), Layout(bound, language.spelling.comment)
    ending(drafts.all)
    cleanups, held = entries(bound.statements, drafts.all), scopes(bound, drafts.all, language)
    folded = [group.stands_for for group in groups]
    contracted(drafts.all, [*folded, *(entry.first for entry in cleanups)])
    once(drafts.all)
    told(cleanups, [*drafts.all, *folded])
    marked(held, [*drafts.all, *folded])
    parts = assembled(start, groups, maker(bound, language, layout.titles), _given(bound))
    last = ends(parts.steps)
    first, *others = parts.steps
    called = decorated(first.label, bound.facts.decorators)
    steps = (first._replace(label=called, words=called), *others)
    return ScenarioFlowModel(
        bound.facts.name, bound.id, steps, parts.steps[0].step_id, last, "", not last, _notes(bound, cfg), parts.groups,
        phases(bound, parts.shown, layout),
    )  # fmt: skip
