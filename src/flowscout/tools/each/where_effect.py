"""Where something is deleted, written, sent, raised or returned: by what functions do, not by their words. A function that does it
itself stands before those that only call it; of these, the line is that of the call through which it happens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, ClassVar, Final, Literal, NamedTuple

from ...model.identity import path_of
from ...model.product import is_aside, is_test
from ...model.summary import Effect
from ...pipeline import Project
from ...stages.summarise.unset import TAKING_OUT, unset_of
from ..contract import (
    AMBIGUOUS_NAME,
    FUNCTION_NOT_FOUND,
    INVALID_PARAMETERS,
    NO_RESULTS,
    Arguments,
    Cursor,
    Data,
    Failed,
    Field,
    File,
    Limit,
    Page,
    Tool,
)
from ..desk import Desk
from ..edges import HOW, sites
from ..finding import function, name_of, page
from ..fitting import fits, fitting, kinds_of, names
from ..flags import comes_up
from ..own import (
    AT_ONCE,
    CONSTANTS,
    freeing_macros,
    last_part,
    line_at,
    line_of,
    mutated,
    returning_whole,
    told,
)


class WhereEffect(Arguments):
    EARLIER: ClassVar[Mapping[str, str]] = {"function": "name"}

    kind: Literal[
        "deletes", "writes", "sends", "raises", "returns", "locks", "frees", "exits", "ends", "irreversible"
    ] = Field(
        description="writes: state that outlives the call, and files; frees, exits: memory and the program, by its own calls; irreversible: whatever cannot be taken back; ends: the function never returns"
    )
    target: Annotated[
        str, Field(max_length=200, description="What: `ValueError`, `replicas_`, `unlink`; empty for anything")
    ] = ""
    file: File = ""
    name: Annotated[
        str, Field(max_length=2000, description="Only of this function: its name or its id; empty for all")
    ] = ""
    tests: bool = Field(False, description="Whether functions of tests count")
    inherited: bool = Field(True, description="Whether functions count that do it only through others")
    limit: Limit = 40
    cursor: Cursor = 0


class Doing(Data):
    function: str
    file: str
    line: int = Field(description="Where it happens; of what is inherited, the call through which it happens")
    target: str
    own: bool
    how: str = Field(description="exact; may: over a complete set of targets")
    via: list[str] = Field(description="The calls that lead to where it happens; empty where it is the function's own")


class Doers(Page):
    kind: str
    target: str
    own: int = Field(description="How many of them do it themselves; these come first")
    places: list[Doing]


class EffectFound(NamedTuple):
    id: str
    effect: Effect
    own: bool
    line: int = 0


Owners = Mapping[str, Mapping[str, EffectFound]]
Reached = Mapping[str, Sequence[Effect]]


def run(desk: Desk, asked: WhereEffect) -> Doers | Failed:
    project = desk.project
    ids = _asked(desk, asked)
    if isinstance(ids, Failed):
        return ids
    if asked.kind == "returns" and not asked.target and not asked.name:
        return Failed(INVALID_PARAMETERS, "target: say what is returned: `None`, `Status::NotFound`, `-1`")
    if asked.kind in AT_ONCE:
        rows = list(_at_once(project, ids, asked))
        shown, more = page(rows, asked.cursor, asked.limit)
        places = [Doing(function=name_of(project, id_), file=path_of(id_), line=line, target=said, own=True, how="exact", via=[])
                  for id_, line, said in shown]  # fmt: skip
        return (
            Doers(kind=asked.kind, target=asked.target, own=len(rows), places=places, **more) if rows else _none(asked)
        )
    unset = _unset(project, ids, asked)
    owners = {id_: _own(project, id_, asked, unset.get(id_, ())) for id_ in ids}
    own = sorted((row for best in owners.values() for row in best.values()), key=_order)
    reached = _reached(project, ids, asked)
    total = len(own) + _count(project, owners, reached, asked)
    if not total:
        return _none(asked)
    if asked.cursor + asked.limit > len(own):  # of those from below most pages show none
        own_too = own + sorted(_below(project, owners, reached, asked), key=_order)
    else:
        own_too = own
    more = page(range(total), asked.cursor, asked.limit)[1]
    some = own_too[asked.cursor : asked.cursor + asked.limit]
    return Doers(
        kind=asked.kind, target=asked.target, own=len(own), places=[_told(project, row) for row in some], **more
    )


def _order(row: EffectFound) -> tuple[bool, bool, str, str]:
    return is_aside(path_of(row.id)), row.effect.may, row.id, row.effect.target


def _asked(desk: Desk, asked: WhereEffect) -> list[str] | Failed:
    """The functions that are looked at."""
    if asked.name:
        one = function(desk, asked.name, asked.file)
        return one if isinstance(one, Failed) else [one.id]
    return [id_ for id_ in _may(desk.project, asked) if _counts(id_, asked)]


def _at_once(project: Project, ids: Iterable[str], asked: WhereEffect) -> Iterator[tuple[str, int, str]]:
    """(id, line, what is done there) of what is done by a function's own calls or returns."""
    at_once = returning_whole if asked.kind == "returns" and asked.name else AT_ONCE[asked.kind]
    kept = None if asked.kind == "returns" or asked.name else project.direct()
    known = freeing_macros(project) if asked.kind == "frees" and kept is not None else frozenset()
    by_macro = set(_holding(project, *known)) if known else set()  # of these not all is kept
    for id_ in ids:
        if kept is None or id_ in by_macro:
            yield from ((id_, line, said) for line, said in at_once(project, id_, asked.target))
        elif done := kept.get(id_):
            rows = ((each.line, each.text, each.made) for each in done if each.what == asked.kind)
            yield from ((id_, line, said) for line, said in told(rows, asked.target))


