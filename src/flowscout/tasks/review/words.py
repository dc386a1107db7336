"""What every form of a review says in the same words: the headline, what entry points now do, how a change is reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, Final

from ...model.account import ALONG, COUNTED, DECLARATION, FLOW, LISTED, NEUTRAL, Answer
from ...model.identity import path_of, qualified_of
from ...model.review import Caused, EntryChange, FunctionChange, Review
from ...model.shown import ShownCount
from ...model.summary import ENDS, Effect
from ...stages import account as stage
from ...stages.summarise import EffectSaid, display, in_parts
from ...words.names import bare
from ...words.sentence import third_person
from ...words.series import series
from ..entrypoints import is_test
from .overloads import apart
from .tables import TABLE
from .ways import HANDS_OVER, HOLDS

MOST_ENTRIES = 24  # entry points that are looked for above one function
SHOWN_STARTS = 5  # entry points named that share the way down
STARTS_ROOM = 100  # characters of their names, beyond which fewer are
WAYS_ROOM = 360  # characters of the ways to one function, beyond which fewer are told
LONG_WAY = 3  # steps at either end of a long way
TARGETS = 8  # of one kind that are named in a sentence, beyond which three or more are counted
AT_ONCE = 3  # effects of one entry point in a sentence
STATE = "state"  # of effects: a value that changes
_WEIGHT = {"irreversible": -3, "ends": -2, "raises": -1}  # what cannot be taken back first
_ENDED: Final = {"exit": "exit in any case", "loop": "loop for ever"}
LONG_NAME = 60  # characters from which of a macro's arguments only the first one names
LONG_NAMES = 120  # where all of them are names, as a test's suite and its own
FILES_ROOM = 120  # characters of files that are named with a rule, beyond which they are counted
MOVED = 40  # names of what has moved from one file
HOW = {
    "added": "new",
    "removed": "gone",
    "changed": "changed",
    "renamed": "renamed and changed",
    "moved": "moved and changed",
}
MUCH: Final = 3  # files that are not read, and times as many as are read, from which they are most of a change


def how(change: FunctionChange) -> str:
    """In a word."""
    return HOW[kind(change)]


def kind(change: FunctionChange) -> str:
    """One that only stands elsewhere is not called otherwise."""
    return "moved" if change.how == "renamed" and name(change.before) == name(change.after) else change.how


def parted(review: Review) -> tuple[list[FunctionChange], list[FunctionChange]]:
    """Changes of the program, and those of its tests, which are told but not drawn."""
    sides: tuple[list[FunctionChange], list[FunctionChange]] = ([], [])
    for change in review.changes:
        id_ = change.after or change.before
        path = path_of(id_)
        sides[(is_test(path) and path not in review.named_only) or id_ in review.tests].append(change)
    return sides


def counts(told: Sequence[Answer]) -> dict[str, int]:
    """How many edits each class answers, those that are made alike in other files among them; not those of what a program has written."""
    found = Counter(how_counted(one) for one in told if one.twin != one.place.path)
    return {how: found[how] for how in COUNTED}


def how_counted(one: Answer) -> str:
    """Of COUNTED."""
    return ALONG if one.how == NEUTRAL and one.rule in stage.ALONG else one.how


def by_rule(told: Sequence[Answer]) -> tuple[list[ShownCount], list[ShownCount]]:
    """What does nothing, by rule, and what is told with other sentences, with the files of which nothing else is told; where nothing else is
    told at all, all is one."""
    own = {one.place.path for one in told if one.how != NEUTRAL}
    nothing = Counter(one.rule for one in told if how_counted(one) == NEUTRAL or (one.how == NEUTRAL and not own))
    along = [one for one in told if own and how_counted(one) == ALONG]
    many = Counter(one.rule for one in along)
    files: dict[str, list[str]] = {}
    for one in along:
        files.setdefault(one.rule, []).extend(
            [one.place.path] if one.place.path not in own and not one.sentence else ()
        )
    return (
        [ShownCount(*row) for row in sorted(nothing.items())],
        [ShownCount(rule, count, _in_files(files[rule], count)) for rule, count in sorted(many.items())],
    )


def _in_files(paths: Sequence[str], many: int) -> str:
    """paths: of those that are in other files."""
    different = list(dict.fromkeys(paths))
    named = series([f"`{path}`" for path in different])
    there = named if len(named) <= FILES_ROOM else f"{_many(len(different), 'other file')}"
    return f"{f'{len(paths)} ' if len(paths) < many else ''}in {there}" if different else ""


def scope(told: Sequence[Answer], tests: Container[str], named_only: Container[str]) -> str:
    """`tests` where nothing but tests does anything otherwise, `tests alone` where nothing else was edited; else "". tests: functions
    that are tests in files of the product. named_only: files that are no tests', but for their names."""
    of_tests = [(is_test(one.place.path) and one.place.path not in named_only) or one.unit in tests for one in told]
    does = [one.how != NEUTRAL for one in told]
    if any(does) and all(own or not acts for own, acts in zip(of_tests, does, strict=True)):
        return "tests alone" if all(of_tests) else "tests"
    return ""


