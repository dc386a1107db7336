"""The conditions of one function in words, where its reader stands: what each asks of the names that are known there.

What a name was given right before it is asked is told in its place (`where read(f) fails`), and a name that stands for each
value it has, as that of a loop, may be told though it is set more than once.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from ...model.facts import FunctionFacts
from ...model.syntax import Body, If, Range, Return, Simple, Stmt, walk
from .clauses import Clause
from .clauses import where as hanging_on
from .just import GivenBy, failing, fine, found, names_success, within
from .own import Own
from .ways_out import Landing, given_at


class Conditions:
    """Those of one function. landings: by label what a `goto` there gives back."""

    def __init__(self, facts: FunctionFacts, own: Own, body: Body, landings: Mapping[str, Landing]) -> None:
        self._facts, self._own, self._landings = facts, own, landings
        self._gives_status = any(
            fine(own.text(*each.value)) for each in walk(body) if isinstance(each, Return) and each.value
        )
        self._just: dict[int, GivenBy] = {}  # by where a test begins, what a name was given right before
        self.each: frozenset[str] = frozenset()  # names that stand for each value they have, where we are

    def question(self, test: Range, yes: bool = True, about: str = "") -> str:
        """about: an order that hangs on it; a name that stands there too is not told by what it was given."""
        return self._own.question(test, yes, self.each, self._just.get(test.start), about)

    def where(self, clause: Clause, test: Range, yes: bool = True) -> Clause:
        return hanging_on(clause, self.question(test, yes, f"{clause.phrase} {clause.also} {clause.other}"))

    def note(self, body: Body) -> None:
        """What names are given right before they are asked."""
        for first, then in pairwise(body):
            if isinstance(first, Simple) and isinstance(then, If) and (given := self._own.given(first)):
                self._just[then.test.start] = given

    def looked_for(self, test: Range, last: Stmt, told: Clause) -> bool:
        value = self._own.text(*last.value) if isinstance(last, Return) and last.value else ""
        return found(self._own.text(*test), value, self._facts, self._own.language) and not self._own.refuses(
            told.phrase
        )

    def failed(self, test: Range, asked: str, last: Stmt) -> str:
        """The call that a guard asks for its error, which it hands on where the function gives 0 else."""
        given = self._just.get(test.start) or within(self._own.text(*test))
        leaves = given_at(last, self._landings if given and given.name in self._own.landed else {})
        value = self._own.text(*leaves.value).strip("()") if leaves and leaves.value else ""
        status = self._gives_status or names_success(self._own.text(*test)) or value in self._own.errors
        handed = given is not None and value == given.name and status
        return failing(asked, given, self._own.language) if given and handed else ""
