"""What a changed statement now does, in a sentence that quotes the code.

Only what stands in the code is said: the verb says which kind of statement it is, the rest is quoted, with all that governs it
inside the function. `Said.rule` names the kind of change; a lower rank tells more.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from ....model.pattern import regex
from ....model.record import NamedTuple
from ....model.syntax import Jump, Loop, Simple, Variant
from ..pairing.changes import Trees
from ..pieces.assigning import all_of, assignment, chain, sets_several
from ..pieces.chaining import chained
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece, first_line
from ..pieces.quoting import MOST, both_quoted, built, joined, q
from ..pieces.stepping import step
from .declarators import says_little
from .governing import governing, is_endless, under, when
from .imports import brings

_DELETING: Final = regex(r"^(?:::)?del(?:ete)?\b ?(?:\[ ?\] ?)?")
_COUNTS: Final = regex(r"\+\+[\w.>-]{1,80}|[\w.>-]{1,80}?(?:\+\+| \+= 1)")
UNCALLED: Final = frozenset(
    (b"not", b"lambda", b"in", b"is", b"if", b"with", b"sizeof", b"yield", b"-", b"+", b"!", b"~")
)
EXITS: Final = frozenset(("Return", "Raise", "Jump"))
ALONE: Final = 150  # characters of a step that is told by itself
CHECK, CALL, VALUE, EXIT = "check", "call", "value", "exit"
ERRORS, ORDER, CONDITION, LOOP, REST = "errors", "order", "condition", "loop", "statement"


class Said(NamedTuple):
    """call: the name of the call of which the sentence says what it is given."""

    rule: str
    sentence: str
    rank: int
    call: str = ""


def does(piece: Piece, most: int = MOST) -> str:
    """In the third person: "calls `f(x)`". most: characters that are quoted."""
    stmt = piece.stmt
    match piece.kind:
        case "Return":
            return f"returns {q(piece.said, most)}" if piece.said else "returns"
        case "Raise":
            return f"raises {q(piece.said, most)}" if piece.said else "raises the exception again"
        case "If":
            return f"asks whether {q(piece.said)}"
        case "Loop":
            return _looping(piece)
        case "Switch":
            return f"chooses by {q(piece.said)}"
        case "With":
            return f"works under {q(piece.said)}"
        case "Try":
            return "tries"
        case "Handler":
            return f"handles {q(piece.said)}" if piece.said else "handles every exception"
        case "Arm":
            return f"has a case {q(piece.said)}"
        case "Variant":
            return f"does {subject(piece)}"
    if isinstance(stmt, Jump):
        return {
            "break": f"breaks off {stmt.label or 'the loop or choice'}",
            "continue": "goes on with the next round",
        }.get(stmt.keyword, f"goes to {q(stmt.label)}")
    return _simple(piece, most)


def _looping(piece: Piece, rounds: str | None = None) -> str:
    stmt = piece.stmt
    if isinstance(stmt, Loop) and stmt.style == "each":
        return f"goes through {q(piece.said or joined(piece.words))}"
    then = after_each_round(piece) if rounds is None else rounds
    asks = piece.said and not is_endless(piece)
    return (
        f"loops while {q(piece.said)}{then}"
        if asks
        else f"loops{' without a test at its head' * bool(piece.said)}{then}"
    )


def looping(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> str:
    """A loop with how it begins and goes on."""
    return _looping(pieces[at], rounds(pieces, below, at))


def after_each_round(piece: Piece) -> str:
    """What a `for` does then, where it does more than count."""
    behind = step(piece.words)
    return f" (after each round {q(behind)})" if behind and not _COUNTS.fullmatch(behind) else ""


def rounds(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> str:
    """ " (first `p = list`, after each round `p = p->next`)": of a loop, where it begins with more than a number."""
    then = after_each_round(pieces[at]).strip(" ()")
    begun = [each for each in below[at] if pieces[each].role == "init" and not says_little(pieces[each])]
    first = [f"first {q(pieces[each].said)}" for each in begun]
    return f" ({', '.join([*first, *[then][: bool(then)]])})" if first or then else ""


def _simple(piece: Piece, most: int) -> str:
    role = piece.stmt.role if isinstance(piece.stmt, Simple) else ""
    parts = assigned(piece)
    if role == "delete":
        return f"deletes {q(_DELETING.sub('', piece.said))}"
    if role == "assert":
        return f"asserts {q(_asserted(piece.said))}"
    if piece.words == (b"pass",):
        return "does nothing"
    if role == "yield":
        return f"yields {q(piece.said.removeprefix('yield '))}" if piece.words != (b"yield",) else "yields `None`"
    if role == "import" and (told := brings(piece)):
        return told
    if role == "define":
        return f"defines {q(piece.said)}"
    if piece.words[:1] in ((b"nonlocal",), (b"global",)):
        return f"declares {q(piece.said)}"
    if given := initialised(piece):
        return f"initialises {q(given[0])} with {q(given[1], most)}" if given[1] else f"initialises {q(given[0])}"
    if parts and role != "declare":
        names, value = chain(parts)
        return f"sets {all_of(names)} to {q(value, most)}"
    if role == "declare":
        return f"declares {q(piece.said, most)}"
    if callee(piece):
        return (
            f"awaits {q(piece.said.removeprefix('await '), most)}"
            if piece.words[0] == b"await"
            else f"calls {q(piece.said, most)}"
        )
    return f"{'calls' if _is_chain(piece.words) else 'does'} {q(piece.said, most)}"


def _is_chain(words: Sequence[bytes]) -> bool:
    """`super().save(x)`: names, dots and brackets that end with a call."""
    depths = [*accumulate((word in OPENING) - (word in CLOSING) for word in words)]
    outer = [word for word, depth in zip(words, depths, strict=True) if not depth and word not in CLOSING]
    return (
        words[-1:] == (b")",)
        and all(word[-1:].isalnum() or word[-1:] in (b"_", b".") for word in outer)
        and not ({*outer[:1]} & UNCALLED)
    )


def _asserted(said: str) -> str:
    """`a` of `assert a` and of `assert(a)`."""
    text = said.removeprefix("assert").strip()
    depths = [*accumulate((sign == "(") - (sign == ")") for sign in text)]
    return text[1:-1].strip() if text[:1] == "(" and text[-1:] == ")" and all(depths[:-1]) else text


def only_names(piece: Piece) -> bool:
    """A function of its own, or an import: it runs nothing where it stands, or nothing twice."""
    return isinstance(piece.stmt, Simple) and piece.stmt.role in ("define", "import")


def assigned(piece: Piece) -> tuple[str, str] | None:
    """(what is set, to what) of a plain assignment."""
    several = piece.said.startswith("template") or sets_several(piece.words)  # a default of its own is no value
    named = b"operator" in piece.words and b"operator=" in b"".join(piece.words)  # C++: the name of what assigns
    return None if several or named else assignment(piece.said)


def initialised(piece: Piece) -> tuple[str, str] | None:
    """C++: (member, value) of what stands before a constructor's body."""
    plain = (
        isinstance(piece.stmt, Simple)
        and piece.stmt.role == "assign"
        and piece.words[1:2] in ((b"(",), (b"{",))
        and piece.words[-1] in CLOSING
        and b"=" not in piece.words
    )
    name = piece.words[0].decode("utf-8", "replace") if plain else ""
    return (name, piece.said.removeprefix(name).strip()[1:-1].strip()) if plain else None


