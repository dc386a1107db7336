"""One sentence for a function without a doc comment: its name read as a verb phrase."""

from __future__ import annotations

from collections.abc import Callable

from .verbs import VERBS

_IRREGULAR = {"do": "does", "go": "goes", "has": "has", "have": "has", "is": "is", "be": "is", "can": "can", "should": "should"}
_ASKING = frozenset({"is", "has", "can", "should", "was", "will", "must", "needs"})
_PREPOSITIONS = frozenset({"on", "to", "from", "with", "for", "in", "by", "at", "of", "as"})


def third_person(verb: str) -> str:
    """`create` -> `creates`. Lower-case in, lower-case out."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith(("s", "sh", "ch", "x", "z")):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def from_name(name: str, kind: str, owner: str, split: Callable[[str], tuple[str, ...]]) -> str:
    """`CreateVolume` -> "Creates volume", `InvalidArgument` -> "Invalid argument"; constructors and the like say what they are."""
    special = {
        "constructor": f"Constructs {owner or name}", "destructor": f"Destroys {owner or name.lstrip('~')}",
        "operator": f"Implements {name}", "conversion": f"Implements {name}", "lambda": "Is an anonymous function",
        "module": "Runs the module's top level",
    }
    if kind in special:
        return special[kind]
    words = [w.lower() for w in split(name.strip("_"))]
    if name.startswith("__") and name.endswith("__"):
        return f"Implements {name}"
    if not words:
        return f"Runs {name}"
    if words[0] in _ASKING and len(words) > 1:
        return f"Tells whether it {' '.join(words)}"
    if words[0] in _PREPOSITIONS or len(words[0]) < 2:
        return f"Handles {' '.join(words)}"
    if words[0] not in VERBS and words[0] not in _IRREGULAR:
        return " ".join(words).capitalize()
    return " ".join([third_person(words[0]).capitalize(), *words[1:]])
