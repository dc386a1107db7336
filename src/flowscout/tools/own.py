"""Where in a function its own effects and its returned values stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from ..model.action import MUTATION
from ..model.facts import Call
from ..model.summary import Effect
from ..pipeline import Project
from ..words.lvalue import names_of, outlives
from ..words.names import has_word, lower, matches

LONGEST = 120  # characters of a value that are shown
CONSTANTS = {
    "none": ("None",),
    "true": ("True", "true", "TRUE"),
    "false": ("False", "false", "FALSE"),
    "null": ("NULL", "nullptr", "null"),
}  # as people type them, in any language


def line_of(project: Project, id_: str, effect: Effect) -> int:
    """Of the first raise, call or write that is the effect; of the definition where none can be told."""
    facts = project.functions[id_].facts
    if effect.kind == "raises":
        offsets = [raised.start for raised in facts.raises if effect.target in raised.type.split(", ")]
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


def last_part(target: str) -> str:
    """`next` of `prev->next`, `items` of `self.items[key]`."""
    return outermost(target).replace("->", ".").replace("::", ".").rsplit(".", 1)[-1].strip("[]*() ")


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
    wanted = CONSTANTS.get(target.lower(), (target,))
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
                and (not target or any(has_word(outermost(unwrapped(said)), one) for one in wanted))
                and (op.start, op.end) not in seen
            ):
                seen.add((op.start, op.end))
                yield op.start, said[:LONGEST]


def unwrapped(said: str) -> str:
    """`return(NULL);` as `return NULL;`."""
    value = said.removeprefix("return").strip().removesuffix(";").strip()
    while value.startswith("(") and value.endswith(")") and _closes_last(value):
        value = value[1:-1].strip()
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


_LOCKS = frozenset({"lock", "acquire", "trylock", "rdlock", "wrlock", "lockf", "flock"})
_LOCKED = frozenset({"lock", "rlock", "mutex", "mtx", "semaphore", "sem", "locker"})
_NOT_TAKING = frozenset(
    {"get", "create", "make", "new", "set", "init", "is", "has", "destroy", "free", "delete", "add", "remove"}
)  # `get_lock()` gives one
_GUARDS = frozenset(
    {"lock_guard", "unique_lock", "scoped_lock", "shared_lock", "MutexLock", "ReadLock", "WriteLock", "lock_guard_t"}
)


def _guards(name: str) -> bool:
    """Whether a type is made to hold a lock: a known one, or one that is named so: `scoped_lock_type`, `AutoLock`."""
    words = [word for word in lower(name) if word not in ("t", "type")]
    return name in _GUARDS or (
        words[-1:] in (["lock"], ["locker"], ["guard"]) and bool(_HOLDS & set(words)) and bool(_LOCKED & set(words))
    )


_HOLDS = frozenset({"scoped", "unique", "shared", "auto", "guard", "locker", "holder"})


def locking(project: Project, id_: str, target: str) -> Iterator[tuple[int, str]]:
    """(line, the call) of each lock that a function takes itself: by a call of that name, by `with` on a lock, by a guard that is made."""
    family = project.functions[id_].language.resolver
    made = family != "cfamily"  # there a name in capitals is a class: `threading.Lock()` makes one
    guard = partial(project.lookups[family], "guard")
    return _calling(
        project,
        id_,
        target,
        lambda call: (
            (_takes(call) and not (made and call.kind == "call" and call.name[:1].isupper()))
            or (call.kind == "construct" and bool(guard(call.name)))
        ),
    )


def freeing(project: Project, id_: str, target: str) -> Iterator[tuple[int, str]]:
    """(line, the call) of all that a function gives back itself: by a call of that name, by `delete`."""
    known = freeing_macros(project)
    return _calling(project, id_, target, lambda call: _frees(call) or call.name in known)


@lru_cache(maxsize=1)
def freeing_macros(project: Project) -> frozenset[str]:
    """Names of macros that give back what they are given: `#define drop(p) free(p)`."""
    return frozenset(
        macro.name
        for facts in project.files.values()
        for macro in facts.macros
        if macro.params and any(_frees(call) for call in macro.calls)
    )


def exiting(project: Project, id_: str, target: str) -> Iterator[tuple[int, str]]:
    """(line, the call) of each call by which a function leaves the program itself."""
    known = frozenset(name.partition("/")[0] for name in project.functions[id_].language.lexicon.noreturn)
    own = (
        {site.site for site in project.resolved(id_) if site.targets}
        if any(call.name in known for call in project.functions[id_].facts.calls)
        else set()
    )
    calls = project.functions[id_].facts.calls
    leaving = {
        call.start
        for at, call in enumerate(calls)
        if at not in own and matches(".".join(filter(None, (call.receiver.replace("::", "."), call.name))), known)
    }
    return _calling(project, id_, target, lambda call: call.kind == "call" and call.start in leaving)


def _calling(project: Project, id_: str, target: str, wanted: Callable[[Call], bool]) -> Iterator[tuple[int, str]]:
    where = project.functions[id_]
    taken = [
        (call.start, call.end, call.name if call.kind == "construct" else "")
        for call in where.facts.calls
        if wanted(call)
    ]
    text = project.sources(where.path)[where.facts.start : where.facts.end] if taken else b""
    seen: set[int] = set()
    for start, end, made in taken:
        said = " ".join(text[start:end].decode("utf-8", "replace").split())
        line = line_at(project, id_, start)
        if line not in seen and (not target or has_word(said, target) or has_word(made, target)):
            seen.add(line)
            yield line, said[:LONGEST]


_FREES = frozenset({"free", "dealloc", "deallocate", "munmap"})


def _frees(call: Call) -> bool:
    last = next(iter(lower(call.name)[-1:]), "")
    return call.kind == "delete" or (
        call.kind == "call" and (last in _FREES or (last.endswith("free") and call.argc > 0))
    )  # `sdsfree(s)`


def _takes(call: Call) -> bool:
    words = lower(call.name)
    if call.kind == "with":
        return bool(_LOCKED & set(words)) or bool(_LOCKED & set(lower(call.receiver.rpartition(".")[2])))
    if call.kind == "construct":
        return _guards(call.name.partition("<")[0])
    made = bool(words) and (
        words[0] in _NOT_TAKING
        or (
            call.name[:1].isupper()
            and len(words) > 1
            and not call.receiver
            and words[0] not in _LOCKS | {"take", "try"}
        )
    )
    of_lock = bool(_LOCKED & set(lower(last_part(call.receiver)))) and bool(
        _LOCKS & set(words[:1])
    )  # `self._lock.acquire_write()`
    return call.kind == "call" and (bool(_LOCKS & set(words[-1:])) or of_lock) and not made


def outermost(text: str) -> str:
    """Without what stands in brackets."""
    kept, deep = [], 0
    for character in text:
        deep = max(0, deep - (character in ")]}"))
        kept += [] if deep else [character]
        deep += character in "([{"
    return "".join(kept)
