"""What is said of an entry point once: not what its own sentences say as well, nor an error that is said to end it."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.summary import ENDS, Effect

Told = tuple[tuple[Effect, tuple[str, ...]], str]  # with the way and the cause


def told_by_itself(effect: Effect) -> bool:
    """Whether a function's own sentences say what it does otherwise: what it sets, and by which call or error it ends."""
    return effect.kind == "state" or (effect.kind == ENDS and effect.target != "loop")


def raised_in_any_case(told: Sequence[Told]) -> list[Told]:
    """Without the error that is said to end it as well, by the same way."""
    ending = {(effect.target, path, cause) for (effect, path), cause in told if effect.kind == ENDS}
    return [
        each
        for each in told
        if each[0][0].kind != "raises" or (f"raise {each[0][0].target}", *each[0][1:], each[1]) not in ending
    ]
