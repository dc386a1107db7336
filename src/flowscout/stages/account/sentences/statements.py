"""A change of a function's statement -> its sentence; None where nothing can be said for sure."""

from __future__ import annotations

from collections.abc import Sequence

from ..neutral import compiled, declared_built, nested, shared_exits
from ..neutral.holding import asked_there, within_another
from ..pairing.changes import ADDED, CHANGED, REMOVED, WHOLE, Change, Trees, behind_label
from ..pieces import answers, texts
from ..pieces.pieces import Piece
from ..pieces.spelt import steps_of
from ..pieces.tenses import upper
from ..reading import asked, conditions, declarators, going_on, left_the_head
from ..reading.declarators import unset
from ..reading.declared_anew import typed_anew
from ..reading.doing import doing
from ..reading.governing import in_a_loop
from ..reading.imports import apart as brought_apart
from ..reading.imports import imports
from ..reading.imports import told as imports_otherwise
from ..reading.saying import (
    ALONE,
    CALL,
    CONDITION,
    ERRORS,
    EXIT,
    LOOP,
    REST,
    VALUE,
    Said,
    assigned,
    callee,
    does,
    governing,
    looping,
    q,
    subject,
    when,
)
from . import as_property, chosen, each_by_itself
from .acted import acted
from .altered import altered
from .around import condition
from .checking import no_longer_checked, now_checked
from .decided import bare
from .elsewhere import moved
from .hiding import hides
from .kept_under import kept_under
from .nothing_done import with_nothing_done
from .on_to_the_next import with_the_next
from .read_behind import given_behind
from .reordered import reordered
from .retyped import retyped
from .trying import NOTHING, handled, handling, tried
from .wrapping import round_what_differs, wrapping

_SCOPES = ((b"nonlocal",), (b"global",))
WITHIN = 4  # tokens from which a declaration is known again within another


def said(both: Trees, change: Change) -> Said | None:
    """What differs in the text of a message alone tells little."""
    told = _said(both, change)
    told = with_nothing_done(both, change, with_the_next(both, change, told)) if told is not None else None
    told = retyped(both, change, told) if told is not None else None
    if told is not None and told.sentence.startswith(("what ", "the ")):
        told = told._replace(sentence=upper(told.sentence))
    if told is not None and (other := hides(both, change)):
        return told._replace(sentence=f"{told.sentence.removesuffix('.')}; {other}.", rank=2)
    if (
        told is not None
        and change.kind == CHANGED
        and texts.messages_alone(both.old[change.a].words, both.new[change.b].words)
    ):
        return told._replace(rule="text", rank=8)
    return told


def _said(both: Trees, change: Change) -> Said | None:
    if declares := declared_built.otherwise(both, change) or each_by_itself.told(both, change):
        return declares
    if change.kind == ADDED and unset(both.new[change.b]) and (variables := typed_anew(both, change.b)):
        deeds = "; ".join(declarators.deeds(variables, set()))
        return Said(VALUE, f"{deeds[:1].upper()}{deeds[1:]}.", 3)
    match change.kind:
        case "added":
            return _appears(both, change.b, True)
        case "removed":
            return _appears(both, change.a, False)
        case "changed":
            return left_the_head.told(both, change) or altered(both, change.a, change.b)
        case "moved":
            return moved(both, change.a, change.b)
        case "reordered":
            return reordered(both, change.b)
        case "checked":
            return now_checked(both, change.a, change.b)
    return _no_longer_checked(both, change.a, change.b)


