"""A plain step that does something else: what it sets, what it calls, what that is given."""

from __future__ import annotations

from typing import Final

from ....model.syntax import Simple
from ....words.ticks import inside
from ..pairing.changes import Trees
from ..pieces import members, regions, structured, texts
from ..pieces.assigning import all_of, chain
from ..pieces.interrupted import interrupted
from ..pieces.pieces import Piece
from ..pieces.quoting import alone
from ..pieces.tenses import upper
from ..reading import declarators
from ..reading.declared_anew import completed
from ..reading.given import arguments, called_for, chained, given_otherwise
from ..reading.given import within as within_call
from ..reading.saying import (
    CALL,
    MOST,
    REST,
    VALUE,
    Said,
    assigned,
    both_quoted,
    called_by_both,
    callee,
    initialised,
    joined,
    q,
)
from . import filled_later, given_or_kept
from .called_instead import called_instead

_HIDES: Final = "= (…)`"  # the end of what is quoted without what it is set to


def _inner_call(name: str, one: Piece, other: Piece, under: str) -> Said | None:
    """Of a long call that is given another call, which alone is given something else: that one."""
    called = within_call(one, other) if max(len(one.said), len(other.said)) > MOST else None
    if not called or called[0] == name:
        return None
    was, now = map(arguments, called[1:])
    begun = "".join(now[:1])
    first = f", beside {q(begun)}" if was[:1] == now[:1] and texts.is_text(begun.encode()) else ""
    return given_otherwise(called[0], was, now, f"{first}, in what {q(name)} is given{under}")


def _yielded(one: Piece, other: Piece, under: str) -> Said | None:
    """What a generator gives; of a call what that is given."""
    if one.words[:1] != (b"yield",) or other.words[:1] != (b"yield",):
        return None
    source = [each.words[1:2] == (b"from",) for each in (one, other)]  # whose values it gives, each
    calls = [
        each._replace(words=each.words[1 + of :], stmt=None) for each, of in zip((one, other), source, strict=True)
    ]
    name = "" if any(each.words[:1] == (b"(",) for each in calls) else called_by_both(*calls)
    given = given_otherwise(name, arguments(calls[0]), arguments(calls[1]), under) if name else None
    if given and not any(source):
        return given._replace(sentence=f"The yielded {given.sentence}")
    if given and all(source):
        return given._replace(sentence=f"In what it yields from, {given.sentence}")
    was, now = (joined(each.words) or "nothing" for each in calls)
    if was == now:
        how = (
            ("what comes of {}", "no longer that itself") if source[1] else ("{} itself", "no longer what comes of it")
        )
        return Said(VALUE, f"Yields {how[0].format(q(now))}, {how[1]}{under}.", 4)
    was, now = both_quoted(was, now)
    before, after = ("from " * of for of in source)
    return Said(VALUE, f"Yields {after}{now}, no longer {before}{was}{under}.", 4)


def _waited_for(one: Piece, other: Piece, under: str) -> Said | None:
    """A call that one side alone waits for, and that is given something else too."""
    bare = [each.words[each.words[:1] == (b"await",) :] for each in (one, other)]
    name = callee(one)
    if not name or name != callee(other) or called_by_both(one, other) or bare[0] == bare[1]:
        return None
    was, now = both_quoted(joined(one.words), joined(other.words))
    return Said(
        CALL, f"{was} is now {now}, {'' if len(bare[1]) < len(other.words) else 'no longer '}awaited{under}.", 1
    )


