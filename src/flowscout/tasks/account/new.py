"""What is said of a function that is new: what it does by its author or its steps, how it is left before its end, and what it takes,
frees, writes and sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from functools import lru_cache, partial
from typing import Final

from ...border import within
from ...engine.same import KEPT, Same
from ...model.action import (
    LOGGING,
    MUTATION,
    SAID,
    SemanticAction,
)
from ...model.facts import FunctionFacts
from ...model.identity import path_of
from ...model.pattern import regex
from ...pipeline import Project
from ...stages import account as stage
from ...words.authored import one_field
from ..entrypoints import is_test
from ..sentences import listing
from .by_macros import ways_by_macros
from .caught import goes_on
from .coming import come_to
from .defaults_told import BY_DEFAULT, by_default
from .idle import is_idle
from .own_tests import is_own_test
from .said_twice import ends_it, is_called_there, is_the_end, without_the_end
from .steps_told import alone, by_call, called, calls, changes, fills, is_said, names, sets_a_field, target, tried

IS_NEW: Final = "Is new"
IS_GONE: Final = "Is gone."  # and no more is said of it
OTHERWISE: Final = "otherwise "  # behind a way out that is told elsewhere
NOTHING: Final = "Does nothing"
LEAVES, DOES, LOGS = " Leaves: ", " Does: ", " Logs: "  # behind what it does
DECORATED: Final = " Is decorated with "
_GUARD: Final = "structure:guard"
_NO_RETURN: Final = "structure:noreturn"
_WAYS, _STEPS, _INNER, _LOGGED = 4, 6, 3, 2  # that are told
_AFTERWARDS: Final = ("May ", "Returns ")  # what stands behind the loops of a function, and not before them
_FEW: Final = 7  # steps of which all are told
_ASSERTED: Final = 80  # characters of an assertion
_GOVERNED: Final = 3  # of which a line is parted by `;` where some of them run under something
_HELD: Final = 24  # steps that are held against each other
_OPEN: Final = regex(r"\bmay set `[^`]{1,120}` to `[^`]{1,120}`(?! where)")
_VAGUE: Final = regex(r"; may (?:return|fail|end|raise|throw|continue)[^;]{0,120}$|(?:; )?may return early$")
_WAY: Final = regex(
    r"(?:returns|ends|(?:re-)?raises|throws)\b.{0,300} (?:where|on) |(?:may|May) (?:return|fail|end|raise|throw|continue)"
)
_BY_ONE: Final = regex(r"Returns [^;]{1,200} or \d{1,4} more by [\w.>-]{1,80}$")
_WORD: Final = regex(r"[A-Za-z_]\w{0,80}")
_VALUE: Final = regex(r"\w{1,80}")
_UNDER: Final = regex(r" (?:when|unless) (?:not )?`[^`]{1,300}`")
_CUT: Final = regex(r" and \d{1,4} more\.$")
_GIVES: Final = regex(r"(?:[Rr]eturn|[Yy]ield|[Rr]aise|[Ee]xit|[Ee]nd)s\b")
_HEARD: Final = 24  # letters of a sentence by which it is an author's
_EARLY: Final = regex(
    r"(?:(?:[Rr]eturn|(?:[Rr]e-)?[Rr]aise|[Tt]hrow|[Ee]xit|[Ee]nd|[Ff]ail)s|[Mm]ay \w{1,20})\b.{0,300} (?:early|where|on)\b"
)
_LAST: Final = regex(r"; returns `[^`]{1,200}`$")
_NULL: Final = regex(r"\bnull\b")
_NULLS: Final = regex(rb"\b(?:NULL|nullptr|null)\b")
_OF_SEVERAL: Final = regex(r"Calls `([^`(]{1,200})\(…\)`")  # calls that are given different things


def fresh(project: Project, state: stage.State, id_: str) -> str:
    """Of a test what its author says, for what it calls is not what it tests; words that another one of the file has too say nothing of it.
    What only helps tests, as a fake does, is a function like any other."""
    if is_own_test(project, id_) or (is_test(path_of(id_)) and not _helps(project, id_)):
        doc = project.functions[id_].facts.doc
        by = within(id_, partial(stage.held_back, state, id_), str)
        own = [each.doc for each in state.functions.values()].count(doc) == 1
        return f"{_opened(doc if own else '')}{f'{DECORATED}{by}.' * bool(by)}"
    said = _spelt(state, id_, _quoted(within(id_, partial(project.said, id_), str)).rstrip("."))
    if within(id_, partial(is_idle, project, state, id_), bool):
        marked = within(id_, partial(stage.decorated, state, id_), str)
        doc = f" {said}." if project.functions[id_].facts.doc and said else ""  # what it is there for
        by = by_default(project.functions[id_].facts)
        return f"{_opened(NOTHING)}{doc}{f'{DECORATED}{marked}.' * bool(marked)}{by}"
    ways = within(id_, partial(stage.ways_out, state, id_), list[str])
    ways += within(id_, partial(ways_by_macros, project, state, id_), list[str])
    ways += within(id_, partial(_ends, project, state, id_), list[str])
    doc = project.functions[id_].facts.doc
    doc = "" if one_field(doc) else doc
    said = within(id_, partial(stage.with_its_round, state, id_, said), str) if "for each " not in doc else said
    acts = within(id_, partial(_acts, project, id_, bool(doc)), list[SemanticAction])
    acts = acts if doc else [*acts, *within(id_, partial(_dropped, project, state, id_), list[SemanticAction])]
    said = (
        said
        if doc or not _of_another_value(said, within(id_, partial(stage.reset, state, id_), frozenset[str]))
        else ""
    )
    checked = bool(ways)
    if within(id_, partial(_leaves_between, project, state, id_), bool):
        said = _without_steps(said, doc, bool(ways)) if doc or not ways else ""
        acts = within(id_, partial(_acts, project, id_, True), list[SemanticAction])
    ways = [] if _told(said, ways, doc) else ways
    said = _not_told_twice(said, doc) if ways else said
    end = within(id_, partial(stage.end, state, id_), str) if doc or checked or "eturn" not in said else ""
    behind = within(id_, partial(stage.behind, state, id_), list[str]) if end else []
    acts = [act for act in acts if act.text.rstrip("; ") not in behind]
    named = {"where", *(each.partition("=")[0].split()[-1].lower() for each in behind)} if behind else set[str]()
    more = {*_VALUE.findall(end.lower())} - {*_VALUE.findall(said.lower())} - named
    inner = within(id_, partial(_inner, project, state, id_), str)
    does = _does(project, state, id_, said, acts)
    if not doc and (of_several := _OF_SEVERAL.fullmatch(said)):
        every = _does(project, state, id_, "", acts)
        said, does = ("", every) if f"`{of_several[1]}(" in every.replace("->", ".") else (said, does)
    said, does = _in_one_row(project, state, id_, said, does, doc, acts) if does else (said, does)
    if not doc and not ways and (line := within(id_, partial(_in_order, state, id_, said, bool(does)), str)):
        said, does, more = line, "", set()
    elif is_called_there(said, does) or (ways and ends_it(said, end)):
        said, more = "", more | ({*_VALUE.findall(end)} if ways else set())
    said = _LAST.sub("", said) if more and end.startswith("returns ") and not doc else said
    if more and is_the_end(said, end):
        said, more = f"{end[:1].upper()}{end[1:]}", set()
    said = without_the_end(said, end) if more and not doc else said
    logs = [] if ways or does or inner or doc else within(id_, partial(_logs, project, state, id_), list[str])
    held = within(id_, partial(_asserts, project, state, id_), list[str])
    does += (
        f" Asserts {listing(held) if all(each.count('`') < 4 for each in held) else '; '.join(held)}."
        if held and "sserts " not in said
        else ""
    )
    told = f"{_opened(said or inner)}{f' {inner}.' * bool(said and inner)}{_leaves(ways)}{does}"
    if not doc and (rounds := within(id_, partial(stage.loops_left_out, state, id_, told), list[str])):
        round_it = ". ".join(rounds)
        first = said.startswith(_AFTERWARDS)
        told = told.replace(said, f"{round_it}. {said}", 1) if first else f"{told} {round_it}."
    logged = f"{LOGS}{'; '.join(logs)}." if logs else ""
    by = within(id_, partial(stage.decorated, state, id_), str)
    of_build = within(id_, partial(stage.built_under, state, id_), str)
    kept = within(id_, partial(stage.keeps, state, id_), list[str])
    keeps = f" Keeps {listing([f'`{each}`' for each in kept])} from one call to the next." if kept else ""
    marked = f"{keeps}{f'{DECORATED}{by}.' * bool(by)}{f' Is built under {of_build}.' * bool(of_build)}"
    logged += goes_on(project, state, id_, f"{told}{logged}")
    return f"{told}{logged}{f' At its end {end}.' * bool(more)}{marked}{by_default(project.functions[id_].facts)}"


def _helps(project: Project, id_: str) -> bool:
    """Python: a function of a file of tests by whose name nobody collects it."""
    python = project.files[path_of(id_)].language == "python"
    return python and not project.functions[id_].facts.name.startswith("test")


def _in_one_row(
    project: Project, state: stage.State, id_: str, said: str, does: str, doc: str, acts: Sequence[SemanticAction]
) -> tuple[str, str]:
    """All steps behind the sentence, where it tells some of them: those that it leaves stand between those that it tells. A way out that stands
    between them has no place in that row."""
    parts = said.split("; ")
    kept = [part for part in parts if "`" not in part or part in doc or _WAY.match(part) or _GIVES.match(part)]
    more = [each for each in within(id_, partial(_acts, project, id_, True), list[SemanticAction]) if each not in acts]
    every = _does(project, state, id_, "", [*acts, *more])
    told = {
        word for part in parts if part not in kept for code in part.split("`")[1::2] for word in _WORD.findall(code)
    }
    hangs = any("that is" in part for part in kept)  # on a part that is left out
    first = min((each.start for each in [*acts, *more]), default=0)
    early = any(_EARLY.match(part) for part in kept) and within(
        id_, partial(stage.left_behind, state, id_, first), bool
    )
    if (
        len(kept) == len(parts)
        or hangs
        or early
        or _CUT.search(every)
        or not told <= {*_WORD.findall(_UNDER.sub("", every))}
    ):
        return said, does
    left = "; ".join(kept)
    return f"{left[:1].upper()}{left[1:]}", every


def _in_order(state: stage.State, id_: str, said: str, behind: bool) -> str:
    """Of one that goes straight on its steps as they follow each other, where the sentence leaves some to what stands behind it, or does not
    say where a variable is from, or when a step runs."""
    line = stage.straight_on(state, id_)
    lacks = behind or any(f"{each.replace('->', '.')}(" not in said for each in stage.set_by_calls(state, id_))
    lacks = lacks or any(each not in said for each in stage.written(state, id_)) or bool(_OPEN.search(said))
    return f"{line[:1].upper()}{line[1:]}" if line and lacks else ""


def _of_another_value(said: str, reset: Set[str]) -> bool:
    """Whether a condition of the sentence asks for a name that has had several values: which of them is asked for, it does not say."""
    return any(reset & {*_WORD.findall(part.partition(";")[0])} for part in said.split(" where ")[1:])


def _ends(project: Project, state: stage.State, id_: str) -> list[str]:
    """In which calls that never come back."""
    guards = {each.text for each in project.actions(id_) if each.reason == _GUARD}
    ends = [each.text.rstrip("; ") for each in project.actions(id_) if each.reason == _NO_RETURN]
    texts = dict.fromkeys(
        each for each in ends if each.partition("(")[2].removesuffix(")") not in guards
    )  # no assertion
    return [f"ends in {each}" for each in stage.placed(state, id_, list(texts))] if texts else []


def _asserts(project: Project, state: stage.State, id_: str) -> list[str]:
    """C and C++: what it takes for granted, where a macro ends it otherwise, in the order of the text."""
    guards = {each.text for each in project.actions(id_) if each.reason == _GUARD}
    ends = [each.text.rstrip("; ") for each in project.actions(id_) if each.reason == _NO_RETURN]
    texts = [each for each in dict.fromkeys(ends) if len(each) <= _ASSERTED and "`" not in each]
    held = [each for each in texts if each.partition("(")[2].removesuffix(")") in guards]
    rows = [each[1:].split("`", 1) for each in stage.placed(state, id_, held)]
    told = [f"`{text.partition('(')[2].removesuffix(')')}`{under}" for text, under in rows]
    return [*told[:_INNER], f"{len(told) - _INNER} more"] if len(told) > _INNER + 1 else told


def _logs(project: Project, state: stage.State, id_: str) -> list[str]:
    """Of one that does nothing else what it writes to the log, and when."""
    texts = [each.text for each in project.actions(id_) if each.type == LOGGING or each.reason == SAID]
    return list(stage.placed(state, id_, texts[:_LOGGED])) if texts else []


def _inner(project: Project, state: stage.State, id_: str) -> str:
    """Of one of which nothing else is said the functions that it defines, with what they do."""
    own = _defined(Same(project), path_of(id_)).get(id_, ())
    told = [(project.functions[each].facts.name, _with_what_is_passed_over(project, state, each)) for each in own]
    parts = [f"{name} ({said[:1].lower()}{said[1:]})" if said else name for name, said in told[:_INNER]]
    parts += [f"{len(told) - _INNER} more"] if len(told) > _INNER else []
    return f"Defines {' and '.join(filter(None, (', '.join(parts[:-1]), parts[-1])))}" if parts else ""


def _with_what_is_passed_over(project: Project, state: stage.State, id_: str) -> str:
    said = project.said(id_).rstrip(".")
    over = stage.passed_over(state, id_) if id_ in state.functions else []
    return (
        f"{said}; does nothing on {listing(over)}" if said and over and not any(each in said for each in over) else said
    )


@lru_cache(maxsize=KEPT)
def _defined(project: Same[Project], path: str) -> dict[str, list[str]]:
    """The functions of a file that stand within another one, by the id of that."""
    ids = project.value.ids[path]
    found: dict[str, list[str]] = {}
    for each in ids:
        if (around := _around(project.value, each)) >= 0:
            found.setdefault(ids[around], []).append(each)
    return found


def _around(project: Project, id_: str) -> int:
    facts = project.functions[id_].facts if id_ in project.functions else None
    return facts.parent if facts and facts.kind != "lambda" else -1


def _acts(project: Project, id_: str, documented: bool) -> list[SemanticAction]:
    """Steps that change something; where an author's words stand for the function, those that call something too, and what it tries
    where it asks how that went."""
    blocks = project.cfg(id_).blocks
    kinds = [(each, blocks[each.block].ops[each.op].kind) for each in project.actions(id_)]
    every = [(each, kind == "test") for each, kind in kinds if kind != "catch"]
    plainly = [each for each, asks in every if not asks and (changes(each) or alone(each) or sets_a_field(each))]
    if not documented:
        return plainly if len(plainly) <= _FEW else [each for each in plainly if changes(each)]
    found = [tried(each) if asks else each for each, asks in every]
    fill = [each for each, _ in every if fills(each, project.functions[id_].facts.returns)]
    ready = {
        word for each in fill for word in _WORD.findall(each.text)
    }  # what only makes one of these ready says less than it
    acting = [each for each in found if each is not None and (changes(each) or calls(each) or each in fill)]
    return [each for each in acting if changes(each) or each in fill or target(each) not in ready or by_call(each)]


def _dropped(project: Project, state: stage.State, id_: str) -> list[SemanticAction]:
    """Calls whose result is what a loop's name is set to, which nothing reads behind it: they are there for what they do, or for nothing."""
    facts, data = project.functions[id_].facts, state.source.data
    rounds = {each.name for each in facts.bindings if each.how == "each"}
    found = [each for each in project.actions(id_) if target(each) in rounds and by_call(each)]
    begin = facts.start
    return [
        each
        for each in found
        if not _read_behind(data[begin + each.start : facts.end].decode("utf-8", "replace"), each)
    ]


