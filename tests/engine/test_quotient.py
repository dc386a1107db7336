"""Parts in the place of their members."""

from flowscout.engine.quotient import leaving

WAYS = {"a": ["b"], "b": ["c", "a"], "c": ["c", "d"], "d": ["a"]}


def test_a_part_that_is_called_as_its_first_member_does_not_lead_to_itself() -> None:
    assert leaving("abcd", WAYS.__getitem__, {"a": "a", "b": "a"}) == {
        "a": [("b", 0, "c")],
        "c": [("c", 0, "c"), ("c", 1, "d")],
        "d": [("d", 0, "a")],
    }


def test_what_is_in_no_part_keeps_its_way_to_itself() -> None:
    assert leaving("c", lambda _: ["c"], {}) == {"c": [("c", 0, "c")]}
