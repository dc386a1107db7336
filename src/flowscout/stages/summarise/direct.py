"""Calls by which a function takes a lock, gives memory back or leaves the program itself.

They are read off its own facts; beside these only the types that make a guard, the macros that free and whom a call
reaches are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final

from ...model.calls import Resolved
from ...model.facts import Call, FileFacts, FunctionFacts
from ...model.language import Language
from ...words.lvalue import last_part
from ...words.names import lower, matches

LOCKS, FREES, EXITS, MACRO = "locks", "frees", "exits", "macro"

_LOCKS: Final = frozenset({"lock", "acquire", "trylock", "rdlock", "wrlock", "lockf", "flock"})
_CONDITIONS: Final = frozenset({"cond", "condition", "condvar", "cv"})
_LOCKED: Final = frozenset({"lock", "rlock", "mutex", "mtx", "semaphore", "sem", "locker"})
_NOT_TAKING: Final = frozenset(
    {"get", "create", "make", "new", "set", "init", "is", "has", "destroy", "free", "delete", "add", "remove"}
)  # `get_lock()` gives one
_GUARDS: Final = frozenset(
    {"lock_guard", "unique_lock", "scoped_lock", "shared_lock", "MutexLock", "ReadLock", "WriteLock", "lock_guard_t"}
)
_HOLDS: Final = frozenset({"scoped", "unique", "shared", "auto", "guard", "locker", "holder"})
_FREES: Final = frozenset({"free", "dealloc", "deallocate", "munmap"})


def locks(
    facts: FunctionFacts, language: Language, guard: Callable[[str], object], conditions: bool = False
) -> Iterator[Call]:
    """guard: whether a type of that name holds a lock as long as it lives."""
    made = language.resolver != "cfamily"  # there a name in capitals is a class: `threading.Lock()` makes one
    for call in facts.calls:
        if call.kind == "construct":
            if _guards(call.name.partition("<")[0]) or guard(call.name):
                yield call
        elif call.kind == "with":
            if any(
                _is_lock(one) or (conditions and _is_condition(one))
                for one in (call.name, call.receiver.rpartition(".")[2])
            ):
                yield call
        elif call.kind == "call" and not (made and call.name[:1].isupper()):
            named_so = _takes(call.name, bool(call.receiver))
            if named_so or (call.receiver and _locks_it(call.name) and _is_lock(last_part(call.receiver))):
                yield call


def makes_conditions(file: FileFacts) -> bool:
    """Whether a file makes conditions: a name alone says not that something is one."""
    return any(call.name.rpartition(".")[2] == "Condition" for facts in file.functions for call in facts.calls)


def _is_condition(name: str) -> bool:
    """`with self._cond:` takes the lock that a condition has."""
    return bool(_CONDITIONS & set(lower(name)[-1:]))


def frees(facts: FunctionFacts, known: Collection[str] = ()) -> Iterator[Call]:
    """known: names of macros that do."""
    return (call for call in facts.calls if _gives_back(call) or call.name in known)


def macros(facts: FileFacts) -> list[str]:
    """Those of a file that give back what they are given: `#define drop(p) free(p)`."""
    return sorted({each.name for each in facts.macros if each.params and any(map(_gives_back, each.calls))})


def may_exit(facts: FunctionFacts, language: Language) -> bool:
    known = _leaving(language.lexicon.noreturn)
    return any(call.name in known for call in facts.calls)


def exits(facts: FunctionFacts, language: Language, sites: Sequence[Resolved]) -> Iterator[Call]:
    known = _leaving(language.lexicon.noreturn)
    own = {site.site for site in sites if site.targets} if may_exit(facts, language) else set[int]()
    leaving = {
        call.start for at, call in enumerate(facts.calls) if at not in own and _matches(call.receiver, call.name, known)
    }
    return (call for call in facts.calls if call.kind == "call" and call.start in leaving)


def written(call: Call, text: bytes) -> tuple[str, str]:
    """(the call in one line, what it makes). text: of its function."""
    said = " ".join(text[call.start : call.end].decode("utf-8", "replace").split())
    return said, call.name if call.kind == "construct" else ""


@lru_cache(maxsize=64)
def _leaving(noreturn: frozenset[str]) -> frozenset[str]:
    return frozenset(name.partition("/")[0] for name in noreturn)


@lru_cache(maxsize=4096)
def _matches(receiver: str, name: str, known: frozenset[str]) -> bool:
    return matches(".".join(filter(None, (receiver.replace("::", "."), name))), known)


@lru_cache(maxsize=4096)
def _guards(name: str) -> bool:
    """Whether a type is made to hold a lock: a known one, or one that is named so: `scoped_lock_type`, `AutoLock`."""
    words = [word for word in lower(name) if word not in ("t", "type")]
    return name in _GUARDS or (
        words[-1:] in (["lock"], ["locker"], ["guard"]) and bool(_HOLDS & set(words)) and bool(_LOCKED & set(words))
    )


@lru_cache(maxsize=4096)
def _is_lock(name: str) -> bool:
    return bool(_LOCKED & set(lower(name)))


@lru_cache(maxsize=4096)
def _locks_it(name: str) -> bool:
    """`self._lock.acquire_write()`"""
    words = lower(name)
    return bool(_LOCKS & set(words[:1])) and not _gives(name, words, received=True)


@lru_cache(maxsize=4096)
def _takes(name: str, received: bool) -> bool:
    words = lower(name)
    return bool(_LOCKS & set(words[-1:])) and not _gives(name, words, received)


def _gives(name: str, words: Sequence[str], received: bool) -> bool:
    """Whether it makes a lock rather than takes one. received: it is called on something."""
    return bool(words) and (
        words[0] in _NOT_TAKING
        or (name[:1].isupper() and len(words) > 1 and not received and words[0] not in _LOCKS | {"take", "try"})
    )


def _gives_back(call: Call) -> bool:
    return call.kind == "delete" or (call.kind == "call" and _frees_by_name(call.name, call.argc > 0))


@lru_cache(maxsize=4096)
def _frees_by_name(name: str, given: bool) -> bool:
    last = next(iter(lower(name)[-1:]), "")
    return last in _FREES or (last.endswith("free") and given)  # `sdsfree(s)`
