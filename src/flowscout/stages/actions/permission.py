"""Which guards ask for a permission: by the words of the test, and by what the failing arm says."""

from __future__ import annotations

from typing import Final

from ...model.flow import Op
from ...words import names
from .guards import Guard
from .scene import Scene

# Enough wherever it stands.
_GRANTED: Final = frozenset(
    ["permitted", "authorized", "authorised", "unauthorized", "unauthorised", "authenticated", "unauthenticated"]
)
# Enough in what is called, or on whom.
_RIGHTS: Final = frozenset(["permission", "permissions", "perm", "perms", "acl", "acls", "privilege", "privileges"])
# Enough as a word of a called function's name.
_CALLED: Final = frozenset(
    [
        "authorize",
        "authorise",
        "authenticate",
        "permit",
        "permits",
        "allowed",
        "allows",
        "deny",
        "denies",
        "denied",
        "forbidden",
        "access",
    ]
)
# `can` asks for a permission only of someone.
_SOMEONE: Final = frozenset(
    [
        "user",
        "users",
        "account",
        "actor",
        "principal",
        "caller",
        "subject",
        "member",
        "role",
        "roles",
        "owner",
        "admin",
        "client",
        "session",
    ]
)
_REFUSED: Final = frozenset(["permission", "forbidden", "unauthorized", "unauthorised", "denied", "unauthenticated"])


def permission(scene: Scene, op: Op, guard: Guard) -> str:
    """The reason, "" when it is no permission check."""
    words = scene.words(op.start, op.end)
    if words & _GRANTED:
        return f"words:{min(words & _GRANTED)}"
    for one in scene.calls(op.start, op.end):
        called = names.lower(one.call.name)
        rights = _RIGHTS & {*called, *names.lower(one.call.receiver)}
        if rights:
            return f"words:{min(rights)}"
        if _CALLED & set(called) and called[0] != "get":
            return f"words:{min(_CALLED & set(called))}"
        if called[:1] == ("can",) and words & _SOMEONE:
            return "words:can"
    said = sorted(scene.words(guard.exit.start, guard.exit.end) & _REFUSED)
    return f"exit:{said[0]}" if said else ""
