"""Where a grammar loses its way, only what stands on lines that differ is told."""

from __future__ import annotations

from flowscout.languages.c import PLUGIN
from flowscout.model.account import FLOW, Answer, Side
from flowscout.stages.account import State, state, well_read

LINES = [f"    step_{number}();" for number in range(1, 31)]
BEFORE = "\n".join(LINES)
AFTER = "\n".join([*LINES[:2], "    other();", *LINES[3:]])


def side(text: str) -> State:
    return state("a.c", text.encode(), None, (), PLUGIN, {})


def told(*answers: Answer) -> list[str]:
    return [one.sentence for one in well_read(answers, side(BEFORE), side(AFTER))]


def at(first: int, last: int, path: str = "a.c") -> Side:
    return Side(path, first, last)


def test_what_stands_on_lines_that_are_the_same_is_not_told() -> None:
    here = Answer(FLOW, "call", "", at(3, 3), at(3, 3), "Calls `other`.")
    behind = Answer(FLOW, "call", "", at(9, 9), at(9, 9), "Calls something else.")

    assert told(here, behind) == ["Calls `other`."]


def test_a_function_is_gone_where_all_of_its_lines_are() -> None:
    assert told(Answer(FLOW, "gone", "", at(2, 4), Side(), "Is gone.")) == []
    assert told(Answer(FLOW, "gone", "", at(3, 3), Side(), "Is gone.")) == ["Is gone."]


def test_a_function_is_new_though_a_bracket_of_it_is_taken_for_another_s() -> None:
    before = "int a(int x)\n{\n    return x;\n}\n"
    after = "int near(int y)\n{\n    int z = y;\n    return z;\n}\nint a(int x, int w)\n{\n    return x;\n}\n"
    new = Answer(FLOW, "new", "", Side(), at(1, 5), "Is new.")

    assert [one.sentence for one in well_read([new], side(before), side(after))] == ["Is new."]


def test_a_statement_that_holds_half_of_the_file_is_none() -> None:
    assert told(Answer(FLOW, "value", "", at(1, 30), at(1, 30), "Sets much.")) == []


def test_what_stood_in_another_file_is_left_alone() -> None:
    assert told(Answer(FLOW, "moved", "", at(9, 9, "b.c"), at(9, 9), "Has moved.")) == ["Has moved."]
