"""Questions that the authors answer themselves: by a sentence of a comment or a description that says all of it."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.asking.prose import paragraphs
from flowscout.tools.desk import Desk
from tools.shop import desk

LIGHTS = b'''"""How lanterns are lent."""

import weakref

# Lanterns that are lent out longer than this many days are billed.
DEAREST = 30


class Lantern:
    """A lantern.

    Arguments:
        most_wait (int): Number of seconds to wait in :meth:`~lights.Lantern.lend` and
            :meth:`~lights.Lantern.fetch`. These can wait because no lantern is
            free or the ledger unreachable. Nothing else counts. Default: 45.
        wick_type (str): The type of wick for all lanterns. Valid values
            are 'cotton', 'glass' or 'wood'.
        glow (int): How bright. Default: 7.
        pole (int): Where a lantern hangs on its pole. Left 2 hands of the end.
    """

    def __init__(self, ledger, most_wait=45):
        self.ledger = ledger
        # Put all wicks of the box out before the Lantern object is buried.
        weakref.finalize(self, snuff, ledger)

    def lend(self, guest):
        """Lend it to a guest.

        Raises:
            RuntimeError: if the ledger is already bound.
        """
        if self.ledger.bound:
            raise RuntimeError("bound")
        self.ledger.write(guest)

    def grow(self):
        # A neighbour can see the glow through the fog, which would wake
        # the geese. Dim it instead.
        self.ledger.dim(1)
        # Similar to a candle in a storm, where the flame is drowned.
        self.ledger.dim(2)


SONG = """
A glow is woken
by geese.
"""


def dark(box):
    """Temporarily stop lighting wicks

    The keeper of the box lights them himself. So a lantern
    should not try to.
    """
    box.dark = True


def snuff(ledger):
    # The song is never sung, or the moths would come.
    ledger.close()
'''
ANSWERED = {
    "how long does lend() wait when the ledger is not reachable?": 'Lantern: "most_wait (int): Number of seconds to wait in :meth:\'~lights.Lantern.lend\' and :meth:\'~lights.Lantern.fetch\'. '
    'These can wait because no lantern is free or the ledger unreachable. … Default: 45." (lights.py:14)',
    "which wick types are supported?": "Lantern: \"wick_type (str): The type of wick for all lanterns. Valid values are 'cotton', 'glass' or 'wood'.\" (lights.py:16)",
    "what happens to the wicks when a lantern is buried?": 'Lantern.__init__: "Put all wicks of the box out before the Lantern object is buried.", '
    "above `weakref.finalize(self, snuff, ledger)` (lights.py:24)",
    "why is the song never sung?": 'snuff: "The song is never sung, or the moths would come.", above `ledger.close()` (lights.py:61)',
    "why is the lighting of wicks stopped?": 'dark: "Temporarily stop lighting wicks. … So a lantern should not try to." (lights.py:52)',
    "why is the glow dimmed?": 'Lantern.grow: "A neighbour can see the glow through the fog, which would wake the geese. Dim it instead.", '
    "above `self.ledger.dim(1)` (lights.py:38)",
}  # fmt: skip
REFUSED = (
    "what happens when a glow is woken by geese?",  # a text that the code keeps
    "what happens when the ledger is not bound?",  # that it is bound is said
    "what happens to a candle when the storm drowns the flame?",  # it is only compared with one
    "why is the ledger bound?",
    "how large is the pole of a lantern?",  # the number is of something else
    "how is the pole of a lantern found out?",
    "how many geese are woken by the glow?",
    "which glow types are supported?",
)


@pytest.fixture(scope="module")
def lights() -> Desk:
    return desk({"lights.py": LIGHTS})


@pytest.mark.parametrize("question", ANSWERED)
def test_what_people_wrote_is_quoted(question: str, lights: Desk) -> None:
    reply = by_rules(lights, question)
    assert [f"{line.text} ({line.path}:{line.line})" for line in reply.said] == [ANSWERED[question]], reply


@pytest.mark.parametrize("question", REFUSED)
def test_what_nobody_wrote_of_is_not(question: str, lights: Desk) -> None:
    reply = by_rules(lights, question)
    assert reply.asked != "remarked" or not reply.said, reply


def test_a_step_right_below_is_told_in_place_of_the_words(lights: Desk) -> None:
    reply = by_rules(lights, "what happens if I lend from a bound ledger?")
    assert [line.line for line in reply.said] == [34], reply


def test_what_stands_behind_a_text_that_the_code_keeps_is_code() -> None:
    kept = b'SONG = """\nA glow is woken.\n"""\n\n\ndef dim(box):\n    """\n    Dims it.\n    """\n    box.dim()\n'
    assert [one.sentences[0].text for one in paragraphs(kept, "lights.py")] == ["Dims it."]
