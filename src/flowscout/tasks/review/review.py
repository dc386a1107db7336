"""Two projects -> what changed between them in flow, and what that means for the entry points above.

Every edit is accounted for (see `account`); functions of which a sentence is said are compared as flows and drawn. Tests call the code and are not
called by it: what reaches an entry point only through a test's own classes is no change of that entry point.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import partial

from ...border import within
from ...model.account import FLOW, NEUTRAL, Answer
from ...model.action import ACQUIRE, IRREVERSIBLE, LOGGING, RELEASE, SAID
from ...model.diff import FlowDiff
from ...model.identity import path_of, qualified_of
from ...model.product import is_aside, is_test
from ...model.record import NamedTuple
from ...model.resource import UNLOCKED, ResourceChange
from ...model.review import FunctionChange, Review
from ...model.sfm import HIGH, MEDIUM
from ...model.undrawn import is_undrawn
from ...pipeline import Project
from ...stages.account import DEFAULTED, HANDED_ON
from ...stages.bind.expand import LEFT
from ...stages.compare import (
    Apart,
    FunctionRead,
    compare,
    cut_off,
    parity,
    parity_sentences,
    parted,
    quiet,
    respelt,
    taken_out,
)
from ...words.english import cut
from ..account.answers import account
from ..account.own_tests import is_named_only, is_own_test
from ..account.told import GAIN, about, untold, with_logs, with_resources, with_risks
from ..near import NearFiles, anywhere, partners
from ..pairing import pair
from ..sentences import conditions_once
from .by_line import FileLines, Written
from .closed import Closing
from .effects import entry_changes
from .handed_over import handed_over
from .left_out import OpPlaces, left_out
from .logs_alone import logs_alone
from .readers import readers
from .secret import unsecret
from .tables import Tables
from .upward import reached

_NOTHING: tuple[OpPlaces, OpPlaces] = (frozenset(), frozenset())
_DECORATOR = 60  # letters of it that tell functions of one name apart
MOST_NEW = 40  # steps of a function that is new, beyond which it is drawn in phases


def review(
    before: Project,
    after: Project,
    labels: tuple[str, str],
    renames: Mapping[str, str] = {},
    level: str = MEDIUM,
    others: Mapping[str, int] = {},
    near: NearFiles | None = None,
) -> Review:
    """`renames`: old path -> new path, as git sees them. others: how many files differ that are not read, by their kind. near:
    where they can differ, where that is known."""
    near = near or anywhere(before, after)
    pairs = pair(before, after, renames, near.paths)
    answers, held = _answers(before, after, pairs, renames, near)
    told, moved = about(answers), {each.unit for each in answers if each.rule in ("renamed", "moved")}
    edited = {each.unit for each in answers}
    entries = near.entries
    moving = entries if near.ids is None else entries & near.ids
    others_of = partners(pairs, before, after, near)
    closing = Closing(before, after, others_of[1])
    flowing = {each.unit for each in answers if each.how == FLOW}
    setting = _Setting(before, after, level, FileLines(answers), held, closing, Tables(after), entries, flowing)
    changes, same_flow, renamed, failed = list[FunctionChange](), 0, list[tuple[str, str]](), 0
    for a, b in pairs:
        said = told.get(b or a, [])
        if not said:
            if b in moved:
                renamed.append((a, b))
            elif b in edited:
                same_flow += 1
            continue
        if change := _function_change(setting, (a, b), said, b in moved):
            changes.append(change)
        else:
            failed += 1
    changes.sort(key=_telling)
    same = edited - {each.unit for each in answers if each.how != NEUTRAL}
    gained = tuple(
        entry_changes(
            before,
            after,
            *others_of,
            moving,
            same,
            _called_otherwise(answers),
            near.paths,
            closing,
        )
    )
    paths = {each.place.path for each in answers}
    made = Review(
        *labels,
        tuple(changes),
        gained,
        same_flow,
        tuple(renamed),
        _files(before, after, near.paths),
        _left_out(failed),
        answers,
        tuple(sorted(others.items())),
        tuple(sorted(_accessors(before, after, edited))),
        tuple(sorted(_beside(after, edited))),
        tuple(sorted(id_ for id_ in edited if is_own_test(after if id_ in after.functions else before, id_))),
        tuple(sorted(path for path in paths if is_named_only(after if path in after.files else before, path))),
        within("readers", lambda: tuple(readers(closing, entries, answers)), tuple),
    )
    return unsecret(made, before, after, near.paths)


def _answers(
    before: Project, after: Project, pairs: Sequence[tuple[str, str]], renames: Mapping[str, str], near: NearFiles
) -> tuple[tuple[Answer, ...], Mapping[str, tuple[ResourceChange, ...]]]:
    """Each edit with its one answer, told with what it does to what a function holds, undoes and logs; what each holds otherwise."""
    answers = account(before, after, pairs, renames, near.paths)
    held = _held_otherwise(before, after, pairs, {each.unit for each in answers})
    answers, edits = with_resources(answers, held), {each.unit for each in answers if each.how == FLOW}
    answers = with_risks(answers, _doing(before, after, pairs, edits, IRREVERSIBLE))
    answers = with_risks(answers, _doing(before, after, pairs, edits, RELEASE), GAIN)
    said_in = _logging(after, pairs, {each.unit for each in answers if each.rule == "call"})
    answers = with_logs(answers, said_in, partial(logs_alone, before, after, {b: a for a, b in pairs}))
    return answers, held


class _Setting(NamedTuple):
    """Where the functions of a review are compared. held: what each holds otherwise, by its id. entries: where somebody enters.
    flowing: functions of which something runs otherwise."""

    before: Project
    after: Project
    level: str
    lines: FileLines
    held: Mapping[str, tuple[ResourceChange, ...]]
    closing: Closing
    tables: Tables
    entries: Set[str]
    flowing: Set[str]


def _function_change(
    setting: _Setting, ids: tuple[str, str], said: Sequence[Answer], is_moved: bool
) -> FunctionChange | None:
    """None where it could not be compared."""
    (a, b), after = ids, setting.after
    diff = within(b or a, partial(_compared, setting.before, after, ids, setting.level, setting.lines), lambda: None)
    if diff is None:
        return None
    stays = any(each.rule == DEFAULTED for each in said)
    how = "changed" if stays else "added" if not a else "removed" if not b else "renamed" if is_moved else "changed"
    reaches, perhaps, only = reached(setting.closing, b, setting.entries, setting.flowing) if b else ((), (), "")
    handed = () if reaches or perhaps or only or not b else handed_over(after, b, setting.tables)
    held, first = setting.held.get(b, ()), tuple(conditions_once(said))
    beside = [each for each in parity_sentences(untold(held, said)) if not any(each in one for one in first)]
    sentences = tuple(dict.fromkeys((*first, *beside)))
    return FunctionChange(a, b, how, diff, sentences, reaches, weight(said), held, perhaps, handed, only)


def _beside(after: Project, edited: Set[str]) -> Iterator[str]:
    """Overloads of C++ that the change leaves alone."""
    names = {
        (path_of(id_), qualified_of(id_)) for id_ in edited if id_ in after.functions and id_.endswith((")", "const"))
    }
    for path in sorted({path for path, _ in names}):
        yield from [id_ for id_ in after.ids[path] if id_ not in edited and (path, qualified_of(id_)) in names]


def _accessors(before: Project, after: Project, edited: Set[str]) -> Iterator[tuple[str, str]]:
    """Functions of one name that decorators tell apart: `@size.setter`, and the `@property` beside it; else by the first of them."""
    named: dict[tuple[bool, str], Mapping[str, Sequence[str]]] = {}  # by side and file
    for id_ in edited:
        side = after if id_ in after.functions else before
        facts = side.functions[id_].facts if id_ in side.functions else None
        if facts is None or not facts.decorators:
            continue
        place = side is after, path_of(id_)
        if place not in named:
            named[place] = _by_name(side.ids[place[1]])
        others = [
            side.functions[other].facts.decorators for other in named[place][id_.partition("~")[0]] if other != id_
        ]
        if not others:
            continue
        words = dict.fromkeys(_accessor(facts.name, decorator) for decorator in facts.decorators)
        first = "" if facts.decorators in others else cut(f"@{facts.decorators[0]}", _DECORATOR)
        if told := next(filter(None, words), first):
            yield id_, told


def _accessor(name: str, decorator: str) -> str:
    owner, dot, word = decorator.lstrip("@").rpartition(".")
    if dot and owner == name and word.isidentifier():
        return word
    return "getter" if decorator.lstrip("@") == "property" else ""


def _by_name(ids: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """By what those of one name share."""
    found: dict[str, list[str]] = defaultdict(list)
    for id_ in ids:
        found[id_.partition("~")[0]].append(id_)
    return found


def _compared(before: Project, after: Project, pair: tuple[str, str], level: str, lines: FileLines) -> FlowDiff | None:
    """None where a defect of ours hides one of the two."""
    own, same = lines.of(*map(path_of, pair)), dict[int, int]()
    if all(pair):
        same = own.stays(_written(before, pair[0]), _written(after, pair[1]))
    diff = _faced(before, after, pair, level, (same, own.became), _NOTHING)
    if diff is not None and all(pair):
        besides = left_out(((before, pair[0]), (after, pair[1])), diff, same, own.became)
        diff = _faced(before, after, pair, level, (same, own.became), besides) if any(besides) else diff
    if diff is None:
        return None
    if not all(pair):
        return diff
    found = respelt(quiet(taken_out(diff, own.taken), own.told, {**same, **own.quiet}), own.told)
    full = any(_too_full(side, id_) for side, id_ in zip((before, after), pair, strict=True))
    return FlowDiff(found.function, None, None, ()) if full and cut_off(found, own.told) else found


def _faced(
    before: Project,
    after: Project,
    pair: tuple[str, str],
    level: str,
    lines: tuple[Mapping[int, int], Mapping[int, int]],
    besides: tuple[OpPlaces, OpPlaces],
) -> FlowDiff | None:
    """lines: those that are the same, and those that became others. besides: what each side draws although it is said by the way."""
    apart: Apart = (frozenset(), frozenset())
    if all(pair):
        both = before.scenario(pair[0], besides[0]), after.scenario(pair[1], besides[1])
        apart = parted(*both, {**lines[0], **lines[1]})
    old = before.steps(pair[0], level, apart[0], besides[0]) if pair[0] else None
    new = after.steps(pair[1], level, apart[1], besides[1]) if pair[1] else None
    if new and not old and len(new.steps) > MOST_NEW:
        new = after.steps(pair[1], HIGH)
    if (old and is_undrawn(old)) or (new and is_undrawn(new)):
        return None
    return compare(old, new, *lines)


def _too_full(project: Project, id_: str) -> bool:
    """Whether not all of its macros are written out."""
    return any(note.endswith(LEFT) for note in project.bound(id_).notes)


def _written(project: Project, id_: str) -> Written:
    """A function's lines, without what stands around them, and the number of the first."""
    facts = project.functions[id_].facts
    text = project.sources(path_of(id_))[facts.start : facts.end]
    return [line.strip() for line in text.split(b"\n")], facts.line


