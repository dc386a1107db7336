"""The verbs about what is remembered: `flowscout rca history | show | similar | stats | prune | delete | clear`."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ...adapters.memory import remembering
from ...adapters.memory.remembering import OpenMemory
from ...errors import UnknownName, UserError
from ...model.finding import RootCause
from ...rca.memory import CauseDocument, Filters, document
from ...rca.memory.feedback import stats
from ...rca.memory.fixes import fixed
from ...rca.memory.quality import evaluated, metrics
from ...words.strings import visible

VERBS = ("history", "show", "similar", "stats", "prune", "delete", "clear")
SHOWN = 20
MOST = 10_000  # cases that are looked through for those of one project
ALIKE = 0.6  # similarity below which a past case says nothing


@contextmanager
def opened(say: Callable[[str], None] = lambda said: None) -> Iterator[OpenMemory]:
    memory = remembering.opened(os.environ, say)
    try:
        yield memory
    finally:
        memory.close()


def now() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)


def remembered(
    found: RootCause, repository: str, head_sha: str, job: str, say: Callable[[str], None] = lambda said: None
) -> RootCause:
    """Stored, and with the past cases that are most alike. Remembering is a help: where it cannot be, it is left out."""
    made = document(found, now(), repository=repository, head_sha=head_sha, job=job)
    if made is None or not remembering.remembers(os.environ):
        return found
    try:
        with opened(say) as memory:
            alike = memory.similar(f"{made.error_type} {made.error_message}", Filters(limit=4, repository=repository))
            memory.add(made)
    except (UserError, sqlite3.Error, UnicodeError, OSError):
        return found
    past = [m for m in alike if m.document.id != made.id and m.similarity >= ALIKE][:3]
    return found._replace(similar=tuple((m.document.id, m.similarity, m.document.root_cause) for m in past))


def closed(folder: str, job: str) -> tuple[str, ...]:
    """Ids of the cases that this green run of a job closes: what mended them is kept."""
    from .code import changed_since

    here = changed_since(folder)
    if here is None or not remembering.remembers(os.environ):
        return ()
    try:
        with opened() as memory:
            return fixed(memory, here[0], job, here[1], now())
    except (UserError, sqlite3.Error, UnicodeError, OSError):
        return ()


def run(verb: str, words: Sequence[str], as_json: bool, filters: Filters) -> int:
    with opened() as memory:
        return _DONE[verb](memory, list(words), as_json, filters)


def chosen(memory: OpenMemory, words: list[str]) -> CauseDocument:
    """The one document whose id begins as the word does."""
    if len(words) != 1:
        raise UserError("name one case by its id", "flowscout rca history lists them")
    found = memory.find(words[0])
    if len(found) != 1:
        raise UnknownName(
            f"{'no case' if not found else 'several cases begin with'} {words[0]!r}", "flowscout rca history lists them"
        )
    return found[0]


def _history(memory: OpenMemory, words: list[str], as_json: bool, filters: Filters) -> int:
    every = memory.history(MOST if filters.repository is not None else SHOWN)
    _listed(
        [one for one in every if filters.repository in (None, one.repository)][:SHOWN],
        as_json,
        lambda one: f"{one.id}  {one.confidence:.0%}  {one.error_type}: {one.error_message[:90]}",
    )
    return 0


def _show(memory: OpenMemory, words: list[str], as_json: bool, filters: Filters) -> int:
    one = chosen(memory, words)
    if as_json:
        print(_json(one._asdict()))
        return 0
    print(f"{one.id}  {visible(one.error_type)}  {one.confidence:.0%}, quality {one.quality_score:.2f}")
    where = f"{one.file_path}:{one.line_number}" if one.file_path else ""
    steps = [f"{n}. {step}" for n, step in enumerate(one.fix_guidelines, 1)]
    mended = [f"fixed in {path}" for path in one.fixed_in]
    print(visible("\n".join([where, one.error_message, "", one.root_cause, "", *steps, *mended])))
    return 0


def _similar(memory: OpenMemory, words: list[str], as_json: bool, filters: Filters) -> int:
    if not words:
        raise UserError("say what the error is: flowscout rca similar TEXT")
    found = memory.similar(" ".join(words), filters)
    if as_json:
        print(_json([one.document._asdict() | {"similarity": one.similarity} for one in found]))
        return 0
    print(
        *(
            visible(f"{m.document.id}  {m.similarity:.2f}  {m.document.error_type}: {m.document.error_message[:90]}")
            for m in found
        ),
        sep="\n",
    )
    return 0


def _stats(memory: OpenMemory, words: list[str], as_json: bool, filters: Filters) -> int:
    print(_json(metrics(list(memory.all()), now()) | {"feedback": stats(memory.votes())}))
    return 0


def _prune(memory: OpenMemory, words: list[str], as_json: bool, filters: Filters) -> int:
    begun = time.monotonic()
    rated = [evaluated(one, now()) for one in memory.all()]
    gone = memory.delete(one.id for one in rated if one.recommendation == "prune")
    result = {
        "removedLowQuality": sum(one.below_threshold for one in rated),
        "removedExpired": sum(one.expired and not one.below_threshold for one in rated),
        "totalRemoved": gone,
        "totalScanned": len(rated),
        "retained": len(rated) - gone,
        "durationMs": round((time.monotonic() - begun) * 1000),
        "timestamp": now(),
    }
    print(_json(result))
    return 0


def _delete(memory: OpenMemory, words: list[str], as_json: bool, filters: Filters) -> int:
    one = chosen(memory, words)
    memory.delete([one.id])
    print(f"deleted {one.id}")
    return 0


def _clear(memory: OpenMemory, words: list[str], as_json: bool, filters: Filters) -> int:
    if words != ["--yes"] and words != ["yes"]:
        raise UserError("this deletes every case", "flowscout rca clear yes")
    print(f"deleted {memory.delete([one.id for one in memory.all()])}")
    return 0


def _listed(found: Sequence[CauseDocument], as_json: bool, line: Callable[[CauseDocument], str]) -> None:
    print(_json([one._asdict() for one in found]) if as_json else "\n".join(visible(line(one)) for one in found))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, indent=2)


_DONE = {
    "history": _history,
    "show": _show,
    "similar": _similar,
    "stats": _stats,
    "prune": _prune,
    "delete": _delete,
    "clear": _clear,
}
