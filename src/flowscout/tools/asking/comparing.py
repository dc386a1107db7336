"""Two functions (of types `comparing_types`) beside each other: what each does, takes, returns and calls, as far as they differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...agents.said import Cited
from ...model.identity import qualified_of
from ..codes import Failed
from ..own import returned
from .comparing_types import types_compared
from .elsewhere import value_of
from .here import Found, Here, at, label
from .question.asked import Asked
from .ways import pair

MOST: Final = 6  # names of one kind
NOTHING: Final = "without a value"


def compared(here: Here, asked: Asked) -> Found | Failed:
    if of_types := types_compared(here, asked):
        return of_types
    ends = pair(here, asked)
    if isinstance(ends, Failed):
        return ends
    if len(ends[0]) > 1 or len(ends[1]) > 1:
        ids = ends[0] if len(ends[0]) > 1 else ends[1]
        return Failed(
            "AMBIGUOUS_NAME", f"several functions have that name; which one? {', '.join(f'`{id_}`' for id_ in ids)}"
        )
    one, other = ends[0][0], ends[1][0]
    said = [at(here.project, id_, f"{label(here.project, id_)}: {here.project.sentence(id_) or 'as its name says'}") for id_ in (one, other)]  # fmt: skip
    said += _apart(here, one, other)
    return Found(tuple(said), (one, other), "What they take, return, raise and call, where that differs; no more is compared.")  # fmt: skip


def _apart(here: Here, one: str, other: str) -> Iterator[Cited]:
    project = here.project
    for verb, sides in {
        "takes": [_params(here, one), _params(here, other)],
        "returns": [_returns(here, one), _returns(here, other)],
        "raises": [_raises(here, one), _raises(here, other)],
        "calls": [_calls(here, one), _calls(here, other)],
    }.items():
        for id_, own, beside in ((one, sides[0], sides[1]), (other, sides[1], sides[0])):
            alone = [f"`{text}`" for text in own if text not in beside]
            if alone:
                more = f" and {len(alone) - MOST} more" if len(alone) > MOST else ""
                yield at(project, id_, f"only {label(project, id_)} {verb} {', '.join(alone[:MOST])}{more}")
        if verb == "calls" and (both := [f"`{text}`" for text in sides[0] if text in sides[1]]):
            yield at(project, one, f"both call {', '.join(both[:MOST])}" + (" and others" if len(both) > MOST else ""))


def _params(here: Here, id_: str) -> list[str]:
    return [
        f"{param.type} {param.name}".strip() + (f" = {param.default}" if param.default else "")
        for param in here.project.functions[id_].facts.params
    ]


def _returns(here: Here, id_: str) -> list[str]:
    """To come to the end gives nothing, as `return` does."""
    cfg = here.project.cfg(id_)
    falls = any(not cfg.blocks[one].ops or cfg.blocks[one].ops[-1].kind != "return" for one in cfg.returns if not cfg.blocks[one].dead)  # fmt: skip
    told = [value_of(said) for _, said in returned(here.project, id_, "")] + ([NOTHING] if falls else [])
    python = here.project.functions[id_].language.resolver != "cfamily"
    return list(dict.fromkeys(NOTHING if python and value == "None" else value for value in told))


def _raises(here: Here, id_: str) -> list[str]:
    return list(dict.fromkeys(raised.type for raised in here.project.functions[id_].facts.raises if raised.type))


def _calls(here: Here, id_: str) -> list[str]:
    """By what surely is called; any other call as it is written."""
    project, calls = here.project, here.project.functions[id_].facts.calls
    sure = {site.site: qualified_of(site.targets[0]) if len(site.targets) == 1 else site.external
            for site in project.resolved(id_) if site.external or len(site.targets) == 1}  # fmt: skip
    named = [sure.get(at_) or f"{call.receiver}.{call.name}".lstrip(".") for at_, call in enumerate(calls) if call.kind in ("call", "construct")]  # fmt: skip
    return list(dict.fromkeys(named))
