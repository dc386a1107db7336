"""The same question in people's words and in those of the forms: both are answered alike, and neither is refused."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.asking.question.idioms import plainly
from flowscout.tools.asking.reading import read
from flowscout.tools.desk import Desk
from tools.shop import FILES, desk

SHELF = b"""class Shelf:
    def take(self, name):
        slot = self.allocate(name)
        if not slot:
            self.error = self.spell(name)
            return None
        return self.parsed(name)

    def parsed(self, name):
        if name == "x":
            return None
        return name

    def allocate(self, name):
        return self.slots.pop(name)

    def leave(self):
        if self.busy:
            self.slots.close()
            self.busy = False

    def again(self, op):
        if op == 1:
            self.again(2)
        elif op == 2:
            self.again(3)
        else:
            raise KeyError(op)

    def found(self, name):
        if name not in self.slots:
            return Reply(404, "no such slot")
        return Reply(200, name)
"""
DROP = "`shop/store.py::drop`"
ALIKE = {
    f"Where does the shop call {DROP} from?": f"where is {DROP} called",
    f"Under what circumstances does {DROP} raise ValueError?": f"when does {DROP} raise ValueError",
    f"What makes {DROP} raise ValueError?": f"when does {DROP} raise ValueError",
    f"Can {DROP} blow up?": f"can {DROP} fail",
    f"What gets deleted in {DROP}?": f"what is deleted in {DROP}",
    f"If I rename {DROP}, what do I have to touch?": f"what breaks if I rename {DROP}",
    "Which tests hit sweep?": "which tests cover sweep",
    "Which functions tidy up, i.e. call sweep?": "who calls sweep",
    "Can I safely remove alone?": "is alone unused",
    "What do I get back when I call alone?": "what does alone return",
    "What data members does Rack hold?": "what fields does Rack have",
    "So what's the job of sweep?": "what does sweep do",
    "Who kicks off sweep?": "who calls sweep",
    "When does Shelf.take give None back?": "when does Shelf.take return None",
    f"If I delete {DROP}, which code is affected?": f"what breaks if I delete {DROP}",
    "Does Shelf.take do anything if there is no slot?": "what does Shelf.take do if there is no slot",
    "When does Shelf.take give up and return None?": "when does Shelf.take return None",
}


@pytest.fixture(scope="module")
def shop() -> Desk:
    return desk(FILES | {"lib/shelf.py": SHELF, "lib/rack.py": b"class Rack:\n    def __init__(self):\n        self.rows = []\n"})  # fmt: skip


def told(shop: Desk, question: str) -> list[str]:
    return [f"{line.text} ({line.path}:{line.line})" for line in by_rules(shop, question).said]


@pytest.mark.parametrize("question", ALIKE)
def test_what_people_say_around_a_question_changes_nothing(question: str, shop: Desk) -> None:
    assert told(shop, question)
    assert told(shop, question) == told(shop, ALIKE[question])


def test_a_question_that_is_plain_stays_as_it_is() -> None:
    assert plainly("who calls sweep") == "who calls sweep"


def test_how_often_a_call_stands_there_is_told_and_that_a_run_may_pass_it_more_often(shop: Desk) -> None:
    reply = by_rules(shop, "How many times does Shelf.again call itself?")
    assert len(reply.said) == 2
    assert reply.note.startswith("2 places of its code; how often each is passed in a run I cannot tell.")


def test_what_goes_wrong_without_a_condition_of_that_name_is_answered_by_how_it_fails(shop: Desk) -> None:
    assert told(shop, "What happens if the op passed to Shelf.again is unknown?") == [
        "Shelf.again raises KeyError, unless `op == 1` or `op == 2` (lib/shelf.py:28)"
    ]


def test_a_condition_is_known_by_what_its_name_was_set_by(shop: Desk) -> None:
    found = told(shop, "What happens in Shelf.take when the allocation of the slot fails?")
    assert found[-1] == "then: `return None` (lib/shelf.py:6)"


def test_what_another_function_may_give_is_told_as_such(shop: Desk) -> None:
    assert told(shop, "when does Shelf.take return None")[1].startswith(
        "Shelf.take returns self.parsed(name), which may be so, unless `not slot`"
    )


def test_a_field_is_set_by_its_assignment(shop: Desk) -> None:
    assert told(shop, "When does Shelf.take set an error?") == [
        "Shelf.take: `self.error = self.spell(name)`, when `not slot` (lib/shelf.py:5)"
    ]


def test_before_or_after_asks_for_the_order(shop: Desk) -> None:
    found = told(shop, "Does Shelf.take allocate the slot before or after it spells the name?")
    assert found[0].startswith("`allocate slot` comes first, then `spells name`")


def test_what_is_set_comes_where_it_is_set_not_where_it_is_asked(shop: Desk) -> None:
    found = told(shop, "Is `self.busy` reset before or after close in Shelf.leave?")
    assert found[0].startswith("`close` comes first, then `self.busy reset`")


def test_a_number_in_what_is_returned_is_found(shop: Desk) -> None:
    assert told(shop, "When does Shelf.found return 404?") == [
        'Shelf.found returns Reply(404, "no such slot"), when `name not in self.slots` (lib/shelf.py:32)'
    ]


def test_what_has_an_article_is_no_name() -> None:
    asked = read("What happens if a hook raises KeyError?")
    assert asked is not None
    assert asked.names["A"].raw == "KeyError"
