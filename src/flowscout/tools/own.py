"""Where in a function its own effects and its returned values stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Final

from ..model.action import MUTATION
from ..model.facts import Call
from ..model.identity import path_of, qualified_of
from ..model.summary import SOME_ERROR, Effect
from ..pipeline import Project
from ..stages.summarise import classes_of, direct
from ..tasks.names import given_to
from ..words.lvalue import last_part as last_part
from ..words.lvalue import names_of, outermost, outlives
from ..words.names import has_word

LONGEST = 120  # characters of a value that are shown
CONSTANTS = {
    "none": ("None",),
    "true": ("True", "true", "TRUE"),
    "false": ("False", "false", "FALSE"),
    "null": ("NULL", "nullptr", "null"),
}  # as people type them, in any language
EMPTY = {one: (one,) for one in ("()", "[]", "{}")} | {'""': ('""', "''"), "''": ('""', "''")}


def line_of(project: Project, id_: str, effect: Effect) -> int:
    """Of the first raise, call or write that is the effect; of the definition where none can be told."""
    facts = project.functions[id_].facts
    if effect.kind == "raises":
        offsets = [raised.start for raised in facts.raises if effect.target in classes_of(raised, facts)] or [
            raised.start for raised in facts.raises if SOME_ERROR in classes_of(raised, facts)
        ]  # whose class only what is called there tells
    elif effect.kind == "irreversible":
        external = {site.site for site in project.resolved(id_) if site.external == effect.target}
        offsets = [call.start for at, call in enumerate(facts.calls) if at in external or call.name == effect.target]
    else:
        last = last_part(effect.target)
        offsets = [write.start for write in facts.writes if last_part(write.target) == last] or [
            write.start for write in facts.writes if has_word(write.target, last)
        ]
    if not offsets and effect.kind == "state":
        offsets = [
            offset for changed, offset in mutated(project, id_, effect.target).items() if changed == effect.target
        ]
    return line_at(project, id_, min(offsets)) if offsets else facts.line


def line_at(project: Project, id_: str, offset: int) -> int:
    """Of an offset in a function's own text; of what a macro brought, the line of the macro's use."""
    where = project.functions[id_]
    if offset >= where.facts.end - where.facts.start:
        return project.bound(id_).line(offset)
    return project.line(where.path, where.facts.start + offset)


def returning(project: Project, id_: str, target: str) -> Iterator[tuple[int, str]]:
    """(line, value) of each return, as `returned` finds them."""
    return ((line_at(project, id_, offset), said) for offset, said in returned(project, id_, target))


def returning_whole(project: Project, id_: str, target: str) -> Iterator[tuple[int, str]]:
    """As `returning`, those of its macros too where its own text does not hold the word: for one function, not for all."""
    found = returned(project, id_, target, expanded=True)
    return ((line_at(project, id_, offset), said) for offset, said in found)


def returned(project: Project, id_: str, target: str, *, expanded: bool = False) -> Iterator[tuple[int, str]]:
    """(offset, value) of each return of what the target names, not of what is made with it; of every return where it is empty.
    Only functions that hold the word are looked into; `expanded` looks into their macros for it too."""
    where = project.functions[id_]
    text = project.bound(id_).text if expanded else project.sources(where.path)[where.facts.start : where.facts.end]
    wanted = EMPTY.get(target) or CONSTANTS.get(target.lower(), (target,))
    wanted = (*wanted, "0") if "NULL" in wanted and "*" in where.facts.result else wanted
    if where.facts.kind == "module" or not any(one.encode("utf-8", "replace") in text for one in wanted):
        return
    text = project.bound(id_).text
    seen: set[tuple[int, int]] = set()
    for block in project.cfg(id_).blocks:
        for op in block.ops:
            said = " ".join(text[op.start : op.end].decode("utf-8", "replace").split()) if op.kind == "return" else ""
            if (
                said
                and (not target or any(_names(unwrapped(said), one) for one in wanted))
                and (op.start, op.end) not in seen
            ):
                seen.add((op.start, op.end))
                yield op.start, said[:LONGEST]


def _names(value: str, wanted: str) -> bool:
    """Whether a value is said to be it; of what is empty, whether it is just that."""
    if wanted in EMPTY:
        return value.removeprefix("return").strip() in EMPTY[wanted]
    return has_word(outermost(value), wanted)


def unwrapped(said: str) -> str:
    """`return(NULL);` as `return NULL;`."""
    value = said.removeprefix("return").strip().removesuffix(";").strip()
    while value.startswith("(") and value.endswith(")") and _closes_last(value) and (inner := value[1:-1].strip()):
        value = inner
    return f"return {value}" if said.startswith("return") else value


def _closes_last(value: str) -> bool:
    """Whether the first parenthesis is closed by the last."""
    deep = 0
    for at, letter in enumerate(value):
        deep += (letter == "(") - (letter == ")")
        if deep == 0:
            return at == len(value) - 1
    return False


def mutated(project: Project, id_: str, target: str = "", by: frozenset[str] = frozenset()) -> dict[str, int]:
    """What a method of a library changes of state that outlives the call, `self.items.append(x)`: its name, and the offset of the first such
    call; with `by`, those of these methods alone. Only functions that hold the last part of the target are looked into."""
    where = project.functions[id_]
    last = last_part(target)
    calls = [
        (at, call)
        for at, call in enumerate(where.facts.calls)
        if call.kind == "call" and call.receiver and (not last or has_word(call.receiver, last))
    ]
    if not calls or where.facts.kind == "module":
        return {}
    used = {call.receiver for _, call in calls}
    modules = {
        one.alias or one.name or one.module
        for one in project.files[where.path].imports
        if one.kind == "import" or (one.kind == "from" and {one.name, one.alias} & used and _is_file(project, one.name))
    }
    calls = [
        (at, call) for at, call in calls if call.receiver not in modules
    ]  # `os.remove(x)` takes nothing out of `os`
    outside = {site.site for site in project.resolved(id_) if site.external}  # `set.add`, which compares what is in it
    own = {site.site for site in project.resolved(id_) if site.targets} - outside
    alone = {each.start for each in project.actions(id_) if each.type == MUTATION}  # a statement that is the call
    known = where.language.lexicon.calls
    names, found = names_of(where.facts, where.language), dict[str, int]()
    for at, call in calls:
        if by and call.name not in by:
            continue
        if (
            at not in own
            and (by or call.start in alone or known.get(f"*.{call.name}") == MUTATION)
            and (changed := outlives(f"{call.receiver}[0]", names, where.language))
        ):
            found.setdefault(changed, call.start)
    return found


def _is_file(project: Project, name: str) -> bool:
    """Whether `from p import name` names a module of the project, and not what one holds."""
    return any(path.endswith((f"/{name}.py", f"/{name}/__init__.py")) for path in project.files)


def locking(project: Project, id_: str, target: str) -> Iterator[tuple[int, str]]:
    """(line, the call) of each lock that a function takes itself: by a call of that name, by `with` on a lock, by a guard that is made."""
    where = project.functions[id_]
    guard = partial(project.lookups[where.language.resolver], "guard")
    made = direct.makes_conditions(project.files[path_of(id_)])
    return _calling(project, id_, target, direct.locks(where.facts, where.language, guard, made))


def freeing(project: Project, id_: str, target: str) -> Iterator[tuple[int, str]]:
    """(line, the call) of all that a function gives back itself: by a call of that name, by `delete`."""
    known = freeing_macros(project)
    return _calling(project, id_, target, direct.frees(project.functions[id_].facts, known))


@lru_cache(maxsize=1)
def freeing_macros(project: Project) -> frozenset[str]:
    """Names of macros that give back what they are given: `#define drop(p) free(p)`."""
    kept = project.direct()
    if kept is not None:
        return frozenset(each.text for rows in kept.values() for each in rows if each.what == direct.MACRO)
    return frozenset(name for facts in project.files.values() for name in direct.macros(facts))


def exiting(project: Project, id_: str, target: str) -> Iterator[tuple[int, str]]:
    """(line, the call) of each call by which a function leaves the program itself."""
    where = project.functions[id_]
    own = project.resolved(id_) if direct.may_exit(where.facts, where.language) else ()
    return _calling(project, id_, target, direct.exits(where.facts, where.language, own))


def _calling(project: Project, id_: str, target: str, calls: Iterable[Call]) -> Iterator[tuple[int, str]]:
    where, taken = project.functions[id_], list(calls)
    text = project.sources(where.path)[where.facts.start : where.facts.end] if taken else b""
    rows = ((line_at(project, id_, call.start), *direct.written(call, text)) for call in taken)
    return told(rows, target)


def told(rows: Iterable[tuple[int, str, str]], target: str) -> Iterator[tuple[int, str]]:
    """(line, the call) of what names the target; of a line the first. rows: line, the call, what it makes."""
    seen: set[int] = set()
    for line, said, made in rows:
        if line not in seen and (not target or has_word(said, target) or has_word(made, target)):
            seen.add(line)
            yield line, said[:LONGEST]


def name_of(project: Project, id_: str) -> str:
    """Its qualified name; of a function that a macro makes, what the macro is given, too: `TEST_F(BoxTest,Opens)`."""
    name, own = qualified_of(id_), id_.split("::", 1)[1]
    if not own.startswith(f"{name}(") or not own.endswith(")"):
        return name
    if name.isupper() and "TEST" in name:
        return own
    return own if own[len(name) + 1 : -1].isidentifier() and given_to(project.functions[id_]) else name


AT_ONCE: Final[Mapping[str, Callable[[Project, str, str], Iterator[tuple[int, str]]]]] = {
    "returns": returning,
    "locks": locking,
    "frees": freeing,
    "exits": exiting,
}
