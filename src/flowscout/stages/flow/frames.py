"""What we are inside of, innermost last: a jump or an exception looks here for where it goes and what runs on the way.

A `finally` body is written once per way of leaving, as CPython compiles it. Ways are told apart by a key: `("raise",)`,
`("return",)`, `("break", depth)`…; several jumps of one way share its copy. Beyond the fourth, ways share the last.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from .block import Block, Copy

Way: TypeAlias = tuple[str | int, ...]


class Target:
    """A loop, or a switch (`again` None): where `break` and `continue` go. head: what decides between a switch's
    labels."""

    def __init__(self, after: Block, again: Block | None, label: str = "", head: Block | None = None) -> None:
        self.after, self.again, self.label, self.head = after, again, label, head


class Guarded:
    """The body of a `try` with handlers."""

    def __init__(self, dispatch: Block) -> None:
        self.dispatch = dispatch


class Cleanup:
    """A `finally`, or a context manager (only_raised: on other ways out nothing shows).

    write: writes the cleanup where the builder is. inside: the copy this frame was opened in.
    """

    def __init__(self, write: Callable[[], None], inside: Copy | None, only_raised: bool) -> None:
        self.write, self.inside, self.only_raised = write, inside, only_raised
        self.copies: dict[Way, Copy] = {}


Frame: TypeAlias = Target | Guarded | Cleanup
