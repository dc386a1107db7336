"""Functions that are new or were edited, where a check that is lost elsewhere may stand now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial

from ...border import within
from ...model.identity import path_of
from ...model.summary import EXACT
from ...stages import account as stage
from .files import Files

MOST_EDITED = 1_000  # functions, beyond which a check that is gone is not looked for in another
Pairs = Sequence[tuple[str, str]]


class EditedFunctions:
    """Functions that are new or were edited, read once, where they are asked for."""

    def __init__(self, old: Files, new: Files, touched: Pairs) -> None:
        self.old, self.new, self.touched = old, new, touched

    @cached_property
    def edited(self) -> Sequence[stage.Edited]:
        if len(self.touched) > MOST_EDITED:
            return ()
        read = [within(b, partial(self._one, a, b), lambda: None) for a, b in self.touched if b]
        return [one for one in read if one is not None]

    def _one(self, a: str, b: str) -> stage.Edited | None:
        side = self.new.state(path_of(b))
        known = b in side.functions and (not a or a in self.old.state(path_of(a)).functions)
        same = a and known and self.old.project.functions[a].facts.digest == self.new.project.functions[b].facts.digest
        return (
            stage.edited_function(self.old.state(path_of(a)) if a else None, side, a, b) if known and not same else None
        )


def others_asking(new: Files, one: stage.Edited, every: EditedFunctions) -> tuple[stage.Asks, ...]:
    callers = sorted([each for each, how in new.project.whole.calling(one.unit).items() if how == EXACT])
    return stage.asked_by(one, every.edited, _only_called_there(new, one.unit, every), callers)


def _only_called_there(new: Files, id_: str, every: EditedFunctions) -> bool:
    """Whether only functions that were edited call it, and none of another file can."""
    facts = new.project.functions[id_].facts
    hidden = facts.name.startswith("_") or "static" in facts.flags
    return hidden and {*new.project.whole.calling(id_)} <= {each.unit for each in every.edited}
