"""Verbs as a sentence has them."""

from __future__ import annotations

_IRREGULAR = {
    "do": "does",
    "go": "goes",
    "has": "has",
    "have": "has",
    "is": "is",
    "be": "is",
    "can": "can",
    "should": "should",
    "cleanup": "cleans up",
    "setup": "sets up",
    "backup": "backs up",
    "lookup": "looks up",
    "shutdown": "shuts down",
    "rollback": "rolls back",
    "login": "logs in",
    "logout": "logs out",
    "startup": "starts up",
}


def third_person(verb: str) -> str:
    """`create` -> `creates`. Lower-case in, lower-case out."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith(("s", "sh", "ch", "x", "z", "do", "go", "ho", "to")):
        return verb + "es"  # redoes, echoes, vetoes
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"
