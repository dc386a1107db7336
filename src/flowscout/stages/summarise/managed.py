"""A context manager that is written as a generator: what stands around its one `yield` is what it is for.

@contextmanager
def held(lock):
    lock.acquire()
    try:
        yield
    except Closed:              acquires `lock`, yields, handles `Closed` from the block, releases `lock`
        log.warning("closed")
    finally:
        lock.release()
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...model.facts import FunctionFacts
from ...model.syntax import Body, Raise, Try, walk
from ...words.series import series
from .clauses import DOES, Clause
from .restored import restored

_WEIGHS: Final = 6.0
_TALK: Final = 1
_NO_DEED: Final = 3
_ENTERED: Final = 4.0
_NAMED: Final = 3
_MANAGERS: Final = ("contextmanager", "asynccontextmanager")


def managed(clauses: Sequence[Clause], facts: FunctionFacts, body: Body) -> Sequence[Clause]:
    """As they are, of any other function."""
    clauses = _entered(clauses)
    manages = any(each.partition("(")[0].rpartition(".")[2] in _MANAGERS for each in facts.decorators)
    yields = [each for each in clauses if f"{each.phrase} ".startswith("yield ")]
    if len(yields) == 1:
        clauses = restored(clauses, facts, yields[0].at, "for the block" if manages else "while it yields")
    if not manages or len(yields) != 1:
        return clauses
    around = [
        each._replace(weight=max(each.weight, _WEIGHS)) if each.kind == DOES and each.weight > _TALK else each
        for each in clauses
    ]
    told = [*_paired(around, yields[0].at), *_handled(body, yields[0].at)]
    return sorted(told, key=lambda each: each.at)


def _entered(clauses: Sequence[Clause]) -> Sequence[Clause]:
    """What is entered is told where what is done in there is only what its base does too: `with self.noted("begin"): super().begin()`."""
    does = [each for each in clauses if each.kind == DOES]
    entered = [each for each in does if each.phrase.startswith("enter `")]
    if len(does) == len(entered) or any(each.weight > _NO_DEED for each in does):
        return clauses
    return [each._replace(weight=_ENTERED) if each in entered else each for each in clauses]


def _paired(clauses: Sequence[Clause], at: int) -> Iterator[Clause]:
    """`chdir(there)` before the block and `chdir(back)` behind it are told in one."""
    sides = [
        {callee: each for each in clauses if (callee := _callee(each)) and (each.at > at) == behind}
        for behind in (False, True)
    ]
    both = sides[0].keys() & sides[1].keys()
    for each in clauses:
        callee = _callee(each)
        if callee not in both:
            yield each
        elif each is sides[0][callee]:
            behind = sides[1][callee].phrase.removeprefix("call ")
            yield each._replace(phrase=f"{each.phrase} before the block and {behind} behind it")
        elif each is not sides[1][callee]:
            yield each


def _callee(clause: Clause) -> str:
    plain = clause.kind == DOES and clause.phrase.startswith("call `") and not (clause.may or clause.after)
    return clause.phrase.partition("(")[0] if plain else ""


def _handled(body: Body, at: int) -> Iterator[Clause]:
    """What the block under it may raise and is not raised again."""
    for stmt in walk(body):
        if isinstance(stmt, Try) and any(part.start <= at < part.end for part in stmt.body):
            caught = [each for each in stmt.handlers if not any(isinstance(inner, Raise) for inner in walk(each.body))]
            types = [f"`{name}`" for each in caught for name in each.types] or (["every exception"] if caught else [])
            if caught and len(types) <= _NAMED:
                told = series(types)
                yield Clause(DOES, f"handle {told} from the block", _WEIGHS, at=caught[0].start)