def _read_behind(text: str, act: SemanticAction) -> bool:
    return _WORD.findall(text).count(target(act)) > _WORD.findall(act.text).count(target(act))


def _not_told_twice(said: str, doc: str) -> str:
    """Without the ways out that follow; what its author says stays."""
    parts = said.split("; ")
    kept = [part for part in parts if not _WAY.match(part)]
    if kept and _EARLY.match(kept[0]) and kept[0].replace("`", "").lower()[:_HEARD] not in doc.lower():
        kept = kept[1:]
    left = "; ".join(kept)
    told = left.removeprefix(OTHERWISE) if left != said else left
    return f"{told[:1].upper()}{told[1:]}"


def in_short(said: str) -> str:
    """Of one among many what it does alone."""
    first, does, steps = said.partition(DOES)
    for sign in (LEAVES, LOGS, " At its end ", BY_DEFAULT, stage.DECLARED_IN):
        first, steps = first.partition(sign)[0], steps.partition(sign)[0]
    return f"{first}{does}{steps}" if first == f"{IS_NEW}." and does else first


def _opened(said: str) -> str:
    return ": ".join(filter(None, (IS_NEW, _quoted(said).rstrip(".")))) + "."


def _quoted(said: str) -> str:
    """With code between single signs, as in all sentences; an author who leaves one open quotes nothing."""
    once = said.replace("``", "`")
    return once.replace("`", "") if once.count("`") % 2 else once


