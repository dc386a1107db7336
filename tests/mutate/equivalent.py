"""Mutants that change nothing that anybody can see, each with the reason; they are not drawn."""

EQUIVALENT: dict[tuple[str, str, str, str], str] = {}
"""By file, scope, what was there and what became of it."""
