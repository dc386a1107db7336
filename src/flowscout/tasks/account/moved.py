"""What is called otherwise, or stands in another file, on the two sides of a change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import partial

from ...border import within
from ...model.account import DECLARATION, FILE, FLOW, GONE, NEUTRAL, NEW, Answer
from ...model.identity import path_of, qualified_of
from ...pipeline import Project
from ...stages import account as stage
from .files import MOST_FILES, Files, unread
from .inherited import above
from .new import IS_GONE

MOST_GONE = 50  # functions, beyond which none is looked for in others
Pairs = Sequence[tuple[str, str]]


def renamed(
    before: Project,
    after: Project,
    pairs: Pairs,
    declared: tuple[Set[bytes], Set[bytes]],
    aliases: Mapping[bytes, bytes],
) -> dict[bytes, bytes]:
    """Names of functions and of what holds them that are called otherwise now, each in one way only. declared: what either side declares: what
    still is declared, or was before, is called as it was, wherever its functions went, but what is only an alias of the new name is not."""
    found: dict[str, set[str]] = {}
    left, right = _holding(before, [a for a, _ in pairs if a]), _holding(after, [b for _, b in pairs if b])
    for a, b in pairs:
        if a and b and a != b:
            one, other = before.functions[a].facts.qualified, after.functions[b].facts.qualified
            if len(one) == len(other):
                for at, (x, y) in enumerate(zip(one, other, strict=True)):
                    stays = at < len(one) - 1 and (x in right or y in left)
                    if x != y and not stays:
                        found.setdefault(x, set()).add(y)
    single = {x.encode(): y.encode() for x, ys in found.items() if len(ys) == 1 for y in ys}
    return {x: y for x, y in single.items() if (x not in declared[1] or aliases.get(x) == y) and y not in declared[0]}


def _holding(project: Project, ids: Sequence[str]) -> Set[str]:
    """The names of what functions stand in."""
    return {name for id_ in ids for name in project.functions[id_].facts.scope}


def homes(told: Sequence[Answer]) -> dict[str, dict[str, str]]:
    """Of each file the functions that moved into it, with where they stood before."""
    found: dict[str, dict[str, str]] = {}
    for each in told:
        if each.rule == "moved":
            found.setdefault(path_of(each.unit), {})[each.unit] = each.before.path
    return found


def with_origin(one: Answer, new: Files, came: Mapping[str, str]) -> Answer:
    """A new file, with where its functions stood before, where most of them did."""
    path = one.after.path
    if one.rule != FILE or not one.after.line or one.before.line:
        return one
    homes = sorted({home for home in came.values() if home and home != path})
    whole = len(new.state(path).functions)
    if len(homes) != 1 or 2 * len(came) <= whole:
        return one
    how = "the function" if whole == 1 else f"{'all' if len(came) == whole else len(came)} of them"
    said = one.sentence.removesuffix(".")
    if len(came) == whole and (set_ := stage.sets(new.state(path))):
        said = said.replace(f"; {set_}", "")  # what came along is told as moved
    return one._replace(sentence=f"{said}; {how} moved from `{homes[0]}`.")


def types(files: Files, paths: Sequence[tuple[str, str]], side: int) -> Set[bytes]:
    """What the files that differ declare outside of functions."""
    return {
        name for path in _read(files, paths, side) for name in within("names", partial(_names, files, path), set[bytes])
    }


def aliases(files: Files, paths: Sequence[tuple[str, str]]) -> Mapping[bytes, bytes]:
    """Names that macros of the files that differ keep for other names."""
    return {
        name: other
        for path in _read(files, paths, 1)
        for name, other in within("names", partial(_aliases, files, path), dict[bytes, bytes]).items()
    }


def _read(files: Files, paths: Sequence[tuple[str, str]], side: int) -> Sequence[str]:
    those = [each[side] for each in paths if each[side] and not unread(files.project, files.project, each[side], "")]
    return those if len(those) <= MOST_FILES else ()


def _aliases(files: Files, path: str) -> dict[bytes, bytes]:
    return stage.aliases(files.state(path).around)


def _names(files: Files, path: str) -> Set[bytes]:
    return stage.names(files.state(path).around)


def rehomed(
    old: Files, new: Files, paths: Sequence[tuple[str, str]], told: list[Answer], called: Mapping[bytes, bytes]
) -> list[Answer]:
    """By the language of the files: nothing moves from one to another."""
    if len(paths) > MOST_FILES or not any(_may_have_moved(one) for one in told):
        return told
    for language in sorted({_language(old, new, a, b) for a, b in paths}):
        those = [(a, b) for a, b in paths if _language(old, new, a, b) == language]
        read = [(a, b) for a, b in those if not unread(old.project, new.project, a, b)]
        was, now = {a: old.state(a) for a, _ in read if a}, {b: new.state(b) for _, b in read if b}
        told = list(stage.rehomed(told, was, now, called, language == "python"))
    return told


def unbuilt(old: Files, new: Files, paths: Sequence[tuple[str, str]], told: list[Answer]) -> list[Answer]:
    """Of the files of C and C++ on both sides that have an `#if 0`."""
    for a, b in paths:
        if a and b and _language(old, new, a, b) == "c" and not unread(old.project, new.project, a, b):
            sides = old.state(a), new.state(b)
            if any(b"#if" in each.source.data or b"# " in each.source.data for each in sides):
                told = stage.unbuilt(told, *sides)
    return told


def _may_have_moved(one: Answer) -> bool:
    return one.how == DECLARATION and bool(one.before.code) and not one.after.code


def _language(old: Files, new: Files, a: str, b: str) -> str:
    """C and C++ are one."""
    known = (new.project.files[b] if b else old.project.files[a]).language
    return known if known == "python" else "c"


def texts(
    before: Project, after: Project, paths: Sequence[tuple[str, str]], told: Sequence[Answer]
) -> dict[str, tuple[str, str]]:
    """What the files that differ hold, blanks aside, where something is gone that may stand in another."""
    if len(paths) > MOST_FILES or not any(
        one.how == DECLARATION and one.before.code and not one.after.code for one in told
    ):
        return {}
    return {b: (_bare(before, a), _bare(after, b)) for a, b in paths if b}


def _bare(project: Project, path: str) -> str:
    return "".join(project.sources(path).decode("utf-8", "replace").split()) if path else ""


def stood(old: Files, new: Files, pairs: Pairs, told: Sequence[Answer]) -> list[Answer]:
    """Steps that went to functions that are new, or came from those that are gone."""
    kinds = {one.unit: one.rule for one in told if one.how == FLOW and one.rule in (NEW, GONE)}
    gone = {a: old.state(path_of(a)).body(a) for a, b in pairs if not b and kinds.get(a) == GONE}
    came = {b: new.state(path_of(b)).body(b) for a, b in pairs if not a and kinds.get(b) == NEW}
    found = list(stage.stood(told, gone, came))
    lost = {a: stage.raised(old.state(path_of(a)), a) for a in gone}
    if len(gone) > MOST_GONE or not any(lost.values()):
        return found
    texts = "".join([_bare(new.project, path) for path in sorted({path_of(b) for _, b in pairs if b})])
    named: dict[str, list[str]] = {}
    for a, ways in lost.items():
        again = any(each in texts for each in stage.raises(old.state(path_of(a)), a))
        named.setdefault(old.project.functions[a].facts.name, []).extend([] if again else ways)
    return list(stage.lost_with(found, named))


def merged(old: Files, new: Files, pairs: Pairs, told: Sequence[Answer]) -> list[Answer]:
    """Functions that are gone and whose body another one of the files that differ has."""
    lost = [at for at, one in enumerate(told) if one.how == FLOW and one.rule == GONE]
    found = list(told)
    if not lost or len(lost) > MOST_GONE:
        return found
    every = [(new.state(path_of(b)), b) for path in sorted({path_of(b) for _, b in pairs if b}) for b in ids(new, path)]
    for at in lost:
        one = found[at]
        if one.unit in (state := old.state(path_of(one.unit))).functions:
            name, values = stage.merged(state, one.unit, every, above(new.project, one.unit))
            found[at] = one._replace(sentence=_instead(one.unit, name, values), rank=6) if name else one
    return found


def of_builds(old: Files, told: Sequence[Answer]) -> list[Answer]:
    """Of functions that are gone, and that not every build had, which had them."""
    return [
        _of_builds(old, one) if one.rule == GONE and one.sentence == IS_GONE and not one.twin else one for one in told
    ]


def _of_builds(old: Files, one: Answer) -> Answer:
    path = path_of(one.unit)
    state = old.state(path) if path in old.project.files and not unread(old.project, old.project, path, "") else None
    under = stage.built_under(state, one.unit) if state and one.unit in state.functions else ""
    return one._replace(sentence=f"Is gone; it was built under {under}.") if under else one


def ids(files: Files, path: str) -> Sequence[str]:
    return tuple(files.state(path).functions)


def _instead(was: str, name: str, values: str) -> str:
    there = f" in `{path_of(name)}`" if qualified_of(was) == qualified_of(name) else ""
    return f"Is gone: `{qualified_of(name)}`{there} does the same{f', where {values}' if values else ''}."


def attributes(old: Files, new: Files, paths: Sequence[tuple[str, str]]) -> dict[bytes, bytes]:
    """What objects of Python have under another name."""
    both = [(a, b) for a, b in paths if a and b and _language(old, new, a, b) == "python"]
    read = [(a, b) for a, b in both if not unread(old.project, new.project, a, b)]
    if not read or len(read) > MOST_FILES:
        return {}
    return stage.attributes([old.state(a).source for a, _ in read], [new.state(b).source for _, b in read])


def as_part(one: Answer, whose: str) -> Answer:
    """A function that holds what stood in another, or the other way."""
    name, other = qualified_of(one.unit), qualified_of(whose)
    rule, how = ("extracted", "was taken out of") if one.after.line else ("inlined", "now stands in place in")
    return one._replace(how=NEUTRAL, rule=rule, sentence=f"`{name}` {how} `{other}`.", rank=9)
