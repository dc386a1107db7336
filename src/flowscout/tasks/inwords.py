"""What a function does, under the headings that people ask by: for a terminal and for a comment alike.

Effects that are the same but for the callee they come through are one line, and so are errors that come the same ways:

    Raises TypeError via ack, Raises TypeError via reject, Raises ValueError via ack, Raises ValueError via reject
    → Raises TypeError or ValueError via ack or reject

Of many lines the first are told, of many callees the first two; how many more there are is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..model.summary import SemanticSummary

_HEADINGS = (
    ("preconditions", "It needs"), ("control_flow", "It checks and decides"), ("side_effects", "It changes"),
    ("postconditions", "It leaves"), ("error_conditions", "It can fail"))  # fmt: skip
_RAISES = "Raises "
_LINES = 12
_WAYS = 2


def headed(told: SemanticSummary) -> Iterator[tuple[str, tuple[str, ...]]]:
    """(heading, lines), those with lines alone."""
    for field, heading in _HEADINGS:
        lines = merged(getattr(told, field))
        if lines:
            yield (
                heading,
                lines if len(lines) <= _LINES else (*lines[: _LINES - 1], f"… {len(lines) - _LINES + 1} more"),
            )


def merged(lines: Sequence[str]) -> tuple[str, ...]:
    by_effect: dict[str, list[str]] = {}
    for line in lines:
        effect, _, way = line.rpartition(" via ")
        by_effect.setdefault(effect or line, []).extend([way] if effect else [])
    by_ways: dict[tuple[bool, tuple[str, ...]] | str, list[str]] = {}
    for effect, ways in by_effect.items():
        raised = effect.startswith(_RAISES) and bool(ways)
        by_ways.setdefault((raised, tuple(dict.fromkeys(ways))) if raised else effect, []).append(effect)
    made = []
    for effects in by_ways.values():
        way = _either(list(dict.fromkeys(by_effect[effects[0]])))
        text = (
            _RAISES + " or ".join([each.removeprefix(_RAISES) for each in effects]) if len(effects) > 1 else effects[0]
        )
        made.append(text + (f" via {way}" if way else ""))
    return tuple(made)


def _either(ways: list[str]) -> str:
    more = len(ways) - _WAYS
    return " or ".join([*ways[:_WAYS], *([f"{more} other way{'s' if more > 1 else ''}"] if more > 0 else [])])