def _appears(both: Trees, at: int, new: bool) -> Said | None:
    pieces, below = (both.new, both.new_below) if new else (both.old, both.old_below)
    piece, where = pieces[at], when(pieces, at)
    now = "Now" if new else "No longer"
    if told := nested.part_of(both, at, new):
        return told
    if (
        len(piece.words) >= (WITHIN if bare(piece) else WHOLE)
        and within_another(both, piece.words, new)
        and not _with_more(both, at, new)
        and not (piece.kind == "If" and kept_under(both, at, new) and conditions.asked_too(both, at, new))
    ):
        return None if new else _asked_there(both, at)
    if piece.kind == "If":
        asked_ = condition(both, at, new)
        turned = asked_ and not new and " no longer depend" in asked_.sentence
        return (turned and _elsewhere_now(both, at)) or asked_
    if kept := kept_under(both, at, new):
        return wrapping(both, at, kept, new)
    if told := round_what_differs(both, at, new):
        return told
    if piece.kind == "Loop":
        inner = doing(pieces, below, [each for each in below[at] if pieces[each].role == "body"])
        last = doing(pieces, below, [each for each in below[at] if pieces[each].role == "else"])
        unbroken = f"; where nothing breaks it off, {last}" if last else ""
        return Said(LOOP, f"{now} {looping(pieces, below, at)}{where}{f': {inner}' if inner else ''}{unbroken}.", 4)
    if piece.kind in ("Return", "Raise") and not new and shared_exits.shares(both, at):
        return Said(EXIT, f"{upper(does(piece))} as before{where}, by a way out that it shares with others now.", 5)
    if not new and (through := shared_exits.by_way_of(both, at)):
        return Said(EXIT, f"{upper(does(piece))} as before{where}, by way of {q(through)}.", 5)
    if piece.kind in ("Return", "Raise"):
        return Said(EXIT, f"{_returning(both, at, new, where)}.", 2 if new else 1)
    if piece.kind == "Jump":
        return Said(EXIT, f"{now} {does(piece)}{where}.", 1 if not new and piece.stmt.keyword == "goto" else 3)
    if piece.kind == "Try" and (tries := _in_it(both, at, new)):
        return Said(ERRORS, f"{tried(both, at, tries, new, where)}.", 2)
    if piece.kind in ("Handler", "Try"):
        return Said(ERRORS, f"{now} {_trying(both, at, new, where)}.", 2)
    if piece.kind == "Switch":
        return Said(CONDITION, f"{chosen.as_a_whole(pieces, below, at, new)}.", 3)
    if piece.kind in ("Arm", "With"):
        tail = f": {doing(pieces, below, below[at])}" if below[at] else ""
        own = piece.kind == "Arm" and _joined(piece, both.old if new else both.new)
        return Said(
            CONDITION, f"{now} {f'has a case of its own for {q(piece.said)}' if own else does(piece)}{where}{tail}.", 3
        )
    if piece.kind == "Block" and (inner := doing(pieces, below, below[at])):
        return Said(CALL, f"{now}, in a block of its own{where}: {inner}.", 5 if new else 3)
    if piece.kind == "Variant":
        return compiled.with_it(both, at, new, where)
    if imports(piece):
        change = Change(ADDED, -1, at) if new else Change(REMOVED, at, -1)
        return Said(
            "import", imports_otherwise(*brought_apart(both, change), where) or f"{now} {does(piece)}{where}.", 8
        )
    if piece.kind == "Simple" and piece.words[:1] == (b"delete",):
        return Said(CALL, f"{now} {does(piece)}{where}.", 5 if new else 1)
    if piece.kind == "Simple" and declarators.guards(pieces, at):
        return Said(CALL, f"{now} holds {q(piece.said)}{where}.", 4 if new else 1)
    if piece.kind == "Simple" and (names := declarators.alone(both, at, new)):
        return Said(VALUE, f"{now} declares {', '.join(map(q, names))}{where}.", 8 if bare(piece) else 6)
    if piece.kind == "Simple" and not new and (deed := acted(both, piece)):
        return Said(CALL, f"{now} {deed}{where}.", 3)
    if piece.kind == "Simple":
        return Said(
            CALL if callee(piece) else VALUE,
            f"{now} {does(piece, ALONE)}{where}{_elsewhere_too(both, piece, new) or given_behind(both, at, new)}.",
            (5 if new else 3) if callee(piece) else 8 if bare(piece) or piece.words[:1] in _SCOPES else 6,
        )
    if piece.kind == "Label":
        known = both.back if new else both.pairs
        behind = behind_label(pieces, below, known, at)
        alone = [each for each in behind if known.keys().isdisjoint(conditions.under(below, each))]
        inner = doing(pieces, below, alone)
        return Said(
            EXIT if inner else REST,
            f"{now} has the label {q(piece.said.rstrip(':'))}{where}{f', behind which it {inner}' if inner else ''}.",
            5 if inner else 8,
        )
    if piece.kind == "Decorator":
        how = as_property.decorated(both, at, new) or f"Is {now.lower()} decorated with {q(piece.said)}."
        return Said("decorator", how, 1)
    return None


def _elsewhere_too(both: Trees, piece: Piece, new: bool) -> str:
    """Of a step that is gone that the same is still done in another place; of a value that is set that it was in another place before."""
    again = [b for b in steps_of(both.new, piece.words) if b in both.back]
    again = [b for b in again if not new or both.renamed_words(both.back[b]) == piece.words]
    if not again or bare(piece) or len(piece.words) < WHOLE or (new and (callee(piece) or not assigned(piece))):
        return ""
    one = len(again) == 1
    if new:
        return f"; {'one other place did and does' if one else f'{len(again)} other places did and do'} the same"
    return f"; it still does so in {'another place' if one else f'{len(again)} other places'}"


def _in_it(both: Trees, at: int, new: bool) -> list[int]:
    """What a `try` tries, where all of that is there on both sides, in other words."""
    below, known = (both.new_below, both.back) if new else (both.old_below, both.pairs)
    pieces = both.new if new else both.old
    body = [each for each in below[at] if pieces[each].role == "body"]
    return [each if new else known[each] for each in body] if body and all(each in known for each in body) else []