def counted(count: Mapping[str, int], others: Sequence[Sequence[Any]] = (), scope: str = "", files: int = 0) -> str:
    """One line: "7 edits: 2 in the flow, 1 in declarations, 1 also changed, 1 told with them, 3 that do nothing. Not read: 2 .md". files: that were read."""
    every = sum(count.values())
    does = every - count[NEUTRAL] - count[ALONG]
    names = (
        (FLOW, "in the flow"),
        (DECLARATION, "in declarations"),
        (LISTED, "also changed"),
        (ALONG, "told with it" if does == 1 else "told with them"),
        (NEUTRAL, "that does nothing" if count[NEUTRAL] == 1 else "that do nothing"),
    )
    parts = [f"{count[how]} {name}" for how, name in names if count[how]]
    if not every:
        told = "No flow changed: no edit of the code."
    elif not does:
        told = f"No flow changed: {_many(every, 'edit')} that do{'es' if every == 1 else ''} nothing."
    else:
        told = f"{_many(every, 'edit')}: {', '.join(parts)}."
    left = ", ".join(
        f"{number} {kind}" if number > 1 or (kind.startswith(".") and "/" not in kind) else kind
        for kind, number, *_ in others
    )
    if scope:
        what = "only tests changed" if scope == "tests alone" else "only tests change what they do"
        told = f"{f'Of what was read, {what}' if left else f'O{what[1:]}'}. {told}"
    unread = sum(number for _, number, *_ in others)
    most = f"Most of the change, {unread} of {unread + files} files, is" if MUCH <= unread > MUCH * files > 0 else ""
    return f"{told} {f'{most} not read' if most else 'Not read'}: {left}." if left else told


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'s' if count != 1 else ''}"


def entry_sentences(entry: EntryChange) -> Iterator[str]:
    gained, lost = entry.caused
    for new, effects in ((True, gained), (False, lost)):
        yield from (
            f"{'now' if new else 'no longer'} {_did(effect, path, False, new).whole}{cited(cause, path)}"
            for effect, path, cause in _joined(effects)
        )


def cited(cause: str, path: Sequence[str]) -> str:
    """Whose edit is why."""
    if not cause:
        return ""
    where = cause.rsplit("/", 1)[-1] if "::" not in cause else "" if cause == path[0] else display(cause)
    return f", by an edit of {where}" if where else ", by an edit of its own"


def shared_sentences(entries: Sequence[EntryChange]) -> Iterator[tuple[tuple[str, ...], str]]:
    """(names of entry points, what they all do now)."""
    yield from ((names, said) for names, said, _ in shared_effects(entries))


def shared_effects(entries: Sequence[EntryChange]) -> Iterator[tuple[tuple[str, ...], str, bool]]:
    """(names of entry points, what they all do now, whether that is but a value that changes): those with one effect of one origin are told
    together, by the way they share."""
    groups: dict[tuple[bool, str, str, bool, str, str], list[tuple[str, tuple[str, ...]]]] = {}
    for entry in entries:
        for new, effects in zip((True, False), entry.caused, strict=True):
            for effect, path, cause in _joined(effects):
                groups.setdefault((new, effect.kind, effect.target, effect.may, path[-1], cause), []).append(
                    (entry.id, path)
                )
    told: dict[tuple[tuple[str, ...], bool, str, bool], list[EffectSaid]] = {}
    for (new, kind, target, may, origin, cause), members in sorted(
        groups.items(), key=lambda row: _WEIGHT.get(row[0][1], 0)
    ):
        paths = [path for _, path in members]
        many = len(paths) > 1
        way = ("", *_shared(paths)) if many else paths[0]
        said = _did(Effect(kind, target, origin, may), way, many, new)
        told.setdefault(
            (labels([id_ for id_, _ in members]), new, cited(cause, ("",) if many else paths[0]), kind == STATE), []
        ).append(said)
    for (names, new, why, slight), every in told.items():
        deeds = list(dict.fromkeys(every))  # of two origins the same may be said
        for at in range(0, len(deeds), AT_ONCE):
            part = deeds[at : at + AT_ONCE]
            yield names, f"{'now' if new else 'no longer'} {_by_one_way(part, new)}{why}", slight