def _spelt(state: stage.State, id_: str, said: str) -> str:
    """Between signs nothing is called as the function's own text calls it, where that has one name for it."""
    if id_ not in state.functions or "null" not in said:
        return said
    facts = state.functions[id_]
    names = {*_NULLS.findall(state.source.data[facts.start : facts.end])}
    name = names.pop().decode() if len(names) == 1 else "null"
    return "`".join([_NULL.sub(name, part) if at % 2 else part for at, part in enumerate(said.split("`"))])


def _told(said: str, ways: Sequence[str], doc: str) -> bool:
    """Whether the sentence, made of the steps, tells each way out itself."""
    if not doc and _BY_ONE.match(said.replace("`", "")):
        return True  # a table, of which each row is a way out
    if doc or _VAGUE.search(said) or "among other cases" in said:
        return False
    known = {"std", "self", "this", *_VALUE.findall(said)}
    given = [way.partition("`")[2].partition("`")[0].partition(" from ")[0].replace("'", '"') for way in ways]
    begins = [each.partition('"')[0] for each in given]
    texts = [each for each, begun in zip(given, begins, strict=True) if each and not begun]
    spelt = said.replace("'", '"')
    return all(known.issuperset(_VALUE.findall(each)) for each in begins) and all(each in spelt for each in texts)


