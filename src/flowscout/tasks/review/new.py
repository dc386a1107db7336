"""What a new file or a new class brings, in one line: its public functions with what they do, then the names of the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...model.account import GONE, NEW
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.shown import ShownEdit
from ..account.new import DOES, IS_GONE, IS_NEW, in_short
from ..sentences import listing

TOLD: Final = 12  # functions of which is said what they do
WHOLE: Final = 3  # of which all is said
NAMED: Final = 40  # names of the others
AS_WELL: Final = " does the same."  # of what is gone: what another function has too
GONE_TYPE: Final = "` is gone."
_TYPE: Final = regex(
    r"^`(?:class|struct|union|enum class) (?:[A-Z_]{2,40} )?([A-Za-z_]\w{0,80})[^`]{0,400}` is (?:new|gone)\b"
)


class BroughtMembers(NamedTuple):
    """edit: the file or the class. members: the functions that came with it."""

    edit: ShownEdit
    members: tuple[ShownEdit, ...]

    @property
    def said(self) -> str:
        if self.edit.sentence.endswith(GONE_TYPE):
            many = len(self.members)
            return (
                f"{self.edit.sentence.removesuffix('.')}, with its {f'{many} functions' if many > 1 else 'function'}."
            )
        told = " ".join(filter(None, (*_told(self.members), _others(self.members))))
        return f"{self.edit.sentence} {told}"


def brought(told: Sequence[ShownEdit]) -> list[BroughtMembers]:
    """Of each function the smallest that it came with."""
    holders: dict[tuple[str, bool], list[tuple[int, str]]] = {}
    for at, one in enumerate(told):
        if (prefix := _holds(one)) is not None:
            holders.setdefault((one.path, one.before), []).append((at, prefix))
    found: dict[int, list[ShownEdit]] = {}
    for one in told:
        if not one.name or not (one.rule == NEW or (one.rule == GONE and one.sentence.endswith((IS_GONE, AS_WELL)))):
            continue
        above = one.name.replace("::", ".").split(".")[:-1]
        own = [
            (len(prefix), at) for at, prefix in holders.get((one.path, one.before), ()) if not prefix or prefix in above
        ]
        if own:
            found.setdefault(max(own)[1], []).append(one)
    return [BroughtMembers(told[at], tuple(sorted(members, key=_first))) for at, members in sorted(found.items())]


def _holds(one: ShownEdit) -> str | None:
    """The class whose members it tells, "" for all of a file; None for nothing."""
    found = _TYPE.match(one.sentence)
    return found[1] if found else "" if one.new_file else None


def _first(one: ShownEdit) -> tuple[bool, bool, bool, int]:
    """What others can call, and of which something is said: what it changes before all else; as it stands in the file."""
    return _last(one).startswith("_"), one.sentence == f"{IS_NEW}.", DOES not in one.sentence, one.line


def _told(members: Sequence[ShownEdit]) -> Iterator[str]:
    few = len(members) <= WHOLE
    yield from (f"`{one.name}`: {_does(one, few)}" for one in members[:TOLD] if _does(one))


def _does(one: ShownEdit, whole: bool = False) -> str:
    return (one.sentence if whole else in_short(one.sentence)).removeprefix(IS_NEW).lstrip(":., ")


def _others(members: Sequence[ShownEdit]) -> str:
    left = [one for at, one in enumerate(members) if at >= TOLD or not _does(one)]
    if not left:
        return ""
    return f"{'Then' if len(left) < len(members) else 'With'} {listing([f'`{_last(one)}`' for one in left], NAMED)}."


def _last(one: ShownEdit) -> str:
    return one.name.replace("::", ".").rsplit(".", 1)[-1]
