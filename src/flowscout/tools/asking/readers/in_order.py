"""Who reads a question that no form of the table is asked for, and in which order: the first that knows it answers, or refuses."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from ...codes import Failed
from .. import absent, defaults, failed_step, how_called, options, returns_else
from ..here import Found, Here
from . import (
    after_failure,
    amounts,
    at_first,
    bounds,
    by_message,
    called_again,
    called_when,
    checked_in,
    decorated,
    default_said,
    ending,
    environment,
    errors_named,
    exit_codes,
    flag_by_default,
    given_to,
    having,
    in_general,
    instead,
    keeping,
    known_by,
    leaving,
    locks_for,
    named_deed,
    numbers_in,
    option_meaning,
    programs_run,
    remarked,
    reported,
    retried,
    row_of_steps,
    set_in,
    signalled,
    signals,
    swallowed,
    tables,
    threads,
    told_in_vain,
    tries,
    turned_away,
)

Reader = Callable[[Here, str], Found | Failed | None]
FIRST: Final[tuple[tuple[str, Reader], ...]] = (  # what the forms would take for something else
    ("called_again", called_again.called_again), ("at_first", at_first.at_first), ("having", having.having), ("retried", retried.retried), ("threads", threads.threads), ("leaving", leaving.leaving), ("signalled", signalled.signalled), ("flag_by_default", flag_by_default.flag_by_default),
    ("remarked", remarked.why), ("exit_code", exit_codes.exit_code), ("how_called", how_called.how_called), ("checked_in", checked_in.checked_in), ("swallowed", swallowed.swallowed), ("given_to", given_to.given_to), ("returns_else", returns_else.returns_else), ("option_meaning", option_meaning.option_meaning), ("keeping", keeping.keeping),
    ("known_by", known_by.known_by), ("in_general", in_general.in_general), ("programs_run", programs_run.programs_run), ("in_order", row_of_steps.row_of_steps), ("after_failure", after_failure.after_failure), ("ending", ending.ending), ("errors_named", errors_named.named),
    ("absent", absent.absent), ("told_of", by_message.surely), ("failed_step", failed_step.failed_step), ("signals", signals.signals), ("reported", reported.reported),
)  # fmt: skip
DECORATED: Final[tuple[tuple[str, Reader], ...]] = (("called_when", called_when.called_when), ("decorated", decorated.decorated), ("turned_away", turned_away.turned_away), ("told_in_vain", told_in_vain.told_in_vain))  # fmt: skip
VALUES: Final[tuple[tuple[str, Reader], ...]] = (
    ("defaults", defaults.default), ("environment", environment.environment), ("option", options.option), ("bounded", bounds.bounded),
    ("defaults", partial(defaults.default, loosely=True)), ("tries", tries.tries), ("amount", amounts.amount), ("defaults", default_said.default_said), ("instead", instead.instead),
)  # fmt: skip
NUMBERS: Final[tuple[tuple[str, Reader], ...]] = (
    ("asks", checked_in.asks),
    ("set_in", set_in.set_in),
    ("numbers_in", numbers_in.numbers_in),
)
NAMED: Final[tuple[tuple[str, Reader], ...]] = (
    ("after_failure", partial(after_failure.after_failure, loosely=True)),
    ("locks_for", locks_for.locks_for),
    ("keeping", keeping.keeping),
    ("listed", tables.listed),
    ("named_deed", named_deed.named_deed),
    ("asks", partial(checked_in.asks, at_all=True)),
)