def _leaves(ways: Sequence[str]) -> str:
    more = f"; and in {len(ways) - _WAYS} more ways" if len(ways) > _WAYS + 1 else ""
    return f"{LEAVES}{'; '.join(ways[: _WAYS if more else None])}{more}." if ways else ""


def _does(project: Project, state: stage.State, id_: str, said: str, acts: Sequence[SemanticAction]) -> str:
    known, calls = frozenset(_WORD.findall(said)), Counter(called(act) for act in acts)
    own = [act for act in acts if not (is_said(act, known) or (calls[called(act)] == 1 and names(said, act)))]
    starts, set_here = {act.start for act in own}, {target(act) for act in own} - {""}  # each value of one thing
    own = sorted((act for act in acts if act.start in starts or target(act) in set_here), key=lambda act: act.start)
    many = len(stage.steps(state, id_, [(act.text, act.start) for act in own]))
    more = f" and {many - _STEPS} more" if many > _STEPS + 1 else ""
    told = _steps(project, state, id_, _heaviest(own, state.functions[id_]) if more else own)
    governed = len(told) >= _GOVERNED and any(text.count("`") > 2 for _, text in told)
    joints = {", ": "; ", " or ": "; or "} if governed else dict[str, str]()
    shown = stage.each_loop_once("".join([f"{joints.get(joint, joint)}{text}" for joint, text in told]))
    return f"{DOES}{shown.lstrip(',; ')}{';' * bool(more and governed)}{more}." if told else ""


