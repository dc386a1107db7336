"""What a function takes otherwise."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from ....model.facts import Param
from ....words.names import split
from ..neutral.number_types import one_type
from ..pieces.outside import CLOSING, OPENING
from ..reading.saying import both_quoted, q
from .typed import differ

_WORD = 3  # letters of a word that says something


def parameters(
    old: Sequence[Param],
    new: Sequence[Param],
    unread: bool = False,
    idle: Container[str] = (),
    placed: Sequence[str] = (),
    known: Mapping[bytes, bytes] = {},
    python: bool = False,
    by_name: bool = False,
    called: tuple[Container[str], Container[str]] = ((), ()),
) -> Iterator[str]:
    """A clause for each thing that differs. unread: whether nothing but who calls it reads a type. idle: names that the function does not use.
    placed: of Python those that can be given by their place. known: what its body calls otherwise all through.
    called: those that are functions, which it calls, before and after."""
    before, after = (_keyed(params, len(old) == len(new)) for params in (old, new))
    order = list(before)
    gone, came = (
        [param for key, param in before.items() if key not in after],
        [param for key, param in after.items() if key not in before],
    )
    renamed: dict[str, str] = {}
    again = _called_otherwise(old, new, gone, came) and not (
        python and (by_name or not _used_alike(old, new, gone, known, idle, called))
    )
    if again:
        places = [old.index(each) for each in gone]
        yield from _called([(old[at], new[at]) for at in places])
        keys, fresh = list(before), list(after)
        renamed = {keys[at]: fresh[at] for at in places}
        before |= {fresh[at]: old[at] for at in places}
        gone, came = [], []
    elif pairs := _by_the_body(gone, came, {} if python else known):
        yield from _called(pairs)
        renamed = {was.name: now.name for was, now in pairs}
        before |= {now.name: was for was, now in pairs}
        gone = [each for each in gone if each.name not in renamed]
        came = [each for each in came if each.name not in renamed.values()]
    yield from (f"no longer takes {q(param.name or param.type or 'one more')}" for param in gone)
    for param in came:
        unused = ", which it does not use" if param.name in idle else ""
        default = f", by default {q(param.default)}" if param.default else ""
        passed = "" if gone else _passed(param.name, placed, before)
        yield f"now takes {q(param.name or param.type or 'one more')}{passed}{unused}{default}"
    for name, param in after.items():
        was = before.get(name)
        if was is None or param in came:
            continue
        if was.default != param.default:
            yield _default(name, was.default, param.default)
        if differ(was.type, param.type) if unread else not one_type(was.type, param.type):
            yield _annotated(param.name, was.type, param.type)
    kept = [renamed.get(key, key) for key in order if key in after or key in renamed]
    if kept != [key for key in after if key in before]:
        yield "takes its parameters in another order"


def _passed(name: str, placed: Sequence[str], before: Container[str]) -> str:
    """Of one that is put before others, which are given by their place no longer where they were: the first of them."""
    behind = placed[placed.index(name) + 1 :] if name in placed else ()
    return next((f" before {q(each)}" for each in behind if each in before), "")


def by_place(words: Sequence[bytes]) -> list[str]:
    """Python: names before a star, in the head of a function."""
    begin = words.index(b"(") if b"(" in words else len(words)
    found, depth = list[str](), 0
    for at in range(begin, len(words) if words[:1] in ((b"def",), (b"async",)) else begin):
        depth += (words[at] in OPENING) - (words[at] in CLOSING)
        if depth == 1 and words[at - 1] in (b"(", b",") and at > begin:
            if words[at] in (b"*", b"**"):
                break
            found.append(words[at].decode("utf-8", "replace"))
    return found


def _called(pairs: Sequence[tuple[Param, Param]]) -> Iterator[str]:
    """Of parameters that have another name now, one, or none."""
    other = [(was, now) for was, now in pairs if was.name and now.name]
    without = [was for was, now in pairs if was.name and not now.name]
    named = [now for was, now in pairs if now.name and not was.name]
    for said, each in (("has no name now", without), ("had no name before", named)):
        if each:
            many = len(each) > 1
            yield f"the parameter{'s' if many else ''} {_names(each)} {said.replace('has', 'have') if many else said}"
    if other:
        many = len(other) > 1
        yield f"the parameter{'s' if many else ''} {_names([was for was, _ in other])} {'are' if many else 'is'} now called {_names([now for _, now in other])}"


def _keyed(params: Sequence[Param], many: bool) -> dict[str, Param]:
    """What has no name is known by its type; by its place, where there are as many as before."""
    return {param.name or (f"#{at}" if many else param.type): param for at, param in enumerate(params)}


def _annotated(name: str, was: str, now: str) -> str:
    named = q(name) if name else "a parameter"
    if was and now:
        one, other = both_quoted(was, now)
        return f"{named} is declared {other}, no longer {one}"
    return f"{named} is now declared {q(now)}" if now else f"{named} is no longer declared {q(was)}"


def _called_otherwise(old: Sequence[Param], new: Sequence[Param], gone: Sequence[Param], came: Sequence[Param]) -> bool:
    """Whether each that is gone stands at its place under another name; with another type or default under one that has a word of it."""
    if not gone or len(old) != len(new) or len(gone) != len(came):
        return False
    pairs = [(each, new[old.index(each)]) for each in gone]
    return all(
        other in came and (one[1:] == other[1:] or _share(one.name, other.name)) and _stars(one) == _stars(other)
        for one, other in pairs
    )


def _used_alike(
    old: Sequence[Param],
    new: Sequence[Param],
    gone: Sequence[Param],
    known: Mapping[bytes, bytes],
    idle: Container[str],
    called: tuple[Container[str], Container[str]],
) -> bool:
    """Python: whether each is what it was by what the body does with it, or by its name; what nobody uses says nothing else. A place alone does
    not tell: another thing may be given there."""
    pairs = [(each.name, new[old.index(each)].name) for each in gone]
    return all(
        known.get(was.lstrip("*").encode(), b"").decode("utf-8", "replace") == now.lstrip("*")
        or (_share(was, now) and (was in called[0]) == (now in called[1]))
        or now.lstrip("*") in idle
        for was, now in pairs
    )


def _by_the_body(
    gone: Sequence[Param], came: Sequence[Param], known: Mapping[bytes, bytes]
) -> list[tuple[Param, Param]]:
    """Those that are used under another name all through."""
    fresh = {each.name: each for each in came}
    now = [(each, known.get(each.name.encode(), b"").decode("utf-8", "replace")) for each in gone if each.name]
    return [(each, fresh[name]) for each, name in now if name in fresh]


def _share(one: str, other: str) -> bool:
    return any(len(word) >= _WORD for word in {*split(one)} & {*split(other)})


def _names(params: Sequence[Param]) -> str:
    return ", ".join(q(each.name) for each in params)


def _stars(param: Param) -> int:
    return len(param.name) - len(param.name.lstrip("*"))


def _default(name: str, was: str, now: str) -> str:
    if not was:
        return f"{q(name)} is by default {q(now)}, and had to be given before"
    if not now:
        return f"{q(name)} must now be given, and was by default {q(was)}"
    one, other = both_quoted(was, now)
    return f"{q(name)} is by default {other}, no longer {one}"
