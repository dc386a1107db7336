"""A statement that is another one now -> its sentence."""

from __future__ import annotations

from typing import Final

from ..neutral import nested
from ..neutral.respelt import in_one_spelling
from ..pairing.changes import CHANGED, Change, Trees
from ..pieces import members, structured
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from ..pieces.seen import seen
from ..pieces.tenses import past_of, upper
from ..reading import asked, conditions, declarators
from ..reading.given import arguments, given_otherwise
from ..reading.given import within as within_call
from ..reading.imports import apart as brought_apart
from ..reading.imports import imports
from ..reading.imports import told as imports_otherwise
from ..reading.loops import altered_loop, test_within
from ..reading.operands import gained_or_lost, in_another_order, operand, returned
from ..reading.saying import (
    CONDITION,
    ERRORS,
    EXIT,
    EXITS,
    LOOP,
    MOST,
    VALUE,
    Said,
    both_quoted,
    callee,
    does,
    joined,
    q,
    when,
)
from . import past_it
from .called_beside import beside
from .decided import decided as decided_
from .joined_arms import joined_arms
from .jumped import does_there, jumped
from .left_by import message, returned_call, thrown
from .not_reached import other_arm
from .standing_for import turned, turned_round
from .steps_altered import long_table, step
from .within_texts import spot, within

COMPILED: Final = ((b"constexpr",), (b"consteval",))


def altered(both: Trees, a: int, b: int) -> Said | None:
    old, new = in_one_spelling(both.old[a], both.new[b])
    one, other = seen(old, new)
    under = when(both.new, b)
    was, now = both_quoted(one.said, other.said)
    if {one.kind, other.kind} == {"Return", "Simple"}:
        back = "now" if other.kind == "Return" else "no longer"
        call = both.new[b] if other.kind == "Return" else both.old[a]
        return Said(EXIT, f"The result of {q(call.said)} is {back} returned{under}.", 2)
    if one.kind != other.kind:
        return (
            Said(EXIT, f"{upper(does(other))}{under}, where it {past_of(does(one))}{does_there(both, b)}.", 2)
            if {one.kind, other.kind} <= EXITS
            else None
        )
    if text := within(one, other):
        return Said(EXIT if other.kind == "Return" else VALUE, f"{text}{under}.", 4)
    match other.kind:
        case "If":
            return _asks(both, a, b, (one, other), under)
        case "Loop":
            if text := spot(one, other):
                return Said(LOOP, f"In the test of the loop {q(new.said)} {text}{under}.", 3)
            return test_within(both, a, one, other, under) or altered_loop(both, a, under, (one, other))
        case "Return" | "Raise":
            return _leaves(both, a, b, (one, other), under)
        case "Handler":
            return (
                Said(
                    ERRORS,
                    f"Handles {now if other.said else 'every exception'} where it handled {was if one.said else 'every exception'}{under}.",
                    1,
                )
                if _taken(one) != _taken(other)
                else _caught(one, other, under)
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
                given_otherwise(name, arguments(entered), arguments(enters), under)
                if name and name == callee(entered)
                else None
            )
            if given:
                return given._replace(rule=ERRORS, rank=3)  # what is worked under is the same
            was, now = (was, now) if was != now else both_quoted(joined(one.words), joined(other.words))
            return Said(ERRORS, f"Works under {now} where it worked under {was}{under}.", 2)
        case "Simple" | "Jump" | "Opaque" | "Label":
            known = imports(one) and imports(other)
            alone = known and any(conditions.apart(both, a, b))
            if known and (imported := imports_otherwise(*brought_apart(both, Change(CHANGED, a, b)), under, alone)):
                return Said("import", imported, 8)
            if table := long_table(old, new, under):
                return table
            if told := jumped(both, a, b):
                return told
            plain = step(one, other, under, declarators.beside(both, a, b), both)
            return plain and beside(both, a, b, plain, under)
        case "Decorator":
            head, inner = structured.called(old, new)
            if inner:
                return Said("decorator", f"The decorator {head}{inner}.", 1)
            was, now = both_quoted(joined(old.words), joined(new.words))
            return Said("decorator", f"Is decorated with {now}, no longer with {was}.", 1)
    return None


