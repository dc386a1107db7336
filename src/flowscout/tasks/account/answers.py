"""Two projects and the pairs of their functions -> the account: every edit of every file that differs, answered once.

Files are paired by path, or as git renames them. A function's answers stand at its place after the change; one that only
went elsewhere, or is only called otherwise, is one line, and what follows from it elsewhere is neutral. An edit that was made
alike in another file (a copy, a generated header) is told once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import groupby

from ...border import within
from ...model.account import DECLARATION, FILE, GONE, LISTED, NEUTRAL, NEW, Answer, Side
from ...model.generated import is_generated
from ...model.identity import path_of, qualified_of
from ...model.report import FAILED_DEFECT
from ...pipeline import Project
from ...stages import account as stage
from ..entrypoints import is_test
from . import collected
from .by_default import by_default
from .by_macros import by_macros
from .called_names import CalledNames
from .chosen_overloads import chosen
from .damaged import damaged, is_damaged, understood
from .defined_still import defined_still
from .edited import EditedFunctions, others_asking
from .endings import endings
from .files import MOST_FILES, Files, unread
from .future_first import future_first
from .given_back import given_back
from .hazards import hazards
from .held_elsewhere import held_elsewhere
from .inherited import inherited
from .moved import (
    aliases,
    as_part,
    attributes,
    homes,
    merged,
    of_builds,
    rehomed,
    stood,
    texts,
    types,
    unbuilt,
    with_origin,
)
from .moved import renamed as renames_of
from .new import IS_GONE, fresh
from .not_compiled import not_compiled
from .taken_names import Replaced, replaced, taken
from .typing_heads import as_types
from .unfollowed import unfollowed
from .whole_file import whole_file

MOST_AWAY = 40  # functions that are new, beyond which none is looked for in another file
OPEN, CAME, HIDDEN = 4, 5, 6  # ranks: gone where others could call it, new, and gone or new where none could
_BY_PATH = (".py", ".h", ".hh", ".hpp", ".hxx")
TWIN_FROM = 12  # characters of code from which an edit that comes twice is a copy
Pairs = Sequence[tuple[str, str]]


def account(
    before: Project, after: Project, pairs: Pairs, renames: Mapping[str, str], near: Set[str]
) -> tuple[Answer, ...]:
    """By path and line. near: paths of the files that can differ."""
    names = {b: b for _, b in pairs if b} | {a: a for a, b in pairs if not b}
    old, new = Files(before, {a: b or a for a, b in pairs if a}, {}, {}), Files(after, names, {}, {})
    paths = _differing(before, after, renames, near)
    python = {path for pair in paths for path in pair if path and _language(before, after, path) == "python"}
    declared = _declared(old, new, paths)
    otherwise = {
        **declared,
        **renames_of(before, after, pairs, (types(old, paths, 0), types(new, paths, 1)), aliases(new, paths)),
    }
    owned = within("names", partial(attributes, old, new, paths), dict[bytes, bytes])
    instead = within("names", partial(taken, old, otherwise, {a for a, _ in paths if a}), dict[str, Replaced])
    renamed = {**owned, **{x: y for x, y in otherwise.items() if x.decode("utf-8", "replace") not in instead}}
    called = CalledNames(before, after, pairs)
    told = [*_functions(old, new, pairs, (renamed, called), {a for a, _ in paths}, {b for _, b in paths})]
    for a, b in paths:
        if is_damaged(before, after, a, b):
            held = partial(stage.well_read, told, old.state(a), new.state(b), b in python)
            told = within("misread", held, partial(list, told))
        told += within(
            b or a, partial(_file, old, new, a, b, called.outside(a, b, renamed), told), partial(_defect, a, b)
        )
    told = replaced(told, instead)
    of_others = partial(unfollowed, before, after, pairs, {**owned, **declared})
    told = within("unfollowed", partial(of_others, told), lambda: told)
    if len(paths) <= MOST_FILES and any(one.rule == stage.RENAMED for one in told):
        read = [new.state(b) for a, b in paths if b and not unread(before, after, a, b)]
        told = within("dangling", lambda: list(stage.dangling(told, read, python)), lambda: told)
    whole = {one.before.path for one in told if one.rule == FILE and not one.after.line}
    told = [
        one._replace(twin=one.before.path) if one.rule == GONE and one.before.path in whole else one for one in told
    ]
    told = list(stage.called_so(told, owned))
    told = by_default(before, after, told)
    told = within("stood", partial(stood, old, new, pairs, told), lambda: told)
    told = within("declared", partial(stage.only_declared, told), lambda: told)
    told = within("merged", partial(merged, old, new, pairs, told), lambda: told)
    told = within("moved", partial(rehomed, old, new, paths, told, renamed), lambda: told)
    told = list(stage.moved(told, texts(before, after, paths, told)))
    told = list(stage.went_along(told, {(a, b) for a, b in paths if a and b and a != b}))
    told = within("unbuilt", partial(unbuilt, old, new, paths, told), lambda: told)
    came = homes(told)
    told = [with_origin(one, new, came.get(one.after.path, {})) for one in told]
    told = list(
        stage.throughout(list(stage.as_its_type_says(list(stage.following(told, renames, called.spoken(told, pairs))))))
    )
    told = list(stage.called_otherwise(told))
    told = within("unfollowed", partial(of_others, told), lambda: told)
    told = within("endings", partial(endings, before, after, told), lambda: told)
    told = chosen(before, after, by_macros(before, after, told))
    told = within("inherited", partial(inherited, before, after, told), lambda: told)
    told = within("builds", lambda: defined_still(new, of_builds(old, told)), lambda: told)
    told = within("given", partial(given_back, old, new, pairs, told), lambda: told)
    told = within("held", partial(held_elsewhere, old, new, pairs, told), lambda: told)
    told = hazards(old, new, paths, told)
    told = within("unbalanced", partial(not_compiled, old, new, paths, told), lambda: told)
    told = within("future", partial(future_first, old, new, paths, told), lambda: told)
    told = list(stage.at_import(stage.types_spelt(stage.restood(told), python.__contains__), python.__contains__))
    every = tuple(_twins(sorted(stage.each_together(told), key=_order)))
    made = {b for a, b in paths if a and b and is_generated(before.sources(a)) and is_generated(after.sources(b))}
    return tuple(stage.folded(every, made)) if made else every


def _language(before: Project, after: Project, path: str) -> str:
    return (after if path in after.files else before).files[path].language


def _order(one: Answer) -> tuple[str, int, int, str, str]:
    return one.place.path, one.place.line, one.before.line, one.how, one.rule


def _differing(before: Project, after: Project, renames: Mapping[str, str], near: Set[str]) -> list[tuple[str, str]]:
    """(path before, path after), "" for none."""
    back = {b: a for a, b in renames.items() if a in before.files and b in after.files and a not in after.files}
    found = [
        (back.get(path) or (path if path in before.files else ""), path) for path in sorted(near) if path in after.files
    ]
    taken = {a for a, _ in found}
    found += [(path, "") for path in sorted(near) if path in before.files and path not in taken]
    return [(a, b) for a, b in found if not a or not b or a != b or _differs(before, after, a, b)]


def _differs(before: Project, after: Project, a: str, b: str) -> bool:
    """Of what no facts could be made the text decides."""
    if before.files[a].status == after.files[b].status == FAILED_DEFECT:
        return before.sources(a) != after.sources(b)
    return before.files[a].checksum != after.files[b].checksum


def _declared(old: Files, new: Files, paths: Sequence[tuple[str, str]]) -> Mapping[bytes, bytes]:
    """Types, macros and constants that are called otherwise, and in one way only."""
    read = [(a, b) for a, b in paths if not unread(old.project, new.project, a, b)]
    if len(read) > MOST_FILES:
        return {}
    both = [(a, b) for a, b in read if a and b]
    sides = [[old.state(a).around for a, _ in read if a], [new.state(b).around for _, b in read if b]]
    moved = within("names", partial(stage.elsewhere, *sides), dict[bytes, bytes])
    return {**moved, **within("names", partial(_called_otherwise, old, new, both), dict)}


def _called_otherwise(old: Files, new: Files, paths: Sequence[tuple[str, str]]) -> Mapping[bytes, bytes]:
    states = [(old.state(a), new.state(b)) for a, b in paths]
    sources = [[one.source for one, _ in states], [other.source for _, other in states]]
    return stage.renames([(one.around, other.around) for one, other in states], *sources)


def _functions(
    old: Files,
    new: Files,
    pairs: Pairs,
    names: tuple[Mapping[bytes, bytes], CalledNames],
    left: set[str],
    right: set[str],
) -> Iterator[Answer]:
    renamed, called = names
    gone, came = {a for a, b in pairs if not b}, {b for a, b in pairs if not a}
    near_gone, near_came = _by_file(gone), _by_file(came)
    used: dict[str, str] = {}
    away = sorted(came) if len(came) <= MOST_AWAY else []
    touched = [(a, b) for a, b in pairs if (a and path_of(a) in left) or (b and path_of(b) in right)]
    every = EditedFunctions(old, new, touched)
    for a, b in [each for each in touched if all(each)]:
        near = [near_gone.get(path_of(a), []), near_came.get(path_of(b), [])]
        near.append([id_ for id_ in away if path_of(id_) != path_of(b) and id_ in new.state(path_of(id_)).functions])
        made: list[Answer] = within(
            b,
            partial(_function, old, new, (a, b), called.within(a, b, renamed), near, used, every),
            partial(_lost, old, new, a, b),
        )
        yield from made
    for a, b in [each for each in touched if not all(each)]:
        lone: list[Answer] = within(
            b or a, partial(_alone, new if b else old, b or a, bool(a), gone | came), partial(_lost, old, new, a, b)
        )
        yield from (as_part(each, used[each.unit]) if each.unit in used else each for each in lone)


def _by_file(ids: Set[str]) -> dict[str, list[str]]:
    return {path: list(own) for path, own in groupby(sorted(ids, key=lambda id_: (path_of(id_), id_)), path_of)}


def _function(
    old: Files,
    new: Files,
    pair: tuple[str, str],
    renamed: Mapping[bytes, bytes],
    near: Sequence[Sequence[str]],
    used: dict[str, str],
    every: EditedFunctions,
) -> list[Answer]:
    """near: functions of the file that are gone, that are new, and those that are new in other files. used: those of them that are part of another, by its id. every: what was
    edited, where a check that is lost here may stand."""
    a, b = pair
    before, after = old.project.functions[a].facts, new.project.functions[b].facts
    if before.kind in ("lambda", "module") or after.kind in ("lambda", "module"):
        return []
    told: list[Answer] = []
    if (path_of(a), qualified_of(a)) != (path_of(b), qualified_of(b)):
        follows = path_of(a) == path_of(b) and stage.called_now(qualified_of(a), renamed) == qualified_of(b)
        how = stage.FOLLOWS if follows else "renamed" if before.name != after.name else "moved"
        went = "" if follows else _went(a, b, how, path_of(a) in new.project.files)
        if not follows or before.name != after.name:  # else only what it stands in is called otherwise
            named = Answer(NEUTRAL, how, b, _at(old, a), _at(new, b), went)
            told.append(collected.functions(named, _as_a_test(old, new, a, b)) if how == "renamed" else named)
    one, other = old.state(path_of(a)), new.state(path_of(b))
    if (path_of(a), before.name) != (path_of(b), after.name) and not _is_python(new, b):
        told += stage.lines_that_went(one.source, other.source, before, after, b)
    decorated = (one.around.decorators.get(before.start), other.around.decorators.get(after.start))
    if before.digest != after.digest or decorated != (None, None) or (_is_python(new, b) and _parted(one, other, pair)):
        found = list(stage.of_function(one, other, pair, renamed, _is_python(new, b)))
        found = collected.without_the_name(found, before, after, stage.FOLLOWS) if told else found
        edited = stage.edited_function(one, other, a, b) if stage.loses(found) else None
        if edited and (others := others_asking(new, edited, every)):
            found = list(stage.of_function(one, other, pair, renamed, _is_python(new, b), others))
        parts = set[str]()
        if any(near) and any(each.how != NEUTRAL for each in found):
            away = [(new.state(path_of(id_)), id_) for id_ in near[2]]
            found, parts = stage.through(one, other, pair, near[0], near[1], found, renamed, _is_python(new, b), away)
            if not parts:
                found, parts = stage.moved_out(one, other, pair, near[1], found)
            used.update({part: b for part in sorted(parts) if part not in used})
        found = found if parts else stage.done_elsewhere(one, other, pair, near[1], found)
        told += stage.as_a_whole(one, other, pair, found) if b not in used.values() else found
    return told


def _lost(old: Files, new: Files, a: str, b: str) -> list[Answer]:
    sides = (_at(old, a) if a else Side(), _at(new, b) if b else Side())
    return [Answer(LISTED, "defect", b or a, *sides, "Could not be compared: a defect of flowscout.", 2)]


def _parted(old: stage.State, new: stage.State, pair: tuple[str, str]) -> bool:
    """Whether the same words are other statements, as the end of a line ends one in Python: behind `return` alone nothing runs."""
    (a, b), facts = pair, (old.functions[pair[0]], new.functions[pair[1]])
    texts = [side.source.data[each.start : each.end] for side, each in zip((old, new), facts, strict=True)]
    return texts[0] != texts[1] and [each.words for each in old.pieces(a)] != [each.words for each in new.pieces(b)]


def _is_python(files: Files, id_: str) -> bool:
    return files.project.functions[id_].language.resolver == "python"


def _as_a_test(old: Files, new: Files, a: str, b: str) -> bool | None:
    sides = (new.project.functions[b].facts, old.project.functions[a].facts)
    files = (old.project.files[path_of(a)], new.project.files[path_of(b)])
    return collected.by_name(path_of(b), *sides, *files) if path_of(a) == path_of(b) and _is_python(new, b) else None


def _alone(files: Files, id_: str, gone: bool, alone: set[str]) -> list[Answer]:
    """Not what stands in another that is alone."""
    facts = files.project.functions[id_].facts
    path = path_of(id_)
    above = files.project.ids[path][facts.parent] if facts.parent >= 0 else ""
    if facts.kind in ("lambda", "module") or above in alone or id_ not in files.state(path).functions:
        return []
    said = IS_GONE if gone else fresh(files.project, files.state(path), id_)
    one = stage.whole(files.state(path), id_, GONE if gone else NEW, said, gone, _weight(files, id_, gone))
    return [as_types(files.project, id_, alone, one)]


def _weight(files: Files, id_: str, gone: bool) -> int:
    """What others could call is missed where it is gone; of what is new that which refuses something comes first."""
    facts = files.project.functions[id_].facts
    if facts.name.startswith("_") or "static" in facts.flags:
        return HIDDEN
    refuses = not gone and any(piece.kind == "Raise" for piece in files.state(path_of(id_)).pieces(id_))
    return OPEN if gone or refuses else CAME


def _at(files: Files, id_: str) -> Side:
    facts = files.project.functions[id_].facts
    return Side(path_of(id_), facts.line, facts.line, facts.name)


def _went(a: str, b: str, how: str, stays: bool) -> str:
    """stays: whether the file that it stood in is still there."""
    was, now = qualified_of(a), qualified_of(b)
    if how == "renamed":
        made = f"{now}({was})"  # by a macro
        left, home = (f" of `{path_of(a)}`", f", in `{path_of(b)}`") if stays and path_of(a) != path_of(b) else ("", "")
        return f"`{was}`{left} is now called `{made if b.endswith(f'::{made}') else now}`{home}."
    if path_of(a) != path_of(b):
        return f"`{now}` has moved from `{path_of(a)}` to `{path_of(b)}`."
    return f"`{now}` has moved from `{_holder(was, now)}`."


def _holder(was: str, now: str) -> str:
    """The class or namespace that it left, where it is called as it was."""
    (above, sign, name), other = was.rpartition("::" if "::" in was else "."), now.replace("::", ".")
    return above if sign and above and name == other.rpartition(".")[2] else was


def _file(
    old: Files, new: Files, a: str, b: str, renamed: Mapping[bytes, bytes], told: Sequence[Answer]
) -> list[Answer]:
    lost = unread(old.project, new.project, a, b)
    if lost:
        return lost
    if not a or not b:
        return [whole_file((new if b else old).state(b or a), not b, old.project.named, new.project.named)]
    one, other = old.state(a), new.state(b)
    python = new.project.files[b].language == "python"
    outside = list(stage.of_outside(one, other, renamed, python))
    outside = list(collected.classes(outside, b)) if python and a == b else outside
    found = [*damaged(old.project, new.project, a, b), *outside]
    if is_damaged(old.project, new.project, a, b):
        found = stage.well_read(found, one, other, python)
    named = [_went_to(a, b)] if a != b else []
    return [
        *stage.silent(one, other, [*told, *found]),
        *understood(found, [each for each in told if each.after.path == b]),
        *named,
    ]


def _went_to(a: str, b: str) -> Answer:
    """Others import a module of Python by its path, and include a header by it."""
    how = (
        DECLARATION
        if b.endswith(_BY_PATH) and not (is_test(b) or f"/{a}".endswith(f"/{b}") or f"/{b}".endswith(f"/{a}"))
        else NEUTRAL
    )
    return Answer(
        how, "moved", "", Side(a, 1, 1), Side(b, 1, 1), f"The file `{a}` is now `{b}`.", 6 if how == DECLARATION else 9
    )


def _defect(a: str, b: str) -> list[Answer]:
    side = Side(b or a, 1, 1)
    return [
        Answer(
            LISTED,
            "defect",
            "",
            Side() if b else side,
            side if b else Side(),
            "Could not be compared: a defect of flowscout.",
            2,
        )
    ]


def _twins(told: Iterable[Answer]) -> Iterator[Answer]:
    first: dict[tuple[str, ...], str] = {}
    for one in told:
        key = (
            one.how,
            one.rule,
            one.unit.partition("::")[2] or one.unit,
            one.before.code,
            one.after.code,
            one.sentence,
        )
        known = first.setdefault(key, one.place.path)
        copied = (
            not one.twin
            and known != one.place.path
            and one.how != NEUTRAL
            and len(one.before.code) + len(one.after.code) >= TWIN_FROM
        )
        yield one._replace(twin=known) if copied else one
