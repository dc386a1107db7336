"""Python: a name that is read now, and that nothing binds: neither its function, nor what that stands in, nor the language.

It is said with the edit that reads it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from difflib import get_close_matches
from typing import Final

from ....model.account import LISTED, NEUTRAL, Answer
from ....model.record import NamedTuple
from ..pieces.quoting import q
from ..pieces.scoping import MODULE, NameUse, Scopes, scopes
from .file import State

RANK: Final = 0
LEAST: Final = 4  # letters of a name
ALIKE: Final = 0.8
OUTSIDE: Final = "something outside of the module puts it there"
OTHERWISE: Final = "the module binds it in another way, or is ready for that"
MANY: Final = 12  # names that are read, from which on a module that binds them all is taken for whole
_TAKES: Final = frozenset(("signature", "default"))


class Unbound(NamedTuple):
    """A name in one function. unit: its id, "" in the module. unless: what may bind it all the same. like: a name that is bound there and nearly
    reads so."""

    name: str
    line: int
    unit: str
    unless: str
    like: str = ""


def undefined(old: State | None, new: State, told: Sequence[Answer]) -> list[Answer]:
    """old: None of a new file. told: of both."""
    spoken = " ".join([each.sentence for each in told if "is still spoken of as" in each.sentence])
    found = [one for one in _unbound(old, new) if q(one.name) not in spoken] if new.source.path.endswith(".py") else []
    said = list(told)
    for one in found:
        reads = [at for at, each in enumerate(said) if _reads(each, new, one)]
        if reads:
            at = min(reads, key=lambda at: said[at].after.end_line - said[at].after.line)
            said[at] = said[at]._replace(sentence=f"{_sentence(one)} {said[at].sentence}", rank=RANK, core="")
        lost = [at for at, each in enumerate(said) if old and (_bound(each, old, one) or _took(each, old, one))]
        if lost and not reads:
            sentence = f"{said[lost[0]].sentence} {q(one.name)}, which line {one.line} reads, is then bound nowhere: a NameError."
            said[lost[0]] = said[lost[0]]._replace(sentence=sentence, rank=RANK, core="")
    return said


def _bound(answer: Answer, old: State, one: Unbound) -> bool:
    """Whether an edit took away what bound the name in that function."""
    words = answer.before.code.split("=", 1)
    bound = len(words) > 1 and one.name in [each.strip(" ()") for each in words[0].split(",")]
    here = answer.before.path == old.source.path and not answer.after.line and answer.unit == one.unit
    return here and bound and bool(answer.sentence) and answer.how not in (NEUTRAL, LISTED)


def _took(answer: Answer, old: State, one: Unbound) -> bool:
    """Whether it tells what that function takes otherwise, which took such a thing before."""
    facts = old.functions.get(one.unit) if answer.unit == one.unit and answer.rule in _TAKES else None
    return facts is not None and any(each.name.lstrip("*") == one.name for each in facts.params)


def _reads(answer: Answer, new: State, one: Unbound) -> bool:
    inside = answer.after.path == new.source.path and answer.after.line <= one.line <= answer.after.end_line
    return inside and answer.unit == one.unit and bool(answer.sentence) and answer.how not in (NEUTRAL, LISTED)


def _unbound(old: State | None, new: State) -> Iterator[Unbound]:
    was, now = _of(old) if old else None, _of(new)
    known = {one.name for one in was.unbound(widely=True)} if was else set[bytes]()
    written = now.known and (was is None or was.known)  # whatever they bind
    closed = (
        written and was is not None and was.imports and len(was.reads) >= MANY and not known
    )  # it bound whatever it read
    found: dict[tuple[bytes, int], list[NameUse]] = {}
    for one in now.unbound(widely=True):
        if one.name not in known:
            found.setdefault((one.name, one.scope), []).append(one)
    given = {name for name, scope in found if scope == MODULE} if was is None else set[bytes]()  # by who runs it
    ids = {(each.start, each.end): id_ for id_, each in new.functions.items()}
    every = frozenset[bytes]().union(*now.bound.values(), *(was.bound.values() if was else ()))
    for (name, scope), reads in found.items():
        if name in given:
            continue
        span = now.spans[scope] if scope != MODULE else None
        binds = name in every
        like = "" if binds else _like(name, now.bound.get(scope, frozenset()) | now.bound.get(MODULE, frozenset()))
        if not ((written and binds) or like or (closed and _stands(name, scope))):
            continue  # what no scope binds may come from outside of the code
        unless = "" if written and (binds or like) else OUTSIDE if written else OTHERWISE
        line = new.source.line(reads[0].start)
        yield Unbound(name.decode("utf-8", "replace"), line, ids.get(span, "") if span else "", unless, like)


def _stands(name: bytes, scope: int) -> bool:
    """Whether a name that is bound nowhere is to be told of all the same."""
    return scope != MODULE and len(name.strip(b"_")) >= LEAST


def _like(name: bytes, bound: Set[bytes]) -> str:
    """The name that it seems to be a slip of: `raw_dara` of `raw_data`, and `cmd` of no `cmds`."""
    said = name.decode("utf-8", "replace")
    near = [each.decode("utf-8", "replace") for each in sorted(bound) if abs(len(each) - len(name)) <= 1]
    near = [each for each in near if (each[0], each[-1]) == (said[0], said[-1]) and each.lower() != said.lower()]
    return next(iter(get_close_matches(said, near, 1, ALIKE)), "") if len(said) >= LEAST else ""


def _of(state: State) -> Scopes:
    return scopes(state.source, [(each.start, each.end) for each in state.functions.values()])


def _sentence(one: Unbound) -> str:
    nowhere = f"{q(one.name)} is bound nowhere there, in the module or among the builtins"
    like = f" ({q(one.like)} is)" if one.like else ""
    return f"{nowhere}{like}: a NameError{one.unless and f', unless {one.unless}'}."
