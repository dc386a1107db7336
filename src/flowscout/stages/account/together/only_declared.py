"""A function whose body is gone, and that its file declares still (C and C++), or that is a class now (Python): it is not gone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ....model.account import DECLARATION, FLOW, GONE, NEUTRAL, Answer
from ....model.identity import qualified_of
from ....model.pattern import regex
from .follows import DECLARED

_PYTHON: Final = (".py", ".pyi")
_CLASS: Final = regex(r"class ([A-Za-z_]\w{0,200}+)")
_CALLED: Final = regex(r"(~?[A-Za-z_]\w{0,200}+)\s{0,4}\(")


def only_declared(told: Iterable[Answer]) -> list[Answer]:
    found = list(told)
    gone: dict[tuple[str, str], list[int]] = {}
    came: dict[tuple[str, str], list[int]] = {}
    for at, one in enumerate(found):
        if one.how == FLOW and one.rule == GONE and not one.after.line:
            within, _, name = qualified_of(one.unit).partition("(")[0].replace("::", ".").rpartition(".")
            if not (within and one.before.path.endswith(_PYTHON)):
                gone.setdefault((one.before.path, name), []).append(at)
        elif one.how == DECLARATION and one.after.line and not one.before.line and not _is_set(one.after.code):
            made = _CLASS.match(one.after.code) if one.after.path.endswith(_PYTHON) else None
            names = {each[1] for each in _CALLED.finditer(one.after.code)}
            for name in {made[1]} if made else names if not one.after.path.endswith(_PYTHON) else ():
                came.setdefault((one.after.path, name), []).append(at)
    for key, places in gone.items():
        if len(places) == len(came.get(key, ())):
            for a, b in zip(places, came[key], strict=True):
                if key[0].endswith(_PYTHON):
                    found[a] = found[a]._replace(sentence="Is a class now, no longer a function.", rank=3)
                    continue
                found[a] = found[a]._replace(sentence="Is only declared now: its body is gone.", after=found[b].after)
                found[b] = found[b]._replace(how=NEUTRAL, rule=DECLARED, sentence="", rank=9)
    return found


def _is_set(code: str) -> bool:
    """`= default`, `= delete`, `= 0`, which say more."""
    return "=" in code.rpartition(")")[2]
