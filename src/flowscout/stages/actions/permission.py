"""Which guards ask for a permission: by the words of the test, and by what the failing arm says."""

from __future__ import annotations

from typing import Final

from ...model.flow import Op
from ...words import names
from .guards import Guard
from .scene import Scene

# Enough by themselves.
_STRONG: Final = frozenset(["permission", "permissions", "perm", "perms", "permitted", "authorized", "authorised", "unauthorized", "authenticated", "unauthenticated", "acl", "acls", "privilege", "privileges"])
# Enough as a word of a called function's name.
_CALLED: Final = frozenset(["authorize", "authorise", "authenticate", "permit", "permits", "allowed", "allows", "deny", "denies", "denied", "forbidden", "access"])
# `can` asks for a permission only of someone.
_SOMEONE: Final = frozenset(["user", "users", "account", "actor", "principal", "caller", "subject", "member", "role", "roles", "owner", "admin", "client", "session"])
_REFUSED: Final = frozenset(["permission", "forbidden", "unauthorized", "unauthorised", "denied", "unauthenticated"])


def permission(scene: Scene, op: Op, guard: Guard) -> str:
    """The reason, "" when it is no permission check."""
    words = scene.words(op.start, op.end)
    strong = sorted(words & _STRONG)
    if strong:
        return f"words:{strong[0]}"
    for one in scene.calls(op.start, op.end):
        called = names.lower(one.call.name)
        if _CALLED & set(called) and called[0] != "get":
            return f"words:{min(_CALLED & set(called))}"
        if called[:1] == ("can",) and words & _SOMEONE:
            return "words:can"
    said = sorted(scene.words(guard.exit.start, guard.exit.end) & _REFUSED)
    return f"exit:{said[0]}" if said else ""
