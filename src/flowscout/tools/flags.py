"""Whether an error can come up at all: `throw` under `if (strict)` does not where each call on the way gives `false` for it.

Only a question that is a parameter by itself counts, and only a literal that a call gives for it, or leaves to its default.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..model.facts import Call
from ..model.summary import Effect
from ..pipeline import Project
from .conditions import under
from .edges import callees

TRUTHS: Final = {"false": False, "False": False, "0": False, "nullptr": False, "NULL": False, "None": False, "true": True, "True": True, "1": True}  # fmt: skip
MOST: Final = 400  # functions that are looked into on the way


def comes_up(project: Project, id_: str, effect: Effect) -> bool:
    """Whether some way from a function to where it is raised is open."""
    flags = _flags(project, effect)
    if not flags:
        return True
    level, seen = [id_], {id_}
    while level and len(seen) < MOST:
        above, level = level, []
        for one in above:
            below = callees(project, one)
            if effect.origin in below and _open(project, one, effect.origin, flags):
                return True
            level += [other for other in below if other not in seen and effect[:3] in _carried(project, other)]
            seen.update(level)
    return len(seen) >= MOST


def _carried(project: Project, id_: str) -> set[tuple[str, str, str]]:
    return {one[:3] for one in project.effects(id_)}


def _flags(project: Project, effect: Effect) -> dict[str, bool]:
    """Parameters of where it is raised that decide over every raise of it, with the answer that leads there."""
    facts = project.functions[effect.origin].facts if effect.origin in project.functions else None
    if facts is None or not facts.params:
        return {}
    names = {param.name for param in facts.params}
    found: dict[str, bool] | None = None
    for raised in facts.raises:
        if effect.target not in raised.type.split(", "):
            continue
        own = {
            said: one.holds is (said == one.said)
            for one in under(project, effect.origin, raised.start)
            if (said := one.said.removeprefix("!").removeprefix("not ").strip()) in names
        }
        found = own if found is None else {name: holds for name, holds in found.items() if own.get(name) is holds}
    return found or {}


def _open(project: Project, caller: str, origin: str, flags: dict[str, bool]) -> bool:
    """Whether a call gives no literal that says otherwise."""
    where = project.functions[caller]
    text = project.sources(where.path)[where.facts.start : where.facts.end]
    for site in project.resolved(caller):
        if origin in site.targets:
            given = dict(_given(project, origin, where.facts.calls[site.site], text))
            if not any(name in given and given[name] is not holds for name, holds in flags.items()):
                return True
    return False


def _given(project: Project, origin: str, call: Call, text: bytes) -> Iterator[tuple[str, bool]]:
    params = [one for one in project.functions[origin].facts.params if one.name not in ("self", "cls")]
    args = [text[start:end].decode("utf-8", "replace").strip() for start, end in call.args]
    if call.argc != len(args):
        return  # a star, or more than are kept
    named = {name.strip(): value.strip() for name, equals, value in (one.partition("=") for one in args) if equals}
    plain = [
        one for one in args if one.partition("=")[0].strip() not in {param.name for param in params} or "=" not in one
    ]
    for at, param in enumerate(params):
        value = named.get(param.name, plain[at] if at < len(plain) else param.default)
        if value in TRUTHS:
            yield param.name, TRUTHS[value]
