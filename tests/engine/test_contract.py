"""Nodes that go lead on to what stays; where they would decide, or hide a cycle, one of them stays after all."""

from flowscout.engine.contract import contract
from flowscout.engine.digest import digest


def test_a_cycle_whose_way_out_ends_in_what_goes_leads_nowhere() -> None:
    ways = {"a": "b", "b": "ac", "c": ""}
    assert contract("abc", ways.__getitem__, "abc") == {"a": None, "b": None, "c": None}


def test_a_cycle_without_a_way_out_keeps_its_first_node_in_the_order_given() -> None:
    ways = {"z": "a", "a": "z"}
    assert contract("za", ways.__getitem__, "az") == {"a": "z"}


def test_of_a_cycle_that_leads_to_several_only_those_that_decide_stay() -> None:
    ways = {"b": "a", "a": "bxy", "x": "", "y": ""}
    assert contract("baxy", ways.__getitem__, "ab") == {"b": "a"}


def test_of_several_that_decide_those_of_least_rank_stay() -> None:
    ways = {"a": "ab", "b": "axy", "x": "", "y": ""}
    assert contract("abxy", ways.__getitem__, "ab", lambda node: node == "a") == {"a": "b"}


def test_who_does_not_decide_goes_even_where_it_is_of_less_rank() -> None:
    ways = {"a": "b", "b": "axy", "x": "", "y": ""}
    assert contract("abxy", ways.__getitem__, "ab", lambda node: node == "b") == {"a": "b"}


def test_of_equal_rank_all_that_decide_stay_at_once() -> None:
    ways = {"a": "bxy", "b": "ab", "x": "", "y": ""}
    assert contract("abxy", ways.__getitem__, "ab") == {}


def test_a_cycle_is_one_of_what_goes_alone() -> None:
    ways = {"a": "sb", "b": "a", "s": "bx", "x": ""}
    assert contract("absx", ways.__getitem__, "ab") == {"a": "s", "b": "s"}


def test_different_parts_have_different_digests() -> None:
    assert (
        len(
            {
                digest(1, 23),
                digest(12, 3),
                digest((1, 23)),
                digest("1", "23"),
                digest("123"),
                digest(123),
                digest(None, 123),
            }
        )
        == 7
    )