def _asks(both: Trees, a: int, b: int, seen_so: tuple[Piece, Piece], under: str) -> Said | None:
    """A question that asks otherwise. seen_so: both sides, as they are compared."""
    old, new = in_one_spelling(both.old[a], both.new[b])
    one, other = seen_so
    was, now = both_quoted(one.said, other.said)
    if turned(one, other):
        return turned_round(both, b)
    if while_compiling(both, a, b):
        return _compiling(both.new[b], under)
    if nested_ := nested.asked_within(both, a, b):
        return nested_
    if arms := joined_arms(both, a, now, under):
        return arms
    decided = decided_(both, b)
    if among := members.asked(old, new):
        return Said(CONDITION, f"Asks whether {among}{decided and f', before it {decided}'}{under}.", 2)
    if turned_about := in_another_order(old.said, new.said, decided, under):
        return turned_about
    elsewhere = asked.apart(both, a, b)
    ends = past_it.leading_to(both, b, decided)
    less = None if elsewhere or _is_parted(both, b) else gained_or_lost(old.said, new.said, decided, under, ends)
    part = ""
    if not less and len(one.said) + len(other.said) > MOST and (given := _given_within(one, other, decided, under)):
        return given
    if len(one.said) > MOST or len(other.said) > MOST:
        was, now, part = operand(old.said, new.said)
    return past_it.instead(both, b, past_it.going_on(both, b, less)) or Said(
        CONDITION,
        f"Asks {part}whether {now}, no longer whether {was}{decided and f', before it {decided}'}{under}{other_arm(both, a, b)}.",
        5 if elsewhere else 2,
    )


def _leaves(both: Trees, a: int, b: int, seen_so: tuple[Piece, Piece], under: str) -> Said | None:
    """A way out that gives or raises something else. seen_so: both sides, as they are compared."""
    old, new = in_one_spelling(both.old[a], both.new[b])
    one, other = seen_so
    was, now = both_quoted(one.said, other.said)
    if other.kind == "Raise" and (told := message(both, a, b, under) or thrown(one, other, under)):
        return told
    verb, past = ("Returns", "returned") if other.kind == "Return" else ("Raises", "raised")
    if asked.gone_above(both, a):
        return Said(EXIT, f"Now {does(other)}{under}.", 2)
    if not one.said or not other.said:
        return Said(EXIT, f"{upper(_valued(other))}{under}, where it {past_of(_valued(one))}.", 2)
    if other.kind == "Return" and (less := returned(old.said, new.said, under)):
        return less
    if other.kind == "Return" and (row := members.returned(old, new)):
        return Said(EXIT, f"The returned {row}{under}.", 4)
    if given := returned_call(one, other, under):
        return given
    return Said(EXIT, f"{verb} {now} where it {past} {was}{under}.", 2)


def _taken(handler: Piece) -> str:
    """What a handler takes, by value or by whatever points to it."""
    return handler.said.removeprefix("const ").rstrip(" *") if handler.said.endswith("*") else handler.said


def _caught(one: Piece, other: Piece, under: str) -> Said | None:
    """C++: by value, by reference or by a pointer."""
    was, now = (each.words[2 : each.words.index(b")")] if b")" in each.words else () for each in (one, other))
    if was == now or not was or one.words[:2] != other.words[:2] or one.words[:1] != (b"catch",):
        return None
    texts = [b" ".join(each).decode("utf-8", "replace").replace(" :: ", "::") for each in (was, now)]
    plain = [each.replace("& ", "&").replace("* ", "*") for each in texts]
    quoted = both_quoted(plain[0], plain[1])
    return Said(
        ERRORS,
        f"Catches {quoted[1]} where it caught {quoted[0]}{under}.",
        1 if b"*" in was + now else 4,
    )


def while_compiling(both: Trees, a: int, b: int) -> bool:
    """Whether the same question of C++ is an `if constexpr` on one side alone, of which the compiler takes one arm."""
    one, other = both.old[a], both.new[b]
    compiled = [piece.words[1:2] in COMPILED for piece in (one, other)]
    return one.kind == other.kind == "If" and compiled[0] != compiled[1] and one.said == other.said


def _given_within(one: Piece, other: Piece, decided: str, under: str) -> Said | None:
    """Of a long condition the call that alone differs, by what it is given."""
    called = within_call(one, other)
    before = f", in the condition before it {decided}" if decided else ", in a condition"
    return called and given_otherwise(called[0], arguments(called[1]), arguments(called[2]), f"{before}{under}")


def _compiling(piece: Piece, under: str) -> Said:
    now = piece.words[1:2] in COMPILED
    how = f"compiling, by `if {piece.words[1].decode()}`, no longer" if now else "running, no longer"
    return Said(
        CONDITION,
        f"Whether {q(piece.said)} is decided while {how} while {'running' if now else 'compiling'}{under}.",
        3,
    )


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


def _is_parted(both: Trees, b: int) -> bool:
    """Whether another question is new round it, which may ask what this one asked besides."""
    above = both.new[b].parent
    while above >= 0 and above not in both.back:
        if both.new[above].kind == "If":
            return True
        above = both.new[above].parent
    return False


def _valued(piece: Piece) -> str:
    return "returns no value" if piece.kind == "Return" and not piece.said else does(piece)