def _counts(id_: str, asked: WhereEffect) -> bool:
    return _looked_at(path_of(id_), asked.tests, asked.file)


@lru_cache(maxsize=65536)
def _looked_at(path: str, tests: bool, file: str) -> bool:
    return (tests or not is_test(path)) and _inside(path, file)


def _may(project: Project, asked: WhereEffect) -> Iterable[str]:
    """All that may do it themselves, by the effects that are known of them; where more than these counts, all functions."""
    if asked.kind == "returns":
        words = CONSTANTS.get(asked.target.lower(), (asked.target,))
        return sorted(_holding(project, *words, *(["0"] if "NULL" in words else [])))
    if asked.kind in AT_ONCE:
        return sorted(_direct(project, asked.kind))
    found = set(project.doing(kinds_of(asked.kind), fitting(asked.kind, asked.target)))
    if asked.kind in ("deletes", "writes") and asked.target:
        found.update(_holding(project, last_part(asked.target)))
    elif asked.kind == "deletes":
        found.update(project.unset())
    elif asked.kind == "raises" and asked.target:
        found.update(project.doing(("raises",), lambda effect: effect.target.isidentifier()))
    return sorted(found)


def _direct(project: Project, kind: str) -> Iterable[str]:
    kept = project.direct()
    if kept is None:
        return project.functions
    known = freeing_macros(project) if kind == "frees" else ()
    return {*(kept.keys() - project.files.keys()), *(_holding(project, *known) if known else ())}


def _holding(project: Project, *words: str) -> Iterator[str]:
    """Functions of the files that hold one of these words: whoever changes or returns what is named so has it in its text."""
    wanted = [word.encode("utf-8", "replace") for word in words]
    for path in project.files:
        text = project.sources(path)
        if any(word in text for word in wanted):
            yield from project.ids.get(path, ())


def _none(asked: WhereEffect) -> Failed:
    who = f"nothing in {asked.name}" if asked.name else "no function of the snapshot"
    return Failed(NO_RESULTS, f"{who} {asked.kind} {asked.target or 'anything'}, as far as effects are known")


def _inside(path: str, asked: str) -> bool:
    return not asked or path == asked or path.startswith(asked.rstrip("/") + "/") or path.endswith("/" + asked)


def _count(project: Project, owners: Owners, reached: Reached, asked: WhereEffect) -> int:
    """Of the rows of `_below`. Of what a function does not do itself each target is one, and many have the same."""
    counts: dict[int, int] = {}
    total = 0
    for id_, effects in reached.items():
        if id_ in owners:
            total += len(_from_below(project, id_, owners[id_], effects, asked))
            continue
        if id(effects) not in counts:
            counts[id(effects)] = len({effect.target for effect in effects})
        total += counts[id(effects)]
    return total


