"""Whether each step of a route stands in the code: that a function calls the next, its text or a macro that it uses names.

no call   a function of the route does not name the next one
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from flowscout.model.review import FunctionChange

from .claims import Texts
from .verdict import Verdict

_LAST = re.compile(r"(~?\w+|operator\W+)(?:\([^()]*\).*|~\d+)?$")
_DEFINED = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)(.*(?:\\\r?\n.*)*)", re.MULTILINE)


def judged(change: FunctionChange, texts: Texts) -> Iterator[Verdict]:
    seen = {}
    for route in (*change.reaches, *change.perhaps):
        for a, b in pairwise(route):
            if (a, b) not in seen and a in texts.after.functions:
                seen[a, b] = Verdict(
                    "no call", _named(a, b, texts), a.partition("::")[0], 0, " → ".join(route), f"{a} → {b}"
                )
    yield from seen.values()


def _named(a: str, b: str, texts: Texts) -> bool:
    wanted = _names(b)
    if not wanted:
        return True
    path = a.partition("::")[0]
    facts = texts.after.functions[a].facts
    text = texts.after.sources(path)[facts.start : facts.end]
    words = set(re.findall(rb"\w+", text))
    if words & wanted:
        return True
    return any(
        found[1] in words and set(re.findall(rb"\w+", found[2])) & wanted
        for each in texts.after.files
        for found in _DEFINED.finditer(texts.after.sources(each))
    )


def _names(id_: str) -> set[bytes]:
    """By what a function may be called; none where nothing need be written: an operator, a destructor, a special method."""
    qualified = id_.partition("::")[2].partition("(")[0]
    if "operator" in qualified:
        return set()
    qualified = qualified.partition("<")[0]
    parts = [part for part in re.split(r"::|\.", qualified) if part]
    last = re.sub(r"~\d+$", "", parts[-1]) if parts else ""
    if not re.fullmatch(r"\w+", last) or (last.startswith("__") and last.endswith("__") and last != "__init__"):
        return set()
    if last in ("__init__", "<init>") or (len(parts) > 1 and parts[-2] == last):
        return set()
    return {last.encode()}
