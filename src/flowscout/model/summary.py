"""What callers need to know of a function."""

from __future__ import annotations

from collections.abc import Iterable

from .codec import dumps, loads
from .record import NamedTuple

ATOM_CAP = 64  # effects of one summary; more are cut canonically, no kind as a whole, and it says so
KINDS = 4  # of effects


class Effect(NamedTuple):
    """An atom that travels up the call graph. kind: ends | irreversible | state | raises. target: what
    (`delete:PurgeReplica`, `replicas_`, `IOError`). origin: id of the function that does it. may: reached only through
    a candidate set.

    ends: the function never returns; target says how (`exit`, `loop`, `raise`, `raise X`). It travels through calls
    that surely run."""

    kind: str
    target: str
    origin: str
    may: bool = False


ENDS = "ends"
SOME_ERROR = "an error"  # what is raised, where only the function itself has a name for it
GIVEN = "exit with a status"  # how it ends: with one that turns out there
EXACT, MAY, POSSIBLE = 0, 1, 2  # how a Flow's target is known; over POSSIBLE nothing travels


class Flow(NamedTuple):
    """A way from a callee to its caller. how: EXACT | MAY | POSSIBLE. catches: exception types stopped at the call
    site. surely: the call runs on every way that returns."""

    target: str
    how: int
    catches: tuple[str, ...] = ()
    surely: bool = False


class FunctionRow(NamedTuple):
    """What the whole-project steps know of one function: its own atoms, sorted, and its flows."""

    own: tuple[Effect, ...]
    flows: tuple[Flow, ...]


def encode_rows(rows: Iterable[FunctionRow]) -> str:
    """The rows of a file's functions, in their order."""
    return dumps(tuple(rows))


def decode_rows(text: str) -> tuple[FunctionRow, ...]:
    return tuple([
        FunctionRow(tuple([Effect._make(e) for e in own]), tuple([Flow(target, how, tuple(catches), surely) for target, how, catches, surely in flows]))
        for own, flows in loads(text)
    ])  # fmt: skip


class SemanticSummary(NamedTuple):
    """The rule-made summary. via: for an effect from below, the shortest path of ids to its origin (derived on read)."""

    function: str
    sentence: str
    preconditions: tuple[str, ...]
    postconditions: tuple[str, ...]
    side_effects: tuple[str, ...]
    control_flow: tuple[str, ...]
    error_conditions: tuple[str, ...]
    effects: tuple[Effect, ...]
    truncated: bool = False
