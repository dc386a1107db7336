"""Python: what a function says that it takes and gives. Nothing reads it there but who calls it: that it says something else is listed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.facts import FunctionFacts
from ....model.pattern import regex
from ....model.record import NamedTuple
from ..pairing.changes import Change, Trees
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from ..reading.saying import both_quoted, q

MAY_READ: Final = "annotations that a decorator may read"
PLAIN: Final = frozenset(("property", "staticmethod", "classmethod", "abstractmethod"))
ACCESSORS: Final = frozenset(("setter", "getter", "deleter", "abstractmethod", "cached_property"))
_WORD: Final = regex(r"[\w.]++|[^\s\w]")
_NAMES: Final = regex(r"(?<!\w)[^\W\d]\w*")
_FROM: Final = ("typing.", "typing_extensions.", "collections.abc.", "t.")
_BUILTIN: Final = frozenset(("List", "Dict", "Set", "FrozenSet", "Tuple", "Type"))


class _Frame(NamedTuple):
    """A name with what stands in its brackets: arguments, each of which is one of several."""

    name: str
    given: list[list[str]]


def unread_by(decorators: Sequence[str]) -> bool:
    """Whether Python's own decorators alone stand there: none of them reads an annotation."""
    return all(each.lstrip("@") in PLAIN or each.rpartition(".")[2] in ACCESSORS for each in decorators)


def otherwise(old: FunctionFacts, new: FunctionFacts) -> str:
    """What is declared on both sides, and not alike; "" for nothing. Both have the same parameters."""
    told = [*_taken(old, new)]
    if differ(old.result, new.result):
        was, now = both_quoted(old.result, new.result)
        told.append(f"gives {now}, declared as {was} before")
    text = "; ".join(told)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _taken(old: FunctionFacts, new: FunctionFacts) -> Iterator[str]:
    for one, other in zip(old.params, new.params, strict=True):
        if differ(one.type, other.type):
            was, now = both_quoted(one.type, other.type)
            yield f"{q(other.name)} is declared {now}, no longer {was}"


def differ(was: str, now: str) -> bool:
    return bool(was and now) and spelt(was) != spelt(now)


def spelt(annotation: str) -> str:
    """`Optional[List[int]]` and `list[int] | None` are one type."""
    frames = [_Frame("", [[""]])]
    for word in _WORD.findall(annotation):
        given = frames[-1].given
        if word == "[":
            frames.append(_Frame(given[-1].pop(), [[""]]))
        elif word == "]" and len(frames) > 1:
            frames[-2].given[-1].extend(_closed(frames.pop()))
        elif word == "|":
            given[-1].append("")
        elif word == ",":
            given.append([""])
        elif word not in "\"'":
            given[-1].append((given[-1].pop() if given[-1] else "") + _plain(word))
    return ",".join(map(_one_of, frames[0].given))


def _closed(frame: _Frame) -> list[str]:
    if frame.name == "Optional":
        return [*frame.given[0], "None"]
    if frame.name == "Union":
        return [each for one in frame.given for each in one]
    return [f"{frame.name}[{','.join(map(_one_of, frame.given))}]"]


def _one_of(members: Sequence[str]) -> str:
    return "|".join(sorted({each for each in members if each}))


def _plain(word: str) -> str:
    for module in _FROM:
        word = word.removeprefix(module)
    return word.lower() if word in _BUILTIN else word


def unannotated(before: FunctionFacts, after: FunctionFacts, one: Piece, other: Piece) -> bool:
    """Whether Python's heads differ in annotations alone."""
    if before.flags != after.flags:
        return False
    plain = [[(param.name, param.default) for param in each.params] for each in (before, after)]
    signs = [[word for word in each.words if word in (b"/", b"*")] for each in (one, other)]
    return plain[0] == plain[1] and signs[0] == signs[1]


def shadows(both: Trees, change: Change) -> bool:
    """Whether a name of the types that a head binds itself (`def make[T](x: T)`), new, gone or bound otherwise there, is one of which the
    function speaks: in a text, or in a function within it, too."""
    was, now = _bound(both.old[change.a].words), _bound(both.new[change.b].words)
    names = {name.decode("utf-8", "replace") for name in was.keys() | now.keys() if was.get(name) != now.get(name)}
    return bool(names) and any(
        names & {*_NAMES.findall(text)}
        for side, at in ((both.old, change.a), (both.new, change.b))
        for piece in side[at + 1 :]
        for text in (piece.said, b" ".join(piece.words).decode("utf-8", "replace"))
    )


def _bound(words: Sequence[bytes]) -> dict[bytes, tuple[bytes, ...]]:
    """The names, with what each is bound to."""
    at = words.index(b"def") + 2 if b"def" in words else len(words)
    found: dict[bytes, tuple[bytes, ...]] = {}
    if words[at : at + 1] != (b"[",):
        return found
    depth, own = 0, list[bytes]()
    for word in words[at:]:
        depth -= word in CLOSING
        if (depth == 1 and word == b",") or not depth:
            rest = [each for each in own if each not in (b"*", b"**")]
            found |= {rest[0]: tuple(own)} if rest else {}
            own = []
        else:
            own.append(word)
        depth += word in OPENING
        if not depth:
            break
    return found


def gives(was: str, now: str) -> str:
    """What a function says that it gives; where it said nothing, nothing is said of it."""
    if was and now:
        return f"gives {q(now)}, declared as {q(was)} before"
    return f"is declared to give {q(now)} now" if now else f"is no longer declared to give {q(was)}"