def _below(project: Project, owners: Owners, reached: Reached, asked: WhereEffect) -> Iterator[EffectFound]:
    for id_, effects in reached.items():
        yield from _from_below(project, id_, owners.get(id_), effects, asked).values()


def _from_below(
    project: Project, id_: str, owned: Mapping[str, EffectFound] | None, effects: Sequence[Effect], asked: WhereEffect
) -> dict[str, EffectFound]:
    """By target the surest of those that a function has through others. owned: what it does itself, None where nothing is."""
    own = set[tuple[str, str]]() if owned is None else {(one.kind, one.target) for one in project.row(id_).own}
    best: dict[str, EffectFound] = {}
    for effect in effects:
        if (
            effect.origin != id_
            and (effect.kind, effect.target) not in own
            and effect.target not in (owned or ())
            and not (asked.name and effect.kind == "raises" and not comes_up(project, id_, effect))
        ):
            known = best.get(effect.target)
            if known is None or (known.effect.may and not effect.may):
                best[effect.target] = EffectFound(id_, effect, False)
    return best


def _unset(project: Project, ids: Sequence[str], asked: WhereEffect) -> Mapping[str, Sequence[str]]:
    """The state that they delete by the language's own word."""
    if asked.kind != "deletes":
        return {}
    one = asked.name
    return {id_: unset_of(project.functions[id_].facts, project.row(id_)) for id_ in ids} if one else project.unset()


def _own(project: Project, id_: str, asked: WhereEffect, unset: Sequence[str]) -> dict[str, EffectFound]:
    best: dict[str, EffectFound] = {}
    for effect in project.row(id_).own:
        if (
            fits(effect, asked.kind, asked.target)
            or _raised(project, id_, effect, asked)
            or (effect.kind == "state" and effect.target in unset and _is_meant(effect.target, asked))
        ):
            best.setdefault(effect.target, EffectFound(id_, effect, True))
    if asked.target or asked.name:
        taken = mutated(project, id_, asked.target, TAKING_OUT) if asked.kind == "deletes" else {}
        changed = mutated(project, id_, asked.target) if asked.kind == "writes" else {}
        for target, offset in taken.items():
            if _is_meant(target, asked):
                line = line_at(project, id_, offset)
                best.setdefault(target, EffectFound(id_, Effect("state", target, id_), True, line))
        for target in changed:
            if _is_meant(target, asked):
                best.setdefault(target, EffectFound(id_, Effect("state", target, id_), True))
    return best


def _is_meant(target: str, asked: WhereEffect) -> bool:
    return not asked.target or names(target, asked.target)


def _reached(project: Project, ids: Sequence[str], asked: WhereEffect) -> Reached:
    """The functions that count, with the effects that come to them."""
    if not asked.inherited:
        return {}
    if asked.name:
        return {id_: [one for one in project.effects(id_) if fits(one, asked.kind, asked.target)] for id_ in ids}
    every = project.reaching(kinds_of(asked.kind), fitting(asked.kind, asked.target))
    return {id_: some for id_, some in every.items() if _counts(id_, asked)}


def _raised(project: Project, id_: str, effect: Effect, asked: WhereEffect) -> bool:
    """`raise error` where `error` was made of the type."""
    named = asked.kind == "raises" == effect.kind and bool(asked.target) and effect.target.isidentifier()
    return named and any(
        one.name == effect.target and names(one.value.partition("(")[0], asked.target)
        for one in project.functions[id_].facts.bindings
    )


def _told(project: Project, row: EffectFound) -> Doing:
    name, path, target = name_of(project, row.id), path_of(row.id), row.effect.target
    if row.own:
        return Doing(
            function=name,
            file=path,
            line=row.line or line_of(project, row.id, row.effect),
            target=target,
            own=True,
            how=HOW[row.effect.may],
            via=[],
        )
    chain = project.via(row.id, row.effect)
    line = min((site.line for site in sites(project, row.id, chain[1])), default=project.begins(row.id))
    return Doing(
        function=name,
        file=path,
        line=line,
        target=target,
        own=False,
        how=HOW[row.effect.may],
        via=[name_of(project, id_) for id_ in chain[1:]],
    )


PLUGIN: Final = Tool(
    "where_effect", WhereEffect, Doers, run, (FUNCTION_NOT_FOUND, AMBIGUOUS_NAME, NO_RESULTS), first=True
)
