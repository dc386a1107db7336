"""A function of C++ whose body was given up for `= default` or `= delete`, or written out in its place: one answer, at the function."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ....model.account import DECLARATION, NEUTRAL, Answer
from ..neutral.rules import FOLLOWS
from .declared_alone import alone

_SAYS: Final[Mapping[tuple[str, str], str]] = {
    ("gone", "default"): "Is `= default` now, no longer written out.",
    ("gone", "delete"): "Is `= delete` now: it can no longer be called.",
    ("new", "default"): "Is written out now, where it was `= default`",
    ("new", "delete"): "Is written out now, where it was `= delete`",
}
DEFAULTED: Final = "defaulted"  # what has a body on one side alone, and is there on both
Key = tuple[str, str, tuple[str, ...]]


def defaulted(told: Sequence[Answer]) -> Iterator[Answer]:
    declared: dict[Key, tuple[Answer, str]] = {}
    for one in told:
        if one.how == DECLARATION and bool(one.before.code) != bool(one.after.code) and (key := _declaration(one)):
            declared[key] = one, (one.before.code or one.after.code).rstrip("; ").rpartition("=")[2].strip()
    found = {_function(one): one for one in told if one.rule in ("gone", "new") and "(" in one.unit} if declared else {}
    both = {
        key
        for key, one in found.items()
        if key in declared and (one.rule == "gone") == bool(declared[key][0].after.code)
    }
    dropped = {declared[key][0] for key in both}
    for one in told:
        key = _function(one) if one.rule in ("gone", "new") and "(" in one.unit and both else None
        if one in dropped:
            yield one._replace(how=NEUTRAL, rule=FOLLOWS, sentence="", rank=9)
        elif key in both and key is not None:
            said = _SAYS[one.rule, declared[key][1]]
            if own := _alone(one, declared[key][0]):
                said = f"{said.removesuffix('.')}; {own[:1].lower()}{own[1:].rstrip('.')}{'.' * said.endswith('.')}"
            yield one._replace(
                rule=DEFAULTED,
                sentence=said + one.sentence.removeprefix("Is new") if one.rule == "new" else said,
                rank=3,
            )
        else:
            yield one


def _alone(one: Answer, declared: Answer) -> str:
    """What else its head says on one side alone, as `virtual`."""
    body, head = (one.before.code or one.after.code).partition("{")[0], declared.before.code or declared.after.code
    was, now = (body, head) if one.rule == "gone" else (head, body)
    return alone(was, now, _function(one)[1], "")


def _declaration(one: Answer) -> Key | None:
    """(path, name, types of its parameters) of `Box(const Box &other) = default`."""
    code = (one.before.code or one.after.code).rstrip("; ")
    head, _, how = code.rpartition("=")
    if how.strip() not in ("default", "delete") or "(" not in head:
        return None
    before, _, behind = head.partition("(")
    names = before.split()[-1:]
    given = behind.rpartition(")")[0]
    return one.place.path, names[0].lstrip("*&").rpartition("::")[2] if names else "", _types(given, True)


def _function(one: Answer) -> Key:
    name, _, behind = one.unit.partition("::")[2].partition("(")
    return one.place.path, name.rpartition("::")[2], _types(behind.rpartition(")")[0], False)


def _types(given: str, named: bool) -> tuple[str, ...]:
    """named: with the names of the parameters, where these have any."""
    return tuple([_type(each.partition("=")[0].strip(), named) for each in given.split(",") if each.strip()])


def _type(text: str, named: bool) -> str:
    bare = text.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") if named else text
    named_too = bare.strip() and (bare[-1:] in "*& ") and bare.strip() not in ("const", "volatile")
    return "".join((bare if named_too else text).split())
