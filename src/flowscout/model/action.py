"""Semantic actions: what one op of a function means."""

from __future__ import annotations

from typing import Final

from .record import NamedTuple

VALIDATION: Final = "validation"
PERMISSION: Final = "permission_check"
MUTATION: Final = "state_mutation"
IRREVERSIBLE: Final = "irreversible_side_effect"
EXIT: Final = "early_exit"
COMPUTATION: Final = "computation"
ACQUIRE: Final = "acquire"
RELEASE: Final = "release"
WAIT: Final = "wait"
FLUSH: Final = "flush"
LOGGING: Final = "logging"
METRICS: Final = "metrics"
UTILITY: Final = "utility"
ELIDED: Final = frozenset({LOGGING, METRICS, UTILITY})
SAID: Final = "structure:said"  # the reason of talk that is drawn, for it is all that an arm does
RESOURCE: Final = frozenset({ACQUIRE, RELEASE, WAIT, FLUSH})

# What is called to take a lock, and to give it back.
LOCKS: Final = frozenset(("lock", "acquire", "enter", "rdlock", "wrlock", "trylock"))
UNLOCKS: Final = frozenset(("unlock", "release", "leave"))

# The first word of a function's own name, where names come in pairs; the word says it in any language.
RESOURCES: Final = {
    **dict.fromkeys(("acquire", "lock", "open", "begin", "retain", "incref", "ref", "alloc", "allocate"), ACQUIRE),
    **dict.fromkeys(
        ("release", "unlock", "close", "free", "unref", "decref", "dealloc", "deallocate", "dispose"), RELEASE
    ),
    **dict.fromkeys(("wait", "sleep", "join"), WAIT),
    **dict.fromkeys(("flush", "sync", "fsync"), FLUSH),
}


class SemanticAction(NamedTuple):
    """One op's meaning, with its evidence. What is ELIDED is not drawn: talk that nobody answers, and what does
    nothing.

    effect: plain English, faithful to the code, not yet cut ("Validate volume_id is not empty" reads in JSON; steps use
    `words`). block/op: where in the FunctionCFG. start/end: evidence range in the bound text; text: the source as
    written. error: an exit that reports a failure. target: what is written, sent or deleted. callees: ids of resolved
    targets. outlives: the state changed outlives the call. guard: for a test op, the edge kind ("true"/"false") of the
    branch that only exits early, "" when it is no guard. reason: the rule that decided ("structure:guard",
    "lexicon:os.remove", …). acts: of a test op, that it does something by asking. refused: of a guard that
    validates, what does not pass, "" where that cannot be said ("volume_id is empty"). parting: of an exit, what is said last before it and drawn nowhere.
    """

    type: str
    effect: str
    block: int
    op: int
    start: int
    end: int
    text: str
    error: bool = False
    target: str = ""
    callees: tuple[str, ...] = ()
    outlives: bool = False
    guard: str = ""
    reason: str = ""
    acts: bool = False
    refused: str = ""
    parting: str = ""

    @property
    def control_impact(self) -> bool:
        return self.type in (VALIDATION, PERMISSION, EXIT)

    @property
    def state_impact(self) -> bool:
        return self.type in (MUTATION, IRREVERSIBLE)
