"""What is made of a unit is made once, until it is forgotten."""

from __future__ import annotations

from flowscout.engine.units import Units


def test_a_unit_is_made_once_and_anew_when_it_was_forgotten() -> None:
    units, made = Units(), list[str]()

    def ask(*kinds: str) -> list[str]:
        made.clear()
        for kind in kinds:
            for key in ("a", "b"):
                units.once(kind, key, lambda key, kind=kind: made.append(f"{kind} {key}"))  # type: ignore[misc]
        return list(made)

    assert ask("flow", "chart") == ["flow a", "flow b", "chart a", "chart b"]
    assert ask("flow", "chart") == []
    units.forget("a", ["chart"])
    assert ask("flow", "chart") == ["chart a"]
    units.forget()
    assert ask("flow", "chart") == ["flow a", "flow b", "chart a", "chart b"]
