"""What a sentence follows from. It is asked of every function of a file that changed, so it costs next to nothing."""

from __future__ import annotations

from ...model.facts import LEAVES, QUIET, FunctionFacts


def spoken(facts: FunctionFacts) -> tuple[object, ...]:
    """The same where the sentence is."""
    told = [each for each in facts.flags.split() if each == "generator" or each.startswith((LEAVES, QUIET))]
    return facts.digest, facts.doc, facts.name, facts.scope, facts.kind, told, facts.remarks
