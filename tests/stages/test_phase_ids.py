"""Phases of one title, each with an id of its own."""

from __future__ import annotations

from stages.test_scenario import model


def test_a_hundred_paragraphs_under_one_comment_have_ids_of_their_own() -> None:
    rows = "\n".join(f"    // Send the next block\n    a{n}(s);\n    b{n}(s);\n" for n in range(100))
    phases = model(f"int f(struct s *s) {{\n{rows}    return 0;\n}}\n", "c").phases

    assert len({phase.phase_id for phase in phases}) == len(phases) >= 100