def _steps(project: Project, state: stage.State, id_: str, acts: Sequence[SemanticAction]) -> list[tuple[str, str]]:
    cfg = project.cfg(id_)
    meets = come_to(cfg, [(act.block, act.op) for act in acts]) if len(acts) <= _HELD else lambda a, b: True
    return stage.steps(state, id_, [(act.text, act.start) for act in acts], meets)


def _leaves_between(project: Project, state: stage.State, id_: str) -> bool:
    """Whether it does something and leaves, and does another thing where it did not."""
    acts = sorted(_acts(project, id_, True), key=lambda act: act.start)
    return len(acts) <= _HELD and any(joint == stage.ELSE for joint, _ in _steps(project, state, id_, acts))


def _without_steps(said: str, doc: str, told: bool) -> str:
    """What its author says, and the ways out: the steps are told in their order. told: the ways out are, too."""
    left = "; ".join([part for part in said.split("; ") if _WAY.match(part) or "`" not in part or part in doc])
    return left if told else f"{left[:1].upper()}{left[1:]}"


def _heaviest(acts: Sequence[SemanticAction], facts: FunctionFacts) -> list[SemanticAction]:
    """In their order: what outlives the call before what is done with what it gives away, and this before other calls; what only makes
    that ready last."""
    lasting = [act for act in acts if changes(act)]
    given = {act.text.rpartition("= ")[2].rstrip("; ") for act in lasting} & {each.name for each in facts.bindings}

    def weight(act: SemanticAction) -> int:
        root = _WORD.match(act.text)
        if changes(act):
            return 0 if root and root[0] in given and act.type == MUTATION else 3
        return 2 if given & {*_WORD.findall(act.text)} else 0 if sets_a_field(act) else 1

    texts = dict.fromkeys(act.text for act in sorted(acts, key=lambda act: -weight(act)))
    kept = {*list(texts)[:_STEPS]}
    return [act for act in acts if act.text in kept]
