"""An error that is asked for by what is wrong is the one whose name says so, with where it is made."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

LEASE = b"""class LeaseError(Exception):
    pass


class LeaseTimeout(LeaseError):
    pass


class GateClosedByGuard(LeaseError):
    pass


def renew(db, lease):
    if not db.renew(lease):
        raise LeaseTimeout(lease)


def shut(gate):
    # GateClosed(gate) was raised here once
    gate.fail(GateClosedByGuard(gate))
"""


@pytest.fixture(scope="module")
def lease() -> Desk:
    return desk({"lease_db.py": LEASE})


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which exception is raised when a lease of the database times out?", ["LeaseTimeout is an error of that name (lease_db.py:5)", "renew: `raise LeaseTimeout(lease)` (lease_db.py:15)"]),
        ("What error means that a guard closed the gate?", ["GateClosedByGuard is an error of that name (lease_db.py:9)", "shut: `gate.fail(GateClosedByGuard(gate))` (lease_db.py:20)"]),
    ],
)  # fmt: skip
def test_an_error_is_known_by_its_name(question: str, told: list[str], lease: Desk) -> None:
    reply = by_rules(lease, question)
    assert [f"{line.text} ({line.path}:{line.line})" for line in reply.said] == told


def test_what_neither_the_name_nor_the_place_says_is_not_passed_over(lease: Desk) -> None:
    assert by_rules(lease, "Which error is raised when the garden of a lease times out?").asked != "errors_named"
