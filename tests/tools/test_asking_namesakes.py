"""A function and a method of one name, and what a refusal names."""

from __future__ import annotations

from flowscout.tools.asking.answer import by_rules
from tools.shop import desk

C = b"""
int create_lamp(struct session *s) {
  if (s->lamp)
    return -5;
  return 0;
}

struct lamp *lamp_factory::create_lamp(const std::string &name) {
  auto i = makers().find(name);
  if (i == makers().end())
    return nullptr;
  return i->second();
}
"""


def test_the_method_is_told_where_nothing_of_the_function_is_what_is_asked() -> None:
    reply = by_rules(desk({"lamp.cc": C}), "what does create_lamp return if the maker is unheard of?")
    assert any("returns nullptr" in line.text for line in reply.said)


def test_a_refusal_names_functions_that_are_named_so_in_part() -> None:
    reply = by_rules(desk({"lamp.cc": C}), "why are lamps so dear this year?")
    assert not reply.said
    assert "`create_lamp` (lamp.cc:2)" in reply.note