def _held_otherwise(
    before: Project, after: Project, pairs: Iterable[tuple[str, str]], edited: Set[str]
) -> dict[str, tuple[ResourceChange, ...]]:
    """What functions that were edited release and lock otherwise, by their ids; a test ends by any assertion that fails."""
    found = {
        b: within(b, partial(_resources, before, after, a, b), lambda: ())
        for a, b in pairs
        if a and b and b in edited and not is_test(path_of(b))
    }
    return {b: changes for b, changes in found.items() if changes}


def _resources(before: Project, after: Project, a: str, b: str) -> tuple[ResourceChange, ...]:
    found = parity(
        *[FunctionRead(side.bound(id_), side.cfg(id_), side.actions(id_)) for side, id_ in ((before, a), (after, b))]
    )
    return tuple([each for each in found if each.kind != UNLOCKED or not _locked_below(after, b, each.resource)])


def _locked_below(after: Project, id_: str, lock: str) -> bool:
    """Whether a function that it calls takes a lock of this name now."""
    name = lock.rpartition(".")[2]
    return any(
        act.type == ACQUIRE and name in act.text
        for callee in after.callees(id_)
        for act in after.actions(callee, worded=False)
    )


def _doing(
    before: Project, after: Project, pairs: Iterable[tuple[str, str]], edited: Set[str], type_: str
) -> dict[str, tuple[Set[int], Set[int]]]:
    """Lines before and after of what functions that were edited do of a type: of what cannot be taken back, of what releases."""
    return {
        b: (
            within(a, partial(_lines, before, a, type_), frozenset),
            within(b, partial(_lines, after, b, type_), frozenset),
        )
        for a, b in pairs
        if a and b and b in edited
    }