def callee(piece: Piece) -> str:
    """`db.save` of `db.save(x)`, where the statement is this call alone; "" where it is not."""
    words = piece.words[1:] if piece.words[:1] == (b"await",) else piece.words
    if piece.kind != "Simple" or len(words) < 3 or words[-1] != b")" or words[0] in UNCALLED or initialised(piece):
        return ""
    depth, first = 0, 0
    for at, word in enumerate(words):
        depth += (word in OPENING) - (word in CLOSING)
        if word == b"(" and depth == 1 and not first:
            first = at
        if not depth and first and at < len(words) - 1:
            return ""
        if not depth and not first and not (word[-1:].isalnum() or word[-1:] in (b"_", b".", b":", b">")):
            return ""
    return joined(words[:first])


def called_by_both(one: Piece, other: Piece) -> str:
    """What two statements call, where both wait for it or neither does; "" where they are no such calls."""
    name = callee(one)
    waits = (one.words[:1] == (b"await",)) == (other.words[:1] == (b"await",))
    return name if waits and name == callee(other) else ""


def leaves(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> Piece | None:
    """The exit of an `if` that does nothing but leave, or leaves after some steps; None where it goes on or has an `else`."""
    arms = [each for each in below[at] if pieces[each].role == "then"]
    if any(pieces[each].role == "else" for each in below[at]) or not arms:
        return None
    last = pieces[max(arms)] if pieces[max(arms)].parent == at else None
    return last if last is not None and last.kind in EXITS else None


def subject(piece: Piece) -> str:
    if isinstance(piece.stmt, Loop):
        return q(("for " if piece.stmt.style in ("each", "for") else "while ") + piece.said)
    if isinstance(piece.stmt, Variant):
        return f"what {built(first_line(piece))} holds"
    word = {
        "Return": "return ",
        "Raise": "raise ",
        "If": "if ",
        "With": "with ",
        "Switch": "switch ",
        "Arm": "case ",
        "Handler": "catch " if piece.words[:1] == (b"catch",) else "except ",
    }.get(piece.kind, "")
    named = (word + piece.said).strip() or joined(piece.words)
    return q(named or {"Try": "try", "Block": "{ … }"}.get(piece.kind, piece.kind.lower()))


def kept_below(both: Trees, b: int) -> list[int]:
    """Under a piece that is new, what was there before just so."""
    found, stack = [], list(both.new_below[b])
    while stack:
        at = stack.pop()
        if at in both.back:
            found += [at] if both.old[both.back[at]].words == both.new[at].words else []
        else:
            stack += both.new_below[at]
    return sorted(found)


def left_below(both: Trees, a: int) -> list[int]:
    """Under a piece that is gone, what is still there just so; positions of the new side."""
    found, stack = [], list(both.old_below[a])
    while stack:
        at = stack.pop()
        if at in both.pairs:
            found += [both.pairs[at]] if both.old[at].words == both.new[both.pairs[at]].words else []
        else:
            stack += both.old_below[at]
    return sorted(found)


__all__ = [
    "CALL",
    "CHECK",
    "CONDITION",
    "ERRORS",
    "EXIT",
    "EXITS",
    "LOOP",
    "MOST",
    "ORDER",
    "REST",
    "VALUE",
    "Said",
    "assigned",
    "both_quoted",
    "callee",
    "chained",
    "does",
    "governing",
    "initialised",
    "joined",
    "kept_below",
    "leaves",
    "left_below",
    "only_names",
    "q",
    "subject",
    "under",
    "when",
]
