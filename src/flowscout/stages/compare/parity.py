"""Exit parity: what every other way out after an acquisition releases, a new or changed way out must; and what stood
under a lock or in a block that closes what it opens, still does. Two `Holding`s -> typed changes, the risky ones
first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from ...model.action import ACQUIRE, SemanticAction
from ...model.bound import BoundFunction
from ...model.flow import FunctionCFG
from ...model.record import NamedTuple
from ...model.resource import (
    COVERED,
    GAINED,
    INSIDE,
    LEFT,
    LOST,
    OUTSIDE,
    PARTLY,
    RISKY,
    UNLOCKED,
    UNPAIRED,
    UNWOUND,
    ResourceChange,
)
from ...words.english import cut
from ...words.series import series
from ...words.ticks import inside
from . import built
from .holding import HeldExit, Holding, answers, holding, releases
from .plainly import mentions
from .ways_out import paired

QUOTED = 80
EXITS = 3  # named in one sentence
_ANYWHERE = frozenset((LOST, PARTLY, UNPAIRED))  # told where it is so of one build


class FunctionRead(NamedTuple):
    """What is read of a function."""

    bound: BoundFunction
    cfg: FunctionCFG
    actions: tuple[SemanticAction, ...]


def parity(before: FunctionRead, after: FunctionRead) -> tuple[ResourceChange, ...]:
    """Of C and C++ for what is built at once, never across arms that cannot both be."""
    before, after = (each._replace(cfg=built.sure(each.cfg)) for each in (before, after))
    before, after = (each._replace(actions=built.there(each.actions, each.cfg)) for each in (before, after))
    ways = built.answers((before.cfg, after.cfg))
    found = [_parity(_built(before, hold), _built(after, hold)) for hold in ways] or [_parity(before, after)]
    every = dict.fromkeys(_in_one_build(change, [new for _, new in found]) for each, _ in found for change in each)
    lasting = [change for change in every if change.kind in _ANYWHERE or all(change in each for each, _ in found)]
    return tuple(sorted(lasting, key=lambda change: (change.kind not in RISKY, change.new or change.old)))


def _built(one: FunctionRead, hold: built.Answers) -> FunctionRead:
    cfg = built.live(one.cfg, hold)
    return one._replace(cfg=cfg, actions=built.there(one.actions, cfg))


def _in_one_build(change: ResourceChange, others: Sequence[Holding | None]) -> ResourceChange:
    """What another build still releases before the same way out is not lost, but can be."""
    still = change.kind == LOST and any(
        each.line == change.new and change.resource in each.had - each.held
        for other in others
        if other
        for each in other.exits
    )
    return change._replace(kind=PARTLY) if still else change


def _parity(before: FunctionRead, after: FunctionRead) -> tuple[Sequence[ResourceChange], Holding | None]:
    """What changed, and what is held afterwards."""
    was, now = releases(*before), releases(*after)
    keys = {key: was.get(key, frozenset()) | now.get(key, frozenset()) for key in sorted({*was, *now})}
    if not keys and not any(_blocks(each) for each in (before, after)):
        return (), None
    sides = answers(*before, keys), answers(*after, keys)
    kept = {text: sides[0].get(text, frozenset()) | sides[1].get(text, frozenset()) for text in {*sides[0], *sides[1]}}
    old, new = holding(*before, keys, kept), holding(*after, keys, kept)
    found = [*_released(old, new, keys)]
    done = {change.resource for change in found}
    found += [
        change
        for change in (*_unwound(old, new, keys), *_left(old, new), *_locked(old, new))
        if change.resource not in done
    ]
    return found, new


def _blocks(one: FunctionRead) -> bool:
    """Whether anything stands under a guard, a lock or a `with`."""
    return any(a.type == ACQUIRE for a in one.actions) or any(
        op.kind == "enter" for block in one.cfg.blocks for op in block.ops
    )


def _plain(one: Holding) -> list[HeldExit]:
    return [each for each in one.exits if not each.unwinding]


def _released(old: Holding, new: Holding, keys: Collection[str]) -> Iterator[ResourceChange]:
    pairs = list(paired(_plain(old), _plain(new)))
    for key in sorted(keys):
        both = [(one, other) for one, other in pairs if one is not None and key in one.had & other.had]
        lost = [(one, other) for one, other in both if key not in one.held and key in other.held]
        lost = [(one, other) for one, other in lost if not _under_another_name(key, old, new, other)]
        gained = [(one, other) for one, other in both if key in one.held and key not in other.held]
        rest = [(one, other) for one, other in lost if _on_some_way(new, key, other)]
        yield from _told(PARTLY, key, old.releases, rest)
        yield from _told(LOST, key, old.releases, [pair for pair in lost if pair not in rest])
        if len(new.releases.get(key, ())) > len(old.releases.get(key, ())):
            yield from _told(GAINED, key, new.releases, gained)
        fresh = [other for one, other in pairs if one is None or _newly_held(key, (old, new), one, other)]
        yield from _unpaired(key, new, fresh)


def _under_another_name(key: str, old: Holding, new: Holding, out: HeldExit) -> bool:
    """Whether the same is done there to something that nothing did it to before: it may be another name for that."""
    deeds = {_called(deed) for deed, _ in old.releases.get(key, ())}
    fresh = (out.had - out.held) & (new.releases.keys() - old.releases.keys())
    return any(_called(deed) in deeds for each in fresh for deed, _ in new.releases[each])


def _called(deed: str) -> str:
    """`free` of `free(a)`."""
    return deed.partition("(")[0].rpartition(".")[2]


def _on_some_way(new: Holding, key: str, out: HeldExit) -> bool:
    """Whether a release stands before it, or behind it where it stands in a loop: then it only may be left out."""
    return any(line < out.line for _, line in new.releases.get(key, ()))


def _told(
    kind: str, key: str, done: Mapping[str, Sequence[tuple[str, int]]], found: Sequence[tuple[HeldExit, HeldExit]]
) -> Iterator[ResourceChange]:
    if found and key in done:
        one, other = found[0]
        gone = kind in (LOST, PARTLY)
        deed, line = _nearest(done[key], (one if gone else other).line)
        places = (line, other.line) if gone else (one.line, line)
        yield ResourceChange(kind, key, deed, tuple([after.text for _, after in found]), *places)


def _nearest(done: Sequence[tuple[str, int]], line: int) -> tuple[str, int]:
    """The last one before a way out."""
    return max((each for each in done if each[1] <= line), key=lambda each: each[1], default=done[0])


def _newly_held(key: str, sides: tuple[Holding, Holding], one: HeldExit, other: HeldExit) -> bool:
    """Whether it can be there now at a way out where it could not; of several that say the same, which one it was is not sure. What ends by
    a method of its own may end by itself, and what a field holds lasts; what is done to it may be done under another name, or by whom it is given to."""
    old, new = sides
    leaked = any(each.text == other.text and key in each.held for each in _plain(old))
    own = any(deed.startswith(f"{key}.") for deed, _ in new.releases.get(key, ())) or (
        "." in key and key not in new.locks
    )
    deeds = {_called(deed) for deed, _ in new.releases.get(key, ())}
    named = any(_called(deed) in deeds for each in other.had - other.held for deed, _ in new.releases.get(each, ()))
    named |= any(_called(deed) in deeds for each in one.held for deed, _ in old.releases.get(each, ()))
    return key in other.held - other.doubtful and key not in one.had and not (leaked or own or named)


def _unpaired(key: str, new: Holding, fresh: Sequence[HeldExit]) -> Iterator[ResourceChange]:
    others = [each for each in _plain(new) if each not in fresh and key in each.had]
    leaks = [each for each in fresh if key in each.held]
    if leaks and others and key in new.releases and all(key not in each.held for each in others):
        yield ResourceChange(
            UNPAIRED, key, new.releases[key][0][0], tuple([each.text for each in leaks]), 0, leaks[0].line
        )


def _unwound(old: Holding, new: Holding, keys: Collection[str]) -> Iterator[ResourceChange]:
    for key in sorted({*keys} & old.releases.keys() & new.releases.keys()):
        first = min((line for line, _ in new.under.values()), default=0)
        if new.releases[key][0][1] <= first and key in old.unwound:
            continue  # nothing stands before it that could raise
        if (key in old.unwound) != (key in new.unwound) and (key in old.acquired) == (key in new.acquired):
            yield ResourceChange(
                UNWOUND if key in old.unwound else COVERED,
                key,
                new.releases[key][0][0],
                (),
                old.releases[key][0][1],
                new.releases[key][0][1],
            )


def _left(old: Holding, new: Holding) -> Iterator[ResourceChange]:
    """`with open(n) as f` became `f = open(n)`."""
    texts = [text for text in new.under if text not in old.under]
    for what in sorted(old.around.keys() - new.around.keys()):
        opened = [text for text in texts if text == what or _made(text, what)]
        name = opened[0].partition(" = ")[0].partition(":")[0].strip() if opened else ""
        if opened and "(" in what and name not in new.releases and not any(mentions(key, name) for key in new.around):
            yield ResourceChange(LEFT, what, opened[0], (), old.around[what], new.under[opened[0]][0])


def _made(text: str, what: str) -> bool:
    """Whether it is that, or a name is set to that, however its lines are parted."""
    value, bare = ("".join(each.split()).replace(",)", ")") for each in (what, text))
    return bare == value or bare.partition("=")[::2] == (bare[: -len(value) - 1], value)


def _locked(old: Holding, new: Holding) -> Iterator[ResourceChange]:
    """What stands on either side once, by the lock that it stood under, or stands under now."""
    both = sorted(old.under.keys() & new.under.keys(), key=lambda text: new.under[text][0])
    for key in sorted(old.around):
        left = [text for text in both if key in old.under[text][1]]
        if not new.around and key in old.locks and "(" not in key and not left and _holds_something(old, key):
            yield ResourceChange(UNLOCKED, key, key, (), old.around[key], 0)
        if key in new.around or "(" not in key:
            outside = [text for text in both if key in old.under[text][1] - new.under[text][1]]
            yield from _moved(OUTSIDE, key, [text for text in outside if not _opened(key, text, old, new)], old, new)
        if key in new.around:
            yield from _moved(
                INSIDE, key, [text for text in both if key in new.under[text][1] - old.under[text][1]], old, new
            )


def _opened(key: str, text: str, old: Holding, new: Holding) -> bool:
    """`with f:` that is `with open(n) as f:` now: another block stands around it, that opens what it is given."""
    return key not in new.around and any("(" in each for each in new.under[text][1] - old.under[text][1])


def _holds_something(one: Holding, key: str) -> bool:
    """Whether anything that may matter to others stands under a lock."""
    return any(key in held for _, held in one.under.values()) or any(key in each.had for each in one.exits)


def _moved(kind: str, key: str, texts: Sequence[str], old: Holding, new: Holding) -> Iterator[ResourceChange]:
    if texts:
        line = old.under[texts[0]][0] if key in new.around else old.around[key]
        yield ResourceChange(kind, key, texts[0], tuple(texts[1:]), line, new.under[texts[0]][0])


def parity_sentences(changes: Sequence[ResourceChange]) -> tuple[str, ...]:
    """What one new way out lacks is told together."""
    lacking: dict[tuple[str, ...], list[ResourceChange]] = {}
    for each in changes:
        if each.kind == UNPAIRED:
            lacking.setdefault(each.exits, []).append(each)
    return (*map(_unpaired_sentence, lacking.values()), *[_sentence(each) for each in changes if each.kind != UNPAIRED])


def _unpaired_sentence(changes: Sequence[ResourceChange]) -> str:
    deeds = _joined([_quoted(each.deed) for each in changes])
    return f"Can now leave by {_listed(changes[0].exits)} without {deeds}, which every other way out does."


def _sentence(change: ResourceChange) -> str:
    deed, resource = _quoted(change.deed), _quoted(change.resource)
    match change.kind:
        case "lost":
            return f"No longer does {deed} before {_listed(change.exits)}."
        case "partly":
            return f"Can now come to {_listed(change.exits)} without {deed}."
        case "gained":
            return f"Now does {deed} before {_listed(change.exits)}."
        case "unwound":
            return f"No longer does {deed} when an exception is raised."
        case "covered":
            return f"Now does {deed} also when an exception is raised."
        case "left":
            return f"No longer closes {resource} when its block is left."
        case "unlocked":
            return f"No longer takes the lock {resource}."
        case "outside":
            return f"{_each(change)} no longer {_stand(change)} under {resource}."
    return f"{_each(change)} now {_stand(change)} under {resource}."


def _quoted(code: str) -> str:
    return f"`{inside(cut(code, QUOTED))}`"


def _each(change: ResourceChange) -> str:
    return _quoted(change.deed) + (f" and {len(change.exits)} more" if change.exits else "")


def _stand(change: ResourceChange) -> str:
    return "stand" if change.exits else "stands"


def _listed(exits: Sequence[str]) -> str:
    names = [each if each == "the end" else _quoted(each) for each in dict.fromkeys(exits)]
    more = [f"{len(names) - EXITS} more"] if len(names) > EXITS else []
    return _joined([*names[:EXITS], *more])


def _joined(names: Sequence[str]) -> str:
    return series(names)
