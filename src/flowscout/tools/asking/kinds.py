"""Which function answers a question of which kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ..codes import Failed
from . import (
    breaking,
    bycall,
    bystep,
    called_on,
    callers,
    changes,
    comparing,
    doing,
    everywhere,
    failing,
    given,
    handling,
    idle,
    keys,
    limits,
    phrases,
    places,
    sequence,
    shape,
    under_lock,
    using,
    values,
    ways,
)
from .here import Found, Here
from .question import orders
from .question.asked import Asked

ANSWERS: Final[Mapping[str, Callable[[Here, Asked], Found | Failed]]] = {
    "is_called": callers.is_called, "is_unused": callers.is_unused, "is_tested": breaking.is_tested, "calls_itself": ways.itself,
    "does_call": ways.does_call, "does_reach": ways.does_reach, "does_raise": doing.does("raises"), "can_fail": failing.can_fail, "can_raise": failing.can_raise, "is_raised": everywhere.is_done("raises"), "is_deleted": everywhere.is_done("deletes"), "is_sent": everywhere.is_done("sends"), "is_freed": everywhere.is_done("frees"),
    "does_return": doing.does("returns"), "does_delete": doing.does("deletes"), "does_write": bycall.does_write, "does_send": doing.does("sends"),
    "does_lock": doing.does("locks"), "has_effects": doing.has_effects, "does_need": places.does_need, "is_in": places.is_in,
    "are_circular": places.structure("circular"), "callers": phrases.users, "callers_deep": callers.deep, "how_many": callers.how_many,
    "callees": ways.called, "where": places.where, "does": places.does, "raises_of": failing.fails, "when_raises": failing.when("raises"),
    "returns_of": values.or_returned, "when_returns": failing.when("returns"), "deletes_of": doing.one("deletes"), "writes_of": doing.one("writes"),
    "sends_of": doing.one("sends"), "locks_of": doing.of_type("locks"), "effects_of": doing.effects, "tests_for": breaking.tests, "breaks": breaking.breaks,
    "path": ways.path, "raisers": everywhere.over("raises"), "returners": everywhere.over("returns"), "deleters": everywhere.over("deletes"),
    "writers": bycall.writers_outside, "senders": everywhere.over("sends"), "lockers": everywhere.over("locks"), "unused": places.unused,
    "unused_files": places.structure("unused"), "hotspots": places.hotspots, "most_called": places.most_called,
    "depends_on": places.depends_on, "depends": places.depends, "fields": places.fields, "changed": changes.changed, "changed_last": changes.changed,
    "does_free": doing.does("frees"), "does_exit": doing.does("exits"), "does_derive": shape.does_derive, "when_calls": ways.when_calls,
    "frees_of": doing.one("frees"), "signature": given.signature, "defaults_of": given.defaults_of, "subtypes": shape.subtypes, "supertypes": shape.supertypes, "overriders": shape.overriders,
    "when_fails": failing.when_fails, "implementers": phrases.implementers, "creators": phrases.creators, "worded": phrases.worded, "returns_if": failing.returns_if,
    "raises_if": failing.when_fails, "does_if": bystep.when_so, "calls_if": ways.when_calls, "calls_always": ways.when_calls, "writes_out": bycall.writers_outside, "deletes_if": doing.one("deletes"), "writes_if": bycall.writes_if,
    "sends_if": doing.one("sends"), "frees_if": doing.one("frees"), "locks_if": doing.one("locks"), "overridden": shape.overridden, "does_have": shape.does_have, "named_by": phrases.named_by, "contents": shape.contents, "entries": shape.entries, "default_of": given.default_of, "declared": places.declared, "deletes_on_disk": phrases.deletes_on_disk, "names_the": phrases.names_the, "does_by_call": bycall.does_by_call, "over_by_call": bycall.over_by_call, "frees_thing": bycall.frees_thing, "by_step": bystep.by_step, "returns_any": doing.returns_any, "file_deleters": everywhere.deleters_of_files, "folder_deleters": everywhere.deleters_of_folders, "freers": everywhere.over("frees"), "exiters": everywhere.over("exits"), "catches": handling.catches, "does_catch": handling.does_catch, "catchers": handling.catchers, "used_outside": callers.used_outside,
    "times_called": ways.times(ways.does_call), "times_itself": ways.times(ways.itself), "returns_so": failing.when("returns"), "raises_so": failing.when("raises"),
    "increased": everywhere.stepped(b"+=", b"++"),
    "decreased": everywhere.stepped(b"-=", b"--"),
    "value_of": values.value_of, "type_of": given.type_of, "how_many_parameters": given.how_many_parameters, "in_loop": callers.in_loop, "callers_both": callers.both, "takers": given.takers, "writers_to": everywhere.setting, "passers": phrases.passers, "breaks_if": breaking.breaks, "ignored": using.using, "checked": using.using, "after_step": sequence.around, "before_step": sequence.around, "doers": bycall.doers, "compared": comparing.compared, "idle": idle.idle, "called_on": called_on.called_on, "exits_of": called_on.exits_of, "under_lock": under_lock.under_lock,
    "key_read": keys.key_read, "key_default": keys.key_default, "env_of": keys.env_of, "keys_of": keys.keys_of, "writers_outside_of": everywhere.outside_of, "limit_of": limits.limit_of, **dict.fromkeys(orders.KINDS, sequence.in_order),
}  # fmt: skip

PLACED: Final = frozenset([
    "callers", "callers_deep", "is_called", "raisers", "returners", "deleters", "writers", "senders", "lockers", "unused", "unused_files",
    "hotspots", "most_called", "depends_on", "where", "changed", "changed_last", "writers_to", "writes_out", "increased", "decreased",
    "catchers", "takers", "doers", "file_deleters", "folder_deleters", "freers", "exiters", "subtypes", "entries", "over_by_call", "frees_thing"
])  # fmt: skip
WHOLE: Final = frozenset([
    "file_deleters", "folder_deleters", "freers", "exiters", "returners", "deleters", "writers", "lockers", "unused", "hotspots", "unused_files", "are_circular",
    "most_called", "increased", "decreased", "writers_to", "writes_out", "over_by_call", "frees_thing", "doers", "catchers", "takers", "deletes_on_disk"
])  # fmt: skip
