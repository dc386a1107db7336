"""The door: a question in words to an answer, or to what could be asked instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from ...agents.said import Said
from ...llm.stems import stems
from ...model.identity import qualified_of
from ...model.product import is_aside
from ...tasks.answering import Reply
from ..contract import Failed
from ..desk import Desk
from . import (
    absent,
    after_failure,
    amounts,
    bounds,
    breaking,
    bycall,
    bystep,
    called_on,
    callers,
    changes,
    comparing,
    concept,
    decorated,
    defaults,
    doing,
    effected,
    ending,
    environment,
    errors_named,
    everywhere,
    failed_step,
    failing,
    given,
    handling,
    idle,
    inside,
    keys,
    limits,
    meaning,
    named_deed,
    nearest,
    neither,
    orders,
    phrases,
    places,
    reported,
    sequence,
    shape,
    signals,
    suggested,
    tables,
    turned_away,
    under_lock,
    using,
    values,
    ways,
    weighing,
)
from .asked import Asked
from .here import MOST, Found, Here, is_promise
from .intents import intended
from .joined import conditioned, halves
from .reading import VAGUE
from .spelling import respelled
from .tokens import LONGEST, Token, tokens

ANSWERS: Final[Mapping[str, Callable[[Here, Asked], Found | Failed]]] = {
    "is_called": callers.is_called, "is_unused": callers.is_unused, "is_tested": breaking.is_tested, "calls_itself": ways.itself,
    "does_call": ways.does_call, "does_reach": ways.does_reach, "does_raise": doing.does("raises"), "can_fail": failing.can_fail,
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
    "sends_if": doing.one("sends"), "frees_if": doing.one("frees"), "locks_if": doing.one("locks"), "overridden": shape.overridden, "does_have": shape.does_have, "named_by": phrases.named_by, "contents": shape.contents, "entries": shape.entries, "default_of": given.default_of, "declared": places.declared, "deletes_on_disk": phrases.deletes_on_disk, "names_the": phrases.names_the, "does_by_call": bycall.does_by_call, "over_by_call": bycall.over_by_call, "frees_thing": bycall.frees_thing, "by_step": bystep.by_step, "returns_any": doing.returns_any, "file_deleters": everywhere.deleters_of_files, "freers": everywhere.over("frees"), "exiters": everywhere.over("exits"), "catches": handling.catches, "does_catch": handling.does_catch, "catchers": handling.catchers, "used_outside": callers.used_outside,
    "times_called": ways.times(ways.does_call), "times_itself": ways.times(ways.itself), "returns_so": failing.when("returns"), "raises_so": failing.when("raises"),
    "increased": everywhere.stepped(b"+=", b"++"),
    "decreased": everywhere.stepped(b"-=", b"--"),
    "value_of": values.value_of, "type_of": given.type_of, "how_many_parameters": given.how_many_parameters, "in_loop": callers.in_loop, "callers_both": callers.both, "takers": given.takers, "writers_to": everywhere.setting, "passers": phrases.passers, "breaks_if": breaking.breaks, "ignored": using.using, "checked": using.using, "after_step": sequence.around, "before_step": sequence.around, "doers": bycall.doers, "compared": comparing.compared, "idle": idle.idle, "called_on": called_on.called_on, "exits_of": called_on.exits_of, "under_lock": under_lock.under_lock,
    "key_read": keys.key_read, "key_default": keys.key_default, "env_of": keys.env_of, "keys_of": keys.keys_of, "writers_outside_of": everywhere.outside_of, "limit_of": limits.limit_of, **dict.fromkeys(orders.KINDS, sequence.in_order),
}  # fmt: skip
FEW: Final = 5  # names that are told
WAY: Final = 40  # calls of one
PLACED: Final = frozenset([
    "callers", "callers_deep", "is_called", "raisers", "returners", "deleters", "writers", "senders", "lockers", "unused", "unused_files",
    "hotspots", "most_called", "depends_on", "where", "changed", "changed_last", "writers_to", "writes_out", "increased", "decreased",
    "catchers", "takers", "doers", "file_deleters", "freers", "exiters", "subtypes", "entries", "over_by_call", "frees_thing"
])  # fmt: skip
WHOLE: Final = frozenset([
    "file_deleters", "freers", "exiters", "returners", "deleters", "writers", "lockers", "unused", "hotspots", "unused_files", "are_circular",
    "most_called", "increased", "decreased", "writers_to", "writes_out", "over_by_call", "frees_thing", "doers", "catchers", "takers", "deletes_on_disk"
])  # fmt: skip


def needs_all(question: str) -> bool:
    """Whether the answer looks at every function."""
    return any(asked.kind in WHOLE for asked in halves(question))


def by_rules(desk: Desk, question: str) -> Reply:
    """Of a question that is two, both answers, or why one of them is not there."""
    question = _WHAT_IF.sub("what happens if ", question, count=1)
    if behind := after_failure.after_failure(Here(desk), question):
        return Reply(_cleaned(behind.said[:MOST], desk), behind.about, desk.clean(_shown(behind)), "after_failure")
    if ended := ending.ending(Here(desk), question):
        return Reply(_cleaned(ended.said[:MOST], desk), ended.about, desk.clean(_shown(ended)), "ending")
    if error := errors_named.named(Here(desk), question):
        return Reply(_cleaned(error.said[:MOST], desk), (), desk.clean(_shown(error)), "errors_named")
    if lacking := absent.absent(Here(desk), question):
        return Reply(_cleaned(lacking.said[:MOST], desk), lacking.about, desk.clean(lacking.note), "absent")
    if failed := failed_step.failed_step(Here(desk), question):
        return Reply(_cleaned(failed.said[:MOST], desk), failed.about, desk.clean(failed.note), "failed_step")
    if sent := signals.signals(Here(desk), question):
        return Reply(_cleaned(sent.said[:MOST], desk), (), desk.clean(_shown(sent)), "signals")
    if message := reported.reported(Here(desk), question):
        return Reply(_cleaned(message.said[:MOST], desk), (), desk.clean(_shown(message)), "reported")
    parts = halves(question)
    replies = [_replied(desk, asked, question if len(parts) == 1 else "") for asked in parts]
    if len(parts) == 1 and not replies[0].said and (other := intended(question)) and other != parts[0]:
        replies = [made] if (made := _replied(desk, other)).said else replies
    if not any(reply.said for reply in replies) and (above := decorated.decorated(Here(desk), question)):
        return Reply(_cleaned(above.said[:MOST], desk), above.about, desk.clean(_shown(above)), "decorated")
    if (not replies or not replies[0].said) and (away := turned_away.turned_away(Here(desk), question)):
        return Reply(_cleaned(away.said[:MOST], desk), away.about, desk.clean(_shown(away)), "turned_away")
    if not any(reply.said for reply in replies) and (nowhere := suggested.unknown(desk.project, question)):
        known = next((reply.note for reply in replies if "near: " in reply.note), "")
        return Reply((), (), desk.clean(f"{nowhere} {known}".strip()))
    if (not replies or not replies[0].said) and (given := defaults.default(Here(desk), question)):
        return Reply(_cleaned(given.said, desk), (), desk.clean(given.note), "defaults")
    if (not replies or not replies[0].said) and (read := environment.environment(Here(desk), question)):
        return Reply(_cleaned(read.said[:MOST], desk), (), desk.clean(_shown(read)), "environment")
    if (not replies or not replies[0].said) and (bound := bounds.bounded(Here(desk), question)):
        return Reply(_cleaned(bound.said[:MOST], desk), (), desk.clean(_shown(bound)), "bounded")
    if (not replies or not replies[0].said) and (given := defaults.default(Here(desk), question, loosely=True)):
        return Reply(_cleaned(given.said, desk), (), desk.clean(given.note), "defaults")
    if (not replies or not replies[0].said) and (number := amounts.amount(Here(desk), question)):
        return Reply(_cleaned(number.said[:MOST], desk), (), desk.clean(_shown(number)), "amount")
    if (
        (not replies or not replies[0].said)
        and _SETS.match(question)
        and (named := _named(desk, question, exactly=True))
    ):
        return named
    if (not replies or not replies[0].said) and (table := tables.listed(Here(desk), question)):
        return Reply(_cleaned(table.said[:MOST], desk), (), desk.clean(_shown(table)), "listed")
    if (not replies or not replies[0].said) and (deed := named_deed.named_deed(Here(desk), question)):
        return Reply(_cleaned(deed.said[:MOST], desk), deed.about, desk.clean(_shown(deed)), "named_deed")
    if (not replies or not replies[0].said or _UNNAMED.search(replies[0].note)) and (
        meant := concept.conceived(Here(desk), question)
    ):
        return Reply(_cleaned(meant.said[:MOST], desk), meant.about, desk.clean(_shown(meant)), "conceived")
    if (not replies or not replies[0].said or replies[0].asked == "named_by") and (
        by_effect := effected.by_effect(Here(desk), question)
    ):
        return Reply(_cleaned(by_effect.said[:MOST], desk), (), desk.clean(_shown(by_effect)), "effected")
    if (not replies or not replies[0].said) and (named := _named(desk, question)):
        return named
    if not replies:
        return _closest(desk, question, Reply((), (), suggested.refusal(desk.project, question)))
    unknown = next((reply for reply in replies if not reply.said and not reply.asked), None)
    if unknown:
        return _closest(desk, question, unknown)
    if len(replies) == 1:
        return replies[0]
    note = " ".join(dict.fromkeys(filter(None, (reply.note for reply in replies))))
    said, about = (tuple(dict.fromkeys(one for reply in replies for one in getattr(reply, each))) for each in ("said", "about"))  # fmt: skip
    return Reply(said, about, note, " and ".join(reply.asked for reply in replies))


def _named(desk: Desk, question: str, *, exactly: bool = False) -> Reply | None:
    """The answer where some of its words are the name of one thing; exactly: all of its name."""
    for reading in meaning.readings(desk.project, question[:LONGEST]):
        if exactly and reading.others:
            continue
        read = halves(reading.question)
        if len(read) == 1 and _may_be_meant(read[0], question) and (reply := _replied(desk, read[0])).said:
            return reply._replace(note=f"I read `{reading.said}` as `{reading.name}`. {reply.note}".strip())
    return None


def _may_be_meant(asked: Asked, question: str) -> bool:
    """Not of `write to the log file`: that sets no variable."""
    return (
        asked.kind not in VAGUE
        and not asked.rest
        and not (asked.kind in ("writers", "does_write") and _WRITES.search(question))
        and not (asked.kind.startswith(("lock", "under_lock")) and _HELD.search(question))
    )


_WHAT_IF: Final = re.compile(r"(?i)^\s{0,9}(?:and |so |but )?what if ")
_NOTHING: Final = re.compile(r"(?i)\b(?:writes|deletes|sends|locks|frees) nothing\b")
_SETS: Final = re.compile(
    r"(?i)(?:who|what|which (?:functions?|code|methods?)|where) (?:(?:is|are|does|do|gets?) )?.{0,80}\b(?:sets?|assign\w{0,3}|reset\w{0,4}|overwrit\w{1,3}|modif\w{1,4})\b"
)
_HELD: Final = re.compile(r"(?i)\bheld\b")  # by whoever calls it
_UNNAMED: Final = re.compile(r"\b[Nn]one of (?:them|these|its conditions) names\b|\bI do not weigh\b")
_WRITES: Final = re.compile(r"(?i)\b(?:writ\w{1,4}|wrote)\b")
EXACT: Final = frozenset(["call", "called", "callers", "callees", "override", "derive", "subclasses", "overridden"])


YES_OR_NO: Final = ("do", "is", "can", "have")
NEAR: Final = 3  # places that a refusal names


def _closest(desk: Desk, question: str, refused: Reply) -> Reply:
    """The refusal, with what is near by its words; of who calls whom nothing is told by words."""
    asked = tokens(question)
    if any(token.word in EXACT and not token.raw.lower().startswith("us") for token in asked):
        return refused
    if asked and asked[0].word in YES_OR_NO and (shown := neither.neither(Here(desk), question)):
        return Reply(_cleaned(shown.said[:MOST], desk), shown.about, desk.clean(_shown(shown)))
    near = inside.inside(Here(desk), question) or nearest.nearest(Here(desk), question)
    told = ", ".join(f"{line.text} ({line.path}:{line.line})" for line in near[:NEAR])
    return refused._replace(note=f"{refused.note} Nearest by its words: {desk.clean(told)}.") if near else refused


def _replied(desk: Desk, asked: Asked, question: str = "") -> Reply:
    held = asked.kind == "lockers" and _HELD.search(question) is not None  # which locks, not who takes one
    if held or asked.kind not in ANSWERS or (asked.place and asked.kind not in PLACED):
        return Reply((), (), suggested.refusal(desk.project, question))
    here, read_as = Here(desk, asked.place), list(asked.reread)
    if asked.place and not any(map(here.inside, desk.project.files)):
        alone = [path for path in desk.project.files if _stem(path) == asked.place.lower() and not is_aside(path)]
        if len(alone) == 1:
            return _replied(desk, asked._replace(place=alone[0]), question)
        unknown = f"I know no file or folder `{desk.clean(asked.place[:120])}`."
        if asked.kind not in ("unused", "unused_files", "hotspots", "most_called", "entries", "are_circular"):
            return Reply((), (), unknown)
        whole = _replied(desk, asked._replace(place=""), question)  # the name of the project itself, mostly
        return whole._replace(note=f"{unknown} This is of the whole project. {whole.note}".strip())
    found = ANSWERS[asked.kind](here, asked)
    if isinstance(found, Failed) and (
        meant := {slot: other for slot, token in asked.names.items() if (other := respelled(desk.project, token.raw))}
    ):
        read_as += [(asked.names[slot].raw, other) for slot, other in meant.items()]
        asked = asked._replace(names=asked.names | {slot: Token("", other, True) for slot, other in meant.items()})
        found = ANSWERS[asked.kind](here, asked)
    if isinstance(found, Failed):
        return Reply((), (), f"{desk.clean(found.message).rstrip('.')}.")
    found = weighing.weighed(here, asked, _named_in_rest(_chosen(found, asked), asked), question)
    if (
        asked.rest
        and asked.kind != "worded"
        and not found.weighed
        and found.said
        and _NOTHING.search(found.said[0].text)
    ):
        return Reply(
            (), (), suggested.refusal(desk.project, question)
        )  # nothing of the kind is no answer to more than the kind
    if asked.rest and asked.kind in OVER_ALL and not found.weighed:
        return Reply(
            (), (), suggested.refusal(desk.project, question)
        )  # all that lock are no answer to what locks one thing
    if asked.kind == "raises_if" and asked.rest and not found.weighed and _PASSIVELY.search(question):
        return Reply((), (), suggested.refusal(desk.project, question))  # what stands behind `when` need not raise it
    found = _denied(asked, found, question)
    if asked.kind != "worded" and not found.weighed and _is_yes_or_no(question) and _leaves_out(asked, found):
        return Reply((), (), _unweighed(desk, asked, found))
    notes = [f"I read {' and '.join(f'`{old}` as `{new}`' for old, new in read_as)}."] if read_as else []
    notes += (
        [f"I do not weigh `{asked.rest[:120]}`: this is all that I know of the kind."]
        if asked.rest and asked.kind != "worded" and not found.weighed
        else []
    )
    notes += _others(here, asked, found)
    most = WAY if asked.kind == "path" else MOST  # of a way, half is no way
    said = tuple(conditioned(desk.project, line) for line in found.said[:most]) if asked.timed else found.said[:most]
    shown = _cleaned(said, desk)
    total = max(found.total, len(found.said))
    cut = f"{len(shown)} of {total} are shown." if total > len(shown) else ""
    cut = f"{_counted(found)} {cut}".strip() if asked.counted else cut
    return Reply(shown, found.about, desk.clean(" ".join(filter(None, (*notes, cut, found.note)))), asked.kind)


def _denied(asked: Asked, found: Found, question: str) -> Found:
    """`can A fail when …` of what fails in no case."""
    first = found.said[0] if asked.kind == "raises_if" and found.said else None
    starts = tokens(question)[:1]
    if not first or NEVER not in first.text or not starts or starts[0].word not in YES_OR_NO:
        return found
    word = "Not that I can see" if found.note else "No"
    return found._replace(said=(first._replace(text=f"{word}: {first.text}"), *found.said[1:]), weighed=True)


def _leaves_out(asked: Asked, found: Found) -> bool:
    """Whether it is asked under a condition, and the lines do not say under which they are reached."""
    opened = bycall.CONDITION.search(f" {asked.rest}") or asked.kind in UNDER
    return bool(asked.rest and opened) and not all(_DECIDED.search(line.text) for line in found.said)


UNDER: Final = ("returns_if", "raises_if", "calls_if", "returns_so", "raises_so")  # of which a condition is left
_DECIDED: Final = re.compile(r", (?:when|unless) `")


def _is_yes_or_no(question: str) -> bool:
    return any(token.word in YES_OR_NO for token in tokens(question)[:1])


def _unweighed(desk: Desk, asked: Asked, found: Found) -> str:
    """Of a yes or no, what is known of the kind is no answer where a part of the question is left out: it is what is near."""
    told = "; ".join(f"{line.text} ({line.path}:{line.line})" for line in _cleaned(found.said[:NEAR], desk))
    return f"I do not weigh `{asked.rest[:120]}`, so I say neither yes nor no. Of the kind I know: {told}."


_PASSIVELY: Final = re.compile(
    r"(?i)\b(?:exceptions?|errors?) (?:is|are|gets?|will be|can be) (?:raised|thrown) (?:when|if)\b"
)
NEVER: Final = " raises nothing and returns no error"


def _chosen(found: Found, asked: Asked) -> Found:
    """`which runner classes override A`: those whose line names a runner, where there are any."""
    wanted = bycall.wanted_of(asked.chosen, "") if asked.chosen else frozenset()
    if not wanted:
        return found
    kept = tuple(line for line in found.said if wanted <= stems(line.text))
    if kept:
        less = f"Those that name `{asked.chosen[:80]}`, of {len(found.said)}." if len(kept) < len(found.said) else ""
        return found._replace(said=kept, total=len(kept), note=f"{less} {found.note}".strip())
    return found._replace(note=f"I do not weigh `{asked.chosen[:80]}`. {found.note}".strip())


def _stem(path: str) -> str:
    """`cli` of `tool/cli.py`."""
    return path.rpartition("/")[2].partition(".")[0].lower()


def _named_in_rest(found: Found, asked: Asked) -> Found:
    """`what locks the log mutex`: of all that lock, those whose line names all of it, where there are any."""
    wanted = bycall.wanted_of(asked.rest, "lock") if asked.kind in OVER_ALL else frozenset()
    kept = tuple(line for line in found.said if wanted and wanted <= stems(line.text))
    if not kept or len(kept) == len(found.said) or found.total > len(found.said):
        return found
    return Found(kept, found.about, f"Those that name `{asked.rest[:80]}`, of {len(found.said)}.", weighed=True)


OVER_ALL: Final = ("lockers", "freers", "exiters")  # whose lines show the whole call


def _shown(found: Found) -> str:
    cut = f"{MOST} of {len(found.said)} are shown. " if len(found.said) > MOST else ""
    return f"{cut}{found.note}"


def _counted(found: Found) -> str:
    """How many lines there are, as far as these say that something is there."""
    if found.said[0].text.startswith(("No ", "nothing ")) or found.total > len(found.said):
        return ""
    aside = sum(is_aside(line.path) for line in found.said)
    return f"There are {len(found.said)}{f', {aside} of them in tests or beside the product' if aside else ''}."


def _others(here: Here, asked: Asked, found: Found) -> list[str]:
    """A plain name may be that of methods too, which were not asked for."""
    name = asked.names["A"].raw.removesuffix("()") if "A" in asked.names else ""
    if not found.about or not name.isidentifier():
        return []
    kept = [
        id_
        for id_, one in here.project.named(name).items()
        if one.facts.name == name
        and id_ not in found.about
        and not is_aside(one.path)
        and not is_promise(here.project, id_)
    ]
    shown = ", ".join(dict.fromkeys(qualified_of(id_) for id_ in kept))
    return [f"Not about {shown if len(kept) < FEW else f'{len(kept)} other functions of that name'}."] if kept else []


def _cleaned(said: Iterable[Said], desk: Desk) -> tuple[Said, ...]:
    return tuple(line._replace(text=_clean(line.text, desk)) for line in said)


def _clean(text: str, desk: Desk) -> str:
    """The name before a colon is no key of a secret: `verify_token: Verifies …`."""
    name, colon, rest = text.partition(": ")
    named = colon and name.replace(".", "").replace("::", "").replace("_", "").isalnum()
    return f"{desk.clean(name)}{colon}{desk.clean(rest)}" if named else desk.clean(text)
