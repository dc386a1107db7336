"""What is given back, where the sentence speaks of it before: told by what makes it, it would be another one.

fd = open(path)
cls.files.append(fd)        appends `fd` to `cls.files`; returns `fd`, which `open(path)` gives
return fd
"""

from __future__ import annotations

import re
from typing import Final

from ...model.facts import Binding, FunctionFacts
from ...words.whole_clauses import LONGEST

_VALUE: Final = "; returns "


def by_its_name(said: str, facts: FunctionFacts) -> str:
    before, found, given = said.rpartition(_VALUE)
    code = " ".join(before.split("`")[1::2])
    own = [each for each in facts.bindings if each.value and each.how in ("assign", "declare")] if found else []
    meant = {each.name for each in own if given == f"`{each.value}`." and each.name in facts.returns}
    for name in meant if len(meant) == 1 else ():
        if re.search(rf"(?<![\w.>]){re.escape(name)}(?!\w)", code):
            whole = f"{before}{_VALUE}`{name}`, {_told(own, name)}."
            return whole if len(whole) <= LONGEST else f"{before}{_VALUE}`{name}`."
    return said


def _told(own: list[Binding], name: str) -> str:
    value = next(each.value for each in own if each.name == name)
    return f"which `{value}` gives" if value.endswith(")") else f"which is `{value}`"