def _by_one_way(deeds: Sequence[EffectSaid], new: bool) -> str:
    """Deeds in a row; the way that all of them go is said once."""
    same = len({each.way for each in deeds}) == 1
    told = [(each._replace(way="") if same else each).whole for each in deeds]
    row = " and ".join(filter(None, ("; ".join(told[:-1]), told[-1]))) if new else ", nor ".join(told)
    return f"{row} via {deeds[0].way}" if same and deeds[0].way else row


def _shared(paths: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """What all paths end with."""
    count = 0
    while all(len(path) > count + 1 for path in paths) and len({path[-1 - count] for path in paths}) == 1:
        count += 1
    return paths[0][len(paths[0]) - count :]


def _did(effect: Effect, path: tuple[str, ...], many: bool, new: bool) -> EffectSaid:
    """What one of them does, or several do."""
    raised = effect.target.removeprefix("raise ") if effect.target.startswith("raise ") else ""
    if effect.kind == ENDS and (raised or not new):
        said = f"raise {raised} in any case" if raised else "raise in any case"
        verb, _, how = _ENDED.get(effect.target.partition(" ")[0], said).partition(" ")
        return EffectSaid(f"{verb if many else third_person(verb)} {how}", "", in_parts(effect, path).way)
    if not many and new:
        return _in_parts(effect, path)
    plain = _in_parts(effect._replace(may=True), path)  # as several of them do it: `remove`, not `removes`
    does = plain.does.removeprefix("may ")
    if not many:
        return plain._replace(does=_third(does))
    return plain._replace(does=f"{'may ' if effect.may and new else ''}{does}")


def _in_parts(effect: Effect, path: tuple[str, ...]) -> EffectSaid:
    """Without a name that is the word before it: `unlinks` of `unlink`."""
    said = in_parts(effect, path)
    same = said.does.rpartition(" ")[2].lower() in (said.named, third_person(said.named))
    return EffectSaid(f"{said.does[:1].lower()}{said.does[1:]}", "" if same else said.named, said.way)


def _joined(effects: Sequence[Caused]) -> Iterator[Caused]:
    """Effects of one kind that come by one way and of one edit, told in one sentence."""
    groups: dict[tuple[str, bool, tuple[str, ...], str, str], list[Effect]] = {}
    for effect, path, cause in effects:
        alone = effect.target if effect.kind == "irreversible" else ""
        groups.setdefault((effect.kind, effect.may, path, alone, cause), []).append(effect)
    for (_, _, path, _, cause), members in groups.items():
        names = list(dict.fromkeys(e.target for e in members))
        names = [*names[:TARGETS], f"{len(names) - TARGETS} more"] if len(names) > TARGETS + 1 else names
        yield members[0]._replace(target=series(names)), path, cause


def _third(said: str) -> str:
    verb, _, rest = said.partition(" ")
    return f"{third_person(verb.lower())} {rest}".rstrip()


def ways_to(change: FunctionChange, short: bool = False) -> list[str]:
    """ "from main → run → f"; "perhaps from …" by a call that only may go there; "from main, which hands over
    on_term → f"."""
    if change.only:
        return [change.only]
    sure, perhaps = ways(change.reaches, short), ways(change.perhaps, short)
    handed = [
        f"{by}{HOLDS}{ways([tuple(way)], short)[0]}"
        if by.startswith(TABLE)
        else f"{_last(by)}{HANDS_OVER}{ways([tuple(way)], short)[0]}"
        for by, *way in change.handed
    ]
    return [
        f"{start}{way}" for start, every in (("from ", [*sure, *handed]), ("perhaps from ", perhaps)) for way in every
    ]


def first_ways(told: Sequence[str], most: int) -> list[str]:
    """Of many ways the first ones whole, those that there is room for, and that there are others: how many there are nobody knows, as each
    caller is told by one of its own. The last one that would be left is told too."""
    lengths = list(accumulate(map(len, told)))
    if (len(told) <= most + 1 and lengths[-1:] <= [WAYS_ROOM]) or len(told) < 2:
        return [*told]
    most = max(1, sum(length <= WAYS_ROOM for length in lengths[:most]))
    left = {way.startswith("perhaps ") for way in told[most:]}
    others = ["by other ways too"] * (False in left) + ["perhaps by other ways"] * (True in left)
    return [*told[:most], *others]


def ways(paths: Sequence[tuple[str, ...]], short: bool = False) -> list[str]:
    """ "delete, get and 3 more → request → send": entry points that share the way down are told together."""
    starts = Counter(_last(first) for first in {path[0] for path in paths})
    shared: dict[tuple[str, ...], list[str]] = {}
    for first, *below in paths:
        begin, *behind = _steps((first, *below))
        start = begin if starts[_last(first)] == 1 else f"{begin} ({path_of(first).rsplit('/', 1)[-1]})"
        same = shared.setdefault(tuple(behind), [])
        same += [start] if start not in same else []
    return [" → ".join([_starts(names), *_folded(tail, short)]) for tail, names in shared.items()]


def _steps(path: Sequence[str]) -> list[str]:
    """By their last names; by whose they are where another step is called so too, or where a class's own name says more:
    "backup → Server.backup → Server.__init__"."""
    plain = [*map(_last, path)]
    often = Counter(plain)
    return [
        display(id_) if often[called] > 1 or called[:2] == called[-2:] == "__" else called
        for id_, called in zip(path, plain, strict=True)
    ]


def _last(id_: str) -> str:
    return bare(name(id_)).replace("::", ".").rsplit(".", 1)[-1]


def _starts(names: Sequence[str]) -> str:
    room = max(1, sum(length <= STARTS_ROOM for length in accumulate(map(len, names))))
    most = SHOWN_STARTS if room == len(names) else min(SHOWN_STARTS, room + 1)
    if len(names) > most:
        return f"{', '.join(names[: max(most - 1, 1)])} and {len(names) - max(most - 1, 1)} more"
    return series(names)


def _folded(tail: tuple[str, ...], short: bool) -> tuple[str, ...]:
    """A long way by where it begins and where it ends."""
    first, last, most = (1, 2, 4) if short else (LONG_WAY, LONG_WAY, 2 * LONG_WAY + 1)
    return (*tail[:first], "…", *tail[-last:]) if len(tail) > most else tail


def name(id_: str) -> str:
    """A macro that defines functions (`TEST_F(Suite, Works)`) names them by its arguments."""
    plain = qualified_of(id_)
    if plain.rpartition("::")[2].isupper() and id_.endswith(")"):
        whole = id_.split("::", 1)[1]
        given = whole[len(plain) + 1 : -1].split(",")
        names = [each for each in given if " " not in each.strip()] or given
        plainly = len(names) > 1 and all(each.strip().isidentifier() for each in names)
        if len(every := ",".join(names)) > (LONG_NAMES if plainly else LONG_NAME):
            every = f"{names[0][:LONG_NAME]}{', ' * (len(names) > 1)}…"
        return f"{plain}({every})"
    return plain


def labels(ids: Sequence[str]) -> tuple[str, ...]:
    """Each one's name; with its file, or all of the path where that is not enough, where several are called so (`main`)."""
    often = Counter(called for called, _ in {(name(id_), path_of(id_)) for id_ in ids})
    ends = Counter((called, path.rpartition("/")[2]) for called, path in {(name(id_), path_of(id_)) for id_ in ids})
    return tuple(
        [
            called
            if often[called] == 1
            else f"{called} ({path.rpartition('/')[2] if ends[called, path.rpartition('/')[2]] == 1 else path})"
            for called, path in ((name(id_), path_of(id_)) for id_ in ids)
        ]
    )


def titles(review: Review) -> dict[str, str]:
    """By id what each function of a review is called: overloads of one file by their parameters too."""
    found: dict[tuple[str, str], set[str]] = {}
    accessors = dict(review.accessors)
    told = {*(each.after or each.before for each in review.changes), *(one.unit for one in review.account)}
    for id_ in {*told, *review.beside}:
        if "::" in id_:
            found.setdefault((path_of(id_), name(id_)), set()).add(id_)
    return {
        id_: f"{plain} ({accessors[id_]})" if id_ in accessors else f"{_head(plain) if given else plain}{given}"
        for (_, plain), same in found.items()
        for id_, given in zip(sorted(same), _parameters(sorted(same), plain), strict=True)
    }


def _head(plain: str) -> str:
    """Of a macro of whose arguments only the first one is told what it is called itself."""
    return plain.partition("(")[0] if plain.endswith("…)") else plain


def _parameters(same: Sequence[str], plain: str) -> list[str]:
    if len(same) == 1:
        return [""]
    behind = [id_.split("::", 1)[1].removeprefix(_head(plain)).partition("~")[0].replace(",", ", ") for id_ in same]
    return apart(behind)


def together(told: Iterable[str]) -> Iterator[str]:
    """What has moved from one file is told in one line."""
    groups: dict[str, list[str]] = {}
    for each in told:
        name, moved, whence = each.partition(" has moved from ")
        groups.setdefault(whence if moved else each, []).append(name if moved else each)
    for whence, names in groups.items():
        if names[0] == whence:  # nothing moved
            yield whence
        else:
            names = list(dict.fromkeys(names))
            more = (
                f" and {len(names) - MOVED} more have" if len(names) > MOVED else " have" if len(names) > 1 else " has"
            )
            yield f"{', '.join(names[:MOVED])}{more} moved from {whence}"