def _trying(both: Trees, at: int, new: bool, where: str) -> str:
    """A handler with what it does, or a `try` with what runs in it and what its handlers do."""
    pieces, below = (both.new, both.new_below) if new else (both.old, both.old_below)
    piece = pieces[at]
    body = [each for each in below[at] if pieces[each].role == "body"] if piece.kind == "Try" else []
    inner = doing(pieces, below, body)
    if not inner:
        deeds = doing(pieces, below, below[at]) if piece.kind == "Handler" else ""
        if not new and deeds in ("", NOTHING):
            return (
                f"{does(piece)}{where}, about which it did nothing" if piece.kind == "Handler" else does(piece) + where
            )
        return f"{does(piece)}{where}{f': {deeds}' if deeds else ''}"
    if not new:
        return f"{inner} in a `try`{handling(piece)}{where}{handled(both, at, False)}"
    then = handled(both, at).removeprefix(": ")
    return f"runs under a `try`{handling(piece)}{where}: {inner}{f'; {then}' if then else ''}"


def _returning(both: Trees, at: int, new: bool, where: str) -> str:
    """What is given back, with what that says of the whole: that it is a generator now, or no longer; that it drops what was raised."""
    pieces, below = (both.new, both.new_below) if new else (both.old, both.old_below)
    told = f"{does(pieces[at], ALONE)}{_behind_an_exit(pieces, below, at, where)}"
    if pieces[at].kind != "Return":
        return f"{'Now' if new else 'No longer'} {told}"
    was, is_ = _generates(both.old), _generates(both.new)
    if was != is_ and new != is_:
        return f"Is a generator now, and no longer {told}" if is_ else f"Is no generator any more: {told}"
    dropping = f", and so {'drops' if new else 'dropped'} what was raised" if _at_last(pieces, at) else ""
    return f"{'Now' if new else 'No longer'} {told}{dropping}"


def _generates(pieces: Sequence[Piece]) -> bool:
    return any(b"yield" in piece.words for piece in pieces)


def _at_last(pieces: Sequence[Piece], at: int) -> bool:
    """Whether it stands in a `finally`."""
    while at >= 0:
        if pieces[at].role == "finally":
            return True
        at = pieces[at].parent
    return False


def _elsewhere_now(both: Trees, at: int) -> Said | None:
    """Of the one piece that stood under a question that is gone, and stands under another one: under which."""
    kept = kept_under(both, at, False)
    now = conditions.apart(both, both.back[kept[0]], kept[0])[1] if len(kept) == 1 else []
    asked = any(both.new[each.at].kind == "If" and each.at not in both.back for each in now)
    told = moved(both, both.back[kept[0]], kept[0]) if asked else None
    return told if told and ", no longer " in told.sentence else None


def _joined(arm: Piece, others: Sequence[Piece]) -> bool:
    """On the other side its labels stand with others over one body."""
    labels = {*arm.said.split(", ")}
    return any(each.kind == "Arm" and labels < {*each.said.split(", ")} for each in others)


def _behind_an_exit(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, where: str) -> str:
    """When it comes to that; behind an `if` that may leave: where that did not."""
    before = [each for each in below[pieces[at].parent] if each < at and pieces[each].role == pieces[at].role]
    if (
        not before
        or pieces[before[-1]].kind != "If"
        or not any(going_on.ends(pieces, below, before[-1], role) for role in ("then", "else"))
    ):
        return where
    alone = all(pieces[each].role == "then" for each in below[before[-1]])
    return when(pieces, at, answers.asked(pieces[before[-1]].said, "else")) if alone else f"{where}, otherwise"


def _asked_there(both: Trees, a: int) -> Said | None:
    """A call that a new question makes now: that is no call which is gone."""
    b = asked_there(both, a) if b"(" in both.old[a].words else -1
    if b < 0:
        return None
    by = "" if both.new[b].said == both.old[a].said else f" by {q(both.new[b].said)}"
    return Said(CALL, f"The result of {q(both.old[a].said)} is now asked about{by}{when(both.new, b)}.", 4)


def _with_more(both: Trees, at: int, new: bool) -> bool:
    """Whether something stands under it that stands nowhere on the other side: then the question alone is no old one."""
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    return any(
        each not in known and not within_another(both, pieces[each].words, new) for each in conditions.under(below, at)
    )


def _no_longer_checked(both: Trees, a: int, b: int) -> Said | None:
    if both.old[a].kind == "Loop":
        told = does(both.old[a])
        return (
            None
            if in_a_loop(governing(both.new, b))
            else Said(LOOP, f"{subject(both.new[b])} runs once, no longer {told.replace('loops', 'in a loop', 1)}.", 3)
        )
    if asked.elsewhere(both, a, False) is not None:
        return None
    return no_longer_checked(both, a, b)