def _logging(after: Project, pairs: Iterable[tuple[str, str]], edited: Set[str]) -> dict[str, Set[int]]:
    """Lines of what is said for a log."""
    return {b: within(b, partial(_lines, after, b, LOGGING, SAID), frozenset) for _, b in pairs if b and b in edited}


def _lines(project: Project, id_: str, *types: str) -> frozenset[int]:
    """types: of actions, or why they are of theirs."""
    acts = [each for each in project.actions(id_) if each.type in types or each.reason in types]
    blocks, bound = (project.cfg(id_).blocks, project.bound(id_)) if acts else ((), None)
    return frozenset(bound.line(blocks[each.block].ops[each.op].start) for each in acts) if bound else frozenset()


def _left_out(failed: int) -> tuple[str, ...]:
    if not failed:
        return ()
    return (
        f"{failed} function{'s' if failed > 1 else ''} could not be compared: a defect of flowscout, whose report is in the log of this run.",
    )


def _called_otherwise(answers: Iterable[Answer]) -> dict[str, str]:
    """Last names of what has another name now."""
    told = [one.sentence.split("`") for one in answers if one.rule == "renamed" and one.sentence.count("`") == 4]
    return {was[1].rpartition(".")[2]: was[3].rpartition(".")[2] for was in told}


def _telling(change: FunctionChange) -> tuple[bool, bool, int, int, str]:
    """What changed before what is new, weighty changes first, those that many entry points reach first."""
    id_ = change.after or change.before
    return is_aside(path_of(id_)), change.how == "added", -change.weight, -len(change.reaches + change.perhaps), id_


def weight(said: Sequence[Answer]) -> int:
    """How much a change tells: by its weightiest sentence, then by how many there are."""
    return max(0, 10 - min(one.rank for one in said)) * 100 + min(sum(one.rule != HANDED_ON for one in said), 99)


def _files(before: Project, after: Project, paths: Iterable[str]) -> int:
    return sum(1 for p in paths if _checksum(before, p) != _checksum(after, p))


def _checksum(project: Project, path: str) -> str:
    return project.files[path].checksum if path in project.files else ""