def step(
    one: Piece, other: Piece, under: str, known: set[declarators.DeclaredName], both: Trees | None = None
) -> Said | None:
    """both: the function that it stands in, where it does."""
    if yielded := _yielded(one, other, under):
        return yielded
    if asks := interrupted(one, other):
        return Said(CALL if callee(other) else VALUE, f"{asks}{under}.", 4)
    if other.words[:1] != (b"assert",) and (variables := declarators.differing(one, other)):
        variables = completed(both, one, other, variables) if both else variables
        text = "; ".join(declarators.deeds(variables, known))
        bare = all(not (each and each.value) for pair in variables for each in pair)
        typed = any(was and now and was.type != now.type for was, now in variables)
        return Said(VALUE, f"{upper(text)}{under}.", 3 if typed else 8 if bare else 4)
    if told := _waited_for(one, other, under):
        return told
    if told := _with_a_message(one, other, under):
        return told
    if given := _first_value(one, other, under):
        return given
    if instead := called_instead(one, other, under, both):
        return instead
    was, now = both_quoted(one.said, other.said)
    without = tuple(word for word in one.words if word != b"await")
    if without == tuple(word for word in other.words if word != b"await"):
        awaits = other.words.count(b"await") > one.words.count(b"await")
        return Said(CALL, f"{now} is {'now' if awaits else 'no longer'} awaited{under}.", 1)
    before, after = initialised(one), initialised(other)
    if before and after and before[0] == after[0]:
        was, now = both_quoted(before[1], after[1])
        return Said(VALUE, f"Initialises {q(after[0])} with {now}, no longer with {was}{under}.", 4)
    name = callee(one)
    if name and name == callee(other):
        if later := filled_later.told(one, other):
            return Said("text", f"{later}{under}.", 8, name)
        if pair := texts.apart(one.words, other.words):
            return Said("text", f"{texts.said(f'The text that {q(name)} is given', *pair)}{under}.", 8, name)
        if added := members.given(one, other):
            return Said(CALL, f"`{inside(name)}` is given {added}{under}.", 4, name)
        return (
            _inner_call(name, one, other, under)
            or given_otherwise(name, arguments(one), arguments(other), under)
            or Said(CALL, f"{was} is now {now}{under}.", 4)
        )
    last = chained(one, other)
    if last and (given := given_otherwise(last[0], arguments(last[1]), arguments(last[2]), under)):
        return given
    left, right = assigned(one), assigned(other)
    if left and right and left[0] == right[0]:
        if added := members.held(one, other):
            return Said(VALUE, f"What {q(left[0])} is set to {added}{under}.", 4)
        if given := called_for(left[0], one, other, under):
            return given
        if also := _also_set(left, right, under):
            return also
        if inner := structured.value(one, other):
            return Said(VALUE, f"What {q(left[0])} is set to{inner}{under}.", 4)
        return _set_otherwise(left, right, under)
    if left and right and _name(left[0]) == _name(right[0]) != "" and "," not in left[0] + right[0]:
        was_value, now_value = both_quoted(left[1], right[1])
        if left[0].startswith("*") != right[0].startswith("*"):  # what it stands for
            return Said(VALUE, f"Sets {q(right[0])} to {now_value}, no longer {q(left[0])} to {was_value}{under}.", 4)
        if len(left[0].split()) > 1 < len(right[0].split()) and left[0] != right[0]:  # of another type
            same = f"Declares {q(right[0])}, no longer {q(left[0])}{under}."
            return Said(VALUE, same if left[1] == right[1] else f"{was} is now {now}{under}.", 3)
        if left[1] == right[1]:
            now = "is no longer" if len(left[0]) > len(right[0]) else "is now"
            return Said(VALUE, f"{q(_name(right[0]))} {now} declared where it is set to {q(right[1])}.", 8)
        return Said(
            VALUE, f"Sets {q(right[0].split()[-1].lstrip('*&'))} to {now_value}, no longer to {was_value}{under}.", 4
        )
    if right and not left and right[1] == one.said:
        return Said(VALUE, f"The result of {q(one.said)} is now kept in {q(right[0])}{under}.", 4)
    if left and not right and left[1] == other.said:
        return Said(VALUE, f"The result of {q(other.said)} is no longer kept in {q(left[0])}{under}.", 2)
    if left and right and _HIDES in (was[-len(_HIDES) :], now[-len(_HIDES) :]):
        to, former = alone(right[1]), alone(left[1])
        return Said(VALUE, f"Sets {q(right[0])} to {to}, no longer {q(left[0])} to {former}{under}.", 4)
    if exchanged := given_or_kept.told(one, other, under):
        return exchanged
    if differs := regions.apart(one, other):
        return Said(REST, f"{differs}{under}.", 5)
    return Said(REST, f"{was} is now {now}{under}.", 5)


def long_table(one: Piece, other: Piece, under: str) -> Said | None:
    """Of what is too long to be quoted, and begins alike."""
    left, right = assigned(one), assigned(other)
    if one.said != other.said or not left or not right or left[0] != right[0]:
        return None
    added = members.held(one, other)
    return Said(VALUE, f"What {q(left[0])} is set to {added}{under}.", 4) if added else None


def _set_otherwise(left: tuple[str, str], right: tuple[str, str], under: str) -> Said:
    (were, before), (are, after) = chain(left), chain(right)
    was, now = both_quoted(before, after)
    those = "" if were == are else f"{all_of(were)} "
    return Said(VALUE, f"Sets {all_of(are)} to {now}, no longer {those}to {was}{under}.", 4)


def _also_set(left: tuple[str, str], right: tuple[str, str], under: str) -> Said | None:
    """Of `a = b = 1` and `a = 1`: other names that are given the same."""
    (were, was), (are, now) = chain(left), chain(right)
    gained, lost = [each for each in are if each not in were], [each for each in were if each not in are]
    if was != now or bool(gained) == bool(lost):
        return None
    told = "Now also sets" if gained else "No longer sets"
    return Said(VALUE, f"{told} {all_of(gained or lost)} to {q(now)}, as it does {q(left[0])}{under}.", 4)


def _with_a_message(one: Piece, other: Piece, under: str) -> Said | None:
    """An assertion of Python that says more where it fails, or no longer does."""
    was, now = (
        arguments(each._replace(words=(b"(", *each.words[1:], b")"))) if each.words[:1] == (b"assert",) else []
        for each in (one, other)
    )
    if not was or not now or was[0] != now[0] or was == now:
        return None
    if len(was) == len(now):
        old, new = both_quoted(was[1], now[1])
        return Said("text", f"The message of the assertion {q(was[0])} is now {new}, no longer {old}{under}.", 8)
    told = f"now has the message {q(now[1])}" if len(now) > 1 else f"no longer has the message {q(was[1])}"
    return Said("text", f"The assertion {q(was[0])} {told}{under}.", 8)


def _first_value(one: Piece, other: Piece, under: str) -> Said | None:
    """A variable that gets a value where it is declared, or no longer does."""
    values = [each.words.index(b"=") if b"=" in each.words else 0 for each in (one, other)]
    longer, shorter = (other, one) if values[1] else (one, other)
    cut = max(values)
    declares = all(isinstance(each.stmt, Simple) and each.stmt.role == "declare" for each in (one, other))
    if not declares or min(values) or not cut or longer.words[:cut] != shorter.words:
        return None
    name, value = longer.words[cut - 1].decode("utf-8", "replace"), joined(longer.words[cut + 1 :])
    if not name.isidentifier():
        return None
    told = f"{q(name)} {'is now' if values[1] else 'is no longer'} set to {q(value)} where it is declared"
    return Said(VALUE, f"{told}{under}.", 4 if values[1] else 3)


def _name(left: str) -> str:
    """`rows` of `char *rows`; "" of an index, or of what is somebody's."""
    name = left.split()[-1].lstrip("*&") if left.split() else ""
    return name if name.isidentifier() else ""
