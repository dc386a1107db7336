"""A change of a function's statement -> its sentence; None where nothing can be said for sure."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.syntax import Loop, Simple
from . import asked, conditions, declarators, members
from .around import condition, handling, kept_under, turned, turned_round, wrapping
from .changes import ADDED, CHANGED, CHECKED, MOVED, REMOVED, REORDERED, UNCHECKED, Change, Trees, behind_label
from .imports import brought
from .imports import told as imports_otherwise
from .lexing import BEFORE
from .operands import gained_or_lost, operand
from .outside import CLOSING, OPENING
from .pieces import Piece, differing
from .saying import (
    CALL,
    CHECK,
    CONDITION,
    ERRORS,
    EXIT,
    EXITS,
    LOOP,
    MOST,
    ORDER,
    REST,
    VALUE,
    Said,
    assigned,
    both_quoted,
    callee,
    chained,
    does,
    doing,
    governing,
    initialised,
    joined,
    leaves,
    q,
    subject,
    under,
    when,
)

WITHIN = 4  # tokens from which a statement is known again within another


def said(both: Trees, change: Change) -> Said | None:
    """What differs in the text of a message alone tells little."""
    told = _said(both, change)
    if told is not None and change.kind == CHANGED and _texts_alone(both.old[change.a].words, both.new[change.b].words):
        return told._replace(rule="text", rank=8)
    return told


def _texts_alone(one: Sequence[bytes], other: Sequence[bytes]) -> bool:
    return len(one) == len(other) and all(
        a == b or (a[-1:] == b[-1:] == b'"' or a[-1:] == b[-1:] == b"'") for a, b in zip(one, other, strict=True)
    )


def _said(both: Trees, change: Change) -> Said | None:
    match change.kind:
        case "added":
            return _appears(both, change.b, True)
        case "removed":
            return _appears(both, change.a, False)
        case "changed":
            return _changed(both, change.a, change.b)
        case "moved":
            return _moved(both, change.a, change.b)
        case "reordered":
            return _reordered(both, change.b)
        case "checked":
            return _now_checked(both, change.a, change.b)
    return _no_longer_checked(both, change.a, change.b)


def _appears(both: Trees, at: int, new: bool) -> Said | None:
    pieces, below = (both.new, both.new_below) if new else (both.old, both.old_below)
    piece, where = pieces[at], when(pieces, at)
    now = "Now" if new else "No longer"
    if _within_another(both, piece.words, new) and not _with_more(both, at, new):
        return None
    if piece.kind == "If":
        return condition(both, at, new)
    if kept := kept_under(both, at, new):
        return wrapping(both, at, kept, new)
    if piece.kind == "Loop":
        inner = doing(pieces, below, [each for each in below[at] if pieces[each].role == "body"])
        return Said(LOOP, f"{now} {does(piece)}{where}{f': {inner}' if inner else ''}.", 4)
    if piece.kind in ("Return", "Raise"):
        return Said(EXIT, f"{now} {does(piece)}{_behind_an_exit(pieces, below, at, where)}.", 2 if new else 1)
    if piece.kind == "Jump":
        return Said(EXIT, f"{now} {does(piece)}{where}.", 1 if not new and piece.stmt.keyword == "goto" else 3)
    if piece.kind in ("Handler", "Try"):
        inner = (
            doing(pieces, below, [each for each in below[at] if pieces[each].role == "body"])
            if piece.kind == "Try"
            else ""
        )
        return Said(
            ERRORS,
            f"{now} {f'runs under a `try`{handling(piece)}' if inner else does(piece)}{where}{f': {inner}' if inner else ''}.",
            2,
        )
    if piece.kind in ("Arm", "Switch", "With"):
        tail = f": {doing(pieces, below, below[at])}" if below[at] and piece.kind == "Arm" else ""
        return Said(CONDITION, f"{now} {does(piece)}{where}{tail}.", 3)
    if piece.kind == "Variant":
        roles = dict.fromkeys(pieces[each].role for each in below[at])
        told = [
            f"{doing(pieces, below, [each for each in below[at] if pieces[each].role == role])}, {under(piece, role)}"
            for role in roles
        ]
        return Said(CONDITION, f"{now} {'; '.join(told)}{where}.", 5) if told else None
    if piece.kind == "Simple" and getattr(piece.stmt, "role", "") == "import":
        return Said("import", f"{now} {does(piece)}{where}.", 8)
    if piece.kind == "Simple" and piece.words[:1] == (b"delete",):
        return Said(CALL, f"{now} {does(piece)}{where}.", 5 if new else 1)
    if piece.kind == "Simple":
        return Said(
            CALL if callee(piece) else VALUE,
            f"{now} {does(piece)}{where}.",
            (5 if new else 3) if callee(piece) else 8 if _bare(piece) else 6,
        )
    if piece.kind == "Label":
        inner = doing(pieces, below, behind_label(pieces, below, both.back if new else both.pairs, at))
        return Said(
            EXIT if inner else REST,
            f"{now} has the label {q(piece.said.rstrip(':'))}{where}{f', behind which it {inner}' if inner else ''}.",
            5 if inner else 8,
        )
    if piece.kind == "Decorator":
        return Said("decorator", f"Is {now.lower()} decorated with {q(piece.said)}.", 1)
    return None


def _behind_an_exit(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, where: str) -> str:
    """When it comes to that; behind an `if` that may leave: where that did not."""
    before = [each for each in below[pieces[at].parent] if each < at and pieces[each].role == pieces[at].role]
    if (
        not before
        or pieces[before[-1]].kind != "If"
        or not any(conditions.ends(pieces, below, before[-1], role) for role in ("then", "else"))
    ):
        return where
    alone = all(pieces[each].role == "then" for each in below[before[-1]])
    return when(pieces, at, f"unless {q(pieces[before[-1]].said)}") if alone else f"{where}, otherwise"


def _seen(one: Piece, other: Piece) -> tuple[Piece, Piece]:
    """Of two long statements that begin alike what differs."""
    if one.said != other.said or one.words == other.words or len(one.said) < MOST:
        return one, other
    at = max(0, differing(one, other) - BEFORE)
    return one._replace(said=f"… {joined(one.words[at:])}"), other._replace(said=f"… {joined(other.words[at:])}")


def _within_another(both: Trees, words: Sequence[bytes], new: bool) -> bool:
    """Whether it stands on the other side within something else: in a value, or in what could not be told apart."""
    others, known, mine = (both.old, both.pairs, both.new) if new else (both.new, both.back, both.old)
    if len(words) < WITHIN:
        return False
    free = [
        each.words
        for at, each in enumerate(others)
        if len(each.words) > len(words) and (at not in known or mine[known[at]].words != each.words)
    ]
    return any(_run(whole, words) for whole in free)


def _with_more(both: Trees, at: int, new: bool) -> bool:
    """Whether something stands under it that stands nowhere on the other side: then the question alone is no old one."""
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    return any(
        each not in known and not _within_another(both, pieces[each].words, new) for each in conditions.under(below, at)
    )


def _run(whole: Sequence[bytes], words: Sequence[bytes]) -> bool:
    part = tuple(words)
    return any(
        whole[at] == part[0] and tuple(whole[at : at + len(part)]) == part for at in range(len(whole) - len(part) + 1)
    )


def _changed(both: Trees, a: int, b: int) -> Said | None:
    one, other = _seen(both.old[a], both.new[b])
    under = when(both.new, b)
    was, now = both_quoted(one.said, other.said)
    if one.kind != other.kind:
        return (
            Said(EXIT, f"{_upper(does(other))}{under}, where it {_past(does(one))}.", 2)
            if {one.kind, other.kind} <= EXITS
            else None
        )
    match other.kind:
        case "If":
            if turned(one, other):
                return turned_round(both, b)
            decided = _decided(both, b)
            if among := members.asked(both.old[a], both.new[b]):
                return Said(CONDITION, f"Asks whether {among}{decided and f', before it {decided}'}{under}.", 2)
            elsewhere = asked.apart(both, a, b)
            less = None if elsewhere else gained_or_lost(both.old[a].said, both.new[b].said, decided, under)
            part = ""
            if len(one.said) > MOST or len(other.said) > MOST:
                was, now, part = operand(both.old[a].said, both.new[b].said)
            return less or Said(
                CONDITION,
                f"Asks {part}whether {now}, no longer whether {was}{decided and f', before it {decided}'}{under}.",
                5 if elsewhere else 2,
            )
        case "Loop":
            return _loop(one, other, under)
        case "Return" | "Raise":
            verb, past = ("Returns", "returned") if other.kind == "Return" else ("Raises", "raised")
            if not one.said or not other.said:
                return Said(EXIT, f"{_upper(_valued(other))}{under}, where it {_past(_valued(one))}.", 2)
            if given := _returned_call(one, other, under):
                return given
            return Said(EXIT, f"{verb} {now} where it {past} {was}{under}.", 2)
        case "Handler":
            return (
                Said(
                    ERRORS,
                    f"Handles {now if other.said else 'every exception'} where it handled {was if one.said else 'every exception'}{under}.",
                    1,
                )
                if one.said != other.said
                else None
            )
        case "Switch":
            return Said(CONDITION, f"Chooses by {now}, no longer by {was}{under}.", 3)
        case "Arm":
            if more := members.covered(one, other):
                return Said(CONDITION, f"The case {more}{under}.", 3)
            return Said(CONDITION, f"The case {was} is now {now}{under}.", 3) if one.said != other.said else None
        case "With":
            entered, enters = _entered(one), _entered(other)
            name = callee(enters)
            given = (
                _given(name, arguments(entered), arguments(enters), under) if name and name == callee(entered) else None
            )
            return (
                given._replace(rule=ERRORS, rank=2)
                if given
                else Said(ERRORS, f"Works under {now} where it worked under {was}{under}.", 2)
            )
        case "Simple" | "Jump" | "Opaque" | "Label":
            return _simple(one, other, under)
        case "Decorator":
            return Said("decorator", f"Is decorated with {now}, no longer with {was}.", 1)
    return None


def _returned_call(one: Piece, other: Piece, under: str) -> Said | None:
    """Of a call whose result is returned on both sides what it is given."""
    calls = [each._replace(kind="Simple", words=each.words[1:], stmt=None) for each in (one, other)]
    name = callee(calls[0])
    given = (
        _given(name, arguments(calls[0]), arguments(calls[1]), under)
        if name and name == callee(calls[1]) and one.kind == "Return"
        else None
    )
    return Said(EXIT, f"The returned {given.sentence}", 4) if given else None


def _entered(piece: Piece) -> Piece:
    """What a block is entered by, as a statement of its own: `open(name)` of `with open(name) as file`."""
    words = piece.words[piece.words[:1] == (b"with",) :]
    depth = 0
    for at, word in enumerate(words):
        depth += (word in OPENING) - (word in CLOSING)
        if word == b"as" and not depth:
            words = words[:at]
            break
    return piece._replace(kind="Simple", words=words)


def _decided(both: Trees, b: int) -> str:
    inner = [each for each in both.new_below[b] if both.new[each].role == "then"]
    return does(both.new[inner[0]]) if inner else ""


def _loop(one: Piece, other: Piece, under: str) -> Said | None:
    each = isinstance(one.stmt, Loop) and isinstance(other.stmt, Loop) and one.stmt.style == other.stmt.style == "each"
    was, now = both_quoted(one.said, other.said)
    if not one.said or not other.said:
        return Said(LOOP, f"The loop now {does(other)}{under}.", 3) if one.said != other.said else None
    if each and one.said != other.said:
        return Said(LOOP, f"Goes through {now} where it went through {was}{under}.", 3)
    if one.said != other.said and does(one).split()[0] != does(other).split()[0]:
        return Said(LOOP, f"{_upper(does(other))}, where it {_past(does(one))}{under}.", 3)
    if one.said != other.said:
        return Said(LOOP, f"Loops while {now}, no longer while {was}{under}.", 3)
    was, now = both_quoted(
        b" ".join(one.words).decode("utf-8", "replace"), b" ".join(other.words).decode("utf-8", "replace")
    )
    return Said(LOOP, f"The loop {was} is now {now}{under}.", 3)


def _simple(one: Piece, other: Piece, under: str) -> Said | None:
    if imports := imports_otherwise(brought(one), brought(other), under):
        return Said("import", imports, 8)
    if variables := declarators.differing(one, other):
        text = "; ".join(declarators.deeds(variables))
        bare = all(not (each and each.value) for pair in variables for each in pair)
        typed = any(was and now and was.type != now.type for was, now in variables)
        return Said(VALUE, f"{_upper(text)}{under}.", 3 if typed else 8 if bare else 4)
    was, now = both_quoted(one.said, other.said)
    without = tuple(word for word in one.words if word != b"await")
    if without == tuple(word for word in other.words if word != b"await"):
        awaits = other.words.count(b"await") > one.words.count(b"await")
        return Said(CALL, f"{now} is {'now' if awaits else 'no longer'} awaited{under}.", 1)
    before, after = initialised(one), initialised(other)
    if before and after and before[0] == after[0]:
        was, now = both_quoted(before[1], after[1])
        return Said(VALUE, f"Initialises {q(after[0])} with {now}, no longer with {was}{under}.", 4)
    name = callee(one)
    if name and name == callee(other):
        if added := members.given(one, other):
            return Said(CALL, f"`{name.replace('`', chr(39))}` is given a list that {added}{under}.", 4)
        return _given(name, arguments(one), arguments(other), under) or Said(CALL, f"{was} is now {now}{under}.", 4)
    left, right = assigned(one), assigned(other)
    if left and right and left[0] == right[0]:
        if added := members.held(one, other):
            return Said(VALUE, f"What {q(left[0])} is set to {added}{under}.", 4)
        was, now = both_quoted(left[1], right[1])
        return Said(VALUE, f"Sets {q(left[0])} to {now}, no longer to {was}{under}.", 4)
    if left and right and left[0].split()[-1:] == right[0].split()[-1:]:
        was_value, now_value = both_quoted(left[1], right[1])
        if left[1] == right[1]:
            return Said(
                VALUE,
                f"Sets {q(right[0])} to {q(right[1])}, declared {'' if len(left[0]) > len(right[0]) else 'no longer '}before.",
                8,
            )
        return Said(
            VALUE, f"Sets {q(right[0].split()[-1].lstrip('*&'))} to {now_value}, no longer to {was_value}{under}.", 4
        )
    if right and not left and right[1] == one.said:
        return Said(VALUE, f"The result of {q(one.said)} is now kept in {q(right[0])}{under}.", 4)
    if left and not right and left[1] == other.said:
        return Said(VALUE, f"The result of {q(other.said)} is no longer kept in {q(left[0])}{under}.", 2)
    return Said(REST, f"{was} is now {now}{under}.", 5)


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


def _given(name: str, was: list[str], now: list[str], under: str) -> Said | None:
    gone, came = [each for each in was if each not in now], [each for each in now if each not in was]
    call = f"`{name.replace('`', chr(39))}`"
    if len(gone) == len(came) == 1 and len(was) == len(now):
        old, new = both_quoted(gone[0], came[0])
        return Said(CALL, f"{call} is given {new}, no longer {old}{under}.", 4)
    if came and not gone and len(now) == len(was) + len(came):
        return Said(CALL, f"{call} is now also given {', '.join(map(q, came[:3]))}{under}.", 4)
    if gone and not came and len(was) == len(now) + len(gone):
        return Said(CALL, f"{call} is no longer given {', '.join(map(q, gone[:3]))}{under}.", 4)
    if gone and came and len(gone) + len(came) <= 4 and len(gone) < len(was):
        return Said(CALL, f"{call} is given {', '.join(map(q, came))}, no longer {', '.join(map(q, gone))}{under}.", 4)
    if not gone and not came and len(was) == len(now):
        old, new = both_quoted(", ".join(was), ", ".join(now))
        return Said(CALL, f"{call} is given {new} in this order, no longer {old}{under}.", 4)
    return None


def _moved(both: Trees, a: int, b: int) -> Said | None:
    """By what differs of all that must hold there."""
    was, now = conditions.apart(both, a, b)
    was, now = (
        [each for each in was if not _asked_otherwise(both, each, False)],
        [each for each in now if not _asked_otherwise(both, each, True)],
    )
    here, rank = both.new[b], 1 if both.new[b].kind in ("Return", "Raise") else 2
    before, after = (_told(pieces, held) for pieces, held in ((both.old, was), (both.new, now)))
    if not before and not after:
        return None
    if _bare(here):
        return Said(
            ORDER,
            f"{subject(here)} stands {after or 'in the function itself'}, no longer {before or 'in the function itself'}.",
            8,
        )
    if not after:
        stays = governing(both.new, b)
        if not stays and any(conditions.held(both, b)):
            return Said(ORDER, f"{subject(here)} no longer runs only {before}.", rank)
        after = stays or "in any case"
    return Said(
        ORDER,
        f"{subject(here)} {'' if before else 'now '}runs {'' if before or after.startswith('unless') else 'only '}{after}{f', no longer {before}' if before else ''}.",
        rank,
    )


def _asked_otherwise(both: Trees, held: conditions.Held, new: bool) -> bool:
    """Whether a question that is on one side alone is asked in another form on the other."""
    pieces, known = (both.new, both.back) if new else (both.old, both.pairs)
    return pieces[held.at].kind == "If" and held.at not in known and asked.elsewhere(both, held.at, new) is not None


def _told(pieces: Sequence[Piece], held: Sequence[conditions.Held]) -> str:
    """Outermost first, each question once."""
    places = list(dict.fromkeys((each.at, each.role) for each in held))
    return chained([told for at, role in sorted(places) if (told := under(pieces[at], role))])


def _bare(piece: Piece) -> bool:
    """A declaration that runs nothing."""
    return isinstance(piece.stmt, Simple) and piece.stmt.role == "declare" and b"(" not in piece.words


def _reordered(both: Trees, b: int) -> Said | None:
    """Against what it has passed."""
    a = both.back[b]
    passed = [
        (each, both.back[each] < a)
        for each in both.new_below[both.new[b].parent]
        if each in both.back and (both.back[each] < a) == (each > b) and each != b
    ]
    if not passed:
        return None
    other, earlier = min(passed, key=lambda row: abs(row[0] - b))
    before, after = ("before", "after") if earlier else ("after", "before")
    return Said(ORDER, f"{subject(both.new[b])} comes {before} {subject(both.new[other])}, no longer {after} it.", 3)


def _now_checked(both: Trees, a: int, b: int) -> Said:
    out = leaves(both.new, both.new_below, b)
    inner = [each for each in both.new_below[b] if both.new[each].role == "then"]
    tail = f": when {q(both.new[b].said)}, {doing(both.new, both.new_below, inner)}" if out is not None or inner else ""
    return Said(CHECK, f"The result of {q(both.old[a].said)} is now checked{tail}.", 2)


def _no_longer_checked(both: Trees, a: int, b: int) -> Said | None:
    if asked.elsewhere(both, a, False) is not None:
        return None
    inner = [each for each in both.old_below[a] if both.old[each].role == "then"]
    tail = f": it {_past(doing(both.old, both.old_below, inner))} when {q(both.old[a].said)}" if inner else ""
    return Said(CHECK, f"The result of {q(both.new[b].said)} is no longer checked{tail}.", 0)


def _valued(piece: Piece) -> str:
    return "returns no value" if piece.kind == "Return" and not piece.said else does(piece)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


_PASTS = {
    "returns": "returned",
    "raises": "raised",
    "calls": "called",
    "sets": "set",
    "awaits": "awaited",
    "does": "did",
    "deletes": "deleted",
    "goes": "went",
    "loops": "looped",
    "breaks": "broke",
}


def _past(told: str) -> str:
    verb, blank, rest = told.partition(" ")
    return _PASTS.get(verb, verb) + blank + rest


__all__ = ["ADDED", "CHANGED", "CHECKED", "MOVED", "REMOVED", "REORDERED", "UNCHECKED", "arguments", "joined", "said"]
