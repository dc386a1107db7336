"""From one function to another: what it calls, when, and by which way it is reached."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...agents.said import Cited
from ...model.facts import Call
from ...model.identity import path_of, qualified_of
from ...model.pattern import regex
from ...model.product import is_aside
from ...model.summary import POSSIBLE
from ...tasks.names import candidates
from ..codes import AMBIGUOUS_NAME, Failed
from ..conditions import told, under
from ..edges import HOW, KINDS, callees, sites
from ..own import line_at
from . import closures
from .callers import low, outside_calls
from .here import SURE, Found, Here, at, each, functions, label, methods, unanswered
from .pasted import handed, standing_in
from .question.asked import Asked
from .question.tokens import QuestionToken


def called(here: Here, asked: Asked) -> Found | Failed:
    return each(here, asked.names["A"], lambda id_: _called(here, id_))


def _called(here: Here, id_: str) -> Found:
    project, name = here.project, label(here.project, id_)
    inside = [
        (site.line, HOW[site.how], qualified_of(other))
        for other in callees(project, id_)
        for site in sites(project, id_, other)
    ]
    lines = project.lines(id_)
    met = {site.site for site in project.resolved(id_) if site.targets}
    outside = [
        (lines[site.site], "exact", site.external)
        for site in project.resolved(id_)
        if site.external and site.site not in met
    ]
    rows = [
        at(project, id_, f"{name} calls {other}{SURE[how]}", line) for line, how, other in sorted(dict.fromkeys(inside))
    ]
    more = sorted({other for _, _, other in outside})
    note = (
        f"Outside the project {name} calls {', '.join(more[:12])}{' and others' if len(more) > 12 else ''}."
        if more
        else ""
    )
    note += f" {unanswered(project, id_)}"
    return Found(tuple(rows) or (at(project, id_, f"{name} calls no function of this project"),), (id_,), note.strip())


def pair(here: Here, asked: Asked) -> tuple[list[str], list[str]] | Failed:
    one, other = functions(here, asked.names["A"]), functions(here, asked.names["B"])
    if isinstance(one, Failed):
        return one
    return other if isinstance(other, Failed) else (one, other)


def wide_pair(here: Here, asked: Asked) -> tuple[list[str], list[str]] | Failed:
    """As `pair`, of up to `WIDE` functions of a name."""
    ends = [_all_of(here, asked.names[slot]) for slot in "AB"]
    return next((end for end in ends if isinstance(end, Failed)), None) or (ends[0], ends[1])  # type: ignore[return-value]


WIDE: Final = 12


def _all_of(here: Here, token: QuestionToken) -> list[str] | Failed:
    found = functions(here, token)
    if isinstance(found, list) or found.code != AMBIGUOUS_NAME:
        return found
    every = [one.id for one in candidates(here.project.named(token.raw), token.raw) if not is_aside(one.path)]
    return every if 0 < len(every) <= WIDE else found


def does_call(here: Here, asked: Asked) -> Found | Failed:
    ends, project = pair(here, asked), here.project
    own, targets = methods(here, asked.names["A"], made=True), functions(here, asked.names["B"])
    if own and not isinstance(targets, Failed):
        ends = own, targets  # of a type, any of its methods
    if isinstance(ends, Failed):
        return _calls_outside(here, asked) or ends
    rows = [
        (site.how, one, other, site.line) for one in ends[0] for other in ends[1] for site in sites(project, one, other)
    ]
    if not rows and own:
        first = at(project, own[0], "")
        none = f"No: none of the {len(own)} methods of {asked.names['A'].raw[:80]} calls {asked.names['B'].raw[:80]}, as far as calls can be resolved"
        return Found((first._replace(text=none),), tuple(ends[1]))
    if not rows:
        return _only_through(here, ends)
    best = min(how for how, *_ in rows)
    word = "Yes" if best == 0 else "It may" if best == 1 else "Possibly"
    said = [
        at(project, one, f"{label(project, one)} calls {label(project, other)}{SURE[HOW[how]]}", line)
        for how, one, other, line in sorted(rows)
    ]
    return Found((said[0]._replace(text=f"{word}: {said[0].text}"), *said[1:]), (*ends[0], *ends[1]))


def when_calls(here: Here, asked: Asked) -> Found | Failed:
    """Each call with what decides over it."""
    ends = pair(here, asked)
    if isinstance(ends, Failed):
        return _by_call(here, asked, ends) or ends
    project = here.project
    rows = [
        (one, other, site.how, project.functions[one].facts.calls[site.site].start)
        for one in ends[0]
        for other in ends[1]
        for site in project.resolved(one)
        if other in site.targets
    ]
    said = tuple(at(project, one, f"{label(project, one)} calls {label(project, other)}{_sure(how)}{told(under(project, one, offset))}", line_at(project, one, offset))
                 for one, other, how, offset in rows)  # fmt: skip
    return Found(tuple(dict.fromkeys(said)), (*ends[0], *ends[1])) if said else _only_through(here, ends)


def _by_call(here: Here, asked: Asked, unknown: Failed) -> Found | None:
    """`when does A call func`, where `func` is what A was given, is of a library, or is the name of many."""
    ids, name, project = functions(here, asked.names["A"]), asked.names["B"].raw.removesuffix("()"), here.project
    rows = [
        at(
            project,
            id_,
            f"{label(project, id_)} calls {name}{told(under(project, id_, call.start))}",
            line_at(project, id_, call.start),
        )
        for id_ in ([] if isinstance(ids, Failed) else ids)
        for call in project.functions[id_].facts.calls
        if _is_named(call, name)
    ]
    return (
        Found(
            tuple(dict.fromkeys(rows)),
            tuple(ids) if not isinstance(ids, Failed) else (),
            f"{'Many functions are called' if unknown.code == AMBIGUOUS_NAME else 'I know no function'} `{name[:80]}`: by the name of the call.",
        )
        if rows
        else None
    )


def _is_named(call: Call, name: str) -> bool:
    """`os.remove` by all that is written of it, `remove` by its own name."""
    own, _, last = _DOTS.sub(".", name).rpartition(".")
    whose = _DOTS.sub(".", call.receiver)
    return call.name == last and (not own or whose == own or whose.endswith(f".{own}"))


_DOTS: Final = regex(r"::|->")


def _sure(how: str) -> str:
    return SURE[HOW[KINDS.get(how, POSSIBLE)]]


def _only_through(here: Here, ends: tuple[list[str], list[str]]) -> Found:
    project = here.project
    found = next(
        (path for one in ends[0] for other in ends[1] if one != other and (path := _path(here, one, other)).said), None
    )
    text = f"{label(project, ends[0][0])} does not call {label(project, ends[1][0])}"
    if found:
        return Found(
            (at(project, ends[0][0], f"No, not itself: {text}; but through others:"), *found.said),
            (*ends[0], *ends[1]),
            unresolved(here, ends[0]),
        )
    return Found(
        (at(project, ends[0][0], f"No: {text}, as far as calls can be resolved"),),
        (*ends[0], *ends[1]),
        unresolved(here, ends[0]),
    )


def unresolved(here: Here, ids: list[str]) -> str:
    return " ".join(filter(None, dict.fromkeys(unanswered(here.project, id_) for id_ in ids)))


def _calls_outside(here: Here, asked: Asked) -> Found | None:
    ids, token = functions(here, asked.names["A"]), asked.names["B"]
    if isinstance(ids, Failed):
        return None
    known = list(outside_calls(here, token))
    rows = [
        line
        for line in known
        for id_ in ids
        if line.path == path_of(id_) and line.text.startswith(f"{qualified_of(id_)} calls")
    ]
    if known and not rows:
        none = f"No: {label(here.project, ids[0])} does not call {token.raw} itself, as far as calls can be resolved"
        return Found((at(here.project, ids[0], none),), tuple(ids), unresolved(here, ids))
    return Found((rows[0]._replace(text=f"Yes: {rows[0].text}"), *rows[1:]), tuple(ids)) if rows else None


def path(here: Here, asked: Asked) -> Found | Failed:
    """Of a name that many functions have, the shortest way to any of them."""
    ends = wide_pair(here, asked)
    if isinstance(ends, Failed):
        return _path_outside(here, asked) or ends
    found = [way for one in ends[0] for other in ends[1] if one != other and (way := _path(here, one, other)).said]
    found = found or [
        made for one in ends[0] for other in ends[1] if (made := closures.by_closure(here, one, other, _path))
    ]
    found = found or [made for one in ends[0] for other in ends[1] if (made := _by_address(here, one, other))]
    if found:
        return min(found, key=lambda way: len(way.said))
    return Found((at(here.project, ends[0][0], _no_way(here, ends)),), (*ends[0], *ends[1]))


def _by_address(here: Here, one: str, other: str) -> Found | None:
    """To a function that takes its address: `bind(&Service::route, this)` calls it some time, or hands it to who does."""
    project, found = here.project, list[Found]()
    for hands in handed(here, project.functions[other].facts.name):
        holder = standing_in(project, hands.path, hands.line)
        way = _path(here, one, holder).said if holder and holder != one else ()
        if holder and (way or holder == one):
            text = (
                f"{label(project, holder)} takes the address {hands.text.removesuffix(' is handed on')} and hands it on"
            )
            found.append(Found((*way, hands._replace(text=text)), (one, other), BY_ADDRESS))
    return min(found, key=lambda way: len(way.said), default=None)


BY_ADDRESS: Final = "No call of it is found; whether and when what it is handed to calls it is not told."


def _path_outside(here: Here, asked: Asked) -> Found | None:
    """A way to a function that is not of the project: to one that calls it, and its call."""
    starts, project = functions(here, asked.names["A"]), here.project
    calls = [] if isinstance(starts, Failed) else list(outside_calls(here, asked.names["B"]))
    by = {(line.path, line.text.partition(" calls ")[0]): line for line in reversed(calls)}
    found = []
    for one in starts if calls and not isinstance(starts, Failed) else ():
        for other in project.outside(asked.names["B"].raw.removesuffix("()").replace("::", ".")):
            last = by.get((path_of(other), qualified_of(other)))
            way = _path(here, one, other).said if last and one != other else ()
            found += [Found((*way, last), (one,))] if last and (way or one == other) else []
    return min(found, key=lambda way: len(way.said), default=None)


def _no_way(here: Here, ends: tuple[list[str], list[str]]) -> str:
    back = any(_path(here, other, one).said for one in ends[0] for other in ends[1])
    text = f"No calls lead from {label(here.project, ends[0][0])} to {label(here.project, ends[1][0])}, as far as they can be resolved"
    return text + ("; the other way round there are" if back else "")


def _path(here: Here, one: str, other: str) -> Found:
    data = here.ask("find_path", start=one, goal=other)
    calls = [] if isinstance(data, Failed) else data["calls"]
    return Found(
        tuple(
            Cited(f"{row['caller']} calls {row['callee']}{SURE[row['how']]}", row["file"], row["line"]) for row in calls
        ),
        (one, other),
    )


def does_reach(here: Here, asked: Asked) -> Found | Failed:
    found = path(here, asked)
    if isinstance(found, Failed):
        return found
    none = found.said[0].text.startswith("No calls lead")
    sure = not any("(may" in line.text or "(possible" in line.text for line in found.said)
    goals = functions(here, asked.names["B"])
    unsure = isinstance(goals, list) and any(
        here.project.unsure(here.project.functions[one].facts.name) for one in goals
    )
    no = "Not that I can see" if unsure else "No"  # one of those calls may be the missing one
    word = no if none else "Yes" if sure else "It may"
    word = "It may" if found.note == BY_ADDRESS else word
    text = low(found.said[0].text) if none else found.said[0].text
    return found._replace(said=(found.said[0]._replace(text=f"{word}: {text}"), *found.said[1:]))


def times(told: Callable[[Here, Asked], Found | Failed]) -> Callable[[Here, Asked], Found | Failed]:
    """How often: at how many places, which is known; how often each is passed is not."""

    def counted(here: Here, asked: Asked) -> Found | Failed:
        found = told(here, asked)
        if isinstance(found, Failed) or found.said[0].text.startswith(("No", "Not directly")):
            return found
        count = len(found.said)
        note = f"{count} place{'s' if count > 1 else ''} of its code; how often each is passed in a run I cannot tell."
        return found._replace(note=f"{note} {found.note}".strip())

    return counted


def itself(here: Here, asked: Asked) -> Found | Failed:
    def told(id_: str) -> Found | Failed:
        project, name = here.project, label(here.project, id_)
        own = sites(project, id_, id_)
        if own:
            sure = "Yes" if own[0].how == 0 else "It may"
            return Found(
                tuple(at(project, id_, f"{sure}: {name} calls itself{SURE[HOW[site.how]]}", site.line) for site in own),
                (id_,),
            )
        through = next((way for other in callees(project, id_) if (way := _path(here, other, id_)).said), None)
        if through:
            return Found(
                (at(project, id_, f"Not directly: {name} is reached again through others:"), *through.said), (id_,)
            )
        return Found((at(project, id_, f"No: {name} does not call itself, as far as calls can be resolved"),), (id_,))

    return each(here, asked.names["A"], told)
