"""What a call is given, and what differs in that."""

from __future__ import annotations

from collections.abc import Sequence

from .outside import CLOSING, OPENING
from .pieces import Piece
from .saying import CALL, Said, both_quoted, joined, q

NAMED = 3  # of many arguments that differ


def arguments(piece: Piece) -> list[str]:
    words = list(piece.words)
    found: list[list[bytes]] = [[]]
    depth = 0
    for word in words[words.index(b"(") :]:
        depth += (word in OPENING) - (word in CLOSING)
        if (depth == 1 and word == b"(" and not any(found)) or not depth:
            continue
        if depth == 1 and word == b",":
            found.append([])
        else:
            found[-1].append(word)
    return [joined(each) for each in found if each]


def given_otherwise(name: str, was: list[str], now: list[str], under: str) -> Said | None:
    gone, came = [each for each in was if each not in now], [each for each in now if each not in was]
    call = f"`{name.replace('`', chr(39))}`"
    if told := _by_name(was, now):
        return Said(CALL, f"{call} is given {told}, with the same values{under}.", 7)
    if len(gone) == len(came) == 1 and len(was) == len(now):
        old, new = both_quoted(gone[0], came[0])
        return Said(CALL, f"{call} is given {new}, no longer {old}{under}.", 4)
    if came and not gone and len(now) == len(was) + len(came):
        return Said(CALL, f"{call} is now also given {', '.join(map(q, came[:3]))}{under}.", 4)
    if gone and not came and len(was) == len(now) + len(gone):
        return Said(CALL, f"{call} is no longer given {', '.join(map(q, gone[:3]))}{under}.", 4)
    if len(gone) + len(came) > 2 and (told := _under_names(gone, came)):
        return Said(CALL, f"{call} is given {told}{under}.", 4)
    if gone and came and len(gone) + len(came) <= 4 and len(gone) < len(was):
        return Said(CALL, f"{call} is given {', '.join(map(q, came))}, no longer {', '.join(map(q, gone))}{under}.", 4)
    if not gone and not came and len(was) == len(now):
        old, new = both_quoted(", ".join(was), ", ".join(now))
        return Said(CALL, f"{call} is given {new} in this order, no longer {old}{under}.", 4)
    return None


def _under_names(gone: Sequence[str], came: Sequence[str]) -> str:
    """Of many arguments that are given by name the first of which another value is given."""
    before, after = (
        {name: value for name, sign, value in (each.partition("=") for each in side) if sign and name.isidentifier()}
        for side in (gone, came)
    )
    both = [name for name in after if name in before]
    if len(before) != len(gone) or len(after) != len(came) or not both:
        return ""
    told = [
        f"{was}, no longer {now}"
        for now, was in (both_quoted(f"{n}={before[n]}", f"{n}={after[n]}") for n in both[:NAMED])
    ]
    more = len({*before, *after}) - len(told)
    return "; ".join([*told, *([f"{more} more {'differ' if more > 1 else 'differs'}"] if more else [])])


def _by_name(was: Sequence[str], now: Sequence[str]) -> str:
    """Arguments in the same order that got names, or lost them, and nothing else."""
    if len(was) != len(now) or was == now:
        return ""
    for one, other, how in ((was, now, "by name now"), (now, was, "without names now")):
        pairs = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
        names = [b.removesuffix(a).removesuffix("=") for a, b in pairs if b.endswith(f"={a}")]
        if len(names) == len(pairs) and all(name.isidentifier() for name in names):
            return f"{', '.join(map(q, names))} {how}"
    return ""
