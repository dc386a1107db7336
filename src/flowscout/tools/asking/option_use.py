"""What hangs on an option: the steps under a condition that asks for what the option sets, `if (_1flag) close_monitor();`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from ...agents.said import Cited
from ...model.pattern import regex
from ...model.product import is_aside
from ..conditions import told, under
from ..own import line_at
from .here import Here, at, label
from .owners import owner_at
from .scored import told_then

MOST: Final = 4  # steps that are told
EACH: Final = 2  # of one function
LEAST: Final = 4  # letters of a name
WIDE: Final = 120
_SETS: Final = regex(
    r": `(?:\*|this->|self\.)?(?P<name>(?:\w{1,40}(?:\.|->)){0,3}\w{2,60})\s?=\s?(?:true|True|TRUE|1|false|False|FALSE|0|[\w.>-]{1,60}\(\))`"
)
_FLAG: Final = regex(r"action\s?=\s?[\"']store_(?:true|false)[\"']|BooleanOptionalAction")


class Flag(NamedTuple):
    """member: whether it stands in what holds all settings, so that a plain name of that kind is another's."""

    name: str
    member: bool


def flags_of(done: list[Cited], name: str) -> list[Flag]:
    """What the option sets to yes or no, by what is done where it is met, or by what declares it."""
    found = [set_["name"].replace("->", ".") for line in done if (set_ := _SETS.search(line.text))]
    flags = [Flag(one.rpartition(".")[2], "." in one) for one in found]
    flags += [Flag(name.lstrip("-").replace("-", "_"), True) for line in done if _FLAG.search(line.text)]
    return [one for one in dict.fromkeys(flags) if len(one.name) >= LEAST]


def hanging_on(here: Here, flags: list[Flag], done: list[Cited]) -> Iterator[Cited]:
    """done: where the options are read, which is told already."""
    reading = {owner_at(here, line) for line in done}
    told_ = 0
    for flag in flags:
        plain = re.escape(flag.name)
        for id_, one in here.holders(flag.name):
            own_name = any(param.name == flag.name for param in one.facts.params)
            given = not (flag.member or own_name) or _is_given(here, one.facts.name, flag.name)
            asked = re.compile(rf"(?<!\w){plain}(?!\w)" if given else rf"(?:\.|->){plain}(?!\w)")
            if id_ in reading or is_aside(one.path) or one.facts.kind == "module" or not here.inside(one.path):
                continue
            own = 0
            for each in sorted(here.project.actions(id_), key=lambda step: step.start):
                if not told_then(here, id_, each) or own == EACH or told_ == MOST:
                    continue
                decided = under(here.project, id_, each.start)
                last = decided[-1] if decided else None
                if (
                    last is None
                    or not last.holds
                    or not asked.search(_TEXT.sub("", last.said))
                    or not _alone(last.said)
                ):
                    continue
                own, told_ = own + 1, told_ + 1
                code = " ".join(each.text.split())[:WIDE].rstrip(";")
                yield at(here.project, id_, f"{label(here.project, id_)}: `{code}`{told(decided[-1:])}", line_at(here.project, id_, each.start))  # fmt: skip


_TEXT: Final = regex(r"\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'")


def _is_given(here: Here, function: str, flag: str) -> bool:
    """Whether a call hands the setting on: `tie(cards, o.dryrun)`."""
    handed = re.compile(rb"(?<!\w)%b\s?\([^;\n]{0,200}(?:\.|->)%b(?!\w)" % (function.encode(), flag.encode()))
    return any(handed.search(here.project.sources(path)) for path in here.holding(f"{function}"))


def _alone(said: str) -> bool:
    """Whether little else is asked there."""
    return len(said) <= WIDE
