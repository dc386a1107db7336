"""Whether an effect is of the kind that is asked for, and of the target."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from ..model.summary import Effect
from ..words.names import lower

VERBS: Final[Mapping[str, frozenset[str]]] = {
    "deletes": frozenset(
        {
            "delete",
            "del",
            "remove",
            "unlink",
            "rmtree",
            "rmdir",
            "drop",
            "erase",
            "purge",
            "truncate",
            "destroy",
            "expunge",
        }
    ),
    "sends": frozenset(
        {
            "send",
            "sendto",
            "sendall",
            "sendmsg",
            "post",
            "put",
            "patch",
            "publish",
            "emit",
            "request",
            "urlopen",
            "connect",
        }
    ),
    "writes": frozenset(
        {
            "write",
            "rename",
            "replace",
            "move",
            "copy",
            "save",
            "commit",
            "insert",
            "update",
            "store",
            "put",
            "fwrite",
            "pwrite",
        }
    ),
}
KINDS: Final = {"raises": "raises", "writes": "state", "ends": "ends"}


def kinds_of(asked: str) -> tuple[str, ...]:
    """Of the effects that may fit."""
    said = KINDS.get(asked)
    return (*([said] if said else []), *(["irreversible"] if asked in VERBS or asked == "irreversible" else []))


@lru_cache(maxsize=64)
def fitting(kind: str, target: str) -> Callable[[Effect], bool]:
    """The same for the same question: who is asked twice need not look twice."""
    return lambda effect: fits(effect, kind, target)


def fits(effect: Effect, kind: str, target: str) -> bool:
    if kind == "irreversible":
        right = effect.kind == "irreversible"
    else:
        right = effect.kind == KINDS.get(kind) or (
            effect.kind == "irreversible" and bool(VERBS.get(kind, frozenset()) & set(_verbs(effect.target)))
        )
    return right and (not target or names(effect.target, target))


@lru_cache(maxsize=65536)
def _verbs(target: str) -> tuple[str, ...]:
    return tuple(lower(_last(target)))


def names(target: str, asked: str) -> bool:
    """The whole of it, its last name, or a part of it that stands between separators."""
    parts = target.replace("::", ".").replace("->", ".").replace(":", ".").split(".")
    wanted = asked.removesuffix("()").replace("::", ".").replace("->", ".").split(".")
    return any(parts[at : at + len(wanted)] == wanted for at in range(len(parts)))


def _last(target: str) -> str:
    return target.replace("::", ".").replace(":", ".").rsplit(".", 1)[-1]
